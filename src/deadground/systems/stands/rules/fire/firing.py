"""Firing: who may fire at whom, and the dice. KIM-4.1 to KIM-4.9, KIM-4.18, KIM-4.19

What a shot needs is worked out in `shots`, ranges and arcs in `ranges`; what hits do is in `hits`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.units import shown
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.stands.game import Stands, enemies_of, kind_of
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.assault.contact import held_in_contact, why_no_fire_into_melee
from deadground.systems.stands.rules.cards.command import What, may
from deadground.systems.stands.rules.fire.firers import Firer, off_table, squadron
from deadground.systems.stands.rules.fire.ranges import (
    LOBBED,
    STRAIGHT,
    Manner,
    arc_width,
    distance,
    gun_range,
    in_arc,
    is_flank,
    order_of,
    range_of,
)
from deadground.systems.stands.rules.fire.shots import Shot, chance, shot_at, shot_by
from deadground.systems.stands.rules.visibility.sight_rules import has_line_of_fire, line_of_fire
from deadground.systems.stands.state import Stand, StandsState

CARD: dict[Manner, What] = {"direct": "fire", "snap": "snap", "indirect": "indirect"}
"""What the order card must give for a shot. Defensive fire has its own law (KIM-7.2a)."""


def fire(g: Stands, shot: Shot, purpose: str = "shot", *rows: str) -> int:
    """Roll a shot's dice and tell of them: the last part of what `duties_of_fire.shoot` does. KIM-4.2a, KIM-4.3a

    Who may not know of the shooter reads only what was fired at; a shot at a hidden stand is its owner's to know.
    """
    target = g.stand(shot.target)
    roll = g.roll(shot.dice, shot.die, purpose, shot.by.side)
    hits = sum(shot.needed is not None and face >= shot.needed for face in roll.faces)
    word = ("missed", "hit")[hits] if hits < 2 else f"{hits} hits"
    needs = "it cannot hit" if shot.needed is None else f"needs {shot.needed} on a D{shot.die}"
    told = f"{needs}, {word}."
    away = "" if shot.manner in ("melee", "air") else f", {shown(shot.distance, 'mm')}"
    shooters = [shot.by.stand] if shot.by.stand else []
    g.tell(
        "shot",
        f"{shot.by.name} fires at {target.name}{away}: {told}",
        *shot.rows,
        *rows,
        rolls=[roll],
        tallies=[tally for tally in (shot.shift, shot.marks) if tally.lines],
        to=g.who_knows([*shooters, target]),
        masked=None if target.hidden else f"{target.name} is fired at: {word}.",
        shooter=shot.shooter,
        target=shot.target,
        manner=shot.manner,
        needed=shot.needed,
        hits=hits,
    )
    return hits


def why_no_shot(
    state: StandsState,
    shooter: Stand,
    target: Stand,
    *,
    manner: Manner = "direct",
    night: bool = False,
    options: Options = DEFAULTS,
    at: str = "value",
) -> list[Fault]:
    """Everything that forbids a stand's shot at another; nothing if it may fire. KIM-4.7 to KIM-4.9, KIM-4.18"""
    found = [*plain_faults(state, shooter, target, manner, options, at)]
    if manner in STRAIGHT:
        found += [
            why_no_line(state, shooter, target, night, options, at),
            why_hq_is_screened(state, shooter, target, manner, night, options, at),
        ]
    faults = [fault for fault in found if fault is not None]
    for fault in faults:
        cite(*fault.rows)
    return faults


def plain_faults(
    state: StandsState, shooter: Stand, target: Stand, manner: Manner, options: Options, at: str
) -> Iterator[Fault | None]:
    """What forbids a shot before anybody looks along the line."""
    yield why_not_free(shooter, manner, options, at)
    yield from why_out_of_reach(state, shooter, target, manner, options, at)
    yield why_not_this_target(shooter, target, manner, options, at)


def may_fire(
    state: StandsState,
    shooter: Stand,
    target: Stand,
    *,
    manner: Manner = "direct",
    night: bool = False,
    options: Options = DEFAULTS,
    is_screened: bool | None = None,
    targets: Iterable[Stand] | None = None,
) -> bool:
    """Whether nothing forbids a stand's shot at another; looked at no further than the first thing that does.

    `is_screened` says what is otherwise looked at: whether anybody stands in the way. `targets` are the enemies
    that it could fire at instead, if not all.
    """
    for fault in plain_faults(state, shooter, target, manner, options, ""):
        if fault is not None:
            cite(*fault.rows)
            return False
    if manner not in STRAIGHT:
        return True
    if not has_line_of_fire(state, shooter, target, night=night, options=options, is_screened=is_screened):
        cite("KIM-4.18a", "KIM-R53")
        return False
    return why_hq_is_screened(state, shooter, target, manner, night, options, "", targets) is None


