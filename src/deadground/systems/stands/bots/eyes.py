"""Eyes: whether the shot is there that the grid promises from a square, looked for along the line itself.

The grid knows ground alone, and that by samples; one's own side stands in half of the lines that it takes for free.
"""

from __future__ import annotations

from copy import copy

import numpy as np

from deadground.space.plane import Point, distance
from deadground.space.sight import bases_in_the_way
from deadground.systems.stands.bots.chances import table
from deadground.systems.stands.bots.grid import AWAY, COVERED, RADIUS, Floats
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.movement.allowance import chart_move
from deadground.systems.stands.rules.visibility.look import Look
from deadground.systems.stands.rules.visibility.sight_rules import ground_is_open
from deadground.systems.stands.state import Stand

LOOKS = 16
"""From so many squares at most one looks, the best first."""


def looked(picture: Picture, one: Stand, ends: dict[str, Point], score: Floats, shots: float) -> Floats:
    """A score in which the best squares in reach, and that of the stand, have the shots that there really are.

    `ends` says where those of its own side will stand who have their routes already.
    """
    grid, cell = picture.grid, picture.grid.cell(one.at)
    promised = grid.about(picture.targets(one.kind), cell)
    free = grid.walk(cell) & (chart_move(picture.state, one, "open") >= AWAY) & ~grid.about(grid.barred, cell)
    score, seen = score.copy(), set[tuple[int, int]]()
    best = RADIUS, RADIUS
    while best not in seen and len(seen) < LOOKS:
        seen.add(best)
        row, col = best
        if promised[best]:
            at = (
                one.at
                if best == (RADIUS, RADIUS)
                else grid.middle(cell[0] + row - RADIUS, cell[1] + col - RADIUS)
            )
            score[best] += shots * (best_from(picture, one, at, ends) - promised[best])
        row, col = divmod(int(np.where(free, score, -np.inf).argmax()), score.shape[1])
        best = row, col
    return score


def best_from(picture: Picture, one: Stand, at: Point, ends: dict[str, Point]) -> float:
    """What the best shot from a place is worth, if any."""
    there = copy(one)
    there.at = at
    marks = [(worth_of_shot(picture, there, enemy), enemy.id, enemy) for enemy in picture.enemies]
    return next(
        (gain for gain, _, enemy in sorted(marks)[::-1] if gain and has_line(picture, there, enemy, ends)),
        0.0,
    )


def worth_of_shot(picture: Picture, one: Stand, enemy: Stand) -> float:
    """What a shot is worth by range and cover, whatever is between."""
    chance = table(picture.date, one.kind, enemy.kind).at(distance(one.at, enemy.at))
    covered = float(COVERED) if picture.grid.cover[picture.grid.cell(enemy.at)] else 1.0
    return chance * picture.weight(enemy) * covered


def has_line(picture: Picture, one: Stand, enemy: Stand, ends: dict[str, Point]) -> bool:
    """Whether neither ground nor anybody is between, where those stand who have gone."""
    look = Look(picture.state, one, enemy, picture.options, False, ("KIM-4.18a",))
    if not ground_is_open(look):
        return False
    if option(picture.options, "stands_block_fire") != "on":
        return True
    reach = distance(one.at, enemy.at)
    bases = []
    for other in picture.on_table:
        if other.id in ends:
            other = copy(other)
            other.at = ends[other.id]
        if other.id not in (one.id, enemy.id) and distance(other.at, one.at) < reach:
            bases.append((other.id, other.base))
    return not bases_in_the_way(one.at, enemy.at, bases)
