"""Whose seat it is: asking for one, answering, giving one up. Nobody loses his seat unasked or unseen.

A seat that somebody has goes to somebody else with his own word; with the umpire's, once he is away; or when all
the others agree and he has been away as long as the table was set up to wait. A team-mate or an umpire who wants to
lend it asks him while he is there. Every change is a line in the log, written in one step with the change itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection

from deadground.core import lending
from deadground.core.faults import Fault, Refused
from deadground.core.journal import Seated
from deadground.core.table import Table
from deadground.server import absence
from deadground.server.invitations import withdraw
from deadground.server.people import People, now, vacate
from deadground.server.presence import PRESENCE
from deadground.server.rooms import Room
from deadground.server.seat_wishes import Wish, drop_wish, hours_of, keep_wish, wishes_of
from deadground.server.seating import host_seats, is_host, name_of, role_of, row_of
from deadground.server.table_calls import Caller, Handler, ServerCall, ServerMessage, Service
from deadground.server.talk_rate import Pace, Paces
from deadground.server.writer import Job

ASKING: Pace = (6, 20.0)
"""How often a seat may ask or answer: what is asked is a line in the log."""


class AskSeatCall(ServerCall, frozen=True, kw_only=True, tag="ask_seat"):
    """Ask that a seat go to somebody else, or with `to` be lent. Asked again when it can be done, it is done."""

    seat: str
    to: str = ""
    commands: tuple[str, ...] = ()


class AnswerSeatCall(ServerCall, frozen=True, kw_only=True, tag="answer_seat"):
    """Agree or not to what is asked about a seat; whoever asked takes it back by not agreeing."""

    seat: str
    agrees: bool


class LeaveSeatCall(ServerCall, frozen=True, kw_only=True, tag="leave_seat"):
    """Give up my own seat, so that somebody else can be invited to it."""


class SeatWish(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked about a seat. `to` is who is to play it on loan, "" for somebody else for good."""

    seat: str
    by: str
    to: str
    commands: tuple[str, ...]
    agreed: tuple[str, ...]
    waits_for: tuple[str, ...]
    """Who beside its owner has not agreed yet."""
    free_from: str
    """From when its owner need not be asked, in UTC; "" if he always must be, or is at the table."""


class SeatWishesMessage(ServerMessage, frozen=True, kw_only=True, tag="seat_wishes"):
    """Everything that is asked about seats of this table, and how many hours it waits for who is away."""

    wishes: tuple[SeatWish, ...]
    hours: int


class SeatCare(Service):
    """Settles whose seat it is. It is talked of openly: everybody is told what is asked."""

    messages = (SeatWishesMessage,)

    def __init__(self) -> None:
        self._paces = Paces()

    @property
    def handlers(self) -> Mapping[type[ServerCall], Handler]:
        return {AskSeatCall: self.ask, AnswerSeatCall: self.answer, LeaveSeatCall: self.leave}

    async def joined(self, caller: Caller) -> None:
        caller.put(await asyncio.to_thread(told_at, caller.room))

    async def ask(self, caller: Caller, call: AskSeatCall) -> None:
        """Ask; if nothing is wanting, or no longer, it is done at once."""
        room, by = await self._begin(caller)
        before = (await asyncio.to_thread(wishes_of, room.store, room.game)).get(call.seat)
        wish = Wish(seat=call.seat, by=by, to=call.to, commands=call.commands, agreed=(by,))
        again = before is not None and (before.by, before.to, before.commands) == (by, call.to, call.commands)
        if before is not None and again:
            wish = before
        if call.to:
            await ask_to_lend(room, wish)
        else:
            await ask_to_give(room, wish, again=again)
        await tell(room)

    async def answer(self, caller: Caller, call: AnswerSeatCall) -> None:
        """The owner's answer settles it; of the others all must agree, and whoever asked may take it back."""
        room, by = await self._begin(caller)
        wish = (await asyncio.to_thread(wishes_of, room.store, room.game)).get(call.seat)
        waiting = () if wish is None else await asyncio.to_thread(waits_for, room, wish)
        owner = wish is not None and by in absence.screen_of(room, wish.seat)
        if wish is None or not (owner or by in waiting or (by == wish.by and not call.agrees)):
            raise refused("nothing is asked of you about this seat")
        if not call.agrees:
            await drop(room, wish, by)
        elif owner and wish.to:
            await lend(room, wish, agreed=True)
        elif owner:
            await release(room, wish.seat, "{} gives up the seat.")
        else:
            await agree(room, wish, by)
        await tell(room)

    async def leave(self, caller: Caller, call: LeaveSeatCall) -> None:
        room, by = await self._begin(caller)
        must_be_by_link(room, by)
        await release(room, by, "{} gives up the seat.")
        await tell(room)

    async def _begin(self, caller: Caller) -> tuple[Room, str]:
        room, by = caller.room, caller.seat
        self._paces.spend(f"{room.game} {by}", ASKING, "ask about seats")
        if await room.read(lambda table: table.match.outcome is not None):
            raise refused("the game is over: nobody needs a seat any more")
        return room, by


