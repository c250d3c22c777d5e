"""Melee: pools, successes, damage, locked fights, many against one.

NR-47, NR-48, NR-49, NR-50, NR-51, NR-52, LR-058
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.dice import Scripted
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.upkeep import end_turn
from deadground.systems.skirmish.rules.fire.readiness import can_shoot
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.melee.melee import Melee, fight_round, strike
from deadground.systems.skirmish.rules.melee.melee_dice import pool
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.testing import bounds, rule
from tests.systems.skirmish.acting import told
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, table


def locked(**changes: Any) -> Any:
    enemy = {key[2:]: changes.pop(key) for key in list(changes) if key.startswith("x_")}
    return table(man("a", (10, 21), fighting=("x",), **changes), foe("x", (10, 20), fighting=("a",), **enemy))


FRIEND_DOWN = (Cause("a", "man_down", ("x",), (2540, 5334)),)


def dice_of(state: Any) -> int:
    return pool(game(state), state.figures["a"], state.figures["x"]).total


@rule("NUTS-MELEE-08")
@pytest.mark.parametrize(
    ("weapons", "gear", "attributes", "dice"),
    [
        ((RIFLE,), (), (), 6),
        ((SMG,), (), (), 5),
        ((), (), (), 5),
        ((SMG,), (("sabre", 1),), (), 5),
        ((RIFLE, SMG), (("knife", 1),), (), 6),
        ((RIFLE,), (), ("brawler",), 7),
        ((RIFLE,), (), ("rage",), 7),
        ((RIFLE,), (), ("runt",), 5),
        ((SMG,), (), ("knifeman",), 6),
        ((SMG,), (("sabre", 1),), ("knifeman",), 6),
        ((RIFLE,), (), ("knifeman",), 6),
        ((RIFLE,), (("bayonet", 1),), ("knifeman",), 7),
        ((RIFLE,), (("bayonet", 1),), (), 6),
    ],
)
def test_the_pool(
    weapons: tuple[str, ...], gear: tuple[Any, ...], attributes: tuple[str, ...], dice: int
) -> None:
    """Rep 4. NR-50: one weapon bonus counts; a Knifeman uses the knife, or the bayonet on his rifle."""
    assert dice_of(locked(weapons=weapons, gear=gear, attributes=attributes)) == dice


@rule("NUTS-MELEE-08")
@bounds("COT-UNIT-12")
@pytest.mark.parametrize(("option", "dice"), [("off", 6), ("on", 5)])
def test_what_a_woman_has_less(option: str, dice: int) -> None:
    """COT-UNIT-12, where the option is on."""
    state = locked(woman=True)
    g = game(state, options={"women_in_combat": option})
    assert pool(g, state.figures["a"], state.figures["x"]).total == dice


@rule("NUTS-MELEE-09")
@pytest.mark.parametrize(
    ("changes", "dice"),
    [
        ({}, 6),
        ({"x_evenly": 1}, 7),
        ({"x_evenly": 2}, 8),
        ({"evenly": 2}, 6),
        ({"x_prone": True}, 7),
        ({"prone": True}, 6),
        ({"rear_round": "x"}, 7),
        ({"rear_round": "y"}, 6),
    ],
)
def test_circumstances(changes: dict[str, Any], dice: int) -> None:
    assert dice_of(locked(**changes)) == dice
    table_of = chart("melee_modifiers")
    assert [table_of.number(one) for one in table_of.lines()] == [1, 2, 1, 1, 1]


@rule("NUTS-MELEE-09")
@pytest.mark.parametrize(("facing", "dice"), [(180, 6), (90, 6), (0, 7)])
def test_the_rear_counts_in_the_first_round_of_one_who_charged_it(facing: int, dice: int) -> None:
    """From the flank it does not. In the second round Evenly Matched has taken its place."""
    state = table(man("a", (10, 25)), foe("x", (10, 20), facing=facing, weapons=()))
    tests = {180: [6, 6, 1, 1], 90: [6, 1, 1], 0: [1, 1]}[facing]
    fight = [1, *[6] * (dice - 1), 1, *[6] * 4]
    with playing(state, Charge((("a", "x"),)), dice=[*tests, *fight]) as p:
        p.nothing_pending()
    told = p.last("melee_round")
    assert told.text == "Melee: A scores 1 and X scores 1: evenly matched."
    assert len(told.rolls[0].faces) == dice
    assert p.state.figures["a"].melee.rear_round == ""
    assert dice_of(p.state) == 7


@rule("NUTS-MELEE-09")
@bounds("NUTS-MELEE-10")
def test_equal_successes_lock_both_and_count_until_the_turn_ends() -> None:
    """NR-51."""
    state = locked(rep=1, x_rep=1)
    g = game(state, [1, 6, 6, 1, 6, 6])
    fight_round(g, state.figures["a"], state.figures["x"])
    a, x = state.figures["a"], state.figures["x"]
    assert (a.melee.evenly, x.melee.evenly, a.melee.fighting, x.melee.fighting) == (1, 1, ("x",), ("a",))
    end_turn(g)
    assert (a.melee.evenly, x.melee.evenly) == (0, 0)


@rule("NUTS-MELEE-11")
@pytest.mark.parametrize(
    ("dice", "margin", "status"),
    [
        ([1], 2, "obviously_dead"),
        ([2], 2, "out_of_the_fight"),
        ([2], 3, "out_of_the_fight"),
        ([3, 4, 4], 2, "carry_on"),
        ([3, 4, 5], 2, "out_of_the_fight"),
        ([3, 5, 5], 2, "obviously_dead"),
    ],
)
def test_melee_damage(dice: list[int], margin: int, status: str) -> None:
    """NR-47: up to the extra successes."""
    state = locked()
    strike(game(state, dice), state.figures["a"], state.figures["x"], margin)
    x = state.figures["x"]
    assert x.status == status
    assert x.prone == (status != "obviously_dead")
    assert x.melee.fighting == (("a",) if status == "carry_on" else ())
    assert bool(state.figures["a"].melee.fighting) == bool(x.melee.fighting)


@bounds("NUTS-MELEE-14")
def test_the_example_of_sergeant_pink_and_klaus() -> None:
    """6d6 each: four successes against two, and a 2 on the damage die puts Klaus out of the fight."""
    state = locked(rep=5, weapons=(SMG,), x_rep=4, x_weapons=(RIFLE,))
    g = game(state, [1, 2, 2, 3, 4, 5, 1, 2, 4, 4, 4, 6, 2])
    fight_round(g, state.figures["a"], state.figures["x"])
    assert state.figures["x"].status == "out_of_the_fight"
    assert state.figures["a"].deeds.record == ("fought",)


@rule("NUTS-MELEE-10", "NUTS-MELEE-12")
def test_a_locked_man_fights_on_when_he_is_active_and_does_nothing_else() -> None:
    """NR-52; nobody may leave by choice."""
    state = locked(rep=1, x_rep=1)
    with playing(state, Activation("red-1"), dice=[1, 6, 6, 1, 6, 6]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].melee.fighting == ("x",)


@rule("NUTS-MELEE-12")
@pytest.mark.parametrize(("stays", "fighting"), [(True, ("x",)), (False, ())])
def test_with_the_option_the_active_man_may_break_off(stays: bool, fighting: tuple[str, ...]) -> None:
    """NR-49."""
    state = locked(rep=1, x_rep=1)
    dice = [1, 6, 6, 1, 6, 6] if stays else []
    with playing(state, Activation("red-1"), dice=dice, options={"melee_break_off": "when_active"}) as p:
        p.choose("red", "fight" if stays else "break_off")
        if not stays:
            p.choose("red", [])
        p.nothing_pending()
    assert p.state.figures["a"].melee.fighting == fighting


def three_on_one() -> Any:
    """Three of red, all Rep 1 and without rifles, are upon one of blue."""
    men = [man(id, at, rep=1, weapons=(SMG,), fighting=("x",)) for id, at in PLACES.items()]
    return table(*men, foe("x", (10, 20), rep=1, weapons=(SMG,), fighting=tuple(PLACES)))


PLACES = {"a": (10, 21), "b": (9.1, 20.4), "c": (10.9, 19.6)}


@rule("NUTS-MELEE-13")
def test_of_two_melees_each_has_its_own_larger_side() -> None:
    """A has two enemies upon him, B and C are upon one; A is active and so are they."""
    alone = man("a", (10, 20), rep=1, fighting=("x", "y"))
    two = man("b", (13, 20.5), rep=1, fighting=("w",)), man("c", (13, 19), rep=1, fighting=("w",))
    state = table(
        alone,
        *two,
        foe("x", (10, 21), rep=1, fighting=("a",)),
        foe("y", (10, 19), rep=1, fighting=("a",)),
        foe("w", (13, 19.75), rep=1, fighting=("b", "c")),
    )
    with playing(state, Activation("red-1"), dice=[6] * 40) as p:
        assert p.options("blue") == ["a/x", "a/y"]
        p.choose("blue", ["a/y", "a/x"])
        assert p.options("red") == ["b/w", "c/w"]
        p.choose("red", ["c/w", "b/w"])
        p.nothing_pending()
        p.script = Scripted()
    rounds = [tuple(one["men"]) for one in told(p, "melee_round")]
    assert rounds == [("a", "y"), ("a", "x"), ("c", "w"), ("b", "w")]


@rule("NUTS-MELEE-13")
def test_the_larger_side_says_in_what_order_and_each_evenly_matched_helps_the_next() -> None:
    """The one who is alone is active, and yet the three choose; two Evenly Matched are +2d6."""
    with playing(three_on_one(), Activation("blue-1")) as p:
        p.refuse("red", ["x/a"])
        p.pending(red="Say in what order they fight.")
    state = three_on_one()
    dice = [*[1, 6], *[1, 6], *[1, 6, 6], *[1, 6], *[1, 6, 6, 6], *[1, 6]]
    with playing(state, Melee((("a", "x"), ("b", "x"), ("c", "x"))), dice=dice) as p:
        p.choose("red", ["c/x", "a/x", "b/x"])
        p.nothing_pending()
    told = [event for event in p.events if event.kind == "melee_round"]
    assert [event.data["men"] for event in told] == [["c", "x"], ["a", "x"], ["b", "x"]]
    assert [len(event.rolls[0].faces) for event in told] == [2, 3, 4]


@rule("NUTS-MELEE-13", "NUTS-MELEE-10")
def test_fights_are_one_on_one_and_end_when_the_one_is_down() -> None:
    with playing(three_on_one(), Melee((("a", "x"), ("b", "x"), ("c", "x"))), dice=[1, 1, 6, 6, 2]) as p:
        p.choose("red", ["b/x", "a/x", "c/x"])
        assert p.state.figures["x"].status == "out_of_the_fight"
        p.choose("red", "capture")
        p.nothing_pending()
    assert all(p.state.figures[id].melee.fighting == () for id in PLACES)


@rule("NUTS-MELEE-13", "NUTS-HOUSE-06")
def test_each_pair_is_asked_for_by_itself_and_one_without_an_enemy_does_not_fight() -> None:
    """Two are upon X, who falls at once; then the third fights Y."""
    state = three_on_one()
    state.figures["c"].melee = state.figures["c"].melee.but(fighting=("y",))
    state.figures["x"].melee = state.figures["x"].melee.but(fighting=("a", "b"))
    state.figures["y"] = foe("y", (11.9, 19.6), rep=1, weapons=(SMG,), fighting=("c",))
    pairs = (("a", "x"), ("b", "x"), ("c", "y"))
    with playing(
        state, Melee(pairs), dice=[1, 1, 6, 6, 2, 1, 6, 1, 6], options={"house_6_capture": "on"}
    ) as p:
        p.choose("red", ["a/x", "b/x"])
        for own, enemy in (("A", "X"), ("C", "Y")):
            assert (p.asked("red").prompt, p.asked("blue").prompt) == (
                f"Say how {own} fights.",
                f"Say how {enemy} fights.",
            )
            p.choose("red", "kill")
            p.choose("blue", "kill")
        p.choose("red", "capture")
        p.nothing_pending()
    assert p.state.figures["c"].melee.evenly == p.state.figures["y"].melee.evenly == 1


@rule("NUTS-MELEE-10", "NUTS-MOVE-05")
def test_a_man_knocked_down_fights_on_and_gets_up_when_he_is_active() -> None:
    """NUTS-REACT-07: he stays locked; lying there he gives his enemy a die."""
    state = locked(x_prone=True)
    with playing(state, Activation("red-1"), dice=[1, *[6] * 6, 1, *[6] * 5]) as p:
        p.nothing_pending()
    with playing(state, Activation("blue-1"), dice=[1, *[6] * 5, 1, *[6] * 5]) as p:
        p.nothing_pending()
    assert not p.state.figures["x"].prone


@rule("NUTS-HOUSE-06")
@pytest.mark.parametrize(
    ("option", "wanted", "mine", "dice", "status"),
    [
        ("off", "", 2, [2], "out_of_the_fight"),
        ("on", "kill", 2, [2], "out_of_the_fight"),
        ("on", "capture", 2, [], "captured"),
        ("on", "capture", 3, [], "captured"),
        ("on", "capture", 1, [], "out_of_the_fight"),
    ],
)
def test_fighting_to_capture(option: str, wanted: str, mine: int, dice: list[int], status: str) -> None:
    """By 2 or more he is subdued unhurt, by 1 out of the fight, without a damage die."""
    state = locked()
    faces = [*[1] * mine, *[6] * (6 - mine), *[6] * 6, *dice]
    options = {"house_6_capture": option}
    with playing(state, Melee((("a", "x"),), True), dice=faces, options=options) as p:
        if wanted:
            p.choose("blue", "capture")
            p.choose("red", wanted)
        x = p.state.figures["x"]
        assert (x.status, x.melee.fighting) == (status, ())
        assert p.state.figures["a"].aid.escorts == (("x",) if status == "captured" else ())
        if status == "out_of_the_fight":
            p.choose("red", "capture")
        p.nothing_pending()


@pytest.mark.parametrize("locked_man", ["a", "x", ""])
def test_nobody_shoots_into_or_out_of_a_melee(locked_man: str) -> None:
    """NR-53."""
    state = table(man("a", (10, 30)), man("b", (12, 30)), foe("x", (10, 10)), foe("y", (12, 10)))
    if locked_man:
        state.figures[locked_man].melee = state.figures[locked_man].melee.but(fighting=("somebody",))
    assert can_shoot(state, state.figures["a"], [state.figures["x"]], {}) == (locked_man == "")
    assert can_shoot(state, state.figures["b"], [state.figures["y"]], {})


@rule("NUTS-MELEE-12")
@pytest.mark.parametrize("dice", [[6, 1], [6, 6, 1, 1]])
def test_a_failed_crisis_test_takes_a_man_out_of_it(dice: list[int]) -> None:
    """A blast has brought a friend down beside him: Duck Back, or Leave the Battlefield."""
    with playing(locked(), Crisis(FRIEND_DOWN), dice=dice) as p:
        p.nothing_pending()
    assert p.state.figures["a"].melee.fighting == p.state.figures["x"].melee.fighting == ()


def test_one_that_is_passed_does_not() -> None:
    with playing(locked(), Crisis(FRIEND_DOWN), dice=[1, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].melee.fighting == ("x",)
