"""Older layouts of a saved position, carried over one schema at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Plain = dict[str, Any]


def dugouts_as_records(position: Plain) -> Plain:
    """Positions left on the table were pairs of a place and a facing; each is a record now, known to everybody."""
    state = position["state"]
    named = {f"dugout-{number}": pair for number, pair in enumerate(state["dugouts"], 1)}
    dugouts = {id: {"id": id, "at": at, "facing": facing} for id, (at, facing) in named.items()}
    return {**position, "state": {**state, "dugouts": dugouts}}


MIGRATIONS: Mapping[int, Callable[[Plain], Plain]] = {1: dugouts_as_records}
"""From schema n to n + 1."""
