"""The game as the rules of the skirmish hold it, the ground it is fought on, and the thread of a chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from deadground.core.agenda import Procedure
from deadground.core.dice import Roll
from deadground.core.game import Game
from deadground.core.own_book import BOOKS_KEPT, OwnBook, current
from deadground.core.tally import Tally
from deadground.space.ground import Ground
from deadground.space.plane import Point
from deadground.space.units import Tenths
from deadground.systems.kit.shelves import Shelf
from deadground.systems.maps import Map, map_from
from deadground.systems.skirmish.built import buildings_down, with_buildings
from deadground.systems.skirmish.changed import with_changes
from deadground.systems.skirmish.pieces import TablePiece, piece_in
from deadground.systems.skirmish.reckoning import Reckoning
from deadground.systems.skirmish.seats import player_of
from deadground.systems.skirmish.state import LOST, Figure, Group, Side, SkirmishState, side_of
from deadground.systems.skirmish.thread import exchange_over, face
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.systems.skirmish.whereabouts import stood

T = TypeVar("T")

MAPS: Shelf[Map] = Shelf(Path(__file__).parent / "maps", map_from)
map_named = MAPS.named


def ground_of(state: SkirmishState) -> Ground:
    """The ground of a battle, for rules and queries alike: a view's state has it too.

    What is kept about a ground rests on the tables too, so each owner's book has a ground of its own.
    """
    ground = map_named(state.map).ground
    book = current()
    if book is not None:
        ground = owned_ground(ground, book)
    for one in state.markers.values():
        if one.kind == "building":
            ground = with_buildings(ground, buildings_down(state))
            break
    return with_changes(ground, state.changes) if state.changes else ground


@lru_cache(maxsize=BOOKS_KEPT)
def owned_ground(ground: Ground, book: OwnBook) -> Ground:
    """The same ground once more, for games with this book."""
    return ground.with_pieces(())


def figures_of(state: SkirmishState, side: str) -> list[Figure]:
    """The men of a side who are still in the battle, in the order of their roster."""
    return [one for one in state.figures.values() if one.side == side and one.status not in LOST]


def enemies_of(state: SkirmishState, side: str) -> list[Figure]:
    """The men of the other side who are still in the battle, on the table, and of whom this state knows."""
    return [
        one
        for one in state.figures.values()
        if one.side != side and one.status not in LOST and not one.aboard
    ]


def members(state: SkirmishState, group: str) -> list[Figure]:
    """The men of a group of whom this state knows, in the order of their roster."""
    return [one for one in state.figures.values() if one.group == group] if group else []


def cells_about(at: Point, wide: Tenths) -> Iterator[tuple[int, int]]:
    """Of a table laid out in squares so wide, the one that a place is in and those round it."""
    x, y = at[0] // wide, at[1] // wide
    return ((x + east, y + south) for east in (-1, 0, 1) for south in (-1, 0, 1))


def their_side(men: Iterable[Figure]) -> str:
    """The side of men who are all of one; "" where there is nobody."""
    return next((one.side for one in men), "")


def take_first(row: tuple[T, ...]) -> tuple[T, tuple[T, ...]]:
    """The first of those who wait in a row, and the rest of the row."""
    first, *rest = row
    return first, tuple(rest)


def is_active(state: SkirmishState, figure: Figure) -> bool:
    """Whether a man's group is the one that is acting."""
    group = state.groups.get(figure.group)
    return group is not None and group.active


def named_together(figures: Iterable[TablePiece]) -> str:
    """Men in one breath: A, B and C."""
    return in_one_breath([one.name for one in figures])


