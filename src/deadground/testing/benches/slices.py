"""Measuring side by side: short slices of each workload in turn, so that a busy machine slows both alike.

A slice counts the processor's time and not the clock's, so that waiting for a processor is nobody's fault.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import monotonic, process_time

import msgspec

Work = Callable[[], int]
"""Does a small piece of work and says how many units of it were done."""

SLICE = 0.1
"""How long one slice takes, in seconds of processor time."""

LEAST = 4
"""How many slices each workload gets at least."""


class Rates(msgspec.Struct, frozen=True):
    """Units per second of processor time: the middle one of each workload, and the middle of their ratios."""

    ours: float
    peer: float
    ratio: float


def rate(work: Work, seconds: float = SLICE) -> float:
    """Units per second of processor time, over one slice."""
    done, began = 0, process_time()
    while True:
        done += work()
        passed = process_time() - began
        if passed >= seconds:
            return done / passed


def compare(ours: Work, peer: Work, seconds: float) -> Rates:
    """Slices of both in turn for about `seconds`."""
    ours(), peer()
    pairs: list[tuple[float, float]] = []
    end = monotonic() + seconds
    while len(pairs) < LEAST or monotonic() < end:
        pairs.append((rate(ours), rate(peer)))
    return Rates(
        median(one for one, _ in pairs),
        median(other for _, other in pairs),
        median(one / other for one, other in pairs),
    )


def alone(ours: Work, seconds: float) -> float:
    """The middle rate of one workload's slices, where there is no peer."""
    ours()
    rates: list[float] = []
    end = monotonic() + seconds
    while len(rates) < LEAST or monotonic() < end:
        rates.append(rate(ours))
    return median(rates)
