"""Melee: the dice of a round and what shifts them; who dies without a roll. KIM-7.3"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.stands.rules.assault.assault import CloseCombat
from deadground.testing.rules import rule
from tests.systems.stands.assaults import THREE, charged, charger, charging, foe, shifts, shots
from tests.systems.stands.field import field, gun, hq, inf, tank
from tests.systems.stands.system import playing


@rule("KIM-7.3a", "KIM-7.3e", "KIM-7.3b")
def test_three_attackers_roll_three_dice_and_a_lone_defender_one() -> None:
    state = charged(*THREE, foe())
    with playing(state, CloseCombat(), dice=[5, 5, 5, 4]) as p:
        p.pending(red="B still stands. Press on or withdraw?")
    assert shots(p) == [("a", "b", 0), ("l", "b", 0), ("r", "b", 0), ("b", "a", 0)]
    assert [event.rolls[0].sides for event in p.events if event.kind == "shot"] == [10] * 4


@rule("KIM-7.3a", "KIM-7.3c")
@pytest.mark.parametrize(("attack", "defence", "marks"), [(5, 4, (0, 0)), (6, 5, (1, 1)), (5, 5, (1, 0))])
def test_both_roll_together_and_the_defender_adds_one(attack: int, defence: int, marks: Any) -> None:
    with playing(charged(charger("a"), foe()), CloseCombat(), dice=[attack, defence]) as p:
        p.pending(red="B still stands.")
    assert (p.state.stands["a"].hits, p.state.stands["b"].hits) == marks
    assert shifts(p) == {"a": 0, "b": 1}


@rule("KIM-7.3c")
@pytest.mark.parametrize("option", ["melee", "all_fire"])
def test_a_marked_stand_is_one_worse_on_either_side(option: str) -> None:
    state = charged(charger("a", hits=1), foe(hits=1))
    with playing(state, CloseCombat(), dice=[6, 5], options={"marked_penalty": option}) as p:
        p.pending(red="B still stands.")
    assert shifts(p) == {"a": -1, "b": 0}
    with playing(state, CloseCombat(), dice=[7, 6], options={"marked_penalty": option}) as p:
        p.nothing_pending()
    assert p.state.stands == {}


@rule("KIM-7.2a")
@pytest.mark.parametrize(("option", "shift"), [("melee", 1), ("all_fire", 0)])
def test_whether_a_marked_stand_is_worse_in_all_fire(option: str, shift: int) -> None:
    state = field(charger("a"), foe(order="fire", hits=1))
    with charging(state, dice=[1], options={"marked_penalty": option}) as p:
        p.nothing_pending()
    assert shifts(p) == {"b": shift}


@rule("KIM-7.3d", "KIM-7.3c")
@pytest.mark.parametrize("kind", ["pak40", "artillery"])
def test_a_gun_is_one_worse_when_it_repels_an_assault(kind: str) -> None:
    state = charged(charger("a"), gun("b", (500, 420), "blue", 180, kind=kind, order="dummy"))
    with playing(state, CloseCombat(), dice=[6, 5]) as p:
        p.pending(red="B still stands.")
    assert shifts(p)["b"] == 0
    assert p.state.stands["a"].hits == 0


@rule("KIM-7.3d")
@pytest.mark.parametrize(
    ("facing", "lost"), [(0, True), (45, True), (315, True), (45.1, False), (314.9, False), (180, False)]
)
def test_a_gun_assaulted_from_the_rear_is_lost(facing: float, lost: bool) -> None:
    state = charged(charger("a"), gun("b", (500, 420), "blue", facing, order="fire" if lost else "dummy"))
    with playing(state, CloseCombat(), dice=[] if lost else [1, 1]) as p:
        if lost:
            p.choose("red", True)
            p.nothing_pending()
        else:
            p.pending(red="B still stands.")
    assert ("b" not in p.state.stands) is lost
    if lost:
        assert p.last("destroyed").rows[:2] == ("KIM-7.3d", "KIM-R64")


@rule("KIM-7.3a")
def test_infantry_taken_in_the_rear_fights() -> None:
    with playing(charged(charger("a"), foe(facing=0)), CloseCombat(), dice=[1, 1]) as p:
        p.pending(red="B still stands.")


@rule("KIM-1.2k")
@pytest.mark.parametrize(("option", "left"), [("stand", {"a", "c", "d"}), ("unit", {"a", "d"})])
def test_a_prone_stand_that_is_reached_is_lost_without_a_roll(option: str, left: set[str]) -> None:
    others = [foe("c", (800, 420), order="prone"), foe("d", (900, 420), order="dummy")]
    state = charged(charger("a"), foe(order="prone"), *others)
    assert "b" in state.stands
    with playing(state, CloseCombat(), options={"prone_loss": option}) as p:
        p.choose("red", False)
        p.nothing_pending()
    assert set(p.state.stands) == left


@rule("KIM-7.2b", "KIM-7.2c")
def test_a_prone_stand_lives_if_supporting_fire_breaks_the_charge() -> None:
    state = field(charger("a", hits=1), foe(order="prone"), foe("s", (560, 450), order="fire"))
    with charging(state, support={"blue": ["s>a"]}, dice=[10]) as p:
        p.nothing_pending()
    with playing(p.state, CloseCombat()) as q:
        q.nothing_pending()
    assert set(q.state.stands) == {"b", "s"}
    assert q.state.stands["b"].order == "prone"
    assert q.state.stands["b"].in_contact_with == ""


@rule("KIM-1.3h", "KIM-7.3a")
def test_an_hq_fights_as_infantry() -> None:
    state = charged(charger("a"), hq("b", (500, 420), "blue", 180))
    with playing(state, CloseCombat(), dice=[6, 5]) as p:
        p.pending(red="B still stands.")
    assert (p.state.stands["b"].hits, p.state.stands["a"].hits) == (1, 1)


@rule("KIM-1.3h")
@pytest.mark.parametrize(("option", "left"), [("infantry", True), ("as_model", False)])
def test_an_hq_may_be_hit_as_its_model(option: str, left: bool) -> None:
    state = charged(charger("a"), hq("b", (500, 420), "blue", 180))
    with playing(state, CloseCombat(), dice=[6, 1], options={"hq_target": option}) as p:
        if left:
            p.pending(red="B still stands.")
        else:
            p.choose("red", False)
            p.nothing_pending()
    assert ("b" in p.state.stands) is left


@rule("KIM-1.3h", "KIM-7.3a", "KIM-4.3a")
def test_an_hq_has_infantry_weapons_against_armour() -> None:
    """A Sherman of class C by group 5 in the nearest column, with the defender's 1."""
    attacker = tank("a", (500, 500), order="charge")
    state = charged(attacker, hq("b", (500, 420), "blue", 180))
    with playing(state, CloseCombat(), dice=[1, 1]) as p:
        p.pending(red="B still stands.")
    first, second = (event for event in p.events if event.kind == "shot")
    assert (first.rolls[0].sides, second.rolls[0].sides) == (10, 20)
    state = charged(attacker, inf("b", (500, 420), "blue", 180, order="dummy"))
    with playing(state, CloseCombat(), dice=[1, 1]) as q:
        q.pending(red="B still stands.")
    assert q.last("shot").text.split(": ")[1] == second.text.split(": ")[1]
