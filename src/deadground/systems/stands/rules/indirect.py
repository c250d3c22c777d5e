"""Indirect and speculative fire: who may call it on what, and what becomes of it. KIM-4.13, KIM-4.14

Shots are made in two parts, because losses are removed after all dice: firing gives what `Landed`, `settle` applies
it. What falls on a hidden stand is told to its owner alone.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.arcs import square_template
from deadground.space.plane import Point, distance, facing_of, is_within, minus
from deadground.space.units import shown
from deadground.systems.stands.figures import figure
from deadground.systems.stands.game import Stands, enemies_of, kind_of, stands_of
from deadground.systems.stands.options import Options, option
from deadground.systems.stands.rules.chits import pay, refusal, why_no_chit
from deadground.systems.stands.rules.command import may
from deadground.systems.stands.rules.contact import held_in_contact, why_no_fire_into_melee
from deadground.systems.stands.rules.firing import Shot, fire, in_arc, shot_at
from deadground.systems.stands.rules.hits import hit
from deadground.systems.stands.rules.visibility import reveal_firing
from deadground.systems.stands.sight_rules import in_view_of_side, is_seen
from deadground.systems.stands.state import Stand, StandsState

SPARED: dict[str, tuple[str, tuple[str, ...]]] = {
    "hq": ("an HQ", ("KIM-1.3i",)),
    "supply": ("a supply stand", ("KIM-4.16c",)),
}
"""The troops that no indirect shot may be aimed at. KIM-1.3i, KIM-4.16c"""


class Landed(msgspec.Struct, frozen=True):
    """Hits that fell and are not applied yet: on what, by which gun of which side, and the spot if fired blind."""

    target: str
    by: str
    side: str
    hits: int
    spot: Point | None = None


def place(spot: Point) -> str:
    """A spot as players read it."""
    return f"({spot[0] / 10:g}, {spot[1] / 10:g})"


def is_close_spg(state: StandsState, gun: Stand, target: Stand) -> bool:
    """Whether a self-propelled gun is near enough to its target to fire at what it has only just seen. KIM-4.13b"""
    return kind_of(gun).troop == "spg" and is_within(gun.at, target.at, figure(state, "spg_late_range"))


def why_no_indirect(
    state: StandsState, gun: Stand, target: Stand, options: Options, *, at: str = "value"
) -> list[Fault]:
    """Everything that forbids an indirect shot of a gun at a stand. KIM-1.2h, KIM-4.13a, KIM-4.13b"""
    excused = is_close_spg(state, gun, target)
    found = [
        why_not_artillery(gun, excused and option(options, "spg_indirect") == "any_spg", at),
        *why_out_of_reach(state, gun, target.at, at),
        *why_no_target(gun.side, target, options, at),
        None if target.seen_at_start or excused else why_late(target, at),
        why_unspotted(state, gun, target, options, at),
        why_no_chit(state, gun, options, at),
    ]
    return [fault for fault in found if fault is not None]


def may_fire_indirectly(state: StandsState, gun: Stand, target: Stand, options: Options) -> bool:
    """Whether nothing forbids an indirect shot; looked at no further than the first thing that does."""
    excused = is_close_spg(state, gun, target)
    if why_not_artillery(gun, excused and option(options, "spg_indirect") == "any_spg", "") is not None:
        return False
    if not (target.seen_at_start or excused) or why_no_chit(state, gun, options, "") is not None:
        return False
    if any(why_no_target(gun.side, target, options, "")) or why_out_of_reach(state, gun, target.at, ""):
        return False
    return why_unspotted(state, gun, target, options, "") is None


def why_no_speculative(
    state: StandsState, gun: Stand, spot: Point, options: Options, *, at: str = "value"
) -> list[Fault]:
    """Everything that forbids speculative fire of a gun at a spot; nobody need see it. KIM-1.2h, KIM-4.14a"""
    cite("KIM-4.14a")
    found = [
        why_not_artillery(gun, False, at),
        *why_out_of_reach(state, gun, spot, at),
        why_no_chit(state, gun, options, at),
    ]
    return [fault for fault in found if fault is not None]


def why_not_artillery(gun: Stand, any_spg: bool, at: str) -> Fault | None:
    """Only artillery on Stand and Fire that keeps its orders fires indirectly, and once a turn. KIM-1.2h, KIM-4.13a

    By option any self-propelled gun close to its target counts as artillery. KIM-R17
    """
    if not kind_of(gun).artillery and not any_spg:
        return refusal(at, f"{gun.name} is not artillery and cannot fire indirectly", "KIM-4.13a", "KIM-R17")
    if gun.fired:
        return refusal(at, f"{gun.name} has fired this turn", "KIM-4.2a", "KIM-R87")
    if held := held_in_contact(gun, at):
        return held
    if kind_of(gun).artillery:
        return may(gun, "indirect", at=at)
    if gun.order != "fire" or gun.limit:
        return refusal(at, f"{gun.name} needs a Stand and Fire card it obeys in full", "KIM-1.2h")
    return None


def why_out_of_reach(state: StandsState, gun: Stand, spot: Point, at: str) -> list[Fault]:
    """Range and arc of a gun that fires indirectly. KIM-4.7a, KIM-4.9a, KIM-4.13a"""
    faults = []
    limit = figure(state, "indirect_range")
    if not is_within(gun.at, spot, limit):
        gap = shown(distance(gun.at, spot), "mm")
        reason = f"{gun.name} is {gap} away, indirect fire reaches {shown(limit, 'mm')}"
        faults.append(refusal(at, reason, "KIM-4.13a", "KIM-4.7a"))
    if not in_arc(state, gun, standing_at(gun, spot)):
        faults.append(refusal(at, f"{gun.name} does not bear on it", "KIM-4.9a"))
    return faults


def standing_at(gun: Stand, spot: Point) -> Stand:
    """A stand that is not there, to put questions about a spot with."""
    return Stand("", "", "", "", "infantry", "the spot", spot, gun.facing)


def why_spared(target: Stand, at: str) -> Fault | None:
    """No indirect shot is aimed at an HQ or a supply stand. KIM-1.3i, KIM-4.16c"""
    what, rows = SPARED.get(kind_of(target).troop, ("", ()))
    return refusal(at, f"{target.name} is {what}: no target of indirect fire", *rows) if what else None


def why_no_target(side: str, target: Stand, options: Options, at: str) -> list[Fault | None]:
    """No indirect fire on friends, on an HQ or supply stand, into a melee. KIM-1.3i, KIM-4.16c, KIM-R63"""
    friend = target.side == side
    return [
        refusal(at, f"{target.name} is on the same side", "KIM-4.13a") if friend else None,
        why_spared(target, at),
        why_no_fire_into_melee(target, options),
    ]


def why_late(target: Stand, at: str) -> Fault:
    """A target must have been visible when the turn began. KIM-4.13a"""
    return refusal(at, f"{target.name} was not visible when the turn began", "KIM-4.13a", "KIM-4.13b")


def why_unspotted(state: StandsState, gun: Stand, target: Stand, options: Options, at: str) -> Fault | None:
    """Somebody must see the target: any stand of the army or, by option, of the command. KIM-4.13a, KIM-R18"""
    if spotter(state, gun, target, options) is not None:
        return None
    whose = "of its side" if option(options, "spotters") == "army" else "of its command"
    return refusal(at, f"no stand {whose} sees {target.name}", "KIM-4.13a", "KIM-R18")


def spotter(state: StandsState, gun: Stand, target: Stand, options: Options) -> Stand | None:
    """The friendly stand that sees a target for a gun, if there is one. KIM-4.13a, KIM-R18"""
    if option(options, "spotters") == "army":
        return in_view_of_side(state, gun.side, target, options=options)
    lookers = (one for one in stands_of(state, gun.side) if one.command == gun.command)
    return next((one for one in lookers if is_seen(state, one, target, options=options)), None)


def open_fire(g: Stands, gun: Stand, spot: Point) -> bool:
    """What comes with any shot of artillery: the chit is paid, and a hidden gun shows itself. KIM-3.3a, KIM-4.15a

    Without a chit nothing is fired, and only the gun's side hears of it.
    """
    fault = pay(g, g.command(gun), gun)
    if fault is not None:
        text = f"{gun.name} stays silent: {fault.reason}."
        g.tell("silent", text, *fault.rows, to=g.seats_of(gun.side), stand=gun.id)
        return False
    show_gun(g, gun, spot)
    gun.fired = True
    return True


def show_gun(g: Stands, gun: Stand, spot: Point) -> None:
    """A hidden gun that opens fire goes on the table, facing what it fires at. KIM-3.3a, KIM-4.9b"""
    if gun.hidden:
        cite("KIM-4.9b")
        gun.facing = facing_of(minus(spot, gun.at))
        reveal_firing(g, gun)


def indirect_shot(state: StandsState, gun: Stand, target: Stand, options: Options) -> Shot:
    """An indirect shot at a stand, -1 on the die. KIM-4.13a"""
    cite("KIM-4.13a")
    return shot_at(state, gun, target, manner="indirect", options=options)


def fire_indirectly(g: Stands, gun: Stand, target: Stand) -> tuple[Landed, ...]:
    """Roll for an indirect shot. KIM-4.13a"""
    shot = indirect_shot(g.state, gun, target, g.options)
    return (Landed(target.id, gun.id, gun.side, fire(g, shot, "indirect fire")),)


def fire_speculatively(g: Stands, gun: Stand, spot: Point) -> tuple[Landed, ...]:
    """A template on a guessed spot: each hidden enemy stand that it touches is rolled for in secret. KIM-4.14a

    Everybody sees where the shells fall and nobody but its owner what is there. The owner always hears whether
    anything was, so that an empty spot and a miss leave the same traces for the firer. KIM-R26
    """
    length = figure(g.state, "speculative_template")
    text = f"{gun.name} fires blind at {place(spot)}."
    g.tell("speculative", text, "KIM-4.14a", to=g.who_knows([gun]), at=spot, side=length)
    square = square_template(spot, length)
    touched = [
        one
        for one in enemies_of(g.state, gun.side)
        if one.hidden and kind_of(one).troop not in SPARED and square.touches(one.base)
    ]
    owners = [seat for side in g.state.sides if side != gun.side for seat in g.seats_of(side)]
    under = ", ".join(one.name for one in touched) or "nobody"
    g.tell("under_speculative", f"The shells fall on {under}.", "KIM-4.14a", "KIM-R26", to=owners)
    return tuple(
        Landed(
            one.id,
            gun.id,
            gun.side,
            fire(g, shot_at(g.state, gun, one, manner="speculative", options=g.options), "speculative fire"),
            spot,
        )
        for one in touched
    )


def settle(g: Stands, landed: Iterable[Landed]) -> None:
    """Apply hits after all dice have fallen. A stand that is gone already takes no more. KIM-4.1a, KIM-R66"""
    for one in landed:
        for _ in range(one.hits):
            target = g.state.stands.get(one.target)
            if target is None:
                break
            if one.spot is not None and target.hidden:
                hit_unseen(g, target, one, one.spot)
            else:
                hit(g, target, one.by, "KIM-4.13a")


def hit_unseen(g: Stands, target: Stand, landed: Landed, spot: Point) -> None:
    """A hidden stand is hit by speculative fire. KIM-4.14a, KIM-R26

    The firer learns of it only when the stand is destroyed in view of his own, or of any hit by option.
    """
    told = g.option("announce_speculative_hits") == "on"
    in_view = in_view_of_side(g.state, landed.side, target, options=g.options) is not None
    hit(g, target, landed.by, "KIM-4.14a")
    lost = target.id not in g.state.stands
    if lost and (told or in_view):
        show_wreck(g, target, landed)
    elif told:
        text = f"Something is hit at {place(spot)}."
        g.tell("heard", text, "KIM-4.14a", "KIM-R26", to=g.seats_of(landed.side))


def show_wreck(g: Stands, target: Stand, landed: Landed) -> None:
    """The firer sees what his speculative fire destroyed. KIM-R26"""
    for trace in g.state.fallen.values():
        if trace.id == target.id:
            trace.seen = True
    text = f"{target.name} is destroyed by the fire laid on it."
    g.tell("seen_lost", text, "KIM-4.14a", "KIM-R26", to=g.seats_of(landed.side), stand=target.id)
