"""Turn notices: one for each visit that is needed, to whom is away, telling nothing else."""

from __future__ import annotations

import time
from typing import Any

import pytest

from deadground.core import standing
from deadground.core.match import Match
from deadground.core.table import Table
from deadground.server import notices
from deadground.server.notices import is_needed
from deadground.systems.stands.system import STANDS
from deadground.testing.cards import CARDS
from tests.server.notices.receivers import Hook, PostOffice, wait_for


def until_asked(player: Any, seat: str) -> None:
    """Play until another seat is waited for."""
    while seat not in player.view["waiting"]:
        player.choose()


def nothing_more(hook: Hook, known: int) -> None:
    """A notice that is to come at all comes within a twentieth of a second."""
    time.sleep(0.3)
    assert len(hook.bodies) == known


def test_who_is_away_is_told_that_he_is_needed(two: Any, sit: Any, wish: Any, hook: Hook) -> None:
    red, blue = two
    assert wish(blue, webhook=hook.url).status_code == 200
    until_asked(sit(red), "blue")
    (body,) = wait_for(lambda: hook.bodies)
    sentence = "You are needed as Blue (The duel: patrol)."
    assert body == {
        "event": "needed",
        "game": red["game"],
        "title": "The duel: patrol",
        "seat": "blue",
        "text": sentence,
        "content": sentence,
        "link": f"https://tables.example.org/play/{red['game']}",
    }
    assert hook.paths == ["/call?key=s3cret"]


def test_one_notice_a_visit_and_not_one_a_request(
    two: Any, visit: Any, sit: Any, wish: Any, hook: Hook
) -> None:
    red, blue = two
    wish(blue, webhook=hook.url)
    player = sit(red)
    until_asked(player, "blue")
    wait_for(lambda: hook.bodies)
    player.call("ask_back")
    nothing_more(hook, 1)
    with visit(blue) as other:
        other.call("answer_back", agrees=True)
    player.catch_up()
    until_asked(player, "blue")
    wait_for(lambda: len(hook.bodies) == 2)


def test_who_leaves_while_he_is_needed_knows_it(
    two: Any, visit: Any, sit: Any, wish: Any, hook: Hook
) -> None:
    red, blue = two
    wish(blue, webhook=hook.url)
    with visit(blue):
        player = sit(red)
        until_asked(player, "blue")
    player.call("ask_back")
    nothing_more(hook, 0)


def test_nobody_is_called_who_sits_at_the_table(two: Any, sit: Any, wish: Any, hook: Hook) -> None:
    red, blue = two
    wish(blue, webhook=hook.url)
    sit(blue)
    until_asked(sit(red), "blue")
    nothing_more(hook, 0)


def test_a_hidden_tab_is_not_at_the_table(two: Any, sit: Any, wish: Any, hook: Hook) -> None:
    red, blue = two
    wish(blue, webhook=hook.url)
    other = sit(blue)
    other.call("attend", visible=False)
    until_asked(sit(red), "blue")
    wait_for(lambda: hook.bodies)
    other.call("attend", visible=True)
    nothing_more(hook, 1)


def test_one_of_two_tabs_is_enough_to_be_there(two: Any, sit: Any, wish: Any, hook: Hook) -> None:
    red, blue = two
    wish(blue, webhook=hook.url)
    hidden, _ = sit(blue), sit(blue)
    hidden.call("attend", visible=False)
    until_asked(sit(red), "blue")
    nothing_more(hook, 0)


def test_who_sets_a_notice_while_he_is_needed_and_away_is_told_at_once(
    two: Any, sit: Any, wish: Any, hook: Hook
) -> None:
    red, blue = two
    until_asked(sit(red), "blue")
    wish(blue, webhook=hook.url)
    wait_for(lambda: hook.bodies)


def test_that_a_notice_was_sent_is_kept(two: Any, sit: Any, wish: Any, hook: Hook, sql: Any) -> None:
    red, blue = two
    wish(blue, webhook=hook.url)
    assert sql("select noticed from notices") == [(0,)]
    until_asked(sit(red), "blue")
    wait_for(lambda: hook.bodies)
    assert sql("select noticed from notices") == [(1,)]
    sit(blue)
    wait_for(lambda: sql("select noticed from notices") == [(0,)])


def test_a_game_that_is_over_needs_nobody(begin: Any, sit: Any, wish: Any, hook: Hook) -> None:
    opened = begin(blue="bot:random")
    wish(opened, webhook=hook.url)
    wait_for(lambda: hook.bodies)
    sit(opened).play()
    nothing_more(hook, 1)


@pytest.mark.parametrize("bot_first", [True, False])
def test_what_another_seals_in_secret_changes_no_notice(
    begin: Any, sit: Any, wish: Any, hook: Hook, bot_first: bool
) -> None:
    """Both place in secret. Whether the other has placed already must not show in who is called, or when."""
    opened = begin(CARDS.name, "meeting", "north", south="screen")
    north, south = ({"game": opened["game"], **seat} for seat in opened["seats"])
    wish(north, webhook=hook.url)
    wait_for(lambda: hook.bodies)
    if bot_first:
        sit(south).choose()
    nothing_more(hook, 1)


