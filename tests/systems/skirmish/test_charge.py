"""Charging into melee: who may, the test of both, the shots of the target, contact.

NR-02, NR-43, NR-44, NR-45, NR-46, NS-38
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.faults import Refused
from deadground.core.requests import Gesture
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.melee.charge_card import charge_faults, way_to
from deadground.systems.skirmish.rules.melee.charge_reach import why_no_charge
from deadground.systems.skirmish.rules.melee.charge_test import (
    answer_to,
    charger_dice,
    comes_from,
    take_test,
    target_dice,
    why_no_place,
)
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import Marker, Side
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import charge, move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, point, table

WON = [1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 1]
"""A Rep 4 rifleman has six successes, another none; the damage die kills the other."""


def near(inches: float = 5, *more: Any, **changes: Any) -> Any:
    """A man of red to the south of one of blue, who looks at him; `x_` are the changes of the second."""
    target = {key[2:]: changes.pop(key) for key in list(changes) if key.startswith("x_")}
    return table(man("a", (10, 20 + inches), **changes), foe("x", (10, 20), **target), *more)


@rule("NUTS-MELEE-01")
def test_a_move_may_not_run_into_an_enemy_and_a_charge_may() -> None:
    with playing(near(5), Activation("red-1"), dice=[6, 6, 1, 1, *WON]) as p:
        assert "NUTS-MELEE-01" in p.refuse("red", [move("red-1", a=to((10, 21)))])[0].rows
        p.choose("red", [charge("red-1", a="x")])
        p.nothing_pending()
    assert p.state.figures["x"].status == "obviously_dead"
    assert p.state.figures["a"].at == point((10, 21))


@rule("NUTS-MELEE-01")
def test_a_charge_is_taken_by_the_figure_at_any_time_of_its_activation() -> None:
    """Bert has moved before; each of the two tests by himself, and Carl stays where he is."""
    state = table(
        man("anna", (9, 25)),
        man("bert", (12, 27)),
        man("carl", (15, 27)),
        foe("x", (9, 20)),
        foe("y", (12, 20)),
    )
    dice = [6, 6, 1, 1, 6, 6, 1, 1, *WON, *WON]
    with playing(state, Activation("red-1"), dice=dice) as p:
        p.choose("red", [move("red-1", bert=to((12, 25)))])
        p.choose("red", [charge("red-1", anna="x", bert="y")])
        p.choose("red", [])
        p.nothing_pending()
    assert [event.data["target"] for event in p.events if event.kind == "charge_test"] == ["x", "y"]
    assert p.state.figures["carl"].at == point((15, 27))


@bounds("NUTS-SIGHT-09")
@pytest.mark.parametrize(("strict", "refused"), [("np_only", False), ("all", True)])
def test_inactive_men_charge_as_winners_of_an_in_sight(strict: str, refused: bool) -> None:
    """NR-17: a player may choose to; with the option those who can shoot must."""
    state = near(6, rep=3, x_rep=1)
    options = {"in_sight_strict_order": strict}
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[1, 1, 1, 6], options=options) as p:
        faults = p.asked("red").check(p.match.view("red"), [charge("red-1", a="x")])
        assert bool(faults) == refused
        assert not refused or "NR-17" in faults[0].rows
        p.pending(red="You saw them first")


@rule("NUTS-MELEE-07", "NUTS-MELEE-01")
def test_the_example_of_two_who_win_the_in_sight_and_charge_one_russian() -> None:
    """All three roll, and what the Russian throws is applied to each German separately."""
    state = table(
        man("hans", (10, 25)), man("karl", (11, 25)), foe("ivan", (10.5, 20), weapons=(RIFLE,)), pieces=""
    )
    sight = [1, 1, 1, 6, 6, 6, 6]
    test = [1, 6, 1, 1, 1, 6]
    dice = [*sight, *test, 1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 1]
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=dice) as p:
        p.choose("red", [charge("red-1", hans="ivan", karl="ivan")])
        p.choose("red", ["karl/ivan", "hans/ivan"])
        p.nothing_pending()
    told = p.last("charge_test")
    assert told.data["results"] == [
        {"charger": "hans", "answer": "nothing", "side": "front", "passed": 2, "against": 1},
        {"charger": "karl", "answer": "snap_fires", "side": "front", "passed": 1, "against": 1},
    ]
    assert [len(roll.faces) for roll in told.rolls] == [2, 2, 2], "he throws once"
    assert [event.data["dice"][0]["target"] for event in p.events if event.kind == "shots"] == ["karl"]
    assert p.state.figures["ivan"].status == "obviously_dead"


@bounds("NUTS-MELEE-02")
@pytest.mark.parametrize(("inches", "may"), [(6, True), (14, True), (22, True), (22.01, False)])
def test_a_charger_must_be_able_to_reach_a_spot_six_inches_off(inches: float, may: bool) -> None:
    """A Fast Move included; the last 6" need no movement."""
    with playing(near(inches), Activation("red-1")) as p:
        faults = p.asked("red").check(p.match.view("red"), [charge("red-1", a="x")])
        assert not faults if may else "NUTS-MOVE-01" in faults[0].rows
        p.pending(red="Give the group its orders")


