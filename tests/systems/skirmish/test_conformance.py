"""The skirmish keeps the contract, with every value of the options its chapters read."""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing.conformance import conform

OTHER_VALUES = {
    "half_strength_scope": "group",
    "recover_damage_modifiers": "on",
    "in_sight_at_phase_start": "on",
    "in_sight_bonus_move": "charged",
    "in_sight_multi_group": "pairwise",
    "in_sight_strict_order": "all",
    "leave_battlefield_speed": "full_16",
    "duck_back_hidden_from": "all",
    "man_down_rep_filter": "on",
    "stationary_from": "end_of_turn",
    "figures_block_los": "any",
    "table_knowledge": "ghosts",
}


@pytest.mark.parametrize("scenario", SKIRMISH.scenarios)
def test_a_scenario_conforms(scenario: str) -> None:
    men = sum(side.pieces for side in SKIRMISH.sheet(scenario).sides)
    conform(SKIRMISH, scenario, games=1, share=min(0.3, 2 / men), seed=2)


@pytest.mark.parametrize(("option", "value"), OTHER_VALUES.items())
def test_every_option_conforms(option: str, value: str) -> None:
    conform(SKIRMISH, "crossroads", games=1, share=0.15, seed=3, options={option: value})


@pytest.mark.parametrize("seed", range(3))
def test_what_a_side_does_not_see_stays_hidden(seed: int) -> None:
    conform(SKIRMISH, "crossroads", games=1, share=0.4, seed=seed, options={"table_knowledge": "ghosts"})
