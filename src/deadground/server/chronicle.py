"""The history of a game: the position after every entry, and the moments a seat could tell apart.

A moment's number counts what its seat could see. Numbers of journal entries stay here, because they would tell how
often others chose in secret. What was taken back or gone back over is no longer among the moments; the others keep
their numbers.
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from deadground.core.dice import Ids, Recorded
from deadground.core.events import SeenEvent
from deadground.core.faults import SaveError
from deadground.core.journal import (
    Began,
    Chose,
    Entry,
    Rewound,
    Said,
    TookBack,
    Undid,
    doer,
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
    watchers: frozenset[str] = frozenset()
    """Seats of people who only look on and see everything."""

    @classmethod
    def of(cls, match: Match[Any]) -> Game:
        return cls(match.system, match.setup, match.seed, tuple(match.journal), match.watchers)

    def sees_all(self, seat: str) -> bool:
        """Whether nothing is kept from a seat: everybody's once the game is over, a watcher's, an umpire's."""
        return seat == ALL or seat in self.watchers or self.system.sees_all(seat)


class Kept(msgspec.Struct, frozen=True):
    """The position after an entry: packed, with its digest, what the clock showed, and who must not know yet."""

    packed: bytes
    digest: str
    clock: Clock
    veiled: frozenset[str]
    """Seats from which it is kept for the time being what has happened."""

    def is_hidden_from(self, seat: str, seats: tuple[str, ...]) -> bool:
        """Who only looks on learns what has happened when the last of the seats does."""
        return seat in self.veiled or (seat not in seats and bool(self.veiled))


class Told(msgspec.Struct, frozen=True):
    """A moment of a seat, the entry that made it, and what was told then."""

    moment: Moment
    entry: int
    news: tuple[SeenEvent, ...]


class Followed:
    """How far the history of a seat was told: its moments, and what is held back from it under a veil."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.held: list[tuple[int, SeenEvent]] = []
        self.read = 0
        self.numbered = 0

    def go_back(self, to: int) -> None:
        """Strike out what came after an entry: the table is back where that entry left it."""
        self.told = [one for one in self.told if one.entry <= to]
        self.held = [(entry, event) for entry, event in self.held if entry <= to]


class Chronicle:
    """Keeps positions as a game goes on, and makes those again that it does not have."""

    def __init__(self) -> None:
        self._kept: dict[int, Kept] = {}
        self._followed: dict[str, Followed] = {}

    def note(self, match: Match[Any]) -> None:
        """Keep the position as it stands, so that no rule need run again for it."""
        self._kept[match.current] = kept(match.system, match.position)

    def moments(self, game: Game, seat: str) -> list[Told]:
        """The moments of a seat, or of everybody for `ALL`.

        What happens under a veil comes to a seat in one piece when the veil is lifted, and so it is one moment.
        """
        followed = self._followed.setdefault(seat, Followed())
        for entry in game.journal[followed.read :]:
            if isinstance(entry.act, Undid | TookBack | Rewound):
                followed.go_back(entry.act.to)
            followed.held += [(entry.n, event) for event in seen_by(game, seat, entry)]
            if self._is_moment(game, seat, entry, followed):
                followed.told.append(self._moment(game, entry, followed))
                followed.held.clear()
        followed.read = len(game.journal)
        return followed.told

    def _is_moment(self, game: Game, seat: str, entry: Entry, followed: Followed) -> bool:
        own = doer(entry.act) == seat or (game.sees_all(seat) and isinstance(entry.act, Chose))
        if not followed.held and not own:
            return False
        return game.sees_all(seat) or not self._at(game, entry.n).is_hidden_from(seat, game.setup.seats)

    def seen(self, game: Game, seat: str, told: list[Told], n: int) -> MomentSeen:
        """The table at the moment of a number, as its seat saw it."""
        place = place_of(told, n)
        found, everything = told[place], game.sees_all(seat)
        view = look(game.system, game.setup, self.position(game, found.entry), seat, all_seeing=everything)
        log = [event for one in told[: place + 1] for event in one.news]
        first = max(0, len(log) - LOG_SENT)
        return MomentSeen(
            moment=found.moment,
            scene=game.system.drawn(view),
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
        if isinstance(act, Said):
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

    def _moment(self, game: Game, entry: Entry, followed: Followed) -> Told:
        clock = self.clock(game, entry.n)
        events = tuple(event for _, event in followed.held)
        moment = Moment(
            n=followed.numbered,
            turn=clock.turn,
            phase=phase_of(clock),
            title=title_of(entry, events),
            kinds=list(dict.fromkeys(event.kind for event in events)),
        )
        followed.numbered += 1
        return Told(moment, entry.n, events)


def place_of(told: list[Told], n: int) -> int:
    """Where in a list of moments the one with a number is; -1 if it is not, or no longer, there."""
    return next((place for place, one in enumerate(told) if one.moment.n == n), -1)


def phase_of(clock: Clock) -> str:
    return clock.phases[clock.phase] if 0 <= clock.phase < len(clock.phases) else ""


def kept(system: System[Any], position: Position[Any]) -> Kept:
    encoded = position.encoded()
    veiled = frozenset(position.pending.veils if position.pending else ())
    return Kept(zlib.compress(encoded, 1), digest_of(encoded), system.clock(position.state), veiled)


def unpacked(system: System[Any], one: Kept) -> Position[Any]:
    return decoded(zlib.decompress(one.packed), system.state_type)


def seen_by(game: Game, seat: str, entry: Entry) -> tuple[SeenEvent, ...]:
    everything = game.sees_all(seat)
    seen = (event.for_seat(seat, all_seeing=everything) for event in entry.events)
    return tuple(event for event in seen if event is not None)


def title_of(entry: Entry, events: tuple[SeenEvent, ...]) -> str:
    """What a timeline writes at a moment: the first roll that was told, else the first thing told."""
    telling = next((event for event in events if event.rolls), events[0] if events else None)
    if telling is None:
        return f"{doer(entry.act).capitalize()} has chosen."
    text = telling.text
    return text if len(text) <= LONGEST_TITLE else text[: LONGEST_TITLE - 2].rstrip() + " …"
