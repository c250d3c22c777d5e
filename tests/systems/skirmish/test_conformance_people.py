"""The contract holds among hated foes, engineers, Looters, Ruthless Stars, and men who fall beside others."""

from __future__ import annotations

from random import Random

import pytest

from deadground.core.journal import Began
from deadground.core.match import Match
from deadground.core.system import Setup
from deadground.systems.skirmish.state import INCH, SkirmishState
from deadground.systems.skirmish.system import SkirmishSystem
from deadground.testing.conformance import conform
from deadground.testing.conformance.checks import random_choice

ATTRIBUTES = ("poser", "shirker", "coward", "lucky", "born_leader", "rage")
KINDS = {"foe_reaction", "inspiration", "looter", "fanatic_foes", "crisis_test"}
SEEDS = range(60)


class Hateful(SkirmishSystem):
    """The crossroads, the patrols close to each other, of engineers, who hate each other and have every vice."""

    def new_state(self, setup: Setup) -> SkirmishState:
        state = super().new_state(setup)
        state.foes = (("german", "soviet"),)
        for unit in state.units.values():
            unit.variant = "engineers"
        for number, figure in enumerate(state.figures.values()):
            x, y = figure.at
            figure.attributes = ("ruthless", "looter", ATTRIBUTES[number % len(ATTRIBUTES)])
            figure.star = number % 4 == 0
            figure.star_dice = figure.rep if figure.star else -1
            figure.pack = figure.pack.but(gear=(("grenade", 1), ("scope", 1)))
            figure.at = (x, y + (8 if figure.side == "german" else -6) * INCH)
        return state


@pytest.mark.parametrize("knowledge", ["open", "ghosts"])
def test_it_conforms(knowledge: str) -> None:
    conform(Hateful(), "crossroads", games=1, share=0.15, seed=5, options={"table_knowledge": knowledge})


def test_all_of_it_happens_in_random_games() -> None:
    """Or the test above would show nothing."""
    told: set[str] = set()
    system = Hateful()
    for seed in SEEDS:
        match = Match(system, system.prepare("crossroads"), seed.to_bytes(32, "big"))
        match.enact(Began())
        rng = Random(seed)
        while match.outcome is None:
            random_choice(match, rng)
        told |= {event.seen.kind for entry in match.journal for event in entry.events}
        assert not list(system.invariants(match.position.state))
        if told >= KINDS:
            return
    assert told >= KINDS
