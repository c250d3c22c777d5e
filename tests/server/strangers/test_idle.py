"""Strangers who open connections and say nothing, or say it slowly: they have their time, players are served on."""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import h11
import httpx
import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from deadground.server import doorkeeper
from deadground.server.attempts import Attempts
from deadground.server.doorkeeper import Doorkeeper
from tests.server.alone import run
from tests.server.notices.receivers import wait_for
from tests.server.running import Start

HEAD = b"GET /x HTTP/1.1\r\nhost: a\r\n"
WHOLE = HEAD + b"\r\n"
MUCH = 50_000_000
POST = b"POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n"


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Read the body, then answer; whoever asks for much gets much."""
    while (message := await receive())["type"] == "http.request" and message.get("more_body"):
        pass
    size = MUCH if scope["path"] == "/much" else 2
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"k" * size})


Patience = Callable[[float], None]
LONG = 60.0
"""Seconds in which even a very busy machine does what it should."""


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> Patience:
    """Sets how long everything may take at the door, which looks round often."""
    monkeypatch.setattr(doorkeeper, "ROUND", 0.05)

    def within(seconds: float) -> None:
        times = dict.fromkeys(doorkeeper.WITHIN, seconds)
        for name, value in {"WITHIN": times, "UNREAD": seconds, "LINGER": seconds}.items():
            monkeypatch.setattr(doorkeeper, name, value)

    within(0.3)
    return within


def at_the_door(visit: Callable[[int], None]) -> None:
    """Let somebody visit a door at a port, from a thread of his own."""

    async def kept() -> None:
        config = uvicorn.Config(answer, http=H11Protocol, lifespan="off", log_config=None)
        config.load()
        server = uvicorn.Server(config)
        with socket.create_server(("127.0.0.1", 0)) as listening:
            door = Doorkeeper(
                listening, lambda: H11Protocol(config, server.server_state, {}), Attempts("refusals")
            )
            try:
                await asyncio.to_thread(visit, listening.getsockname()[1])
            finally:
                await door.close()

    run(kept())


def said(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """All that comes back on a connection until it is closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        for part in parts:
            line.sendall(part)
            sleep(pause)
        return b"".join(iter(lambda: line.recv(65536), b""))


def test_headers_and_bodies_have_their_time(patience: Patience) -> None:
    def visit(port: int) -> None:
        assert said(port) == b"", "who says nothing is not answered: browsers open connections in advance"
        for begun in ((HEAD,), (POST, b"12345"), (WHOLE[:-1],)):
            assert said(port, *begun).startswith(b"HTTP/1.1 400 ")
        patience(LONG)
        close = b"GET /x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"
        assert said(port, close).endswith(b"k\r\n0\r\n\r\n")

    at_the_door(visit)


@pytest.mark.usefixtures("patience")
def test_a_byte_now_and_then_wins_no_time() -> None:
    def visit(port: int) -> None:
        with pytest.raises(OSError, match=r"pipe|reset"):
            said(port, HEAD, *[b"x: y\r\n"] * 40, pause=0.05)
        with pytest.raises(OSError, match=r"pipe|reset"):
            said(port, POST.replace(b"10", b"999"), *[b"x"] * 40, pause=0.05)

    at_the_door(visit)


def test_who_reads_no_answer_is_let_go_and_who_reads_it_has_it_whole(patience: Patience) -> None:
    asked = b"GET /much HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"

    def visit(port: int) -> None:
        for pause, seconds, is_whole in ((1.5, 0.3, False), (0.0, LONG, True)):
            patience(seconds)
            with idle(port) as line:
                line.sendall(asked)
                sleep(pause)
                read = 0
                with suppress(ConnectionResetError):
                    while part := line.recv(1 << 20):
                        read += len(part)
                assert (read > MUCH) == is_whole

    at_the_door(visit)


def test_one_request_after_the_other_has_its_own_time(patience: Patience) -> None:
    """Together they take longer than one may."""
    patience(2.0)

    def visit(port: int) -> None:
        with httpx.Client(timeout=LONG) as client:
            for _ in range(8):
                assert client.get(f"http://127.0.0.1:{port}/x").status_code == 200
                sleep(0.3)

    at_the_door(visit)


def is_answered(port: int) -> bool:
    return httpx.get(f"http://127.0.0.1:{port}/x", timeout=LONG).status_code == 200


def test_an_address_has_some_connections_and_no_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(doorkeeper, "is_loopback", lambda _: False)
    monkeypatch.setattr(doorkeeper, "CONNECTIONS_AN_ADDRESS", 3)

    def visit(port: int) -> None:
        with ExitStack() as held:
            lines = [held.enter_context(idle(port)) for _ in range(3)]
            assert said(port) == b""
            lines[0].close()
            wait_for(lambda: is_answered(port))

    at_the_door(visit)
    assert "refused 127.0.0.1: too many connections from this address are open" in caplog.text


def idle(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def test_when_it_is_full_the_next_waits_outside(
    patience: Patience, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(doorkeeper, "most_connections", lambda: 4)

    def visit(port: int) -> None:
        with ExitStack() as held:
            for _ in range(40):
                held.enter_context(idle(port))
            assert is_answered(port), "in his turn, when those before him have had their time"

    at_the_door(visit)
    assert caplog.text.count(doorkeeper.FULL) == 1


def test_the_system_s_own_limit_is_met_quietly(patience: Patience, caplog: pytest.LogCaptureFixture) -> None:
    """Even if something else has taken the last file."""
    patience(LONG)

    def visit(port: int) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with idle(port) as line:
            resource.setrlimit(resource.RLIMIT_NOFILE, (line.fileno() + 1, hard))
            try:
                line.sendall(WHOLE)
                sleep(0.5)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            assert line.recv(65536).startswith(b"HTTP/1.1 200")

    at_the_door(visit)
    assert caplog.text.count(doorkeeper.FULL) <= 1
    assert "Traceback" not in caplog.text


@pytest.fixture
def few_files() -> Iterator[int]:
    """A server that is started now may open few files; it leaves a handful for connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    room = 24
    resource.setrlimit(resource.RLIMIT_NOFILE, (doorkeeper.KEPT_FREE + room, hard))
    yield room
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_players_are_served_on_while_strangers_fill_the_door(
    start: Start, database: Path, few_files: int
) -> None:
    server = start()
    port = int(server.address.rstrip("/").rpartition(":")[2])
    with server.sit(server.begin("company")) as player, ExitStack() as held:
        for _ in range(2 * few_files):
            held.enter_context(idle(port))
        began = monotonic()
        assert player.play(5) == 5
        assert monotonic() - began < doorkeeper.WITHIN[h11.IDLE], "nobody had to go first"
    server.process.terminate()
    _, errors = server.process.communicate(timeout=30)
    assert errors == f"deadground: {doorkeeper.FULL}\n"
