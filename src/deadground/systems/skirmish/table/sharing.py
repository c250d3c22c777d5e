"""The dice of a gun in what is proposed to a player: shared between targets where that promises more.

Only what the page lays out is changed. The request's own proposal and a side that nobody plays keep all dice of a
man on the one he is paired with. NUTS-FIRE-05, NUTS-FIRE-07, NUTS-FIRE-09
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from deadground.core.view import View
from deadground.space.plane import minus, square
from deadground.systems.skirmish.odds.plan import fire_plan_odds
from deadground.systems.skirmish.pieces import TablePiece, piece_in
from deadground.systems.skirmish.rules.activation.orders import Targets
from deadground.systems.skirmish.rules.fire.aiming import aimed_at
from deadground.systems.skirmish.rules.fire.targets import Shot, as_given, shot_from
from deadground.systems.skirmish.rules.sight.cover import is_in_cover
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.table.fire_lines import with_another

SkirmishView = View[SkirmishState]

NEIGHBOURS = 2
"""How many men beside his target a gunner's dice are tried on, the nearest first."""


def is_as_proposed(orders: Sequence[Mapping[str, Any]], proposal: Any) -> bool:
    """Whether a draft is still what was proposed: what its player has changed is his."""
    wanted = msgspec.to_builtins(proposal or [])
    return [(one["card"], one["plan"]) for one in orders] == [(one["card"], one["plan"]) for one in wanted]


def with_dice_shared(
    view: SkirmishView, orders: Sequence[Mapping[str, Any]], targets: Targets
) -> list[dict[str, Any]]:
    """Orders with the dice of those who have several shared out, if one of the enemy is likelier to go down so."""
    found = []
    for order in orders:
        plan = dict(order["plan"])
        if order["card"] == "fire" and "shots" in plan:
            plan["shots"] = shots_shared(view, plan["shots"], targets)
        found.append({**order, "plan": plan})
    return found


def shots_shared(view: SkirmishView, shots: Mapping[str, Any], targets: Targets) -> dict[str, Any]:
    """The shots of a volley; one who is left over has his target rolled, and shares nothing. NUTS-FIRE-09"""
    found: dict[str, Any] = {}
    taken: set[str] = set()
    for id, given in shots.items():
        shot = shot_from(id, given)
        is_spare = shot.first in taken or not is_among_men(view, shot)
        taken.add(shot.first)
        found[id] = given if is_spare else as_given(best_share(view, shot, targets))
    return found


def is_among_men(view: SkirmishView, shot: Shot) -> bool:
    """Whether a man on foot shoots at men: only of those there are odds to compare."""
    figures = view.state.figures
    return not figures[shot.shooter].aboard and all(aim.target in figures for aim in shot.aims if aim.target)


def best_share(view: SkirmishView, shot: Shot, targets: Targets) -> Shot:
    """The same shot, or one at several men that puts at least one down with a better chance."""
    others = shares(view, shot, targets) if sum(aim.dice for aim in shot.aims) > 1 else []
    if not others:
        return shot
    best, chance = shot, fire_plan_odds(view, [shot]).down
    for other in others:
        down = fire_plan_odds(view, [other]).down
        if down > chance:
            best, chance = other, down
    return best


def shares(view: SkirmishView, shot: Shot, targets: Targets) -> list[Shot]:
    """The shot with its dice shared with each of the nearest to its target, and with both: three ways at most.

    A second target is harder to hit by itself (NUTS-FIRE-02), so only men who are easier than the first are tried.
    """
    figures = view.state.figures
    first = piece_in(view.state, shot.first)
    shooter = figures[shot.shooter]
    worst = hardness(view, shooter, first)
    if not worst:
        return []
    others = [
        one
        for one in aimed_at(view.state, shooter, targets)
        if one.id != first.id and hardness(view, shooter, one) < worst
    ]
    others.sort(key=lambda one: square(minus(one.at, first.at)))
    tried: list[Shot] = []
    for one in others[:NEIGHBOURS]:
        for begun in [shot, *tried]:
            more = with_another(view, begun, one.id, targets)
            if more is not None and more.first == shot.first and more not in tried:
                tried.append(more)
    return tried


def hardness(view: SkirmishView, shooter: Figure, target: TablePiece) -> int:
    """How many things make a man hard to hit. NUTS-FIRE-02, NUTS-FIRE-03"""
    covered = is_in_cover(view.state, target, shooter.at, view.options)
    return covered + target.prone + target.is_fast
