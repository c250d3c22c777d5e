"""The air plan that is proposed, and the one that is imagined for the enemy. KIM-5.1a"""

from __future__ import annotations

from random import Random

import pytest

from deadground.core.match import Match
from deadground.systems.stands.imagine import imagine
from deadground.systems.stands.rules.aircraft.air_plans import AirPlans, plain_plan, plan_faults, plans_of
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.system import STANDS
from deadground.testing import bounds, rule
from tests.systems.stands.flights import flight, sky
from tests.systems.stands.system import playing


def day(*, turns: int = 8, **a_day: int) -> StandsState:
    squadrons = [flight(id, a_day=count) for id, count in a_day.items()]
    return sky([*squadrons, flight("crows", side="blue")], last_turn=turns)


@bounds("KIM-5.1a")
@pytest.mark.parametrize(
    ("a_day", "plan"),
    [
        (0, []),
        (1, [(1, "recon")]),
        (2, [(1, "recon"), (5, "ground_attack")]),
        (3, [(1, "recon"), (3, "ground_attack"), (6, "ground_attack")]),
    ],
)
def test_appearances_are_spread_over_the_day(a_day: int, plan: list[tuple[int, str]]) -> None:
    state = day(hawks=a_day)
    assert plain_plan(state, state.squadrons["hawks"], list(range(1, 9)), 0) == plan
    assert not plan_faults(state, state.squadrons["hawks"], plan)


@rule("KIM-5.1a")
def test_every_second_squadron_covers_first() -> None:
    with playing(day(hawks=2, larks=2), AirPlans()) as p:
        proposal = p.asked("red").proposal
        assert plans_of(proposal) == {
            "hawks": [(1, "recon"), (5, "ground_attack")],
            "larks": [(1, "air_cover"), (5, "ground_attack")],
        }
        p.choose("red", proposal)
        p.pending(blue="Fix")


@rule("KIM-5.1a")
def test_what_is_proposed_is_legal_however_short_the_day() -> None:
    for turns in range(1, 6):
        with playing(day(turns=turns, hawks=4, larks=3), AirPlans()) as p:
            p.choose("red", p.asked("red").proposal)
            p.pending(blue="Fix")


@rule("KIM-5.1a")
def test_an_illegal_plan_of_the_scenario_gives_way_to_ours() -> None:
    state = day(hawks=1)
    state.squadrons["hawks"].plan = ((2, "recon"), (3, "recon"))
    with playing(state, AirPlans()) as p:
        assert p.asked("red").proposal == ["hawks@1:recon"]
        p.pending(red="Fix", blue="Fix")


def test_a_world_imagined_for_a_seat_has_a_plan_for_the_enemys_squadrons() -> None:
    match = Match.begin(STANDS, STANDS.prepare("vesnya-bridgehead"), bytes(32))
    view = match.view("soviet")
    foes = [id for id, one in view.state.squadrons.items() if one.side != "soviet"]
    assert foes
    assert all(view.state.squadrons[id].plan == () for id in foes)
    worlds = [imagine(view, Random(seed)) for seed in range(20)]
    plans = {world.squadrons[id].plan for world in worlds for id in foes}
    assert len(plans) > 5
    missions = {mission for plan in plans for _, mission in plan}
    assert missions == {"recon", "ground_attack", "interdiction", "air_cover"}
    for world in worlds:
        for id in foes:
            assert not plan_faults(world, world.squadrons[id], list(world.squadrons[id].plan))
        assert world.squadrons.keys() == view.state.squadrons.keys()
        own = [one for one in world.squadrons.values() if one.side == "soviet"]
        assert all(one == view.state.squadrons[one.id] for one in own)
