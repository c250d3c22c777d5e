"""What ground costs who goes over it, how far a man may go, and where he has room to stand. NUTS-MOVE-01, NS-39"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.memory import Memory, kept_by_book
from deadground.space.going import ROUNDING, Going, Rate, Surface
from deadground.space.ground import Ground, Piece
from deadground.space.paths import Path, cut, length
from deadground.space.plane import Point
from deadground.space.units import Tenths, inches
from deadground.systems.skirmish.attributes import effects_on
from deadground.systems.skirmish.charts import charts
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece, is_on, others_in_box, within_box
from deadground.systems.skirmish.rules.troops.equipment import vest_move
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.terrain import terrain_of


class Mover(msgspec.Struct, frozen=True):
    """Whoever goes: his column of the table of going, and what an inch of ground costs him. NS-39

    A vehicle counts in inches on a road, so that a move over all sorts of ground is in proportion. NS-21
    """

    column: str = "foot"
    road: Rate = 1
    open: Fraction | int = 1
    slow: Rate = 2
    water: Rate = None
    linear: Tenths | None = None
    """What it costs to cross what is linear; None for what it costs men."""


ON_FOOT = Mover()


def normal_move(figure: Figure) -> Tenths:
    """How far a man may go when active; in an assault vest less far. NUTS-MOVE-01, NS-04, COT-EQUIP-01"""
    return whole_move(figure.attributes, figure.pack.gear)


@kept_by_book
def whole_move(attributes: tuple[str, ...], gear: tuple[tuple[str, int], ...]) -> Tenths:
    """What `normal_move` says of somebody with these attributes and this gear."""
    whole = number("normal_move")
    for attribute, effect in effects_on(attributes, "move"):
        cite(*attribute.rows)
        whole = inches(effect.inches)
    return whole if not gear else whole + vest_move(gear)


def rising(figure: Figure) -> Tenths:
    """What getting up costs one who is prone: half of his move. NUTS-MOVE-05"""
    if not figure.prone:
        return 0
    cite("NUTS-MOVE-05")
    return normal_move(figure) // 2


def left_to_go(figure: Figure) -> Tenths:
    """What is left of a man's movement in this activation, if he first gets up."""
    return max(0, normal_move(figure) + figure.doing.bonus - figure.doing.spent - rising(figure))


def has_run(figure: Figure) -> bool:
    """Whether an active man has Fast Moved in this activation, by a charge too. NUTS-ACT-09, NR-38"""
    return figure.doing.action == "fast_move" or figure.doing.fast_moving


def why_no_run(figure: Figure) -> Fault | None:
    """Why a man may not Fast Move, by a charge or without one: it comes first, or not at all. NUTS-MOVE-02, NR-150

    Nor does it go with reloading or picking things up, nor with prisoners. NUTS-ACT-09, NS-36
    """
    if figure.aid.escorts:
        return Fault(figure.id, f"{figure.name} brings prisoners along", ("NS-36",))
    if figure.doing.busy:
        return Fault(figure.id, f"{figure.name} is busy and cannot Fast Move", ("NUTS-ACT-09", "NR-38"))
    if figure.doing.action:
        return Fault(
            figure.id, f"{figure.name} has taken his action", ("NUTS-ACT-08", "NUTS-MOVE-02", "NR-150")
        )
    if figure.doing.spent >= normal_move(figure):
        return Fault(figure.id, f"{figure.name} has no movement left", ("NUTS-MOVE-04", "NR-150"))
    return None


def going_word(piece: Piece) -> str:
    return terrain_of(piece).going


TOLLS = {"linear": "crossing_linear", "door": "door_or_window"}
"""What is crossed and not gone over, and the numbers that it costs men."""


@lru_cache(maxsize=32)
def surfaces(ground: Ground, mover: Mover = ON_FOOT) -> tuple[Surface, Surface]:
    """The ground as a kind of mover feels it, by his column of the table, and its doors and windows alone. NS-39

    Of what is free nothing is said, and what lies under it counts.
    """
    table = charts()["going"]
    cells = {word: str(table.look_up(word, mover.column).value) for word in table.lines()}
    rates: dict[str, Rate] = {
        "half_speed": mover.slow,
        "overrides": mover.road,
        "afloat": mover.water,
        "no": None,
    }
    tolls = {
        word: (mover.linear if word == "linear" and mover.linear is not None else number(name))
        if cells[word] == "toll"
        else None
        for word, name in TOLLS.items()
        if cells[word] != "free"
    }
    going = Going(
        rates={word: rates[cell] for word, cell in cells.items() if cell in rates and word not in TOLLS},
        tolls=tolls,
        roads=tuple(word for word, cell in cells.items() if cell == "overrides"),
        open=mover.open,
        called=going_word,
    )
    doors = {word: toll for word, toll in tolls.items() if word == "door"}
    return Surface(ground, going), Surface(ground, Going(tolls=doors, called=going_word))


