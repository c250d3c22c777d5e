"""How far a man can get as the ground allows: slow ground, walls, doors, enemies in the way. NUTS-MOVE-01, NS-39"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from deadground.core.scene import Shape, enclosed
from deadground.space.fields import Obstacles
from deadground.space.going import Surface
from deadground.space.ground import Ground, Piece
from deadground.space.reach import reach
from deadground.systems.skirmish.game import enemies_of, ground_of
from deadground.systems.skirmish.pieces import are_enemies, men_on_table, others_of
from deadground.systems.skirmish.rules.movement.going import going_word, left_to_go, surfaces
from deadground.systems.skirmish.state import LOST, Figure, SkirmishState


def reach_shapes(state: SkirmishState, figure: Figure) -> tuple[Shape, ...]:
    """The ground within what is left of a man's move: he passes friends, and ends on nobody. NS-01"""
    ground, left = ground_of(state), left_to_go(figure)
    if not figure.able or not left or not ground.on(figure.at):
        return ()
    enemies, others = enemies_of(state, figure.side), others_of(state)
    friends = [
        one
        for one in men_on_table(state)
        if one.side == figure.side and one.id != figure.id and one.status not in LOST
    ]
    held = Obstacles(
        figure.base,
        blockers=tuple(one.base for one in (*enemies, *others) if are_enemies(one, figure)),
        occupied=tuple(one.base for one in (*friends, *others) if not are_enemies(one, figure)),
    )
    return enclosed("reach", reach(walked(ground), figure.base, left, held).outlines, figure.id)


@lru_cache(maxsize=16)
def walked(ground: Ground) -> Surface:
    """The ground as men on foot feel it; a house is its walls, so that a door costs as much to go out by. NS-39"""
    pieces = [walls_of(piece) if going_word(piece) == "door" else piece for piece in ground.pieces]
    return Surface(Ground(ground.width, ground.height, pieces, unit=ground.unit), surfaces(ground)[0].going)


def walls_of(house: Piece) -> Piece:
    outline = house.polygon or house.points
    return msgspec.structs.replace(house, shape="line", points=(*outline, outline[0]), polygon=())
