"""Wrong keys and other refusals: counted for each address, so that guessing is slow and does not fill the log.

A key is 24 random bytes and cannot be guessed. This only keeps those who try from making work and noise. A right
key is taken from any address at any time, so nobody can lock a player out by guessing in his neighbourhood.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable

log = logging.getLogger(__name__)

MOST = 20
"""Wrong keys that an address may bring within the window; after that it is told to wait."""

WINDOW = 60.0
"""Seconds."""

ADDRESSES = 10_000
"""The most addresses that are remembered; the oldest goes."""


class Attempts:
    """How many wrong keys, or `what` else is counted, each address has brought lately."""

    def __init__(self, what: str = "wrong keys", clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._clock = clock
        self._failed: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def failed(self, address: str, what: str) -> bool:
        """Note a wrong key; True if it was one too many. `what` goes into the log, and never the key itself."""
        now = self._clock()
        since, count = self._failed.pop(address, (now, 0))
        if now - since > WINDOW:
            since, count = now, 0
        count += 1
        self._failed[address] = since, count
        if len(self._failed) > ADDRESSES:
            self._failed.popitem(last=False)
        if count <= MOST:
            log.warning("refused %s: %s", address, what)
        elif count == MOST + 1:
            log.warning("refused %s: too many %s; not logged again for a minute", address, self._what)
        return count > MOST


NONSENSE = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)
"""What the web server says of strangers who send anything at all, once for each and some with a traceback."""


class Calm(logging.Filter):
    """Takes what the web server says of nonsense out of the log and counts it as a refusal."""

    def __init__(self, refusals: Attempts) -> None:
        super().__init__()
        self._refusals = refusals

    def filter(self, record: logging.LogRecord) -> bool:
        if record.msg not in NONSENSE:
            return True
        self._refusals.failed("somebody", str(record.msg).rstrip("."))
        return False
