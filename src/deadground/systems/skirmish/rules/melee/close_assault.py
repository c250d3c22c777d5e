"""Close assault: a man goes at a vehicle with what he holds readied. NUTS-VEH-19, NS-19, NR-268"""

from __future__ import annotations

from typing import cast

import msgspec

from deadground.core.agenda import Call, Done, Go, Next, procedure, step
from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.core.faults import Fault
from deadground.core.tally import Tally
from deadground.space.bases import Base, gap_is_within
from deadground.space.plane import FULL_TURN, Point, along, facing_of, minus
from deadground.space.units import shown
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.crews import commander_of_vehicle, crew_of
from deadground.systems.skirmish.game import Chained, Skirmish, take_first
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import is_near
from deadground.systems.skirmish.reckoning import Read, Reckoning, against
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.activation.orders import can_act
from deadground.systems.skirmish.rules.armour.gunnery import Strike
from deadground.systems.skirmish.rules.armour.penetration import Round, strike
from deadground.systems.skirmish.rules.fire.duties_of_fire import let_fly, of_no_shot
from deadground.systems.skirmish.rules.fire.targets import Shot, fire_plan
from deadground.systems.skirmish.rules.grenades.blasts import use_up
from deadground.systems.skirmish.rules.grenades.flame import first_flame
from deadground.systems.skirmish.rules.grenades.lobs import HAND_GRENADE, Munition, munition
from deadground.systems.skirmish.rules.melee.charge import halt, last_inches
from deadground.systems.skirmish.rules.melee.charge_reach import why_no_charger
from deadground.systems.skirmish.rules.melee.charge_test import (
    Answer,
    add_attributes,
    answer_to,
    charger_dice,
    tell_short,
)
from deadground.systems.skirmish.rules.melee.melee import Pair
from deadground.systems.skirmish.rules.movement.going import can_cross, has_room
from deadground.systems.skirmish.rules.movement.standing import get_up, turn
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.line_of_sight import line_is_open
from deadground.systems.skirmish.rules.troops.shirking import shirks
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.systems.skirmish.vehicle_lists import Face
from deadground.systems.skirmish.weapons import weapon

ROWS = ("NUTS-VEH-19", "NS-19")

