"""Guessed games and keys, keys of other seats and keys that are void: every door is closed in the same words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from deadground.server import openapi
from deadground.server.app import make_app
from deadground.server.limits import counted_as
from deadground.server.store import Store
from tests.server import games
from tests.server.at_the_desk import calling_from
from tests.server.by_link import Client, begin, joined, key_of, link_of
from tests.server.strangers.closing import closed
from tests.server.strangers.conftest import Duel

BODIES: dict[str, dict[str, Any]] = {
    "rewind": {"moment": 0},
    "put-right": {"reason": "because"},
    "fork": {"moment": 0},
    "wrong": {"what": "rule", "words": "x"},
    "notices": {},
}
QUERIES = {"talk": {"channel": "table", "before": "9"}}
GUESS = "guessed-secret-guessed-secret-00"
WRONG_KEY = {"reason": "there is no such game, or this key does not open it", "near": []}


def doors() -> list[tuple[str, str]]:
    """Every route of a game, as the API document has it."""
    return [
        (method, path)
        for path, methods in openapi.document()["paths"].items()
        for method in methods
        if path.startswith("/api/games/{game}")
    ]


def knock(client: Any, door: tuple[str, str], game: str, key: str) -> Any:
    method, path = door
    address = re.sub(r"{offered}", "blue", re.sub(r"{n}", "0", path.replace("{game}", game)))
    what = address.rpartition("/")[2]
    body = {"json": BODIES[what]} if method == "post" and what in BODIES else {}
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return client.request(method, address, headers=headers, params=QUERIES.get(what), **body)


def test_there_are_doors() -> None:
    assert len(doors()) > 20


@pytest.mark.parametrize("door", doors(), ids=lambda door: f"{door[0]} {door[1]}")
def test_a_guess_opens_nothing_and_learns_nothing(
    duel: Duel, host: Client, told: Any, door: tuple[str, str]
) -> None:
    elsewhere = key_of(begin(host), "north")["token"]
    for game, key in (
        (duel.game, GUESS),
        ("no-such-game", duel.keys["red"]),
        (duel.game, elsewhere),
        (duel.game, ""),
    ):
        answer = knock(host, door, game, key)
        assert (answer.status_code, answer.json()) == (403, WRONG_KEY)
    assert "refused testclient: there is no such game" in told.text
    assert GUESS not in told.text
    assert elsewhere not in told.text


@pytest.mark.parametrize("game", ["no-such-game", "%00", "%0a", "%ff", "a" * 5000], ids=range(5))
def test_a_guessed_game_has_no_line(duel: Duel, told: Any, game: str) -> None:
    assert closed(duel.open("red", game=game))[0] == 4403
    assert "refused testclient: there is no such game" in told.text
    assert duel.goes_on()


@pytest.mark.parametrize("key", [GUESS, "x", "!", "a" * 5000], ids=range(4))
def test_a_guessed_key_opens_no_line(duel: Duel, told: Any, key: str) -> None:
    assert closed(duel.open(key=key)) == (4403, WRONG_KEY["reason"])
    assert GUESS not in told.text
    assert duel.goes_on()


def test_a_key_opens_its_own_seat_and_no_other(duel: Duel, host: Client) -> None:
    for seat, key in duel.keys.items():
        answer = host.get(duel.at(), headers={"authorization": f"Bearer {key}"})
        assert answer.json()["seat"] == seat
        export = host.get(duel.at("export"), headers={"authorization": f"Bearer {key}"}).json()
        assert export["view"]["seat"] == seat


def test_a_guesser_does_not_lock_anybody_out(duel: Duel, host: Client) -> None:
    answers = [
        host.get(duel.at(), headers={"authorization": f"Bearer {GUESS}"}).status_code for _ in range(30)
    ]
    assert (answers[19], answers[20]) == (403, 429)
    right = host.get(duel.at(), headers={"authorization": f"Bearer {duel.keys['blue']}"})
    assert right.status_code == 200
    assert duel.goes_on()


def test_the_operators_token_is_not_guessed_either(
    host: Client, told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEADGROUND_METRICS_TOKEN", "the-right-word")
    guess = {"authorization": f"Bearer {GUESS}"}
    answers = [host.get("/metrics", headers=guess).status_code for _ in range(21)]
    assert answers == [403] * 20 + [429]
    assert "this is not the operator's token" in told.text
    assert GUESS not in told.text
    assert host.get("/metrics", headers={"authorization": "Bearer the-right-word"}).status_code == 200


def test_a_seat_has_some_pages_and_no_more(duel: Duel, told: Any) -> None:
    lines = [duel.open("observer") for _ in range(20)]
    assert all(line.receive_text(timeout=20) for line in lines)
    assert closed(duel.open("observer")) == (
        1013,
        "too many pages of this seat or from this address are open",
    )
    assert "too many pages" in told.text
    assert duel.goes_on(), "other seats have pages of their own"


def test_an_address_has_some_pages_and_no_more(
    duel: Duel, told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deadground.server.limits.LINES_AN_ADDRESS", 3)
    lines = [duel.open(seat) for seat in ("red", "blue", "observer")]
    assert all(line.receive_text(timeout=20) for line in lines)
    assert closed(duel.open("red"))[0] == 1013
    lines[0].close()
    closed(duel.open("red"))
    assert "too many pages" in told.text


def test_an_address_begins_some_games_and_no_more(host: Client, told: Any) -> None:
    order = {"system": "duel", "scenario": "pair", "seats": {"red": "me"}}
    answers = [host.post("/api/games", json=order) for _ in range(40)]
    assert {answer.status_code for answer in answers[:39]} == {201}, "the fixture began the first"
    assert answers[39].status_code == 429
    assert "Too fast to begin games" in answers[39].json()["reason"]
    assert "Too fast to begin games" in told.text


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(host: str, counted: str) -> None:
    assert counted_as(host) == counted


def test_who_has_a_network_is_limited_as_a_whole(store: Store, tmp_path: Path) -> None:
    """He calls from a new address of his /64 each time; the neighbour in the next one is not meant."""
    order = {"system": "skirmish", "scenario": "lipki-village", "seats": {"german": "nobody"}}
    callers = [f"2001:db8:1:2::{n:x}" for n in range(41)] + ["2001:db8:1:3::1"]
    answers = []
    app = make_app(store, games.systems(), tmp_path / "crashes", page_folder=tmp_path)
    with TestClient(app=app) as client:
        for caller in callers:
            client.app = calling_from(app, caller)
            answers.append(client.post("/api/games", json=order).status_code)
    assert answers == [400] * 40 + [429] + [400]


def test_reports_are_kept_at_a_walking_pace(duel: Duel, host: Client) -> None:
    key = {"authorization": f"Bearer {duel.keys['observer']}"}
    bodies = [{"what": "rule", "words": f"report {n}"} for n in range(6)]
    answers = [host.post(duel.at("wrong"), json=body, headers=key) for body in bodies]
    assert [answer.status_code for answer in answers] == [201] * 5 + [400]
    assert "Too fast" in answers[5].json()["reason"]


def test_who_sat_there_by_a_further_key_is_out_when_the_seat_is_given_up(
    browsers: Callable[[], Client], host: Client
) -> None:
    """In a battle that was begun again he has no first key, only those that his browser was given later."""
    friend = browsers()
    first = begin(host)
    joined(friend, link_of(first))
    again = host.post(f"/api/games/{first['game']}/again", params=key_of(first, "north")).json()
    mine = friend.post(f"/api/me/games/{again['game']}").json()
    with friend.websocket_connect(
        f"/api/games/{again['game']}/table?token={key_of(mine, 'south')['token']}"
    ) as line:
        line.receive_text(timeout=20)
        line.send_text('{"type": "leave_seat", "call": 1}')
        assert closed(line)[0] == 4403
    address = f"/api/games/{again['game']}/seats/south/link"
    assert host.post(address, params=key_of(again, "north")).status_code == 201
