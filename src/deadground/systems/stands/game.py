"""The game as the rules of stands hold it, and the ground a battle is fought on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from deadground.core.game import Game
from deadground.space.ground import Ground
from deadground.space.plane import Point
from deadground.space.units import Tenths
from deadground.systems.kit.shelves import Shelf
from deadground.systems.maps import Map, map_from
from deadground.systems.stands.bridges import ground_without
from deadground.systems.stands.kinds import Kind, kind
from deadground.systems.stands.numbers import number
from deadground.systems.stands.state import Command, Seat, Stand, StandsState, Unit, side_of

MAPS: Shelf[Map] = Shelf(Path(__file__).parent / "maps", map_from)
map_named = MAPS.named


def ground_of(state: StandsState) -> Ground:
    """The ground of a battle, its blown bridges down, for rules and queries alike: a view's state has it too."""
    ground = map_named(state.map).ground
    return ground_without(ground, state.impassable) if state.impassable else ground


def kind_of(stand: Stand) -> Kind:
    return kind(stand.kind)


def stands_of(state: StandsState, side: str) -> list[Stand]:
    """The stands of a side, in the order of the army list."""
    return [stand for stand in state.stands.values() if stand.side == side]


def enemies_of(state: StandsState, side: str) -> list[Stand]:
    """The stands of the other side that this state knows of."""
    return [stand for stand in state.stands.values() if stand.side != side]


def stands_about(state: StandsState, spot: Point, far: Tenths) -> list[Stand]:
    """The stands of which any part can be within so far of a spot; nobody else need be looked at."""
    x, y = spot
    return [
        one
        for one in state.stands.values()
        if abs(one.at[0] - x) <= (most := far + one.width + one.depth) and abs(one.at[1] - y) <= most
    ]


def named_together(stands: Iterable[Stand]) -> str:
    """Stands in one breath: what they have in brackets is said once, after the last of those that share it."""
    return names_together(stand.name for stand in stands)


def names_together(names: Iterable[str]) -> str:
    """The same for stands of which only the names are left."""
    found: dict[str, list[str]] = {}
    for name in names:
        own, bracket, unit = name.partition(" (")
        found.setdefault(bracket + unit, []).append(own)
    return ", ".join(f"{', '.join(own)}{unit}" for unit, own in found.items())


def seat_of(state: StandsState, stand: Stand) -> str:
    """The seat that decides for a stand."""
    return seat_for(state, stand.side, stand.command)


def seat_for(state: StandsState, side: str, command: str) -> str:
    """The seat that decides for a command group: the one that owns it, else its side's commander."""

    def fitness(seat: Seat) -> tuple[bool, bool]:
        return command not in seat.commands, not seat.commander

    return min((seat for seat in state.seats.values() if seat.side == side), key=fitness).id


class Stands(Game[StandsState]):
    """One run of rules over a stands battle."""

    @property
    def ground(self) -> Ground:
        return ground_of(self.state)

    def stand(self, id: str) -> Stand:
        return self.state.stands[id]

    def command(self, stand: Stand) -> Command:
        return self.state.commands[stand.command]

    def unit(self, stand: Stand) -> Unit:
        return self.state.units[stand.unit]

    def number(self, name: str) -> int:
        """A number of the book as this battle uses it; cites its rows."""
        return number(self.state, name)

    def seats_of(self, side: str) -> tuple[str, ...]:
        """The seats that play for a side."""
        return tuple(seat for seat in self.seats if side_of(self.state, seat) == side)

    def who_knows(self, stands: Iterable[Stand]) -> tuple[str, ...] | None:
        """The seats that may read of all these stands; None when everybody may."""
        hidden = {stand.side for stand in stands if stand.hidden}
        if not hidden:
            return None
        return tuple(seat for seat in self.seats if hidden == {side_of(self.state, seat)})
