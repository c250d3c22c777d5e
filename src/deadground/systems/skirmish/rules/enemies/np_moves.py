"""Where men whom nobody plays go: cover to fire from, any cover, a flank, the way they came. NS-42"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy

from deadground.core.citing import cite
from deadground.space.cover import nearest_cover
from deadground.space.plane import Point, along, between, distance, facing_of, is_within, minus, square
from deadground.space.units import Tenths
from deadground.systems.skirmish.game import Skirmish, enemies_of, ground_of, members, their_side
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.fire.readiness import can_shoot
from deadground.systems.skirmish.rules.movement.going import has_room, left_to_go, path_cost, within_allowance
from deadground.systems.skirmish.rules.movement.movement import Going
from deadground.systems.skirmish.rules.movement.standing import runs_into
from deadground.systems.skirmish.rules.sight.cover import cover_at, is_in_cover
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards, has_los
from deadground.systems.skirmish.state import BASE, INCH, Figure, SkirmishState
from deadground.systems.skirmish.terrain import terrain_of
from deadground.systems.skirmish.weapons import weapon

ASIDE = (0, 2 * INCH, -2 * INCH, 4 * INCH, -4 * INCH)
"""How far to either side of the straight way cover is looked for."""


class Picture:
    """What a group knows as it acts: where its enemies are, and what its own men have already chosen. NS-42"""

    def __init__(self, g: Skirmish, men: Sequence[Figure]) -> None:
        self.g = g
        self.men = list(men)
        self.side = their_side(men)
        self.foes = enemies_of(g.state, self.side)
        first, *_ = men
        group = members(g.state, first.group)
        self.seen = [foe for foe in self.foes if any(has_los(g.state, one, foe, g.options) for one in group)]
        self.taken: list[Point] = []

    def threat(self, figure: Figure) -> Point | None:
        """The nearest enemy in sight, else where one was last seen. NS-42"""
        cite("NS-42")
        places = [foe.at for foe in self.seen] or [
            dict(foe.sightings.seen_at).get(self.side, foe.at)
            for foe in self.foes
            if self.g.state.knowledge == "open" or self.side in dict(foe.sightings.seen_at)
        ]
        return min(places, key=lambda at: square(minus(at, figure.at)), default=None)

    def is_free(self, figure: Figure, at: Point) -> bool:
        """Whether a man can end there: nobody stands there or means to, and it is on the table."""
        ground = ground_of(self.g.state)
        if not (BASE <= at[0] <= ground.width - BASE and BASE <= at[1] <= ground.height - BASE):
            return False
        if any(is_within(one, at, 2 * BASE) for one in self.taken):
            return False
        return at == figure.at or has_room(self.g.state, figure, at)

    def can_reach(self, figure: Figure, at: Point) -> bool:
        """Whether his move takes him there, past no enemy's base and not beside one. NUTS-MELEE-01"""
        way = (figure.at, at)
        cost = path_cost(self.g.state, way)
        if cost is None or cost > left_to_go(figure) or self.is_beside_foe(at):
            return False
        return runs_into(self.g.state, figure, way) is None

    def is_beside_foe(self, at: Point) -> bool:
        return any(is_within(foe.at, at, 3 * BASE) for foe in self.foes)

    def going(self, figure: Figure, at: Point | None, *, prone: bool = False) -> Going:
        """A man goes to a place, or stays, and looks at the enemy."""
        path = (figure.at,) if at is None or at == figure.at else (figure.at, at)
        self.taken.append(path[-1])
        threat = self.threat(figure)
        facing = facing_of(minus(threat, path[-1])) if threat is not None and threat != path[-1] else None
        return Going(figure.id, path, facing, prone)


def is_covered_and_in_range(picture: Picture, figure: Figure) -> bool:
    """The starred note: already in cover and in range. NR-77"""
    cite("NR-77")
    threat = picture.threat(figure)
    return (
        threat is not None
        and is_in_cover(picture.g.state, at_rest(figure), threat, picture.g.options)
        and can_shoot(picture.g.state, figure, picture.foes, picture.g.options, turning=True)
    )


def at_rest(figure: Figure) -> Figure:
    """A man as he is when he has stopped: moving ones have no cover from woods and houses."""
    still = copy(figure)
    still.doing = still.doing.but(moving=False)
    return still


def place_to_fire_from(picture: Picture, figure: Figure, *, closer: bool = False) -> Point | None:
    """The nearest place within his move, in cover from the nearest enemy, with a line and range to one.

    He will look at that enemy, and does not turn to another after his move. NUTS-ACT-08
    Closer cover must besides be nearer to that enemy than he is now, by an inch at least. NUTS-NP-03, NS-42
    """
    cite("NS-42")
    state, options, threat = picture.g.state, picture.g.options, picture.threat(figure)
    if threat is None:
        return None

    def is_open(at: Point) -> bool:
        if closer and distance(at, threat) > distance(figure.at, threat) - INCH:
            return False
        if not picture.is_free(figure, at) or not picture.can_reach(figure, at):
            return False
        there = at_rest(figure)
        there.at, there.prone = at, False
        there.facing = facing_towards(there, threat)
        return can_shoot(state, there, picture.foes, options)

    return nearest_place(picture, figure, threat, is_open)


