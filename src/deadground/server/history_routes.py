"""A game's history over HTTP: its moments, going back, putting right, playing on elsewhere, and "this is wrong"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from deadground.core.advice import near
from deadground.core.faults import Refused
from deadground.core.journal import Entry
from deadground.core.match import Match
from deadground.core.overrule import OverruleKind, faults_of, must_play_on, why_no_reason, with_offers
from deadground.server.api_games import (
    ForkOrder,
    GameOpened,
    GameState,
    History,
    MomentSeen,
    PutRightOrder,
    RewindOrder,
    WrongKept,
    WrongOrder,
)
from deadground.server.chronicle import ALL, Chronicle, Game, Told, place_of
from deadground.server.cookies import TheJar, TheVisitor
from deadground.server.game_routes import standing
from deadground.server.keys import Token
from deadground.server.limits import REPORTING, not_too_many_games
from deadground.server.lobby import Lobby
from deadground.server.problems import NotAllowed, NotFound, documented
from deadground.server.rooms import Room
from deadground.server.seating import alone, may_rewind
from deadground.server.wrong import keep_report

TheLobby = NamedDependency[Lobby]
Everything = Annotated[
    bool, QueryParameter(name="all", description="Everything revealed, once the game is over.")
]
Whose = Annotated[
    str, QueryParameter(name="seat", description="Another seat's view of it, once the game is over.")
]
PROBLEMS = documented(400, 403, 404, 503)


@get("/api/games/{game:str}/history", responses=PROBLEMS)
async def history(
    lobby: TheLobby, game: FromPath[str], seat_key: Token, everything: Everything = False, of: Whose = ""
) -> History:
    """Every moment of a game that this seat could tell from the one before."""
    async with lobby.enter(game, seat_key) as (room, seat):
        whose = await allowed(room, seat, everything, of)
        told = await room.tell(lambda chronicle, game: list(chronicle.moments(game, whose)))
        return History([one.moment for one in told])


@get("/api/games/{game:str}/moments/{n:int}", responses=PROBLEMS)
async def moment(
    lobby: TheLobby,
    game: FromPath[str],
    n: FromPath[int],
    seat_key: Token,
    everything: Everything = False,
    of: Whose = "",
) -> MomentSeen:
    """The table at a moment, with the log up to it."""
    async with lobby.enter(game, seat_key) as (room, seat):
        whose = await allowed(room, seat, everything, of)

        def seen(chronicle: Chronicle, game: Game) -> MomentSeen:
            told = chronicle.moments(game, whose)
            return chronicle.seen(game, whose, told, at(told, n).moment.n)

        return await room.tell(seen)


@post("/api/games/{game:str}/rewind", status_code=200, responses=PROBLEMS)
async def rewind(
    lobby: TheLobby, game: FromPath[str], seat_key: Token, data: JSONBody[RewindOrder]
) -> GameState:
    """Go back to a moment: for whoever plays alone, and for the umpire. The game is marked from then on."""
    async with lobby.enter(game, seat_key) as (room, seat):
        if not await room.read(lambda table: may_rewind(table.match, room.rows, seat)):
            raise NotAllowed("others sit at this game too: ask them for a take-back")
        to = await entry_at(room, seat, data.moment)
        reason = data.reason.strip() or "no reason was given"
        return await done(room, seat, lambda match: match.rewind(seat, to, reason))


@post("/api/games/{game:str}/put-right", status_code=200, responses=PROBLEMS)
async def put_right(
    lobby: TheLobby, game: FromPath[str], seat_key: Token, data: JSONBody[PutRightOrder]
) -> GameState:
    """Correct the state or set the next dice. The game is marked from then on."""
    async with lobby.enter(game, seat_key) as (room, seat):
        own(room, seat)
        return await done(room, seat, lambda match: put_right_by(match, seat, data))


@get("/api/games/{game:str}/overrules", responses=PROBLEMS)
async def overrules(lobby: TheLobby, game: FromPath[str], seat_key: Token) -> list[OverruleKind]:
    """What can be put right by hand here, with the fields of each; nothing where others sit too."""
    async with lobby.enter(game, seat_key) as (room, seat):
        if not alone(room.rows, seat):
            return []
        return await room.read(lambda table: list(offers_of(table.match, seat)))


@post("/api/games/{game:str}/fork", responses=PROBLEMS, guards=[not_too_many_games])
async def fork(
    lobby: TheLobby,
    visitor: TheVisitor,
    jar: TheJar,
    game: FromPath[str],
    seat_key: Token,
    data: JSONBody[ForkOrder],
) -> Response[GameOpened]:
    """Play on from a moment in a game of its own; this one stays as it is."""
    async with lobby.enter(game, seat_key) as (room, seat):
        own(room, seat)
        whose = await allowed(room, seat, data.all, "")
        entry = await entry_at(room, whose, data.moment)
        return jar.with_cookie(await lobby.fork(room, seat, entry, data.seats, visitor), visitor)


@post("/api/games/{game:str}/wrong", responses=PROBLEMS)
async def wrong(
    lobby: TheLobby, game: FromPath[str], seat_key: Token, data: JSONBody[WrongOrder]
) -> WrongKept:
    """Keep what a player thinks wrong, with the position, as a file that can be loaded."""
    async with lobby.enter(game, seat_key) as (room, seat):
        lobby.paces.spend(f"{game}/{seat}", REPORTING, "be kept")
        entry = None if data.moment is None else await entry_at(room, seat, data.moment)
        return await room.read(lambda table: keep_report(table.match, seat, data, entry, lobby.reports))


def offers_of(match: Match[Any], seat: str) -> tuple[OverruleKind, ...]:
    return with_offers(match.system.overrules, match.view(seat).state)


def put_right_by(match: Match[Any], seat: str, order: PutRightOrder) -> Entry:
    """Put right what an order says; an overrule is checked as the umpire's would be."""
    if order.overrule is None:
        return match.put_right(seat, order.reason, tuple(order.corrections), tuple(order.dice))
    faults = why_no_reason(order.reason) + faults_of(
        match.system.overrules, match.position.state, order.overrule
    )
    if faults:
        raise Refused(*faults)
    must_play_on(match, seat, order.overrule, order.reason)
    return match.put_right(seat, order.reason.strip(), overrule=order.overrule)


async def allowed(room: Room, seat: str, everything: bool, other: str) -> str:
    """Whose history may be told: the seat's own; another's, or everybody's, when the game is over."""
    if not everything and other in ("", seat):
        return seat
    outcome, seats = await room.read(lambda table: (table.match.outcome, table.match.setup.seats))
    if outcome is None:
        raise NotAllowed("the game is not over: secrets stay secret")
    if not everything and other not in seats:
        raise NotFound(f"there is no seat '{other}' at this table", near(other, seats))
    return ALL if everything else other


def own(room: Room, seat: str) -> None:
    if not alone(room.rows, seat):
        raise NotAllowed("others sit at this game too: ask them for a take-back")


async def entry_at(room: Room, seat: str, n: int) -> int:
    """The journal entry behind a moment of a seat."""
    return await room.tell(lambda chronicle, game: at(chronicle.moments(game, seat), n).entry)


def at(told: list[Told], n: int) -> Told:
    place = place_of(told, n)
    if place < 0:
        raise NotFound(
            f"there is no moment {n}; the last is {told[-1].moment.n if told else 'still to come'}"
        )
    return told[place]


async def done(room: Room, seat: str, act: Callable[[Match[Any]], Entry]) -> GameState:
    await room.do(act)
    return await standing(room, seat)
