"""What an operator needs: health, figures for him alone, and a stop that loses nothing."""

from __future__ import annotations

import re
import signal
import threading
from pathlib import Path
from typing import Any, NoReturn

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed

from deadground.core.journal import Chose
from deadground.core.replay import audit
from deadground.server.app import app_over
from deadground.server.lobby import Lobby
from deadground.server.metrics import COUNTERS, LEVELS, TIMES, VARIABLE
from deadground.server.rooms import STOPPING
from deadground.server.store import Store, StoreError
from deadground.testing.duel import DUEL
from tests.server.player import Player
from tests.server.running import Start, kept_match

TOKEN = "a token of the operator's own"
OPERATOR = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture(autouse=True)
def operator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, TOKEN)


def figures(client: Any) -> dict[str, float]:
    """Every line of the figures that is not a comment."""
    answer = client.get("/metrics", headers=OPERATOR)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_every_figure_is_described_once_and_reads_as_prometheus_wants_it(client: Any) -> None:
    text = client.get("/metrics", headers=OPERATOR).text
    for name in (*(f"{name}_total" for name in COUNTERS), *(f"{name}_seconds" for name in TIMES), *LEVELS):
        assert text.count(f"# TYPE deadground_{name} ") == 1
        assert text.count(f"# HELP deadground_{name} ") == 1
    for line in text.splitlines():
        assert re.fullmatch(
            r'# (HELP|TYPE) deadground_\w+ .+|deadground_\w+(\{\w+="[^"]*"\})? [0-9.e+-]+', line
        )


def test_every_figure_is_in_the_operator_s_handbook() -> None:
    handbook = (Path(__file__).parents[2] / "docs" / "operating.md").read_text("utf-8")
    named = (*(f"{name}_total" for name in COUNTERS), *(f"{name}_seconds" for name in TIMES), *LEVELS)
    assert [name for name in named if f"`deadground_{name}`" not in handbook] == []


def test_choices_and_refusals_are_counted(client: Any, begin: Any, sit: Any) -> None:
    player = sit(begin())
    made = player.play(3)
    player.choose(serial=-1)
    player.call("choose", choice={**player.choice(), "kind": "orders"})
    player.send("this is no call")
    found = figures(client)
    assert found["deadground_choices_total"] == made == 3
    assert found["deadground_refused_total"] == 2
    assert found["deadground_unreadable_total"] == 1
    assert found["deadground_bot_choices_total"] >= 1
    assert found["deadground_games_open"] == found["deadground_seats_connected"] == 1
    assert found["deadground_bot_workers"] == 1
    assert found["deadground_commits_total"] >= 4
    assert found["deadground_answer_seconds_count"] == 5
    assert found['deadground_answer_seconds_bucket{le="+Inf"}'] == 5
    assert found["deadground_memory_bytes"] > 10_000_000


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer "}, {"authorization": f"Basic {TOKEN}"}])
def test_nobody_else_is_told_the_figures(client: Any, headers: dict[str, str]) -> None:
    """They would tell a player that the other has just chosen in secret."""
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 403
    assert VARIABLE in answer.json()["reason"]


def test_without_a_token_in_the_environment_there_is_no_operator(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE)
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 403


def test_health_says_what_is_wrong_until_something_is_written_again(
    client: Any, begin: Any, sit: Any, sql: Any
) -> None:
    """To ask for it mends nothing, and that nobody plays is no proof that the disk has room again."""
    assert client.get("/health").json() == {"ok": True, "reason": ""}
    player = sit(begin())
    sql("create trigger full before insert on entries begin select raise(abort, 'no room'); end")
    assert "no room" in player.call("choose", choice=player.choice()).reason
    for _ in range(2):
        answer = client.get("/health")
        assert (answer.status_code, answer.json()) == (503, {"ok": False, "reason": "no room"})
    sql("drop trigger full")
    assert client.get("/health").status_code == 503
    assert player.choose().__struct_config__.tag == "ack"
    assert client.get("/health").json() == {"ok": True, "reason": ""}


def test_a_job_that_is_no_good_says_nothing_of_the_store(client: Any, store: Store, begin: Any) -> None:
    game = begin()["game"]
    with pytest.raises(StoreError, match="another state of this game"):
        store.append(game, 99, [b"x"], b"x").result(timeout=20)
    assert client.get("/health").status_code == 200


def test_health_says_that_the_store_does_not_answer(
    client: Any, store: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deadground.server.store.PATIENCE", 0.2)
    release = threading.Event()

    def wait(_: Any) -> None:
        release.wait(20)

    stuck = store.write(wait)
    threading.Event().wait(0.4)
    answer = client.get("/health")
    release.set()
    assert (answer.status_code, answer.json()["reason"]) == (503, "the store does not answer")
    stuck.result(timeout=20)
    assert client.get("/health").status_code == 200


@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_finishes_what_runs_and_tells_every_tab(start: Start, database: Any, word: int) -> None:
    """Somebody goes on choosing while the server is told to stop: what is acknowledged is kept."""
    server = start()
    opened = server.begin("company")
    with server.sit(opened) as player:
        player.play(2)
        server.process.send_signal(word)
        with pytest.raises(ConnectionClosed) as closed:
            choose_on(player)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, "everything is kept" in closed.value.rcvd.reason) == (1012, True)
    assert server.process.wait(20) == 0
    assert server.process.communicate() == ("", "")
    match = kept_match(database, opened["game"])
    chosen = [entry.act.choice.seat for entry in match.journal if isinstance(entry.act, Chose)]
    assert chosen.count("red") >= player.acknowledged
    assert list(audit(match)) == []


def choose_on(player: Player) -> NoReturn:
    """Choose until the line is cut."""
    while True:
        player.choose()


def read_on(session: Any) -> NoReturn:
    """Read until the line is cut."""
    while True:
        session.receive_text(timeout=20)


def test_what_comes_while_it_stops_is_refused_in_words(store: Store, tmp_path: Path) -> None:
    lobby = Lobby(store, {DUEL.name: DUEL}, tmp_path / "crashes")
    with TestClient(app=app_over(lobby, None, tmp_path)) as client:
        body = {"system": "duel", "scenario": "pair", "seats": {"red": "me", "blue": "screen"}}
        opened = client.post("/api/games", json=body).json()
        token = opened["seats"][0]["token"]
        table = f"/api/games/{opened['game']}/table?token={token}"
        with client.websocket_connect(table) as session, client.portal() as portal:
            session.receive_text(timeout=20)
            portal.call(lobby.stop)
            with pytest.raises(WebSocketDisconnect) as closed:
                read_on(session)
        assert closed.value.code == 1012
        assert client.get("/health").json() == {"ok": False, "reason": STOPPING}
        answer = client.get(f"/api/games/{opened['game']}", params={"token": token})
        assert (answer.status_code, answer.json()["reason"]) == (503, STOPPING)
        answer = client.post("/api/games", json=body)
        assert (answer.status_code, answer.json()["reason"]) == (503, STOPPING)
        with client.websocket_connect(table) as session, pytest.raises(WebSocketDisconnect) as closed:
            session.receive_text(timeout=20)
        assert closed.value.code == 1012
