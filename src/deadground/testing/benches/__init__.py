"""Fixed workloads, each measured beside a peer in the same run. `deadground bench` runs them by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, cast

import msgspec

NAMES: Mapping[str, str] = {
    "kernel": "random play on a state of 40 pieces, and copying that state",
    "sight": "sight lines over 40 pieces of terrain, one by one and everybody against everybody",
    "page": "the page in a browser: first load, frames, answers and cold start beside their aims",
    "server": "200 tables that play over sockets, more and more, and a thousand seats at rest",
    "skirmish": "whole squad fights and platoon attacks, bot against bot, and answers to chains of reactions",
    "stands": "whole battles of a meeting engagement, and a turn of a corps battle, bot against bot",
}
"""The benches and what each measures. Bench ``name`` is the module ``name`` beside this one."""

MARGINS = ("page", "server")
"""Benches whose figures are no work per second but how far an aim is met, 1 being just enough."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What a bench found. `ratio` is ours over the peer's, and `aim` the least it should be.

    A peer that is not installed is None, and then there is no ratio.
    """

    bench: str
    ratio: float | None
    aim: float
    ours: float
    peer: float | None
    how: str
    more: dict[str, Any] = {}


def measure(name: str, seconds: float) -> Result:
    """Run a bench for about this many seconds."""
    run = cast(Callable[[float], Result], import_module(f"{__name__}.{name}").measure)
    return run(seconds)
