"""Computing time: who pays for it, who goes first, and when somebody has had enough.

Rules run in threads, and the threads of a process take turns at the processor, so a few callers who ask for much
could hold up every table. Here each seat and each address has an account. Who has used little goes at once. Who has
used more takes his turn, one such caller at a time and the least greedy first, so that other tables share the
processor with one of them at most, and his questions go to a process of their own (askers.py). Who has used up his
whole allowance is refused until some of it has come back.

Who pays is known by the context of the call (`paying`), so nothing between the door and the rules need carry it.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar, copy_context
from math import ceil, inf
from time import monotonic, thread_time
from typing import TypeVar

import msgspec

from deadground.server.limits import TooMany
from deadground.server.reach import is_loopback

T = TypeVar("T")

ACCOUNTS = 10_000
"""The most accounts that are remembered; the one not used for longest goes."""

USED_UP = "You have used up the server's time for now. Wait {} s."


class Allowance(msgspec.Struct, frozen=True):
    """Seconds of computing. Who uses more than `calm` a second for long is over `little`, and must take his turn.

    `most` may be used at once, and `back` of it come back each second.
    """

    little: float
    calm: float
    most: float
    back: float


SEAT = Allowance(little=0.1, calm=0.1, most=60.0, back=0.5)
ADDRESS = Allowance(little=1.0, calm=0.5, most=240.0, back=1.0)
BOTS = Allowance(little=0.1, calm=0.1, most=inf, back=0.5)
"""The bots of a game are nobody's fault, but they take their turn."""

AT_ONCE = (os.cpu_count() or 1) + 4
"""Threads that run rules. Of those who are over the little, one at a time has one."""

Payer = tuple[str, Allowance]
PAYING: ContextVar[tuple[Payer, ...]] = ContextVar("paying", default=())


@contextmanager
def paying(*payers: Payer) -> Iterator[None]:
    """Let these pay for what is done, and those who pay already."""
    token = PAYING.set((*PAYING.get(), *payers))
    try:
        yield
    finally:
        PAYING.reset(token)


def address_pays(address: str) -> tuple[Payer, ...]:
    """The account of an address. This machine has none: behind a proxy everybody may seem to be here."""
    return () if is_loopback(address) else ((f"address {address}", ADDRESS),)


def seat_pays(game: str, seat: str) -> Payer:
    return f"seat {game} {seat}", SEAT


def bots_pay(game: str) -> Payer:
    return f"bots {game}", BOTS


class Account:
    """How much somebody has used lately: for his place in the queue, and of all that he may use."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._lately = 0.0
        self._used = 0.0
        self._since = monotonic()

    def charge(self, seconds: float) -> None:
        now = monotonic()
        passed, self._since = now - self._since, now
        self._lately = max(0.0, self._lately - passed * self._allowance.calm) + seconds
        self._used = max(0.0, self._used - passed * self._allowance.back) + seconds

    @property
    def greed(self) -> float:
        """How many times the little somebody has used lately; from 1 on he takes his turn."""
        self.charge(0.0)
        return self._lately / self._allowance.little

    @property
    def wait(self) -> float:
        """Seconds until there is some of the allowance again; 0 if there is."""
        self.charge(0.0)
        return max(0.0, self._used - self._allowance.most) / self._allowance.back


class Turn:
    """Somebody who wants a thread."""

    def __init__(self, accounts: list[Account], is_question: bool) -> None:
        self.accounts = accounts
        self.is_question = is_question
        self.called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_greedy = False

    @property
    def greed(self) -> float:
        return max((account.greed for account in self.accounts), default=0.0)


class Work:
    """All computing for people and bots of one server."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "rules")
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._waiting: list[Turn] = []
        self._running: set[Turn] = set()

    def admit(self) -> None:
        """Raise `TooMany` if whoever pays has used up an allowance."""
        wait = max((account.wait for account in self._paying()), default=0.0)
        if wait > 0:
            raise TooMany(USED_UP.format(ceil(wait)))

    def is_greedy(self) -> bool:
        """Whether whoever pays has to take his turn just now."""
        return any(account.greed >= 1 for account in self._paying())

    async def do(self, work: Callable[[], T], *, is_question: bool = False) -> T:
        """Do some work in a thread, in its turn. Once begun it is done, even if nobody waits for it any more.

        A question may be long and can wait: there is one at a time, beside what changes a game.
        """
        async with self.turn(is_question) as accounts:
            return await self._done(work, accounts)

    @asynccontextmanager
    async def turn(self, is_question: bool = False) -> AsyncIterator[list[Account]]:
        """Wait for a turn and have it: for work that is done elsewhere, and charged to these accounts."""
        turn = Turn(self._paying(), is_question)
        self._waiting.append(turn)
        self._call_next()
        try:
            await turn.called
            yield turn.accounts
        finally:
            self._running.discard(turn)
            if turn in self._waiting:
                self._waiting.remove(turn)
            self._call_next()

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _paying(self) -> list[Account]:
        found = []
        for name, allowance in PAYING.get():
            account = self._accounts.setdefault(name, Account(allowance))
            self._accounts.move_to_end(name)
            found.append(account)
        while len(self._accounts) > ACCOUNTS:
            self._accounts.popitem(last=False)
        return found

    def _call_next(self) -> None:
        """Call those for whom there is room, the least greedy first; the greedy and questions one at a time."""
        for turn in sorted(self._waiting, key=lambda one: one.greed):
            turn.is_greedy = turn.greed >= 1
            if len(self._running) >= AT_ONCE:
                return
            if turn.is_greedy and any(one.is_greedy for one in self._running):
                return
            if turn.is_question and any(one.is_question for one in self._running):
                continue
            self._waiting.remove(turn)
            self._running.add(turn)
            if not turn.called.done():
                turn.called.set_result(None)

    async def _done(self, work: Callable[[], T], accounts: list[Account]) -> T:
        context, took = copy_context(), 0.0

        def timed() -> T:
            nonlocal took
            began = thread_time()
            try:
                return context.run(work)
            finally:
                took = thread_time() - began

        running = asyncio.get_running_loop().run_in_executor(self._threads, timed)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            await asyncio.wait({running})
            raise
        finally:
            for account in accounts:
                account.charge(took)
