"""The table of a skirmish as a seat sees it, for the page to draw. Everything comes from the seat's view."""

from __future__ import annotations

from collections.abc import Iterator

from deadground.core.scene import Clock, Force, Line, Mark, Scene, SideSign, Token, Trace
from deadground.core.view import View
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.rules.leadership import RANKS, is_leader
from deadground.systems.skirmish.state import BASE, Figure, Ghost, SkirmishState, side_of
from deadground.systems.skirmish.table.symbols import MARKS, symbol_of
from deadground.systems.skirmish.weapons import weapon

FALLEN = ("obviously_dead", "out_of_the_fight", "captured")


def scene(view: View[SkirmishState]) -> Scene:
    """The whole table."""
    state, ground = view.state, ground_of(view.state)
    own = side_of(state, view.seat)
    tokens = {one.id: token(view, one) for one in state.figures.values() if is_token(one)}
    tokens |= {ghost.id: ghost_token(state, ghost) for ghost in state.ghosts.values()}
    return Scene(
        width=ground.width,
        height=ground.height,
        map=state.map,
        sides=tuple(
            SideSign(id, side.name, id == own, "attacks" if side.attacker else "")
            for id, side in state.sides.items()
        ),
        tokens=tokens,
        traces=traces(state),
        forces=tuple(force(state, id) for id in state.sides),
        clock=clock(state),
    )


def clock(state: SkirmishState) -> Clock:
    """The turn, and the phases of its two sides in their order. NUTS-ACT-04"""
    phases = tuple(f"{state.sides[side].name}, {state.sides[side].die}" for side in state.order)
    here = state.order.index(state.phase) if state.phase in state.order else -1
    return Clock(f"Turn {state.turn} of {state.last_turn}", state.turn, state.last_turn, phases, here)


def is_token(figure: Figure) -> bool:
    """Whether a man stands on the table; the fallen are traces, and who has left is not drawn."""
    return figure.status not in (*FALLEN, "gone")


def token(view: View[SkirmishState], figure: Figure) -> Token:
    return Token(
        id=figure.id,
        at=figure.at,
        facing=figure.facing,
        width=2 * BASE,
        depth=2 * BASE,
        side=figure.side,
        symbol=symbol_of(figure),
        letters=initials(figure),
        title=figure.name,
        lines=tuple(lines(view, figure)),
        marks=tuple(Mark(sign, MARKS[sign]) for sign in signs(figure)),
        mine=side_of(view.state, view.seat) == figure.side,
        unit=figure.unit,
        strength=1,
    )


def initials(figure: Figure) -> str:
    """What is written beside a man: the first letters of the last word of his name."""
    return figure.name.split()[-1][:3]


def lines(view: View[SkirmishState], figure: Figure) -> Iterator[Line]:
    """What is to be read about a man: rank, Rep as far as it is known, what he carries, how he is."""
    rep = figure.rep or figure.shown_rep
    rank = figure.rank.replace("_", " ")
    yield Line(f"{rank.capitalize()}, Rep {rep or 'not known'}", ("NR-108",))
    names = ", ".join(weapon(id).name for id in figure.weapons) or "no weapon"
    stand_in = any(weapon(id).stand_in for id in figure.weapons)
    yield Line(names, ("NUTS-FIRE-17",), stand_in)
    if figure.attributes or figure.shown_attributes:
        known = figure.attributes or figure.shown_attributes
        yield Line(", ".join(id.replace("_", " ") for id in known))
    if figure.status != "carry_on":
        yield Line(figure.status.replace("_", " ").capitalize(), ("NUTS-REACT-10",))


def signs(figure: Figure) -> Iterator[str]:
    """The signs a man carries, those that matter most first."""
    status = {"duck_back": "ducked", "hunker_down": "hunkered", "leave_battlefield": "leaving"}
    held = {
        "star": figure.star,
        "leader": is_leader(figure) and RANKS.index(figure.rank) > 0,
        "prone": figure.prone,
        "in_sight": figure.successes >= 0,
        "reacting": figure.reacting is not None,
        "fighting": bool(figure.fighting),
        "carrying": bool(figure.carries),
        "fast": figure.fast_moving,
        "moving": figure.moving,
        "fired": figure.fired,
        "empty": bool(figure.empty),
        "readied": bool(figure.readied),
    }
    if figure.status in status:
        yield status[figure.status]
    yield from (sign for sign, is_so in held.items() if is_so)


def ghost_token(state: SkirmishState, ghost: Ghost) -> Token:
    """An enemy where he was last seen. NR-108"""
    enemy = next(side for side in state.sides if side != ghost.side)
    return Token(
        id=ghost.id,
        at=ghost.at,
        facing=ghost.facing,
        width=2 * BASE,
        depth=2 * BASE,
        side=enemy,
        symbol="man_rifle",
        title=ghost.name,
        seen=ghost.turn,
    )


def traces(state: SkirmishState) -> dict[str, Trace]:
    """What the fight has left behind: the fallen, and what lies about."""
    found = {}
    for one in state.figures.values():
        if one.status in FALLEN:
            symbol = "fallen" if one.status == "obviously_dead" else "wounded"
            found[one.id] = Trace(one.id, one.at, symbol, one.side, one.name, one.facing)
    for marker in state.markers.values():
        found[marker.id] = Trace(marker.id, marker.at, marker.kind, marker.side, marker.what)
    return found


def force(state: SkirmishState, side: str) -> Force:
    """A side as a tree: its units with their men."""
    branches = tuple(
        Force(
            unit.id,
            unit.name,
            side,
            note=f"{present(state, unit.id)} of {unit.strength}",
            tokens=tuple(one.id for one in state.figures.values() if one.unit == unit.id and is_token(one)),
        )
        for unit in state.units.values()
        if unit.side == side
    )
    return Force(side, state.sides[side].name, side, branches=branches)


def present(state: SkirmishState, unit: str) -> int:
    return sum(one.unit == unit and is_token(one) for one in state.figures.values())
