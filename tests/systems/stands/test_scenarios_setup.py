"""From a scenario to a battle: what its writer may decide, where stands begin, ids that tell nothing."""

from __future__ import annotations

import pytest

from deadground.core.records import rename
from deadground.space.bases import stand as base
from deadground.space.plane import distance
from deadground.space.spots import Room
from deadground.space.units import mm
from deadground.systems.stands.entry import arrive, free_place
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.overrides import cell, cells, charts, differing
from deadground.systems.stands.rules.movement.going import Says, going_of
from deadground.systems.stands.scenario_file import SCENARIOS, Scenario, scenario_named
from deadground.systems.stands.setup import Muster, battle
from deadground.systems.stands.state import StandsState
from deadground.testing.rules import bounds, rule
from tests.systems.stands.scenarios import blue, refused, scenario
from tests.systems.stands.system import game, playing

RIFLES = "first.rifles: {at: [300, 900], columns: 2"
HIDDEN = (RIFLES, f"{RIFLES}, hidden: true")
DASHES = 18
"""Cells of the armour chart without a score: 6 dashes at long range, 2 at medium, 10 left blank."""

HOWITZERS = "second.howitzers: {at: [900, 50], columns: 1"


@rule("KIM-8.2a")
def test_command_numbers_cards_and_the_variant_of_the_roll() -> None:
    state = battle(
        scenario(
            blue("general_cards: 2"),
            ("name: Second\n", "name: Second\n          pass_number: 3\n"),
            ("{id: foot, name: Foot,", "{id: foot, name: Foot, pass_number: 7,"),
            more="lines: {a: {from: [0, 1], to: [9, 1]}, b: {from: [0, 500], to: [1000, 500]}}\n"
            "command_rolls: {when: past_line, line: b}\n",
        )
    )
    assert [state.sides[side].general_cards for side in ("red", "blue")] == [0, 2]
    assert {id: one.pass_number for id, one in state.commands.items()} == {
        "red-first": 5,
        "blue-first": 5,
        "blue-second": 3,
    }
    assert (
        state.units["blue-second-foot"].pass_number,
        state.units["blue-second-howitzers"].pass_number,
    ) == (7, 0)
    assert (state.command_rolls, state.command_line) == ("past_line", 1)
    assert state.lines == (((0, 10), (90, 10)), ((0, 5000), (10_000, 5000)))
    assert battle(scenario(more="command_rolls: {when: after_contact}\n")).command_rolls == "after_contact"
    plain = battle(scenario())
    assert (plain.command_rolls, plain.command_line, plain.lines) == ("always", -1, ())


@rule("KIM-8.2a", "KIM-8.2e")
def test_the_usual_pass_number_is_a_figure() -> None:
    assert battle(scenario(more="numbers: {command_pass: 8}\n")).commands["red-first"].pass_number == 8


@rule("KIM-1.3g")
def test_merged_command_groups_know_each_other() -> None:
    state = battle(scenario(blue("merged: [[first, second]]")))
    assert state.commands["blue-first"].merged_with == ("blue-second",)
    assert state.commands["blue-second"].merged_with == ("blue-first",)
    assert state.commands["red-first"].merged_with == ()


@rule("KIM-8.2a")
def test_several_players_share_a_side() -> None:
    seats = "seats: [{id: anna, commands: [first]}, {id: bert, commander: true, commands: [second]}]"
    found = scenario(blue(seats))
    state = battle(found)
    assert found.seats == ("red", "anna", "bert")
    told = [(one.id, one.side, one.commander, one.commands) for one in state.seats.values()]
    assert told == [
        ("red", "red", True, ("red-first",)),
        ("anna", "blue", False, ("blue-first",)),
        ("bert", "blue", True, ("blue-second",)),
    ]
    alone = battle(scenario(blue("seats: [{id: anna}]"))).seats["anna"]
    assert (alone.commander, alone.commands) == (True, ("blue-first", "blue-second"))


