"""What Reaction Tests are about: the ladder of results, what causes a test, and what a result does to a man.

NUTS-REACT-01, NUTS-REACT-09, NUTS-REACT-10, NUTS-MOVE-10
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.space.plane import Point, is_within
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.crews import carried_by
from deadground.systems.skirmish.game import Skirmish, figures_of, their_side
from deadground.systems.skirmish.man import Result
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import are_enemies, pieces_named
from deadground.systems.skirmish.rules.activation.groups import stand_alone
from deadground.systems.skirmish.rules.house_rules.switched import is_on, near_a_target
from deadground.systems.skirmish.rules.movement.status import become, vehicle_becomes
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.state import Figure, Status
from deadground.systems.skirmish.vehicle import Vehicle, VehicleStatus

Line = Literal[
    "fired_on",
    "man_down",
    "outgunned",
    "charging",
    "charging_unarmed",
    "engineer",
    "engineer_in_cover",
    "engineer_outgunned",
    "engineer_outgunned_in_cover",
    "engineer_retrieving",
]
"""What a man is shot at as, or that a friend is hit; the last seven are of the engineers' table. COT-UNIT-06"""
Pairs = tuple[tuple[str, str], ...]


class Fallout(msgspec.Struct, frozen=True):
    """What shots, blasts or flames have done before anybody tests.

    `missed`: who was shot at and not hit, and by whom. `hit`: who was hit, if only knocked down, and by whom. A
    vehicle that was hit and not pierced counts as missed. `destroyed`, `disabled`: vehicles that were, and by whom.
    """

    missed: Pairs = ()
    hit: Pairs = ()
    destroyed: Pairs = ()
    disabled: Pairs = ()

    def __add__(self, other: Fallout) -> Fallout:
        """Both together, nothing twice."""
        return Fallout(
            missed=tuple(dict.fromkeys(self.missed + other.missed)),
            hit=tuple(dict.fromkeys(self.hit + other.hit)),
            destroyed=tuple(dict.fromkeys(self.destroyed + other.destroyed)),
            disabled=tuple(dict.fromkeys(self.disabled + other.disabled)),
        )


class Cause(msgspec.Struct, frozen=True):
    """Why a man must take a Crisis Test, who gave the cause, and for Man Down where which friend fell."""

    who: str
    line: Line
    by: tuple[str, ...]
    at: Point | None = None
    fallen: str = ""


WORDS: dict[Result, str] = {
    "carry_on": "carries on",
    "return_fire": "returns fire",
    "snap_fire": "snap fires",
    "outgunned": "is outgunned",
    "duck_back": "ducks back",
    "hunker_down": "hunkers down",
    "leave_battlefield": "leaves the battlefield",
    "out_of_the_fight": "is out of the fight",
    "obviously_dead": "is dead",
}

LASTING: dict[Result, Status] = {
    "carry_on": "carry_on",
    "return_fire": "carry_on",
    "snap_fire": "carry_on",
    "outgunned": "duck_back",
    "duck_back": "duck_back",
    "hunker_down": "hunker_down",
    "leave_battlefield": "leave_battlefield",
    "out_of_the_fight": "out_of_the_fight",
    "obviously_dead": "obviously_dead",
}
"""How a man is from the moment a result is scored for him."""


OF_VEHICLES: dict[Result, VehicleStatus] = {
    "carry_on": "carry_on",
    "return_fire": "carry_on",
    "duck_back": "duck_back",
    "hunker_down": "hunker_down",
    "leave_battlefield": "leave_battlefield",
}
"""The same of a vehicle: its tables have no others. NUTS-VEH-04 to NUTS-VEH-06"""


def place(result: Result) -> int:
    """Where a result stands on the ladder, the best first. NUTS-REACT-10, NR-25"""
    cite("NR-25")
    return whole(chart("status_ladder").number(result))


def worst(results: Iterable[Result]) -> Result:
    """The worst of several results, which is the one that counts. NUTS-REACT-05"""
    return max(results, key=place)


def can_test(figure: Figure) -> bool:
    """Whether a man takes Crisis Tests: those who lie hunkered, leave or are down do not any more. NR-114

    One who is still running to hunker down does, and can only do worse. NUTS-REACT-09. Nor do those inside of
    something; who rides on a deck does. NR-270
    """
    cite("NR-114")
    if figure.aboard and not figure.berth.on_deck:
        return False
    return figure.able or figure.reaction.reacting == "hunker_down"


def causes_of(g: Skirmish, fallout: Fallout) -> tuple[Cause, ...]:
    """Everybody who must test after some shots, and why. NUTS-REACT-01

    Whoever was hit took his Recover Test and takes no Crisis Test from the same volley. NR-42
    """
    cite("NUTS-REACT-01", "NR-42")
    hit = {who for who, _ in fallout.hit}
    shot_at = list(fired_on(g, fallout, hit))
    found = [*shot_at, *beside_them(g, shot_at, hit), *men_down(g, fallout, hit)]
    return tuple(cause for cause in found if can_test(g.figure(cause.who)))


