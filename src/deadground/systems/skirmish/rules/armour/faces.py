"""Which face of a vehicle a round strikes, whether it stands hull down, and how thick it is there. NS-22, NR-95

All questions here change nothing and run on a state as on a view.
"""

from __future__ import annotations

from collections.abc import Iterator

from deadground.core.citing import cite
from deadground.space.bases import Base, gap_is_within
from deadground.space.plane import Point, cross, distance, dot, minus, vector
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.pieces import TablePiece, is_near
from deadground.systems.skirmish.rules.sight.cover import is_in_trench, lookout
from deadground.systems.skirmish.rules.sight.line_of_sight import line_over
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.systems.skirmish.vehicle_lists import Face, VehicleType, armour_of

SHIELDING = ("wall", "rubble", "wreck", "trench", "foxholes", "gully")
"""What a hull can stand down behind, besides the crest of a hill and a trench that was dug. NS-22"""


def face_towards(vehicle: Vehicle, from_: Point) -> Face:
    """The front is the quarter ahead, its edges included, the rear the quarter behind, the sides the rest. NR-95"""
    cite("NR-95")
    ahead, line = vector(vehicle.facing), minus(from_, vehicle.at)
    along, aside = dot(ahead, line), abs(cross(ahead, line))
    if along >= aside:
        return "front"
    return "rear" if -along > aside else "side"


def face_struck(state: SkirmishState, vehicle: Vehicle, shooter: TablePiece) -> Face:
    """Where a shot strikes: a plunging one the top, any other the face towards the shooter. COT-AFV-04, NR-95"""
    return "top" if is_from_above(state, vehicle, shooter) else face_towards(vehicle, shooter.at)


def is_from_above(state: SkirmishState, vehicle: Vehicle, shooter: TablePiece) -> bool:
    """Whether a shot plunges: by the supplement at 45 degrees or steeper, by the core rules from a level of a
    building above a vehicle within 6". COT-AFV-04, COT-R31, NR-95"""
    up = height(state, shooter) - height(state, vehicle)
    if type_of(vehicle).book == "core":
        cite("NR-95")
        return up > 0 and shooter.floor > 0 and is_near(vehicle, shooter.at, number("above_a_vehicle"))
    cite("COT-AFV-04", "COT-R31")
    return up > 0 and up >= distance(shooter.at, vehicle.at)


def height(state: SkirmishState, one: TablePiece) -> Tenths:
    """How high a piece is above the table: the ground under it and its floor. COT-R31"""
    return (ground_of(state).level_at(one.at) + one.floor) * number("plunging_level")


def armour_at(type: VehicleType, face: Face, options: Options) -> int | None:
    """The Armor Rating of a face; None for a vehicle without armour. NUTS-VEH-03

    By an option the top is the side less 2, and at least 1; so it is where a closed vehicle has no value printed.
    COT-AFV-05, COT-R30
    """
    rating = armour_of(type, face)
    if rating is None or type.side is None or type.book == "core" or face not in ("top", "bottom"):
        return rating
    cite("COT-AFV-05")
    is_open = face == "top" and "open_topped" in type.flags
    if is_open or (option(options, "top_armor") == "listed" and type.top is not None):
        return rating
    return max(number("least_top"), type.side + number("derived_top"))


def has_turret(type: VehicleType) -> bool:
    """Whether there is a turret to be hit. NS-22"""
    return type.turrets > 0


def is_low(type: VehicleType) -> bool:
    """NUTS-VEH-11, COT-VEH-20"""
    return "low_silhouette" in type.flags


def is_hull_down(state: SkirmishState, vehicle: Vehicle, from_: TablePiece) -> bool:
    """Whether a vehicle stands hull down to a shooter: it is stationary and has a turret, and what shields it lies
    across his line within an inch of its hull. NS-22

    A low one without a turret can do it against who is on its own level. COT-VEH-20
    """
    cite("NS-22")
    type = type_of(vehicle)
    if vehicle.is_moving or not (has_turret(type) or is_low(type)):
        return False
    if is_low(type):
        cite("COT-VEH-20")
        if height(state, from_) != height(state, vehicle):
            return False
    return is_shielded(state, vehicle, from_.at)


def is_shielded(state: SkirmishState, vehicle: Vehicle, from_: Point) -> bool:
    """Whether what shields a hull lies across a line to it within an inch of it. NS-22"""
    near = number("beside_cover")
    shields = (Base(at) for at in shields_between(state, vehicle, from_))
    return any(gap_is_within(one, vehicle.base, near) for one in shields)


def shields_between(state: SkirmishState, vehicle: Vehicle, from_: Point) -> Iterator[Point]:
    """Where a line to a vehicle meets something that can shield its hull. NS-22"""
    ground = ground_of(state)
    for crossing in lookout(ground).trace(from_, vehicle.at).crossings:
        if crossing.piece.kind in SHIELDING:
            yield crossing.at
    trace = line_over(ground, from_, vehicle.at)
    for passage in trace.passages:
        if passage.piece.kind in SHIELDING or passage.piece.is_relief:
            for stretch in passage.stretches:
                yield stretch.enters if stretch.leaves == vehicle.at else stretch.leaves
    for marker in state.markers.values():
        if marker.kind == "trench" and is_in_trench(marker, vehicle.at):
            yield vehicle.at
