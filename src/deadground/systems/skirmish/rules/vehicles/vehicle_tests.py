"""The tests of a vehicle: Crisis and Recover. NUTS-VEH-04 to NUTS-VEH-07, NUTS-VEH-14, NUTS-VEH-18, NR-90

Whoever commands a vehicle throws for it against his own Rep, and what he scores the vehicle does. Cover and half
strength change nothing (NR-05). What was scored is carried out with that of men, in falling Rep: vehicle_crisis.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, cast

import msgspec

from deadground.core.agenda import Ask, Call, Done, Next, procedure, question, step
from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.core.requests import AnyRequest
from deadground.core.tally import Tally
from deadground.core.view import View
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.crews import commander_of_vehicle, vehicles_in
from deadground.systems.skirmish.game import Chained, Skirmish
from deadground.systems.skirmish.man import Result
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import are_within, pieces_named
from deadground.systems.skirmish.reckoning import Die, Giver, Read, Reckoning, against, begun, best_of
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.activation.rep import Test, rep_for
from deadground.systems.skirmish.rules.armour.answering import who_answers
from deadground.systems.skirmish.rules.armour.knocked_out import abandon
from deadground.systems.skirmish.rules.armour.tracks import crew_leaves
from deadground.systems.skirmish.rules.leaders.leadership import highest, leader_die, throw_leader_die
from deadground.systems.skirmish.rules.reactions.reaction import finish, score, worst
from deadground.systems.skirmish.rules.stars.free_will import free_will, may_choose, willed
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle, VehicleId

VehicleLine = Literal["fired_on", "fired_on_unable", "friend_brewed_up"]
"""The lines of the table; `fired_on_unable` is that of a vehicle that cannot answer. NUTS-VEH-18"""

LINES: dict[VehicleLine, str] = {
    "fired_on": "Fired On",
    "fired_on_unable": "Fired On, unable to answer",
    "friend_brewed_up": "Friend Brewed Up",
}

WORDS: dict[Result, str] = {
    "carry_on": "carries on",
    "return_fire": "returns fire",
    "duck_back": "ducks back",
    "hunker_down": "hunkers down",
    "leave_battlefield": "leaves the battlefield",
}

WHAT_FOLLOWS: dict[Result, str] = {
    "carry_on": "nothing holds his vehicle",
    "return_fire": "it shoots back at once, and turns its turret if it must",
    "duck_back": "it makes for cover or out of sight, and buttons up",
    "hunker_down": "it stays, buttons up and does nothing until he recovers",
    "leave_battlefield": "it drives off the table, and is gone for good",
}
"""For somebody who does not know the words."""

PASSED = ("2", "1", "0")


class VehicleCause(msgspec.Struct, frozen=True):
    """Why a vehicle must test, and who gave it cause; for a friend that was destroyed, which. NUTS-VEH-20"""

    vehicle: str
    line: VehicleLine
    by: tuple[str, ...]
    fallen: str = ""


class Throw(msgspec.Struct, frozen=True):
    """A throw for a vehicle, as it is told."""

    many: int
    rep: int
    rolls: tuple[Roll, ...]
    dice: tuple[Die, ...]
    tallies: tuple[Tally, ...]


def throw_for(g: Skirmish, commander: Figure, test: Test, count: str, hit: Iterable[str] = ()) -> Throw:
    """2d6 against the Rep of whoever commands the vehicle, and the Leader Die. NUTS-VEH-07, NR-05, NR-260"""
    cite("NUTS-VEH-07", "NR-05")
    dice = g.roll(number(count), D6, f"vehicle {test}", commander.side)
    rep, changed = rep_for(g, commander, test)
    many, rolls, counted = passed(dice.faces, rep), [dice], against(dice.faces, rep)
    leader = commander_with_die(g.state, commander, hit)
    if leader is not None:
        die, led = throw_leader_die(g, leader)
        rolls.append(die)
        many += led
        counted += best_of(die.faces, leader.rep, leader_die(leader))
    tallies = (begun(changed, "Rep", commander.rep, "NUTS-VEH-07"),) if changed.lines else ()
    return Throw(at_most_two(many), rep, tuple(rolls), counted, tallies)


def commander_with_die(state: SkirmishState, tester: Figure, hit: Iterable[str] = ()) -> Figure | None:
    """The commander whose die counts for the tests of a group of vehicles; one alone has none. NUTS-VEH-07, NR-260

    He carries on within 4" of another vehicle of the group, and his was not hit in the volley that the test is
    about. NUTS-LEAD-02, NUTS-LEAD-03, NR-33
    """
    cite("NUTS-LEAD-01", "NR-260")
    group = vehicles_in(state, tester.group)
    there = []
    for vehicle in group:
        one = commander_of_vehicle(state, vehicle)
        if one is None or "commander" not in one.berth.posts or vehicle.id in hit:
            continue
        near = (
            are_within(vehicle, other, number("leader_distance")) for other in group if other is not vehicle
        )
        if vehicle.status == "carry_on" and any(near):
            there.append(one)
    return highest(state, there)


def told(vehicle: Vehicle, figure: Figure, many: int, result: Result) -> str:
    return f"{figure.name} passes {many}, and {vehicle.name} {WORDS[result]}"


def tell_test(
    g: Skirmish,
    heading: tuple[str, str],
    vehicle: Vehicle,
    commander: Figure,
    throw: Throw | None,
    many: int,
    does: Result,
    rows: tuple[str, ...],
    reads: Iterable[Read],
    note: str,
    givers: tuple[Giver, ...] = (),
    **more: Any,
) -> None:
    """What was thrown for a vehicle, or chosen by a Star, what he reads in the table and what the vehicle does."""
    kind, name = heading
    how = Reckoning(
        who=commander.id,
        rep=throw.rep if throw else None,
        dice=throw.dice if throw else (),
        tallies=tuple(range(len(throw.tallies))) if throw else (),
        reads=tuple(reads),
        note=note,
        givers=givers,
    )
    g.tell_of(
        [vehicle],
        kind,
        f"{name}: {told(vehicle, commander, many, does)}.",
        *rows,
        "NUTS-VEH-07",
        rolls=throw.rolls if throw else (),
        tallies=throw.tallies if throw else (),
        reckoned=[how],
        vehicle=vehicle.id,
        figure=commander.id,
        passed=many,
        result=does,
        **more,
    )


@procedure("skirmish.vehicle_crisis_test", rows=("NUTS-VEH-04", "NUTS-VEH-05"))
class VehicleCrisisTest(Chained):
    """One vehicle tests once, for all that has befallen it and its friends; the worst line counts.

    NUTS-REACT-05, NR-90, NR-261
    """

    vehicle: VehicleId
    causes: tuple[VehicleCause, ...]
    hit: tuple[str, ...] = ()

    @step
    def begin(self, g: Skirmish) -> Next:
        g.card(self)
        commander = self.commander(g.state)
        if commander is None:
            return Done(False)
        if may_choose(g, commander):
            return Ask(self.will, g.seat_of(commander), then=self.said)
        return self.tested(g, commander, None)

    def commander(self, state: SkirmishState) -> Figure | None:
        return commander_of_vehicle(state, state.vehicles[self.vehicle])

    @question
    def will(self, view: View[SkirmishState]) -> AnyRequest:
        """A Star in command says how many dice he passes. NUTS-VEH-07, NUTS-STAR-04"""
        star = cast(Figure, self.commander(view.state))
        follows = {many: self.result(view.state, view.options, many) for many in PASSED}
        lines = " and ".join(LINES[line] for line in self.lines(view.state, view.options))
        return by_will(star, f"Vehicle Crisis Test, {lines}", follows)

    @step
    def said(self, g: Skirmish) -> Next:
        commander = cast(Figure, self.commander(g.state))
        return self.tested(g, commander, willed(g, commander, self.picked))

    def lines(self, state: SkirmishState, options: Options) -> list[VehicleLine]:
        """The lines it reads: one that cannot answer those who fired on it has a line of its own. NUTS-VEH-18"""
        cite("NUTS-VEH-18")
        vehicle = state.vehicles[self.vehicle]
        found: dict[VehicleLine, None] = {}
        for cause in self.causes:
            fired_on = cause.line == "fired_on"
            unable = fired_on and not who_answers(state, vehicle, cause.by, options)
            found["fired_on_unable" if unable else cause.line] = None
        return list(found)

    def result(self, state: SkirmishState, options: Options, many: str) -> Result:
        """The worst of the lines that the vehicle reads. NUTS-REACT-05"""
        table = chart("vehicle_crisis_test")
        return worst(cast(Result, table.look_up(line, many).value) for line in self.lines(state, options))

    def tested(self, g: Skirmish, commander: Figure, chosen: int | None) -> Next:
        """It scores, and `Done` says whether it has something new to carry out."""
        cite("NUTS-REACT-05", "NR-90", "NR-261")
        vehicle = g.state.vehicles[self.vehicle]
        throw = throw_for(g, commander, "crisis", "vehicle_crisis_dice", self.hit) if chosen is None else None
        many = throw.many if throw else cast(int, chosen)
        before, twice = vehicle.reaction.reacting, vehicle.reaction.hunkered_before
        fired_on = any(cause.line == "fired_on" for cause in self.causes)
        vehicle.drive = vehicle.drive.but(fired_on=vehicle.drive.fired_on or fired_on)
        lines, result = self.lines(g.state, g.options), self.result(g.state, g.options, str(many))
        does = score(g, vehicle, result, [id for cause in self.causes for id in cause.by])
        note = "" if throw else "as he chose, by Free Will"
        if result == "hunker_down" and twice:
            note = "its second Hunker Down: it leaves the battlefield"
        table = chart("vehicle_crisis_test")
        reads = [Read(LINES[line], str(table.look_up(line, str(many)).value), self.rows) for line in lines]
        heading = "vehicle_crisis", "Vehicle Crisis Test"
        givers = tuple(self.givers(g))
        tell_test(
            g, heading, vehicle, commander, throw, many, does, self.rows, reads, note, givers, lines=lines
        )
        if fired_on and crew_leaves(vehicle, many):
            finish(vehicle)
            abandon(g, vehicle, "COT-AFV-02", "NR-266")
            return Done(False)
        return Done(vehicle.reaction.reacting is not None and vehicle.reaction.reacting != before)

    def givers(self, g: Skirmish) -> Iterable[Giver]:
        """Who shot at it, or which friend of it burns."""
        for cause in self.causes:
            if cause.fallen:
                name = g.state.vehicles[cause.fallen].name
                yield Giver(cause.fallen, f"{name} was destroyed beside it")
                continue
            for one in pieces_named(g.state, cause.by):
                yield Giver(one.id, f"fired on by {one.name}")


def by_will(star: Figure, test: str, follows: Mapping[str, Result]) -> AnyRequest:
    """A Star's choice for the vehicle that he commands, each with what follows. NUTS-VEH-07, NR-104"""
    cite("NUTS-VEH-07")
    return free_will(star, test, follows, what_follows=WHAT_FOLLOWS)