ROUND = tuple(sign * n * FULL_TURN // 36 for n in range(19) for sign in (1, -1))[1:]
"""Where a man looks for a place beside a hull: straight ahead of him first."""


def why_no_assault(state: SkirmishState, figure: Figure, vehicle: Vehicle, options: Options) -> Fault | None:
    """Why a man cannot go at a vehicle from where he stands, if he cannot. NS-19, NR-268"""
    never = why_no_charger(figure) or why_nothing_readied(state, figure, vehicle)
    if never is not None:
        return never
    near = number("charge_spot")
    if not is_near(vehicle, figure.at, near):
        reason = f"{figure.name} is more than {shown(near, 'in')} from {vehicle.name}"
        return Fault(figure.id, reason, ("NUTS-MELEE-02", *ROWS))
    if not line_is_open(state, figure, vehicle, options):
        return Fault(figure.id, f"{figure.name} does not see {vehicle.name}", ("NUTS-MELEE-02", *ROWS))
    if place_at(state, figure, vehicle) is None:
        return Fault(figure.id, f"{figure.name} does not get to {vehicle.name}", ("NS-39", *ROWS))
    return None


def why_nothing_readied(state: SkirmishState, figure: Figure, vehicle: Vehicle) -> Fault | None:
    """An anti-tank grenade, a Molotov or a charge, readied before; a hand grenade for open tops alone. NS-19"""
    cite("NUTS-VEH-19")
    one = munition(state, figure, figure.pack.readied) if figure.pack.readied else None
    if one is None or figure.pack.ready_since:
        return Fault(figure.id, f"{figure.name} holds nothing readied", ("NUTS-GREN-02", *ROWS))
    if apr_of(one, vehicle) is None:
        return Fault(figure.id, f"a {one.name} does nothing to {vehicle.name}", ROWS)
    return None


def apr_of(one: Munition, vehicle: Vehicle) -> int | None:
    """With what it is held against armour: its APR; the Impact of a hand grenade, on an open top. NS-19"""
    apr = weapon(one.weapon).plain.apr if one.weapon else None
    if apr is not None:
        return apr
    return one.impact if one.what == HAND_GRENADE and "open_topped" in type_of(vehicle).flags else None


def place_at(state: SkirmishState, figure: Figure, vehicle: Vehicle) -> Point | None:
    """Where a man is beside a hull: the nearest place to him with room, to which he can go straight."""
    straight = facing_of(minus(figure.at, vehicle.at)) if figure.at != vehicle.at else vehicle.facing
    return next(
        (
            at
            for by in ROUND
            if (at := beside(figure, vehicle, straight + by))
            and has_room(state, figure, at)
            and can_cross(state, (figure.at, at))
            and not first_flame(state, (figure.at, at))
        ),
        None,
    )


def beside(figure: Figure, vehicle: Vehicle, bearing: int) -> Point:
    """The place in contact with a hull that lies in a direction from its middle."""
    low, high = 0, vehicle.reach + 2 * figure.base.radius
    while low < high:
        middle = (low + high) // 2
        touches = gap_is_within(
            Base(along(vehicle.at, bearing, middle), radius=figure.base.radius), vehicle.base, 0
        )
        low, high = (middle + 1, high) if touches else (low, middle)
    return along(vehicle.at, bearing, low)


@procedure("skirmish.close_assault", rows=ROWS)
class CloseAssault(Chained):
    """Men go at vehicles one by one: both test, the vehicle fires, and who is not stopped strikes. NS-19"""

    pairs: tuple[Pair, ...]
    answered: bool = False
    """Whether the first of them has been tested and shot at."""
    start: Point | None = None
    fallout: Fallout = Fallout()

    @step
    def next_one(self, g: Skirmish) -> Next:
        g.card(self)
        self.answered, self.start = False, None
        if not self.pairs:
            return Go(self.over)
        (id, aimed), _ = take_first(self.pairs)
        charger, vehicle = g.figure(id), g.state.vehicles[aimed]
        text = f"{charger.name} goes at {vehicle.name} at close quarters."
        g.tell_of([charger, vehicle], "assaults", text, *self.rows, figure=id, target=aimed)
        charger.doing = charger.doing.but(action="charge")
        if shirks(g, charger, vehicle.at) or vehicle.is_out:
            return self.done_with()
        get_up(g, charger)
        turn(charger, facing_of(minus(vehicle.at, charger.at)))
        look_round(g)
        return Go(self.stop_him)

    @step
    def stop_him(self, g: Skirmish) -> Next:
        """The test, and one machine gun if the vehicle may fire. Nobody else tests for that. NS-19, NR-45"""
        (id, aimed), _ = take_first(self.pairs)
        charger, vehicle = g.figure(id), g.state.vehicles[aimed]
        answer = take_assault_test(g, charger, vehicle)
        shot = machine_gun(g, vehicle, charger) if answer != "nothing" else None
        self.answered = True
        if shot is None:
            return Go(self.contact)
        snapped = (id,) if answer == "snap_fires" else ()
        fallout = let_fly(g, "charge_fire", [msgspec.structs.replace(shot, snap_at=snapped)])
        tests = links.crisis_after(g, of_no_shot(of_no_shot(fallout, shot.shooter), aimed), but=(id,))
        return Call(tests, then=self.contact)

    @step
    def contact(self, g: Skirmish) -> Next:
        """Who was not hit goes on to the hull; who comes into sight on the way is met first. NUTS-MELEE-05"""
        (id, aimed), _ = take_first(self.pairs)
        charger, vehicle = g.figure(id), g.state.vehicles[aimed]
        at = place_at(g.state, charger, vehicle)
        if not can_act(charger) or charger.prone or vehicle.is_out or at is None:
            halt(g, charger, self.start)
            if can_act(charger):
                tell_short(g, charger, vehicle, lost_fire=False)
            return self.done_with()
        self.start = self.start or charger.at
        if not gap_is_within(charger.base, vehicle.base, number("at_the_hull")):
            sighting = last_inches(g, charger, at)
            if sighting is not None:
                return Call(links.met(sighting, extra=False), then=self.contact)
        self.fallout += bring_home(g, charger, vehicle)
        return self.done_with()

    def done_with(self) -> Next:
        _, self.pairs = take_first(self.pairs)
        return Go(self.tested)

    @step
    def tested(self, g: Skirmish) -> Next:
        """What it has done to the vehicle, and to those near it, is tested for before the next man goes."""
        fallout, self.fallout = self.fallout, Fallout()
        return Call(links.crisis_after(g, fallout), then=self.next_one)

    @step
    def over(self, g: Skirmish) -> Next:
        g.sum_up(self)
        return Done()


def take_assault_test(g: Skirmish, charger: Figure, vehicle: Vehicle) -> Answer:
    """The Charge into Melee Test against the commander's Rep: buttoned up he has a die less, and neither cover nor
    where he looks counts. An empty vehicle does nothing. NS-19"""
    cite("NUTS-VEH-19", "NS-19")
    commander = commander_of_vehicle(g.state, vehicle)
    if commander is None:
        return "nothing"
    own, theirs = charger_dice(g, charger), commander_dice(g, commander, vehicle)
    throw = g.roll(own.total, D6, f"charge: {charger.name}", charger.side)
    dice = g.roll(max(0, theirs.total), D6, "charged", vehicle.side)
    mine, his = passed(throw.faces, g.rep(charger)), passed(dice.faces, g.rep(commander))
    answer = answer_to(mine, his)
    how = [
        Reckoning(who=charger.id, rep=charger.rep, dice=against(throw.faces, charger.rep), tallies=(0,)),
        Reckoning(who=commander.id, rep=commander.rep, dice=against(dice.faces, commander.rep), tallies=(1,)),
    ]
    results = [{"charger": charger.id, "answer": answer, "passed": mine, "against": his}]
    g.tell_of(
        [charger, vehicle],
        "charge_test",
        f"Close assault: {charger.name} passes {mine}, {commander.name} of {vehicle.name} {his}.",
        "NUTS-MELEE-05",
        *ROWS,
        rolls=[throw, dice],
        tallies=[own, theirs],
        reckoned=how,
        target=commander.id,
        results=results,
    )
    return answer


def commander_dice(g: Skirmish, commander: Figure, vehicle: Vehicle) -> Tally:
    tally = Tally(f"dice of {commander.name}")
    tally.on_die("charged", number("charge_dice"), "NUTS-MELEE-04")
    add_attributes(g, tally, commander)
    tally.on_die("buttoned up", number("charged_buttoned_up"), "NS-19", when=vehicle.buttoned)
    return tally


def machine_gun(g: Skirmish, vehicle: Vehicle, charger: Figure) -> Shot | None:
    """The one machine gun that a vehicle uses: that of the best man whose gun bears. NS-19, NS-28"""
    crew = sorted((one for one in crew_of(g.state, vehicle) if one.able), key=lambda one: -one.rep)
    found = (
        shot for one in crew for shot in fire_plan(g.state, [one], [charger], g.options, turning=[one.id])
    )
    return next(found, None) if vehicle.status in ("carry_on", "duck_back") else None


def bring_home(g: Skirmish, charger: Figure, vehicle: Vehicle) -> Fallout:
    """2d6 against his Rep with what he holds: two strike the top, one the side; with none he has failed and is shot
    at. NS-19"""
    one = cast(Munition, munition(g.state, charger, charger.pack.readied))
    apr = cast(int, apr_of(one, vehicle))
    use_up(charger, one.what)
    charger.doing = charger.doing.but(thrown=True)
    dice, many, says = throw_home(g, g.rep(charger), charger.side)
    struck = struck_face(one, says)
    words = f"on the {struck}" if struck else "not home"
    g.tell_of(
        [charger, vehicle],
        "brings_home",
        f"{charger.name} brings his {one.name} {words}: {many} passed.",
        *ROWS,
        rolls=[dice],
        reckoned=[
            Reckoning(
                who=charger.id,
                rep=charger.rep,
                dice=against(dice.faces, charger.rep),
                reads=(Read("Close assault", says, ROWS),),
            )
        ],
        figure=charger.id,
        passed=many,
        vehicle=vehicle.id,
    )
    if struck is None:
        return Fallout(missed=((charger.id, vehicle.id),)) if many == 0 else Fallout()
    return strike(g, vehicle, Round(f"a {one.name}", apr, Strike(struck), charger.id, charger.at))


def throw_home(g: Skirmish, rep: int, side: str) -> tuple[Roll, int, str]:
    """The dice in contact, how many are passed, and where that strikes. NS-19"""
    cite("NUTS-VEH-19")
    dice = g.roll(number("close_assault_dice"), D6, "close assault", side)
    many = at_most_two(passed(dice.faces, rep))
    return dice, many, str(chart("close_assault").look_up(str(many)).value)


def struck_face(one: Munition, says: str) -> Face | None:
    """Which face is struck, if any: a hand grenade has to go in from above. NS-19"""
    if says == "nothing" or (one.what == HAND_GRENADE and says != "top"):
        return None
    return cast(Face, says)
