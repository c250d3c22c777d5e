"""Rooms come and go; the games stay. A tab that does not read is let go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from deadground.core import match
from deadground.core.saves import load
from deadground.core.table import Table
from deadground.server import lobby
from deadground.server.pulse import Pulse
from deadground.server.sockets import WAITING_FRAMES, SocketLine
from deadground.testing.duel import DUEL
from tests.server.alone import run


def test_a_room_that_was_cleared_is_laid_out_again(
    begin: Any, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "IDLE_ROOMS", 0)
    opened = begin("cards", "meeting", "north")
    address = f"/api/games/{opened['game']}"
    states = [client.get(address, params={"token": opened["token"]}).json() for _ in range(3)]
    assert states[0]["your_turn"]
    assert states[1:] == states[:1] * 2


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        ("update entries set entry = cast('{' as blob)", "entry 0 of this game cannot be read"),
        ("delete from entries where n = 0", "this game does not agree with itself"),
        ("update games set save = cast('{}' as blob)", "this is not a saved game"),
        ("update games set save = replace(save, 'pair', 'pear')", "this save was changed"),
    ],
)
def test_a_damaged_game_says_so_and_is_left_alone(
    begin: Any, client: Any, sql: Any, harm: str, reason: str
) -> None:
    opened = begin()
    sql(harm)
    kept = sql("select * from games, entries")
    answer = client.get(f"/api/games/{opened['game']}", params={"token": opened["token"]})
    assert answer.status_code == 503
    assert answer.json()["reason"].startswith(reason)
    table = f"/api/games/{opened['game']}/table?token={opened['token']}"
    with client.websocket_connect(table) as session, pytest.raises(WebSocketDisconnect) as closed:
        session.receive_text(timeout=20)
    assert closed.value.code == 1011
    assert sql("select * from games, entries") == kept


def failing(*_: Any) -> Any:
    raise ZeroDivisionError("a rule divides by nothing")


def test_a_rule_that_fails_leaves_the_game_as_it_was_and_a_report(
    begin: Any, sit: Any, sql: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = sit(begin())
    kept, before = sql("select * from entries"), dict(player.view)
    with monkeypatch.context() as broken:
        broken.setattr(match, "advance", failing)
        assert player.call("choose", choice=player.choice()).reason.startswith("A rule failed here")
    assert sql("select * from entries") == kept
    (report,) = (tmp_path / "crashes").iterdir()
    assert load(report.read_bytes(), {DUEL.name: DUEL}).journal
    player.catch_up()
    assert player.view == before
    assert player.play()


def test_a_mistake_of_the_server_is_answered_and_forgotten(
    begin: Any, sit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = sit(begin())
    with monkeypatch.context() as broken:
        broken.setattr(Table, "call", failing)
        assert player.call("choose", choice=player.choice()).reason.startswith("Something went wrong")
    assert player.play()


class SilentSocket:
    """A tab whose reader never comes."""

    def __init__(self) -> None:
        self.closed: list[int] = []

    async def send_data(self, data: bytes, mode: str) -> None:
        raise AssertionError("nothing is sent to a tab that has fallen behind")

    async def close(self, code: int, reason: str) -> None:
        self.closed.append(code)


def test_a_tab_that_falls_behind_is_let_go() -> None:
    async def fall_behind() -> list[int]:
        socket: Any = SilentSocket()
        line = SocketLine(socket, Pulse(lambda: None))
        for _ in range(WAITING_FRAMES + 1):
            line.put(b"{}")
        await line.send()
        closed: list[int] = socket.closed
        return closed

    assert run(fall_behind()) == [1013]
