"""Possible Enemy Forces: where question marks lie, who sees them, how they move. NUTS-PEF-01 to NUTS-PEF-05"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from deadground.core.agenda import Call, Done, Next, Procedure, procedure, step
from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.ground import Piece
from deadground.space.paths import length, point_at
from deadground.space.plane import Point, between, distance, is_within, minus, square
from deadground.space.units import Tenths, inches, shown
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.game import Skirmish, ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.enemies.np_places import building_named, buildings
from deadground.systems.skirmish.rules.movement.standing import put
from deadground.systems.skirmish.rules.sight.cover import cover_at, lookout
from deadground.systems.skirmish.rules.sight.line_of_sight import (
    Blocked,
    facing_towards,
    line_over,
    why_point_unseen,
)
from deadground.systems.skirmish.rules.sight.sighting import Sighting
from deadground.systems.skirmish.state import INCH, Figure, Pef, SkirmishState
from deadground.systems.skirmish.terrain import called, is_given, terrain_of

STEP: Tenths = INCH // 4
"""How closely a question mark's way is watched."""

SECTIONS = 6
"""Question marks lie in sections 1 to 6: the far row and the middle one. NS-08"""


def place_pefs(g: Skirmish, side: str, rolled: int, given: Iterable[Point] = ()) -> None:
    """Question marks one at a time: those that have their place, then a die for the section of each. NUTS-PEF-01"""
    for at in given:
        add_pef(g, side, at)
    for _ in range(rolled):
        die = g.roll(1, D6, "section of a question mark", side)
        at = place_in_section(g.state, die.one, players(g.state, side), g.options)
        pef = add_pef(g, side, at)
        text = f"{pef.name} lies somewhere in section {die.one}."
        g.tell("pef_placed", text, "NUTS-PEF-01", rolls=[die], pef=pef.id, section=die.one)


def add_pef(g: Skirmish, side: str, at: Point) -> Pef:
    id = g.new_id()
    g.state.pef_count += 1
    inside = next((piece.id for piece in buildings(g.state) if piece.holds(at)), "")
    pef = g.state.pefs[id] = Pef(id=id, number=g.state.pef_count, side=side, at=at, building=inside)
    return pef


def place_in_section(
    state: SkirmishState, section: int, enemies: Sequence[Figure], options: Options
) -> Point:
    """The place nearest to its middle that terrain hides from the player; else the middle. NUTS-PEF-01"""
    cite("NUTS-PEF-01", "NS-08")
    west, north, east, south = section_box(state, section)
    middle = (west + east) // 2, (north + south) // 2
    places = [(x, y) for x in range(west, east + 1, INCH) for y in range(north, south + 1, INCH)]
    for at in sorted(places, key=lambda at: (square(minus(at, middle)), at)):
        if not any(sees_spot(state, one, at, options) for one in enemies):
            return at
    return middle


def section_box(state: SkirmishState, section: int) -> tuple[int, int, int, int]:
    """A section of the table: 1-2-3 in the far row, seen from the player's edge. NS-08"""
    cite("NS-08")
    ground = ground_of(state)
    row, column = divmod(section - 1, 3)
    edge = next(side.edge for side in state.sides.values() if side.played)
    across, down = {
        "south": (column, row),
        "north": (2 - column, 2 - row),
        "west": (2 - row, column),
        "east": (row, 2 - column),
    }[edge]
    wide, high = ground.width // 3, ground.height // 3
    return across * wide, down * high, (across + 1) * wide, (down + 1) * high


def players(state: SkirmishState, side: str) -> list[Figure]:
    """The men who can see a question mark of a side, or be gone for by it: its enemies who are able to act."""
    return [one for one in state.figures.values() if one.side != side and one.able and not one.aboard]


def sees_spot(state: SkirmishState, looker: Figure, at: Point, options: Options) -> bool:
    """Whether there is a line to a place, and no cover lying between. NUTS-PEF-05"""
    return why_spot_unseen(state, looker, at, options) is None


def why_spot_unseen(state: SkirmishState, looker: Figure, at: Point, options: Options) -> Blocked | None:
    """What hides a place from a man: no line, or cover lying between; cover he stands at does not count.

    Wherever he looks: what is there looks at him. NUTS-PEF-05
    """
    cite("NUTS-PEF-05", "NR-162")
    turned = copy(looker)
    turned.facing = facing_towards(looker, at)
    in_cover = option(options, "pef_in_cover") == "seen"
    spot = edge_before(state, looker.at, at) if in_cover else at
    why = why_point_unseen(state, turned, spot, options)
    if why is not None:
        return why
    cover = cover_lying_between(state, looker.at, at, close_by=not in_cover)
    return Blocked(f"{called(cover)} is in the way", ("NUTS-PEF-05", "NR-162")) if cover else None


