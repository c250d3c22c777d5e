"""What a sergeant makes of tanks and guns: where a vehicle goes and looks, its hatches, when its riders get off.

A place is worth what can be shot at from it, less what can shoot at it there, and how near it is to the goal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

import msgspec

from deadground.core.requests import Order
from deadground.core.requests import Orders as OrdersRequest
from deadground.space.plane import FULL_TURN, Point, along, distance, facing_of, minus
from deadground.systems.skirmish.bots.answers import Orders, order
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.armour.faces import has_turret
from deadground.systems.skirmish.rules.armour.gunnery import Strike
from deadground.systems.skirmish.rules.armour.mounts import main_guns, platform_of
from deadground.systems.skirmish.rules.armour.piercing import penetration_number
from deadground.systems.skirmish.rules.armour.rounds import Platform, apr_at, mark_of
from deadground.systems.skirmish.rules.sight.line_of_sight import line_is_open
from deadground.systems.skirmish.rules.vehicles.finding_ways import (
    about,
    cost_of,
    driver_of,
    stood,
    turned_towards,
    way_to,
)
from deadground.systems.skirmish.rules.vehicles.speeds import speed, type_of
from deadground.systems.skirmish.rules.vehicles.ways import DriveWay, left_to_drive, way_faults
from deadground.systems.skirmish.state import INCH, Figure
from deadground.systems.skirmish.vehicle import Vehicle

FACES = 6

HITS, HITS_HULL_DOWN = 0.75, 0.45
"""About how often a gunner hits: what stands hull down shows no more than its turret."""

DANGER, TARGET = 1.3, 1.0
"""What being destroyed weighs against destroying somebody."""

FAST = 0.12
"""What it costs to have moved fast where an enemy is in sight: one's own shots go wild."""

PER_INCH = 0.022
"""What an inch towards the place that counts is worth to a vehicle."""

HURRIED = 2.0
"""How much more when the battle is nearly over and lost as things stand."""

TURNS = (0, 300, -300, 600, -600, 900, -900)
SHARES = (0.25, 0.5, 0.95)
"""Where a vehicle looks for a better place: so far off its heading, and with so much of its speed."""

NEAR_MEN, FAR_MEN = 20 * INCH, 28 * INCH
"""Enemies on foot who are nearer than the one make it button up, and beyond the other it opens again."""

GETS_OFF = 30 * INCH
"""Riders get off when an enemy in sight is nearer than this, or the place that counts nearer than half of it."""


