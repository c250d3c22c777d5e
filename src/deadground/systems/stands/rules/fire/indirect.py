"""Indirect and speculative fire: who may call it on what. KIM-4.13, KIM-4.14"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.plane import Point, distance, is_within
from deadground.space.units import shown
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import kind_of, stands_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.assault.contact import held_in_contact, why_no_fire_into_melee
from deadground.systems.stands.rules.cards.command import may
from deadground.systems.stands.rules.fire.chits import refusal, why_no_chit
from deadground.systems.stands.rules.fire.firing import Shot, shot_at
from deadground.systems.stands.rules.fire.ranges import bears_on
from deadground.systems.stands.rules.visibility.sight_rules import in_view_of_side, is_seen
from deadground.systems.stands.state import Stand, StandsState

SPARED: dict[str, tuple[str, tuple[str, ...]]] = {
    "hq": ("an HQ", ("KIM-1.3i",)),
    "supply": ("a supply stand", ("KIM-4.16c",)),
}
"""The troops that no indirect shot may be aimed at. KIM-1.3i, KIM-4.16c"""


def place(spot: Point) -> str:
    """A spot as players read it."""
    return f"({spot[0] / 10:g}, {spot[1] / 10:g})"


def is_close_spg(state: StandsState, gun: Stand, target: Stand) -> bool:
    """Whether a self-propelled gun is near enough to its target to fire at what it has only just seen. KIM-4.13b"""
    return kind_of(gun).troop == "spg" and is_within(gun.at, target.at, number(state, "spg_late_range"))


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


def may_fire_indirectly(
    state: StandsState, gun: Stand, target: Stand, options: Options, *, is_spotted: bool | None = None
) -> bool:
    """Whether nothing forbids an indirect shot; looked at no further than the first thing that does.

    `is_spotted` says what is otherwise looked at: whether anybody sees the target for the gun.
    """
    excused = is_close_spg(state, gun, target)
    if why_not_artillery(gun, excused and option(options, "spg_indirect") == "any_spg", "") is not None:
        return False
    if not (target.seen_at_start or excused) or why_no_chit(state, gun, options, "") is not None:
        return False
    if any(why_no_target(gun.side, target, options, "")) or why_out_of_reach(state, gun, target.at, ""):
        return False
    return why_unspotted(state, gun, target, options, "") is None if is_spotted is None else is_spotted


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
    limit = number(state, "indirect_range")
    if not is_within(gun.at, spot, limit):
        gap = shown(distance(gun.at, spot), "mm")
        reason = f"{gun.name} is {gap} away, indirect fire reaches {shown(limit, 'mm')}"
        faults.append(refusal(at, reason, "KIM-4.13a", "KIM-4.7a"))
    if not bears_on(state, gun, spot):
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


def indirect_shot(state: StandsState, gun: Stand, target: Stand, options: Options) -> Shot:
    """An indirect shot at a stand, -1 on the die. KIM-4.13a"""
    cite("KIM-4.13a")
    return shot_at(state, gun, target, manner="indirect", options=options)
