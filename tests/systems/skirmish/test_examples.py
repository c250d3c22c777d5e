"""The worked examples and drills of both documents: where each is played, and those that have no other home."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path

import pytest

from deadground.systems.skirmish.odds.grenade import grenade_odds
from deadground.systems.skirmish.rules.melee.melee import fight_round
from deadground.systems.skirmish.rules.melee.melee_dice import pool
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, table

HERE = Path(__file__).parent

EXAMPLES = {
    "a blue 5 and a yellow 4": "test_activation.py::test_the_example_of_a_blue_five_and_a_yellow_four",
    "doubles are thrown again": "test_activation.py::test_doubles_are_rolled_again_until_they_differ",
    "a Fast Move with 4 and 5": "test_movement.py::test_the_example_of_four_and_five",
    "In Sight: Slow to React against Steely Eyes": "test_examples.py::test_the_drill_of_two_who_meet",
    "Charles, Hans and a missed shot": "test_chains.py::test_the_exchange_of_charles_and_hans",
    "an SMG at two men: 3, 5 and 2": "test_fire.py::test_the_example_of_hans_with_three_five_and_two",
    "two men an inch apart": "test_targets.py::test_the_example_of_a_gap_of_one_inch",
    "Billy's SMG is empty": "test_fire.py::test_the_example_of_billy_whose_smg_is_empty",
    "Ivan's SMG: 1, 1 and 5": "test_ammo.py::test_the_example_of_ivan_with_one_one_and_five",
    "a German LMG: 1, 1, 4, 4, 5, 6": "test_ammo.py::test_a_dedicated_loader_makes_it_three",
    "the picture of 7 and 8": "test_crisis.py::test_the_picture_example",
    "three soldiers, one throw": "test_crisis.py::test_the_drill_of_three_soldiers",
    "Sergeant Harris's section": "test_crisis.py::test_the_section_under_fire",
    "a Platoon Leader joins": "test_leadership.py::test_the_highest_ranking_leader_present_gives_his_die",
    "Private Smith": "test_recover.py::test_the_story_of_private_smith",
    "a second test on the way to cover": "test_recover.py::test_a_second_test_on_the_way_to_cover",
    "two Germans charge a Russian": (
        "test_charge.py::test_the_example_of_two_who_win_the_in_sight_and_charge_one_russian"
    ),
    "Sergeant Pink and Klaus": "test_melee.py::test_the_example_of_sergeant_pink_and_klaus",
    "a second German on Pink": "test_examples.py::test_a_second_german_has_a_die_more_when_pink_is_evenly_matched",
    "a fourth Russian squad": "test_wounded.py::test_where_is_the_medic_of_russian_squads",
    "prone under a grenade": "test_examples.py::test_the_chances_that_house_rule_one_gives",
    "a squad of eight": "armies/test_squads.py::test_a_squad_of_eight_has_five_specialists_and_three_riflemen",
}
"""Those of reinforcements, events, vehicles, mines and weather belong to other chapters."""


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_played(example: str) -> None:
    file, name = EXAMPLES[example].split("::")
    tree = ast.parse((HERE / file).read_text("utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@rule("NUTS-SIGHT-06", "NUTS-SIGHT-08")
def test_the_drill_of_two_who_meet() -> None:
    """Both Rep 4: who came up, Slow to React and moved, has two dice; who waited, with Steely Eyes, has five."""
    state = table(
        man("a", (10, 20), attributes=("slow_to_react",), moving=True, weapons=()),
        foe("x", (10, 10), attributes=("steely_eyes",), weapons=()),
    )
    state.groups["red-1"].active = True
    state.sighted = ()
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[3, 4, 1, 2, 4, 5, 6]) as p:
        p.nothing_pending()
    told = p.last("in_sight_test").data["results"]
    assert [(one["dice"], one["successes"]) for one in told] == [(2, 1), (5, 2)]
    assert p.state.figures["x"].prone, "he has won, can neither fire nor charge, and ducks back where he is"


@rule("NUTS-MELEE-09")
def test_a_second_german_has_a_die_more_when_pink_is_evenly_matched() -> None:
    state = table(
        man("pink", (10, 21), rep=5, weapons=(SMG,), fighting=("klaus", "hans")),
        foe("klaus", (10, 20), weapons=(RIFLE,), fighting=("pink",)),
        foe("hans", (11, 20), weapons=(RIFLE,), fighting=("pink",)),
    )
    pink, klaus, hans = (state.figures[id] for id in ("pink", "klaus", "hans"))
    assert pool(game(state), hans, pink).total == 6
    fight_round(game(state, [1, 2, 4, 4, 4, 5, 1, 2, 4, 4, 4, 6]), pink, klaus)
    assert pink.melee.fighting == ("klaus", "hans")
    assert pool(game(state), hans, pink).total == 7


@bounds("NUTS-HOUSE-01")
def test_the_chances_that_house_rule_one_gives() -> None:
    """Of a Rep 4 man under a grenade that lands: prone he is out of it by 5/9, on his feet by 70 in 100."""
    on = {"house_1_prone_in_blast": "on"}
    lands = grenade_odds().where["lands"]
    assert grenade_odds(words="prone", options=on).down / lands == Fraction(5, 9)
    assert round(float(grenade_odds(options=on).down / lands), 2) == 0.7
