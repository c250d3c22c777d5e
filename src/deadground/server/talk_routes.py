"""Talk over HTTP: what was said before the part that is sent on joining."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from deadground.server.keys import Token
from deadground.server.lobby import Lobby
from deadground.server.problems import NotAllowed, documented
from deadground.server.talk import SENT, TALK
from deadground.server.talk_calls import Channel, ChannelKind, Said
from deadground.server.talk_store import MOST_SAID, read_said

TheLobby = NamedDependency[Lobby]
Before = Annotated[
    int, QueryParameter(ge=1, le=MOST_SAID, description="The number of the oldest thing already known.")
]
Kind = Annotated[ChannelKind, QueryParameter(description="table, side or umpire")]
Side = Annotated[str, QueryParameter(max_length=100, description="Whose side; empty for the table.")]


@get("/api/games/{game:str}/talk", responses=documented(400, 403, 404, 503))
async def older_talk(
    lobby: TheLobby, game: FromPath[str], seat_key: Token, channel: Kind, before: Before, side: Side = ""
) -> list[Said]:
    """What was said in a channel before something, the latest of it, in order; fewer than 40 means it is all."""
    async with lobby.enter(game, seat_key) as (room, seat):
        circles = await TALK.circles(room)
        asked = Channel(channel, side)
        if asked not in circles.heard_by(seat):
            raise NotAllowed("your seat does not hear that channel")
        said, _ = await asyncio.to_thread(read_said, room.store, room.game, asked, SENT, before)
        return said
