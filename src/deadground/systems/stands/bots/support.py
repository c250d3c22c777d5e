"""Support: the day's air plan, guns before the battle, guns off the table."""

from __future__ import annotations

from typing import Any

from deadground.core.requests import Allocate, Pick, Place
from deadground.space.plane import Point
from deadground.systems.stands.bots.chances import worth
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.rules.aircraft.air_plans import read_line
from deadground.systems.stands.rules.fire.support import why_no_bombardment

SETTLED = 2
"""Aircraft come when this many turns of the day are over: by then there is something to be seen."""


def air_plan(picture: Picture, request: Pick) -> list[str]:
    """Ground attack, as often as each squadron may appear, once the armies have come near to each other."""
    first = picture.state.turn + SETTLED
    lines = [line for line in request.open if read_line(line)[1][1] == "ground_attack"]
    chosen: list[str] = []
    for line in sorted(lines, key=lambda line: (read_line(line)[1][0] < first, read_line(line)[1][0], line)):
        if len(chosen) < request.most and not request.check(picture.view, [*chosen, line]):
            chosen.append(line)
    return chosen


def bombard(picture: Picture, request: Place) -> dict[str, Any]:
    """Each gun at the enemy that is worth most and in its reach, else at works that are seen; else it is silent."""
    targets = [foe for foe in picture.enemies if kind_of(foe).troop not in ("hq", "supply")]
    targets.sort(key=lambda foe: (-worth(foe), foe.id))
    works = sorted({one.at for one in picture.state.dugouts.values()})
    aims: dict[str, Any] = {}
    taken: set[Point] = set()
    for spot in request.spots:
        gun = picture.state.stands[spot.piece]
        places = [*(foe.at for foe in targets), *(at for at in works if at not in taken), *works]
        legal = (at for at in places if not why_no_bombardment(picture.state, gun, at))
        at = next(legal, gun.at)
        taken.add(at)
        aims[gun.id] = {"at": list(at), "facing": None}
    return aims


def call_in(picture: Picture, request: Allocate) -> dict[str, int] | None:
    """One shot a turn at what is worth most, as long as there are shots and somebody is seen."""
    if not request.shares or not request.most:
        return None
    stands = picture.state.stands
    best = max(request.shares, key=lambda share: (worth(stands[share.id]), share.id))
    return {best.id: min(request.most, best.most, 1)}
