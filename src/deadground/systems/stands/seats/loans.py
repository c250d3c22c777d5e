"""Commands that one player lends to another of his side. They change hands when a turn begins, with its cards.

A whole seat is lent by the kernel, at once and with all it is asked: see core/lending.py.
"""

from __future__ import annotations

from deadground.core.faults import Fault, Refused
from deadground.core.journal import BOT
from deadground.core.lending import LentCommand
from deadground.systems.stands.game import Stands
from deadground.systems.stands.seats.umpire_settles import UMPIRE
from deadground.systems.stands.state import Loan, StandsState, side_of


def why_not_lend(state: StandsState, seat: str, to: str | None, by: str) -> str:
    """A player lends what is his to his own side; army commander and umpire may for one who is not there."""
    own, other = state.seats[seat], state.seats.get(by)
    commands_him = other is not None and other.commander and other.side == own.side
    if by not in (seat, UMPIRE) and not commands_him:
        return f"only {seat}, its army commander or the umpire may do that"
    if to not in (None, BOT) and side_of(state, to) != own.side:
        return f"{to} does not play for the side of {seat}"
    return ""


def lend(g: Stands, seat: str, commands: tuple[str, ...], to: str) -> None:
    """Note that commands are to change hands when the next turn begins."""
    held = [id for id in g.state.seats[seat].commands if id not in g.state.loans]
    strange = [id for id in commands if id not in held]
    if strange:
        raise Refused(*(Fault("commands", f"{seat} has no command '{id}' to lend") for id in strange))
    if set(commands) == set(held):
        raise Refused(Fault("commands", f"that is all {seat} commands: lend the whole seat"))
    for id in dict.fromkeys(commands):
        g.state.loans[id] = Loan(id, seat, to)


def take_home(g: Stands, seat: str, commands: tuple[str, ...]) -> None:
    """Note that commands are to come home when the next turn begins; a loan that had not begun is off."""
    for id in dict.fromkeys(commands):
        loan = g.state.loans.get(id)
        if loan is None or loan.owner != seat:
            raise Refused(Fault("commands", f"{seat} has not lent '{id}'"))
        if loan.in_force:
            loan.ends = True
        else:
            del g.state.loans[id]


def commands_of(state: StandsState, seat: str) -> tuple[LentCommand, ...]:
    """What a player can lend command by command, and what he has lent: all of it is known to everybody."""
    held = [id for id in state.seats[seat].commands if id not in state.loans]
    lent = [loan for loan in state.loans.values() if loan.owner == seat]
    return (
        *(LentCommand(id, state.commands[id].name) for id in held if id in state.commands),
        *(
            LentCommand(loan.id, state.commands[loan.id].name, loan.to, said(loan), not loan.ends)
            for loan in lent
        ),
    )


def said(loan: Loan) -> str:
    if loan.ends:
        return "comes home next turn"
    return "" if loan.in_force else "goes over next turn"


def change_hands(g: Stands) -> None:
    """A turn begins: what is lent goes to the borrower, what is given back to its owner. KIM-8.2a"""
    for loan in tuple(g.state.loans.values()):
        if not loan.in_force:
            hand_over(g.state, loan.id, loan.owner, loan.to)
            loan.in_force = True
        elif loan.ends:
            hand_over(g.state, loan.id, loan.to, loan.owner)
            del g.state.loans[loan.id]


def hand_over(state: StandsState, command: str, giver: str, taker: str) -> None:
    state.seats[giver].commands = tuple(id for id in state.seats[giver].commands if id != command)
    state.seats[taker].commands = (*state.seats[taker].commands, command)
