"""Greedy callers on the corps map, and what duels at other tables feel of them.

Each has a game of its own and asks for advice on all his orders again as soon as he is answered. Duels are played
meanwhile, a choice every so often, and what a choice waited is measured as in the server's other load.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import TypeVar

from deadground.testing.benches.table_clients import Table

T = TypeVar("T")

ORDER = {"system": "stands", "scenario": "montfleury-plateau", "seats": {"british": "me", "german": "screen"}}
MOST = 20


async def greed(server: str, rng: Random, answered: Counter[str]) -> None:
    """Play until orders are asked for, then ask for advice on them until cancelled, and count what comes back."""
    table = Table(server, rng, ORDER)
    await table.sit_down()
    try:
        while (seat := await table.asked()) is not None and seat.view["requests"][0]["kind"] != "orders":
            await table.choose()
        if seat is None:
            raise RuntimeError("the battle ended before orders were given")
        serial = seat.view["requests"][0]["serial"]
        answered["callers"] += 1
        for number in range(1_000_000, 2_000_000):
            answered[await seat.call("suggest", number, serial=serial, most=MOST)] += 1
    finally:
        await table.leave()


async def beside(server: str, how_many: int, load: Callable[[], Awaitable[T]]) -> tuple[T, Counter[str]]:
    """What a load comes to while so many callers are greedy, and what they were answered."""
    answered: Counter[str] = Counter()
    callers = [asyncio.create_task(greed(server, Random(n), answered)) for n in range(how_many)]
    try:
        while answered["callers"] < how_many:
            for failed in (one for one in callers if one.done()):
                failed.result()
            await asyncio.sleep(0.05)
        answered.clear()
        return await load(), answered
    finally:
        for caller in callers:
            caller.cancel()
        await asyncio.gather(*callers, return_exceptions=True)
