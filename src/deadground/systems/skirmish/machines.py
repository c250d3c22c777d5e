"""The vehicles and guns of a side as its scenario begins them, with all who serve and ride in them. NUTS-VEH-01"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deadground.core.citing import cite
from deadground.space.plane import FULL_TURN
from deadground.space.units import inches
from deadground.systems.skirmish.man import Arms, Berth, Post
from deadground.systems.skirmish.scenario_file import CrewMan, GunFile, Number, SideFile, VehicleFile
from deadground.systems.skirmish.state import Figure, SkirmishState, Unit
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.vehicle_kinds import footprint, rides_on_deck, seats
from deadground.systems.skirmish.vehicle_lists import vehicle as vehicle_type

GUN_POSTS: Sequence[Post] = ("gunner", "loader")
"""What the first men of a gun's crew serve as; the others lend a hand. NS-34"""


def add_machines(state: SkirmishState, side: SideFile) -> None:
    """Its guns, and then its vehicles, which may tow them."""
    guns = {
        one.name: add_gun(state, side, one, f"{side.id}:gun_{place}")
        for place, one in enumerate(side.guns, 1)
    }
    for place, file in enumerate(side.vehicles, 1):
        vehicle = add_vehicle(state, side, file, f"{side.id}:vehicle_{place}")
        for man in named(state, side, file.riders):
            on_deck = rides_on_deck(vehicle_type(file.type))
            man.aboard, man.berth, man.at = vehicle.id, man.berth.but(on_deck=on_deck), vehicle.at
        if file.tows:
            guns[file.tows].aboard = vehicle.id


def add_vehicle(state: SkirmishState, side: SideFile, file: VehicleFile, id: str) -> Vehicle:
    cite("NUTS-VEH-01")
    vehicle = as_it_stands(file, side, id)
    state.vehicles[id] = vehicle
    state.units[id] = Unit(id, side.id, file.name, "crew", file.platoon, len(file.crew))
    for place, (man, posts) in enumerate(manned(file), 1):
        figure = crewman(f"{id}_{place}", side.id, id, man)
        figure.aboard, figure.berth = id, Berth(posts=posts)
        figure.at, figure.facing = vehicle.at, vehicle.facing
        state.figures[figure.id] = figure
    return vehicle


def as_it_stands(file: VehicleFile, side: SideFile, id: str = "") -> Vehicle:
    """A vehicle where its scenario puts it, with the base of its type. NS-21"""
    type = vehicle_type(file.type)
    width, depth = footprint(type.size)
    return Vehicle(
        id=id,
        name=file.name,
        side=side.id,
        unit=id,
        type=file.type,
        at=(inches(file.at[0]), inches(file.at[1])),
        facing=facing(file.facing),
        width=width,
        depth=depth,
        turrets=tuple(facing(one) for one in file.turrets) or (0,) * type.turrets,
        buttoned=file.buttoned,
    )


def manned(file: VehicleFile) -> Iterator[tuple[CrewMan, tuple[Post, ...]]]:
    """Each man with his posts: those the file gives him, or the next seat that nobody has. NS-29"""
    taken = {post for man in file.crew for post in man.posts}
    free = [seat for seat in seats(vehicle_type(file.type)) if not taken & {*seat}]
    for man in file.crew:
        yield man, man.posts or free.pop(0)


def add_gun(state: SkirmishState, side: SideFile, file: GunFile, id: str) -> Gun:
    gun = gun_as_it_stands(file, side, id)
    state.guns[id] = gun
    for place, man in enumerate(named(state, side, file.crew)):
        post: Post = GUN_POSTS[place] if place < len(GUN_POSTS) else "number"
        man.berth = Berth(posts=(post,), gun=id)
    return gun


def gun_as_it_stands(file: GunFile, side: SideFile, id: str = "") -> Gun:
    """A gun where its scenario puts it. NS-21"""
    width, depth = footprint("gun")
    return Gun(
        id=id,
        name=file.name,
        side=side.id,
        type=file.type,
        at=(inches(file.at[0]), inches(file.at[1])),
        facing=facing(file.facing),
        width=width,
        depth=depth,
    )


def named(state: SkirmishState, side: SideFile, names: Sequence[str]) -> list[Figure]:
    """The men of a side's units who are called so."""
    own = {one.name: one for one in state.figures.values() if one.side == side.id and not one.aboard}
    return [own[name] for name in names]


def crewman(id: str, side: str, unit: str, man: CrewMan) -> Figure:
    return Figure(
        id=id,
        name=man.name,
        side=side,
        unit=unit,
        at=(0, 0),
        facing=0,
        rank=man.rank,
        star=man.star,
        woman=man.woman,
        rep=man.rep,
        attributes=man.attributes,
        arms=Arms(weapons=man.weapons),
        star_dice=man.rep if man.star else -1,
    )


def facing(degrees: Number) -> int:
    return round(degrees * 10) % FULL_TURN
