"""Getting in and out, and on and off a deck. NS-30, NR-232"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.invariants import invariants
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import Figure, SkirmishState
from tests.systems.skirmish.acting import refused, told
from tests.systems.skirmish.machines import TRUCK, field, vehicle
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import At, foe, man, point
from tests.systems.skirmish.test_driving import drive, end


def get_in(group: str = "red-2", into: str = "t", **men: None) -> dict[str, Any]:
    names = list(men) or ["a"]
    return {"unit": group, "card": "get_in", "pieces": names, "plan": {"into": dict.fromkeys(names, into)}}


def get_out(at: At, who: str = "a", group: str = "red-2", facing: int = 0) -> dict[str, Any]:
    plan = {"places": {who: {"at": list(point(at)), "facing": facing}}}
    return {"unit": group, "card": "get_out", "pieces": [who], "plan": plan}


def beside(*men: Figure, type: str = TRUCK, **changes: Any) -> SkirmishState:
    """Men and a lorry at (24, 30): its hull is two inches wide and four deep. Its crew is the first group."""
    return field(vehicle("t", (24, 30), type=type, **changes), men=men)


def rows(state: SkirmishState, order: dict[str, Any]) -> set[str]:
    with playing(state, Activation("red-2")) as p:
        faults = p.match.check(p.asked("red").choice([order]))
        p.pending(red="Give the group its orders")
    return {row for fault in faults for row in fault.rows}


@pytest.mark.parametrize(("x", "fits"), [(26.49, True), (26.52, False)])
def test_one_gets_in_from_within_an_inch(x: float, fits: bool) -> None:
    """NR-232"""
    assert (not rows(beside(man("a", (x, 30))), get_in())) is fits


def test_who_has_got_in_is_nowhere_on_the_table_and_has_used_half_his_move() -> None:
    with playing(beside(man("a", (25.6, 30))), Activation("red-2")) as p:
        p.choose("red", [get_in()])
        end(p)
    a = p.state.figures["a"]
    assert (a.aboard, a.berth.on_deck, a.on_table) == ("t", False, False)
    assert a.doing.spent == 4 * 254
    assert list(invariants(p.state)) == []


def test_on_a_tank_they_ride_on_the_deck_six_of_them_and_no_seventh() -> None:
    """NS-30"""
    six = [man(f"r{n}", (1, 1), aboard="t") for n in range(5)]
    two = man("a", (26, 30)), man("b", (26, 31.2))
    state = beside(*two, *six, type="soviet.t_34_76")
    assert not rows(state, get_in())
    assert rows(state, get_in(a=None, b=None)) == {"NS-30", "NR-232"}
    with playing(state, Activation("red-2")) as p:
        p.choose("red", [get_in()])
        assert p.state.figures["a"].berth.on_deck
        assert p.refuse("red", [get_in(b=None)])[0].reason == "T carries 6 men, and this would be 7"
        end(p)


@pytest.mark.parametrize(
    ("changes", "fits"),
    [({}, True), ({"spent": 4 * 254}, True), ({"spent": 4 * 254 + 1}, False), ({"prone": True}, False)],
)
def test_it_takes_half_a_move_of_a_man_on_his_feet(changes: dict[str, Any], fits: bool) -> None:
    """NS-30: of eight inches he has walked four, or a little more."""
    near = man("a", (26, 30 + changes.get("spent", 0) / 254))
    if "prone" in changes:
        assert bool(rows(beside(man("a", (26, 30), prone=True)), get_in())) is not fits
        return
    with playing(beside(near), Activation("red-2")) as p:
        if "spent" in changes:
            p.choose("red", [move("red-2", a=to((26, 30)))])
        if fits:
            p.choose("red", [get_in()])
        elif p.match.to_act():
            p.refuse("red", [get_in()])
        end(p)
    assert (p.state.figures["a"].aboard == "t") is fits


def test_nobody_gets_into_what_has_moved_more_than_half_its_speed_or_is_a_wreck_or_the_enemys() -> None:
    """NS-30"""
    assert rows(beside(man("a", (26, 30)), drive=fast()), get_in()) == {"NS-30", "NR-232"}
    assert rows(beside(man("a", (26, 30)), condition="destroyed"), get_in()) == {"NS-30", "NR-232"}
    state = field(
        vehicle("t", (4, 4), type=TRUCK),
        vehicle("x", (24, 30), side="blue", type=TRUCK),
        men=(man("a", (26, 30)),),
    )
    assert rows(state, get_in(into="x")) == {"NS-30", "NR-232"}


def fast() -> Any:
    from deadground.systems.skirmish.vehicle import Drive

    return Drive(fast=True)


@pytest.mark.parametrize(
    ("at", "fits"),
    [((25.6, 30), True), ((26.49, 30), True), ((26.52, 30), False), ((24, 30), False), ((24, 33), True)],
)
def test_one_gets_out_within_an_inch_of_the_hull(at: At, fits: bool) -> None:
    """NR-232, NS-01"""
    state = beside(man("a", (1, 1), aboard="t"))
    assert (not rows(state, get_out(at))) is fits


def test_who_has_got_out_stands_there_and_has_half_his_move_left() -> None:
    """NS-30"""
    with playing(beside(man("a", (1, 1), aboard="t")), Activation("red-2")) as p:
        p.choose("red", [get_out((25.6, 30), facing=900)])
        a = p.state.figures["a"]
        assert (a.aboard, a.at, a.facing) == ("", point((25.6, 30)), 900)
        p.refuse("red", [move("red-2", a=to((29.7, 30)))])
        p.choose("red", [move("red-2", a=to((29.6, 30)))])
        end(p)
    assert told(p, "gets_out")[0]["men"] == ["a"]
    assert list(invariants(p.state)) == []


def test_nobody_gets_out_beside_an_enemy_or_on_another() -> None:
    """NS-01, NR-232"""
    inside = man("a", (1, 1), aboard="t")
    assert rows(beside(inside, foe("x", (26.6, 30))), get_out((25.6, 30)))
    assert rows(beside(inside, man("b", (26, 30))), get_out((25.6, 30)))
    assert not rows(beside(inside, foe("x", (26.7, 30))), get_out((25.6, 30)))


def test_those_who_ride_go_where_it_goes_and_a_crew_stays_in() -> None:
    state = beside(man("a", (1, 1), aboard="t"))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [drive((24, 23), who="t_2")])
        out = get_out((25.6, 23), who="t_1", group="red-1")
        assert p.refuse("red", [out])[0].reason == "T_1 rides in nothing"
        end(p)
    assert not rows(p.state, get_out((25.6, 23)))
    assert "NR-232" in rows(p.state, get_out((25.6, 30)))


def test_no_other_card_is_for_those_inside() -> None:
    """A crew has its own cards, and who is carried can get out."""
    state = beside(man("a", (1, 1), aboard="t"))
    assert refused(state, move("red-1", t_1=to((24, 26))))
    assert rows(state, move("red-2", a=to((24, 26))))
