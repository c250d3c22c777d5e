"""Cards, question marks and tests in their details: each branch, and each limit from both sides."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.core.requests import Order
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.activation.rep import in_falling_rep
from deadground.systems.skirmish.rules.fire.aiming import aimed_at, may_turn
from deadground.systems.skirmish.rules.fire.outgunned import is_outgunned
from deadground.systems.skirmish.rules.fire.shooting import ReturnFire
from deadground.systems.skirmish.rules.grenades.grenades import send
from deadground.systems.skirmish.rules.grenades.lobs import Lob
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.melee.charge_card import (
    LAW,
    can_charge_now,
    has_place,
    most_to_go,
    nearest,
    way_to,
)
from deadground.systems.skirmish.rules.melee.charge_test import take_test, tell_short
from deadground.systems.skirmish.rules.reactions.crisis import carried_out
from deadground.systems.skirmish.state import INCH, SkirmishState
from deadground.systems.skirmish.weapons import (
    all_weapons,
    jams,
    malfunction_dice,
    malfunctions,
    rep_to_fire,
    weapon,
)
from deadground.testing import bounds, rule
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.orders import charge
from tests.systems.skirmish.solo import solo, through
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, RIFLE, foe, man, point, table

# Charges


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"medic": True}, "A is a medic and does not charge"),
        ({"carries": "w"}, "A carries a wounded man"),
        ({"action": "charge"}, "A has taken his action"),
        ({"action": "charge", "successes": 0}, None),
        ({"action": "move"}, None),
    ],
)
def test_why_a_man_cannot_charge(changes: dict[str, Any], reason: str | None) -> None:
    """NR-17"""
    state = table(man("a", (10, 25), **changes), foe("x", (10, 20)))
    fault = LAW.why_not(state, state.figures["a"], {})
    assert (fault.reason if fault else None) == reason


@pytest.mark.parametrize(
    ("changes", "inches"),
    [
        ({}, 16),
        ({"spent": 3 * 254}, 13),
        ({"busy": True}, 8),
        ({"escorts": ("p",)}, 8),
        ({"action": "fast_move"}, 8),
        ({"successes": 0}, 0),
        ({"busy": True, "successes": 0}, 0),
        ({"successes": -1}, 16),
    ],
)
def test_how_far_a_charger_may_hope_to_go(changes: dict[str, Any], inches: int) -> None:
    """NR-17"""
    assert most_to_go(man("a", (10, 10), **changes)) == inches * INCH


@pytest.mark.parametrize(("away", "points"), [(6, 0), (6.01, 1), (10, 1)])
def test_he_goes_straight_until_he_is_within_six_inches(away: float, points: int) -> None:
    """NR-17"""
    a, x = man("a", (10, 20 + away)), foe("x", (10, 20))
    found = way_to(a, x)
    assert len(found) == points
    if points:
        assert found[-1] == point((10, 26))
    given = (point((1, 1)), point((2, 2)))
    assert way_to(a, x, given) == given
    assert way_to(a, x, ()) == ()


def test_the_nearest_of_some() -> None:
    """NR-17"""
    near, far = foe("n", (10, 12)), foe("f", (10, 30))
    assert nearest(man("a", (10, 10)), [far, near]) is near


def test_a_place_beside_him_counts_those_who_charge_him() -> None:
    """NS-38"""
    state = table(
        man("a", (10, 25)), man("b", (11, 25)), man("c", (9, 25)), foe("x", (10, 20)), foe("y", (12, 20))
    )
    x = state.figures["x"]
    a = state.figures["a"]
    assert has_place(state, a, x, {"b": "x"})
    assert not has_place(state, a, x, {"b": "x", "c": "x"})
    assert has_place(state, a, x, {"b": "x", "c": "y"})


def charging(state: SkirmishState) -> Any:
    return playing(state, Activation("red-1"))


def test_random_charges_are_legal_and_some_are_made() -> None:
    """NR-17"""
    state = table(
        man("a", (10, 25)), man("b", (12, 25)), foe("x", (10, 20)), foe("y", (12, 20)), foe("far", (40, 2))
    )
    with charging(state) as p:
        view, law = p.match.view("red"), LAWS["charge"]
        men = [view.state.figures[id] for id in "ab"]
        plans = [law.sample(view, men, None, Random(seed)) for seed in range(12)]
        for plan in plans:
            assert plan is not None
            assert not law.faults(view, Order("red-1", "charge", (), None, plan), "", None)
            assert "far" not in plan["targets"].values()
        assert {target for plan in plans if plan for target in plan["targets"].values()} == {"x", "y"}
        alone = [man("c", (40, 40))]
        assert law.sample(view, alone, None, Random(1)) is None
        p.pending(red="Give the group its orders")


def test_whom_active_men_and_winners_would_charge() -> None:
    """NR-17. A winner who can shoot charges nobody; one who cannot whom he reaches from his place."""
    state = table(man("a", (10, 25)), man("b", (12, 25), weapons=()), foe("x", (10, 20)), foe("y", (10, 2)))
    with charging(state) as p:
        view, law = p.match.view("red"), LAWS["charge"]
        a, b = view.state.figures["a"], view.state.figures["b"]
        foes = [view.state.figures["x"], view.state.figures["y"]]
        assert [one.id for one in law.in_reach(view, a, foes)] == ["x"]  # type: ignore[attr-defined]
        a.reaction = a.reaction.but(successes=0)
        b.reaction = b.reaction.but(successes=0)
        assert law.in_reach(view, a, foes) == []  # type: ignore[attr-defined]
        assert [one.id for one in law.in_reach(view, b, foes)] == ["x"]  # type: ignore[attr-defined]
        assert [one.id for one in can_charge_now(view.state, b, foes, {})] == ["x"]
        b.medic = True
        assert can_charge_now(view.state, b, foes, {}) == []
        a.reaction = a.reaction.but(successes=-1)
        b.reaction = b.reaction.but(successes=-1)
        b.medic = False
        assert law.propose(view, [a], ("x",)) == {"targets": {"a": "x"}}
        assert law.propose(view, [a], ()) is None
        assert law.propose(view, [a], None) is None
        p.pending(red="Give the group its orders")


@pytest.mark.parametrize(
    ("away", "action", "matters"),
    [(13, "", True), (15, "", False), (6, "move", True), (6 + 1 / 254, "move", False)],
)
def test_when_a_charge_is_worth_asking_about(away: float, action: Any, matters: bool) -> None:
    """NR-17. Six inches and what is left of his move; who has moved, from where he is."""
    state = table(man("a", (10, 20 + away)), foe("x", (10, 20)))
    with charging(state) as p:
        view = p.match.view("red")
        view.state.figures["a"].doing = view.state.figures["a"].doing.but(action=action)
        assert LAWS["charge"].matters(view, [view.state.figures["a"]]) is matters
        p.pending(red="Give the group its orders")


def test_who_gives_up_charges_no_more_and_the_others_do() -> None:
    """LR-005"""
    rush = Charge((("a", "x"), ("b", "x")), (("a", (point((1, 1)),)), ("b", ())))
    rush.give_up("a")
    assert (rush.charges, rush.ways) == ((("b", "x"),), (("b", ()),))
    rush.give_up("x")
    assert rush.charges == (("b", "x"),)


def test_a_target_without_dice_throws_none() -> None:
    """NR-02. From behind a Rep of 3 has no dice left, or throws what he has against each."""
    state = table(man("a", (10, 21)), foe("x", (10, 20), facing=0, rep=3))
    (outcome,) = take_test(game(state, dice=[1] * 12), state.figures["x"], [state.figures["a"]])
    assert outcome.charger == "a"


# What is thrown at a spot


def test_the_plan_to_send_something_at_a_spot() -> None:
    """NR-58, NR-59. What he asks for, or the first that can go there; what cannot is given all the same."""
    state = table(
        man("a", (10, 20), **{**HELD, "gear": (("grenade", 2), ("molotov", 1))}),
        man("b", (12, 20)),
        foe("x", (10, 15)),
    )
    with playing(state, Activation("red-1")) as p:
        view, law = p.match.view("red"), LAWS["throw"]
        men = [view.state.figures[id] for id in "ab"]
        plan = law.at_spot(view, men, None, point((10, 16)))  # type: ignore[attr-defined]
        assert plan == {"throws": {"a": {"what": "grenade", "at": list(point((10, 16))), "target": ""}}}
        assert law.at_spot(view, men, None, point((10, 16)), "molotov") is None  # type: ignore[attr-defined]
        far = law.at_spot(view, men, None, point((10, 2)))  # type: ignore[attr-defined]
        assert far["throws"]["a"]["at"] == list(point((10, 2)))
        assert law.at_spot(view, men[1:], None, point((10, 16))) is None  # type: ignore[attr-defined]
        found = law.sample(view, men, None, Random(1))
        assert found == {"throws": {"a": {"what": "grenade", "at": list(point((10, 15))), "target": ""}}}
        assert law.sample(view, men[1:], None, Random(1)) is None
        assert law.propose(view, men, None) == found
        assert law.propose(view, men[1:], None) is None
        p.pending(red="Give the group its orders")


# Tests and weapons


def test_who_shoots_unseen_outguns() -> None:
    """NR-31, NR-102, NR-108: where he cannot be seen; one behind a man's back is seen as soon as he turns."""
    hill = "  - {id: hill, kind: hill, level: 1, polygon: [[0, 30], [40, 30], [40, 32], [0, 32]]}"
    for pieces, outgunned in ((hill, True), ("", False)):
        state = table(
            man("a", (10, 40), facing=180),
            foe("x", (10, 20), shot_with=RIFLE),
            pieces=pieces,
            knowledge="ghosts",
        )
        assert is_outgunned(game(state), state.figures["a"], ["x"]) == outgunned


