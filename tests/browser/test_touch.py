"""With fingers: a tablet plays, and a phone follows, places cards and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.playing import PHONE, TABLET
from tests.browser.skirmish_table import ORDER, serial, wait_for_question
from tests.browser.skirmish_table import sit as sit_with_squad
from tests.browser.tabletop import accept, middle, sit

pytest_plugins = ("tests.browser.server", "tests.browser.squad_fixture")

Spot = tuple[float, float]


class Fingers:
    """Fingers on the glass, as the browser gets them."""

    def __init__(self, page: Page) -> None:
        self._line = page.context.new_cdp_session(page)

    def _tell(self, what: str, *spots: Spot) -> None:
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(spots)]
        self._line.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})

    def stroke(self, *ways: tuple[Spot, Spot], steps: int = 6) -> None:
        """One way for each finger, from where it is put down to where it is lifted."""
        self._tell("touchStart", *(start for start, _ in ways))
        for step in range(1, steps + 1):
            spots = [(a + (c - a) * step / steps, b + (d - b) * step / steps) for (a, b), (c, d) in ways]
            self._tell("touchMove", *spots)
        self._tell("touchEnd")


Seated = Callable[[ViewportSize], Page]


@pytest.fixture
def seated(browser: Browser, server: str) -> Iterator[Seated]:
    """A lesson on glass, its first question open; trouble in the console fails the test."""
    troubles: list[str] = []
    pages: list[Page] = []

    def make(size: ViewportSize) -> Page:
        page = browser.new_page(viewport=size, has_touch=True, is_mobile=True)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        pages.append(page)
        sit(page, server)
        page.get_by_role("button", name="Go on").tap()
        page.get_by_role("form").wait_for()
        return page

    yield make
    for page in pages:
        page.close()
    assert troubles == []


def tap(page: Page, piece: Locator) -> None:
    page.touchscreen.tap(*middle(piece))


def test_a_tablet_moves_the_table_with_one_finger_and_scales_it_with_two(seated: Seated) -> None:
    page = seated(TABLET)
    fingers, world, stage = Fingers(page), page.locator(".world"), page.locator(".stage").bounding_box()
    assert stage is not None
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    before = world.bounding_box()
    assert before is not None
    fingers.stroke(((x - 20, y), (x - 120, y)), ((x + 20, y), (x + 120, y)))
    nearer = world.bounding_box()
    assert nearer is not None
    assert nearer["width"] > before["width"] * 1.5
    fingers.stroke(((x + 60, y - 60), (x - 60, y - 100)))
    moved = world.bounding_box()
    assert moved is not None
    assert moved["x"] < nearer["x"]
    assert moved["y"] < nearer["y"]
    expect(page.locator(".token.selected")).to_have_count(0)


def test_a_tablet_lays_cards_by_tapping_and_by_dragging(seated: Seated) -> None:
    page = seated(TABLET)
    tap(page, page.locator(".token.mine", has_text="T34").first)
    cards = page.get_by_role("group", name="Cards for what is picked up")
    cards.get_by_role("button", name="Opportunity Fire").tap()
    expect(page.locator("form .chip")).to_contain_text("Opportunity Fire")
    cards.get_by_label("Fires at").select_option("armour")
    expect(page.locator("form button.main")).to_contain_text("Lay 1 card")
    x, y = middle(page.locator(".token.needy").first)
    Fingers(page).stroke(((x, y), (x + 80, y)))
    expect(page.locator("form button.main")).to_contain_text("Lay 2 cards")
    expect(page.locator(".look-route")).not_to_have_count(0)


def test_a_phone_places_a_card_and_answers_until_the_turn_is_over(seated: Seated) -> None:
    page = seated(PHONE)
    tap(page, page.locator(".token.mine", has_text="T34").first)
    cards = page.get_by_role("group", name="Cards for what is picked up")
    cards.get_by_role("button", name="Stand and Fire").tap()
    expect(page.locator("form button.main")).to_contain_text("Lay 1 card")
    for _ in range(12):
        page.locator("form[aria-busy=false], .digest").first.wait_for()
        if "Turn 2 " in page.locator(".turn").inner_text():
            break
        accept(page)
    expect(page.locator(".turn")).to_contain_text("Turn 2")
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def test_a_warning_stands_over_the_buttons_and_speaks_of_no_key(browser: Browser, squads: str) -> None:
    page = browser.new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    sit_with_squad(page, squads, "nine-men")
    wait_for_question(page)
    before = serial(page)
    page.locator(".now form button.main").tap()
    assert wait_for_question(page, before) == ORDER
    page.locator(".now form .ways").get_by_role("button", name="Nothing more").tap()
    warned = page.locator(".now .warned")
    expect(warned).to_be_in_viewport()
    expect(warned).to_contain_text("Press “Nothing more” again if you mean it.")
    expect(page.locator(".now form .ways kbd").filter(visible=True)).to_have_count(0)
    page.locator(".now form .ways").get_by_role("button", name="Nothing more").tap()
    expect(warned).to_have_count(0)
    page.close()
