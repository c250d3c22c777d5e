"""Who may be shot at: pairing off, the swath, empty space. NUTS-FIRE-05, NUTS-FIRE-07 to NUTS-FIRE-10, NR-105"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.bases import half_across
from deadground.space.plane import cross, minus, root_of_quotient, square
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Skirmish, named_together
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import (
    TablePiece,
    are_enemies,
    enemies_on_table,
    piece_in,
    piece_named,
    pieces_named,
    pieces_on_table,
)
from deadground.systems.skirmish.rules.armour.from_inside import as_he_shoots
from deadground.systems.skirmish.rules.fire.readiness import (
    open_targets,
    open_with,
    target_rating,
    turned,
    why_no_mode,
    why_no_shot,
)
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.weapons import weapon


class Aim(msgspec.Struct, frozen=True):
    """So many dice at a target; without one they go into empty inches, one die each."""

    target: str
    dice: int


class Shot(msgspec.Struct, frozen=True):
    """What one man declares before he shoots. NUTS-FIRE-05"""

    shooter: str
    weapon: str
    aims: tuple[Aim, ...]
    mode: str = ""
    snap: bool = False
    snap_at: tuple[str, ...] = ()
    """Those of its targets against whom alone it is snap fire. NR-46"""

    @property
    def first(self) -> str:
        return self.aims[0].target if self.aims else ""


def shot_from(shooter: str, given: dict[str, Any], *, snap: bool = False) -> Shot:
    """A shot as a plan has it."""
    aims = tuple(Aim(target, dice) for target, dice in given["aims"])
    return Shot(shooter, given["weapon"], aims, given.get("mode", ""), snap)


def as_given(shot: Shot) -> dict[str, Any]:
    """A shot as a plan has it."""
    return {
        "weapon": shot.weapon,
        "mode": shot.mode,
        "aims": [[aim.target, aim.dice] for aim in shot.aims],
    }


class InSwath(msgspec.Struct, frozen=True):
    """Somebody who could be shot at, how far to the side of the first target he is, and how far he reaches."""

    piece: TablePiece
    away: Tenths
    half: Tenths


def sideways(shooter: Figure, first: TablePiece, other: TablePiece) -> tuple[int, Tenths]:
    """On which side of the line to the first target another stands (-1 left, 1 right), and how far off. NR-105"""
    cite("NUTS-FIRE-07", "NR-105")
    line, off = minus(first.at, shooter.at), minus(other.at, first.at)
    area = cross(line, off)
    away = root_of_quotient(area * area, square(line)) if line != (0, 0) else 0
    return (area > 0) - (area < 0), away


def in_swath(
    state: SkirmishState, shot: Shot, side: int, options: Options, *, turning: bool = False
) -> list[InSwath]:
    """Everybody who could be shot at to one side of the first target, by sideways distance, then nearer. NR-105

    Who turns to shoot turns to the first, and the others are those he sees then.
    """
    first, shooter = piece_in(state, shot.first), state.figures[shot.shooter]
    if shooter.aboard:
        shooter, turning = as_he_shoots(state, shooter), True
    if turning:
        shooter = turned(shooter, first)
    width = number("swath_inch") * target_rating(state, shooter, shot.weapon, shot.mode)
    found: list[tuple[Tenths, int, TablePiece]] = [(0, 0, first)]
    for one in enemies_on_table(state, shooter.side):
        if one.id == first.id:
            continue
        which, away = sideways(shooter, first, one)
        if which not in (0, side) or away > width:
            continue
        if why_no_shot(state, shooter, one, shot.weapon, options, mode=shot.mode) is None:
            found.append((away, square(minus(one.at, shooter.at)), one))
    found.sort(key=lambda entry: entry[:2])
    line = minus(first.at, shooter.at)
    return [InSwath(one, away, half_across(one.base, line)) for away, _, one in found]


def empty_inches(swath: Sequence[InSwath], one: str, other: str) -> int:
    """How many targets lie between two men of a swath: full inches of empty ground, and men passed over.

    The ground between them begins at the edges of their bases. NR-105
    """
    cite("NUTS-FIRE-08", "NR-105")
    ids = [found.piece.id for found in swath]
    here, there = ids.index(one), ids.index(other)
    gaps = 0
    for left, right in pairwise(swath[here : there + 1]):
        bare = right.away - left.away - left.half - right.half
        gaps += max(0, bare // number("empty_inch"))
    return gaps + there - here - 1


def shot_faults(
    state: SkirmishState,
    shot: Shot,
    targets: Iterable[str] | None,
    options: Options,
    at: str,
    *,
    turning: bool = False,
) -> list[Fault]:
    """Everything that is wrong with a declared shot."""
    shooter = as_he_shoots(state, state.figures[shot.shooter])
    if shot.weapon not in shooter.arms.weapons:
        return [Fault(at, f"{shooter.name} has no such weapon", ("NUTS-FIRE-17",))]
    if shot.mode and weapon(shot.weapon).mode(shot.mode) is None:
        return [Fault(at, f"a {weapon(shot.weapon).name} cannot be used so", ("NUTS-FIRE-17",))]
    faults = dice_faults(state, shot, at)
    allowed = None if targets is None else set(targets)
    for aim in shot.aims:
        if aim.target:
            faults += aim_faults(state, shot, aim.target, allowed, options, at, turning=turning)
    return faults or swath_faults(state, shot, options, at, turning=turning)


def dice_faults(state: SkirmishState, shot: Shot, at: str) -> list[Fault]:
    """All dice of the weapon are declared, at least one for each target. NUTS-FIRE-05"""
    shooter = state.figures[shot.shooter]
    rating = target_rating(state, shooter, shot.weapon, shot.mode)
    fault = why_no_mode(state, shooter, shot.weapon, shot.mode)
    faults = [Fault(at, fault.reason, fault.rows)] if fault else []
    if sum(aim.dice for aim in shot.aims) != rating or any(aim.dice < 1 for aim in shot.aims):
        faults.append(
            Fault(
                at,
                f"{shooter.name} has {rating} dice to aim, each target gets one or more",
                ("NUTS-FIRE-05",),
            )
        )
    if not shot.first:
        faults.append(Fault(at, f"{shooter.name} needs a first target", ("NUTS-FIRE-07",)))
    named = [aim.target for aim in shot.aims if aim.target]
    if len(set(named)) < len(named):
        faults.append(Fault(at, f"{shooter.name} names a target twice", ("NUTS-FIRE-05",)))
    return faults


def aim_faults(
    state: SkirmishState,
    shot: Shot,
    id: str,
    allowed: set[str] | None,
    options: Options,
    at: str,
    *,
    turning: bool,
) -> list[Fault]:
    """Why a man may not be aimed at. NUTS-FIRE-10"""
    shooter, target = state.figures[shot.shooter], piece_named(state, id)
    if target is None or not are_enemies(target, shooter):
        return [Fault(at, f"'{id}' is no enemy", ("NUTS-FIRE-10",))]
    if allowed is not None and id not in allowed:
        return [Fault(at, why_not_him(state, shooter, target, allowed), ("NUTS-FIRE-10",))]
    fault = why_no_shot(state, shooter, target, shot.weapon, options, mode=shot.mode, turning=turning)
    return [Fault(at, fault.reason, fault.rows)] if fault else []


def why_not_him(state: SkirmishState, shooter: Figure, target: TablePiece, allowed: Collection[str]) -> str:
    """Whom he may shoot at instead, and what this man has not done. NUTS-FIRE-10"""
    if shooter.reaction.reacting is not None:
        return f"{shooter.name} shoots back at those who shot at him: {target.name} did not"
    others = [one for one in pieces_on_table(state) if one.id in allowed]
    if not others:
        return f"{shooter.name} may shoot at nobody now: {target.name} is not in this exchange"
    return f"{shooter.name} may shoot only at {named_together(others)} now: {target.name} is not in this exchange"


def swath_faults(
    state: SkirmishState, shot: Shot, options: Options, at: str, *, turning: bool
) -> list[Fault]:
    """Further targets lie to one side of the first, inside the swath, with a die for all that is empty between."""
    named = [aim.target for aim in shot.aims if aim.target]
    if len(named) == 1:
        spare = len(shot.aims) > 1
        return (
            [Fault(at, "dice go into empty ground only between two targets", ("NUTS-FIRE-08",))]
            if spare
            else []
        )
    shooter, first = as_he_shoots(state, state.figures[shot.shooter]), piece_in(state, named[0])
    sides = {side for id in named[1:] if (side := sideways(shooter, first, piece_in(state, id))[0])}
    if len(sides) > 1:
        reason = f"the swath of {shooter.name} runs to the left or to the right, not to both"
        return [Fault(at, reason, ("NUTS-FIRE-07", "NR-105"))]
    swath = in_swath(state, shot, next(iter(sides), 1), options, turning=turning)
    known = [found.piece.id for found in swath]
    outside = [id for id in named if id not in known]
    if outside:
        men = pieces_named(state, outside)
        names = f"{named_together(men)} {'is' if len(men) == 1 else 'are'}"
        return [Fault(at, f"{names} outside the swath of {shooter.name}", ("NUTS-FIRE-07", "NR-105"))]
    if sorted(named, key=known.index) != named:
        return [Fault(at, "targets are named in the order of the swath", ("NUTS-FIRE-07", "NR-105"))]
    return order_faults(state, shot, swath, at)


def order_faults(state: SkirmishState, shot: Shot, swath: Sequence[InSwath], at: str) -> list[Fault]:
    """Between two targets there is a die for every empty inch, and no more. NUTS-FIRE-08"""
    faults = []
    last, empty = shot.first, 0
    for aim in shot.aims[1:]:
        if not aim.target:
            empty += aim.dice
            continue
        wanted = empty_inches(swath, last, aim.target)
        if empty != wanted:
            names = f"{piece_in(state, last).name} and {piece_in(state, aim.target).name}"
            reason = f"between {names} {wanted} dice go into empty ground, not {empty}"
            faults.append(Fault(at, reason, ("NUTS-FIRE-08", "NR-105")))
        last, empty = aim.target, 0
    if empty:
        faults.append(Fault(at, "dice go into empty ground only between two targets", ("NUTS-FIRE-08",)))
    return faults


def places(shot: Shot) -> list[tuple[str, int]]:
    """Each die of a shot in order, with its target and the place of that target; empty inches take places. NR-35"""
    cite("NR-35")
    found, place = [], 0
    for aim in shot.aims:
        for _ in range(aim.dice):
            found.append((aim.target, place))
            place += not aim.target
        place += bool(aim.target)
    return found


def fire_plan(
    state: SkirmishState,
    shooters: Sequence[Figure],
    targets: Sequence[TablePiece],
    options: Options,
    *,
    turning: Collection[str] = (),
) -> list[Shot]:
    """Shooters paired off with the nearest targets not yet paired, all dice on him; best weapons first.

    `turning` are those who may turn on the spot. This is what is proposed, and what a side does that nobody plays.
    NUTS-FIRE-09, NS-42
    """
    cite("NUTS-FIRE-09", "NS-42")
    near: dict[str, list[str]] = {}
    usable: dict[str, dict[str, list[str]]] = {}
    men = [as_he_shoots(state, one) for one in shooters]
    turning = {*turning, *(one.id for one in shooters if one.aboard)} if state.vehicles else turning
    for shooter in sorted(men, key=lambda one: (-best_rank(one), -one.rep)):
        turns = shooter.id in turning
        found = list(open_targets(state, shooter, targets, options, turning=turns))
        found.sort(key=lambda one: square(minus(one[0].at, shooter.at)))
        near[shooter.id] = [one.id for one, _ in found]
        usable[shooter.id] = {one.id: weapons for one, weapons in found}
    pairs = paired_off(near)
    plan = []
    for shooter in men:
        if near[shooter.id]:
            target = piece_in(state, pairs.get(shooter.id, near[shooter.id][0]))
            weapons = usable[shooter.id][target.id]
            with_ = max(weapons, key=lambda id: weapon(id).rank)
            plan.append(all_dice(state, shooter, target, with_))
    return plan


def paired_off(near: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """A target for as many shooters as can be, nobody's twice: each his nearest, unless another needs it more."""
    held: dict[str, str] = {}

    def find(shooter: str, tried: set[str]) -> bool:
        free = next((target for target in near[shooter] if target not in held), None)
        if free is not None:
            held[free] = shooter
            return True
        for target in near[shooter]:
            if target not in tried:
                tried.add(target)
                if find(held[target], tried):
                    held[target] = shooter
                    return True
        return False

    for shooter in near:
        find(shooter, set())
    return {shooter: target for target, shooter in held.items()}