def test_the_highest_rep_comes_first_then_the_roster() -> None:
    """NR-03"""
    g = game(table(man("a", (10, 40), rep=3), man("b", (12, 40), rep=5), man("c", (14, 40), rep=3)))
    assert in_falling_rep(g, ["c", "a", "b"]) == ("b", "a", "c")


@pytest.mark.parametrize(
    ("reacting", "what"),
    [
        ("duck_back", "DuckBack"),
        ("outgunned", "DuckBack"),
        ("hunker_down", "HunkerDown"),
        ("leave_battlefield", "LeaveBattlefield"),
        ("carry_on", None),
    ],
)
def test_what_carries_out_a_result(reacting: Any, what: str | None) -> None:
    """NR-28"""
    found = carried_out(man("a", (10, 40), reacting=reacting))
    assert (type(found).__name__ if found else None) == what


def test_the_weapons_of_a_list_are_its_own() -> None:
    """NS-07"""
    assert all(id.startswith(f"{one.nation}.") for id, one in all_weapons().items())
    bazooka = weapon("core.bazooka")
    assert (bazooka.range, bazooka.target, bazooka.circle, bazooka.impact, bazooka.apr) == (36, 1, 3, 3, 9)
    assert bazooka.mode("scope") is None


@bounds("COT-WEAP-11")
@pytest.mark.parametrize(("faces", "dice"), [((1, 2), 1), ((1, 1), 2), ((2, 6), 0)])
def test_each_one_of_an_ampulomet_is_followed_by_a_die(faces: tuple[int, ...], dice: int) -> None:
    one = weapon("soviet.ampulomet")
    assert malfunction_dice(one, faces) == dice
    assert malfunctions(one, faces) is (dice > 0)
    assert (malfunction_dice(weapon(RIFLE), (1, 1)), malfunctions(weapon(RIFLE), (1,))) == (0, False)


