"""Who is caught by what comes down or is poured: in a circle, or in the path of flame. NUTS-GREN-08, NUTS-GREN-15

All questions run on a state as on a view.
"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.space.bases import point_to_segment
from deadground.space.plane import Point, along, is_within, minus, square
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards, terrain_between
from deadground.systems.skirmish.state import BASE, DOWN, INCH, Figure, SkirmishState
from deadground.systems.skirmish.weapons import weapon


def circle_radius(across: Tenths, options: Options) -> Tenths:
    """Half of the printed number, or with the option all of it. NR-56"""
    cite("NR-56")
    return across if option(options, "blast_circle") == "radius" else across // 2


def caught(state: SkirmishState, at: Point, across: Tenths, options: Options) -> list[Figure]:
    """Everybody in a circle, friend or foe. Men who are down already are past harm. NUTS-GREN-08

    It has to touch a man's base. What has no circle strikes the man who stands on the spot. NR-56
    """
    cite("NUTS-GREN-08")
    reach = circle_radius(across, options) + BASE
    near = [one for one in state.figures.values() if is_within(one.at, at, reach)]
    return [one for one in near if one.status not in (*DOWN, "gone")]


def in_path(state: SkirmishState, figure: Figure, with_: str, at: Point, options: Options) -> list[Figure]:
    """Everybody in the path of the flame, the nearest first: in range, not behind a wall. NUTS-GREN-15"""
    cite("NUTS-GREN-15")
    mode = weapon(with_).plain
    reach, half = mode.range * INCH, mode.path * INCH // 2 + BASE
    end = along(figure.at, facing_towards(figure, at), reach)
    found = []
    for one in state.figures.values():
        if one.id == figure.id or one.status in (*DOWN, "gone") or not is_within(one.at, figure.at, reach):
            continue
        numerator, denominator = point_to_segment(one.at, (figure.at, end))
        if numerator <= half * half * denominator and not terrain_between(state, figure, one, options):
            found.append(one)
    return sorted(found, key=lambda one: square(minus(one.at, figure.at)))
