"""Saved games. A save is a header, the journal and the latest position, as one JSON document.

The journal is the truth, the position is for speed. Loading takes the position, carried over from older schemas;
where that fails, the journal is played again, and the first entry that no longer fits is named.
"""

from __future__ import annotations

import hashlib
import os
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from deadground.core import agenda, replay
from deadground.core.agenda import Frame
from deadground.core.aside import Aside
from deadground.core.dice import commitment
from deadground.core.events import SeenEvent
from deadground.core.faults import SaveError, SetupError, did_you_mean
from deadground.core.journal import AnyAct, Began, Entry
from deadground.core.match import Match, Spelling
from deadground.core.messages import SeenView
from deadground.core.position import Pending, Position
from deadground.core.system import Setup, System
from deadground.core.view import Outcome

T = TypeVar("T")
FORMAT = 1
"""The layout of the document itself. A system's own layout is its `schema`."""


class PlainPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A position as a save holds it."""

    state: Any
    agenda: tuple[Frame, ...]
    pending: Pending | None
    sealed: dict[str, Any]
    outcome: Outcome | None
    dice: tuple[int, ...]
    aside: Aside = msgspec.field(default_factory=Aside)


class Crash(msgspec.Struct, frozen=True):
    """What a rule failed on: the act, and the error."""

    act: AnyAct
    error: str


class Save(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game. It holds the seed: it leaves the server only when the game is over or one person plays."""

    format: int
    system: str
    version: str
    schema: int
    data: str
    setup: Setup
    seed: str
    commitment: str
    serials: dict[str, int]
    journal: tuple[Entry, ...]
    position: PlainPosition
    crash: Crash | None = None
    spelt: Spelling = ()
    """From which entry on the journal is written in which schema; () where all of it is in that of the save."""
    check: str = ""