@bounds("COT-WEAP-12")
@pytest.mark.parametrize(
    ("faces", "jammed"), [((6, 6), True), ((6, 5), False), ((6, 6, 6), True), ((), False)]
)
def test_two_sixes_jam_a_chauchat(faces: tuple[int, ...], jammed: bool) -> None:
    assert jams(weapon("hungarian.chauchat"), faces) is jammed
    assert not jams(weapon(RIFLE), (6, 6))


@bounds("COT-WEAP-13")
def test_what_a_weapon_does_to_the_rep_of_its_shooter() -> None:
    assert (rep_to_fire(weapon("german.sturmpistole")), rep_to_fire(weapon(RIFLE))) == (-1, 0)


# The card to fire, and the choice of a group


def test_the_fire_card_finds_targets_for_each() -> None:
    """NR-19, NR-31. In reaction each man looks for his own; of their own will they pair off."""
    state = table(
        man("a", (20, 40)),
        man("b", (22, 40)),
        foe("x", (20, 20)),
        foe("y", (22, 20)),
        foe("z", (21, 46), facing=0),
    )
    with playing(state, Activation("red-1")) as p:
        view, law = p.match.view("red"), LAWS["fire"]
        a, b = view.state.figures["a"], view.state.figures["b"]
        assert law.propose(view, [], None) is None
        assert law.propose(view, [a, b], ()) is None
        paired = law.propose(view, [a, b], ("x", "y"))
        assert paired is not None
        assert {id: shot["aims"][0][0] for id, shot in paired["shots"].items()} == {"a": "x", "b": "y"}
        assert law.matters(view, [a])
        a.reaction = a.reaction.but(reacting="return_fire", causes=("z",))
        b.reaction = b.reaction.but(reacting="return_fire", causes=("x",))
        answered = law.propose(view, [a, b], None)
        assert answered is not None
        assert {id: shot["aims"][0][0] for id, shot in answered["shots"].items()} == {"a": "z", "b": "x"}
        a.reaction = a.reaction.but(reacting=None)
        b.reaction = b.reaction.but(reacting=None)
        a.doing = a.doing.but(action="move")
        behind = law.propose(view, [a], ("z",))
        assert behind is None, "who has moved does not turn"
        assert not law.faults(view, Order("red-1", "fire", (), None, paired), "", None)
        same = {"shots": {id: {"weapon": RIFLE, "mode": "", "aims": [["x", 1]]} for id in "ab"}}
        assert law.faults(view, Order("red-1", "fire", (), None, same), "", None)
        a.doing = a.doing.but(action="")
        seeds = [law.sample(view, [a], None, Random(seed)) for seed in range(20)]
        aimed = {plan["shots"]["a"]["aims"][0][0] for plan in seeds if plan}
        assert aimed == {"x"} or aimed <= {"x", "y", "z"}
        view.state.figures["x"].status = view.state.figures["y"].status = "captured"
        assert law.sample(view, [b], ("x",), Random(1)) is None
        a.doing = a.doing.but(action="move")
        b.doing = b.doing.but(action="move")
        view.state.figures["z"].status = "captured"
        assert not law.matters(view, [a, b])
        p.pending(red="Give the group its orders")


