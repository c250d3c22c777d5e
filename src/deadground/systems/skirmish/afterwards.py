"""After a battle: what became of every man, the roll that decided it, and who can go out again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from deadground.core.citing import cite
from deadground.core.events import SeenEvent
from deadground.core.roster import Man, Role, Roster
from deadground.core.sheet import DecidingRoll, Fate
from deadground.core.system import Setup
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.armies import life
from deadground.systems.skirmish.armies.muster import DETAIL, with_rosters
from deadground.systems.skirmish.armies.rosters import plain
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.wounded.recovery import between_battles, is_through
from deadground.systems.skirmish.scenario_file import SideFile, battle_of
from deadground.systems.skirmish.setup import battle
from deadground.systems.skirmish.state import Figure, SkirmishState
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


ROLLED = {"returns": "comes back", "prisoner": "in enemy hands", "lost": "lost"}
"""What the roll after the battle made of a man. NUTS-WOUND-10, NUTS-WOUND-11"""


def fate_of(one: Figure) -> str:
    """How a man came out of it, and what was rolled for him, in a few words."""
    rolled = next((words for fate, words in ROLLED.items() if fate in one.deeds.record), "")
    return f"{how_it_ended(one)}, {rolled}" if rolled else how_it_ended(one)


def how_it_ended(one: Figure) -> str:
    if one.status == "out_of_the_fight":
        return "wounded, carried home" if one.aid.carried_by else "wounded"
    if one.status == "gone":
        if "cheated_death" in one.deeds.record:
            return "cheated death"
        if "got_through" in one.deeds.record:
            return "got through"
        if "walked_off" in one.deeds.record:
            return "brought a wounded man off"
        return "wounded, brought off" if "brought_off" in one.deeds.record else "left the field"
    if "freed" in one.deeds.record:
        return "taken, and freed"
    if one.status == "leave_battlefield":
        return "was running"
    words = {"obviously_dead": "killed", "captured": "taken prisoner", "hunker_down": "hunkered down"}
    return words.get(one.status, "came through")


def deciding_roll(events: Sequence[SeenEvent]) -> DecidingRoll | None:
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
        most = max(cost, key=lambda place: (cost[place], place))
        return DecidingRoll(events[most], why_deciding(cost[most], list(cost.values()).count(cost[most])))
    marks = (event for event in reversed(events) if event.kind == "pef" and event.rolls)
    found = next(marks, None)
    if found is None:
        return None
    return DecidingRoll(found, "Nobody was lost; no question mark was answered after this one.")


def why_deciding(men: int, throws: int) -> str:
    """What a throw cost, and how many others cost as much."""
    lost = f"{men} men were lost by it" if men > 1 else "One man was lost by it"
    if throws == 1:
        return f"{lost}, by no other roll so many."
    return f"{lost}, as by {throws - 1} other{'s' if throws > 2 else ''} and by none more. It was the last of them."


def on_with(setup: Setup, state: SkirmishState) -> Mapping[str, Any] | None:
    """The details of another battle with those who came through this one; None where the scenario takes none."""
    scenario = with_rosters(battle_of(setup), setup.details)
    began = {(one.unit, one.name): one for one in everybody(battle(scenario, setup.options))}
    rosters = {}
    for side in scenario.file.sides:
        if side.played and side.roster is not None:
            unit = f"{side.id}_{side.roster.unit}"
            men = [one for one in everybody(state) if one.unit == unit]
            roster = roster_after(side, fit(men, setup.options), began)
            if roster is None:
                return None
            rosters[side.id] = msgspec.json.decode(msgspec.json.encode(plain(roster)))
    return {**setup.details, DETAIL: rosters} if rosters else None


def everybody(state: SkirmishState) -> tuple[Figure, ...]:
    """All men of a battle, those who did not come on in time too. NR-206"""
    return (*state.figures.values(), *state.to_come.values())


def fit(men: Sequence[Figure], options: Options) -> list[Figure]:
    """Those who may go out again. COT-SQUAD-04

    Who fled and came back by the roll after the battle is among them; the wounded by the option alone. LR-025
    """
    recovered = [one.name for one in men if "returns" in one.deeds.record]
    fates: dict[str, life.Fitness] = {one.name: between_battles(one) for one in men}
    names = life.fit_for_next(men, fates, recovered, options)
    return [one for one in men if one.name in names]


def roster_after(
    side: SideFile, fit: Sequence[Figure], began: Mapping[tuple[str, str], Figure]
) -> Roster | None:
    """Those of a side who may go out again, on paper; None if they are too few for the place they take.

    `began`: all men as the battle began, by unit and name, for a battle gives everybody an id of its own.
    """
    place = side.roster
    if place is None or len(fit) < place.least:
        return None
    title = next(unit.name for unit in side.units if unit.id == place.unit)
    return Roster(
        roster=title,
        nation=side.nation,
        unit=UNIT,
        year=place.year or side.year,
        house=True,
        men=tuple(on_paper(one, role, began.get((one.unit, one.name), one)) for one, role in roles(fit)),
    )


def roles(men: Sequence[Figure]) -> Iterator[tuple[Figure, Role]]:
    """Each with his place: the first in rank leads, gunners and loaders keep their gun."""
    ids = {one.id for one in men}
    first = max(men, key=lambda one: (one.rank != "soldier", one.star, one.rep))
    loaded = {one.arms.loads_for for one in men if one.arms.loads_for in ids}
    for one in men:
        if one is first:
            yield one, "nco"
        elif one.rank == "junior_nco":
            yield one, "jr_nco"
        elif one.medic:
            yield one, "medic"
        elif one.id in loaded:
            yield one, "lmg_gunner"
        else:
            yield one, "lmg_assistant" if one.arms.loads_for in ids else "rifleman"


def on_paper(one: Figure, role: Role, began: Figure) -> Man:
    """A man as he goes on: what held for this battle alone is over, what he learned of it stays."""
    return Man(
        name=one.name,
        role=role,
        rep=rep_afterwards(one, began),
        weapons=weapons_afterwards(one, began),
        attributes=tuple(id for id in one.attributes if id not in one.deeds.for_now),
        gear={what: count for what, count in one.pack.gear if count},
        star=one.star,
        woman=one.woman,
    )


def rep_afterwards(one: Figure, began: Figure) -> int:
    """A Rep that was lowered for the battle is whole again; a Star who cheated death has lost his for good.

    NUTS-WOUND-06, NUTS-STAR-03, LR-040
    """
    cite("NUTS-WOUND-06")
    lost = number("cheating_death_costs") if "cheated_death" in one.deeds.record else 0
    return max(number("lowest_rep"), began.rep - lost)


def weapons_afterwards(one: Figure, began: Figure) -> tuple[str, ...]:
    """His own, and of those he picked up the special ones; who has none left is armed anew. COT-SQUAD-08, LR-027"""
    own = [id for id in one.arms.weapons if id in began.arms.weapons]
    kept = life.kept_after_battle(id for id in one.arms.weapons if id not in began.arms.weapons)
    return tuple(weapon(id).id for id in (*own, *kept)) or began.arms.weapons
