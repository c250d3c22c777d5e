"""What the tests of the drawn table do with a page: sit down, wait for a question, press and drag."""

from __future__ import annotations

import json
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, TimeoutError, ViewportSize, expect

STAFF = "What your staff advises"
PATIENT = 3
"""Seconds after which somebody presses once more."""
TABLET: ViewportSize = {"width": 1024, "height": 768}


def sit(
    page: Page, server: str, scenario: str = "first-lesson", opponent: str = "random", **likes: Any
) -> None:
    """Sit down as the first seat of a stands battle against a bot; `likes` are settings of the table."""
    battles = httpx.get(f"{server}/api/battles").json()
    (seats,) = (one["seats"] for one in battles if one["scenario"] == scenario)
    order = {
        "system": "stands",
        "scenario": scenario,
        "seats": {seat: f"bot:{opponent}" if seat != seats[0] else "me" for seat in seats},
    }
    game = httpx.post(f"{server}/api/games", json=order, timeout=60).json()
    keep(page, "deadground.games", [game])
    keep(page, "deadground.table", {"pace": "once", **likes})
    keep(page, "deadground.lesson", {"off": True})
    page.goto(f"{server}/play/{game['game']}")
    if not likes.get("text"):
        page.locator("canvas[data-ready=true]").wait_for()


def keep(page: Page, key: str, value: Any) -> None:
    """Put something into the browser's store before the page is there, unless it is there already."""
    text = json.dumps(json.dumps(value))
    page.add_init_script(f"localStorage.getItem('{key}') ?? localStorage.setItem('{key}', {text})")


def read_digest(page: Page) -> None:
    """Read what the turn brought, and go on to its first question."""
    expect(page.get_by_role("heading", name="Before you choose")).to_be_visible()
    page.keyboard.press("Enter")
    page.get_by_role("form").wait_for()


def middle(piece: Locator) -> tuple[float, float]:
    box = piece.locator(".hit").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, piece: Locator, dx: float, dy: float) -> None:
    x, y = middle(piece)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2, steps=3)
    page.mouse.move(x + dx, y + dy, steps=3)
    page.mouse.up()


def accept(page: Page, button: Locator | None = None, patience: float = 30) -> None:
    """Answer what is asked by its main button, or another; as the staff advises where nothing is laid out, and once
    more where somebody is left out."""
    form = page.locator(".now form")
    asked = form.get_attribute("aria-labelledby")
    here = page.locator(f".now form[aria-labelledby='{asked}']")
    press = button or here.locator("button.main")
    by_staff, is_warned = button is None and press.filter(has_text=STAFF).count() > 0, False
    with suppress(TimeoutError):  # the page itself answers what cannot be answered otherwise
        press.click(timeout=5000)
    again = here.locator(".left.strong, .warned")
    ready = here.locator("button.main:enabled")
    advised = ready.filter(has_not_text=STAFF)
    until, pressed = monotonic() + patience, monotonic()
    while here.count() and monotonic() < until:
        if (by_staff and advised.count()) or (monotonic() - pressed > PATIENT and ready.count()):
            by_staff, pressed = False, monotonic()
            with suppress(TimeoutError):  # it may be answered meanwhile
                ready.click(timeout=1000)
        elif again.count() and not is_warned:
            is_warned = True
            page.keyboard.press("Enter")
        sleep(0.05)
    expect(here).to_have_count(0, timeout=patience * 1000)
