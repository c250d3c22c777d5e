"""A squad from battle to battle. COT-SQUAD-01, COT-SQUAD-04 to COT-SQUAD-08"""

from __future__ import annotations

import pytest

from deadground.core.roster import Roster
from deadground.systems.skirmish.armies.life import (
    Fitness,
    fit_for_next,
    kept_after_battle,
    replacements_due,
    when_dry,
    why_not_pick_up,
)
from deadground.systems.skirmish.charts import chart
from deadground.testing import bounds
from tests.systems.skirmish.armies.dice import squad

FATES: dict[str, Fitness] = {
    "NCO": "dead",
    "LMG gunner": "out_of_the_fight",
    "Rifleman 1": "out_of_the_fight",
}


def the_squad() -> Roster:
    return squad("soviet", "infantry", 1, 1, *[4] * 6)


@bounds("COT-SQUAD-01")
def test_three_ways_to_start_each_with_the_player_squad() -> None:
    table = chart("ways_to_start")
    assert list(table.lines()) == ["scenario", "battle", "campaign"]
    assert [table.number(way, "printed") for way in table.lines()] == [6, None, None]
    assert [table.look_up(way, "linked").value for way in table.lines()] == ["no", "no", "yes"]


@bounds("COT-SQUAD-04")
@pytest.mark.parametrize(
    ("value", "fit"),
    [
        ("misses_one", ["Jr. NCO", "LMG assistant", "Rifleman 2"]),
        ("core", ["Jr. NCO", "LMG gunner", "LMG assistant", "Rifleman 2"]),
    ],
)
def test_who_is_fit_for_the_next_battle(value: str, fit: list[str]) -> None:
    """The gunner has recovered, the rifleman has not."""
    found = fit_for_next(the_squad().men, FATES, ["LMG gunner", "NCO"], {"oof_next_battle": value})
    assert found == fit


@bounds("COT-SQUAD-05")
def test_one_replacement_roll_for_each_soldier_lost() -> None:
    due = replacements_due(the_squad().men, FATES, privation=2)
    assert [one.for_man for one in due] == ["NCO", "LMG gunner", "Rifleman 1"]
    assert {(one.rolled_by, one.privation) for one in due} == {("Jr. NCO", 2)}
    assert replacements_due(the_squad().men, {}, privation=1) == []


@bounds("COT-SQUAD-06")
def test_only_the_players_squad_picks_up_weapons() -> None:
    assert why_not_pick_up(player_squad=True) is None
    fault = why_not_pick_up(player_squad=False)
    assert fault is not None
    assert fault.rows == ("COT-SQUAD-06",)


@bounds("COT-SQUAD-07")
def test_a_captured_weapon_that_runs_dry_leaves_two_choices() -> None:
    both = when_dry("soviet", "german.mg42", enemy_down_near=True)
    assert both == ("gather_rounds", "change_weapon", "no_weapon")
    assert when_dry("soviet", "german.mg42", enemy_down_near=False) == ("change_weapon", "no_weapon")
    assert when_dry("soviet", "soviet.smg", enemy_down_near=True) == ()


@bounds("COT-SQUAD-08")
def test_special_weapons_are_kept_and_nothing_is_scavenged_afterwards() -> None:
    """LR-027"""
    taken = [
        "soviet.atr",
        "soviet.smg",
        "soviet.lmg",
        "soviet.grenade",
        "soviet.mortar_50",
        "soviet.ba_rifle",
    ]
    assert kept_after_battle(taken) == ["soviet.atr", "soviet.lmg", "soviet.mortar_50"]
    fault = why_not_pick_up(player_squad=True, battle_over=True)
    assert fault is not None
    assert fault.rows == ("COT-SQUAD-08",)
