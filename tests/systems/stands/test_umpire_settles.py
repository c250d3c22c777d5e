"""What a human umpire settles: air schedules and night routes. Without one the players' plans are what happens."""

from __future__ import annotations

from random import Random

import pytest

from deadground.core.match import Match
from deadground.core.requests import Gesture, Path, Pick
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.system import STANDS, StandsSystem
from deadground.testing.conformance import conform
from deadground.testing.rules import rule
from tests.systems.stands.seats import BIG, FOUR, big_battle, play_on, propose, sound


def to_umpire(match: Match[StandsState], prompt: str) -> None:
    """Everybody takes what is proposed until the umpire is asked this."""
    for _ in range(2000):
        asked = match.requests("umpire") if "umpire" in match.to_act() else ()
        if asked and asked[0].prompt.startswith(prompt):
            return
        propose(match, match.to_act()[0])
    raise AssertionError(f"the umpire was never asked: {prompt}")


@rule("KIM-5.1a")
def test_the_umpire_settles_the_air_schedules_of_both_sides() -> None:
    match = big_battle(1, umpire=True)
    to_umpire(match, "Settle when the squadrons appear")
    assert match.view("red").waiting == ("umpire",)
    (request,) = match.requests("umpire")
    assert isinstance(request, Pick)
    planned = [
        f"{one.id}@{turn}:{mission}"
        for one in match.position.state.squadrons.values()
        for turn, mission in one.plan
    ]
    assert request.proposal == planned
    other = next(
        option.id for option in request.options if option.id.startswith("blue") and "@2:" in option.id
    )
    match.submit(request.choice([*(line for line in planned if line.startswith("red")), other]))
    squadron, _, sortie = other.partition("@")
    turn, _, mission = sortie.partition(":")
    assert match.position.state.squadrons[squadron].plan == ((int(turn), mission),)
    changed = f"The umpire changes the plan of {match.position.state.squadrons[squadron].name}."
    assert changed in [event.text for event in match.log("blue")]
    assert changed not in [event.text for event in match.log("red")]
    sound(match)


@rule("KIM-5.1a")
def test_the_air_plan_keeps_its_law_for_an_umpire_too() -> None:
    match = big_battle(1, umpire=True)
    to_umpire(match, "Settle when the squadrons appear")
    (request,) = match.requests("umpire")
    assert isinstance(request, Pick)
    squadron = request.options[0].id.partition("@")[0]
    every = [option.id for option in request.options if option.id.startswith(f"{squadron}@")]
    faults = request.check(match.view("umpire"), every[:: len(every) // 3])
    assert any("times a day" in fault.reason for fault in faults)


@rule("KIM-6.1d")
def test_the_umpire_settles_the_routes_of_the_night() -> None:
    match = big_battle(1, umpire=True)
    to_umpire(match, "Settle the routes of the night")
    (request,) = match.requests("umpire")
    assert isinstance(request, Path)
    assert {walker.piece for walker in request.walkers} == match.position.state.stands.keys()
    assert request.proposal == {}, "nobody was given a route"
    view = match.view("umpire")
    rng = Random(2)
    routes = next(value for _ in range(50) if (value := request.sample(view, rng)))
    id, stand = next((id, match.position.state.stands[id]) for id in routes)
    match.submit(request.choice({id: routes[id]}))
    assert match.position.state.stands[id].route[-1] == tuple(routes[id]["points"][-1])
    own, enemy = match.log(stand.side), match.log("blue" if stand.side == "red" else "red")
    said = f"The umpire gives {stand.name} another route."
    assert said in [event.text for event in own]
    assert said not in [event.text for event in enemy]
    sound(match)


@rule("KIM-6.1d")
def test_the_routes_that_were_given_are_what_is_proposed_to_the_umpire() -> None:
    match = big_battle(1, umpire=True)
    while match.position.state.phase != "night":
        propose(match, match.to_act()[0])
    view = match.view("red")
    request = view.requests[0]
    given = request.sample(view, Random(4))
    match.submit(request.choice(given))
    propose(match, "blue")
    (settling,) = match.requests("umpire")
    assert settling.proposal.keys() == given.keys()
    assert settling.check(match.view("umpire"), settling.proposal) == []
    before = len(match.journal)
    propose(match, "umpire")
    told = [event.text for entry in match.journal[before:] for event in [e.seen for e in entry.events]]
    assert not [text for text in told if "another route" in text]


def test_the_umpire_leads_anybody_by_night_with_the_gestures_of_a_player() -> None:
    match = big_battle(1, umpire=True)
    to_umpire(match, "Settle the routes of the night")
    (request,) = match.requests("umpire")
    assert isinstance(request, Path)
    view = match.view("umpire")
    for walker in (request.walkers[0], request.walkers[-1]):
        x, y = walker.start
        led = request.edit(view, {}, Gesture(pieces=(walker.piece,), to=(x + 300, y)))
        assert led.value[walker.piece]["points"] == [[x + 300, y]]
        assert {shape.token for shape in led.shapes} == {walker.piece}
        shown = request.edit(view, led.value, Gesture(act="show"))
        assert shown.value == led.value
        assert shown.shapes


def test_without_an_umpire_nobody_is_asked_to_settle() -> None:
    match = big_battle(1)
    prompts: set[str] = set()
    while match.outcome is None:
        seat = match.to_act()[0]
        prompts.add(match.requests(seat)[0].prompt)
        propose(match, seat)
    assert "Give your stands their routes for the night." in prompts
    assert not [prompt for prompt in prompts if prompt.startswith("Settle")]


@pytest.mark.parametrize(("system", "scenario"), [(STANDS, "first-lesson"), (BIG, FOUR)])
def test_a_battle_with_an_umpire_conforms(system: StandsSystem, scenario: str) -> None:
    conform(system, scenario, details={"umpire": True}, games=1, share=0.1, seed=2)


def test_a_battle_with_an_umpire_is_played_to_its_end() -> None:
    match = big_battle(1, umpire=True)
    play_on(match, Random(8))
    assert match.outcome is not None
    sound(match)
