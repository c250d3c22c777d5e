"""The committed record of who wins how often: it is true of the battles, the rules and the documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from deadground.bots.roster import usual_of
from deadground.cli.kept_rates import TABLE, in_order, with_table
from deadground.cli.simulate import all_battles
from deadground.lab import rates
from deadground.lab.simulation import sides_of

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
SYSTEMS = {scenario: system for system, scenario in all_battles()}


def test_it_names_battles_that_there_are_in_their_order() -> None:
    record = rates.read()
    assert list(record) == list(in_order(record))


@pytest.mark.parametrize("scenario", SYSTEMS)
def test_a_battle_is_recorded_as_it_is_today(scenario: str) -> None:
    rate, system = rates.read().get(scenario), SYSTEMS[scenario]
    assert rate, "play it: deadground simulate NAME -n 200 --keep"
    assert rates.fits(rate, system, scenario), "play it again: deadground simulate NAME -n 200 --keep"
    assert list(rate.wins) == [side.id for side in system.sheet(scenario).sides]
    assert rate.bots == dict.fromkeys(sides_of(system, scenario), usual_of(system))
    assert sum(rate.wins.values()) + rate.draws == rate.games > 0
    assert min(*rate.wins.values(), rate.draws) >= 0


def test_the_file_and_the_page_are_as_the_command_writes_them() -> None:
    record = rates.read()
    assert rates.FILE.read_text("utf-8") == rates.written(record)
    text = PAGE.read_text("utf-8")
    assert len(TABLE.findall(text)) == 1
    assert with_table(text, record) == text
