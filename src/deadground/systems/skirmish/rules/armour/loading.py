"""Loading main guns: the loader rolls after each firing, and what failed is loaded an activation later. NS-23"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.systems.skirmish.crews import crew_of, serving
from deadground.systems.skirmish.game import Skirmish, named_together
from deadground.systems.skirmish.man import Post
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import own_throw
from deadground.systems.skirmish.rules.activation.dice import passed
from deadground.systems.skirmish.rules.armour.mounts import Mounted, beside_it
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.vehicle_lists import vehicle as vehicle_type

LOADERS: tuple[Post, ...] = ("loader", "second_loader")


def loaders_of(state: SkirmishState, piece: Vehicle | Gun, one: Mounted) -> list[Figure]:
    """Who loads a gun: its loaders, of a gun on the table the first of its crew who does not fire it; nobody in the
    further turrets, and nobody but the commander in a crew too small. NS-23, NS-29, COT-VEH-18, NR-242"""
    cite("NS-23", "COT-VEH-18")
    if isinstance(piece, Gun):
        men = beside_it(state, piece)
        firing = next((man for man in men if one.post in man.berth.posts), next(iter(men), None))
        others = [man for man in men if man is not firing and not man.doing.fired]
        return sorted(others, key=lambda man: "loader" not in man.berth.posts)[:1]
    if (one.turret or 0) > 0:
        return []
    found = [serving(state, piece, post) for post in LOADERS]
    return [man for man in found if man is not None]


def load(g: Skirmish, piece: Vehicle | Gun, one: Mounted) -> None:
    """After the last roll of a firing: who passes has a round in the chamber at once. NS-23, NR-242"""
    empty(piece, one)
    rocket = isinstance(piece, Vehicle) and "rocket" in vehicle_type(piece.type).flags
    loaders = [] if rocket else loaders_of(g.state, piece, one)
    if not loaders:
        text = f"The chamber of {piece.name} is empty."
        g.tell_of([piece], "unloaded", text, "NS-23", to_load=piece.id)
        return
    rolls = [g.roll(number("loading_dice"), D6, f"loading, {man.name}", piece.side) for man in loaders]
    loaded = any(passed(roll.faces, man.rep) for roll, man in zip(rolls, loaders, strict=True))
    if loaded:
        fill(piece, one)
    result = "has the next round in the chamber" if loaded else "does not load in time"
    text = f"{named_together(loaders)} of {piece.name} {result}."
    reckoned = [own_throw(man, roll.faces) for man, roll in zip(loaders, rolls, strict=True)]
    g.tell(
        "loads",
        text,
        "NS-23",
        to=g.seats_of(piece.side),
        rolls=rolls,
        reckoned=reckoned,
        men=[man.id for man in loaders],
        piece=piece.id,
        loaded=loaded,
    )


def empty(piece: Vehicle | Gun, one: Mounted) -> None:
    if isinstance(piece, Gun):
        piece.unloaded = True
    else:
        piece.unloaded = (*piece.unloaded, one.place)


def fill(piece: Vehicle | Gun, one: Mounted) -> None:
    if isinstance(piece, Gun):
        piece.unloaded = False
    else:
        piece.unloaded = tuple(place for place in piece.unloaded if place != one.place)


def finish_loading(g: Skirmish) -> None:
    """At the end of an activation the guns of those that acted are loaded, if they were empty as it began. NS-23"""
    for vehicle in g.state.vehicles.values():
        if not vehicle.loading:
            continue
        ready = vehicle.loading if any(one.able for one in crew_of(g.state, vehicle)) else ()
        vehicle.loading = ()
        if ready and not vehicle.is_out and "rocket" not in vehicle_type(vehicle.type).flags:
            cite("NS-23")
            vehicle.unloaded = tuple(place for place in vehicle.unloaded if place not in ready)
            tell_loaded(g, vehicle)
    for gun in g.state.guns.values():
        if gun.loading:
            gun.loading = False
            if beside_it(g.state, gun) and not gun.is_out:
                cite("NS-23")
                gun.unloaded = False
                tell_loaded(g, gun)


def tell_loaded(g: Skirmish, piece: Vehicle | Gun) -> None:
    text = f"{piece.name} is loaded again."
    g.tell("loaded", text, "NS-23", to=g.seats_of(piece.side), piece=piece.id)
