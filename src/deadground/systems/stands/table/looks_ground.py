"""The ground looked at: what lies at a place and what it does, and what of it a side cannot see."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from deadground.core.scene import Line, Look, Shape
from deadground.core.view import View
from deadground.space.cells import runs
from deadground.space.ground import Piece
from deadground.space.plane import Point
from deadground.space.units import Tenths, mm, shown
from deadground.systems.stands.figures import figure
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.going import Says, going_of
from deadground.systems.stands.look import name_of
from deadground.systems.stands.rules.duties_of_fire import templates_over
from deadground.systems.stands.sight_rules import who_sees
from deadground.systems.stands.state import Stand, StandsState, side_of
from deadground.systems.stands.terrain import terrain_of

GOING = {
    "bad": ("bad going: a move stops one base inside", ("KIM-2.5a", "KIM-2.5b")),
    "mines": ("a minefield: bad going, and a roll for who enters", ("KIM-2.5e", "KIM-2.5f")),
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
        seen_at = shown(figure(state, "open_view"), "mm")
        lines.append(Line(f"Open ground: a stand here is seen at up to {seen_at}.", ("KIM-3.1a",)))
    spot = Stand("", "", "", "", "infantry", "", at, 0)
    if templates_over(state, spot.base):
        lines.append(Line("Under area fire: who moves or fires here is rolled for.", ("KIM-4.12b",)))
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
        close = shown(figure(state, "close_view"), "mm")
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
    step = cell_size(ground.width, ground.height)
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
    shapes = tuple(rectangles(dark, step, ground.width, ground.height))
    return Look(
        title="Unseen ground",
        shapes=shapes,
        lines=(Line("Hatched: nobody of yours sees it.", ("KIM-3.1a",)),),
    )


def cell_size(width: Tenths, height: Tenths) -> Tenths:
    """The smallest square, in steps of 25 mm, of which no more than so many lie on a table."""
    step = mm(25)
    while -(-width // step) * -(-height // step) > MOST_CELLS:
        step += mm(25)
    return step


def middle(width: Tenths, height: Tenths, step: Tenths, row: int, column: int) -> Point:
    return min(column * step + step // 2, width), min(row * step + step // 2, height)


def rectangles(
    dark: np.ndarray[tuple[int, int], np.dtype[np.bool_]], step: Tenths, width: Tenths, height: Tenths
) -> Iterator[Shape]:
    """Dark squares as few upright boxes: runs of a row, joined with the same run of the rows below."""
    open_runs: dict[tuple[int, int], tuple[int, int]] = {}
    done: list[tuple[int, int, int, int]] = []
    for row, first, last in runs(dark):
        begun, until = open_runs.get((first, last), (row, row - 1))
        if until != row - 1:
            done.append((first, begun, last, until))
            begun = row
        open_runs[first, last] = begun, row
    done += [(first, begun, last, until) for (first, last), (begun, until) in open_runs.items()]
    for first, top, last, bottom in sorted(done):
        west, north = first * step, top * step
        east, south = min((last + 1) * step, width), min((bottom + 1) * step, height)
        corners = ((west, north), (east, north), (east, south), (west, south))
        yield Shape(kind="area", look="unseen", points=corners)
