"""What travels to a browser is packed if the browser can unpack it, and never on the event loop."""

from __future__ import annotations

import gzip
import threading
from typing import Any

import pytest

from deadground.server import packing
from tests.server.alone import run
from tests.server.conftest import Client


def test_a_long_answer_is_packed_for_those_who_ask(client: Client) -> None:
    packed = client.get("/api/rules", headers={"accept-encoding": "gzip"})
    plain = client.get("/api/rules", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 3
    assert packed.headers["x-content-type-options"] == "nosniff"


def test_a_short_answer_is_sent_as_it_is(client: Client) -> None:
    assert "content-encoding" not in client.get("/health", headers={"accept-encoding": "gzip"}).headers


@pytest.mark.parametrize(
    ("said", "welcome"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5, *;q=0", True),
        ("gzip;q=1.0", True),
        ("gzip;q=0", False),
        ("gzip;q=0.0, br", False),
        ("br", False),
        ("xgzip", False),
        ("", False),
    ],
)
def test_it_is_packed_only_where_it_is_welcome(said: str, welcome: bool) -> None:
    assert packing.can_unpack({"headers": [(b"accept-encoding", said.encode())]}) is welcome


def answered(kind: bytes, *bodies: bytes, **more: bytes) -> list[Any]:
    """What is sent for an answer of one or several parts."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def answer() -> None:
        sending = packing.packer(send)
        headers = [(b"content-type", kind), *((name.encode(), value) for name, value in more.items())]
        await sending({"type": "http.response.start", "status": 200, "headers": headers})
        for n, body in enumerate(bodies):
            last = n == len(bodies) - 1
            await sending({"type": "http.response.body", "body": body, "more_body": not last})

    run(answer())
    return sent


def test_pictures_streams_and_what_is_packed_already_are_left_alone() -> None:
    long = b"x" * 5000
    for sent in (
        answered(b"image/png", long),
        answered(b"text/plain", long, long),
        answered(b"text/plain", long, **{"content-encoding": b"br"}),
    ):
        assert [message["body"] for message in sent[1:]] == [long] * (len(sent) - 1)
        assert (b"content-encoding", b"gzip") not in sent[0]["headers"]


def test_packing_is_done_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []
    plainly = gzip.compress

    def compress(body: bytes, level: int) -> bytes:
        threads.append(threading.get_ident())
        return plainly(body, level)

    monkeypatch.setattr(gzip, "compress", compress)
    sent = answered(b"text/plain", b"x" * 5000)
    assert gzip.decompress(sent[1]["body"]) == b"x" * 5000
    assert threads != [threading.get_ident()]
