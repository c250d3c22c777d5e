"""A world imagined for a seat: all the rules look for is there, and nothing in it comes from the enemy's papers."""

from __future__ import annotations

from random import Random

import pytest

from deadground.core.match import Match
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.imagine import imagine
from deadground.systems.stands.kinds import kind
from deadground.systems.stands.scenario_file import scenario_ids
from deadground.systems.stands.system import STANDS

SEEDS = range(10)


@pytest.mark.parametrize("scenario", scenario_ids())
def test_every_imagined_stand_has_its_unit_its_command_and_a_card(scenario: str) -> None:
    match = Match.begin(STANDS, STANDS.prepare(scenario), bytes(32))
    for seat in match.setup.seats:
        for seed in SEEDS:
            world = imagine(match.view(seat), Random(seed))
            for one in world.stands.values():
                needs_none = kind_of(one).troop in ("hq", "supply")
                assert needs_none or world.units[one.unit].cards >= 1
                assert world.units[one.unit].command == one.command
                assert one.command in world.commands


def test_what_is_imagined_was_announced() -> None:
    """By troop types where only these were told, and never more than so many."""
    match = Match.begin(STANDS, STANDS.prepare("first-lesson"), bytes(32))
    view = match.view("soviet")
    told = dict(view.state.sides["soviet"].known_enemy)
    numbers = set()
    for seed in range(40):
        world = imagine(view, Random(seed))
        guns = [
            one for one in world.stands.values() if one.side == "german" and kind_of(one).troop == "at_gun"
        ]
        assert all(one.hidden and kind(one.kind).nation in ("", "german") for one in guns)
        numbers.add(len(guns))
    assert numbers == set(range(told["at_gun"] + 1))


def test_a_world_is_drawn_from_the_view_alone() -> None:
    """What the enemy keeps to himself may be changed, and the same world is imagined."""
    match = Match.begin(STANDS, STANDS.prepare("olkhovka-line"), bytes(32))
    before = imagine(match.view("german"), Random(1))
    other = match.copy(match.seed, None)
    state = other.position.state
    for one in state.stands.values():
        if one.hidden and one.side == "soviet":
            one.at, one.dug_in = (one.at[0] + 10, one.at[1]), False
    for command in state.commands.values():
        if command.side == "soviet":
            command.chits, command.first_morale, command.losses = 0, 1, 0
    for unit in state.units.values():
        if unit.side == "soviet":
            unit.cards = 9
    assert imagine(other.view("german"), Random(1)) == before


def test_hidden_stands_are_imagined_where_nobody_sees_them() -> None:
    match = Match.begin(STANDS, STANDS.prepare("vesnya-crossings"), bytes(32))
    world = match.copy(match.seed, None)
    world.position.state = imagine(match.view("soviet"), Random(3))
    hidden = [one for one in world.position.state.stands.values() if one.hidden and one.side == "german"]
    assert hidden
    assert {one.id for one in hidden}.isdisjoint(world.view("soviet").state.stands)
