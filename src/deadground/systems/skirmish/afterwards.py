"""After a battle: what became of every man, the roll that decided it, and who can go out again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from deadground.core.events import SeenEvent
from deadground.core.sheet import Fate
from deadground.core.system import Setup
from deadground.systems.skirmish.armies.muster import DETAIL
from deadground.systems.skirmish.armies.rosters import Man, Role, Roster, plain
from deadground.systems.skirmish.scenario_file import SideFile, scenario_named
from deadground.systems.skirmish.state import LOST, Figure, SkirmishState
from deadground.systems.skirmish.weapons import weapon

LOSSES = ("down", "captured", "left")
"""Events that tell of a man who is lost to his side."""

THROWS = ("shots", "melee", "blast", "in_sight_test", "crisis_test", "charge_test", "pef")
"""Events whose dice can decide a battle."""

UNIT = "infantry"


def roll_call(state: SkirmishState, events: Sequence[SeenEvent]) -> tuple[Fate, ...]:
    """Every man by name: how he came out of it, and how many enemies he put down."""
    deeds = Counter(str(event.data.get("by", "")) for event in events if is_loss(event))
    return tuple(
        Fate(
            side=one.side, name=one.name, fate=fate_of(one), came_through=is_through(one), deeds=deeds[one.id]
        )
        for one in state.figures.values()
    )


def is_loss(event: SeenEvent) -> bool:
    """Whether an event tells of a man who was lost; one who was only knocked down was not."""
    return event.kind in LOSSES and event.data.get("status", "lost") != "carry_on"


def fate_of(one: Figure) -> str:
    if one.status == "out_of_the_fight":
        return "wounded, carried home" if one.carried_by else "wounded"
    if one.status == "gone":
        if "cheated_death" in one.record:
            return "cheated death"
        return "wounded, brought off" if "brought_off" in one.record else "left the field"
    if one.status == "leave_battlefield":
        return "was running"
    words = {"obviously_dead": "killed", "captured": "taken prisoner", "hunker_down": "hunkered down"}
    return words.get(one.status, "came through")


def is_through(one: Figure) -> bool:
    """Whether a man can go out again: on his feet, and not running. Those who were carried need their time."""
    return one.status not in (*LOST, "leave_battlefield")


def deciding_roll(events: Sequence[SeenEvent]) -> SeenEvent | None:
    """The throw that cost most men; of equal ones the last. Where nobody was lost, the last question mark.

    A loss counts for the last throw of whoever caused it, or else for the last throw of all.
    """
    cost: Counter[int] = Counter()
    last, throws = -1, dict[str, int]()
    for place, event in enumerate(events):
        if event.kind in THROWS and event.rolls:
            last = throws[str(event.data.get("shooter", ""))] = place
        elif is_loss(event) and last >= 0:
            cost[throws.get(str(event.data.get("by", "")), last)] += 1
    if cost:
        return events[max(cost, key=lambda place: (cost[place], place))]
    return next((event for event in reversed(events) if event.kind == "pef"), None)


def on_with(setup: Setup, state: SkirmishState) -> Mapping[str, Any] | None:
    """The details of another battle with those who came through this one; None where the scenario takes none."""
    sides = scenario_named(setup.scenario).file.sides
    rosters = {}
    for side in sides:
        if side.played and side.roster is not None:
            roster = roster_of(side, [one for one in state.figures.values() if one.side == side.id])
            if roster is None:
                return None
            rosters[side.id] = msgspec.json.decode(msgspec.json.encode(plain(roster)))
    return {**setup.details, DETAIL: rosters} if rosters else None


def roster_of(side: SideFile, men: Sequence[Figure]) -> Roster | None:
    """Those of a side who came through, on paper; None if they are too few for the place they take."""
    place = side.roster
    fit = [one for one in men if is_through(one)]
    if place is None or len(fit) < place.least:
        return None
    title = next(unit.name for unit in side.units if unit.id == place.unit)
    return Roster(
        roster=title,
        nation=side.nation,
        unit=UNIT,
        year=side.year,
        house=True,
        men=tuple(on_paper(one, role) for one, role in roles(fit)),
    )


def roles(men: Sequence[Figure]) -> Iterator[tuple[Figure, Role]]:
    """Each with his place: the first in rank leads, gunners and loaders keep their gun."""
    ids = {one.id for one in men}
    first = max(men, key=lambda one: (one.rank != "soldier", one.star, one.rep))
    loaded = {one.loads_for for one in men if one.loads_for in ids}
    for one in men:
        if one is first:
            yield one, "nco"
        elif one.rank == "junior_nco":
            yield one, "jr_nco"
        elif one.id in loaded:
            yield one, "lmg_gunner"
        else:
            yield one, "lmg_assistant" if one.loads_for in ids else "rifleman"


def on_paper(one: Figure, role: Role) -> Man:
    return Man(
        name=one.name,
        role=role,
        rep=one.rep,
        weapons=tuple(weapon(id).id for id in one.weapons),
        attributes=one.attributes,
        gear={what: count for what, count in one.gear if count},
        star=one.star,
    )
