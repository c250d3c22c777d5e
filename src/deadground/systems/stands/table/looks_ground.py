"""The ground looked at: what lies at a place and what it does, and what of it a side cannot see."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from deadground.core.scene import Line, Look, Shape, enclosed
from deadground.core.view import View
from deadground.space.cells import bounds, cell_size, middle
from deadground.space.ground import Piece
from deadground.space.plane import Point
from deadground.space.units import mm, shown
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.fire.duties_of_fire import templates_over
from deadground.systems.stands.rules.movement.going import Says, going_of
from deadground.systems.stands.rules.visibility.look import name_of
from deadground.systems.stands.rules.visibility.sight_rules import who_sees
from deadground.systems.stands.state import Stand, StandsState, side_of
from deadground.systems.stands.terrain import terrain_of

GOING = {
    "bad": ("bad going: a move stops one base inside", ("KIM-2.5a", "KIM-2.5b")),
    "mines": ("a minefield: bad going, and a roll for whoever enters", ("KIM-2.5e", "KIM-2.5f")),
    "impassable": ("cannot be crossed", ("KIM-2.5a", "KIM-R92")),
    "road": ("a longer move along it, and no bad going on it", ("KIM-2.3a", "KIM-2.5d")),
    "crossing": ("no bad going on it", ("KIM-2.5d",)),
}
"""What going means to a mover."""

MOST_CELLS = 1200
"""How finely unseen ground is looked at: no more squares than this on the table."""


def about_ground(state: StandsState, at: Point) -> Look:
    """The pieces at a place from the top down, and the height."""
    ground = ground_of(state)
    pieces = list(reversed(ground.pieces_at(at)))
    lines = [line for piece in pieces for line in piece_lines(state, piece)]
    level = ground.level_at(at)
    if level:
        lines.append(Line(f"Height: level {level}."))
    if not pieces:
        seen_at = shown(number(state, "open_view"), "mm")
        lines.append(Line(f"Open ground: a stand here is seen at up to {seen_at}.", ("KIM-3.1a",)))
    spot = Stand("", "", "", "", "infantry", "", at, 0)
    if templates_over(state, spot.base):
        lines.append(Line("Under area fire: whoever moves or fires here is rolled for.", ("KIM-4.12b",)))
    shapes = tuple(
        Shape(kind="area", look="bad_going", points=piece.polygon, label=piece.name)
        for piece in pieces
        if piece.polygon and word_of(state, piece) in ("bad", "mines", "impassable")
    )
    title = name_of(pieces[0]) if pieces else "Open ground"
    return Look(title=title[0].upper() + title[1:], lines=tuple(lines), shapes=shapes)


def word_of(state: StandsState, piece: Piece) -> str:
    return going_of(piece, Says(state.impassable, state.steep, state.works_are_bad_going))


def piece_lines(state: StandsState, piece: Piece) -> Iterator[Line]:
    """What one piece does to sight, cover and movement. KIM-2.5a, KIM-3.1b, KIM-R86, KIM-R102"""
    does, rows = [], ["KIM-R102"]
    terrain = terrain_of(piece)
    if terrain.conceals:
        close = shown(number(state, "close_view"), "mm")
        does.append(f"conceals (seen within {close} only) and gives cover, one harder to hit")
        rows += ["KIM-3.1b", "KIM-R86"]
    if terrain.blocks:
        does.append("closes the view")
        rows.append("KIM-3.1d")
    if terrain.works:
        does.append("a prepared position for infantry and guns")
        rows.append("KIM-3.1c")
    going = GOING.get(word_of(state, piece))
    if going:
        does.append(going[0])
        rows += going[1]
    name = name_of(piece)
    kind = piece.kind.replace("_", " ")
    named = name if kind in name.lower() else f"{name} ({kind})"
    words = "; ".join(does) or "no effect"
    yield Line(f"{named[0].upper()}{named[1:]}: {words}.", tuple(dict.fromkeys(rows)))


def unseen_ground(view: View[StandsState]) -> Look:
    """The squares of the table where a stand in the open, or in what is there, would not be seen. KIM-3.1a"""
    state, ground = view.state, ground_of(view.state)
    side = side_of(state, view.seat)
    step = cell_size(ground.width, ground.height, mm(25), MOST_CELLS)
    columns, rows = -(-ground.width // step), -(-ground.height // step)
    places = [
        Stand(
            f"{row}:{column}",
            "",
            "",
            "",
            "infantry",
            "",
            middle(ground.width, ground.height, step, row, column),
            0,
        )
        for row in range(rows)
        for column in range(columns)
    ]
    lookers = [one for one in state.stands.values() if side in ("", one.side)]
    night = state.turn in state.night_turns
    seen = who_sees(state, lookers, places, night=night, options=view.options)
    dark = np.array([place.id not in seen for place in places], dtype=np.bool_).reshape(rows, columns)
    return Look(
        title="Dead ground",
        shapes=enclosed("unseen", bounds(dark, step, ground.width, ground.height)),
        lines=(Line("Shaded: none of yours sees it.", ("KIM-3.1a",)),),
    )
