"""Trust over HTTP: the dice that were promised, and whether the promise was kept."""

from __future__ import annotations

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from deadground.server.api_notices import DiceAudit, DiceSeal
from deadground.server.keys import Token
from deadground.server.lobby import Lobby
from deadground.server.problems import documented
from deadground.server.trust import audited, seal_of

TheLobby = NamedDependency[Lobby]
PROBLEMS = documented(400, 403, 404, 503)


@get("/api/games/{game:str}/dice", responses=PROBLEMS)
async def dice(lobby: TheLobby, game: FromPath[str], seat_key: Token) -> DiceSeal:
    """The hash of the seed of all dice; when the game is over, the seed too."""
    async with lobby.enter(game, seat_key) as (room, _):
        return await room.read(lambda table: seal_of(table.match))


@get("/api/games/{game:str}/verify", responses=PROBLEMS)
async def verify(lobby: TheLobby, game: FromPath[str], seat_key: Token) -> DiceAudit:
    """Play a game that is over again from its seed, and say whether every die and choice comes out the same."""
    async with lobby.enter(game, seat_key) as (room, _):
        return await audited(room, lobby.systems)
