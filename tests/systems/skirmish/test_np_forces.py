"""The force behind a question mark, man by man, and the places where it stands."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from deadground.core.roster import Man, Role
from deadground.space.plane import Point, distance, is_within
from deadground.systems.skirmish.rules.enemies.np_forces import (
    Part,
    an_asset,
    defensive_position,
    described,
    each,
    enlist,
    figure_of,
    half_squad,
    launcher,
    lmg_team,
    men_of,
    mission_shift,
    no_bigger,
    position_length,
    reinforcements,
    sniper,
    unit_name,
)
from deadground.systems.skirmish.rules.enemies.np_places import (
    APART,
    CLEAR,
    SPACING,
    about,
    building_for,
    building_named,
    buildings,
    dig_in,
    is_free,
    max_reach,
    middle_of,
    room_in,
    set_up,
    worth,
)
from deadground.systems.skirmish.state import INCH, SkirmishState, Unit
from tests.systems.skirmish.solo import mark, solo
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import foe, man, point

SQUAD = ("nco", "jr_nco", "lmg_gunner", "lmg_assistant", "rifleman", "rifleman", "rifleman", "rifleman")


def paper(*roles: str) -> tuple[Man, ...]:
    assert set(roles) <= set(get_args(Role))
    return tuple(Man(name=f"{role} {i}", role=role, rep=4) for i, role in enumerate(roles))  # type: ignore[arg-type]


def roles(men: Any) -> list[str]:
    return [one.role for one in men]


def met(**changes: Any) -> SkirmishState:
    return solo(man("a", (21, 30)), pefs=(mark(1, (21, 10)),), **changes)


@pytest.mark.parametrize(("mission", "shift"), [("", 0), ("patrol", -1), ("attack", 1), ("defend", 1)])
def test_what_a_mission_adds_to_the_reinforcement_die(mission: Any, shift: int) -> None:
    """NS-16"""
    assert mission_shift(game(met(mission=mission))) == shift


@pytest.mark.parametrize(("die", "level", "total"), [(3, 3, 3), (3, 4, 4), (3, 2, 2), (1, 1, -1)])
def test_the_investment_level_above_or_below_three(die: int, level: int, total: int) -> None:
    """NS-16"""
    state = met(level=level, mission="")
    g = game(state, dice=[die])
    reinforcements(g, state.sides["blue"])
    assert g.events[-1].seen.data["total"] == total


@pytest.mark.parametrize(("die", "level", "total"), [(1, 0, 2), (1, 1, 2), (1, 2, 3), (2, 1, 3)])
def test_the_position_table_begins_at_two(die: int, level: int, total: int) -> None:
    """NR-72, NS-06"""
    state = met(level=level)
    g = game(state, dice=[die])
    defensive_position(g, state.sides["blue"])
    assert g.events[-1].seen.data["total"] == total


@pytest.mark.parametrize(
    ("force", "most", "met_"),
    [
        ("platoon", "", "platoon"),
        ("platoon", "platoon", "platoon"),
        ("platoon", "squad", "squad"),
        ("squad squad", "squad", "squad squad"),
        ("squad asset", "squad", "squad"),
        ("squad asset", "half_squad", "half_squad"),
        ("lmg_team asset", "half_squad", "lmg_team"),
        ("sniper medic", "half_squad", "sniper"),
        ("lmg_team", "lmg_team", "lmg_team"),
    ],
)
def test_no_force_is_bigger_than_so_much(force: str, most: str, met_: str) -> None:
    """NS-06, NS-16"""
    assert no_bigger(force, most) == met_


@pytest.mark.parametrize(("there", "squads"), [(0, 3), (1, 2), (2, 1), (3, 1), (4, 1)])
def test_of_a_platoon_come_the_squads_that_are_not_there_yet(there: int, squads: int) -> None:
    """NS-06, NS-16. Three to a German platoon, and one at least; teams and the player's squads do not count."""
    state = met()
    state.units.clear()
    for i in range(there):
        state.units[f"s{i}"] = Unit(f"s{i}", "blue", "Squad")
    state.units["team"] = Unit("team", "blue", "Team", "team")
    state.units["red"] = Unit("red", "red", "Squad")
    assert list(each(game(state), state.sides["blue"], "platoon")) == ["squad"] * squads
    assert list(each(game(state), state.sides["blue"], "lmg_team")) == ["lmg_team"]