def best_rank(shooter: Figure) -> int:
    """The rank of the best weapon he has. NUTS-FIRE-13, NS-42"""
    return max((weapon(id).rank for id in shooter.arms.weapons), default=0)


def all_dice(state: SkirmishState, shooter: Figure, target: TablePiece, with_: str) -> Shot:
    """Everything at one man. NS-42"""
    return Shot(shooter.id, with_, (Aim(target.id, target_rating(state, shooter, with_)),))


def spread(state: SkirmishState, shot: Shot, options: Options, *, turning: bool = False) -> Shot:
    """The same shot with its dice spread along the swath, to the side where more can be reached.

    One die for each target and for each empty inch before it; what is left stays on the first. NUTS-FIRE-07, NR-105
    """
    rating = sum(aim.dice for aim in shot.aims)
    best = [Aim(shot.first, 1)]
    for side in (1, -1):
        swath = in_swath(state, shot, side, options, turning=turning)
        aims = [Aim(shot.first, 1)]
        last = shot.first
        for one in (found.piece for found in swath):
            if one.id == shot.first:
                continue
            empty = empty_inches(swath, last, one.id)
            if sum(aim.dice for aim in aims) + empty + 1 > rating:
                continue
            aims += [Aim("", empty)] if empty else []
            aims.append(Aim(one.id, 1))
            last = one.id
        best = max(best, aims, key=lambda found: sum(bool(aim.target) for aim in found))
    spare = rating - sum(aim.dice for aim in best)
    return msgspec.structs.replace(shot, aims=(Aim(shot.first, 1 + spare), *best[1:]))


