"""Seats by link over HTTP: who is there, offering a seat, looking at an offer, sitting down."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import Connection

from deadground.core.advice import near
from deadground.core.faults import SetupError
from deadground.core.journal import Seated, last_in
from deadground.core.match import Match
from deadground.server import invitations
from deadground.server.absence import is_owned
from deadground.server.api_games import GameOpened, OpenSeat
from deadground.server.api_people import Company, JoinOrder, LinkOrder, SeatOffer
from deadground.server.battle_routes import card
from deadground.server.brought import brought_to
from deadground.server.cookies import TheJar, TheVisitor
from deadground.server.invitations import Invited, invited_by
from deadground.server.keys import Token
from deadground.server.lobby import Lobby
from deadground.server.names import proper_name
from deadground.server.people import Chairs, LinkSpent, chairs_of, new_token
from deadground.server.presence import PRESENCE, side_name, sittings_at
from deadground.server.problems import NotAllowed, NotFound, documented
from deadground.server.reach import Reach, ReachTold
from deadground.server.rooms import Room
from deadground.server.seat_wishes import hours_of
from deadground.server.seating import is_host, name_of, next_observer, place_name, role_of
from deadground.server.sides import curtained, why_not_also
from deadground.server.store import SeatRow
from deadground.server.writer import Job

TheLobby = NamedDependency[Lobby]
TheReach = NamedDependency[Reach]
AT_A_TABLE = documented(400, 403, 404, 503)
BY_LINK = documented(400, 404, 410, 429, 503)
TAKEN = "{} sits there: he gives it up himself, or the table agrees to it"
CURTAIN = (
    "several sides share the screen of whoever began this game, behind a curtain: you must agree to that"
)
MEANWHILE = "this browser has just sat down in another seat of this table: open the link once more"
NOT_THE_HOST = "only who began this game can invite to it"


@get("/api/games/{game:str}/company", responses=AT_A_TABLE)
async def company(lobby: TheLobby, game: FromPath[str], seat_key: Token) -> Company:
    """Who sits at a table, and who is there now."""
    async with lobby.enter(game, seat_key) as (room, seat):
        hours = await asyncio.to_thread(hours_of, lobby.store, game)
        return Company(is_host(room.rows, seat), await sittings_at(room), hours)


@get("/api/games/{game:str}/reach", responses=AT_A_TABLE)
async def reach_of(lobby: TheLobby, reach: TheReach, game: FromPath[str], seat_key: Token) -> ReachTold:
    """How friends can reach this server: what their links begin with."""
    async with lobby.enter(game, seat_key) as (room, seat):
        must_be_host(room, seat)
        return await asyncio.to_thread(reach.told)


@post("/api/games/{game:str}/seats/{offered:str}/link", responses=AT_A_TABLE)
async def offer_seat(
    lobby: TheLobby, game: FromPath[str], offered: FromPath[str], seat_key: Token
) -> OpenSeat:
    """A new link to a seat that nobody has; the one before it is void."""
    async with lobby.enter(game, seat_key) as (room, seat):
        must_be_host(room, seat)
        by_link = [row.seat for row in room.rows if row.kind == "link"]
        if offered not in by_link:
            raise NotFound(f"'{offered}' is no seat that is offered by link", near(offered, by_link))
        if is_owned(room, offered):
            raise NotAllowed(TAKEN.format(name_of(room.rows, offered)))
        link = OpenSeat(offered, new_token())
        await write(lobby, lambda connection: invitations.offer_anew(connection, game, link))
        return link


@post("/api/games/{game:str}/observers", responses=AT_A_TABLE)
async def offer_observer(lobby: TheLobby, game: FromPath[str], seat_key: Token) -> OpenSeat:
    """A link for one more person who looks on."""
    async with lobby.enter(game, seat_key) as (room, seat):
        must_be_host(room, seat)
        row = SeatRow(seat=next_observer(room.rows), kind="link")
        link = OpenSeat(row.seat, new_token())
        await write(lobby, lambda connection: invitations.offer_another(connection, game, row, link))
        await lobby.reseat(game)
        await PRESENCE.changed(room)
        return link


@post("/api/invitation", status_code=200, responses=BY_LINK)
async def invitation(lobby: TheLobby, visitor: TheVisitor, data: JSONBody[LinkOrder]) -> SeatOffer:
    """What a link offers. Asking does not use it up."""
    invited = await asyncio.to_thread(invited_by, lobby.store, data.token)
    rows = await asyncio.to_thread(lobby.store.seats, invited.game)
    chairs = await asyncio.to_thread(lobby.people.chairs_of, visitor.person.id, invited.game)
    if invited.seat not in chairs.now:
        must_be_good(invited, rows)
    hours = await asyncio.to_thread(hours_of, lobby.store, invited.game)
    async with lobby.room(invited.game, rows) as room:
        await must_go_on(room)
        return await offer_of(room, invited, visitor.person.name, chairs, hours)


@post("/api/join", responses=BY_LINK)
async def join(
    lobby: TheLobby, visitor: TheVisitor, jar: TheJar, data: JSONBody[JoinOrder]
) -> Response[GameOpened]:
    """Sit down by a link. The key to the seat is told only here."""
    name = proper_name(data.name)
    invited = await asyncio.to_thread(invited_by, lobby.store, data.token)
    rows = await asyncio.to_thread(lobby.store.seats, invited.game)
    must_be_good(invited, rows)
    async with lobby.room(invited.game, rows) as room:
        await must_go_on(room)
        chairs = await asyncio.to_thread(lobby.people.chairs_of, visitor.person.id, invited.game)
        await must_be_one_side(room, invited.seat, chairs, data.curtain)
        key = OpenSeat(invited.seat, new_token())

        def job(connection: Connection) -> None:
            if chairs_of(connection, visitor.person.id, invited.game) != chairs:
                raise SetupError(MEANWHILE)
            invitations.sit_down(connection, data.token, visitor, name, key.token)

        await room.do(lambda match: match.note(sat_down(match, invited.seat, name)), job)
        await lobby.reseat(invited.game)
        await PRESENCE.changed(room)
    return jar.with_cookie(GameOpened(invited.game, [key]), visitor)


async def write(lobby: Lobby, job: Job) -> None:
    """Do something in the writer's turn; what it refuses comes back as it was raised."""
    await asyncio.wrap_future(lobby.store.write(job))


