"""Friends by link: from set-up to the first moves in two browsers, on in a third, and links that are no good."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocketRoute, expect

from tests.browser.by_link import NewBrowser, invite, set_up, sit_down
from tests.browser.playing import DESK, PHONE, assert_accessible
from tests.browser.tabletop import accept, drag, read_digest

pytest_plugins = ("tests.browser.server",)


def present(page: Page, words: str) -> None:
    expect(
        page.get_by_role("list", name="At the table").get_by_role("listitem").filter(has_text=words)
    ).to_be_visible()


def laid(page: Page, words: str) -> None:
    expect(page.locator("form button.main")).to_contain_text(words)


def lay_cards(page: Page, dx: float) -> None:
    """Give the first unit a move and commit, also with units left out."""
    read_digest(page)
    page.keyboard.press("Tab")
    drag(page, page.locator(".token.selected").first, dx, 0)
    laid(page, "Lay 1 card")
    accept(page)


def test_two_browsers_from_set_up_to_the_first_moves(new_browser: NewBrowser, server: str) -> None:
    anna, ben = new_browser(), new_browser()
    set_up(anna, server)
    (link,) = invite(anna).values()
    assert re.search(r"/join/#[\w-]{32}$", link)
    present(anna, "Nobody yet, German")
    ben.goto(link)
    expect(ben.get_by_role("heading", level=1)).to_have_text("First Lesson")
    expect(ben.get_by_role("heading", name="A seat is kept for you: German")).to_be_visible()
    expect(ben.get_by_text("Anna Soviet, at the table now")).to_be_visible()
    sit_down(ben, link, "Ben <script>alert(1)</script>")
    present(anna, "Ben <script>alert(1)</script>, German")
    present(ben, "Anna, Soviet")
    lay_cards(anna, 110)
    expect(anna.get_by_text("Waiting for Ben").first).to_be_visible()
    for _ in range(2):
        expect(anna.locator(".look-route"), "what was sent stays drawn").not_to_have_count(0)
        anna.reload()
    lay_cards(ben, -60)
    for page in (anna, ben):
        expect(
            page.get_by_role("list", name="Phases of the turn").locator("[aria-current=step]")
        ).not_to_have_text("Cards")
    ben.close()
    present(anna, "German, away")


def test_what_the_friend_can_see_is_his_own(new_browser: NewBrowser, server: str) -> None:
    anna, ben = new_browser(), new_browser()
    frames: list[str] = []
    ben.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    set_up(anna, server)
    anna.get_by_label("Soviet", exact=True).select_option("link")
    anna.get_by_label("German", exact=True).select_option("me")
    (link,) = invite(anna).values()
    anna.locator("canvas[data-ready=true]").wait_for()
    expect(anna.locator(".token", has_text="PaK")).not_to_have_count(0)
    sit_down(ben, link, "Ben")
    ben.locator("canvas[data-ready=true]").wait_for()
    expect(ben.locator(".token", has_text="PaK")).to_have_count(0)
    assert frames
    assert not [frame for frame in frames if '"hidden":true' in frame and "PaK" in frame]


def test_several_players_an_umpire_and_somebody_who_looks_on(new_browser: NewBrowser, server: str) -> None:
    anna = new_browser()
    set_up(anna, server, "stands/olkhovka-line")
    anna.locator("#players-soviet").select_option("2")
    anna.get_by_label("Umpire").select_option("link")
    anna.get_by_label("Looking on").select_option("1")
    links = invite(anna)
    assert set(links) == {"the seat Soviet", "the seat Soviet 2", "the seat Umpire", "look on (observer)"}
    for of, name in zip(sorted(links), ("Olga", "Boris", "Igor", "Uta"), strict=True):
        guest = new_browser()
        if of == "the seat Soviet 2":
            guest.goto(links[of])
            expect(guest.get_by_text("You lead the Tank Battalion. Boris commands the army.")).to_be_visible()
        sit_down(guest, links[of], name)
        guest.locator("canvas[data-ready=true]").wait_for()
        hidden = guest.locator(".token.faint")
        expect(hidden).to_have_count(0) if of.startswith("look on") else expect(hidden).not_to_have_count(0)
        present(anna, name)
    expect(anna.get_by_role("button", name="Invite", exact=True)).to_be_visible()
    anna.get_by_role("button", name="my seat").click()
    anna.get_by_label("What the others call you").fill("Igor")
    anna.get_by_role("button", name="Change my name").click()
    expect(anna.get_by_role("dialog").get_by_role("alert")).to_have_text(re.compile("called Igor already"))
    assert_accessible(anna)
    anna.get_by_label("What the others call you").fill("Anne")
    anna.keyboard.press("Enter")
    present(anna, "Anne (you)")
    present(guest, "Anne, German")


def test_a_seat_is_given_to_somebody_else_with_its_owners_word(new_browser: NewBrowser, server: str) -> None:
    anna, ben, clara = new_browser(), new_browser(), new_browser()
    set_up(anna, server, "duel/pair")
    (first,) = invite(anna).values()
    sit_down(ben, first, "Ben")
    anna.get_by_role("button", name="Invite").click()
    dialog = anna.get_by_role("dialog", name="Invite")
    dialog.get_by_role("button", name="Give it to somebody else").click()
    dialog.get_by_role("button", name="Ask for it").click()
    expect(dialog).to_contain_text("While he is at the table it is for him to say.")
    expect(ben.get_by_role("alert").filter(has_text="asks that your seat go")).to_be_visible()
    assert_accessible(ben)
    ben.get_by_role("button", name="I keep it").click()
    expect(dialog.get_by_role("button", name="Ask for it")).to_be_visible()
    dialog.get_by_role("button", name="Ask for it").click()
    ben.get_by_role("button", name="Give up my seat").click()
    dialog.get_by_role("button", name="Make a link").click()
    expect(dialog.get_by_role("textbox")).not_to_have_value(first)
    second = dialog.get_by_role("textbox").input_value()
    expect(ben.get_by_role("heading", level=1)).to_have_text("You have no seat here any longer")
    ben.goto(f"{server}/")
    ben.goto(first)
    expect(ben.get_by_role("alert")).to_contain_text("replaced by a newer one")
    sit_down(clara, second, "Clara")
    dialog.get_by_role("button", name="To the table").click()
    present(anna, "Clara")
    expect(anna.get_by_role("log", name="Log", exact=True)).to_contain_text("where Ben sat before.")
    anna.get_by_role("button", name="changed hands").click()
    told = anna.get_by_role("dialog", name="Clara")
    expect(told.get_by_role("listitem")).to_have_text(
        [re.compile(r"Ben \(Blue\) gives up the seat\."), "Clara sits down as Blue, where Ben sat before."]
    )
    assert_accessible(anna)


def test_the_host_cannot_take_the_other_side_in_his_own_browser(new_browser: NewBrowser, server: str) -> None:
    anna = new_browser()
    set_up(anna, server, "duel/pair")
    (link,) = invite(anna).values()
    anna.goto(f"{server}/")
    anna.goto(link)
    expect(anna.get_by_text("nobody sits on two sides of a game that others play by link")).to_be_visible()
    expect(anna.get_by_role("button", name="Sit down")).to_have_count(0)


def test_two_sides_at_one_screen_must_be_agreed_to(new_browser: NewBrowser, server: str) -> None:
    anna, ben = new_browser(), new_browser(PHONE, touch=True)
    set_up(anna, server, "stands/olkhovka-line")
    anna.locator("#players-soviet").select_option("2")
    anna.get_by_label("German", exact=True).select_option("me")
    anna.get_by_label("Soviet, the commander", exact=True).select_option("screen")
    (link,) = invite(anna).values()
    ben.goto(link)
    ben.get_by_label("What shall the others call you?").fill("Ben")
    agree = ben.get_by_role("checkbox", name="sit at one screen")
    ben.get_by_role("button", name="Sit down").click()
    expect(agree).to_be_focused()
    assert_accessible(ben)
    agree.check()
    ben.get_by_role("button", name="Sit down").click()
    present(ben, "Ben (you)")


def test_a_player_gives_up_his_own_seat(new_browser: NewBrowser, server: str) -> None:
    anna, ben = new_browser(), new_browser(PHONE, touch=True)
    set_up(anna, server, "duel/pair")
    anna.get_by_label("Replace whoever stays away").select_option("After a week")
    (link,) = invite(anna).values()
    ben.goto(link)
    expect(ben.get_by_text("if you are away for a week and all the others agree")).to_be_visible()
    sit_down(ben, link, "Ben")
    ben.get_by_role("button", name="my seat").click()
    ben.get_by_role("button", name="Give up my seat …").click()
    expect(ben.get_by_role("button", name="Keep it")).to_be_focused()
    assert_accessible(ben)
    ben.get_by_role("button", name="Give up my seat", exact=True).click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("You have no seat here any longer")
    expect(ben.get_by_role("alert")).to_have_text("Ben (Blue) gives up the seat.")
    present(anna, "Nobody yet, Blue")


def test_going_on_in_another_browser(new_browser: NewBrowser, server: str) -> None:
    anna, ben, phone = new_browser(), new_browser(), new_browser(PHONE, touch=True)
    set_up(anna, server, "duel/pair")
    (link,) = invite(anna).values()
    sit_down(ben, link, "Ben")
    ben.goto(server)
    ben.get_by_role("button", name="Go on in another browser").click()
    expect(ben.get_by_role("img", name="QR code: my games")).to_be_visible()
    move = ben.get_by_label("Link to my games").input_value()
    phone.goto(move)
    assert_accessible(phone)
    phone.get_by_role("button", name="It is my link: go on here").click()
    games = phone.get_by_role("region", name="My games")
    expect(games).to_contain_text("with Anna")
    games.get_by_role("link").first.click()
    present(phone, "Ben (you)")
    stranger = new_browser()
    stranger.goto(move)
    stranger.get_by_role("button", name="It is my link: go on here").click()
    expect(stranger.get_by_role("alert")).to_be_visible()


def test_a_browser_that_lost_what_it_kept_still_has_its_seat(new_browser: NewBrowser, server: str) -> None:
    anna, ben = new_browser(), new_browser()
    set_up(anna, server, "duel/pair")
    (link,) = invite(anna).values()
    sit_down(ben, link, "Ben")
    game = ben.url
    ben.evaluate("localStorage.removeItem('deadground.games')")
    ben.goto(server)
    expect(ben.get_by_role("region", name="My games").get_by_role("listitem")).to_have_count(1)
    ben.evaluate("localStorage.removeItem('deadground.games')")
    ben.goto(game)
    present(ben, "Ben (you)")
    ben.goto(link)
    ben.get_by_role("button", name="Back to the table").click()
    present(ben, "Ben (you)")


@pytest.mark.parametrize(
    ("behind", "words"), [("#nonsense", "This link is wrong"), ("", "the part after the # is missing")]
)
def test_a_wrong_link_says_so(new_browser: NewBrowser, server: str, behind: str, words: str) -> None:
    page = new_browser(PHONE)
    page.goto(f"{server}/join/{behind}")
    expect(page.get_by_role("heading", level=1)).to_have_text("This link does not open a seat")
    expect(page.get_by_role("alert")).to_contain_text(words)
    assert_accessible(page)


def test_a_link_that_was_used_says_by_whom(new_browser: NewBrowser, server: str) -> None:
    anna, ben, late = new_browser(), new_browser(), new_browser()
    set_up(anna, server, "duel/pair")
    (link,) = invite(anna).values()
    late.goto(link)
    late.get_by_label("What shall the others call you?").fill("Late")
    sit_down(ben, link, "Ben")
    late.get_by_role("button", name="Sit down").click()
    expect(late.get_by_role("alert")).to_contain_text("Ben has sat down by this link")


def test_a_line_that_breaks_in_the_middle_of_a_request_costs_nothing(
    new_browser: NewBrowser, server: str
) -> None:
    anna, ben = new_browser(), new_browser()
    lines: list[WebSocketRoute] = []

    def connect(route: WebSocketRoute) -> None:
        lines.append(route)
        route.connect_to_server()

    ben.route_web_socket(re.compile("/table"), connect)
    set_up(anna, server)
    (link,) = invite(anna).values()
    sit_down(ben, link, "Ben")
    read_digest(ben)
    ben.keyboard.press("Tab")
    drag(ben, ben.locator(".token.selected").first, -60, 0)
    laid(ben, "Lay 1 card")
    lines[-1].close()
    lay_cards(anna, 110)
    expect(ben.get_by_text("Connection lost")).to_have_count(0)
    assert len(lines) > 1, "it came back by itself"
    laid(ben, "Lay 1 card")
    accept(ben)
    for page in (anna, ben):
        phase = page.get_by_role("list", name="Phases of the turn").locator("[aria-current=step]")
        expect(phase).not_to_have_text("Cards")


def test_a_half_made_answer_outlives_the_page(new_browser: NewBrowser, server: str) -> None:
    anna = new_browser()
    set_up(anna, server)
    invite(anna)
    read_digest(anna)
    anna.keyboard.press("Tab")
    drag(anna, anna.locator(".token.selected").first, 110, 0)
    laid(anna, "Lay 1 card")
    anna.reload()
    read_digest(anna)
    laid(anna, "Lay 1 card")
    expect(anna.locator(".look-route")).not_to_have_count(0)


@pytest.mark.parametrize("size", [DESK, {"width": 1024, "height": 768}, PHONE])
def test_every_screen_of_it_can_be_read_by_everybody(
    new_browser: NewBrowser, server: str, size: ViewportSize
) -> None:
    anna, ben = new_browser(size, touch=size == PHONE), new_browser(size, touch=size == PHONE)
    set_up(anna, server, "stands/olkhovka-line")
    assert_accessible(anna)
    anna.get_by_role("button", name="Set up and invite").click()
    dialog = anna.get_by_role("dialog", name="Invite")
    dialog.get_by_role("button", name=re.compile("^Code")).click()
    expect(dialog.get_by_role("img")).to_be_visible()
    assert_accessible(anna)
    ben.goto(dialog.get_by_role("textbox").input_value())
    ben.get_by_role("button", name="Sit down").wait_for()
    assert_accessible(ben)
    sit_down(ben, ben.url, "Ben")
    ben.locator("canvas[data-ready=true]").wait_for()
    assert_accessible(ben)
