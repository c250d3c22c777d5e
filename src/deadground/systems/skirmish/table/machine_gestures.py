"""What a drag or a key means that has to do with a vehicle or a gun: to drive, to get in or out, to tow, to push.

A vehicle stands for those of its crew who are asked; one of its crew moves a gun. What is legal the rules say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.requests import Gesture, Order
from deadground.core.view import View
from deadground.space.paths import cut, length
from deadground.space.plane import Point, along, distance, facing_of, minus
from deadground.systems.skirmish.gun_lists import gun as gun_type
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.vehicles.finding_ways import about, driver_of, way_to
from deadground.systems.skirmish.rules.vehicles.pushing import hands, most_by_hand
from deadground.systems.skirmish.rules.vehicles.towing import towed
from deadground.systems.skirmish.rules.vehicles.ways import DriveWay
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle

SkirmishView = View[SkirmishState]
Plan = dict[str, Any]

MANNERS = ("drive", "turn", "reverse")
"""What may be asked of a vehicle that is dragged."""


def those_meant(state: SkirmishState, pieces: Sequence[str], asked: Sequence[str]) -> list[str]:
    """The men whom some pieces stand for, of those who are asked. NS-29"""
    meant = []
    for id in pieces:
        if id in asked:
            meant.append(id)
        elif id in state.vehicles:
            meant += [one for one in asked if serves(state.figures[one], id)]
        elif id in state.guns:
            meant += [one for one in asked if state.figures[one].berth.gun == id][:1]
    return list(dict.fromkeys(meant))


def serves(one: Figure, vehicle: str) -> bool:
    return one.aboard == vehicle and one.berth.in_vehicle


def machine_card(view: SkirmishView, gesture: Gesture, card: str, men: Sequence[Figure]) -> str:
    """The card that a drag means which has to do with a vehicle or a gun; "" if it has nothing to do with one."""
    state, to = view.state, gesture.to
    if gesture.act != "drag":
        return card if card in PLANS else ""
    dragged = [id for id in gesture.pieces if id in state.vehicles or id in state.guns]
    if card in PLANS and card != "drive":
        return card
    if isinstance(to, str) and to in state.guns and state.guns[to].side == men[0].side:
        return "tow"
    if isinstance(to, str) and to in state.vehicles and state.vehicles[to].side == men[0].side:
        return "tow" if any(id in state.guns for id in dragged) else "get_in"
    if isinstance(to, str):
        return ""
    if any(id in state.guns for id in dragged):
        return "push_gun"
    if any(one.berth.in_vehicle and one.aboard for one in men):
        return "drive"
    return "get_out" if all(one.aboard for one in men) else ""


def machine_plan(view: SkirmishView, card: str, men: Sequence[Figure], gesture: Gesture, manner: str) -> Plan:
    """What a card about a vehicle or a gun has these men do; refused with the reason why there is nothing."""
    free = [one for one in men if LAWS[card].why_not(view.state, one, view.options) is None]
    plan = PLANS[card](view, free, gesture, manner) if free else None
    if plan and any(plan.values()):
        return plan
    raise Refused(why_no_plan(view, card, men, free, gesture))


def why_no_plan(
    view: SkirmishView, card: str, men: Sequence[Figure], free: Sequence[Figure], gesture: Gesture
) -> Fault:
    """Why a gesture comes to nothing: what the card says to the first of these men it could be for."""
    law = LAWS[card]
    whys = [why for one in men if (why := law.why_not(view.state, one, view.options))]
    fits = [why for one, why in zip(men, whys, strict=False) if fits_card(view.state, card, one)]
    if not free and (fits or whys):
        why = (fits or whys)[0]
        return Fault("act", f"{why.reason}.", why.rows)
    tried = attempt(view, card, free, gesture)
    faults = law.faults(view, Order("", card, (), None, tried), "", None) if tried else []
    if faults:
        return Fault("to", f"{faults[0].reason}.", faults[0].rows)
    return Fault("to", f"{law.label}: nothing comes of that here", law.rows)


def fits_card(state: SkirmishState, card: str, one: Figure) -> bool:
    """Whether a man is one whom a card is given to at all: the driver drives, the commander shuts the hatches."""
    wanted = {"drive": "driver", "tow": "driver", "hatches": "commander"}.get(card)
    return wanted is None or wanted in one.berth.posts


def attempt(view: SkirmishView, card: str, men: Sequence[Figure], gesture: Gesture) -> Plan | None:
    """What was plainly meant, whether it can be done or not: to be told why it cannot."""
    first, to = men[0], gesture.to
    if card == "drive" and isinstance(to, tuple):
        return {"ways": {first.id: msgspec.to_builtins(DriveWay((to,)))}}
    if card == "get_in" and isinstance(to, str):
        return {"into": {first.id: to}}
    if card == "tow":
        return {"guns": {first.id: to if isinstance(to, str) and to in view.state.guns else ""}}
    if card == "push_gun" and isinstance(to, tuple):
        return {"guns": {first.id: {"at": list(to), "facing": None}}}
    if card == "get_out" and isinstance(to, tuple):
        return {"places": {first.id: {"at": list(to), "facing": first.facing}}}
    return None


def drive_plan(view: SkirmishView, men: Sequence[Figure], gesture: Gesture, manner: str) -> Plan | None:
    """Each vehicle goes as the one that was taken hold of is dragged, so that they keep station. NS-21"""
    if not isinstance(gesture.to, tuple):
        return None
    state, to = view.state, gesture.to
    vehicles = [state.vehicles[id] for id in dict.fromkeys(one.aboard for one in men)]
    by = next((one for one in vehicles if one.id == gesture.given.get("by")), vehicles[0])
    ways: Plan = {}
    for vehicle in sorted(vehicles, key=lambda one: distance(one.at, to)):
        driver = driver_of(men, vehicle)
        aim = to[0] + vehicle.at[0] - by.at[0], to[1] + vehicle.at[1] - by.at[1]
        if manner == "turn":
            aim = to if vehicle is by else turned_alike(vehicle, by, to)
        way = way_to(state, vehicle, aim, manner) if driver else None
        if driver and way is not None and (kept := apart(view, ways, driver, vehicle, way)):
            ways[driver.id] = kept
    return {"ways": ways}


def turned_alike(vehicle: Vehicle, by: Vehicle, to: Point) -> Point:
    """Where a vehicle looks that turns as another does."""
    return along(vehicle.at, facing_of(minus(to, by.at)), INCH)


def apart(view: SkirmishView, ways: Plan, driver: Figure, vehicle: Vehicle, way: DriveWay) -> Plan | None:
    """A way, or so much of it that its vehicle stands on none of those that go before it. NS-01"""
    law, path = LAWS["drive"], (vehicle.at, *way.points)
    far = length(path)
    while True:
        plain: Plan = msgspec.to_builtins(way)
        order = Order("", "drive", (), None, {"ways": {**ways, driver.id: plain}})
        if not law.faults(view, order, "", None):
            return plain
        far -= INCH
        if far <= 0:
            return None
        way = msgspec.structs.replace(way, points=tuple(cut(path, far)[1:]))


def hatch_plan(view: SkirmishView, men: Sequence[Figure], gesture: Gesture, manner: str) -> Plan:
    """All buttoned up, or all opened where all are shut already. NS-20"""
    vehicles = {one.id: view.state.vehicles[one.aboard] for one in men}
    shut = not all(vehicle.buttoned for vehicle in vehicles.values())
    return {"shut": {id: shut for id, vehicle in vehicles.items() if vehicle.buttoned != shut}}


def get_in_plan(view: SkirmishView, men: Sequence[Figure], gesture: Gesture, manner: str) -> Plan:
    """As many as it takes get into the vehicle that is meant, or each into the first that takes him. NS-30"""
    meant = [gesture.to] if isinstance(gesture.to, str) else list(view.state.vehicles)
    into: Plan = {}
    for one in men:
        for id in meant:
            tried = {**into, one.id: id}
            if not LAWS["get_in"].faults(view, Order("", "get_in", (), None, {"into": tried}), "", None):
                into = tried
                break
    return {"into": into}


def get_out_plan(view: SkirmishView, men: Sequence[Figure], gesture: Gesture, manner: str) -> Plan:
    """Each to the place beside his vehicle that is nearest to where he is dragged, and free. NS-30"""
    places: Plan = {}
    for one in men:
        vehicle = view.state.vehicles[one.aboard]
        to = (
            gesture.to
            if isinstance(gesture.to, tuple)
            else along(vehicle.at, vehicle.facing + 1800, vehicle.depth)
        )
        facing = facing_of(minus(to, vehicle.at)) if to != vehicle.at else vehicle.facing
        for at in sorted(about(vehicle), key=lambda at: distance(at, to)):
            tried = {**places, one.id: {"at": list(at), "facing": facing}}
            if not LAWS["get_out"].faults(view, Order("", "get_out", (), None, {"places": tried}), "", None):
                places = tried
                break
    return {"places": places}


def tow_plan(view: SkirmishView, men: Sequence[Figure], gesture: Gesture, manner: str) -> Plan:
    """The gun that is meant is hooked on; else the one in tow is left, or the first that can be taken. NR-230"""
    state = view.state
    guns: Plan = {}
    for one in men:
        vehicle = state.vehicles[one.aboard]
        if isinstance(gesture.to, str) and gesture.to in state.vehicles and gesture.to != vehicle.id:
            continue
        meant = (
            [gesture.to] if isinstance(gesture.to, str) and gesture.to in state.guns else ["", *state.guns]
        )
        for wanted in [""] if towed(state, vehicle) else meant:
            tried = {one.id: wanted}
            if not LAWS["tow"].faults(view, Order("", "tow", (), None, {"guns": tried}), "", None):
                guns |= tried
                break
    return {"guns": guns}


def push_plan(view: SkirmishView, men: Sequence[Figure], gesture: Gesture, manner: str) -> Plan | None:
    """A gun goes towards a place as far as its crew can push it; to a place on its base it is turned. COT-GUN-07"""
    if not isinstance(gesture.to, tuple):
        return None
    state, to = view.state, gesture.to
    for one in men:
        gun = state.guns[one.berth.gun]
        heading = facing_of(minus(to, gun.at)) if to != gun.at else gun.facing
        turns = {"at": None, "facing": heading}
        if manner == "turn" or distance(gun.at, to) <= gun.depth:
            return {"guns": {one.id: turns}}
        return {"guns": {one.id: pushed(view, one, gun, to) or turns}}
    return None


def pushed(view: SkirmishView, one: Figure, gun: Gun, to: Point) -> Plan | None:
    """As far as it goes; it keeps looking where it looks."""
    most = min(distance(gun.at, to), most_by_hand(gun_type(gun.type)) - gun.pushed)
    for far in range(most, 0, -INCH // 2) if hands(view.state, gun) else ():
        at = along(gun.at, facing_of(minus(to, gun.at)), far)
        push = {"at": list(at), "facing": gun.facing}
        order = Order("", "push_gun", (), None, {"guns": {one.id: push}})
        if not LAWS["push_gun"].faults(view, order, "", None):
            return push
    return None


Planner = Callable[[SkirmishView, Sequence[Figure], Gesture, str], Plan | None]
PLANS: dict[str, Planner] = {
    "drive": drive_plan,
    "hatches": hatch_plan,
    "get_in": get_in_plan,
    "get_out": get_out_plan,
    "tow": tow_plan,
    "push_gun": push_plan,
}
"""What a gesture has men do, by card."""
