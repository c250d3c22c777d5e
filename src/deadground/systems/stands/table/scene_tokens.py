"""The pieces of a scene: stands with cards and marks, enemies where they were last seen, and what was lost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from deadground.core.scene import CardFace, Line, Mark, Token, Trace
from deadground.core.view import View
from deadground.space.arcs import Patch, square_template
from deadground.space.plane import Point, is_within
from deadground.systems.stands.bridges import BLOWN
from deadground.systems.stands.game import ground_of, kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.cards.command import RIGHTS, is_without_cards, may_not_advance, own_hqs
from deadground.systems.stands.rules.fire.hits import lives
from deadground.systems.stands.rules.visibility.look import is_dug_in
from deadground.systems.stands.state import Sighting, Stand, StandsState, side_of
from deadground.systems.stands.table.hover import Hover
from deadground.systems.stands.table.symbols import MARKS, letters_of, symbol_of, trace_of

AFTER_CARDS = ("command", "area_fire", "charges", "movement", "fire", "close_combat")
"""The phases in which a stand without a card has been left out."""


class Reader:
    """Who looks at a battle, and what is worked out once for all stands."""

    def __init__(self, view: View[StandsState]) -> None:
        self.view = view
        self.state = view.state
        self.side = side_of(view.state, view.seat)
        seat = view.state.seats.get(view.seat)
        self.commands = seat.commands if seat else ()
        self.hover = Hover(view.state)
        self.radius = number(view.state, "command_radius")

    def knows(self, side: str) -> bool:
        """Whether the reader sees all of a side: it is his own, or nothing is kept from him."""
        return self.view.sees_all or self.side == side

    def leads(self, stand: Stand) -> bool:
        return stand.command in self.commands

    @cached_property
    def hqs(self) -> dict[str, list[Point]]:
        """Where the HQs stand that each command obeys. KIM-1.3f, KIM-1.3g"""
        return {
            id: [hq.at for hq in own_hqs(self.state, command)] for id, command in self.state.commands.items()
        }

    @cached_property
    def held_back(self) -> frozenset[str]:
        """The commands that no longer advance. KIM-8.1b"""
        commands = self.state.commands.items()
        return frozenset(id for id, one in commands if may_not_advance(self.state, one) is not None)

    @cached_property
    def templates(self) -> list[Patch]:
        return [square_template(one.at, one.side_length) for one in self.state.templates.values()]

    def is_out_of_command(self, stand: Stand) -> bool:
        """Whether a card on this stand would be rolled for. KIM-1.3a, KIM-1.3j"""
        if is_without_cards(stand):
            return False
        return not any(is_within(stand.at, hq, self.radius) for hq in self.hqs[stand.command])


def tokens(reader: Reader) -> dict[str, Token]:
    """Every stand the reader knows of, and the enemies that have gone back into hiding. KIM-3.3b"""
    state = reader.state
    found = {stand.id: token(reader, stand) for stand in state.stands.values()}
    if not reader.view.sees_all:
        found |= {ghost.id: ghost_token(reader, ghost) for ghost in ghosts(reader)}
    return found


def token(reader: Reader, stand: Stand) -> Token:
    mine = reader.leads(stand)
    return Token(
        id=stand.id,
        at=stand.at,
        facing=stand.facing,
        width=stand.width,
        depth=stand.depth,
        side=stand.side,
        symbol=symbol(stand),
        letters=letters_of(stand.kind),
        title=stand.name,
        lines=reader.hover.lines(stand),
        hits=stand.hits,
        strength=lives(reader.state, stand, reader.view.options),
        card=card_face(stand),
        marks=marks(reader, stand),
        mine=mine,
        unit=stand.unit or unit_by_name(stand),
        faint=stand.hidden,
    )


def unit_by_name(stand: Stand) -> str:
    """What stands of one unit have in common where the unit itself is not known: its name, behind their own."""
    return stand.name.partition(" (")[2]


def symbol(stand: Stand) -> str:
    found = symbol_of(stand.kind)
    return "engineer" if stand.engineer and found == "rifle" else found


def card_face(stand: Stand) -> CardFace | None:
    """The card at a stand. Its own side reads it before it is turned over; of others it sees what is face up."""
    if stand.shown_order:
        arrow = stand.shown_arrow if stand.shown_arrow >= 0 else None
        return CardFace(True, stand.shown_order, RIGHTS[stand.shown_order].label, arrow, stand.limit)
    if not stand.order:
        return None
    arrow = stand.arrow if stand.arrow >= 0 else None
    return CardFace(False, stand.order, RIGHTS[stand.order].label, arrow, stand.limit)


def marks(reader: Reader, stand: Stand) -> tuple[Mark, ...]:
    return tuple([Mark(sign, MARKS[sign]) for sign in signs(reader, stand)])


def signs(reader: Reader, stand: Stand) -> Iterator[str]:
    """The signs of a stand, what hurts first. Those that rest on its side's own papers are for its side alone."""
    if stand.hits:
        yield "hit"
    if stand.in_contact_with:
        yield "contact"
    if any(template.touches(stand.base) for template in reader.templates):
        yield "under_fire"
    if stand.limit:
        yield stand.limit
    if reader.state.commands[stand.command].retired:
        yield "retiring"
    if reader.knows(stand.side):
        yield from own_signs(reader, stand)
    if is_dug_in(reader.state, stand):
        yield "dug_in"
    if stand.fixed:
        yield "fixed"
    if stand.fired:
        yield "fired"
    if stand.moved:
        yield "moved"
    elif stand.turned:
        yield "turned"
    if stand.specialist:
        yield "specialist"
    if stand.engineer:
        yield "engineer"


