"""Where men stand and look: a place is written here and nowhere else, with room for the base that stands on it.

NS-01, NS-36, NUTS-WOUND-02, NUTS-MELEE-01, NR-198
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise

from deadground.core.citing import cite
from deadground.space.bases import CONTACT, Base, square_gap, square_gap_to_way
from deadground.space.paths import Path, cut, length
from deadground.space.plane import FULL_TURN, Facing, Point, along, root_of_quotient
from deadground.space.polygons import box_of
from deadground.space.units import Tenths
from deadground.systems.skirmish.game import Skirmish, ground_of
from deadground.systems.skirmish.pieces import TablePiece, are_enemies, others_in_box, within_box
from deadground.systems.skirmish.rules.movement.going import brings, has_room, is_taken, normal_move, rising
from deadground.systems.skirmish.state import BASE, Figure, Pef, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle

BESIDE = (900, 1500, 2100, 2700, 300, 3300)
"""Where prisoners go: to the sides of their escort and behind him, and before him where there is no room."""

NEXT_STEP: Tenths = BASE // 4
"""How far before him a man who halts has whoever stopped him, contact not counted."""

RINGS = (BASE // 2, BASE, 3 * BASE // 2, 2 * BASE)
"""How far about a place room is looked for first, the nearest first."""


def put(one: Figure | Pef | Vehicle | Gun, at: Point) -> None:
    """A man, a question mark, a vehicle or a gun in its place."""
    one.at = at


def turn(one: Figure | Vehicle | Gun, facing: Facing) -> None:
    """A man looks another way, or a hull or a gun does."""
    one.facing = facing % FULL_TURN


def stand(figure: Figure) -> None:
    """A man is on his feet, and no longer knocked down. NUTS-REACT-07"""
    if figure.knocked_down:
        cite("NUTS-REACT-07")
    figure.prone = figure.knocked_down = False


def get_up(g: Skirmish, figure: Figure) -> None:
    """One who is prone gets up, for half of his move. NUTS-MOVE-05"""
    if figure.prone:
        figure.doing = figure.doing.but(spent=figure.doing.spent + rising(figure))
        stand(figure)
        g.tell_of([figure], "rises", f"{figure.name} gets up.", "NUTS-MOVE-05", figure=figure.id)


def bring_along(state: SkirmishState, movers: Iterable[Figure]) -> None:
    """Whoever is carried is where his carrier is, and prisoners are beside their escort. NUTS-WOUND-02, NS-36"""
    for one in movers:
        if one.aid.carries:
            cite("NUTS-WOUND-02")
            put(state.figures[one.aid.carries], one.at)
        for n, id in enumerate(brings(one)):
            cite("NS-36", "NR-180")
            put(state.figures[id], place_beside(state, one, n))


def place_beside(state: SkirmishState, escort: Figure, n: int) -> Point:
    """Where a man's n-th prisoner goes: in contact with him on the table, on nobody's base. NS-01, NS-36"""
    prisoner, waiting = state.figures[escort.aid.escorts[n]], brings(escort)[n:]
    turns = (*BESIDE[n:], *BESIDE[:n])
    beside = escort.base.radius + prisoner.base.radius
    places = [on_the_table(state, along(escort.at, escort.facing + by, beside)) for by in turns]
    about = round_about(state, escort.at, (beside, 2 * beside))
    return next((at for at in chain(places, about) if has_room(state, prisoner, at, waiting)), escort.at)


def on_the_table(state: SkirmishState, at: Point) -> Point:
    """A place on the table, at its edge at most. NS-36"""
    ground = ground_of(state)
    return min(max(at[0], 0), ground.width), min(max(at[1], 0), ground.height)


def round_about(state: SkirmishState, at: Point, rings: Sequence[Tenths]) -> Iterator[Point]:
    """Places about another, the given rings first, then on until there is no more table: of a crowd nobody is
    without one. NS-01"""
    ground = ground_of(state)
    farther = range(max(rings) + BASE, ground.width + ground.height, BASE)
    return (along(at, by, far) for far in chain(rings, farther) for by in range(0, FULL_TURN, 300))


def come_to_rest(state: SkirmishState, figure: Figure, way: Path) -> None:
    """A man's move is over: he stands where there is room, a little back on his way, and so do those he brings.

    Where all of that is taken, beside it. NS-01
    """
    free = stopped_short(state, figure, way)
    put(figure, free[-1])
    if not length(free):
        make_room(state, figure)
    bring_along(state, [figure])


def make_room(state: SkirmishState, figure: Figure) -> None:
    """A man who would be on another's base is beside it. NS-01, NR-134, NR-181"""
    put(figure, room_near(state, figure, figure.at))


