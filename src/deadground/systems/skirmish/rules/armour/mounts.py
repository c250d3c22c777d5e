"""What a vehicle or a gun shoots with: who serves each weapon and where it bears. NS-22, NS-28, NS-34, COT-VEH-25

All questions here change nothing and run on a state as on a view.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from deadground.core.citing import cite
from deadground.space.bases import gap_is_within
from deadground.space.plane import FULL_TURN, Facing, Point, facing_of, minus
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.crews import crew_of_gun, serving, vehicle_of
from deadground.systems.skirmish.gun_lists import gun as gun_type
from deadground.systems.skirmish.man import Post
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.vehicle_kinds import seats
from deadground.systems.skirmish.vehicle_lists import MachineGun, Mount, VehicleType
from deadground.systems.skirmish.vehicle_lists import vehicle as vehicle_type

Arc = tuple[Facing, Facing]
"""From one bearing to another, clockwise from straight ahead."""

DEGREE = FULL_TURN // 360
OTHER_GUNNERS: tuple[Post, ...] = ("gunner", "turret_2", "turret_3", "turret_4", "turret_5")
"""Who serves what each turret holds. COT-VEH-25"""


class Mounted(msgspec.Struct, frozen=True):
    """A weapon on a vehicle, or a gun, and what it does.

    `apr` is None for a machine gun, whose lines of the weapon tables are `weapons`. `arc` None is all round; it is
    counted from the hull, or with `of_turret` from where that turret looks now.
    """

    name: str
    post: Post
    arc: Arc | None = None
    turret: int | None = None
    of_turret: bool = False
    place: int = 0
    """Of a main gun its place among those of its type."""
    apr: int | None = None
    apr_far: tuple[int, int] | None = None
    he: tuple[int, int] | None = None
    shots: int = 1
    howitzer: bool = False
    weapons: tuple[str, ...] = ()
    count: int = 1
    outside: bool = False
    """Whether its gunner has his head out of a hatch. NS-28"""


def main_guns(piece: Vehicle | Gun, options: Options = DEFAULTS) -> list[Mounted]:
    """What a vehicle or a gun has with an Armour Piercing Rating. COT-VEH-03, NS-34"""
    if isinstance(piece, Gun):
        return [served_gun(piece, options)]
    type = vehicle_type(piece.type, options)
    return [main_gun(type, place) for place, mount in enumerate(type.guns) if mount.apr is not None]


def main_gun(type: VehicleType, place: int) -> Mounted:
    """One of a vehicle's main weapons. COT-VEH-03, COT-VEH-22, COT-VEH-25"""
    mount = type.guns[place]
    cite("COT-VEH-03", "COT-VEH-22" if mount.at == "sponson" else "NS-22")
    return Mounted(
        "main gun" if place == 0 else f"gun {place + 1}",
        post_at(type, mount),
        arc=in_tenths(mount.arc),
        turret=mount.turret,
        place=place,
        apr=mount.apr,
        he=mount.he,
        shots=mount.shots,
        howitzer=mount.arm == "howitzer",
    )


def served_gun(gun: Gun, options: Options = DEFAULTS) -> Mounted:
    """A gun that its crew serves: into its front quarter. NS-34"""
    type = gun_type(gun.type, options)
    cite("NS-34")
    return Mounted(
        type.name,
        "gunner",
        arc=hull_arc(),
        apr=type.apr,
        apr_far=type.apr_far,
        he=type.he,
        shots=type.shots,
        howitzer="howitzer" in type.flags,
    )


def machine_guns(type: VehicleType) -> Iterator[Mounted]:
    """A vehicle's machine guns, those of its turrets and main weapons first. NS-28, LR-145"""
    cite("NS-28")
    for mount in type.guns:
        if mount.arm == "machine_gun":
            arc = in_tenths(mount.arc)
            yield Mounted(
                "machine gun",
                post_at(type, mount),
                arc=arc,
                turret=mount.turret,
                weapons=mount.weapons,
                count=mount.count,
            )
    for one in type.machine_guns:
        yield machine_gun(type, one)


