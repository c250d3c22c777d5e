"""The one thread that writes. What waits is committed together, and each waiting caller is then told.

One commit for many games costs one wait for the disk. If a group fails, its jobs are done one by one, so that
a bad one spoils no other. Between jobs it looks whether somebody else has written, which only a restore does.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from math import inf
from time import monotonic

from sqlalchemy import Connection, Engine

from deadground.server.metrics import Metrics

Job = Callable[[Connection], None]
Waiting = tuple[Job, "Future[None]"]
log = logging.getLogger(__name__)

GROUP = 200
"""The most jobs in one commit."""

WATCH = 2.0
"""Seconds after which a writer with nothing to do looks whether somebody else has written."""


class Writer:
    """A queue of jobs and the thread that does them.

    `version` tells a number that changes when another connection writes, and `on_change` is then called. `check`
    raises before a commit that would be in vain. `trouble_in` tells what a failure says of the store.
    """

    def __init__(
        self,
        engine: Engine,
        metrics: Metrics,
        version: Callable[[Connection], int],
        on_change: Callable[[], None],
        check: Callable[[], None],
        trouble_in: Callable[[BaseException], str],
    ) -> None:
        self._engine = engine
        self._metrics = metrics
        self._version = version
        self._on_change = on_change
        self._check = check
        self._trouble_in = trouble_in
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._connection: Connection | None = None
        self._seen: int | None = None
        self._began = inf
        self.trouble = ""
        """Why the store could not do the last job; '' if it did it."""
        self._starting = threading.Lock()
        self._thread = self._started()
        metrics.watch("writer_waiting", self._waiting.qsize)

    def do(self, job: Job) -> Future[None]:
        """Do a job in its turn. The future is done when the job is on the disk, or failed."""
        done: Future[None] = Future()
        began = monotonic()
        done.add_done_callback(lambda _: self._metrics.time("commit", monotonic() - began))
        self._waiting.put((job, done))
        if not self._thread.is_alive():
            self._start_again()
        return done

    def waits_since(self) -> float:
        """When the writer began what it is doing now; endlessly far ahead if it has nothing to do."""
        return self._began

    def close(self) -> None:
        """Finish what waits, then stop."""
        self._waiting.put(None)
        self._thread.join()

    def _started(self) -> threading.Thread:
        thread = threading.Thread(target=self._work, name="store writer", daemon=True)
        thread.start()
        return thread

    def _start_again(self) -> None:
        """A thread that ended by mistake is replaced, once, by whoever sees it first."""
        with self._starting:
            if not self._thread.is_alive():
                self._thread = self._started()

    def _work(self) -> None:
        open_for_more = True
        while open_for_more:
            waiting, open_for_more = self._next_group()
            self._look_round()
            # From here on a caller that goes away cannot take its job back: it is done whole.
            group = [one for one in waiting if one[1].set_running_or_notify_cancel()]
            self._began = monotonic()
            if group and not self._committed(group):
                for one in group:
                    self._alone(one)
            self._began = inf
        self._let_go()

    def _next_group(self) -> tuple[list[Waiting], bool]:
        group: list[Waiting] = []
        try:
            waiting = self._waiting.get(timeout=WATCH)
        except queue.Empty:
            return group, True
        while waiting is not None:
            group.append(waiting)
            if len(group) == GROUP or self._waiting.empty():
                return group, True
            waiting = self._waiting.get()
        return group, False

    def _committed(self, group: list[Waiting]) -> bool:
        try:
            connection = self._connected()
            with connection.begin():
                for job, _ in group:
                    job(connection)
                self._check()
        except BaseException:
            self._let_go()
            return False
        self._metrics.count("commits")
        self.trouble = ""
        for _, done in group:
            done.set_result(None)
        return True

    def _alone(self, one: Waiting) -> None:
        job, done = one
        try:
            connection = self._connected()
            with connection.begin():
                job(connection)
                self._check()
        except BaseException as error:
            self._let_go()
            self.trouble = self._trouble_in(error) or self.trouble
            done.set_exception(error)
        else:
            self._metrics.count("commits")
            self.trouble = ""
            done.set_result(None)

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _let_go(self) -> None:
        """Give the connection back. The next job gets one that knows nothing of what went wrong."""
        if self._connection is not None:
            self._connection.close()
            self._connection, self._seen = None, None

    def _look_round(self) -> None:
        """See whether somebody else has written since the last look."""
        try:
            version = self._version(self._connected())
        except Exception:
            self._let_go()
            return
        changed = self._seen is not None and version != self._seen
        self._seen = version
        if changed:
            log.warning("the database was changed by somebody else; the tables are laid out anew")
            self._on_change()
