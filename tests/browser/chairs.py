"""Several people at one table, each in a browser of his own, and everything that each browser is sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, Page, WebSocket

from deadground.server import pulse
from tests.browser.ambush import PLAYERS, SCENARIO, SEATS
from tests.browser.playing import DESK
from tests.browser.tabletop import accept, keep

BEAT = pulse.BEAT.decode()
NAMES = {"red_2": "Bert", "blue": "Clara", "blue_2": "Dora", "umpire": "Emil", "observer": "Fritz"}
ANSWERS = ("ack", "refusal")
ORDER = ("umpire", "red", "red_2", "blue_2", "blue")
"""Of those who are asked the first in this order answers: so blue, whose secret it is, is always the last."""


class Chair:
    """A seat in a browser of its own, with every frame that was sent to it."""

    def __init__(self, browser: Browser, server: str, game: str, key: dict[str, str]) -> None:
        self.server, self.game, self.key = server, game, key
        self.seat = key["seat"]
        self.frames: list[str] = []
        self.calls: dict[int, str] = {}
        self.troubles: list[str] = []
        self.context = browser.new_context(viewport=DESK)
        self.page = self.open()

    def open(self) -> Page:
        """One more page at this seat."""
        page = self.context.new_page()
        page.on("websocket", self.listen)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        keep(page, "deadground.games", [{"game": self.game, "seats": [self.key]}])
        keep(page, "deadground.table", {"pace": "once"})
        keep(page, "deadground.lesson", {"off": True})
        page.goto(f"{self.server}/play/{self.game}")
        page.locator("canvas[data-ready=true]").wait_for()
        return page

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self.heard)
        socket.on("framesent", self.said)

    def said(self, payload: str | bytes) -> None:
        if payload == BEAT:
            return
        call = json.loads(payload)
        number = call.pop("call")
        self.calls[number] = json.dumps(call, sort_keys=True)

    def heard(self, payload: str | bytes) -> None:
        if payload != BEAT:
            self.frames.append(payload if isinstance(payload, str) else payload.decode())

    @property
    def log(self) -> Locator:
        """The log of the battle, beside what is said."""
        return self.page.get_by_role("log", name="Log", exact=True)

    def question(self) -> str:
        """Wait for a question, reading what the turn brought if that comes first; the sentence it asks."""
        go_on = self.page.locator(".now > button.main", has_text="Go on")
        form = self.page.locator(".now form")
        form.or_(go_on).first.wait_for()
        if go_on.count():
            go_on.click()
            form.wait_for()
        return form.locator("h2").inner_text()

    def answer(self, name: str = "") -> None:
        """Press the main button of what is asked, or another one; twice where something was left out."""
        form = self.page.locator(".now form")
        accept(self.page, form.get_by_role("button", name=name) if name else None)

    def told(self) -> list[dict[str, Any]]:
        """All that came unasked, with nothing in it by which one game is told from another.

        Who is heard depends on how busy the machine is, and says nothing about the game.
        """
        messages = [json.loads(frame.replace(self.game, "GAME")) for frame in self.frames]
        unasked = [one for one in messages if one["type"] not in ANSWERS and one.get("call") is None]
        return [one for one in unasked if one["type"] != "presence"]

    def answers(self) -> dict[tuple[int, str], dict[str, Any]]:
        """What was answered to each question, by the version of the view and the question itself."""
        found = {}
        for frame in self.frames:
            message = json.loads(frame.replace(self.game, "GAME"))
            if message["type"] in ANSWERS and message["call"] in self.calls:
                asked = self.calls[message.pop("call")]
                found[message.pop("version", 0), asked] = message
        return found


class Company:
    """Everybody at one table. Those who are named are there from the start, others when they are first needed."""

    def __init__(self, browser: Browser, server: str, *there: str) -> None:
        self.browser, self.server = browser, server
        seats = {seat: "me" if seat == "red" else "link" for seat in SEATS}
        order = {"system": "stands", "scenario": SCENARIO, "players": PLAYERS, "seats": seats, "observers": 1}
        answer = httpx.post(f"{server}/api/games", json={**order, "name": "Anna"}, timeout=60)
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        self.game = opened["game"]
        self.keys = {key["seat"]: key for key in opened["seats"]}
        self.keys |= {link["seat"]: self.join(link) for link in opened["links"]}
        self.chairs: dict[str, Chair] = {}
        for seat in there:
            _ = self[seat]

    def __getitem__(self, seat: str) -> Chair:
        if seat not in self.chairs:
            self.chairs[seat] = Chair(self.browser, self.server, self.game, self.keys[seat])
        return self.chairs[seat]

    def join(self, link: dict[str, str]) -> dict[str, str]:
        """Sit down by a link, with a name."""
        order = {"token": link["token"], "name": NAMES[link["seat"]]}
        answer = httpx.post(f"{self.server}/api/join", json=order, timeout=60)
        assert answer.status_code == 201, answer.text
        (key,) = (one for one in answer.json()["seats"] if one["seat"] == link["seat"])
        found: dict[str, str] = key
        return found

    def status(self, seat: str) -> dict[str, Any]:
        """How the game stands for a seat."""
        address, token = f"{self.server}/api/games/{self.game}", self.keys[seat]["token"]
        found: dict[str, Any] = httpx.get(address, params={"token": token}, timeout=60).json()
        return found

    def asked(self) -> Chair | None:
        """Who is to answer: of those the table waits for, the first in the order."""
        return next((self[seat] for seat in ORDER if self.status(seat)["your_turn"]), None)

    def play(self, act: Callable[[Chair, str], None], until: Callable[[str, str], bool]) -> None:
        """Let one after the other act on what is asked, until a question comes that is not for now."""
        for _ in range(200):
            chair = self.asked()
            assert chair is not None, "nobody is asked"
            question = chair.question()
            if until(chair.seat, question):
                return
            act(chair, question)
        raise AssertionError("the battle does not get on")

    def close(self) -> None:
        for chair in self.chairs.values():
            chair.context.close()
        assert {seat: chair.troubles for seat, chair in self.chairs.items() if chair.troubles} == {}
