"""Who serves in a vehicle or at a gun. NS-29, NUTS-VEH-01"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.systems.skirmish.man import Post
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle


def machines(state: SkirmishState) -> list[Vehicle | Gun]:
    """All vehicles and guns, wherever they are."""
    return [*state.vehicles.values(), *state.guns.values()]


def machines_against(state: SkirmishState, side: str) -> list[Vehicle | Gun]:
    """The vehicles and guns of the enemies of a side that are on the table and not out of it."""
    if not (state.vehicles or state.guns):
        return []
    return [one for one in machines(state) if one.side != side and one.on_table and not one.is_out]


def crew_of(state: SkirmishState, vehicle: Vehicle) -> list[Figure]:
    """All who serve in a vehicle, whatever has become of them, in the order of their roster."""
    return [one for one in aboard(state, vehicle) if one.berth.in_vehicle]


def carried_by(state: SkirmishState, vehicle: Vehicle) -> list[Figure]:
    """Those who ride in it or on it."""
    return [one for one in aboard(state, vehicle) if not one.berth.in_vehicle]


def aboard(state: SkirmishState, vehicle: Vehicle) -> list[Figure]:
    return [one for one in state.figures.values() if one.aboard == vehicle.id]


def serving(state: SkirmishState, vehicle: Vehicle, post: Post) -> Figure | None:
    """Who serves at a post of a vehicle and is able to act; None where nobody does. NS-29"""
    cite("NS-29")
    return next((one for one in crew_of(state, vehicle) if post in one.berth.posts and one.able), None)


def commander_of_vehicle(state: SkirmishState, vehicle: Vehicle) -> Figure | None:
    """Whose Rep a vehicle goes by: its commander's, and when he is out of action its gunner's, or that of the best
    who is left. NUTS-VEH-07, NS-20"""
    cite("NUTS-VEH-07", "NS-20")
    left = [one for one in crew_of(state, vehicle) if one.able]
    posts: tuple[Post, ...] = ("commander", "gunner")
    found = (one for post in posts for one in left if post in one.berth.posts)
    return next(found, None) or max(left, key=lambda one: one.rep, default=None)


def vehicle_of(state: SkirmishState, figure: Figure) -> Vehicle | None:
    """The vehicle in which a man serves; None for one on foot, and for one who is carried."""
    return state.vehicles.get(figure.aboard) if figure.aboard and figure.berth.in_vehicle else None


def vehicles_in(state: SkirmishState, group: str) -> list[Vehicle]:
    """The vehicles whose crews are a group."""
    if not state.vehicles:
        return []
    ids = {one.aboard for one in state.figures.values() if one.group == group and one.berth.in_vehicle}
    return [one for one in state.vehicles.values() if one.id in ids]


def manned(state: SkirmishState, side: str) -> list[Vehicle]:
    """The vehicles of a side that somebody looks out of."""
    if not state.vehicles:
        return []
    crews = {one.aboard for one in state.figures.values() if one.able and one.berth.in_vehicle}
    return [one for one in state.vehicles.values() if one.side == side and one.id in crews and not one.is_out]


def crew_of_gun(state: SkirmishState, gun: Gun) -> list[Figure]:
    """Those who serve a gun and are able to act."""
    return [one for one in state.figures.values() if one.berth.gun == gun.id and one.able]


def eyes_of(state: SkirmishState, figure: Figure) -> TablePiece:
    """From where a man looks and is seen: who commands a vehicle does it where it stands. NUTS-VEH-08"""
    return (vehicle_of(state, figure) or figure) if figure.aboard else figure


def is_at_work(state: SkirmishState, figure: Figure) -> bool:
    """Whether a man who is aboard can do anything of his own will there: he carries on; a crew's vehicle does."""
    vehicle = state.vehicles.get(figure.aboard)
    if vehicle is None or figure.status != "carry_on" or figure.reaction.reacting is not None:
        return False
    return not figure.berth.in_vehicle or (vehicle.status == "carry_on" and not vehicle.is_out)


def is_leaving(state: SkirmishState, figure: Figure) -> bool:
    """Whether a man leaves the battlefield: on foot, or with the vehicle that he serves in."""
    vehicle = vehicle_of(state, figure)
    return figure.status == "leave_battlefield" or (
        vehicle is not None and vehicle.status == "leave_battlefield"
    )


def spotters(state: SkirmishState, side: str) -> list[Figure]:
    """Those who command the vehicles of a side: they look out for all who are in them. NUTS-VEH-08"""
    found = (commander_of_vehicle(state, vehicle) for vehicle in manned(state, side))
    return [one for one in found if one is not None]