def in_one_breath(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


class Chained(Procedure, kw_only=True):
    """A procedure that is a card of the thread: what is told while it runs belongs to it.

    `card` is an opaque id, drawn by `g.card(self)` in the first step. An event told inside carries `thread`, the
    cards it lies in from the outermost to its own, so that a page can draw a chain as nested cards.
    """

    is_link: ClassVar[bool] = True
    card: str = ""
    before: tuple[tuple[str, str], ...] = ()
    """How every man and vehicle was when the outermost card was opened."""


class Skirmish(Game[SkirmishState]):
    """One run of rules over a skirmish."""

    @property
    def ground(self) -> Ground:
        return ground_of(self.state)

    def figure(self, id: str) -> Figure:
        return self.state.figures[id]

    def figures(self, ids: Iterable[str]) -> list[Figure]:
        return [self.state.figures[id] for id in ids]

    def piece(self, id: str) -> TablePiece:
        """Whoever or whatever stands on the table under an id."""
        return piece_in(self.state, id)

    def group_of(self, figure: Figure) -> Group:
        return self.state.groups[figure.group]

    def side(self, figure: Figure) -> Side:
        return self.state.sides[figure.side]

    def seat_of(self, figure: Figure) -> str:
        """The seat that decides for a man; "" for a side nobody plays."""
        return player_of(self.state, figure)

    def seats_of(self, side: str) -> tuple[str, ...]:
        """The seats that play for a side."""
        return tuple(seat for seat in self.seats if side_of(self.state, seat) == side)

    def rep(self, figure: Figure) -> int:
        """A man's Rep, used in a throw that everybody sees: from now on it is known. NR-108"""
        figure.shown_rep = figure.rep
        return figure.rep

    def shows(self, figure: Figure, attribute: str) -> None:
        """An attribute was used, and is known from now on. NR-108"""
        if attribute not in figure.shown_attributes:
            figure.shown_attributes = (*figure.shown_attributes, attribute)

    def card(self, running: Chained) -> None:
        """Open a card of the thread for a procedure; once is enough."""
        if not running.card:
            if not self.thread:
                men = ((one.id, one.status) for one in self.state.figures.values())
                running.before = (*men, *((one.id, one.condition) for one in self.state.vehicles.values()))
            running.card = self.new_id()

    def join(self, newcomers: Iterable[Figure]) -> None:
        """Men who were not there when a thread began are counted in its sum as well."""
        new = tuple((one.id, one.status) for one in newcomers)
        for running in self._agenda:
            if isinstance(running, Chained) and running.before:
                running.before += new

    def changed_since(self, running: Chained) -> list[Figure]:
        """The men who are no longer as they were when a card was opened."""
        was = dict(running.before)
        return [one for one in self.state.figures.values() if was.get(one.id, one.status) != one.status]

    def sum_up(self, running: Chained) -> None:
        """The outermost card of a thread closes: one sentence says what the exchange came to.

        `sums` has it once more for each side, as you and he. A side that does not know everybody in it gets a
        sentence of its own, about those whom it knows. NR-108
        """
        if not (running.before and self.is_read):
            return
        was, changed = dict(running.before), self.changed_since(running)
        hit = [one for one in self.state.vehicles.values() if was.get(one.id, one.condition) != one.condition]
        sides = list(self.state.sides)
        known = {side: [one for one in changed if self.is_known(one, side)] for side in sides}
        seen = {side: [one for one in hit if self.is_known(one, side)] for side in sides}
        if all(len(known[side]) == len(changed) and len(seen[side]) == len(hit) for side in sides):
            self.tell_sum(changed, hit, sides, None)
            return
        for side in sides:
            if known[side] or seen[side]:
                self.tell_sum(known[side], seen[side], [side], self.seats_of(side))

    def tell_sum(
        self, changed: list[Figure], hit: list[Vehicle], sides: list[str], to: tuple[str, ...] | None
    ) -> None:
        text = exchange_over(self.state, changed, hit=hit)
        sums = {side: exchange_over(self.state, changed, side, hit) for side in sides}
        self.tell("exchange_over", text, to=to, men=[one.id for one in changed], sums=sums)

    @property
    def thread(self) -> tuple[str, ...]:
        """The cards in progress, the outermost first."""
        cards = [
            getattr(one, "card", "") for one in self._agenda
        ]  # of all procedures Chained ones alone have it
        return tuple(filter(None, cards))

    def is_known(self, piece: TablePiece, side: str) -> bool:
        """Whether a side knows where a piece is. NR-108"""
        return self.state.knowledge == "open" or piece.is_seen_by(side)

    def in_the_dark(self, figures: Iterable[TablePiece]) -> list[str]:
        """The sides that have men among these and do not know all the others. NR-108"""
        about = list(figures)
        return [
            side
            for side in dict.fromkeys(one.side for one in about)
            if self.seats_of(side) and not all(self.is_known(one, side) for one in about)
        ]

    def named_for(self, side: str, figures: Iterable[TablePiece]) -> str:
        """Men as a side may read of them: those it knows by name, the others unseen. NR-108"""
        known = {one.name: self.is_known(one, side) for one in figures}
        unseen = [] if all(known.values()) else ["somebody unseen"]
        return in_one_breath([name for name, is_known in known.items() if is_known] + unseen)

    def tell_unseen(self, side: str, text: str, *rows: str, men: Iterable[TablePiece]) -> None:
        """What a side learns of something done by enemies whom nobody of it sees. NR-108"""
        own = [one.id for one in men if one.side == side]
        self.tell("unseen", text[0].upper() + text[1:], *rows, "NR-108", to=self.seats_of(side), men=own)

    def who_knows(self, figures: Iterable[TablePiece]) -> tuple[str, ...] | None:
        """The seats that may read of all these men; None when everybody may."""
        if self.state.knowledge == "open":
            return None
        about = list(figures)
        return tuple(
            seat
            for seat in self.seats
            if seat in self.all_seeing or all(one.known_to(self.state, seat) for one in about)
        )

    def unnamed(self, data: Any, seen_by: tuple[str, ...] | None) -> dict[str, tuple[str, ...]]:
        """On an open table everybody is known. NR-108"""
        return {} if self.state.knowledge == "open" else super().unnamed(data, seen_by)

    def tell(
        self,
        kind: str,
        text: str,
        *rows: str,
        rolls: Iterable[Roll] = (),
        tallies: Iterable[Tally] = (),
        to: Iterable[str] | None = None,
        masked: str | None = None,
        reckoned: Sequence[Reckoning] = (),
        **data: Any,
    ) -> None:
        """Put an event into the log, with the cards of the thread it lies in, how the dice were reckoned, and where
        everybody it names stands."""
        if not self.is_read:
            return
        named = stood(self.state, data)
        thread = self.thread
        if thread:
            data["thread"] = thread
            shown = face(self.state, kind, data, reckoned)
            if shown is not None:
                data["face"] = shown
        if named:
            data["stood"] = named
        super().tell(kind, text, *rows, rolls=rolls, tallies=tallies, to=to, masked=masked, **data)

    def tell_of(
        self,
        figures: Iterable[TablePiece],
        kind: str,
        text: str,
        *rows: str,
        rolls: Iterable[Roll] = (),
        tallies: Iterable[Tally] = (),
        reckoned: Sequence[Reckoning] = (),
        **data: Any,
    ) -> None:
        """The same, for those alone who know these men. NR-108"""
        if not self.is_read:
            return
        to = self.who_knows(figures)
        self.tell(kind, text, *rows, rolls=rolls, tallies=tallies, to=to, reckoned=reckoned, **data)