def test_a_random_choice_is_a_group_or_one_man_of_it_or_the_end() -> None:
    """NS-02"""
    state = table(man("a", (10, 40), rep=5), man("b", (12, 40)), man("c", (40, 40)), foe("x", (10, 5)))
    state.sides["red"].die = 1
    with playing(state, Phase("red")) as p:
        request, view = p.asked("red"), p.match.view("red")
        found = [tuple(request.sample(view, Random(seed))) for seed in range(80)]
        assert all(not request.check(view, list(value)) for value in found)
        groups, men = set(view.state.groups), set(view.state.figures)
        kinds = {"group" if value[0] in groups else "man" if value[0] in men else "end" for value in found}
        assert kinds == {"group", "man", "end"}
        assert sum(value[0] in groups for value in found) > 40
        assert all(one.value[0] in groups or one.value[0] not in men for one in request.suggest(view))
        p.pending(red="Choose a group to act.")


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (["red-1"], None),
        (["a"], None),
        (["a", "b"], None),
        (["red-1", "red-2"], "choose one group, or men of one group"),
        (["red-1", "a"], "choose one group, or men of one group"),
    ],
)
def test_what_may_be_chosen_to_act(value: list[str], fault: str | None) -> None:
    """NS-02"""
    state = table(
        man("a", (10, 40), rep=5), man("b", (12, 40), rep=5), man("c", (40, 40), rep=5), foe("x", (10, 5))
    )
    state.sides["red"].die = 1
    with playing(state, Phase("red")) as p:
        found = p.asked("red").check(p.match.view("red"), value)
        assert (len(found) == 0) is (fault is None)
        assert fault is None or any(fault in one.reason for one in found)
        p.pending(red="Choose a group to act.")


@pytest.mark.parametrize(
    ("changes", "turns"),
    [
        ({}, True),
        ({"action": "stay"}, True),
        ({"action": "move"}, False),
        ({"successes": 0}, False),
        ({"successes": 2, "reacting": "return_fire"}, True),
        ({"action": "move", "reacting": "return_fire"}, True),
    ],
)
def test_who_may_turn_to_shoot(changes: dict[str, Any], turns: bool) -> None:
    """NR-12, NR-31"""
    assert may_turn(man("a", (10, 10), **changes)) is turns


def test_whom_a_man_may_aim_at() -> None:
    """NR-12, NR-31"""
    state = table(man("a", (10, 40)), foe("x", (10, 20)), foe("y", (12, 20)), foe("z", (14, 20)))
    a = state.figures["a"]
    assert [one.id for one in aimed_at(state, a, None)] == ["x", "y", "z"]
    assert [one.id for one in aimed_at(state, a, ("y",))] == ["y"]
    a.reaction = a.reaction.but(reacting="return_fire", causes=("z",))
    assert [one.id for one in aimed_at(state, a, None)] == ["z"]
    assert [one.id for one in aimed_at(state, a, ("y", "z"))] == ["z"]
    assert not aimed_at(state, a, ("y",)), "he is told to shoot back, and y has not shot at him"


