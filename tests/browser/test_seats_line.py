"""A line that breaks in the middle of a request: nothing is lost, nothing is done twice, nothing more is told."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.ambush import SECRET
from tests.browser.chairs import Chair, Company

pytest_plugins = ("tests.browser.gathering",)


class Cutter:
    """Breaks a page's line when it sends its next choice: before the table hears of it, or before it answers."""

    def __init__(self, chair: Chair) -> None:
        self.armed = ""
        self.chosen = 0
        chair.page.route_web_socket(re.compile("/table"), self.connect)
        chair.page.reload()
        chair.page.locator("canvas[data-ready=true]").wait_for()

    def connect(self, route: WebSocketRoute) -> None:
        above = route.connect_to_server()
        cut = False

        def up(message: str | bytes) -> None:
            nonlocal cut
            if json.loads(message)["type"] != "choose":
                above.send(message)
                return
            if self.armed != "before":
                self.chosen += 1
                above.send(message)
            if self.armed:
                self.armed, cut = "", True
                route.close(code=1001, reason="the line broke")

        def down(message: str | bytes) -> None:
            if not cut:
                route.send(message)

        route.on_message(up)
        above.on_message(down)


def choices_of(company: Company, seat: str) -> int:
    """How often the table has heard a choice of a seat, as the umpire's history tells."""
    token = company.keys["umpire"]["token"]
    address = f"{company.server}/api/games/{company.game}/history?token={token}"
    moments: list[dict[str, Any]] = company["umpire"].page.request.get(address).json()["moments"]
    return sum(moment["title"] == f"{seat.capitalize()} has chosen." for moment in moments)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_line_that_breaks_while_a_choice_is_on_its_way(company: Company, when: str) -> None:
    company.play(lambda chair, _: chair.answer(), lambda _, question: question == "Lay your order cards.")
    red, blue = company["red"], company["blue"]
    cutter = Cutter(red)
    red.question()
    red.page.locator(".units button", has_text="Point").click()
    red.page.keyboard.press("f")
    expect(red.page.locator("form button.main")).to_contain_text("Lay 1 card")
    before, others = choices_of(company, "red"), len(blue.told())

    cutter.armed = when
    red.page.locator("form button.main").click()
    warned = red.page.locator("form .left.strong")
    lost = red.page.get_by_text("Connection lost")
    expect(warned.or_(lost).first).to_be_visible()
    if warned.count():
        red.page.locator("form button.main").click()
    expect(lost).to_have_count(0, timeout=20_000)

    if when == "before":
        expect(red.page.locator("form button.main")).to_contain_text("Lay 1 card")
        assert choices_of(company, "red") == before
        red.answer()
    expect(red.page.locator(".now h2")).to_contain_text("Waiting for")
    assert choices_of(company, "red") == before + 1
    assert cutter.chosen == 1
    blue.page.wait_for_timeout(300)
    assert len(blue.told()) == others + 1, "the others hear once that red has committed, and of nothing else"
    assert not any(SECRET in frame for frame in red.frames)