@rule("NUTS-MELEE-02")
def test_he_needs_a_clear_line_of_sight_when_he_charges_and_not_before() -> None:
    """From behind the house he does not see him; from beside it he does, and comes at his rear."""
    house = "  - {id: house, kind: structure, polygon: [[8, 21], [12, 21], [12, 24], [8, 24]]}"
    state = table(man("a", (10, 26)), foe("x", (10, 19), facing=0), pieces=house)
    state.sighted = (("blue-1", "red-1"),)
    with playing(state, Activation("red-1"), dice=[1, 1, *[1] * 7, *[6] * 6, 1]) as p:
        (fault,) = p.refuse("red", [charge("red-1", a="x")])
        assert fault.reason == "A does not see X: the structure is in the way"
        assert fault.rows == ("NUTS-MELEE-02", "NUTS-LOS-01", "NS-40")
        p.choose("red", [move("red-1", a=to((14.5, 22)))])
        p.choose("red", [charge("red-1", a="x")])
        p.nothing_pending()
    assert p.state.figures["x"].status == "obviously_dead"


@rule("NUTS-MELEE-02", "NUTS-MELEE-03")
@pytest.mark.parametrize(("dice", "short"), [([4, 4], False), ([4, 5], True), ([5, 5], True)])
def test_a_fast_move_that_falls_short_costs_the_melee_and_the_shot(dice: list[int], short: bool) -> None:
    """20" off he has 14" to go: 16" if he passes two, 12" if he passes one."""
    rest = [] if short else [6, 6, 1, 1, *WON]
    with playing(near(20), Activation("red-1"), dice=[*dice, *rest]) as p:
        p.choose("red", [charge("red-1", a="x")])
        p.nothing_pending()
    a = p.state.figures["a"]
    assert a.doing.fired == short
    assert (a.at != point((10, 21))) == short
    assert ("charge_test" in [event.kind for event in p.events]) != short


@rule("NUTS-MELEE-03")
def test_a_charger_who_needs_no_fast_move_throws_for_none() -> None:
    with playing(near(14), Activation("red-1"), dice=[6, 6, 1, 1, *WON]) as p:
        p.choose("red", [charge("red-1", a="x")])
        p.nothing_pending()
    assert not p.state.figures["a"].doing.fired
    assert "fast_move" not in [event.kind for event in p.events]


@rule("NUTS-MELEE-04")
@pytest.mark.parametrize(
    ("attributes", "dice"), [((), 2), (("nerves_of_steel",), 3), (("rage",), 3), (("brawler",), 2)]
)
def test_attributes_help_whoever_has_them(attributes: tuple[str, ...], dice: int) -> None:
    """NR-43."""
    state = near(attributes=attributes, x_attributes=attributes)
    g = game(state)
    assert charger_dice(g, state.figures["a"]).total == dice
    assert target_dice(g, state.figures["x"], state.figures["a"]).total == dice
    assert state.figures["a"].shown_attributes == (() if dice == 2 else attributes)


