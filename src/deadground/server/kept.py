"""A match as the store keeps it: a save without its journal, and the journal entry by entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from deadground.core.faults import SaveError
from deadground.core.journal import Entry
from deadground.core.match import Match
from deadground.core.saves import checked, read, revive, unsound, whole_of
from deadground.core.system import System
from deadground.server.store import KeptGame

decode_entry = msgspec.json.Decoder(Entry).decode


def save_without_journal(match: Match[Any]) -> bytes:
    """The header and the latest position. Entries that are kept already are never written again."""
    whole = msgspec.structs.replace(whole_of(match), journal=(), spelt=match.spelt)
    return msgspec.json.encode(checked(whole))


def entries_as_json(entries: Iterable[Entry]) -> tuple[bytes, ...]:
    return tuple(msgspec.json.encode(entry) for entry in entries)


def match_of(kept: KeptGame, systems: Mapping[str, System[Any]]) -> Match[Any]:
    """The match again, or a `SaveError` that says why not."""
    save, system = read(kept.save, systems)
    journal = tuple(entry_of(document, n) for n, document in enumerate(kept.journal))
    whole = msgspec.structs.replace(save, journal=journal)
    problem = unsound(whole)
    if problem:
        raise SaveError(f"this game does not agree with itself: {problem}")
    match = revive(whole, system)
    match.spelt = whole.spelt or ((0, whole.schema),)
    if match.spelt[-1][1] < system.schema:
        match.spelt = (*match.spelt, (len(journal), system.schema))
    return match


def entry_of(document: bytes, n: int) -> Entry:
    try:
        entry: Entry = decode_entry(document)
    except msgspec.DecodeError as error:
        raise SaveError(f"entry {n} of this game cannot be read: {error}") from None
    return entry