def test_a_leader_or_medic_who_is_there_is_rolled_again_and_a_team_is_not() -> None:
    """NS-16"""
    state = met()
    side = state.sides["blue"]
    assert an_asset(game(state, dice=[1]), side) == "platoon_leader"
    state.units["p"] = Unit("p", "blue", "Platoon leader", "team")
    assert an_asset(game(state, dice=[2, 3]), side) == "medic"
    state.units["m"] = Unit("m", "blue", "Medic", "team")
    state.units["l"] = Unit("l", "blue", "Light machine gun team", "team")
    assert an_asset(game(state, dice=[1, 3, 4]), side) == "lmg_team"
    assert an_asset(game(state, dice=[6]), side) == "launcher_team"
    state.units["p"] = Unit("p", "red", "Platoon leader", "team")
    assert an_asset(game(state, dice=[1]), side) == "platoon_leader"


@pytest.mark.parametrize(("die", "rep"), [(1, 4), (3, 4), (4, 5), (6, 5)])
def test_a_sniper_has_rep_4_or_5(die: int, rep: int) -> None:
    """NS-18"""
    found = sniper(game(met(), dice=[die]), paper("rifleman")[0])
    assert (found.rep, found.weapons, found.attributes) == (rep, ("core.sniper_rifle",), ("stealthy",))


def test_a_gun_team_is_gunner_and_loader_or_a_rifleman_in_his_place() -> None:
    """NS-06"""
    assert roles(lmg_team(paper(*SQUAD))) == ["lmg_gunner", "lmg_assistant"]
    men = paper("nco", "lmg_gunner", "rifleman", "jr_nco", "rifleman")
    assert [one.name for one in lmg_team(men)] == ["lmg_gunner 1", "jr_nco 3"]
    men = paper("nco", "rifleman", "lmg_assistant", "rifleman")
    assert [one.name for one in lmg_team(men)] == ["rifleman 3", "lmg_assistant 2"]


@pytest.mark.parametrize(
    ("men", "found"),
    [
        (SQUAD, ["jr_nco", "lmg_gunner", "lmg_assistant", "rifleman"]),
        (SQUAD[:7], ["jr_nco", "lmg_gunner", "lmg_assistant"]),
        (SQUAD[:5], ["jr_nco", "lmg_gunner"]),
        (("nco", "rifleman", "rifleman"), ["rifleman", "rifleman"]),
        (
            ("nco", "jr_nco", "rifleman", "rifleman", "rifleman", "rifleman"),
            ["jr_nco", "rifleman", "rifleman"],
        ),
    ],
)
def test_half_a_squad_rounded_down_without_its_leader(men: tuple[str, ...], found: list[str]) -> None:
    """NS-03. Two at least."""
    assert roles(half_squad(paper(*men))) == found


@pytest.mark.parametrize(
    ("nation", "tube"),
    [
        ("american", "core.bazooka"),
        ("british", "core.piat"),
        ("german", "german.panzerschreck"),
        ("soviet", "soviet.atr"),
        ("finnish", "finnish.panzerschreck"),
        ("hungarian", "hungarian.atr"),
    ],
)
def test_what_an_antitank_team_carries(nation: str, tube: str) -> None:
    """NS-06"""
    assert launcher(nation) == tube


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("two_riflemen", [("rifleman", 4), ("rifleman", 3)]),
        ("platoon_leader", [("commander", 4)]),
        ("medic", [("medic", 4)]),
    ],
)
def test_the_men_of_small_forces(what: str, found: list[tuple[str, int]]) -> None:
    """NS-06, NS-16"""
    state = met()
    men = men_of(game(state, dice=[1] * 60), state.sides["blue"], what)
    assert [(one.role, one.rep) for one in men] == found
    if what == "medic":
        assert (men[0].weapons, men[0].gear) == ((), {})
    if what == "platoon_leader":
        assert men[0].weapons == ("german.smg",), "what the NCO has"


def test_a_launcher_team_is_two_and_the_first_has_the_tube() -> None:
    """NS-06"""
    state = met()
    first, second = men_of(game(state, dice=[1] * 60), state.sides["blue"], "launcher_team")
    assert (first.role, second.role) == ("launcher", "rifleman")
    assert first.weapons == (launcher("german"),)
    assert second.weapons == ("german.ba_rifle",)


def test_who_is_enlisted_gets_an_id_a_name_and_his_rank() -> None:
    """NR-04, NS-03. The second unit of a side; a gunner and his loader go together."""
    state = met()
    for id in ("r2", "r3"):
        state.units[id] = Unit(id, "red", "Squad")
    g = game(state, dice=[1] * 60)
    unit, men = enlist(g, state.sides["blue"], Part("squad", paper(*SQUAD)))
    assert (unit.id, unit.name, unit.kind, unit.strength) == ("blue_2", "Squad", "squad", 8)
    assert len({one.id for one in men}) == 8
    assert not any("blue" in one.id for one in men), "an id tells nothing"
    assert [one.rank for one in men[:3]] == ["squad_leader", "junior_nco", "soldier"]
    assert [one.arms.loads_for for one in men] == ["", "", "", men[2].id, "", "", "", ""]
    assert len({one.name.rpartition(" ")[2] for one in men}) == 8
    team, two = enlist(g, state.sides["blue"], Part("lmg_team", paper(*SQUAD[2:4])), men)
    assert (team.kind, two[1].arms.loads_for) == ("team", two[0].id)
    assert {one.name.rpartition(" ")[2] for one in two}.isdisjoint(one.name.rpartition(" ")[2] for one in men)


