"""Seats by link: offering, sitting down, being replaced, looking on; and everything that is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from tests.server.by_link import Client, begin, company, join, joined, key_of, link_of, state


def test_a_link_offers_its_seat_and_says_who_is_there(host: Client, friend: Client) -> None:
    link = link_of(begin(host))
    for _ in range(2):
        answer = friend.post("/api/invitation", json={"token": link})
        assert answer.status_code == 200, "looking uses nothing up"
        offer = answer.json()
    assert (offer["seat"], offer["role"], offer["mine"]) == ("south", "player", [])
    seats = {one["seat"]: (one["who"], one["name"]) for one in offer["seats"]}
    assert seats == {"north": ("person", "Anna"), "south": ("open", "")}


def test_who_sits_down_has_that_seat_and_no_other(host: Client, friend: Client) -> None:
    opened = begin(host)
    mine = joined(friend, link_of(opened))
    assert [one["seat"] for one in mine["seats"]] == ["south"]
    assert state(friend, mine, "south").json()["seat"] == "south"
    assert state(friend, mine, "south").json()["names"] == {"north": "Anna", "south": "Ben"}
    told = company(host, opened, "north")
    assert (told["host"], told["seats"]["south"]["name"]) == (True, "Ben")
    assert not company(friend, mine, "south")["host"]


def test_a_link_is_good_for_one_person(browsers: Callable[[], Client], host: Client, friend: Client) -> None:
    opened = begin(host)
    joined(friend, link_of(opened))
    for stranger in (browsers(), host):
        answer = join(stranger, link_of(opened), "Mallory")
        assert (answer.status_code, "Ben has sat down" in answer.json()["reason"]) == (410, True)
        assert stranger.post("/api/invitation", json={"token": link_of(opened)}).status_code == 410
    again = friend.post("/api/invitation", json={"token": link_of(opened)})
    assert again.json()["mine"] == ["south"], "who sat down by it is only coming back"


def test_a_wrong_link_is_refused(host: Client, friend: Client) -> None:
    begin(host)
    assert friend.post("/api/invitation", json={"token": "guessed"}).status_code == 404
    assert join(friend, "guessed").status_code == 404
    assert friend.post("/api/move", json={"token": "guessed"}).status_code == 404


def test_a_link_to_a_game_that_is_over_is_refused(host: Client, friend: Client) -> None:
    seats = {"red": "bot:random", "blue": "bot:random"}
    opened = begin(host, system="duel", scenario="pair", seats=seats, observers=1)
    address, mine = f"/api/games/{opened['game']}/go-on", key_of(opened, "observer")
    for _ in range(400):
        if host.post(address, params=mine).json()["outcome"]:
            break
    for answer in (
        friend.post("/api/invitation", json={"token": link_of(opened, "observer_2")}),
        join(friend, link_of(opened, "observer_2")),
    ):
        assert (answer.status_code, "over" in answer.json()["reason"]) == (410, True)


def test_a_seat_that_was_given_up_is_offered_anew_and_the_one_before_is_out(
    browsers: Callable[[], Client], host: Client, friend: Client
) -> None:
    opened = begin(host)
    mine = joined(friend, link_of(opened))
    address, key = f"/api/games/{opened['game']}/seats/south/link", key_of(opened, "north")
    taken = host.post(address, params=key)
    assert (taken.status_code, "Ben sits there" in taken.json()["reason"]) == (403, True)
    token = key_of(mine, "south")["token"]
    with friend.websocket_connect(f"/api/games/{opened['game']}/table?token={token}") as session:
        session.send_text('{"type": "leave_seat", "call": 1}')
        with pytest.raises(WebSocketDisconnect):
            read_on(session)
    answer = host.post(address, params=key)
    assert answer.status_code == 201, answer.text
    assert state(friend, mine, "south").status_code == 403
    assert friend.post(f"/api/me/games/{opened['game']}").status_code == 403
    assert friend.get("/api/me").json()["games"] == []
    replaced = join(browsers(), link_of(opened))
    assert (replaced.status_code, "newer one" in replaced.json()["reason"]) == (410, True)
    other = joined(browsers(), answer.json()["token"], "Clara")
    assert state(host, opened, "north").json()["names"]["south"] == "Clara"
    assert state(host, other, "south").status_code == 200


def read_on(session: Any) -> None:
    while True:
        session.receive_text(timeout=20)


def test_only_who_began_a_game_can_invite_to_it(host: Client, friend: Client) -> None:
    opened = begin(host)
    mine = joined(friend, link_of(opened))
    game, key = f"/api/games/{opened['game']}", key_of(mine, "south")
    for answer in (
        friend.post(f"{game}/seats/south/link", params=key),
        friend.post(f"{game}/observers", params=key),
        friend.get(f"{game}/reach", params=key),
        friend.post(f"{game}/again", params=key),
    ):
        assert (answer.status_code, "began this game" in answer.json()["reason"]) == (403, True)
    own = host.post(f"{game}/seats/north/link", params=key_of(opened, "north"))
    assert (own.status_code, "no seat that is offered" in own.json()["reason"]) == (404, True)


def test_nobody_goes_back_alone_where_others_sit(host: Client, friend: Client) -> None:
    opened = begin(host)
    mine = joined(friend, link_of(opened))
    for browser, game, seat in ((host, opened, "north"), (friend, mine, "south")):
        assert not state(browser, game, seat).json()["mine"]
        for what, body in (
            ("rewind", {"moment": 0}),
            ("fork", {"moment": 0}),
            ("put-right", {"reason": "x"}),
        ):
            answer = browser.post(f"/api/games/{game['game']}/{what}", params=key_of(game, seat), json=body)
            assert answer.status_code == 403, what


def test_who_looks_on_by_link_may_not_go_back_in_somebodys_solo_game(host: Client, friend: Client) -> None:
    opened = begin(host, seats={"north": "me"}, observers=1)
    mine = joined(friend, link_of(opened, "observer"))
    assert state(host, opened, "north").json()["mine"]
    assert not state(friend, mine, "observer").json()["mine"]
    answer = friend.post(
        f"/api/games/{opened['game']}/rewind", params=key_of(mine, "observer"), json={"moment": 0}
    )
    assert answer.status_code == 403


def test_a_table_has_room_for_some_who_look_on(host: Client) -> None:
    opened = begin(host, observers=7)
    address = f"/api/games/{opened['game']}/observers"
    assert host.post(address, params=key_of(opened, "north")).json()["seat"] == "observer_8"
    full = host.post(address, params=key_of(opened, "north"))
    assert (full.status_code, "room for 8" in full.json()["reason"]) == (400, True)


def test_an_umpire_is_a_person(host: Client) -> None:
    seats = {"north": "me", "umpire": "bot:random"}
    answer = host.post("/api/games", json={"system": "cards", "scenario": "meeting", "seats": seats})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "wanted"),
        ("   ", "wanted"),
        ("\u200d", "wanted"),
        ("x" * 41, "40 characters"),
        ("a\nb", "control"),
        ("a\u202eb", "control"),
        ("a\u0000b", "control"),
        ("a\u2028b", "control"),
    ],
)
def test_a_name_that_will_not_do_is_refused(host: Client, friend: Client, name: str, reason: str) -> None:
    link = link_of(begin(host))
    answer = join(friend, link, name)
    assert (answer.status_code, reason in answer.json()["reason"]) == (400, True), answer.text
    assert friend.post("/api/invitation", json={"token": link}).status_code == 200, "the link is still good"


def test_markup_in_a_name_is_kept_as_text(host: Client, friend: Client) -> None:
    opened = begin(host)
    joined(friend, link_of(opened), "  <script>alert(1)</script>  ")
    assert state(host, opened, "north").json()["names"]["south"] == "<script>alert(1)</script>"


def test_no_token_is_in_the_store(host: Client, friend: Client, database: Path) -> None:
    opened = begin(host)
    mine = joined(friend, link_of(opened))
    friend.post(f"/api/me/games/{opened['game']}")
    move = friend.post("/api/me/move", json={}).json()
    cookies = [value for browser in (host, friend) for value in browser.cookies.values()]
    assert len(cookies) == 2
    tokens = [one["token"] for one in (*opened["seats"], *opened["links"], *mine["seats"], move)]
    written = b"".join(file.read_bytes() for file in database.parent.glob("games.sqlite*"))
    assert not [token for token in (*tokens, *cookies) if token.encode() in written]


def test_wrong_keys_are_counted_logged_without_the_key_and_slowed(
    host: Client, friend: Client, caplog: pytest.LogCaptureFixture
) -> None:
    opened = begin(host)
    for _ in range(20):
        assert friend.post("/api/invitation", json={"token": "guessed-secret"}).status_code == 404
    slowed = friend.get(f"/api/games/{opened['game']}", params={"token": "guessed-secret"})
    assert (slowed.status_code, "wait a minute" in slowed.json()["reason"]) == (429, True)
    assert "guessed-secret" not in caplog.text
    assert caplog.text.count("refused") == 21
    assert state(friend, opened, "north").status_code == 200, "a right key is always taken"


def test_who_came_by_link_finds_the_same_battle_again_on_his_list(host: Client, friend: Client) -> None:
    opened = begin(host)
    joined(friend, link_of(opened))
    again = host.post(f"/api/games/{opened['game']}/again", params=key_of(opened, "north")).json()
    assert again["links"] == []
    assert again["game"] in {one["game"] for one in friend.get("/api/me").json()["games"]}
    mine = friend.post(f"/api/me/games/{again['game']}").json()
    assert state(friend, mine, "south").json()["names"] == {"north": "Anna", "south": "Ben"}
