"""A match as the store keeps it: a save without its journal, and the journal entry by entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from deadground.core.journal import Entry
from deadground.core.match import Match
from deadground.core.saves import checked, read, revive, whole_of
from deadground.core.system import System
from deadground.server.store import KeptGame

decode_entry = msgspec.json.Decoder(Entry).decode


def save_without_journal(match: Match[Any]) -> bytes:
    """The header and the latest position."""
    return msgspec.json.encode(checked(msgspec.structs.replace(whole_of(match), journal=())))


def entries_as_json(entries: Iterable[Entry]) -> tuple[bytes, ...]:
    return tuple(msgspec.json.encode(entry) for entry in entries)


def match_of(kept: KeptGame, systems: Mapping[str, System[Any]]) -> Match[Any]:
    """The match again, or a `SaveError` that says why not."""
    save, system = read(kept.save, systems)
    journal = tuple(decode_entry(entry) for entry in kept.journal)
    return revive(msgspec.structs.replace(save, journal=journal), system)
