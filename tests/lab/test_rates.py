"""Who wins how often: how it is told, and when a line of the record tells nothing any more."""

from __future__ import annotations

import msgspec
import pytest

from deadground.lab import rates
from deadground.lab.rates import Rate, fits, of_100, table, told, who_wins
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.stands.system import STANDS

NAMES = {"soviet": "Soviet", "german": "German"}


def rate(soviet: int, german: int, draws: int) -> Rate:
    """A line for the first lesson as it is today."""
    return Rate(
        system="stands",
        version=STANDS.version,
        digest=STANDS.scenario_digest("first-lesson"),
        bots={"soviet": "steady", "german": "steady"},
        games=soviet + german + draws,
        seed=1,
        wins={"soviet": soviet, "german": german},
        draws=draws,
    )


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (rate(114, 60, 26), "Bots: Soviet wins 57 of 100, German 30, drawn 13; 200 games"),
        (rate(60, 40, 0), "Bots: Soviet wins 60 of 100, German 40; 100 games"),
        (rate(5, 4, 1), "Bots: Soviet wins 5 of 10 games, German 4, drawn 1"),
        (rate(1, 0, 0), "Bots: Soviet wins 1 of 1 game, German 0"),
    ],
)
def test_a_line_tells_the_sides_and_the_draws(found: Rate, line: str) -> None:
    assert told(found, NAMES) == line


@pytest.mark.parametrize("wins", [(101, 50, 49), (67, 67, 66), (1, 1, 1), (199, 1, 0)])
def test_the_parts_of_100_come_to_100(wins: tuple[int, int, int]) -> None:
    found = rate(*wins)
    assert sum(of_100(found).values()) == 100
    for part, count in zip(of_100(found).values(), wins, strict=True):
        assert abs(part - 100 * count / found.games) < 1


def test_the_table_has_the_intervals() -> None:
    line = table({"first-lesson": rate(114, 60, 26)}, {"first-lesson": NAMES}).splitlines()[-1]
    assert line == "| `first-lesson` | Soviet 57 % (50 to 64), German 30 % (24 to 37) | 13 % | 200 |"


def test_a_record_is_read_as_it_was_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A digest of nothing but digits stays a text."""
    file = tmp_path_factory.mktemp("rates") / "rates.yaml"
    record = {"first-lesson": msgspec.structs.replace(rate(5, 4, 1), digest="0123456789012345")}
    file.write_text(rates.written(record), "utf-8")
    monkeypatch.setattr(rates, "FILE", file)
    assert rates.read() == record


@pytest.mark.parametrize(
    "changed",
    [
        {"version": "0.0"},
        {"digest": "of another file"},
        {"system": "skirmish"},
        {"bots": {"soviet": "steady", "german": "plodder"}},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_line_that_was_made_with_something_else_is_not_told(
    changed: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    today = rate(5, 4, 1)
    monkeypatch.setattr(rates, "recorded", lambda: {"first-lesson": today})
    assert who_wins(STANDS, "first-lesson") == "Bots: Soviet wins 5 of 10 games, German 4, drawn 1"
    other = msgspec.structs.replace(today, **changed)
    monkeypatch.setattr(rates, "recorded", lambda: {"first-lesson": other})
    assert not fits(other, STANDS, "first-lesson")
    assert who_wins(STANDS, "first-lesson") == ""
    assert who_wins(SKIRMISH, "crossroads") == ""