def machine_gun(type: VehicleType, one: MachineGun) -> Mounted:
    """One besides the main weapons: whose it is, and where it bears. NS-28, COT-VEH-22"""
    cite("NS-28")
    name, count = f"{NAMES[one.place]} machine gun", one.count
    turret = one.turret or 0
    if one.place == "coaxial":
        beside = next((gun for gun in type.guns if gun.turret == turret), None)
        post = post_at(type, beside) if beside else "gunner"
        arc = in_tenths(beside.arc) if beside else None
        return Mounted(name, post, arc=arc, turret=turret, weapons=one.weapons, count=count)
    if one.place == "hull":
        return Mounted(name, bow_gunner(type), arc=hull_arc(), weapons=one.weapons, count=count)
    if one.place == "rear":
        cite("COT-VEH-22")
        rear = tuple(edge + FULL_TURN // 2 for edge in hull_arc())
        behind: Arc = (rear[0] % FULL_TURN, rear[1] % FULL_TURN)
        return Mounted(
            name, "loader", arc=behind, turret=turret, of_turret=True, weapons=one.weapons, count=count
        )
    heads_out = one.place == "aa"
    return Mounted(name, "commander", weapons=one.weapons, count=count, outside=heads_out)


NAMES = {
    "aa": "anti-aircraft",
    "hull": "hull",
    "coaxial": "coaxial",
    "cupola": "cupola",
    "rear": "rear",
    "turret": "turret",
    "defensive": "defensive",
}


def post_at(type: VehicleType, mount: Mount) -> Post:
    """Who serves a main weapon: the gunner, one in each further turret, or the commander what nobody else can.

    NS-29, COT-VEH-25
    """
    cite("NS-29", "COT-VEH-25")
    if mount is type.guns[0] or (mount.turret or 0) > 0:
        post = OTHER_GUNNERS[mount.turret or 0]
        return post if any(post in seat for seat in seats(type)) else "gunner"
    return "commander"


def bow_gunner(type: VehicleType) -> Post:
    """Who serves the machine gun of the hull: the driver where nobody sits beside him. LR-125"""
    cite("LR-125")
    return "hull_gunner" if any("hull_gunner" in seat for seat in seats(type)) else "driver"


def hull_arc() -> Arc:
    """The front quarter. NS-22"""
    cite("NS-22")
    table = chart("turret_arcs")
    return whole(table.number("hull", "from")) * DEGREE, whole(table.number("hull", "to")) * DEGREE


def in_tenths(arc: tuple[int, int] | None) -> Arc | None:
    return (arc[0] * DEGREE, arc[1] * DEGREE) if arc else None


def bearing(piece: Vehicle | Gun, at: Point) -> Facing:
    """Where a place lies as its hull sees it, clockwise from straight ahead."""
    if at == piece.at:
        return 0
    return (facing_of(minus(at, piece.at)) - piece.facing) % FULL_TURN


def bears(piece: Vehicle | Gun, one: Mounted, at: Point) -> bool:
    """Whether a weapon can be laid on a place as its hull stands, edges included. NS-22, COT-VEH-22, COT-VEH-25"""
    cite("NS-22", "COT-VEH-25")
    if one.arc is None:
        return True
    start, end = one.arc
    by = bearing(piece, at)
    if one.of_turret and isinstance(piece, Vehicle) and one.turret is not None:
        by = (by - piece.turrets[one.turret]) % FULL_TURN
    return (by - start) % FULL_TURN <= (end - start) % FULL_TURN


def platform_of(state: SkirmishState, figure: Figure) -> Vehicle | Gun | None:
    """The vehicle or the gun that a man serves; None for one who serves neither. NS-29, NS-34"""
    if figure.aboard:
        return vehicle_of(state, figure)
    return state.guns.get(figure.berth.gun) if figure.berth.gun else None


def gunner_of(state: SkirmishState, piece: Vehicle | Gun, one: Mounted) -> Figure | None:
    """Who fires a weapon now: of a gun whoever of its crew is beside it, its gunner first. NS-29, NS-34"""
    if isinstance(piece, Vehicle):
        return serving(state, piece, one.post)
    men = beside_it(state, piece)
    return next((man for man in men if one.post in man.berth.posts), next(iter(men), None))


def beside_it(state: SkirmishState, gun: Gun) -> list[Figure]:
    """Those of a gun's crew who are at it and are able to act. NS-34"""
    cite("NS-34")
    near = number("beside_a_gun")
    return [
        one for one in crew_of_gun(state, gun) if not one.aboard and gap_is_within(one.base, gun.base, near)
    ]


def is_loaded(piece: Vehicle | Gun, one: Mounted) -> bool:
    """Whether a round is in the chamber; only its own side knows. NS-23"""
    cite("NS-23")
    return not piece.unloaded if isinstance(piece, Gun) else one.place not in piece.unloaded
