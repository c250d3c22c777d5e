"""My games on this server: kept by a cookie, opened again without keys, carried to another browser."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from litestar.testing import TestClient
from sqlalchemy import create_engine, text

from deadground.server.app import make_app
from deadground.server.migrate import SCRIPTS
from deadground.server.reach import Reach
from deadground.server.store import SeatRow, Store
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL
from tests.server.by_link import (
    Client,
    begin,
    company,
    joined,
    key_of,
    link_of,
    state,
)


def games(browser: Client) -> dict[str, list[str]]:
    return {one["game"]: one["seats"] for one in browser.get("/api/me").json()["games"]}


def test_a_browser_without_a_cookie_is_nobody(friend: Client) -> None:
    assert friend.get("/api/me").json() == {"name": "", "games": [], "forgotten": []}
    assert not friend.cookies
    assert friend.post("/api/me/games/nothing").status_code == 403


def test_the_cookie_is_kept_from_scripts_and_other_sites(host: Client) -> None:
    answer = host.post("/api/games", json={"system": "duel", "scenario": "pair", "seats": {"red": "me"}})
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/api"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    again = host.post("/api/games", json={"system": "duel", "scenario": "pair", "seats": {"red": "me"}})
    assert "set-cookie" not in again.headers, "a browser that is known gets no other cookie"
    assert len(games(host)) == 2


@pytest.mark.parametrize(("theirs", "is_kept"), [("x" * 32, True), ("short", False), ("é" * 32, False)])
def test_two_servers_on_one_machine_leave_each_other_the_cookie(
    browsers: Callable[[], Client], theirs: str, is_kept: bool
) -> None:
    """A token of the right shape that is not ours is the neighbour's, and goes on being this browser's."""
    cookie = {b"cookie": f"deadground={theirs}".encode()}
    body = {"system": "duel", "scenario": "pair", "seats": {"red": "me"}}
    answer = browsers().post("/api/games", json=body, headers=cookie)
    assert answer.headers["set-cookie"].startswith(f"deadground={theirs};") is is_kept
    known = browsers().get("/api/me", headers=cookie).json()["games"]
    assert [one["game"] for one in known] == ([answer.json()["game"]] if is_kept else [])


@pytest.mark.parametrize("base", ["https://games.example.org", "http://games.example.org"])
def test_behind_tls_the_cookie_is_secure(store: Store, tmp_path: Path, base: str) -> None:
    reach = Reach("127.0.0.1", 8321, "https://games.example.org")
    app = make_app(store, {DUEL.name: DUEL}, tmp_path / "crashes", reach, page_folder=tmp_path)
    with TestClient(app=app, base_url=base) as client:
        body = {"system": "duel", "scenario": "pair", "seats": {"red": "me"}}
        cookie = client.post("/api/games", json=body).headers["set-cookie"]
        assert "Secure" in cookie.split("; ")
        assert cookie.startswith("__Host-"), "no other host can set it"


def test_a_browser_that_lost_its_keys_gets_new_ones(host: Client, friend: Client) -> None:
    opened = begin(host)
    mine = joined(friend, link_of(opened))
    again = friend.post(f"/api/me/games/{opened['game']}").json()
    assert [one["seat"] for one in again["seats"]] == ["south"]
    assert state(friend, again, "south").status_code == 200
    assert state(friend, mine, "south").status_code == 200, "the first key is still good"


def test_another_browser_becomes_mine_once(
    browsers: Callable[[], Client],
    host: Client,
    friend: Client,
) -> None:
    opened = begin(host)
    joined(friend, link_of(opened))
    link = friend.post("/api/me/move", json={}).json()
    phone = browsers()
    answer = phone.post("/api/move", json={"token": link["token"]})
    assert answer.status_code == 201, answer.text
    moved = answer.json()
    assert (moved["name"], [one["game"] for one in moved["games"]]) == ("Ben", [opened["game"]])
    assert state(phone, moved["games"][0], "south").status_code == 200
    assert games(phone) == games(friend) == {opened["game"]: ["south"]}
    again = browsers().post("/api/move", json={"token": link["token"]})
    assert again.status_code in (404, 410)


def test_a_new_link_voids_the_one_before_and_time_voids_both(
    browsers: Callable[[], Client],
    host: Client,
    database: Path,
) -> None:
    begin(host)
    first, second = (host.post("/api/me/move", json={}).json()["token"] for _ in range(2))
    assert browsers().post("/api/move", json={"token": first}).status_code == 404
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("update moves set until = '2020-01-01 00:00:00'")
    late = browsers().post("/api/move", json={"token": second})
    assert (late.status_code, "15 minutes" in late.json()["reason"]) == (410, True)


def test_games_of_before_there_were_cookies_go_along_by_their_keys(
    browsers: Callable[[], Client],
    host: Client,
) -> None:
    opened = begin(host)
    bare = browsers()
    assert bare.post("/api/me/move", json={}).status_code == 403, "there is nothing to take along"
    keys = [{"game": opened["game"], **key_of(opened, "north")}, {"game": opened["game"], "token": "wrong"}]
    link = bare.post("/api/me/move", json={"keys": keys})
    assert link.status_code == 201, link.text
    assert games(bare) == {opened["game"]: ["north"]}


def test_a_game_that_is_forgotten_stays_for_the_others(host: Client, friend: Client) -> None:
    opened = begin(host)
    mine = joined(friend, link_of(opened))
    assert friend.delete(f"/api/me/games/{opened['game']}").status_code == 204
    assert games(friend) == {}
    assert state(host, opened, "north").status_code == 200
    assert state(friend, mine, "south").status_code == 200


def test_who_forgets_a_game_keeps_his_seat_and_can_put_it_back(host: Client, friend: Client) -> None:
    opened = begin(host)
    joined(friend, link_of(opened))
    friend.delete(f"/api/me/games/{opened['game']}")
    (off,) = friend.get("/api/me").json()["forgotten"]
    assert (off["game"], off["seats"]) == (opened["game"], ["south"])
    again = host.post(f"/api/games/{opened['game']}/again", params=key_of(opened, "north")).json()
    assert games(friend) == {again["game"]: ["south"]}, "the next battle has his seat too"
    mine = friend.post(f"/api/me/games/{opened['game']}").json()
    assert state(friend, mine, "south").json()["seat"] == "south"
    assert set(games(friend)) == {again["game"], opened["game"]}
    assert friend.get("/api/me").json()["forgotten"] == []


def test_a_game_left_for_a_week_is_as_it_was(tmp_path: Path) -> None:
    """Live or now and then, it is the same game: nothing runs out, and who is there plays while others are not."""
    database = tmp_path / "games.sqlite"
    systems = {CARDS.name: CARDS}
    store = Store(f"sqlite:///{database}")
    with TestClient(app=make_app(store, systems, tmp_path, page_folder=tmp_path)) as client:
        opened = begin(client, seats={"north": "link", "south": "link"})
        north = joined(client, link_of(opened, "north"), "Anna")
        before = client.get(f"/api/games/{opened['game']}/export", params=key_of(north, "north")).json()
        cookies = dict(client.cookies)
    store.close()
    with closing(sqlite3.connect(database)) as connection, connection:
        week = "datetime({}, '-7 days')"
        for table, column in (("games", "created"), ("invitations", "made"), ("held", "since")):
            connection.execute(f"update {table} set {column} = {week.format(column)}")
    store = Store(f"sqlite:///{database}")
    with TestClient(app=make_app(store, systems, tmp_path, page_folder=tmp_path), cookies=cookies) as client:
        assert games(client) == {opened["game"]: ["north", "observer"]}
        assert (
            client.get(f"/api/games/{opened['game']}/export", params=key_of(north, "north")).json() == before
        )
        client.cookies.clear()
        south = joined(client, link_of(opened, "south"), "Ben")
        told = company(client, south, "south")["seats"]
        assert (told["north"]["name"], told["north"]["here"]) == ("Anna", False)
        assert state(client, south, "south").json()["your_turn"], "he plays though nobody else is there"
    store.close()


@pytest.mark.parametrize("text", ["", "x" * 401])
def test_a_text_that_makes_no_code_is_refused(host: Client, text: str) -> None:
    assert host.post("/api/qr", json={"text": text}).status_code == 400


def test_a_link_is_drawn_as_a_code(host: Client) -> None:
    answer = host.post("/api/qr", json={"text": "https://games.example.org/join/#" + "x" * 32})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg ")
    assert "script" not in answer.text


def test_a_database_of_before_keeps_its_games_and_seats(tmp_path: Path) -> None:
    """What was kept when a seat had only a kind and a token goes on as it was, with nobody's name."""
    database = tmp_path / "games.sqlite"
    engine = create_engine(f"sqlite:///{database}")
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(text("insert into games values ('g', 'duel', 'pair', '', '2026-01-01 00:00:00')"))
        connection.execute(text("insert into seats values ('g', 'red', 'human', null, 'hash')"))
    engine.dispose()
    store = Store(f"sqlite:///{database}")
    assert store.seats("g") == (SeatRow(seat="red", kind="human", token="hash"),)
    store.close()
