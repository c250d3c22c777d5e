"""`deadground scenarios`: what can be played, with size, length and sides."""

from __future__ import annotations

import re

from deadground.lab.rates import who_wins
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.stands.system import STANDS
from tests.cli.conftest import Ask


def test_all_scenarios_are_listed(ask: Ask) -> None:
    listed = ask("scenarios", "--json").json
    assert [one["scenario"] for one in listed if one["system"] == "duel"] == ["patrol", "pair", "company"]
    company = next(one for one in listed if one["scenario"] == "company")
    assert (company["seats"], company["pieces"], company["turns"]) == (["red", "blue"], 40, 20)
    assert {one["system"] for one in listed} == {"stands", "skirmish", "duel", "cards"}


def test_one_system_is_listed(ask: Ask) -> None:
    assert {one["system"] for one in ask("scenarios", "cards", "--json").json} == {"cards"}
    out = ask("scenarios", "duel").out
    assert "Twenty men a side in two long lines." in out
    assert "company  red against blue, 40 pieces, 20 turns" in out
    assert "cards" not in out


def test_who_wins_is_told_where_it_is_known(ask: Ask) -> None:
    line = who_wins(STANDS, "first-lesson")
    assert line.startswith("Bots: Soviet wins ")
    assert line in ask("scenarios", "stands").out
    listed = {one["scenario"]: one["who_wins"] for one in ask("scenarios", "--json").json}
    assert (listed["first-lesson"], listed["pair"]) == (line, "")


def test_a_battle_has_one_length() -> None:
    """How long it takes is reckoned and stands beside it; what it is about does not say it again."""
    lengths = re.compile(r"\b(minutes?|hours?|turns|evening)\b")
    for system in (STANDS, SKIRMISH):
        assert [about for about in system.scenarios.values() if lengths.search(about)] == []


def test_an_unknown_system_is_refused(ask: Ask) -> None:
    assert "did you mean 'cards'?" in ask("scenarios", "card").refusal