def room_near(state: SkirmishState, figure: Figure, at: Point) -> Point:
    """A place, or the nearest to it that is on nobody's base. NS-01"""
    if is_taken(state, at, figure) is None:
        return at
    return next((place for place in round_about(state, at, RINGS) if has_room(state, figure, place)), at)


def stopped_short(state: SkirmishState, figure: Figure, path: Path) -> Path:
    """A path cut back to where there is room to stand, if somebody has come to stand at its end. NR-11"""
    at = length(path)
    while at and is_taken(state, path[-1], figure):
        at = max(0, at - BASE // 2)
        path = cut(path, at)
    return path


def runs_into(
    state: SkirmishState,
    figure: Figure,
    path: Path,
    apart_from: Collection[str] = (),
    *,
    touching: bool = True,
) -> TablePiece | None:
    """An enemy whose base a path would touch. Melee is entered only by a charge. NUTS-MELEE-01, NS-01

    Who stands beside an enemy already may go, but no nearer to him. Who charges may touch others, but he runs over
    nobody: `touching` is off.
    """
    cite("NUTS-MELEE-01")
    own, more = figure.base.radius, CONTACT if touching else -CONTACT
    west, north, east, south = box_of(path)
    start, box = Base(path[0]), ((west, north), (east, south))
    for one in (*within_box(state, *box, 2 * own + more), *others_in_box(state, *box, own + more)):
        if not are_enemies(one, figure) or one.id in apart_from or one.is_out:
            continue
        base = one.base
        near = own + base.radius + more
        number, by = square_gap(start, base)
        if number <= near * near * by:
            near = root_of_quotient(number, by) - CONTACT
        for leg in pairwise(path):
            number, by = square_gap_to_way(base, leg)
            if near > 0 and number <= near * near * by:
                return one
    return None


def halt_before(g: Skirmish, figure: Figure, left: Path) -> None:
    """Whom the next step of what is left of a man's way would touch is in his way: only a charge goes on.

    Of whom his side does not know it is told no more than that, and the man goes no further. NUTS-MELEE-01, NR-198
    """
    ahead = cut(left, min(NEXT_STEP, length(left)))
    enemy = runs_into(g.state, figure, ahead) if length(ahead) else None
    if enemy is None:
        return
    if g.is_known(enemy, figure.side):
        text = f"{figure.name} halts: {enemy.name} is in his way."
        g.tell_of([figure, enemy], "halts", text, "NUTS-MELEE-01", figure=figure.id)
        return
    figure.doing = figure.doing.but(spent=normal_move(figure) + figure.doing.bonus)
    text = f"{figure.name} halts: somebody he does not see is in his way."
    g.tell("halts", text, "NR-198", to=g.seats_of(figure.side), figure=figure.id)


def short_of_enemies(state: SkirmishState, figure: Figure, path: Path) -> Path:
    """A path up to the enemy on it: only a charge brings a man into contact. NUTS-MELEE-01, NR-172"""
    if runs_into(state, figure, path) is None:
        return path
    free = bisect_left(
        range(length(path)), True, key=lambda at: bool(runs_into(state, figure, cut(path, at)))
    )
    return cut(path, free - 1)
