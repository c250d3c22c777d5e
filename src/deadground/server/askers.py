"""Questions of those who ask much are answered in a process of their own, so that no other table feels them.

Threads of one process take turns at its one interpreter, and every choice of a quiet table needs it a dozen times:
it would wait each time until the greedy one lets go. A process beside the server is the system's to share out, and
it can be ended in the middle of its work when nobody waits for that any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from deadground.server.bot_worker import Answered
from deadground.server.bot_workers import PLAYED, BotWorkers
from deadground.server.metrics import Metrics

T = TypeVar("T")

GLANCE = 1.0
"""Seconds after which one looks whether somebody still waits for an answer: ending a process is dear too."""


class Waiting(Protocol):
    """Whoever asks."""

    gone: bool


class Askers:
    """The process for questions, got ready when somebody first asks much. He is answered here meanwhile."""

    def __init__(self, metrics: Metrics, played: str = PLAYED) -> None:
        self._workers = BotWorkers(metrics, played, most=1, kind="question")
        self._getting_ready: asyncio.Task[Answered] | None = None

    def is_ready(self, frame: bytes) -> bool:
        """Whether the process answers at once. If there is none, one is started, and tries itself on this frame."""
        if self._getting_ready is None:
            self._getting_ready = asyncio.create_task(self._workers.choose(frame))
        if not self._getting_ready.done():
            return False
        if self._getting_ready.cancelled() or self._getting_ready.exception() is not None:
            self._getting_ready = None
            return False
        return True

    async def ask(self, frame: bytes, by: Waiting) -> Answered | None:
        """The answer; None if who asked has gone, and then the work is broken off."""
        answer = await unless_gone(self._workers.choose(frame), by)
        if answer is None:
            self._getting_ready = None
        return answer

    async def close(self) -> None:
        if self._getting_ready is not None:
            self._getting_ready.cancel()
            await asyncio.gather(self._getting_ready, return_exceptions=True)
        await self._workers.close()


async def unless_gone(work: Coroutine[Any, Any, T], by: Waiting) -> T | None:
    """What some work comes to, unless whoever waits for it goes before."""
    doing = asyncio.create_task(work)
    try:
        while not doing.done() and not by.gone:
            await asyncio.wait({doing}, timeout=GLANCE)
        return doing.result() if doing.done() else None
    finally:
        doing.cancel()
        await asyncio.gather(doing, return_exceptions=True)
