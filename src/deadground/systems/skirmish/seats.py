"""Several players on one side: squads, or halves of squads, are shared out among up to four of them.

How they are dealt is told in core/sharing.py. The first player commands: he chooses which group acts. Each splits
his own men off from the others', as an owner may (NS-02), so a group has one player. What is seen is seen by the
whole side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deadground.core.journal import BOT
from deadground.core.sharing import dealt, players_wanted
from deadground.systems.skirmish.state import Figure, Seat, SkirmishState, side_of


def part_of(figure: Figure) -> str:
    """The part of his side that a man belongs to: the half of his squad that the Junior NCO leads, or the rest."""
    return f"{figure.unit}/{2 if figure.half == 2 else 1}"


def parts_of(state: SkirmishState, side: str) -> list[str]:
    """The parts of a side in the order of its list."""
    everybody = (*state.figures.values(), *state.to_come.values())
    men = [figure for figure in everybody if figure.side == side]
    orders = {id: place for place, id in enumerate(state.units)}
    return sorted({part_of(one) for one in men}, key=lambda part: (orders[part.rpartition("/")[0]], part))


def share_out(state: SkirmishState, details: Mapping[str, Any]) -> None:
    """Give a new battle the seats that its set-up asks for."""
    parts = {seat.side: parts_of(state, seat.side) for seat in state.seats.values()}
    for side, number in players_wanted(details, parts, "squads and half-squads").items():
        del state.seats[side]
        for id, own in dealt(side, parts[side], number).items():
            state.seats[id] = Seat(id=id, side=side, commander=id == side, parts=own)
    state.seats = {id: state.seats[id] for side in state.sides for id in seats_of(state, side)}


def seats_of(state: SkirmishState, side: str) -> list[str]:
    return [seat.id for seat in state.seats.values() if seat.side == side]


def commander_of(state: SkirmishState, side: str) -> str:
    """The seat that decides for a side: its commander's, if several play it; "" for a side nobody plays."""
    seats = [seat for seat in state.seats.values() if seat.side == side]
    return min(seats, key=lambda seat: not seat.commander).id if seats else ""


def player_of(state: SkirmishState, figure: Figure) -> str:
    """The seat that decides for a man: his player's, else his commander's; "" for a side nobody plays."""
    for seat in state.seats.values():
        if seat.parts and seat.side == figure.side and part_of(figure) in seat.parts:
            return seat.id
    return commander_of(state, figure.side)


def led_by(state: SkirmishState, seat: str) -> tuple[str, ...]:
    """The squads and halves of squads of a player who shares his side: of a squad that he has whole, its name."""
    own = state.seats.get(seat)
    found: dict[str, list[str]] = {}
    for part in own.parts if own else ():
        unit, _, half = part.rpartition("/")
        found.setdefault(unit, []).append(half)
    whole = {unit for unit, halves in found.items() if is_whole(state, unit, halves)}
    return tuple(
        name if unit in whole else f"{name}, {HALVES[half]}"
        for unit, halves in found.items()
        if (name := state.units[unit].name)
        for half in (halves[:1] if unit in whole else halves)
    )


HALVES = {"1": "first half", "2": "second half"}


def is_whole(state: SkirmishState, unit: str, halves: Sequence[str]) -> bool:
    """Whether nobody else has a half of a squad."""
    parts = {part for seat in state.seats.values() for part in seat.parts if part.startswith(f"{unit}/")}
    return parts == {f"{unit}/{half}" for half in halves}


def why_not_lend(state: SkirmishState, seat: str, to: str | None, by: str) -> str:
    """A player lends his seat to his own side or a bot; his commander may, for one who is not there."""
    own, other = state.seats[seat], state.seats.get(by)
    commands_him = other is not None and other.commander and other.side == own.side
    if by != seat and not commands_him:
        return f"only {seat} or the commander of that side may do that"
    if to not in (None, BOT) and side_of(state, to or "") != own.side:
        return f"{to} does not play for the side of {seat}"
    return ""
