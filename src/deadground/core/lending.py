"""Lending: an absent player's seat, or some of its commands, is played by a team-mate or a bot.

A whole seat changes hands at once: the rules go on asking it, and the borrower is shown what it is asked and
answers for it. Single commands change hands when the system says, because a question may be about them just now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.journal import BOT, Entry, Lent, TookHome

if TYPE_CHECKING:
    from deadground.core.match import Match


class LentCommand(msgspec.Struct, frozen=True):
    """A command of a seat: its name, who has it on loan, and what becomes of that when the next turn begins."""

    id: str
    label: str
    to: str = ""
    note: str = ""
    home: bool = False
    """Whether it can be asked back."""


class Loanable(msgspec.Struct, frozen=True):
    """A seat that may be lent or taken home by whoever reads this: to whom it could go, and its commands.

    `lent` is who plays it now, "" for its owner; `to` lists seats, and "bot", that could have it.
    """

    seat: str
    lent: str = ""
    to: tuple[str, ...] = ()
    commands: tuple[LentCommand, ...] = ()


def loanable_by(match: Match[Any], by: str) -> tuple[Loanable, ...]:
    """What a seat may lend or take home, so that a page need not know who may."""
    if match.outcome is not None or by not in match.setup.seats:
        return ()
    return tuple(
        Loanable(
            seat,
            match.position.aside.lent.get(seat, ""),
            tuple(to for to in (*match.setup.seats, BOT) if may_have(match, by, seat, to)),
            match.system.commands_of(match.position.state, seat),
        )
        for seat in match.setup.seats
        if not match.system.sees_all(seat) and may_arrange(match, by, seat, None)
    )


def may_arrange(match: Match[Any], by: str, seat: str, to: str | None) -> bool:
    return not match.system.why_not_lend(match.position.state, seat, to, by)


def may_have(match: Match[Any], by: str, seat: str, to: str) -> bool:
    """Whether a seat could be lent to another, or a bot, by this one."""
    return not borrower_faults(match, seat, to, ()) and may_arrange(match, by, seat, to)


def played_by(match: Match[Any], seat: str) -> str:
    """The seat that answers for a seat: itself, a borrower, or a bot."""
    lent = match.position.aside.lent
    while seat in lent:
        seat = lent[seat]
    return seat


def plays_for(match: Match[Any], seat: str) -> tuple[str, ...]:
    """The seats that a seat answers for, its own first."""
    seats = (seat, *(other for other in match.setup.seats if other != seat))
    return tuple(other for other in seats if played_by(match, other) == seat)


def bot_seats(match: Match[Any]) -> tuple[str, ...]:
    """The seats that are lent to a bot."""
    return tuple(seat for seat in match.setup.seats if played_by(match, seat) == BOT)


def parts(match: Match[Any], seat: str, commands: tuple[str, ...]) -> str:
    """What changes hands, by the names of the commands."""
    labels = {one.id: one.label for one in match.system.commands_of(match.position.state, seat)}
    return ", ".join(labels.get(id, id) for id in commands) or "the whole seat"


def lend(
    match: Match[Any], by: str, seat: str, to: str, commands: tuple[str, ...] = (), agreed: bool = False
) -> Entry:
    """Lend a seat, or some of its commands, to a seat of its side or to a bot; or refuse it with every reason.

    `agreed` says that its owner gave his word to somebody else who arranged it.
    """
    faults = why_not_lend(match, by, seat, to, commands)
    if faults:
        raise Refused(*faults)
    whose = "" if by == seat else f" of {match.called(seat)}{', who agreed,' if agreed else ''}"
    says = f"{match.called(by)} lends {parts(match, seat, commands)}{whose} to {match.called(to)}."
    return match.enact(Lent(seat, to, by, commands, says))


def why_not_lend(
    match: Match[Any], by: str, seat: str, to: str, commands: tuple[str, ...] = ()
) -> list[Fault]:
    """Why a seat, or some of its commands, cannot be lent so; nothing if it can."""
    faults = [*common_faults(match, by, seat), *borrower_faults(match, seat, to, commands)]
    why = "" if faults else match.system.why_not_lend(match.position.state, seat, to, by)
    return faults or ([Fault("seat", why)] if why else [])


def take_home(match: Match[Any], by: str, seat: str, commands: tuple[str, ...] = ()) -> Entry:
    """Give a seat, or some of its commands, back to its owner."""
    faults = common_faults(match, by, seat)
    if not faults and not commands and seat not in match.position.aside.lent:
        faults = [Fault("seat", f"{seat} is not lent")]
    why = "" if faults else match.system.why_not_lend(match.position.state, seat, None, by)
    if faults or why:
        raise Refused(*(faults or [Fault("seat", why)]))
    what = parts(match, seat, commands)
    says = f"{match.called(by)} gives {what} back to {match.called(seat)}."
    if by == seat:
        says = f"{match.called(seat)} has {what} back."
    return match.enact(TookHome(seat, by, commands, says))


def common_faults(match: Match[Any], by: str, seat: str) -> list[Fault]:
    match.check_seat(by)
    if match.outcome is not None:
        return [Fault("", f"the game is over: {match.outcome.reason}")]
    if seat not in match.setup.seats:
        return [Fault("seat", f"there is no seat '{seat}' at this table")]
    if match.system.sees_all(seat):
        return [Fault("seat", f"{seat} sees everything and cannot be lent")]
    return []


def borrower_faults(match: Match[Any], seat: str, to: str, commands: tuple[str, ...]) -> list[Fault]:
    """What is wrong with the one who borrows."""
    lent, seats = match.position.aside.lent, match.setup.seats
    if seat in lent and not commands:
        return [Fault("seat", f"{seat} is lent to {lent[seat]} already")]
    if to == BOT:
        return [Fault("to", "a bot takes over a whole seat, not single commands")] if commands else []
    if to not in seats or to == seat:
        return [Fault("to", f"'{to}' is no other seat at this table")]
    if to in lent:
        return [Fault("to", f"{to} is lent to {lent[to]} itself")]
    return []
