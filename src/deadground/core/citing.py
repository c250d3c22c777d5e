"""Which rule rows the engine spoke by. Events, tally lines, charts, refusals and option reads all cite here.

Citing costs one truth test while nobody listens. Recorders are process-wide, so that what a worker thread
cites during a test counts for that test; they are kept in a tuple, so that one thread may start or stop
recording while another is citing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class Recorder:
    """The rows cited so far."""

    __slots__ = ("rows",)

    def __init__(self) -> None:
        self.rows: set[str] = set()

    def __contains__(self, row: str) -> bool:
        return row in self.rows

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


_active: tuple[Recorder, ...] = ()
_lock = Lock()


def is_heard() -> bool:
    """Whether anybody listens to what is cited."""
    return bool(_active)


def cite(*rows: str) -> None:
    """Note that these rows were applied."""
    if _active:
        for recorder in _active:
            recorder.rows.update(rows)


@contextmanager
def recording() -> Iterator[Recorder]:
    """Collects what is cited inside the block; blocks may nest, and each hears everything inside it."""
    global _active
    recorder = Recorder()
    with _lock:
        _active = (*_active, recorder)
    try:
        yield recorder
    finally:
        with _lock:
            _active = tuple(one for one in _active if one is not recorder)
