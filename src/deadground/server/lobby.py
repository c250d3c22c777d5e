"""The lobby: all rooms of a server, and who may enter which."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection

from deadground.core.faults import SetupError, did_you_mean
from deadground.core.match import Match
from deadground.desk.books import BookDesk
from deadground.desk.rosters import RosterDesk
from deadground.server.again import AGAIN, Followed, chairs_in, keep_followed, swapped_details
from deadground.server.api_games import GameOpened, NewGameOrder
from deadground.server.askers import Askers
from deadground.server.attempts import Attempts
from deadground.server.bot_workers import PLAYED, BotWorkers
from deadground.server.invitations import offer
from deadground.server.kept import entries_as_json, match_of, save_without_journal
from deadground.server.limits import Crowd
from deadground.server.notices import Notices, NoticeSettings
from deadground.server.people import People, Visitor, hold
from deadground.server.playable import Systems
from deadground.server.rooms import STOPPING, Room, Stopping
from deadground.server.seat_wishes import USUAL_HOURS, hours_of, set_hours
from deadground.server.seating import LINK, UMPIRE, Seating, hashed, names_in, order_of, role_of, seating
from deadground.server.shapes import learn_shapes
from deadground.server.store import NewGame, SeatRow, Store
from deadground.server.talk_rate import Paces
from deadground.server.work import Work, paying, seat_pays
from deadground.systems import registry

IDLE_ROOMS = 64
"""How many rooms stay laid out with nobody in them; others are laid out again from the store."""


class NoSuchGame(Exception):
    """There is no game of this name."""


class WrongToken(Exception):
    """There is no such game, or the token opens no seat of it: a stranger is not told which."""


class Before(msgspec.Struct, frozen=True):
    """The game before one that is fought again: who sat there, who began again, and where each sits now."""

    game: str
    rows: tuple[SeatRow, ...]
    by: str
    chairs: Mapping[str, str]

    def seated(self, rows: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
        """The seats of the new game with the names of those who sit in them."""
        names = {self.chairs[row.seat]: row.name for row in self.rows if row.seat in self.chairs}
        return tuple(msgspec.structs.replace(row, name=names.get(row.seat) or row.name) for row in rows)


class Lobby:
    """Rooms by game, opened when somebody comes."""

    def __init__(
        self,
        store: Store,
        systems: Systems,
        crashes: Path,
        played: str = PLAYED,
        notices: NoticeSettings | None = None,
    ) -> None:
        """`played` names the function that gives bot processes the same systems: see bot_workers.py."""
        self.systems = systems
        self.store = store
        self.notices = Notices(store, notices or NoticeSettings())
        self._workers = BotWorkers(store.metrics, played)
        self._askers = Askers(store.metrics, played)
        self.work = Work()
        self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self.people = People(store)
        self.attempts = Attempts()
        self.refusals = Attempts("refusals")
        self.crowd = Crowd(self.refusals)
        self.paces = Paces()
        self._crashes = crashes
        self.reports = crashes.parent / "reports"
        self.rosters = RosterDesk(registry.with_workshop()[1], crashes.parent)
        self.books = BookDesk(crashes.parent)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        learn_shapes()
        store.on_change = self._store_changed
        store.metrics.watch("games_open", lambda: len(self._rooms))
        store.metrics.watch("seats_connected", lambda: sum(room.tabs for room in self._rooms.values()))

    async def begin(self, order: NewGameOrder, visitor: Visitor) -> GameOpened:
        """Begin a game and keep it. The tokens of its seats and links are told only here."""

        def new() -> tuple[Match[Any], Seating]:
            match = self._new_match(order)
            return match, seating(match.system, match.setup.seats, order.seats, order.observers, order.name)

        self.work.admit()
        return await self._keep(*await self.work.do(new), visitor, hours=order.away_hours)

    async def again(
        self, room: Room, by: str, visitor: Visitor, *, on: bool = False, swap: bool = False
    ) -> GameOpened:
        """The same battle once more, with everybody in his own seat or, with `swap`, in the other side's.

        With `on` it is fought by those who came through this one. Who came by link hears of it, and has it on his
        list. Sides are swapped when the game is over: what is hidden from a side lies in the same place again.
        """

        def new(match: Match[Any]) -> tuple[Match[Any], Seating, dict[str, str]]:
            system, setup = match.system, match.setup
            details = system.on_with(setup, match.position.state) if on else setup.details
            if details is None or (on and match.outcome is None):
                raise SetupError("nobody can go on from this battle")
            if swap:
                if match.outcome is None:
                    raise SetupError("sides are swapped when the game is over")
                details = swapped_details(system, setup)
            prepared = system.prepare(setup.scenario, setup.options, details)
            chairs = chairs_in(system, setup, prepared, room.rows, swap=swap)
            order = {chairs[seat]: who for seat, who in order_of(room.rows).items()}
            guests = sum(
                row.kind == "link" and role_of(row.seat) == "observer" for row in room.rows if row.name
            )
            return Match.begin(system, prepared), seating(system, prepared.seats, order, guests), chairs

        hours = await asyncio.to_thread(hours_of, self.store, room.game)
        match, seated, chairs = await room.read(lambda table: new(table.match))
        before = Before(room.game, room.rows, by, chairs)
        opened = await self._keep(match, seated, visitor, before, hours)
        await AGAIN.tell(room, Followed(opened.game, by, chairs))
        return opened

    async def fork(
        self, room: Room, by: str, entry: int, seats: Mapping[str, str], visitor: Visitor
    ) -> GameOpened:
        """A game of its own that goes on from the position an entry left. It is marked, as one that went back.

        It has the seed of the game that it came from, which whoever began both can learn: nobody is invited to it.
        """
        if LINK in seats.values():
            raise SetupError("nobody plays this by link: you could know its dice from the game it comes from")

        def forked() -> tuple[Match[Any], Seating]:
            kept = self.store.load(room.game)
            if kept is None:
                raise NoSuchGame(room.game)
            match = match_of(kept, self.systems)
            match.names = names_in(room.rows)
            match.rewind(by, entry, "to play on from here in a game of its own")
            return match, seating(match.system, match.setup.seats, seats or order_of(room.rows))

        return await self._keep(*await self.work.do(forked), visitor)

    async def _keep(
        self,
        match: Match[Any],
        seated: Seating,
        visitor: Visitor,
        before: Before | None = None,
        hours: int = USUAL_HOURS,
    ) -> GameOpened:
        """Keep a new game. Those who came to the one before it by link sit here too."""
        if self._stopping:
            raise Stopping(STOPPING)
        game = secrets.token_urlsafe(12)
        setup = match.setup
        held = await asyncio.to_thread(self.people.holders, before.game) if before else {}
        holders = (
            {before.chairs[seat]: held[seat] for seat in held if seat in before.chairs} if before else {}
        )
        rows = before.seated(seated.rows) if before else seated.rows
        named = {row.seat for row in rows if row.kind == "link" and row.name}
        new = NewGame(
            game=game,
            system=setup.system,
            scenario=setup.scenario,
            save=await self.work.do(lambda: save_without_journal(match)),
            journal=await self.work.do(lambda: entries_as_json(match.journal)),
            seats=rows,
        )
        offered = [one for one in seated.offered if one.seat not in named]

        def people_of_it(connection: Connection) -> None:
            visitor.arrive(connection, next((row.name for row in rows if row.kind == "human"), ""))
            for opened in seated.opened:
                hold(connection, visitor.person.id, game, opened.seat)
            for seat in named:
                for person in holders.get(seat, ()):
                    hold(connection, person, game, seat)
            for one in offered:
                offer(connection, game, one)
            set_hours(connection, game, hours)
            if before:
                keep_followed(connection, before.game, Followed(game, before.by, before.chairs))

        await asyncio.wrap_future(self.store.add(new, people_of_it))
        return GameOpened(game, list(seated.opened), offered)

    @asynccontextmanager
    async def enter(self, game: str, token: str) -> AsyncIterator[tuple[Room, str]]:
        """The room of a game and the seat that the token opens, which pays for what is done there."""
        rows, seat = await asyncio.to_thread(self.seat, game, token)
        with paying(seat_pays(game, seat)):
            self.work.admit()
            async with self.room(game, rows) as room:
                yield room, seat

    @asynccontextmanager
    async def room(self, game: str, rows: tuple[SeatRow, ...]) -> AsyncIterator[Room]:
        """The room of a game, for the lobby's own business or for who has shown a key."""
        if self._stopping:
            raise Stopping(STOPPING)
        self._loop = asyncio.get_running_loop()
        room = self._rooms.get(game)
        if room is None:
            room = Room(
                game, self.store, self.systems, rows, self._crashes, self._workers, self._askers, self.work
            )
            room.notices = self.notices
            self._rooms[game] = room
        self._rooms.move_to_end(game)
        room.users += 1
        try:
            if room.rows is rows:
                await self.reseat(game)  # somebody may have sat down while the rows were being read
            yield room
        finally:
            room.users -= 1
            self._clear_up()

    async def reseat(self, game: str) -> None:
        """Somebody sat down, or a seat was given away: the room of the game is to know."""
        rows = await asyncio.to_thread(self.store.seats, game)
        if game in self._rooms:
            await self._rooms[game].reseat(rows)

    def seat(self, game: str, token: str) -> tuple[tuple[SeatRow, ...], str]:
        """The seats of a game and the one that a token opens."""
        rows = self.store.seats(game)
        seat = seat_of(rows, token) or self.people.seat_of_key(game, token)
        if seat is None:
            raise WrongToken
        return rows, seat

    async def stop(self) -> None:
        """Let nobody in any more, finish and keep what is running, and send everybody away with a word."""
        self._stopping = True
        await asyncio.gather(*(room.stop() for room in list(self._rooms.values())))

    def _store_changed(self) -> None:
        """Called from a thread: somebody restored a back-up. Every room looks again what it has."""
        self.notices.look_again()
        for room in list(self._rooms.values()):
            if self._loop is not None and not self._loop.is_closed():
                asyncio.run_coroutine_threadsafe(room.lay_out_anew(), self._loop)

    def why_not_well(self) -> str:
        """What keeps games from being played and kept just now; '' if nothing does."""
        return STOPPING if self._stopping else self.store.why_not_well()

    async def close(self) -> None:
        for room in self._rooms.values():
            await room.close()
        await self.notices.close()
        await self._workers.close()
        await self._askers.close()
        self.work.close()

    def _clear_up(self) -> None:
        idle = [game for game, room in self._rooms.items() if not room.busy]
        for game in idle[: max(0, len(idle) - IDLE_ROOMS)]:
            del self._rooms[game]

    def _new_match(self, order: NewGameOrder) -> Match[Any]:
        if order.system not in self.systems:
            raise SetupError(f"no system '{order.system}': {did_you_mean(order.system, self.systems)}")
        rules = self.systems[order.system]
        details: dict[str, Any] = {"umpire": True} if UMPIRE in order.seats else {}
        if order.players:
            details["players"] = order.players
        if order.rosters:
            details["rosters"] = msgspec.to_builtins(order.rosters)
        if order.own_book:
            details["own_book"] = order.own_book
        if order.unplayed:
            details["unplayed"] = order.unplayed
        return Match.begin(rules, rules.prepare(order.scenario, order.options, details))


def seat_of(rows: tuple[SeatRow, ...], token: str) -> str | None:
    given = hashed(token)
    for row in rows:
        if row.token is not None and hmac.compare_digest(row.token, given):
            return row.seat
    return None
