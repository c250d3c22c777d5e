"""The house: all rooms of a server, and who may enter which."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from deadground.core.faults import SetupError, did_you_mean
from deadground.core.match import Match
from deadground.server.kept import entries_as_json, save_without_journal
from deadground.server.playable import BOTS, Systems
from deadground.server.rooms import Room
from deadground.server.store import NewGame, SeatRow, Store

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
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    async def begin(
        self, system: str, scenario: str, seat: str, opponent: str, options: Mapping[str, str]
    ) -> tuple[str, str]:
        """Begin a game and keep it. The names of the game and of the person's token, which is told only once."""
        match = await asyncio.to_thread(self._new_match, system, scenario, options)
        others = match.setup.seats
        if seat not in others:
            raise SetupError(f"no seat '{seat}' in {scenario}: {did_you_mean(seat, others)}")
        if opponent not in BOTS:
            raise SetupError(f"no opponent '{opponent}': {did_you_mean(opponent, BOTS)}")
        game, token = secrets.token_urlsafe(12), secrets.token_urlsafe(24)
        rows = [SeatRow(seat=seat, kind="human", token=hashed(token))]
        rows += [SeatRow(seat=other, kind="bot", bot=opponent) for other in others if other != seat]
        new = NewGame(
            game=game,
            system=system,
            scenario=scenario,
            save=save_without_journal(match),
            journal=entries_as_json(match.journal),
            seats=tuple(rows),
        )
        await asyncio.wrap_future(self.store.add(new))
        return game, token

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

    def _new_match(self, system: str, scenario: str, options: Mapping[str, str]) -> Match[Any]:
        if system not in self.systems:
            raise SetupError(f"no system '{system}': {did_you_mean(system, self.systems)}")
        rules = self.systems[system]
        return Match.begin(rules, rules.prepare(scenario, options))


def hashed(token: str) -> str:
    """How a token is kept: it is long and random, so a plain hash gives nothing away."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def seat_of(rows: tuple[SeatRow, ...], token: str) -> str:
    given = hashed(token)
    for row in rows:
        if row.token is not None and hmac.compare_digest(row.token, given):
            return row.seat
    raise WrongToken