def pairing_faults(
    state: SkirmishState,
    shots: Sequence[Shot],
    targets: Sequence[TablePiece],
    options: Options,
    at: str,
    turning: dict[str, bool],
) -> list[Fault]:
    """Nobody doubles up on an enemy while he could shoot at one who has nobody yet. NUTS-FIRE-09"""
    cite("NUTS-FIRE-09")
    faults, taken = [], set()
    aimed_at = {shot.first for shot in shots}
    free = [one for one in targets if one.id not in aimed_at]
    for shot in shots:
        shooter = state.figures[shot.shooter]
        turns = turning[shot.shooter]
        if shot.first in taken and any(
            open_with(state, shooter, shot.weapon, free, options, mode=shot.mode, turning=turns)
        ):
            reason = f"{shooter.name} must pair off with an enemy who has nobody shooting at him yet"
            faults.append(Fault(f"{at}.{shot.shooter}", reason, ("NUTS-FIRE-09",)))
        taken.add(shot.first)
    return faults


def with_spares_rolled(
    g: Skirmish, shots: Sequence[Shot], targets: Sequence[TablePiece], turning: dict[str, bool]
) -> list[Shot]:
    """Once every enemy has a shooter, the targets of those left over are rolled at random. NUTS-FIRE-09"""
    taken: set[str] = set()
    found = []
    for shot in shots:
        if shot.first in taken:
            shot = rolled(g, shot, targets, turning[shot.shooter])
        taken.add(shot.first)
        found.append(shot)
    return found


