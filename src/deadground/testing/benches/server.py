"""The server under load: 200 tables with one choice every five seconds each, then more and more.

The load is open: every choice has its moment, whether or not those before it were answered, and what it waited
counts from that moment. The tables are duels of twenty men a side with both seats taken, played from a second
process over the loopback. An answer says that the choice is on the disk. A few duels are then played beside six
greedy callers, who ask for advice on the corps map without end.
"""

from __future__ import annotations

import asyncio
import os
import resource
import tempfile
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec

from deadground.testing.benches import Result
from deadground.testing.benches.greedy import beside
from deadground.testing.benches.table_clients import Table, serving

AIM_MS = 50.0
EVERY = 5.0
"""Seconds between two choices of a table."""

DUELS = 4
DUEL_EVERY = 0.2
"""Duels beside greedy callers, and seconds between two choices of each: time to lay out a new one when one ends."""

LONG = 5.0
"""A run of fewer seconds is a trial: few tables, few seats, no search for the end."""

FASTER = 1.5
"""How much more is asked of the server at each step of the search for its end."""

HOW = (
    "50 ms over the 99th percentile of answer times, from when a choice was due to its acknowledgement, durable; "
    "200 duels of twenty men a side, one choice each every 5 s, from a second process over the loopback; "
    "the peer is the aim itself, so 1 is just enough"
)


class Plan(msgspec.Struct, frozen=True):
    """How large a run is."""

    tables: int
    every: float
    seconds: float
    step: float
    faster: int
    """The most steps of the search for the end."""
    idle_tables: int
    idle: float
    greedy: float
    """Seconds of the duels beside greedy callers."""
    callers: int


def plan_for(seconds: float) -> Plan:
    if seconds < LONG:
        return Plan(
            tables=4,
            every=0.5,
            seconds=1.0,
            step=0.5,
            faster=1,
            idle_tables=5,
            idle=0.3,
            greedy=1.0,
            callers=1,
        )
    return Plan(
        tables=200,
        every=EVERY,
        seconds=max(10.0, seconds / 2),
        step=max(4.0, seconds / 10),
        faster=12,
        idle_tables=500,
        idle=max(21.0, seconds / 3),
        greedy=max(10.0, seconds / 2),
        callers=6,
    )


class Load(msgspec.Struct, frozen=True):
    """What came of a load: answer times in milliseconds, and how many were no acknowledgement."""

    times: list[float]
    failed: int

    @property
    def p50(self) -> float:
        return at(self.times, 0.50)

    @property
    def p99(self) -> float:
        return at(self.times, 0.99)

    @property
    def holds(self) -> bool:
        return self.failed * 100 <= len(self.times) and self.p99 < AIM_MS


def measure(seconds: float) -> Result:
    """The fixed load, the end of the server, one table as fast as it goes, and a thousand seats at rest."""
    plan = plan_for(seconds)
    allow_many_files()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "games.sqlite") as (server, process),
        ThreadPoolExecutor(1) as thread,  # whoever calls may have an event loop of his own
    ):
        more = thread.submit(asyncio.run, all_of_it(plan, server, process)).result()
    p99 = more["p99_ms"]
    ratio = round(AIM_MS / p99, 2)
    return Result(bench="server", ratio=ratio, aim=1.0, ours=ratio, peer=1.0, how=HOW, more=more)


async def all_of_it(plan: Plan, server: str, process: int) -> dict[str, Any]:
    before = memory(process)
    tables = [Table(server, Random(n)) for n in range(plan.tables)]
    await sit_all(tables)
    await asyncio.gather(*(table.choose() for table in tables))
    fixed = await under_load(tables, plan.every, plan.seconds)
    per_game = (memory(process) - before) / plan.tables
    breaks_at, holds_at, steps = await searched(tables, plan)
    one_table = await as_fast_as_it_goes(tables[0], plan.step)
    greedy = await beside_greed(plan, server, tables[:DUELS])
    idle = await at_rest(plan, server, process)
    return {
        "p50_ms": round(fixed.p50, 1),
        "p99_ms": round(fixed.p99, 1),
        "most_ms": round(max(fixed.times), 1),
        "aim_ms": AIM_MS,
        "choices": len(fixed.times),
        "not_acknowledged": fixed.failed,
        "tables": plan.tables,
        "every_s": plan.every,
        "holds_at_per_s": holds_at,
        "breaks_at_per_s": breaks_at,
        "steps": steps,
        "one_table_per_s": round(one_table, 1),
        "mb_per_game": round(per_game, 3),
        **greedy,
        **idle,
    }