SEAT_CARE = SeatCare()


def refused(reason: str) -> Refused:
    return Refused(Fault("", reason))


def must_be_by_link(room: Room, seat: str) -> None:
    row = row_of(room.rows, seat)
    if row is None or row.kind != "link" or not row.name:
        raise refused("nobody who came by link has this seat")


async def ask_to_lend(room: Room, wish: Wish) -> None:
    """Lend what can be lent without a word of its owner; else he is asked."""

    def faults(table: Table[Any]) -> list[Fault]:
        return lending.why_not_lend(table.match, wish.by, wish.seat, wish.to, wish.commands)

    found = await room.read(faults)
    if found:
        raise Refused(*found)
    if await asyncio.to_thread(absence.why_not_over_his_head, room, wish.by, wish.seat):
        await write(room, lambda connection: keep_wish(connection, room.game, wish))
    else:
        await lend(room, wish, agreed=False)


async def lend(room: Room, wish: Wish, *, agreed: bool) -> None:
    await room.do(
        lambda match: lending.lend(match, wish.by, wish.seat, wish.to, wish.commands, agreed),
        lambda connection: drop_wish(connection, room.game, wish.seat),
    )


async def ask_to_give(room: Room, wish: Wish, *, again: bool) -> None:
    """Only who began the game invites, so he asks, or the umpire. It is done when nothing is wanting."""
    must_be_by_link(room, wish.seat)
    if not is_host(room.rows, wish.by) and role_of(wish.by) != "umpire":
        raise refused("only who began this game, or its umpire, can ask for that")
    if not again:
        says = "{by} asks that the seat of {seat} go to somebody else."
        await note(room, wish, wish.by, says, lambda connection: keep_wish(connection, room.game, wish))
    await release_if_free(room, wish)


async def agree(room: Room, wish: Wish, by: str) -> None:
    more = msgspec.structs.replace(wish, agreed=(*wish.agreed, by))
    says = "{by} agrees that the seat of {seat} go to somebody else."
    await note(room, wish, by, says, lambda connection: keep_wish(connection, room.game, more))
    await release_if_free(room, more)


async def drop(room: Room, wish: Wish, by: str) -> None:
    """What was asked is off."""

    def job(connection: Connection) -> None:
        drop_wish(connection, room.game, wish.seat)

    says = "{by} keeps the seat."
    if by not in absence.screen_of(room, wish.seat):
        what = "be lent" if wish.to else "go to somebody else"
        says = f"{{by}} is no longer for it that the seat of {{seat}} {what}."
    await note(room, wish, by, says, job)


async def note(room: Room, wish: Wish, by: str, says: str, job: Job) -> None:
    """Write a line about a seat into the log, together with what it tells of."""
    await room.do(
        lambda match: match.note(
            Seated(
                wish.seat,
                says.format(by=match.called(by), seat=match.called(wish.seat)),
            )
        ),
        job,
    )