def any_cover(picture: Picture, figure: Figure) -> Point | None:
    """The nearest cover within his move, whether in range or not. NUTS-NP-03, NUTS-NP-05, NS-42"""
    cite("NS-42")
    threat = picture.threat(figure)
    if threat is None or is_in_cover(picture.g.state, at_rest(figure), threat, picture.g.options):
        return figure.at if threat is not None else None

    def is_open(at: Point) -> bool:
        return picture.is_free(figure, at) and picture.can_reach(figure, at)

    return nearest_place(picture, figure, threat, is_open)


def nearest_place(
    picture: Picture, figure: Figure, threat: Point, is_open: Callable[[Point], bool]
) -> Point | None:
    """The nearest place in cover from a threat that is open to a man. NUTS-NP-03, NS-42"""
    state = picture.g.state
    found = nearest_cover(
        ground_of(state),
        figure.base,
        left_to_go(figure),
        lambda piece: terrain_of(piece).cover != "no",
        lambda at: cover_at(state, at, threat) is None,
        allowed=is_open,
    )
    return found.at if found else None


def towards(picture: Picture, figure: Figure, goal: Point) -> Point:
    """A full move to a goal, ending in cover if that costs no more than half of the way. NUTS-NP-03, NS-42"""
    cite("NS-42")
    state, threat = picture.g.state, picture.threat(figure)
    straight = within_allowance(state, (figure.at, goal), left_to_go(figure))[-1]
    gain = distance(figure.at, goal) - distance(straight, goal)
    free = [
        at
        for at in places_on_the_way(figure.at, straight)
        if picture.is_free(figure, at) and picture.can_reach(figure, at)
    ]
    if not free:
        return figure.at
    covered = [
        at
        for at in free
        if threat is not None
        and cover_at(state, at, threat) is not None
        and 2 * (distance(figure.at, goal) - distance(at, goal)) >= gain
    ]
    return min(covered or free, key=lambda at: (square(minus(at, goal)), at))


def places_on_the_way(start: Point, end: Point) -> Iterator[Point]:
    """Places along a straight way and a little to its sides."""
    whole = distance(start, end)
    if not whole:
        yield start
        return
    heading = facing_of(minus(end, start))
    for gone in range(whole, 0, -INCH // 2):
        on_way = between(start, end, gone, whole)
        for aside in ASIDE:
            yield along(on_way, heading + 900, aside) if aside else on_way


def flank_of(picture: Picture, figure: Figure, flank: str) -> Point:
    """A point 12" to the player's own left or right of his nearest man, on the table. NS-42"""
    cite("NS-42")
    near = min(picture.foes, key=lambda foe: square(minus(foe.at, figure.at)))
    looks = facing_of(minus(figure.at, near.at)) if figure.at != near.at else near.facing
    turn = 2700 if flank == "left" else 900
    x, y = along(near.at, looks + turn, number("np_flank"))
    ground = ground_of(picture.g.state)
    return min(max(x, BASE), ground.width - BASE), min(max(y, BASE), ground.height - BASE)


def edge_point(state: SkirmishState, figure: Figure) -> Point:
    """The nearest point of the edge a man came from. NS-42"""
    cite("NS-42")
    ground, (x, y) = ground_of(state), figure.at
    return {
        "north": (x, BASE),
        "south": (x, ground.height - BASE),
        "west": (BASE, y),
        "east": (ground.width - BASE, y),
    }[state.sides[figure.side].edge]


def support_of(men: Sequence[Figure]) -> Figure | None:
    """The group's support weapon: its highest-ranked machine gun or launcher. NS-42"""
    cite("NS-42")
    ranked = [(weapon(one.arms.weapons[0]).rank, one) for one in men if one.arms.weapons]
    heavy = [(rank, one) for rank, one in ranked if rank >= MACHINE_GUN]
    return max(heavy, key=lambda pair: pair[0])[1] if heavy else None


MACHINE_GUN = 4
"""The rank of machine guns; launchers rank higher. NUTS-FIRE-13"""


def halves(men: Sequence[Figure]) -> tuple[list[Figure], list[Figure]]:
    """The half with the support weapon, rounded up, and the other. NS-42"""
    cite("NS-42")
    support = support_of(men) or men[0]
    ordered = sorted(men, key=lambda one: (one is not support, one.arms.loads_for != support.id))
    near = sorted(
        ordered[1:], key=lambda one: (one.arms.loads_for != support.id, square(minus(one.at, support.at)))
    )
    ordered = [ordered[0], *near]
    middle: Tenths = -(-len(men) // 2)
    return ordered[:middle], ordered[middle:]
