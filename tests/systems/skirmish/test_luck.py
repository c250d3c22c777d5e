"""Attributes of the supplement in play: Born Leaders, the Lucky, Posers; and women with heavy weapons. LR-040"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.fire.damage import Hit, damage_of
from deadground.systems.skirmish.rules.fire.fire import to_hit, volley
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.leaders.leadership import throw_leader_die
from deadground.systems.skirmish.rules.reactions.crisis import CrisisTest
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.troops.luck import is_lucky
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import RIFLE, foe, man, table


@rule("COT-UNIT-10")
@bounds("NUTS-LEAD-01")
@pytest.mark.parametrize(
    ("attributes", "dice", "passed"),
    [(("born_leader",), [5, 4], 1), (("born_leader",), [5, 6], 0), (("born_leader",), [1, 1], 1)],
)
def test_a_born_leader_throws_two_dice_and_counts_the_better(
    attributes: tuple[str, ...], dice: list[int], passed: int
) -> None:
    state = table(man("a", (10, 20), rank="squad_leader", attributes=attributes))
    roll, many = throw_leader_die(game(state, dice), state.figures["a"])
    assert (len(roll.faces), many) == (2, passed)
    assert state.figures["a"].shown_attributes == attributes


@bounds("NUTS-LEAD-01")
@pytest.mark.parametrize(("dice", "result"), [([5, 5, 4], "snap_fire"), ([5, 5, 5], "hunker_down")])
def test_another_leader_throws_one(dice: list[int], result: str) -> None:
    state = table(
        man("a", (10, 20)), man("nco", (12, 20), rank="squad_leader"), foe("x", (10, 10), shot_with=RIFLE)
    )
    g = game(state, dice)
    CrisisTest("red-1", (Cause("a", "fired_on", ("x",)),)).throw(g)
    assert state.figures["a"].reaction.reacting == result


LUCKY: dict[str, Any] = {"attributes": ("lucky",)}


@bounds("COT-UNIT-14")
@pytest.mark.parametrize(
    ("hits", "dice", "status"),
    [
        (1, [1, 3], "out_of_the_fight"),
        (1, [3, 1], "obviously_dead"),
        (1, [3, 4, 4, 4], "carry_on"),
        (2, [1, 5, 6, 4, 4], "carry_on"),
        (2, [1, 3, 6], "out_of_the_fight"),
    ],
)
def test_the_worst_die_against_the_lucky_is_thrown_again_once(
    hits: int, dice: list[int], status: str
) -> None:
    """LR-040: the second score counts, be it worse."""
    state = table(man("a", (10, 20), **LUCKY), foe("x", (10, 10)))
    a = state.figures["a"]
    damage_of(game(state, dice), a, [Hit("x", 3)] * hits)
    assert (a.status, a.deeds.record[0]) == (status, "luck_used")


@rule("NUTS-FIRE-04")
def test_luck_is_kept_for_a_hit_that_counts_and_comes_once() -> None:
    state = table(man("a", (10, 20), **LUCKY), foe("x", (10, 10)))
    a = state.figures["a"]
    damage_of(game(state, [4, 4, 4]), a, [Hit("x", 3)])
    assert a.deeds.record == ()
    damage_of(game(state, [1, 4, 4, 4]), a, [Hit("x", 3)])
    assert [a.status, *a.deeds.record] == ["carry_on", "luck_used"]
    damage_of(game(state, [2]), a, [Hit("x", 3)])
    assert a.status == "out_of_the_fight"


@bounds("COT-UNIT-14")
@pytest.mark.parametrize(
    ("at", "other", "option", "lucky"),
    [
        ((14, 20), {}, "on", True),
        ((14.1, 20), {}, "on", False),
        ((14, 20), {"woman": True}, "on", False),
        ((14, 20), {"status": "obviously_dead"}, "on", False),
        ((14, 20), {}, "off", False),
    ],
)
def test_a_woman_is_lucky_while_a_man_is_near(
    at: tuple[float, float], other: dict[str, Any], option: str, lucky: bool
) -> None:
    """LR-036: within 4" and in sight."""
    state = table(man("a", (10, 20), woman=True, facing=90), man("b", at, **other), foe("x", (10, 10)))
    g = game(state, options={"women_in_combat": option})
    assert is_lucky(g, state.figures["a"]) == lucky
    assert not is_lucky(g, state.figures["b"]) or other == {"woman": True}
    away = table(man("a", (10, 20), woman=True, facing=270), man("b", at))
    assert not is_lucky(game(away), away.figures["a"]), "she must see him"
    g_on = game(table(man("c", (1, 1), woman=True), man("d", (2, 1))), options={"women_in_combat": "on"})
    is_lucky(g_on, g_on.figure("c"))


@rule("COT-UNIT-11")
def test_a_posers_rep_falls_when_he_is_first_shot_at() -> None:
    state = table(man("a", (10, 20)), foe("x", (10, 10), rep=4, attributes=("poser",)))
    x = state.figures["x"]
    for _ in range(2):
        volley(game(state, [1]), [Shot("a", RIFLE, (Aim("x", 1),))])
    assert (x.rep, x.deeds.record, x.shown_attributes) == (3, ("shot_at",), ("poser",))
    assert x.shown_rep == 3, "it was told"
    least = table(man("a", (10, 20)), foe("x", (10, 10), rep=1, attributes=("poser",)))
    volley(game(least, [1]), [Shot("a", RIFLE, (Aim("x", 1),))])
    assert least.figures["x"].rep == 1


@bounds("COT-UNIT-12")
@pytest.mark.parametrize(
    ("weapon", "woman", "option", "added"),
    [
        ("core.mmg", True, "on", 3),
        ("core.hmg", True, "on", 3),
        ("core.lmg", True, "on", 4),
        (RIFLE, True, "on", 4),
        ("core.mmg", True, "off", 4),
    ],
)
def test_a_woman_has_a_rep_less_with_heavy_weapons(weapon: str, woman: bool, option: str, added: int) -> None:
    state = table(man("a", (10, 20), weapons=(weapon,), woman=woman), foe("x", (10, 10)))
    g = game(state, options={"women_in_combat": option})
    assert to_hit(g, Shot("a", weapon, (Aim("x", 1),)), first=True).total == added
