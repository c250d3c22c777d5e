"""Backing up and restoring while a server runs: one file, looked through, and a clear word when it is no good."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from deadground.server import backup
from deadground.server.backup import CannotBackUp, back_up, looked_through, restore
from deadground.server.notice_store import restored_since_visit
from deadground.server.rooms import RESTORED
from deadground.server.store import Store
from tests.server import games
from tests.server.notices.receivers import wait_for
from tests.server.player import Player
from tests.server.running import Start, command, kept_match

SYSTEMS = games.systems()


@pytest.fixture
def url(database: Path) -> str:
    return f"sqlite:///{database}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup.sqlite"


@pytest.fixture
def pair(begin: Any, sit: Any) -> list[Player]:
    """Two people at a table."""
    opened = begin("duel", "company", blue="screen")
    return [sit({**opened, **seat}) for seat in opened["seats"]]


def play(players: list[Player], choices: int) -> None:
    """Let whoever is asked choose, so many times."""
    for _ in range(choices):
        for player in players:
            player.catch_up()
        assert next(player for player in players if player.view["requests"]).choose()


def test_a_back_up_is_taken_while_a_game_is_played_and_restored_under_the_server(
    pair: list[Player], url: str, file: Path
) -> None:
    """The server sees it by itself: the table goes back to what was backed up, and goes on from there."""
    play(pair, 3)
    told = back_up(url, file, SYSTEMS)
    assert (told.games, told.entries, told.faults) == (1, 4, ())
    pair[0].catch_up()
    seen = pair[0].view["digest"]
    play(pair, 4)
    pair[0].catch_up()
    assert pair[0].view["digest"] != seen
    assert restore(file, url, SYSTEMS, force=True) == told
    while pair[0].view["digest"] != seen:
        pair[0].read()
    for player in pair:
        assert RESTORED in told_of_trouble(player)
    play(pair, 3)


def told_of_trouble(player: Player) -> str:
    while not player.frames[-1].startswith('{"type":"error"'):
        player.read()
    return player.frames[-1]


def test_who_was_away_during_a_restore_is_told_when_he_comes_and_only_once(
    begin: Any, visit: Any, url: str, file: Path, store: Store
) -> None:
    opened = begin("duel", "company")
    with visit(opened) as player:
        player.catch_up()
    back_up(url, file, SYSTEMS)
    restore(file, url, SYSTEMS, force=True)
    sleep(1.1)  # it is written down to the second
    with visit(opened) as player:
        assert RESTORED in told_of_trouble(player)
    wait_for(lambda: not restored_since_visit(store, opened["game"], opened["seat"]))
    with visit(opened) as player:
        player.catch_up()
        player.catch_up()
        assert not [frame for frame in player.frames if RESTORED in frame]
    with visit(begin("duel", "company")) as player:
        player.catch_up()
        assert not [frame for frame in player.frames if RESTORED in frame]


def test_a_back_up_is_for_its_owner_alone(begin: Any, url: str, file: Path, tmp_path: Path) -> None:
    begin()
    back_up(url, file, SYSTEMS)
    restore(file, f"sqlite:///{tmp_path / 'new.sqlite'}", SYSTEMS)
    assert [stat.S_IMODE(one.stat().st_mode) for one in (file, tmp_path / "new.sqlite")] == [0o600] * 2


def test_a_choice_on_a_table_of_before_is_not_written_behind_the_restored_one(
    pair: list[Player], url: str, file: Path, sql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the server had not noticed yet, the journal gets no hole."""
    play(pair, 2)
    back_up(url, file, SYSTEMS)
    play(pair, 3)
    monkeypatch.setattr("deadground.server.rooms.Room.lay_out_anew", forgetting)
    restore(file, url, SYSTEMS, force=True)
    for player in pair:
        player.catch_up()
    asked = next(player for player in pair if player.view["requests"])
    answer = asked.call("choose", choice=asked.choice())
    assert "the store has another state of this game" in answer.reason
    assert sql("select count(*), max(n) from entries") == [(3, 2)]
    play(pair, 3)


async def forgetting(_: Any) -> None:
    """A room that is not told."""


def test_a_game_that_is_gone_sends_its_people_away(
    begin: Any, sit: Any, url: str, file: Path, client: Any
) -> None:
    back_up(url, file, SYSTEMS)
    player = sit(begin("duel", "company", blue="screen"))
    restore(file, url, SYSTEMS, force=True)
    while not player.frames[-1].startswith('{"type":"error"'):
        player.read()
    assert "the store has no game" in player.frames[-1]


