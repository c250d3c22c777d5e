"""What is left of an appearance when it is over, and how anti-aircraft fire is told."""

from __future__ import annotations

from random import Random

import pytest

from deadground.core.requests import Place
from deadground.space.units import mm
from deadground.systems.stands.overrides import charts
from deadground.systems.stands.rules.aircraft.air import AirAttacks
from deadground.systems.stands.rules.aircraft.air_plans import day_turns
from deadground.systems.stands.rules.aircraft.air_recon import AirRecon
from deadground.systems.stands.rules.aircraft.anti_aircraft import AntiAircraft, Flight
from deadground.systems.stands.state import Stand
from deadground.testing import bounds, rule
from tests.systems.stands.field import inf
from tests.systems.stands.flights import flight, sky
from tests.systems.stands.system import playing

HERE = (mm(500), mm(500))


def gunner(x: float, id: str) -> Stand:
    return inf(id, (x, 500), side="blue", order="fire")


@rule("KIM-5.6b")
@pytest.mark.parametrize(
    ("names", "dice", "by"),
    [
        (["bert"], [16], "Bert"),
        (["bert", "carl"], [16, 1], "Bert and 1 more of its unit"),
        (["bert", "carl", "dora"], [1, 16], "Bert and 2 more of its unit"),
    ],
)
def test_the_log_says_who_fired(names: list[str], dice: list[int], by: str) -> None:
    stands = [gunner(450 + 50 * n, name) for n, name in enumerate(names)]
    with playing(
        sky([flight("hawks", "recon")], *stands), AntiAircraft((Flight("hawks", HERE),)), dice=dice
    ) as p:
        p.choose("blue", [])
        p.nothing_pending()
    assert p.last("anti_aircraft").text.startswith(f"Anti-aircraft fire at Hawks by {by}: ")


@rule("KIM-5.6b")
def test_a_squadron_driven_off_leaves_nothing_of_its_appearance_behind() -> None:
    """Only what is planned for later stays."""
    over = flight(
        "hawks",
        "interdiction",
        plan=((5, "recon"),),
        put_off=1,
        first_target="bert",
        first_target_at=HERE,
        attacks=True,
    )
    with playing(sky([over], gunner(500, "bert")), AntiAircraft((Flight("hawks", HERE),)), dice=[16]) as p:
        p.choose("blue", [])
        p.nothing_pending()
    assert p.state.squadrons["hawks"] == flight("hawks", plan=((5, "recon"),))


@rule("KIM-5.6b")
def test_the_chart_is_for_a_d20() -> None:
    chart = charts()["stands.anti_aircraft"]
    assert [chart.look_up(die).value for die in (0, 20, 21)] == ["nothing", "destroyed", None]


@bounds("KIM-5.1a")
@pytest.mark.parametrize(
    ("turn", "turns"), [(1, [1, 2]), (2, [2]), (3, []), (4, [4, 5, 6]), (6, [6]), (7, []), (8, [8])]
)
def test_a_day_lasts_until_the_next_night_or_the_end(turn: int, turns: list[int]) -> None:
    assert day_turns(sky([], turn=turn, night_turns=(3, 7), last_turn=8)) == turns


@rule("KIM-5.3a")
def test_at_random_too_every_squadron_attacks_one_stand() -> None:
    targets = [inf(id, (400 + 100 * n, 500), side="blue", seen_at_start=True) for n, id in enumerate("abc")]
    state = sky([flight("hawks", "ground_attack"), flight("crows", "ground_attack")], *targets)
    with playing(state, AirAttacks()) as p:
        request, view = p.asked("red"), p.match.view("red")
        for seed in range(5):
            drawn = request.sample(view, Random(seed))
            assert sorted(line.partition(">")[0] for line in drawn) == ["crows", "hawks"]
            assert not request.check(view, drawn)
        p.pending(red="")


@rule("KIM-5.2a")
def test_recon_may_look_anywhere_on_the_table_and_is_offered_its_middle() -> None:
    state = sky([flight("hawks", "recon")], inf("b", (100, 100), side="blue"), size=(1800, 1200))
    with playing(state, AirRecon()) as p:
        request = p.asked("red")
        assert isinstance(request, Place)
        (spot,) = request.spots
        assert (spot.piece, spot.box) == ("hawks", (0, 0, mm(1800), mm(1200)))
        assert request.proposal == {"hawks": {"at": [mm(900), mm(600)], "facing": None}}
        p.choose("red", {"hawks": {"at": [0, 0], "facing": None}})
        p.choose("blue", [])
        p.nothing_pending()
