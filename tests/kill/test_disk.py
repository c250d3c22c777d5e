"""A disk that is full, a database that cannot be written, a writer that hangs: a plain word, no half-written game.

Where the machine allows it the disk is a real one of a megabyte. Elsewhere SQLite is given a limit of pages, which
raises the same error at the same place.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from deadground.core.replay import audit
from deadground.server.kept import match_of
from deadground.server.store import Store
from tests.server import games
from tests.server.player import Player
from tests.server.running import Running, kept_match

Pragma = Callable[[str], None]


@pytest.fixture
def pragma(store: Store) -> Pragma:
    """Set something on every connection the writer will use from now on."""
    wanted: list[str] = []

    def checkout(connection: Any, _record: Any, _proxy: Any) -> None:
        for statement in wanted:
            connection.execute(f"PRAGMA {statement}")

    def set_to(statement: str) -> None:
        wanted.append(statement)
        store._writer.do(fail).exception()

    event.listen(store._engine, "checkout", checkout)
    return set_to


def fail(_: Any) -> None:
    """A job that fails, after which the writer takes a connection anew."""
    raise ZeroDivisionError


def whole(store: Store, game: str) -> int:
    """How many entries a game has. It must be whole: its journal plays to its position."""
    kept = store.load(game)
    assert kept is not None
    match = match_of(kept, games.systems())
    assert list(audit(match)) == []
    assert match.position.digest() == match.journal[-1].digest
    return len(match.journal)


def refused(player: Player, reason: str, store: Store, game: str, choice: Any = None) -> None:
    """A choice is not taken, with a plain word, as often as it is tried."""
    before, view = whole(store, game), deepcopy(player.view)
    for _ in range(2):
        answer = player.call("choose", choice=choice or player.choice())
        assert answer.reason == f"It could not be stored and was not taken: {reason}. The game is as it was."
    player.catch_up()
    assert player.view == view
    assert whole(store, game) == before


def test_a_full_database_is_told_and_the_table_goes_on_when_there_is_room(
    begin: Any, sit: Any, store: Store, pragma: Pragma, sql: Any
) -> None:
    opened = begin("duel", "company", blue="screen")
    player = sit(opened)
    player.choose()
    (pages,) = sql("PRAGMA page_count")[0]
    pragma(f"max_page_count = {pages}")
    two = [player, sit({**opened, **opened["seats"][1]})]
    asked, choice = play_until_refused(two)
    refused(asked, "database or disk is full", store, opened["game"], choice)
    pragma("max_page_count = 100000")
    assert asked.choose().__struct_config__.tag == "ack"
    assert whole(store, opened["game"]) > 2


def play_until_refused(
    players: list[Player], before: Callable[[], None] = lambda: None
) -> tuple[Player, Any]:
    """Play until a choice does not fit any more: that choice, and whose it is."""
    for _ in range(500):
        before()
        asked = whoever_is_asked(players)
        choice = asked.choice()
        if asked.call("choose", choice=choice).__struct_config__.tag == "error":
            return asked, choice
    raise AssertionError("the database never got full")


def whoever_is_asked(players: list[Player]) -> Player:
    for player in players:
        player.catch_up()
    return next(player for player in players if player.view["requests"])


def test_a_database_that_cannot_be_written_is_told_and_the_table_goes_on_when_it_can(
    begin: Any, sit: Any, store: Store, pragma: Pragma, client: Any
) -> None:
    opened = begin()
    player = sit(opened)
    pragma("query_only = on")
    refused(player, "attempt to write a readonly database", store, opened["game"])
    health = client.get("/health")
    assert (health.status_code, health.json()["ok"]) == (503, False)
    assert health.json()["reason"] == "attempt to write a readonly database"
    body = {"system": "duel", "scenario": "pair", "seats": {"red": "me"}}
    answer = client.post("/api/games", json=body)
    assert (answer.status_code, answer.json()["reason"]) == (503, "attempt to write a readonly database")
    pragma("query_only = off")
    assert client.get("/health").status_code == 503, "nothing has been written yet"
    player.play()
    assert player.view["outcome"]
    assert client.get("/health").status_code == 200


def test_a_database_that_somebody_holds_is_told_and_the_table_goes_on(
    begin: Any, sit: Any, store: Store, pragma: Pragma, database: Path
) -> None:
    opened = begin()
    player = sit(opened)
    pragma("busy_timeout = 50")
    with Store(f"sqlite:///{database}")._engine.connect() as other:
        other.exec_driver_sql("update games set scenario = scenario")
        refused(player, "database is locked", store, opened["game"])
        other.rollback()
    player.play()
    assert player.view["outcome"]


def test_a_writer_that_hangs_is_told_and_the_table_goes_on(
    begin: Any, sit: Any, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = begin()
    player = sit(opened)
    monkeypatch.setattr("deadground.server.rooms.STORE_PATIENCE", 0.3)
    release = threading.Event()
    hanging = store.write(lambda _: wait_for(release))
    refused(player, "the store does not answer", store, opened["game"])
    release.set()
    hanging.result(timeout=20)
    monkeypatch.setattr("deadground.server.rooms.STORE_PATIENCE", 30)
    player.play()
    assert player.view["outcome"]
    assert whole(store, opened["game"]) > 2


def test_a_choice_whose_commit_comes_too_late_is_there_whole(
    begin: Any, sit: Any, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was begun and cannot be called off: the table finds it in the store instead of writing it twice."""
    opened = begin("duel", "company", blue="screen")
    two = [sit({**opened, **seat}) for seat in opened["seats"]]
    release = threading.Event()
    append = store.append

    def slow(*arguments: Any) -> Any:
        written = append(*arguments)
        store.write(lambda _: None)
        return written

    def hang(_connection: Any) -> None:
        wait_for(release)

    event.listen(store._engine, "commit", hang)
    monkeypatch.setattr(store, "append", slow)
    monkeypatch.setattr("deadground.server.rooms.STORE_PATIENCE", 0.3)
    asked = whoever_is_asked(two)
    answer = asked.call("choose", choice=asked.choice())
    assert "the store does not answer" in answer.reason
    release.set()
    event.remove(store._engine, "commit", hang)
    monkeypatch.setattr("deadground.server.rooms.STORE_PATIENCE", 30)
    store.write(lambda _: None).result(timeout=20)
    for _ in range(3):
        asked = whoever_is_asked(two)
        asked.call("choose", choice=asked.choice())
    entries = whole(store, opened["game"])
    assert entries >= 4


def wait_for(release: threading.Event) -> None:
    release.wait(30)


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of a megabyte, if we may have one."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this machine lets us mount no small disk; the limit of pages is tested instead")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_real_disk_that_is_full_is_told_and_the_table_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        server = Running(disk / "games.sqlite")
        try:
            opened = server.begin("company", blue="screen")
            other = {**opened, **opened["seats"][1]}
            with server.sit(opened) as red, server.sit(other) as blue:
                for _ in range(2):
                    asked = whoever_is_asked([red, blue])
                    asked.call("choose", choice=asked.choice())
                filler = disk / "filler"
                asked, choice = play_until_refused([red, blue], lambda: fill(filler))
                assert "full" in asked.call("choose", choice=choice).reason
                filler.unlink()
                assert asked.call("choose", choice=choice).__struct_config__.tag == "ack"
        finally:
            server.end()
        match = kept_match(disk / "games.sqlite", opened["game"])
        assert list(audit(match)) == []


def fill(file: Path) -> None:
    """Write until there is no room."""
    with file.open("ab", buffering=0) as filler:
        try:
            while True:
                filler.write(bytes(4096))
        except OSError:
            pass
