"""Morale: when a command group no longer advances, and when it leaves the field. KIM-8.1"""

from __future__ import annotations

from collections.abc import Iterable

from deadground.core.agenda import Done, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.core.dice import D10
from deadground.core.faults import Fault
from deadground.space.plane import EAST, NORTH, SOUTH, WEST, Facing, Point, along, distance, minus, square
from deadground.space.units import Tenths, shown
from deadground.systems.stands.game import Stands, enemies_of, ground_of, stands_of
from deadground.systems.stands.rules.assault.contact import release
from deadground.systems.stands.rules.assault.ranks import close_ranks
from deadground.systems.stands.rules.cards.command import may_not_advance
from deadground.systems.stands.rules.movement.arrivals import go_straight
from deadground.systems.stands.rules.visibility.visibility import reveal_moving
from deadground.systems.stands.state import Command, Stand, StandsState

EDGES: dict[str, Facing] = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}


def is_advance(state: StandsState, stand: Stand, route: Iterable[Point]) -> bool:
    """Whether a route ends nearer to the nearest enemy that the stand's side knows of than it began.

    With no enemy known, the enemy's edge of the table counts. The same on a state as on a view. KIM-R76
    """
    cite("KIM-8.1b", "KIM-R76")
    end = [stand.at, *route][-1]
    known = [enemy.at for enemy in enemies_of(state, stand.side) if not enemy.hidden]
    if known:
        return min(square(minus(end, at)) for at in known) < min(square(minus(stand.at, at)) for at in known)
    edges = [side.edge for side in state.sides.values() if side.id != stand.side]
    return any(to_edge(state, end, edge) < to_edge(state, stand.at, edge) for edge in edges)


def why_no_advance(state: StandsState, stand: Stand, route: Iterable[Point]) -> Fault | None:
    """Why a stand may not take a route, as far as morale goes. KIM-8.1b"""
    fault = may_not_advance(state, state.commands[stand.command])
    return fault if fault and is_advance(state, stand, route) else None


def to_edge(state: StandsState, at: Point, edge: str) -> Tenths:
    """How far a point is from an edge of the table."""
    ground = ground_of(state)
    return {"north": at[1], "west": at[0], "south": ground.height - at[1], "east": ground.width - at[0]}[edge]


@procedure("stands.morale_test", rows=("KIM-8.1c",))
class MoraleTest(Procedure):
    """At the end of every turn: commands on the march off go on, and those past their second number roll."""

    @step
    def test(self, g: Stands) -> Next:
        cite("KIM-8.1c")
        for command in by_name(g):
            if command.retired:
                march(g, command)
        for command in by_name(g):
            if command.second_morale and command.losses >= command.second_morale and not command.retired:
                roll_for(g, command)
        return Done()


def by_name(g: Stands) -> list[Command]:
    """The commands in an order that does not depend on which side is listed first."""
    return sorted(g.state.commands.values(), key=lambda command: (command.name, command.id))


def roll_for(g: Stands, command: Command) -> None:
    """A D10; on a 1 or 2 the command retires, from the turn the second number is reached. KIM-8.1c, KIM-R77"""
    die = g.roll(1, D10, "morale", command.side)
    command.retired = die.one <= g.number("retires_on")
    outcome = "it retires from the field" if command.retired else "it stays"
    g.tell(
        "morale",
        f"{command.name} has lost heavily and rolls {die.one}: {outcome}.",
        "KIM-8.1c",
        "KIM-R77",
        rolls=[die],
        command=command.id,
        retired=command.retired,
    )
    if command.retired and g.option("retire") == "at_once":
        leave(g, [stand for stand in stands_of(g.state, command.side) if stand.command == command.id])


def leave(g: Stands, stands: Iterable[Stand]) -> None:
    """Stands go off the table, not lost; their assaults go on without them or are over. KIM-R76, KIM-R110"""
    leaving = {stand.id: stand for stand in stands}
    for stand in leaving.values():
        del g.state.stands[stand.id]
        forget(g.command(stand), stand)
        to = g.who_knows([stand])
        g.tell("leaves", f"{stand.name} leaves the field.", "KIM-8.1c", "KIM-R76", to=to, stand=stand.id)
    close_ranks(g, leaving)
    release(one for one in g.state.stands.values() if one.in_contact_with in leaving)


def forget(command: Command, stand: Stand) -> None:
    """A command that leaves has no HQ and no supply stand any more: nobody refers to one who is not there."""
    if command.hq == stand.id:
        command.hq = ""
    if command.supply == stand.id:
        command.supply = ""


def why_retiring(state: StandsState, stand: Stand) -> Fault | None:
    """A stand whose command retires does nothing but march off and defend itself. KIM-8.1c, KIM-R76"""
    if not state.commands[stand.command].retired:
        return None
    cite("KIM-8.1c", "KIM-R76")
    return Fault("value", f"{stand.name} belongs to a command that is retiring", ("KIM-8.1c", "KIM-R76"))


def march(g: Stands, command: Command) -> None:
    """The stands of a retired command march to their own edge, as far as they can in a turn. KIM-R76

    Who marches is seen, as any who moves. KIM-R51
    """
    if g.option("retire") == "at_once":
        return
    edge = g.state.sides[command.side].edge
    marching = [one for one in stands_of(g.state, command.side) if one.command == command.id]
    for stand in sorted(marching, key=lambda one: to_edge(g.state, one.at, edge)):
        if stand.in_contact_with:
            continue
        way = g.number("march_off")
        if to_edge(g.state, stand.at, edge) - stand.depth // 2 <= way:
            leave(g, [stand])
        else:
            march_off(g, stand, EDGES[edge], way)


def march_off(g: Stands, stand: Stand, facing: Facing, way: Tenths) -> None:
    reveal_moving(g, stand)
    start = stand.at
    go_straight(g, stand, "marching off", facing, along(start, facing, way))
    if stand.id in g.state.stands:
        text = f"{stand.name} marches {shown(distance(start, stand.at), 'mm')} towards its edge."
        g.tell("marches", text, "KIM-8.1c", "KIM-R76", to=g.who_knows([stand]), stand=stand.id)
