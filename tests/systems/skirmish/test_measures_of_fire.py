"""Weapons and those who use them, melee and recovery: each branch, and each limit from both sides."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.dice import D6
from deadground.systems.skirmish.rules.fire.readiness import (
    mode_in_hands,
    open_targets,
    target_rating,
    turned,
    usable_weapons,
    why_no_mode,
    why_no_shot,
    why_no_target,
    why_not_ready,
    why_too_soon,
)
from deadground.systems.skirmish.rules.fire.shooting import answers, is_free_choice
from deadground.systems.skirmish.rules.fire.targets import (
    Aim,
    InSwath,
    Shot,
    dice_faults,
    order_faults,
    shot_faults,
    spread,
    swath_faults,
)
from deadground.systems.skirmish.rules.grenades.lobs import how_used, munition
from deadground.systems.skirmish.rules.melee.melee import subdue, tell_round
from deadground.systems.skirmish.rules.reactions.captives import TouchFallen
from deadground.systems.skirmish.rules.reactions.recover import (
    RecoverFromHunkerDown,
    damage_modifiers,
    recover_from_damage,
)
from deadground.systems.skirmish.rules.sight.line_of_sight import is_lit
from deadground.systems.skirmish.weapons import weapon
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, RIFLE, SMG, foe, man, table


def reason(fault: Any) -> str | None:
    return fault.reason if fault else None


@pytest.mark.parametrize(
    ("with_", "changes", "told"),
    [
        (RIFLE, {}, None),
        (RIFLE, {"medic": True}, "A is a medic and never shoots"),
        (RIFLE, {"empty": (RIFLE,)}, "the bolt-action rifle of A is out of ammunition"),
        (RIFLE, {"empty": (SMG,)}, None),
        (RIFLE, {"jammed": ((RIFLE, 3),)}, "the bolt-action rifle of A is jammed"),
        (RIFLE, {"jammed": ((SMG, 3),)}, None),
        ("core.grenade", {}, "a Hand grenade is not shot like this"),
        ("core.flamethrower", {}, "a Flame-thrower is not shot like this"),
        ("core.hmg", {"moved_in": 2}, "the HMG has moved this turn"),
        ("core.hmg", {"moved_in": 1}, None),
        ("core.mmg", {"moved_in": 2}, None),
        (RIFLE, {"fighting": ("x",)}, "A is in melee"),
    ],
)
def test_why_a_weapon_is_not_ready(with_: str, changes: dict[str, Any], told: str | None) -> None:
    """NR-30, NR-53, NS-07"""
    state = table(man("a", (10, 40), weapons=(with_,), **changes), turn=2)
    found = reason(why_not_ready(state, state.figures["a"], with_))
    assert (found or "").lower() == (told or "").lower()


@bounds("NUTS-FIRE-19")
@pytest.mark.parametrize(
    ("with_", "mate", "last", "soon"),
    [
        ("core.bazooka", True, 4, False),
        ("core.bazooka", True, 5, True),
        ("core.bazooka", False, 4, True),
        ("core.bazooka", False, 3, False),
        ("core.piat", True, 4, True),
        ("core.piat", True, 3, False),
        ("core.piat", False, 3, True),
        ("core.piat", False, 2, False),
    ],
)
def test_how_often_a_launcher_shoots(with_: str, mate: bool, last: int, soon: bool) -> None:
    """In turn 5, with two men or with one."""
    men = [man("b", (11, 40), loads_for="a")] if mate else []
    state = table(man("a", (10, 40), weapons=(with_,), last_shot=((with_, last),)), *men, turn=5)
    assert (why_too_soon(state, state.figures["a"], weapon(with_)) is not None) is soon
    state.figures["a"].arms = state.figures["a"].arms.but(last_shot=())
    assert why_too_soon(state, state.figures["a"], weapon(with_)) is None
    assert why_too_soon(state, state.figures["a"], weapon(RIFLE)) is None


@pytest.mark.parametrize(
    ("away", "changes", "with_", "told"),
    [
        (48, {}, RIFLE, None),
        (48.01, {}, RIFLE, "out of range"),
        (20, {"status": "captured"}, RIFLE, "X is out of it already"),
        (20, {"status": "out_of_the_fight"}, RIFLE, "X is out of it already"),
        (20, {"fighting": ("b",)}, RIFLE, "X is in melee"),
        (20, {"status": "hunker_down"}, RIFLE, None),
        (20, {}, "german.atr", "is for armour alone"),
    ],
)
def test_why_a_target_cannot_be_aimed_at(
    away: float, changes: dict[str, Any], with_: str, told: str | None
) -> None:
    """NR-53"""
    fault = why_no_target(man("a", (10, 60), weapons=(with_,)), foe("x", (10, 60 - away), **changes), with_)
    assert (fault is None) is (told is None)
    assert (told or "") in (reason(fault) or "")


@rule("NUTS-FIRE-17")
@pytest.mark.parametrize(("off", "near"), [(0, False), (-1, True), (1, False)])
def test_what_has_a_least_range(off: int, near: bool) -> None:
    mortar = weapon("soviet.mortar_50")
    least = mortar.modes[0].min_range * 254
    a, x = man("a", (10, 40)), foe("x", (10, 10))
    x.at = (a.at[0], a.at[1] - least - off)
    found = reason(why_no_target(a, x, mortar.id))
    assert (found == "X is too near") is near


@bounds("COT-WEAP-08")
@pytest.mark.parametrize(
    ("gear", "name"), [((("scope", 1),), "scope"), ((("scope", 0),), ""), ((), ""), ((("stock", 1),), "")]
)
def test_a_scope_is_used_by_who_has_one(gear: Any, name: str) -> None:
    one = weapon("german.ba_rifle")
    scoped = mode_in_hands(man("s", (1, 1), gear=(("scope", 1),)), one)
    assert scoped.name == "scope"
    assert mode_in_hands(man("a", (1, 1), gear=gear), one).name == name
    assert mode_in_hands(man("a", (1, 1)), one, "scope").name == "scope"
    assert mode_in_hands(man("a", (1, 1), gear=(("scope", 1),)), weapon(RIFLE)).name == ""


@pytest.mark.parametrize(
    ("mode", "gear", "told"),
    [
        ("", (), None),
        ("scope", (), "A has no scope on his"),
        ("scope", (("scope", 0),), "A has no scope on his"),
        ("scope", (("scope", 1),), None),
        ("crewed", (), "nobody serves the"),
        ("building", (), "is for buildings alone"),
    ],
)
def test_why_a_weapon_cannot_be_used_so(mode: str, gear: Any, told: str | None) -> None:
    """LR-102"""
    with_ = "german.atr" if mode == "crewed" else "german.ba_rifle"
    state = table(man("a", (10, 40), weapons=(with_,), gear=gear))
    fault = why_no_mode(state, state.figures["a"], with_, mode)
    assert (fault is None) is (told is None)
    assert (told or "") in (reason(fault) or "")


@pytest.mark.parametrize(
    ("with_", "moved_in", "dice"),
    [("core.mmg", 1, 6), ("core.mmg", 2, 3), (RIFLE, 2, 1), (SMG, 2, 3), (LMG, 2, 4)],
)
def test_how_many_dice_a_weapon_throws(with_: str, moved_in: int, dice: int) -> None:
    """NS-07"""
    state = table(man("a", (10, 40), weapons=(with_,), moved_in=moved_in), turn=2)
    assert target_rating(state, state.figures["a"], with_) == dice


def test_whom_a_man_could_shoot_at_and_with_what() -> None:
    """NR-31, NS-07. A pistol reaches 12 inches; behind him he must turn."""
    state = table(
        man("a", (20, 30), weapons=(RIFLE, "core.pistol")),
        foe("x", (20, 18)),
        foe("y", (20, 17.9)),
        foe("z", (20, 40)),
    )
    a = state.figures["a"]
    foes = [state.figures[id] for id in "xyz"]
    with_turn = {one.id: weapons for one, weapons in open_targets(state, a, foes, {})}
    assert with_turn == {"x": [RIFLE, "core.pistol"], "y": [RIFLE], "z": [RIFLE, "core.pistol"]}
    ahead = [one.id for one, _ in open_targets(state, a, foes, {}, turning=False)]
    assert ahead == ["x", "y"]
    assert usable_weapons(state, a, foes[2], {}, turning=False) == []
    assert turned(a, foes[2]).facing == 1800
    assert a.facing == 0
    a.arms = a.arms.but(weapons=())
    assert list(open_targets(state, a, foes, {})) == []


@pytest.mark.parametrize(
    ("weapons", "foes", "free"),
    [
        ((RIFLE,), 1, False),
        ((RIFLE,), 2, True),
        ((RIFLE, SMG), 1, True),
        ((SMG,), 1, False),
        ((SMG,), 2, True),
    ],
)
def test_whether_there_is_more_than_one_way_to_shoot(weapons: tuple[str, ...], foes: int, free: bool) -> None:
    """NR-31"""
    state = table(man("a", (20, 30), weapons=weapons), foe("x", (20, 18)), foe("y", (22, 18)))
    targets = [state.figures[id] for id in "xy"][:foes]
    assert is_free_choice(state, state.figures["a"], targets, {}) is free


def test_a_grenade_in_reach_is_a_choice_too() -> None:
    """NR-31, NR-59"""
    state = table(man("a", (20, 30), readied="grenade", gear=(("grenade", 1),)), foe("x", (20, 25)))
    assert is_free_choice(state, state.figures["a"], [state.figures["x"]], {})
    state.figures["a"].pack = state.figures["a"].pack.but(readied="")
    assert not is_free_choice(state, state.figures["a"], [state.figures["x"]], {})


def test_whom_he_answers() -> None:
    """NR-31, NR-59"""
    state = table(
        man("a", (20, 30), causes=("x", "y", "gone")),
        foe("x", (20, 18)),
        foe("y", (20, 40)),
        foe("z", (22, 18)),
    )
    assert [one.id for one in answers(game(state), state.figures["a"])] == ["x", "y"]
    state.figures["y"].status = "captured"
    assert [one.id for one in answers(game(state), state.figures["a"])] == ["x"]
    state.knowledge = "ghosts"
    assert [one.id for one in answers(game(state), state.figures["a"])] == ["x"], "NR-108: he turns and sees"


# Declared shots


def row() -> Any:
    """An SMG man, and enemies side by side: x0, an inch apart x1, and x2 two inches further."""
    return table(
        man("a", (10, 40), weapons=(SMG,)),
        foe("x0", (10, 20)),
        foe("x1", (11, 20)),
        foe("x2", (13.2, 20)),
        foe("w", (9, 20)),
    )


@pytest.mark.parametrize(
    ("aims", "told"),
    [
        ((("x0", 3),), None),
        ((("x0", 2), ("x1", 1)), None),
        ((("x0", 2),), "dice"),
        ((("x0", 3), ("x1", 0)), "dice"),
        ((("x0", 4),), "dice"),
        ((("x0", 2), ("", 1)), "dice go into empty ground only between two targets"),
        ((("x1", 1), ("", 1), ("x2", 1)), None),
        ((("x1", 2), ("x2", 1)), "between X1 and X2 1 dice go into empty ground, not 0"),
        ((("x0", 1), ("", 1), ("x1", 1)), "between X0 and X1 0 dice go into empty ground, not 1"),
        ((("x0", 1), ("x1", 1), ("w", 1)), "runs to the left or to the right, not to both"),
        ((("x0", 1), ("x1", 1), ("", 1)), "dice go into empty ground only between two targets"),
    ],
)
def test_what_is_wrong_with_a_declared_shot(aims: tuple[tuple[str, int], ...], told: str | None) -> None:
    """NR-105"""
    shot = Shot("a", SMG, tuple(Aim(*aim) for aim in aims))
    found = [fault.reason for fault in shot_faults(row(), shot, None, {}, "here")]
    assert (found == []) is (told is None)
    assert any((told or "") in one for one in found) or told is None


def test_faults_by_their_part() -> None:
    """NR-105"""
    state = row()
    one = Shot("a", SMG, (Aim("x0", 3),))
    assert dice_faults(state, one, "here") == []
    assert swath_faults(state, one, {}, "here", turning=False) == []
    assert (
        order_faults(state, one, [InSwath(state.figures["x0"], 0, state.figures["x0"].reach)], "here") == []
    )
    back = Shot("a", SMG, (Aim("x1", 1), Aim("x0", 2)))
    assert [fault.reason for fault in swath_faults(state, back, {}, "here", turning=False)] == []
    far = table(man("a", (10, 40), weapons=(SMG,)), foe("x0", (10, 20)), foe("x1", (14, 20)))
    wide = Shot("a", SMG, (Aim("x0", 2), Aim("x1", 1)))
    assert "outside the swath" in swath_faults(far, wide, {}, "here", turning=False)[0].reason
    assert (
        shot_faults(state, Shot("a", RIFLE, (Aim("x0", 1),)), None, {}, "x")[0].reason
        == "A has no such weapon"
    )
    assert (
        "cannot be used so"
        in shot_faults(state, Shot("a", SMG, (Aim("x0", 3),), "scope"), None, {}, "x")[0].reason
    )
    assert shot_faults(state, one, ["x0"], {}, "x") == []
    assert shot_faults(state, one, ["x1"], {}, "x") != []


# Light


@bounds("NUTS-LOS-03")
@pytest.mark.parametrize(("away", "lit"), [(0, True), (500, True), (501, False)])
def test_a_lit_place_is_as_wide_as_it_says(away: int, lit: bool) -> None:
    state = table(man("a", (1, 1)), light="night", lit=(((5000, 5000), 1000),))
    assert is_lit(state, (5000 + away, 5000)) is lit


# Recovery and melee


@rule("NUTS-REACT-07")
@pytest.mark.parametrize(
    ("dice", "result"), [([4, 4], "carry_on"), ([4, 5], "out_of_the_fight"), ([5, 5], "obviously_dead")]
)
def test_two_dice_against_his_rep(dice: list[int], result: str) -> None:
    """NR-05"""
    state = table(man("a", (10, 40)), foe("x", (10, 20)))
    assert recover_from_damage(game(state, dice=dice), state.figures["a"]) == result


@rule("NUTS-REACT-04")
@pytest.mark.parametrize(
    ("covered", "half", "total"), [(False, False, 0), (True, False, 1), (False, True, -1), (True, True, 0)]
)
def test_with_the_option_cover_and_half_strength_count(covered: bool, half: bool, total: int) -> None:
    """NR-05, NR-103"""
    wood = "  - {id: wood, kind: woods, polygon: [[8, 38], [14, 38], [14, 42], [8, 42]]}"
    state = table(man("a", (10, 40)), man("b", (12, 40)), foe("x", (10, 20)), pieces=wood if covered else "")
    if half:
        state.figures["b"].status = "obviously_dead"
    on = {"recover_damage_modifiers": "on"}
    a, hit_from = state.figures["a"], [state.figures["x"].at]
    assert damage_modifiers(game(state, options=on), a, hit_from).total == total
    assert damage_modifiers(game(state), a, hit_from).total == 0


@rule("NUTS-REACT-06")
@pytest.mark.parametrize(
    ("dice", "status", "hidden"),
    [([4, 4], "carry_on", ()), ([4, 5], "duck_back", ("x",))],
)
def test_who_ducks_back_from_hunkering_stays_hidden(
    dice: list[int], status: str, hidden: tuple[str, ...]
) -> None:
    """NR-103, NR-170"""
    hides: dict[str, Any] = {"hidden_from": ("x",), "causes": ("x",), "hunkered_before": True}
    state = table(
        man("a", (10, 40), status="hunker_down", **hides),
        foe("x", (40, 2), facing=0),
        pieces="  - {id: wall, kind: wall, line: [[0, 39.5], [20, 39.5]]}",
    )
    with playing(state, RecoverFromHunkerDown("a"), dice=dice) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.status, a.reaction.reacting) == (status, None)
    assert a.reaction.hidden_from == hidden


@rule("NUTS-MELEE-08")
@pytest.mark.parametrize(
    ("scores", "text"),
    [
        ((2, 1), "Melee: A scores 2 and X scores 1."),
        ((1, 1), "Melee: A scores 1 and X scores 1: evenly matched."),
    ],
)
def test_a_round_is_told(scores: tuple[int, int], text: str) -> None:
    """NR-47"""
    state = table(man("a", (10, 21)), foe("x", (10, 20)))
    g = game(state, dice=[6] * 8)
    rolls = [g.roll(4, D6, "melee", side) for side in ("red", "blue")]
    tell_round(g, [state.figures["a"], state.figures["x"]], scores, rolls, ())
    assert g.events[-1].seen.text == text


@bounds("NUTS-HOUSE-06")
@pytest.mark.parametrize(("margin", "status"), [(1, "out_of_the_fight"), (2, "captured"), (3, "captured")])
def test_two_more_subdue_him(margin: int, status: str) -> None:
    state = table(man("a", (10, 21)), foe("x", (10, 20)))
    subdue(game(state), state.figures["a"], state.figures["x"], margin)
    assert state.figures["x"].status == status


@rule("NUTS-REACT-11")
@pytest.mark.parametrize(("knowledge", "seen"), [("ghosts", ("red",)), ("open", ())])
def test_who_comes_to_a_fallen_man_knows_of_him(knowledge: Any, seen: tuple[str, ...]) -> None:
    """NR-101"""
    state = table(man("a", (10, 21)), foe("x", (10, 20), status="out_of_the_fight"), knowledge=knowledge)
    with playing(state, TouchFallen("a", "x")) as p:
        assert p.state.figures["x"].sightings.seen_by == seen
        p.choose("red", "capture")
        p.nothing_pending()
    assert p.state.figures["x"].status == "captured"
    assert p.state.figures["a"].aid.escorts == ("x",)


# What is sent at a spot


@pytest.mark.parametrize(
    ("what", "how"),
    [
        ("core.grenade", "thrown"),
        ("core.molotov", "thrown"),
        ("core.flamethrower", "flame"),
        ("core.bazooka", "launched"),
        ("core.rifle_grenade", "launched"),
        (RIFLE, None),
        ("soviet.mortar_50", None),
    ],
)
def test_how_a_thing_is_sent(what: str, how: str | None) -> None:
    """NS-07"""
    assert how_used(weapon(what)) == how
    state = table(man("a", (10, 40), weapons=(what,)))
    one = munition(state, state.figures["a"], what)
    assert (one.how if one else None) == how


def test_smoke_and_grenades_as_they_are_sent() -> None:
    """LR-041, NS-07"""
    state = table(man("a", (10, 40), gear=(("grenade", 1), ("smoke_grenade", 1))))
    a = state.figures["a"]
    smoke, grenade = munition(state, a, "smoke_grenade"), munition(state, a, "grenade")
    assert smoke is not None
    assert grenade is not None
    assert (smoke.reach, smoke.across, smoke.impact, smoke.rank, smoke.readied, smoke.weapon) == (
        6 * 254,
        4 * 254,
        None,
        0,
        True,
        "",
    )
    assert (grenade.reach, grenade.across, grenade.impact, grenade.rank) == (6 * 254, 5 * 254, 2, 5)
    a.attributes = ("ball_player",)
    far, molotov = munition(state, a, "grenade"), munition(state, a, "molotov")
    assert far is not None
    assert molotov is not None
    assert (far.reach, molotov.reach) == (8 * 254, 4 * 254)
    state.sides["red"].nation = "german"
    own = munition(state, a, "grenade")
    assert own is not None
    assert own.weapon == "german.grenade"
    assert munition(state, a, "knife") is None


# Dice along the swath


@pytest.mark.parametrize(
    ("xs", "aims"),
    [
        ((20,), [("x0", 4)]),
        ((20, 21), [("x0", 3), ("x1", 1)]),
        ((20, 22.2), [("x0", 2), ("", 1), ("x1", 1)]),
        ((20, 21, 22), [("x0", 2), ("x1", 1), ("x2", 1)]),
        ((20, 19, 21, 22), [("x0", 2), ("x2", 1), ("x3", 1)]),
        ((20, 21, 22, 23, 24), [("x0", 1), ("x1", 1), ("x2", 1), ("x3", 1)]),
        ((20, 24.9), [("x0", 4)]),
    ],
)
def test_dice_are_spread_to_the_side_where_more_stand(
    xs: tuple[float, ...], aims: list[tuple[str, int]]
) -> None:
    """NR-105. A machine gun of four dice."""
    state = table(man("a", (20, 40), weapons=(LMG,)), *(foe(f"x{i}", (x, 20)) for i, x in enumerate(xs)))
    found = spread(state, Shot("a", LMG, (Aim("x0", 4),)), {})
    assert [(aim.target, aim.dice) for aim in found.aims] == aims
    assert not shot_faults(state, found, None, {}, "x")


@pytest.mark.parametrize(("turning", "may"), [(True, True), (False, False)])
def test_who_may_turn_shoots_at_whom_he_has_behind_him(turning: bool, may: bool) -> None:
    """NR-31"""
    state = table(man("a", (20, 30)), foe("x", (20, 40)), foe("y", (20, 20)))
    a, x, y = (state.figures[id] for id in "axy")
    assert (why_no_shot(state, a, x, RIFLE, {}, turning=turning) is None) is may
    assert why_no_shot(state, a, y, RIFLE, {}, turning=turning) is None
