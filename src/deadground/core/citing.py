"""Which rule rows the engine spoke by. Events, tally lines, charts, refusals and option reads all cite here.

Citing costs one truth test while nobody listens. Recorders are process-wide, so that what a worker thread
cites during a test counts for that test; they are kept in a tuple, so that one thread may start or stop
recording while another is citing.

A rule proves something only where a player can come to it. The functions by which players come in are marked
`@way_in`: the kernel running steps and questions, the calls a page makes, commands, reading and checking files.
What is cited below one of them is *played*; what a test calls bare is only *heard*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Lock, local
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Recorder:
    """The rows cited so far, and those of them that were cited below a player's way in."""

    __slots__ = ("played", "rows")

    def __init__(self) -> None:
        self.rows: set[str] = set()
        self.played: set[str] = set()

    def __contains__(self, row: str) -> bool:
        return row in self.rows

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


class _Inside(local):
    """How many ways in this thread is below."""

    ways = 0


_active: tuple[Recorder, ...] = ()
_inside = _Inside()
_lock = Lock()


def is_heard() -> bool:
    """Whether anybody listens to what is cited."""
    return bool(_active)


def cite(*rows: str) -> None:
    """Note that these rows were applied."""
    if _active:
        for recorder in _active:
            recorder.rows.update(rows)
            if _inside.ways:
                recorder.played.update(rows)


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


def way_in(enter: Callable[P, T]) -> Callable[P, T]:
    """Mark a function as one by which players come to the rules; it costs one truth test while nobody listens."""

    @wraps(enter)
    def entered(*args: P.args, **kwargs: P.kwargs) -> T:
        if not _active:
            return enter(*args, **kwargs)
        _inside.ways += 1
        try:
            return enter(*args, **kwargs)
        finally:
            _inside.ways -= 1

    return entered