def edge_before(state: SkirmishState, looker: Point, at: Point) -> Point:
    """Where the line to a place comes to the ground that it lies in, if the looker is not in it too. NR-162"""
    passages = line_over(ground_of(state), looker, at).passages
    around = [one for one in passages if one.piece.holds(at) and not one.piece.holds(looker)]
    edges = [one.stretches[-1].enters for one in around]
    return min(edges, key=lambda edge: square(minus(edge, looker)), default=at)


def cover_lying_between(
    state: SkirmishState, looker: Point, at: Point, *, close_by: bool = True
) -> Piece | None:
    """A wall or the like that lies between; ground that the place itself is in hides nothing. NUTS-PEF-05

    With `close_by` also one that the place lies close behind. NR-162
    """
    cite("NUTS-PEF-05")
    trace = lookout(ground_of(state)).trace(looker, at)
    near = number("behind_cover")
    crossed = [(one.piece, one.at) for one in trace.crossings]
    crossed += [(one.piece, one.stretches[0].enters) for one in trace.passages]
    hiding = (
        piece
        for piece, place in crossed
        if is_given(terrain_of(piece).cover, stationary=True)
        and not piece.holds(at)
        and not is_within(place, looker, near)
        and (close_by or not is_within(place, at, near))
    )
    return next(hiding, None)


def sees_house(state: SkirmishState, looker: Figure, house: Piece, options: Options) -> bool:
    """Whether a man is within 12" of a building and sees it. NUTS-PEF-07"""
    cite("NUTS-PEF-07")
    near = number("building_in_sight")
    return any(
        is_within(looker.at, spot, near) and sees_spot(state, looker, spot, options)
        for spot in fronts(house, looker.at)
    )


