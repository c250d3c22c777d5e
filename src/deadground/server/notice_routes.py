"""Notices over HTTP: how a seat wants to be told, the end of mails, and what a seat missed."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from deadground.core.faults import Fault, Refused
from deadground.server import mail, notice_store, webhooks
from deadground.server.api_notices import MailStopped, NoticeOrder, NoticeWays, Since
from deadground.server.keys import Token
from deadground.server.lobby import Lobby
from deadground.server.notice_store import Wish
from deadground.server.notices import SETTING, Notices
from deadground.server.problems import NotAllowed, NotFound, documented
from deadground.server.since import Now, since_left

TheLobby = NamedDependency[Lobby]
Stop = Annotated[str, QueryParameter(name="stop", description="The ending that came with a mail.")]
ForGood = Annotated[bool, QueryParameter(name="for_good", description="No mail from this server ever again.")]
Seen = Annotated[int, QueryParameter(description="How long the seat's log was when it last looked.", ge=0)]
PROBLEMS = documented(400, 403, 404, 503)


@get("/api/games/{game:str}/notices", responses=PROBLEMS)
async def notices(lobby: TheLobby, game: FromPath[str], seat_key: Token) -> NoticeWays:
    """How this seat is told that it is needed."""
    async with lobby.enter(game, seat_key) as (_, seat):
        return await ways(lobby.notices, game, seat)


@post("/api/games/{game:str}/notices", status_code=200, responses=PROBLEMS)
async def set_notices(
    lobby: TheLobby, game: FromPath[str], seat_key: Token, data: JSONBody[NoticeOrder]
) -> NoticeWays:
    """Set how this seat is told that it is needed."""
    async with lobby.enter(game, seat_key) as (room, seat):
        asked = await room.read(lambda table: seat in table.match.setup.seats)
        if not asked:
            raise NotAllowed("who only looks on is never needed")
        lobby.notices.pace(game, seat, SETTING, "set notices")
        await lobby.notices.set(
            game, seat, **await lobby.notices.looked_up(lambda: wished(lobby.notices, data))
        )
        needs = await room.read(lobby.notices.needs)
        if needs is not None:
            lobby.notices.changed(game, needs)
        return await ways(lobby.notices, game, seat)


@post("/api/notices/stop", status_code=200, responses=documented(400, 404, 503))
async def stop_mail(lobby: TheLobby, stop: Stop, for_good: ForGood = False) -> MailStopped:
    """End the mails to one seat, or all of this server's to that address. A mail program may ask for it, too."""
    if not await lobby.notices.stop_mail(stop, for_good):
        raise NotFound("these mails have an end already")
    return MailStopped(for_good)


@get("/api/games/{game:str}/since", responses=PROBLEMS)
async def since(lobby: TheLobby, game: FromPath[str], seat_key: Token, seen: Seen = 0) -> Since:
    """What happened since this seat last looked, in a few lines."""
    async with lobby.enter(game, seat_key) as (room, seat):
        now = await room.read(lambda table: Now.of(table.match, seat))
        return await room.tell(lambda chronicle, played: since_left(chronicle, played, now, seen))


async def ways(notices: Notices, game: str, seat: str) -> NoticeWays:
    wish = (await asyncio.to_thread(notices.wishes, game)).get(seat, Wish())
    return NoticeWays(
        webhook=webhooks.shown(wish.webhook) if wish.webhook else "",
        mail=mail.shown(wish.mail) if wish.mail else "",
        can_mail=notices.settings.account is not None,
        trouble=wish.trouble,
    )


def wished(notices: Notices, order: NoticeOrder) -> dict[str, Any]:
    """What an order changes, or why it cannot. Looks names up and reads the store: not for the event loop."""
    changes: dict[str, Any] = {}
    if order.webhook is not None:
        changes["webhook"] = url = order.webhook.strip()
        if url:
            refuse_webhook(notices, url)
    if order.mail is not None:
        changes["mail"] = address = order.mail.strip()
        changes["stop"] = secrets.token_urlsafe(24) if address else ""
        if address:
            refuse_mail(notices, address)
    return {**changes, "trouble": "", "noticed": False} if changes else {}


def refuse_webhook(notices: Notices, url: str) -> None:
    """Why an address cannot be called, if so."""
    try:
        webhooks.check(url, notices.settings.allow_private)
    except webhooks.BadAddress as error:
        raise Refused(Fault("webhook", str(error))) from None


def refuse_mail(notices: Notices, address: str) -> None:
    """Why no mail can be sent to an address, if so."""
    if notices.settings.account is None:
        raise Refused(Fault("mail", "this server sends no mail"))
    if not mail.is_address(address):
        raise Refused(Fault("mail", "this is not a mail address"))
    if notice_store.is_refused(notices.store, address):
        raise Refused(Fault("mail", "the owner of this address wants no mail from this server"))
