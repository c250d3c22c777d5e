"""What is sent at a spot and not at a man: thrown, launched from a rifle or tube, or poured as flame.

NUTS-GREN-01, NUTS-GREN-05, NUTS-GREN-11 to NUTS-GREN-15. All questions run on a state as on a view.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.memory import Memory
from deadground.core.own_book import current
from deadground.space.bases import Base, gap_is_within
from deadground.space.plane import Point, is_within
from deadground.space.units import Tenths, inches, shown
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.attributes import effects_on
from deadground.systems.skirmish.crews import machines
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.rules.armour.rounds import open_to
from deadground.systems.skirmish.rules.fire.readiness import can_shoot, usable_weapons, why_too_soon
from deadground.systems.skirmish.rules.grenades.caught import caught, in_path
from deadground.systems.skirmish.rules.sight.line_of_sight import outside_arc, terrain_between
from deadground.systems.skirmish.rules.troops.equipment import all_gear, weapon_of
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.weapons import Weapon, all_weapons, weapon

SMOKE = "smoke_grenade"
HAND_GRENADE = "grenade"

How = Literal["thrown", "launched", "flame"]

PROFILES = {
    "grenade": "NUTS-GREN-05",
    "rifle_grenade": "NUTS-GREN-11",
    "at_grenade": "NUTS-GREN-12",
    "molotov": "NUTS-GREN-13",
    "charge": "NUTS-GREN-14",
    "flamethrower": "NUTS-GREN-15",
}
"""Where the book describes each kind; launchers have their lines in the weapon tables alone."""


class Lob(msgspec.Struct, frozen=True):
    """What one man sends where. `what` is a thing he carries or a weapon; `target` a man it is launched at."""

    who: str
    what: str
    at: Point
    target: str = ""
    snap: bool = False


class Munition(msgspec.Struct, frozen=True):
    """What goes off where it comes down. `across` is 0 for one that strikes its spot alone."""

    what: str
    name: str
    how: How
    reach: Tenths
    across: Tenths
    impact: int | None
    rank: int
    readied: bool
    weapon: str = ""
    """Its line in the weapon tables; smoke has none."""
    row: str = "NS-07"
    """Where the book describes it."""
    apr: int | None = None
    """What it does to armour. NUTS-FIRE-18"""


def munition(state: SkirmishState, figure: Figure, what: str) -> Munition | None:
    """A thing a man carries, as something he can send at a spot; None if it is no such thing. NS-07, LR-041"""
    if what == SMOKE:
        return smoke(state, figure)
    one = weapon_behind(state, figure, what)
    how = how_used(one) if one else None
    if one is None or how is None:
        return None
    cite(*one.rows)
    return Munition(
        what,
        one.name,
        how,
        reach(figure, one),
        one.circle * INCH,
        one.impact,
        one.rank,
        one.readied,
        one.id,
        PROFILES.get(one.kind, "NS-07"),
        one.apr,
    )


def weapon_behind(state: SkirmishState, figure: Figure, what: str) -> Weapon | None:
    """The line of the weapon tables that a thing carried is; else that of the core rules. NS-07"""
    if "." in what:
        return weapon(what)
    nation = state.sides[figure.side].nation
    if nation:
        return weapon_of(nation, what)
    one = all_gear()[what]
    return all_weapons().get(f"core.{one.shared or one.weapon}")


def how_used(one: Weapon) -> How | None:
    """How a weapon is sent at a spot; None for one that is shot at men alone, or out of sight. NS-07"""
    if one.indirect:
        return None
    if one.plain.path:
        return "flame"
    if one.thrown:
        return "thrown"
    return "launched" if one.circle or one.readied else None


def reach(figure: Figure, one: Weapon) -> Tenths:
    """How far it goes: a Ball Player throws hand grenades farther. NUTS-GREN-05"""
    if one.kind == HAND_GRENADE:
        for _, effect in effects_on(figure.attributes, "throw"):
            cite("NUTS-GREN-05")
            return inches(effect.inches)
    return one.range * INCH


def smoke(state: SkirmishState, figure: Figure) -> Munition:
    """A smoke grenade is readied and thrown like others. LR-041"""
    cite("LR-041")
    grenade = weapon("core.grenade")
    across = number("smoke_circle")
    return Munition(
        SMOKE, "smoke grenade", "thrown", reach(figure, grenade), across, None, 0, True, row="LR-041"
    )


def carried(figure: Figure) -> list[str]:
    """Everything a man has that might be sent at a spot. NR-58"""
    return [
        *(what for what, count in figure.pack.gear if count > 0 and what in all_gear()),
        *figure.arms.weapons,
    ]


MUNITIONS: Memory[Hashable, tuple[Munition, ...]] = Memory(10_000)
"""What men can send at a spot, by all that it depends on."""


def munitions(state: SkirmishState, figure: Figure) -> tuple[Munition, ...]:
    """Everything a man has that can be sent at a spot."""

    def looked_through() -> tuple[Munition, ...]:
        found = (munition(state, figure, what) for what in dict.fromkeys(carried(figure)))
        return tuple(one for one in found if one is not None)

    nation = state.sides[figure.side].nation
    return MUNITIONS.recall(
        (nation, figure.arms.weapons, figure.pack.gear, figure.attributes, current()), looked_through
    )


def is_reacting(figure: Figure) -> bool:
    """Whether a man acts because a test says so. NR-59"""
    return figure.reaction.reacting is not None or figure.reaction.successes >= 0


def why_no_lob(
    state: SkirmishState,
    figure: Figure,
    what: str,
    at: Point,
    options: Options,
    *,
    turning: bool,
    reacting: bool,
) -> Fault | None:
    """Why a man cannot send a thing at a spot now, if he cannot."""
    one = munition(state, figure, what) if what in carried(figure) else None
    if one is None:
        return Fault(figure.id, f"{figure.name} has no such thing to throw", ("NUTS-GREN-01",))
    return why_not_sent(state, figure, one, at, options, turning=turning, reacting=reacting)


def why_not_sent(
    state: SkirmishState,
    figure: Figure,
    one: Munition,
    at: Point,
    options: Options,
    *,
    turning: bool,
    reacting: bool,
) -> Fault | None:
    """The same of something he has."""
    return (
        why_not_now(state, figure, one, reacting=reacting)
        or why_not_there(state, figure, one, at, turning=turning)
        or why_not_into_melee(state, figure, one, at, options)
    )


def why_not_now(state: SkirmishState, figure: Figure, one: Munition, *, reacting: bool) -> Fault | None:
    """Why a man cannot use a thing now, wherever it should go."""
    if figure.medic:
        return Fault(figure.id, f"{figure.name} is a medic and never shoots", ("NR-30",))
    if figure.melee.fighting:
        return Fault(figure.id, f"{figure.name} is in melee", ("NR-53",))
    if one.readied:
        return why_not_readied(figure, one, reacting=reacting)
    if one.weapon in figure.arms.empty or (one.how == "flame" and figure.pack.fuel == 0):
        reason = f"the {one.name} of {figure.name} is out of ammunition"
        return Fault(figure.id, reason, ("NUTS-GREN-16" if one.how == "flame" else "NUTS-AMMO-01",))
    return why_too_soon(state, figure, weapon(one.weapon))


def why_not_readied(figure: Figure, one: Munition, *, reacting: bool) -> Fault | None:
    """One a turn, and only what was readied; at once only if the die was passed. NUTS-GREN-01, NUTS-GREN-02"""
    cite("NUTS-GREN-01", "NUTS-GREN-02")
    if figure.doing.thrown:
        return Fault(figure.id, f"{figure.name} has thrown something this turn", ("NUTS-GREN-01",))
    if figure.pack.readied != one.what:
        return Fault(figure.id, f"the {one.name} of {figure.name} is not readied", ("NUTS-GREN-01",))
    if figure.pack.ready_since and not reacting:
        reason = f"{figure.name} has only just got it ready: when next active, or in reaction"
        return Fault(figure.id, reason, ("NUTS-GREN-02",))
    return None


def why_not_there(
    state: SkirmishState, figure: Figure, one: Munition, at: Point, *, turning: bool
) -> Fault | None:
    """Why a spot cannot be aimed at. It need not be seen. NUTS-GREN-05, NUTS-GREN-06"""
    ground = ground_of(state)
    if not (0 <= at[0] <= ground.width and 0 <= at[1] <= ground.height):
        return Fault(figure.id, "the spot is off the table", ("NUTS-GREN-05",))
    if one.impact is None and one.what != SMOKE and machine_at(state, at) is None:
        return Fault(figure.id, f"a {one.name} is for armour alone", ("NUTS-FIRE-18",))
    cite(one.row)
    if not is_within(figure.at, at, one.reach):
        reason = f"the spot is too far: the {one.name} of {figure.name} reaches {shown(one.reach, 'in')}"
        return Fault(figure.id, reason, (one.row,))
    behind = None if turning else outside_arc(figure, at)
    return Fault(figure.id, behind.reason, behind.rows) if behind else None


def machine_at(state: SkirmishState, at: Point) -> Vehicle | Gun | None:
    """The vehicle or gun that stands on a spot: what is thrown there is thrown at it. NS-07"""
    found = (one for one in machines(state) if one.on_table and not one.is_out)
    return next((one for one in found if gap_is_within(Base(at), one.base, 0)), None)


def can_harm(one: Munition, target: TablePiece) -> bool:
    """Whether a thing does anything to a vehicle or gun, if it is sent at one. NUTS-FIRE-18, NS-25"""
    if target.is_round or not isinstance(target, Vehicle | Gun):
        return one.impact is not None or one.what == SMOKE
    soft = isinstance(target, Vehicle) and not type_of(target).is_armoured
    return one.apr is not None or soft


def why_not_into_melee(
    state: SkirmishState, figure: Figure, one: Munition, at: Point, options: Options
) -> Fault | None:
    """Nothing is launched or poured into a melee; what is thrown bursts for everybody. NR-53, NR-140"""
    if one.how == "thrown":
        return None
    cite("NR-53", "NR-140")
    fighting = next((man for man in reached(state, figure, one, at, options) if man.is_fighting), None)
    if fighting is None:
        return None
    return Fault(figure.id, f"{fighting.name} is in melee there", ("NR-53", "NR-140"))


def reached(
    state: SkirmishState, figure: Figure, one: Munition, at: Point, options: Options
) -> list[TablePiece]:
    """Who would be in it if it came down where it should. NUTS-GREN-08, NUTS-GREN-15"""
    if one.how == "flame":
        return in_path(state, figure, one.weapon, at, options)
    return caught(state, at, one.across, options)


def usable_lobs(
    state: SkirmishState, figure: Figure, target: TablePiece, options: Options, *, turning: bool = True
) -> list[Munition]:
    """What a man could send in reaction at the place where another is. NR-31, NR-59

    Smoke hurts nobody and is no answer to a shot; flame does not go through a wall.
    """
    if target.is_out or figure.aboard:
        return []
    return [
        one
        for one in munitions(state, figure)
        if one.what != SMOKE
        and can_harm(one, target)
        and why_not_sent(state, figure, one, target.at, options, turning=turning, reacting=True) is None
        and not (one.how == "flame" and terrain_between(state, figure, target, options))
    ]


def can_fire(
    state: SkirmishState,
    figure: Figure,
    targets: Iterable[TablePiece],
    options: Options,
    *,
    turning: bool = False,
) -> bool:
    """Whether a man can shoot at one of these in reaction, or send something at him, or fire the gun he serves."""
    foes = list(targets)
    return (
        can_shoot(state, figure, foes, options, turning=turning)
        or any(usable_lobs(state, figure, target, options, turning=turning) for target in foes)
        or next(open_to(state, figure, foes, options), None) is not None
    )


def best_rank(state: SkirmishState, figure: Figure, target: TablePiece, options: Options) -> int:
    """The best Outgunned Ranking of all a man could use against another now. NUTS-FIRE-13, NR-31"""
    cite("NUTS-FIRE-13", "NR-31")
    ranks = [weapon(id).rank for id in usable_weapons(state, figure, target, options)]
    ranks += [one.rank for one in usable_lobs(state, figure, target, options)]
    return max(ranks, default=0)


def highest_rank(state: SkirmishState, figure: Figure) -> int:
    """The best Outgunned Ranking of all a man has, whether he could use it now or not. NUTS-FIRE-13"""
    cite("NUTS-FIRE-13")
    ranks = [weapon(id).rank for id in figure.arms.weapons]
    return max(ranks + [one.rank for one in munitions(state, figure)], default=0)
