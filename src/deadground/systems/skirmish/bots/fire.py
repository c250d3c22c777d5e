"""Who shoots at whom: where it pays most, and automatic weapons along the line to keep heads down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from deadground.systems.skirmish.bots.chances import ANSWERS, arm_of, hit_chance, worth
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.rules.fire.aiming import may_turn
from deadground.systems.skirmish.rules.fire.readiness import open_with, target_rating
from deadground.systems.skirmish.rules.fire.targets import (
    Aim,
    Shot,
    as_given,
    empty_inches,
    in_swath,
    shot_from,
)
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.weapons import weapon

HEADS_DOWN = 0.3
"""What it is worth to make a man duck who could have shot."""

Shots = dict[str, dict[str, Any]]


def sprayed(picture: Picture, shots: Shots, allowed: Iterable[str] | None = None) -> Shots:
    """The same shots with the dice of automatic weapons shared out along the swath. NUTS-FIRE-07

    The highest die always goes to the first, so that a second target costs him nothing.
    """
    may = None if allowed is None else set(allowed)
    return {
        id: as_given(shared(picture, shot_from(id, given), may)) if all_dice(given) > 1 else given
        for id, given in shots.items()
    }


def shared(picture: Picture, shot: Shot, may: set[str] | None) -> Shot:
    """One die for each enemy along the swath and for each empty inch before him, what is left for the last."""
    state, shooter = picture.state, picture.state.figures[shot.shooter]
    dice = target_rating(state, shooter, shot.weapon, shot.mode)
    best: list[Aim] = [Aim(shot.first, dice)]
    for side in (1, -1):
        swath = in_swath(state, shot, side, picture.options, turning=may_turn(shooter))
        aims, last, left = [Aim(shot.first, 1)], shot.first, dice - 1
        for one in (found.piece for found in swath):
            if one.id == shot.first or (may is not None and one.id not in may):
                continue
            if not isinstance(one, Figure) or one.status == "hunker_down":
                continue
            empty = empty_inches(swath, last, one.id)
            if empty + 1 > left:
                break
            aims += [Aim("", empty)] if empty else []
            aims.append(Aim(one.id, 1))
            last, left = one.id, left - empty - 1
        if sum(bool(aim.target) for aim in aims) > sum(bool(aim.target) for aim in best):
            aims[-1] = Aim(aims[-1].target, aims[-1].dice + left)
            best = aims
    return Shot(shot.shooter, shot.weapon, tuple(best), shot.mode, shot.snap)


def among_men(picture: Picture, shots: Shots) -> tuple[Shots, Shots]:
    """Shots of men on foot at men, and all others: at vehicles and out of them everybody keeps what is proposed."""
    figures = picture.state.figures

    def is_one(id: str, given: dict[str, Any]) -> bool:
        return not figures[id].aboard and all(not target or target in figures for target, _ in given["aims"])

    own = {id: given for id, given in shots.items() if is_one(id, given)}
    return own, {id: given for id, given in shots.items() if id not in own}


def aimed(picture: Picture, shots: Shots, caution: float) -> Shots:
    """The same shots, each at the man it pays most to shoot at of those nobody else has.

    The rules propose the nearest; one in the open farther off is hit three times as often as one in cover. Who
    finds only men whom others shoot at keeps what was proposed to him, and comes last. NUTS-FIRE-09
    """
    pairs = best_pairs(picture, shots, caution)
    found = {id: {**shots[id], "aims": [[pairs[id], all_dice(shots[id])]]} for id in shots if id in pairs}
    return found | {id: given for id, given in shots.items() if id not in pairs}


def best_pairs(picture: Picture, shots: Shots, caution: float) -> dict[str, str]:
    """A target for each who shoots, no two the same: the best shot of all first, then the best of what is left."""
    state, ducks = picture.state, outgunned(picture, shots)
    gains: list[tuple[float, str, str]] = []
    for id, given in shots.items():
        shooter, dice = state.figures[id], all_dice(given)
        seen = open_with(
            state,
            shooter,
            given["weapon"],
            picture.foes,
            picture.options,
            mode=given["mode"],
            turning=may_turn(shooter),
        )
        gains += [(-gain(picture, shooter, one, dice, ducks, caution), id, one.id) for one in seen]
    pairs: dict[str, str] = {}
    taken: set[str] = set()
    for _, id, target in sorted(gains, key=lambda one: one[0]):
        if id not in pairs and target not in taken:
            pairs[id] = target
            taken.add(target)
    return pairs


def all_dice(given: dict[str, Any]) -> int:
    """The dice of a shot."""
    return sum(dice for _, dice in given["aims"])


def worthwhile(picture: Picture, shots: Shots, caution: float) -> Shots:
    """The shots that gain more than they cost."""
    figures = picture.state.figures
    ducks = outgunned(picture, shots)
    kept: Shots = {}
    for id, given in shots.items():
        value = sum(
            gain(picture, figures[id], figures[target], dice, ducks, caution)
            for target, dice in given["aims"]
            if target
        )
        if value > 0:
            kept[id] = given
    return kept if len(kept) == len(shots) else paired(kept)


def paired(shots: Shots) -> Shots:
    """The same without those who would double up: somebody they could shoot at has nobody now. NUTS-FIRE-09"""
    taken: set[str] = set()
    kept: Shots = {}
    for id, given in shots.items():
        first = given["aims"][0][0]
        if first not in taken:
            kept[id] = given
        taken.add(first)
    return kept


def outgunned(picture: Picture, shots: Shots) -> set[str]:
    """Those of whom the heaviest weapon that shoots at them is heavier than their own: they cannot answer."""
    ranks: dict[str, int] = {}
    for given in shots.values():
        for target, _ in given["aims"]:
            if target:
                ranks[target] = max(ranks.get(target, 0), weapon(given["weapon"]).rank)
    found = set()
    for id, rank in ranks.items():
        one = picture.state.figures[id]
        arm = arm_of(one)
        if not one.star and rank > (arm.rank if arm else 0):
            found.add(id)
    return found


def gain(
    picture: Picture, shooter: Figure, target: Figure, dice: int, ducks: set[str], caution: float
) -> float:
    """What a shot may bring, less what the answer may cost."""
    hit = hit_chance(shooter, target, dice, in_cover=picture.in_cover(target, shooter.at))
    brings = hit * worth(target)
    if target.status == "hunker_down":
        return brings - 0.01
    if target.id in ducks:
        return brings + (HEADS_DOWN if target.status == "carry_on" else 0.05)
    arm = arm_of(target)
    his = arm.modes[0].target if arm else 0
    back = hit_chance(target, shooter, max(1, his), in_cover=picture.in_cover(shooter, target.at))
    costs = (1 - hit) * ANSWERS * back * worth(shooter) if his else 0.0
    return brings + 0.05 * (hit > 0) - costs * caution