@rule("NUTS-MELEE-04")
@pytest.mark.parametrize(
    ("degrees", "side", "dice"),
    [
        (0, "front", 2),
        (60, "front", 2),
        (60.1, "flank", 1),
        (120, "flank", 1),
        (120.1, "rear", 0),
        (180, "rear", 0),
        (-60.1, "flank", 1),
        (-120.1, "rear", 0),
    ],
)
def test_flank_and_rear_change_the_targets_dice_alone(degrees: float, side: str, dice: int) -> None:
    """NS-38: measured from where the target faces."""
    state = near(x_facing=180 + degrees)
    a, x = state.figures["a"], state.figures["x"]
    assert comes_from(x, a.at) == side
    assert target_dice(game(state), x, a).total == dice
    assert charger_dice(game(state), a).total == 2


@rule("NUTS-MELEE-04")
def test_cover_gives_the_target_a_die() -> None:
    wall = "  - {id: wall, kind: wall, line: [[5, 20.6], [15, 20.6]]}"
    state = table(man("a", (10, 25)), foe("x", (10, 20)), pieces=wall)
    assert target_dice(game(state), state.figures["x"], state.figures["a"]).total == 3
    assert [chart("charge_modifiers").number(one) for one in ("in_cover", "flank", "rear")] == [1, -1, -2]


@rule("NUTS-MELEE-05")
@pytest.mark.parametrize(
    ("charger", "target", "answer"),
    [(2, 1, "nothing"), (1, 0, "nothing"), (1, 2, "fires"), (1, 1, "snap_fires"), (3, 2, "nothing")],
)
def test_who_passes_more_decides_what_the_target_does(charger: int, target: int, answer: str) -> None:
    """NR-02: the real counts are compared, three against two too."""
    assert answer_to(charger, target) == answer


@rule("NUTS-MELEE-05", "NUTS-MELEE-06")
def test_a_charger_who_is_missed_goes_in_and_nobody_tests() -> None:
    """NR-45; the first round is fought at once."""
    state = near(5, man("friend", (12, 25)), x_rep=3)
    dice = [1, 1, 6, 6, 1, *[1] * 6, *[6] * 5, 1]
    with playing(state, Charge((("a", "x"),)), dice=dice) as p:
        p.nothing_pending()
    kinds = [event.kind for event in p.events]
    assert "crisis_test" not in kinds
    assert (
        kinds.index("charge_test")
        < kinds.index("shots")
        < kinds.index("contact")
        < kinds.index("melee_round")
    )
    assert p.state.figures["x"].status == "obviously_dead"


@rule("NUTS-MELEE-06", "NUTS-MELEE-05")
@pytest.mark.parametrize(("damage", "status"), [([2], "out_of_the_fight"), ([6, 1, 1], "carry_on")])
def test_a_charger_who_is_hit_does_not_come_in(damage: list[int], status: str) -> None:
    """NR-44: he lies where he was, and his friend beside him does not test for it."""
    state = near(5, man("friend", (12, 25)))
    with playing(state, Charge((("a", "x"),)), dice=[1, 1, 6, 6, 6, *damage]) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.status, a.at, a.melee.fighting, a.prone) == (status, point((10, 25)), (), True)
    assert "crisis_test" not in [event.kind for event in p.events]


@rule("NUTS-MELEE-05")
@pytest.mark.parametrize(("passes", "hit"), [([1, 1, 1, 6], True), ([1, 6, 1, 6], False)])
def test_an_eight_hits_a_charger_unless_it_is_snap_fire(passes: list[int], hit: bool) -> None:
    """Rep 4 and a 4 make 8, which snap fire misses with."""
    rest = [2] if hit else WON
    with playing(near(5), Charge((("a", "x"),)), dice=[*passes, 4, *rest]) as p:
        p.nothing_pending()
    assert (p.state.figures["a"].status == "out_of_the_fight") == hit


@rule("NUTS-MELEE-07")
def test_the_target_shares_his_dice_out_among_those_he_may_shoot_at() -> None:
    """NR-46: he fires at one and snap fires at the other; the swath does not matter."""
    state = near(5, man("b", (14, 24), rep=3), rep=3, x_weapons=(SMG,), x_rep=3)
    dice = [1, 6, 6, 6, 1, 6, 5, 5, 5, 2, 2, *[1] * 5, *[6] * 4, 1]
    with playing(state, Charge((("a", "x"), ("b", "x"))), dice=dice) as p:
        plan = p.asked("blue").proposal[0]
        assert "3 dice" in p.refuse("blue", [split(plan, [["a", 1], ["b", 1]])])[0].reason
        assert "NR-46" in p.refuse("blue", [split(plan, [["a", 1], ["", 1], ["b", 1]])])[0].rows
        p.refuse("blue", [])
        p.choose("blue", [split(plan, [["a", 2], ["b", 1]])])
        p.nothing_pending()
    told = p.last("shots").data["dice"]
    assert [(one["target"], one["hit"]) for one in told] == [("a", True), ("a", True), ("b", False)]


