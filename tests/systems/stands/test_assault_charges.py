"""Who may charge, whom he takes, who goes with him, and how they come into contact. KIM-7.1, KIM-R44, KIM-R103"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.requests import Pick
from deadground.space.bases import gap, touch
from deadground.space.units import mm
from deadground.systems.stands.rules.assault.assault import Charges
from deadground.systems.stands.rules.assault.contact import (
    held_in_contact,
    why_no_fire_into_melee,
    why_no_lead,
)
from deadground.systems.stands.rules.cards.command import may
from deadground.systems.stands.state import Seat, Stand, StandsState
from deadground.testing.play import Play
from deadground.testing.rules import bounds, rule
from tests.systems.stands.assaults import answer_support, charging
from tests.systems.stands.field import At, field, hq, inf
from tests.systems.stands.system import playing


def charger(id: str, at: At, side: str = "red", facing: float = 0, **changes: Any) -> Stand:
    return inf(id, at, side, facing, order="charge", **changes)


def foe(id: str, at: At, facing: float = 180, order: str = "dummy", **changes: Any) -> Stand:
    return inf(id, at, "blue", facing, order=order, **changes)


def charged(p: Play[StandsState]) -> dict[str, list[str]]:
    """Who charged whom: the defender and the party that came at him."""
    return {event.data["defender"]: event.data["party"] for event in p.events if event.kind == "charge"}


@rule("KIM-7.1a", "KIM-1.2j")
@pytest.mark.parametrize(
    ("gap_mm", "option", "goes"),
    [
        (49, "50", True),
        (50, "50", True),
        (50.9, "50", True),
        (51, "50", False),
        (52, "50", False),
        (55, "55", True),
        (55.9, "55", True),
        (56, "55", False),
    ],
)
def test_a_charge_starts_from_the_halt_range(gap_mm: float, option: str, goes: bool) -> None:
    state = field(charger("a", (500, 500)), foe("b", (500, 470 - gap_mm)))
    with charging(state, options={"charge_from_mm": option}) as p:
        p.nothing_pending()
    assert charged(p) == ({"b": ["a"]} if goes else {})
    a, b = p.state.stands["a"], p.state.stands["b"]
    if goes:
        assert touch(a.base, b.base)
        assert (a.in_contact_with, b.in_contact_with, a.charge_role) == ("b", "a", "lead")
        assert a.charged_from == (mm(500), mm(500))
        assert a.at[0] == mm(500)
    else:
        assert a.at == (mm(500), mm(500))
        assert not a.in_contact_with


@rule("KIM-7.1a", "KIM-2.4a")
def test_a_scenario_with_another_halt_range_charges_from_there() -> None:
    state = field(charger("a", (500, 500)), foe("b", (500, 410)), numbers={"halt_range": mm(60)})
    with charging(state) as p:
        p.nothing_pending()
    assert charged(p) == {"b": ["a"]}


@bounds("KIM-1.2j")
@pytest.mark.parametrize("order", ["move", "move_and_fire", "fire", "opportunity", "dummy", "prone", ""])
def test_nothing_but_a_charge_card_starts_an_assault(order: str) -> None:
    state = field(inf("a", (500, 500), order=order), foe("b", (500, 420)))
    with charging(state) as p:
        p.nothing_pending()
    assert charged(p) == {}
    fault = why_no_lead(state, state.stands["a"], {})
    assert fault is not None
    assert fault.reason.endswith("cannot charge")


@bounds("KIM-1.2j")
def test_a_charge_card_gives_no_ordinary_move_or_shot() -> None:
    stand = charger("a", (500, 500))
    assert may(stand, "charge") is None
    for what in ("move", "turn", "fire", "indirect", "snap", "act"):
        fault = may(stand, what)
        assert fault is not None
        assert fault.rows == ("KIM-1.2j",)


@rule("KIM-1.3b", "KIM-1.3c")
@pytest.mark.parametrize("limit", ["half", "direct"])
def test_a_failed_command_roll_stops_a_charge(limit: str) -> None:
    state = field(
        charger("a", (500, 500), limit=limit, command="red_command"),
        charger("c", (900, 500), limit="direct" if limit == "half" else "half"),
        foe("b", (500, 420)),
        foe("d", (900, 420)),
    )
    with charging(state) as p:
        p.nothing_pending()
    assert charged(p) == {}


@rule("KIM-1.3h")
def test_an_hq_never_charges() -> None:
    state = field(hq("a", (500, 500), order="charge"), foe("b", (500, 420)))
    with charging(state) as p:
        p.nothing_pending()
    assert charged(p) == {}


@rule("KIM-8.1b")
@pytest.mark.parametrize(("losses", "goes"), [(2, True), (3, False), (4, False)])
def test_a_command_that_no_longer_advances_does_not_charge(losses: int, goes: bool) -> None:
    state = field(charger("a", (500, 500)), foe("b", (500, 420)))
    state.commands["red_command"].first_morale = 3
    state.commands["red_command"].losses = losses
    with charging(state) as p:
        p.nothing_pending()
    assert bool(charged(p)) is goes


@rule("KIM-7.1b")
def test_it_takes_the_enemy_nearest_to_straight_ahead() -> None:
    near_but_aside, ahead = foe("near", (460, 440)), foe("ahead", (500, 420))
    with charging(field(charger("a", (500, 500)), near_but_aside, ahead)) as p:
        p.nothing_pending()
    assert charged(p) == {"ahead": ["a"]}
    with charging(field(charger("a", (500, 500), facing=-45), near_but_aside, ahead)) as p:
        p.nothing_pending()
    assert charged(p) == {"near": ["a"]}


@rule("KIM-7.1b")
def test_of_enemies_as_nearly_ahead_it_takes_the_nearer() -> None:
    state = field(charger("a", (500, 500)), foe("left", (470, 430)), foe("right", (532, 428.6)))
    state.stands["left"].at, state.stands["right"].at = (4700, 4300), (5310, 4277)
    with charging(state) as p:
        p.nothing_pending()
    assert charged(p) == {"left": ["a"]}


@rule("KIM-7.1b")
def test_the_charge_is_a_straight_line_at_the_centre_of_the_enemy() -> None:
    with charging(field(charger("a", (500, 500)), foe("b", (530, 430)))) as p:
        p.nothing_pending()
    a, b = p.state.stands["a"], p.state.stands["b"]
    assert touch(a.base, b.base)
    assert a.facing == 232
    start, gone = (5000, 5000), (a.at[0] - 5000, a.at[1] - 5000)
    whole = (b.at[0] - start[0], b.at[1] - start[1])
    assert abs(gone[0] * whole[1] - gone[1] * whole[0]) < 1000
    assert p.state.stands["b"].at == (5300, 4300)


@bounds("KIM-7.1a")
def test_nobody_charges_an_enemy_he_does_not_know() -> None:
    state = field(charger("a", (500, 500)), foe("b", (500, 420), hidden=True))
    assert why_no_lead(state, state.stands["a"], {}) is not None


@rule("KIM-7.1c")
def test_at_most_four_go_in_one_behind_and_one_on_each_side() -> None:
    state = field(
        charger("lead", (500, 500)),
        charger("behind", (500, 540)),
        charger("far_behind", (500, 575)),
        charger("left", (465, 505)),
        charger("right", (535, 505)),
        charger("far_right", (570, 520)),
        foe("b", (500, 420)),
    )
    with charging(state) as p:
        p.nothing_pending()
    assert set(charged(p)["b"]) == {"lead", "behind", "left", "right"}
    stands = p.state.stands
    assert {id: stands[id].charge_role for id in charged(p)["b"]} == {
        "lead": "lead",
        "behind": "behind",
        "left": "left",
        "right": "right",
    }
    assert {stands[id].at[1] for id in ("left", "right")} == {mm(505) - mm(50) + 2}
    assert not stands["far_behind"].in_contact_with
    assert stands["far_right"].at == (mm(570), mm(520))


@rule("KIM-7.1c")
@pytest.mark.parametrize(("gap_mm", "goes"), [(49, True), (50, True), (50.1, False)])
def test_those_who_go_along_stand_next_to_the_lead(gap_mm: float, goes: bool) -> None:
    state = field(charger("a", (500, 500)), charger("c", (500, 530 + gap_mm)), foe("b", (500, 420)))
    with charging(state) as p:
        p.nothing_pending()
    assert charged(p) == {"b": ["a", "c"] if goes else ["a"]}


@rule("KIM-7.1c")
def test_those_who_go_along_need_the_card_too() -> None:
    state = field(charger("a", (500, 500)), inf("c", (500, 540), order="move"), foe("b", (500, 420)))
    with charging(state) as p:
        p.nothing_pending()
    assert charged(p) == {"b": ["a"]}


@rule("KIM-7.1a", "KIM-7.1c")
def test_the_player_says_who_leads() -> None:
    three = [charger(id, (x, 500), group="g") for id, x in (("a", 460), ("c", 500), ("d", 540))]
    foes = [foe("x", (460, 420)), foe("y", (500, 420)), charger("late", (900, 900), "blue")]
    with playing(field(*three, *foes, charger("e", (1200, 1200))), Charges()) as p:
        request = p.asked("red")
        assert isinstance(request, Pick)
        assert request.proposal == ["a"]
        assert p.refused_options("red").keys() == {"e"}
        assert p.options("red") == ["a", "c", "d"]
        (fault,) = p.refuse("red", ["c", "d"])
        assert fault.rows == ("KIM-7.1c", "KIM-R103")
        p.choose("red", ["c"])
        answer_support(p, {})
        p.nothing_pending()
    assert {defender: set(party) for defender, party in charged(p).items()} == {"y": {"c", "a", "d"}}


@rule("KIM-1.2j", "KIM-7.1a")
@pytest.mark.parametrize("company", [True, False])
def test_a_charge_may_be_left_unmade(company: bool) -> None:
    """A lead whose company is gone need not go alone, nor need one that has it. KIM-R121"""
    beside = inf("c", (500, 540), order="charge" if company else "dummy")
    with charging(field(charger("a", (500, 500)), beside, foe("b", (500, 420))), leads={"red": []}) as p:
        p.nothing_pending()
    assert charged(p) == {}
    assert p.state.stands["a"].at == (mm(500), mm(500))
    assert not p.state.stands["b"].in_contact_with


@rule("KIM-7.1b")
def test_of_two_seats_at_one_enemy_the_shorter_charge_goes() -> None:
    state = field(charger("a", (470, 500)), charger("c", (530, 499), command="other"), foe("b", (500, 425)))
    state.seats["pink"] = Seat(id="pink", side="red", commander=False, commands=("other",))
    state.commands["other"] = state.commands["red_command"]
    with charging(state) as p:
        p.nothing_pending()
    assert charged(p) == {"b": ["c", "a"]}


@rule("KIM-7.1b")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_a_stand_that_is_reached_first_does_not_charge(first: str) -> None:
    stands = [charger("a", (500, 500)), charger("b", (500, 421), "blue", facing=0), inf("c", (500, 341))]
    state = field(*(stands if first == "red" else stands[::-1]))
    with charging(state) as p:
        p.nothing_pending()
    assert charged(p) == {"b": ["a"]}
    assert p.state.stands["b"].at == (mm(500), mm(421))


@rule("KIM-7.1b")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_two_that_charge_each_other_meet_half_way(first: str) -> None:
    stands = [charger("a", (500, 500)), charger("b", (500, 420), "blue", facing=180)]
    with charging(field(*(stands if first == "red" else stands[::-1]))) as p:
        p.nothing_pending()
    a, b = p.state.stands["a"], p.state.stands["b"]
    assert (a.in_contact_with, b.in_contact_with) == ("b", "a")
    assert gap(a.base, b.base) <= 2
    assert (a.at, b.at) == ((5000, 4751), (5000, 4449))


@bounds("KIM-7.3e")
def test_a_stand_in_contact_is_held_there() -> None:
    stand = foe("b", (500, 420))
    assert held_in_contact(stand) is None
    stand.in_contact_with = "a"
    fault = held_in_contact(stand)
    assert fault is not None
    assert fault.rows == ("KIM-7.3e", "KIM-R63", "KIM-R113")


@bounds("KIM-7.3e")
@pytest.mark.parametrize(("value", "forbidden"), [("off", True), ("on", False)])
def test_fire_into_a_melee(value: str, forbidden: bool) -> None:
    target = foe("b", (500, 420), in_contact_with="a")
    fault = why_no_fire_into_melee(target, {"fire_into_melee": value})
    assert (fault is not None) is forbidden
    assert held_in_contact(target) is not None
    target.in_contact_with = ""
    assert why_no_fire_into_melee(target, {"fire_into_melee": value}) is None
