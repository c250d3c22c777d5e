"""The owner's own book over HTTP: the tables with stand-ins, checking cells, keeping them at the desk."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import product
from typing import Any

from litestar import get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from deadground.core.charts import STAND_IN, Chart, Charts
from deadground.core.faults import Fault, Refused
from deadground.core.loader import DataError, FileRefused, document
from deadground.core.own_book import Cells, OwnBook
from deadground.core.own_cells import (
    book_from,
    differing,
    open_charts,
    takes_at,
    tidied,
    written,
)
from deadground.core.system import System
from deadground.server.api_own_book import (
    BookCell,
    BookChecked,
    BookOrder,
    BookTable,
    BookText,
    OwnBooks,
    OwnBookShown,
)
from deadground.server.desk_door import Asked, TheReach, must_be_open, why_closed
from deadground.server.in_turn import in_turn
from deadground.server.limits import not_too_many_drafts
from deadground.server.lobby import Lobby
from deadground.server.problems import NotFound, documented

TheLobby = NamedDependency[Lobby]
DRAFTS = [not_too_many_drafts]
NAME = "name"
"""The column that says what a line is called, where a table has one."""


@get("/api/own-book")
async def own_books(lobby: TheLobby) -> OwnBooks:
    """The systems that have tables of ours to type over."""
    return OwnBooks([name for name, system in lobby.systems.items() if system.own_charts() is not None])


@get("/api/own-book/{system:str}", responses=documented(404))
async def own_book(lobby: TheLobby, request: Asked, reach: TheReach, system: FromPath[str]) -> OwnBookShown:
    """Every table of a system that has stand-ins, and, for whoever has the desk, what he typed over them."""
    rules, charts = with_tables(lobby, system)
    why = why_closed(request, reach)
    book, trouble = (None, "") if why else await asyncio.to_thread(kept_book, lobby, rules, charts)
    return OwnBookShown(
        system=system,
        title=rules.title,
        why=why,
        trouble=trouble,
        tables=[table(chart) for chart in open_charts(charts)],
        cells=book.cells if book else {},
        text=written(system, book or OwnBook({})),
    )


@post(
    "/api/own-book/{system:str}/check",
    status_code=200,
    responses=documented(400, 404, 429),
    guards=DRAFTS,
)
@in_turn
def check_book(lobby: TheLobby, system: FromPath[str], data: JSONBody[BookOrder]) -> BookChecked:
    """Cells as they would be kept, with everything that is wrong with them."""
    return checked(*with_tables(lobby, system), data.cells)


@post(
    "/api/own-book/{system:str}/read",
    status_code=200,
    responses=documented(400, 404, 429),
    guards=DRAFTS,
)
@in_turn
def read_book(lobby: TheLobby, system: FromPath[str], data: JSONBody[BookText]) -> BookChecked:
    """The cells in the text of a file; nothing is kept yet."""
    rules, charts = with_tables(lobby, system)
    try:
        book = book_from(document(data.text, "the file"), system, charts)
    except FileRefused as refused:
        raise Refused(*(Fault("text", str(fault)) for fault in refused.faults)) from None
    except DataError as fault:
        raise Refused(Fault("text", str(fault))) from None
    return checked(rules, charts, book.cells)


@put("/api/own-book/{system:str}", responses=documented(400, 403, 404))
async def keep_book(
    lobby: TheLobby, request: Asked, reach: TheReach, system: FromPath[str], data: JSONBody[BookOrder]
) -> BookChecked:
    """Keep cells in the data folder; with something wrong in them nothing is kept. None at all: ours hold again."""
    must_be_open(request, reach)
    return await asyncio.to_thread(kept_or_refused, lobby, *with_tables(lobby, system), data.cells)


def kept_or_refused(lobby: Lobby, rules: System[Any], charts: Charts, cells: Cells) -> BookChecked:
    found = checked(rules, charts, cells)
    if found.faults:
        raise Refused(*(Fault(fault.at, f"{fault.at}: {fault.reason}") for fault in found.faults))
    try:
        lobby.books.keep(rules.name, OwnBook(found.cells))
    except OSError as error:
        raise Refused(Fault("", f"the data folder cannot be used: {error.strerror}")) from None
    return found


def with_tables(lobby: Lobby, system: str) -> tuple[System[Any], Charts]:
    """A system whose tables can be typed over."""
    rules = lobby.systems.get(system)
    charts = rules.own_charts() if rules else None
    if rules is None or charts is None:
        known = [name for name, one in lobby.systems.items() if one.own_charts() is not None]
        raise NotFound(f"'{system}' has no tables to type over", known)
    return rules, charts


def kept_book(lobby: Lobby, rules: System[Any], charts: Charts) -> tuple[OwnBook | None, str]:
    """The book at the desk, and what is wrong with its file."""
    try:
        return lobby.books.read(rules.name, charts), ""
    except (DataError, FileRefused, OSError) as fault:
        return None, str(fault)


def checked(rules: System[Any], charts: Charts, cells: Cells) -> BookChecked:
    tidy = tidied(charts, cells)
    faults = rules.book_faults(tidy)
    sound = OwnBook({} if faults else tidy)
    return BookChecked(
        cells=tidy,
        faults=faults,
        differs=list(differing(charts, sound)),
        text=written(rules.name, sound),
    )


def table(chart: Chart) -> BookTable:
    """A chart as a table: its last axis across, the others down. Lines that are all printed are left out."""
    *down, across = chart.axes
    columns = list(across.keys) if down else [chart.value or "value"]
    lines = [(keys, list(cells_of(chart, keys))) for keys in product(*(axis.keys for axis in down))]
    if not down:
        lines = [((key,), [cell(chart, (key,))]) for key in across.keys]
    lines = [(keys, cells) for keys, cells in lines if any(not one.printed for one in cells)]
    names = [", ".join(keys) for keys, _ in lines]
    at = columns.index(NAME) if NAME in columns else -1
    if at >= 0 and all(cells[at].printed for _, cells in lines):
        del columns[at]
        names = [str(cells.pop(at).ours) for _, cells in lines]
    return BookTable(
        chart=chart.name,
        title=chart.title,
        reason=chart.reason,
        rows=list(chart.rows),
        axes=[axis.name for axis in chart.axes],
        columns=columns,
        lines=[cells for _, cells in lines],
        names=names,
    )


def cells_of(chart: Chart, keys: tuple[str, ...]) -> Iterator[BookCell]:
    return (cell(chart, (*keys, key)) for key in chart.axes[-1].keys)


def cell(chart: Chart, keys: tuple[str, ...]) -> BookCell:
    found = chart.cells()[keys]
    ours = found.layer == STAND_IN
    takes = takes_at(chart, keys) if ours else None
    return BookCell(at="/".join(keys), ours=found.value, printed=not ours, takes=takes)