def test_a_plan_that_runs_needs_nobody(two: Any, sit: Any, wish: Any, hook: Hook) -> None:
    red, blue = two
    wish(blue, webhook=hook.url)
    other = sit(blue)
    assert other.call("run_plan", on=True).__struct_config__.tag == "ack"
    other.call("attend", visible=False)
    player = sit(red)
    for _ in range(3):
        player.choose()
    nothing_more(hook, 0)


def test_a_plan_that_waits_for_the_other_side_needs_nobody() -> None:
    """Both are asked for routes. The plan will answer for one of them as soon as the other has."""
    match = Match.begin(STANDS, STANDS.prepare("first-lesson"), bytes(32))
    table = Table(match, "game")
    standing.run_plan(match, "soviet", True)
    assert is_needed(table, "soviet"), "cards are not laid by a plan"
    for seat in match.setup.seats:
        request = match.requests(seat)[0]
        match.submit(request.choice(request.proposal))
    assert match.to_act() == ("soviet", "german")
    assert [is_needed(table, seat) for seat in match.to_act()] == [False, True]


def test_both_ways_at_once(two: Any, sit: Any, wish: Any, hook: Hook, office: PostOffice) -> None:
    red, blue = two
    wish(blue, webhook=hook.url, mail="anna@example.org")
    until_asked(sit(red), "blue")
    wait_for(lambda: hook.bodies and office.mails)


def test_a_webhook_that_is_busy_is_tried_again(two: Any, sit: Any, wish: Any, hook: Hook) -> None:
    red, blue = two
    hook.statuses = [503, 429, 204]
    wish(blue, webhook=hook.url)
    until_asked(sit(red), "blue")
    wait_for(lambda: len(hook.bodies) == 3)
    nothing_more(hook, 3)


def test_a_webhook_that_is_gone_is_not_tried_again_and_its_owner_learns_why(
    two: Any, sit: Any, wish: Any, hook: Hook, client: Any
) -> None:
    red, blue = two
    hook.statuses = [404]
    wish(blue, webhook=hook.url)
    until_asked(sit(red), "blue")

    def trouble() -> Any:
        address = f"/api/games/{blue['game']}/notices"
        return client.get(address, params={"token": blue["token"]}).json()["trouble"]

    assert wait_for(trouble) == "127.0.0.1 answered 404"
    nothing_more(hook, 1)


def test_what_was_set_is_shown_in_part_only_and_can_be_switched_off(
    two: Any, wish: Any, hook: Hook, client: Any, sit: Any
) -> None:
    red, blue = two
    shown = wish(blue, webhook=hook.url, mail="anna@example.org").json()
    assert shown["webhook"].endswith("/…")
    assert "s3cret" not in str(shown)
    assert shown["mail"] == "a…@example.org"
    assert shown["can_mail"]
    kept = wish(blue, mail="").json()
    assert kept["webhook"] == shown["webhook"]
    assert kept["mail"] == ""
    assert wish(blue, webhook="").json()["webhook"] == ""
    until_asked(sit(red), "blue")
    nothing_more(hook, 0)


def test_another_seat_sees_nothing_of_it(two: Any, wish: Any, hook: Hook, client: Any) -> None:
    red, blue = two
    wish(blue, webhook=hook.url, mail="anna@example.org")
    found = client.get(f"/api/games/{red['game']}/notices", params={"token": red["token"]}).json()
    assert found == {"webhook": "", "mail": "", "can_mail": True, "trouble": ""}


@pytest.mark.parametrize(
    ("ways", "word"),
    [
        ({"webhook": "ftp://example.org/"}, "https://"),
        ({"webhook": "x" * 501}, "webhook"),
        ({"webhook": "http://nowhere.invalid/"}, "no host"),
        ({"mail": "anna at home"}, "not a mail address"),
        ({"mail": "a@b.example\r\nBcc: x@y.example"}, "not a mail address"),
        ({"other": "x"}, "other"),
    ],
)
def test_what_cannot_be_set_is_refused_in_words(two: Any, wish: Any, ways: Any, word: str) -> None:
    _, blue = two
    answer = wish(blue, **ways)
    assert answer.status_code == 400
    assert word in answer.json()["reason"]


def test_who_only_looks_on_sets_no_notice(client: Any, wish: Any) -> None:
    seats = {"red": "bot:random", "blue": "bot:random"}
    opened = client.post("/api/games", json={"system": "duel", "scenario": "pair", "seats": seats}).json()
    answer = wish({"game": opened["game"], **opened["seats"][0]}, webhook="https://example.org/")
    assert answer.status_code == 403


def test_who_sets_notices_again_and_again_is_slowed_down(two: Any, wish: Any) -> None:
    """Every address that is set is looked up: nobody is to make the server do that without end."""
    _, blue = two
    answers = [wish(blue, webhook="").status_code for _ in range(notices.SETTING[0] + 1)]
    assert answers == [200] * notices.SETTING[0] + [400]


def test_who_comes_and_goes_without_end_is_slowed_down(two: Any, sit: Any) -> None:
    player = sit(two[1])
    answers = [player.call("attend", visible=n % 2 == 0) for n in range(notices.ATTENDING[0] + 5)]
    tags = [answer.__struct_config__.tag for answer in answers]
    assert tags[0] == "ack"
    assert tags[-1] == "refusal"


def test_a_wrong_token_sets_nothing(two: Any, wish: Any) -> None:
    _, blue = two
    assert wish({**blue, "token": "x" * 32}, webhook="").status_code == 403
