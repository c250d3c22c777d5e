"""How notices and visits are kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from concurrent.futures import Future
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from deadground.server.store import Store
from deadground.server.tables import games, notices, unmailed, visits


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """How the person of a seat wants to be told that he is needed; see `tables.notices`."""

    webhook: str = ""
    mail: str = ""
    stop: str = ""
    noticed: bool = False
    trouble: str = ""


COLUMNS = tuple(notices.c[name] for name in Wish.__struct_fields__)


def wishes(store: Store, game: str) -> dict[str, Wish]:
    """The wishes of a game, by seat."""
    wanted = select(notices.c.seat, *COLUMNS).where(notices.c.game == game)
    with store.reading() as connection:
        return {seat: wish_of(row) for seat, *row in connection.execute(wanted)}


def by_stop(store: Store, stop: str) -> tuple[str, str, Wish] | None:
    """The game, the seat and the wish whose mails end with this."""
    wanted = select(notices.c.game, notices.c.seat, *COLUMNS).where(notices.c.stop == stop)
    with store.reading() as connection:
        row = connection.execute(wanted).first() if stop else None
    return None if row is None else (row[0], row[1], wish_of(row[2:]))


def wish_of(values: Iterable[Any]) -> Wish:
    return Wish(**dict(zip(Wish.__struct_fields__, values, strict=True)))


def keep(store: Store, game: str, seat: str, wish: Wish) -> Future[None]:
    """Keep a seat's wish instead of the one before; one for nothing is forgotten."""

    def job(connection: Connection) -> None:
        connection.execute(delete(notices).where(notices.c.game == game, notices.c.seat == seat))
        if wish.webhook or wish.mail:
            row = {"game": game, "seat": seat, **msgspec.structs.asdict(wish)}
            connection.execute(insert(notices), row)

    return store.write(job)


def note(store: Store, game: str, seat: str, wish: Wish) -> Future[None]:
    """Keep whether a seat was noticed, and with what trouble."""

    def job(connection: Connection) -> None:
        connection.execute(
            update(notices)
            .where(notices.c.game == game, notices.c.seat == seat)
            .values(noticed=wish.noticed, trouble=wish.trouble)
        )

    return store.write(job)


def refuse(store: Store, address: str) -> Future[None]:
    """Never send mail to an address again."""

    def job(connection: Connection) -> None:
        connection.execute(delete(unmailed).where(unmailed.c.address == digest(address)))
        connection.execute(insert(unmailed), {"address": digest(address)})

    return store.write(job)


def is_refused(store: Store, address: str) -> bool:
    with store.reading() as connection:
        wanted = select(unmailed.c.address).where(unmailed.c.address == digest(address))
        return connection.execute(wanted).first() is not None


def digest(address: str) -> str:
    return hashlib.sha256(address.lower().encode()).hexdigest()


def visit(store: Store, game: str, seat: str, seen: int) -> Future[None]:
    """Keep how much of its log a seat had before it when it left."""

    def job(connection: Connection) -> None:
        connection.execute(delete(visits).where(visits.c.game == game, visits.c.seat == seat))
        row = {"game": game, "seat": seat, "seen": seen, "left": datetime.now(UTC)}
        connection.execute(insert(visits), row)

    return store.write(job)


def forget_visit(store: Store, game: str, seat: str) -> Future[None]:
    """Forget that anybody of a seat was ever at the table."""

    def job(connection: Connection) -> None:
        connection.execute(delete(visits).where(visits.c.game == game, visits.c.seat == seat))

    return store.write(job)


def seen(store: Store, game: str, seat: str) -> int | None:
    """How much of its log a seat had when it last left; None if it never did."""
    wanted = select(visits.c.seen).where(visits.c.game == game, visits.c.seat == seat)
    with store.reading() as connection:
        return connection.execute(wanted).scalar()


def restored_since_visit(store: Store, game: str, seat: str) -> bool:
    """Whether a back-up was restored after a seat last left the table, or if it never did, after the game began."""
    begun = select(games.c.created).where(games.c.id == game)
    left = select(visits.c.left).where(visits.c.game == game, visits.c.seat == seat)
    with store.reading() as connection:
        restored = connection.exec_driver_sql("PRAGMA user_version").scalar() or 0
        last = connection.execute(left).scalar() or connection.execute(begun).scalar()
    return last is not None and last.replace(tzinfo=UTC).timestamp() < restored
