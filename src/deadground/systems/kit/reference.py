"""Entries of data files as records of plain values, for tables that players look things up in."""

from __future__ import annotations

from typing import Any

import msgspec

Record = dict[str, Any]


def listed(one: msgspec.Struct) -> Record:
    """An entry as a record; several words in one cell are read in one breath."""
    found: Record = msgspec.to_builtins(one)
    return {name: " ".join(value) if is_words(value) else value for name, value in found.items()}


def is_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)
