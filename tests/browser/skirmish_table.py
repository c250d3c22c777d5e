"""What the tests of the skirmish do with a page: sit down with a squad, answer, play a phase and count."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

import httpx
from playwright.sync_api import Locator, Page

from tests.browser.hand import Hand
from tests.browser.tabletop import keep

CHOOSE = "Choose a group to act."
ORDER = "Give the group its orders."

Drags = Callable[[Hand], None]


class Squad:
    """The men of a game by their surnames."""

    def __init__(self, page: Page, server: str, game: dict[str, Any]) -> None:
        self.page = page
        self.address = f"{server}/api/games/{game['game']}/moments/0"
        self.token = game["seats"][0]["token"]
        scene = self.scene()
        pieces = [*scene["tokens"].values(), *scene["traces"].values()]
        self.ids = {one["title"].split()[-1]: one["id"] for one in pieces if one["title"]}

    def scene(self) -> dict[str, Any]:
        """The table as it was at the first moment."""
        found: dict[str, Any] = httpx.get(self.address, params={"token": self.token}).json()["scene"]
        return found

    def man(self, name: str) -> Locator:
        return self.page.locator(f".token[data-token='{self.ids[name]}']")

    def fallen(self, name: str) -> Locator:
        return self.page.locator(f".trace[data-trace='{self.ids[name]}'] .hold")

    def shot_of(self, name: str) -> Locator:
        """The end of a man's line in the fire plan."""
        return self.page.locator(f"[data-aim='{self.ids[name]}']").first


def sit(page: Page, server: str, scenario: str, opponent: str = "plodder", **likes: Any) -> Squad:
    """Sit down as the first side of a skirmish against a bot; the men there are."""
    battles = httpx.get(f"{server}/api/battles").json()
    (seats,) = (one["seats"] for one in battles if one["scenario"] == scenario)
    order = {
        "system": "skirmish",
        "scenario": scenario,
        "seats": {seat: f"bot:{opponent}" if seat != seats[0] else "me" for seat in seats},
    }
    game: dict[str, Any] = httpx.post(f"{server}/api/games", json=order, timeout=60).json()
    keep(page, "deadground.games", [game])
    keep(page, "deadground.table", {"pace": "once", **likes})
    keep(page, "deadground.lesson", {"off": True})
    page.goto(f"{server}/play/{game['game']}")
    if not likes.get("text"):
        page.locator("canvas[data-ready=true]").wait_for()
    return Squad(page, server, game)


def asked(page: Page) -> str:
    """The question that is open, "" while the table waits or the battle is over."""
    return str(page.evaluate("document.querySelector('.now form h2')?.innerText ?? ''"))


def serial(page: Page) -> str:
    """Which question it is."""
    find = "document.querySelector('.now form')?.getAttribute('aria-labelledby') ?? ''"
    return str(page.evaluate(find))


def wait_for_question(page: Page, besides: str = "", patience: float = 40) -> str:
    """Wait until something else is asked than before, or the battle is over; its heading."""
    until = monotonic() + patience
    while monotonic() < until:
        if page.locator("#verdict").count():
            return ""
        now = serial(page)
        if now and now != besides and page.locator(".now form[aria-busy=false]").count():
            return asked(page)
        sleep(0.04)
    raise AssertionError(f"nothing is asked after {patience} seconds: {page.locator('.now').inner_text()}")


def phase(page: Page) -> str:
    """The turn and whose phase it is."""
    turn = page.locator(".turn").inner_text()
    return f"{turn}: {page.locator('.strip [aria-current]').inner_text()}"


def shown(page: Page) -> tuple[str, str, int]:
    """What a press of Enter changes: the question, what its main button says, and whether it warns."""
    find = "document.querySelector('.now form button.main')?.innerText ?? ''"
    return serial(page), str(page.evaluate(find)), page.locator(".warned").count()


def answer_with_enter(hand: Hand, most: int = 4, patience: float = 40) -> None:
    """Enter until the question is answered: staff may have to advise first, and a warning is confirmed."""
    page = hand.page
    asked_first = serial(page)
    for _ in range(most):
        before = shown(page)
        hand.press("Enter")
        until = monotonic() + patience
        while shown(page) == before or page.locator(".now form[aria-busy=true]").count():
            if page.locator("#verdict").count() or serial(page) != asked_first:
                return
            assert monotonic() < until, f"Enter does nothing: {page.locator('.now').inner_text()}"
            sleep(0.02)
        if serial(page) != asked_first:
            return
    raise AssertionError(f"{most} times Enter do not answer: {page.locator('.now').inner_text()}")


def play_phase(hand: Hand, drags: list[Drags], most: int = 40) -> list[str]:
    """Play until another phase asks: each group is taken and dragged once, all else is accepted as proposed.

    What was asked, in order.
    """
    page = hand.page
    here = phase(page)
    wanted = list(drags)
    fresh = False
    heard: list[str] = []
    for _ in range(most):
        question, before = asked(page), serial(page)
        heard.append(question)
        if question == CHOOSE:
            fresh = True
        elif question == ORDER and fresh and wanted:
            wanted.pop(0)(hand)
            fresh = False
        answer_with_enter(hand)
        if not wait_for_question(page, before) or phase(page) != here:
            return heard
    raise AssertionError(f"{here} does not end")


def march(squad: Squad, name: str, dx: float, dy: float) -> Drags:
    """A drag of a man and those who go with him, which waits until it is laid out."""

    def move(hand: Hand) -> None:
        hand.drag(squad.man(name), dx, dy)
        squad.page.locator(".look-route").first.wait_for(state="attached")

    return move


def centre(piece: Locator) -> tuple[float, float]:
    box = piece.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: Page, start: Locator, end: Locator, *keys: str, shift: bool = False) -> None:
    """Drag from one thing onto another; keys are pressed on the way."""
    (x, y), (to_x, to_y) = centre(start), centre(end)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=3)
    for key in keys:
        page.keyboard.press(key)
    page.mouse.move(to_x, to_y, steps=3)
    if shift:
        page.keyboard.down("Shift")
    page.mouse.up()
    if shift:
        page.keyboard.up("Shift")
