"""Backing up and restoring the database while a server runs on it. A back-up is one SQLite file.

SQLite's own online copy takes the database at one moment and holds up nobody. A restored database appears to a
running server all at once; it sees that somebody else has written and lays its tables out anew.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from math import ceil
from pathlib import Path
from time import monotonic, time
from typing import Any

import msgspec
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from deadground.core.faults import SaveError
from deadground.server.database_file import make_for_owner
from deadground.server.kept import match_of
from deadground.server.migrate import SCRIPTS
from deadground.server.playable import Systems
from deadground.server.store import KeptGame

PATIENCE = 30.0
"""Seconds that a restore waits for a database that somebody is writing to."""


class CannotBackUp(Exception):
    """Why there is no back-up, or why one cannot be restored, in words."""


class Told(msgspec.Struct, frozen=True):
    """What is in a back-up: games, choices and other entries, and what is wrong with single games."""

    games: int
    entries: int
    faults: tuple[str, ...]


def back_up(url: str, file: Path, systems: Systems, force: bool = False) -> Told:
    """Copy a database into one file, look through the copy, and only then give it its name."""
    source = database_file(url)
    if not source.is_file():
        raise CannotBackUp(f"there is no database {source}")
    if file.exists() and not force:
        raise CannotBackUp(f"{file} is there already; --force writes over it")
    if file.exists() and file.samefile(source):
        raise CannotBackUp(f"{file} is the database itself")
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with trouble(f"{source} cannot be backed up to {file}"):
            copy(source, part)
            told = looked_through(part, systems)
            with part.open("rb") as written:
                os.fsync(written.fileno())
            part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return told


def restore(file: Path, url: str, systems: Systems, force: bool = False) -> Told:
    """Look through a back-up and put it in the place of a database, even under a running server."""
    target = database_file(url)
    if not file.is_file():
        raise CannotBackUp(f"there is no file {file}")
    if target.exists() and file.samefile(target):
        raise CannotBackUp(f"{file} is the database itself")
    with trouble(f"{file} cannot be restored"):
        told = looked_through(file, systems)
    with trouble(f"{target} cannot be written"):
        if target.exists() and target.stat().st_size and not force:
            raise CannotBackUp(f"{target} has games already; --force puts those of {file} in their place")
        target.parent.mkdir(parents=True, exist_ok=True)
        copy(file, target, keep_log=True)
        note_restored(target)
    return told


def note_restored(file: Path) -> None:
    """Write down when this was, for those who were away: `restored_since_visit` in notice_store.py reads it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version = {ceil(time())}")


def copy(source: Path, target: Path, keep_log: bool = False) -> None:
    """Copy a database page by page at one moment. `keep_log`: the target is worked on as a server does."""
    began = monotonic()

    def give_up(status: int, _left: int, _all: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and monotonic() - began > PATIENCE:
            raise CannotBackUp(f"{target} is being written to all the time")

    make_for_owner(target)
    with closing(read_only(source)) as old, closing(sqlite3.connect(target)) as new:
        new.execute("PRAGMA synchronous=FULL")
        old.backup(new, progress=give_up)
        new.execute(f"PRAGMA journal_mode={'WAL' if keep_log else 'DELETE'}")


def looked_through(file: Path, systems: Systems) -> Told:
    """What is in a database. It must be whole, and of a version that is known here; a game with a fault is told."""
    with closing(read_only(file)) as connection:
        ill = [row[0] for row in connection.execute("PRAGMA integrity_check(3)") if row[0] != "ok"]
        if ill:
            raise CannotBackUp(f"{file} is damaged: {ill[0].splitlines()[-1]}")
        check_revision(connection, file)
        ids = [row[0] for row in connection.execute("select id from games order by created, id")]
        faults = [f"game {game}: {fault}" for game in ids if (fault := fault_of(connection, game, systems))]
        (entries,) = connection.execute("select count(*) from entries").fetchone()
    return Told(len(ids), entries, tuple(faults))


def check_revision(connection: sqlite3.Connection, file: Path) -> None:
    known = {path.name[1:5] for path in (SCRIPTS / "versions").glob("v*.py")}
    try:
        row = connection.execute("select version_num from alembic_version").fetchone()
    except sqlite3.OperationalError:
        row = None
    if row is None:
        raise CannotBackUp(f"{file} is a database, but not one of Deadground")
    if row[0] not in known:
        raise CannotBackUp(f"a newer version of Deadground has written {file}")


def fault_of(connection: sqlite3.Connection, game: str, systems: Systems) -> str:
    """Why a game could not be laid out; '' if it can, and its position is the one its journal tells of."""
    (save,) = connection.execute("select save from games where id = ?", (game,)).fetchone()
    journal = connection.execute("select entry from entries where game = ? order by n", (game,))
    try:
        match = match_of(KeptGame(save, tuple(row[0] for row in journal)), systems)
    except SaveError as error:
        return str(error)
    if match.position.digest() != match.journal[-1].digest:
        return "its position is not the one its journal leads to"
    return ""


def read_only(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


@contextmanager
def trouble(what: str) -> Iterator[None]:
    """Tell what went wrong in one line."""
    try:
        yield
    except sqlite3.Error as error:
        raise CannotBackUp(f"{what}: {error}") from error
    except OSError as error:
        raise CannotBackUp(f"{what}: {error.strerror or error}") from error


def database_file(url: str) -> Path:
    """The file of a database address."""
    try:
        parsed: Any = make_url(url)
    except ArgumentError:
        raise CannotBackUp(
            f"'{url}' is not a database address; one looks like sqlite:///games.sqlite"
        ) from None
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        raise CannotBackUp("only SQLite databases in a file can be backed up")
    return Path(parsed.database)
