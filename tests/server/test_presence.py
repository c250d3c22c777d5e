"""Presence: who is at the table, told when somebody comes, goes, sits down or is replaced."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from deadground.server.presence import PRESENCE
from tests.server.by_link import (
    Client,
    begin,
    joined,
    key_of,
    link_of,
)


class Tab:
    """An open page at a table, as far as presence goes."""

    def __init__(self, browser: Client, opened: dict[str, Any], seat: str) -> None:
        token = key_of(opened, seat)["token"]
        self._session = browser.websocket_connect(f"/api/games/{opened['game']}/table?token={token}")
        self._session.__enter__()
        self._open = True

    def seats(self) -> dict[str, tuple[str, str, bool]]:
        """The next word of who is there: (who, name, whether there) by seat."""
        while True:
            message = json.loads(self._session.receive_text(timeout=20))
            if message["type"] == "presence":
                return {one["seat"]: (one["who"], one["name"], one["here"]) for one in message["seats"]}

    def close(self) -> None:
        if self._open:
            self._open = False
            self._session.__exit__(None, None, None)


Sit = Callable[[Client, dict[str, Any], str], Tab]


@pytest.fixture
def sit() -> Iterator[Sit]:
    """Opens pages, and closes those that are left: one that stays open would keep the server from stopping."""
    tabs: list[Tab] = []

    def one(browser: Client, opened: dict[str, Any], seat: str) -> Tab:
        tabs.append(Tab(browser, opened, seat))
        return tabs[-1]

    yield one
    for tab in tabs:
        tab.close()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PRESENCE, "_patience", 0.05)


def test_who_comes_and_goes_is_told_by_name(host: Client, friend: Client, sit: Sit) -> None:
    opened = begin(host)
    anna = sit(host, opened, "north")
    assert anna.seats() == {"north": ("person", "Anna", True), "south": ("open", "", False)}
    mine = joined(friend, link_of(opened))
    assert anna.seats()["south"] == ("person", "Ben", False)
    ben = sit(friend, mine, "south")
    assert anna.seats()["south"] == ben.seats()["south"] == ("person", "Ben", True)
    second = sit(friend, mine, "south")
    assert second.seats()["south"] == ("person", "Ben", True)
    second.close()
    ben.close()
    assert anna.seats()["south"] == ("person", "Ben", False), "one word when the last of his pages is closed"
    ben = sit(friend, mine, "south")
    assert anna.seats()["south"] == ("person", "Ben", True)


def test_a_page_that_is_loaded_again_is_no_news(
    host: Client,
    friend: Client,
    monkeypatch: pytest.MonkeyPatch,
    sit: Sit,
) -> None:
    monkeypatch.setattr(PRESENCE, "_patience", 600)
    opened = begin(host)
    mine = joined(friend, link_of(opened))
    anna = sit(host, opened, "north")
    anna.seats()
    ben = sit(friend, mine, "south")
    anna.seats()
    ben.close()
    ben = sit(friend, mine, "south")
    ben.seats()
    joined(
        host,
        host.post(f"/api/games/{opened['game']}/observers", params=key_of(opened, "north")).json()["token"],
        "Eve",
    )
    assert "observer" in anna.seats(), "the next word is about the observer's seat, not about Ben"


def test_people_at_one_screen_are_there_together(host: Client, sit: Sit) -> None:
    opened = begin(host, seats={"north": "me", "south": "screen"})
    tab = sit(host, opened, "south")
    assert all(here for _, _, here in tab.seats().values())
