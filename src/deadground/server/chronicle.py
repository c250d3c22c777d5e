"""The history of a game: the position after every entry, and the moments a seat could tell apart.

A moment's number counts what its seat could see. Numbers of journal entries stay here, because they would tell how
often others chose in secret.
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from deadground.core.dice import Ids, Recorded
from deadground.core.events import SeenEvent
from deadground.core.faults import SaveError
from deadground.core.journal import (
    AnsweredBack,
    AskedBack,
    Began,
    Chose,
    Entry,
    PutRight,
    Rewound,
    TookBack,
    Undid,
)
from deadground.core.match import Match
from deadground.core.position import Position, advance, decoded, digest_of, look, start
from deadground.core.scene import Clock
from deadground.core.system import Setup, System
from deadground.core.view import View
from deadground.server.api_games import Moment, MomentSeen

LOG_SENT = 100
"""How many of the latest events come with a moment."""

LONGEST_TITLE = 120
ALL = ""
"""The seat of nobody, which sees everything once the game is over."""


class Game(msgspec.Struct, frozen=True):
    """As much of a match as its history needs. Entries are never changed, so it can be read in any thread."""

    system: System[Any]
    setup: Setup
    seed: bytes
    journal: tuple[Entry, ...]

    @classmethod
    def of(cls, match: Match[Any]) -> Game:
        return cls(match.system, match.setup, match.seed, tuple(match.journal))


class Kept(msgspec.Struct, frozen=True):
    """The position after an entry: packed, with its digest, what the clock showed, and who must not know yet."""

    packed: bytes
    digest: str
    clock: Clock
    veiled: frozenset[str]
    """Seats from which it is kept for the time being what has happened."""


class Told(msgspec.Struct, frozen=True):
    """A moment of a seat, the entry that made it, and how long the seat's log was with it."""

    moment: Moment
    entry: int
    news: tuple[SeenEvent, ...]
    log_end: int


class Chronicle:
    """Keeps positions as a game goes on, and makes those again that it does not have."""

    def __init__(self) -> None:
        self._kept: dict[int, Kept] = {}
        self._told: dict[str, list[Told]] = {}
        self._held: dict[str, list[SeenEvent]] = {}
        self._read: dict[str, int] = {}

    def note(self, match: Match[Any]) -> None:
        """Keep the position as it stands, so that no rule need run again for it."""
        self._kept[match.current] = kept(match.system, match.position)

    def moments(self, game: Game, seat: str) -> list[Told]:
        """The moments of a seat, or of everybody for `ALL`.

        What happens under a veil comes to a seat in one piece when the veil is lifted, and so it is one moment.
        """
        told = self._told.setdefault(seat, [])
        held = self._held.setdefault(seat, [])
        for entry in game.journal[self._read.get(seat, 0) :]:
            held += seen_by(game, seat, entry)
            own = acted(entry) == seat or (seat not in game.setup.seats and isinstance(entry.act, Chose))
            if (held or own) and seat not in self._at(game, entry.n).veiled:
                told.append(self._moment(game, entry, tuple(held), told))
                held.clear()
        self._read[seat] = len(game.journal)
        return told

    def seen(self, game: Game, seat: str, told: list[Told], n: int) -> MomentSeen:
        """The table at a moment, as its seat saw it."""
        found, everything = told[n], seat not in game.setup.seats
        view = look(game.system, game.setup, self.position(game, found.entry), seat, all_seeing=everything)
        log = [event for one in told[: n + 1] for event in one.news]
        first = max(0, len(log) - LOG_SENT)
        return MomentSeen(
            moment=found.moment,
            scene=game.system.scene(view),
            state=msgspec.to_builtins(view.state),
            log=log[first:],
            log_start=first,
            news=min(len(found.news), LOG_SENT),
        )

    def view(self, game: Game, entry: int) -> View[Any]:
        """Everything as it stood after an entry."""
        return look(game.system, game.setup, self.position(game, entry), ALL, all_seeing=True)

    def position(self, game: Game, n: int) -> Position[Any]:
        """The position after an entry."""
        return unpacked(game.system, self._at(game, n))

    def clock(self, game: Game, n: int) -> Clock:
        return self._at(game, n).clock

    def _at(self, game: Game, n: int) -> Kept:
        self._make(game, n)
        return self._kept[n]

    def _make(self, game: Game, n: int) -> None:
        """Play what is missing again up to an entry, with the dice that fell."""
        if n in self._kept:
            return
        first = max((known for known in list(self._kept) if known < n), default=-1)
        for entry in game.journal[first + 1 : n + 1]:
            self._kept[entry.n] = self._after(game, entry)

    def _after(self, game: Game, entry: Entry) -> Kept:
        act = entry.act
        if isinstance(act, AskedBack | AnsweredBack):
            return self._kept[entry.n - 1]
        if isinstance(act, Undid | TookBack | Rewound):
            self._make(game, act.to)
            return self._kept[act.to]
        if isinstance(act, Began):
            new = Position(game.system.new_state(game.setup), [start(game.system.opening(game.setup))])
        else:
            self._make(game, entry.n - 1)
            new = unpacked(game.system, self._kept[entry.n - 1])
        dice, ids = Recorded(entry.rolls), Ids(game.seed, entry.n)
        advance(game.system, game.setup, new, act, dice, ids)
        made = kept(game.system, new)
        if made.digest != entry.digest:
            raise SaveError(
                f"the history of this game cannot be told: entry {entry.n} comes out otherwise now"
            )
        return made

    def _moment(self, game: Game, entry: Entry, events: tuple[SeenEvent, ...], told: list[Told]) -> Told:
        clock = self.clock(game, entry.n)
        moment = Moment(
            n=len(told),
            turn=clock.turn,
            phase=phase_of(clock),
            title=title_of(entry, events),
            kinds=list(dict.fromkeys(event.kind for event in events)),
        )
        before = told[-1].log_end if told else 0
        return Told(moment, entry.n, events, before + len(events))


def phase_of(clock: Clock) -> str:
    return clock.phases[clock.phase] if 0 <= clock.phase < len(clock.phases) else ""


def kept(system: System[Any], position: Position[Any]) -> Kept:
    encoded = position.encoded()
    veiled = frozenset(position.pending.veils if position.pending else ())
    return Kept(zlib.compress(encoded, 1), digest_of(encoded), system.clock(position.state), veiled)


def unpacked(system: System[Any], one: Kept) -> Position[Any]:
    return decoded(zlib.decompress(one.packed), system.state_type)


def seen_by(game: Game, seat: str, entry: Entry) -> tuple[SeenEvent, ...]:
    everything = seat not in game.setup.seats
    seen = (event.for_seat(seat, all_seeing=everything) for event in entry.events)
    return tuple(event for event in seen if event is not None)


def acted(entry: Entry) -> str:
    """The seat whose doing an entry is."""
    act = entry.act
    if isinstance(act, Chose):
        return act.choice.seat
    if isinstance(act, Rewound | PutRight):
        return act.by
    return getattr(act, "seat", "")


def title_of(entry: Entry, events: tuple[SeenEvent, ...]) -> str:
    """What a timeline writes at a moment: the first roll that was told, else the first thing told."""
    telling = next((event for event in events if event.rolls), events[0] if events else None)
    if telling is None:
        return f"{acted(entry).capitalize()} has chosen."
    text = telling.text
    return text if len(text) <= LONGEST_TITLE else text[: LONGEST_TITLE - 2].rstrip() + " …"
