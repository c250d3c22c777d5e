"""Two patrols a few inches apart, with a medic and a wounded man on either side: charges, melees, burdens.

Whole random games keep the contract, whatever is switched on.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from deadground.core.journal import Began
from deadground.core.match import Match
from deadground.core.system import Setup
from deadground.space.units import inches
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.system import SkirmishSystem
from deadground.testing.conformance import conform

PLACES = {
    "german": [(11, 10), (12.5, 9.5), (14, 10), (15.5, 10)],
    "soviet": [(11, 15), (12.5, 15.5), (14.2, 15), (16, 15)],
}


class CloseQuarters(SkirmishSystem):
    """The crossroads, with everybody near its middle."""

    def new_state(self, setup: Setup) -> SkirmishState:
        state = super().new_state(setup)
        for side, places in PLACES.items():
            men = [one for one in state.figures.values() if one.side == side]
            for one, (x, y) in zip(men, places, strict=True):
                one.at = inches(x), inches(y)
            men[0].star, men[0].star_dice = True, men[0].rep
            men[1].medic, men[1].rep, men[1].rank = True, 4, "soldier"
            men[2].rank = "platoon_leader"
            men[3].status, men[3].prone = "out_of_the_fight", True
        return state


EVERYTHING = {
    "melee_break_off": "when_active",
    "house_1_prone_in_blast": "on",
    "house_2_shooting_down": "on",
    "house_3_crawling": "on",
    "house_6_capture": "on",
    "house_7_platoon_command": "on",
    "house_8_in_sight": "on",
    "house_9_shared_test": "on",
}


@pytest.mark.parametrize("options", [{}, EVERYTHING, {"table_knowledge": "ghosts"}])
def test_close_quarters_conform(options: dict[str, str]) -> None:
    conform(CloseQuarters(), "crossroads", games=1, share=0.3, seed=1, options=options)


def test_random_games_come_to_blows_and_fetch_their_wounded() -> None:
    told: Counter[str] = Counter()
    system = CloseQuarters()
    for seed in range(40):
        rng = Random(seed)
        match = Match(system, system.prepare("crossroads", EVERYTHING if seed % 2 else {}), rng.randbytes(32))
        match.enact(Began())
        while match.outcome is None:
            seat = rng.choice(match.to_act())
            view = match.view(seat)
            match.submit(view.requests[0].choice(view.requests[0].sample(view, rng)))
            assert not list(system.invariants(match.position.state))
        told.update(event.seen.kind for entry in match.journal for event in entry.events)
    wanted = ("charge_test", "contact", "melee_round", "melee_damage", "willing", "picks_up_wounded", "medic")
    assert not [kind for kind in wanted if not told[kind]]