class Armour:
    """The thoughts of one moment about vehicles and guns."""

    def __init__(self, picture: Picture, caution: float, *, hurries: bool) -> None:
        self.picture = picture
        self.state = picture.state
        self.caution = caution
        self.per_inch = PER_INCH * (HURRIED if hurries else 1.0)
        self.foes: list[Platform] = [
            *(one for one in self.state.vehicles.values() if one.side != picture.side and not one.is_out),
            *(one for one in self.state.guns.values() if one.side != picture.side and not one.is_out),
        ]
        self.shooters = [one for one in self.foes if main_guns(one, picture.options)]
        self.armour = [one for one in self.foes if isinstance(one, Vehicle)]

    def orders(self, request: OrdersRequest, men: Sequence[Figure], busy: set[str]) -> Orders:
        """What crews, riders and those who might ride are told besides shooting."""
        unit = request.units[0].id
        given: Orders = []
        # A tank that shoots stays for it: in one answer it would drive first.
        firing = {self.state.figures[id].aboard for id in busy} - {""}
        busy = busy | {one.id for one in men if one.aboard in firing and one.berth.in_vehicle}
        for card, wish in (("hatches", self.hatches), ("get_out", self.get_off), ("drive", self.drive)):
            free = [
                one
                for one in men
                if one.id not in busy and LAWS[card].why_not(self.state, one, self.picture.options) is None
            ]
            plan = wish(free) if free and card in request.units[0].cards else None
            if plan:
                told = LAWS[card].men_of(plan)
                given.append(order(unit, card, plan, told))
                busy |= set(told)
        return given

    def hatches(self, men: Sequence[Figure]) -> dict[str, Any] | None:
        """Shut while enemies on foot are near who could shoot at a head; open when they are not, to see. NS-20"""
        shut = {}
        for one in men:
            vehicle = self.state.vehicles[one.aboard]
            near = min((distance(vehicle.at, foe.at) for foe in self.picture.able_foes), default=FAR_MEN + 1)
            wanted = near <= NEAR_MEN if not vehicle.buttoned else near <= FAR_MEN
            if type_of(vehicle).is_armoured and wanted != vehicle.buttoned:
                shut[one.id] = wanted
        return {"shut": shut} if shut else None

    def get_off(self, men: Sequence[Figure]) -> dict[str, Any] | None:
        """Riders get off before they are shot off, on the side away from the enemy. NS-30"""
        places: dict[str, Any] = {}
        for one in men:
            vehicle = self.state.vehicles[one.aboard]
            foe = self.nearest_foe(vehicle.at)
            far = distance(vehicle.at, self.picture.aim.at)
            in_sight = foe is not None and distance(vehicle.at, foe) <= GETS_OFF
            if not in_sight and 2 * far > GETS_OFF:
                continue
            threat = foe or self.picture.aim.at
            facing = facing_of(minus(threat, vehicle.at)) if threat != vehicle.at else vehicle.facing
            for at in sorted(about(vehicle), key=lambda at: -distance(at, threat)):
                tried = {**places, one.id: {"at": list(at), "facing": facing}}
                if self.is_legal("get_out", {"places": tried}):
                    places = tried
                    break
        return {"places": places} if places else None

    def drive(self, men: Sequence[Figure]) -> dict[str, Any] | None:
        """Each vehicle to the best place it can come to, one after the other so that none is in another's way."""
        ways: dict[str, Any] = {}
        for vehicle in self.driven(men):
            driver = driver_of(men, vehicle)
            way = self.best_way(vehicle) if driver else None
            if driver is None or way is None:
                continue
            plain = msgspec.to_builtins(way)
            tried = {**ways, driver.id: plain}
            if self.is_legal("drive", {"ways": tried}):
                ways = tried
        return {"ways": ways} if ways else None

    def is_legal(self, card: str, plan: dict[str, Any]) -> bool:
        return not LAWS[card].faults(self.picture.view, Order("", card, (), None, plan), "", None)

    def fires(self, guns: dict[str, Any]) -> dict[str, Any]:
        """Of the main guns that could be fired those that can hurt what they are aimed at. NS-24"""
        kept = {}
        for id, given in guns.items():
            piece = platform_of(self.state, self.state.figures[id])
            aims = [
                self.state.vehicles[target] for target, _ in given["aims"] if target in self.state.vehicles
            ]
            if piece is not None and (not aims or any(self.threat(piece, one) > 0 for one in aims)):
                kept[id] = given
        return kept

    def driven(self, men: Sequence[Figure]) -> list[Vehicle]:
        """The vehicles that some men drive, the foremost first."""
        found = [self.state.vehicles[id] for id in dict.fromkeys(one.aboard for one in men)]
        return sorted(found, key=lambda one: distance(one.at, self.goal(one)))

    def goal(self, vehicle: Vehicle) -> Point:
        """Where a vehicle wants to be: a fighting one at the place that counts, another behind the others."""
        return self.picture.aim.at

    def best_way(self, vehicle: Vehicle) -> DriveWay | None:
        """The way whose end is worth more than staying; None to stay as it is."""
        stays = self.worth(vehicle, vehicle, None)
        can = (way for way in self.ways(vehicle) if not way_faults(self.state, vehicle, way, ""))
        found = [(self.worth(vehicle, stood(vehicle, way), way), way) for way in can]
        best, way = max(found, key=lambda one: one[0], default=(stays, None))
        return way if way is not None and best > stays + 0.02 else None

    def ways(self, vehicle: Vehicle) -> Iterator[DriveWay]:
        """Ways to look at: on the spot towards the enemy, ahead, aside, back, and straight to the goal."""
        threat = self.threat_to(vehicle)
        if threat is not None:
            turned = turned_towards(self.state, vehicle, facing_of(minus(threat, vehicle.at)))
            if turned is not None:
                yield turned
        left = left_to_drive(self.state, vehicle)
        goal = self.goal(vehicle)
        if not left or vehicle.condition != "sound":
            return
        if distance(vehicle.at, goal) > 2 * INCH and (way := way_to(self.state, vehicle, goal)) is not None:
            yield way
        type = type_of(vehicle)
        reach = left * type.speed_cross // type.speed_road
        headings = [vehicle.facing + turn for turn in TURNS]
        if goal != vehicle.at:
            headings.append(facing_of(minus(goal, vehicle.at)))
        for heading in headings:
            for share in SHARES:
                yield DriveWay((along(vehicle.at, heading % FULL_TURN, int(reach * share)),))
        if threat is not None:
            behind = along(vehicle.at, vehicle.facing + FULL_TURN // 2, reach // 3)
            yield DriveWay((behind,), backwards=True)

    def worth(self, vehicle: Vehicle, there: Vehicle, way: DriveWay | None) -> float:
        """What it is worth to a vehicle to stand somewhere, as if it had stopped there."""
        stopped = copy(there)
        stopped.drive = there.drive.but(moving=False)
        fights = bool(main_guns(vehicle, self.picture.options))
        danger = sum(self.threat(foe, stopped) for foe in self.shooters)
        targets = max((self.threat(stopped, foe) for foe in self.armour), default=0.0) if fights else 0.0
        spent = vehicle.drive.spent + (cost_of(self.state, vehicle, way) if way is not None else 0)
        is_fast = 2 * spent > speed(type_of(vehicle))
        found = TARGET * targets - DANGER * self.caution * danger
        if is_fast and (targets or danger):
            found -= FAST
        within = self.picture.aim.within * INCH
        far = max(0.0, distance(stopped.at, self.goal(vehicle)) - within) / INCH
        return found - far * self.per_inch * (0.3 if self.picture.aim.guard else 1.0)

    def threat(self, shooter: Platform, target: Platform) -> float:
        """About how likely one shot of a gun destroys or disables a vehicle."""
        if not isinstance(target, Vehicle) or not line_is_open(
            self.state, shooter, target, self.picture.options
        ):
            return 0.0
        mark = mark_of(self.state, shooter, target)
        strike = Strike(mark.face, turret=mark.hull_down and has_turret(type_of(target)))
        best = 0
        for gun in main_guns(shooter, self.picture.options):
            rating = penetration_number(
                type_of(target), apr_at(gun, shooter, target), strike, self.picture.options
            )
            best = max(best, rating.total)
        pierces = 1 - (1 - min(FACES, max(0, best)) / FACES) ** 2
        return pierces * (HITS_HULL_DOWN if mark.hull_down else HITS)

    def threat_to(self, vehicle: Vehicle) -> Point | None:
        """Where the enemy is that a vehicle has to keep its front to."""
        known = [one.at for one in self.shooters] or [one.at for one in self.state.ghosts.values()]
        return min(known, key=lambda at: distance(at, vehicle.at), default=None)

    def nearest_foe(self, at: Point) -> Point | None:
        known = [*(one.at for one in self.foes), *(one.at for one in self.picture.able_foes)]
        return min(known, key=lambda one: distance(one, at), default=None)