@rule("KIM-8.2b")
def test_stands_are_hidden_dug_in_or_fixed_as_the_scenario_says() -> None:
    state = battle(
        scenario(
            HIDDEN,
            ("{kind: infantry, count: 4}", "{kind: infantry, count: 3}, {kind: infantry, dug_in: true}"),
            (HOWITZERS, f"{HOWITZERS}, dug_in: true"),
        )
    )
    stands = state.stands
    assert [stands[f"red-first-rifles-{i}"].hidden for i in (1, 2, 3, 4)] == [True] * 4
    assert [stands[f"red-first-rifles-{i}"].dug_in for i in (1, 2, 3, 4)] == [False, False, False, True]
    assert sorted(id for id, one in stands.items() if one.hidden) == [
        f"red-first-rifles-{i}" for i in (1, 2, 3, 4)
    ]
    assert stands["blue-second-howitzers-2"].dug_in
    assert sorted(id for id, one in stands.items() if one.fixed) == ["red-first-guns-1", "red-first-guns-2"]
    loose = battle(scenario(("{kind: zis3, count: 2}", "{kind: zis3, count: 2, fixed: false}")))
    assert not any(one.fixed for one in loose.stands.values())
    assert (state.year, state.month) == (1943, 7)


@rule("KIM-8.2b")
def test_a_line_and_a_block_begin_about_their_middle() -> None:
    stands = battle(scenario()).stands
    block = [
        (stands[f"red-first-rifles-{i}"].at, stands[f"red-first-rifles-{i}"].facing) for i in (1, 2, 3, 4)
    ]
    assert block == [((2800, 8800), 0), ((3200, 8800), 0), ((2800, 9200), 0), ((3200, 9200), 0)]
    rank = [stands[f"blue-first-tanks-{i}"].at for i in (1, 2, 3)]
    assert rank == [(5400, 1000), (5000, 1000), (4600, 1000)]
    assert stands["blue-first-tanks-1"].facing == 1800
    file = [stands[f"blue-second-howitzers-{i}"].at for i in (1, 2)]
    assert file == [(9000, 700), (9000, 300)]
    base = stands["blue-first-tanks-1"].base
    assert (base.width, base.depth) == (300, 300)


@rule("KIM-8.2b", "KIM-8.2e")
def test_bases_are_thirty_millimetres_unless_data_says_otherwise() -> None:
    larger = ("{kind: zis3, count: 2}", "{kind: zis3, count: 2, width: 40, depth: 20}")
    stands = battle(scenario(larger, more="numbers: {base_depth: 36}\n")).stands
    assert (stands["red-first-guns-1"].width, stands["red-first-guns-1"].depth) == (400, 200)
    assert (stands["red-first-hq-1"].width, stands["red-first-hq-1"].depth) == (300, 360)
    assert stands["red-first-guns-2"].at[0] - stands["red-first-guns-1"].at[0] == mm(50)


def test_stands_one_by_one_and_turned() -> None:
    spots = "first.guns: {facing: 10, stands: [{at: [400, 900]}, {at: [450.5, 900], facing: 22.5}]}"
    stands = battle(scenario(("first.guns: {at: [400, 900]}", spots))).stands
    assert (stands["red-first-guns-1"].at, stands["red-first-guns-1"].facing) == ((4000, 9000), 100)
    assert (stands["red-first-guns-2"].at, stands["red-first-guns-2"].facing) == ((4505, 9000), 225)


def going(state: StandsState) -> dict[str, str]:
    says = Says(state.impassable, state.steep, state.works_are_bad_going)
    pieces = ground_of(state).by_id
    return {id: going_of(pieces[id], says) for id in ("river", "knoll", "trench", "bridge")}


@rule("KIM-8.2b")
def test_what_the_scenario_says_of_the_ground() -> None:
    said = "ground: {impassable: [river], steep: [knoll], works_are_bad_going: true, cleared_minefields: [mines]}\n"
    plain, told = battle(scenario()), battle(scenario(more=said))
    assert going(told) == {"river": "impassable", "knoll": "bad", "trench": "bad", "bridge": "crossing"}
    assert going(plain) == {"river": "bad", "knoll": "open", "trench": "open", "bridge": "crossing"}
    assert (plain.minefields["mines"].cleared, told.minefields["mines"].cleared) == (False, True)


@rule("KIM-8.2b")
def test_nobody_begins_in_impassable_ground_but_a_bridge_carries() -> None:
    wet = ("first.guns: {at: [400, 900]}", "first.guns: {at: [400, 800]}")
    barred = "ground: {impassable: [river]}\n"
    assert battle(scenario(wet)).stands["red-first-guns-1"].at == (3800, 8000)
    assert "stands in river, which nobody can enter" in refused(wet, more=barred)[1]
    on = ("first.hq: {at: [500, 980]}", "first.hq: {at: [700, 800]}")
    assert battle(scenario(on, more=barred)).stands["red-first-hq-1"].at == (7000, 8000)
    assert "stands in river" in refused(on, more="ground: {impassable: [river, bridge]}\n")[1]


