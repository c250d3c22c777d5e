"""The scenarios that ship: their pages, their sizes, and that what they hide is out of sight."""

from __future__ import annotations

from collections import Counter

import pytest

from deadground.core.loader import load
from deadground.core.match import Match
from deadground.systems.stands.army import ARMIES, army_from, army_size
from deadground.systems.stands.rules.visibility.sight_rules import in_view_of_side
from deadground.systems.stands.scenario_file import scenario_ids, scenario_named
from deadground.systems.stands.setup import battle
from deadground.systems.stands.system import STANDS


@pytest.mark.parametrize("id", scenario_ids())
def test_a_scenario_that_ships_can_be_set_up_and_has_its_page(id: str) -> None:
    found = scenario_named(id)
    assert found.id == id
    assert 150 <= len(found.file.text.split()) <= 300
    assert found.file.text.startswith(f"# {found.file.scenario}\n")
    assert found.file.victory
    state = battle(found)
    assert set(state.sides) == {side.id for side in found.file.sides}
    for side in found.file.sides:
        count = sum(stand.side == side.id for stand in state.stands.values())
        later = sum(command.to_come for command in state.commands.values() if command.side == side.id)
        assert count + later == army_size(found.armies[side.id])


@pytest.mark.parametrize("id", scenario_ids())
def test_what_a_scenario_hides_is_out_of_sight_when_it_begins(id: str) -> None:
    state = battle(scenario_named(id))
    hidden = [stand for stand in state.stands.values() if stand.hidden]
    assert hidden
    for stand in hidden:
        (foe,) = (side for side in state.sides if side != stand.side)
        assert in_view_of_side(state, foe, stand) is None, stand.name


SAID = {
    "list": "every kind of stand",
    "totals": "how many stands of each sort",
    "pool": "only what the enemy may have",
}


@pytest.mark.parametrize("id", scenario_ids())
def test_what_the_set_up_says_a_side_knows_is_what_the_log_tells_it(id: str) -> None:
    """Whoever reads that he knows nothing of the enemy is not told his numbers a moment later."""
    text = STANDS.sheet(id).text
    assert "Neither knows" not in text
    match = Match.begin(STANDS, STANDS.prepare(id, {}, {}), seed=bytes(32))
    for seat in match.setup.seats:
        side = match.position.state.sides[seat]
        section = text.partition("## What the sides know")[2].splitlines()
        (line,) = (
            one for one in section if one.startswith((f"The {side.name} side knows", "Both sides know"))
        )
        assert SAID[side.intelligence] in line
        (told,) = (event.text for event in match.log(seat) if event.kind == "intelligence")
        assert told.startswith(f"What the {side.name} side knows: the enemy")
        assert ("may have" in told) == ("may have" in line)


def test_the_first_lesson_has_two_units_a_side() -> None:
    found = scenario_named("first-lesson")
    assert [len(group.units) for army in found.armies.values() for group in army.commands] == [2, 2]


def test_the_meeting_engagement_is_as_large_as_it_should_be() -> None:
    found = scenario_named("vesnya-crossings")
    state = battle(found)
    assert found.file.turns == 10
    assert (found.map.ground.width, found.map.ground.height) == (18_000, 12_000)
    assert min(Counter(one.side for one in state.stands.values()).values()) >= 24
    for side in state.sides:
        own = [one for one in state.stands.values() if one.side == side]
        assert any(one.hidden for one in own)
        assert {"recon", "infantry", "hq"} <= {one.kind for one in own}


def test_the_two_days_have_a_night_supply_air_and_a_column_to_come() -> None:
    state = battle(scenario_named("vesnya-bridgehead"))
    assert (state.last_turn, state.night_turns) == (13, (7,))
    assert STANDS.prepare("vesnya-bridgehead").options["supply"] == "on"
    assert STANDS.prepare("vesnya-bridgehead", {"supply": "off"}).options["supply"] == "off"
    assert {one.side for one in state.squadrons.values()} == {"soviet", "german"}
    assert all(state.commands[id].supply for id in ("soviet-division", "german-grenadier"))
    assert state.commands["soviet-tanks"].to_come == 9


def test_the_battle_of_corps_has_the_printed_army_and_sixty_stands_a_side() -> None:
    found = scenario_named("montfleury-plateau")
    assert [army_size(army) for army in found.armies.values()] == [60, 60]
    printed = army_from(load(ARMIES / "fourteenth-corps.yaml"))
    fielded = found.armies["british"]
    assert [group.units for group in fielded.commands] == [group.units for group in printed.commands]


def test_the_prepared_defence_has_trenches_mines_bombardment_and_tasks() -> None:
    state = battle(scenario_named("olkhovka-line"))
    assert set(state.minefields) == {"mines_north", "mines_south"}
    assert state.sides["german"].pre_battle
    assert not state.sides["soviet"].pre_battle
    assert sorted(state.tasks) == ["german-lane_north", "german-lane_south", "soviet-bridge"]
    assert sum(one.dug_in for one in state.stands.values()) == 19
    assert state.commands["soviet-tank_battalion"].to_come == 4
