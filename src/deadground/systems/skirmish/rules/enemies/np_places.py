"""Where those stand who were a question mark: in cover, in a dug position, in a building. NR-72, NS-09, NS-10"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.ground import Piece
from deadground.space.plane import Point, along, distance, facing_of, is_within, minus, square
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.built import Built, piece_of
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.game import Skirmish, enemies_of, ground_of, their_side
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.movement import standing
from deadground.systems.skirmish.rules.movement.going import has_room
from deadground.systems.skirmish.rules.sight.cover import cover_at
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards, sees_point
from deadground.systems.skirmish.state import BASE, INCH, Figure, Marker, SkirmishState
from deadground.systems.skirmish.terrain import terrain_of

SPACING = INCH // 2
"""How close together places are looked at."""

APART = 2 * BASE + INCH // 4
"""How far apart the men are set up."""

CLEAR = 2 * INCH
"""Nobody is set up nearer to an enemy than this."""


def is_building(piece: Piece) -> bool:
    return terrain_of(piece).sight == "building"


def buildings(state: SkirmishState) -> list[Piece]:
    return [piece for piece in ground_of(state).pieces if is_building(piece)]


def building_named(state: SkirmishState, id: str) -> Piece:
    return next(piece for piece in buildings(state) if piece.id == id)


def room_in(piece: Piece) -> int:
    """How many men a building takes: six to an area of 6" by 6" on each floor. NS-09"""
    cite("NS-09")
    west, north, east, south = piece.box
    areas = max(1, round((east - west) * (south - north) / (6 * INCH) ** 2))
    return areas * max(1, piece.floors) * number("room_in_an_area")


def building_for(state: SkirmishState, at: Point, men: int) -> Piece | None:
    """The nearest building within 12" of a place that has room for so many. NS-09"""
    cite("NS-09")
    near = [one for one in buildings(state) if is_within(middle_of(one), at, number("position_building"))]
    near = [one for one in near if room_in(one) >= men]
    return min(near, key=lambda one: square(minus(middle_of(one), at)), default=None)


def houses_for(g: Skirmish, at: Point, men: Sequence[Figure]) -> list[tuple[Piece, list[Figure]]]:
    """The buildings that men "in building" are in, each with its men; none if there is nowhere to put one. NS-09

    The nearest on the map that has room for all; else as many as it takes are rolled and set down.
    """
    near = building_for(g.state, at, len(men))
    if near is not None:
        return [(near, list(men))]
    found: list[tuple[Piece, list[Figure]]] = []
    left = list(men)
    while left:
        house = set_down(g, at, [house for house, _ in found])
        if house is None:
            break
        room = room_in(house)
        found.append((house, left[:room]))
        left = left[room:]
    if found and left:
        found[-1][1].extend(left)
    return found


def set_down(g: Skirmish, at: Point, before: Sequence[Piece]) -> Piece | None:
    """A building by the Building Type Table, on the marker or 4" beside the last; None where no room is. NS-09"""
    cite("NUTS-PEF-09", "NS-09")
    die = g.roll(1, D6, "building type")
    table = chart("building_types")
    kind = str(table.look_up(die.one, "kind").value)
    numbers = [whole(table.number(die.one, entry)) for entry in ("levels", "areas", "value")]
    built = Built(g.new_id(), at, kind, *numbers)
    places = (at, *beside(at, built)) if not before else beside(middle_of(next(reversed(before))), built)
    free = next((place for place in places if has_room_to_build(g, replace(built, at=place))), None)
    if free is None:
        return None
    built = replace(built, at=free)
    g.state.markers[built.id] = built.marker()
    g.state.near_houses = (*g.state.near_houses, built.id)
    text = f"Building Type Table: {die.one}, a {kind}."
    g.tell("pef_building", text, "NUTS-PEF-09", "NS-09", rolls=[die], at=free, house=built.id)
    return building_named(g.state, built.id)


def beside(at: Point, built: Built) -> Iterator[Point]:
    """Places for a building next to a point, 4" from its own size away: east, west, south, north. NS-09"""
    width, depth = built.size
    for times in (1, 2):
        across, down = times * (width + number("building_apart")), times * (depth + number("building_apart"))
        for dx, dy in ((across, 0), (-across, 0), (0, down), (0, -down)):
            yield at[0] + dx, at[1] + dy


