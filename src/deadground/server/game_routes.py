"""Games over HTTP: beginning one, how it stands, playing on as a watcher, taking it away."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from deadground.core.saves import FORMAT, Save, SeatExport, checked, whole_of
from deadground.core.table import Table
from deadground.server.again import may_swap
from deadground.server.api_games import GameOpened, GameState, NewGameOrder
from deadground.server.brought import brought_to
from deadground.server.cookies import TheJar, TheVisitor
from deadground.server.keys import Token
from deadground.server.limits import not_too_many_games
from deadground.server.lobby import Lobby
from deadground.server.names import proper_name
from deadground.server.problems import NotAllowed, documented
from deadground.server.rooms import Room
from deadground.server.seating import alone, is_host, may_rewind, names_in

TheLobby = NamedDependency[Lobby]
Swap = Annotated[bool, QueryParameter(name="swap", description="Whether the sides change places.")]


@post("/api/games", responses=documented(400, 429, 503), guards=[not_too_many_games])
async def begin_game(
    lobby: TheLobby, visitor: TheVisitor, jar: TheJar, data: JSONBody[NewGameOrder]
) -> Response[GameOpened]:
    """Begin a game: who sits where, and the options that are not as the scenario has them."""
    order = msgspec.structs.replace(data, name=proper_name(data.name)) if data.name else data
    return jar.with_cookie(await lobby.begin(order, visitor), visitor)


@post("/api/games/{game:str}/again", responses=documented(400, 403, 404, 503), guards=[not_too_many_games])
async def begin_again(
    lobby: TheLobby,
    visitor: TheVisitor,
    jar: TheJar,
    game: FromPath[str],
    seat_key: Token,
    swap: Swap = False,
) -> Response[GameOpened]:
    """Begin the same battle once more, with everybody in the same seats. That is for whoever began this one."""
    async with lobby.enter(game, seat_key) as (room, seat):
        if not is_host(room.rows, seat):
            raise NotAllowed("whoever began this game can begin it again; then you will hear of it here")
        return jar.with_cookie(await lobby.again(room, seat, visitor, swap=swap), visitor)


@post("/api/games/{game:str}/on", responses=documented(400, 403, 404, 503), guards=[not_too_many_games])
async def go_on_with(
    lobby: TheLobby, visitor: TheVisitor, jar: TheJar, game: FromPath[str], seat_key: Token
) -> Response[GameOpened]:
    """Begin the same battle once more, with those who came through this one."""
    async with lobby.enter(game, seat_key) as (room, seat):
        if not is_host(room.rows, seat):
            raise NotAllowed("who began this game can go on from it")
        return jar.with_cookie(await lobby.again(room, seat, visitor, on=True), visitor)


@get("/api/games/{game:str}", responses=documented(400, 403, 404, 503))
async def game_state(lobby: TheLobby, game: FromPath[str], seat_key: Token) -> GameState:
    """How a game stands, as far as the seat may know."""
    async with lobby.enter(game, seat_key) as (room, seat):
        return await standing(room, seat)


@post("/api/games/{game:str}/go-on", status_code=200, responses=documented(400, 403, 404, 503))
async def go_on(lobby: TheLobby, game: FromPath[str], seat_key: Token) -> GameState:
    """Let the bots of a watched game play until something happens that is told."""
    async with lobby.enter(game, seat_key) as (room, seat):
        if not room.watched:
            raise NotAllowed("this game goes on by itself: somebody plays it")
        if not is_host(room.rows, seat):
            raise NotAllowed("this game goes on when the one who began it says so")
        await room.go_on()
        return await standing(room, seat)


async def standing(room: Room, seat: str) -> GameState:
    """How a game stands for a seat."""
    return await room.read(lambda table: state_of(table, room, seat))


def state_of(table: Table[Any], room: Room, seat: str) -> GameState:
    match = table.match
    return GameState(
        game=table.game,
        system=match.setup.system,
        scenario=match.setup.scenario,
        title=match.system.sheet(match.setup.scenario).title,
        seat=seat,
        entries=len(match.log(seat)),
        clock=match.system.clock(match.position.state).title,
        your_turn=bool(match.requests(seat)),
        outcome=match.outcome,
        marks=match.marks_for(seat),
        mine=alone(room.rows, seat),
        rewinds=may_rewind(match, room.rows, seat),
        begins_again=is_host(room.rows, seat),
        swaps=may_swap(match.system, match.setup),
        watched=room.watched,
        bots={row.seat: row.bot for row in room.rows if row.bot is not None},
        names=names_in(room.rows),
        brought=brought_to(match.system, match.setup),
    )


@get("/api/games/{game:str}/export", responses=documented(400, 403, 404, 503))
async def export_game(lobby: TheLobby, game: FromPath[str], seat_key: Token) -> Response[SeatExport | Save]:
    """The game as a file: the seat's own view and log during play, the whole save when it is over."""
    async with lobby.enter(game, seat_key) as (room, seat):
        document = await room.read(lambda table: exported(table, seat))
    word = "save" if isinstance(document, Save) else f"{seat}-view"
    name = f"deadground-{document_scenario(document)}-{word}.json"
    return Response(document, headers={"content-disposition": f'attachment; filename="{name}"'})


def exported(table: Table[Any], seat: str) -> SeatExport | Save:
    match = table.match
    if match.outcome is not None:
        return checked(whole_of(match))
    return SeatExport(format=FORMAT, view=table.seen(seat, whole=True), log=tuple(match.log(seat)))


def document_scenario(document: SeatExport | Save) -> str:
    """The scenario in letters that are safe in a file name."""
    scenario = document.setup.scenario if isinstance(document, Save) else document.view.scenario
    return "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in scenario)
