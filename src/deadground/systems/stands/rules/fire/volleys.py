"""Volleys: all who fire together in one moment, and what lands. KIM-1.1a, KIM-4.13, KIM-4.14, KIM-R66

What each fires at is settled before the first of them shows himself; then all are rolled for under area fire, all
open fire, and all dice fall. `settle` applies what `Landed` when that is over. What falls on a hidden stand is told
to its owner alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from deadground.core.faults import Fault
from deadground.space.arcs import square_template
from deadground.space.plane import Point
from deadground.systems.stands.game import Stands, enemies_of, kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.fire.chits import chit_faults
from deadground.systems.stands.rules.fire.duties_of_fire import (
    Way,
    open_fire,
    owes,
    ready_to_fire,
    shoot,
    stay_silent,
)
from deadground.systems.stands.rules.fire.firing import shot_at
from deadground.systems.stands.rules.fire.hits import hit
from deadground.systems.stands.rules.fire.indirect import SPARED, indirect_shot, place
from deadground.systems.stands.rules.visibility.sight_rules import in_view_of_side
from deadground.systems.stands.state import Stand, StandsState


class Aim(NamedTuple):
    """A stand that fires, and at what: one target, or whoever lies under a template that is laid blind."""

    way: Way
    shooter: Stand
    spot: Point
    targets: tuple[Stand, ...]
    blind: bool = False
    named: bool = True
    """Whether its owner named the shot: it is paid for before those that come of themselves. KIM-R144"""


class Landed(msgspec.Struct, frozen=True):
    """Hits that fell and are not applied yet: on what, by which gun of which side, and the spot if fired blind."""

    target: str
    by: str
    side: str
    hits: int
    spot: Point | None = None
    row: str = "KIM-4.13a"


def aim_at(way: Way, shooter: Stand, target: Stand, named: bool = True) -> Aim:
    return Aim(way, shooter, target.at, (target,), named=named)


def aim_blind(state: StandsState, way: Way, gun: Stand, spot: Point) -> Aim:
    """A template on a guessed spot: the hidden enemy stands that it touches are rolled for. KIM-4.14a"""
    square = square_template(spot, number(state, "speculative_template"))
    touched = tuple(
        one
        for one in enemies_of(state, gun.side)
        if one.hidden and kind_of(one).troop not in SPARED and square.touches(one.base)
    )
    return Aim(way, gun, spot, touched, blind=True, named=False)


def fire_together(g: Stands, aims: Iterable[Aim]) -> list[Landed]:
    """One volley: all open fire, then all dice fall. KIM-R66"""
    opened = open_together(g, aims)
    return [landed for aim in opened for landed in (fire_blind(g, aim) if aim.blind else fire_aimed(g, aim))]


def open_together(g: Stands, aims: Iterable[Aim]) -> list[Aim]:
    """All who can pay are rolled for under area fire, then all open fire: who does. KIM-4.12b, KIM-R66, KIM-R143

    A chit that is left over because a target is gone pays for the next who waits for one. KIM-4.15a, KIM-R144
    """
    waiting, firing = list(aims), list[Aim]()
    unpaid = without_chit(g, firing, waiting)
    while paid := [aim for aim in waiting if aim.shooter.id not in unpaid]:
        waiting = [aim for aim in waiting if aim.shooter.id in unpaid]
        ready = [aim for aim in paid if ready_to_fire(g, aim.way, aim.shooter)]
        firing = [aim for aim in (*firing, *ready) if has_target(g, aim)]
        unpaid = without_chit(g, firing, waiting)
    for aim in waiting:
        stay_silent(g, aim.shooter, [unpaid[aim.shooter.id]])
    return [aim for aim in firing if open_fire(g, aim.way, aim.shooter, aim.spot)]


def without_chit(g: Stands, firing: list[Aim], waiting: list[Aim]) -> dict[str, Fault]:
    """Those for whom no chit is left: who fires already pays first, then who is named, then the others. KIM-R144"""
    in_turn = [*firing, *sorted(waiting, key=lambda aim: not aim.named)]
    return chit_faults(g.state, [aim.shooter for aim in in_turn if owes(aim.way, "chit")], g.options)


def has_target(g: Stands, aim: Aim) -> bool:
    """Whether what was aimed at is still there: area fire may have caught it as it was about to fire. KIM-R143"""
    lost = [one for one in aim.targets if one.id not in g.state.stands]
    if aim.blind or not lost:
        return True
    stay_silent(g, aim.shooter, [Fault("value", f"{lost[0].name} is gone", ("KIM-R143",))])
    return False


def fire_aimed(g: Stands, aim: Aim) -> list[Landed]:
    """Roll for a direct or an indirect shot at a stand. KIM-4.2a, KIM-4.3a, KIM-4.13a"""
    shooter, (target,) = aim.shooter, aim.targets
    if aim.way == "direct":
        shot, purpose, row = shot_at(g.state, shooter, target, options=g.options), "shot", "KIM-4.1a"
    else:
        shot, purpose, row = indirect_shot(g.state, shooter, target, g.options), "indirect fire", "KIM-4.13a"
    return [Landed(target.id, shooter.id, shooter.side, shoot(g, aim.way, shot, purpose), row=row)]


def fire_blind(g: Stands, aim: Aim) -> list[Landed]:
    """Speculative fire: each hidden stand under the template is rolled for in secret. KIM-4.14a

    Everybody sees where the shells fall and nobody but its owner what is there. The owner always hears whether
    anything was, so that an empty spot and a miss leave the same traces for the firer. KIM-R26
    """
    gun, spot = aim.shooter, aim.spot
    touched = [one for one in aim.targets if one.id in g.state.stands]
    text = f"{gun.name} fires blind at {place(spot)}."
    length = g.number("speculative_template")
    g.tell("speculative", text, "KIM-4.14a", to=g.who_knows([gun]), at=spot, side=length)
    owners = [seat for side in g.state.sides if side != gun.side for seat in g.seats_of(side)]
    under = ", ".join(one.name for one in touched) or "nobody"
    g.tell("under_speculative", f"The shells fall on {under}.", "KIM-4.14a", "KIM-R26", to=owners)
    shots = [shot_at(g.state, gun, one, manner="speculative", options=g.options) for one in touched]
    return [
        Landed(shot.target, gun.id, gun.side, shoot(g, aim.way, shot, "speculative fire"), spot)
        for shot in shots
    ]


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
                hit(g, target, one.by, one.row)


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
