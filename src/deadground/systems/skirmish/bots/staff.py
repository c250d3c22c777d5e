"""What a sergeant wants this turn: attack, wait, hunt or give up, and where each group goes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from deadground.space.lazy import lazy
from deadground.space.plane import Facing, Point, distance
from deadground.systems.skirmish.bots.land import Floats, Land
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.plans import Mind, Posture
from deadground.systems.skirmish.state import INCH, Figure

LEAVES = ("home", "beaten")
"""Who leaves looks for no targets and charges nobody."""

WINGS = {"left": -1, "right": 1, "centre": 0, "hold": 0}
LAST_TURNS = 4
"""When no more turns than this are left there is no more waiting."""

WAITS = 0.55
"""Which part of the battle a sergeant who holds first lets pass."""

WAITS_AT = 7.0
"""How many inches before the place he waits."""

FORMS_UP, A_BOUND = 14.0, 4.0
"""How many inches before a place that is held the groups of an attack come together, and what is near enough."""

COMES_UP, MOST = 0.35, 0.7
"""Which part of the battle they have for it, and how many must be there for all to go in."""

SQUAD = 12
"""No more men than this go for a place as one party; of a platoon one part shoots and the other goes in."""

PRESSED = 3.0
"""How much more an inch is worth to hunters who would stand idle, and to those who storm."""

SHOOTS, GOES_IN = 2, 1
"""The halves of a squad that storms: the Junior NCO's, with the machine gun, and the Squad Leader's. NS-03"""

SURRENDER = 3
"""How near to go to a hunkered enemy, in inches, so that he gives himself up."""


OUT_OF_REACH = 24.0
"""How many inches from the enemy he no longer matters to who flees."""

FIELDS_KEPT = 100
"""How many answers to the question how far all squares are from something are kept, of each kind."""


class Staff:
    """The thoughts of one moment, from the picture and the mind."""

    def __init__(self, picture: Picture, mind: Mind) -> None:
        self.picture = picture
        self.mind = mind
        self.temper = mind.temper
        self.weighed: dict[tuple[str, int], Floats] = {}
        """What every square is worth to each party, once somebody has weighed it."""
        self.press = mind.notion.press
        """How much more than usual an inch towards the goal is worth."""

    @property
    def presses(self) -> bool:
        """Whether a group that finds nothing to do had better go nearer: hunters, and those of an attack."""
        return self.posture == "hunt" or self.attacks

    @property
    def attacks(self) -> bool:
        """Whether men who only hold are being attacked, and nobody comes up to it any more."""
        return self.posture == "advance" and self.picture.they_hold and self.goes_in

    @lazy
    def storms(self) -> bool:
        """Whether a platoon attacks as one: those who give fire shoot, and the others go in under it."""
        picture = self.picture
        ours = sum(one.side == picture.side for one in picture.state.figures.values())
        in_for_it = self.attacks or (self.posture == "hunt" and picture.they_hold)
        return in_for_it and ours > SQUAD

    def part_of(self, one: Figure) -> int:
        """What a man does when his platoon storms: who has nobody to shoot at goes in, whatever half he is of."""
        if not self.storms or one.half != SHOOTS or self.press > 1:
            return GOES_IN
        return SHOOTS if self.picture.targets[self.picture.land.square(one.at)] > 0 else GOES_IN

    def pressed(self, part: int) -> float:
        """How much more than usual an inch towards the goal is worth to those who do a part of the attack."""
        return max(self.press, PRESSED) if self.storms and part == GOES_IN else self.press

    def press_on(self) -> None:
        """Who hunts and finds nothing to do goes nearer, though he would be safer where he is."""
        self.press = PRESSED
        self.weighed.clear()

    @lazy
    def plan(self) -> str:
        return self.mind.plan(self.picture)

    @lazy
    def posture(self) -> Posture:
        picture, temper = self.picture, self.temper
        if self.mind.notion.posture:
            return self.mind.notion.posture
        if picture.balance <= temper.gives_up and not picture.aim.home:
            return "beaten"
        if picture.aim.guard:
            return "hold"
        if picture.aim.home:
            return "home"
        if self.must_hurry or picture.balance >= temper.hunts_at:
            return "hunt"
        waits = WAITS * picture.state.last_turn + (1 if self.plan == "hold" else 0)
        come = not picture.they_hold and (picture.state.turn <= waits or picture.leads)
        return "wait" if come else "advance"

    @property
    def must_hurry(self) -> bool:
        """Whether the battle is nearly over and lost as things stand."""
        return self.picture.turns_left <= LAST_TURNS and not self.picture.leads and not self.picture.aim.guard

    @property
    def caution(self) -> float:
        """How much danger counts: half as much when there is nothing to lose, or a whole platoon goes in."""
        return self.temper.caution * (0.5 if self.must_hurry or self.storms else 1.0)

    @lazy
    def prey(self) -> list[Figure]:
        """The enemies one has to get rid of: those who keep one from the place, else all."""
        aim = self.picture.aim
        near = [one for one in self.picture.foes if distance(one.at, aim.at) <= (aim.clear + 2) * INCH]
        return near or self.picture.foes

    def pull(self, men: Sequence[Figure]) -> Floats:
        """How many inches every square is from where these men want to be."""
        picture = self.picture
        land, aim = picture.land, picture.aim
        if self.posture == "home":
            return from_home(land, picture.state.sides[picture.side].edge, aim.within - 1)
        if self.posture == "beaten":
            return too_near(land, land.square(picture.middle_of_foes))
        goal, wing = land.square(aim.at), WINGS[self.plan]
        if self.posture == "wait":
            return before_it(land, goal, picture.towards, wing, aim.clear - 2)
        if self.posture != "hunt" or not self.prey:
            return short_of(land, goal, picture.towards, wing, aim.within - 1 if self.goes_in else FORMS_UP)
        at = middle(men)
        prey = min(self.prey, key=lambda one: distance(one.at, at))
        stop = SURRENDER if prey.status == "hunker_down" or self.press > 1 else 6
        return short_of(land, land.square(prey.at), 0, 0, stop)

    @lazy
    def goes_in(self) -> bool:
        """Whether an attack on men who only hold is under way: first the groups come up, then all go in as one."""
        picture = self.picture
        if not picture.they_hold or picture.state.turn > COMES_UP * picture.state.last_turn:
            return True
        land, aim = picture.land, picture.aim
        far = land.inches_from(land.square(aim.at))
        men = [one for one in picture.friends if one.able]
        up = [one for one in men if far[land.square(one.at)] <= FORMS_UP + A_BOUND]
        return len(up) >= MOST * len(men)


@lru_cache(maxsize=FIELDS_KEPT)
def short_of(land: Land, goal: int, turned: Facing, wing: int, inches: float) -> Floats:
    """How many inches every square is on foot from so near to a goal."""
    return np.asarray(np.maximum(land.ways(goal, turned, wing) - np.float32(inches), np.float32(0)))


@lru_cache(maxsize=FIELDS_KEPT)
def before_it(land: Land, goal: int, turned: Facing, wing: int, reach: float) -> Floats:
    """The same for those who wait before a goal; farther off than they keep the enemy from it counts double."""
    out_of_it = np.maximum(land.inches_from(goal) - np.float32(reach), 0.0) * 2
    return np.asarray(short_of(land, goal, turned, wing, WAITS_AT) + out_of_it, np.float32)


@lru_cache(maxsize=FIELDS_KEPT)
def from_home(land: Land, edge: str, within: float) -> Floats:
    """How many inches every square is from where one is home, at whatever point of the edge. NS-11"""
    return np.asarray(np.maximum(land.inches_to_edge(edge) - np.float32(within), 0.0), np.float32)


@lru_cache(maxsize=FIELDS_KEPT)
def too_near(land: Land, foe: int) -> Floats:
    """How many inches every square is too near to the enemy: from so far off he no longer matters."""
    return np.asarray(np.maximum(OUT_OF_REACH - land.inches_from(foe), 0.0), np.float32)


def middle(men: Sequence[Figure]) -> Point:
    """The middle of some men."""
    return sum(one.at[0] for one in men) // len(men), sum(one.at[1] for one in men) // len(men)