@rule("KIM-8.2c")
@bounds("KIM-5.1a")
def test_support_of_all_kinds() -> None:
    found = scenario(
        blue("off_table: {shots: 4, group: 1, at: [0, 300]}"),
        (
            "    attacker: true\n",
            "    attacker: true\n    pre_battle: true\n    squadrons: [{id: a, name: Hawks, a_day: 2, "
            "plan: [{turn: 5, mission: recon}, {turn: 2, mission: air_cover}]}]\n",
        ),
        ("name: Second\n", "name: Second\n          chits_a_day: 3\n          supply: {kind: supply}\n"),
        ("      second.hq:", "      second.supply: {at: [700, 20]}\n      second.hq:"),
        more='options: {supply: "on"}\nnights: [4]\n',
    )
    state = battle(found)
    red, other = state.sides["red"], state.sides["blue"]
    assert (other.off_table_shots, other.off_table_group, other.off_table_at) == (4, 1, (0, 3000))
    assert (red.attacker, red.pre_battle, other.pre_battle) == (True, True, False)
    squadron = state.squadrons["red-a"]
    assert (squadron.side, squadron.name, squadron.a_day) == ("red", "Hawks", 2)
    assert squadron.plan == ((2, "air_cover"), (5, "recon"))
    second = state.commands["blue-second"]
    assert (second.chits, second.chits_a_day, second.supply) == (3, 3, "blue-second-supply-1")
    assert found.file.options == {"supply": "on"}
    whole = battle(scenario(("name: Second\n", "name: Second\n          chits: 6\n")))
    assert (whole.commands["blue-second"].chits, whole.commands["blue-second"].chits_a_day) == (6, 0)


@rule("KIM-8.2c")
def test_off_table_guns_are_none_and_stand_behind_the_own_edge_unless_the_scenario_says() -> None:
    for edge, middle in (("north", (5000, 0)), ("west", (0, 5000)), ("east", (10_000, 5000))):
        side = battle(scenario(("edge: north", f"edge: {edge}"))).sides["blue"]
        assert (side.off_table_shots, side.off_table_group, side.off_table_at) == (0, 3, middle)
    assert battle(scenario()).sides["red"].off_table_at == (5000, 10_000)


@rule("KIM-8.2d")
def test_time_and_tasks() -> None:
    tasks = (
        "tasks: [{id: lane, name: Open a lane, who: [engineers], effect: clear mines}, "
        "{id: bridge, name: Blow it, who: [infantry, tank], steps: 3, effect: blow bridge, "
        "near: [700, 800], within: 60}]"
    )
    state = battle(scenario(blue(tasks), more="nights: [8, 4]\n"))
    assert (state.last_turn, state.night_turns, state.turn) == (8, (4, 8), 1)
    lane, bridge = state.tasks["blue-lane"], state.tasks["blue-bridge"]
    assert (lane.steps, lane.done, lane.who, lane.effect, lane.near) == (
        1,
        0,
        ("engineers",),
        "clear mines",
        None,
    )
    assert lane.within == 0
    assert (bridge.steps, bridge.near, bridge.within) == (3, (7000, 8000), 600)


@rule("KIM-8.2e")
def test_any_number_may_be_set_otherwise_and_is_reported() -> None:
    said = "numbers: {command_radius: 300, command_pass: 5, armour_hit.1.long.A: 18}\n"
    state = battle(scenario(more=said))
    assert number(state, "command_radius") == mm(300)
    assert [(one.name, one.printed, one.here) for one in differing(state)] == [
        ("command_radius", 400, 300),
        ("armour_hit.1.long.A", 19, 18),
    ]
    chart = charts()["armour_hit"]
    plain = battle(scenario())
    assert [cell(one, chart, "1", "long", "A") for one in (plain, state)] == [19, 18]
    assert [cell(one, chart, "1", "long", "B") for one in (plain, state)] == [17, 17]
    assert cell(state, chart, "3", "long", "A") is None
    assert differing(plain) == []
    assert {name.split(".")[0] for name in cells()} == {
        "armour_hit",
        "infantry_hit",
        "movement",
        "card_sheet",
    }
    assert sum(name.startswith("armour_hit.") for name in cells()) == 75 - DASHES


@pytest.mark.parametrize(
    ("what", "known"),
    [
        ("list", (("hq", 1), ("infantry", 4), ("zis3", 2))),
        ("totals", (("at_gun", 2), ("hq", 1), ("infantry", 4))),
        ("pool\n    pool: {hq: 1, zis3: 3, infantry: 9}", (("hq", 1), ("infantry", 9), ("zis3", 3))),
    ],
)
def test_what_a_side_knows_of_the_enemy(what: str, known: tuple[tuple[str, int], ...]) -> None:
    state = battle(scenario(blue(f"intelligence: {what}")))
    assert state.sides["blue"].known_enemy == known