def fired_on(g: Skirmish, fallout: Fallout, hit: set[str]) -> Iterator[Cause]:
    """The men who were shot at and not hit, each once, with all who shot at him; and those on the deck of a vehicle
    that was. NUTS-REACT-01, NR-270"""
    for who in dict.fromkeys(who for who, _ in fallout.missed):
        if who not in hit and who in g.state.figures:
            by = enemies_among(g, who, (by for target, by in fallout.missed if target == who))
            yield Cause(who, "fired_on", by)
        elif who in g.state.vehicles:
            cite("NR-270")
            by = enemies_among(g, who, (by for target, by in fallout.missed if target == who))
            riders = (one for one in carried_by(g.state, g.state.vehicles[who]) if one.berth.on_deck)
            yield from (Cause(one.id, "fired_on", by) for one in riders if one.id not in hit)


def beside_them(g: Skirmish, shot_at: list[Cause], hit: set[str]) -> Iterator[Cause]:
    """With house rule 9 friends within 4" and in sight of a man who was shot at test as well, each once. NR-98"""
    cite("NUTS-HOUSE-09", "NR-98")
    if not shot_at or not is_on(g.options, "house_9_shared_test"):
        return
    by = {cause.who: cause.by for cause in shot_at}
    targets = g.figures(by)
    for friend in figures_of(g.state, their_side(targets)):
        if friend.id in by or friend.id in hit:
            continue
        near = [one for one in near_a_target(friend, targets) if has_los(g.state, friend, one, g.options)]
        if near:
            yield Cause(friend.id, "fired_on", tuple(dict.fromkeys(id for one in near for id in by[one.id])))


def men_down(g: Skirmish, fallout: Fallout, hit: set[str]) -> Iterator[Cause]:
    """Those who are within 4" of a friend who is hit and see it. NUTS-REACT-01, NUTS-REACT-12, NR-27"""
    cite("NR-27")
    for who in dict.fromkeys(who for who, _ in fallout.hit if who in g.state.figures):
        fallen = g.figure(who)
        by = enemies_among(g, who, (by for target, by in fallout.hit if target == who))
        for friend in figures_of(g.state, fallen.side):
            if friend.id not in hit and sees_man_down(g, friend, fallen):
                yield Cause(friend.id, "man_down", by, fallen.at, who)


def enemies_among(g: Skirmish, who: str, by: Iterable[str]) -> tuple[str, ...]:
    """The enemies among those who caused a test, each once: nobody shoots back at a friend's grenade."""
    struck = g.piece(who)
    return tuple(dict.fromkeys(one.id for one in pieces_named(g.state, by) if are_enemies(one, struck)))


def sees_man_down(g: Skirmish, friend: Figure, fallen: Figure) -> bool:
    """Within 4" and in line of sight; with the option only if the man hit has his Rep or more. NUTS-REACT-12"""
    if not is_within(friend.at, fallen.at, number("man_down")) or not has_los(
        g.state, friend, fallen, g.options
    ):
        return False
    cite("NUTS-REACT-12")
    return g.option("man_down_rep_filter") == "off" or fallen.rep >= friend.rep


def score(g: Skirmish, one: Figure | Vehicle, result: Result, causes: Iterable[str]) -> Result:
    """A man scores a result, or a vehicle does; what must be carried out now. NUTS-REACT-09, NUTS-MOVE-10, NR-261

    Any second Hunker Down becomes Leave the Battlefield. One who has not finished a reaction keeps it unless the
    new result is worse.
    """
    if result == "hunker_down":
        cite("NUTS-MOVE-10")
        if one.reaction.hunkered_before:
            result = "leave_battlefield"
        one.reaction = one.reaction.but(hunkered_before=True)
    if one.reaction.reacting is not None:
        cite("NUTS-REACT-09", "NUTS-REACT-14")
        if place(result) <= place(one.reaction.reacting):
            return one.reaction.reacting
    one.reaction = one.reaction.but(reacting=result, causes=tuple(dict.fromkeys(causes)))
    if isinstance(one, Vehicle):
        vehicle_becomes(g, one, OF_VEHICLES[result])
        return result
    become(g, one, LASTING[result])
    if one.status == "leave_battlefield":
        stand_alone(g, one)
    return result


def finish(figure: Figure | Vehicle) -> None:
    """A man has carried out what he scored. Who hunkers keeps in mind from whom, to duck back from them. NR-170"""
    figure.reaction = figure.reaction.but(reacting=None)
    if figure.status != "hunker_down":
        figure.reaction = figure.reaction.but(causes=())
