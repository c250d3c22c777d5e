"""Small points of the road that every move takes. NR-130, NR-132, NR-134, NUTS-MELEE-01, NUTS-MELEE-02"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.bases import CONTACT
from deadground.space.plane import along, distance
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.melee.charge_reach import why_no_charge
from deadground.systems.skirmish.rules.melee.charge_test import Outcome
from deadground.systems.skirmish.rules.movement.movement import Going, Move
from deadground.systems.skirmish.rules.movement.standing import come_to_rest
from deadground.systems.skirmish.rules.reactions.captives import TouchFallen, touched
from deadground.systems.skirmish.state import BASE
from deadground.testing import rule
from tests.systems.skirmish.solo import solo, through
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import At, foe, man, point, table

DOWN: dict[str, Any] = {"status": "out_of_the_fight", "prone": True, "group": ""}


def test_where_all_his_way_is_taken_he_stands_beside_it() -> None:
    """NS-01, NR-134"""
    state = table(man("a", (10, 30)), man("b", (10.3, 30)), foe("x", (40, 2), facing=0))
    a, b = state.figures["a"], state.figures["b"]
    come_to_rest(state, a, (a.at,))
    assert 2 * BASE - CONTACT < distance(a.at, b.at) <= 3 * BASE


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(
    ("aside", "about", "far"),
    [
        (190, (), 63),
        (189, (), 127),
        (126, (), 127),
        (125, (), 190),
        (63, (), 190),
        (62, (), 254),
        (0, (500, 1150, 1800, 2450, 3100), 381),
        (0, (0, 600, 1200, 1800, 2400, 3000), 508),
    ],
)
def test_he_goes_no_farther_aside_than_he_must(aside: int, about: tuple[int, ...], far: int) -> None:
    """NS-01, NR-134: by half a base, a whole one and so on. One man is in his place, or more about it."""
    others = [man(f"c{n}", (20, 20)) for n in range(len(about))]
    state = table(man("a", (20, 20)), man("b", (20, 20)), *others, foe("x", (2, 2), facing=0))
    x, y = start = state.figures["a"].at
    state.figures["b"].at = (x + aside, y)
    for one, by in zip(others, about, strict=True):
        one.at = along(start, by, 2 * BASE)
    with playing(state, Move((Going("a", (start, (x, y - 1))),))) as p:
        p.nothing_pending()
    assert distance(p.state.figures["a"].at, start) == far


def test_who_goes_on_stops_before_an_enemy_who_has_come_into_his_way() -> None:
    """NUTS-MELEE-01: his way was chosen before."""
    state = table(man("a", (10, 30)), foe("x", (10, 26), facing=0, weapons=()))
    with playing(state, Move((Going("a", (point((10, 30)), point((10, 22)))),))) as p:
        p.nothing_pending()
    gap = distance(p.state.figures["a"].at, p.state.figures["x"].at)
    assert gap == 2 * BASE + CONTACT + 1


@pytest.mark.parametrize(
    ("changes", "by"),
    [
        ({}, "a"),
        ({"reacting": "return_fire"}, "b"),
        ({"status": "duck_back"}, "b"),
        ({"status": "gone"}, "b"),
    ],
)
def test_who_deals_with_the_fallen(changes: dict[str, Any], by: str) -> None:
    """NR-132: the first who carries on and has nothing else to carry out."""
    state = table(man("a", (10, 30), **changes), man("b", (10, 28)), foe("f", (10, 29), **DOWN))
    found = touched(game(state))
    assert isinstance(found, TouchFallen)
    assert found.figure == by


def test_of_several_one_of_the_group_that_acts() -> None:
    """NR-132"""
    state = table(man("a", (10, 30)), man("b", (10, 28)), foe("f", (10, 29), **DOWN))
    state.groups["red-2"] = state.groups["red-1"].__class__(id="red-2", side="red", active=True)
    state.figures["b"].group = "red-2"
    found = touched(game(state))
    assert isinstance(found, TouchFallen)
    assert found.figure == "b"


SIXTHS = range(0, 3600, 600)


@pytest.mark.parametrize(
    ("crowd", "beside"),
    [
        ([], (254, 0)),
        ([(1200, 254), (1800, 254), (2400, 254), (600, 400), (3000, 400)], (0, -254)),
        ([(by, 254) for by in SIXTHS], (0, -508)),
        (
            [
                *((by, 254) for by in SIXTHS),
                *((by, 508) for by in SIXTHS),
                *((by + 300, 440) for by in SIXTHS),
            ],
            (0, -762),
        ),
    ],
    ids=["alone", "with room ahead", "among others", "in a crowd"],
)
def test_a_prisoner_among_many_men_stays_as_near_as_he_can(
    crowd: list[tuple[int, int]], beside: tuple[int, int]
) -> None:
    """NS-01, NS-36: beside his escort, before him, two inches off, or three."""
    others = [man(f"c{n}", (20, 20)) for n in range(len(crowd))]
    state = table(
        man("a", (20, 20), escorts=("p",)), *others, foe("p", (20, 21), status="captured", group="")
    )
    x, y = start = state.figures["a"].at
    for one, (by, far) in zip(others, crowd, strict=True):
        one.at = along(start, by, far)
    with playing(state, Move((Going("a", (start, (x, y - 1))),))) as p:
        p.nothing_pending()
    prisoner, escort = p.state.figures["p"].at, p.state.figures["a"].at
    assert (prisoner[0] - escort[0], prisoner[1] - escort[1]) == beside


def test_prisoners_make_room_for_each_other() -> None:
    """NS-01, NS-36. A takes over Q, who stands where P is to go, and goes on to a place of his own."""
    state = table(
        man("a", (20, 20), escorts=("p",)),
        foe("p", (20, 21), status="captured", group=""),
        foe("q", (21, 20), status="captured", group=""),
    )
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [])
        p.nothing_pending()
    x, y = p.state.figures["a"].at
    assert p.state.figures["a"].aid.escorts == ("p", "q")
    assert [p.state.figures[id].at for id in "pq"] == [(x + 254, y), (x + 127, y + 220)]


@rule("NUTS-REACT-11")
@pytest.mark.parametrize(
    ("gap", "status"), [(2 * BASE + CONTACT, "captured"), (2 * BASE + CONTACT + 1, "out_of_the_fight")]
)
def test_who_falls_beside_a_man_nobody_plays_is_his_prisoner_when_his_group_has_acted(
    gap: int, status: str
) -> None:
    """NR-101, NR-132. Neither has moved: X has shot A down where they stood."""
    state = solo(man("a", (20, 30)), man("b", (40, 40)), foe("x", (20, 29)), mission="attack")
    x, y = state.figures["a"].at
    state.figures["x"].at = (x, y - gap)
    with through(state, Activation("blue-1"), [5, 5, 6, 2]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == status
    assert p.state.figures["x"].aid.escorts == (("a",) if status == "captured" else ())


@pytest.mark.parametrize(
    ("at", "prone", "locked", "short"),
    [((10, 26), False, True, False), ((10, 26), True, False, False), ((10, 26.1), False, False, True)],
)
def test_who_comes_to_grips_with_whom_he_charged(at: At, prone: bool, locked: bool, short: bool) -> None:
    """NUTS-MELEE-02: within 6 inches still, and not knocked down on his way."""
    state = table(man("a", at, prone=prone), foe("x", (10, 20)))
    g = game(state)
    charging = Charge((), waiting=(("a", "x"),), outcomes=(Outcome("a", "nothing", "front"),))
    charging.contact(g)
    assert (charging.locked == (("a", "x"),)) is locked
    assert ("charge_short" in [event.seen.kind for event in g.events]) is short


@pytest.mark.parametrize(
    ("y", "between"), [((10, 23), True), ((10.9, 23), True), ((11.2, 23), False), ((11, 20), False)]
)
def test_a_charge_runs_over_nobody_else(y: At, between: bool) -> None:
    """NUTS-MELEE-01; whom he passes closely, or who stands beside his target, does not stop him."""
    state = table(man("a", (10, 26)), foe("x", (10, 20)), foe("y", y))
    fault = why_no_charge(state, state.figures["a"], state.figures["x"], {})
    assert (fault is not None) is between
    assert fault is None or fault.reason == "Y stands between A and X"
