"""The same battle once more: who may begin it, who sits where in it, and who hears of it where he is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from deadground.core.faults import SetupError
from deadground.server.again import chairs_in, may_swap, swapped_details
from deadground.server.store import SeatRow
from deadground.systems.registry import systems
from tests.server.by_link import Client, begin, company, joined, key_of, link_of, state
from tests.server.player import Player

STANDS = systems()["stands"]
SKIRMISH = systems()["skirmish"]


@contextmanager
def seated(browser: Client, opened: dict[str, Any], seat: str) -> Iterator[Player]:
    """Somebody at his seat."""
    token = key_of(opened, seat)["token"]
    with browser.websocket_connect(f"/api/games/{opened['game']}/table?token={token}") as session:
        yield Player(session.send_text, lambda: session.receive_text(timeout=20))


def fought(players: list[Player]) -> None:
    """Fight the battle to its end."""
    for _ in range(400):
        for player in players:
            player.catch_up()
            if player.view["outcome"]:
                return
            if player.view["requests"]:
                player.choose()
    raise AssertionError("the game does not end")


def again(host: Client, opened: dict[str, Any], seat: str = "north", **how: str) -> Any:
    return host.post(f"/api/games/{opened['game']}/again", params={**key_of(opened, seat), **how})


def heard(player: Player) -> list[dict[str, Any]]:
    """What somebody was told of the battle being fought again."""
    player.catch_up()
    return [message for message in map(json.loads, player.frames) if message["type"] == "again"]


@pytest.fixture
def onlooker(browsers: Callable[[], Client]) -> Client:
    return browsers()


def test_whoever_sits_there_hears_of_it_and_one_step_takes_him_along(
    host: Client, friend: Client, onlooker: Client
) -> None:
    """The one who looks on too; and all of them whenever they next come to the old table."""
    opened = begin(host, observers=1)
    ben = joined(friend, link_of(opened))
    clara = joined(onlooker, link_of(opened, "observer"), "Clara")
    with seated(friend, ben, "south") as south, seated(onlooker, clara, "observer") as observer:
        assert heard(south) == heard(observer) == []
        new = again(host, opened).json()
        told = {"type": "again", "game": new["game"], "by": "north"}
        assert heard(south) == [{**told, "seat": "south", "side": "South"}]
        assert heard(observer) == [{**told, "seat": "observer", "side": ""}]
    with seated(friend, ben, "south") as south:
        assert [one["game"] for one in heard(south)] == [new["game"]]
    assert new["links"] == []
    for browser, seat in ((friend, "south"), (onlooker, "observer")):
        mine = browser.post(f"/api/me/games/{new['game']}").json()
        assert [one["seat"] for one in mine["seats"]] == [seat]
        names = {one["seat"]: one["name"] for one in company(browser, mine, seat)["seats"].values()}
        assert names == {"north": "Anna", "south": "Ben", "observer": "Clara"}


def test_sides_are_swapped_once_the_game_is_over_and_not_before(host: Client, friend: Client) -> None:
    """Before the end it would show a side where the other's pieces lie hidden."""
    opened = begin(host, system="duel", scenario="pair", seats={"red": "me", "blue": "link"})
    ben = joined(friend, link_of(opened, "blue"))
    early = again(host, opened, "red", swap="true")
    assert (early.status_code, "when the game is over" in early.json()["reason"]) == (400, True)
    with seated(host, opened, "red") as red, seated(friend, ben, "blue") as blue:
        fought([red, blue])
        new = again(host, opened, "red", swap="true").json()
        (told,) = heard(blue)
        assert (told["game"], told["seat"], told["side"]) == (new["game"], "red", "Red")
    assert [one["seat"] for one in new["seats"]] == ["blue"]
    mine = friend.post(f"/api/me/games/{new['game']}").json()
    assert [one["seat"] for one in mine["seats"]] == ["red"]
    assert state(friend, mine, "red").json()["names"] == {"blue": "Anna", "red": "Ben"}


def test_it_is_offered_to_those_who_may(host: Client, friend: Client) -> None:
    opened = begin(host)
    ben = joined(friend, link_of(opened))
    assert state(host, opened, "north").json()["begins_again"]
    assert state(host, opened, "north").json()["swaps"]
    assert not state(friend, ben, "south").json()["begins_again"]
    refused = again(friend, ben, "south")
    assert (refused.status_code, "hear of it here" in refused.json()["reason"]) == (403, True)


def test_the_newest_is_told_and_nobody_without_a_chair_there(host: Client, friend: Client) -> None:
    opened = begin(host)
    again(host, opened)
    ben = joined(friend, link_of(opened))
    with seated(friend, ben, "south") as south:
        assert [one["seat"] for one in heard(south)] == ["south"]
        new = again(host, opened).json()
        assert [one["game"] for one in heard(south)][-1] == new["game"]
    assert friend.post(f"/api/me/games/{new['game']}").status_code == 201


def test_swapped_sides_have_each_others_numbers() -> None:
    before = STANDS.prepare("first-lesson", {}, {"umpire": True})
    sides = [side.id for side in STANDS.sheet("first-lesson").sides]
    assert may_swap(STANDS, before)
    assert swapped_details(STANDS, before) == before.details
    one, other = sides
    shared = STANDS.prepare("vesnya-crossings", {}, {"players": {"soviet": 2}})
    details = swapped_details(STANDS, shared)
    assert details["players"] == {"german": 2, "soviet": 1}
    now = STANDS.prepare("vesnya-crossings", {}, details)
    chairs = chairs_in(STANDS, shared, now, (SeatRow(seat="observer_2", kind="link", name="Eva"),), swap=True)
    assert chairs == {
        "soviet": "german",
        "soviet_2": "german_2",
        "german": "soviet",
        "observer_2": "observer",
    }
    with_umpire = chairs_in(STANDS, before, before, (), swap=True)
    assert with_umpire == {one: other, other: one, "umpire": "umpire"}


def test_where_tables_lead_the_other_side_there_is_nothing_to_swap() -> None:
    setup = SKIRMISH.prepare("first-patrol", {}, {})
    assert not may_swap(SKIRMISH, setup)
    with pytest.raises(SetupError, match="two play against each other"):
        swapped_details(SKIRMISH, setup)
