"""Where men go: from cover to cover, together, as near as it pays to where they want to be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deadground.space.plane import Point
from deadground.systems.skirmish.bots.chances import arm_of
from deadground.systems.skirmish.bots.land import Floats, Ints, Land
from deadground.systems.skirmish.bots.picture import SQUARES_KEPT, Picture
from deadground.systems.skirmish.bots.staff import LEAVES, Staff
from deadground.systems.skirmish.rules.leaders.leadership import RANKS
from deadground.systems.skirmish.rules.movement.going import left_to_go, normal_move, why_no_run
from deadground.systems.skirmish.rules.sight.stepping import path_faults
from deadground.systems.skirmish.state import INCH, Figure

TRIES = 5
"""How many places a man looks at before he stays where he is."""

AT_A_TIME = 16
"""How many places are judged at once by how far they are to walk."""

TOGETHER = 3.0
"""How far apart men of a group go, in inches; at four they would be two groups."""

INERTIA = 0.03
"""What a move must be better by than staying."""

POSTED = 0.5
"""The same for somebody who holds the place and is in cover: he keeps his post, and hides from nobody."""

PER_INCH = {
    "advance": 0.05,
    "wait": 0.05,
    "hunt": 0.055,
    "hold": 0.03,
    "stay": 0.0,
    "home": 0.3,
    "beaten": 0.05,
}
"""What an inch towards the goal is worth."""

COVER, HIDDEN = 0.5, 0.03
APART = 0.12
"""What an inch too far from the others costs."""

OVERLOOKS = 0.1
"""What it is worth to see the place that counts."""

SURPRISED = 0.8
"""What it costs to come into sight of an enemy who waits, on the way too: he sees first more often than not."""

BUNCHED, BLAST = 0.4, 3.0
"""What it costs to stand near a friend who has a grenade in his hand, and how near, in inches. NUTS-GREN-04"""

DANGER = 2.2
TARGETS = 1.0
"""What the chances of those who see a square, and of a shot from it, are worth."""


@lru_cache(maxsize=SQUARES_KEPT)
def shelter(land: Land, square: int) -> NDArray[np.float64]:
    """What the cover of every square from one is worth, and that it conceals."""
    return np.asarray(land.covered_from(square) * COVER + land.inside[2] * HIDDEN)


@lru_cache(maxsize=SQUARES_KEPT)
def overlooking(land: Land, square: int) -> NDArray[np.float64]:
    """What it is worth in every square to see one."""
    return np.asarray(land.seen(square) * OVERLOOKS)


class Places:
    """What every square is worth to the men of a group, and who stands where."""

    def __init__(self, staff: Staff, men: Sequence[Figure]) -> None:
        self.staff = staff
        self.picture = staff.picture
        self.land = staff.picture.land
        self.gone: list[str] = []
        self.taken = self.picture.taken.copy()
        self.near: Floats | None = None
        self.holders = [one for one in self.picture.friends if one.pack.readied]
        unseen = not any(self.picture.sees(one.at) for one in men)
        self.part = staff.part_of(men[0])
        self.surprise = SURPRISED / staff.pressed(self.part) if unseen else 0.0
        party = men[0].group, self.part
        if party not in staff.weighed:
            staff.weighed[party] = self._score(men)
        self.score = staff.weighed[party]

    def _score(self, men: Sequence[Figure]) -> Floats:
        picture, staff = self.picture, self.staff
        exposed = picture.danger * (DANGER * staff.caution / max(3.0, len(men)))
        score = shelter(self.land, self.land.square(picture.middle_of_foes)) - exposed
        score -= staff.pull(men) * (PER_INCH[staff.posture] * staff.pressed(self.part))
        if staff.posture not in LEAVES:
            score += picture.targets * TARGETS
            score += overlooking(self.land, self.land.square(picture.aim.at))
        return np.asarray(score, np.float32)

    def move(self, one: Figure, at: Point) -> None:
        """A man will go from where he is to another place."""
        self.taken[self.land.beside(one.at)] -= 1
        self.taken[self.land.beside(at)] += 1
        self.gone.append(one.id)

    def put(self, at: Point) -> None:
        """Somebody of the group will be here."""
        far = self.land.inches_from(self.land.square(at))
        self.near = far if self.near is None else np.minimum(self.near, far)

    def worth(self, squares: Any) -> Any:
        """What squares are worth to one more man of the group."""
        found = self.score[squares]
        if self.near is not None:
            found = found - np.maximum(self.near[squares] - TOGETHER, 0.0) * APART
        return found

    def best(self, one: Figure, most: int) -> Point | None:
        """The best place a man can go to in a straight line, if it is better than where he is."""
        here, inches = self.land.square(one.at), most // INCH
        around = self.land.around(here, inches)
        value = self.worth(around)
        stay = self.less_drawbacks(one, here, value[around.searchsorted(here)], self.picture.watched[here])
        stay = stay + self.inertia(one)
        better = (value > stay).nonzero()[0]
        better = better[self.taken[around[better]] == 0]
        if not len(better):
            return None
        value = value[better]
        if self.surprise or self.holders:
            watched = self.watched_on_the_way(one.at, inches, better) if self.surprise else None
            value = self.less_drawbacks(one, around[better], value, watched)
            better, value = better[value > stay], value[value > stay]
        order = around[better[(-value).argsort(kind="stable")]]
        for square in islice(self.walkable(one, order, most), TRIES):
            at = self.land.middle(square)
            if at != one.at and not path_faults(self.picture.state, one, (at,), most, "", self.gone):
                return at
        return None

    def less_drawbacks(self, one: Figure, squares: Any, value: Any, watched: Any) -> Any:
        """What squares are worth to a man, less what they may cost him; never more.

        `watched`: 1 for those where he comes into sight of an enemy who waits, else 0.
        """
        if self.surprise:
            value = value - watched * self.surprise
        for friend in self.holders:
            if friend.id != one.id:
                far = self.land.inches_from(self.land.square(friend.at))[squares]
                value = value - (far < BLAST) * BUNCHED
        return value

    def watched_on_the_way(self, start: Point, inches: int, which: NDArray[np.intp]) -> Floats:
        """1 for each of some squares around if an enemy who can act sees it or a part of the way to it, else 0."""
        watched, here = self.picture.watched, self.land.square(start)
        if not watched[self.land.around(here, inches + 1)].any():
            return np.zeros(len(which), np.float32)
        passed: Floats = watched[self.land.passed_around(start, inches)[:, which]].max(axis=0)
        return np.maximum(watched[self.land.around(here, inches)[which]], passed)

    def inertia(self, one: Figure) -> float:
        """How much better another place must be. Who holds what he has leaves good cover for far better only."""
        picture = self.picture
        if self.staff.posture == "hold" and self.land.is_covered(one.at, picture.middle_of_foes):
            return POSTED
        return 0.0 if one.prone else INERTIA

    def walkable(self, one: Figure, squares: Ints, most: int) -> Iterator[int]:
        """Those of some squares that a man can walk to, by eye; looked at a few at a time, as few are wanted."""
        farthest = float(np.float32(most / INCH))  # rounded as the walks are
        for first in range(0, len(squares), AT_A_TIME):
            some = squares[first : first + AT_A_TIME].tolist()
            for square, inches in zip(some, self.land.walks(one.at, some), strict=True):
                if inches <= farthest:
                    yield square


def march(staff: Staff, men: Sequence[Figure], most: dict[str, int] | None = None) -> dict[str, Point]:
    """Where each of some men of a group goes; who is not named stays."""
    group = [one for one in staff.picture.friends if goes_with(staff, one, men[0])]
    places = Places(staff, group)
    ends: dict[str, Point] = {}
    moving = {one.id for one in men}
    for one in group:
        if one.id not in moving:
            places.put(one.at)
    for one in sorted(men, key=lambda one: -RANKS.index(one.rank)):
        reach = left_to_go(one) if most is None else most[one.id]
        at = places.best(one, reach) if reach >= INCH else None
        if at is not None:
            ends[one.id] = at
            places.move(one, at)
        places.put(at or one.at)
    return ends


def goes_with(staff: Staff, one: Figure, other: Figure) -> bool:
    """Whether two men keep together: those of a group, but who gives fire is not left behind, he stays."""
    return one.group == other.group and staff.part_of(one) == staff.part_of(other)


def runs(staff: Staff, men: Sequence[Figure]) -> dict[str, Point]:
    """A Fast Move, while the enemy is far off and nobody sees them: who runs shoots badly until the turn ends."""
    picture = staff.picture
    if any(one.aid.carries or why_no_run(one) for one in men):
        return {}
    if any(picture.sees(one.at) for one in men) or picture.nearest_foe(men[0].at, RUN_BEFORE) is not None:
        return {}
    ends = march(staff, men, {one.id: left_to_go(one) + normal_move(one) // 2 for one in men})
    far = [one for one in men if one.id in ends and is_far(picture, one, ends[one.id])]
    return ends if 2 * len(far) >= len(men) else {}


def show_themselves(staff: Staff, men: Sequence[Figure], most: dict[str, int]) -> dict[str, Point]:
    """Two more inches before an In Sight Test: the leader, and whoever has more than a rifle, come up to look.

    The highest in rank who sees the enemy throws the dice; a man who stands in for him throws fewer.
    """
    picture = staff.picture
    land = picture.land
    group = [one for one in picture.friends if one.group == men[0].group]
    seen_now = np.zeros(land.size, np.bool_)
    spotted = [foe for foe in picture.foes if foe.able and sees_any(picture, foe, group)]
    for foe in spotted:
        seen_now |= land.seen(land.square(foe.at))
    places = Places(staff, group)
    ends: dict[str, Point] = {}
    for one in men:
        if seen_now[land.square(one.at)] or not is_wanted(one):
            continue
        around = land.around(land.square(one.at), 2)
        around = around[seen_now[around] & (places.taken[around] == 0)]
        order = around[np.argsort(-places.score[around], kind="stable")]
        for square in islice(places.walkable(one, order, most[one.id]), TRIES):
            at = land.middle(square)
            if not path_faults(picture.state, one, (at,), most[one.id], "", places.gone):
                ends[one.id] = at
                places.move(one, at)
                break
    return ends


def sees_any(picture: Picture, foe: Figure, men: Sequence[Figure]) -> bool:
    seen = picture.land.seen(picture.land.square(foe.at))
    return any(seen[picture.land.square(one.at)] for one in men)


def is_wanted(one: Figure) -> bool:
    """Whether a man makes a difference in an In Sight Test."""
    arm = arm_of(one)
    return one.rank != "soldier" or (arm is not None and arm.rank > 1)


def is_far(picture: Picture, one: Figure, at: Point) -> bool:
    """Whether a normal move does not bring a man to a place."""
    (inches,) = picture.land.walks(one.at, [picture.land.square(at)])
    return inches * INCH > left_to_go(one)


LIES_DOWN = ("wait", "hold", "stay", "beaten")

RUN_BEFORE = 18 * INCH
"""Nobody runs with an enemy nearer than this."""


def ways(staff: Staff, ends: dict[str, Point]) -> dict[str, Any]:
    """A plan of moves: everybody looks to the enemy in the end, and who will stay in the open lies down."""
    picture = staff.picture
    paths = {}
    for id, at in ends.items():
        square = picture.land.square(at)
        open_ = not picture.land.is_covered(at, picture.middle_of_foes) and picture.danger[square] > 0
        prone = bool(open_) and staff.posture in LIES_DOWN
        paths[id] = {"points": [list(at)], "facing": picture.faces(at), "prone": prone}
    return {"paths": paths}
