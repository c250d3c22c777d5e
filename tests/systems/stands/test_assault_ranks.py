"""Assaults that lose stands outside melee: the next of the party leads, or the assault is over. KIM-R110"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from deadground.space.bases import CONTACT, gap
from deadground.systems.stands.invariants import invariants
from deadground.systems.stands.rules.aircraft.air import AirLosses
from deadground.systems.stands.rules.assault.melee import CloseCombat
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.rules.morale.morale import MoraleTest
from deadground.systems.stands.state import Command, Minefield, Stand, StandsState
from deadground.testing import rule
from tests.systems.stands.arrivals import piece
from tests.systems.stands.assaults import THREE, charged, charger, foe
from tests.systems.stands.field import table, tank
from tests.systems.stands.flights import flight
from tests.systems.stands.system import playing

INTO_MELEE = {"fire_into_melee": "on"}
ONE_A_TURN = {"melee_rounds": "one_per_turn"}
MINES = {"mines": Minefield("mines")}


def met(*, helpers: Iterable[str] = ("red", "blue"), ids: tuple[str, str] = ("a", "z")) -> StandsState:
    """Red and blue have charged each other, with a stand behind each lead of the sides that have helpers."""
    red, blue = ids
    stands = [charger(red, hits=1), charger(blue, (500, 420), "blue", 180, hits=1)]
    behind = {"red": charger("rear", (500, 540)), "blue": charger("back", (500, 380), "blue", 180)}
    return charged(*stands, *(behind[side] for side in helpers))


def shot_away(state: StandsState, *lost: str) -> StandsState:
    """The state after a fire phase in which tanks from outside destroy these stands in the contact."""
    state.phase = "fire"
    sides = {id: "blue" if state.stands[id].side == "red" else "red" for id in lost}
    for id, side in sides.items():
        at = state.stands[id].at[1] / 10 + (40 if side == "red" else -40)
        state.stands[f"gun_{id}"] = tank(f"gun_{id}", (700, at), side, 270, order="fire")
    with playing(state, FirePhase(), dice=[10] * len(lost), options=INTO_MELEE) as p:
        for seat in ("red", "blue"):
            p.choose(seat, [f"gun_{id}>{id}" for id, side in sides.items() if side == seat])
        p.nothing_pending()
    assert set(p.state.fallen) == set(lost)
    assert list(invariants(p.state)) == []
    for id in lost:
        del p.state.stands[f"gun_{id}"]
    p.state.phase = "close_combat"
    return p.state


def bombed_away(state: StandsState, lost: str) -> StandsState:
    """The state after an attack from the air that destroys this stand in the contact."""
    state.phase = "fire"
    state.squadrons = {"s": flight("s", "ground_attack", "blue", struck=lost, struck_hits=1)}
    with playing(state, AirLosses()) as p:
        p.nothing_pending()
    p.state.phase = "close_combat"
    return p.state


def engaged(state: StandsState) -> dict[str, tuple[str, str]]:
    return {id: (one.charge_role, one.in_contact_with) for id, one in state.stands.items()}


def holds_together(state: StandsState) -> bool:
    """Whether the invariants hold when close combat is over."""
    state.phase = "lift"
    return list(invariants(state)) == []


@rule("KIM-7.3e")
@pytest.mark.parametrize("ids", [("a", "z"), ("z", "a")])
@pytest.mark.parametrize("lost", ["red", "blue"])
def test_a_mutual_assault_that_loses_a_lead_to_fire_goes_on_with_the_next(
    lost: str, ids: tuple[str, str]
) -> None:
    state = met(ids=ids)
    gone, other = ids if lost == "red" else ids[::-1]
    place = state.stands[gone].at
    new, theirs = ("rear", "back") if lost == "red" else ("back", "rear")
    with playing(shot_away(state, gone), CloseCombat(), dice=[1] * 3) as p:
        assert engaged(p.state) == {
            new: ("lead", other),
            other: ("lead", new),
            theirs: ("behind", new),
        }
        assert p.state.stands[new].at == place
        assert p.log_of("red")[0] == f"{new.capitalize()} carries on."
        p.choose("red", "withdraw")
        p.choose("blue", "withdraw")
        p.nothing_pending()
    assert holds_together(p.state)


@rule("KIM-7.3e")
def test_a_mutual_assault_that_loses_both_leads_goes_on_with_the_next_of_both() -> None:
    with playing(shot_away(met(), "a", "z"), CloseCombat(), dice=[1, 1]) as p:
        assert engaged(p.state) == {"rear": ("lead", "back"), "back": ("lead", "rear")}
        assert p.events[-1].kind == "shot"
        p.choose("red", "withdraw")
        p.choose("blue", "press")
        p.nothing_pending()
    assert holds_together(p.state)


@rule("KIM-7.3e")
@pytest.mark.parametrize("helpers", [("red",), ("blue",)])
def test_who_is_left_of_a_mutual_assault_alone_may_take_the_place(helpers: tuple[str, ...]) -> None:
    """Both leads are shot away, and only one side has anybody behind: it has won."""
    state = met(helpers=helpers)
    left, enemy = ("rear", "z") if helpers == ("red",) else ("back", "a")
    place = state.stands[enemy].at
    with playing(shot_away(state, "a", "z"), CloseCombat()) as p:
        p.choose(helpers[0], True)
        p.nothing_pending()
    assert p.state.stands[left].at == place
    assert holds_together(p.state)


@rule("KIM-7.3e")
def test_a_defender_and_the_lead_on_it_may_both_be_shot_away() -> None:
    state = charged(charger("a", hits=1), charger("l", (465, 505)), foe(hits=1))
    place = state.stands["b"].at
    with playing(shot_away(state, "a", "b"), CloseCombat()) as p:
        p.choose("red", True)
        p.nothing_pending()
    assert p.state.stands["l"].at == place
    assert holds_together(p.state)


@rule("KIM-7.3e", "KIM-2.5e")
def test_who_is_blown_up_as_it_steps_up_is_followed_by_the_next() -> None:
    """KIM-R95, KIM-R110"""
    state = bombed_away(charged(charger("a", hits=1), *THREE[1:], foe()), "a")
    state.map, state.minefields = table(piece("mines", "minefield", (490, 449, 492, 451))), MINES
    with playing(state, CloseCombat(), dice=[1, 5, 1, 1]) as p:
        assert engaged(p.state) == {"r": ("lead", "b"), "b": ("", "r")}
        assert gap(p.state.stands["r"].base, p.state.stands["b"].base) <= CONTACT
        assert [event.text for event in p.events if event.kind == "steps_up"] == ["R carries on."]
        p.choose("red", "withdraw")
        p.nothing_pending()
    assert holds_together(p.state)


@rule("KIM-7.3e")
def test_a_lead_lost_to_an_attack_from_the_air_is_replaced_too() -> None:
    with playing(bombed_away(met(), "a"), CloseCombat(), dice=[1] * 3) as p:
        assert engaged(p.state) == {"rear": ("lead", "z"), "z": ("lead", "rear"), "back": ("behind", "rear")}
        p.pending(red="Z still stands.", blue="Rear still stands.")


def retiring(state: StandsState, *leave: str) -> StandsState:
    """The state after a morale test in which the command of these stands retires at once."""
    side = state.stands[leave[0]].side
    state.commands["guard"] = Command("guard", side, "Guard", "", losses=5, second_morale=5)
    for id in leave:
        state.stands[id].command = "guard"
    state.phase = "morale"
    with playing(state, MoraleTest(), dice=[1], options=ONE_A_TURN) as p:
        p.nothing_pending()
    assert not set(leave) & set(p.state.stands)
    assert list(invariants(p.state)) == []
    return p.state


def fought_once(*stands: Stand) -> StandsState:
    """The state after a round in which nobody was hit and all press on."""
    with playing(charged(*stands), CloseCombat(), dice=[1] * len(stands), options=ONE_A_TURN) as p:
        while p.match.to_act():
            p.choose(p.match.to_act()[0], "press")
        p.nothing_pending()
    return p.state


@rule("KIM-8.1c")
def test_an_assault_goes_on_when_the_command_of_its_lead_retires() -> None:
    state = fought_once(charger("a"), charger("l", (465, 505)), foe())
    place = state.stands["a"].at
    state = retiring(state, "a")
    assert engaged(state) == {"l": ("lead", "b"), "b": ("", "l")}
    assert state.stands["l"].at == place
    with playing(state, CloseCombat(), dice=[1, 1], options=ONE_A_TURN) as p:
        p.choose("red", "withdraw")
        p.nothing_pending()
    assert holds_together(p.state)


@rule("KIM-8.1c")
@pytest.mark.parametrize(("leaves", "stays"), [(("a", "l"), "b"), (("b",), "a")])
def test_an_assault_is_over_when_all_of_one_party_retire(leaves: tuple[str, ...], stays: str) -> None:
    state = retiring(fought_once(charger("a"), charger("l", (465, 505)), foe()), *leaves)
    assert all(one == ("", "") for one in engaged(state).values())
    assert state.stands[stays].charged_from is None


@rule("KIM-8.1c")
def test_a_mutual_assault_goes_on_when_the_command_of_one_lead_retires() -> None:
    state = met()
    with playing(state, CloseCombat(), dice=[1] * 4, options=ONE_A_TURN) as p:
        p.choose("red", "press")
        p.choose("blue", "press")
        p.nothing_pending()
    assert engaged(retiring(p.state, "z")) == {
        "a": ("lead", "back"),
        "rear": ("behind", "back"),
        "back": ("lead", "a"),
    }


@rule("KIM-1.2k")
@pytest.mark.parametrize("prone", ["a", "z"])
def test_of_two_that_charged_each_other_either_is_lost_if_it_lies_down_later(prone: str) -> None:
    """Where rounds come one a turn the next card may be Prone; whoever is behind carries on."""
    state = met()
    with playing(state, CloseCombat(), dice=[1] * 4, options=ONE_A_TURN) as p:
        p.choose("red", "press")
        p.choose("blue", "press")
        p.nothing_pending()
    p.state.stands[prone].order = "prone"
    p.state.phase = "close_combat"
    with playing(p.state, CloseCombat(), dice=[1] * 3, options=ONE_A_TURN) as p:
        assert set(p.state.fallen) == {prone}
        p.choose("red", "press")
        p.choose("blue", "press")
        p.nothing_pending()
    assert holds_together(p.state)


@rule("KIM-1.2k")
def test_a_unit_lost_prone_may_leave_the_assault_of_another_without_its_lead() -> None:
    """With losses by units a prone lead elsewhere dies too, before its own melee; the next of its party leads."""
    state = fought_once(
        charger("a", (300, 500)),
        foe("b", (300, 420)),
        charger("c", (900, 420), "blue", 180),
        charger("d", (900, 380), "blue", 180),
        tank("e", (900, 500)),
    )
    for id in ("b", "c"):
        state.stands[id].order = "prone"
    state.phase = "close_combat"
    options = {**ONE_A_TURN, "prone_loss": "unit"}
    with playing(state, CloseCombat(), dice=[1] * 2, options=options) as p:
        p.choose("red", False)
        assert set(p.state.fallen) == {"b", "c"}
        p.choose("blue", "withdraw")
        p.nothing_pending()
    assert holds_together(p.state)


def assault(**changes: str) -> StandsState:
    """Red leads an assault with one beside it; `changes` say with whom a stand is in contact instead."""
    state = charged(charger("a"), charger("l", (465, 505)), foe())
    state.phase = "lift"
    for id, enemy in changes.items():
        state.stands[id].in_contact_with = enemy
    return state


def test_an_assault_that_is_broken_is_noticed() -> None:
    assert list(invariants(assault())) == []
    assert list(invariants(assault(b="nobody"))) == [
        "B is in contact with nobody",
        "B is assaulted by A and L and in contact with somebody else",
    ]
    assert list(invariants(assault(b="l"))) == ["B is assaulted by A and L and in contact with somebody else"]
    assert "A has a part in an assault that is over" in list(invariants(assault(a="")))
    leaderless, two = assault(), assault()
    leaderless.stands["a"].charge_role = "behind"
    assert "nobody leads the assault of A and L" in list(invariants(leaderless))
    two.stands["l"].charge_role = "lead"
    assert list(invariants(two)) == ["A and L are in two assaults of one enemy"]
