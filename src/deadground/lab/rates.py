"""Who wins how often: the committed record of battles between the usual bots, and how it is told.

A line tells nothing any more when the rules, the battle's file or the usual bot are not those it was made with.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from deadground.bots.roster import usual_of
from deadground.core.loader import load
from deadground.core.system import System
from deadground.lab.simulation import Report, wilson
from deadground.systems import registry

FILE = Path(registry.__file__).parent / "rates.yaml"

DRAWN = "drawn"


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What came of the games of one battle: with what they were played, and how many each side won."""

    system: str
    version: str
    digest: str
    """Of the battle's file."""
    bots: dict[str, str]
    games: int
    seed: int
    wins: dict[str, int]
    """Of all sides, also of one that nobody plays."""
    draws: int


@cache
def recorded() -> dict[str, Rate]:
    """The committed record, by battle."""
    return read()


def read() -> dict[str, Rate]:
    """The record as it lies there now."""
    return load(FILE).to(dict[str, Rate])


def rate_of(system: System[Any], report: Report) -> Rate:
    """A run of games as it is recorded."""
    sides = [side.id for side in system.sheet(report.scenario).sides]
    return Rate(
        system=system.name,
        version=system.version,
        digest=system.scenario_digest(report.scenario),
        bots=report.bots,
        games=report.n,
        seed=report.seed,
        wins={side: report.wins.get(side, 0) for side in sides},
        draws=report.draws,
    )


def fits(rate: Rate, system: System[Any], scenario: str) -> bool:
    """Whether games played today would be the same."""
    made_with = rate.system, rate.version, rate.digest, set(rate.bots.values())
    return made_with == (system.name, system.version, system.scenario_digest(scenario), {usual_of(system)})


def who_wins(system: System[Any], scenario: str) -> str:
    """The record of a battle in a line; "" where there is none that fits."""
    rate = recorded().get(scenario)
    return told(rate, names_of(system, scenario)) if rate and fits(rate, system, scenario) else ""


def names_of(system: System[Any], scenario: str) -> dict[str, str]:
    """What the sides of a battle are called."""
    return {side.id: side.name for side in system.sheet(scenario).sides}


def told(rate: Rate, names: dict[str, str]) -> str:
    """The sides in their order, and the draws where there are some. Fewer than 100 games are told as they are."""
    many = rate.games >= 100
    shares = of_100(rate) if many else {**rate.wins, DRAWN: rate.draws}
    (first, wins), *others = [(names[side], shares[side]) for side in rate.wins]
    of = "100" if many else games(rate)
    rest = [f"{name} {share}" for name, share in others]
    rest += [f"{DRAWN} {shares[DRAWN]}"] if rate.draws else []
    line = ", ".join([f"Bots: {first} wins {wins} of {of}", *rest])
    return f"{line}; {games(rate)}" if many else line


def games(rate: Rate) -> str:
    return "1 game" if rate.games == 1 else f"{rate.games} games"


def of_100(rate: Rate) -> dict[str, int]:
    """Wins and draws in whole parts of 100, rounded so that they come to 100."""
    parts = {
        side: divmod(100 * count, rate.games) for side, count in {**rate.wins, DRAWN: rate.draws}.items()
    }
    short = 100 - sum(whole for whole, _ in parts.values())
    raised = sorted(parts, key=lambda side: -parts[side][1])[:short]
    return {side: whole + (side in raised) for side, (whole, _) in parts.items()}


def table(record: dict[str, Rate], names: dict[str, dict[str, str]]) -> str:
    """The record as a table of the documentation, with the intervals."""
    lines = [table_line(scenario, rate, names[scenario]) for scenario, rate in record.items()]
    return "\n".join(["| battle | who wins how often | draws | games |", "|---|---|---:|---:|", *lines])


def table_line(scenario: str, rate: Rate, names: dict[str, str]) -> str:
    shares = of_100(rate)
    sides = []
    for side, won in rate.wins.items():
        low, _, high = wilson(won, rate.games)
        sides.append(f"{names[side]} {shares[side]} % ({100 * low:.0f} to {100 * high:.0f})")
    return f"| `{scenario}` | {', '.join(sides)} | {shares[DRAWN]} % | {rate.games} |"


def written(record: dict[str, Rate]) -> str:
    """The record as a file: a line for each battle."""
    lines = [f"{scenario}: {in_yaml(msgspec.structs.asdict(rate))}" for scenario, rate in record.items()]
    return "\n".join([HEADING, *lines]) + "\n"


def in_yaml(value: Any) -> str:
    """A plain value in one line; a text in quotes, as a digest may look like a number."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {in_yaml(one)}" for key, one in value.items()) + "}"
    return repr(value)


HEADING = """\
# Who wins how often when the usual bots play both sides. It is written, with the table of docs/bots.md, by
# `deadground simulate --all -n 200 --seed N --keep`, battle by battle; with names in place of --all, those alone.
# A test fails when the rules, a battle's file or the usual bot are not those a line was made with."""