def own_signs(reader: Reader, stand: Stand) -> Iterator[str]:
    state = reader.state
    if stand.hidden:
        yield "hidden"
    if reader.is_out_of_command(stand):
        yield "out_of_command"
    if stand.command in reader.held_back:
        yield "no_advance"
    if kind_of(stand).artillery and state.commands[stand.command].chits <= 0:
        yield "no_chits"
    if stand.digging and not stand.dug_in:
        yield "digging"
    if state.phase in AFTER_CARDS and not stand.order and not is_without_cards(stand):
        yield "no_card"


def ghosts(reader: Reader) -> list[Sighting]:
    """Where enemies were last seen; a place that one of the reader's own has come close to is known to be empty,
    or what is there is on the table. KIM-3.1b"""
    close = number(reader.state, "close_view")
    own = [stand.at for stand in reader.state.stands.values() if stand.side == reader.side]
    return [
        ghost
        for ghost in reader.state.sightings.values()
        if ghost.side != reader.side and not any(is_within(at, ghost.at, close) for at in own)
    ]


def ghost_token(reader: Reader, ghost: Sighting) -> Token:
    return Token(
        id=ghost.id,
        at=ghost.at,
        facing=ghost.facing,
        width=ghost.width,
        depth=ghost.depth,
        side=ghost.side,
        symbol=symbol_of(ghost.kind),
        letters=letters_of(ghost.kind),
        title=ghost.name,
        lines=(Line(f"{ghost.name} was last seen here in turn {ghost.turn}.", ("KIM-6.1c",)),),
        seen=ghost.turn,
        faint=True,
    )


def traces(state: StandsState) -> dict[str, Trace]:
    """The fallen, wrecks, blown bridges, and dug-in positions without what may be in them. KIM-3.1c, KIM-6.1c"""
    found = {
        one.id: Trace(
            one.id, one.at, trace_of(one.kind), one.side, f"{one.name}, lost in turn {one.turn}", one.facing
        )
        for one in state.fallen.values()
    }
    for dugout in state.dugouts.values():
        says = "A dug-in position, seen from afar" if dugout.seen_by else "A dug-in position"
        found[dugout.id] = Trace(dugout.id, dugout.at, "dugout", "", says, dugout.facing)
    for bridge in ground_of(state).pieces if state.impassable else ():
        if bridge.tags.get(BLOWN):
            west, north, east, south = bridge.box
            middle = (west + east) // 2, (north + south) // 2
            found[bridge.id] = Trace(bridge.id, middle, "crater", "", bridge.name)
    return found