def path_cost(state: SkirmishState, path: Path, mover: Mover = ON_FOOT) -> Tenths | None:
    """What a path costs: half speed in woods and rough, 2" for a wall, door or window. None: no way. NS-39

    A door costs the same on the way out as on the way in.
    """
    cite("NS-39")
    ground = ground_of(state)
    return COSTS.recall((ground, path, mover), lambda: cost_over(ground, path, mover))


COSTS: Memory[tuple[Ground, Path, Mover], Tenths | None] = Memory(50_000)
"""What paths cost: the same ones are asked about again and again."""


def cost_over(ground: Ground, path: Path, mover: Mover = ON_FOOT) -> Tenths | None:
    surface, doors = surfaces(ground, mover)
    total = surface.total(path)
    if total is None or doors.is_open_along(path):
        return total
    return total + sum(line.cost or 0 for line in doors.cost(path[::-1]).crossed)


def can_cross(state: SkirmishState, path: Path, mover: Mover = ON_FOOT) -> bool:
    """Whether anybody can go along a path at all, whatever it costs him. NS-39"""
    cite("NS-39")
    return surfaces(ground_of(state), mover)[0].leads(path)


def within_allowance(state: SkirmishState, path: Path, allowance: Tenths, mover: Mover = ON_FOOT) -> Path:
    """A path up to where its cost uses up an allowance. No inch costs less than an inch. NS-39"""
    whole = path_cost(state, path, mover)
    if whole is not None and whole <= allowance:
        return path
    is_open = mover.open == 1 and surfaces(ground_of(state), mover)[0].is_open_along(path)

    def is_allowed(gone: Tenths) -> bool:
        if is_open and abs(gone - allowance) > ROUNDING:  # over open ground nothing counts but how long it is
            return gone < allowance
        cost = path_cost(state, cut(path, gone), mover) if gone <= allowance + ROUNDING else None
        return cost is not None and cost <= allowance

    low, high = 0, length(path)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_allowed(middle) else (low, middle - 1)
    return cut(path, low)


def from_own_edge(state: SkirmishState, figure: Figure) -> Tenths:
    """How far a man's base is from the edge of the table that is his side's. NS-01"""
    ground, (x, y) = ground_of(state), figure.at
    away = {"north": y, "south": ground.height - y, "west": x, "east": ground.width - x}
    return away[state.sides[figure.side].edge] - figure.base.radius


def brings(escort: Figure) -> tuple[str, ...]:
    """The prisoners who go where a man goes: four at most, and none with one who only runs away. NS-36, NR-180"""
    return escort.aid.escorts[: number("prisoners_each")] if escort.aid.escorts and escort.able else ()


def is_taken(
    state: SkirmishState, at: Point, by: Figure, apart_from: tuple[str, ...] = ()
) -> TablePiece | None:
    """Who stands where a man would stand, if anybody does; men who lie wounded may be stood over. NS-01

    Prisoners he brings along make room for him. NS-36
    """
    base, brought = by.base.moved(at), brings(by)
    for other in others_in_box(state, at, at, base.radius):
        if other.id not in apart_from and is_on(base, other):
            return other
    for one in within_box(state, at, at, 2 * base.radius):
        if not is_on(base, one):
            continue
        if (
            one.id != by.id
            and one.id not in apart_from
            and one.aid.carried_by != by.id
            and one.id not in brought
            and one.status not in ("gone", "obviously_dead", "out_of_the_fight")
            and one.at != at
        ):
            return one
        if one.at == at and one.id not in (by.id, by.aid.carries, *brought, *apart_from) and one.on_table:
            return one
    return None


def has_room(state: SkirmishState, figure: Figure, at: Point, apart_from: tuple[str, ...] = ()) -> bool:
    """Whether a man's base fits at a place: on the table, on nobody else's, where one can stand. NS-01, NS-39"""
    ground = ground_of(state)
    if not (0 <= at[0] <= ground.width and 0 <= at[1] <= ground.height):
        return False
    surface, _ = surfaces(ground)
    return is_taken(state, at, figure, apart_from) is None and surface.rate_at(at) is not None