def has_room_to_build(g: Skirmish, built: Built) -> bool:
    """Whether a building fits on the table there, on no other and on nobody's head."""
    ground, new = ground_of(g.state), piece_of(built)
    west, north, east, south = new.box
    if west < 0 or north < 0 or east > ground.width or south > ground.height:
        return False
    taken = [one.box for one in buildings(g.state)]
    if any(west < e and w < east and north < s and n < south for w, n, e, s in taken):
        return False
    return not any(one.on_table and new.holds(one.at) for one in g.state.figures.values())


def middle_of(piece: Piece) -> Point:
    west, north, east, south = piece.box
    return (west + east) // 2, (north + south) // 2


def set_up(
    g: Skirmish,
    men: Sequence[Figure],
    at: Point,
    towards: Point,
    inside: Piece | None,
    *,
    in_sight: bool = False,
) -> None:
    """Men stand about a place, in cover if there is any within 6", looking at the enemy. NR-72

    Those of a building are in it as long as there is room at its windows. With `in_sight` sight comes before cover.
    NR-196
    """
    cite("NR-72")
    first, *_ = men
    places = sorted(
        (
            worth(g.state, first, place, towards, inside, g.options, in_sight=in_sight),
            square(minus(place, at)),
            place,
        )
        for place in about(at, number("pef_cover") if inside is None else max_reach(inside))
    )
    anchor = next((place for _, _, place in places if has_room(g.state, first, place)), at)
    ordered = sorted((lacks, square(minus(place, anchor)), off, place) for lacks, off, place in places)
    for one in men:
        free = (place for *_, place in ordered if is_free(g.state, one, place))
        put(g, one, next(free, at), towards)


def worth(
    state: SkirmishState,
    man: Figure,
    at: Point,
    towards: Point,
    inside: Piece | None,
    options: Options,
    *,
    in_sight: bool = False,
) -> tuple[bool, bool, bool]:
    """What a place lacks: the building they are in, cover from the enemy, a line to him, the weightiest first."""
    standing.put(man, at)
    standing.turn(man, facing_of(minus(towards, at)))
    outside = inside is not None and not inside.holds(at)
    bare = cover_at(state, at, towards) is None
    blind = not sees_point(state, man, towards, options)
    return (outside, blind, bare) if in_sight else (outside, bare, blind)


def max_reach(piece: Piece) -> int:
    west, north, east, south = piece.box
    return distance((west, north), (east, south)) // 2 + 2 * INCH


def about(at: Point, reach: int) -> Iterator[Point]:
    """Places evenly spaced about another."""
    span = range(-(reach // SPACING), reach // SPACING + 1)
    for across in span:
        for down in span:
            place = at[0] + across * SPACING, at[1] + down * SPACING
            if is_within(place, at, reach):
                yield place


def is_free(state: SkirmishState, man: Figure, at: Point) -> bool:
    """Whether a man can be set up there: on the table, apart from his friends, and clear of the enemy."""
    ground = ground_of(state)
    if not (BASE <= at[0] <= ground.width - BASE and BASE <= at[1] <= ground.height - BASE):
        return False
    friends = [one for one in state.figures.values() if one.side == man.side and one.on_table]
    if any(is_within(one.at, at, APART) for one in friends):
        return False
    if any(is_within(one.at, at, CLEAR) for one in enemies_of(state, man.side)):
        return False
    return has_room(state, man, at)


def put(g: Skirmish, man: Figure, at: Point, towards: Point) -> None:
    """A man stands there, or as near as there is room, and looks at the enemy. NS-01, NR-72"""
    standing.put(man, standing.room_near(g.state, man, at))
    standing.turn(man, facing_towards(man, towards))
    g.state.figures[man.id] = man


def dig_in(g: Skirmish, men: Sequence[Figure], at: Point, towards: Point, length: int) -> None:
    """A trench of this length, centred on the marker and square to the line to the enemy, its men evenly along it.

    NUTS-PEF-09, NS-10
    """
    cite("NUTS-PEF-09", "NS-10")
    facing = facing_of(minus(towards, at))
    id = g.new_id()
    g.state.markers[id] = Marker(id, "trench", at, length, what="trench", side=their_side(men), facing=facing)
    for i, one in enumerate(men):
        aside = (2 * i + 1 - len(men)) * length // (2 * len(men))
        wanted = along(at, facing + 900, aside)
        near = sorted(about(wanted, number("pef_cover")), key=lambda place: square(minus(place, wanted)))
        free = (place for place in (wanted, *near) if is_free(g.state, one, place))
        put(g, one, next(free, at), towards)
