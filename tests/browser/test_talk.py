"""Talk, notes and sketches in real browsers: two players of one side and an enemy at one table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, WebSocket, expect

from deadground.server.store import Store
from tests.browser.playing import DESK, PHONE, NewPage, assert_accessible, hold
from tests.browser.tabletop import TABLET, keep
from tests.server.running import Running
from tests.server.talk.talkers import lay_out, token_of

pytest_plugins = ("tests.browser.server",)

Sit = Callable[..., Page]
ARROWS = ".sketches .arrow"
NOTES = ".sketches .note"
ONE_UNREAD = re.compile(r"(Talk|Our side)\s*, 1 unread")


@pytest.fixture(scope="module")
def server_with_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Iterator[str]]]:
    """A running server with tables that are laid out already, one for each test."""
    file = tmp_path_factory.mktemp("talk") / "games.sqlite"
    store = Store(f"sqlite:///{file}")
    games = [lay_out(store, f"table-{n}") for n in range(30)]
    lay_out(store, "alone", {"german": "human", "soviet": "bot"}, details={})
    store.close()
    running = Running(file, "--port", "0")
    yield running.address.rstrip("/"), iter(games)
    running.end()


@pytest.fixture
def server(server_with_tables: tuple[str, Iterator[str]]) -> str:
    return server_with_tables[0]


@pytest.fixture
def sit(server_with_tables: tuple[str, Iterator[str]], new_page: NewPage) -> Sit:
    """Sit down at the table of five, each time in a browser of its own; what it is sent is kept in `HEARD`."""
    server, games = server_with_tables
    game = next(games)

    def down(seat: str, size: ViewportSize = DESK, **likes: object) -> Page:
        page = new_page(size)
        watch(page)
        hold(page, {"game": game, "seats": [{"seat": seat, "token": token_of(seat)}]})
        keep(page, "deadground.table", {"pace": "once", **likes})
        page.goto(f"{server}/play/{game}")
        if not likes.get("text"):
            page.locator("canvas[data-ready=true]").wait_for()
        return page

    return down


HEARD: dict[Page, list[str]] = {}


def watch(page: Page) -> None:
    """Keep every frame that a page is sent."""
    frames = HEARD.setdefault(page, [])

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    page.on("websocket", opened)


def say(page: Page, text: str, channel: str = "") -> None:
    if channel:
        page.locator(".channels").get_by_role("button", name=channel).click()
    line = page.locator("#saying")
    line.fill(text)
    line.press("Enter")
    expect(line).to_have_value("")


def open_talk(page: Page) -> None:
    page.locator(".stage").focus()
    page.keyboard.press("t")
    expect(page.locator("#saying")).to_be_focused()


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """A point of the window, by parts of the table as it is drawn."""
    box = page.locator(".world").bounding_box()
    assert box is not None
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def stroke(page: Page, *points: tuple[float, float]) -> None:
    first, *rest = (spot(page, *point) for point in points)
    page.mouse.move(*first)
    page.mouse.down()
    for point in rest:
        page.mouse.move(*point, steps=5)
    page.mouse.up()


def take(page: Page, pencil: str) -> None:
    """Take a pencil from under the tool strip."""
    sketch = page.get_by_role("button", name="Sketch", exact=True)
    if sketch.get_attribute("aria-expanded") == "false":
        sketch.click()
    page.get_by_role("group", name="Sketch for our side").get_by_role("button", name=pencil).click()


def test_a_side_talks_in_secret_and_everybody_hears_the_table(sit: Sit) -> None:
    anna, bert, clara = sit("german"), sit("german_2", TABLET), sit("soviet", PHONE)
    open_talk(anna)
    say(anna, "good evening")
    expect(bert.get_by_role("status").filter(has_text="Anna to everybody: good evening")).to_be_visible()
    expect(clara.locator(".tabs").get_by_role("button", name=ONE_UNREAD)).to_be_visible()
    say(anna, "zebra left of the wood", "Our side")
    bert.get_by_role("status").get_by_role("button", name="zebra").click()
    expect(bert.locator("#saying")).to_be_focused()
    expect(bert.get_by_role("log", name="Said to our side")).to_contain_text("zebra left of the wood")
    expect(bert.locator(".beside").get_by_role("button", name=ONE_UNREAD)).to_be_visible()
    say(bert, "zebra yes")
    expect(anna.get_by_role("log", name="Said to our side")).to_contain_text("zebra yes")
    clara.locator(".tabs").get_by_role("button", name="Talk").click()
    expect(clara.get_by_role("log", name="Said to everybody")).to_contain_text("good evening")
    expect(clara.locator(".channels").get_by_role("button")).to_have_text(["Everybody", "Umpire", "Notes"])
    say(clara, "good evening to you")
    anna.locator(".channels").get_by_role("button", name="Everybody").click()
    expect(anna.get_by_role("log", name="Said to everybody")).to_contain_text("good evening to you")
    assert any("zebra" in frame for frame in HEARD[bert])
    assert not any("zebra" in frame for frame in HEARD[clara])


def test_what_was_said_is_there_again_and_what_was_read_stays_read(server: str, sit: Sit) -> None:
    anna, bert = sit("german"), sit("german_2")
    open_talk(anna)
    say(anna, "before you left")
    open_talk(bert)
    expect(bert.get_by_role("log", name="Said to everybody")).to_contain_text("before you left")
    bert.reload()
    expect(bert.get_by_role("button", name="Talk", exact=True)).to_be_visible()
    bert.goto(f"{server}/rules")
    say(anna, "while you were away")
    bert.go_back()
    expect(bert.locator(".beside").get_by_role("button", name=ONE_UNREAD)).to_be_visible()
    open_talk(bert)
    expect(bert.get_by_role("button", name="Talk", exact=True)).to_be_visible()
    expect(bert.get_by_role("log", name="Said to everybody")).to_contain_text("while you were away")


def test_markup_is_shown_as_text_and_a_refusal_keeps_the_words(sit: Sit) -> None:
    anna, clara = sit("german"), sit("soviet")
    open_talk(anna)
    open_talk(clara)
    say(anna, "<img src=x onerror=alert(1)><b>bold</b>")
    text = clara.get_by_role("log", name="Said to everybody").locator(".text")
    expect(text).to_have_text("<img src=x onerror=alert(1)><b>bold</b>")
    assert clara.locator(".said img, .said b").count() == 0
    refusal = anna.get_by_role("alert").filter(has_text="Too fast to be read")
    for n in range(60):
        anna.locator("#saying").fill(f"too fast {n}")
        anna.keyboard.press("Enter")
        if refusal.is_visible():
            break
    expect(refusal).to_be_visible()
    expect(anna.locator("#saying")).to_have_value(re.compile("too fast"))


def test_keys_that_are_typed_into_the_talk_do_nothing_at_the_table(sit: Sit) -> None:
    anna = sit("german")
    open_talk(anna)
    anna.keyboard.type("k l m ? z")
    expect(anna.locator("#saying")).to_have_value("k l m ? z")
    expect(anna.locator(".pencils")).to_have_count(0)
    expect(anna.get_by_role("dialog")).to_have_count(0)
    anna.keyboard.press("Escape")
    expect(anna.locator(".stage")).to_be_focused()


def test_notes_are_the_same_in_both_browsers_of_a_seat_and_nobody_elses(sit: Sit) -> None:
    desk, phone, bert = sit("german"), sit("german", PHONE), sit("german_2")
    open_talk(desk)
    desk.locator(".channels").get_by_role("button", name="Notes").click()
    desk.locator("#notes").fill("zebra: hold the ford")
    expect(desk.get_by_text("Kept.")).to_be_visible()
    phone.locator(".tabs").get_by_role("button", name="Talk").click()
    phone.locator(".channels").get_by_role("button", name="Notes").click()
    expect(phone.locator("#notes")).to_have_value("zebra: hold the ford")
    assert_accessible(phone)
    bert.wait_for_timeout(200)
    assert not any("zebra" in frame for frame in HEARD[bert])


def test_what_two_browsers_wrote_at_once_is_both_there(sit: Sit) -> None:
    desk, other = sit("german"), sit("german")
    for page in (desk, other):
        open_talk(page)
        page.locator(".channels").get_by_role("button", name="Notes").click()
    desk.locator("#notes").fill("written first")
    other.locator("#notes").press_sequentially("written second", delay=90)
    expect(other.get_by_text("Written in another browser of yours meanwhile:")).to_be_visible()
    expect(other.locator("#notes")).to_have_value("written second")
    other.get_by_role("button", name="Put it below").click()
    expect(desk.locator("#notes")).to_have_value("written second\nwritten first")
    expect(other.get_by_text("Written in another browser")).to_have_count(0)


def test_a_side_sees_arrows_and_notes_of_its_own_and_anybody_of_it_rubs_them_out(sit: Sit) -> None:
    anna, bert, clara = sit("german"), sit("german_2"), sit("soviet")
    anna.get_by_role("button", name="Sketch", exact=True).click()
    stroke(anna, (0.2, 0.7), (0.3, 0.4), (0.5, 0.4))
    expect(bert.locator(ARROWS)).to_have_count(1)
    take(anna, "Note")
    anna.mouse.click(*spot(anna, 0.6, 0.2))
    expect(anna.get_by_label("What the note says")).to_be_focused()
    anna.keyboard.type("zebra guns?")
    anna.keyboard.press("Enter")
    expect(bert.locator(NOTES)).to_contain_text("zebra guns?")
    expect(anna.locator(NOTES)).to_have_count(1)
    take(bert, "Rub out")
    expect(bert.locator(".pencils li")).to_have_count(2)
    bert.mouse.click(*spot(bert, 0.61, 0.2))
    expect(anna.locator(NOTES)).to_have_count(0)
    bert.get_by_role("button", name="Rub out Arrow by Anna").click()
    expect(anna.locator(ARROWS)).to_have_count(0)
    expect(clara.locator(".sketches [data-sketch]")).to_have_count(0)
    assert not any("zebra" in frame or '"drawn"' in frame for frame in HEARD[clara])


def test_sketching_by_keys_alone(sit: Sit) -> None:
    anna, bert = sit("german"), sit("german_2")
    stage = anna.locator(".stage")
    stage.focus()
    anna.keyboard.press("k")
    anna.keyboard.press("Enter")
    for _ in range(6):
        anna.keyboard.press("ArrowRight")
    anna.keyboard.press("Enter")
    expect(bert.locator(ARROWS)).to_have_count(1)
    anna.keyboard.press("k")
    anna.keyboard.press("ArrowUp")
    anna.keyboard.press("Enter")
    expect(anna.get_by_label("What the note says")).to_be_focused()
    anna.keyboard.type("here")
    anna.keyboard.press("Enter")
    expect(bert.locator(NOTES)).to_have_text(re.compile("here"))
    stage.focus()
    anna.keyboard.press("Escape")
    expect(anna.locator(".pencils [aria-pressed=true]")).to_have_count(0)


def test_an_arrow_is_drawn_by_a_finger(server: str, browser: Browser, sit: Sit) -> None:
    bert = sit("german_2")
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    phone = context.new_page()
    game = bert.url.rpartition("/")[2]
    hold(phone, {"game": game, "seats": [{"seat": "german", "token": token_of("german")}]})
    phone.goto(f"{server}/play/{game}")
    phone.locator("canvas[data-ready=true]").wait_for()
    take(phone, "Arrow")
    touch = context.new_cdp_session(phone)
    points = [spot(phone, 0.2 + n / 20, 0.9 - n / 40) for n in range(8)]
    for kind, at in [
        ("touchStart", points[0]),
        *(("touchMove", at) for at in points[1:]),
        ("touchEnd", None),
    ]:
        where = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})
    expect(bert.locator(ARROWS)).to_have_count(1)
    context.close()


def test_the_umpire_and_who_watches_see_no_sketches_of_a_side(sit: Sit) -> None:
    anna, dora, emil = sit("german"), sit("umpire"), sit("observer")
    take(anna, "Arrow")
    stroke(anna, (0.2, 0.7), (0.5, 0.4))
    expect(anna.locator(ARROWS)).to_have_count(1)
    open_talk(dora)
    say(dora, "zebra for one side", "German")
    expect(anna.get_by_role("status").filter(has_text="Dora to umpire: zebra for one side")).to_be_visible()
    emil.wait_for_timeout(200)
    for page in (dora, emil):
        expect(page.locator(".sketches [data-sketch]")).to_have_count(0)
        assert not any('"drawn"' in frame for frame in HEARD[page])
    expect(emil.get_by_role("button", name="Sketch", exact=True)).to_have_count(0)
    assert not any("zebra" in frame for frame in HEARD[emil])


def test_alone_with_a_bot_there_are_notes_and_sketches_and_no_talk(server: str, new_page: NewPage) -> None:
    page = new_page(DESK)
    hold(page, {"game": "alone", "seats": [{"seat": "german", "token": token_of("german")}]})
    page.goto(f"{server}/play/alone")
    page.locator("canvas[data-ready=true]").wait_for()
    expect(page.get_by_role("button", name="Talk")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator("#notes")).to_be_focused()
    expect(page.locator(".channels, #saying")).to_have_count(0)
    take(page, "Arrow")
    stroke(page, (0.2, 0.7), (0.5, 0.4))
    expect(page.locator(ARROWS)).to_have_count(1)


@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_the_talk_fits_and_is_accessible(sit: Sit, size: ViewportSize) -> None:
    anna = sit("german", size)
    anna.keyboard.press("t")
    say(anna, "a word that is so long that it must be broken: " + "x" * 120)
    take(anna, "Arrow")
    assert_accessible(anna)
    line = anna.locator("#saying").bounding_box()
    assert line is not None
    assert line["y"] + line["height"] <= size["height"]
    assert anna.evaluate("document.querySelector('.desk').getBoundingClientRect().bottom") <= size["height"]


def test_the_table_as_text_has_the_talk_too(sit: Sit) -> None:
    anna, bert = sit("german", text=True), sit("german_2")
    anna.get_by_role("heading", name="Talk").wait_for()
    open_talk(bert)
    say(bert, "do you read this?", "Our side")
    anna.locator(".channels").get_by_role("button", name=ONE_UNREAD).click()
    expect(anna.get_by_role("log", name="Said to our side")).to_contain_text("do you read this?")
    say(anna, "I do")
    expect(bert.get_by_role("log", name="Said to our side")).to_contain_text("I do")
    take(bert, "Arrow")
    stroke(bert, (0.25, 0.75), (0.5, 0.5))
    expect(anna.get_by_text(re.compile("^Arrow by Bert: from .* to ")).first).to_be_visible()
    assert_accessible(anna)