def rolled(g: Skirmish, shot: Shot, targets: Sequence[TablePiece], turning: bool) -> Shot:
    """A spare shooter's target: any enemy he can shoot at, each as likely as the next; all his dice go there."""
    shooter = g.figure(shot.shooter)
    open_to = whom_dice_may_give(g.state, shot, targets, g.options, turning)
    if len(open_to) < 2:
        return shot
    cite("NUTS-FIRE-09")
    die = g.roll(1, len(open_to), "spare shooter's target", shooter.side)
    target = open_to[die.one - 1]
    text = f"{shooter.name} has no target of his own; the dice give him {target.name}."
    g.tell_of(
        [shooter, target], "spare", text, "NUTS-FIRE-09", rolls=[die], shooter=shooter.id, target=target.id
    )
    return turned_to(g.state, shot, target.id)


def whom_dice_may_give(
    state: SkirmishState, shot: Shot, targets: Sequence[TablePiece], options: Options, turning: bool
) -> list[TablePiece]:
    """Everybody whom a die may give to a spare shooter, each as likely as the next. NUTS-FIRE-09"""
    shooter = state.figures[shot.shooter]
    return list(open_with(state, shooter, shot.weapon, targets, options, mode=shot.mode, turning=turning))


def turned_to(state: SkirmishState, shot: Shot, target: str) -> Shot:
    """A spare shooter's shot at whom the dice gave him: all his dice go there. NUTS-FIRE-09"""
    dice = target_rating(state, state.figures[shot.shooter], shot.weapon, shot.mode)
    return msgspec.structs.replace(shot, aims=(Aim(target, dice),))


def spares_of(state: SkirmishState, shots: Sequence[Shot]) -> list[Shot]:
    """Those left over: their target is shot at already, and they do not shoot back. NUTS-FIRE-09"""
    taken: set[str] = set()
    found = []
    for shot in shots:
        if shot.first in taken and state.figures[shot.shooter].reaction.reacting is None:
            found.append(shot)
        taken.add(shot.first)
    return found
