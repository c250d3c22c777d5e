"""The house: all rooms of a server, and who may enter which."""

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

from deadground.core.faults import SetupError, did_you_mean
from deadground.core.match import Match
from deadground.core.saves import Save
from deadground.server.api_games import GameOpened, NewGameOrder
from deadground.server.kept import entries_as_json, match_of, save_without_journal
from deadground.server.playable import Systems
from deadground.server.rooms import Room
from deadground.server.seating import Seating, hashed, order_of, seating
from deadground.server.store import NewGame, SeatRow, Store

UMPIRE = "umpire"
"""The seat that a game has if somebody is to be its umpire."""

IDLE_ROOMS = 64
"""How many rooms stay laid out with nobody in them; others are laid out again from the store."""


class NoSuchGame(Exception):
    """There is no game of this name."""


class WrongToken(Exception):
    """The token opens no seat of this game."""


class House:
    """Rooms by game, opened when somebody comes."""

    def __init__(self, store: Store, systems: Systems, crashes: Path) -> None:
        self.systems = systems
        self.store = store
        self._crashes = crashes
        self.reports = crashes.parent / "reports"
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        for shape in (Save, *(system.state_type for system in systems.values())):
            msgspec.json.Decoder(shape)  # learned here, because two threads must not learn a shape at once

    async def begin(self, order: NewGameOrder) -> GameOpened:
        """Begin a game and keep it. The tokens of its seats are told only here."""

        def new() -> tuple[Match[Any], Seating]:
            match = self._new_match(order)
            return match, seating(match.system, match.setup.seats, order.seats)

        return await self._keep(*await asyncio.to_thread(new))

    async def again(self, room: Room) -> GameOpened:
        """The same battle once more, with everybody in the same seats."""
        setup = await room.read(lambda table: table.match.setup)
        order = NewGameOrder(setup.system, setup.scenario, order_of(room.rows), dict(setup.options))
        return await self.begin(order)

    async def fork(self, room: Room, by: str, entry: int, seats: Mapping[str, str]) -> GameOpened:
        """A game of its own that goes on from the position an entry left. It is marked, as one that went back."""

        def forked() -> tuple[Match[Any], Seating]:
            kept = self.store.load(room.game)
            if kept is None:
                raise NoSuchGame(room.game)
            match = match_of(kept, self.systems)
            match.rewind(by, entry, "to play on from here in a game of its own")
            return match, seating(match.system, match.setup.seats, seats or order_of(room.rows))

        return await self._keep(*await asyncio.to_thread(forked))

    async def _keep(self, match: Match[Any], seated: Seating) -> GameOpened:
        game = secrets.token_urlsafe(12)
        setup = match.setup
        new = NewGame(
            game=game,
            system=setup.system,
            scenario=setup.scenario,
            save=await asyncio.to_thread(save_without_journal, match),
            journal=await asyncio.to_thread(entries_as_json, match.journal),
            seats=seated.rows,
        )
        await asyncio.wrap_future(self.store.add(new))
        return GameOpened(game, list(seated.opened))

    @asynccontextmanager
    async def enter(self, game: str, token: str) -> AsyncIterator[tuple[Room, str]]:
        """The room of a game and the seat that the token opens."""
        rows = await asyncio.to_thread(self.store.seats, game)
        if not rows:
            raise NoSuchGame(game)
        seat = seat_of(rows, token)
        room = self._rooms.get(game)
        if room is None:
            room = self._rooms[game] = Room(game, self.store, self.systems, rows, self._crashes)
        self._rooms.move_to_end(game)
        room.users += 1
        try:
            yield room, seat
        finally:
            room.users -= 1
            self._clear_up()

    async def close(self) -> None:
        for room in self._rooms.values():
            await room.close()

    def _clear_up(self) -> None:
        idle = [game for game, room in self._rooms.items() if not room.busy]
        for game in idle[: max(0, len(idle) - IDLE_ROOMS)]:
            del self._rooms[game]

    def _new_match(self, order: NewGameOrder) -> Match[Any]:
        if order.system not in self.systems:
            raise SetupError(f"no system '{order.system}': {did_you_mean(order.system, self.systems)}")
        rules = self.systems[order.system]
        details = {"umpire": True} if UMPIRE in order.seats else {}
        return Match.begin(rules, rules.prepare(order.scenario, order.options, details))


def seat_of(rows: tuple[SeatRow, ...], token: str) -> str:
    given = hashed(token)
    for row in rows:
        if row.token is not None and hmac.compare_digest(row.token, given):
            return row.seat
    raise WrongToken
