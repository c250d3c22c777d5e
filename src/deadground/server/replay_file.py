"""A battle as one document that can be played again without a server: the map, and every view as frames.

A frame is what changed in the scene since the one before, and what was told. There is a viewpoint for every seat
and one for everybody, so it must only be given away once the game is over.
"""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.journal import Seated, line_to
from deadground.core.patch import Change, diff
from deadground.core.view import Outcome
from deadground.server.api_games import Moment
from deadground.server.chronicle import ALL, Chronicle, Game

EVERYBODY = "all"
DATA = "/*REPLAY*/null"
"""Stands in the built page where the document goes."""


class ReplayLine(msgspec.Struct, frozen=True):
    """Something that was told, with its rule rows and the faces of its dice."""

    text: str
    rows: tuple[str, ...]
    faces: tuple[tuple[int, int], ...]
    """Each die as its sides and the face that fell."""


class ReplayFrame(msgspec.Struct, frozen=True, kw_only=True):
    """A moment: what changed in the scene, and what was told."""

    moment: Moment
    changes: list[Change]
    told: list[ReplayLine]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """The whole document. A viewpoint's first frame changes an empty scene into its first one."""

    title: str
    outcome: Outcome
    marks: list[str]
    map: str
    """The drawing of the ground, as SVG."""
    viewpoints: dict[str, list[ReplayFrame]]


def replay_document(game: Game, chronicle: Chronicle, outcome: Outcome, marks: list[str]) -> Replay:
    """Everything that a game that is over shows, from every seat and from above."""
    sheet = game.system.sheet(game.setup.scenario)
    points = {EVERYBODY: ALL, **{seat: seat for seat in game.setup.seats}}
    return Replay(
        title=sheet.title,
        outcome=outcome,
        marks=marks,
        map=game.system.drawing(sheet.map),
        viewpoints={name: frames(game, chronicle, seat) for name, seat in points.items()},
    )


def frames(game: Game, chronicle: Chronicle, seat: str) -> list[ReplayFrame]:
    """A viewpoint's moments, without what was taken back; who sat down, left or was replaced is among them."""
    played = {entry.n for entry in line_to(list(game.journal), len(game.journal) - 1)}
    played.update(entry.n for entry in game.journal if isinstance(entry.act, Seated))
    told = chronicle.moments(game, seat)
    before: Any = {}
    found: list[ReplayFrame] = []
    for one in told:
        if one.entry not in played:
            continue
        scene = msgspec.to_builtins(chronicle.seen(game, seat, told, one.moment.n).scene)
        lines = [
            ReplayLine(
                event.text,
                event.rows,
                tuple((roll.sides, face) for roll in event.rolls for face in roll.faces),
            )
            for event in one.news
        ]
        found.append(ReplayFrame(moment=one.moment, changes=diff(before, scene), told=lines))
        before = scene
    return found


def replay_page(page: str, document: Replay) -> str:
    """The built replay page with a document in it. A tag or comment inside it could end the script."""
    data = msgspec.json.encode(document).decode().replace("<", "\\u003c")
    title = document.title.replace("&", "&amp;").replace("<", "&lt;")
    return page.replace("<title>Deadground</title>", f"<title>{title} · Deadground</title>").replace(
        DATA, data, 1
    )
