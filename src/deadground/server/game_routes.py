"""Games over HTTP: beginning one, how it stands, playing on as a watcher, taking it away."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from deadground.core.saves import FORMAT, Save, SeatExport, checked, whole_of
from deadground.core.table import Table
from deadground.server.api_games import GameOpened, GameState, NewGameOrder
from deadground.server.house import House
from deadground.server.problems import NotAllowed, documented
from deadground.server.rooms import Room
from deadground.server.seating import one_browser

TheHouse = NamedDependency[House]
Token = Annotated[str, QueryParameter(description="What opens the seat; told when the game was begun.")]


@post("/api/games", responses=documented(400, 503))
async def begin_game(house: TheHouse, data: JSONBody[NewGameOrder]) -> GameOpened:
    """Begin a game: who sits where, and the options that are not as the scenario has them."""
    return await house.begin(data)


@post("/api/games/{game:str}/again", responses=documented(400, 403, 404, 503))
async def begin_again(house: TheHouse, game: FromPath[str], token: Token) -> GameOpened:
    """Begin the same battle once more, with everybody in the same seats."""
    async with house.enter(game, token) as (room, _):
        return await house.again(room)


@get("/api/games/{game:str}", responses=documented(400, 403, 404, 503))
async def game_state(house: TheHouse, game: FromPath[str], token: Token) -> GameState:
    """How a game stands, as far as the seat may know."""
    async with house.enter(game, token) as (room, seat):
        return await standing(room, seat)


@post("/api/games/{game:str}/go-on", status_code=200, responses=documented(400, 403, 404, 503))
async def go_on(house: TheHouse, game: FromPath[str], token: Token) -> GameState:
    """Let the bots of a watched game play until something happens that is told."""
    async with house.enter(game, token) as (room, seat):
        if not room.watched:
            raise NotAllowed("this game goes on by itself: somebody plays it")
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
        your_turn=bool(match.requests(seat)),
        outcome=match.outcome,
        marks=match.marks_for(seat),
        mine=one_browser(room.rows),
        watched=room.watched,
        bots={row.seat: row.bot for row in room.rows if row.bot is not None},
    )


@get("/api/games/{game:str}/export", responses=documented(400, 403, 404, 503))
async def export_game(house: TheHouse, game: FromPath[str], token: Token) -> Response[SeatExport | Save]:
    """The game as a file: the seat's own view and log during play, the whole save when it is over."""
    async with house.enter(game, token) as (room, seat):
        document = await room.read(lambda table: exported(table, seat))
    word = "save" if isinstance(document, Save) else f"{seat}-view"
    name = f"deadground-{document_scenario(document)}-{word}.json"
    return Response(document, headers={"content-disposition": f'attachment; filename="{name}"'})


def exported(table: Table[Any], seat: str) -> SeatExport | Save:
    match = table.match
    if match.outcome is not None:
        return checked(whole_of(match))
    return SeatExport(format=FORMAT, view=table.seen(seat), log=tuple(match.log(seat)))


def document_scenario(document: SeatExport | Save) -> str:
    """The scenario in letters that are safe in a file name."""
    scenario = document.setup.scenario if isinstance(document, Save) else document.view.scenario
    return "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in scenario)
