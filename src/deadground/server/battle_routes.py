"""What can be played: battles as cards, their sheets, and the drawings of their ground."""

from __future__ import annotations

import hashlib
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from deadground.bots.roster import usual_of
from deadground.core.advice import near
from deadground.core.faults import SetupError
from deadground.core.system import System
from deadground.lab.rates import who_wins
from deadground.server.api_games import Battle, BattleSheet, Opponent, PlainOption, Taught
from deadground.server.in_turn import in_turn
from deadground.server.lobby import Lobby
from deadground.server.playable import Systems, bots_of, what_it_does
from deadground.server.problems import NotFound, documented
from deadground.server.seating import UMPIRE

TheLobby = NamedDependency[Lobby]
Asked = Request[Any, Any, Any]

MOST_TRIED = 8
"""The most players of a side that a battle is asked about."""

KEPT = "public, max-age=86400, stale-while-revalidate=604800"
"""A drawing changes only with a new version of the program; its tag tells whether it has."""


@get("/api/battles", responses=documented(429))
@in_turn
def battles(lobby: TheLobby) -> list[Battle]:
    """Everything that can be played here: what is begun with first, then the lessons, and what is broken last."""
    systems = lobby.systems.values()
    found = [card(system, scenario) for system in systems for scenario in system.scenarios]
    found.sort(key=lambda battle: (not battle.first, not battle.lesson, battle.map == "", battle.minutes))
    return found + [broken_card(one, id, why) for one in systems for id, why in one.broken.items()]


@get("/api/battles/{system:str}/{scenario:str}", responses=documented(404, 429))
@in_turn
def battle_sheet(lobby: TheLobby, system: FromPath[str], scenario: FromPath[str]) -> BattleSheet:
    """One battle with its text, its options and who can be played against."""
    rules = known(lobby.systems, system, scenario)
    switches = {switch.option for ruling in rules.argued for switch in ruling.switches}
    options = [
        PlainOption(one.name, list(one.values), one.default, one.waits, one.note, one.ruling, one.settles)
        for one in rules.options
        if one.name not in switches and not one.waits
    ]
    return BattleSheet(
        battle=card(rules, scenario),
        text=rules.sheet(scenario).text,
        argued=list(rules.argued),
        options=options,
        set=rules.prepare(scenario).options,
        opponents=[Opponent(name, what_it_does(maker)) for name, maker in bots_of(rules).items()],
        opponent=usual_of(rules),
        seatings=seatings(rules, scenario),
        umpire=may_have_umpire(rules, scenario),
        own_book=rules.own_charts() is not None,
    )


@get("/api/battles/{system:str}/{scenario:str}/lesson", responses=documented(404, 429))
@in_turn
def battle_lesson(lobby: TheLobby, system: FromPath[str], scenario: FromPath[str]) -> Taught:
    """What a coach says beside a battle to somebody new; nothing where it has no lesson."""
    return Taught(known(lobby.systems, system, scenario).lesson(scenario))


@get(
    "/api/battles/{system:str}/{scenario:str}/thumbnail.svg",
    responses=documented(404, 429),
    media_type="image/svg+xml",
)
@in_turn
def thumbnail(
    lobby: TheLobby, request: Asked, system: FromPath[str], scenario: FromPath[str]
) -> Response[str]:
    """A battle, small: its ground and who stands where at the start."""
    rules = known(lobby.systems, system, scenario)
    return picture(request, rules.thumbnail(scenario))


@get(
    "/api/maps/{system:str}/{file:str}",
    responses=documented(404, 429),
    media_type="image/svg+xml",
)
@in_turn
def map_drawing(lobby: TheLobby, request: Asked, system: FromPath[str], file: FromPath[str]) -> Response[str]:
    """The bare table of a map, `NAME.svg`: one unit to a tenth of a millimetre."""
    rules = lobby.systems.get(system)
    name, dot, kind = file.rpartition(".")
    drawn = rules.drawing(name) if rules is not None and (dot, kind) == (".", "svg") else ""
    return picture(request, drawn)


def picture(request: Asked, svg: str) -> Response[str]:
    """A drawing, or word that the browser's own copy is still good."""
    if not svg:
        raise NotFound("there is no such drawing")
    tag = f'"{hashlib.blake2b(svg.encode(), digest_size=8).hexdigest()}"'
    headers = {"etag": tag, "cache-control": KEPT}
    if request.headers.get("if-none-match") == tag:
        return Response("", status_code=304, headers=headers, media_type="image/svg+xml")
    return Response(svg, headers=headers, media_type="image/svg+xml")


def known(systems: Systems, system: str, scenario: str) -> System[Any]:
    """The system that has this battle."""
    if system not in systems:
        raise NotFound(f"there is no system '{system}' here", near(system, systems))
    rules = systems[system]
    if scenario not in rules.scenarios:
        raise NotFound(f"there is no battle '{scenario}' here", near(scenario, rules.scenarios))
    return rules


def seatings(system: System[Any], scenario: str) -> dict[str, list[list[str]]]:
    """The seats of each side for one player, two, and so on: whatever the system would prepare."""
    return {side.id: side_seatings(system, scenario, side.id) for side in system.sheet(scenario).sides}


def side_seatings(system: System[Any], scenario: str, side: str) -> list[list[str]]:
    found: list[list[str]] = []
    for number in range(1, MOST_TRIED + 1):
        try:
            setup = system.prepare(scenario, details={"players": {side: number}})
        except SetupError:
            break
        seats = [seat for seat in setup.seats if system.side_of(scenario, seat) == side]
        if len(seats) != number:
            break
        found.append(seats)
    return found


def may_have_umpire(system: System[Any], scenario: str) -> bool:
    try:
        return UMPIRE in system.prepare(scenario, details={"umpire": True}).seats
    except SetupError:
        return False


def broken_card(system: System[Any], scenario: str, why: str) -> Battle:
    """A battle whose file cannot be read."""
    return Battle(
        system=system.name,
        scenario=scenario,
        title=scenario,
        about="",
        map="",
        date="",
        turns=0,
        minutes=0,
        pieces="",
        sides=[],
        seats=[],
        lesson=False,
        first=False,
        broken=why,
    )


def card(system: System[Any], scenario: str) -> Battle:
    sheet = system.sheet(scenario)
    return Battle(
        system=system.name,
        scenario=scenario,
        title=sheet.title,
        about=sheet.about,
        map=sheet.map,
        date=sheet.date,
        turns=sheet.turns,
        minutes=sheet.minutes,
        pieces=sheet.pieces,
        sides=list(sheet.sides),
        seats=list(system.seats(scenario)),
        lesson=sheet.lesson,
        first=sheet.first,
        who_wins=who_wins(system, scenario),
    )
