"""Anti-aircraft fire."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.units import mm
from deadground.systems.stands.rules.aircraft.air import AirAttacks
from deadground.systems.stands.rules.aircraft.air_plans import AirPlans
from deadground.systems.stands.rules.aircraft.air_recon import AirRecon
from deadground.systems.stands.rules.aircraft.anti_aircraft import QUIET, AntiAircraft, Flight, batteries
from deadground.systems.stands.state import OrderWord, Seat, Stand, StandsState
from deadground.testing import bounds, rule
from deadground.testing.play import Play
from tests.systems.stands.field import inf, tank
from tests.systems.stands.flights import flight, sky
from tests.systems.stands.system import playing

NONE: list[str] = []
HERE = (mm(500), mm(500))
LOOKING = Flight("hawks", HERE)


def bert(x: float = 500, id: str = "bert", order: OrderWord = "fire", **changes: Any) -> Stand:
    return inf(id, (x, 500), side="blue", order=order, **changes)


def looking(*stands: Stand) -> StandsState:
    return sky([flight("hawks", "recon", plan=((5, "recon"),))], *stands)


def fired_at(*stands: Stand, dice: list[int], target: str = "") -> Play[StandsState]:
    """Hawks of red overhead, with nobody of blue hidden who fires."""
    with playing(looking(*stands), AntiAircraft((Flight("hawks", HERE, target),)), dice=dice) as p:
        p.choose("blue", NONE)
        p.nothing_pending()
    return p


@bounds("KIM-5.6a")
@pytest.mark.parametrize(("away", "fires"), [(199, True), (200, True), (201, False)])
def test_units_within_200_fire(away: int, fires: bool) -> None:
    assert bool(batteries(looking(bert(500 + away)), [LOOKING])) is fires


@bounds("KIM-5.6a")
@pytest.mark.parametrize(
    ("order", "fires"),
    [
        ("fire", True),
        ("opportunity", True),
        ("move_and_fire", False),
        ("move", False),
        ("dummy", False),
        ("", False),
    ],
)
def test_a_fire_or_opportunity_card_is_needed(order: OrderWord, fires: bool) -> None:
    assert bool(batteries(looking(bert(order=order)), [LOOKING])) is fires


@bounds("KIM-5.6a")
def test_the_unit_that_is_attacked_needs_no_card_and_others_do() -> None:
    state = looking(
        bert(order="move"), bert(550, "carl", order="prone"), bert(450, "dora", order="move", unit="other")
    )
    (battery,) = batteries(state, [Flight("hawks", HERE, "bert")])
    assert battery.stands == ("bert", "carl")
    assert batteries(state, [LOOKING]) == []


@rule("KIM-5.6a")
def test_prone_stands_fire_at_the_aircraft_that_attack_their_unit() -> None:
    """Nothing else may be done prone, but who is attacked defends himself without a card. KIM-R115"""
    p = fired_at(bert(order="prone"), bert(550, "carl", order="prone"), dice=[16, 3], target="bert")
    assert p.last("anti_aircraft").data["stands"] == ["bert", "carl"]
    assert p.state.squadrons["hawks"].mission == ""
    assert batteries(looking(bert(order="prone")), [LOOKING]) == []


@bounds("KIM-5.6a")
def test_friends_of_the_aircraft_do_not_fire() -> None:
    assert batteries(looking(inf("anna", (500, 500), order="fire")), [LOOKING]) == []


@rule("KIM-5.6b")
@pytest.mark.parametrize(
    ("die", "mission", "lost"),
    [(15, "recon", False), (16, "", False), (18, "", False), (19, "", True), (20, "", True)],
)
def test_what_the_die_of_a_lone_stand_does(die: int, mission: str, lost: bool) -> None:
    p = fired_at(bert(), dice=[die])
    hawks = p.state.squadrons["hawks"]
    assert (hawks.mission, hawks.lost, hawks.plan) == (mission, lost, ((5, "recon"),))


@rule("KIM-5.6b")
@pytest.mark.parametrize(("dice", "mission"), [([15, 15], "recon"), ([1, 16], ""), ([16, 1], "")])
def test_a_unit_rolls_two_dice_and_the_best_counts(dice: list[int], mission: str) -> None:
    p = fired_at(bert(), bert(550, "carl"), bert(600, "dora"), dice=dice)
    assert p.state.squadrons["hawks"].mission == mission
    assert len(p.last("anti_aircraft").rolls[0].faces) == 2


@rule("KIM-5.6a", "KIM-5.6b")
def test_every_unit_rolls_and_the_worst_result_holds() -> None:
    p = fired_at(bert(), bert(550, "carl", unit="other"), dice=[19, 16])
    assert p.state.squadrons["hawks"].lost
    assert sum(event.kind == "anti_aircraft" for event in p.events) == 2
    assert not any(one.fired for one in p.state.stands.values())


@rule("KIM-5.6b", "KIM-5.1a")
def test_a_destroyed_squadron_does_not_come_back() -> None:
    p = fired_at(bert(), dice=[20])
    p.state.turn = 5
    with playing(p.state, AirRecon()) as p:
        p.nothing_pending()
    p.state.squadrons["crows"] = flight("crows", side="blue")
    with playing(p.state, AirPlans()) as p:
        p.pending(blue="Fix")


@rule("KIM-5.6b")
def test_a_squadron_driven_off_comes_back_for_its_next_mission() -> None:
    p = fired_at(bert(), dice=[16])
    p.state.turn = 5
    with playing(p.state, AirRecon()) as p:
        p.pending(red="Say where")


@rule("KIM-5.6b", "KIM-5.2a")
@pytest.mark.parametrize(("die", "spotted"), [(15, True), (16, False)])
def test_recon_that_is_driven_off_sees_nothing(die: int, spotted: bool) -> None:
    state = looking(bert(), tank("dora", (700, 500), side="blue", hidden=True))
    with playing(state, AirRecon(), dice=[die]) as p:
        p.choose("red", {"hawks": {"at": list(HERE), "facing": None}})
        p.choose("blue", NONE)
        p.nothing_pending()
    assert p.state.stands["dora"].hidden is not spotted


@rule("KIM-5.6b", "KIM-5.3a")
@pytest.mark.parametrize(("dice", "hits"), [([15, 9], 1), ([16], 0), ([19], 0)])
def test_an_attack_that_is_driven_off_does_not_fall(dice: list[int], hits: int) -> None:
    state = sky([flight("hawks", "ground_attack")], bert(order="move", seen_at_start=True))
    with playing(state, AirAttacks(), dice=dice) as p:
        p.choose("red", ["hawks>bert"])
        p.choose("blue", NONE)
        p.nothing_pending()
    assert p.state.squadrons["hawks"].struck_hits == hits


@rule("KIM-5.6c")
@pytest.mark.parametrize(("die", "hidden"), [(15, False), (16, True), (19, True)])
def test_a_hidden_stand_stays_hidden_if_it_drives_recon_off(die: int, hidden: bool) -> None:
    with playing(looking(bert(hidden=True)), AntiAircraft((LOOKING,)), dice=[die]) as p:
        p.choose("blue", ["blue_unit@hawks"])
        p.nothing_pending()
    assert p.state.stands["bert"].hidden is hidden
    if hidden:
        assert not any("Bert" in text for text in p.log_of("red"))
        assert any(text.startswith("Anti-aircraft fire at Hawks: ") for text in p.log_of("red"))


@rule("KIM-5.6c")
def test_a_hidden_stand_fires_only_if_its_owner_says_so() -> None:
    p = fired_at(bert(hidden=True), dice=[])
    assert p.state.stands["bert"].hidden


@rule("KIM-5.6c")
def test_each_owner_decides_for_his_own_hidden_stands() -> None:
    state = looking(bert(hidden=True), bert(550, "carl", hidden=True, command="second"))
    state.seats["guest"] = Seat(id="guest", side="blue", commander=False, commands=("second",))
    with playing(state, AntiAircraft((LOOKING,)), dice=[1]) as p:
        p.pending(blue="Pick the hidden stands", guest="Pick the hidden stands")
        p.choose("blue", NONE)
        p.choose("guest", ["blue_unit@hawks"])
        p.nothing_pending()
    assert p.state.stands["bert"].hidden
    assert not p.state.stands["carl"].hidden


@rule("KIM-3.3a")
@pytest.mark.parametrize("die", [15, 16])
def test_a_hidden_stand_that_fires_at_an_attacker_goes_on_the_table(die: int) -> None:
    state = looking(bert(), bert(600, "carl", hidden=True, unit="other"))
    with playing(state, AntiAircraft((Flight("hawks", HERE, "bert"),)), dice=[1, die]) as p:
        p.choose("blue", ["other@hawks"])
        p.nothing_pending()
    assert not p.state.stands["carl"].hidden


@rule("KIM-5.6a")
def test_the_question_does_not_betray_hidden_stands() -> None:
    """Asked or not, the enemy reads the same."""
    for stands in ([bert(hidden=True)], []):
        with playing(looking(*stands), AntiAircraft((LOOKING,))) as p:
            assert p.match.view("red").waiting == (QUIET,)
            assert len(p.options("blue")) == len(stands)
            p.choose("blue", NONE)
            p.nothing_pending()
        assert p.log_of("red") == []


@rule("KIM-5.6b")
def test_the_order_of_sides_and_stands_changes_nothing() -> None:
    rolled = []
    for turned in (False, True):
        state = looking(bert(), bert(550, "carl", unit="other"))
        if turned:
            state.stands = dict(reversed(state.stands.items()))
            state.sides = dict(reversed(state.sides.items()))
        with playing(state, AntiAircraft((LOOKING,)), dice=[3, 5]) as p:
            p.choose("blue", NONE)
            p.nothing_pending()
        rolled.append([(one.text, one.rolls[0].faces) for one in p.events if one.kind == "anti_aircraft"])
    assert rolled[0] == rolled[1]
