"""The store by itself: groups, conflicts, migrations, and databases it cannot use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import IntegrityError

from deadground.server.migrate import SCRIPTS
from deadground.server.store import NewGame, SeatRow, Store, StoreError, open_engine
from deadground.server.tables import HEAD, metadata

SEATS = (SeatRow(seat="red", kind="human", token="hash"), SeatRow(seat="blue", kind="bot", bot="random"))


def add(store: Store, game: str) -> None:
    new = NewGame(game=game, system="s", scenario="c", save=b"0", journal=(b"first",), seats=SEATS)
    store.add(new).result()


def test_what_is_kept_is_there_again(store: Store, database: Path) -> None:
    add(store, "one")
    store.append("one", 1, [b"second", b"third"], b"1").result()
    again = Store(f"sqlite:///{database}")
    kept = again.load("one")
    assert kept is not None
    assert (kept.save, kept.journal) == (b"1", (b"first", b"second", b"third"))
    assert set(again.seats("one")) == set(SEATS)
    assert (again.load("two"), again.seats("two")) == (None, ())
    again.close()


def test_a_bad_job_spoils_no_other(store: Store) -> None:
    """Many jobs wait at once, so some share a commit; one in ten repeats an entry and must fail alone."""
    for game in range(20):
        add(store, str(game))
    waiting = [store.append(str(game), int(game % 10 > 0), [b"x"], b"1") for game in range(20)]
    for game, done in enumerate(waiting):
        assert isinstance(done.exception(), IntegrityError) == (game % 10 == 0)
    for game in range(20):
        kept = store.load(str(game))
        assert kept is not None
        assert (len(kept.journal), kept.save) == ((1, b"0") if game % 10 == 0 else (2, b"1"))


def test_a_caller_that_goes_away_stops_nothing(store: Store) -> None:
    """A job that was called off is done or not done, but the writer goes on."""
    add(store, "one")
    called_off = [store.append("one", n, [b"x"], b"1") for n in range(1, 50)]
    done = [not one.cancel() for one in called_off]
    store.append("one", 50, [b"last"], b"2").result(timeout=20)
    kept = store.load("one")
    assert kept is not None
    assert len(kept.journal) == sum(done) + 2


def test_the_migrations_lead_to_the_tables(store: Store, database: Path) -> None:
    assert ScriptDirectory(str(SCRIPTS)).get_current_head() == HEAD
    engine = open_engine(f"sqlite:///{database}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_the_disk_is_waited_for(store: Store, database: Path) -> None:
    engine = open_engine(f"sqlite:///{database}")
    with engine.connect() as connection:
        told = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        ]
    engine.dispose()
    assert told == ["wal", 2]


def test_a_database_of_a_newer_version_is_left_alone(store: Store, database: Path, sql: Any) -> None:
    sql("update alembic_version set version_num = '9999'")
    with pytest.raises(StoreError, match="a newer version of Deadground has written it"):
        Store(f"sqlite:///{database}")
    assert sql("select version_num from alembic_version") == [("9999",)]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("nonsense", "is not a database address"),
        ("postgresql://localhost/games", "only SQLite"),
        ("sqlite://", "must be a file"),
        ("sqlite:////no/such/folder/games.sqlite", "unable to open database file"),
    ],
)
def test_a_database_that_cannot_be_used_says_why(url: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason):
        Store(url)
