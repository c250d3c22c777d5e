"""Who sits where in a new game: from the words of an order to the rows of the store."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from deadground.bots.roster import usual_of
from deadground.core.faults import SetupError, did_you_mean
from deadground.core.match import Match
from deadground.core.system import System
from deadground.server.api_games import OpenSeat
from deadground.server.playable import bots_of
from deadground.server.store import SeatRow

OBSERVER = "observer"
UMPIRE = "umpire"
"""The seat that a game has if somebody is to be its umpire."""

BOT = "bot:"
LINK = "link"
MOST_OBSERVERS = 8
Role = Literal["player", "umpire", "observer"]


class Seating(msgspec.Struct, frozen=True):
    """The seats of a game as they are kept, those this browser opens with a token, and those offered by link."""

    rows: tuple[SeatRow, ...]
    opened: tuple[OpenSeat, ...]
    offered: tuple[OpenSeat, ...] = ()


class Usher:
    """Seats people one after the other."""

    def __init__(self, system: System[Any], name: str = "") -> None:
        self._system = system
        self._name = name
        self._rows: list[SeatRow] = []
        self._opened: list[OpenSeat] = []
        self._offered: list[OpenSeat] = []

    def sit(self, seat: str, who: str) -> None:
        if who.startswith(BOT):
            self._bot(seat, who.removeprefix(BOT))
        elif who == "me":
            self._open(SeatRow(seat=seat, kind="human", name=self._name))
        elif who == "screen":
            self._open(SeatRow(seat=seat, kind="screen"))
        elif who == LINK:
            self._rows.append(SeatRow(seat=seat, kind="link"))
            self._offered.append(OpenSeat(seat, secrets.token_urlsafe(24)))
        else:
            raise SetupError(f"{seat} cannot be '{who}': me, screen, link, or bot: and its name")

    def seated(self, observers: int) -> Seating:
        """Everybody, with those who look on; whoever began the game looks on if he has no seat in it."""
        if not self._opened:
            self._open(SeatRow(seat=OBSERVER, kind="observer", name=self._name))
        for _ in range(observers):
            self.sit(next_observer(self._rows), LINK)
        return Seating(tuple(self._rows), tuple(self._opened), tuple(self._offered))

    def _bot(self, seat: str, bot: str) -> None:
        if seat == UMPIRE:
            raise SetupError(
                "an umpire is a person: me, screen or link. Without one the rules settle everything"
            )
        bots = bots_of(self._system)
        if bot not in bots:
            raise SetupError(f"no opponent '{bot}': {did_you_mean(bot, bots)}")
        self._rows.append(SeatRow(seat=seat, kind="bot", bot=bot))

    def _open(self, row: SeatRow) -> None:
        token = secrets.token_urlsafe(24)
        self._rows.append(msgspec.structs.replace(row, token=hashed(token)))
        self._opened.append(OpenSeat(row.seat, token))


def seating(
    system: System[Any], seats: tuple[str, ...], order: Mapping[str, str], observers: int = 0, name: str = ""
) -> Seating:
    """Seat everybody; a seat the order does not name is the usual bot's. Who began it looks on if he has none."""
    for seat in order:
        if seat not in seats:
            raise SetupError(f"no seat '{seat}' here: {did_you_mean(seat, seats)}")
    usher = Usher(system, name)
    for seat in seats:
        usher.sit(seat, order.get(seat, f"{BOT}{usual_of(system)}"))
    return usher.seated(observers)


def next_observer(rows: Iterable[SeatRow]) -> str:
    """The seat of the next person who looks on."""
    taken = {row.seat for row in rows}
    names = (OBSERVER, *(f"{OBSERVER}_{n}" for n in range(2, MOST_OBSERVERS + 1)))
    free = [name for name in names if name not in taken]
    if not free:
        raise SetupError(f"a table has room for {MOST_OBSERVERS} who look on")
    return free[0]


def role_of(seat: str) -> Role:
    """What somebody in a seat is there for."""
    if seat == OBSERVER or seat.startswith(f"{OBSERVER}_"):
        return "observer"
    return "umpire" if seat == UMPIRE else "player"


def host_seats(rows: tuple[SeatRow, ...]) -> tuple[str, ...]:
    """The seats at the screen of whoever began the game."""
    return tuple(row.seat for row in rows if row.kind in ("human", "screen", "observer"))


def is_host(rows: tuple[SeatRow, ...], seat: str) -> bool:
    """Whether a seat is at the screen of whoever began the game."""
    return seat in host_seats(rows)


def row_of(rows: tuple[SeatRow, ...], seat: str) -> SeatRow | None:
    return next((row for row in rows if row.seat == seat), None)


def place_name(seat: str) -> str:
    """What a seat is called in a sentence, without who sits there."""
    return seat.replace("_", " ").capitalize()


def names_in(rows: tuple[SeatRow, ...]) -> dict[str, str]:
    """What the people in the seats are called, as far as they have said."""
    return {row.seat: row.name for row in rows if row.name}


def look_on(match: Match[Any], rows: tuple[SeatRow, ...]) -> None:
    """Tell a match who sits where and who looks on.

    Where bots have every seat, who looks on sees everything, else what everybody may know.
    """
    match.names = names_in(rows)
    observers = frozenset(row.seat for row in rows if row.seat not in match.setup.seats)
    match.watchers, match.onlookers = (observers, frozenset()) if watched(rows) else (frozenset(), observers)


def order_of(rows: tuple[SeatRow, ...]) -> dict[str, str]:
    """The order that would seat everybody as they sit now."""
    words = {"human": "me", "screen": "screen", "link": LINK}
    return {
        row.seat: f"{BOT}{row.bot}" if row.kind == "bot" else words[row.kind]
        for row in rows
        if role_of(row.seat) != "observer"
    }


def name_of(rows: tuple[SeatRow, ...], seat: str) -> str:
    """What a seat is called at the table: the name of who sits there, else the bot's, else the seat's own."""
    row = row_of(rows, seat)
    if row is not None and (row.name or row.bot):
        return row.name or (row.bot or "").capitalize()
    return place_name(seat)


def one_browser(rows: tuple[SeatRow, ...]) -> bool:
    """Whether all who play sit at one screen: they may go back and put right as they like, whoever looks on."""
    return all(row.kind != "link" or role_of(row.seat) == "observer" for row in rows)


def alone(rows: tuple[SeatRow, ...], seat: str) -> bool:
    """Whether a seat is at that one screen, and not that of somebody who looks on by link."""
    return one_browser(rows) and is_host(rows, seat)


def may_rewind(match: Match[Any], rows: tuple[SeatRow, ...], seat: str) -> bool:
    """Whether a seat may take the game back to an earlier moment: where one browser has it, or as its umpire.

    The umpire's right ends with the game: its seed is public then, and whoever plays on would know the dice.
    """
    is_umpire = seat in match.setup.seats and match.system.sees_all(seat)
    return alone(rows, seat) or (is_umpire and match.outcome is None)


def watched(rows: tuple[SeatRow, ...]) -> bool:
    """Whether bots have every seat: they play when the one who watches says so."""
    return all(row.kind == "bot" or role_of(row.seat) == "observer" for row in rows)


def hashed(token: str) -> str:
    """How a token is kept: it is long and random, so a plain hash gives nothing away."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
