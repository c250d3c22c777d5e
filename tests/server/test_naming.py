"""Names at a table: whoever sits there changes his own, everybody is told, and nobody takes another's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.by_link import Client, begin, company, joined, key_of, link_of
from tests.server.player import Player


@pytest.fixture
def opened(host: Client, friend: Client) -> dict[str, Any]:
    """A game of cards: north is Anna's, south Ben's."""
    found = begin(host)
    found["seats"] += joined(friend, link_of(found))["seats"]
    return found


def test_who_sits_there_changes_his_name_for_all_to_see(
    host: Client, friend: Client, opened: dict[str, Any]
) -> None:
    address = f"/api/games/{opened['game']}/table?token="
    with (
        host.websocket_connect(address + key_of(opened, "north")["token"]) as one,
        friend.websocket_connect(address + key_of(opened, "south")["token"]) as other,
    ):
        anna = Player(one.send_text, lambda: one.receive_text(timeout=20))
        ben = Player(other.send_text, lambda: other.receive_text(timeout=20))
        for name, says in (("anna", "called anna already"), (" ", "a name is wanted"), ("x" * 41, "40")):
            refused = ben.call("call_me", name=name)
            assert says in refused.faults[0].reason
        ben.call("call_me", name="Benedict")
        ben.catch_up()
        anna.catch_up()
        assert "Ben is called Benedict now." in [event.text for event in anna.log]
        told = [json.loads(frame) for frame in anna.frames if '"presence"' in frame][-1]
        assert {one["seat"]: one["name"] for one in told["seats"]} == {"north": "Anna", "south": "Benedict"}
        ben.choose()
        anna.call("call_me", name="Anne")
    assert company(host, opened, "south")["seats"]["north"]["name"] == "Anne"
    assert company(host, opened, "south")["seats"]["south"]["changes"] == [], "the seat is still his"
    assert friend.get("/api/me").json()["name"] == "Benedict"
