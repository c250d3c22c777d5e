"""No rule runs on the event loop: whatever a person asks for, the loop's own thread never enters the engine.

This is held by looking at every Python call of that thread, not by a clock: a rule that ran there would be found
however fast it is.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from litestar.testing import TestClient
from litestar.types import ASGIApp, Receive, Scope, Send

import deadground
from deadground.server.app import make_app
from deadground.server.playable import systems
from deadground.server.store import Store
from tests.server.player import Player

ENGINE = tuple(
    str(Path(deadground.__file__).parent / folder) + "/"
    for folder in ("core", "systems", "space", "bots", "lab", "testing")
)
HARMLESS = {
    ("core/table.py", "version"),
    ("core/table.py", "__init__"),
    ("core/faults.py", "__init__"),
    ("core/dice.py", "_stream"),
}
"""A number that is looked up, a table with nothing on it, the making of a refusal, and dice that are thrown away:
whichever thread collects the garbage closes their generator."""


class Watched:
    """An application whose loop is watched from the first request on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.entered: set[tuple[tuple[str, str], tuple[str, str]]] = set()
        """Who in the server let the loop into the engine, and where."""
        self.thread: int | None = None
        self.calls = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.thread is None:
            self.thread = threading.get_ident()
            sys.setprofile(self._see)
        await self._app(scope, receive, send)

    def _see(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call":
            return
        self.calls += 1
        if frame.f_code.co_filename.startswith(ENGINE) and place_of(frame) not in HARMLESS:
            self.entered.add((caller_of(frame), place_of(frame)))


def place_of(frame: FrameType) -> tuple[str, str]:
    """The file of the package and the function a frame is in."""
    return frame.f_code.co_filename.rpartition("/deadground/")[2], frame.f_code.co_name


def caller_of(frame: FrameType) -> tuple[str, str]:
    """The part of the server that let the loop into the engine."""
    before = frame.f_back
    while before is not None and not place_of(before)[0].startswith("server/"):
        before = before.f_back
    return place_of(before or frame)


@pytest.fixture
def app(store: Store, tmp_path: Path, page_folder: Path) -> Watched:
    return Watched(make_app(store, systems(), tmp_path / "crashes", page_folder=page_folder))


@pytest.fixture
def client(app: Watched) -> Iterator[Any]:
    with TestClient(app=app) as client:
        yield client
    assert app.calls > 1000, "nobody was watched"


def everything_by_http(client: Any, opened: dict[str, Any]) -> None:
    """Ask for everything a page can ask for about a game."""
    game, token = f"/api/games/{opened['game']}", {"token": opened["token"]}
    moments = client.get(f"{game}/history", params=token).json()["moments"]
    asked = [
        client.get(game, params=token),
        client.get(f"{game}/moments/{len(moments) - 1}", params=token),
        client.get(f"{game}/export", params=token),
        client.get(f"{game}/overrules", params=token),
        client.post(f"{game}/wrong", params=token, json={"what": "rule", "words": "no", "moment": 0}),
        client.post(f"{game}/rewind", params=token, json={"moment": 0, "reason": "once more"}),
        client.post(f"{game}/fork", params=token, json={"moment": 0}),
        client.post(f"{game}/again", params=token),
    ]
    assert [answer.status_code for answer in asked if answer.status_code >= 400] == []


def test_a_battle_is_played_and_looked_at_without_the_loop(
    client: Any, app: Watched, begin: Any, sit: Any
) -> None:
    opened = begin("stands", "first-lesson", "soviet")
    player: Player = sit(opened)
    for about in ("stand", "sight", "ground", "reach"):
        player.call("look", about=about, **{"with": {}})
    for _ in range(3):
        asked = player.request()
        assert asked is not None
        player.call("suggest", serial=asked["serial"])
        value = asked["proposal"] if asked["proposal"] is not None else player.choice()["value"]
        choice = {**player.choice(), "value": value}
        player.call("check", choice=choice)
        player.call("draft", serial=asked["serial"], act="clear")
        player.call("choose", choice=choice)
        player.call("undo")
        player.call("choose", choice=choice)
        player.catch_up()
    player.call("ask_back")
    player.call("run_plan", on=True)
    everything_by_http(client, opened)
    assert app.entered == set()


def test_a_duel_is_played_to_its_end_and_looked_back_on_without_the_loop(
    client: Any, app: Watched, begin: Any, sit: Any, page_folder: Path
) -> None:
    (page_folder / "replay.html").write_text("<script>/*data*/</script>", "utf-8")
    opened = begin()
    player: Player = sit(opened)
    player.play()
    game, token = f"/api/games/{opened['game']}", {"token": opened["token"]}
    for place in ("after", "export", "history"):
        assert client.get(f"{game}/{place}", params=token).status_code == 200
    client.get(f"{game}/replay.html", params=token)
    everything_by_http(client, opened)
    assert app.entered == set()


def test_bots_are_watched_without_the_loop(client: Any, app: Watched) -> None:
    order = {"system": "duel", "scenario": "pair", "seats": {}}
    opened = client.post("/api/games", json=order).json()
    token = {"token": opened["seats"][0]["token"]}
    for _ in range(3):
        assert client.post(f"/api/games/{opened['game']}/go-on", params=token).status_code == 200
    assert app.entered == set()


def test_battles_and_rules_are_read_without_the_loop(client: Any, app: Watched) -> None:
    for place in (
        *("about", "rules", "rules/KIM-1.2c", "battles", "battles/stands/first-lesson"),
        *("battles/stands/first-lesson/lesson", "battles/stands/first-lesson/thumbnail.svg"),
    ):
        assert client.get(f"/api/{place}").status_code in (200, 404), place
    assert app.entered == set()


def test_the_watch_finds_what_it_should(client: Any, app: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof can fail: a request whose answer enters the engine on the loop is seen."""
    from deadground.core.dice import commitment
    from deadground.server.lobby import Lobby

    monkeypatch.setattr(Lobby, "why_not_well", lambda _: commitment(b""))

    async def here(work: Any) -> Any:
        return work()

    monkeypatch.setattr("asyncio.to_thread", here)
    client.get("/health")
    assert ("core/dice.py", "commitment") in [place for _, place in app.entered]
