"""A duel of two who came by link, and a look at whether it goes on for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from tests.server.by_link import Client, begin, joined, key_of, link_of
from tests.server.player import Player


class Duel(msgspec.Struct):
    """Anna has red and began the game, Ben has blue by link, Otto looks on."""

    game: str
    keys: dict[str, str]
    open: Callable[..., Any]
    """Opens a line with a key, or with that of a seat."""
    sit: Callable[[str], Player]

    def at(self, what: str = "") -> str:
        return f"/api/games/{self.game}/{what}".rstrip("/")

    def goes_on(self) -> bool:
        """Whether whoever is asked next can still choose."""
        red, blue = self.sit("red"), self.sit("blue")
        asked = red if red.view["requests"] else blue
        return bool(asked.choose().__struct_config__.tag == "ack")


@pytest.fixture
def duel(browsers: Callable[[], Client], host: Client) -> Iterator[Duel]:
    seats = {"red": "me", "blue": "link"}
    opened = begin(host, system="duel", scenario="pair", seats=seats, observers=1)
    keys = {"red": key_of(opened, "red")["token"]}
    for seat, name in (("blue", "Ben"), ("observer", "Otto")):
        keys[seat] = key_of(joined(browsers(), link_of(opened, seat), name), seat)["token"]
    sessions: list[Any] = []

    def line(seat: str = "", key: str = "", game: str = opened["game"], **more: Any) -> Any:
        given = key or keys.get(seat, "")
        session = host.websocket_connect(
            f"/api/games/{game}/table", subprotocols=["deadground", f"key.{given}"], **more
        )
        session.__enter__()
        sessions.append(session)
        return session

    def sit(seat: str) -> Player:
        session = line(seat)
        return Player(session.send_text, lambda: session.receive_text(timeout=20))

    yield Duel(opened["game"], keys, line, sit)
    for session in sessions:
        session.__exit__(None, None, None)


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture, duel: Duel) -> Iterator[pytest.LogCaptureFixture]:
    """The log; whatever a test does, no key may get into it."""
    caplog.set_level("DEBUG", "deadground")
    yield caplog
    assert not [key for key in duel.keys.values() if key in caplog.text]
