"""Scenes, looks and gestures in tests: what a seat is shown of a small battle, in millimetres where it matters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deadground.core.agenda import Procedure
from deadground.core.dice import Scripted
from deadground.core.journal import Began
from deadground.core.looks import edit, look_about
from deadground.core.match import Match
from deadground.core.position import start
from deadground.core.records import copy_state, redact
from deadground.core.requests import AnyRequest, Gesture
from deadground.core.scene import Look, Scene
from deadground.core.view import View
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.table.scene import scene
from deadground.testing.play import SEED, Curtain
from tests.systems.stands.field import At, point
from tests.systems.stands.system import FieldSystem


def view_of(
    state: StandsState, seat: str = "red", options: Mapping[str, str] | None = None
) -> View[StandsState]:
    """What a seat knows of a battle; "" sees everything."""
    setup = FieldSystem(state).prepare("field", options)
    return View(seat, setup.seats, setup.options, lambda: redact(state, seat) if seat else copy_state(state))


def seen(state: StandsState, seat: str = "red") -> Scene:
    return scene(view_of(state, seat))


def look(state: StandsState, about: str, seat: str = "red", **given: Any) -> Look:
    """What a player at the table is answered; `from_` is sent as `from`."""
    match = table_of(state)
    return look_about(match, seat, about, {name.rstrip("_"): value for name, value in given.items()})


def table_of(state: StandsState, procedure: Procedure | None = None, **options: str) -> Match[StandsState]:
    """A battle at which players sit, before a procedure begins."""
    system = FieldSystem(state)
    match = Match(system, system.prepare("field", options), SEED, lambda entry: Scripted())
    if procedure is not None:
        match.position.agenda[:] = [start(Curtain()), start(procedure)]
    return match


def texts(found: Look) -> list[str]:
    return [line.text for line in found.lines]


def looks_of(found: Look, look: str) -> list[tuple[str, tuple[tuple[float, float], ...]]]:
    """The shapes of one look: whose, and where in millimetres."""
    return [
        (shape.token, tuple((x / 10, y / 10) for x, y in shape.points))
        for shape in found.shapes
        if shape.look == look
    ]


class Hand:
    """A player's hand over what a procedure asks him first: it makes gestures and keeps the draft."""

    def __init__(self, state: StandsState, procedure: Procedure, seat: str = "red", **options: str) -> None:
        self.match = table_of(state, procedure, **options)
        self.match.enact(Began())
        self.seat = seat
        self.draft: Any = None

    @property
    def request(self) -> AnyRequest:
        return self.match.requests(self.seat)[0]

    def drag(self, *pieces: str, to: At | str, **given: Any) -> Look:
        where = to if isinstance(to, str) else point(to)
        return self._make(Gesture(pieces=pieces, to=where, given=given))

    def act(self, name: str, *pieces: str, **given: Any) -> Look:
        return self._make(Gesture(act=name, pieces=pieces, given=given))

    def _make(self, gesture: Gesture) -> Look:
        found = edit(self.match, self.seat, self.request.serial, self.draft, gesture)
        self.draft = found.value
        return found
