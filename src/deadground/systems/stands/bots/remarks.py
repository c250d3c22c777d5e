"""The diary of `steady`: once a turn what it cost, what has come into view, and who sets out for where.

It keeps nothing in mind, so it tells only what the view shows to be new: the fallen of the last turn, who was put
on the table in it, and the cards of this one. A turn in which nothing is new has no entry.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import Any

from deadground.core.minds import with_plan
from deadground.systems.stands.bots.picture import Aim
from deadground.systems.stands.bots.plans import Posture, main_aim
from deadground.systems.stands.bots.staff import Staff
from deadground.systems.stands.game import named_together, names_together
from deadground.systems.stands.rules.cards.command import may_not_advance
from deadground.systems.stands.state import Stand

VERDICT = re.compile(r" (is|are) (taken|held|ours)$")

GOES_ON: dict[Posture, str] = {
    "attack": "we attack",  # as far as somebody does
    "hold": "we hold and let them come",
    "beaten": "we are beaten, and save what can be saved",
}

MOVES = ("move", "move_and_fire")


def remarks(
    staff: Staff, laid: list[dict[str, Any]], reasons: Iterable[str], apart: Container[str] = ()
) -> str:
    """What goes into the diary with the cards of this turn; those apart are bound for nowhere."""
    reasons = list(reasons)
    if staff.picture.state.turn == 1:
        opening = [shared_out(staff)]
    else:
        going = bound_for(staff, laid, apart)
        opening = [cost(staff, goes_on(staff, going, reasons)), sighted(staff), *set_out(going)]
    told = " ".join(sentence for sentence in (*opening, *reasons, *at_work(staff, laid)) if sentence)
    return with_plan(staff.mind.told(staff.picture), told) if staff.picture.state.turn == 1 else told


def place(aim: Aim) -> str:
    """A place by its name alone: what happens to it is the scenario's business."""
    name = VERDICT.sub("", aim.name)
    return f"the{name[3:]}" if name.startswith("The ") else name


def shared_out(staff: Staff) -> str:
    """Who goes for which place, told with the plan; the main effort first."""
    main = main_aim(staff.picture, staff.plan)
    going: dict[Aim, list[str]] = {}
    for unit, task in staff.tasks.items():
        if staff.fights(unit):
            going.setdefault(task.aim, []).append(staff.picture.unit(unit).name)
    order = sorted(going, key=lambda aim: (main is None or aim.at != main.at, aim.at))
    if not order:
        return ""
    return "For " + "; for ".join(f"{place(aim)} {listed(going[aim])}" for aim in order) + "."


def goes_on(staff: Staff, going: Iterable[Aim], charges: list[str]) -> str:
    """What is done now. Nobody says that he attacks who goes for nothing but what he has, and charges nobody."""
    if staff.posture != "attack" or charges or any(aim.weight and not staff.holds(aim) for aim in going):
        return GOES_ON[staff.posture]
    holds = any(staff.holds(aim) for aim in staff.picture.aims)
    return "we keep what we have" if holds else "we fire from where we are"


def cost(staff: Staff, what: str) -> str:
    """What the last turn cost either side, how strength stands now, and what follows from it."""
    picture = staff.picture
    last = [one for one in picture.state.fallen.values() if one.turn == picture.state.turn - 1]
    own = [one.name for one in last if one.side == picture.side]
    his = [one.name for one in last if one.side != picture.side]
    if not last:
        return ""
    lost = [f"we lost {names_together(own)}"] if own else []
    lost += [f"they lost {names_together(his)}"] if his else []
    told = f"{', '.join(lost)}: {picture.balance:.1f} to 1, {what}."
    return told[0].upper() + told[1:]


def sighted(staff: Staff) -> str:
    """Who was put on the table in the last turn."""
    picture = staff.picture
    new = [one for one in picture.enemies if 0 < one.shown_since == picture.state.turn - 1]
    return f"Come into view: {named_together(new)}." if new else ""


def bound_for(staff: Staff, laid: list[dict[str, Any]], apart: Container[str] = ()) -> dict[Aim, list[str]]:
    """Who is told to go where, as far as he is not there yet.

    Nobody when all is lost, and nobody who waits where he is, or only gets out of fire or out of a gun's way.
    """
    going: dict[Aim, list[str]] = {}
    if staff.posture == "beaten":
        return going
    for unit in dict.fromkeys(order["unit"] for order in laid if order["card"] in MOVES):
        bound: dict[Aim, list[int]] = {}
        moving = [
            id for order in laid if order["unit"] == unit and order["card"] in MOVES for id in order["pieces"]
        ]
        for one in (staff.picture.state.stands[id] for id in moving):
            task = staff.task_of(one)
            if task and goes(staff, one) and one.id not in apart:
                bound.setdefault(task.aim, []).append(staff.way(one, task.aim))
        for aim, ways in bound.items():
            if min(ways) > aim.within:
                name = staff.picture.unit(unit).name
                part = f"{len(ways)} of {name}" if len(bound) > 1 else name
                going.setdefault(aim, []).append(f"{part} ({sum(ways) // len(ways) // 10} mm)")
    return going


def set_out(going: dict[Aim, list[str]]) -> list[str]:
    """The same in words."""
    return [
        f"{'Bound for' if aim.weight else 'On the way to a task,'} {place(aim)}: {listed(names)}."
        for aim, names in going.items()
    ]


def goes(staff: Staff, one: Stand) -> bool:
    """Whether a fighter with a card to move means to go to his place, and his command may still advance."""
    state = staff.picture.state
    advances = may_not_advance(state, state.commands[one.command]) is None
    return advances and staff.fights(one.unit) and one.id not in staff.in_the_way


def at_work(staff: Staff, laid: list[dict[str, Any]]) -> list[str]:
    """Who works at what with an Action card."""
    stands = staff.picture.state.stands
    told = []
    for order in laid:
        if order["card"] != "action":
            continue
        workers: list[Stand] = [stands[id] for id in order["pieces"]]
        work = staff.works.get(workers[0].id)
        if work is None:
            told.append(f"Digging in: {named_together(workers)}.")
        else:
            told.append(
                f"{named_together(workers)} at work: {work[0].name}, {work[0].done} of {work[0].steps} done."
            )
    return told


def listed(names: list[str]) -> str:
    """Names in one breath."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
