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
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from deadground.core import lending
from deadground.core.bot import Bot
from deadground.core.faults import Refused
from deadground.core.journal import BOT, Entry, open_take_back
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
from deadground.server.chronicle import Chronicle, Game
from deadground.server.kept import entries_as_json, match_of, save_without_journal
from deadground.server.playable import Systems, best_of, make_bot
from deadground.server.seating import watched
from deadground.server.store import SeatRow, Store, StoreError, plain_reason

T = TypeVar("T")
log = logging.getLogger(__name__)

NOT_KEPT = "It could not be stored and was not taken: {}. The game is as it was."
WENT_WRONG = "Something went wrong on the server. Your choice was not taken; the game is as it was."
BOT_FAILED = "The other side could not choose: {}"
MOST_AT_A_TIME = 40
"""Bot choices that a watcher's word to go on can lead to; most choices of a turn are told in fewer."""


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
        self.rows = seats
        self.watched = watched(seats)
        self.chronicle = Chronicle()
        self._store = store
        self._systems = systems
        self._crashes = crashes
        self._bot_names: Mapping[str, str] = {row.seat: row.bot for row in seats if row.bot is not None}
        self._bots: dict[str, Bot] = {}
        self._lines: dict[str, list[Line]] = {}
        self._lock = asyncio.Lock()
        self._reading = asyncio.Lock()
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

    async def tell(self, look: Callable[[Chronicle, Game], T]) -> T:
        """Look at the history in a thread. The table is free meanwhile: what was, does not change."""
        game = await self.read(lambda table: Game.of(table.match))
        async with self._reading:
            return await asyncio.to_thread(look, self.chronicle, game)

    async def do(self, act: Callable[[Match[Any]], Entry]) -> None:
        """Carry out an act of the table itself, such as going back. A `Refused` goes to the caller."""
        async with self._lock:
            table = await self._open()
            self._astray = True
            try:
                addition = await asyncio.to_thread(enacted, table, act)
            except Refused:
                self._astray = False
                raise
            await self._keep(addition)
            self._astray = False
            await self._tell_news()
        self._wake_bots()

    async def go_on(self) -> None:
        """Let the bots of a watched game play until something is told."""
        async with self._lock:
            before = len((await self._open()).match.journal)
            for _ in range(MOST_AT_A_TIME):
                match = (await self._open()).match
                told = any(entry.events for entry in match.journal[before:])
                if told or not await self._play_one():
                    break
            await self._tell_news()

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
        if self._has_bots() and not self.watched and (self._playing is None or self._playing.done()):
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
        seat, call, note = await asyncio.to_thread(self._bot_call, await self._open())
        if call is None:
            return False
        answer = await self._carry_out(seat, call, note)
        if isinstance(answer, AckMessage):
            return True
        log.error("the bot of %s in game %s got no further: %s", seat, self.game, answer)
        self._tell_all(BOT_FAILED.format("a rule failed. The game is as it was, and a report was kept."))
        return False

    def _bot_call(self, table: Table[Any]) -> tuple[str, AnyCall | None, str]:
        """What a bot has to say now, and its note. It sees its own view alone; it agrees to every take-back."""
        match = table.match
        wish = open_take_back(match.journal)
        lent = lending.bot_seats(match)
        own = [seat for seat in self._bot_names if lending.played_by(match, seat) == seat]
        for seat in (*own, *lent):
            sender = BOT if seat in lent else seat
            if wish is not None and seat not in (wish.asked.seat, *wish.agreed):
                return sender, AnswerBackCall(call=0, as_seat=seat, agrees=True), ""
            view = match.view(seat)
            if view.requests:
                bot = self._bot(match, seat)
                return sender, ChooseCall(call=0, choice=bot.choose(view)), bot.note
        return "", None, ""

    def _has_bots(self) -> bool:
        """Whether a bot plays a seat of this table, from the start or because it was lent to one."""
        return bool(self._bot_names or (self._table and lending.bot_seats(self._table.match)))

    def _bot(self, match: Match[Any], seat: str) -> Bot:
        """A seat's bot, made from the seed of the game: the same again when the table is laid out anew."""
        if seat not in self._bots:
            name = self._bot_names.get(seat) or best_of(match.system)
            self._bots[seat] = make_bot(match.system, name, match.seed, seat)
        return self._bots[seat]

    async def _carry_out(self, seat: str, call: AnyCall, note: str = "") -> AnyMessage:
        """The answer to a call, once what came of it is kept. A bot's note is kept with its choice."""
        table = await self._open()
        self._astray = True
        answer, addition = await asyncio.to_thread(self._run, table, seat, call, note)
        if addition is not None:
            await self._keep(addition)
        self._astray = False
        return answer

    def _run(
        self, table: Table[Any], seat: str, call: AnyCall, note: str
    ) -> tuple[AnyMessage, Addition | None]:
        """Run the rules and note the new position; what then cannot be stored is forgotten with the rest."""
        answer, addition = run(table, seat, call, note)
        if addition is not None:
            self.chronicle.note(table.match)
        return answer, addition

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
            self.chronicle = Chronicle()
        self._astray = False
        return self._table

    async def _loaded(self) -> Match[Any]:
        def load() -> Match[Any]:
            kept = self._store.load(self.game)
            if kept is None:
                raise StoreError(f"the store has no game {self.game}")
            match = match_of(kept, self._systems)
            match.crashes = self._crashes
            match.watchers = frozenset(row.seat for row in self.rows if row.kind == "observer")
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


def run(table: Table[Any], seat: str, call: AnyCall, note: str = "") -> tuple[AnyMessage, Addition | None]:
    """Run the rules on a call, and put what came of it into the form the store keeps."""
    answer, entries = table.call(seat, call, note)
    return answer, addition_of(table, entries) if entries else None


def enacted(table: Table[Any], act: Callable[[Match[Any]], Entry]) -> Addition:
    """Carry out an act, and put what came of it into the form the store keeps."""
    written = len(table.match.journal)
    act(table.match)
    return addition_of(table, table.match.journal[written:])


def addition_of(table: Table[Any], entries: list[Entry]) -> Addition:
    return Addition(entries[0].n, entries_as_json(entries), save_without_journal(table.match))
