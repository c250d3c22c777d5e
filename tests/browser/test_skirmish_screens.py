"""Pictures of the skirmish at three sizes, in `build/screens`: a march, the fire plan, the thread of a chain."""

from __future__ import annotations

from time import sleep

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.hand import Hand
from tests.browser.playing import PHONE, NewPage
from tests.browser.skirmish_table import centre, serial, sit, wait_for_question
from tests.browser.test_screens import SIZES
from tests.browser.test_screens_table import picture

SMALL: ViewportSize = {"width": 1100, "height": 700}
LARGE: ViewportSize = {"width": 1440, "height": 900}

pytest_plugins = ("tests.browser.server", "tests.browser.squad_fixture")


def choose_group(page: Page) -> None:
    before = serial(page)
    page.keyboard.press("Enter")
    wait_for_question(page, before)


def keeps_to_its_place(panel: Locator) -> None:
    """Everything in a panel lies between its sides and below its top."""
    if not panel.is_visible():  # where there is little room it has a page of its own
        return
    around = panel.bounding_box()
    assert around is not None
    for button in panel.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert around["y"] <= box["y"]
        assert box["height"] < 80
        assert around["x"] <= box["x"] <= box["x"] + box["width"] <= around["x"] + around["width"] + 1


@SIZES
def test_a_group_is_dragged(new_page: NewPage, squads: str, size: ViewportSize) -> None:
    page = new_page(size)
    squad = sit(page, squads, "nine-in-contact")
    wait_for_question(page)
    keeps_to_its_place(page.get_by_role("region", name="Forces"))
    picture(page, "skirmish-groups")
    choose_group(page)
    x, y = centre(squad.man("Orlova").locator(".hit"))
    unit = centre(squad.man("Lebedev").locator(".hit"))[0] - x
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + unit, y, steps=4)
    page.mouse.move(x + 4 * unit, y - unit / 2, steps=4)
    expect(page.locator(".ahead")).to_have_count(5)
    expect(page.locator(".draglabel")).to_contain_text("comes into sight")
    picture(page, "skirmish-march")
    page.mouse.up()


@SIZES
def test_the_fire_plan_and_the_thread(new_page: NewPage, squads: str, size: ViewportSize) -> None:
    page = new_page(size)
    sit(page, squads, "close")
    wait_for_question(page)
    choose_group(page)
    expect(page.locator("ul.plan .chance")).to_be_visible()
    picture(page, "skirmish-fire-plan")
    hand = Hand(page)
    for _ in range(12):
        before = serial(page)
        hand.press("Enter")
        wait_for_question(page, before)
        if page.locator(".thread .over, .lastsum").count():
            break
    thread = page.get_by_role("button", name="Thread")
    thread.first.click() if thread.first.is_visible() else thread.last.click()
    expect(page.locator(".thread .over").last).to_be_attached()
    picture(page, "skirmish-thread")


def width_of(man: Locator) -> float:
    box = man.locator(".hit").bounding_box()
    assert box is not None
    return box["width"]


def test_on_a_phone_the_table_comes_near_to_the_men_who_are_asked(new_page: NewPage, squads: str) -> None:
    page = new_page(PHONE)
    squad = sit(page, squads, "nine-in-contact")
    wait_for_question(page)
    choose_group(page)
    men = page.locator(".token.handled")
    expect(men).to_have_count(5)
    for man in men.all():
        expect(man.locator(".hit")).to_be_in_viewport()
    near = width_of(squad.man("Orlova"))
    assert near > 20, "large enough for a finger to find"
    page.get_by_role("button", name="The whole table").click()
    assert width_of(squad.man("Orlova")) < near


@SIZES
def test_no_button_lies_over_the_whole_table(
    new_page: NewPage, real_battles: str, size: ViewportSize
) -> None:
    """Beside the table on a desk, above it on a phone."""
    page = new_page(size)
    sit(page, real_battles, "first-patrol")
    wait_for_question(page)
    page.get_by_role("button", name="The whole table").click()
    tools, table = page.get_by_role("group", name="Map").bounding_box(), page.locator(".world").bounding_box()
    stage = page.locator(".stage").bounding_box()
    assert tools is not None
    assert table is not None
    assert stage is not None
    is_below = table["y"] >= tools["y"] + tools["height"]
    assert is_below or table["x"] + table["width"] <= tools["x"]
    assert table["y"] + table["height"] <= stage["y"] + stage["height"], "and all of it is in sight"
    assert table["x"] >= stage["x"]


def test_on_a_phone_what_is_told_is_not_under_the_tools(new_page: NewPage, real_battles: str) -> None:
    """Question marks in the north come nearer while the patrol is looked at."""
    page = new_page(PHONE)
    sit(page, real_battles, "first-patrol", pace="step")
    wait_for_question(page)
    before = serial(page)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Skip to the end").click()
    wait_for_question(page, before)
    tools = page.get_by_role("group", name="Map").bounding_box()
    assert tools is not None
    page.locator(".now form button", has_text="Nothing more").first.click()
    expect(page.locator(".warned")).to_be_visible()
    sleep(1)  # as long as it takes to read that
    page.keyboard.press("Enter")
    dice = page.locator(".dicerow")
    for _ in range(20):
        if dice.count():
            break
        page.get_by_role("button", name="Go on").click()
    box = dice.first.bounding_box()
    assert box is not None
    assert box["y"] >= tools["y"] + tools["height"]
    expect(dice.first.locator(".who")).to_have_text("German")


def test_on_a_small_window_men_keep_their_names_and_the_turn_both_its_phases(
    new_page: NewPage, real_battles: str
) -> None:
    page = new_page(LARGE)
    sit(page, real_battles, "first-patrol")
    wait_for_question(page)
    names = ["Bon", "Dol", "Kuz", "Rud", "Syc"]
    for size in (SMALL, LARGE):
        page.set_viewport_size(size)
        expect(page.locator(".called")).to_have_count(len(names))
        assert sorted(page.locator(".called").all_text_contents()) == names
        for phase in page.locator(".phases li").all():
            expect(phase).to_be_in_viewport(ratio=1)
        expect(page.locator(".phases li")).to_have_count(2)