def split(order: dict[str, Any], aims: list[list[Any]]) -> dict[str, Any]:
    shot = {"weapon": SMG, "mode": "", "aims": aims}
    return {**order, "plan": {"shots": {"x": shot}}}


@rule("NUTS-MELEE-07")
@pytest.mark.parametrize(("first", "second", "hits"), [("a", "b", ["a"]), ("b", "a", ["b"])])
def test_the_order_he_names_makes_the_second_target(first: str, second: str, hits: list[str]) -> None:
    """Rep 3 and a 5 make 8, which misses a second target."""
    state = near(5, man("b", (14, 24), rep=3), rep=3, x_weapons=(SMG,), x_rep=3)
    dice = [1, 1, 6, 6, 6, 6, 5, 5, 5, 2, 2, *[1] * 5, *[6] * 4, 1]
    with playing(state, Charge((("a", "x"), ("b", "x"))), dice=dice) as p:
        p.choose("blue", [split(p.asked("blue").proposal[0], [[first, 2], [second, 1]])])
        p.nothing_pending()
    assert [one["target"] for one in p.last("shots").data["dice"] if one["hit"]] == hits * 2


@rule("NUTS-MELEE-07")
def test_a_rifle_has_a_die_for_one_charger_alone() -> None:
    state = near(5, man("b", (14, 24)))
    dice = [1, 1, 6, 6, 6, 6, 6, 2, *[1] * 6, *[6] * 6, 1]
    with playing(state, Charge((("a", "x"), ("b", "x"))), dice=dice) as p:
        order = p.asked("blue").proposal[0]
        both = {"weapon": RIFLE, "mode": "", "aims": [["a", 1], ["b", 1]]}
        assert "1 dice" in p.refuse("blue", [{**order, "plan": {"shots": {"x": both}}}])[0].reason
        one = {**both, "aims": [["b", 1]]}
        p.choose("blue", [{**order, "plan": {"shots": {"x": one}}}])
        p.nothing_pending()
    assert p.state.figures["b"].status == "out_of_the_fight"
    assert p.state.figures["x"].status == "obviously_dead"


@rule("NUTS-MELEE-09")
def test_who_came_from_the_rear_keeps_his_die_though_the_target_turns_to_shoot() -> None:
    """Nobody passes, so the target snap fires over his shoulder and misses."""
    state = table(man("a", (10, 25)), foe("x", (10, 20), facing=0))
    with playing(state, Charge((("a", "x"),)), dice=[6, 6, 1, *[1] * 7, *[6] * 6, 1]) as p:
        p.nothing_pending()
    assert len(p.last("melee_round").rolls[0].faces) == 7


@bounds("NUTS-MELEE-07")
def test_dice_that_count_against_one_charger_alone_are_the_last_of_the_throw() -> None:
    """From the front he has two dice, from the rear none."""
    state = near(5, man("b", (10, 15), facing=180))
    found = take_test(
        game(state, [1, 1, 1, 6, 6, 6]), state.figures["x"], [state.figures["a"], state.figures["b"]]
    )
    assert [one.answer for one in found] == ["fires", "snap_fires"]


@bounds("NUTS-MELEE-13")
@pytest.mark.parametrize(("there", "full"), [((9,), False), ((9, 11), True)])
def test_two_may_fight_him_in_front_and_two_behind(there: tuple[int, ...], full: bool) -> None:
    state = near(
        5, *(man(f"b{x}", (x, 20.5), fighting=("x",)) for x in there), man("c", (10, 17), facing=180)
    )
    x = state.figures["x"]
    x.melee = x.melee.but(fighting=tuple(f"b{at}" for at in there))
    assert bool(why_no_place(state, x, state.figures["a"])) == full
    assert not why_no_place(state, x, state.figures["c"]), "behind him there is room"


