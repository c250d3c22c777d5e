"""Routes and fire plans made by dragging, by day and by night."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.faults import Refused
from deadground.systems.stands.rules.fire.bombardment import AreaFire
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.state import StandsState
from tests.systems.stands.field import field, gun, hq, inf, tank
from tests.systems.stands.nights import night
from tests.systems.stands.scenes import Hand, looks_of, texts


def marching(**changes: Any) -> StandsState:
    tanks = [tank(id, (500 + 40 * i, 900), order="move", arrow=0, **changes) for i, id in enumerate("ab")]
    return field(hq("h", (540, 1000)), *tanks, inf("x", (540, 100), "blue"))


def points(draft: Any, id: str) -> list[tuple[float, float]]:
    return [(x / 10, y / 10) for x, y in draft[id]["points"]]


def test_routes_are_dragged_together_and_one_apart() -> None:
    hand = Hand(marching(), Movement())
    found = hand.drag("a", "b", to=(520, 700))
    assert (points(hand.draft, "a"), points(hand.draft, "b")) == ([(500, 700)], [(540, 700)])
    assert texts(found)[0] == "200 of 250 mm, at least 125."
    hand.drag("b", to=(700, 750))
    assert points(hand.draft, "a") == [(500, 700)]
    assert points(hand.draft, "b") == [(700, 750)]


def test_a_route_after_a_failed_command_roll_is_cut_to_half() -> None:
    hand = Hand(marching(limit="half"), Movement())
    assert texts(hand.drag("a", to=(500, 500)))[0] == "125 of 125 mm, at least 62.5."
    assert points(hand.draft, "a") == [(500, 775)]


def test_a_drag_against_the_arrow_is_given_with_its_fault() -> None:
    found = Hand(marching(), Movement()).drag("a", to=(500, 1100))
    assert [fault.rows for fault in found.faults] == [("KIM-1.2e", "KIM-R39")]
    assert looks_of(found, "fault")


def test_the_hq_is_dragged_without_a_card() -> None:
    hand = Hand(marching(), Movement())
    assert hand.drag("h", to=(540, 1200)).faults == ()
    assert points(hand.draft, "h") == [(540, 1200)]


def test_routes_are_cleared_repeated_turned_and_sent_forward() -> None:
    state = marching()
    state.stands["a"].route = ((5000, 7000),)
    hand = Hand(state, Movement())
    hand.act("repeat")
    assert points(hand.draft, "a") == [(500, 700)]
    hand.act("facing", "a", facing=900)
    hand.act("at_halt", "a", at_halt="round")
    assert (hand.draft["a"]["facing"], hand.draft["a"]["when_met"]) == (900, "round")
    hand.drag("a", to=(500, 720))
    assert hand.draft["a"]["when_met"] == "round"
    hand.act("clear", "a")
    assert hand.draft == {}
    hand.act("forward", "a")
    assert points(hand.draft, "a") == [(500, 650)]


def test_a_route_by_way_of_a_place_goes_over_it() -> None:
    hand = Hand(marching(), Movement())
    hand.drag("a", to=(580, 750), via=[(5000, 8200)])
    assert points(hand.draft, "a")[0] == (500, 820)
    assert len(points(hand.draft, "a")) == 2


def test_pieces_that_do_not_move_are_refused() -> None:
    hand = Hand(marching(), Movement())
    for id in ("x", "nobody"):
        with pytest.raises(Refused) as refused:
            hand.drag(id, to=(500, 500))
        assert refused.value.faults[0].at == "pieces[0]"
    with pytest.raises(Refused):
        hand.drag("a", to="nobody")
    with pytest.raises(Refused):
        hand.act("dance", "a")


def test_a_night_route_has_no_least_and_its_own_length() -> None:
    state = night(hq("h", (540, 1000)), inf("a", (500, 900)), inf("x", (540, 100), "blue"))
    hand = Hand(state, NightTurn())
    found = hand.drag("a", to=(500, 880))
    assert (points(hand.draft, "a"), found.faults) == ([(500, 880)], ())
    found = hand.drag("a", to=(500, 200))
    assert found.faults == ()
    assert texts(found)[0] == "400 of 400 mm."


def test_a_night_route_out_of_bad_going_is_as_short_as_by_day() -> None:
    wood = "\n  - {id: wood, kind: woods, polygon: [[400, 850], [600, 850], [600, 950], [400, 950]]}\n"
    state = night(hq("h", (900, 1000)), inf("a", (500, 900)), inf("x", (540, 100), "blue"), pieces=wood)
    for option, far in (("on", "100 of 100 mm."), ("off", "400 of 400 mm.")):
        found = Hand(state, NightTurn(), night_bad_going=option).drag("a", to=(500, 200))
        assert (texts(found)[0], found.faults) == (far, ())


def firing() -> StandsState:
    return field(
        hq("h", (540, 1000)),
        tank("a", (500, 900), order="fire"),
        tank("b", (560, 900), order="fire"),
        tank("x", (500, 650), "blue", facing=180),
        inf("y", (560, 800), "blue", facing=180),
    )


def test_shots_are_dragged_from_shooter_to_target_with_their_chance() -> None:
    hand = Hand(firing(), FirePhase())
    found = hand.drag("a", to="x")
    assert hand.draft == ["a>x"]
    assert texts(found) == ["A at X: 25% to destroy, needs 16 on a D20."]
    assert looks_of(found, "shot") == [("a", ((500, 900), (500, 650)))]
    hand.drag("a", "b", to="y")
    assert hand.draft == ["a>y", "b>y"]
    hand.act("clear", "a")
    assert hand.draft == ["b>y"]
    assert len(looks_of(hand.act("repeat"), "shot")) == 2


def test_a_shot_that_cannot_be_is_said_why_and_leaves_the_plan() -> None:
    state = firing()
    state.stands["z"] = tank("z", (500, 100), "blue")
    hand = Hand(state, FirePhase())
    hand.drag("a", to="x")
    found = hand.drag("a", to="z")
    assert hand.draft == ["a>x"]
    assert texts(found)[0] == "Z is 800 mm away, A reaches 450 mm."
    with pytest.raises(Refused):
        hand.drag("a", to=(500, 500))


def test_every_shot_offered_tells_its_chance_and_score() -> None:
    request: Any = Hand(firing(), FirePhase()).request
    hints = {option.id: option.hint for option in request.options}
    assert hints["a>x"] == "25% to destroy, needs 16 on a D20"
    assert hints["a>y"] == "50% to hit, needs 6 on a D10"


def test_templates_are_dragged_on_the_ground() -> None:
    state = field(
        hq("h", (540, 1000)),
        gun("g", (500, 900), kind="artillery", order="fire", template_kind="area"),
        inf("o", (500, 800)),
        inf("x", (500, 400), "blue"),
        inf("y", (520, 400), "blue"),
    )
    state.commands["red_command"].chits = 2
    hand = Hand(state, AreaFire())
    request: Any = hand.request
    assert request.proposal == {"g": {"at": [5000, 4000], "facing": None}}
    assert hand.drag("g", to=(500, 500)).faults == ()
    assert hand.draft == {"g": {"at": [5000, 5000], "facing": None}}
    hand.act("clear", "g")
    assert hand.draft == request.proposal