@rule("KIM-8.2b", "KIM-8.2e")
def test_a_match_begins_with_ids_that_tell_nothing() -> None:
    hidden = (
        "first.rifles: {at: [300, 900], columns: 2}",
        "first.rifles: {at: [300, 900], columns: 2, hidden: true}",
    )
    start = battle(scenario(hidden, blue("intelligence: totals"), more="numbers: {command_radius: 300}\n"))
    with playing(start, Muster()) as p:
        state = p.state
        assert len(state.stands) == len(start.stands) == 17
        for id, stand in state.stands.items():
            assert stand.id == id
            assert id not in start.stands
            assert stand.unit in state.units
            assert stand.unit not in start.units
        assert [one.at for one in state.stands.values()] == [one.at for one in start.stands.values()]
        for command in state.commands.values():
            assert state.stands[command.hq].kind == "hq"
            assert state.stands[command.hq].command == command.id
        seen = p.view("blue")
        assert sum(one.side == "red" for one in seen.stands.values()) == 3
        assert all(one.side == "blue" for one in seen.units.values())
        assert "In this scenario command radius is 300, not 400." in p.log_of("red")
        assert "What the Blue side knows: the enemy has 2 AT guns, 1 HQ, 4 infantry." in p.log_of("blue")
        assert not any("at gun" in line for line in p.log_of("red"))
        p.nothing_pending()


def test_a_renamed_stand_is_renamed_wherever_it_is_named() -> None:
    state = battle(scenario())
    gun, tank = state.stands["red-first-guns-1"], state.stands["blue-first-tanks-1"]
    gun.target, tank.in_contact_with = tank.id, gun.id
    rename(state, "stands", {"red-first-guns-1": "x", "blue-first-tanks-1": "y", "red-first-hq-1": "z"})
    assert (gun.id, gun.target, tank.id, tank.in_contact_with) == ("x", "y", "y", "x")
    assert state.commands["red-first"].hq == "z"
    assert next(iter(state.stands)) == "z"


@pytest.fixture
def late() -> Scenario:
    place = "first.guns: {at: [500, 980], enters: 3}"
    found = scenario(("first.guns: {at: [400, 900]}", place), id="late")
    SCENARIOS.given["late"] = found
    return found


@rule("KIM-8.2b")
def test_a_unit_that_enters_later_comes_in_its_turn_where_there_is_room(late: Scenario) -> None:
    state = battle(scenario_named("late"))
    assert state.commands["red-first"].to_come == 2
    assert "red-first-guns" not in state.units
    g = game(state)
    for turn in (1, 2, 4):
        state.turn = turn
        assert arrive(g) == []
    state.turn = 3
    came = [state.stands[id] for id in arrive(g)]
    assert [one.kind for one in came] == ["zis3", "zis3"]
    assert state.commands["red-first"].to_come == 0
    assert state.units[came[0].unit].name == "Guns"
    bases = [one.base for one in state.stands.values()]
    assert len({base.at for base in bases}) == len(bases)
    hq = state.stands["red-first-hq-1"].base
    assert all(abs(one.at[0] - hq.at[0]) >= 298 or abs(one.at[1] - hq.at[1]) >= 298 for one in came)
    assert all(distance(one.at, (5000, 9800)) <= mm(60) for one in came)
    assert [event.seen.text for event in g.events] == ["On to the table: Guns."]


def test_where_all_about_is_taken_the_search_goes_outward() -> None:
    ground = ground_of(battle(scenario()))
    wanted = base((5000, 3000), 300, 300)
    crowded = Room(ground, [base((5000, 3000), 3000, 3000)])
    found = free_place(crowded, wanted, ())
    assert crowded.takes(found)
    assert mm(160) <= distance(found.at, wanted.at) <= mm(240)
    assert free_place(Room(ground), wanted, ()) == wanted
    wet = free_place(Room(ground), base((5000, 5000), 300, 300), ())
    assert mm(60) <= distance(wet.at, (5000, 5000)) <= mm(100)


def test_a_command_group_that_has_retired_gets_no_more(late: Scenario) -> None:
    state = battle(late)
    state.commands["red-first"].retired = True
    state.turn = 3
    assert arrive(game(state)) == []