@rule("NUTS-MELEE-13")
def test_a_third_man_may_not_be_sent_at_the_front_of_one() -> None:
    state = near(5, man("b", (12, 25)), man("c", (8, 25)))
    with playing(state, Activation("red-1")) as p:
        assert "NUTS-MELEE-13" in p.refuse("red", [charge("red-1", a="x", b="x", c="x")])[0].rows
        assert not p.asked("red").check(p.match.view("red"), [charge("red-1", a="x", b="x")])
        p.pending(red="Give the group its orders")


@rule("NUTS-SIGHT-09")
@pytest.mark.parametrize(("inches", "charges"), [(6, True), (6.01, False)])
@pytest.mark.parametrize("played", [True, False])
def test_a_winner_who_cannot_shoot_charges_within_six_inches_or_ducks_back(
    inches: float, charges: bool, played: bool
) -> None:
    state = near(inches, rep=3, weapons=(), x_rep=1, x_weapons=())
    if not played:
        state.sides["red"] = Side(id="red", name="Red", played=False)
        del state.seats["red"]
    dice = [1, 1, 1, 6, *([6, 6, 1, 1, *[1] * 4, 6, 6, 1] if charges else [])]
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=dice) as p:
        if charges and played:
            p.choose("red", p.asked("red").proposal)
        p.nothing_pending()
    assert (p.state.figures["x"].status == "obviously_dead") == charges
    assert (p.state.figures["a"].status == "duck_back") != charges


@rule("NUTS-MOVE-09", "NUTS-MELEE-02")
def test_a_hunkered_man_gives_himself_up_when_the_charger_is_upon_him() -> None:
    state = near(5, x_status="hunker_down")
    with playing(state, Charge((("a", "x"),)), dice=[1, 1, 1, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["x"].status == "captured"


@rule("NUTS-MELEE-02")
def test_what_else_a_charge_is_refused_for() -> None:
    state = near(
        5, man("p", (12, 25), prone=True, spent=1200), man("m", (14, 25), medic=True), man("b", (8, 25))
    )
    state.figures["p"].doing = state.figures["p"].doing.but(spent=8 * 254)
    with playing(state, Activation("red-1")) as p:
        assert "b' is no enemy" in p.refuse("red", [charge("red-1", a="b")])[0].reason
        assert "medic" in p.refuse("red", [charge("red-1", m="x")])[0].reason
        assert p.refuse("red", [{**charge("red-1", a="x"), "plan": {"targets": {"a": 3}}}])
        way = {
            **charge("red-1", a="x"),
            "plan": {"targets": {"a": "x"}, "paths": {"a": [list(point((10, 30)))]}},
        }
        assert 'does not end within 6"' in p.refuse("red", [way])[0].reason
        p.pending(red="Give the group its orders")


@rule("NUTS-MELEE-02")
@pytest.mark.parametrize(("end", "asked"), [(26, True), (26.1, False)])
def test_one_who_has_moved_is_asked_again_if_he_can_charge_from_where_he_is(end: float, asked: bool) -> None:
    """From 6"; who wants to charge from farther away says so at once, and goes there as part of it."""
    state = table(man("a", (10, 30), weapons=()), foe("x", (10, 20), facing=0))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, end)))])
        assert bool(p.match.to_act()) == asked
        if asked:
            p.pending(red="Give the group its orders")
        else:
            p.nothing_pending()


@bounds("NUTS-MELEE-01", "NUTS-MELEE-02")
def test_a_charge_is_never_proposed_to_active_men_but_a_gesture_gives_it() -> None:
    with playing(near(14), Activation("red-1")) as p:
        asked, view = p.asked("red"), p.match.view("red")
        assert [order["card"] for order in asked.proposal] == ["fire", "finished"]
        onto = Gesture(act="charge", pieces=("a",), to="x")
        assert asked.edit(view, None, onto).value == [charge("red-1", a="x")]
        assert asked.edit(view, None, Gesture(act="charge", pieces=("a",))).value == [charge("red-1", a="x")]
        with pytest.raises(Refused):
            asked.edit(view, None, Gesture(act="charge", pieces=("a",), to="a"))
        p.pending(red="Give the group its orders")


