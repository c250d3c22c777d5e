"""Where games are kept: SQLite, written ahead and flushed, so that what was acknowledged survives a crash."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, Engine, create_engine, event, exists, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from deadground.server.checkpoints import ONCE_BEHIND, Checkpoints
from deadground.server.database_file import DatabaseFile, FileTrouble, make_for_owner
from deadground.server.metrics import Metrics
from deadground.server.migrate import NotOurs, bring_up_to_date
from deadground.server.tables import entries, games, seats
from deadground.server.writer import Job, Writer

SEAT_COLUMNS = tuple(column for column in seats.c if column.name != "game")
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=5000",
    f"wal_autocheckpoint={ONCE_BEHIND}",
)


SeatKind = Literal["human", "screen", "bot", "observer", "link"]


PATIENCE = 5.0
"""Seconds after which a store that has not answered is said to be out of order."""


class StoreError(Exception):
    """The store cannot be opened, or could not keep something: in words for the person at the table."""


class FileLost(StoreError):
    """The file of the database is no longer at its place, or no longer whole."""


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where. `token` is the hash of a person's token.

    `human` is the one who began the game, `screen` another person at the same screen. A `link` seat is for somebody
    who was sent a link; it is open while it has no name. An `observer` is asked nothing: where bots have every seat
    it sees everything, else only what everybody may know. `name` is what a person is called, "" before one sits.
    """

    seat: str
    kind: SeatKind
    bot: str | None = None
    token: str | None = None
    name: str = ""


class NewGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be kept."""

    game: str
    system: str
    scenario: str
    save: bytes
    journal: tuple[bytes, ...]
    seats: tuple[SeatRow, ...]


class KeptGame(msgspec.Struct, frozen=True):
    """A game as it was kept: the save without its journal, and the journal."""

    save: bytes
    journal: tuple[bytes, ...]


class Store:
    """Reads from any thread; writes through one."""

    def __init__(self, url: str) -> None:
        self.metrics = Metrics()
        self._engine = open_engine(url)
        try:
            make_for_owner(file_of(url))
            bring_up_to_date(self._engine)
            self._file = DatabaseFile(file_of(url))
        except (SQLAlchemyError, sqlite3.Error, OSError, NotOurs) as error:
            self._engine.dispose()
            raise StoreError(f"the database {file_of(url)} cannot be used: {plain_reason(error)}") from error
        self._checkpoints = Checkpoints(self._engine)
        event.listen(self._engine, "do_connect", lambda *_: self._check_file())
        self.on_change: Callable[[], None] = nothing_to_do
        """Called from a thread when somebody else has written: a back-up was restored."""
        self._writer = Writer(
            self._engine, self.metrics, data_version, lambda: self.on_change(), self._check_file, trouble_in
        )

    def close(self) -> None:
        """Finish what is being written and let go of the file."""
        self._writer.close()
        self._checkpoints.close()
        self._engine.dispose()
        self._file.close()

    def _check_file(self) -> None:
        try:
            self._file.check(whole=not self._checkpoints.running)
        except FileTrouble as trouble:
            raise FileLost(str(trouble)) from trouble

    def add(self, new: NewGame, also: Job | None = None) -> Future[None]:
        """Keep a new game, and in the same step what another part of the server has to do with it."""

        def job(connection: Connection) -> None:
            row = {"id": new.game, "system": new.system, "scenario": new.scenario, "save": new.save}
            connection.execute(insert(games), {**row, "created": datetime.now(UTC)})
            connection.execute(
                insert(seats), [{"game": new.game, **msgspec.structs.asdict(seat)} for seat in new.seats]
            )
            connection.execute(insert(entries), rows_of(new.game, 0, new.journal))
            if also is not None:
                also(connection)

        return self.write(job)

    def append(
        self, game: str, first: int, added: Sequence[bytes], save: bytes, also: Job | None = None
    ) -> Future[None]:
        """Keep the entries a game was given, `first` being the number of the first, and its latest position.

        What another part of the server has to do with it is done in the same step.
        """

        def job(connection: Connection) -> None:
            connection.execute(insert(entries), rows_of(game, first, added))
            before = exists().where(entries.c.game == game, entries.c.n == first - 1)
            kept = connection.execute(update(games).where(games.c.id == game, before).values(save=save))
            if kept.rowcount != 1:
                raise StoreError("the store has another state of this game")
            if also is not None:
                also(connection)

        return self.write(job)

    def write(self, job: Job) -> Future[None]:
        """Do a job of another part of the server in the writer's turn. It may be tried twice."""
        done = self._writer.do(job)
        done.add_done_callback(lambda _: self._checkpoints.due())
        return done

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection to read by, at one moment."""
        return self._engine.connect()

    def why_not_well(self) -> str:
        """Why nothing can be kept just now; '' if it can. What failed is mended when something is written again."""
        if self._writer.waits_since() < monotonic() - PATIENCE:
            return "the store does not answer"
        return self._writer.trouble

    def seats(self, game: str) -> tuple[SeatRow, ...]:
        """The seats of a game; none if there is no such game."""
        wanted = select(*SEAT_COLUMNS).where(seats.c.game == game)
        with self._engine.connect() as connection:
            return tuple(SeatRow(**row) for row in connection.execute(wanted).mappings())

    def load(self, game: str) -> KeptGame | None:
        """A game with its journal, read at one moment."""
        journal = select(entries.c.entry).where(entries.c.game == game).order_by(entries.c.n)
        with self._engine.connect() as connection:
            save = connection.execute(select(games.c.save).where(games.c.id == game)).scalar()
            if save is None:
                return None
            return KeptGame(save, tuple(connection.execute(journal).scalars()))


def nothing_to_do() -> None:
    """What is done about a change while nobody has asked for anything."""


def data_version(connection: Connection) -> int:
    """A number that changes when another connection has written to the file."""
    driver: Any = connection.connection.driver_connection
    found: int = driver.execute("PRAGMA data_version").fetchone()[0]
    return found


def rows_of(game: str, first: int, journal: Sequence[bytes]) -> list[dict[str, Any]]:
    return [{"game": game, "n": n, "entry": entry} for n, entry in enumerate(journal, first)]


def check_address(url: str) -> None:
    """Raise a `StoreError` unless this is the address of a database that can be used here."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError(
            f"'{url}' is not a database address; one looks like sqlite:///games.sqlite"
        ) from None
    if parsed.get_backend_name() != "sqlite":
        raise StoreError(f"only SQLite databases can be used, not {parsed.get_backend_name()}")
    if parsed.database in (None, "", ":memory:"):
        raise StoreError("the database must be a file: games are to survive a restart")


def open_engine(url: str) -> Engine:
    check_address(url)
    engine = create_engine(url)
    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", begin)
    return engine


def set_up(connection: Any, _record: Any) -> None:
    """Leave transactions to us: Python's driver would commit before every change of a table."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def file_of(url: str) -> Path:
    """The file of a database address that was found good."""
    return Path(make_url(url).database or "")


def trouble_in(error: BaseException) -> str:
    """What is wrong with the store if a job failed so; '' if the job itself was no good."""
    return plain_reason(error) if isinstance(error, SQLAlchemyError | FileLost) else ""


def plain_reason(error: BaseException) -> str:
    """What the database said, without the statement and the advice of the library."""
    original = getattr(error, "orig", None) or getattr(error, "strerror", None)
    return str(original or error).splitlines()[0]
