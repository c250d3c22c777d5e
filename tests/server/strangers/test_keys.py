"""Keys travel in headers, and no log of the server has one, wherever it came."""

from __future__ import annotations

import signal
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.by_link import Client
from tests.server.running import Running, Start
from tests.server.strangers.closing import closed
from tests.server.strangers.conftest import Duel


def test_a_line_opens_with_its_key_as_a_protocol(duel: Duel) -> None:
    line = duel.open("red")
    assert line.accepted_subprotocol == "deadground", "and the key itself is not said back"
    assert duel.sit("blue").view["seat"] == "blue"


def test_a_protocol_goes_before_the_address(duel: Duel, host: Client) -> None:
    address = f"{duel.at('table')}?token={duel.keys['red']}"
    with host.websocket_connect(address, subprotocols=["deadground", "key.wrong"]) as line:
        assert closed(line)[0] == 4403


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Basic {}", "{}", "bearer {}", "Bearer x, Bearer {}"]
)
def test_a_header_that_is_not_a_key_opens_nothing(duel: Duel, host: Client, header: str) -> None:
    sent = {"authorization": header.format(duel.keys["red"])}
    assert host.get(duel.at(), headers=sent).status_code == 403


def test_a_header_goes_before_the_address(duel: Duel, host: Client) -> None:
    red, wrong = {"token": duel.keys["red"]}, {"authorization": "Bearer wrong"}
    assert host.get(duel.at(), params=red, headers=wrong).status_code == 403


def knock_everywhere(server: Running, opened: dict[str, Any], key: str) -> None:
    """Use a key in every place it can stand, rightly and wrongly."""
    address = f"{server.address}api/games/{opened['game']}"
    with httpx.Client(headers={"authorization": f"Bearer {key}"}) as client:
        for what in ("", "/export", "/history", "/nonsense", "/moments/99"):
            client.get(f"{address}{what}")
            httpx.get(f"{address}{what}", params={"token": key})
            httpx.get(f"{server.address}api/games/elsewhere{what}", params={"token": key})
        client.post(f"{address}/rewind", content=b"{" * 100)
    httpx.post(f"{server.address}api/join", json={"token": key, "name": "x"})
    table = address.replace("http", "ws", 1) + "/table"
    for line in (f"{table}?token={key}", table.replace(opened["game"], "elsewhere") + f"?token={key}"):
        with connect(line) as socket, pytest.raises(ConnectionClosed):
            send_and_read_on(socket, *["nonsense"] * 20)
    protocols: Any = ["deadground", f"key.{key}"]
    with connect(table, subprotocols=protocols) as socket, pytest.raises(ConnectionClosed):
        send_and_read_on(socket, "x" * 300_000)


def send_and_read_on(socket: Any, *frames: str) -> None:
    for frame in frames:
        socket.send(frame)
    while True:
        socket.recv(timeout=20)


def test_no_key_is_in_the_log_of_a_running_server(start: Start) -> None:
    server = start()
    opened = server.begin("pair")
    knock_everywhere(server, opened, opened["token"])
    server.process.send_signal(signal.SIGINT)
    output, errors = server.process.communicate(timeout=30)
    assert opened["token"] not in output + errors
    assert "refused 127.0.0.1: there is no such game, or this key does not open it" in errors
    assert "refused 127.0.0.1: too many messages could not be read" in errors
    assert "refused 127.0.0.1: a message may have 65536 bytes" in errors
    assert "Traceback" not in errors
