"""Who can shoot, with what, how far and with how many dice. NUTS-FIRE-05, NUTS-FIRE-17, NUTS-FIRE-19, NS-07

All questions run on a state as on a view.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from copy import copy

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.plane import is_within
from deadground.space.units import shown
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import AnyPiece, TablePiece, is_near, those_near
from deadground.systems.skirmish.quick.screens import not_surely_hidden
from deadground.systems.skirmish.rules.armour.from_inside import as_he_shoots, many_together, why_no_bearing
from deadground.systems.skirmish.rules.armour.soft import why_harmless
from deadground.systems.skirmish.rules.grenades.caught import caught
from deadground.systems.skirmish.rules.sight.line_of_sight import (
    Eyes,
    facing_towards,
    has_los,
    line_is_open,
    no_los_fault,
)
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.weapons import Mode, Weapon, weapon


def mode_of(one: Weapon, name: str = "") -> Mode:
    """The way a weapon is used; the plain one if it has none of that name."""
    return (one.mode(name) if name else None) or one.plain


FITTED = ("scope", "stock")
"""What is fitted to a weapon and used whenever it shoots. COT-WEAP-08"""


def mode_in_hands(shooter: Figure, one: Weapon, name: str = "") -> Mode:
    """The way a man uses his weapon; if he does not say, with the scope or stock he has for it. COT-WEAP-08"""
    if not name and len(one.modes) > 1:
        for what, count in shooter.pack.gear:
            if what in FITTED and count and (fitted := one.mode(what)):
                cite("COT-WEAP-08")
                return fitted
    if name:
        cite(*mode_of(one, name).rows)
    return mode_of(one, name)


def is_crewed(state: SkirmishState, shooter: Figure, one: Weapon) -> bool:
    """Whether a weapon that throws more dice with a crew has one. LR-102"""
    if one.mode("crewed") is None:
        return False
    cite("LR-102")
    return bool(helpers(state, shooter))


def why_no_mode(state: SkirmishState, shooter: Figure, with_: str, mode: str) -> Fault | None:
    """Why a man cannot use his weapon in a way: he lacks what it takes. COT-WEAP-08, COT-WEAP-13, LR-102"""
    one = weapon(with_)
    if mode in FITTED and not dict(shooter.pack.gear).get(mode):
        return Fault(shooter.id, f"{shooter.name} has no {mode} on his {one.name}", ("COT-WEAP-08",))
    if mode == "crewed" and not is_crewed(state, shooter, one):
        return Fault(shooter.id, f"nobody serves the {one.name} with {shooter.name}", ("LR-102",))
    if mode == "building":
        return Fault(shooter.id, f"that range of the {one.name} is for buildings alone", ("COT-WEAP-13",))
    return None


def target_rating(state: SkirmishState, shooter: Figure, with_: str, mode: str = "") -> int:
    """How many dice a weapon throws now. NUTS-FIRE-05, NS-07"""
    cite("NUTS-FIRE-05")
    one = weapon(with_)
    rating = mode_of(one, mode or ("crewed" if is_crewed(state, shooter, one) else "")).target
    if state.vehicles and (mounted := state.figures[shooter.id]).aboard:
        cite("NS-28")
        return rating * many_together(state, mounted, with_)
    if one.moved == "target_3" and shooter.doing.moved_in == state.turn:
        cite("NS-07")
        return min(rating, number("moved_rating"))
    return rating


def why_no_shot(
    state: SkirmishState,
    shooter: Figure,
    target: TablePiece,
    with_: str,
    options: Options,
    *,
    mode: str = "",
    turning: bool = False,
) -> Fault | None:
    """Why a man cannot shoot at another with a weapon, if he cannot. `turning`: he may turn on the spot. NR-31"""
    if shooter.aboard:
        shooter, turning = as_he_shoots(state, shooter), True
    return (
        why_not_ready(state, shooter, with_)
        or why_not_at(state, shooter, target, with_, mode_in_hands(shooter, weapon(with_), mode), options)
        or no_los_fault(state, turned(shooter, target) if turning else shooter, target, options, shooter.id)
    )


def why_not_ready(state: SkirmishState, shooter: Figure, with_: str) -> Fault | None:
    """Why a weapon cannot be used by him now, whoever it is aimed at."""
    one = weapon(with_)
    if shooter.medic:
        return Fault(shooter.id, f"{shooter.name} is a medic and never shoots", ("NR-30",))
    if with_ in shooter.arms.empty:
        return Fault(shooter.id, f"the {one.name} of {shooter.name} is out of ammunition", ("NUTS-AMMO-01",))
    if shooter.arms.jammed and with_ in dict(shooter.arms.jammed):
        return Fault(shooter.id, f"the {one.name} of {shooter.name} is jammed", ("COT-WEAP-12",))
    if one.readied or not one.plain.target:
        return Fault(shooter.id, f"a {one.name} is not shot like this", ("NUTS-FIRE-17",))
    if one.moved == "no_shot" and shooter.doing.moved_in == state.turn:
        return Fault(shooter.id, f"the {one.name} has moved this turn", ("NS-07",))
    if shooter.melee.fighting:
        return Fault(shooter.id, f"{shooter.name} is in melee", ("NR-53",))
    return why_too_soon(state, shooter, one)


def why_too_soon(
    state: SkirmishState, shooter: Figure, one: Weapon, busy: Collection[str] = ()
) -> Fault | None:
    """A launcher shoots every so many turns, more slowly with one man. NUTS-FIRE-19"""
    if one.shots_every == (0, 0):
        return None
    cite("NUTS-FIRE-19")
    full, alone = one.shots_every
    every = full if 1 + len(helpers(state, shooter, busy)) >= one.crew else alone
    last = dict(shooter.arms.last_shot).get(one.id)
    if last is None or state.turn - last >= every:
        return None
    reason = f"the {one.name} of {shooter.name} shoots every {every} turns, and did in turn {last}"
    return Fault(shooter.id, reason, ("NUTS-FIRE-19",))


def why_no_target(shooter: Figure, target: TablePiece, with_: str, mode: str = "") -> Fault | None:
    """Why a target cannot be aimed at: out of it, in melee, or out of range. NUTS-FIRE-17, NR-53"""
    return why_not_used(shooter, target, with_, mode_in_hands(shooter, weapon(with_), mode))


def why_not_used(shooter: Figure, target: TablePiece, with_: str, used: Mode) -> Fault | None:
    """The same for a weapon and the way it is used."""
    if target.is_out:
        return Fault(shooter.id, f"{target.name} is out of it already", ("NUTS-FIRE-10",))
    if target.is_fighting:
        return Fault(shooter.id, f"{target.name} is in melee", ("NR-53",))
    if used.impact is None and (target.is_round or not isinstance(target, Vehicle | Gun)):
        cite("NUTS-FIRE-18", "COT-WEAP-07")
        reason = f"a {weapon(with_).name} is for armour alone"
        return Fault(shooter.id, reason, ("NUTS-FIRE-18", "COT-WEAP-07"))
    reach = used.range * INCH
    cite("NUTS-FIRE-17")
    if not is_near(target, shooter.at, reach):
        reason = f"{target.name} is out of range: the {weapon(with_).name} reaches {shown(reach, 'in')}"
        return Fault(shooter.id, reason, ("NUTS-FIRE-17",))
    if used.min_range and is_near(target, shooter.at, used.min_range * INCH - 1):
        return Fault(shooter.id, f"{target.name} is too near", ("NUTS-FIRE-17",))
    return None


def why_not_at(
    state: SkirmishState, shooter: Figure, target: TablePiece, with_: str, used: Mode, options: Options
) -> Fault | None:
    """The same, and of what bursts: it is not aimed where a man in melee would be caught. NR-53, NR-140"""
    fault = why_not_used(shooter, target, with_, used)
    if fault is None and state.vehicles:
        fault = why_no_bearing(state, shooter, with_, target.at)
    if fault is not None:
        return fault
    if not target.is_round and isinstance(target, Vehicle | Gun):
        return why_harmless(state, shooter, target, used, options)
    if not used.circle:
        return None
    cite("NR-53", "NR-140")
    men = caught(state, target.at, used.circle * INCH, options)
    fighting = next((one for one in men if one.is_fighting), None)
    if fighting is None:
        return None
    return Fault(shooter.id, f"{fighting.name} is in melee there", ("NR-53", "NR-140"))


def turned(shooter: Figure, target: TablePiece) -> Figure:
    """A man as he would look if he turned to another."""
    looker = copy(shooter)
    looker.facing = facing_towards(shooter, target.at)
    return looker


def usable_weapons(
    state: SkirmishState, shooter: Figure, target: TablePiece, options: Options, *, turning: bool = True
) -> list[str]:
    """The weapons a man could shoot at another with right now, the one in his hands first."""
    if shooter.aboard:
        shooter, turning = as_he_shoots(state, shooter), True
    usable = [id for id in shooter.arms.weapons if is_usable(state, shooter, target, id, options)]
    sees = line_is_open if turning else has_los
    return usable if usable and sees(state, shooter, target, options) else []


def is_usable(
    state: SkirmishState, shooter: Figure, target: TablePiece, with_: str, options: Options
) -> bool:
    """Whether nothing but the line of sight could keep a man from shooting at another with a weapon."""
    ready = why_not_ready(state, shooter, with_) is None
    used = mode_in_hands(shooter, weapon(with_))
    return ready and why_not_at(state, shooter, target, with_, used, options) is None


def open_targets(
    state: SkirmishState,
    shooter: Figure,
    targets: Iterable[AnyPiece],
    options: Options,
    *,
    turning: bool = True,
) -> Iterator[tuple[AnyPiece, list[str]]]:
    """Those of some targets whom a man could shoot at right now, as `why_no_shot` says, and with which weapons.

    What does not depend on the target is asked once, how far a weapon reaches and what the ground surely hides
    first, and sight last.
    """
    if shooter.aboard:
        shooter, turning = as_he_shoots(state, shooter), True
    ready = [id for id in shooter.arms.weapons if why_not_ready(state, shooter, id) is None]
    modes = {id: mode_in_hands(shooter, weapon(id)) for id in ready}
    farthest = max((used.range * INCH for used in modes.values()), default=-1)
    eyes = Eyes(state, shooter, options)
    cite("NUTS-FIRE-17")
    within = those_near(targets, shooter.at, farthest) if ready else []
    for target in not_surely_hidden(ground_of(state), shooter.at, within):
        usable = [id for id in ready if why_not_at(state, shooter, target, id, modes[id], options) is None]
        if usable and eyes.see(target, turning=turning):
            yield target, usable


def open_with(
    state: SkirmishState,
    shooter: Figure,
    with_: str,
    targets: Iterable[AnyPiece],
    options: Options,
    *,
    mode: str = "",
    turning: bool = False,
) -> Iterator[AnyPiece]:
    """Those of some targets whom a man could shoot at with one weapon, as `why_no_shot` says."""
    if shooter.aboard:
        shooter, turning = as_he_shoots(state, shooter), True
    if why_not_ready(state, shooter, with_) is not None:
        return
    used = mode_in_hands(shooter, weapon(with_), mode)
    cite("NUTS-FIRE-17")
    within = those_near(targets, shooter.at, used.range * INCH)
    eyes = Eyes(state, shooter, options)
    for target in not_surely_hidden(ground_of(state), shooter.at, within):
        is_open = why_not_at(state, shooter, target, with_, used, options) is None
        if is_open and eyes.see(target, turning=turning):
            yield target


def can_shoot(
    state: SkirmishState,
    shooter: Figure,
    targets: Iterable[TablePiece],
    options: Options,
    *,
    turning: bool = False,
) -> bool:
    """Whether a man can shoot at one of these."""
    return next(open_targets(state, shooter, targets, options, turning=turning), None) is not None


def helpers(state: SkirmishState, shooter: Figure, busy: Collection[str] = ()) -> list[Figure]:
    """The men who serve a gun with its gunner: beside him, carrying on, and doing nothing else. NUTS-AMMO-03

    Who has fed it once feeds it again, as often as it shoots in a turn; he may have walked to it. NR-141. `busy`
    are those who shoot, throw or charge in the same volley or In Sight themselves.
    """
    cite("NUTS-AMMO-03", "NR-141")
    return [
        one
        for one in state.figures.values()
        if one.arms.loads_for == shooter.id
        and not one.aboard
        and one.status == "carry_on"
        and one.reaction.reacting is None
        and (one.arms.feeding or not one.doing.fired)
        and one.id not in busy
        and not (one.arms.reloading or one.aid.carries or one.melee.fighting)
        and is_within(one.at, shooter.at, number("loader_distance"))
    ]


def power_against(mode: Mode, armoured: bool) -> int | None:
    """What a hit is rolled against: Impact, or against anything with an Armor Rating APR. None cannot pierce.

    NUTS-FIRE-18
    """
    cite("NUTS-FIRE-18")
    return mode.apr if armoured else mode.impact
