"""The fire plan on the table: a line to each target with its dice as beads, and what the volley may do.

Empty inches of a swath are hollow beads between its targets. A man who is left over, whose target is rolled, has a
die on his line. NUTS-FIRE-05, NUTS-FIRE-08, NUTS-FIRE-09
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from typing import Any

import msgspec

from deadground.core.scene import Line, Shape
from deadground.core.view import View
from deadground.systems.skirmish.crews import eyes_of, machines_against
from deadground.systems.skirmish.game import enemies_of, in_one_breath
from deadground.systems.skirmish.odds.plan import PlanOdds, fire_plan_odds
from deadground.systems.skirmish.pieces import TablePiece, piece_in, piece_named, pieces_named
from deadground.systems.skirmish.rules.activation.orders import Targets
from deadground.systems.skirmish.rules.fire.aiming import may_turn, whom_he_may
from deadground.systems.skirmish.rules.fire.readiness import target_rating
from deadground.systems.skirmish.rules.fire.targets import (
    Aim,
    Shot,
    empty_inches,
    in_swath,
    shot_faults,
    shot_from,
    sideways,
    spares_of,
    whom_dice_may_give,
)
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.thread import surname

SkirmishView = View[SkirmishState]

SLIGHT = 0.02
"""Below this a volley is fired for the tests that it brings, not for whom it hits."""

HIT_BY = ("NUTS-FIRE-05", "NUTS-FIRE-09")

BEAD, HOLLOW, DIE = "●", "○", "⚄"


def shots_of(orders: Sequence[Mapping[str, Any]]) -> list[Shot]:
    """Every shot of a draft, in the order in which they are declared."""
    found = [order["plan"].get("shots", {}) for order in orders if order["card"] == "fire"]
    return [shot_from(id, given) for shots in found for id, given in shots.items()]


def odds_of(view: SkirmishView, shots: Sequence[Shot]) -> PlanOdds | None:
    """What a volley may do; None where a shot of the draft is not a shot at all."""
    known = view.state.figures  # what a shot does to whatever is no man has no odds here
    if not shots or any(not shot.first or aim.target not in known for shot in shots for aim in named(shot)):
        return None
    if any(known[shot.shooter].aboard for shot in shots):
        return None
    return fire_plan_odds(view, shots)


def named(shot: Shot) -> list[Aim]:
    return [aim for aim in shot.aims if aim.target]


def shot_shapes(view: SkirmishView, shots: Sequence[Shot], odds: PlanOdds | None) -> Iterator[Shape]:
    """The lines of a volley; the chance that a target is hit stands once, on the first line to him.

    Of a man who is left over there is a line to everybody whom a die may give him. NUTS-FIRE-09
    """
    told: set[str] = set()
    spares = [shot.shooter for shot in spares_of(view.state, shots)]
    for shot in shots:
        figure = view.state.figures[shot.shooter]
        if shot.shooter in spares and (given := may_be_given(view, shot)):
            yield from spare_shapes(view, figure, given, sum(aim.dice for aim in named(shot)))
            continue
        last, empty = None, 0
        for aim in shot.aims:
            target = piece_named(view.state, aim.target)
            if target is None:
                empty += aim.dice
                continue
            if last is not None and empty:
                label = HOLLOW * empty
                yield Shape(
                    kind="line", look="swath", points=(last.at, target.at), label=label, token=figure.id
                )
            label = BEAD * aim.dice
            if odds is not None and target.id not in told:
                label += f" hit {odds.hit.get(target.id, 0):.0%}"
            told.add(target.id)
            yield Shape(
                kind="line",
                look="shot",
                points=(eyes_of(view.state, figure).at, target.at),
                label=label,
                token=figure.id,
            )
            last, empty = target, 0


def spare_shapes(
    view: SkirmishView, figure: Figure, given: Sequence[TablePiece], dice: int
) -> Iterator[Shape]:
    """A broken line to each man whom a die may give to one who is left over; the die stands on the first."""
    start = eyes_of(view.state, figure).at
    for place, target in enumerate(given):
        label = "" if place else BEAD * dice + DIE
        yield Shape(kind="line", look="spare", points=(start, target.at), label=label, token=figure.id)


def may_be_given(view: SkirmishView, shot: Shot) -> list[TablePiece]:
    """Whom a die may give to a man who is left over; nobody, where there is but one. NUTS-FIRE-09"""
    figure = view.state.figures[shot.shooter]
    foes = [*enemies_of(view.state, figure.side), *machines_against(view.state, figure.side)]
    found = whom_dice_may_give(view.state, shot, foes, view.options, may_turn(figure))
    return found if len(found) > 1 else []


def shot_words(view: SkirmishView, shots: Sequence[Shot], odds: PlanOdds | None) -> Iterator[Line]:
    """The chance of the whole volley first, then for each target his own, and who shoots at him. NUTS-FIRE-09"""
    if odds is not None:
        about = f", {odds.about}" if odds.about else ""
        yield Line(f"At least one down: {odds.down:.0%}{about}.", ("NUTS-FIRE-01", "NUTS-FIRE-04"))
        if odds.down < SLIGHT:
            yield Line("Whoever is shot at and missed must test all the same.", ("NUTS-REACT-01",))
    spares = {
        shot.shooter: given for shot in spares_of(view.state, shots) if (given := may_be_given(view, shot))
    }
    firm = [shot for shot in shots if shot.shooter not in spares]
    for target in pieces_named(view.state, dict.fromkeys(aim.target for shot in firm for aim in named(shot))):
        id = target.id
        chances = f": hit {odds.hit[id]:.0%}, down {odds.each[id]:.0%}" if odds and id in odds.hit else ""
        yield Line(f"{target.name}{chances}, by {in_one_breath(shooters(view, firm, id))}.", HIT_BY)
    yield from spare_words(view, spares)


def spare_words(view: SkirmishView, spares: Mapping[str, Sequence[TablePiece]]) -> Iterator[Line]:
    """Who is left over and of whom a die gives him one; those with the same choice together. NUTS-FIRE-09"""
    alike: dict[tuple[str, ...], list[str]] = {}
    for shooter, given in spares.items():
        names = tuple(surname(one) for one in given)
        alike.setdefault(names, []).append(surname(view.state.figures[shooter]))
    for names, men in alike.items():
        gives = "is left over: a die gives him" if len(men) == 1 else "are left over: a die each gives them"
        yield Line(f"{in_one_breath(men)} {gives} one of {in_one_breath(list(names))}.", ("NUTS-FIRE-09",))


def shooters(view: SkirmishView, shots: Sequence[Shot], target: str) -> list[str]:
    """Who shoots at a man and with how many dice."""
    found: list[str] = []
    for shot in shots:
        dice = sum(aim.dice for aim in named(shot) if aim.target == target)
        if dice:
            name = surname(view.state.figures[shot.shooter])
            found.append(f"{name} ({'1 die' if dice == 1 else f'{dice} dice'})")
    return found


def with_another(view: SkirmishView, shot: Shot, target: str, targets: Targets) -> Shot | None:
    """A shot with one more target among its own, the dice shared out along the swath; None if none can be."""
    return shared_out(view, shot, [*(aim.target for aim in named(shot)), target], targets)


def shared_out(view: SkirmishView, shot: Shot, wanted: Sequence[str], targets: Targets) -> Shot | None:
    """A shot at all of these men: a die for each and for the ground between, the rest dealt from the first on."""
    state, figure = view.state, view.state.figures[shot.shooter]
    turning = may_turn(figure)
    rating = target_rating(state, figure, shot.weapon, shot.mode)
    for order in permutations(dict.fromkeys(wanted)):
        aims = along_swath(view, figure, msgspec.structs.replace(shot, aims=(Aim(order[0], 1),)), order)
        spare = rating - sum(aim.dice for aim in aims)
        if not aims or spare < 0:
            continue
        found = msgspec.structs.replace(shot, aims=tuple(dealt(aims, spare)))
        allowed = whom_he_may(figure, targets)
        if not shot_faults(state, found, allowed, view.options, "", turning=turning):
            return found
    return None


def along_swath(view: SkirmishView, figure: Figure, shot: Shot, order: Sequence[str]) -> list[Aim]:
    """A die for each man in this order, and one for every empty inch between; nothing if one lies outside."""
    first, *others = (piece_in(view.state, id) for id in order)
    sides = {sideways(figure, first, other)[0] for other in others} - {0}
    if len(sides) > 1:
        return []
    side = next(iter(sides), 1)
    swath = in_swath(view.state, shot, side, view.options, turning=may_turn(figure))
    inside = {found.piece.id for found in swath}
    if not inside.issuperset(order):
        return []
    aims = [Aim(order[0], 1)]
    for last, id in pairwise(order):
        empty = empty_inches(swath, last, id)
        if empty < 0:
            return []
        aims += [Aim("", empty)] if empty else []
        aims.append(Aim(id, 1))
    return aims


def dealt(aims: Sequence[Aim], spare: int) -> list[Aim]:
    """Dice that are left over, one after the other to each target from the first on."""
    found = list(aims)
    men = [place for place, aim in enumerate(aims) if aim.target]
    for turn in range(spare):
        place = men[turn % len(men)]
        found[place] = Aim(found[place].target, found[place].dice + 1)
    return found