async def release_if_free(room: Room, wish: Wish) -> None:
    why = await asyncio.to_thread(why_free, room, wish)
    if why:
        await release(room, wish.seat, why)


def why_free(room: Room, wish: Wish) -> str:
    """What the log says when a seat becomes free without its owner's word; "" if it does not. Reads the store."""
    since = free_from(room, wish)
    if since is None or now() < since:
        return ""
    if by_umpire(wish):
        return "{} is away and has the seat no longer: the umpire says so."
    if waits_for(room, wish):
        return ""
    return "{} has been away too long and has the seat no longer: all the others agree."


def by_umpire(wish: Wish) -> bool:
    """Whether the umpire gave his word; about his own seat he has none but the owner's."""
    return any(role_of(seat) == "umpire" and seat != wish.seat for seat in wish.agreed)


def free_from(room: Room, wish: Wish) -> datetime | None:
    """From when the owner of a seat need not be asked; None while he is there, or if he always must be."""
    if absence.is_there(room, wish.seat):
        return None
    since = absence.away_since(room, wish.seat)
    if wish.to or by_umpire(wish):
        return since + absence.LEND_AFTER
    hours = hours_of(room.store, room.game)
    return max(since, wish.asked) + timedelta(hours=hours) if hours else None


def waits_for(room: Room, wish: Wish) -> tuple[str, ...]:
    """Who else must agree that a seat go to somebody else: every person who plays or is the umpire, once."""
    if wish.to:
        return ()
    holders = People(room.store).holders(room.game)
    owners = set(holders.get(wish.seat, ()))
    at_screen = host_seats(room.rows)
    found: list[str] = []
    settled = {*wish.agreed} | ({*at_screen} if {*wish.agreed} & {*at_screen} else set())
    people = {person for seat in settled for person in holders.get(seat, ())} | owners
    for row in room.rows:
        mine = set(holders.get(row.seat, ()))
        if not absence.is_owned(room, row.seat) or role_of(row.seat) == "observer":
            continue
        if row.seat != wish.seat and row.seat not in settled and not mine & people:
            found.append(row.seat)
            people |= mine
    return tuple(sorted(found))


async def release(room: Room, seat: str, says: str) -> None:
    """Nobody has this seat any more: its keys and links are void, and the log tells it in the same step."""
    name = name_of(room.rows, seat)

    def job(connection: Connection) -> None:
        vacate(connection, room.game, seat)
        withdraw(connection, room.game, seat)
        drop_wish(connection, room.game, seat)

    await room.do(
        lambda match: match.note(Seated(seat, says.format(match.called(seat)), name, again=True)),
        job,
    )
    if room.notices is not None:
        await room.notices.forget(room.game, seat)
    await room.reseat(await asyncio.to_thread(room.store.seats, room.game))


async def write(room: Room, job: Job) -> None:
    await asyncio.wrap_future(room.store.write(job))


async def tell(room: Room) -> None:
    """Tell everybody who sits where now, and what is asked about it."""
    await PRESENCE.changed(room)
    room.post(room.here(), msgspec.json.encode(await asyncio.to_thread(told_at, room)))


def told_at(room: Room) -> SeatWishesMessage:
    """What is asked at a table. Reads the store."""
    wishes = wishes_of(room.store, room.game).values()
    return SeatWishesMessage(
        wishes=tuple(shown(room, wish) for wish in wishes), hours=hours_of(room.store, room.game)
    )


def shown(room: Room, wish: Wish) -> SeatWish:
    since = free_from(room, wish)
    return SeatWish(
        seat=wish.seat,
        by=wish.by,
        to=wish.to,
        commands=wish.commands,
        agreed=wish.agreed,
        waits_for=waits_for(room, wish),
        free_from="" if since is None else f"{since.isoformat(timespec='seconds')}Z",
    )
