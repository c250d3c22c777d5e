"""Vehicles and guns of a side that nobody plays: their table, their way, their fire. NUTS-NP-07 to -09, NR-267"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.events import DIARY
from deadground.space.plane import distance
from deadground.space.units import inches
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.sight.sighting import seen_already
from deadground.systems.skirmish.state import Figure, SkirmishState, Unit
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import told
from tests.systems.skirmish.machines import PZIV, T34, crew_for, gun, vehicle
from tests.systems.skirmish.solo import solo
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import group, man, point

ROAD = "  - {id: road, kind: road, width: 3, line: [[24, 0], [24, 60]]}\n"
WALL = "  - {id: wall, kind: wall, line: [[20, 17.2], [28, 17.2]]}\n"


def enemies(
    *vehicles: Vehicle,
    men: tuple[Figure, ...] = (),
    guns: tuple[Any, ...] = (),
    mission: str = "defend",
    **changes: Any,
) -> SkirmishState:
    """Red against vehicles of blue, that nobody plays."""
    crews = [one for each in vehicles for one in crew_for(each)]
    state = solo(*crews, *men, mission=mission, size=(48, 60), **changes)
    state.vehicles = {one.id: one for one in vehicles}
    state.guns = {one.id: one for one in guns}
    for one in vehicles:
        state.units[one.unit] = Unit(one.unit, one.side, one.name, "crew", "", 5)
    group(state)
    seen_already(game(state), "blue")
    return state


def panzer(facing: float = 180, at: tuple[float, float] = (24, 10), **changes: Any) -> Vehicle:
    return vehicle("x", at, "blue", facing=facing, type=PZIV, **changes)


def acts(state: SkirmishState, *dice: int) -> Play[SkirmishState]:
    """The group of X acts; all other dice are sixes."""
    with playing(state, Activation(state.figures["x_1"].group), dice=[*dice, *[6] * 200]) as p:
        while seats := p.match.to_act():
            request = p.asked(seats[0])
            p.choose(seats[0], request.proposal)
        p.nothing_pending()
        assert set(p.script.left) == {6}
        p.script = type(p.script)()
    return p


def diary(p: Play[SkirmishState]) -> list[str]:
    return [event.text for event in p.events if event.kind == DIARY]


def gone(p: Play[SkirmishState], state: SkirmishState) -> float:
    return distance(p.state.vehicles["x"].at, state.vehicles["x"].at) / inches(1)


@rule("NUTS-NP-08")
@pytest.mark.parametrize("mission", ["patrol", "defend"])
@pytest.mark.parametrize(("dice", "far"), [((4, 4), 12), ((4, 5), 6), ((5, 5), 0)])
def test_it_goes_at_the_enemy_at_full_speed_at_half_or_not_at_all(
    dice: tuple[int, int], far: float, mission: str
) -> None:
    """A Panzer IV goes 12" across country. T is 40" to the south."""
    state = enemies(panzer(), vehicle("t", (24, 50)), mission=mission)
    p = acts(state, *dice)
    assert gone(p, state) == pytest.approx(far, abs=0.5)
    assert p.state.vehicles["x"].at[1] >= state.vehicles["x"].at[1]
    assert f"{sum(die <= 4 for die in dice)}d6 passed against Rep 4" in diary(p)[0]


@rule("NUTS-NP-08")
def test_on_a_road_it_is_faster() -> None:
    state = enemies(panzer(), vehicle("t", (24, 50)), pieces=ROAD)
    assert gone(acts(state, 4, 4), state) == pytest.approx(18, abs=0.5)


@rule("NUTS-NP-08")
def test_it_goes_round_woods() -> None:
    """By open ground: never through the wood that is straight ahead."""
    wood = "  - {id: wood, kind: woods, polygon: [[20, 14], [28, 14], [28, 40], [20, 40]]}\n"
    state = enemies(panzer(), vehicle("t", (24, 50)), pieces=wood)
    x, y = acts(state, 4, 4).state.vehicles["x"].at
    assert y > state.vehicles["x"].at[1]
    assert not (inches(20) < x < inches(28) and y > inches(14))


@rule("NUTS-NP-08")
@pytest.mark.parametrize("tank", [True, False])
def test_vehicles_come_before_infantry(tank: bool) -> None:
    """A man stands to the west, a tank far to the east."""
    men = (man("m", (8, 12), rep=4, weapons=()),)
    others = (vehicle("t", (44, 30)),) if tank else ()
    state = enemies(panzer(), *others, men=men)
    x = acts(state, 4, 4).state.vehicles["x"].at[0]
    assert (x > inches(24)) is tank


@rule("NUTS-NP-09")
@pytest.mark.parametrize("dice", [(4, 4), (4, 5)])
def test_on_the_defence_it_takes_cover_in_their_path_and_fires(dice: tuple[int, int]) -> None:
    """Behind the wall seven inches ahead it stands hull down, and sees T."""
    state = enemies(panzer(), vehicle("t", (24, 40), buttoned=True), pieces=WALL, mission="attack")
    p = acts(state, *dice, 5, 5)
    x = p.state.vehicles["x"]
    assert 10 < x.at[1] / inches(1) < 17
    assert "take cover in their path" in diary(p)[0]
    assert [one["target"] for one in told(p, "gunnery") if one["vehicle"] == "x"] == ["t"]


@rule("NUTS-NP-09")
@pytest.mark.parametrize("dice", [(4, 4), (5, 5)])
def test_in_cover_it_stays_and_fires(dice: tuple[int, int]) -> None:
    state = enemies(panzer(at=(24, 14)), vehicle("t", (24, 40), buttoned=True), pieces=WALL, mission="attack")
    p = acts(state, *dice, 5, 5)
    assert gone(p, state) == 0
    assert told(p, "gunnery")[0]["vehicle"] == "x"


@rule("NUTS-NP-09")
def test_with_nothing_passed_it_goes_to_the_nearest_cover_from_the_open() -> None:
    """NR-74: whether it can fire from there or not."""
    state = enemies(panzer(), vehicle("t", (24, 40), buttoned=True), pieces=WALL, mission="attack")
    p = acts(state, 5, 5, 5, 5)
    assert gone(p, state) > 0
    assert "nearest" in diary(p)[0]


@rule("NUTS-NP-07")
@pytest.mark.parametrize("tank", [True, False])
def test_it_fires_at_vehicles_and_at_infantry_only_if_there_are_none(tank: bool) -> None:
    men = (man("m", (24, 22), rep=4, weapons=()),)
    others = (vehicle("t", (30, 40), buttoned=True),) if tank else ()
    p = acts(enemies(panzer(), *others, men=men), 5, 5, 5, 5)
    shelled = [one["target"] for one in told(p, "gunnery") if one["vehicle"] == "x"]
    shot = {die["target"] for one in told(p, "shots") for die in one["dice"]}
    assert (shelled, shot) == ((["t"], set()) if tank else ([], {"m"}))


@rule("NUTS-NP-07")
@pytest.mark.parametrize("fired_on", [True, False])
def test_under_fire_in_the_open_it_seeks_cover(fired_on: bool) -> None:
    """Though its table would have it halt."""
    x = panzer()
    x.drive = x.drive.but(fired_on=fired_on)
    state = enemies(x, vehicle("t", (24, 40), buttoned=True), pieces=WALL)
    p = acts(state, 5, 5, 5, 5)
    assert (gone(p, state) > 0) is fired_on
    assert any("under fire" in line for line in diary(p)) is fired_on
    assert not p.state.vehicles["x"].drive.fired_on


def test_it_turns_towards_an_enemy_behind_it() -> None:
    state = enemies(panzer(facing=0), vehicle("t", (24, 50), buttoned=True))
    p = acts(state, 4, 4, 5, 5)
    assert p.state.vehicles["x"].facing != 0


def test_a_vehicle_that_cannot_move_fires_all_the_same() -> None:
    state = enemies(panzer(condition="immobile"), vehicle("t", (24, 40), buttoned=True))
    p = acts(state, 4, 4, 5, 5)
    assert gone(p, state) == 0
    assert told(p, "gunnery")


def test_nobody_reads_of_it_before_the_battle_is_over() -> None:
    state = enemies(panzer(), vehicle("t", (24, 50)))
    p = acts(state, 4, 4)
    read = [one.for_seat("red") for entry in p.match.journal for one in entry.events]
    assert all(one is None or one.kind != DIARY for one in read)


def test_the_crew_of_a_gun_stays_at_it_and_fires() -> None:
    """NR-267: at the tank, and not at the man who is nearer."""
    pak = gun("g", (24, 10), "blue", facing=180)
    crew = []
    for n, post in enumerate(("gunner", "loader"), 1):
        one = man(f"x_{n}", (23.2 + 1.6 * (n - 1), 8.6), side="blue", rep=4, weapons=())
        one.berth = one.berth.but(posts=(post,), gun="g")
        crew.append(one)
    near = man("m", (24, 20), rep=4, weapons=())
    state = enemies(vehicle("t", (24, 40), buttoned=True), men=(*crew, near), guns=(pak,))
    p = acts(state, 5, 5, 5, 5)
    assert [one["target"] for one in told(p, "gunnery")][:1] == ["t"]
    assert [p.state.figures[one.id].at for one in crew] == [one.at for one in crew]


def test_a_tank_of_a_side_nobody_plays_is_driven_to_the_end_of_a_phase() -> None:
    """Its crew is asked nothing."""
    state = enemies(panzer(), vehicle("t", (24, 50)))
    assert not any(seat.side == "blue" for seat in state.seats.values())
    assert acts(state, 4, 4).state.vehicles["x"].at != point((24, 10))
    assert T34
