"""Whom a man can charge from a spot, and how chargers and enemies pair off. NUTS-MELEE-02, NUTS-FIRE-09, NR-121"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.paths import cut
from deadground.space.plane import Point, distance, is_within
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Skirmish, enemies_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.rules.grenades.flame import first_flame
from deadground.systems.skirmish.rules.melee.charge_test import why_no_place
from deadground.systems.skirmish.rules.melee.melee import Pair
from deadground.systems.skirmish.rules.movement.going import can_cross, normal_move, rising
from deadground.systems.skirmish.rules.movement.standing import runs_into
from deadground.systems.skirmish.rules.sight.line_of_sight import line_is_open, why_line_closed
from deadground.systems.skirmish.state import Figure, SkirmishState


def why_no_charge(state: SkirmishState, charger: Figure, target: Figure, options: Options) -> Fault | None:
    """Why a man cannot charge another from where he stands, if he cannot. NUTS-MELEE-02"""
    never = why_no_charger(charger)
    if never is not None:
        return never
    rows = ("NUTS-MELEE-02",)
    if not is_within(charger.at, target.at, number("charge_spot")):
        return Fault(charger.id, f'{charger.name} is more than 6" from {target.name}', rows)
    unseen = why_unseen(state, charger, target, options)
    if unseen is not None:
        return unseen
    if not can_cross(state, (charger.at, target.at)):
        return Fault(charger.id, f"{charger.name} cannot cross the ground to {target.name}", ("NS-39",))
    between = who_is_between(state, charger, target)
    if between is not None:
        return Fault(charger.id, f"{between.name} stands between {charger.name} and {target.name}", rows)
    if first_flame(state, (charger.at, target.at)):
        return Fault(charger.id, f"flame burns between {charger.name} and {target.name}", ("NUTS-GREN-18",))
    cite("NR-145")
    if charger.prone and left_to_rise(charger) < rising(charger):
        return Fault(charger.id, f"{charger.name} has no movement left to get up", ("NUTS-MOVE-05",))
    full = why_no_place(state, target, charger)
    return Fault(charger.id, full, ("NUTS-MELEE-13",)) if full else None


def why_no_charger(charger: Figure) -> Fault | None:
    """Medics and men with a burden do not charge, whatever has brought them to it. NUTS-WOUND-03, NUTS-WOUND-04"""
    cite("NUTS-WOUND-03", "NUTS-WOUND-04")
    if charger.medic:
        return Fault(charger.id, f"{charger.name} is a medic and does not charge", ("NUTS-WOUND-04",))
    if charger.aid.carries:
        return Fault(charger.id, f"{charger.name} carries a wounded man", ("NUTS-WOUND-03",))
    return None


def why_unseen(state: SkirmishState, charger: Figure, target: Figure, options: Options) -> Fault | None:
    """What hides a man from one who would charge him, wherever that one faces, if something does. NUTS-MELEE-02"""
    if line_is_open(state, charger, target, options):
        return None
    why = why_line_closed(state, charger, target, options)
    reason = f": {why.reason}" if why else ""
    rows = why.rows if why else ()
    return Fault(charger.id, f"{charger.name} does not see {target.name}{reason}", ("NUTS-MELEE-02", *rows))


def who_is_between(state: SkirmishState, charger: Figure, target: Figure) -> TablePiece | None:
    """Another enemy whom a charger would run over on his way to where there is a place beside his target.

    NUTS-MELEE-01, NS-01
    """
    way = (charger.at, target.at)
    near = cut(way, max(0, distance(*way) - charger.base.radius - 2 * target.base.radius))
    return runs_into(state, charger, near, (target.id,), touching=False)


def left_to_rise(charger: Figure) -> int:
    """What is left of his move since he was last active; who was knocked down has nothing. NUTS-REACT-07, NR-145"""
    return normal_move(charger) + charger.doing.bonus - charger.doing.spent


def who_has_nobody(
    state: SkirmishState, charger: Figure, spot: Point, charged: Collection[str], options: Options
) -> Figure | None:
    """An enemy whom a man could as well charge from a spot, and whom nobody charges or fights. NR-121"""
    cite("NUTS-FIRE-09", "NR-121")
    there = copy(charger)
    there.at = spot
    free = (
        one for one in enemies_of(state, charger.side) if one.id not in charged and not one.melee.fighting
    )
    return next((one for one in free if why_no_charge(state, there, one, options) is None), None)


def spares_rolled(g: Skirmish, charges: Sequence[Pair]) -> tuple[Pair, ...]:
    """Who charges an enemy that has a charger already does not choose: his target is rolled. NUTS-FIRE-09"""
    taken: set[str] = set()
    found = []
    for id, target in charges:
        if target in taken:
            target = rolled(g, g.figure(id), target)
        taken.add(target)
        found.append((id, target))
    return tuple(found)


def rolled(g: Skirmish, charger: Figure, target: str) -> str:
    """A spare charger's target: any enemy whom he could charge from here, each as likely as the next."""
    open_to = [
        one
        for one in enemies_of(g.state, charger.side)
        if g.is_known(one, charger.side) and why_no_charge(g.state, charger, one, g.options) is None
    ]
    if len(open_to) < 2:
        return target
    cite("NUTS-FIRE-09", "NR-121")
    die = g.roll(1, len(open_to), "spare charger's target", charger.side)
    aimed = open_to[die.one - 1]
    text = f"{charger.name} has no enemy of his own to charge; the dice give him {aimed.name}."
    rows = ("NUTS-FIRE-09", "NR-121")
    g.tell_of([charger, aimed], "spare", text, *rows, rolls=[die], figure=charger.id, target=aimed.id)
    return aimed.id
