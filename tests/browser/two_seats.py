"""Games with people in several browsers: begun over HTTP, a seat held by each page, others played from here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from playwright.sync_api import Page
from websockets.sync.client import connect

from tests.browser.tabletop import keep
from tests.server.player import Player

Seat = dict[str, Any]


def begin(server: str, system: str, scenario: str, **seats: str) -> dict[str, Seat]:
    """Begin a game; the seats that are somebody's, by name: {"game", "seat", "token"} of each."""
    order = {"system": system, "scenario": scenario, "seats": seats}
    opened = httpx.post(f"{server}/api/games", json=order, timeout=60).json()
    return {seat["seat"]: {"game": opened["game"], **seat} for seat in opened["seats"]}


def sit(page: Page, server: str, seat: Seat) -> None:
    """Let a page hold a seat and open its table."""
    own = {"seat": seat["seat"], "token": seat["token"]}
    keep(page, "deadground.games", [{"game": seat["game"], "seats": [own]}])
    keep(page, "deadground.table", {"pace": "once"})
    keep(page, "deadground.lesson", {"off": True})
    page.goto(f"{server}/play/{seat['game']}")
    page.get_by_role("region", name="What now").wait_for()


@contextmanager
def player(server: str, seat: Seat) -> Iterator[Player]:
    """A scripted player in a seat, who does not count as somebody who looks."""
    address = server.replace("http", "ws", 1)
    with connect(f"{address}/api/games/{seat['game']}/table?token={seat['token']}") as socket:
        found = Player(socket.send, lambda: socket.recv(timeout=20))
        found.call("attend", visible=False)
        yield found
