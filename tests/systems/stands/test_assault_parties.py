"""Who goes in with a charge, who stays behind, and who decides. KIM-7.1, KIM-R44, KIM-R103"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.core.requests import Pick
from deadground.space.bases import gap
from deadground.space.units import mm
from deadground.systems.stands.game import seat_of
from deadground.systems.stands.rules.assault.assault import Charges
from deadground.systems.stands.state import Seat, Stand, StandsState
from deadground.testing.play import Play
from deadground.testing.rules import rule
from tests.systems.stands.assaults import answer_support, charging
from tests.systems.stands.field import At, field, inf
from tests.systems.stands.system import playing


def charger(id: str, at: At, side: str = "red", facing: float = 0, **changes: Any) -> Stand:
    return inf(id, at, side, facing, order="charge", **changes)


def foe(id: str, at: At, facing: float = 180, order: str = "dummy", **changes: Any) -> Stand:
    return inf(id, at, "blue", facing, order=order, **changes)


def charged(p: Play[StandsState]) -> dict[str, list[str]]:
    """Who charged whom: the defender and the party that came at him."""
    return {event.data["defender"]: event.data["party"] for event in p.events if event.kind == "charge"}


@rule("KIM-7.1b", "KIM-7.1c")
@pytest.mark.parametrize("turned_round", [False, True])
def test_a_stand_whose_enemy_has_charged_elsewhere_stays(turned_round: bool) -> None:
    stands = [charger("a", (500, 500)), charger("b", (500, 420), "blue", facing=0), inf("c", (500, 341))]
    with charging(field(*(stands[::-1] if turned_round else stands))) as p:
        p.nothing_pending()
    assert charged(p) == {"c": ["b"]}
    assert p.state.stands["a"].at == (mm(500), mm(500))


@rule("KIM-7.1c")
def test_one_beside_the_lead_does_not_go_into_another_enemy() -> None:
    state = field(
        charger("a", (500, 500)), charger("l", (465, 480)), foe("b", (500, 420)), foe("n", (465, 420))
    )
    with charging(state, leads={"red": ["a"]}) as p:
        p.nothing_pending()
    left = p.state.stands["l"]
    assert (left.charge_role, left.in_contact_with) == ("left", "b")
    assert gap(left.base, p.state.stands["n"].base) == 0
    assert left.moved == mm(30) + 1


@rule("KIM-7.1a", "KIM-3.3a")
def test_a_hidden_stand_that_charges_is_put_on_the_table() -> None:
    state = field(charger("a", (500, 500), hidden=True), foe("b", (500, 420)))
    with charging(state, options={"reveal": "by_owner"}) as p:
        p.nothing_pending()
    assert not p.state.stands["a"].hidden
    assert charged(p) == {"b": ["a"]}


@rule("KIM-7.1c")
def test_a_stand_ahead_of_the_lead_does_not_go_with_it() -> None:
    state = field(charger("a", (500, 500)), charger("f", (531, 465)), foe("b", (500, 420)))
    with charging(state, leads={"red": ["a"]}) as p:
        p.nothing_pending()
    assert charged(p) == {"b": ["a"]}


def test_the_seat_that_owns_a_command_decides_for_it_else_the_commander() -> None:
    state = field(inf("a", (500, 500)), inf("c", (500, 600), command="third"), foe("b", (500, 420)))
    state.seats = {
        "aide": Seat(id="aide", side="red", commander=False, commands=("red_command",)),
        "chief": Seat(id="chief", side="red", commander=True, commands=("second",)),
        "blue": state.seats["blue"],
    }
    stands = state.stands
    assert [seat_of(state, stands[id]) for id in "acb"] == ["aide", "chief", "blue"]


@rule("KIM-7.1c", "KIM-7.3e")
def test_a_stand_in_contact_goes_along_with_nobody_else() -> None:
    held = charger("c", (500, 540), in_contact_with="x", charge_role="lead", charged_from=(5000, 5900))
    state = field(
        charger("a", (500, 500)), held, foe("b", (500, 420)), foe("x", (500, 570), in_contact_with="c")
    )
    with charging(state) as p:
        p.nothing_pending()
    assert charged(p) == {"b": ["a"]}


@rule("KIM-7.1a")
def test_without_card_groups_a_lead_for_each_enemy_is_proposed() -> None:
    state = field(
        charger("a", (500, 500)), charger("c", (900, 500)), foe("b", (500, 420)), foe("d", (900, 420))
    )
    with playing(state, Charges()) as p:
        assert p.asked("red").proposal == ["a", "c"]
        p.choose("red", ["a", "c"])
        answer_support(p, {})
        p.nothing_pending()
    assert charged(p) == {"b": ["a"], "d": ["c"]}


def in_its_own_way(**changes: Any) -> StandsState:
    """The one on the right stands before the enemy's front and cannot go on: the lead would end on it."""
    right = charger("c", (580, 684.4), facing=359)
    return field(charger("a", (550, 692)), right, foe("b", (579.5, 642.4), order="dummy", **changes))


@rule("KIM-7.1b", "KIM-7.1a")
def test_a_charge_whose_own_party_bars_the_way_is_not_offered() -> None:
    """KIM-R103"""
    with playing(in_its_own_way(), Charges()) as p:
        request = p.asked("red")
        assert isinstance(request, Pick)
        reason = "those beside A leave it no room to reach B"
        refused = {option.id: option.refused and option.refused.reason for option in request.options}
        assert refused == {"a": reason, "c": None}
        (fault,) = p.refuse("red", ["a"])
        assert (fault.reason, fault.rows) == (reason, ("KIM-7.1b", "KIM-R44", "KIM-R103"))
        assert request.proposal == ["c"]
        p.choose("red", ["c"])
        answer_support(p, {})
        p.nothing_pending()
    assert p.state.stands["b"].in_contact_with == "c"


@rule("KIM-7.1a", "KIM-7.1b")
def test_a_lead_is_barred_by_one_who_goes_in_with_it_and_not_by_one_who_leads() -> None:
    """The one on the right has an enemy of its own, further off: if it leads too, it may be gone in time.

    It is not, for the shorter charge goes first. KIM-R103
    """
    state = in_its_own_way()
    state.stands["d"] = foe("d", (649, 697), order="dummy")
    state.stands["c"].facing = 900
    with playing(state, Charges()) as p:
        (fault,) = p.refuse("red", ["a"])
        assert (fault.at, fault.reason) == ("value[0]", "those beside A leave it no room to reach B")
        request = p.asked("red")
        samples = [request.sample(p.match.view("red"), Random(seed)) for seed in range(20)]
        assert {tuple(sorted(picked)) for picked in samples} == {(), ("c",), ("a", "c")}
        assert not any(request.check(p.match.view("red"), picked) for picked in samples)
        p.choose("red", ["a", "c"])
        answer_support(p, {})
        p.nothing_pending()
    assert charged(p) == {"d": ["c"]}
    told = "A does not charge B: those beside it leave it no room."
    assert (told in p.log_of("red"), told in p.log_of("blue")) == (True, False)
