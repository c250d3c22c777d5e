"""A dead line: who is not heard any more is told to the others, and the word goes when he is heard again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from deadground.server import pulse
from deadground.server.presence import PRESENCE
from deadground.server.pulse import BEAT, SILENCE
from deadground.server.rooms import Room
from tests.server.by_link import Client, begin, joined, key_of, link_of


class Clock:
    """A clock that goes on when it is told to: every timer that waits, with the loop it belongs to."""

    def __init__(self) -> None:
        self.waiting: list[Timer] = []

    def later(self, seconds: float, act: Callable[[], None]) -> Timer:
        assert seconds == SILENCE == 3
        self.waiting.append(Timer(self, act))
        return self.waiting[-1]

    def ring(self) -> None:
        """The time is up for everybody who waits."""
        for timer in self.waiting.copy():
            timer.loop.call_soon_threadsafe(timer.ring)


class Timer:
    """One that waits."""

    def __init__(self, clock: Clock, act: Callable[[], None]) -> None:
        self.clock, self.act, self.loop = clock, act, asyncio.get_running_loop()

    def cancel(self) -> None:
        if self in self.clock.waiting:
            self.clock.waiting.remove(self)

    def ring(self) -> None:
        self.cancel()
        self.act()


class Tab:
    """A page at a table that beats when it is told to."""

    def __init__(self, session: Any) -> None:
        self.session = session

    def read(self, kind: str) -> Any:
        while True:
            message = json.loads(self.session.receive_text(timeout=20))
            if message["type"] == kind:
                return message

    def silent(self) -> list[str]:
        """The next word of who is there: those who are not heard."""
        return [one["seat"] for one in self.read("presence")["seats"] if one["silent"]]

    def beat(self) -> None:
        self.session.send_text(BEAT.decode())
        assert self.read("beat") == {"type": "beat"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(pulse, "later", clock.later)
    monkeypatch.setattr(PRESENCE, "_patience", 0.05)
    return clock


@contextmanager
def tab(browser: Client, opened: dict[str, Any], seat: str) -> Iterator[Tab]:
    token = key_of(opened, seat)["token"]
    with browser.websocket_connect(f"/api/games/{opened['game']}/table?token={token}") as session:
        yield Tab(session)


def test_who_is_not_heard_any_more_is_told_and_the_word_goes_when_he_is(
    host: Client, friend: Client, clock: Clock
) -> None:
    opened = begin(host)
    mine = joined(friend, link_of(opened))
    with ExitStack() as pages:
        anna = pages.enter_context(tab(host, opened, "north"))
        assert anna.silent() == []
        ben = pages.enter_context(tab(friend, mine, "south"))
        assert anna.silent() == []
        ben.beat()
        ben.beat()
        assert len(clock.waiting) == 1, "each beat begins the time anew"
        clock.ring()
        assert anna.silent() == ["south"]
        with tab(friend, mine, "south") as second:
            assert second.silent() == [], "his other page is heard"
            assert anna.silent() == []
            ben.beat()
        clock.ring()
        assert anna.silent() == ["south"], "his other page was closed"
        ben.beat()
        assert anna.silent() == []
        ben.session.send_text('{"type": "attend", "call": 1, "visible": false}')
        ben.read("ack")
        assert clock.waiting == [], "nobody looks at it: no beat need come"


def test_a_beat_is_answered_ahead_of_what_is_being_worked_out(
    host: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page knows by it that the choice it sent before has come, however long the rules take."""
    held: list[Any] = []

    async def hold(self: Room, seat: str, call: Any, line: Any) -> None:
        free = asyncio.Event()
        held.append((asyncio.get_running_loop(), free))
        await free.wait()

    monkeypatch.setattr(Room, "call", hold)
    with tab(host, begin(host), "north") as anna:
        anna.session.send_text('{"type": "undo", "call": 1}')
        anna.beat()
        anna.beat()
        ((loop, free),) = held
        loop.call_soon_threadsafe(free.set)
        anna.beat()
