"""Rooms: a table with the people and bots at it. A room is the only thing that changes a kept game.

Every choice goes the same way, whoever makes it: the rules run in a thread, what came of it is written and
flushed, and only then is it answered and told to the others. If it cannot be written, the match goes back to
what the store has. Bots think in processes of their own, and the table is free for people meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from deadground.core.faults import Fault, Refused, SaveError
from deadground.core.journal import Entry
from deadground.core.match import Match
from deadground.core.messages import (
    AckMessage,
    AnyCall,
    AnyMessage,
    AskBackCall,
    ChooseCall,
    ErrorMessage,
    LendCall,
    Question,
    RefusalMessage,
    encode_message,
)
from deadground.core.table import Table
from deadground.server.absence import why_not_over_his_head
from deadground.server.askers import GLANCE, Askers
from deadground.server.bot_turns import BotTurn, has_bots, next_turn
from deadground.server.bot_worker import question_of
from deadground.server.bot_workers import BotFailed, BotWorkers, NoChoice
from deadground.server.chronicle import Chronicle, Game
from deadground.server.kept import entries_as_json, match_of, save_without_journal
from deadground.server.limits import TooMany
from deadground.server.notices import Needs, Notices
from deadground.server.playable import Systems
from deadground.server.pulse import Pulse
from deadground.server.seating import look_on, one_browser, watched
from deadground.server.store import SeatRow, Store, StoreError, plain_reason
from deadground.server.work import PAYING, Work, bots_pay
from deadground.server.writer import Job

T = TypeVar("T")
log = logging.getLogger(__name__)

NOT_KEPT = "It could not be stored and was not taken: {}. The game is as it was."
WENT_WRONG = "Something went wrong on the server. Your choice was not taken; the game is as it was."
BOT_FAILED = "The other side could not choose: {}"
STOPPING = "The server is being stopped. This was not taken; everything before it is kept."
ALL_TOLD = "the game is over: its seed and all secrets are told, so nothing can be taken back"
RESTORED = (
    "A back-up was restored here. The game stands as it stood then; what was chosen and said since is gone."
)
NO_ANSWER = "the store does not answer"
STORE_PATIENCE = 30.0
"""Seconds a call waits for the disk before its sender is told that it was not taken."""

MOST_AT_A_TIME = 40
"""Bot choices that a watcher's word to go on can lead to; most choices of a turn are told in fewer."""


class TabLine(Protocol):
    """A connection to one tab of a seat."""

    gone: bool
    """Whether the tab has been closed: nobody waits for an answer any more."""

    pulse: Pulse
    """Whether the tab is still heard."""

    def put(self, frame: bytes) -> None:
        """Send a frame after those before it, without waiting."""
        ...

    def end(self, sent_away: bool = False) -> None:
        """Close the connection after what was put: the server stops, or its seat is somebody else's now."""
        ...


class NotKept(Exception):
    """What came of a call could not be stored. The match is back at what the store has."""


class Stopping(Exception):
    """The server is being stopped and takes nothing more."""


class Addition(msgspec.Struct, frozen=True):
    """What a call added to a game, in the form the store keeps."""

    first: int
    entries: tuple[bytes, ...]
    save: bytes


