"""What lies at a place of the table and what it does, and what of it a side cannot see. NUTS-LOS-01, NUTS-LOS-08"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import numpy as np

from deadground.core.faults import Fault, Refused
from deadground.core.looks import given_as
from deadground.core.scene import Line, Look, enclosed
from deadground.core.view import View
from deadground.space.cells import bounds, cell_size, middle
from deadground.space.ground import Piece
from deadground.space.plane import Point
from deadground.space.units import Tenths, shown
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.quick.screens import Spots
from deadground.systems.skirmish.rules.sight.cover import is_in_trench
from deadground.systems.skirmish.rules.sight.line_of_sight import sees_point
from deadground.systems.skirmish.state import INCH, SkirmishState, side_of
from deadground.systems.skirmish.terrain import called, defensive_value, is_near_outline, terrain, terrain_of

SkirmishView = View[SkirmishState]

AT_IT: Tenths = INCH // 3
"""Who points so near to a wall or a hedge means it."""

COVER = {"all": "Cover for everybody", "stationary": "Cover for men who have stopped", "no": "No cover"}
CONCEALMENT = {"all": "it hides everybody", "stationary": "it hides men who have stopped", "no": ""}
GOING = {
    "slow": "Men go at half pace in it.",
    "water": "Nobody can go there on foot.",
    "never": "Nobody can go there.",
}
"""What is worth a word about walking; all else is walked over as open ground."""


MOST_CELLS = 1200
"""How finely unseen ground is looked at: no more squares than this on the table."""


class OneSpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: tuple[int, int]


def ground(view: SkirmishView, given: Mapping[str, Any]) -> Look:
    """What lies at a place and what it does."""
    at, table = given_as(OneSpot, given).at, ground_of(view.state)
    if not (0 <= at[0] <= table.width and 0 <= at[1] <= table.height):
        raise Refused(Fault("with.at", "this place is not on the table"))
    dug = next(
        (one for one in view.state.markers.values() if one.kind == "trench" and is_in_trench(one, at)), None
    )
    if dug is not None:
        return Look(title="A dug position", lines=tuple(in_it()))
    piece = piece_at(view.state, at)
    if piece is None:
        return Look(title="Open ground", lines=(Line("No cover.", ("NUTS-LOS-08",)),))
    return Look(title=called(piece).capitalize(), lines=tuple(words(piece)))


def in_it() -> Iterator[Line]:
    """What a trench that was dug for this battle does for those in it. NUTS-PEF-09"""
    trench = terrain("trench")
    text = f"{COVER[trench.cover]}, Defensive Value {trench.value}. The enemy has dug it for this battle."
    yield Line(text, ("NUTS-PEF-09", *trench.rows))


def piece_at(state: SkirmishState, at: Point) -> Piece | None:
    """What is meant by a place: a wall or a hedge beside it, else the last that was laid over it."""
    pieces = ground_of(state).pieces
    lines = [one for one in pieces if not one.polygon and is_near_outline(one, at, AT_IT)]
    areas = [one for one in pieces if one.polygon and one.holds(at)]
    return next(iter(lines), areas[-1] if areas else None)


def words(piece: Piece) -> Iterator[Line]:
    """Cover, hiding and going; the Defensive Value of what has one."""
    kind = terrain_of(piece)
    value = defensive_value(piece)
    text = "; ".join(part for part in (COVER[kind.cover], CONCEALMENT[kind.concealment]) if part)
    strong = f", Defensive Value {value}" if value and kind.cover != "no" else ""
    yield Line(f"{text}{strong}.", kind.rows)
    if kind.going == "linear":
        toll = shown(number("crossing_linear"), "in")
        yield Line(f"To get over it costs a man {toll} of his move.", ("NUTS-MOVE-01",))
    elif kind.going in GOING:
        yield Line(GOING[kind.going], ("NUTS-MOVE-01",))


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


def unseen_ground(view: SkirmishView, given: Mapping[str, Any]) -> Look:
    """The squares of the table that nobody of the seat's side who is able to act sees now. NUTS-LOS-01, NUTS-LOS-02

    Whom the ground surely hides is found for all squares together; only where it does not is a line looked at.
    """
    given_as(Nothing, given)
    state, table = view.state, ground_of(view.state)
    step = cell_size(table.width, table.height, INCH // 2, MOST_CELLS)
    columns, rows = -(-table.width // step), -(-table.height // step)
    places = [
        middle(table.width, table.height, step, row, column)
        for row in range(rows)
        for column in range(columns)
    ]
    spots, dark = Spots(table, places), np.ones(len(places), dtype=np.bool_)
    side = side_of(state, view.seat)
    for one in state.figures.values():
        if one.able and side in ("", one.side):
            for place in np.flatnonzero(dark & ~spots.hidden_from(one.at)).tolist():
                dark[place] = not sees_point(state, one, places[place], view.options)
    return Look(
        title="Dead ground",
        shapes=enclosed("unseen", bounds(dark.reshape(rows, columns), step, table.width, table.height)),
        lines=(Line("Shaded: none of yours sees it.", ("NUTS-LOS-01",)),),
    )
