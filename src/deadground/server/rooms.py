"""Rooms: a table with the people and bots at it. A room is the only thing that changes a kept game.

Every choice goes the same way, whoever makes it: the rules run in a thread, what came of it is written and
flushed, and only then is it answered and told to the others. If it cannot be written, the match goes back to
what the store has.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from deadground.bots.api import Bot
from deadground.core.journal import open_take_back
from deadground.core.match import Match
from deadground.core.messages import (
    AckMessage,
    AnswerBackCall,
    AnyCall,
    AnyMessage,
    ChooseCall,
    ErrorMessage,
    encode_message,
)
from deadground.core.table import Table
from deadground.server.kept import entries_as_json, match_of, save_without_journal
from deadground.server.playable import BOTS, Systems
from deadground.server.store import SeatRow, Store, StoreError, plain_reason

T = TypeVar("T")
log = logging.getLogger(__name__)

NOT_KEPT = "It could not be stored and was not taken: {}. The game is as it was."
WENT_WRONG = "Something went wrong on the server. Your choice was not taken; the game is as it was."
BOT_FAILED = "The other side could not choose: {}"


class Line(Protocol):
    """A connection to one tab of a seat."""

    def put(self, frame: bytes) -> None:
        """Send a frame after those before it, without waiting."""
        ...


class NotKept(Exception):
    """What came of a call could not be stored. The match is back at what the store has."""


class Addition(msgspec.Struct, frozen=True):
    """What a call added to a game, in the form the store keeps."""

    first: int
    entries: tuple[bytes, ...]
    save: bytes


class Room:
    """One game: its table, the lines to its seats, and its bots."""

    def __init__(
        self, game: str, store: Store, systems: Systems, seats: tuple[SeatRow, ...], crashes: Path
    ) -> None:
        self.game = game
        self.users = 0
        self._store = store
        self._systems = systems
        self._crashes = crashes
        self._bots: Mapping[str, Bot] = {
            row.seat: BOTS[row.bot](Random()) for row in seats if row.bot is not None
        }
        self._lines: dict[str, list[Line]] = {}
        self._lock = asyncio.Lock()
        self._table: Table[Any] | None = None
        self._astray = False
        self._playing: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether anybody is at the table."""
        return self.users > 0 or (self._playing is not None and not self._playing.done())

    async def read(self, look: Callable[[Table[Any]], T]) -> T:
        """Look at the table in a thread, while nothing changes."""
        async with self._lock:
            return await asyncio.to_thread(look, await self._open())

    async def join(self, seat: str, line: Line) -> None:
        """Give a line the whole view; from then on it gets what changes."""
        async with self._lock:
            table = await self._open()
            line.put(await asyncio.to_thread(lambda: encode_message(table.join(seat))))
            self._lines.setdefault(seat, []).append(line)
        self._wake_bots()

    def leave(self, seat: str, line: Line) -> None:
        lines = self._lines.get(seat, [])
        if line in lines:
            lines.remove(line)

    async def call(self, seat: str, call: AnyCall, line: Line) -> None:
        """Carry out a call of a seat: answer it when it is kept, then tell every line what changed."""
        async with self._lock:
            try:
                answer = await self._carry_out(seat, call)
                if isinstance(answer, ErrorMessage):
                    log.error("a rule failed in game %s; a report is in %s", self.game, self._crashes)
            except NotKept as failure:
                answer = self.error(seat, NOT_KEPT.format(failure), call.call)
            except Exception:
                log.exception("a call of %s in game %s failed", seat, self.game)
                answer = self.error(seat, WENT_WRONG, call.call)
            line.put(encode_message(answer))
            await self._tell_news()
        self._wake_bots()

    def error(self, seat: str, reason: str, call: int | None = None) -> ErrorMessage:
        """A message that something went wrong, with the version the seat has."""
        version = self._table.version(seat) if self._table else 0
        return ErrorMessage(version=version, call=call, reason=reason)

    async def close(self) -> None:
        """Stop the bots. What they have chosen is kept already."""
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)

    def _wake_bots(self) -> None:
        """Let the bots play on, if they are not at it already."""
        if self._bots and (self._playing is None or self._playing.done()):
            self._playing = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        """One bot choice after the other; between two of them people get their turn at the lock."""
        chosen = True
        while chosen:
            async with self._lock:
                try:
                    chosen = await self._play_one()
                    await self._tell_news()
                except Exception as error:
                    log.exception("a bot in game %s failed", self.game)
                    reason = NOT_KEPT.format(error) if isinstance(error, NotKept) else WENT_WRONG
                    self._tell_all(BOT_FAILED.format(reason))
                    return

    async def _play_one(self) -> bool:
        """Carry out the next bot choice; False if no bot has one, or the rules would not take it."""
        seat, call = await asyncio.to_thread(self._bot_call, await self._open())
        if call is None:
            return False
        answer = await self._carry_out(seat, call)
        if isinstance(answer, AckMessage):
            return True
        log.error("the bot of %s in game %s got no further: %s", seat, self.game, answer)
        self._tell_all(BOT_FAILED.format("a rule failed. The game is as it was, and a report was kept."))
        return False

    def _bot_call(self, table: Table[Any]) -> tuple[str, AnyCall | None]:
        """What a bot has to say now. It sees its own view and nothing else; it agrees to every take-back."""
        match = table.match
        wish = open_take_back(match.journal)
        for seat, bot in self._bots.items():
            if wish is not None and seat not in (wish.asked.seat, *wish.agreed):
                return seat, AnswerBackCall(call=0, agrees=True)
            view = match.view(seat)
            if view.requests:
                return seat, ChooseCall(call=0, choice=bot.choose(view))
        return "", None

    async def _carry_out(self, seat: str, call: AnyCall) -> AnyMessage:
        """The answer to a call, once what came of it is kept."""
        table = await self._open()
        self._astray = True
        answer, addition = await asyncio.to_thread(run, table, seat, call)
        if addition is not None:
            await self._keep(addition)
        self._astray = False
        return answer

    async def _keep(self, added: Addition) -> None:
        written = self._store.append(self.game, added.first, added.entries, added.save)
        try:
            await asyncio.wrap_future(written)
        except SQLAlchemyError as error:
            log.error("game %s could not be stored: %s", self.game, plain_reason(error))
            raise NotKept(plain_reason(error)) from error

    async def _open(self) -> Table[Any]:
        """The table: laid out from the store if it is not yet, put back if a choice went wrong half-way.

        The seats keep what they were last sent, so that the news after a put-back are right for them.
        """
        if self._table is None:
            self._table = Table(await self._loaded(), self.game)
        elif self._astray:
            self._table.match = await self._loaded()
        self._astray = False
        return self._table

    async def _loaded(self) -> Match[Any]:
        def load() -> Match[Any]:
            kept = self._store.load(self.game)
            if kept is None:
                raise StoreError(f"the store has no game {self.game}")
            match = match_of(kept, self._systems)
            match.crashes = self._crashes
            return match

        return await asyncio.to_thread(load)

    async def _tell_news(self) -> None:
        """Send every line what changed for its seat."""
        table = await self._open()
        listening = [seat for seat, lines in self._lines.items() if lines]

        def changed() -> dict[str, bytes]:
            news = {seat: table.news(seat) for seat in listening}
            return {seat: encode_message(found) for seat, found in news.items() if found is not None}

        for seat, frame in (await asyncio.to_thread(changed)).items():
            self._tell(seat, frame)

    def _tell_all(self, reason: str) -> None:
        for seat in self._lines:
            self._tell(seat, encode_message(self.error(seat, reason)))

    def _tell(self, seat: str, frame: bytes) -> None:
        for line in self._lines[seat]:
            line.put(frame)


def run(table: Table[Any], seat: str, call: AnyCall) -> tuple[AnyMessage, Addition | None]:
    """Run the rules on a call, and put what came of it into the form the store keeps."""
    answer, entries = table.call(seat, call)
    if not entries:
        return answer, None
    return answer, Addition(entries[0].n, entries_as_json(entries), save_without_journal(table.match))
