"""What begins and ends with activations, phases and turns; each chapter has its lines here."""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.systems.skirmish.crews import vehicles_in
from deadground.systems.skirmish.game import Skirmish, members
from deadground.systems.skirmish.rules.armour.loading import finish_loading
from deadground.systems.skirmish.rules.fire.ammo import clear_jams, finish_reloading
from deadground.systems.skirmish.rules.movement.changing import as_written
from deadground.systems.skirmish.rules.movement.status import (
    all_stationary,
    become,
    stops_moving,
    stops_rolling,
    vehicle_becomes,
)
from deadground.systems.skirmish.rules.troops.looting import search_no_more
from deadground.systems.skirmish.rules.troops.under_fire import aims_again
from deadground.systems.skirmish.rules.wounded.confronting import confront, forget_met
from deadground.systems.skirmish.rules.wounded.medics import finish_tending, note_beside
from deadground.systems.skirmish.rules.wounded.prisoners import keep_prisoners
from deadground.systems.skirmish.vehicle import QUARTER, Vehicle


def begin_activation(g: Skirmish, group: str) -> None:
    """A group becomes active: everybody may act anew, and those who had ducked back carry on. NR-23"""
    g.state.groups[group].active = True
    for figure in members(g.state, group):
        figure.doing = figure.doing.but(
            action="", spent=0, bonus=0, fired=False, busy=False, tried_to_fetch=False
        )
        if figure.arms.feeding:
            figure.arms = figure.arms.but(feeding=False)
        if figure.pack.ready_since:
            figure.pack = figure.pack.but(ready_since=False)
        aims_again(figure)
        note_beside(g, figure)
        stops_moving(g, figure, "next_activation")
        if figure.status == "duck_back":
            cite("NR-23")
            become(g, figure, "carry_on")
            confront(g, [figure])
    for vehicle in vehicles_in(g.state, group):
        begin_driving(g, vehicle)
    served = {one.berth.gun for one in members(g.state, group)} if g.state.guns else ()
    for gun in (one for one in g.state.guns.values() if one.id in served):
        gun.pushed, gun.loading = 0, gun.unloaded
        stops_rolling(g, gun, "next_activation")


def begin_driving(g: Skirmish, vehicle: Vehicle) -> None:
    """A vehicle is active: it has its whole speed and its turns anew, and carries on if it had ducked back.

    NS-21, NR-23
    """
    cite("NS-21")
    stirred = vehicle.drive.stirred
    vehicle.drive = vehicle.drive.but(
        spent=0, run=0, turn_left=QUARTER, halted=False, sunk=0, bogged=False, stirred=False, unsteady=stirred
    )
    vehicle.loading = vehicle.unloaded
    stops_rolling(g, vehicle, "next_activation")
    if vehicle.status == "duck_back":
        cite("NR-23")
        vehicle_becomes(g, vehicle, "carry_on")


def end_activation(g: Skirmish) -> None:
    """A group's activation is over: whoever moved in it is stationary again. NR-36"""
    for figure in g.state.figures.values():  # who has fallen meanwhile is in no group any more
        finish_reloading(figure)
        if figure.doing.busy:
            figure.doing = figure.doing.but(busy=False)
        finish_tending(g, figure)
        search_no_more(figure)
    all_stationary(g)
    finish_loading(g)
    for other in g.state.groups.values():
        other.active = False
    keep_prisoners(g)


def end_turn(g: Skirmish) -> None:
    """A turn is over: nobody is Fast Moving any more. NR-20"""
    cite("NR-20")
    for figure in g.state.figures.values():
        figure.doing = figure.doing.but(fast_moving=figure.status == "leave_battlefield", thrown=False)
        if figure.melee.evenly:
            figure.melee = figure.melee.but(evenly=0)
        forget_met(figure)
        clear_jams(figure, g.state.turn)
        stops_moving(g, figure, "end_of_turn")
    for gun in g.state.guns.values():
        stops_rolling(g, gun, "end_of_turn")
    for vehicle in g.state.vehicles.values():
        vehicle.drive = vehicle.drive.but(fast=vehicle.status == "leave_battlefield")
        stops_rolling(g, vehicle, "end_of_turn")
    for id in [id for id, one in g.state.markers.items() if 0 < one.until <= g.state.turn]:
        del g.state.markers[id]
    as_written(g)
