"""Frames that are no calls, are too big, or come too fast: refused and logged, and the table goes on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from deadground.server import sockets
from deadground.server.store import Store
from tests.server.by_link import Client
from tests.server.running import Start
from tests.server.strangers.closing import closed
from tests.server.strangers.conftest import Duel

MALFORMED: list[str | bytes] = [
    "",
    "null",
    "{",
    '"choose"',
    '{"type": null, "call": 1}',
    '{"type": "choose", "call": 1}',
    '{"type": "choose", "call": 1, "choice": null}',
    '{"type": "say", "call": 1, "channel": "everybody", "text": "x"}',
    '{"type": "say", "call": 1, "channel": "table", "text": "\\ud800"}',
    '{"type": "draw", "call": 1, "kind": "arrow", "points": [[1e400, 2]]}',
    '{"type": "rub_out", "call": 1, "ids": {}}',
    '{"type": "attend", "call": 1.5, "visible": "yes"}',
    '{"type": "view", "version": 1}',
    "[" * 60_000,
    b"\xff\xfe\x00",
    b"\x00" * 100,
]


@pytest.mark.parametrize("frame", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_frame_is_answered_and_the_table_goes_on(
    duel: Duel, told: Any, frame: str | bytes
) -> None:
    session = duel.open("observer")
    (session.send_bytes if isinstance(frame, bytes) else session.send_text)(frame)
    while '"error"' not in (answer := session.receive_text(timeout=20)):
        pass
    assert "cannot be read" in answer
    assert "a message could not be read" in told.text
    assert duel.goes_on()


def test_who_sends_nothing_else_is_sent_away(duel: Duel, told: Any) -> None:
    session = duel.open("observer")
    for _ in range(11):
        session.send_text("nonsense")
    assert closed(session) == (1008, "too many messages could not be read")
    assert "too many messages could not be read" in told.text
    assert duel.goes_on()


def test_an_oversized_frame_closes_its_line_alone(duel: Duel, told: Any) -> None:
    session = duel.open("observer")
    session.send_bytes(b" " * 65_537)
    assert closed(session) == (1009, "a message may have 65536 bytes")
    assert "a message may have 65536 bytes" in told.text
    assert duel.goes_on()


@pytest.mark.parametrize("body", [b" " * 65_537, b"[" * 70_000])
def test_an_oversized_body_is_refused(duel: Duel, host: Client, body: bytes) -> None:
    def in_parts() -> Iterator[bytes]:
        yield from (body[start : start + 1000] for start in range(0, len(body), 1000))

    for content in (body, in_parts()):
        answer = host.post("/api/games", content=content, headers={"content-type": "application/json"})
        assert answer.status_code == 413
        assert answer.json()["reason"]
    assert duel.goes_on()


@pytest.mark.parametrize(
    "body",
    [b"\xff", b'{"system": "\xff\xfe"}', b'{"\xc3": 1}', b'{"system": "\xc3', b'{"a": "\xed\xa0\x80"}'],
)
@pytest.mark.parametrize("path", ["/api/games", "/api/join", "/api/qr"])
def test_a_body_that_is_no_text_is_refused(
    duel: Duel, host: Client, told: Any, store: Store, path: str, body: bytes
) -> None:
    def in_bytes() -> Iterator[bytes]:
        yield from (body[n : n + 1] for n in range(len(body)))

    for content in (body, in_bytes()):
        answer = host.post(path, content=content, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert answer.json()["reason"] == "the body of the request is not UTF-8 text"
    assert "deadground_unreadable_total 2\n" in store.metrics.text()
    assert "refused testclient: the body of the request is not UTF-8 text" in told.text
    assert "Traceback" not in told.text
    assert duel.goes_on()


def test_a_body_that_breaks_off_leaves_one_line_in_the_log(start: Start) -> None:
    """A page that is closed, or a line that is cut, while it sends."""
    server = start()
    port = int(server.address.rstrip("/").rpartition(":")[2])
    head = (
        b"POST /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 99"
    )
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(head + b'\r\n\r\n{"system":')
    with server.sit(server.begin("pair")) as player:
        assert player.choose()
    server.process.terminate()
    _, errors = server.process.communicate(timeout=20)
    assert errors == "deadground: refused 127.0.0.1: the body of the request broke off\n" * 3


def test_the_largest_frame_is_read(duel: Duel) -> None:
    session = duel.open("observer")
    call = '{"type": "suggest", "call": 1, "serial": -1}'
    session.send_text(call + " " * (65_536 - len(call)))
    while '"call":1' not in session.receive_text(timeout=20):
        pass


def test_a_flood_closes_its_line_alone(duel: Duel, told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "FRAMES", (50, 60.0))
    session = duel.open("observer")
    for call in range(51):
        session.send_text(f'{{"type": "suggest", "call": {call}, "serial": -1}}')
    assert closed(session) == (1008, "too many messages came at once")
    assert "too many messages came at once" in told.text
    assert duel.goes_on()


def test_the_log_is_not_flooded(duel: Duel, told: Any) -> None:
    for _ in range(3):
        session = duel.open("observer")
        for _ in range(11):
            session.send_text("nonsense")
        closed(session)
    assert told.text.count("refused") == 21
    assert "too many refusals; not logged again for a minute" in told.text
