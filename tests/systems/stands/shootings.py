"""Scenes of fire for tests: a gun of red, a target of blue, and a procedure in which the one fires at the other.

`Xaver` is always the gun and `Yorck` its target, so that a log can be searched for their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from deadground.core.agenda import Procedure
from deadground.core.dice import Scripted
from deadground.core.events import SeenEvent
from deadground.core.journal import Began
from deadground.core.match import Match
from deadground.core.position import start
from deadground.core.requests import AnyRequest, Confirm, Pick
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing.play import SEED, Curtain, Play
from tests.systems.stands.field import At
from tests.systems.stands.guns import shelled
from tests.systems.stands.system import FieldSystem

GUN, FOE = "Xaver", "Yorck"
AREA = "area fire"


class LoadedDice:
    """Dice that always hit or always miss: those of area fire, and all others but those for what is `missing`."""

    def __init__(self, hits: bool, area_hits: bool, missing: str) -> None:
        self.hits, self.area_hits, self.missing = hits, area_hits, missing

    def faces(self, count: int, sides: int, purpose: str, ordered: bool) -> tuple[int, ...]:
        high = self.area_hits if purpose == AREA else self.hits and purpose != self.missing
        return (sides if high else 1,) * count


class Shooting:
    """A table on which somebody is about to fire.

    `answers` says what a seat gives where its question begins so; a list of ids is given as far as it is offered.
    What is not named there is answered with nothing, or no. `shells` is a place where a template lies on the
    shooter alone; the shooter is "" where no stand fires, and `missing` is fire that never hits.
    """

    def __init__(
        self,
        state: StandsState,
        *procedures: Procedure,
        answers: Mapping[tuple[str, str], Any] | None = None,
        shooter: str = "gun",
        target: str = "foe",
        shells: At = (0, 0),
        options: Mapping[str, str] | None = None,
        missing: str = "",
    ) -> None:
        self.state, self.procedures, self.answers = state, procedures, dict(answers or {})
        self.shooter, self.target, self.shells, self.options = shooter, target, shells, options
        for stand, name in ((self.gun, GUN), (state.stands.get(target), FOE)):
            if stand is not None:
                stand.name = name
        self.missing, self.was_spent = missing, False

    @property
    def gun(self) -> Stand | None:
        """The stand that fires, before it does."""
        return self.state.stands.get(self.shooter)

    def play(self, *, hits: bool = False, area_hits: bool = False) -> Play[StandsState]:
        """Play it to the end."""
        system = FieldSystem(self.state)
        dice = LoadedDice(hits, area_hits, self.missing)
        match = Match(system, system.prepare("field", self.options), SEED, lambda entry: dice)
        match.position.agenda[:] = [start(copy(one)) for one in (Curtain(), *reversed(self.procedures))]
        played = Play(match, Scripted())
        match.enact(Began())
        while match.to_act():
            self._note(played)
            seat = match.to_act()[0]
            request = match.requests(seat)[0]
            match.submit(request.choice(self._answer(seat, request)))
        self._note(played)
        played.nothing_pending()
        return played

    def _note(self, p: Play[StandsState]) -> None:
        gun = p.state.stands.get(self.shooter)
        self.was_spent |= gun is not None and gun.fired

    def _answer(self, seat: str, request: AnyRequest) -> Any:
        given = next(
            (
                value
                for (whose, words), value in self.answers.items()
                if whose == seat and request.prompt.startswith(words)
            ),
            None,
        )
        if isinstance(request, Pick):
            wanted: Sequence[str] = given or ()
            return [id for id in wanted if id in request.open][: request.most]
        if isinstance(request, Confirm):
            return bool(given)
        return given or {}

    def under_fire(self) -> Shooting:
        """With a template of area fire on the shooter."""
        shelled(self.state, self.shells, side="blue", id="shells")
        return self

    def shots(self, p: Play[StandsState]) -> list[SeenEvent]:
        """What the shooter fired."""
        return [event for event in p.events if self._is_own(event)]

    def _is_own(self, event: SeenEvent) -> bool:
        if event.kind == "anti_aircraft":
            return self.shooter in event.data["stands"]
        return event.kind == "shot" and event.data["shooter"] == self.shooter

    def rolled_under_fire(self, p: Play[StandsState]) -> bool:
        """Whether area fire on the shooter was rolled for."""
        return any(
            event.kind == "shot" and event.data["manner"] == "area" and event.data["target"] == self.shooter
            for event in p.events
        )
