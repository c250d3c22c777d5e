"""What no type can say of a scenario's vehicles and guns: types there are, crews that fit, room for their bases.

NUTS-VEH-01, NS-21, NS-29, NS-30, NR-230
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from deadground.core.faults import Fault
from deadground.systems.skirmish.attributes import attributes
from deadground.systems.skirmish.foreign_vehicles import gun_fault, vehicle_fault
from deadground.systems.skirmish.gun_lists import all_guns
from deadground.systems.skirmish.gun_lists import gun as gun_type
from deadground.systems.skirmish.machines import as_it_stands, gun_as_it_stands
from deadground.systems.skirmish.man import Post
from deadground.systems.skirmish.rules.vehicles.hull import can_be_there, stands_on
from deadground.systems.skirmish.rules.vehicles.speeds import mover_of
from deadground.systems.skirmish.scenario_file import GunFile, SideFile, VehicleFile
from deadground.systems.skirmish.vehicle_kinds import carries, seats, why_no_tow
from deadground.systems.skirmish.vehicle_lists import VehicleType, all_vehicles
from deadground.systems.skirmish.vehicle_lists import vehicle as vehicle_type
from deadground.systems.skirmish.weapons import all_weapons

if TYPE_CHECKING:
    from deadground.systems.skirmish.scenario_check import ScenarioCheck, Way


class MachineCheck:
    """Checks the vehicles and guns of one side."""

    def __init__(self, whole: ScenarioCheck, side: SideFile, way: Way) -> None:
        self.whole, self.side, self.way = whole, side, way
        self.men = [man.name for unit in side.units for man in unit.men]
        self.placed: set[tuple[str, str]] = set()
        """Who rides, and who serves a gun."""
        self.towed: set[str] = set()

    def check(self) -> None:
        for k, gun in enumerate(self.side.guns):
            self._gun(gun, (*self.way, "guns", k))
        for k, vehicle in enumerate(self.side.vehicles):
            self._vehicle(vehicle, (*self.way, "vehicles", k))
        for k, gun in enumerate(self.side.guns):
            if gun.name not in self.towed:
                base = gun_as_it_stands(gun, self.side).base
                self.whole.fits(base, gun.name, (*self.way, "guns", k, "at"))

    def _vehicle(self, file: VehicleFile, way: Way) -> None:
        names = [one.name for one in self.side.vehicles]
        if names.count(file.name) > 1:
            raise self.whole.wrong((*way, "name"), f"two vehicles are called '{file.name}'", "two names")
        self.whole.one_of(file.type, all_vehicles(), "vehicle of the lists", (*way, "type"))
        self._in_service(vehicle_fault, file.type, (*way, "type"))
        type = vehicle_type(file.type)
        if not type.speed_cross:
            problem = f"{type.name} goes on snow and ice alone, and there is none here"
            raise self.whole.wrong((*way, "type"), problem, "another type")
        if len(file.turrets) > type.turrets:
            has = f"{type.name} has {type.turrets or 'no'} turret{'s' if type.turrets > 1 else ''}"
            raise self.whole.wrong((*way, "turrets"), has, "fewer")
        self._crew(file, type, way)
        self._riders(file, type, way)
        self._tow(file, type, way)
        self._ground(file, type, way)

    def _in_service(self, why_not: Callable[[str, str, int], Fault | None], type: str, way: Way) -> None:
        """Its nation has it at the date, by its own list or by the notes of others. COT-VEH-28 to COT-VEH-32"""
        nation = self.side.nation
        fault = why_not(nation, type, self.side.year) if nation else None
        if fault is not None:
            raise self.whole.wrong(way, fault.reason, "another type, or another year")

    def _ground(self, file: VehicleFile, type: VehicleType, way: Way) -> None:
        """The whole hull is on the table and in no house, and nobody stands there. NS-01, NS-21"""
        base, mover = as_it_stands(file, self.side).base, mover_of(type)
        self.whole.stands(base, file.name, (*way, "at"))
        piece = stands_on(self.whole.ground, mover, base)
        if piece is not None:
            problem = f"the hull of {file.name} stands in {piece.called}"
            raise self.whole.wrong((*way, "at"), problem, "a place beside it")
        if not can_be_there(self.whole.ground, mover, base.at):
            raise self.whole.wrong(
                (*way, "at"), f"{file.name} stands where it cannot be", "a place beside it"
            )

    def _crew(self, file: VehicleFile, type: VehicleType, way: Way) -> None:
        """No more than it has seats for, and no two at one post. NS-29"""
        open_ = seats(type)
        if len(file.crew) > len(open_):
            most = f"{type.name} has a crew of {len(open_)}"
            raise self.whole.wrong((*way, "crew"), f"{len(file.crew)} men in the crew of {file.name}", most)
        if not file.crew:
            raise self.whole.wrong((*way, "crew"), f"{file.name} has no crew", "at least a driver")
        known: list[Post] = [post for seat in open_ for post in seat]
        taken: dict[Post, str] = {}
        for k, man in enumerate(file.crew):
            for n, post in enumerate(man.posts):
                here = (*way, "crew", k, "posts", n)
                self.whole.one_of(post, known, f"post of {type.name}", here)
                if post in taken and post != "number":
                    problem = f"{taken[post]} and {man.name} have one post, {post.replace('_', ' ')}"
                    raise self.whole.wrong(here, problem, "one man at each; a man may have two")
                taken[post] = man.name
            for n, id in enumerate(man.weapons):
                self.whole.one_of(id, all_weapons(), "weapon", (*way, "crew", k, "weapons", n))
            for n, id in enumerate(man.attributes):
                self.whole.one_of(id, attributes(), "attribute", (*way, "crew", k, "attributes", n))

    def _riders(self, file: VehicleFile, type: VehicleType, way: Way) -> None:
        """As many as it carries. NS-30"""
        most = carries(type)
        if len(file.riders) > most:
            raise self.whole.wrong(
                (*way, "riders"), f"{len(file.riders)} men ride in {file.name}", f"it carries {most}"
            )
        self._given_places(file.riders, "rides", (*way, "riders"))

    def _tow(self, file: VehicleFile, type: VehicleType, way: Way) -> None:
        """One gun, and none that is too heavy for it. NR-230"""
        if not file.tows:
            return
        here = (*way, "tows")
        self.whole.one_of(file.tows, [gun.name for gun in self.side.guns], "gun of this side", here)
        if file.tows in self.towed:
            raise self.whole.wrong(here, f"{file.tows} is towed already", "one vehicle for each gun")
        gun = next(gun for gun in self.side.guns if gun.name == file.tows)
        why = why_no_tow(type, gun_type(gun.type))
        if why:
            raise self.whole.wrong(here, f"{file.name} cannot tow {file.tows}: {why}", "another tow")
        self.towed.add(file.tows)

    def _gun(self, file: GunFile, way: Way) -> None:
        names = [one.name for one in self.side.guns]
        if names.count(file.name) > 1:
            raise self.whole.wrong((*way, "name"), f"two guns are called '{file.name}'", "two names")
        self.whole.one_of(file.type, all_guns(), "gun of the lists", (*way, "type"))
        self._in_service(gun_fault, file.type, (*way, "type"))
        type = gun_type(file.type)
        if len(file.crew) > type.crew:
            raise self.whole.wrong(
                (*way, "crew"), f"{len(file.crew)} men in the crew of {file.name}", f"it has {type.crew}"
            )
        self._given_places(file.crew, "serves", (*way, "crew"))

    def _given_places(self, names: Sequence[str], doing: str, way: Way) -> None:
        """Men of this side, each of them once. One who serves a gun may ride with it."""
        for k, name in enumerate(names):
            self.whole.one_of(name, self.men, "man of this side", (*way, k))
            if self.men.count(name) > 1:
                raise self.whole.wrong((*way, k), f"two men of this side are called '{name}'", "two names")
            if (doing, name) in self.placed:
                raise self.whole.wrong((*way, k), f"{name} {doing} twice", "once")
            self.placed.add((doing, name))
