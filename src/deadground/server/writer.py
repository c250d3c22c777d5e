"""The one thread that writes. What waits is committed together, and each waiting caller is then told.

One commit for many games costs one wait for the disk. If a group fails, its jobs are done one by one, so that
a bad one spoils no other.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future

from sqlalchemy import Connection, Engine

Job = Callable[[Connection], None]
Waiting = tuple[Job, "Future[None]"]

GROUP = 200
"""The most jobs in one commit."""


class Writer:
    """A queue of jobs and the thread that does them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store writer", daemon=True)
        self._thread.start()

    def do(self, job: Job) -> Future[None]:
        """Do a job in its turn. The future is done when the job is on the disk, or failed."""
        done: Future[None] = Future()
        self._waiting.put((job, done))
        return done

    def close(self) -> None:
        """Finish what waits, then stop."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        open_for_more = True
        while open_for_more:
            waiting, open_for_more = self._next_group()
            # From here on a caller that goes away cannot take its job back: it is done whole.
            group = [one for one in waiting if one[1].set_running_or_notify_cancel()]
            if group and not self._committed(group):
                for one in group:
                    self._alone(one)

    def _next_group(self) -> tuple[list[Waiting], bool]:
        group: list[Waiting] = []
        waiting = self._waiting.get()
        while waiting is not None:
            group.append(waiting)
            if len(group) == GROUP or self._waiting.empty():
                return group, True
            waiting = self._waiting.get()
        return group, False

    def _committed(self, group: list[Waiting]) -> bool:
        try:
            with self._engine.begin() as connection:
                for job, _ in group:
                    job(connection)
        except Exception:
            return False
        for _, done in group:
            done.set_result(None)
        return True

    def _alone(self, one: Waiting) -> None:
        job, done = one
        try:
            with self._engine.begin() as connection:
                job(connection)
        except Exception as error:
            done.set_exception(error)
        else:
            done.set_result(None)
