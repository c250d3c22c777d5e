"""Who sits where in a new game: from the words of an order to the rows of the store."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from deadground.bots.roster import best_of
from deadground.core.faults import SetupError, did_you_mean
from deadground.core.system import System
from deadground.server.api_games import OpenSeat
from deadground.server.playable import bots_of
from deadground.server.store import SeatRow

OBSERVER = "observer"
BOT = "bot:"


class Seating(msgspec.Struct, frozen=True):
    """The seats of a game as they are kept, and those that this browser opens with a token."""

    rows: tuple[SeatRow, ...]
    opened: tuple[OpenSeat, ...]


def seating(system: System[Any], seats: tuple[str, ...], order: Mapping[str, str]) -> Seating:
    """Seat everybody; a seat the order does not name is the best bot's. Bots alone get an observer."""
    for seat in order:
        if seat not in seats:
            raise SetupError(f"no seat '{seat}' here: {did_you_mean(seat, seats)}")
    rows: list[SeatRow] = []
    opened: list[OpenSeat] = []
    for seat in seats:
        _sit(rows, opened, seat, order.get(seat, f"{BOT}{best_of(system)}"), system)
    if not opened:
        _open(rows, opened, SeatRow(seat=OBSERVER, kind="observer"))
    return Seating(tuple(rows), tuple(opened))


def _sit(rows: list[SeatRow], opened: list[OpenSeat], seat: str, who: str, system: System[Any]) -> None:
    if who.startswith(BOT):
        bots, bot = bots_of(system), who.removeprefix(BOT)
        if bot not in bots:
            raise SetupError(f"no opponent '{bot}': {did_you_mean(bot, bots)}")
        rows.append(SeatRow(seat=seat, kind="bot", bot=bot))
    elif who == "me":
        _open(rows, opened, SeatRow(seat=seat, kind="human"))
    elif who == "screen":
        _open(rows, opened, SeatRow(seat=seat, kind="screen"))
    else:
        raise SetupError(f"{seat} cannot be '{who}': me, screen, or bot: and its name")


def _open(rows: list[SeatRow], opened: list[OpenSeat], row: SeatRow) -> None:
    token = secrets.token_urlsafe(24)
    rows.append(msgspec.structs.replace(row, token=hashed(token)))
    opened.append(OpenSeat(row.seat, token))


def order_of(rows: tuple[SeatRow, ...]) -> dict[str, str]:
    """The order that would seat everybody as they sit now."""
    words = {"human": "me", "screen": "screen"}
    return {
        row.seat: f"{BOT}{row.bot}" if row.kind == "bot" else words[row.kind]
        for row in rows
        if row.kind != "observer"
    }


def one_browser(rows: tuple[SeatRow, ...]) -> bool:
    """Whether nobody but the people at one screen sits at a game: they may go back and put right as they like."""
    return all(row.kind in ("human", "screen", "bot", "observer") for row in rows)


def watched(rows: tuple[SeatRow, ...]) -> bool:
    """Whether bots have every seat: they play when the one who watches says so."""
    return all(row.kind in ("bot", "observer") for row in rows)


def hashed(token: str) -> str:
    """How a token is kept: it is long and random, so a plain hash gives nothing away."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
