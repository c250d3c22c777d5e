"""What those whom nobody plays do for their wounded, where no enemy sees them. NUTS-WOUND-01, -05, NR-82, NR-113"""

from __future__ import annotations

from collections.abc import Sequence

from deadground.core.citing import cite
from deadground.space.plane import minus, square
from deadground.systems.skirmish.game import Skirmish, enemies_of, their_side
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.enemies.np_moves import support_of
from deadground.systems.skirmish.rules.movement.going import left_to_go
from deadground.systems.skirmish.rules.movement.movement import Going
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.rules.wounded.medics import begin_tending, why_no_tending
from deadground.systems.skirmish.rules.wounded.wounded import (
    is_wounded,
    touches,
    way_to_casualty,
    why_no_fetching,
)
from deadground.systems.skirmish.state import Figure


def wounded_of(g: Skirmish, side: str) -> list[Figure]:
    """The wounded of a side who lie on the table and are in nobody's arms."""
    return [
        one
        for one in g.state.figures.values()
        if one.side == side and is_wounded(one) and not one.aid.carried_by
    ]


def is_safe(g: Skirmish, *men: Figure) -> bool:
    """Whether no enemy who can act sees one of these men. NR-113"""
    foes = [foe for foe in enemies_of(g.state, their_side(men)) if foe.able]
    return not any(has_los(g.state, foe, one, g.options) for foe in foes for one in men)


def who_fetches(g: Skirmish, men: Sequence[Figure]) -> tuple[tuple[str, str], ...]:
    """The nearest man to each casualty within reach, where it is safe; nobody leaves the support weapon. NR-113"""
    cite("NUTS-WOUND-01", "NR-82", "NR-113")
    support = support_of(men)
    free = [
        one
        for one in men
        if not (
            one.medic or one.aid.carries or one is support or (support and one.arms.loads_for == support.id)
        )
    ]
    pairs: list[tuple[str, str]] = []
    for casualty in wounded_of(g, their_side(men)) if free else ():
        near = sorted(free, key=lambda one: square(minus(one.at, casualty.at)))
        goes = next((one for one in near if can_fetch(g, one, casualty)), None)
        if goes is not None:
            free.remove(goes)
            pairs.append((goes.id, casualty.id))
    return tuple(pairs)


def can_fetch(g: Skirmish, one: Figure, casualty: Figure) -> bool:
    """Whether a man can reach a casualty and pick him up in this activation, unseen. NUTS-WOUND-02, NR-113"""
    most = left_to_go(one) - number("pick_up_wounded")
    return why_no_fetching(g.state, one, casualty, most) is None and is_safe(g, one, casualty)


def medics_act(g: Skirmish, men: Sequence[Figure]) -> list[Going]:
    """A medic treats whoever he is beside, else goes to the nearest he can reach unseen. NUTS-WOUND-05, NR-113"""
    goers = []
    for medic in (one for one in men if one.medic):
        untreated = [one for one in wounded_of(g, medic.side) if not one.aid.treated]
        beside = next((one for one in untreated if why_no_tending(medic, one) is None), None)
        if beside is not None:
            begin_tending(g, medic, beside)
            continue
        near = sorted(untreated, key=lambda one: square(minus(one.at, medic.at)))
        open_to = (one for one in near if why_no_fetching(g.state, medic, one, left_to_go(medic)) is None)
        casualty = next((one for one in open_to if is_safe(g, medic, one)), None)
        if casualty is not None and not touches(medic, casualty):
            goers.append(Going(medic.id, way_to_casualty(medic, casualty)))
    return goers
