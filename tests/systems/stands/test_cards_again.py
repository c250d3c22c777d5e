"""What is proposed, suggested and sampled when cards are laid. KIM-1.2b to KIM-1.2d"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.systems.stands.rules.cards.card_law import card_sheet
from deadground.systems.stands.rules.cards.cards import PlaceCards
from deadground.systems.stands.state import Stand, Unit
from deadground.testing import rule
from tests.systems.stands.field import gun, inf, stand
from tests.systems.stands.system import playing
from tests.systems.stands.test_cards import BLUE, RED, battle, lay, orders, orders_request, team


@rule("KIM-1.2b")
def test_as_last_turn_and_all_stand_and_fire_are_suggested() -> None:
    state = battle()
    with playing(state, PlaceCards()) as p:
        assert p.asked("red").proposal == []
        (fire,) = p.match.suggest("red", orders_request(p, "red").serial, 3)
        assert (fire.label, fire.value) == ("All stand and fire", [lay("fire", *"abcd")])
        p.pending(red="Lay", blue="Lay")
    for id, order, group, arrow in (
        ("a", "move", "1", 900),
        ("b", "move", "1", 900),
        ("c", "opportunity", "2", -1),
    ):
        one = state.stands[id]
        one.group, one.arrow = f"red_unit.{group}", arrow
        one.order = "move" if order == "move" else "opportunity"
    state.stands["c"].standing_order = "nearer:100"
    again = [lay("move", "a", "b", arrow=900), lay("opportunity", "c", standing_order="nearer:100")]
    with playing(state, PlaceCards()) as p:
        assert p.asked("red").proposal == again
        suggested = p.match.suggest("red", orders_request(p, "red").serial, 3)
        assert [one.label for one in suggested] == ["As last turn", "All stand and fire"]
        assert suggested[0].value == again
        p.choose("red", again)
        p.pending(blue="Lay")
    del state.stands["a"], state.stands["b"]
    state.units[RED].cards = 0
    state.units[BLUE].cards = 0
    with playing(state, PlaceCards()) as p:
        assert p.asked("red").proposal == []
        assert p.match.suggest("red", orders_request(p, "red").serial, 3) == []
        p.pending(red="Lay", blue="Lay")


@rule("KIM-1.2d")
@pytest.mark.parametrize(
    ("before", "again"),
    [
        ({"order": "move", "arrow": 0}, lay("move", "a", arrow=0)),
        ({"order": "fire", "target": "x"}, lay("fire", "a", target="x")),
        ({"order": "fire", "target": "gone"}, lay("fire", "a")),
        ({"order": "move", "arrow": 0, "route": ((1, 1),)}, lay("move", "a", arrow=0)),
    ],
)
def test_what_of_a_plan_is_repeated(before: dict[str, Any], again: dict[str, Any]) -> None:
    state = battle()
    state.stands["a"] = inf("a", (500, 900), group="red_unit.1", **before)
    with playing(state, PlaceCards()) as p:
        assert p.asked("red").proposal == [again]
        assert p.asked("blue").proposal == []
        p.choose("red", [again])
        p.choose("blue", [])
        p.nothing_pending()
    state = battle()
    area: dict[str, Any] = {"template_at": (1, 2), "template_kind": "area"}
    state.stands["a"] = gun("a", (500, 900), kind="lefh18", order="fire", group="red_unit.1", **area)
    with playing(state, PlaceCards()) as p:
        assert p.asked("red").proposal == [lay("fire", "a", template_at=[1, 2], template_kind="area")]
        p.pending(red="Lay", blue="Lay")


@rule("KIM-1.2c")
def test_each_player_repeats_his_own_cards() -> None:
    state = team()
    state.sides["red"].general_cards = 1
    for id, group in (("a", "red_unit.1"), ("c", "more.1"), ("d", "more.general.1")):
        state.stands[id].order, state.stands[id].group = "fire", group
    with playing(state, PlaceCards()) as p:
        assert p.asked("red").proposal == [lay("fire", "a"), lay("fire", "d", unit="more")]
        assert p.asked("ally").proposal == [lay("fire", "c", unit="more")]
        p.choose("red", p.asked("red").proposal)
        p.choose("ally", p.asked("ally").proposal)
        p.choose("blue", [])
        p.nothing_pending()
    assert {id: group for id, (_, group) in orders(p).items() if group} == {
        "a": "red_unit.1",
        "c": "more.1",
        "d": "more.general.2",
    }


@rule("KIM-A2a")
@pytest.mark.parametrize("limit", ["off", "on"])
def test_all_fire_lays_as_many_cards_as_there_are(limit: str) -> None:
    state = battle(cards=1)
    for n in range(8):
        state.units[f"u{n}"] = Unit(id=f"u{n}", side="red", command="red_command", name=f"U{n}", cards=1)
        state.stands[f"s{n}"] = inf(f"s{n}", (900, 900 + 50 * n), unit=f"u{n}")
    with playing(state, PlaceCards(), options={"deck_limit": limit}) as p:
        (fire,) = p.match.suggest("red", p.asked("red").serial, 3)
        assert len(fire.value) == (6 if limit == "on" else 9)
        nine = [lay("fire", "a"), *(lay("fire", f"s{n}", unit=f"u{n}") for n in range(8))]
        if limit == "on":
            p.refuse("red", nine)
            p.pending(red="Lay", blue="Lay")
        else:
            p.choose("red", nine)
            assert p.match.check(p.asked("blue").choice([])) == []
            p.pending(blue="Lay")
    assert card_sheet().number("fire") == 6


@rule("KIM-1.2b", "KIM-1.2c")
@pytest.mark.parametrize("limit", ["off", "on"])
def test_what_is_sampled_is_legal(limit: str) -> None:
    state = team()
    mixed: list[Stand] = [
        gun("m", (900, 900)),
        gun("n", (900, 1000), kind="lefh18"),
        stand("r", "recon", (900, 1100)),
        stand("s", "supply", (900, 1200)),
    ]
    state.stands |= {one.id: one for one in mixed}
    state.sides["red"].general_cards = 2
    state.units[RED].cards = 4
    rng = Random(5)
    laid = set()
    with playing(state, PlaceCards(), options={"deck_limit": limit}) as p:
        for seat in ("red", "ally", "blue"):
            for _ in range(60):
                request, view = p.asked(seat), p.match.view(seat)
                value = request.sample(view, rng)
                assert request.check(view, value) == []
                laid |= {order["card"] for order in value}
        for seat in ("red", "ally", "blue"):
            p.choose(seat, p.asked(seat).sample(p.match.view(seat), rng))
        p.nothing_pending()
    assert len(laid) == 9, "every card is laid sooner or later"
