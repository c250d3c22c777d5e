"""A whole random game as text, to be kept and compared: what was asked, chosen, rolled and told, under which rules.

The opening and the end are given in full. What lies between is given as digests over everything that happened, so
that a change anywhere shows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from deadground.bots.random import RandomBot
from deadground.core.bot import chosen
from deadground.core.dice import Roll
from deadground.core.events import Event
from deadground.core.journal import Entry
from deadground.core.match import Match
from deadground.core.requests import Choice
from deadground.core.system import System

MOST_LINES = 400
OPENING = 220
END = 100
BETWEEN = 60
"""Lines for each part of a game that is too long to be given in full; the rest is for the heading."""

SEED = 1944
DECISIONS = 20_000

Block = list[str]
"""The lines of one decision."""


def playthrough(system: System[Any], scenario: str, seed: int = SEED) -> list[str]:
    """A random game of a scenario, at most `MOST_LINES` lines long."""
    setup = system.prepare(scenario)
    match = Match.begin(system, setup, seed.to_bytes(32, "big"))
    options = [f"{name}={value}" for name, value in setup.options.items()]
    heading = [f"{system.title}: {scenario}", f"seed {seed}; {', '.join(options) or 'no options'}", ""]
    blocks = [[*outcome_of(match.journal[0]), ""], *decisions(match, RandomBot(Random(seed)))]
    return [*heading, *shortened(blocks), *ending(match)]


def decisions(match: Match[Any], bot: RandomBot) -> Iterator[Block]:
    """Play to the end, a block for each decision."""
    for _ in range(DECISIONS):
        if match.outcome is not None:
            return
        seat = match.to_act()[0]
        choice, request = chosen(bot, match.view(seat)), match.requests(seat)[0]
        entry = match.submit(choice)
        asked = f"{entry.n}. {seat} is asked: {request.prompt}{cited(request.rows)}"
        yield [asked, *answer_lines(choice), *outcome_of(entry), ""]
    raise RuntimeError(f"no end after {DECISIONS} decisions")


def answer_lines(choice: Choice) -> Block:
    return [f"   chooses {msgspec.json.encode(choice.value).decode()}"]


def outcome_of(entry: Entry) -> Block:
    """What came of an act: rolls, events, digest."""
    rolls = [f"   rolls {rolled(roll)}" for roll in entry.rolls]
    events = [line for event in entry.events for line in event_lines(event)]
    return [*rolls, *events, f"   digest {entry.digest}"]


def rolled(roll: Roll) -> str:
    owner = f" ({roll.owner})" if roll.owner else ""
    return f"{len(roll.faces)}d{roll.sides} {' '.join(map(str, roll.faces))} for {roll.purpose}{owner}"


def event_lines(event: Event) -> Block:
    seen = event.seen
    only = "" if event.seen_by is None else f" (only {', '.join(event.seen_by)})"
    tallies = [f"      {tally.in_words()}" for tally in seen.tallies if tally.lines]
    return [f"   {seen.text}{cited(seen.rows)}{only}", *tallies]


def cited(rows: tuple[str, ...]) -> str:
    return f" [{', '.join(rows)}]" if rows else ""


def ending(match: Match[Any]) -> Block:
    outcome = match.outcome
    if outcome is None:
        raise RuntimeError("the game is not over")
    winners = " and ".join(outcome.winners) or outcome.unplayed
    return [f"The end: {f'{winners} won' if winners else 'a draw'}, {outcome.reason}.{cited(outcome.rows)}"]


def shortened(blocks: list[Block]) -> list[str]:
    """All lines, or the first blocks, digests over those between, and the last."""
    if sum(map(len, blocks)) <= OPENING + BETWEEN + END:
        return [line for block in blocks for line in block]
    first = count_within(blocks, OPENING)
    last = len(blocks) - count_within(blocks[::-1], END)
    lines = [line for block in blocks[:first] for line in block]
    lines += [*digests(blocks, first, last), ""]
    return lines + [line for block in blocks[last:] for line in block]


def count_within(blocks: list[Block], lines: int) -> int:
    """How many blocks fit into so many lines."""
    count = 0
    for block in blocks:
        lines -= len(block)
        if lines < 0:
            return count
        count += 1
    return count


def digests(blocks: list[Block], first: int, last: int) -> list[str]:
    """Spans of decisions, each with a digest over all their lines."""
    size = -(-(last - first) // BETWEEN)
    lines = []
    for start in range(first, last, size):
        end = min(start + size, last)
        text = "\n".join(line for block in blocks[start:end] for line in block)
        digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        lines.append(f"decisions {start} to {end - 1}: {digest}")
    return lines


def compare(kept: list[str], played: list[str], name: str) -> str:
    """Where two playthroughs part, with the lines before; empty if they are the same."""
    for n, (old, new) in enumerate(zip_longest(kept, played)):
        if old != new:
            before = [f"    {line}" for line in kept[max(0, n - 4) : n]]
            parted = [f"  - {old}" if old is not None else "  - (ends here)"]
            parted += [f"  + {new}" if new is not None else "  + (ends here)"]
            heading = (
                f"{name} is another game from line {n + 1} on; if that is meant, run pytest with --accept"
            )
            return "\n".join([heading, *before, *parted])
    return ""


def file_of(folder: Path, system: System[Any], scenario: str) -> Path:
    return folder / system.name / f"{scenario}.txt"