@procedure("skirmish.vehicle_recovers", rows=("NUTS-VEH-06",))
class VehicleRecovers(Chained):
    """The commander of an active hunkered vehicle tries to carry on. NUTS-VEH-06"""

    vehicle: VehicleId

    @step
    def begin(self, g: Skirmish) -> Next:
        g.card(self)
        commander = commander_of_vehicle(g.state, g.state.vehicles[self.vehicle])
        if commander is None:
            return Done()
        if may_choose(g, commander):
            return Ask(self.will, g.seat_of(commander), then=self.said)
        return self.tested(g, commander, None)

    @question
    def will(self, view: View[SkirmishState]) -> AnyRequest:
        star = cast(Figure, commander_of_vehicle(view.state, view.state.vehicles[self.vehicle]))
        return by_will(star, "Vehicle Recover Test", {many: recovered(many) for many in PASSED})

    @step
    def said(self, g: Skirmish) -> Next:
        commander = cast(Figure, commander_of_vehicle(g.state, g.state.vehicles[self.vehicle]))
        return self.tested(g, commander, willed(g, commander, self.picked))

    def tested(self, g: Skirmish, commander: Figure, chosen: int | None) -> Next:
        """Two passed and it acts at once, one and it ducks back, none and it leaves."""
        vehicle = g.state.vehicles[self.vehicle]
        throw = throw_for(g, commander, "recover", "vehicle_recover_dice") if chosen is None else None
        many = throw.many if throw else cast(int, chosen)
        result = recovered(str(many))
        score(g, vehicle, result, vehicle.reaction.causes)
        reads, note = [Read("Hunker Down", result, self.rows)], "" if throw else "as he chose, by Free Will"
        heading = "vehicle_recovers", "Vehicle Recover Test"
        tell_test(g, heading, vehicle, commander, throw, many, result, self.rows, reads, note)
        does = carried_out(vehicle)
        if does is None:
            finish(vehicle)
            return Done()
        return Call(does, then=self.over)

    @step
    def over(self, g: Skirmish) -> Next:
        return Done()


def recovered(many: str) -> Result:
    """What so many dice passed do for a hunkered vehicle. NUTS-VEH-06"""
    return cast(Result, chart("vehicle_recover_test").look_up(many).value)


def carried_out(vehicle: Vehicle) -> Chained | None:
    """What carries out a result that is no shot; None for one that needs nothing more."""
    if vehicle.reaction.reacting == "duck_back":
        return links.vehicle_ducks(vehicle.id, vehicle.reaction.causes)
    if vehicle.reaction.reacting == "hunker_down":
        return links.vehicle_hunkers(vehicle.id)
    return links.vehicle_leaves(vehicle.id) if vehicle.reaction.reacting == "leave_battlefield" else None
