"""Air cover: against cover, against interdiction, against the rest."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.stands.rules.aircraft.air import attackers
from deadground.systems.stands.rules.aircraft.air_cover import cover_of, surplus
from deadground.systems.stands.rules.aircraft.air_plans import send_home
from deadground.systems.stands.rules.aircraft.air_recon import AirRecon
from deadground.systems.stands.state import Squadron
from deadground.testing import bounds, rule
from tests.systems.stands.flights import flight, sky
from tests.systems.stands.system import game, playing

CANCEL = {"interdiction_vs_cover": "cancel"}


def covers(red: int, blue: int) -> list[Squadron]:
    return [flight(f"red{n}", "air_cover") for n in range(red)] + [
        flight(f"blue{n}", "air_cover", side="blue") for n in range(blue)
    ]


def waiting(id: str = "hawks", **changes: Any) -> Squadron:
    """An interdicting squadron that has announced its attack."""
    return flight(id, "interdiction", attacks=True, **changes)


@bounds("KIM-5.5b")
@pytest.mark.parametrize(
    ("red", "blue", "left"), [(1, 1, (0, 0)), (2, 1, (1, 0)), (1, 3, (0, 2)), (0, 2, (0, 2))]
)
def test_cover_meets_cover_one_for_one(red: int, blue: int, left: tuple[int, int]) -> None:
    state = sky(covers(red, blue))
    assert (surplus(state, "red"), surplus(state, "blue")) == left


@rule("KIM-5.5b")
def test_cover_that_met_cover_stops_nothing_else() -> None:
    state = sky([*covers(1, 1), flight("hawks", "ground_attack")])
    with playing(state, AirRecon()) as p:
        p.nothing_pending()
    assert p.state.squadrons["hawks"].mission == "ground_attack"
    assert p.log == ["Cover meets cover over the table."]


@rule("KIM-5.5a")
@pytest.mark.parametrize("mission", ["recon", "ground_attack"])
def test_cover_sends_a_mission_home(mission: str) -> None:
    hawks = flight("hawks", mission, plan=((5, "recon"),))
    with playing(sky([*covers(0, 1), hawks]), AirRecon()) as p:
        p.nothing_pending()
    assert p.state.squadrons["hawks"].mission == ""
    assert p.state.squadrons["hawks"].plan == ((5, "recon"),)
    assert p.state.squadrons["blue0"].mission == "air_cover"


@rule("KIM-5.5a")
def test_one_cover_stops_one_of_two_attacks_the_one_its_player_picks() -> None:
    """The book's own example."""
    state = sky([*covers(0, 1), flight("hawks", "ground_attack"), flight("larks", "ground_attack")])
    with playing(state, AirRecon()) as p:
        p.pending(blue="Pick the enemy squadrons")
        assert p.refuse("blue", ["hawks", "larks"])
        p.choose("blue", "larks")
        p.nothing_pending()
    assert [one.id for one in attackers(p.state)] == ["hawks"]


@rule("KIM-5.5a")
def test_cover_works_again_in_its_second_turn_and_not_in_a_third() -> None:
    for turn, stopped in ((1, True), (2, True), (3, False)):
        state = sky([*covers(0, 1), flight("hawks", "ground_attack", since=turn)], turn=turn)
        send_home(game(state))
        with playing(state, AirRecon()) as p:
            p.nothing_pending()
        assert (p.state.squadrons["hawks"].mission == "") is stopped


@rule("KIM-5.5a")
def test_own_missions_are_not_stopped() -> None:
    state = sky([*covers(1, 0), flight("hawks", "ground_attack")])
    with playing(state, AirRecon()) as p:
        p.nothing_pending()
    assert p.state.squadrons["hawks"].mission == "ground_attack"


@bounds("KIM-5.4b")
def test_interdiction_uses_up_cover_before_other_missions() -> None:
    state = sky([*covers(0, 1), waiting(), flight("larks", "ground_attack"), flight("owls", "recon")])
    cover = cover_of(state, "blue")
    assert (cover.stopped, cover.among, cover.left) == (("hawks",), (), 0)
    state.squadrons["blue1"] = flight("blue1", "air_cover", side="blue")
    cover = cover_of(state, "blue")
    assert (cover.stopped, cover.among, cover.left) == (("hawks",), ("owls", "larks"), 1)


@rule("KIM-5.4b")
def test_after_interdiction_the_rest_is_the_covering_players_choice() -> None:
    state = sky([*covers(0, 2), waiting(), flight("larks", "ground_attack"), flight("owls", "ground_attack")])
    with playing(state, AirRecon()) as p:
        assert p.options("blue") == ["larks", "owls"]
        p.choose("blue", "owls")
        p.nothing_pending()
    assert p.state.squadrons["hawks"].put_off == 1
    assert [one.id for one in attackers(p.state)] == ["larks"]


@rule("KIM-5.4b")
def test_interdiction_that_only_waits_uses_up_no_cover() -> None:
    state = sky([*covers(0, 1), flight("hawks", "interdiction"), flight("larks", "ground_attack")])
    with playing(state, AirRecon()) as p:
        p.nothing_pending()
    assert p.state.squadrons["hawks"].mission == "interdiction"
    assert p.state.squadrons["larks"].mission == ""


@rule("KIM-5.4b")
def test_cover_puts_an_interdicting_attack_off_by_one_turn() -> None:
    with playing(sky([*covers(0, 1), waiting()]), AirRecon()) as p:
        p.nothing_pending()
    hawks = p.state.squadrons["hawks"]
    assert (hawks.mission, hawks.attacks) == ("interdiction", True)
    assert attackers(p.state) == []
    p.state.turn = 2
    assert [one.id for one in attackers(p.state)] == ["hawks"]


@rule("KIM-5.4b")
@pytest.mark.parametrize(("turn", "still"), [(3, True), (4, False)])
def test_an_attack_put_off_past_the_fourth_turn_is_lost(turn: int, still: bool) -> None:
    state = sky([flight("crows", "air_cover", side="blue", since=turn), waiting()], turn=turn)
    with playing(state, AirRecon()) as p:
        p.nothing_pending()
    p.state.turn += 1
    send_home(game(p.state))
    assert bool(attackers(p.state)) is still


@rule("KIM-5.4b", "KIM-5.5a")
def test_by_option_cover_sends_interdiction_home() -> None:
    with playing(sky([*covers(0, 1), waiting()]), AirRecon(), options=CANCEL) as p:
        p.nothing_pending()
    assert p.state.squadrons["hawks"].mission == ""


def test_both_sides_are_treated_alike() -> None:
    for side, enemy in (("red", "blue"), ("blue", "red")):
        state = sky(
            [
                flight("crows", "air_cover", side=enemy),
                flight("a", "recon", side=side),
                flight("b", "ground_attack", side=side),
            ]
        )
        cover = cover_of(state, enemy)
        assert (cover.stopped, cover.among, cover.left) == ((), ("a", "b"), 1)
        assert cover_of(state, side).stopped == ()