def must_be_host(room: Room, seat: str) -> None:
    if not is_host(room.rows, seat):
        raise NotAllowed(NOT_THE_HOST)


def must_be_good(invited: Invited, rows: tuple[SeatRow, ...]) -> None:
    if invited.why:
        named = any(row.seat == invited.seat and row.name for row in rows)
        raise invitations.spent(invited, name_of(rows, invited.seat) if named else "")


async def must_go_on(room: Room) -> None:
    if await room.read(lambda table: table.match.outcome is not None):
        raise LinkSpent("this game is over: there is nothing left to sit down to")


async def must_be_one_side(room: Room, seat: str, chairs: Chairs, agrees: bool) -> None:
    """Nobody sits on two sides by link; and whoever sits down knows of a screen that does."""
    barred, curtain = await room.read(lambda table: terms(table.match, room.rows, seat, chairs))
    if barred:
        raise SetupError(barred)
    if curtain and not agrees:
        raise SetupError(CURTAIN)


def terms(match: Match[Any], rows: tuple[SeatRow, ...], seat: str, chairs: Chairs) -> tuple[str, list[str]]:
    """Why somebody who has sat so cannot have a seat, and which seats share a screen that he must agree to."""
    system, scenario = match.system, match.setup.scenario
    curtain = curtained(system, scenario, rows) if role_of(seat) != "observer" else []
    return why_not_also(system, scenario, rows, seat, chairs), curtain


def sat_down(match: Match[Any], seat: str, name: str) -> Seated:
    """What the log says of somebody who sits down, and of who sat there before him."""
    before = last_in(match.journal, seat)
    place = "to look on" if role_of(seat) == "observer" else f"as {place_name(seat)}"
    says = f"{name} sits down {place}{f', where {before} sat before' if before else ''}."
    return Seated(seat, says, name, again=bool(before))


def led_openly(match: Match[Any], seat: str) -> list[str]:
    """What a seat leads, as far as who looks on may know: whoever was sent a link may be an enemy who tries it."""
    return list(match.system.led_by(match.known_to_all(), seat))


async def offer_of(room: Room, invited: Invited, name: str, chairs: Chairs, hours: int) -> SeatOffer:
    barred, curtain = await room.read(lambda table: terms(table.match, room.rows, invited.seat, chairs))
    setup, system = await room.read(lambda table: (table.match.setup, table.match.system))
    sides = {side.id: side.name for side in system.sheet(setup.scenario).sides}
    return SeatOffer(
        game=invited.game,
        battle=card(system, setup.scenario),
        seat=invited.seat,
        role=role_of(invited.seat),
        side=side_name(system, setup.scenario, invited.seat, sides),
        seats=await sittings_at(room),
        name=name,
        mine=chairs.now,
        brought=brought_to(system, setup),
        curtain=curtain,
        barred=barred,
        leads=await room.read(lambda table: led_openly(table.match, invited.seat)),
        away_hours=hours,
    )
