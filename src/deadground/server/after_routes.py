"""A battle that is over: its page, its picture, and the file that plays it again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from deadground.core.match import Match
from deadground.core.view import Outcome
from deadground.server.after import after_battle
from deadground.server.after_picture import after_svg
from deadground.server.api_after import AfterBattle
from deadground.server.chronicle import Chronicle, Game
from deadground.server.game_routes import TheLobby
from deadground.server.keys import Token
from deadground.server.problems import NotAllowed, NotFound, documented
from deadground.server.replay_file import replay_document, replay_page
from deadground.server.rooms import Room

PROBLEMS = documented(400, 403, 404, 503)
REPLAY = "replay.html"


@get("/api/games/{game:str}/after", responses=PROBLEMS)
async def after(lobby: TheLobby, game: FromPath[str], seat_key: Token) -> AfterBattle:
    """A battle that is over on one page: losses, turning points, luck, diaries and routes."""
    async with lobby.enter(game, seat_key) as (room, _):
        return await looked_back(room)


@get("/api/games/{game:str}/after.svg", responses=PROBLEMS, media_type="image/svg+xml")
async def after_picture(lobby: TheLobby, game: FromPath[str], seat_key: Token) -> Response[str]:
    """The routes and losses of a battle as a picture."""
    async with lobby.enter(game, seat_key) as (room, _):
        page = await looked_back(room)
    if not page.map:
        raise NotFound("this battle has no map to draw on")
    svg = await asyncio.to_thread(lambda: after_svg(page, lobby.systems[page.system].drawing(page.map)))
    name = f"deadground-{page.scenario}.svg"
    headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "private, max-age=3600"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@get("/api/games/{game:str}/replay.html", responses=PROBLEMS, media_type="text/html")
async def replay(
    lobby: TheLobby, page_folder: NamedDependency[Path], game: FromPath[str], seat_key: Token
) -> Response[str]:
    """One file that plays the battle again, from every side, with no server."""
    async with lobby.enter(game, seat_key) as (room, _):
        match, outcome = await ended(room)

        def made(chronicle: Chronicle, game: Game) -> str:
            try:
                page = (page_folder / REPLAY).read_text("utf-8")
            except OSError:
                raise NotFound("the replay page is not built in this copy") from None
            return replay_page(page, replay_document(game, chronicle, outcome, match.marks))

        document = await room.tell(made)
    headers = {"content-disposition": f'attachment; filename="deadground-{match.setup.scenario}.html"'}
    return Response(document, media_type="text/html", headers=headers)


async def looked_back(room: Room) -> AfterBattle:
    match, outcome = await ended(room)
    return await room.tell(lambda chronicle, _: after_battle(match, outcome, chronicle, room.rows, room.game))


async def ended(room: Room) -> tuple[Match[Any], Outcome]:
    """The match of a game that is over: nothing changes it any more but going back, which makes a new entry."""
    match, outcome = await room.read(lambda table: (table.match, table.match.outcome))
    if outcome is None:
        raise NotAllowed("the game is not over: secrets stay secret")
    return match, outcome
