"""The duel as a system the kernel can run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import ClassVar

from deadground.core.agenda import Procedure
from deadground.core.catalogue import Catalogue
from deadground.core.records import copy_state
from deadground.core.system import NamedOption, Setup, System, named_options
from deadground.core.view import View
from deadground.testing.duel.rules.fire import CHARTS
from deadground.testing.duel.rules.turn import Fight
from deadground.testing.duel.state import MAGAZINE, Duel, DuelState, Man

SIDES = ("red", "blue")
NAMES = {
    "red": ("Anders", "Bruno", "Casimir", "Dmitri", "Emil", "Fedor", "Gustav", "Henrik"),
    "blue": ("Albert", "Basil", "Cedric", "Desmond", "Edgar", "Francis", "Gilbert", "Harold"),
}


class DuelSystem(System[DuelState]):
    """Two lines of riflemen who shoot back."""

    name: ClassVar[str] = "duel"
    title: ClassVar[str] = "The duel"
    version: ClassVar[str] = "1"
    state_type = DuelState
    game_type = Duel

    sizes: ClassVar[Mapping[str, int]] = {"pair": 1, "patrol": 3, "company": 20}

    @cached_property
    def options(self) -> tuple[NamedOption, ...]:
        return named_options(Catalogue.load(Path(__file__).parent))

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {
            "patrol": "Three men a side, one of them with a machine pistol.",
            "pair": "One man a side, at 120 paces.",
            "company": "Twenty men a side in two long lines.",
        }

    def seats(self, scenario: str) -> tuple[str, ...]:
        return SIDES

    def new_state(self, setup: Setup) -> DuelState:
        men = {}
        for side in SIDES:
            for lane in range(self.sizes[setup.scenario]):
                man = Man(f"{side}{lane + 1}", name_of(side, lane), side, lane)
                if lane % 3 == 2:
                    man.weapon = "machine pistol"
                men[man.id] = man
        return DuelState(gap=120, men=men, sides=SIDES)

    def opening(self, setup: Setup) -> Procedure:
        return Fight()

    def imagine(self, view: View[DuelState], rng: Random) -> DuelState:
        return copy_state(view.state)

    def invariants(self, state: DuelState) -> Iterable[str]:
        for man in state.men.values():
            if not 0 <= man.rounds <= MAGAZINE:
                yield f"{man.name} has {man.rounds} rounds"
            if man.wounds and man.stance != "down" and man.out:
                yield f"{man.name} is out and on his feet"
            if not 0 <= man.ahead <= state.gap // 2:
                yield f"{man.name} is {man.ahead} paces ahead of his line"

    def data_digest(self) -> str:
        return CHARTS.digest


def name_of(side: str, lane: int) -> str:
    first = NAMES[side][lane % len(NAMES[side])]
    return first if lane < len(NAMES[side]) else f"{first} {lane // len(NAMES[side]) + 1}"


DUEL = DuelSystem()
