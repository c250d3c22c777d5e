"""The day's air plan."""

from __future__ import annotations

from random import Random

import pytest

from deadground.systems.stands.rules.aircraft.air_plans import (
    AirPlans,
    appear,
    day_begins,
    day_turns,
    send_home,
)
from deadground.systems.stands.state import Seat, StandsState
from deadground.testing import bounds, rule
from tests.systems.stands.field import field
from tests.systems.stands.flights import flight, sky
from tests.systems.stands.system import game, playing

NONE: list[str] = []


def two_sides(**changes: object) -> StandsState:
    squadrons = [flight("hawks"), flight("larks", a_day=1), flight("crows", side="blue", a_day=1)]
    return sky(squadrons, last_turn=8, night_turns=(6,), **changes)


@rule("KIM-5.1a")
def test_both_plan_in_secret_and_the_enemy_reads_neither_plan() -> None:
    with playing(two_sides(), AirPlans()) as p:
        p.pending(red="Fix when", blue="Fix when")
        p.choose("red", ["hawks@1:recon", "hawks@3:ground_attack", "larks@3:air_cover"])
        p.choose("blue", ["crows@2:interdiction"])
        p.nothing_pending()
    assert p.state.squadrons["hawks"].plan == ((1, "recon"), (3, "ground_attack"))
    assert p.state.squadrons["larks"].plan == ((3, "air_cover"),)
    assert p.view("blue").squadrons["hawks"].plan == ()
    assert p.view("blue").squadrons["crows"].plan == ((2, "interdiction"),)
    assert p.log_of("blue") == ["Your air plan for the day is sealed."]


@rule("KIM-5.1a")
def test_all_four_missions_are_offered_for_every_turn_of_the_day() -> None:
    with playing(two_sides(turn=2), AirPlans()) as p:
        offered = p.options("blue")
        assert offered[:4] == [
            f"crows@2:{mission}" for mission in ("recon", "ground_attack", "interdiction", "air_cover")
        ]
        assert {line.split("@")[1].split(":")[0] for line in offered} == {"2", "3", "4", "5"}
        p.pending(red="Fix", blue="Fix")


@rule("KIM-5.1a")
def test_the_appearances_a_day_are_not_exceeded() -> None:
    state = two_sides()
    with playing(state, AirPlans()) as p:
        (fault,) = p.refuse("red", ["larks@1:recon", "larks@2:recon"])
        assert fault.reason == "Larks appears once a day, not 2"
        assert fault.rows == ("KIM-5.1a",)
        faults = p.refuse("blue", ["crows@1:recon", "crows@2:recon"])
        assert [one.reason for one in faults] == ["pick 0 to 1, not 2", "Crows appears once a day, not 2"]
        p.choose("red", ["larks@1:recon"])
        p.choose("blue", ["crows@1:recon"])
        p.nothing_pending()


@rule("KIM-5.1a")
@pytest.mark.parametrize(
    ("mission", "last"), [("recon", 1), ("ground_attack", 2), ("interdiction", 4), ("air_cover", 2)]
)
def test_a_squadron_appears_again_only_when_it_has_gone(mission: str, last: int) -> None:
    with playing(two_sides(), AirPlans()) as p:
        if last > 1:
            (fault,) = p.refuse("red", [f"hawks@1:{mission}", f"hawks@{last}:recon"])
            assert fault.reason == f"Hawks is still over the table in turn {last}"
        p.choose("red", [f"hawks@1:{mission}", f"hawks@{last + 1}:recon"])
        p.choose("blue", NONE)
        p.nothing_pending()


@rule("KIM-5.1a")
def test_what_the_scenario_gives_is_proposed_for_its_day_and_later_days_are_kept() -> None:
    state = two_sides()
    state.squadrons["hawks"].plan = ((2, "recon"), (7, "ground_attack"))
    with playing(state, AirPlans()) as p:
        assert p.asked("red").proposal == ["hawks@2:recon", "larks@1:air_cover"]
        p.choose("red", ["hawks@4:recon"])
        p.choose("blue", ["crows@1:air_cover"])
        p.nothing_pending()
    assert p.state.squadrons["hawks"].plan == ((4, "recon"), (7, "ground_attack"))


@rule("KIM-5.1a")
def test_the_commander_plans_for_his_side() -> None:
    state = two_sides()
    state.seats = {"guest": Seat(id="guest", side="red", commander=False), **state.seats}
    with playing(state, AirPlans()) as p:
        p.pending(red="Fix", blue="Fix")


@rule("KIM-5.1a")
def test_a_lost_squadron_is_not_planned_for() -> None:
    state = two_sides()
    state.squadrons["crows"].lost = True
    state.squadrons["larks"].lost = True
    with playing(state, AirPlans()) as p:
        assert all(line.startswith("hawks@") for line in p.options("red"))
        p.pending(red="Fix")


def test_samples_are_legal() -> None:
    with playing(two_sides(), AirPlans()) as p:
        request, view = p.asked("red"), p.match.view("red")
        for seed in range(20):
            assert not request.check(view, request.sample(view, Random(seed)))
        p.pending(red="Fix", blue="Fix")


@bounds("KIM-5.1a")
def test_a_day_begins_with_turn_1_and_after_a_night() -> None:
    for turn, begins in ((1, True), (2, False), (6, False), (7, True), (8, False)):
        assert day_begins(field(turn=turn, last_turn=8, night_turns=(6,))) is begins
    assert day_turns(field(turn=3, last_turn=8, night_turns=(6,))) == [3, 4, 5]
    assert day_turns(field(turn=7, last_turn=8, night_turns=(6,))) == [7, 8]


@bounds("KIM-5.1a")
def test_a_squadron_comes_in_its_turn_and_for_its_mission_only() -> None:
    state = sky([flight("hawks", plan=((3, "recon"), (5, "air_cover")))], turn=2)
    g = game(state)
    hawks = state.squadrons["hawks"]
    appear(g, ("recon",))
    assert hawks.mission == ""
    state.turn = 3
    appear(g, ("air_cover",))
    assert hawks.mission == ""
    appear(g, ("recon",))
    assert (hawks.mission, hawks.since, hawks.plan) == ("recon", 3, ((5, "air_cover"),))


@bounds("KIM-5.2a", "KIM-5.3a", "KIM-5.4a", "KIM-5.5a")
def test_a_mission_is_over_the_table_for_its_turns() -> None:
    for mission, turns in (("recon", 1), ("ground_attack", 2), ("interdiction", 4), ("air_cover", 2)):
        for turn in range(3, 8):
            state = sky([flight("hawks", mission, since=3)], turn=turn)
            send_home(game(state))
            assert (state.squadrons["hawks"].mission == mission) == (turn < 3 + turns)


@bounds("KIM-5.1a")
def test_nobody_is_overhead_after_a_night() -> None:
    state = sky([flight("hawks", "interdiction", since=5)], turn=7, night_turns=(6,))
    send_home(game(state))
    assert state.squadrons["hawks"].mission == ""