def test_the_commands_back_up_and_restore_a_running_server(start: Start, database: Path, file: Path) -> None:
    server = start()
    opened = server.begin("company")
    with server.sit(opened) as player:
        player.play(3)
        done = run("backup", str(file), "--database", f"sqlite:///{database}")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("1 games with ")
        player.play(3)
        again = run("restore", str(file), "--database", f"sqlite:///{database}")
        assert again.returncode == 2
        assert "--force puts those of" in again.stderr
        done = run("restore", str(file), "--database", f"sqlite:///{database}", "--force")
        assert (done.returncode, done.stderr) == (0, "")
    with server.sit(opened) as player:
        player.play(2)
    match = kept_match(database, opened["game"])
    assert [entry.n for entry in match.journal] == list(range(len(match.journal)))


def test_a_new_place_needs_no_force(begin: Any, url: str, file: Path, tmp_path: Path) -> None:
    begin()
    back_up(url, file, SYSTEMS)
    elsewhere = tmp_path / "new" / "folder" / "games.sqlite"
    assert restore(file, f"sqlite:///{elsewhere}", SYSTEMS).games == 1
    assert looked_through(elsewhere, SYSTEMS).games == 1


def test_what_is_there_is_not_written_over_unasked(begin: Any, url: str, file: Path) -> None:
    begin()
    file.write_text("dear to somebody", "utf-8")
    with pytest.raises(CannotBackUp, match="is there already; --force"):
        back_up(url, file, SYSTEMS)
    assert file.read_text("utf-8") == "dear to somebody"
    assert back_up(url, file, SYSTEMS, force=True).games == 1


def no_database(file: Path) -> None:
    file.write_text("this is not a database, but it is long enough", "utf-8")


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-5000])


def another_s(file: Path) -> None:
    file.unlink()
    execute(file, "create table recipes (name text)")


def of_the_future(file: Path) -> None:
    execute(file, "update alembic_version set version_num = '9999'")


def execute(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        (no_database, "file is not a database"),
        (cut_short, "damaged|malformed"),
        (another_s, "not one of Deadground"),
        (of_the_future, "a newer version of Deadground"),
        (Path.unlink, "there is no file"),
    ],
)
def test_a_bad_back_up_is_refused_and_nothing_is_touched(
    begin: Any, url: str, file: Path, sql: Any, harm: Callable[[Path], None], reason: str
) -> None:
    begin("duel", "company")
    back_up(url, file, SYSTEMS)
    harm(file)
    kept = sql("select * from entries")
    with pytest.raises(CannotBackUp, match=reason):
        restore(file, url, SYSTEMS, force=True)
    assert sql("select * from entries") == kept


@pytest.mark.parametrize(
    ("harm", "fault"),
    [
        ("update games set save = replace(save, 'pair', 'pear')", "this save was changed"),
        ("delete from entries", "its journal has no beginning"),
    ],
)
def test_a_single_bad_game_is_named_and_the_others_are_restored(
    begin: Any, url: str, file: Path, tmp_path: Path, harm: str, fault: str
) -> None:
    begin()
    back_up(url, file, SYSTEMS)
    execute(file, harm)
    told = restore(file, f"sqlite:///{tmp_path / 'new.sqlite'}", SYSTEMS)
    assert told.games == 1
    assert fault in told.faults[0]


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("nonsense", "is not a database address"),
        ("sqlite://", "only SQLite databases in a file"),
        ("sqlite:////no/such/folder/games.sqlite", "there is no database"),
    ],
)
def test_a_database_that_is_none_is_told(address: str, reason: str, file: Path) -> None:
    with pytest.raises(CannotBackUp, match=reason):
        back_up(address, file, SYSTEMS)
    assert not file.exists()


def test_the_database_itself_is_no_back_up(begin: Any, url: str, database: Path) -> None:
    begin()
    with pytest.raises(CannotBackUp, match="is the database itself"):
        back_up(url, database, SYSTEMS, force=True)
    with pytest.raises(CannotBackUp, match="is the database itself"):
        restore(database, url, SYSTEMS, force=True)


def test_a_database_that_is_always_busy_is_given_up(
    begin: Any, url: str, file: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin()
    back_up(url, file, SYSTEMS)
    monkeypatch.setattr(backup, "PATIENCE", 0.2)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("begin immediate")
        with pytest.raises(CannotBackUp, match=r"being written to all the time|locked"):
            restore(file, url, SYSTEMS, force=True)
        other.execute("rollback")
    assert restore(file, url, SYSTEMS, force=True).games == 1


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), capture_output=True, text=True, timeout=60)
