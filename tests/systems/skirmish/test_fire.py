"""Resolving fire: the to-hit table, damage, sorting, and the examples of the book.

NR-31, NR-34, NR-35, NR-41, NS-07
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.fire.damage import Hit, damage_line, damage_of
from deadground.systems.skirmish.rules.fire.fire import is_hit, shoot, to_hit, volley
from deadground.systems.skirmish.rules.fire.outgunned import is_outgunned, rank_against
from deadground.systems.skirmish.rules.fire.readiness import power_against, target_rating, why_no_shot
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot, shot_faults
from deadground.systems.skirmish.rules.reactions.crisis import Crisis, line_of
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.weapons import weapon
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, RIFLE, SMG, foe, man, table

WALL = "  - {id: wall, kind: wall, line: [[5, 10.6], [15, 10.6]]}"


def duel(pieces: str = "", shooter: dict[str, Any] | None = None, **target: Any) -> Any:
    """A shooter to the south and a target to the north of him."""
    return table(man("a", (10, 30), **(shooter or {})), foe("x", (10, 10), **target), pieces=pieces)


def hits(state: Any, total: int, *, place: int = 0, snap: bool = False) -> bool:
    shot = Shot("a", RIFLE, (Aim("x", 1),), snap=snap)
    return is_hit(game(state), shot, state.figures["x"], total, place)


@rule("NUTS-FIRE-01")
@pytest.mark.parametrize(
    ("total", "hit"), [(2, False), (3, False), (7, False), (8, True), (9, True), (10, True)]
)
def test_a_total_of_seven_or_less_misses_and_a_plain_eight_hits(total: int, hit: bool) -> None:
    assert hits(duel(), total) == hit


@rule("NUTS-FIRE-01")
def test_ten_hits_whatever_the_circumstances() -> None:
    state = duel(WALL, {"fast_moving": True}, prone=True, fast_moving=True)
    assert hits(state, 10, place=5, snap=True)
    assert hits(state, 12, place=5, snap=True)
    assert not hits(state, 9)


@rule("NUTS-FIRE-02", "NUTS-FIRE-03")
@pytest.mark.parametrize(
    ("given", "eight", "nine"),
    [
        ({}, True, True),
        ({"shooter": {"fast_moving": True}}, False, False),
        ({"snap": True}, False, False),
        ({"pieces": WALL}, False, False),
        ({"prone": True}, False, True),
        ({"fast_moving": True}, False, True),
        ({"place": 1}, False, True),
        ({"place": 2}, False, False),
        ({"place": 3}, False, False),
    ],
)
def test_totals_of_eight_and_nine(given: dict[str, Any], eight: bool, nine: bool) -> None:
    given = {**given}
    place, snap = given.pop("place", 0), given.pop("snap", False)
    state = duel(**given)
    assert chart("ranged_combat").number("8", "target_prone") == 1
    assert hits(state, 8, place=place, snap=snap) == eight
    assert hits(state, 9, place=place, snap=snap) == nine


@rule("NUTS-FIRE-02", "NUTS-FIRE-03")
def test_every_cell_of_the_ranged_combat_table() -> None:
    table_of = chart("ranged_combat")
    cells = {total: [table_of.number(total, why) for why in table_of.axes[1].values] for total in ("8", "9")}
    assert cells == {"8": [1, 1, 1, 1, 1, 1, 1], "9": [1, 1, 1, 0, 0, 0, 1]}


@rule("NUTS-FIRE-01")
@pytest.mark.parametrize(
    ("rep", "die", "hit"), [(3, 4, 0), (3, 5, 1), (4, 4, 1), (1, 6, 0), (5, 2, 0), (5, 3, 1)]
)
def test_the_shooters_rep_is_added(rep: int, die: int, hit: int) -> None:
    """NR-34."""
    state = duel(shooter={"rep": rep})
    found = shoot(game(state, [die]), Shot("a", RIFLE, (Aim("x", 1),)))
    assert sum(one for _, one in found) == hit


@rule("NUTS-FIRE-01")
def test_a_sniper_rifle_adds_one_while_he_is_stationary_and_a_crack_shot_to_his_first_die() -> None:
    """NS-07, LR-041: not the one on top of the other."""
    state = duel(shooter={"weapons": ("core.sniper_rifle",), "attributes": ("crack_shot",)})
    g, a = game(state), state.figures["a"]
    shot = Shot("a", "core.sniper_rifle", (Aim("x", 1),))
    assert to_hit(g, shot, first=True).total == 5
    assert to_hit(g, shot, first=False).total == 5
    a.doing = a.doing.but(moving=True)
    assert to_hit(g, shot, first=True).total == 5
    assert to_hit(g, shot, first=False).total == 4
    assert to_hit(g, Shot("a", RIFLE, (Aim("x", 1),), snap=True), first=True).total == 4


@rule("NUTS-FIRE-04")
@pytest.mark.parametrize(
    ("face", "impact", "line"),
    [
        (1, 3, "obviously_dead"),
        (2, 3, "out_of_the_fight"),
        (3, 3, "out_of_the_fight"),
        (4, 3, "recover_test"),
        (2, 1, "recover_test"),
        (1, 1, "obviously_dead"),
        (1, 0, "recover_test"),
    ],
)
def test_the_damage_table(face: int, impact: int, line: str) -> None:
    """With an Impact of 0 even a 1 is above it. NR-96"""
    assert damage_line(face, impact) == line


@rule("NUTS-FIRE-04")
@pytest.mark.parametrize(
    ("dice", "hits", "result"),
    [
        ([2], 1, "out_of_the_fight"),
        ([1], 1, "obviously_dead"),
        ([5, 4, 4], 1, "carry_on"),
        ([5, 2], 2, "out_of_the_fight"),
        ([2, 1], 2, "obviously_dead"),
        ([6, 5, 4, 5], 2, "out_of_the_fight"),
    ],
)
def test_with_several_hits_the_worst_stands_and_one_recover_test_is_taken(
    dice: list[int], hits: int, result: str
) -> None:
    """NR-40."""
    state = duel()
    assert damage_of(game(state, dice), state.figures["x"], [Hit("a", 3)] * hits) == result


@bounds("NUTS-FIRE-06", "NUTS-FIRE-05")
def test_the_example_of_hans_with_three_five_and_two() -> None:
    """One die at the first target, the rest at the second: the 5 goes to Charles, 3 and 2 to Billy."""
    state = table(
        man("hans", (10, 30), weapons=(SMG,)), foe("charles", (10, 10), rep=3), foe("billy", (11, 10), rep=3)
    )
    shot = Shot("hans", SMG, (Aim("charles", 1), Aim("billy", 2)))
    g = game(state, [3, 5, 2])
    shoot(g, shot)
    told = g.events[-1].seen.data["dice"]
    assert [(one["target"], one["die"]) for one in told] == [("charles", 5), ("billy", 3), ("billy", 2)]
    assert [one["hit"] for one in told] == [True, False, False]


@bounds("NUTS-FIRE-11")
def test_all_shots_of_a_group_fall_before_any_damage() -> None:
    """Two shooters, one target hit by the first: the second has shot all the same. One damage die for each hit."""
    state = table(man("a", (10, 30)), man("b", (12, 30)), foe("x", (11, 10)))
    shots = [Shot("a", RIFLE, (Aim("x", 1),)), Shot("b", RIFLE, (Aim("x", 1),))]
    fallout = volley(game(state, [6, 6, 2, 5]), shots)
    assert fallout.hit == (("x", "a"), ("x", "b"))
    assert fallout.missed == ()
    assert state.figures["x"].status == "out_of_the_fight"
    assert state.figures["a"].deeds.record == state.figures["b"].deeds.record == ("hit",)


@bounds("NUTS-FIRE-11")
def test_a_man_hit_with_one_die_was_not_missed_with_another() -> None:
    state = table(man("a", (10, 30), weapons=(SMG,)), foe("x", (10, 10)), foe("y", (11, 10)))
    fallout = volley(game(state, [6, 2, 2, 2]), [Shot("a", SMG, (Aim("x", 2), Aim("y", 1)))])
    assert fallout.hit == (("x", "a"),)
    assert fallout.missed == (("y", "a"),)


@rule("NUTS-FIRE-12")
def test_an_exchange_ends_when_one_is_hit() -> None:
    state = duel(shooter={"rep": 3}, rep=4)
    dice = [1, 1, 1, 6, 2]
    with playing(state, Activation("red-1"), dice=dice) as p:
        p.choose("red", [fire("red-1", a="x")])
        p.nothing_pending()
    assert p.state.figures["a"].status == "out_of_the_fight"


@rule("NUTS-FIRE-12", "NUTS-AMMO-01")
def test_an_exchange_ends_when_one_is_out_of_ammunition() -> None:
    """The SMG runs dry as it answers; told to shoot again he is outgunned and ducks back."""
    state = duel(shooter={"rep": 1, "weapons": (SMG,)}, rep=1, weapons=(SMG,))
    with playing(state, Activation("red-1"), dice=[2, 2, 2, 1, 1, 1, 1, 3, 1, 1, 2, 2, 2, 1, 1]) as p:
        p.choose("red", [fire("red-1", SMG, a=[("x", 3)])], [])
        p.nothing_pending()
    assert p.state.figures["x"].arms.empty == (SMG,)
    assert p.state.figures["x"].status == "duck_back"


RANKS = {
    "core.flamethrower": 5,
    "core.grenade": 5,
    "core.satchel": 5,
    "core.molotov": 5,
    "core.bazooka": 5,
    "core.atr": 5,
    "core.hmg": 4,
    "core.mmg": 4,
    "core.lmg": 4,
    "core.bar": 3,
    "core.smg": 3,
    "core.sa_rifle": 2,
    "core.carbine": 2,
    "core.ba_rifle": 1,
    "core.pistol": 1,
}


@rule("NUTS-FIRE-13")
def test_the_outgunned_rankings() -> None:
    state = duel()
    assert rank_against(state, state.figures["a"], state.figures["x"], {}) == 1
    assert {id: weapon(id).rank for id in RANKS} == RANKS


@rule("NUTS-FIRE-13")
@pytest.mark.parametrize(
    "changes",
    [{"weapons": ()}, {"empty": (RIFLE,)}, {"weapons": ("core.pistol",)}],
    ids=["unarmed", "out of ammunition", "out of range"],
)
def test_who_cannot_return_fire_has_rank_nothing(changes: dict[str, Any]) -> None:
    state = duel(shooter=changes)
    assert rank_against(state, state.figures["a"], state.figures["x"], {}) == 0
    assert is_outgunned(game(state), state.figures["a"], ["x"])


@bounds("NUTS-FIRE-14")
@pytest.mark.parametrize(
    ("own", "other", "outgunned"),
    [(RIFLE, SMG, True), (SMG, SMG, False), (SMG, RIFLE, False), (SMG, LMG, True)],
)
def test_outgunned_is_shot_at_by_a_higher_rank(own: str, other: str, outgunned: bool) -> None:
    state = table(man("a", (10, 25), weapons=(own,)), foe("x", (10, 10), weapons=(other,)))
    g = game(state)
    assert is_outgunned(g, state.figures["a"], ["x"]) == outgunned
    assert line_of(g, state.figures["a"], Cause("a", "fired_on", ("x",))) == (
        "outgunned" if outgunned else "fired_on"
    )


@bounds("NUTS-FIRE-14")
def test_it_is_the_weapon_that_shot_which_counts_and_any_one_is_enough() -> None:
    """NR-60, NR-102; the best weapon he could shoot back with counts for him. NR-31"""
    state = table(
        man("a", (10, 25), weapons=(RIFLE, SMG)),
        foe("x", (10, 10), weapons=(LMG, "core.pistol"), shot_with="core.pistol"),
        foe("y", (12, 10), weapons=(LMG,)),
    )
    g = game(state)
    assert not is_outgunned(g, state.figures["a"], ["x"])
    assert is_outgunned(g, state.figures["a"], ["x", "y"])


@bounds("NUTS-FIRE-15")
@pytest.mark.parametrize("who", [{"star": True}, {"medic": True}])
def test_stars_and_medics_are_never_outgunned(who: dict[str, Any]) -> None:
    state = table(man("a", (10, 25), **who), foe("x", (10, 10), weapons=(LMG,)))
    assert not is_outgunned(game(state), state.figures["a"], ["x"])


@rule("NUTS-FIRE-16", "NUTS-FIRE-20")
def test_the_exchange_of_charles_and_hans() -> None:
    """The rifleman misses, the SMG man passes and misses; the rifleman passes 2d6 but ducks back, outgunned."""
    state = table(man("charles", (10, 30), rep=3), foe("hans", (10, 10), rep=3, weapons=(SMG,)))
    with playing(state, Activation("red-1"), dice=[1, 1, 1, 1, 1, 2, 1, 1]) as p:
        p.choose("red", [fire("red-1", charles="hans")])
        p.nothing_pending()
    assert [event.data["shooter"] for event in p.events if event.kind == "shots"] == ["charles", "hans"]
    assert p.last("crisis_test").data["results"][0]["result"] == "duck_back"
    assert p.state.figures["charles"].status == "duck_back"


@rule("NUTS-FIRE-20")
def test_the_flow_of_a_hit_with_a_friend_beside() -> None:
    """Named targets, d6 and Rep, damage, then Man Down for the friend; nothing for the man who was hit."""
    state = table(man("a", (10, 30)), foe("x", (10, 10)), foe("y", (12, 10), facing=270))
    with playing(state, Activation("red-1"), dice=[6, 2, 6, 6, 6, 6]) as p:
        p.choose("red", [fire("red-1", a="x")], [])
        p.nothing_pending()
    kinds = [
        event.kind for event in p.events if event.kind in ("shots", "damage", "down", "crisis_test", "runs")
    ]
    assert kinds == ["shots", "damage", "down", "crisis_test", "runs"]
    assert p.state.figures["y"].status in ("leave_battlefield", "gone")


@rule("NUTS-FIRE-17")
@pytest.mark.parametrize(("inches", "fits"), [(24, True), (24.01, False)])
def test_a_weapon_does_not_reach_beyond_its_range(inches: float, fits: bool) -> None:
    state = table(man("a", (10, 40), weapons=(SMG,)), foe("x", (10, 40 - inches)))
    fault = why_no_shot(state, state.figures["a"], state.figures["x"], SMG, {})
    assert (fault is None) == fits
    assert fault is None or fault.rows == ("NUTS-FIRE-17",)


@rule("NUTS-FIRE-17")
def test_weapons_carry_what_the_book_gives() -> None:
    assert (weapon(SMG).target, weapon(SMG).rank) == (3, 3)
    assert weapon("core.german_lmg").target == 6


@bounds("NUTS-FIRE-18")
def test_against_armour_a_weapon_uses_its_apr() -> None:
    hmg, rifle = weapon("core.hmg").modes[0], weapon(RIFLE).modes[0]
    assert (power_against(hmg, False), power_against(hmg, True)) == (4, 2)
    assert (power_against(rifle, False), power_against(rifle, True)) == (3, None)


@bounds("NUTS-FIRE-19")
@pytest.mark.parametrize(
    ("with_", "crewed", "turns"),
    [("core.bazooka", True, 1), ("core.bazooka", False, 2), ("core.piat", True, 2), ("core.piat", False, 3)],
)
def test_launchers_shoot_every_so_many_turns(with_: str, crewed: bool, turns: int) -> None:
    mate = [man("b", (11, 30), loads_for="a")] if crewed else []
    state = table(man("a", (10, 30), weapons=(with_,), last_shot=((with_, 1),)), *mate, foe("x", (10, 10)))
    for turn in range(1, 5):
        state.turn = turn
        fault = why_no_shot(state, state.figures["a"], state.figures["x"], with_, {})
        assert (fault is None) == (turn - 1 >= turns), turn


@bounds("NUTS-FIRE-19")
def test_a_shot_is_remembered_and_a_single_use_weapon_is_gone() -> None:
    state = table(man("a", (10, 20), weapons=("core.bazooka", "core.panzerfaust")), foe("x", (10, 10)))
    g, a = game(state, [1, 1]), state.figures["a"]
    shoot(g, Shot("a", "core.bazooka", (Aim("x", 1),)))
    assert a.arms.last_shot == (("core.bazooka", 1),)
    assert why_no_shot(state, a, state.figures["x"], "core.bazooka", {}) is not None
    shoot(g, Shot("a", "core.panzerfaust", (Aim("x", 1),)))
    assert a.arms.weapons == ("core.bazooka",)


@pytest.mark.parametrize(("moved", "mmg", "hmg"), [(0, 6, True), (1, 3, False)])
def test_machine_guns_in_the_turn_they_moved(moved: int, mmg: int, hmg: bool) -> None:
    """NS-07."""
    state = duel(shooter={"weapons": ("core.mmg", "core.hmg"), "moved_in": moved})
    a, x = state.figures["a"], state.figures["x"]
    assert target_rating(state, a, "core.mmg") == mmg
    assert (why_no_shot(state, a, x, "core.hmg", {}) is None) == hmg


def test_nobody_shoots_into_or_out_of_a_melee() -> None:
    """NR-53."""
    state = table(
        man("a", (10, 30)), man("b", (10, 11), fighting=("x",)), foe("x", (10, 10), fighting=("b",))
    )
    a, b, x = (state.figures[id] for id in "abx")
    for shooter, target in ((a, x), (b, x)):
        fault = why_no_shot(state, shooter, target, RIFLE, {})
        assert fault is not None
        assert fault.rows == ("NR-53",)


@rule("NUTS-FIRE-17")
def test_a_weapon_may_be_used_in_another_way_that_it_has() -> None:
    """The assault rifle on full automatic: three dice, and a shorter reach."""
    state = table(man("a", (10, 40), weapons=("german.mp44",)), foe("x", (10, 15)), foe("near", (10, 20)))
    a, x = state.figures["a"], state.figures["x"]
    assert (target_rating(state, a, "german.mp44"), target_rating(state, a, "german.mp44", "full_auto")) == (
        2,
        3,
    )
    assert why_no_shot(state, a, x, "german.mp44", {}) is None
    assert why_no_shot(state, a, x, "german.mp44", {}, mode="full_auto") is not None
    good = Shot("a", "german.mp44", (Aim("near", 3),), "full_auto")
    assert not shot_faults(state, good, None, {}, "value")
    for mode in ("stock", "sideways"):
        bad = Shot("a", "german.mp44", (Aim("near", 2),), mode)
        assert shot_faults(state, bad, None, {}, "value")[0].rows == ("NUTS-FIRE-17",)


@rule("NUTS-FIRE-14")
def test_the_example_of_billy_whose_smg_is_empty() -> None:
    """Shot at with a semi-automatic rifle he passes 2d6, cannot fire for want of ammunition, and ducks back."""
    state = table(
        man("billy", (10, 25), weapons=(SMG,), empty=(SMG,)),
        foe("slag", (10, 10), weapons=("core.sa_rifle",)),
    )
    with playing(state, Crisis((Cause("billy", "fired_on", ("slag",)),)), dice=[1, 1]) as p:
        p.nothing_pending()
    result = p.last("crisis_test").data["results"][0]
    assert (result["passed"], result["lines"], result["result"]) == (2, ["outgunned"], "duck_back")


@bounds("NUTS-FIRE-12")
@pytest.mark.parametrize(
    ("turn", "line"), [(1, "outgunned"), (0, "fired_on")], ids=["shot this turn", "shot last turn"]
)
def test_a_weapon_of_one_shot_a_turn_ends_an_exchange(turn: int, line: str) -> None:
    """A bazooka with its crew that has shot in this turn cannot answer."""
    state = table(
        man("a", (10, 25), rep=1, weapons=("core.bazooka",), last_shot=(("core.bazooka", turn),)),
        man("b", (11, 25), loads_for="a"),
        foe("x", (10, 10)),
    )
    volley(game(state, [1]), [Shot("x", RIFLE, (Aim("a", 1),))])
    with playing(state, Crisis((Cause("a", "fired_on", ("x",)),)), dice=[6, 6]) as p:
        p.nothing_pending()
    assert p.last("crisis_test").data["results"][0]["lines"] == [line]


@rule("NUTS-FIRE-01")
@bounds("NUTS-FIRE-05")
@pytest.mark.parametrize(
    ("with_", "dice", "words"),
    [
        (RIFLE, [6], "a hit."),
        (RIFLE, [1], "a miss."),
        (SMG, [6, 6, 1], "2 of 3 hit."),
        (SMG, [2, 2, 1], "none of 3 hit."),
    ],
)
def test_what_a_mans_dice_came_to_is_told(with_: str, dice: list[int], words: str) -> None:
    g = game(table(man("a", (10, 20), weapons=(with_,)), foe("x", (10, 10))), dice)
    shoot(g, Shot("a", with_, (Aim("x", len(dice)),)))
    assert [event.seen.text for event in g.events if event.seen.kind == "shots"] == [
        f"A fires at X, {weapon(with_).name}: {words}"
    ]


@rule("NUTS-FIRE-04")
@pytest.mark.parametrize(
    ("hits", "words"),
    [(1, "X is hit, Impact 3."), (2, "X is hit twice, Impact 3."), (3, "X is hit 3 times, Impact 3.")],
)
def test_how_often_a_man_is_hit_is_told(hits: int, words: str) -> None:
    state = table(man("a", (10, 20)), foe("x", (10, 10)))
    g = game(state, [1] * hits)
    damage_of(g, state.figures["x"], [Hit("a", 3)] * hits)
    assert [event.seen.text for event in g.events if event.seen.kind == "damage"] == [words]
    assert [roll.owner for roll in g.rolls] == ["red"]
