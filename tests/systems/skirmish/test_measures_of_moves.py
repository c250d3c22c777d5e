"""Going, spending and stopping, and what men leave behind: at the limit, and one either side of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.core.agenda import Ask
from deadground.core.requests import Order, Path
from deadground.systems.skirmish.rules.activation.activation import Activation, leader_rep, split_rep
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.activation.turn import throw_activation
from deadground.systems.skirmish.rules.fire.duties_of_fire import runs
from deadground.systems.skirmish.rules.fire.fire import have_shot, how_many
from deadground.systems.skirmish.rules.fire.shooting import Fire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.grenades.blasts import hurt
from deadground.systems.skirmish.rules.grenades.lobs import Lob
from deadground.systems.skirmish.rules.movement.going import has_room, is_taken, within_allowance
from deadground.systems.skirmish.rules.movement.movement import (
    Going,
    Move,
    Way,
    can_rise,
    charge,
    held_back,
    tell_move,
)
from deadground.systems.skirmish.rules.movement.walking import could_confront, is_looked_at, put_on_path
from deadground.systems.skirmish.rules.reactions.reaction import score
from deadground.systems.skirmish.rules.troops.shirking import is_forward
from deadground.systems.skirmish.rules.wounded.fetch_card import helpless
from deadground.systems.skirmish.state import BASE, INCH
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, foe, man, point, table

WOOD = "  - {id: w, kind: woods, polygon: [[5, 5], [40, 5], [40, 20], [5, 20]]}"
LAKE = "  - {id: l, kind: water, polygon: [[5, 5], [40, 5], [40, 20], [5, 20]]}"

# Going


@pytest.mark.parametrize("allowance", [0, 1, 2, 3, 254, 1015, 1016, 1017, 2539])
def test_a_path_is_cut_where_it_costs_all_he_has(allowance: int) -> None:
    """NS-39"""
    state = table(man("a", (20, 40)))
    path = (point((20, 40)), point((20, 30)))
    end = within_allowance(state, path, allowance)[-1]
    assert point((20, 40))[1] - end[1] == allowance
    assert within_allowance(state, path, 2540) == path


@pytest.mark.parametrize(("allowance", "gone"), [(508, 508), (1016, 762), (1520, 1014)])
def test_in_a_wood_an_inch_costs_two(allowance: int, gone: int) -> None:
    """NS-39. Two inches in the open, then the wood."""
    state = table(man("a", (20, 22)), pieces=WOOD)
    path = (point((20, 22)), point((20, 10)))
    end = within_allowance(state, path, allowance)[-1]
    assert abs(point((20, 22))[1] - end[1] - gone) <= 1


@pytest.mark.parametrize(
    ("away", "changes", "taken"),
    [
        (252, {}, True),
        (253, {}, False),
        (100, {"status": "out_of_the_fight"}, False),
        (100, {"status": "obviously_dead"}, False),
        (100, {"status": "captured"}, True),
        (100, {"status": "gone"}, False),
        (100, {"carried_by": "a"}, False),
        (100, {"status": "hunker_down"}, True),
        (0, {}, True),
        (0, {"status": "out_of_the_fight"}, True),
        (0, {"status": "gone"}, False),
    ],
)
def test_a_place_is_taken_by_who_stands_there(away: int, changes: dict[str, Any], taken: bool) -> None:
    """NS-01. Bases may touch; the wounded may be stood over, but not on the very spot."""
    state = table(man("a", (20, 40)), man("b", (10, 10), **changes))
    b = state.figures["b"]
    at = (b.at[0] + away, b.at[1])
    assert (is_taken(state, at, state.figures["a"]) is b) is taken
    assert is_taken(state, at, state.figures["a"], ("b",)) is None
    assert has_room(state, state.figures["a"], at) is not taken


def test_his_own_place_and_that_of_whom_he_carries_are_his() -> None:
    """NS-01"""
    state = table(
        man("a", (20, 40), carries="w"), man("w", (20, 40), status="out_of_the_fight", carried_by="a")
    )
    a = state.figures["a"]
    assert is_taken(state, a.at, a) is None
    assert is_taken(state, (a.at[0] + 10, a.at[1]), a) is None


@pytest.mark.parametrize(
    ("at", "room"),
    [
        ((0, 0), True),
        ((-1, 0), False),
        ((0, -1), False),
        ((48 * 254, 48 * 254), True),
        ((48 * 254 + 1, 0), False),
        ((0, 48 * 254 + 1), False),
    ],
)
def test_there_is_room_on_the_table_alone(at: tuple[int, int], room: bool) -> None:
    """NS-01, NS-39. And nobody stands in water."""
    state = table(man("a", (42, 42)), pieces=LAKE)
    assert has_room(state, state.figures["a"], at) is room
    assert not has_room(state, state.figures["a"], point((20, 10)))


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(("gone", "spent"), [(0, 0), (254, 254), (2540, 2540), (9999, 2540)])
def test_what_a_way_costs_is_spent(gone: int, spent: int) -> None:
    state = table(man("a", (20, 40)), foe("x", (40, 5)))
    g, a = game(state), state.figures["a"]
    path = (point((20, 40)), point((20, 30)))
    charge(g, a, path, gone)
    assert a.doing.spent == spent
    tell_move(g, a, path, 500, path[0])
    assert g.events[-1].seen.text == 'A moves 2.0".'
    tell_move(g, a, path, 99999, path[0])
    assert g.events[-1].seen.text == 'A moves 10.0".'
    told = len(g.events)
    tell_move(g, a, path, 12, path[0])
    assert len(g.events) == told
    tell_move(g, a, path, 13, path[0])
    assert len(g.events) == told + 1


@bounds("NUTS-MOVE-05")
@pytest.mark.parametrize(("spent", "rises"), [(0, True), (4 * 254, True), (4 * 254 + 1, False)])
def test_getting_up_takes_half_a_move(spent: int, rises: bool) -> None:
    assert can_rise(man("a", (10, 10), prone=True, spent=spent)) is rises
    state = table(man("a", (10, 10), prone=True, spent=spent))
    found = LAWS["move"].way_faults(state, state.figures["a"], Way(), "x", [])  # type: ignore[attr-defined]
    assert (found == []) is rises
    assert LAWS["move"].way_faults(state, state.figures["a"], Way(prone=True), "x", []) == []  # type: ignore[attr-defined]


@bounds("NUTS-WOUND-03")
@pytest.mark.parametrize(("many", "held"), [(0, 0), (1, 1), (2, 1)])
def test_who_carries_a_man_passes_one_at_most(many: int, held: int) -> None:
    assert held_back(man("a", (1, 1), carries="w"), many) == held
    assert held_back(man("a", (1, 1)), many) == many


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(
    ("at", "facing", "fine"),
    [
        ((BASE, 5000), None, True),
        ((BASE - 1, 5000), None, False),
        ((5000, BASE), None, True),
        ((5000, BASE - 1), None, False),
        ((48 * 254 - BASE, 5000), None, True),
        ((48 * 254 - BASE + 1, 5000), None, False),
        ((5000, 48 * 254 - BASE), None, True),
        ((5000, 48 * 254 - BASE + 1), None, False),
        ((5000, 5000), 0, True),
        ((5000, 5000), 3599, True),
        ((5000, 5000), 3600, False),
        ((5000, 5000), -1, False),
    ],
)
def test_a_way_ends_on_the_table_and_a_facing_is_a_facing(
    at: tuple[int, int], facing: int | None, fine: bool
) -> None:
    state = table(man("a", (20, 20)))
    a = state.figures["a"]
    a.at = (min(max(at[0], 300), 11892), min(max(at[1], 300), 11892))
    found = LAWS["move"].way_faults(state, a, Way((at,), facing), "x", ["a"])  # type: ignore[attr-defined]
    assert (found == []) is fine


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(
    ("changes", "matters"),
    [
        ({}, True),
        ({"action": "move"}, False),
        ({"action": "move", "fired": True, "spent": 4 * 254}, True),
        ({"action": "move", "fired": True, "spent": 4 * 254 + 1}, False),
        ({"action": "move", "spent": 4 * 254}, False),
        ({"action": "move", "carries": "w", "spent": 8 * 254 - 1}, True),
        ({"action": "move", "carries": "w", "spent": 8 * 254}, False),
    ],
)
def test_when_a_move_is_worth_asking_about(changes: dict[str, Any], matters: bool) -> None:
    one = man("a", (10, 10), **changes)
    within_allowance(table(one), (one.at, one.at), 0)
    LAWS["move"].most(one)  # type: ignore[attr-defined]
    assert LAWS["move"].matters(None, [one]) is matters  # type: ignore[arg-type]


@rule("NUTS-MOVE-01")
def test_random_walks_are_legal_and_lead_somewhere() -> None:
    """In a corner and beside each other, where many draws would be refused."""
    state = table(man("a", (0.5, 0.5)), man("b", (1.5, 0.5)), foe("x", (40, 40)))
    with playing(state, Activation("red-1")) as p:
        view, law = p.match.view("red"), LAWS["move"]
        men = [view.state.figures[id] for id in "ab"]
        walks = [law.sample(view, men, None, Random(seed)) for seed in range(25)]
        for plan in walks:
            assert plan is not None
            assert not law.faults(view, Order("red-1", "move", (), None, plan), "", None)
            for id, way in plan["paths"].items():
                assert tuple(way["points"][0]) != view.state.figures[id].at
        assert sum(len(plan["paths"]) for plan in walks if plan) > 40
        still = [man("a", (0.5, 0.5), spent=8 * 254)]
        assert law.sample(view, still, None, Random(1)) is None
        p.pending(red="Give the group its orders")


# Activation and turns


def test_a_group_without_a_leader_has_rep_0() -> None:
    """NR-06"""
    state = table(man("a", (10, 10), rep=5), man("b", (12, 10), rep=3))
    assert leader_rep(state, state.figures["a"].group) == 5
    assert leader_rep(state, "nobody") == 0
    assert (split_rep(state, [state.figures["b"]]), split_rep(state, [])) == (3, 0)


@bounds("NUTS-ACT-02")
def test_doubles_are_told_and_thrown_again() -> None:
    g = game(table(man("a", (10, 40)), foe("x", (10, 5))), dice=[3, 3, 2, 5])
    assert throw_activation(g) == {"red": 2, "blue": 5}
    assert [event.seen.text for event in g.events if event.seen.kind == "activation_dice"] == [
        "Activation: Red 3, Blue 3. Doubles: thrown again.",
        "Activation: Red 2, Blue 5.",
    ]


# Reactions


@bounds("NUTS-REACT-09")
@pytest.mark.parametrize(
    ("result", "status", "hidden"),
    [
        ("duck_back", "duck_back", ("x",)),
        ("snap_fire", "carry_on", ()),
        ("hunker_down", "hunker_down", ("x",)),
    ],
)
def test_a_worse_result_takes_the_place_of_a_better_one(
    result: Any, status: str, hidden: tuple[str, ...]
) -> None:
    state = table(
        man("a", (10, 40), reacting="return_fire", hidden_from=("x",), under_cover=True), foe("x", (10, 5))
    )
    a = state.figures["a"]
    assert score(game(state), a, result, ["x", "x"]) == result
    assert (a.status, a.reaction.reacting, a.reaction.causes, a.reaction.hidden_from) == (
        status,
        result,
        ("x",),
        hidden,
    )
    assert a.reaction.under_cover is bool(hidden)
    assert score(game(state), a, "return_fire", ["y"]) == result
    assert (a.reaction.reacting, a.reaction.causes) == (result, ("x",))
    again = "leave_battlefield" if result == "hunker_down" else result
    assert score(game(state), a, result, ["y"]) == again
    assert a.reaction.causes == (("y",) if result == "hunker_down" else ("x",))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"fired": True}, "A has used the shot of this activation"),
        ({"fired": True, "successes": 0}, None),
        ({"fired": True, "successes": -1}, "A has used the shot of this activation"),
        ({"reloading": RIFLE}, "A is reloading"),
        ({"fired": True, "reacting": "return_fire"}, None),
    ],
)
def test_why_a_man_cannot_fire(changes: dict[str, Any], reason: str | None) -> None:
    """NR-19, NR-38"""
    state = table(man("a", (10, 40), **changes))
    fault = Fire().why_not(state, state.figures["a"], {})
    assert (fault.reason if fault else None) == reason


def test_shots_that_follow_each_other_fall_together_and_each_throw_alone() -> None:
    """NR-17"""
    shot, lob = Shot("a", RIFLE, (Aim("x", 1),)), Lob("b", "grenade", (0, 0))
    assert list(runs([shot, shot, lob, lob, shot])) == [[shot, shot], [lob], [lob], [shot]]
    assert list(runs([lob])) == [[lob]]
    assert list(runs([])) == []


@pytest.mark.parametrize(
    ("end", "facing", "forward"),
    [((10, 39), 0, True), ((10, 41), 0, False), ((10, 40), 0, False), ((10, 39), 180, False)],
)
def test_forward_is_nearer_to_an_enemy_he_sees(end: Any, facing: int, forward: bool) -> None:
    """LR-040"""
    state = table(man("a", (10, 40), facing=facing), foe("x", (10, 5)))
    assert is_forward(game(state), state.figures["a"], point(end)) is forward


# What men leave behind


@pytest.mark.parametrize(
    ("weapon", "before", "after"),
    [
        ("core.ba_rifle", (), ()),
        ("core.bazooka", (), (("core.bazooka", 3),)),
        ("core.bazooka", (("core.bazooka", 1), ("core.piat", 2)), (("core.piat", 2), ("core.bazooka", 3))),
        ("core.panzerfaust", (), ()),
    ],
)
def test_the_turn_of_the_last_shot_is_kept_where_there_is_a_rate(
    weapon: str, before: Any, after: Any
) -> None:
    """NS-07. And a Panzerfaust is thrown away."""
    state = table(
        man("a", (10, 40), weapons=(weapon, "core.pistol"), last_shot=before), foe("x", (10, 30)), turn=3
    )
    a = state.figures["a"]
    have_shot(game(state, dice=[1] * 5), a, Shot("a", weapon, (Aim("x", 1),)), (4,))
    assert (a.arms.shot_with, a.arms.last_shot) == (weapon, after)
    assert a.arms.weapons == (("core.pistol",) if weapon == "core.panzerfaust" else (weapon, "core.pistol"))


def test_the_loader_does_nothing_else() -> None:
    """NS-07"""
    state = table(
        man("a", (10, 40), weapons=("core.lmg",)),
        man("l", (11, 40), loads_for="a"),
        man("b", (12, 40)),
        foe("x", (10, 30)),
    )
    have_shot(game(state), state.figures["a"], Shot("a", "core.lmg", (Aim("x", 4),)), (4, 4, 4, 4))
    assert [state.figures[id].doing.fired for id in "lb"] == [True, False]


def test_hits_in_words() -> None:
    """NS-07"""
    assert [how_many(hits, 1) for hits in (0, 1)] == ["a miss", "a hit"]
    assert [how_many(hits, 3) for hits in (0, 2)] == ["none of 3 hit", "2 of 3 hit"]


@pytest.mark.parametrize(
    ("status", "dice", "after"),
    [
        ("captured", [6, 1, 1], "captured"),
        ("hunker_down", [6, 1, 1], "hunker_down"),
        ("carry_on", [6, 1, 1], "carry_on"),
        ("captured", [1], "obviously_dead"),
    ],
)
def test_a_prisoner_who_is_hurt_and_stands_is_a_prisoner_still(
    status: Any, dice: list[int], after: str
) -> None:
    """NR-56, NR-114. A six and two dice passed: he is only knocked down."""
    state = table(man("a", (10, 40), status=status), foe("x", (10, 30)), man("b", (20, 40)))
    fallout = hurt(game(state, dice=dice), state.figures["a"], 1, "x")
    assert (state.figures["a"].status, fallout.hit) == (after, (("a", "x"),))
    assert "hit" in state.figures["x"].deeds.record


def test_a_friend_who_hits_a_friend_notes_nothing() -> None:
    """NR-56"""
    state = table(man("a", (10, 40)), man("b", (20, 40)))
    hurt(game(state, dice=[6, 1, 1]), state.figures["a"], 1, "b")
    assert state.figures["b"].deeds.record == ()
    hurt(game(state, dice=[6, 1, 1]), state.figures["a"], 1, "")


def test_whom_a_man_can_do_anything_for() -> None:
    """NR-82"""
    state = table(
        man("a", (10, 40), carries="c"),
        man("w", (12, 40), status="out_of_the_fight"),
        man("c", (10, 40), status="carry_on"),
        man("b", (14, 40)),
        foe("x", (10, 30), status="out_of_the_fight"),
    )
    assert [one.id for one in helpless(state, state.figures["a"])] == ["w", "c"]
    assert [one.id for one in helpless(state, state.figures["b"])] == ["w"]


def test_an_inch_is_254() -> None:
    """NS-01"""
    assert (INCH, BASE) == (254, 127)


# Walking


@pytest.mark.parametrize(
    ("changes", "looked"),
    [
        ({}, False),
        ({"knowledge": "ghosts"}, True),
        ({"foes": (("red", "blue"),)}, True),
        ({"mission": "patrol"}, True),
    ],
)
def test_what_must_be_looked_at_in_every_step(changes: dict[str, Any], looked: bool) -> None:
    """NR-10"""
    state = table(man("a", (10, 40)), foe("x", (40, 5)), **changes)
    paths = {"a": (point((10, 40)), point((10, 32)))}
    assert is_looked_at(game(state), paths, 0) is looked


@pytest.mark.parametrize(
    ("away", "gone", "near"), [(12, 0, True), (12.1, 0, False), (12, 500, True), (4, 2032, True)]
)
def test_who_may_come_upon_one_who_hunkers(away: float, gone: int, near: bool) -> None:
    """NR-10. Four inches from somewhere on the rest of an eight-inch way."""
    state = table(man("a", (10, 40)), foe("x", (10, 40 - away), status="hunker_down"))
    path = (point((10, 40)), point((10, 32)))
    found = could_confront(game(state), state.figures["a"], path, gone)
    assert found is near
    state.figures["x"].status = "carry_on"
    assert not could_confront(game(state), state.figures["a"], path, gone)


@pytest.mark.parametrize(
    ("at", "place_", "facing"),
    [(0, (10, 40), 0), (508, (10, 38), 0), (1016, (10, 36), 0), (1524, (12, 36), 900)],
)
def test_a_man_on_his_path_looks_where_he_goes(at: int, place_: Any, facing: int) -> None:
    """NR-10"""
    one = man("a", (1, 1), facing=180)
    put_on_path(one, (point((10, 40)), point((10, 36)), point((14, 36))), at)
    assert (one.at, one.facing) == (point(place_), facing)
    put_on_path(one, (point((5, 5)),), 0)
    assert (one.at, one.facing) == (point((5, 5)), facing)


def test_only_those_with_movement_left_may_finish_their_move() -> None:
    """NR-19"""
    state = table(man("a", (10, 40), spent=8 * 254), man("b", (12, 40), spent=8 * 254 - 1), foe("x", (40, 5)))
    with playing(state, Activation("red-1")) as p:
        view = p.match.view("red")
        view.state.figures["a"].doing = view.state.figures["a"].doing.but(spent=8 * 254)
        view.state.figures["b"].doing = view.state.figures["b"].doing.but(spent=8 * 254 - 1)
        move = Move(tuple(Going(id, (view.state.figures[id].at, point((11, 30)))) for id in "ab"))
        request = move.finish_move(view)
        assert isinstance(request, Path)
        assert [(one.piece, one.most) for one in request.walkers] == [("b", 1)]
        p.pending(red="Give the group its orders")


@pytest.mark.parametrize(("spent", "asked"), [(8 * 254, False), (8 * 254 - 1, True)])
def test_who_has_used_up_his_move_is_not_asked_to_finish_it(spent: int, asked: bool) -> None:
    """NR-19"""
    state = table(man("a", (10, 40), spent=spent), foe("x", (40, 5)))
    move = Move((Going("a", (point((10, 40)), point((10, 30)))),))
    found = move.interrupted(game(state))
    assert isinstance(found, Ask) is asked
