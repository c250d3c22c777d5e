"""What lies at a place of the table and what it does, for whoever points at it. NUTS-LOS-07, NUTS-LOS-08"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.looks import given_as
from deadground.core.scene import Line, Look
from deadground.core.view import View
from deadground.space.ground import Piece
from deadground.space.plane import Point
from deadground.space.units import Tenths, shown
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.state import INCH, SkirmishState
from deadground.systems.skirmish.terrain import called, defensive_value, is_near_outline, terrain_of

SkirmishView = View[SkirmishState]

AT_IT: Tenths = INCH // 3
"""Who points so near to a wall or a hedge means it."""

COVER = {"all": "Cover for everybody", "stationary": "Cover for men who have stopped", "no": "No cover"}
CONCEALMENT = {"all": "it hides everybody", "stationary": "it hides men who have stopped", "no": ""}
GOING = {
    "slow": "Men go at half pace in it.",
    "never": "Nobody can go there.",
}
"""What is worth a word about walking; all else is walked over as open ground."""


class OneSpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: tuple[int, int]


def ground(view: SkirmishView, given: Mapping[str, Any]) -> Look:
    """What lies at a place and what it does."""
    at, table = given_as(OneSpot, given).at, ground_of(view.state)
    if not (0 <= at[0] <= table.width and 0 <= at[1] <= table.height):
        raise Refused(Fault("with.at", "this place is not on the table"))
    piece = piece_at(view.state, at)
    if piece is None:
        return Look(title="Open ground", lines=(Line("No cover.", ("NUTS-LOS-08",)),))
    return Look(title=called(piece).capitalize(), lines=tuple(words(piece)))


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
