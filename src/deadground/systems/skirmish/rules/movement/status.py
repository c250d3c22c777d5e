"""Changes of status: what a man becomes, and what hung on what he was. NS-02, NS-36, NUTS-WOUND-02, NR-108

Every way to change (a result is scored, a hit is taken, somebody surrenders, slips away, is healed, leaves) goes
through `become`, so that none of them forgets who carried him, who led him along, whom he fought and who sees him.
"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.systems.skirmish.crews import crew_of, machines, vehicle_of
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.man import NO_TEST, Deed
from deadground.systems.skirmish.rules.activation.groups import drive_alone, forget_empty
from deadground.systems.skirmish.rules.movement.standing import make_room
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.vehicles.posts import fill_posts
from deadground.systems.skirmish.state import DOWN, LOST, Figure, Status
from deadground.systems.skirmish.vehicle import Gun, Vehicle, VehicleStatus

ACTED: Deed = "acted"
"""In the record of one who fell after his group had begun to act in the phase that is running. NR-199"""


def become(g: Skirmish, figure: Figure, status: Status) -> None:
    """A man's status changes, and what hung on the old one is settled.

    A prisoner who is one no longer has no escort (NS-36); who is not wounded, or dies, is in nobody's arms
    (NUTS-WOUND-02), and who lay where others stand makes room (NS-01, NR-181); who is lost has no group, no melee
    and nobody in his own arms (NS-02); cover hides only who has taken it (NUTS-MOVE-07); only who hunkers keeps in
    mind from whom (NR-170); and what a side sees is looked at anew where he sees more or less than before (NR-108).
    """
    before, was = how_he_is_seen(figure), figure.status
    if figure.status == "captured" and status != "captured":
        unguard(g, figure)
    figure.status = status
    if status != "out_of_the_fight":
        leave_arms(g, figure)
    if status not in ("duck_back", "hunker_down"):
        figure.reaction = figure.reaction.but(hidden_from=(), under_cover=False)
    if status != "hunker_down" and figure.reaction.reacting is None:
        figure.reaction = figure.reaction.but(causes=())
    if status in LOST:
        take_no_part(g, figure)
    rises = was == "out_of_the_fight" and status not in (*DOWN, "gone")
    if rises:
        cite("NR-181")
        make_room(g.state, figure)
    if figure.berth.in_vehicle:
        serves_or_not(g, figure)
    if rises or was == "captured" or before != how_he_is_seen(figure):
        look_round(g)


def serves_or_not(g: Skirmish, figure: Figure) -> None:
    """One of a crew can serve no more, or can again: in a vehicle that is in action the others move up. NS-29"""
    vehicle = vehicle_of(g.state, figure)
    if vehicle is not None and not vehicle.is_out:
        if not figure.able:
            figure.berth = figure.berth.but(posts=("number",))
        fill_posts(g, vehicle)


def vehicle_becomes(g: Skirmish, vehicle: Vehicle, status: VehicleStatus) -> None:
    """The same of a vehicle: its crew does what it does, and each of them stays as he is.

    Who seeks cover buttons up (NS-20); who leaves does it as a group of his own (NS-02, NS-21); and what a side
    sees is looked at anew (NR-108).
    """
    cite("NS-20", "NS-21")
    vehicle.status = status
    if status in ("duck_back", "hunker_down"):
        vehicle.buttoned = True
    if status != "carry_on":
        vehicle.drive = vehicle.drive.but(halted=False)
    if status == "leave_battlefield":
        drive_alone(g, crew_of(g.state, vehicle))
    look_round(g)


def how_he_is_seen(figure: Figure) -> tuple[bool, bool, bool]:
    """Whether he sees for his side, hides from somebody, and is in nobody's line. NR-37, NR-108, NR-147"""
    return figure.able, bool(figure.reaction.hidden_from), figure.status in LOST


def take_no_part(g: Skirmish, figure: Figure) -> None:
    """He has no more part in the fighting; of the wounded it is kept in mind who has acted. NS-02, NR-199"""
    group = g.state.groups.get(figure.group)
    if figure.status == "out_of_the_fight" and group is not None and group.done:
        figure.deeds = figure.deeds.but(record=(*figure.deeds.record, ACTED))
    figure.group = ""
    figure.doing = figure.doing.but(moving=False, fast_moving=False)
    figure.reaction = figure.reaction.but(successes=NO_TEST)
    leave_melee(g, figure)
    drop_carried(g, figure)
    leave_arms(g, figure)
    forget_empty(g.state)


def leave_melee(g: Skirmish, figure: Figure) -> None:
    """Nobody is locked with a man who is no longer there to fight; the enemy gets no free blow. NUTS-MELEE-12

    Who took whom in the rear is forgotten: that counts in their first round alone. NUTS-MELEE-09
    They knew each other as long as they fought. NR-147
    """
    if not figure.melee.fighting:
        return
    cite("NUTS-MELEE-12", "NR-49")
    others = g.figures(figure.melee.fighting)
    for other in others:
        other.melee = other.melee.but(fighting=tuple(one for one in other.melee.fighting if one != figure.id))
        if other.melee.rear_round == figure.id:
            other.melee = other.melee.but(rear_round="")
    figure.melee = figure.melee.but(fighting=(), rear_round="")
    look_round(g, [figure, *others])


def drop_carried(g: Skirmish, figure: Figure) -> None:
    """Whom he carried lies where he is. NUTS-WOUND-02"""
    if figure.aid.carries:
        carried = g.figure(figure.aid.carries)
        carried.aid = carried.aid.but(carried_by="")
        figure.aid = figure.aid.but(carries="")


def leave_arms(g: Skirmish, figure: Figure) -> None:
    """Who carried him no longer does. NUTS-WOUND-02"""
    if figure.aid.carried_by:
        cite("NUTS-WOUND-02")
        carrier = g.figure(figure.aid.carried_by)
        carrier.aid = carrier.aid.but(carries="")
        figure.aid = figure.aid.but(carried_by="")


def unguard(g: Skirmish, prisoner: Figure) -> None:
    """Nobody brings him along any more. NS-36"""
    cite("NS-36")
    for one in g.state.figures.values():
        if prisoner.id in one.aid.escorts:
            one.aid = one.aid.but(escorts=tuple(id for id in one.aid.escorts if id != prisoner.id))


def stops_moving(g: Skirmish, figure: Figure, when: str) -> None:
    """From when a man who has moved counts as stationary. NR-36"""
    cite("NUTS-LOS-07")
    if figure.doing.moving and g.option("stationary_from") == when:
        figure.doing = figure.doing.but(moving=False)


def all_stationary(g: Skirmish) -> None:
    """An activation is over, or what came before the first: whoever moved in it is stationary, also who runs for
    the edge and a man who charged while others acted. NR-36"""
    for figure in g.state.figures.values():
        if figure.doing.moving:
            stops_moving(g, figure, "end_of_activation")
    for machine in machines(g.state):
        stops_rolling(g, machine, "end_of_activation")


def stops_rolling(g: Skirmish, machine: Vehicle | Gun, when: str) -> None:
    """From when a vehicle or a gun that has moved counts as stationary. NR-36"""
    if machine.is_moving and g.option("stationary_from") == when:
        if isinstance(machine, Gun):
            machine.moving = False
        else:
            machine.drive = machine.drive.but(moving=False)