class SeatExport(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may take away during play: its own view and log."""

    format: int
    view: SeenView
    log: tuple[SeenEvent, ...]


def schema_of(whole: Save, n: int) -> int:
    """The schema that entry `n` of a journal is written in."""
    return next((schema for start, schema in reversed(whole.spelt) if start <= n), whole.schema)


def plain_position(position: Position[Any]) -> PlainPosition:
    return PlainPosition(
        state=msgspec.to_builtins(position.state),
        agenda=tuple(agenda.pack(running) for running in position.agenda),
        pending=position.pending,
        sealed=position.sealed,
        outcome=position.outcome,
        dice=position.dice,
        aside=position.aside,
    )


def save(match: Match[Any], crash: Crash | None = None) -> bytes:
    """A match as a document that `load` reads."""
    return msgspec.json.encode(checked(whole_of(match, crash)))


def whole_of(match: Match[Any], crash: Crash | None = None) -> Save:
    """A match as a save that has no check yet."""
    system = match.system
    return Save(
        format=FORMAT,
        system=system.name,
        version=match.version,
        schema=system.schema,
        data=system.data_digest(),
        setup=match.setup,
        seed=match.seed.hex(),
        commitment=match.commitment,
        serials=match.serials,
        journal=tuple(match.journal),
        position=plain_position(match.position),
        crash=crash,
    )


def checked(whole: Save) -> Save:
    """The save with its check filled in."""
    return msgspec.structs.replace(whole, check=checksum(msgspec.to_builtins(whole)))


def checksum(plain: dict[str, Any]) -> str:
    """A digest over a save without its own check: it tells an accident from a whole file."""
    body = {key: value for key, value in plain.items() if key != "check"}
    return hashlib.blake2b(msgspec.json.encode(body), digest_size=16).hexdigest()


def read(document: bytes, systems: Mapping[str, System[Any]]) -> tuple[Save, System[Any]]:
    """The save in a document and the system it belongs to, or a `SaveError` that says what is wrong."""
    try:
        plain = msgspec.json.decode(document)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"this is not a whole saved game: {error}") from None
    if not isinstance(plain, dict) or "journal" not in plain or "system" not in plain:
        raise SaveError("this is not a saved game of Deadground")
    if not isinstance(plain.get("format"), int) or plain["format"] > FORMAT:
        raise SaveError(
            f"this save has format {plain.get('format')}; this version of Deadground reads up to {FORMAT}"
        )
    name = str(plain["system"])
    if name not in systems:
        raise SaveError(f"this save is of a system '{name}' that is not here: {did_you_mean(name, systems)}")
    system = systems[name]
    if isinstance(plain.get("schema"), int) and plain["schema"] > system.schema:
        raise SaveError(
            f"this save of {name} has schema {plain['schema']}; this version reads up to {system.schema}"
        )
    if plain.get("check") != checksum(plain):
        raise SaveError("this save was changed after it was written: its check does not fit")
    try:
        return msgspec.convert(plain, Save), system
    except msgspec.ValidationError as error:
        raise SaveError(f"this save does not have the layout of a game: {error}") from None


def load(document: bytes, systems: Mapping[str, System[Any]]) -> Match[Any]:
    """The match in a document, ready to go on."""
    whole, system = read(document, systems)
    problem = unsound(whole)
    if problem:
        raise SaveError(f"this save does not agree with itself: {problem}")
    return revive(whole, system)


def unsound(whole: Save) -> str | None:
    """What in a save contradicts itself, though it has the right layout."""
    try:
        seed = bytes.fromhex(whole.seed)
    except ValueError:
        return "its seed is not one"
    if commitment(seed) != whole.commitment:
        return "its seed is not the one that was promised when the game began"
    if whole.serials.keys() != set(whole.setup.seats):
        return "its serial numbers are not those of its seats"
    failed_at_set_up = whole.crash is not None and not whole.journal
    if not failed_at_set_up and not (whole.journal and isinstance(whole.journal[0].act, Began)):
        return "its journal has no beginning"
    for number, entry in enumerate(whole.journal):
        problem = replay.numbered_wrong(entry, number)
        if problem:
            return f"at entry {number}, {problem}"
    return None


def revive(whole: Save, system: System[Any]) -> Match[Any]:
    """The match of a save; a `SaveError` where its scenario or its options are no longer there."""
    setup = whole.setup
    for schema in range(whole.schema, system.schema):
        setup = carried(setup, system.setup_migrations.get(schema))
    setup = setup if whole.version == system.version else system.completed(setup)
    try:
        system.check_setup(setup)
    except SetupError as error:
        raise SaveError(f"this save cannot be set up: {error}") from None
    match = Match(system, setup, bytes.fromhex(whole.seed))
    match.version, match.serials = whole.version, dict(whole.serials)
    match.journal = [of_today(entry, schema_of(whole, entry.n), system) for entry in whole.journal]
    try:
        match.position = position_of(whole, system)
    except Exception:
        match.position = replay.rebuild(match)
    return match


def of_today(entry: Entry, schema: int, system: System[Any]) -> Entry:
    """An entry of the journal with its act as today's schema writes it. Digests stay what they were."""
    act = entry.act
    for older in range(schema, system.schema):
        act = carried(act, system.act_migrations.get(older))
    return entry if act is entry.act else msgspec.structs.replace(entry, act=act)


def carried(value: T, migrate: Callable[[dict[str, Any]], dict[str, Any]] | None) -> T:
    """A struct whose plain data went through a migration, where there is one."""
    return msgspec.convert(migrate(msgspec.to_builtins(value)), type(value)) if migrate else value


def position_of(whole: Save, system: System[Any]) -> Position[Any]:
    """The saved position, carried over from an older schema where needed."""
    plain = msgspec.to_builtins(whole.position)
    for schema in range(whole.schema, system.schema):
        plain = system.migrations[schema](plain)
    frames = msgspec.convert(plain["agenda"], list[Frame])
    position = Position(
        msgspec.convert(plain["state"], system.state_type),
        [agenda.unpack(renamed(frame, system.renamed)) for frame in frames],
    )
    position.pending = msgspec.convert(plain["pending"], Pending | None)
    position.sealed = plain["sealed"]
    position.outcome = msgspec.convert(plain["outcome"], Outcome | None)
    position.dice = tuple(plain["dice"])
    position.aside = msgspec.convert(plain["aside"], Aside)
    if position.pending and position.pending.question not in position.agenda[-1].questions:
        raise agenda.AgendaError(f"no question is called '{position.pending.question}'")
    return position


def renamed(frame: Frame, names: Mapping[str, str]) -> Frame:
    """A frame under the names its procedure and step have today."""
    key = names.get(frame.key, frame.key)
    at = names.get(f"{frame.key}.{frame.at}", frame.at)
    holds = agenda.PROCEDURES[key].holds_keys if key in agenda.PROCEDURES else ()
    fields = {
        name: names.get(value, value) if name in holds else value for name, value in frame.fields.items()
    }
    return Frame(key, at, frame.reply, fields)


def write_crash(match: Match[Any], act: AnyAct, error: Exception, folder: Path) -> Path:
    """Keep the game as it was before a rule failed, with the act it failed on."""
    trace = "".join(traceback.format_exception(error))
    document = save(match, Crash(act, trace))
    name = f"{match.system.name}-{hashlib.blake2b(document, digest_size=6).hexdigest()}.crash.json"
    return write_file(folder / name, document)


def write_file(path: Path, document: bytes) -> Path:
    """Write a file whole or not at all, for its owner alone: a game's seed and secrets are in it."""
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.touch(0o600)
    part.write_bytes(document)
    part.replace(path)
    return path
