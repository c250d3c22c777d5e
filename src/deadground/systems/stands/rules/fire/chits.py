"""Artillery chits and supply: what fire costs, and what the night brings. KIM-4.15, KIM-4.16"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.plane import is_within
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.state import Command, Stand, StandsState


def refusal(at: str, reason: str, *rows: str) -> Fault:
    """A fault whose rows are cited where it is found."""
    cite(*rows)
    return Fault(at, reason, rows)


def paid_as(gun: Stand, chit_cost: str) -> str:
    """What one chit pays for: all guns of a command for the turn, those of one card, or one gun. KIM-R22"""
    if chit_cost == "per_stand":
        return gun.id
    if chit_cost == "per_card":
        return gun.group or gun.unit
    return gun.command


def chit_faults(
    state: StandsState, guns: Iterable[Stand], options: Options, at: str = "value"
) -> dict[str, Fault]:
    """The guns, of several that fire together, whose command has no chit left for them. KIM-4.15a

    Those first in the list are served first. What is not artillery needs none.
    """
    cite("KIM-4.15a")
    faults: dict[str, Fault] = {}
    left = {command.id: command.chits for command in state.commands.values()}
    paid = {key for command in state.commands.values() for key in command.paid_for}
    for gun in guns:
        key = paid_as(gun, option(options, "chit_cost"))
        if not kind_of(gun).artillery or key in paid:
            continue
        if left[gun.command] <= 0:
            reason = f"{state.commands[gun.command].name} has no artillery chit left for {gun.name}"
            faults[gun.id] = refusal(f"{at}.{gun.id}", reason, "KIM-4.15a")
            continue
        left[gun.command] -= 1
        paid.add(key)
    return faults


def why_no_chit(state: StandsState, gun: Stand, options: Options, at: str = "value") -> Fault | None:
    """Why a gun may not fire for want of a chit; None if one is left, paid already or not needed. KIM-4.15a"""
    return chit_faults(state, (gun,), options, at).get(gun.id)


def unpaid_lines(state: StandsState, shooters: Sequence[str], options: Options) -> list[Fault]:
    """The same for a list of shots that are named together, each by its shooter: what is wrong at its place."""
    guns = [state.stands[id] for id in dict.fromkeys(shooters)]
    faults = chit_faults(state, guns, options)
    return [
        msgspec.structs.replace(faults[id], at=f"value[{i}]") for i, id in enumerate(shooters) if id in faults
    ]


def pay(g: Stands, command: Command, gun: Stand | None = None) -> Fault | None:
    """Pay for artillery that fires, in any manner but melee; refused when no chit is left. KIM-4.15a, KIM-R22

    One chit a turn covers a command's every gun; by option one card or one gun, and then `gun` says which.
    """
    if gun is not None and not kind_of(gun).artillery:
        return None
    key = command.id if gun is None else paid_as(gun, g.option("chit_cost"))
    if key in command.paid_for:
        cite("KIM-4.15a")
        return None
    if command.chits <= 0:
        return refusal("value", f"{command.name} has no artillery chit left", "KIM-4.15a")
    command.chits -= 1
    command.paid_for = (*command.paid_for, key)
    command.paid_this_turn = True
    text = f"{command.name} pays an artillery chit, {command.chits} left."
    g.tell("chit", text, "KIM-4.15a", to=g.seats_of(command.side), command=command.id, left=command.chits)
    return None


def forget_payments(g: Stands) -> None:
    """The turn's artillery is done: the next turn is paid for anew. KIM-4.12d, KIM-4.15a"""
    for command in g.state.commands.values():
        command.paid_for = ()
        command.paid_this_turn = False


def bring_supply(g: Stands) -> None:
    """At the end of the last night turn each command gets its chits for the day. KIM-4.15a, KIM-4.16a, KIM-R112

    Chits not fired yet are kept. Without the supply rule the allotment comes whole. A command that retires gets no
    more. KIM-R120
    """
    cite("KIM-R112")
    if g.state.turn + 1 in g.state.night_turns:
        return
    on = g.option("supply") == "on"
    for command in g.state.commands.values():
        if command.chits_a_day <= 0:
            continue
        if command.retired:
            cite("KIM-4.16a", "KIM-R120")
            continue
        brought, why, row = daily_chits(g.state, command) if on else (command.chits_a_day, "", "KIM-4.15a")
        command.chits += brought
        text = f"{command.name} receives {brought} of {command.chits_a_day} chits{why}."
        to = g.seats_of(command.side)
        g.tell("supply", text, row, to=to, command=command.id, brought=brought, left=command.chits)


def daily_chits(state: StandsState, command: Command) -> tuple[int, str, str]:
    """What the supply stand brings, why, and by which row. KIM-4.16a, KIM-4.16b, KIM-R23, KIM-R120

    It is measured to the nearest gun. A command that the scenario gave no supply stand gets its whole allotment.
    """
    whole = command.chits_a_day
    if not guns_of(state, command):
        cite("KIM-R120")
        return 0, ": it has no guns", "KIM-4.16a"
    if not command.supply:
        cite("KIM-R120")
        return whole, "", "KIM-4.16a"
    if command.supply not in state.stands:
        lost = min(number(state, "supply_lost_chits"), whole)
        return lost, ": its supply stand is lost", "KIM-4.16b"
    cite("KIM-R23")
    if is_gun_near(state, command, number(state, "supply_full")):
        return whole, "", "KIM-4.16a"
    if is_gun_near(state, command, number(state, "supply_half")):
        return whole // 2, ": its supply stand is far from the guns", "KIM-4.16a"
    return 0, ": its supply stand is out of reach of the guns", "KIM-4.16a"


def is_gun_near(state: StandsState, command: Command, limit: int) -> bool:
    """Whether an artillery stand of a command is within a distance of its supply stand. KIM-4.16a, KIM-R23"""
    supply = state.stands[command.supply]
    return any(is_within(supply.at, gun.at, limit) for gun in guns_of(state, command))


def guns_of(state: StandsState, command: Command) -> list[Stand]:
    """The artillery of a command that is on the table."""
    stands = state.stands.values()
    return [one for one in stands if one.command == command.id and kind_of(one).artillery]