class Room:
    """One game: its table, the lines to its seats, and its bots."""

    def __init__(
        self,
        game: str,
        store: Store,
        systems: Systems,
        seats: tuple[SeatRow, ...],
        crashes: Path,
        workers: BotWorkers,
        askers: Askers,
        work: Work,
    ) -> None:
        self.game = game
        self.users = 0
        self.rows = seats
        self.watched = watched(seats)
        self.chronicle = Chronicle()
        self.store = store
        self.notices: Notices | None = None
        self._systems = systems
        self._crashes = crashes
        self._bot_names: Mapping[str, str] = {row.seat: row.bot for row in seats if row.bot is not None}
        self._workers = workers
        self._askers = askers
        self._work = work
        self._has_bots = bool(self._bot_names)
        self._stopping = False
        self._lines: dict[str, list[TabLine]] = {}
        self._lock = asyncio.Lock()
        self._reading = asyncio.Lock()
        self._table: Table[Any] | None = None
        self._astray = False
        self._playing: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether anybody is at the table."""
        return self.users > 0 or (self._playing is not None and not self._playing.done())

    @property
    def tabs(self) -> int:
        """How many tabs are at the table."""
        return sum(map(len, self._lines.values()))

    async def read(self, look: Callable[[Table[Any]], T]) -> T:
        """Look at the table in a thread, while nothing changes."""
        async with self._lock:
            table = await self._open()
            return await self._work.do(lambda: look(table))

    async def tell(self, look: Callable[[Chronicle, Game], T]) -> T:
        """Look at the history in a thread. The table is free meanwhile: what was, does not change."""
        game = await self.read(lambda table: Game.of(table.match))
        async with self._reading:
            return await self._work.do(lambda: look(self.chronicle, game))

    async def do(self, act: Callable[[Match[Any]], Entry], also: Job | None = None) -> None:
        """Carry out an act of the table itself, such as going back. A `Refused` goes to the caller.

        It is kept together with what is `also` to be written, or neither is.
        """
        async with self._lock:
            if self._stopping:
                raise Stopping(STOPPING)
            table = await self._open()
            self._astray = True
            try:
                addition = await self._work.do(lambda: enacted(table, act))
            except Refused:
                self._astray = False
                raise
            await self._keep(addition, also)
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
                turn = None if told or self._stopping else await self._next_turn()
                if turn is None or not await self._speak(turn, await self._said(turn)):
                    break
            await self._tell_news()

    async def join(self, seat: str, line: TabLine) -> None:
        """Give a line the whole view; from then on it gets what changes."""
        async with self._lock:
            table = await self._open()
            line.put(await self._work.do(lambda: encode_message(table.join(seat))))
            self._lines.setdefault(seat, []).append(line)
        self._wake_bots()

    async def reseat(self, rows: tuple[SeatRow, ...]) -> None:
        """Somebody sat down, or a seat is for somebody else now: those whose key to it is void are sent away."""
        async with self._lock:
            void = vacated(self.rows, rows)
            self.rows = rows
            if self._table is not None:
                look_on(self._table.match, rows)
            for line in [line for seat in void for line in self._lines.get(seat, ())]:
                line.end(sent_away=True)

    def here(self) -> frozenset[str]:
        """The seats at which somebody's page is open."""
        return frozenset(seat for seat, lines in self._lines.items() if lines)

    def silent(self) -> frozenset[str]:
        """The seats whose pages are open, as far as anybody knows, though nothing is heard from them."""
        return frozenset(
            seat for seat, lines in self._lines.items() if lines and all(one.pulse.is_silent for one in lines)
        )

    def leave(self, seat: str, line: TabLine) -> None:
        lines = self._lines.get(seat, [])
        if line in lines:
            lines.remove(line)

    async def call(self, seat: str, call: AnyCall, line: TabLine) -> None:
        """Carry out a call of a seat: answer it when it is kept, then tell every line what changed.

        A question of a tab that has gone meanwhile is dropped; what it ordered is carried out all the same.
        """
        began = monotonic()
        try:
            self._work.admit()
        except TooMany as reason:
            self.store.metrics.count("refused")
            line.put(encode_message(self.refusal(seat, call, str(reason))))
            return
        if isinstance(call, Question) and await self._answered_elsewhere(seat, call, line):
            self.store.metrics.time("answer", monotonic() - began)
            self._wake_bots()
            return
        async with self._lock:
            if line.gone and isinstance(call, Question):
                return
            if self._stopping:
                line.put(encode_message(self.error(seat, STOPPING, call.call)))
                return
            line.put(await self._answer(seat, call))
            self.store.metrics.time("answer", monotonic() - began)
            # A question has changed nothing, and to look for news costs more than most answers.
            if self._astray or not isinstance(call, Question):
                await self._tell_news()
        self._wake_bots()

    async def _answered_elsewhere(self, seat: str, call: Question, line: TabLine) -> bool:
        """Have a question of somebody who asks much answered in another process; False if that is to be done here.

        The table is free meanwhile. If he goes, the work is broken off.
        """
        if not self._work.is_greedy() or line.gone or self._stopping:
            return False
        try:
            frame = await self.read(lambda table: question_of(table, seat, call))
        except Exception:  # the usual road tells him what is wrong
            return False
        if not self._askers.is_ready(frame):
            return False
        async with self._work.turn() as accounts:
            try:
                answer = await self._askers.ask(frame, line)
            except (NoChoice, BotFailed):
                log.exception("a question of %s in game %s failed", seat, self.game)
                return False
        for account in accounts:
            account.charge(answer.took if answer else GLANCE)
        if answer:
            line.put(bytes(answer.message))
        return True

    async def _answer(self, seat: str, call: AnyCall) -> bytes:
        """The answer to a call as it is sent, whatever came of it."""
        metrics = self.store.metrics
        try:
            answer, frame = await self._settle(seat, call)
            if isinstance(answer, ErrorMessage):
                log.error("a rule failed in game %s; a report is in %s", self.game, self._crashes)
                metrics.count("rule_errors")
            elif isinstance(answer, RefusalMessage):
                metrics.count("refused")
            elif isinstance(call, ChooseCall):
                metrics.count("choices")
            return frame
        except NotKept as failure:
            return encode_message(self.error(seat, NOT_KEPT.format(failure), call.call))
        except Exception:
            log.exception("a call of %s in game %s failed", seat, self.game)
            metrics.count("server_errors")
            return encode_message(self.error(seat, WENT_WRONG, call.call))

    def error(self, seat: str, reason: str, call: int | None = None) -> ErrorMessage:
        """A message that something went wrong, with the version the seat has."""
        return ErrorMessage(version=self.version(seat), call=call, reason=reason)

    def refusal(self, seat: str, call: AnyCall, reason: str) -> RefusalMessage:
        """A message that a call is not carried out."""
        return RefusalMessage(version=self.version(seat), call=call.call, faults=(Fault("", reason),))

    def version(self, seat: str) -> int:
        """The version of the view a seat has."""
        return self._table.version(seat) if self._table else 0

    def post(self, seats: Iterable[str], frame: bytes) -> None:
        """Send a frame that is no part of the game to every tab of some seats."""
        for seat in seats:
            if seat in self._lines:
                self._tell(seat, frame)

    async def lay_out_anew(self) -> None:
        """The store has changed beneath: tell everybody what it has now, or send them away if the game is gone."""
        async with self._lock:
            self._astray = self._table is not None
            before = end_of(self._table)
            try:
                await self._tell_news()
                if end_of(self._table) != before:
                    self._tell_all(RESTORED)
            except (SaveError, StoreError, SQLAlchemyError) as error:
                self._tell_all(plain_reason(error))
                for line in [line for lines in self._lines.values() for line in lines]:
                    line.end()

    async def stop(self) -> None:
        """Take nothing more, finish what is running, and send everybody away."""
        self._stopping = True
        async with self._lock:
            for line in [line for lines in self._lines.values() for line in lines]:
                line.end()
        await self.close()

    async def close(self) -> None:
        """Stop the bots. What they have chosen is kept already."""
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)

    def _wake_bots(self) -> None:
        """Let the bots play on, if they are not at it already."""
        idle = self._playing is None or self._playing.done()
        if self._has_bots and idle and not self.watched and not self._stopping:
            self._playing = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        """One bot choice after the other. While one thinks, and between two, people get their turn at the lock."""
        PAYING.set((bots_pay(self.game),))
        try:
            await self._workers.warm_up()
            while await self._play_one():
                pass
        except Exception as error:
            reason = WENT_WRONG
            if isinstance(error, NotKept):
                reason = NOT_KEPT.format(error)
            elif isinstance(error, NoChoice):
                reason = f"{error} when somebody does something here."
            log.error("a bot in game %s failed", self.game, exc_info=error)
            self.store.metrics.count("bot_errors")
            self._tell_all(BOT_FAILED.format(reason))

    async def _play_one(self) -> bool:
        """Carry out the next bot choice; False if no bot has one, or the rules would not take it.

        A choice holds for the view it was made on. If the bot would see something else by now, it thinks again.
        """
        async with self._lock:
            turn = await self._next_turn()
        if turn is None:
            return False
        said = await self._said(turn)
        async with self._lock:
            if self._stopping:
                return False
            if await self._next_turn() != turn:
                return True
            spoken = await self._speak(turn, said)
            await self._tell_news()
            return spoken

    async def _next_turn(self) -> BotTurn | None:
        table = await self._open()
        return await self._work.do(lambda: next_turn(table.match, self._bot_names))

    async def _said(self, turn: BotTurn) -> tuple[AnyCall, str]:
        """What a bot says, and its note."""
        if turn.call is not None:
            return turn.call, ""
        answer = await self._workers.choose(turn.frame)
        if answer.choice is None:
            raise BotFailed("the process gave no choice")
        return ChooseCall(call=0, choice=answer.choice), answer.note

    async def _speak(self, turn: BotTurn, said: tuple[AnyCall, str]) -> bool:
        """Carry out what a bot says, and tell everybody if that cannot be done."""
        answer, _ = await self._settle(turn.sender, *said)
        if isinstance(answer, AckMessage):
            self.store.metrics.count("bot_choices")
            return True
        log.error("the bot of %s in game %s got no further: %s", turn.sender, self.game, answer)
        self.store.metrics.count("bot_errors")
        self._tell_all(BOT_FAILED.format("a rule failed. The game is as it was, and a report was kept."))
        return False

    async def _settle(self, seat: str, call: AnyCall, note: str = "") -> tuple[AnyMessage, bytes]:
        """The answer to a call, once what came of it is kept. A bot's note is kept with its choice."""
        table = await self._open()
        self._astray = True
        answer, frame, addition = await self._work.do(
            lambda: self._judge(table, seat, call, note), is_question=isinstance(call, Question)
        )
        if addition is not None:
            await self._keep(addition)
        self._astray = False
        return answer, frame

    def _judge(
        self, table: Table[Any], seat: str, call: AnyCall, note: str
    ) -> tuple[AnyMessage, bytes, Addition | None]:
        """Run the rules and note the new position; what then cannot be stored is forgotten with the rest."""
        why = self._why_not(table, seat, call)
        if why:
            refusal = self.refusal(seat, call, why)
            return refusal, encode_message(refusal), None
        answer, entries = table.call(seat, call, note)
        if not entries:
            return answer, encode_message(answer), None
        self.chronicle.note(table.match)
        self._has_bots = has_bots(table.match, self._bot_names)
        return answer, encode_message(answer), addition_of(table, entries)

    def _why_not(self, table: Table[Any], seat: str, call: AnyCall) -> str:
        """Why a call is not for the rules to judge: the seed is told, or somebody is to be asked first."""
        if isinstance(call, AskBackCall) and table.match.outcome is not None and not one_browser(self.rows):
            return ALL_TOLD
        return why_not_over_his_head(self, seat, call.seat) if isinstance(call, LendCall) else ""

    async def _keep(self, added: Addition, also: Job | None = None) -> None:
        """Wait until it is on the disk. If the disk takes too long, the store is asked later what it has."""
        written = self.store.append(self.game, added.first, added.entries, added.save, also)
        try:
            await asyncio.wait_for(asyncio.wrap_future(written), STORE_PATIENCE)
        except (SQLAlchemyError, StoreError, TimeoutError) as error:
            reason = NO_ANSWER if isinstance(error, TimeoutError) else plain_reason(error)
            log.error("game %s could not be stored: %s", self.game, reason)
            self.store.metrics.count("not_kept")
            raise NotKept(reason) from error

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
            kept = self.store.load(self.game)
            if kept is None:
                raise StoreError(f"the store has no game {self.game}")
            match = match_of(kept, self._systems)
            match.crashes = self._crashes
            look_on(match, self.rows)
            self._has_bots = has_bots(match, self._bot_names)
            return match

        return await self._work.do(load)

    async def _tell_news(self) -> None:
        """Send every line what changed for its seat."""
        table = await self._open()
        listening = [seat for seat, lines in self._lines.items() if lines]

        def changed() -> tuple[dict[str, bytes], Needs | None]:
            news = {seat: table.news(seat) for seat in listening}
            frames = {seat: encode_message(found) for seat, found in news.items() if found is not None}
            return frames, self.notices.needs(table) if self.notices else None

        frames, needs = await self._work.do(changed)
        for seat, frame in frames.items():
            self._tell(seat, frame)
        if self.notices and needs:
            self.notices.changed(self.game, needs)

    def _tell_all(self, reason: str) -> None:
        for seat in self._lines:
            self._tell(seat, encode_message(self.error(seat, reason)))

    def _tell(self, seat: str, frame: bytes) -> None:
        for line in self._lines[seat]:
            line.put(frame)


def end_of(table: Table[Any] | None) -> tuple[int, str]:
    """How far a game has come: two that have come equally far to the same position are one."""
    journal = table.match.journal if table else []
    return len(journal), journal[-1].digest if journal else ""


def vacated(before: tuple[SeatRow, ...], now: tuple[SeatRow, ...]) -> set[str]:
    """The seats from which somebody was sent away. Who came with a further key alone is known by his name."""
    kept = {row.seat: (row.token, row.name) for row in now}
    taken = [row for row in before if row.token or row.name]

    def is_gone(row: SeatRow) -> bool:
        token, name = kept.get(row.seat, (None, ""))
        return token != row.token or bool(row.name and not name)

    return {row.seat for row in taken if is_gone(row)}


def enacted(table: Table[Any], act: Callable[[Match[Any]], Entry]) -> Addition:
    """Carry out an act, and put what came of it into the form the store keeps."""
    written = len(table.match.journal)
    act(table.match)
    return addition_of(table, table.match.journal[written:])


def addition_of(table: Table[Any], entries: list[Entry]) -> Addition:
    """Entries of the journal in the form the store keeps."""
    return Addition(entries[0].n, entries_as_json(entries), save_without_journal(table.match))
