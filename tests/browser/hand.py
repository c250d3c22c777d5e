"""A player's hand, which counts what it does, and the file that keeps the counts."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.tabletop import drag, middle

FILE = Path(__file__).resolve().parents[2] / "build" / "inputs.json"


def keep_counts(counted: dict[str, int]) -> None:
    """Write counts beside those that other tests have kept."""
    FILE.parent.mkdir(exist_ok=True)
    kept = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    FILE.write_text(json.dumps({**kept, **counted}, indent=2) + "\n", "utf-8")


class Hand:
    """Does what a player does, and counts it: a key, a drag, a box or a choice from a list is one input."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.inputs = 0

    def press(self, key: str) -> None:
        self.inputs += 1
        self.page.keyboard.press(key)

    def drag(self, piece: Locator, dx: float = 60, dy: float = 0) -> None:
        self.inputs += 1
        drag(self.page, piece, dx, dy)

    def box(self, upper: Locator, lower: Locator) -> None:
        """From the free ground above to just beyond the middle of the lower piece."""
        self.inputs += 1
        (right, top), (left, bottom) = middle(upper), middle(lower)
        self.page.keyboard.down("Shift")
        self.page.mouse.move(right + 9, top - 20)
        self.page.mouse.down()
        self.page.mouse.move(left - 8, bottom + 8, steps=4)
        self.page.mouse.up()
        self.page.keyboard.up("Shift")
        expect(self.page.locator(".token.selected")).to_have_count(2)

    def select(self, field: Locator, option: str) -> None:
        self.inputs += 1
        field.select_option(option)
