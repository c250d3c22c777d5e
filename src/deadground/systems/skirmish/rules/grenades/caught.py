"""Who is caught by what comes down or is poured: in a circle, or in the path of flame. NUTS-GREN-08, NUTS-GREN-15

All questions run on a state as on a view.
"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.space.bases import square_gap_to_way
from deadground.space.plane import Point, along, minus, square
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.pieces import TablePiece, all_near, is_near, pieces_on_table
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards, terrain_between
from deadground.systems.skirmish.state import DOWN, INCH, Figure, SkirmishState
from deadground.systems.skirmish.weapons import weapon


def circle_radius(across: Tenths, options: Options) -> Tenths:
    """Half of the printed number, or with the option all of it. NR-56"""
    cite("NR-56")
    return across if option(options, "blast_circle") == "radius" else across // 2


def is_past_harm(one: TablePiece) -> bool:
    """Men who are down already, and who has gone. NUTS-GREN-08"""
    return isinstance(one, Figure) and one.status in (*DOWN, "gone")


def caught(state: SkirmishState, at: Point, across: Tenths, options: Options) -> list[TablePiece]:
    """Everybody and everything in a circle, friend or foe, that is not past harm. NUTS-GREN-08

    It has to touch a base. What has no circle strikes whoever stands on the spot. NR-56
    """
    cite("NUTS-GREN-08")
    return [one for one in all_near(state, at, circle_radius(across, options)) if not is_past_harm(one)]


def in_path(
    state: SkirmishState, figure: Figure, with_: str, at: Point, options: Options
) -> list[TablePiece]:
    """Everybody in the path of the flame, the nearest first: in range, not behind a wall. NUTS-GREN-15"""
    cite("NUTS-GREN-15")
    mode = weapon(with_).plain
    reach, half = mode.range * INCH, mode.path * INCH // 2
    end = along(figure.at, facing_towards(figure, at), reach)
    found = []
    for one in pieces_on_table(state):
        if one.id == figure.id or is_past_harm(one) or not is_near(one, figure.at, reach):
            continue
        wide = half + one.base.radius
        gap, by = square_gap_to_way(one.base, (figure.at, end))
        if gap <= wide * wide * by and not terrain_between(state, figure, one, options):
            found.append(one)
    return sorted(found, key=lambda one: square(minus(one.at, figure.at)))
