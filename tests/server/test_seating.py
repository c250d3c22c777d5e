"""Who sits where: one person, several at one screen, or bots alone with somebody who watches."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.bots.roster import usual_of
from deadground.core.match import Match
from deadground.server.seating import look_on, role_of, seating
from tests.server import games


def state(client: Any, opened: dict[str, Any], seat: int = 0) -> dict[str, Any]:
    token = opened["seats"][seat]["token"]
    answer = client.get(f"/api/games/{opened['game']}", params={"token": token})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_seat_that_is_not_named_is_a_bots(client: Any, begin: Any) -> None:
    opened = begin()
    assert [seat["seat"] for seat in opened["seats"]] == ["red"]
    assert state(client, opened)["bots"] == {"blue": usual_of(games.systems()["duel"])}


def test_two_people_at_one_screen_get_a_token_each(client: Any, begin: Any, sit: Any) -> None:
    opened = begin("cards", "meeting", "north", south="screen")
    assert [seat["seat"] for seat in opened["seats"]] == ["north", "south"]
    players = [sit({**opened, **seat}) for seat in opened["seats"]]
    assert [player.view["seat"] for player in players] == ["north", "south"]
    assert state(client, opened)["bots"] == {}


def test_bots_alone_play_when_the_watcher_says_so(client: Any, sit: Any) -> None:
    body = {"system": "duel", "scenario": "pair", "seats": {"red": "bot:random", "blue": "bot:random"}}
    opened = client.post("/api/games", json=body).json()
    (mine,) = opened["seats"]
    assert mine["seat"] == "observer"
    player = sit({**opened, **mine})
    assert player.view["requests"] == []
    before = state(client, opened)
    assert before == state(client, opened), "nobody plays before the watcher says so"
    told = before
    address = f"/api/games/{opened['game']}/go-on"
    for _ in range(400):
        if told["outcome"]:
            break
        entries = told["entries"]
        told = client.post(address, params={"token": mine["token"]}).json()
        assert told["entries"] > entries
    assert told["outcome"]
    assert told["watched"]
    player.catch_up()
    assert player.view["outcome"] == told["outcome"]


def test_a_watcher_sees_what_each_side_hides(client: Any, sit: Any) -> None:
    body = {"system": "cards", "scenario": "meeting"}
    opened = client.post("/api/games", json=body).json()
    (mine,) = opened["seats"]
    player = sit({**opened, **mine})
    for _ in range(3):
        client.post(f"/api/games/{opened['game']}/go-on", params={"token": mine["token"]})
    player.catch_up()
    history = client.get(f"/api/games/{opened['game']}/history", params={"token": mine["token"]}).json()
    assert len(history["moments"]) > 3


def test_a_game_with_a_player_does_not_wait_for_a_watcher(client: Any, begin: Any) -> None:
    opened = begin()
    answer = client.post(f"/api/games/{opened['game']}/go-on", params={"token": opened["token"]})
    assert answer.status_code == 403
    assert "by itself" in answer.json()["reason"]


def test_again_seats_everybody_as_before(client: Any, begin: Any) -> None:
    opened = begin("cards", "meeting", "south", north="screen")
    answer = client.post(f"/api/games/{opened['game']}/again", params={"token": opened["token"]})
    assert answer.status_code == 201, answer.text
    new = answer.json()
    assert new["game"] != opened["game"]
    assert {seat["seat"] for seat in new["seats"]} == {"north", "south"}
    assert not {seat["token"] for seat in new["seats"]} & {seat["token"] for seat in opened["seats"]}
    assert state(client, new)["scenario"] == "meeting"


@pytest.mark.parametrize(
    ("order", "sees_everything"),
    [
        ({"red": "me"}, False),
        ({"red": "link", "blue": "link"}, False),
        ({"red": "bot:random", "blue": "bot:random"}, True),
    ],
)
def test_who_looks_on_sees_everything_only_where_bots_play_among_themselves(
    order: dict[str, str], sees_everything: bool
) -> None:
    duel = games.systems()["duel"]
    match = Match.begin(duel, duel.prepare("pair", {}, {}))
    rows = seating(duel, match.setup.seats, order, observers=1).rows
    look_on(match, rows)
    observers = frozenset(row.seat for row in rows if role_of(row.seat) == "observer")
    assert observers
    assert match.watchers == (observers if sees_everything else frozenset())
    assert match.onlookers == (frozenset() if sees_everything else observers)
