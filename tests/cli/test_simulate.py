"""`deadground simulate`: the published shape, and what is refused."""

from __future__ import annotations

from typing import Any

from deadground.cli import simulate
from tests.cli.conftest import Ask

SHORT = ["first-lesson", "five-a-side"]


def test_json_has_the_published_shape(ask: Ask) -> None:
    found = ask("simulate", "first-lesson", "-n", "2", "--jobs", "1", "--json").json
    assert list(found) == [
        "scenario",
        "n",
        "seed",
        "bots",
        "wins",
        "draws",
        "win_rate",
        "reasons",
        "turns",
        "losses",
        "seconds",
    ]
    assert found["bots"] == {"soviet": "steady", "german": "steady"}
    assert len(found["win_rate"]["soviet"]) == 3


def test_a_table_tells_who_won(ask: Ask) -> None:
    out = ask("simulate", "first-lesson", "-n", "1", "--jobs", "1", "--bots", "random,plodder").out
    assert "soviet  random" in out
    assert "german  plodder" in out
    assert "1 game in" in out


def test_every_battle_is_played_and_told_in_one_table(ask: Ask, monkeypatch: Any) -> None:
    every = simulate.all_battles()
    assert len(every) == 10
    monkeypatch.setattr(simulate, "all_battles", lambda: [one for one in every if one[1] in SHORT])
    out = ask("simulate", "--all", "-n", "1", "--jobs", "1").out
    assert [word for word in out.split() if word in SHORT] == SHORT
    assert "german 0% (0% to 79%)" in out or "german 100% (21% to 100%)" in out
    found = ask("simulate", "--all", "-n", "1", "--jobs", "1", "--json").json
    assert [one["scenario"] for one in found] == SHORT


def test_what_is_refused(ask: Ask) -> None:
    assert "did you mean 'first-lesson'?" in ask("simulate", "first-leson").refusal
    assert "did you mean 'random'?" in ask("simulate", "first-lesson", "--bots", "randm,random").refusal
    assert "did you mean 'steady'?" in ask("simulate", "first-lesson", "--bots", "steadi,random").refusal
    assert "name a scenario, or say --all" in ask("simulate").refusal
    assert "name a scenario, or say --all" in ask("simulate", "first-lesson", "--all").refusal
    assert "as it is printed" in ask("simulate", "--all", "--bots", "random,random").refusal
    assert "2 bots are wanted" in ask("simulate", "first-lesson", "--bots", "random").refusal
    assert "unknown option" in ask("simulate", "first-lesson", "--set", "nothing=1").refusal
    assert "is not option=value" in ask("simulate", "first-lesson", "--set", "nothing").refusal


def test_a_run_needs_at_least_one_game(ask: Ask) -> None:
    found = ask("simulate", "first-lesson", "-n", "0")
    assert found.status == 2
    assert "greater than or equal to 1" in found.err
