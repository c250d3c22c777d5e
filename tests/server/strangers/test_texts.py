"""Markup in whatever a person can write: it is kept and sent as text, and no page we make is opened by it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from deadground.core.view import Outcome
from deadground.server.replay_file import Replay, replay_page
from tests.server.by_link import Client, begin, joined, key_of, link_of
from tests.server.strangers.conftest import Duel

IMAGE = "<img src=x onerror=alert(1)>"
SCRIPT = "</script><script>alert(1)</script>"
BREAKING = "-->]]>\"'&lt;{{7*7}}${7*7}"


@pytest.mark.parametrize("text", [IMAGE, SCRIPT[:40], BREAKING])
def test_markup_in_a_name_is_a_name(host: Client, friend: Client, text: str) -> None:
    opened = begin(host, name=text)
    mine = joined(friend, link_of(opened), text)
    answer = friend.get(f"/api/games/{opened['game']}/company", params=key_of(mine, "south"))
    assert answer.headers["content-type"] == "application/json"
    assert {one["name"] for one in answer.json()["seats"]} == {text}


@pytest.mark.parametrize("text", [IMAGE, SCRIPT, BREAKING])
def test_markup_that_is_said_noted_or_drawn_is_text(duel: Duel, text: str) -> None:
    red, blue = duel.sit("red"), duel.sit("blue")
    red.call("say", channel="table", text=text)
    red.call("write_notes", text=text, since=0)
    red.call("draw", kind="note", points=[[1, 1]], text=text)
    blue.catch_up()
    red.catch_up()
    heard = [json.loads(frame) for frame in blue.frames]
    assert [one["said"]["text"] for one in heard if one["type"] == "said"] == [text]
    own = [json.loads(frame) for frame in red.frames]
    assert [one["sketch"]["text"] for one in own if one["type"] == "drawn"] == [text]
    assert text in [one["text"] for one in own if one["type"] == "notes"]


def test_an_address_that_is_not_there_is_told_as_data(client: Any) -> None:
    answer = client.get(f"/{IMAGE}{SCRIPT}")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")
    page = client.get(f"/{IMAGE}", headers={"accept": "text/html"})
    assert (page.status_code, "onerror" in page.text) == (404, False)


def test_the_replay_file_is_not_broken_open_by_what_it_tells() -> None:
    page = "<title>Deadground</title><script>const replay = /*REPLAY*/null;</script>"
    told = Replay(
        title=SCRIPT,
        outcome=Outcome(winners=(), reason=f"{IMAGE}{SCRIPT}<!--<script>", rows=()),
        marks=[SCRIPT, "/*REPLAY*/null", "\u2028"],
        map=f"<svg>{SCRIPT}</svg>",
        viewpoints={},
    )
    made = replay_page(page, told)
    assert made.count("<script>const") == 1
    assert made.count("</script>") == 1
    assert "<!--" not in made
    data = made.partition("const replay = ")[2].rpartition(";</script>")[0]
    assert json.loads(data)["outcome"]["reason"] == f"{IMAGE}{SCRIPT}<!--<script>"


def test_a_request_without_its_body_is_told_so(host: Client) -> None:
    told = host.post("/api/games", content=b"")
    assert (told.status_code, told.json()["reason"]) == (400, "the request has no body")