@bounds("NUTS-MELEE-03")
@pytest.mark.parametrize(
    ("lost", "text"),
    [(True, "A comes up short of X and loses his active fire."), (False, "A comes up short of X.")],
)
def test_who_comes_up_short(lost: bool, text: str) -> None:
    """NR-44"""
    state = table(man("a", (10, 40)), foe("x", (10, 20)))
    g = game(state)
    tell_short(g, state.figures["a"], state.figures["x"], lost_fire=lost)
    assert g.events[-1].seen.text == text


@rule("NUTS-MELEE-03")
@pytest.mark.parametrize(("dice", "fired"), [([6, 6], True)])
def test_a_fast_charge_that_falls_short_is_told_so(dice: list[int], fired: bool) -> None:
    """NR-44. He needs two dice passed, and passes none."""
    state = table(man("a", (10, 40)), foe("x", (10, 20)))
    with playing(state, Activation("red-1"), dice=dice) as p:
        p.choose("red", [charge("red-1", a="x")])
        assert p.last("charge_short").text == "A comes up short of X and loses his active fire."
        assert p.state.figures["a"].doing.fired is fired
        if p.match.view("red").requests:
            p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-GREN-06")
@pytest.mark.parametrize(("dice", "row"), [([4, 4], "NUTS-GREN-06"), ([5, 5], "NUTS-GREN-07")])
def test_a_throw_cites_what_came_of_it(dice: list[int], row: str) -> None:
    """NR-54, NR-59. Two passed: it lands; none: it is dropped."""
    state = table(man("a", (10, 20), **HELD), foe("x", (40, 5)))
    g = game(state, dice=[*dice, *[6] * 8])
    send(g, [Lob("a", "grenade", point((10, 15)))])
    (told,) = [event.seen for event in g.events if event.seen.kind == "throw"]
    assert row in told.rows


def test_only_those_who_caused_it_are_offered_to_who_shoots_back() -> None:
    """NR-31, NR-30"""
    state = table(
        man("a", (20, 40), reacting="return_fire", causes=("x", "y")),
        foe("x", (20, 20), weapons=()),
        foe("y", (22, 20), weapons=()),
        foe("z", (24, 20), weapons=()),
    )
    with playing(state, ReturnFire(("a",))) as p:
        view, request = p.match.view("red"), p.asked("red")
        shot = {"weapon": RIFLE, "mode": "", "aims": [["z", 1]]}
        order = {"unit": "red-1", "card": "fire", "pieces": ["a"], "plan": {"shots": {"a": shot}}}
        assert request.check(view, [order])
        good = {**order, "plan": {"shots": {"a": {**shot, "aims": [["y", 1]]}}}}
        assert not request.check(view, [good])
        p.pending(red="Shoot back.")


@pytest.mark.parametrize(("weapons", "kind"), [((RIFLE,), "shots"), ((), "throw")])
def test_whom_nobody_plays_shoots_back_or_throws_and_not_both(weapons: tuple[str, ...], kind: str) -> None:
    """NR-30, NR-31"""
    held = {**HELD, "weapons": weapons}
    state = solo(
        man("a", (20, 24), weapons=()), foe("x", (20, 20), reacting="return_fire", causes=("a",), **held)
    )
    with through(state, ReturnFire(("x",)), [], fill=6) as p:
        p.nothing_pending()
    assert {event.kind for event in p.events} & {"shots", "throw"} == {kind}


def test_random_shots_share_out_dice_now_and_then() -> None:
    """NR-19, NR-31. Of their own will; in reaction a man aims at one."""
    state = table(man("a", (20, 40), weapons=(LMG,)), foe("x", (20, 20)), foe("y", (21, 20)))
    with playing(state, Activation("red-1")) as p:
        view, law = p.match.view("red"), LAWS["fire"]
        a = view.state.figures["a"]

        def aims() -> set[int]:
            plans = [law.sample(view, [a], None, Random(seed)) for seed in range(30)]
            return {len(plan["shots"]["a"]["aims"]) for plan in plans if plan}

        assert aims() == {1, 2}
        a.reaction = a.reaction.but(reacting="return_fire", causes=("x", "y"))
        assert aims() == {1}
        p.pending(red="Give the group its orders")
