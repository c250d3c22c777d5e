"""Keep a save of today's version of a game for ever: ``python -m tests.saves.keep SYSTEM [--replace]``.

A release keeps one save of each game, taken in the midst of its rules, and tests load it from then on. A save that
was kept is replaced only before its version is released. The save of the version in force must verify: when it no
longer does, rules or layout have changed, and the version of the game is raised.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

from deadground.core import saves
from deadground.core.match import Match
from deadground.core.system import System
from deadground.testing.conformance.checks import random_choice
from deadground.testing.games import games

FOLDER = Path(__file__).parent
REUSED = ("cards-1", "skirmish-0.1", "stands-0.1")
"""Saves of versions that went on under the same number when rules or layouts had changed. Nobody can judge their
choices and digests, of whatever version he is; no save may be added here: raise the version instead."""

GAMES = 20
SCENARIO_DECISIONS = 60


def file_of(system: System[Any]) -> Path:
    return FOLDER / f"{system.name}-{system.version}.json"


def depth(match: Match[Any]) -> tuple[int, int, int]:
    """How much is in progress: procedures, sealed answers, and entries behind it."""
    return len(match.position.agenda), len(match.position.sealed), len(match.journal)


def in_the_midst(system: System[Any]) -> bytes:
    """The save with the most in progress that some random games come to."""
    best: tuple[tuple[int, int, int], bytes] = ((0, 0, 0), b"")
    for game in range(GAMES):
        rng = Random(game)
        setup = system.prepare(rng.choice(list(system.scenarios)))
        match = Match.begin(system, setup, rng.randbytes(32))
        for _ in range(SCENARIO_DECISIONS):
            random_choice(match, rng)
            if match.outcome is not None:
                break
            if depth(match) > best[0]:
                best = depth(match), saves.save(match)
    return best[1]


def main(name: str, *options: str) -> None:
    system = games()[name]
    file = file_of(system)
    if file.exists() and "--replace" not in options:
        sys.exit(f"{file.name} is there already; raise the version of {name}, or say --replace")
    saves.write_file(file, in_the_midst(system))


if __name__ == "__main__":
    main(*sys.argv[1:])
