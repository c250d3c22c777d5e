"""Orders about vehicles and guns in a draft: drawn on the table, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from deadground.core.scene import Line, Shape
from deadground.core.view import View
from deadground.space.plane import distance
from deadground.systems.skirmish.game import in_one_breath
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.vehicles.towing import towed
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.table.driving_lines import all_met, trip_shapes, trip_words, trips_of
from deadground.systems.skirmish.table.going_lines import base_at, inches
from deadground.systems.skirmish.thread import surname

SkirmishView = View[SkirmishState]


def machine_shapes(view: SkirmishView, card: str, plan: Mapping[str, Any]) -> Iterator[Shape]:
    """Ways of vehicles, places where men get out, and a gun where it is pushed to."""
    state = view.state
    if card == "drive":
        trips = trips_of(view, plan)
        yield from trip_shapes(view, trips, all_met(view, trips))
    if card == "get_out":
        for id, place in plan["places"].items():
            points = base_at(tuple(place["at"]), place["facing"])
            yield Shape(kind="area", look="ghost", points=points, token=id)
    if card == "get_in":
        for id, into in plan["into"].items():
            points = (state.figures[id].at, state.vehicles[into].at)
            yield Shape(kind="line", look="route", points=points, token=id)
    if card == "tow":
        for id, wanted in plan["guns"].items():
            if wanted:
                points = (state.vehicles[state.figures[id].aboard].at, state.guns[wanted].at)
                yield Shape(kind="line", look="route", points=points, token=id)
    if card == "push_gun":
        for id, push in plan["guns"].items():
            gun = state.guns[state.figures[id].berth.gun]
            at = tuple(push["at"]) if push["at"] else gun.at
            there = gun.base.moved(at, gun.facing if push["facing"] is None else push["facing"])
            yield Shape(kind="area", look="ghost", points=there.corners, token=gun.id)
            if at != gun.at:
                yield Shape(kind="line", look="route", points=(gun.at, at), token=gun.id)


def machine_words(view: SkirmishView, card: str, plan: Mapping[str, Any]) -> Iterator[Line]:
    """Who drives how far, shuts what, gets in or out, and what is towed or pushed."""
    state, rows = view.state, LAWS[card].rows
    if card == "drive":
        trips = trips_of(view, plan)
        yield from trip_words(view, trips, all_met(view, trips))
    for id, shut in plan.get("shut", {}).items():
        name = state.vehicles[state.figures[id].aboard].name
        yield Line(f"{name} {'buttons up' if shut else 'opens its hatches'}.", rows)
    if card in ("get_in", "get_out"):
        ids = [*plan.get("into", {}), *plan.get("places", {})]
        names = in_one_breath([surname(state.figures[id]) for id in ids])
        gets = "gets" if len(ids) == 1 else "get"
        into = {state.vehicles[one].name for one in plan.get("into", {}).values()}
        what = f"on {in_one_breath(sorted(into))}" if into else "out"
        yield Line(f"{names} {gets} {what}, for half a move.", rows)
    if card == "tow":
        for id, wanted in plan["guns"].items():
            vehicle = state.vehicles[state.figures[id].aboard]
            gun = state.guns[wanted] if wanted else towed(state, vehicle)
            does = "takes" if wanted else "leaves"
            if gun is not None:
                yield Line(f"{vehicle.name} {does} {gun.name}, for half of its speed.", rows)
    if card == "push_gun":
        for id, push in plan["guns"].items():
            gun = state.guns[state.figures[id].berth.gun]
            far = distance(gun.at, tuple(push["at"])) if push["at"] else 0
            text = (
                f"{gun.name} is moved {inches(far)}: it does not fire." if far else f"{gun.name} is turned."
            )
            yield Line(text, rows)
