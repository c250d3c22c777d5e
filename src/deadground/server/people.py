"""The people of a server: who a browser is, which seats he holds, and how he moves to another browser.

Nobody signs up. A browser gets a random token in a cookie when its person first begins a game or sits down; the
store has its hash. A person can have several browsers. What opens a seat is a key of its own, so that a browser can
also play without a cookie, and so that a key gives away nothing but its seat.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from deadground.server.api_games import OpenSeat
from deadground.server.seating import hashed
from deadground.server.store import Store
from deadground.server.tables import browsers, games, held, keys, moves, once_held, people, seats

MOVE_MINUTES = 15
"""How long a link to another browser is good."""

TOKEN = re.compile(r"[\w-]{32}", re.ASCII)
KEYS_A_SEAT = 20
"""The most further keys of a seat: the oldest go when another browser opens it."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays here."""

    id: str
    name: str


class Visitor(msgspec.Struct, frozen=True):
    """The person behind a request. `cookie` is what a browser that we did not know yet is to be given."""

    person: Person
    cookie: str | None = None

    def arrive(self, connection: Connection, name: str = "") -> None:
        """Keep a new person, and the name he goes by now."""
        if self.cookie is not None:
            add_person(connection, self.person, self.cookie)
        if name and name != self.person.name:
            rename(connection, self.person.id, name)


class HeldGame(msgspec.Struct, frozen=True):
    """A game in which a person has seats. One that he forgot is not on his list."""

    game: str
    system: str
    scenario: str
    seats: list[str]
    forgotten: bool


class Chairs(msgspec.Struct, frozen=True):
    """The seats that a person has in a game, and those that he had."""

    now: list[str]
    before: list[str]


class LinkSpent(Exception):
    """A link that was good once, with the reason in words."""


class WrongLink(Exception):
    """A link that this server never gave out."""


def new_token() -> str:
    return secrets.token_urlsafe(24)


def now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


