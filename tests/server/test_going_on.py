"""After a patrol: everybody by name, the roll that decided it, and another battle with those who came through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from deadground.server.app import make_app
from deadground.server.playable import systems
from deadground.server.store import Store

PATROL = {"system": "skirmish", "scenario": "first-patrol"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("going_on")
    store = Store(f"sqlite:///{folder / 'games.sqlite'}")
    with TestClient(app=make_app(store, systems(), folder / "crashes")) as client:
        yield client
    store.close()


def fought(table: Any, order: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """The address of a battle that a bot fought to its end, and what opens it."""
    opened = table.post("/api/games", json=order).json()
    address, token = f"/api/games/{opened['game']}", {"token": opened["seats"][0]["token"]}
    for _ in range(500):
        if table.post(f"{address}/go-on", params=token).json()["outcome"]:
            return address, token
    raise AssertionError("the battle does not end")


@pytest.fixture(scope="module")
def patrol(table: Any) -> tuple[str, dict[str, str], dict[str, Any]]:
    """A patrol that two men or more came through; the dice decide how many must be fought for that."""
    for _ in range(20):
        address, token = fought(table, PATROL)
        told = table.get(f"{address}/after", params=token).json()
        if told["goes_on"]:
            return address, token, told
    raise AssertionError("nobody comes through")


def test_the_page_names_everybody_and_the_roll_that_decided_it(patrol: Any) -> None:
    _, _, told = patrol
    own = [man for man in told["men"] if man["side"] == "soviet"]
    assert [man["name"] for man in own][:2] == ["Sergeant Dolgov", "Corporal Sych"]
    assert len(own) == 5
    assert told["decided_by"]["rolls"]
    assert told["decided_by"]["why"]
    assert told["then"] == "lipki-village"
    by_side = {side["id"]: side for side in told["sides"]}
    assert by_side["german"]["pieces"] == len(told["men"]) - 5
    assert {account["side"] for account in told["accounts"]} <= {"german", "soviet"}


def test_those_who_came_through_go_on(table: Any, patrol: Any) -> None:
    address, token, told = patrol
    answer = table.post(f"{address}/on", params=token, json={})
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    seen = {"token": opened["seats"][0]["token"]}
    scene = table.get(f"/api/games/{opened['game']}/moments/0", params=seen).json()["scene"]
    mine = {one["title"] for one in scene["tokens"].values() if one["side"] == "soviet"}
    assert mine == {man["name"] for man in told["men"] if man["side"] == "soviet" and man["came_through"]}


@pytest.mark.parametrize(
    ("order", "over"),
    [(PATROL, False), ({"system": "duel", "scenario": "patrol"}, True)],
    ids=["not over yet", "nobody has a name"],
)
def test_where_nobody_can_go_on_that_is_said(table: Any, order: dict[str, Any], over: bool) -> None:
    if over:
        address, token = fought(table, order)
    else:
        opened = table.post("/api/games", json={**order, "seats": {"soviet": "me"}}).json()
        address, token = f"/api/games/{opened['game']}", {"token": opened["seats"][0]["token"]}
    answer = table.post(f"{address}/on", params=token, json={})
    assert (answer.status_code, answer.json()["reason"]) == (400, "nobody can go on from this battle")


def test_a_foreign_key_opens_nothing(table: Any, patrol: Any) -> None:
    answer = table.post(f"{patrol[0]}/on", params={"token": "not-a-key"}, json={})
    assert answer.status_code == 403