def test_two_guns_have_a_loader_each() -> None:
    """NR-04, NS-03"""
    state = met()
    men = paper("lmg_gunner", "lmg_gunner", "lmg_assistant", "lmg_assistant", "lmg_assistant")
    _, found = enlist(game(state, dice=[1] * 60), state.sides["blue"], Part("squad", men))
    assert [one.arms.loads_for for one in found] == ["", "", found[0].id, found[1].id, ""]


def test_a_man_on_paper_as_a_figure() -> None:
    """NS-06"""
    (one,) = paper("medic")
    found = figure_of("m", "Karl", met().sides["blue"], "u", one)
    assert (found.at, found.facing, found.medic, found.rank) == ((0, 0), 0, True, "soldier")
    (one,) = paper("commander")
    found = figure_of("m", "Karl", met().sides["blue"], "u", one)
    assert (found.medic, found.rank) == (False, "platoon_leader")


def test_what_forces_are_called() -> None:
    """NS-06"""
    assert [unit_name(what) for what in ("squad", "launcher_team", "two_riflemen")] == [
        "Squad",
        "Anti-tank team",
        "Two riflemen",
    ]
    parts = [Part(what, ()) for what in ("squad", "medic", "lmg_team")]
    assert described(parts[:1]) == "a squad"
    assert described(parts[:2]) == "a squad and a medic"
    assert described(parts) == "a squad, a medic and a light machine gun team"


@pytest.mark.parametrize(
    ("forces", "dice", "inches"),
    [
        (("lmg_team",), [1], 7),
        (("half_squad",), [2], 7),
        (("squad", "lmg_team"), [3], 8),
        (("squad", "half_squad"), [5, 6], 18),
    ],
)
def test_how_long_a_position_is(forces: tuple[str, ...], dice: list[int], inches: int) -> None:
    """NR-107"""
    parts = [Part(what, ()) for what in forces]
    assert position_length(game(met(), dice=dice), parts) == inches * INCH


# Places


def house(id: str, west: float, north: float, east: float, south: float, floors: int = 1) -> str:
    corners = f"[[{west}, {north}], [{east}, {north}], [{east}, {south}], [{west}, {south}]]"
    return f"  - {{id: {id}, kind: structure, floors: {floors}, polygon: {corners}}}"


@pytest.mark.parametrize(
    ("size", "floors", "room"),
    [((6, 6), 1, 6), ((12, 6), 1, 12), ((12, 6), 2, 24), ((4, 4), 1, 6), ((12, 12), 3, 72)],
)
def test_the_room_of_a_building(size: tuple[int, int], floors: int, room: int) -> None:
    """NS-09. Six to an area of six by six inches; the smallest shed is one."""
    state = met(pieces=house("h", 10, 10, 10 + size[0], 10 + size[1], floors))
    assert room_in(building_named(state, "h")) == room


def test_a_building_whose_floors_nobody_named_has_one() -> None:
    """NS-09"""
    state = met(pieces=house("h", 10, 10, 16, 16).replace("floors: 1, ", ""))
    assert room_in(building_named(state, "h")) == 6


def test_the_nearest_building_with_room_within_twelve_inches() -> None:
    """NS-09"""
    pieces = "\n".join([house("shed", 18, 8, 24, 14), house("barn", 28, 5, 40, 17)])
    state = met(pieces=pieces)
    assert [one.id for one in buildings(state)] == ["shed", "barn"]
    assert middle_of(buildings(state)[0]) == point((21, 11))

    def chosen(at: tuple[float, float], men: int) -> str:
        found = building_for(state, point(at), men)
        return found.id if found else ""

    assert [chosen((24, 11), men) for men in (6, 7, 24, 25)] == ["shed", "barn", "barn", ""]
    assert [chosen((34, y), 1) for y in (23, 23.01)] == ["barn", ""]
    assert chosen((27, 11), 1) == "shed"
    assert chosen((28, 11), 1) == "barn"


def test_only_buildings_are_buildings() -> None:
    """NS-09"""
    wood = "  - {id: wood, kind: woods, polygon: [[2, 18], [46, 18], [46, 24], [2, 24]]}"
    state = met(pieces=f"{wood}\n{house('h', 10, 30, 16, 36)}")
    assert [one.id for one in buildings(state)] == ["h"]
    with pytest.raises(StopIteration):
        building_named(state, "wood")


