"""Measuring side by side: short slices of each workload in turn, so that a busy machine slows both alike."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

import msgspec

Work = Callable[[], int]
"""Does a small piece of work and says how many units of it were done."""

SLICE = 0.1
"""How long one slice takes, in seconds."""

LEAST = 4
"""How many slices each workload gets at least."""


class Rates(msgspec.Struct, frozen=True):
    """Units per second of two workloads: the middle one of each, and the middle of their ratios."""

    ours: float
    peer: float
    ratio: float


def rate(work: Work, seconds: float = SLICE) -> float:
    """Units per second over one slice."""
    done, began = 0, perf_counter()
    while True:
        done += work()
        passed = perf_counter() - began
        if passed >= seconds:
            return done / passed


def compare(ours: Work, peer: Work, seconds: float) -> Rates:
    """Slices of both in turn for about `seconds`."""
    ours(), peer()
    pairs: list[tuple[float, float]] = []
    end = perf_counter() + seconds
    while len(pairs) < LEAST or perf_counter() < end:
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
    end = perf_counter() + seconds
    while len(rates) < LEAST or perf_counter() < end:
        rates.append(rate(ours))
    return median(rates)
