"""Computing time: who pays for it, who goes first, and when somebody has had enough.

Rules run in threads, and the threads of a process take turns at the processor, so a few callers who ask for much
could hold up every table. Here each seat and each address has an account. Who has used little goes at once. Who has
used more goes through one narrow gate, one after the other, the one who has used the smallest part of his allowance
first; other tables share the processor with one greedy caller at most. Who has used up his allowance is refused
until some of it has come back.

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
    """Seconds of computing: up to `little` one goes at once, up to `most` in turn; `back` come back each second."""

    little: float
    most: float
    back: float


SEAT = Allowance(little=1.0, most=30.0, back=0.5)
ADDRESS = Allowance(little=5.0, most=120.0, back=1.0)
BOTS = Allowance(little=1.0, most=inf, back=0.5)
"""The bots of a game are nobody's fault, but they take their turn."""

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
    """How much somebody has used lately."""

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._used = 0.0
        self._since = monotonic()

    def used(self) -> float:
        now = monotonic()
        self._used = max(0.0, self._used - (now - self._since) * self._allowance.back)
        self._since = now
        return self._used

    def charge(self, seconds: float) -> None:
        self._used = self.used() + seconds

    @property
    def is_light(self) -> bool:
        return self.used() < self._allowance.little

    @property
    def share(self) -> float:
        """The part of the allowance that is used; of bots, who have no end to it, as if they were a seat's."""
        return self.used() / min(self._allowance.most, SEAT.most)

    @property
    def wait(self) -> float:
        """Seconds until there is some of it again; 0 if there is."""
        return max(0.0, self.used() - self._allowance.most) / self._allowance.back


class Work:
    """All computing for people and bots of one server."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor((os.cpu_count() or 1) + 4, "rules")
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._waiting: list[tuple[asyncio.Future[None], list[Account]]] = []
        self._is_taken = False

    def admit(self) -> None:
        """Raise `TooMany` if whoever pays has used up an allowance."""
        wait = max((account.wait for account in self._paying()), default=0.0)
        if wait > 0:
            raise TooMany(USED_UP.format(ceil(wait)))

    async def do(self, work: Callable[[], T]) -> T:
        """Do some work in a thread, in its turn. Once begun it is done, even if nobody waits for it any more."""
        accounts = self._paying()
        if all(account.is_light for account in accounts):
            return await self._done(work, accounts)
        async with self._gate(accounts):
            return await self._done(work, accounts)

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

    @asynccontextmanager
    async def _gate(self, accounts: list[Account]) -> AsyncIterator[None]:
        if self._is_taken:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((turn, accounts))
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._next()  # it was called in the moment in which it went away
                raise
        self._is_taken = True
        try:
            yield
        finally:
            self._next()

    def _next(self) -> None:
        """Let the one through who has used the smallest part of his allowance. Who has gone is passed over."""
        self._waiting = [one for one in self._waiting if not one[0].done()]
        self._is_taken = bool(self._waiting)
        if self._waiting:
            turn, _ = first = min(self._waiting, key=lambda one: max(account.share for account in one[1]))
            self._waiting.remove(first)
            turn.set_result(None)

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
