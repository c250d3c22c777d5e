"""Clients for the server's bench: tables of two seats each, played over real sockets by one process.

A table knows what it is asked by the patches it gets, as a page does, and answers with any legal value.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from deadground.core.patch import Change, apply
from deadground.core.requests import AnyRequest

START = "from deadground.cli import main; main()"
ORDER = {"system": "duel", "scenario": "company", "seats": {"red": "me", "blue": "screen"}}
PATIENCE = 30.0


class Heard(msgspec.Struct):
    """As much of a message as a table needs."""

    type: str
    call: int | None = None
    view: dict[str, Any] | None = None
    changes: list[Change] = []
    reason: str = ""


decode = msgspec.json.Decoder(Heard).decode


@contextmanager
def serving(database: Path) -> Iterator[tuple[str, int]]:
    """The server as a person starts it, in a process of its own: its address, and the number of the process."""
    options = ["serve", "--no-open", "--port", "0", "--database", f"sqlite:///{database}"]
    process = subprocess.Popen([sys.executable, "-c", START, *options], stdout=subprocess.PIPE, text=True)
    try:
        said = process.stdout.readline() if process.stdout else ""
        found = re.search(r"http://[^/\s]+", said)
        if found is None:
            raise RuntimeError("the server did not start")
        yield found[0], process.pid
    finally:
        process.kill()
        process.communicate()


class Seat:
    """One seat of a table on its line."""

    def __init__(self, name: str, line: ClientConnection) -> None:
        self.name = name
        self.line = line
        self.view: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.answers: dict[int, asyncio.Future[str]] = {}
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for frame in self.line:
            heard = decode(frame)
            if heard.view is not None:
                self.view = heard.view
            elif heard.type == "patch":
                self.view = apply(self.view, heard.changes)
            if heard.type in ("view", "patch"):
                self.changed.set()
            elif heard.call is not None and heard.call in self.answers:
                self.answers.pop(heard.call).set_result(heard.type)

    async def call(self, type: str, number: int, **fields: Any) -> str:
        """Call, and wait for what kind of answer comes."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.answers[number] = answer
        await self.line.send(msgspec.json.encode({"type": type, "call": number, **fields}), text=True)
        return await asyncio.wait_for(answer, PATIENCE)

    async def close(self) -> None:
        self.reading.cancel()
        await self.line.close()


class Table:
    """A game with both its seats."""

    def __init__(self, server: str, rng: Random, order: Mapping[str, Any] = ORDER) -> None:
        self._server = server
        self._order = order
        self._rng = rng
        self._calls = 0
        self._turn = asyncio.Lock()
        self.seats: list[Seat] = []

    async def sit_down(self) -> None:
        """Begin a game and take both seats."""
        opened = await asyncio.to_thread(begun, self._server, self._order)
        address = self._server.replace("http", "ws", 1)
        for seat in opened["seats"]:
            table = f"{address}/api/games/{opened['game']}/table?token={seat['token']}"
            self.seats.append(Seat(seat["seat"], await connect(table, max_size=None)))
        for one in self.seats:
            await asyncio.wait_for(one.changed.wait(), PATIENCE)

    async def choose(self) -> tuple[float, str]:
        """One choice of whoever is asked: when it was acknowledged, and what came back.

        The table is then waited for until it asks again, and laid out anew if the game is over. Neither is part of
        the answer.
        """
        async with self._turn:
            seat = await self.asked()
            if seat is None:
                raise RuntimeError("a new duel asks nobody")
            request = msgspec.convert(seat.view["requests"][0], AnyRequest)
            choice = request.choice(request.own_sample(self._rng))
            self._calls += 1
            seat.changed.clear()
            kind = await seat.call("choose", self._calls, choice=msgspec.to_builtins(choice))
            acknowledged = monotonic()
            if kind == "ack":
                await asyncio.wait_for(seat.changed.wait(), PATIENCE)
            if await self.asked() is None:
                await self.leave()
                await self.sit_down()
            return acknowledged, kind

    async def asked(self) -> Seat | None:
        """The seat that is asked, once its patch has come; None when the game is over."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            for seat in self.seats:
                if seat.view["requests"]:
                    return seat
                if seat.view["outcome"]:
                    return None
            await asyncio.sleep(0.001)
        raise RuntimeError("nobody is asked")

    async def leave(self) -> None:
        for seat in self.seats:
            await seat.close()
        self.seats.clear()


def begun(server: str, order: Mapping[str, Any]) -> dict[str, Any]:
    """A new game."""
    asked = urllib.request.Request(
        f"{server}/api/games",
        json.dumps(order).encode(),
        headers={"content-type": "application/json"},
        method="POST",
    )
    with urllib.request.urlopen(asked) as answer:
        opened: dict[str, Any] = json.load(answer)
    return opened