@bounds("NUTS-MELEE-02")
@pytest.mark.parametrize(("way", "fits"), [([(10, 29), (10, 26)], True), ([(10, 25.5), (10, 26.1)], False)])
def test_it_is_the_last_point_of_his_way_that_lies_within_six_inches(
    way: list[tuple[float, float]], fits: bool
) -> None:
    with playing(near(14), Activation("red-1")) as p:
        plan = {"targets": {"a": "x"}, "paths": {"a": [list(point(at)) for at in way]}}
        faults = p.asked("red").check(p.match.view("red"), [{**charge("red-1", a="x"), "plan": plan}])
        assert [fault.rows for fault in faults] == ([] if fits else [("NUTS-MELEE-02",)])
        p.pending(red="Give the group its orders")


@bounds("NUTS-MELEE-02")
@pytest.mark.parametrize(
    ("changes", "reach"),
    [
        ({}, 22),
        ({"busy": True}, 14),
        ({"escorts": ("y",)}, 14),
        ({"action": "fast_move"}, 14),
        ({"spent": 2 * 254}, 20),
        ({"successes": 0}, 6),
    ],
)
def test_how_far_off_an_enemy_may_be_for_a_charger(changes: dict[str, Any], reach: float) -> None:
    """No Fast Move for the busy, for escorts or a second time; a winner of an In Sight has the last 6" alone."""
    for inches, fits in ((reach, True), (reach + 0.02, False)):
        state = near(inches, **changes)
        a, x = state.figures["a"], state.figures["x"]
        assert (not charge_faults(state, a, x, way_to(a, x), "", {})) == fits


@bounds("NUTS-MELEE-02")
@pytest.mark.parametrize(("spent", "may"), [(4, True), (4.01, False)])
def test_one_who_lies_down_charges_only_if_he_can_still_get_up(spent: float, may: bool) -> None:
    state = near(5, prone=True, spent=round(spent * 254))
    fault = why_no_charge(state, state.figures["a"], state.figures["x"], {})
    assert (fault.rows if fault else ()) == (() if may else ("NUTS-MOVE-05",))
    assert bool(charge_faults(state, state.figures["a"], state.figures["x"], (), "", {})) != may


@bounds("NUTS-MELEE-02")
def test_nobody_charges_through_flame_or_over_what_cannot_be_crossed() -> None:
    river = "  - {id: river, kind: river, width: 1, line: [[0, 22.5], [48, 22.5]]}"
    state = table(man("a", (10, 25)), foe("x", (10, 20)), pieces=river)
    (fault,) = charge_faults(state, state.figures["a"], state.figures["x"], (), "", {})
    assert fault.rows == ("NS-39",)
    state = near(5)
    state.markers["fire"] = Marker("fire", "flame", point((10, 22.5)), 2 * 254, 3)
    (fault,) = charge_faults(state, state.figures["a"], state.figures["x"], (), "", {})
    assert fault.rows == ("NUTS-GREN-18",)


@rule("NUTS-MELEE-02", "NUTS-MELEE-05")
def test_in_contact_he_has_used_up_his_move_and_looks_at_his_enemy() -> None:
    """From the north-east; the fight itself stays even."""
    state = table(man("a", (14, 16), facing=270, prone=True), foe("x", (10, 20), facing=45), turn=4)
    with playing(state, Charge((("a", "x"),)), dice=[6, 6, 1, 1, *WON]) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.prone, a.doing.moving, a.doing.moved_in, a.facing) == (False, True, 4, 2250)
    assert a.doing.spent == 8 * 254


@bounds("NUTS-MELEE-02")
def test_a_charger_may_go_round_what_cannot_be_crossed() -> None:
    """It is from the last point of his way that the ground to his enemy must be open."""
    river = "  - {id: river, kind: river, width: 1, line: [[4, 23], [13, 23]]}"
    state = table(man("a", (10, 25)), foe("x", (10, 20)), pieces=river)
    a, x = state.figures["a"], state.figures["x"]
    assert charge_faults(state, a, x, (point((14.5, 25)), point((14.5, 21))), "", {}) == []
    (fault,) = charge_faults(state, a, x, (point((10, 24.5)),), "", {})
    assert fault.rows == ("NS-39",)
