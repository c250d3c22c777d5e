"""Rosters over HTTP: army lists, making, checking and printing for everybody; keeping for whoever has the desk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import randbelow
from typing import TypeVar

import msgspec
from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from deadground.core.faults import Fault, Refused
from deadground.core.loader import DataError, document
from deadground.core.roster import ArmyLists, Roster, SquadOrder, UnitOffer
from deadground.core.workshop import Workshop
from deadground.desk.rosters import DeskFull, KeptRoster, NoRoster
from deadground.paper.rosters import roster_pdf
from deadground.server.api_rosters import (
    Desk,
    Fit,
    FitOrder,
    Kept,
    PrintOrder,
    RollOrder,
    RosterData,
    RosterOrder,
    RosterShown,
    RosterText,
)
from deadground.server.battle_routes import known
from deadground.server.desk_door import Asked, TheReach, in_workshop, must_be_open, why_closed
from deadground.server.in_turn import in_turn
from deadground.server.limits import not_too_many_drafts, not_too_many_sheets
from deadground.server.lobby import Lobby
from deadground.server.problems import NotFound, documented

T = TypeVar("T")
TheLobby = NamedDependency[Lobby]
DRAFTS = [not_too_many_drafts]


@get("/api/army-lists", responses=documented(429))
@in_turn
def army_lists(lobby: TheLobby) -> ArmyLists:
    """The nations with their units, and everything a man can have."""
    return lobby.rosters.workshop.lists()


@get(
    "/api/army-lists/{nation:str}/{unit:str}",
    responses=documented(400, 404, 429),
    guards=DRAFTS,
)
@in_turn
def army_list_unit(
    lobby: TheLobby,
    request: Asked,
    reach: TheReach,
    nation: FromPath[str],
    unit: FromPath[str],
    year: FromQuery[int] = 1943,
    month: FromQuery[int] = 0,
) -> UnitOffer:
    """A unit as it is offered at a date: what its column says, and what is left open."""
    with in_workshop(lobby, request, reach) as shop:
        try:
            return shop.unit(nation, unit, year, month)
        except KeyError as unknown:
            raise NotFound(str(unknown.args[0])) from None


@post("/api/roster/roll", status_code=200, responses=documented(400, 429), guards=DRAFTS)
@in_turn
def roll_roster(lobby: TheLobby, request: Asked, reach: TheReach, data: JSONBody[RollOrder]) -> RosterShown:
    """Make a squad: strength, specialists, Reps, weapons and names by dice, but for what was picked."""
    fields = {name: getattr(data, name) for name in data.__struct_fields__ if name not in ("crew", "seed")}
    seed = data.seed or str(randbelow(10**9))
    with in_workshop(lobby, request, reach) as shop:
        return shown(shop, shop.make(SquadOrder(**fields), seed, {}, data.crew))


@post("/api/roster/check", status_code=200, responses=documented(400, 429), guards=DRAFTS)
@in_turn
def check_roster(
    lobby: TheLobby, request: Asked, reach: TheReach, data: JSONBody[RosterOrder]
) -> RosterShown:
    """A roster with everything that is wrong with it, line by line, and its sheet."""
    with in_workshop(lobby, request, reach) as shop:
        return shown(shop, roster_in(shop, data.roster))


@post("/api/roster/read", status_code=200, responses=documented(400, 429), guards=DRAFTS)
@in_turn
def read_roster(lobby: TheLobby, request: Asked, reach: TheReach, data: JSONBody[RosterText]) -> RosterShown:
    """The roster in the text of a file, YAML or JSON."""
    with in_workshop(lobby, request, reach) as shop:
        return shown(shop, roster_in_text(shop, data.text))


@post(
    "/api/roster/print",
    status_code=200,
    responses=documented(400, 429),
    guards=[not_too_many_sheets],
    media_type="application/pdf",
)
@in_turn
def print_roster(
    lobby: TheLobby, request: Asked, reach: TheReach, data: JSONBody[PrintOrder]
) -> Response[bytes]:
    """A sheet as a PDF: of a roster, or an empty one."""
    with in_workshop(lobby, request, reach) as shop:
        if data.roster is not None:
            sheet = shop.sheet(roster_in(shop, data.roster))
        else:
            sheet = shop.blank(data.nation, data.unit)
        made = roster_pdf(sheet, data.paper)
    return Response(made, headers={"content-disposition": 'attachment; filename="roster.pdf"'})


@get("/api/rosters")
async def kept_rosters(lobby: TheLobby, request: Asked, reach: TheReach) -> Desk:
    """The rosters that are kept here, for whoever has the desk."""
    why = why_closed(request, reach)

    def look() -> list[KeptRoster]:
        with in_workshop(lobby, request, reach):
            return [] if why else lobby.rosters.all()

    return Desk(why=why, rosters=await asyncio.to_thread(look))


@get("/api/rosters/{roster:str}", responses=documented(400, 403, 404))
async def kept_roster(lobby: TheLobby, request: Asked, reach: TheReach, roster: FromPath[str]) -> RosterShown:
    """A roster that is kept here."""
    must_be_open(request, reach)

    def look() -> RosterShown:
        with in_workshop(lobby, request, reach) as shop:
            return shown(shop, lobby.rosters.read(roster), roster)

    return await at_the_desk(look)


@post("/api/rosters", responses=documented(400, 403))
async def keep_roster(lobby: TheLobby, request: Asked, reach: TheReach, data: JSONBody[RosterOrder]) -> Kept:
    """Keep a new roster. One that breaks its list is refused with every fault, unless it is a house roster."""
    must_be_open(request, reach)

    def keep() -> Kept:
        with in_workshop(lobby, request, reach) as shop:
            return Kept(lobby.rosters.add(acceptable(shop, data.roster)))

    return await at_the_desk(keep)


@put("/api/rosters/{roster:str}", responses=documented(400, 403, 404))
async def change_roster(
    lobby: TheLobby, request: Asked, reach: TheReach, roster: FromPath[str], data: JSONBody[RosterOrder]
) -> Kept:
    """Keep a roster that was kept before. With another title it goes by another name."""
    must_be_open(request, reach)

    def change() -> Kept:
        with in_workshop(lobby, request, reach) as shop:
            return Kept(lobby.rosters.change(roster, acceptable(shop, data.roster)))

    return await at_the_desk(change)


@delete("/api/rosters/{roster:str}", responses=documented(400, 403, 404))
async def delete_roster(lobby: TheLobby, request: Asked, reach: TheReach, roster: FromPath[str]) -> None:
    """Throw a roster away."""
    must_be_open(request, reach)
    await at_the_desk(lambda: lobby.rosters.delete(roster))


async def at_the_desk(do: Callable[[], T]) -> T:
    """Do something with the files of the data folder, and say in plain words why it cannot be done."""
    try:
        return await asyncio.to_thread(do)
    except NoRoster as missing:
        raise NotFound(str(missing)) from None
    except (DataError, DeskFull) as fault:
        raise Refused(Fault("", str(fault))) from None
    except OSError as error:
        raise Refused(Fault("", f"the data folder cannot be used: {error.strerror}")) from None


@post(
    "/api/battles/{system:str}/{scenario:str}/fit",
    status_code=200,
    responses=documented(400, 404, 429),
    guards=DRAFTS,
)
@in_turn
def roster_fit(
    lobby: TheLobby,
    request: Asked,
    reach: TheReach,
    system: FromPath[str],
    scenario: FromPath[str],
    data: JSONBody[FitOrder],
) -> Fit:
    """Whether a roster could fight for a side of a battle, and everything that keeps it from that."""
    rules = known(lobby.systems, system, scenario)
    if rules.workshop is None:
        return Fit([Fault("", "no rosters fight in this system")])
    sides = [one.id for one in rules.sheet(scenario).sides]
    if data.side not in sides:
        raise NotFound(f"there is no side '{data.side}'", sides)
    with in_workshop(lobby, request, reach) as shop:
        return Fit(shop.misfits(scenario, data.side, roster_in(shop, data.roster)))


def roster_in(shop: Workshop, data: RosterData) -> Roster:
    """The roster of a request."""
    return shop.taken(msgspec.to_builtins(data))


def roster_in_text(shop: Workshop, text: str) -> Roster:
    try:
        return shop.read(document(text, "the file"))
    except DataError as fault:
        raise Refused(Fault("text", str(fault))) from None


def acceptable(shop: Workshop, data: RosterData) -> Roster:
    """A roster that may be kept; everything that is wrong with another is told."""
    roster = roster_in(shop, data)
    faults = shop.faults(roster)
    if faults and not roster.house:
        raise Refused(*faults)
    return roster if faults else msgspec.structs.replace(roster, house=False)


def shown(shop: Workshop, roster: Roster, id: str = "") -> RosterShown:
    return RosterShown(
        id=id,
        roster=msgspec.convert(shop.plain(roster), RosterData),
        faults=shop.faults(roster),
        sheet=shop.sheet(roster),
        text=shop.written(roster),
    )
