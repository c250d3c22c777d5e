"""The processes that bots think in: a few for all games, started when they are needed and replaced when they fail.

The server's own process stays free for people. A process that ends is replaced and asked again, because a choice
depends on the view alone; one that takes too long is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from time import monotonic

from deadground.server.bot_worker import LENGTH, Answered, decode_answered, framed
from deadground.server.metrics import Metrics

log = logging.getLogger(__name__)

PLAYED = "deadground.server.playable:systems"
START = "import sys; from deadground.server.bot_worker import main; main(sys.argv[1])"
MOST = 4
PATIENCE = 60.0
"""Seconds a bot may take for one choice. The hardest turn of the largest battle takes a few."""

ATTEMPTS = 2
TOO_SLOW = "it took longer than {:g} seconds. It will be asked again"
ENDED = "its process ended twice. It will be asked again"


class NoChoice(Exception):
    """Why a bot has not chosen, in words for the table."""


class BotFailed(Exception):
    """A bot raised an error; the account of it is for the server's log."""


class Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, systems: str) -> Worker:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", START, systems),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return cls(process)

    async def ask(self, frame: bytes) -> Answered:
        """The answer; an `OSError` or `EOFError` if the process ends instead."""
        into, out = self._process.stdin, self._process.stdout
        if into is None or out is None:
            raise EOFError
        into.write(framed(frame))
        await into.drain()
        length = int.from_bytes(await out.readexactly(LENGTH), "big")
        return decode_answered(await out.readexactly(length))

    async def end(self) -> None:
        """Let it go. What it may still be thinking about is of no use any more."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


class BotWorkers:
    """Hands work to processes; the next free one takes it."""

    def __init__(
        self,
        metrics: Metrics,
        systems: str = PLAYED,
        most: int = min(MOST, os.cpu_count() or 1),
        patience: float = PATIENCE,
        kind: str = "bot",
    ) -> None:
        """`kind` is what the figures of these processes go by."""
        self._metrics = metrics
        self._systems = systems
        self._patience = patience
        self._places = asyncio.Semaphore(most)
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._kind = kind
        metrics.watch(f"{kind}_workers", lambda: len(self._all))

    async def warm_up(self) -> None:
        """Start a process if there is none yet, so that the first choice need not wait for that."""
        if self._all:
            return
        async with self._places:
            if not self._all:  # somebody else may have started one while this one waited for a place
                self._free.append(await self._new())

    async def choose(self, frame: bytes) -> Answered:
        """A bot's choice. `NoChoice` or `BotFailed` says why there is none."""
        async with self._places:
            began = monotonic()
            for _ in range(ATTEMPTS):
                with contextlib.suppress(EOFError, OSError):
                    answer = await self._asked(frame)
                    self._metrics.time(f"{self._kind}_choice", monotonic() - began)
                    if answer.failed:
                        raise BotFailed(answer.failed)
                    return answer
                log.error("a %s's process ended while it was at work", self._kind)
            raise NoChoice(ENDED)

    async def close(self) -> None:
        for worker in list(self._all):
            await self._drop(worker)
        self._free.clear()

    async def _asked(self, frame: bytes) -> Answered:
        worker = self._free.pop() if self._free else await self._new()
        try:
            answer = await asyncio.wait_for(worker.ask(frame), self._patience)
        except TimeoutError:
            await self._drop(worker)
            raise NoChoice(TOO_SLOW.format(self._patience)) from None
        except BaseException:
            await self._drop(worker)
            raise
        self._free.append(worker)
        return answer

    async def _new(self) -> Worker:
        worker = await Worker.start(self._systems)
        self._all.add(worker)
        return worker

    async def _drop(self, worker: Worker) -> None:
        self._metrics.count(f"{self._kind}_workers_ended")
        self._all.discard(worker)
        await worker.end()