def why_not_free(shooter: Stand, manner: Manner, options: Options, at: str) -> Fault | None:
    """Its order, what it has done this turn, and what it is. KIM-3.2a, KIM-4.2a, KIM-4.9b, KIM-4.19c, KIM-R113"""
    kind = kind_of(shooter)
    if kind.troop == "recon":
        return Fault(at, f"{shooter.name} is recon and never fires", ("KIM-3.2a",))
    if manner in CARD and (refused := may(shooter, CARD[manner], options, at=at)):
        return refused
    if manner in CARD and (held := held_in_contact(shooter, at)):
        return held
    if shooter.fired:
        return Fault(at, f"{shooter.name} has fired this turn", ("KIM-4.2a", "KIM-R87"))
    if order_of(shooter) == "move_and_fire":
        if not (kind.is_infantry or kind.turret):
            return Fault(at, f"{shooter.name} has no turret and cannot move and fire", ("KIM-4.19c",))
    elif shooter.turned or shooter.moved:
        return Fault(at, f"{shooter.name} has turned or moved and cannot fire", ("KIM-4.9b", "KIM-2.2a"))
    return None


def why_out_of_reach(
    state: StandsState, shooter: Stand, target: Stand, manner: Manner, options: Options, at: str
) -> Iterable[Fault]:
    """Range and arc. KIM-4.7a, KIM-4.9a, KIM-4.18a, KIM-4.18b"""
    reach, away = range_of(state, shooter, manner, options), distance(shooter, target)
    if reach == 0:
        if manner in LOBBED:
            rows: tuple[str, ...] = ("KIM-4.18a", "KIM-4.13a")
            yield Fault(at, f"{shooter.name} is not artillery and has direct fire only", rows)
        else:
            yield Fault(at, f"{shooter.name} has nothing to fire with", ("KIM-4.7a",))
        return
    if needs_gun(target) and kind_of(shooter).is_infantry:
        reach = min(reach, gun_range(state, kind_of(shooter), manner))
    if away > reach:
        reason = f"{target.name} is {shown(away, 'mm')} away, {shooter.name} reaches {shown(reach, 'mm')}"
        strict = manner in STRAIGHT and option(options, "direct_fire_limit") == "300"
        yield Fault(at, reason, ("KIM-4.18b", "KIM-R07") if strict else ("KIM-4.7a",))
    if not in_arc(state, shooter, target):
        width = arc_width(state, shooter)
        rows = ("KIM-4.19b", "KIM-R81") if order_of(shooter) == "move_and_fire" else ("KIM-4.9a", "KIM-R55")
        yield Fault(at, f"{target.name} is outside the {width} degrees {shooter.name} fires into", rows)


def needs_gun(target: Stand) -> bool:
    """Whether small arms can do nothing to a target. KIM-4.2c, KIM-4.7a"""
    kind = kind_of(target)
    return kind.is_armoured_vehicle and kind.troop != "recon" and not (kind.troop == "spg" and kind.open_top)


def why_not_this_target(
    shooter: Stand, target: Stand, manner: Manner, options: Options, at: str
) -> Fault | None:
    """Friends, stands in a melee, and HQ and supply stands under indirect fire. KIM-1.3i, KIM-4.16c, KIM-R63"""
    if target.side == shooter.side:
        return Fault(at, f"{target.name} is on the same side", ("KIM-4.18a",))
    if manner in LOBBED and kind_of(target).troop == "hq":
        return Fault(at, f"{target.name} is an HQ and no target of indirect fire", ("KIM-1.3i",))
    if manner in LOBBED and kind_of(target).troop == "supply":
        return Fault(at, f"{target.name} is a supply stand and no target of indirect fire", ("KIM-4.16c",))
    if manner in CARD:
        return why_no_fire_into_melee(target, options)
    return None


def why_no_line(
    state: StandsState, shooter: Stand, target: Stand, night: bool, options: Options, at: str
) -> Fault | None:
    """The straight line between the centres. KIM-4.18a, KIM-R53"""
    why = line_of_fire(state, shooter, target, night=night, options=options).why
    if why is None:
        return None
    reason = f"no line from {shooter.name} to {target.name}: {why.reason}"
    return Fault(at, reason, tuple(dict.fromkeys(("KIM-4.18a", "KIM-R53", *why.rows))))


def why_hq_is_screened(
    state: StandsState,
    shooter: Stand,
    target: Stand,
    manner: Manner,
    night: bool,
    options: Options,
    at: str,
    targets: Iterable[Stand] | None = None,
) -> Fault | None:
    """An HQ is safe while the shooter has a nearer target that it may fire at and can hurt. KIM-1.3i, KIM-R90"""
    if kind_of(target).troop != "hq":
        return None
    cite("KIM-1.3i", "KIM-R90")
    away = distance(shooter, target)
    for other in enemies_of(state, shooter.side) if targets is None else targets:
        if other.hidden or distance(shooter, other) >= away:
            continue
        if not may_fire(state, shooter, other, manner=manner, night=night, options=options):
            continue
        if shot_at(state, shooter, other, manner=manner, night=night, options=options).needed is not None:
            return Fault(at, f"{target.name} is an HQ, and {other.name} is nearer", ("KIM-1.3i", "KIM-R90"))
    return None


__all__ = [
    "Firer",
    "Manner",
    "Shot",
    "chance",
    "distance",
    "fire",
    "in_arc",
    "is_flank",
    "may_fire",
    "off_table",
    "range_of",
    "shot_at",
    "shot_by",
    "squadron",
    "why_no_shot",
]
