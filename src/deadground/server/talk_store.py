"""Talk in the store: what was said, noted and drawn, in tables of their own. No save has any of it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from deadground.server.store import Store
from deadground.server.tables import said, seat_notes, sketches
from deadground.server.talk_calls import MOST_SKETCHES, Channel, DrawCall, Said, Sketch

T = TypeVar("T")

MOST_SAID = 10_000
"""Things a channel keeps. Nothing is thrown away to make room: the next one is refused."""


class Notes(msgspec.Struct, frozen=True):
    """A seat's private notes; see `WriteNotesCall`."""

    text: str = ""
    version: int = 0
    replaced: str = ""


async def written(store: Store, work: Callable[[Connection], T]) -> T:
    """What some work in the writer came to, once it is on the disk."""
    results: list[T] = []
    await asyncio.wrap_future(store.write(lambda connection: results.append(work(connection))))
    return results[-1]


async def keep_said(
    store: Store, game: str, channel: Channel, seat: str, name: str, text: str
) -> Said | None:
    """Keep what was said, with the next number of its channel; None if the channel is full."""

    def work(connection: Connection) -> Said | None:
        n = (connection.execute(select(func.max(said.c.n)).where(_in(game, channel))).scalar() or 0) + 1
        if n > MOST_SAID:
            return None
        at = datetime.now(UTC)
        kept = Said(channel=channel.channel, side=channel.side, n=n, seat=seat, name=name, at=at, text=text)
        connection.execute(insert(said), {"game": game, **msgspec.structs.asdict(kept)})
        return kept

    return await written(store, work)


def read_said(
    store: Store, game: str, channel: Channel, most: int, before: int | None = None
) -> tuple[list[Said], bool]:
    """The last things said in a channel, or the last before one of them; and whether there are older ones."""
    found = select(said).where(_in(game, channel)).order_by(said.c.n.desc()).limit(most + 1)
    if before is not None:
        found = found.where(said.c.n < before)
    with store.reading() as connection:
        rows = [dict(row) for row in connection.execute(found).mappings()]
    return [_said(row) for row in reversed(rows[:most])], len(rows) > most


def _in(game: str, channel: Channel) -> ColumnElement[bool]:
    return and_(said.c.game == game, said.c.channel == channel.channel, said.c.side == channel.side)


def _said(row: dict[str, Any]) -> Said:
    del row["game"]
    return Said(**{**row, "at": row["at"].replace(tzinfo=UTC)})


async def keep_notes(
    store: Store, game: str, seat: str, text: str, since: int, settled: bool
) -> Notes | None:
    """Keep a seat's notes. None if it would replace a second text unseen while the first is not settled."""

    def work(connection: Connection) -> Notes | None:
        before = _notes(connection, game, seat)
        is_unseen = since != before.version and bool(before.text) and before.text != text
        replaced = "" if settled else before.replaced
        if is_unseen and replaced:
            return None
        now = Notes(text, before.version + 1, before.text if is_unseen else replaced)
        values = msgspec.structs.asdict(now)
        if before.version:
            mine = and_(seat_notes.c.game == game, seat_notes.c.seat == seat)
            connection.execute(update(seat_notes).where(mine).values(values))
        else:
            connection.execute(insert(seat_notes), {"game": game, "seat": seat, **values})
        return now

    return await written(store, work)


def read_notes(store: Store, game: str, seat: str) -> Notes:
    """A seat's notes; version 0 if it has written none."""
    with store.reading() as connection:
        return _notes(connection, game, seat)


def _notes(connection: Connection, game: str, seat: str) -> Notes:
    wanted = select(seat_notes.c.text, seat_notes.c.version, seat_notes.c.replaced).where(
        seat_notes.c.game == game, seat_notes.c.seat == seat
    )
    row = connection.execute(wanted).mappings().first()
    return Notes(**row) if row else Notes()


async def keep_sketch(store: Store, game: str, side: str, seat: str, drawn: DrawCall) -> Sketch | None:
    """Keep a sketch; None if the side has as many as it may."""
    # The id says nothing of how many there are, here or on another side, and is never used again.
    sketch = Sketch(
        id=secrets.token_urlsafe(9), seat=seat, kind=drawn.kind, points=drawn.points, text=drawn.text
    )

    def work(connection: Connection) -> Sketch | None:
        count = select(func.count()).where(sketches.c.game == game, sketches.c.side == side)
        if connection.execute(count).scalar_one() >= MOST_SKETCHES:
            return None
        values = {**msgspec.structs.asdict(sketch), "points": msgspec.json.encode(sketch.points)}
        connection.execute(
            insert(sketches), {"game": game, "side": side, "drawn": datetime.now(UTC), **values}
        )
        return sketch

    return await written(store, work)


async def drop_sketches(store: Store, game: str, side: str, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Rub out sketches of a side; those that were still there."""
    meant = and_(sketches.c.game == game, sketches.c.side == side, sketches.c.id.in_(ids))

    def work(connection: Connection) -> tuple[str, ...]:
        found = tuple(connection.execute(select(sketches.c.id).where(meant)).scalars())
        connection.execute(delete(sketches).where(meant))
        return found

    return await written(store, work)


def read_sketches(store: Store, game: str, side: str) -> tuple[Sketch, ...]:
    """The sketches of a side, as they were drawn."""
    wanted = (
        select(sketches.c.id, sketches.c.seat, sketches.c.kind, sketches.c.points, sketches.c.text)
        .where(sketches.c.game == game, sketches.c.side == side)
        .order_by(sketches.c.drawn, sketches.c.id)
    )
    with store.reading() as connection:
        rows = [dict(row) for row in connection.execute(wanted).mappings()]
    return tuple(
        Sketch(**{**row, "points": msgspec.json.decode(row["points"], type=tuple[tuple[int, int], ...])})
        for row in rows
    )