def fronts(house: Piece, looker: Point) -> Iterator[Point]:
    """Places just before the walls of a building, on the looker's side of them. NUTS-PEF-07, NS-08"""
    corners = house.polygon
    for i, corner in enumerate(corners):
        other = corners[(i + 1) % len(corners)]
        for part in range(4):
            on_wall = between(corner, other, part, 4)
            away = distance(on_wall, looker)
            if away > INCH // 5:
                yield between(on_wall, looker, INCH // 5, away)


def sees_pef(state: SkirmishState, looker: Figure, pef: Pef, options: Options) -> bool:
    """Whether a man and a question mark have a line: then it is resolved. NUTS-PEF-05, NUTS-PEF-07"""
    if pef.building:
        return sees_house(state, looker, building_named(state, pef.building), options)
    return sees_spot(state, looker, pef.at, options)


def why_pef_unseen(state: SkirmishState, looker: Figure, pef: Pef, options: Options) -> Blocked | None:
    """What hides a question mark from a man, if something does. NUTS-PEF-05, NUTS-PEF-07"""
    if not pef.building:
        return why_spot_unseen(state, looker, pef.at, options)
    if sees_pef(state, looker, pef, options):
        return None
    near = number("building_in_sight")
    house = building_named(state, pef.building)
    front = min(fronts(house, looker.at), key=lambda spot: square(minus(spot, looker.at)), default=pef.at)
    if not is_within(looker.at, front, near):
        return Blocked(f"what a building holds is seen from {shown(near, 'in')}", ("NUTS-PEF-07",))
    return why_spot_unseen(state, looker, front, options)


def next_pef(g: Skirmish, side: str) -> Pef | None:
    """The question mark that moves next: the farthest from any player group first. NUTS-PEF-04, NR-70

    They need the activation die like any group of Rep 4, but not with the option.
    """
    cite("NUTS-PEF-04", "NUTS-PEF-02")
    bold = option(g.options, "pef_ignores_die") == "on"
    if not bold and number("pef_rep") < g.state.sides[side].die:
        return None
    waiting = [pef for pef in g.state.pefs.values() if pef.side == side and not pef.done]
    return max(waiting, key=lambda pef: (away_from_players(g.state, pef), -pef.number), default=None)


def away_from_players(state: SkirmishState, pef: Pef) -> int:
    return min((square(minus(one.at, pef.at)) for one in players(state, pef.side)), default=0)


@procedure("skirmish.move_pef", rows=("NUTS-PEF-03", "NUTS-PEF-04"))
class MovePef(Procedure):
    """A question mark comes nearer; what it causes is settled before the next one moves. NUTS-PEF-04

    NR-70, NS-08
    """

    pef: str

    @step
    def move(self, g: Skirmish) -> Next:
        """2d6 against its Rep of 4, straight at the player; the ground costs it nothing. NUTS-PEF-02, NUTS-PEF-03

        One in a building stays: it is what the building holds. NUTS-PEF-07
        """
        pef = g.state.pefs[self.pef]
        pef.done = True
        if pef.building:
            cite("NUTS-PEF-07")
            return Done()
        dice = g.roll(number("pef_dice"), D6, f"{pef.name} moves", pef.side)
        many = at_most_two(passed(dice.faces, number("pef_rep")))
        most = inches(whole(chart("pef_movement").number(str(many))))
        start = pef.at
        seen_by = go_until_seen(g, pef, way_at_players(g.state, pef, most))
        gone = distance(start, pef.at) / INCH
        stays, comes = (
            f"{pef.name} stays where it is.",
            f'{pef.name} passes {many}d6 and comes {gone:.1f}" nearer.',
        )
        text = comes if gone else stays
        g.tell("pef_moves", text, *self.rows, rolls=[dice], pef=pef.id, start=start, end=pef.at)
        if seen_by is None:
            return Done()
        return Call(links.resolve_pef(pef.id, seen_by.group, came=True), then=self.over)

    @step
    def over(self, g: Skirmish) -> Next:
        return Done()


def go_until_seen(g: Skirmish, pef: Pef, path: tuple[Point, Point]) -> Figure | None:
    """Along its way until somebody has a line to it; who that is."""
    whole_way = length(path)
    for gone in [*range(STEP, whole_way, STEP), whole_way]:
        put(pef, point_at(path, gone))
        seen_by = who_sees(g.state, pef, g.options)
        if seen_by is not None:
            return seen_by
    return None


def who_sees(state: SkirmishState, pef: Pef, options: Options) -> Figure | None:
    """The nearest man of the player who has a line to a question mark. NUTS-PEF-05"""
    near = sorted(players(state, pef.side), key=lambda one: square(minus(one.at, pef.at)))
    return next((one for one in near if one.group and sees_pef(state, one, pef, options)), None)


def way_at_players(state: SkirmishState, pef: Pef, most: Tenths) -> tuple[Point, Point]:
    """Straight at the nearest man, to the last place in cover of its further half if there is one. NUTS-PEF-03"""
    cite("NUTS-PEF-03")
    near = min(players(state, pef.side), key=lambda one: square(minus(one.at, pef.at)), default=None)
    if near is None:
        return pef.at, pef.at
    far = distance(pef.at, near.at)
    most = min(most, max(0, far - 2 * INCH))
    if not most:
        return pef.at, pef.at
    places = [between(pef.at, near.at, gone, far) for gone in range(most, most // 2, -STEP)]
    covered = (at for at in places if cover_at(state, at, near.at) is not None)
    return pef.at, next(covered, places[0])


def is_all_answered(state: SkirmishState) -> bool:
    """Whether no question mark is left, and no building that nobody came near to or that is still silent. NS-11"""
    near, silent = state.near_houses, state.silent_houses
    return not state.pefs and all(one.id in near and one.id not in silent for one in buildings(state))


def note_answered(g: Skirmish) -> None:
    """On a patrol it is told once that nothing unknown is left. NS-11"""
    if g.state.mission == "patrol" and not g.state.answered and is_all_answered(g.state):
        g.state.answered = True
        text = "Nothing is unknown any more: leave nobody who can shoot at you, or go home."
        g.tell("all_answered", text, "NS-11")


def is_watching(g: Skirmish, lookers: Sequence[Figure]) -> bool:
    """Whether there is anything unknown that these men could come upon. NS-08, NS-11"""
    return bool(g.state.mission) and any(g.state.sides[one.side].played for one in lookers)


def unknown_in_sight(g: Skirmish, lookers: Sequence[Figure]) -> Sighting | None:
    """A question mark that one of these men sees now, the nearest first; or a building. NUTS-PEF-05, NUTS-PEF-07"""
    if not is_watching(g, lookers):
        return None
    looking = [one for one in lookers if one.able and one.group and g.state.sides[one.side].played]
    found = [
        (square(minus(one.at, pef.at)), pef.number, pef.id, one)
        for one in looking
        for pef in g.state.pefs.values()
        if sees_pef(g.state, one, pef, g.options)
    ]
    if found:
        _, _, pef, one = min(found, key=lambda item: item[:3])
        return Sighting(one.group, pef=pef)
    return house_in_sight(g, looking)


def house_in_sight(g: Skirmish, looking: Sequence[Figure]) -> Sighting | None:
    """A building that somebody comes near to for the first time, or enters that was silent. NUTS-PEF-07

    A question mark that lies in a building is what it holds.
    """
    state = g.state
    held = {pef.building for pef in state.pefs.values()}
    for house in buildings(state):
        for one in looking if house.id not in held else ():
            entered = house.id in state.silent_houses and house.holds(one.at)
            if entered or (house.id not in state.near_houses and sees_house(state, one, house, g.options)):
                return Sighting(one.group, house=house.id)
    return None
