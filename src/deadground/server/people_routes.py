"""My games on this server over HTTP, and going on in another browser."""

from __future__ import annotations

import asyncio
import io

import segno
from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from segno.encoder import DataOverflowError
from sqlalchemy import Connection

from deadground.core.faults import SetupError
from deadground.server import people
from deadground.server.api_games import GameOpened, OpenSeat
from deadground.server.api_people import LinkOrder, Me, Moved, MoveLink, MoveOrder, MyGame, QrOrder
from deadground.server.cookies import TheJar, TheVisitor
from deadground.server.invite_routes import write
from deadground.server.lobby import Lobby, WrongToken
from deadground.server.people import MOVE_MINUTES, Chairs, HeldGame, Person, Visitor, new_token
from deadground.server.problems import NotAllowed, documented
from deadground.server.reach import Reach
from deadground.server.sides import why_not_also

TheLobby = NamedDependency[Lobby]
NO_STORE = {"cache-control": "no-store"}


@get("/api/me", responses=documented(503))
async def me(lobby: TheLobby, visitor: TheVisitor) -> Response[Me]:
    """Who this browser is, and the games in which it has seats."""

    def found() -> Me:
        held = lobby.people.games_of(visitor.person.id)
        mine = [MyGame(one.game, title_of(lobby, one), one.seats) for one in held]
        off = {one.game for one in held if one.forgotten}
        on_list = [one for one in mine if one.game not in off]
        return Me(visitor.person.name, on_list, [one for one in mine if one.game in off])

    return Response(await asyncio.to_thread(found), headers=NO_STORE)


@post("/api/me/games/{game:str}", responses=documented(403, 503))
async def open_game(lobby: TheLobby, visitor: TheVisitor, game: FromPath[str]) -> GameOpened:
    """New keys for this browser to my seats in a game, for one that has lost them or never had any."""
    seats = await asyncio.to_thread(lobby.people.seats_of, visitor.person.id, game)
    if not seats:
        raise WrongToken
    opened = [OpenSeat(seat, new_token()) for seat in seats]

    def job(connection: Connection) -> None:
        people.add_keys(connection, game, opened)
        people.put_on_list(connection, visitor.person.id, game, on=True)

    await write(lobby, job)
    return GameOpened(game, opened)


@delete("/api/me/games/{game:str}", responses=documented(503))
async def forget_game(lobby: TheLobby, visitor: TheVisitor, game: FromPath[str]) -> None:
    """Take a game off my list. My seats in it stay mine: opening it again puts it back."""
    await write(lobby, lambda connection: people.put_on_list(connection, visitor.person.id, game, on=False))


@post("/api/me/move", responses=documented(400, 403, 503))
async def move(
    lobby: TheLobby,
    visitor: TheVisitor,
    jar: TheJar,
    reach: NamedDependency[Reach],
    data: JSONBody[MoveOrder],
) -> Response[MoveLink]:
    """A link by which another browser becomes mine: good once, for some minutes."""
    held = await asyncio.to_thread(seats_opened, lobby, data)
    games = await asyncio.to_thread(lobby.people.games_with, held)
    await asyncio.to_thread(must_not_face_itself, lobby, visitor.person.id, games)
    if not held and visitor.cookie is not None:
        raise NotAllowed("this browser has no games here that could go with it")
    token = new_token()

    def job(connection: Connection) -> None:
        visitor.arrive(connection)
        for game, seat in held:
            people.hold(connection, visitor.person.id, game, seat)
        people.add_move(connection, visitor.person.id, token)

    await write(lobby, job)
    told = await asyncio.to_thread(reach.told)
    return jar.with_cookie(MoveLink(token, MOVE_MINUTES, told), visitor)


@post("/api/move", responses=documented(400, 404, 410, 429, 503))
async def moved(
    lobby: TheLobby, visitor: TheVisitor, jar: TheJar, data: JSONBody[LinkOrder]
) -> Response[Moved]:
    """Make this browser mine by a link from another. It gets keys of its own to all my seats."""
    person = await asyncio.to_thread(lobby.people.person_of_move, data.token)
    games = await asyncio.to_thread(lobby.people.games_of, person)
    await asyncio.to_thread(must_not_face_itself, lobby, visitor.person.id, games)
    opened = [GameOpened(one.game, [OpenSeat(seat, new_token()) for seat in one.seats]) for one in games]
    cookie = new_token()

    def job(connection: Connection) -> None:
        people.spend_move(connection, data.token)
        people.add_browser(connection, person, cookie)
        for one in opened:
            people.add_keys(connection, one.game, one.seats)

    await write(lobby, job)
    known = await asyncio.to_thread(lobby.people.of_browser, cookie)
    name = known.name if known else ""
    return jar.with_cookie(Moved(name, opened), Visitor(Person(person, name), cookie))


@post("/api/qr", status_code=200, media_type="image/svg+xml", responses=documented(400), sync_to_thread=True)
def qr_code(data: JSONBody[QrOrder]) -> Response[str]:
    """A text as a QR code. It comes in the body, because the text of a link is a secret."""
    try:
        code = segno.make(data.text, micro=False, error="m")
    except (DataOverflowError, ValueError):
        raise SetupError("this text cannot be drawn as a QR code") from None
    drawing = io.BytesIO()
    code.save(drawing, kind="svg", border=3, dark="#2a241d", light="#fffdf6", xmldecl=False, omitsize=True)
    return Response(drawing.getvalue().decode(), media_type="image/svg+xml", headers=NO_STORE)


def must_not_face_itself(lobby: Lobby, person: str, games: list[HeldGame]) -> None:
    """A browser does not become that of somebody it plays against, nor takes along the seat of one."""
    for one in games:
        chairs = lobby.people.chairs_of(person, one.game)
        together = Chairs([*chairs.now, *one.seats], chairs.before)
        rows, system = lobby.store.seats(one.game), lobby.systems.get(one.system)
        if system is None or one.scenario not in system.scenarios:
            continue
        for seat in one.seats:
            why = why_not_also(system, one.scenario, rows, seat, together)
            if why:
                raise SetupError(f"{title_of(lobby, one)}: {why}")


def seats_opened(lobby: Lobby, order: MoveOrder) -> list[tuple[str, str]]:
    """The seats that a browser's keys open; a key that opens nothing any longer is left out."""
    found = []
    for key in order.keys:
        try:
            found.append((key.game, lobby.seat(key.game, key.token)[1]))
        except WrongToken:
            continue
    return found


def title_of(lobby: Lobby, held: HeldGame) -> str:
    """A game's title; the plain name where the battle is no longer there."""
    system = lobby.systems.get(held.system)
    if system is None or held.scenario not in system.scenarios:
        return held.scenario
    return system.sheet(held.scenario).title
