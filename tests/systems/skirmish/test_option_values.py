"""Every option that is offered changes play: each of its values is played, and no two come to the same.

One that no rule reads yet waits for a chapter, and nobody can set it until then.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from deadground.core.chances import OddsError
from deadground.core.citing import recording
from deadground.core.faults import Refused, SetupError
from deadground.core.roster import SquadOrder
from deadground.systems import registry, skirmish
from deadground.systems.skirmish.armies.check import faults_of
from deadground.systems.skirmish.armies.making import made_by
from deadground.systems.skirmish.list_switches import switches
from deadground.systems.skirmish.odds.stage import checked
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.system import SKIRMISH
from tests.systems.skirmish.armies.germans import germans, reasons
from tests.systems.skirmish.option_plays import PLAYS
from tests.systems.skirmish.vehicle_option_plays import whoever_sees_a_friend_disabled

OFFERED = {name: one for name, one in option.known.items() if not one.waits}
WAITING = {name: one for name, one in option.known.items() if one.waits}
OTHERWISE = {
    name: next(value for value in option.values if value != option.default)
    for name, option in WAITING.items()
    if len(option.values) > 1
}
"""Each option that waits, with a value that is not its default."""


def test_the_options_of_vehicles_have_plays_too() -> None:
    assert PLAYS["brewed_up_includes_disabled"][0] is whoever_sees_a_friend_disabled


def test_every_offered_option_is_played_with_each_of_its_values() -> None:
    """A new option needs a play in option_plays.py, or the chapter that it `waits` for."""
    assert {name: sorted(comes_to) for name, (_, comes_to) in PLAYS.items()} == {
        name: sorted(option.values) for name, option in OFFERED.items()
    }


@pytest.mark.parametrize("name", sorted(PLAYS))
def test_no_two_values_of_an_option_come_to_the_same(name: str) -> None:
    _, comes_to = PLAYS[name]
    found = list(comes_to.values())
    assert all(found.count(one) == 1 for one in found)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, comes_to) in PLAYS.items() for value in comes_to]
)
def test_what_each_value_comes_to(name: str, value: str) -> None:
    """And a player comes to it: the ruling is cited below one of his ways in."""
    play, comes_to = PLAYS[name]
    with recording() as cited:
        assert play({name: value}) == comes_to[value]
    assert option.known[name].ruling in cited.played


def test_an_option_waits_exactly_where_no_rule_reads_it() -> None:
    """The options that change lines of the lists are named in a file; turned crews have no seats yet."""
    sources = (path.read_text("utf-8") for path in Path(skirmish.__file__).parent.rglob("*.py"))
    words = {
        one.value
        for source in sources
        for one in ast.walk(ast.parse(source))
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }
    switched = {one.option for one in switches()} - {"errata_reversed_crews"}
    assert WAITING.keys() == option.known.keys() - words - switched


@pytest.mark.parametrize("name", sorted(WAITING))
def test_an_option_waits_for_a_chapter_with_rows_that_wait(name: str) -> None:
    chapter = registry.chapters()["skirmish"][option.known[name].waits]
    assert chapter in registry.catalogue("skirmish").waiting.values()


@pytest.mark.parametrize(("name", "value"), sorted(OTHERWISE.items()))
def test_an_option_that_waits_is_set_nowhere(name: str, value: str) -> None:
    """In no battle, no odds, no squad that is made and none that is read."""
    reason = f"option '{name}' changes nothing yet"
    default = option.known[name].default
    assert SKIRMISH.prepare("crossroads", {name: default}).options[name] == default
    with pytest.raises(SetupError, match=reason):
        SKIRMISH.prepare("crossroads", {name: value})
    with pytest.raises(OddsError, match=reason):
        checked({name: value})
    with pytest.raises(Refused, match=reason):
        made_by(SquadOrder(nation="german", unit="infantry", year=1943), "seed", {name: value}, 0)
    assert reasons(faults_of(germans(options={name: value})))[0].startswith(reason)
