"""What a volley brings about, as it is played: who tests, who leads, Stars, house rules, men and women in melee.

NR-27, NR-85, NR-86, NR-87, NR-96, NR-100
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, statuses, told
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, table

SHOT = ActiveFire((Shot("x", RIFLE, (Aim("a", 1),)),))
"""X of blue fires at `a`."""


def causes(p: Any) -> list[tuple[str, list[str]]]:
    """Who took the first Crisis Test, and for what."""
    tests = told(p, "crisis_test")
    return [(one["figure"], one["lines"]) for one in tests[0]["results"]] if tests else []


@rule("NUTS-REACT-01")
def test_who_was_missed_is_fired_on_and_who_was_hit_is_not() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10)))
    assert causes(acted(state, dice=[1], procedure=SHOT)) == [("a", ["fired_on"])]
    assert causes(acted(state, dice=[6, 2], procedure=SHOT)) == []


@rule("NUTS-REACT-01")
@pytest.mark.parametrize(("away", "tests"), [(3.99, True), (4, True), (4.01, False)])
def test_a_friend_within_four_inches_who_sees_it_has_a_man_down(away: float, tests: bool) -> None:
    men = man("a", (10, 30)), man("b", (10, 30 + away)), foe("x", (10, 10))
    assert causes(acted(table(*men), dice=[6, 2], procedure=SHOT)) == [("b", ["man_down"])] * tests
    men[1].facing = 1800
    assert causes(acted(table(*men), dice=[6, 2], procedure=SHOT)) == []


@rule("NUTS-REACT-12")
@pytest.mark.parametrize(
    ("option", "rep", "tests"), [("off", 3, True), ("on", 3, False), ("on", 4, True), ("on", 5, True)]
)
def test_by_option_only_the_loss_of_as_good_a_man_counts(option: str, rep: int, tests: bool) -> None:
    state = table(man("a", (10, 30), rep=rep), man("b", (10, 33)), foe("x", (10, 10)))
    p = acted(state, dice=[6, 2], procedure=SHOT, options={"man_down_rep_filter": option})
    assert bool(causes(p)) == tests


def with_leaders(*men: Any) -> list[tuple[str, int]]:
    """The throws after those of `a`, who fails a Crisis Test with both dice, and what he passed; all show 4."""
    state = table(man("a", (14, 30), rep=3), *men, foe("x", (10, 10), shot_with=RIFLE))
    p = acted(state, dice=[6, 6], fill=4, procedure=Crisis((Cause("a", "fired_on", ("x",)),)))
    (first, *_) = [event for event in p.events if event.kind == "crisis_test"]
    return [(roll.purpose, first.data["results"][0]["passed"]) for roll in first.rolls[1:]]


@rule("NUTS-LEAD-03")
def test_a_platoon_leader_takes_the_place_of_the_squad_leaders_die() -> None:
    """One die falls, and 4 is more than the Rep of the one and less than that of the other."""
    nco = man("nco", (12, 30), rank="squad_leader", rep=3)
    officer = man("lt", (12, 32), rank="platoon_leader", rep=5)
    assert with_leaders(nco) == [("leader die", 0)]
    assert with_leaders(nco, officer) == [("leader die", 1)]
    officer.status = "hunker_down"
    assert with_leaders(nco, officer) == [("leader die", 0)]


def in_sight_dice(*men: Any, **options: str) -> int:
    """How many dice red throws in an In Sight Test of its men."""
    p = acted(table(*men), dice=[], fill=1, procedure=InSightTest("red-1", ("blue-1",)), options=options)
    return len(p.last("in_sight_test").rolls[0].faces)


@rule("NUTS-LEAD-04")
def test_who_only_stands_in_for_a_leader_gives_no_die_and_has_one_less_in_sight() -> None:
    stands_in, ranked = man("b", (12, 30), rep=6), man("b", (12, 30), rep=6, rank="junior_nco")
    assert with_leaders(stands_in) == []
    assert with_leaders(ranked) == [("leader die", 1)]
    foes = man("a", (10, 30), rep=4), foe("x", (10, 10), weapons=(), rep=1)
    assert in_sight_dice(*foes, stands_in) == 5
    assert in_sight_dice(*foes, ranked) == 6


@rule("NUTS-HOUSE-08")
@pytest.mark.parametrize(
    ("option", "changes", "dice"),
    [
        ("off", {"prone": True, "camouflaged": True}, 4),
        ("on", {}, 4),
        ("on", {"prone": True}, 3),
        ("on", {"camouflaged": True}, 3),
        ("on", {"prone": True, "camouflaged": True}, 2),
    ],
)
def test_by_house_rule_the_prone_and_camouflaged_are_harder_to_see(
    option: str, changes: dict[str, Any], dice: int
) -> None:
    men = man("a", (10, 30), rep=4), foe("x", (10, 10), weapons=(), rep=1, **changes)
    assert in_sight_dice(*men, house_8_in_sight=option) == dice


@rule("NUTS-HOUSE-09")
@pytest.mark.parametrize(
    ("option", "away", "tests"), [("off", 4, False), ("on", 4, True), ("on", 4.1, False)]
)
def test_by_house_rule_neighbours_share_the_test(option: str, away: float, tests: bool) -> None:
    state = table(man("a", (10, 30)), man("b", (10 + away, 30)), foe("x", (10, 10)))
    p = acted(state, dice=[1], procedure=SHOT, options={"house_9_shared_test": option})
    assert [who for who, _ in causes(p)] == ["a", *["b"] * tests]


@rule("NUTS-HOUSE-02")
@pytest.mark.parametrize(("option", "away", "hit"), [("off", 1, False), ("on", 1, True), ("on", 1.1, False)])
def test_by_house_rule_the_prone_are_shot_down_at(option: str, away: float, hit: bool) -> None:
    """A total of 8 misses who counts as prone."""
    state = table(man("a", (10, 30), prone=True), foe("x", (10, 30 - away)))
    p = acted(state, dice=[4], procedure=SHOT, options={"house_2_shooting_down": option})
    assert [one["hit"] for one in told(p, "shots")[0]["dice"]] == [hit]


# --- Stars


def starred(*dice: int, rep: int = 5, killer: int = 4, star_dice: int = 3) -> Any:
    """A Star who is hit by a man of this Rep; the dice are those after the shot."""
    state = table(man("a", (10, 30), rep=rep, star=True, star_dice=star_dice), foe("x", (10, 10), rep=killer))
    return acted(state, dice=[6, *dice], procedure=SHOT)


@rule("NUTS-STAR-01")
@pytest.mark.parametrize(
    ("faces", "status", "left"),
    [
        ([4, 5, 5], "out_of_the_fight", 3),
        ([3, 4, 5], "carry_on", 3),
        ([6, 6, 4], "out_of_the_fight", 1),
        ([3, 6, 4], "carry_on", 2),
    ],
)
def test_low_dice_lower_the_damage_and_sixes_are_lost(faces: list[int], status: str, left: int) -> None:
    """From Out of the Fight one step down is only knocked down."""
    p = starred(2, *faces)
    assert (p.state.figures["a"].status, p.state.figures["a"].star_dice) == (status, left)


@rule("NUTS-STAR-02")
def test_nobody_of_lower_rep_kills_a_star() -> None:
    p = starred(1, 4, 4, 4, killer=4)
    assert statuses(p, "a") == ["out_of_the_fight"]
    assert told(p, "larger_than_life")


@rule("NUTS-STAR-03")
@pytest.mark.parametrize("killer", [5, 6])
def test_a_star_killed_by_his_equal_gets_away_a_rep_the_poorer(killer: int) -> None:
    p = starred(1, 4, 4, 4, killer=killer)
    a = p.state.figures["a"]
    assert (a.status, a.deeds.record, a.rep) == ("gone", ("cheated_death",), 4)


@rule("COT-UNIT-14")
@pytest.mark.parametrize(
    ("away", "option", "lucky"), [(4, "on", True), (4.1, "on", False), (4, "off", False)]
)
def test_a_woman_with_a_man_near_has_the_worst_die_against_her_thrown_again(
    away: float, option: str, lucky: bool
) -> None:
    """LR-036."""
    state = table(
        man("a", (10, 20), woman=True, facing=90), man("b", (10 + away, 20), facing=90), foe("x", (10, 10))
    )
    p = acted(state, dice=[6, 1, 3] if lucky else [6, 1], procedure=SHOT, options={"women_in_combat": option})
    assert statuses(p, "a") == ["out_of_the_fight" if lucky else "obviously_dead"]


# --- melee


def locked(**changes: Any) -> Any:
    enemy = {key[2:]: changes.pop(key) for key in list(changes) if key.startswith("x_")}
    return table(man("a", (10, 21), fighting=("x",), **changes), foe("x", (10, 20), fighting=("a",), **enemy))


@rule("NUTS-MELEE-14")
def test_sergeant_pink_puts_klaus_out_of_the_fight() -> None:
    """6d6 each: four successes against two, and a 2 on the damage die."""
    state = locked(rep=5, weapons=(SMG,), x_rep=4, x_weapons=(RIFLE,))
    p = acted(state, dice=[1, 2, 2, 3, 4, 5, 1, 2, 4, 4, 4, 6, 2])
    assert [one["status"] for one in told(p, "down")] == ["out_of_the_fight"]
    assert statuses(p, "a", "x") == ["carry_on", "captured"], "and he is in his hands"
    assert [len(roll.faces) for roll in p.last("melee_round").rolls] == [6, 6]


def thrown(state: Any, options: dict[str, str] | None = None) -> int:
    """How many dice `a` throws in a round of melee."""
    return len(acted(state, dice=[], options=options).last("melee_round").rolls[0].faces)


@rule("COT-UNIT-12")
@pytest.mark.parametrize(("option", "dice"), [("off", 6), ("on", 5)])
def test_a_woman_has_a_die_less_in_melee(option: str, dice: int) -> None:
    assert thrown(locked(woman=True), {"women_in_combat": option}) == dice


@rule("COT-UNIT-12")
@pytest.mark.parametrize(("weapon", "hit"), [("core.mmg", False), ("core.lmg", True)])
def test_a_woman_with_a_machine_gun_that_needs_muscle_counts_a_rep_less(weapon: str, hit: bool) -> None:
    """Rep 4, and 8 would hit."""
    state = table(man("b", (10, 30)), foe("x", (10, 10), woman=True, weapons=(weapon,)))
    shot = ActiveFire((Shot("x", weapon, (Aim("b", 1),)),))
    p = acted(state, dice=[4], procedure=shot, options={"women_in_combat": "on"})
    assert told(p, "shots")[0]["dice"][0]["hit"] is hit


@rule("COT-UNIT-07")
def test_jugend_fight_with_a_die_less() -> None:
    for variant, dice in (("", 6), ("jugend", 5), ("partisans", 6)):
        state = locked()
        state.units["red_squad"].variant = variant
        assert thrown(state) == dice
