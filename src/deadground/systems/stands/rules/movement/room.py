"""Room for all: who ends its walk does not end on a friend. KIM-R44"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise

from deadground.core.citing import cite
from deadground.space.bases import Base, room_to_shift, room_to_slide
from deadground.space.plane import FULL_TURN, along, distance
from deadground.space.units import Tenths, shown
from deadground.systems.stands.game import Stands, ground_of, stands_about
from deadground.systems.stands.rules.movement.arrivals import (
    Going,
    as_ground_lets,
    go,
    lies_on_somebody,
    put,
    straight,
)
from deadground.systems.stands.rules.movement.courses import Course, is_too_near, walks_too_near
from deadground.systems.stands.rules.movement.going import Footing
from deadground.systems.stands.rules.movement.routes import lies_on
from deadground.systems.stands.state import Stand

DIRECTIONS = 16
STEP_ASIDE: Tenths = 50
"""How finely the ground about a stand is looked over for a free place."""


def make_room(g: Stands, stand: Stand) -> None:
    """A mover that would end on a friend goes back along its way until there is room; none there, aside. KIM-R44

    Bases are looked at as they will face. Friends still on their way are not counted: each makes room in its turn.
    """
    end = as_it_will_face(stand, stand.base)
    if friend_under(end, friends_about(g, stand, end.reach)) is None:
        return
    cite("KIM-R44")
    friends = friends_about(g, stand, stand.moved + end.reach + g.number("farthest_aside"))
    course = Course(g.state, stand)
    gone, halted_at = way_back(g, stand, course, friends), stand.at
    if gone is None:
        step_aside(g, stand, friends)
        return
    end = course.base_at(gone)
    put(stand, end.at, end.facing)
    stand.moved = stand.walked_before + gone
    if stand.at != halted_at:
        tell_of_room(g, stand, distance(halted_at, stand.at))


def leave_room_unturned(g: Stands, stand: Stand) -> None:
    """One that was told to turn and does not, when all have ended: friends made room for it turned. KIM-R152"""
    friends = friends_about(g, stand, stand.reach + g.number("farthest_aside"))
    if friend_under(stand.base, friends) is not None:
        cite("KIM-R44")
        step_aside(g, stand, friends)


def step_aside(g: Stands, stand: Stand, friends: list[Base]) -> None:
    """A stand that lies on a friend goes straight to the nearest place that is free. KIM-R44, KIM-R162"""
    start, places = stand.at, way_aside(g, stand, friends)
    if places is None:
        far = shown(g.number("farthest_aside"), "mm")
        where = "where it is" if friend_under(stand.base, friends) is None else "on a friend"
        text = f"{stand.name} finds no room within {far} of where it ends, and stays {where}."
        g.tell("no_room", text, "KIM-R44", "KIM-R162", to=g.seats_of(stand.side), stand=stand.id)
        return
    go(g, {stand.id: Going("making room", places)})
    if stand.id in g.state.stands:
        tell_of_room(g, stand, distance(start, stand.at))


def way_aside(g: Stands, stand: Stand, friends: list[Base]) -> list[Base] | None:
    """The nearest way aside that leads into no mines and no area fire; else the nearest of all. KIM-R162"""
    cite("KIM-R162")
    ground, nearest = Footing(g.state), None
    perils = [patch for patch in (*ground.mines, *ground.fire) if not patch.touches(stand.base)]
    for way in ways_aside(g, stand, friends):
        if not any(patch.touches(base) for patch in perils for base in way):
            return way
        nearest = nearest or way
    return nearest


def face_as_it_stood(g: Stands, stand: Stand) -> None:
    """One whose walk is over before it is clear of the turn with which it set off faces as it stood. KIM-R152

    Who goes round an enemy has set off anew where that stopped it.

    It lies on somebody, or nearer than 50 to an enemy and nearer than it began; as it stood it would not, here or,
    if not here, where it set off. Somebody may have come there meanwhile: then it steps aside. An enemy who is
    stopped with it may yet face as he stood: where it can, it keeps its distance from him both ways. KIM-R162
    """
    if stand.stood_facing in (-1, stand.facing) or stand.id not in g.state.stands:
        return
    began = stand.base.moved(stand.route[0], stand.stood_facing)
    turned, stood = stand.base, stand.base.moved(stand.at, stand.stood_facing)
    for base, theirs in (
        (turned, both_ways),
        (stood, both_ways),
        (stood, as_stood),
        (turned, now),
        (stood, now),
    ):
        if not has_turned_too_near(g, stand, base, began, theirs):
            cite(*(("KIM-R152",) if base is stood else ()))
            put(stand, base.at, base.facing)
            return
    cite("KIM-R152")
    put(stand, began.at, began.facing)
    stand.moved = stand.walked_before
    friends = friends_about(g, stand, stand.reach + g.number("farthest_aside"))
    came = enemies_about(g, stand, 0, lambda enemy: enemy.moved > 0)
    if friend_under(as_it_will_face(stand, began), friends) or is_near_to_any(g, (began,), came):
        cite("KIM-R44")
        step_aside(g, stand, friends)


def has_turned_too_near(
    g: Stands, stand: Stand, base: Base, began: Base, bases_of: Callable[[Stand], Iterable[Base]]
) -> bool:
    """Whether a base lies on another, or too near to an enemy and nearer than it began; at night there is no halt
    range. `bases_of` says how enemies under way are taken to face. KIM-2.4a, KIM-R44, KIM-R74"""
    halt = halt_range(g)
    for other in stands_about(g.state, base.at, stand.reach + halt):
        is_enemy = other.side != stand.side
        if other.id == stand.id or (other.hidden if is_enemy else other.route):
            continue
        for theirs in bases_of(other) if halt else now(other):
            if lies_on(base, theirs) and not lies_on(began, theirs):
                return True
            if is_enemy and walks_too_near(base, began, theirs, halt):
                return True
    return False


def now(stand: Stand) -> tuple[Base, ...]:
    """A stand as it faces."""
    return (stand.base,)


def as_stood(stand: Stand) -> tuple[Base, ...]:
    """A stand as it faced before it set off, if it is under way. KIM-R152"""
    stood = stand.facing if stand.stood_facing < 0 or not stand.route else stand.stood_facing
    return (stand.base.moved(stand.at, stood),)


def both_ways(stand: Stand) -> tuple[Base, ...]:
    return *now(stand), *as_stood(stand)


def tell_of_room(g: Stands, stand: Stand, away: Tenths) -> None:
    """Why a stand is not where its walk ended. Its own side alone is told: the friend may be hidden. KIM-R44"""
    text = f"{stand.name} makes room for a friend and ends {shown(away, 'mm')} from where it halted."
    g.tell("makes_room", text, "KIM-R44", to=g.seats_of(stand.side), stand=stand.id, away=away)


def friends_about(g: Stands, stand: Stand, far: Tenths) -> list[Base]:
    """The friends who have ended their walks and come within so far of a mover."""
    return [
        as_it_will_face(one, one.base)
        for one in stands_about(g.state, stand.at, far)
        if one.side == stand.side and not one.route and one.id != stand.id
    ]


def way_back(g: Stands, stand: Stand, course: Course, friends: list[Base]) -> Tenths | None:
    """How far along its way the last place is where a mover lies on nobody, and no enemy has come too near to
    meanwhile; None if there is none. KIM-2.4a"""
    gone = stand.moved - stand.walked_before
    enemies = enemies_about(g, stand, stand.moved)
    under: Base | None = None
    while gone > 0:
        walks = course.base_at(gone)
        base = as_it_will_face(stand, walks)
        if under is None or not lies_on(base, under):
            under = friend_under(base, friends)
        if under is not None:
            straight = gone if stand.end_facing >= 0 else course.straight_back(gone)
            gone -= max(1, room_to_shift(base, under), min(room_to_slide(base, under), straight))
        elif is_near_to_any(g, (walks, base), enemies):
            gone -= 1
        else:
            return gone
    start = course.base_at(0)
    base = as_it_will_face(stand, start)
    return None if friend_under(base, friends) or is_near_to_any(g, (start, base), enemies) else 0


def is_near_to_any(g: Stands, bases: Iterable[Base], enemies: Collection[Base]) -> bool:
    """Whether any of some bases lies on an enemy or is nearer than halt range to one. KIM-2.4a"""
    halt = halt_range(g)
    pairs = [(base, enemy) for base in bases for enemy in enemies]
    return any(is_too_near(base, enemy, halt) or lies_on(base, enemy) for base, enemy in pairs)


def halt_range(g: Stands) -> Tenths:
    """How far one keeps from the enemy; at night there is no halt range. KIM-2.4a, KIM-R74"""
    return 0 if g.state.turn in g.state.night_turns else g.number("halt_range")


def ways_aside(g: Stands, stand: Stand, friends: list[Base]) -> Iterator[list[Base]]:
    """Straight ways to free places about the end of a walk, the nearest first, that nothing cuts short."""
    enemies = enemies_about(g, stand, g.number("farthest_aside"))
    for far in range(STEP_ASIDE, g.number("farthest_aside") + 1, STEP_ASIDE):
        for step in range(DIRECTIONS):
            last = stand.base.moved(along(stand.at, step * FULL_TURN // DIRECTIONS, far))
            end = as_it_will_face(stand, last)
            if friend_under(end, friends) or lies_on_somebody(g.state, stand, last):
                continue
            places = straight(stand.base, last.at)
            if is_open(g, stand, end, places) and keeps_its_distance(g, stand, places, enemies):
                yield places


def enemies_about(
    g: Stands, stand: Stand, away: Tenths, who: Callable[[Stand], bool] = lambda enemy: True
) -> list[Base]:
    """The known enemies, or some of them, who could be too near to a stand wherever it goes so far away."""
    far = away + g.number("halt_range") + stand.reach
    about = stands_about(g.state, stand.at, far)
    return [one.base for one in about if one.side != stand.side and not one.hidden and who(one)]


def is_open(g: Stands, stand: Stand, end: Base, places: list[Base]) -> bool:
    """Whether the whole base would lie on the table, and ground lets it come there. KIM-R92, KIM-R151"""
    if not all(ground_of(g.state).on(corner) for corner in end.corners):
        return False
    return len(as_ground_lets(g.state, stand, Going("making room", places))) == len(places)


def keeps_its_distance(g: Stands, stand: Stand, places: list[Base], enemies: Iterable[Base]) -> bool:
    """Whether no known enemy is too near at the end of a way, nor would halt the stand on it. KIM-2.4a"""
    halt, end = g.number("halt_range"), as_it_will_face(stand, places[-1])
    for enemy in enemies:
        if is_too_near(end, enemy, halt):
            return False
        for before, base in pairwise((stand.base, *places)):
            if walks_too_near(base, before, enemy, halt):
                return False
    return True


def as_it_will_face(stand: Stand, base: Base) -> Base:
    """A stand's base when the phase is over and it faces as it was told. KIM-2.2a"""
    return base if stand.end_facing < 0 else base.moved(base.at, stand.end_facing)


def friend_under(base: Base, friends: Iterable[Base]) -> Base | None:
    """A friend that a base would lie on."""
    return next((friend for friend in friends if lies_on(base, friend)), None)
