"""The real server in a process of its own, as a person starts it, and a client on a real socket."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from deadground.server.kept import match_of
from deadground.server.store import Store
from deadground.testing.duel import DUEL
from tests.server.player import Player

START = "from deadground.cli import main; main()"


def command(*arguments: str, start: str = START) -> list[str]:
    return [sys.executable, "-c", start, *arguments]


class Running:
    """A server process that has said where it is."""

    def __init__(self, database: Path, *arguments: str, start: str = START) -> None:
        options = ["serve", "--no-open", "--database", f"sqlite:///{database}", *arguments]
        self.process = subprocess.Popen(
            command(*options, start=start), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        found = re.search(r"http://\S+/", self.line)
        assert found is not None, self.process.communicate()[1]
        self.address = found[0]

    def begin(self, scenario: str, **seats: str) -> dict[str, Any]:
        body = {"system": "duel", "scenario": scenario, "seats": {"red": "me", **seats}}
        opened: dict[str, Any] = httpx.post(f"{self.address}api/games", json=body).json()
        return {**opened, **opened["seats"][0]}

    @contextmanager
    def sit(self, opened: dict[str, Any], origin: str | None = None) -> Iterator[Player]:
        address = self.address.replace("http", "ws", 1)
        table = f"{address}api/games/{opened['game']}/table?token={opened['token']}"
        with connect(table, origin=origin) as socket:  # type: ignore[arg-type]
            yield Player(socket.send, lambda: socket.recv(timeout=20))

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


Start = Callable[..., Running]


def kept_match(database: Path, game: str) -> Any:
    store = Store(f"sqlite:///{database}")
    try:
        kept = store.load(game)
        assert kept is not None
        return match_of(kept, {DUEL.name: DUEL})
    finally:
        store.close()
