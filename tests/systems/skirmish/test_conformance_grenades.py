"""The contract holds with grenades, launchers and flame in all hands, and with every value of their options."""

from __future__ import annotations

import pytest

from deadground.core.system import Setup
from deadground.systems.skirmish.state import INCH, SkirmishState
from deadground.systems.skirmish.system import SkirmishSystem
from deadground.testing.conformance import conform

GEAR = (("grenade", 3), ("smoke_grenade", 1), ("rifle_grenade", 2), ("molotov", 1), ("satchel", 1))
IN_HAND = ("core.flamethrower", "core.panzerfaust")


class HeavilyArmed(SkirmishSystem):
    """The crossroads, with the patrols closer to each other and something to throw for all of them."""

    def new_state(self, setup: Setup) -> SkirmishState:
        state = super().new_state(setup)
        for number, figure in enumerate(state.figures.values()):
            x, y = figure.at
            figure.pack = figure.pack.but(gear=GEAR)
            figure.at = (x, y + (6 if figure.side == "german" else -4) * INCH)
            if number % 4 >= 2:
                figure.arms = figure.arms.but(weapons=(IN_HAND[number % 2], *figure.arms.weapons))
        return state


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"blast_circle": "radius"},
        {"dive_for_all_blasts": "on"},
        {"flame_dice": "per_target"},
        {"table_knowledge": "ghosts"},
    ],
    ids=lambda options: next(iter(options), "defaults"),
)
def test_with_grenades_it_conforms(options: dict[str, str]) -> None:
    conform(HeavilyArmed(), "crossroads", games=1, share=0.15, seed=4, options=options)
