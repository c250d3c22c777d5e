"""Laying cards in secret and turning them over together. KIM-1.2b to KIM-1.2d"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.requests import Orders
from deadground.systems.stands.rules.cards.cards import PlaceCards
from deadground.systems.stands.rules.cards.command import may, show_card
from deadground.systems.stands.state import Command, Seat, StandsState, Unit
from deadground.testing import bounds, rule
from deadground.testing.play import Play
from tests.systems.stands.field import field, hq, inf
from tests.systems.stands.system import playing

RED, BLUE = "red_unit", "blue_unit"


def lay(card: str, *stands: str, arrow: int | None = None, unit: str = RED, **plan: Any) -> dict[str, Any]:
    """An order; `plan` gives parts of the plan of every one of its stands."""
    own = dict.fromkeys(stands, plan) if plan else {}
    return {"unit": unit, "card": card, "pieces": list(stands), "arrow": arrow, "plan": own}


def battle(cards: int = 2, **hidden: bool) -> StandsState:
    """Four stands of red and one of blue, with their HQs."""
    red = [inf(id, (500 + 50 * i, 900), hidden=hidden.get(id, False)) for i, id in enumerate("abcd")]
    blue = inf("x", (500, 200), side="blue", hidden=hidden.get("x", False))
    state = field(hq("h", (500, 1000)), *red, hq("k", (500, 100), side="blue"), blue)
    state.units[RED].cards = cards
    return state


def orders(p: Play[StandsState]) -> dict[str, tuple[str, str]]:
    return {one.id: (one.order, one.group) for one in p.state.stands.values()}


def orders_request(p: Play[StandsState], seat: str) -> Orders:
    request = p.asked(seat)
    assert isinstance(request, Orders)
    return request


@rule("KIM-1.2b")
def test_a_unit_splits_into_as_many_groups_as_it_has_cards() -> None:
    with playing(battle(), PlaceCards()) as p:
        p.choose("red", [lay("move", "a", "b", arrow=900), lay("fire", "c")])
        p.choose("blue", [])
        p.nothing_pending()
    assert orders(p) == {
        "h": ("", ""),
        "a": ("move", "red_unit.1"),
        "b": ("move", "red_unit.1"),
        "c": ("fire", "red_unit.2"),
        "d": ("", ""),
        "k": ("", ""),
        "x": ("", ""),
    }
    assert [p.state.stands[id].arrow for id in "abcd"] == [900, 900, -1, -1]
    assert may(p.state.stands["d"], "move") is not None, "a stand without a card is as with Dummy"


@rule("KIM-1.2b")
def test_more_groups_than_cards_are_refused() -> None:
    with playing(battle(), PlaceCards()) as p:
        three = [lay("dummy", "a"), lay("fire", "b"), lay("fire", "c")]
        fault, general = p.refuse("red", three)
        assert fault.reason == "Red unit has 2 cards, not 3"
        assert "KIM-1.2b" in fault.rows
        assert (general.reason, general.rows) == ("this takes 1 general card; you have 0", ("KIM-1.2c",))
        p.choose("red", three[:2])
        p.pending(blue="Lay your order cards.")


@rule("KIM-1.2b")
def test_all_faults_of_cards_are_told_at_once() -> None:
    with playing(battle(), PlaceCards()) as p:
        bad = [lay("move", "a", "a"), lay("fire", "x"), lay("fire", "h"), lay("fire", "x", unit=BLUE)]
        faults = p.refuse("red", bad)
        assert [fault.reason for fault in faults] == [
            "a Move card needs an arrow",
            "'a' has two cards",
            "'x' does not belong to Red unit",
            "'h' does not belong to Red unit",
            "'blue_unit' is not one of your units",
            "Red unit has 2 cards, not 3",
            "X is the enemy's",
            "X is the enemy's",
        ]
        p.pending(red="Lay", blue="Lay")


@rule("KIM-1.2c")
def test_general_cards_split_a_unit_further() -> None:
    state = battle()
    state.sides["red"].general_cards = 1
    three = [lay("dummy", "a"), lay("fire", "b"), lay("fire", "c")]
    with playing(state, PlaceCards()) as p:
        p.refuse("red", [*three, lay("fire", "d")])
        p.choose("red", three)
        p.choose("blue", [])
        p.nothing_pending()
    assert {id for id, (order, _) in orders(p).items() if order} == {"a", "b", "c"}


@rule("KIM-1.2c")
def test_a_general_card_is_given_once() -> None:
    state = battle(cards=1)
    state.sides["red"].general_cards = 1
    state.units["more"] = Unit(id="more", side="red", command="red_command", name="More", cards=1)
    for id in "cd":
        state.stands[id].unit = "more"
    first = [lay("fire", "a"), lay("dummy", "b")]
    with playing(state, PlaceCards()) as p:
        second = [lay("fire", "c", unit="more"), lay("dummy", "d", unit="more")]
        (fault,) = p.refuse("red", [*first, *second])
        assert (fault.reason, fault.rows) == ("this takes 2 general cards; you have 1", ("KIM-1.2c",))
        p.choose("red", [*first, second[0]])
        p.pending(blue="Lay")


@rule("KIM-1.2c")
def test_a_card_not_laid_does_not_stand_in_for_a_general_card() -> None:
    state = battle(cards=1)
    state.sides["red"].general_cards = 1
    for unit, cards in (("more", 1), ("rest", 2)):
        state.units[unit] = Unit(id=unit, side="red", command="red_command", name=unit, cards=cards)
    for id in "cd":
        state.stands[id].unit = "more"
    state.stands["e"] = inf("e", (900, 900), unit="rest")
    orders = [
        lay("fire", "a"),
        lay("fire", "b"),
        lay("fire", "c", unit="more"),
        lay("fire", "d", unit="more"),
    ]
    with playing(state, PlaceCards()) as p:
        (fault,) = p.refuse("red", [*orders, lay("fire", "e", unit="rest")])
        assert fault.reason == "this takes 2 general cards; you have 1"
        p.pending(red="Lay", blue="Lay")


def team() -> StandsState:
    """Red has two players: the army commander, and one with the command of c and d."""
    state = battle(cards=1)
    state.commands["second"] = Command(id="second", side="red", name="Second", hq="h")
    state.units["more"] = Unit(id="more", side="red", command="second", name="More", cards=1)
    for id in "cd":
        state.stands[id].unit, state.stands[id].command = "more", "second"
    state.seats["ally"] = Seat(id="ally", side="red", commander=False, commands=("second",))
    return state


@rule("KIM-1.2b", "KIM-1.2d")
def test_players_of_a_side_lay_cards_for_their_own_commands() -> None:
    with playing(team(), PlaceCards()) as p:
        assert [unit.id for unit in orders_request(p, "red").units] == [RED]
        assert [unit.id for unit in orders_request(p, "ally").units] == ["more"]
        faults = p.refuse("ally", [lay("fire", "a")])
        assert [one.reason for one in faults] == [
            "'red_unit' is not one of your units",
            "Red unit is led by another player",
        ]
        assert faults[1].rows == ("KIM-1.2b", "KIM-1.2c")
        p.refuse("red", [lay("fire", "c", unit="more")])
        p.choose("ally", [lay("fire", "c", unit="more")])
        p.choose("blue", [])
        assert p.log == []
        p.choose("red", [lay("move", "a", arrow=0)])
        p.nothing_pending()
    assert {id: order for id, (order, _) in orders(p).items() if order} == {"a": "move", "c": "fire"}


@rule("KIM-1.2c")
def test_general_cards_are_the_army_commanders_and_take_a_stand_out_of_its_group() -> None:
    state = team()
    state.sides["red"].general_cards = 1
    with playing(state, PlaceCards()) as p:
        assert [(unit.id, unit.most) for unit in orders_request(p, "red").units] == [(RED, 2), ("more", 1)]
        assert [(unit.id, unit.most) for unit in orders_request(p, "ally").units] == [("more", 1)]
        general = [lay("charge", "d", unit="more"), lay("dummy", "a"), lay("dummy", "b")]
        assert p.refuse("red", general)[0].rows == ("KIM-1.2c",)
        p.choose("red", general[:2])
        p.choose("ally", [lay("fire", "c", "d", unit="more")])
        p.choose("blue", [])
        p.nothing_pending()
    assert orders(p)["c"] == ("fire", "more.1")
    assert orders(p)["d"] == ("charge", "more.general.1")


@rule("KIM-1.2d")
def test_nobody_sees_an_order_before_all_are_done() -> None:
    with playing(battle(), PlaceCards()) as p:
        p.choose("red", [lay("charge", "a")])
        assert p.log_of("blue") == []
        assert p.view("blue").stands["a"].order == ""
        assert p.view("blue").stands["a"].shown_order == ""
        p.choose("blue", [lay("move", "x", arrow=1800, unit=BLUE)])
        p.nothing_pending()
    for seat in ("red", "blue"):
        assert p.view(seat).stands["a"].shown_order == "charge"
        assert (p.view(seat).stands["x"].shown_order, p.view(seat).stands["x"].shown_arrow) == ("move", 1800)
        assert p.log_of(seat) == ["The cards are turned over.", "A: Charge.", "X: Move."]
    assert p.view("blue").stands["a"].order == "", "what is laid is read from what is shown"


@rule("KIM-1.2d")
def test_cards_can_be_taken_back_until_the_last_player_is_done() -> None:
    with playing(battle(), PlaceCards()) as p:
        p.choose("red", [lay("charge", "a")])
        p.pending(blue="Lay")
        p.match.undo("red")
        p.pending(red="Lay", blue="Lay")
        p.choose("red", [lay("dummy", "a")])
        p.choose("blue", [])
        p.nothing_pending()
        assert not p.match.view("red").can_undo
    assert orders(p)["a"][0] == "dummy"


@rule("KIM-1.2d")
@pytest.mark.parametrize("option", ["off", "on"])
def test_the_card_of_a_hidden_stand_stays_secret(option: str) -> None:
    with playing(battle(a=True), PlaceCards(), options={"show_hidden_cards": option}) as p:
        p.choose("red", [lay("opportunity", "a", "b", standing_order="armour")])
        p.choose("blue", [])
        p.nothing_pending()
    assert "a" not in p.view("blue").stands
    assert p.view("blue").stands["b"].shown_order == "opportunity"
    assert p.view("blue").stands["b"].standing_order == "ask"
    assert p.state.stands["a"].order == "opportunity"
    assert p.state.stands["a"].shown_order == ("" if option == "off" else "opportunity")
    assert p.log_of("red") == ["The cards are turned over.", "B: Opportunity Fire.", "A: Opportunity Fire."]
    told = ["The cards are turned over.", "B: Opportunity Fire."]
    assert p.log_of("blue") == told + (["A hidden card of Red: Opportunity Fire."] if option == "on" else [])


@bounds("KIM-1.2d")
def test_a_hidden_card_is_shown_when_its_stand_comes_onto_the_table() -> None:
    one = inf("a", (1, 1), order="move", arrow=450)
    show_card(one)
    assert (one.shown_order, one.shown_arrow) == ("move", 450)


@rule("KIM-1.2m")
def test_a_dummy_looks_like_any_other_card_before_the_reveal() -> None:
    views = []
    for card in ("dummy", "charge"):
        with playing(battle(), PlaceCards()) as p:
            p.choose("red", [lay(card, "a")])
            views.append((p.view("blue"), p.match.view("blue").waiting, p.log_of("blue")))
            p.choose("blue", [])
            p.nothing_pending()
            assert may(p.state.stands["a"], "fire") is not None
    assert views[0] == views[1]


@rule("KIM-1.2d")
def test_the_cards_of_the_turn_before_are_taken_up() -> None:
    state = battle()
    state.stands["b"] = inf(
        "b", (550, 900), order="move", arrow=5, group="red_unit.9", limit="half", shown_order="move",
        shown_arrow=5, route=((1, 1),), end_facing=7, at_halt="round", target="x", standing_order="first",
    )  # fmt: skip
    with playing(state, PlaceCards()) as p:
        p.choose("red", [])
        p.choose("blue", [])
        p.nothing_pending()
    assert p.state.stands["b"] == inf("b", (550, 900))


@rule("KIM-1.2d")
def test_nothing_is_shown_of_a_hidden_stand_from_an_earlier_turn() -> None:
    state = battle(b=True)
    state.stands["b"].shown_order, state.stands["b"].shown_arrow = "move", 900
    with playing(state, PlaceCards()) as p:
        p.choose("red", [lay("move", "b", arrow=0)])
        p.choose("blue", [])
        p.nothing_pending()
    assert (p.state.stands["b"].shown_order, p.state.stands["b"].shown_arrow) == ("", -1)
    assert p.state.stands["b"].arrow == 0
