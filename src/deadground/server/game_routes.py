"""Battles and games over HTTP: what can be played, beginning a game, how it stands, taking it away."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from deadground.core.saves import FORMAT, Save, SeatExport, checked, whole_of
from deadground.core.table import Table
from deadground.server.api import Battle, GameOpened, GameState, NewGameOrder
from deadground.server.house import House
from deadground.server.problems import documented

TheHouse = NamedDependency[House]
Token = Annotated[str, QueryParameter(description="What opens the seat; told when the game was begun.")]


@get("/api/battles", sync_to_thread=False)
def battles(house: TheHouse) -> list[Battle]:
    """Everything that can be played here."""
    return [
        Battle(name, scenario, f"{system.title}: {scenario}", text, list(system.seats(scenario)))
        for name, system in house.systems.items()
        for scenario, text in system.scenarios.items()
    ]


@post("/api/games", responses=documented(400, 503))
async def begin_game(house: TheHouse, data: JSONBody[NewGameOrder]) -> GameOpened:
    """Begin a game. The bot takes every other seat."""
    game, token = await house.begin(data.system, data.scenario, data.seat, data.opponent, data.options)
    return GameOpened(game, data.seat, token)


@get("/api/games/{game:str}", responses=documented(400, 403, 404, 503))
async def game_state(house: TheHouse, game: FromPath[str], token: Token) -> GameState:
    """How a game stands, as far as the seat may know."""
    async with house.enter(game, token) as (room, seat):
        return await room.read(lambda table: standing(table, seat))


def standing(table: Table[Any], seat: str) -> GameState:
    match = table.match
    return GameState(
        game=table.game,
        system=match.setup.system,
        scenario=match.setup.scenario,
        seat=seat,
        entries=len(match.log(seat)),
        your_turn=bool(match.requests(seat)),
        outcome=match.outcome,
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
