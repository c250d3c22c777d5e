"""`deadground simulate`: the published shape, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deadground.cli import kept_rates, simulate
from deadground.lab import rates
from deadground.systems.stands.system import STANDS
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
    assert len(every) == 13
    monkeypatch.setattr(simulate, "all_battles", lambda: [one for one in every if one[1] in SHORT])
    out = ask("simulate", "--all", "-n", "1", "--jobs", "1").out
    assert [word for word in out.split() if word in SHORT] == SHORT
    assert "german 0% (0% to 79%)" in out or "german 100% (21% to 100%)" in out
    found = ask("simulate", "--all", "-n", "1", "--jobs", "1", "--json").json
    assert [one["scenario"] for one in found] == SHORT


def test_several_battles_are_told_in_one_table(ask: Ask) -> None:
    found = ask("simulate", ",".join(SHORT), "-n", "1", "--jobs", "1", "--json").json
    assert [one["scenario"] for one in found] == SHORT


def test_a_win_of_a_side_that_nobody_plays_is_no_draw(ask: Ask) -> None:
    found = ask("simulate", "first-patrol", "-n", "4", "--seed", "1", "--jobs", "1", "--json").json
    assert found["bots"] == {"soviet": "sergeant"}
    assert found["wins"] == {"soviet": 3, "german": 1}
    assert found["draws"] == 0


PAGE = """Before.

| battle | who wins how often | draws | games |
|---|---|---:|---:|
| `gone` | Soviet 100 % (5 to 100) | 0 % | 1 |

After.
"""


def test_what_is_kept_goes_into_the_record_and_the_page(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Battle by battle: those that are kept already stay, and those that are no more go."""
    page, record = tmp_path / "docs" / "bots.md", tmp_path / "rates.yaml"
    page.parent.mkdir()
    page.write_text(PAGE, "utf-8")
    old = rates.recorded()["crossroads"]
    record.write_text(rates.written({"gone": old, "crossroads": old}), "utf-8")
    monkeypatch.setattr(rates, "FILE", record)
    monkeypatch.setattr(kept_rates, "checkout", lambda: tmp_path)
    ask("simulate", "first-lesson", "-n", "2", "--seed", "5", "--jobs", "1", "--keep")
    kept = rates.read()
    assert list(kept) == ["first-lesson", "crossroads"]
    assert kept["crossroads"] == old
    assert (kept["first-lesson"].games, kept["first-lesson"].seed) == (2, 5)
    assert rates.fits(kept["first-lesson"], STANDS, "first-lesson")
    lines = page.read_text("utf-8").splitlines()
    assert (lines[0], lines[-1]) == ("Before.", "After.")
    assert [line.split("`")[1] for line in lines if "`" in line] == list(kept)


def test_an_installed_copy_keeps_nothing(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_rates, "checkout", lambda: None)
    assert "a copy of the sources" in ask("simulate", "first-lesson", "--keep").refusal


def test_what_is_refused(ask: Ask) -> None:
    assert "did you mean 'first-lesson'?" in ask("simulate", "first-leson").refusal
    assert "did you mean 'random'?" in ask("simulate", "first-lesson", "--bots", "randm,random").refusal
    assert "did you mean 'steady'?" in ask("simulate", "first-lesson", "--bots", "steadi,random").refusal
    assert "name a scenario, or say --all" in ask("simulate").refusal
    assert "name a scenario, or say --all" in ask("simulate", "first-lesson", "--all").refusal
    for many in (["--all"], [",".join(SHORT)], ["first-lesson", "--keep"]):
        assert "as they are printed" in ask("simulate", *many, "--bots", "random,random").refusal
    assert "2 bots are wanted" in ask("simulate", "first-lesson", "--bots", "random").refusal
    assert "unknown option" in ask("simulate", "first-lesson", "--set", "nothing=1").refusal
    assert "is not option=value" in ask("simulate", "first-lesson", "--set", "nothing").refusal


def test_a_run_needs_at_least_one_game(ask: Ask) -> None:
    found = ask("simulate", "first-lesson", "-n", "0")
    assert found.status == 2
    assert "greater than or equal to 1" in found.err
