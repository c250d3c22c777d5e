"""What was written ahead is brought into the database's own file by a thread that nobody waits for.

SQLite would do that itself at every so many pages, at the end of a commit: that choice, and all behind it, would
wait until a megabyte and more has been copied and flushed. Here it is done beside the writer, who goes on.
"""

from __future__ import annotations

import contextlib
import threading

from sqlalchemy import Engine

EVERY = 1.0
"""Seconds between two rounds while something is being written."""

ONCE_BEHIND = 20_000
"""Pages written ahead from which on the writer itself lends a hand, lest the file grow without end."""


class Checkpoints:
    """The thread, and whether it is copying just now."""

    def __init__(self, engine: Engine, every: float = EVERY) -> None:
        self._engine = engine
        self._every = every
        self._written = threading.Event()
        self._closing = threading.Event()
        self.running = False
        """While pages are being copied the file may be shorter than it says itself."""
        self._thread = threading.Thread(target=self._go_round, name="store checkpoints", daemon=True)
        self._thread.start()

    def due(self) -> None:
        """Something was written."""
        self._written.set()

    def close(self) -> None:
        self._closing.set()
        self._written.set()
        self._thread.join()

    def _go_round(self) -> None:
        while not self._closing.wait(self._every):
            self._written.wait()
            self._written.clear()
            if not self._closing.is_set():
                self._copy()

    def _copy(self) -> None:
        """Copy as far as nobody is reading or writing. What is wrong with the file is the writer's to tell."""
        self.running = True
        try:
            with contextlib.suppress(Exception), self._engine.connect() as connection:
                driver = connection.connection.driver_connection
                if driver is not None:
                    driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        finally:
            self.running = False
