"""Webhooks: which addresses are called, and how little the other end can do to the server."""

from __future__ import annotations

import socket
import threading
import time
from typing import Any

import pytest

from deadground.server import webhooks
from deadground.server.webhooks import BadAddress, Called, NotDelivered, check, deliver, is_outside
from tests.server.notices.receivers import Hook

CALLED = Called("needed", "g", "A battle", "red", "You are needed.", "You are needed.")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.9.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "2002:7f00:1::",
        "64:ff9b::7f00:1",
    ],
)
def test_addresses_inside(address: str) -> None:
    assert not is_outside(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1"])
def test_addresses_outside(address: str) -> None:
    assert is_outside(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://localhost:8000/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "https://169.254.169.254/latest/meta-data",
    ],
)
def test_what_lies_inside_is_refused_however_it_is_written(url: str) -> None:
    with pytest.raises(BadAddress, match=r"inside this server's own machine or network|no host"):
        check(url, allow_private=False)


def test_a_name_that_points_inside_is_refused_when_it_is_called(
    hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name may point elsewhere later: what it points to is looked at again each time, and that is called."""
    inside = socket.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: inside)
    with pytest.raises(NotDelivered, match="inside") as refusal:
        deliver("http://rebinding.example/", CALLED, allow_private=False)
    assert not refusal.value.again
    assert not hook.paths


def test_a_name_with_one_address_inside_is_not_called_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [
        one
        for host in ("1.1.1.1", "127.0.0.1")
        for one in socket.getaddrinfo(host, 80, type=socket.SOCK_STREAM)
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    with pytest.raises(BadAddress, match="inside"):
        check("http://both.example/", allow_private=False)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "//example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "javascript:alert(1)",
        "http://",
        "http://user@example.org/",
        "http://user:word@example.org/",
        "http://example.org:99999/",
        "http://example.org/a b",
        "http://example.org/\r\nX: y",
        "http://example.org\\@127.0.0.1/",
        "http://[::1/",
        f"http://example.org/{'x' * 500}",
    ],
)
def test_what_is_no_address_of_the_web_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        check(url, allow_private=True)


def test_a_redirect_is_not_followed(hook: Hook) -> None:
    hook.statuses, hook.location = [302], hook.url
    with pytest.raises(NotDelivered, match="answered 302") as refusal:
        deliver(hook.url, CALLED, allow_private=True)
    assert len(hook.paths) == 1
    assert not refusal.value.again


def test_the_operator_may_allow_what_lies_inside(hook: Hook) -> None:
    deliver(hook.url, CALLED, allow_private=True)
    with pytest.raises(NotDelivered):
        deliver(hook.url, CALLED, allow_private=False)
    assert len(hook.bodies) == 1


def test_who_does_not_answer_is_not_waited_for(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "PATIENCE", 0.1)
    hook.delay = 0.5
    with pytest.raises(NotDelivered, match="took too long") as refusal:
        deliver(hook.url, CALLED, allow_private=True)
    assert refusal.value.again


def test_who_answers_drop_by_drop_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every drop comes in time; only the whole does not."""
    monkeypatch.setattr(webhooks, "DEADLINE", 0.3)
    stop = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            connection: Any
            connection, _ = server.accept()
            with connection:
                while not stop.wait(0.02):
                    try:
                        connection.sendall(b"H")
                    except OSError:
                        return

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        began = time.monotonic()
        with pytest.raises(NotDelivered):
            deliver(f"http://127.0.0.1:{server.getsockname()[1]}/", CALLED, allow_private=True)
        assert time.monotonic() - began < 30, "drops would go on for twenty minutes"
        stop.set()
        thread.join()


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(NotDelivered, match="could not be reached") as refusal:
        deliver(f"http://127.0.0.1:{port}/", CALLED, allow_private=True)
    assert refusal.value.again


def test_the_path_of_a_webhook_is_not_shown() -> None:
    assert (
        webhooks.shown("https://hooks.example.org:8443/very/secret?key=1")
        == "https://hooks.example.org:8443/…"
    )
