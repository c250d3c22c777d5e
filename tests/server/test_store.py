"""The store by itself: groups, conflicts, migrations, and databases it cannot use."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from deadground.server.checkpoints import Checkpoints
from deadground.server.migrate import SCRIPTS
from deadground.server.store import FileLost, NewGame, SeatRow, Store, StoreError, open_engine
from deadground.server.tables import HEAD, metadata
from tests.server.notices.receivers import wait_for

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
    for game in range(50):
        add(store, str(game))
    called_off = [store.append(str(game), 1, [b"x"], b"1") for game in range(49)]
    done = [not one.cancel() for one in called_off]
    store.append("49", 1, [b"last"], b"2").result(timeout=20)
    kept = [store.load(str(game)) for game in range(49)]
    assert [one is not None and len(one.journal) == 2 for one in kept] == done


def test_a_journal_gets_no_holes(store: Store) -> None:
    """A table that was laid out before a back-up was restored cannot write behind what the store has now."""
    add(store, "one")
    with pytest.raises(StoreError, match="another state of this game"):
        store.append("one", 3, [b"fourth"], b"3").result()
    kept = store.load("one")
    assert kept is not None
    assert (kept.save, kept.journal) == (b"0", (b"first",))
    store.append("one", 1, [b"second"], b"1").result()


def test_a_writer_that_has_stopped_is_started_again(store: Store) -> None:
    add(store, "one")
    store._writer.close()
    store.append("one", 1, [b"second"], b"1").result(timeout=20)


def test_a_job_that_ends_its_thread_ends_nothing_else(store: Store) -> None:
    def leave(_: Any) -> None:
        raise SystemExit

    with pytest.raises(SystemExit):
        store.write(leave).result(timeout=20)
    add(store, "one")


def test_a_change_by_somebody_else_is_seen(store: Store, sql: Any) -> None:
    seen = threading.Event()
    store.on_change = seen.set
    add(store, "one")
    add(store, "two")
    assert not seen.is_set(), "what the writer writes itself is no news"
    sql("update games set scenario = 'another'")
    add(store, "three")
    assert seen.is_set()
    seen.clear()
    sql("update games set scenario = 'a third'")
    assert seen.wait(20), "without a job it looks by itself"


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


def test_a_database_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "recipes.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("create table recipes (name text)")
    before = file.read_bytes()
    with pytest.raises(StoreError, match="not one of Deadground"):
        Store(f"sqlite:///{file}")
    assert file.read_bytes()[100:] == before[100:]


def test_a_damaged_database_is_noticed_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    store = Store(f"sqlite:///{file}")
    for game in range(50):
        add(store, str(game))
    store.close()
    with file.open("r+b") as written:
        written.seek(4096)
        written.write(b"\xff" * 8192)
    with pytest.raises(StoreError, match=r"it is damaged|malformed"):
        Store(f"sqlite:///{file}")


def moved(file: Path) -> None:
    file.rename(file.with_suffix(".old"))


def another_in_its_place(file: Path) -> None:
    moved(file)
    shutil.copy(file.with_suffix(".old"), file)


def written_over(file: Path) -> None:
    with file.open("r+b") as written:
        written.write(b"something else entirely, and longer than a header" * 10)


def cut_short(file: Path) -> None:
    os.truncate(file, 4096)


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        (moved, "moved away or replaced"),
        (another_in_its_place, "moved away or replaced"),
        (written_over, "is damaged|malformed|not a database"),
        (cut_short, "is damaged|malformed"),
    ],
)
def test_a_file_that_is_not_what_it_was_is_noticed_at_the_next_write(
    tmp_path: Path, harm: Callable[[Path], None], reason: str
) -> None:
    """Nothing is acknowledged that a restart would not find."""
    file = tmp_path / "games.sqlite"
    store = Store(f"sqlite:///{file}")
    add(store, "one")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    harm(file)
    with pytest.raises((StoreError, SQLAlchemyError), match=reason):
        store.append("one", 1, [b"second"], b"1").result(timeout=20)
    assert store.why_not_well()
    store.close()


def test_a_file_that_is_put_back_is_written_again(store: Store, database: Path) -> None:
    add(store, "one")
    moved(database)
    with pytest.raises(StoreError, match="moved away"):
        store.append("one", 1, [b"second"], b"1").result(timeout=20)
    assert not database.exists(), "no empty one was made in its place"
    database.with_suffix(".old").rename(database)
    store.append("one", 1, [b"second"], b"1").result(timeout=20)
    assert store.why_not_well() == ""


def test_everything_in_the_store_is_for_its_owner_alone(store: Store, database: Path) -> None:
    add(store, "one")
    files = [database, *(database.with_name(f"{database.name}-{end}") for end in ("wal", "shm"))]
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600] * 3


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


def test_what_was_written_ahead_is_copied_beside_the_writer(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer's own commits copy nothing, and what the thread copied is no change by somebody else."""
    monkeypatch.setattr(Checkpoints.__init__, "__defaults__", (0.02,))
    store = Store(f"sqlite:///{database}")
    changes: list[str] = []
    store.on_change = lambda: changes.append("changed")
    add(store, "one")
    for n in range(1, 40):
        store.append("one", n, [b"x" * 5000], b"1" * 50_000).result()
    wait_for(lambda: database.read_bytes().count(b"x" * 1000) >= 39)
    store._checkpoints.close()
    before = database.read_bytes()
    for n in range(40, 80):
        store.append("one", n, [b"y" * 5000], b"2" * 50_000).result()
    assert database.read_bytes() == before
    assert changes == []
    store.close()


def test_a_file_is_not_judged_by_its_length_while_pages_are_copied_into_it(
    store: Store, database: Path
) -> None:
    add(store, "one")
    store._checkpoints.close()
    with closing(sqlite3.connect(database)) as another:
        another.execute("PRAGMA wal_checkpoint")
    with database.open("r+b") as file:
        file.truncate(5000)
    store._checkpoints.running = True
    store._check_file()
    store._checkpoints.running = False
    with pytest.raises(FileLost, match="damaged"):
        store._check_file()