class People:
    """The people kept in a store. Methods that take a connection are parts of a job of the writer."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of_browser(self, token: str) -> Person | None:
        """The person whose browser has this token; nobody for a token we do not know."""
        wanted = (
            select(people.c.id, people.c.name)
            .join(browsers, browsers.c.person == people.c.id)
            .where(browsers.c.token == hashed(token))
        )
        with self._store.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        return Person(*row) if row else None

    def visitor(self, token: str) -> Visitor:
        """Who comes with this token; somebody new if we do not know it.

        A token of the right shape that is not ours is another server's on the same machine: it goes on being the
        browser's token here too, so that the two servers do not take it from each other.
        """
        known = self.of_browser(token)
        if known is not None:
            return Visitor(known)
        return Visitor(Person(secrets.token_urlsafe(9), ""), token if TOKEN.fullmatch(token) else new_token())

    def games_of(self, person: str) -> list[HeldGame]:
        """The games in which a person has a seat, the latest first."""
        wanted = (
            select(held.c.game, held.c.seat, games.c.system, games.c.scenario, held.c.forgotten)
            .join(games, games.c.id == held.c.game)
            .where(held.c.person == person)
            .order_by(held.c.since.desc(), held.c.game, held.c.seat)
        )
        found: dict[str, HeldGame] = {}
        with self._store.reading() as connection:
            for game, seat, system, scenario, forgotten in connection.execute(wanted):
                new = HeldGame(game, system, scenario, [], forgotten)
                found.setdefault(game, new).seats.append(seat)
        return list(found.values())

    def games_with(self, opened: Sequence[tuple[str, str]]) -> list[HeldGame]:
        """The games of some seats, each with those of the seats that are in it."""
        wanted = select(games.c.id, games.c.system, games.c.scenario)
        with self._store.reading() as connection:
            rows = connection.execute(wanted.where(games.c.id.in_({game for game, _ in opened}))).all()
        return [HeldGame(*row, [seat for game, seat in opened if game == row.id], False) for row in rows]

    def seats_of(self, person: str, game: str) -> list[str]:
        return self.chairs_of(person, game).now

    def chairs_of(self, person: str, game: str) -> Chairs:
        with self._store.reading() as connection:
            return chairs_of(connection, person, game)

    def holders(self, game: str) -> dict[str, list[str]]:
        """Which people have each seat of a game."""
        found: dict[str, list[str]] = {}
        with self._store.reading() as connection:
            for seat, person in connection.execute(
                select(held.c.seat, held.c.person).where(held.c.game == game)
            ):
                found.setdefault(seat, []).append(person)
        return found

    def seat_of_key(self, game: str, token: str) -> str | None:
        """The seat that a further key opens."""
        wanted = select(keys.c.seat).where(keys.c.token == hashed(token), keys.c.game == game)
        with self._store.reading() as connection:
            return connection.execute(wanted).scalar()

    def person_of_move(self, token: str) -> str:
        """Whose link to another browser this is, while it is good."""
        with self._store.reading() as connection:
            row = connection.execute(select(moves).where(moves.c.token == hashed(token))).one_or_none()
        if row is None:
            raise WrongLink
        if row.until < now():
            raise LinkSpent(f"this link was good once and for {MOVE_MINUTES} minutes: make a new one")
        return str(row.person)


def add_person(connection: Connection, person: Person, token: str) -> None:
    """Keep a new person and his first browser."""
    connection.execute(insert(people), {**msgspec.structs.asdict(person), "created": now()})
    add_browser(connection, person.id, token)


def add_browser(connection: Connection, person: str, token: str) -> None:
    connection.execute(insert(browsers), {"token": hashed(token), "person": person, "created": now()})


def rename(connection: Connection, person: str, name: str) -> None:
    connection.execute(update(people).where(people.c.id == person).values(name=name))


def chairs_of(connection: Connection, person: str, game: str) -> Chairs:
    """Where a person sits and has sat in a game."""
    found = (
        connection.execute(select(table.c.seat).where(table.c.person == person, table.c.game == game))
        for table in (held, once_held)
    )
    return Chairs(*(sorted(rows.scalars()) for rows in found))


def hold(connection: Connection, person: str, game: str, seat: str) -> None:
    """Note that a person has a seat."""
    row = {"game": game, "seat": seat, "person": person}
    there = select(held.c.seat).where(*(held.c[name] == value for name, value in row.items()))
    if connection.execute(there).first() is None:
        connection.execute(insert(held), {**row, "since": now()})


def put_on_list(connection: Connection, person: str, game: str, *, on: bool) -> None:
    """Take a game off a person's list, or put it on again. His seats stay his."""
    of_person = (held.c.person == person, held.c.game == game)
    connection.execute(update(held).where(*of_person).values(forgotten=not on))


def add_keys(connection: Connection, game: str, opened: Sequence[OpenSeat]) -> None:
    """Further keys to seats, for another browser of the same person."""
    for seat, token in ((one.seat, one.token) for one in opened):
        known = select(keys.c.token).where(keys.c.game == game, keys.c.seat == seat)
        old = list(connection.execute(known.order_by(keys.c.made.desc())).scalars())[KEYS_A_SEAT - 1 :]
        connection.execute(delete(keys).where(keys.c.token.in_(old)))
        connection.execute(insert(keys), {"token": hashed(token), "game": game, "seat": seat, "made": now()})


def vacate(connection: Connection, game: str, seat: str) -> None:
    """Nobody has this seat any longer: every key to it is void."""
    of_seat = (seats.c.game == game, seats.c.seat == seat)
    connection.execute(update(seats).where(*of_seat).values(token=None, name=""))
    having = select(held.c.game, held.c.seat, held.c.person).where(held.c.game == game, held.c.seat == seat)
    connection.execute(
        insert(once_held).prefix_with("OR IGNORE").from_select(["game", "seat", "person"], having)
    )
    for table in (keys, held):
        connection.execute(delete(table).where(table.c.game == game, table.c.seat == seat))


def add_move(connection: Connection, person: str, token: str) -> None:
    """A link by which another browser becomes this person's; the one before it is void."""
    connection.execute(delete(moves).where((moves.c.person == person) | (moves.c.until < now())))
    until = now() + timedelta(minutes=MOVE_MINUTES)
    connection.execute(insert(moves), {"token": hashed(token), "person": person, "until": until})


def spend_move(connection: Connection, token: str) -> None:
    """Use such a link up; a second use of it fails."""
    gone = connection.execute(delete(moves).where(moves.c.token == hashed(token)))
    if gone.rowcount != 1:
        raise LinkSpent("this link has been used already: make a new one")
