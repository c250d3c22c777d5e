"""Talk at a table that people come to by link: who has no name yet, who sits down later, who looks on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.server.player import Player
from tests.server.talk.talkers import SCENARIO, heard, is_done, texts

Down = Callable[[dict[str, Any]], Player]


def begin(client: Any, **more: Any) -> dict[str, Any]:
    order = {
        "system": "stands",
        "scenario": SCENARIO,
        "seats": {"german": "me", "soviet": "link"},
        "name": "Anna",
        **more,
    }
    answer = client.post("/api/games", json=order)
    assert answer.status_code == 201, answer.text
    opened: dict[str, Any] = answer.json()
    return opened


def test_who_sits_down_later_is_named_to_those_who_talk(client: Any, sit: Down) -> None:
    opened = begin(client)
    anna = sit({"game": opened["game"], **opened["seats"][0]})
    (circle,) = heard(anna, "talk")[-1]["circles"]
    assert (circle["channel"], circle["hearers"]) == ("table", ["Soviet"])
    assert is_done(anna.call("say", channel="table", text="are you there?"))
    clara = sit_by_link(client, sit, opened["links"][0], "Clara")
    assert [one["text"] for one in heard(clara, "talk")[-1]["said"]] == ["are you there?"]
    (circle,) = heard(anna, "talk")[-1]["circles"]
    assert circle["hearers"] == ["Clara"]
    assert is_done(clara.call("say", channel="table", text="I am"))
    assert texts(anna) == ["are you there?", "I am"]
    assert heard(anna, "said")[-1]["said"]["name"] == "Clara"


def test_who_looks_on_by_link_hears_the_table_only(client: Any, sit: Down) -> None:
    opened = begin(client, seats={"german": "me"}, observers=1)
    anna = sit({"game": opened["game"], **opened["seats"][0]})
    emil = sit_by_link(client, sit, opened["links"][0], "Emil")
    assert [one["channel"] for one in heard(emil, "talk")[-1]["circles"]] == ["table"]
    assert heard(emil, "sketches")[-1]["most"] == 0
    assert is_done(anna.call("draw", kind="arrow", points=[[1, 1], [500, 500]]))
    assert is_done(anna.call("say", channel="table", text="welcome"))
    assert texts(emil) == ["welcome"]
    assert heard(emil, "drawn") == []


def sit_by_link(client: Any, sit: Down, link: dict[str, Any], name: str) -> Player:
    client.cookies.clear()
    answer = client.post("/api/join", json={"token": link["token"], "name": name})
    assert answer.status_code == 201, answer.text
    joined = answer.json()
    return sit({"game": joined["game"], **joined["seats"][0]})
