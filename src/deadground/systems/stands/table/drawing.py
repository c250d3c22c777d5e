"""What a march or a shot looks like on the map, and how it is told in a line or two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from deadground.core.odds import percent
from deadground.core.scene import Line, Shape
from deadground.core.view import View
from deadground.space.arcs import square_template
from deadground.space.bases import Base
from deadground.space.paths import cut, length
from deadground.space.plane import FULL_TURN, Facing, Point, along, distance
from deadground.space.units import mm, shown
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import enemies_of, kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.cards.command import CardGroup, command_distance, own_hqs
from deadground.systems.stands.rules.fire.ranges import arc_width, range_of
from deadground.systems.stands.rules.fire.shots import Shot, chance
from deadground.systems.stands.rules.visibility.sight_rules import who_sees
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.table.marching import March

ARROW = mm(40)
"""How long the arrow of a card is drawn."""


def march_shapes(found: March) -> Iterator[Shape]:
    """The way, where the stand comes to stand, and where something stops it."""
    id = found.stand.id
    look = "fault" if found.faults else "route"
    if len(found.path) > 1:
        walked = found.path if found.stop >= length(found.path) else cut(found.path, found.stop)
        yield Shape(kind="line", look=look, points=walked, token=id)
        if found.stopped_by:
            yield Shape(kind="note", look="halt", points=(walked[-1],), label=found.stopped_by, token=id)
    yield Shape(kind="area", look="fault" if found.faults else "ghost", points=found.end.corners, token=id)


def arrow_shape(at: Point, arrow: Facing, token: str) -> Shape:
    """The arrow of a card; it belongs to the first of its stands."""
    return Shape(kind="line", look="arrow", points=(at, along(at, arrow, ARROW)), token=token)


def march_lines(state: StandsState, marches: Sequence[March]) -> Iterator[Line]:
    """How far of how far, the least, and what stops whom. KIM-2.1a, KIM-2.1b"""
    moving = [one for one in marches if len(one.path) > 1]
    alike: dict[tuple[int, int, int], list[March]] = {}
    for one in moving:
        alike.setdefault((min(one.stop, length(one.path)), one.allowed, one.least), []).append(one)
    for (gone, allowed, least), some in alike.items():
        who = f"{names(state, some)}: " if len(alike) > 1 else ""
        at_least = f", at least {mms(least)}" if least else ""
        yield Line(f"{who}{mms(gone)} of {mms(allowed)} mm{at_least}.", ("KIM-2.1a", "KIM-2.1b"))
    stopped: dict[tuple[str, tuple[str, ...]], list[March]] = {}
    for one in moving:
        if one.stopped_by:
            stopped.setdefault((one.stopped_by, one.rows), []).append(one)
    for (words, rows), some in stopped.items():
        yield Line(f"{names(state, some)}: {words}.", rows)


def names(state: StandsState, marches: Iterable[March]) -> str:
    return ", ".join(short_name(state, one.stand) for one in marches)


def short_name(state: StandsState, stand: Stand) -> str:
    """A stand's name without that of its unit, where that is known."""
    unit = state.units.get(stand.unit)
    return stand.name.removesuffix(f" ({unit.name})") if unit else stand.name


def mms(tenths: int) -> str:
    """Tenths as millimetres without the unit."""
    return shown(tenths, "mm").removesuffix(" mm")


def placed(stand: Stand, base: Base) -> Stand:
    """A stand as it would be somewhere else."""
    new = copy(stand)
    new.at, new.facing = base.at, base.facing
    return new


def seen_there(view: View[StandsState], stands: Sequence[Stand]) -> tuple[list[Line], list[Shape]]:
    """Which enemies in view would see these stands where they are put, in words and as lines. KIM-3.1a"""
    state = view.state
    if not stands:
        return [], []
    watching = [one for one in enemies_of(state, stands[0].side) if not one.hidden]
    if not watching:
        return [], []
    night = state.turn in state.night_turns
    seen = who_sees(state, watching, stands, night=night, options=view.options)
    shapes = [
        Shape(kind="line", look="sight", points=(state.stands[by].at, stand.at), token=stand.id)
        for stand in stands
        if (by := seen.get(stand.id))
    ]
    if not seen:
        return [Line("No enemy in view would see it there.", ("KIM-3.1a",))], []
    names = ", ".join(dict.fromkeys(state.stands[by].name for by in seen.values()))
    return [Line(f"{names} would see it there.", ("KIM-3.1a",))], shapes


def command_line(view: View[StandsState], stands: Sequence[Stand]) -> Iterator[Line]:
    """Whether the card of these stands would be rolled for, and the chance. KIM-1.3a, KIM-1.3j"""
    state = view.state
    found = command_distance(state, CardGroup(stands[0].order, tuple(stands)))
    radius = number(state, "command_radius")
    if found is not None and found[0] <= radius:
        return
    command = state.commands[stands[0].command]
    unit = state.units.get(stands[0].unit)
    needed = (unit.pass_number if unit else 0) or command.pass_number or number(state, "command_pass")
    odds = f"{min(100, max(0, (11 - needed) * 10))}%"
    where = "no HQ is left" if found is None else f"{shown(found[0], 'mm')} from {found[1].name}"
    rows = ("KIM-1.3a",) if own_hqs(state, command) else ("KIM-1.3a", "KIM-1.3j")
    yield Line(f"Out of command ({where}): the card needs {needed} on a D10, {odds}.", rows)


def arc_shapes(state: StandsState, stands: Iterable[Stand], options: Options) -> Iterator[Shape]:
    """The arc into which each stand fires and how far it reaches. KIM-4.7a, KIM-4.9a"""
    for stand in stands:
        reach = range_of(state, stand, "direct", options)
        if reach and kind_of(stand).troop != "recon":
            yield Shape(
                kind="ring",
                look="arc",
                points=(stand.at,),
                radius=reach,
                turn=span_of(stand.facing, arc_width(state, stand) * 10),
                token=stand.id,
            )


def span_of(facing: Facing, width: Facing) -> tuple[int, int] | None:
    """An arc as its two ends, clockwise; None for all round."""
    if width >= FULL_TURN:
        return None
    return (facing - width // 2) % FULL_TURN, (facing + width // 2) % FULL_TURN


def shot_shape(state: StandsState, shot: Shot) -> Shape:
    shooter, target = state.stands[shot.shooter], state.stands[shot.target]
    return Shape(
        kind="line",
        look="shot",
        points=(shooter.at, target.at),
        label=percent(chance(shot)),
        token=shooter.id,
    )


def template_shape(state: StandsState, gun: Stand, at: Point, kind: str) -> Shape:
    side = number(state, "area_template" if kind == "area" else "speculative_template")
    corners = square_template(at, side).corners
    label = f"{shown(distance(gun.at, at), 'mm')}"
    return Shape(kind="area", look="aim", points=corners, label=label, token=gun.id)