async def sit_all(tables: list[Table]) -> None:
    """Seat everybody, a few tables at a time."""
    for first in range(0, len(tables), 8):
        await asyncio.gather(*(table.sit_down() for table in tables[first : first + 8]))


async def under_load(tables: list[Table], every: float, seconds: float) -> Load:
    """Each table is due every so often, evenly spread; every choice starts at its moment and not after another."""
    start = monotonic() + 0.2
    gap = every / len(tables)
    choices = max(len(tables), int(seconds / gap))
    times: list[float] = []
    failed = 0

    async def due(number: int) -> None:
        nonlocal failed
        moment = start + number * gap
        await asyncio.sleep(max(0.0, moment - monotonic()))
        try:
            acknowledged, kind = await tables[number % len(tables)].choose()
        except (TimeoutError, RuntimeError, OSError):
            acknowledged, kind = monotonic(), "nothing"
        times.append((acknowledged - moment) * 1000)
        failed += kind != "ack"

    await asyncio.gather(*(due(number) for number in range(choices)))
    return Load(times, failed)


async def searched(tables: list[Table], plan: Plan) -> tuple[float | None, float, list[str]]:
    """Ask for more and more until it no longer holds: where that was, what held last, and the steps.

    A rate that does not hold gets a second chance: something else on the machine may have been in the way.
    """
    every, held, steps = plan.every, 0.0, []
    for _ in range(plan.faster):
        rate = len(tables) / every
        found = await under_load(tables, every, plan.step)
        if not found.holds:
            found = await under_load(tables, every, plan.step)
        steps.append(f"{rate:.0f}/s: {found.p99:.0f} ms")
        if not found.holds:
            return round(rate, 1), round(held, 1), steps
        held, every = rate, every / FASTER
    return None, round(held, 1), steps


async def as_fast_as_it_goes(table: Table, seconds: float) -> float:
    """Choices a second at one table, each after the one before."""
    made, began = 0, monotonic()
    while monotonic() - began < seconds:
        await table.choose()
        made += 1
    return made / (monotonic() - began)


async def beside_greed(plan: Plan, server: str, tables: list[Table]) -> dict[str, Any]:
    """What duels feel of greedy callers on the corps map."""
    found, answered = await beside(server, plan.callers, lambda: under_load(tables, DUEL_EVERY, plan.greedy))
    return {
        "greedy_callers": plan.callers,
        "beside_greedy_p50_ms": round(found.p50, 1),
        "beside_greedy_p99_ms": round(found.p99, 1),
        "beside_greedy_choices": len(found.times),
        "greedy_answered": answered["ack"],
        "greedy_refused": answered["refusal"],
    }


async def at_rest(plan: Plan, server: str, process: int) -> dict[str, Any]:
    """What seats cost that do nothing: memory, and the processor's time for their heartbeats."""
    before = memory(process)
    tables = [Table(server, Random(n)) for n in range(plan.idle_tables)]
    await sit_all(tables)
    grown = memory(process) - before
    worked, began = processor_time(process), monotonic()
    await asyncio.sleep(plan.idle)
    busy = (processor_time(process) - worked) / (monotonic() - began)
    return {
        "idle_seats": sum(len(table.seats) for table in tables),
        "idle_seats_mb": round(grown, 1),
        "heartbeat_cpu_percent": round(busy * 100, 2),
    }


def at(numbers: list[float], share: float) -> float:
    """The least number that this share of them do not exceed."""
    return sorted(numbers)[max(0, ceil(len(numbers) * share) - 1)]


def memory(process: int) -> float:
    """Megabytes a process holds; 0 where the system does not tell."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text("ascii").split()[1]
    except OSError:
        return 0.0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_time(process: int) -> float:
    """Seconds of work of a process; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def allow_many_files() -> None:
    """Every seat is a socket at either end; the server inherits the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
