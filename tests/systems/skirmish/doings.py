"""Anton of red is about to do something to X, in one of the ways to shoot, throw or hurt; and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from deadground.core.agenda import Procedure
from deadground.core.dice import Scripted
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.testing.play import Play
from tests.systems.skirmish.acting import MANY, ORDERS, told
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import At, group, man, point

SIXES = [6] * MANY
"""Shots hit, tests fail, and damage ends in death."""

STARRED = ("star_power", "larger_than_life", "cheats_death")


@dataclass
class Doing:
    """A table and what is done on it. `hits` are dice with which X is hit, `barely` those that hit in the open."""

    state: SkirmishState
    procedure: Procedure
    hits: Sequence[int]
    barely: Sequence[int] = ()
    answers: Mapping[str, Any] = field(default_factory=dict)
    """What red says to a question that begins so; to others both take what is proposed."""
    both: Procedure | None = None
    """The same done by a second man as well, who is told later."""
    doer: str = "a"
    spent: Mapping[str, Any] = field(default_factory=dict)
    """How the doer is who has nothing left to do it with."""
    runs_out: Callable[[SkirmishState], None] | None = None
    """What leaves him nothing to do it with where that is not a matter of his own."""
    between: At = (10, 25)
    """A place between him and X."""
    for_all: bool = False
    """Whether it comes down on everybody who is there."""

    @property
    def x(self) -> Figure:
        return self.state.figures["x"]

    @property
    def by(self) -> Figure:
        return self.state.figures[self.doer]

    def join(self, id: str, at: At, side: str, **changes: Any) -> Figure:
        """One man more, so far to the east and south of X, or of the doer for a man called mate."""
        near = self.by if id == "mate" else self.x
        one = man(id, (0, 0), side=side, **changes)
        east, south = point(at)
        one.at = (near.at[0] + east, near.at[1] + south)
        self.state.figures[id] = one
        if "group" not in changes:
            group(self.state)
        return one

    def play(self, dice: Sequence[int] | None = None) -> Play[SkirmishState]:
        script = [*(self.hits if dice is None else dice), *SIXES]
        answers = dict(self.answers)
        with playing(self.state, deepcopy(self.procedure), dice=script) as p:
            while seats := p.match.to_act():
                request = p.asked(seats[0])
                asked = next((text for text in answers if request.prompt.startswith(text)), "")
                given = answers.pop(asked, None)
                if given is None or p.match.check(request.choice(given)):
                    given = [] if request.prompt.startswith(ORDERS) else request.proposal
                p.choose(seats[0], given)
            p.nothing_pending()
            p.script = Scripted()
        return p


def is_hurt(p: Play[SkirmishState]) -> bool:
    """Whether X went down, or would have but for his star."""
    return any(event["figure"] == "x" for kind in ("down", *STARRED) for event in told(p, kind))


def first_doer(p: Play[SkirmishState]) -> str:
    """Who was the first to shoot, throw or strike."""
    keys = {
        "shots": "shooter",
        "throw": "figure",
        "launch": "figure",
        "flame": "figure",
        "melee_damage": "by",
        "gunnery": "gunner",
    }
    found = (str(event.data[keys[event.kind]]) for event in p.events if event.kind in keys)
    return next(found, "a")