def test_how_far_a_building_reaches() -> None:
    """NS-09. Half of its diagonal and two inches."""
    state = met(pieces=house("h", 10, 10, 16, 18))
    assert max_reach(building_named(state, "h")) == 5 * INCH + 2 * INCH


def test_places_about_another_are_half_an_inch_apart_and_within_reach() -> None:
    """NR-72"""
    at: Point = (5000, 5000)
    found = list(about(at, SPACING))
    assert sorted(found) == [(4873, 5000), (5000, 4873), (5000, 5000), (5000, 5127), (5127, 5000)]
    assert len(list(about(at, 2 * SPACING))) == 13
    assert len(list(about(at, 2 * SPACING - 1))) == 9 - 4 + 4
    assert all(is_within(one, at, 6 * INCH) for one in about(at, 6 * INCH))


@pytest.mark.parametrize(
    ("at", "free"),
    [
        ((127, 2000), True),
        ((126, 2000), False),
        ((2000, 127), True),
        ((2000, 126), False),
        ((48 * 254 - 127, 2000), True),
        ((48 * 254 - 126, 2000), False),
        ((2000, 48 * 254 - 127), True),
        ((2000, 48 * 254 - 126), False),
        ((5334 + APART, 2540), False),
        ((5334 + APART + 1, 2540), True),
        ((5334, 7620 - CLEAR), False),
        ((5334, 7620 - CLEAR - 1), True),
    ],
)
def test_where_a_man_can_be_set_up(at: Point, free: bool) -> None:
    """NR-72. On the table, an inch and a quarter from a friend's middle, two inches from an enemy's."""
    state = solo(man("a", (21, 30)), foe("x", (21, 10)), foe("gone", (21, 20), status="gone"))
    assert (APART, CLEAR, SPACING) == (317, 508, 127)
    new = foe("new", (1, 1))
    assert is_free(state, new, at) is free
    assert is_free(state, new, point((21, 20)))


def test_what_a_place_is_worth() -> None:
    """NR-72. The building first, then cover, then a line to the enemy."""
    pieces = (
        f"{house('h', 18, 8, 24, 14)}\n  - {{id: wall, kind: wall, height: 1, line: [[2, 12], [14, 12]]}}"
    )
    state = met(pieces=pieces)
    one, enemy = foe("new", (1, 1)), point((21, 30))
    inside = building_named(state, "h")
    assert worth(state, one, point((21, 13.5)), enemy, inside, {}) == (False, False, False)
    assert worth(state, one, point((10, 10)), enemy, inside, {})[0] is True
    assert worth(state, one, point((10, 10)), enemy, None, {}) == (False, True, False)
    assert worth(state, one, point((10, 11.5)), point((10, 30)), None, {}) == (False, False, False)
    assert worth(state, one, point((21, 5)), enemy, None, {})[1:] == (True, True)
    assert one.facing == 1800
    worth(state, one, enemy, enemy, None, {})
    assert one.facing == 0


def test_in_the_open_they_stand_close_about_the_marker() -> None:
    """NR-72"""
    state = met()
    men = [foe(f"n{i}", (1, 1), weapons=()) for i in range(4)]
    set_up(game(state), men, point((21, 10)), point((21, 30)), None)
    assert men[0].at == point((21, 10))
    assert all(distance(one.at, men[0].at) <= 2 * INCH for one in men)
    assert [state.figures[one.id] for one in men] == men
    assert men[0].facing == 1800


def test_those_of_a_building_are_in_it() -> None:
    """NR-72, NS-09"""
    state = met(pieces=house("h", 18, 8, 24, 14))
    inside = building_named(state, "h")
    men = [foe(f"n{i}", (1, 1)) for i in range(5)]
    set_up(game(state), men, middle_of(inside), point((21, 30)), inside)
    assert all(inside.holds(one.at) for one in men)


@pytest.mark.parametrize(
    ("enemy", "facing", "places"),
    [
        ((21, 30), 1800, [(24, 10), (21, 10), (18, 10)]),
        ((41, 10), 900, [(21, 7), (21, 10), (21, 13)]),
        ((1, 10), 2700, [(21, 13), (21, 10), (21, 7)]),
        ((21, 10), 0, None),
    ],
)
def test_a_trench_lies_square_to_the_enemy(enemy: Any, facing: int, places: Any) -> None:
    """NS-10"""
    state = solo(man("a", (45, 45)))
    men = [foe(f"n{i}", (1, 1)) for i in range(3)]
    dig_in(game(state), men, point((21, 10)), point(enemy), 9 * INCH)
    (trench,) = state.markers.values()
    assert (trench.facing, trench.across, trench.what, trench.side) == (facing, 9 * INCH, "trench", "blue")
    if places:
        assert [one.at for one in men] == [point(at) for at in places]
