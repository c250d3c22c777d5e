"""What the tests of seats by link do: begin a game with open seats, sit down, ask who is there."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

Client = TestClient[Any]


def begin(host: Client, **more: Any) -> dict[str, Any]:
    """A game of cards: north is the host's, south is offered by link."""
    body = {
        "system": "cards",
        "scenario": "meeting",
        "seats": {"north": "me", "south": "link"},
        "name": "Anna",
    }
    answer = host.post("/api/games", json={**body, **more})
    assert answer.status_code == 201, answer.text
    opened: dict[str, Any] = answer.json()
    return opened


def key_of(opened: dict[str, Any], seat: str) -> dict[str, str]:
    return {"token": next(one["token"] for one in opened["seats"] if one["seat"] == seat)}


def link_of(opened: dict[str, Any], seat: str = "south") -> str:
    return next(str(one["token"]) for one in opened["links"] if one["seat"] == seat)


def join(browser: Client, link: str, name: str = "Ben") -> Any:
    return browser.post("/api/join", json={"token": link, "name": name})


def joined(browser: Client, link: str, name: str = "Ben") -> dict[str, Any]:
    answer = join(browser, link, name)
    assert answer.status_code == 201, answer.text
    opened: dict[str, Any] = answer.json()
    return opened


def state(browser: Client, opened: dict[str, Any], seat: str) -> Any:
    return browser.get(f"/api/games/{opened['game']}", params=key_of(opened, seat))


def company(browser: Client, opened: dict[str, Any], seat: str) -> dict[str, Any]:
    answer = browser.get(f"/api/games/{opened['game']}/company", params=key_of(opened, seat))
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return {**told, "seats": {one["seat"]: one for one in told["seats"]}}
