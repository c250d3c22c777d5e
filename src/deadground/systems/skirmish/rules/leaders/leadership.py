"""Leaders: who leads a group, who only stands in for one, and the Leader Die. NUTS-LEAD-01 to NUTS-LEAD-05"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.space.plane import is_within
from deadground.systems.skirmish.attributes import effects_on
from deadground.systems.skirmish.crews import commander_of_vehicle, vehicle_of
from deadground.systems.skirmish.game import Skirmish, members
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.activation.dice import passed
from deadground.systems.skirmish.state import LOST, Figure, Rank, SkirmishState, Status

RANKS: tuple[Rank, ...] = (
    "soldier",
    "junior_nco",
    "squad_leader",
    "first_squad_leader",
    "platoon_sergeant",
    "platoon_leader",
)
"""From lowest to highest. NS-03"""

SQUAD_LEADERS: tuple[Rank, ...] = ("squad_leader", "first_squad_leader")


def is_leader(figure: Figure) -> bool:
    """Whether a man is a Leader, and no mere soldier. NS-03"""
    cite("NS-03")
    return figure.rank != "soldier"


def is_carrying_on(figure: Figure) -> bool:
    """In good order: under none of the other results of the ladder. NUTS-REACT-10, NUTS-LEAD-05"""
    return figure.status == "carry_on"


def highest(state: SkirmishState, figures: Iterable[Figure]) -> Figure | None:
    """The highest by the post he holds now; of the same the higher Rep, then the first of the roster. NS-03"""
    found = list(figures)
    if len(found) < 2:
        return next(iter(found), None)
    of_platoon = {(one.side, state.units[one.unit].platoon): one for one in found}
    held = {id: post for one in of_platoon.values() for id, post in posts(state, one).items()}
    return max(found, key=lambda one: (RANKS.index(held.get(one.id, one.rank)), one.rep))


def leader_of(state: SkirmishState, group: str) -> Figure | None:
    """Whose Rep is compared with the activation die. NR-06

    The highest-ranking leader who is carrying on; if there is none, whoever has the highest Rep stands in for him.
    Those who hunker lead only where there is nobody else. NS-02
    """
    return leader_among(state, members(state, group))


def leader_among(state: SkirmishState, men: Sequence[Figure]) -> Figure | None:
    """Who would lead these men: when leaders go down the next in rank steps up. NUTS-LEAD-05, NR-06"""
    cite("NUTS-LEAD-05", "NR-06")
    men = commanders(state, men) if state.vehicles else men
    leader = highest(state, (one for one in men if is_leader(one) and is_carrying_on(one)))
    return leader or stand_in([one for one in men if one.able]) or stand_in(men)


def commanders(state: SkirmishState, men: Sequence[Figure]) -> Sequence[Figure]:
    """Of the crews of vehicles those who command one; of anybody else all. A vehicle goes by its commander's Rep,
    and those that hunker or leave lead only where there are no others. NUTS-VEH-07, NS-21, NS-02"""
    inside = {one.aboard: vehicle for one in men if (vehicle := vehicle_of(state, one))}
    ready = [vehicle for vehicle in inside.values() if vehicle.looks_out] or [*inside.values()]
    found = [one for vehicle in ready if (one := commander_of_vehicle(state, vehicle)) in men and one]
    return found or men


def seat_leading(g: Skirmish, men: Sequence[Figure]) -> str:
    """The seat that says what these men do: that of whoever plays their leader; "" if nobody plays them."""
    leader = leader_among(g.state, men)
    return g.seat_of(leader) if leader else ""


def stand_in(men: Sequence[Figure]) -> Figure | None:
    """The Temporary Group Leader: the highest Rep, then the first of the roster. NUTS-LEAD-05"""
    return max(men, key=lambda one: one.rep, default=None)


def commander_of_platoon(state: SkirmishState, side: str, platoon: str) -> Figure | None:
    """Who commands a platoon: its Platoon Leader, and when he is lost the 1st Squad Leader. NUTS-LEAD-05, NS-03

    Who is lost in his turn leaves a gap that the next in rank fills. A platoon that had no leader has none.
    """
    cite("NUTS-LEAD-05", "NS-03")
    return next_in_command(leaders_of(state, side, platoon), {})


def leaders_of(state: SkirmishState, side: str, platoon: str) -> list[Figure]:
    """The leaders of a platoon as it came to the battle, in the order of the roster. NS-03"""
    return [
        one
        for one in state.figures.values()
        if one.rank != "soldier" and one.side == side and state.units[one.unit].platoon == platoon
    ]


def next_in_command(leaders: Sequence[Figure], were: Mapping[str, bool]) -> Figure | None:
    """The highest of them in rank who is not lost, if they had a Platoon Leader. NUTS-LEAD-05, NR-161"""
    if all(one.rank != "platoon_leader" for one in leaders):
        return None
    here = [one for one in leaders if is_here(one, were)]
    return max(here, key=lambda one: (RANKS.index(one.rank), one.rep), default=None)


def is_here(figure: Figure, were: Mapping[str, bool]) -> bool:
    return were.get(figure.id, figure.status not in LOST)


def post_of(state: SkirmishState, figure: Figure) -> Rank:
    """What a leader is now: his rank, or the post of one who was lost. NUTS-LEAD-05, NR-161"""
    return posts(state, figure).get(figure.id, figure.rank)


def posts(
    state: SkirmishState, figure: Figure, were: Mapping[str, bool] = MappingProxyType({})
) -> dict[str, Rank]:
    """Who of a man's platoon holds a post above his rank. Each step up leaves a gap. NUTS-LEAD-05, NR-161

    Whoever commands the platoon has left his squad to its Junior NCO. `were` says of some men whether they are
    there, as if it were so.
    """
    cite("NUTS-LEAD-05", "NR-161")
    leaders = leaders_of(state, figure.side, state.units[figure.unit].platoon)
    commander = next_in_command(leaders, were)
    found: dict[str, Rank] = {}
    if commander is not None and commander.rank != "platoon_leader":
        found[commander.id] = "platoon_leader"
    for first in leaders:
        if first.rank in SQUAD_LEADERS and (first.id in found or not is_here(first, were)):
            juniors = [one for one in leaders if one.unit == first.unit and one.rank == "junior_nco"]
            junior = stand_in([one for one in juniors if is_here(one, were) and one.id not in found])
            if junior is not None:
                found[junior.id] = first.rank
    return found


def hand_over(g: Skirmish, lost: Figure, was: Status) -> None:
    """If a leader is lost now: who steps up is told, and to his own side who leads a half-squad. NUTS-LEAD-05

    Of a half-squad that its leader left before, for a higher post, that has been told.
    """
    rows = ("NUTS-LEAD-05", "NR-161")
    cite(*rows)
    if not is_leader(lost) or was in LOST or lost.status not in LOST:
        return
    before, now = posts(g.state, lost, {lost.id: True}), posts(g.state, lost)
    gaps = [lost]
    for id, post in now.items():
        if before.get(id) != post:
            figure = g.figure(id)
            gaps.append(figure)
            what = "platoon" if post == "platoon_leader" else "squad"
            text = f"{figure.name} takes over the {what}."
            g.tell_of([figure], "takes_over", text, *rows, figure=id, post=post)
    for gap in gaps:
        half = [one for one in g.state.figures.values() if one.unit == gap.unit and one.half == gap.half]
        left = stand_in([one for one in half if one.able and not is_leader(one)])
        led_it = gap.rank == "junior_nco" and gap.half and gap.id not in before
        if led_it and left is not None:
            text = f"{left.name} leads the half-squad for now."
            g.tell("stands_in", text, *rows, to=g.seats_of(left.side), figure=left.id)


def take_back(g: Skirmish, back: Figure) -> None:
    """A leader who was lost is there again, and has his post again. NUTS-LEAD-05, NR-161"""
    if posts(g.state, back, {back.id: False}) != posts(g.state, back):
        text = f"{back.name} leads again."
        g.tell_of([back], "takes_over", text, "NUTS-LEAD-05", "NR-161", figure=back.id, post=back.rank)


def is_temporary(state: SkirmishState, figure: Figure) -> bool:
    """Whether a man who leads or rolls for his group is only its Temporary Group Leader. NUTS-LEAD-04

    One who is alone leads himself and stands in for nobody. NR-06. Of a vehicle it is whoever commands it though he
    is not its commander. NS-20
    """
    cite("NUTS-LEAD-04", "NR-06")
    if figure.berth.in_vehicle:
        cite("NS-20")
        return "commander" not in figure.berth.posts
    return not is_leader(figure) and len(members(state, figure.group)) > 1


def leader_with_die(state: SkirmishState, group: str, hit: Iterable[str] = ()) -> Figure | None:
    """The Leader whose die counts for a test of his group, if there is one. NUTS-LEAD-01 to NUTS-LEAD-03, NR-33

    He is a member, carrying on, within 4" of another member when the dice are thrown, and was not hit in the volley
    that the test is about. Of several the highest rank counts.
    """
    cite("NUTS-LEAD-01", "NUTS-LEAD-02", "NUTS-LEAD-03", "NUTS-LEAD-06", "NR-33")
    men = [one for one in members(state, group) if not one.aboard]
    near = number("leader_distance")
    there = (
        one
        for one in men
        if is_leader(one)
        and is_carrying_on(one)
        and one.id not in hit
        and any(other.id != one.id and is_within(one.at, other.at, near) for other in men)
    )
    return highest(state, there)


def leader_die(leader: Figure) -> str:
    """The Leader Die as a card has it, with his Rep, against which it is held. NUTS-LEAD-01"""
    return f"Leader Die, Rep {leader.rep}"


def throw_leader_die(g: Skirmish, leader: Figure) -> tuple[Roll, int]:
    """The Leader's die and whether it is passed; a Born Leader throws two and counts the better. NUTS-LEAD-01"""
    cite("NUTS-LEAD-01")
    dice = 1
    for attribute, effect in effects_on(leader.attributes, "leader_die"):
        dice += effect.dice
        g.shows(leader, attribute.id)
    roll = g.roll(dice, D6, "leader die", leader.side)
    return roll, min(1, passed(roll.faces, g.rep(leader)))
