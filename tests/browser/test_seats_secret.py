"""Five people and somebody who looks on play whole turns by link, and nobody is sent what he may not know.

The same battle is played twice, with the same choices and dice. In the one a hidden stand is asked, in the middle
of the movement, whether it fires; in the other it lies too far away. Everybody but its own side and the umpire must
be sent the same messages in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.ambush import SEATS, SECRET, WITH, WITHOUT, start
from tests.browser.chairs import Chair, Company
from tests.browser.tabletop import drag
from tests.server.running import Running

STRANGERS = ("red", "red_2", "observer")
"""Those from whom the hidden stand is kept."""

LAY = "Lay your order cards."
FIRE = "Fire?"


class Played:
    """A battle played by its people up to the night, and what each was asked."""

    def __init__(self, browser: Browser, server: str) -> None:
        self.company = Company(browser, server, *SEATS, "observer")
        self.turn = dict.fromkeys(SEATS, 0)
        self.asked: list[tuple[str, str]] = []
        self.company.play(self.act, lambda seat, question: "dig in" in question)

    def act(self, chair: Chair, question: str) -> None:
        """Red's scouts march down the road, the hidden stand waits for them and lets them pass."""
        self.asked.append((chair.seat, question))
        page = chair.page
        if question == LAY:
            self.turn[chair.seat] += 1
            if self.turn[chair.seat] == 1 and chair.seat == "red":
                page.locator(".units button", has_text="Point").click()
                drag(page, page.locator(".token.selected").first, 105, 0)
                expect(page.locator("form button.main")).to_contain_text("Lay 1 card")
            if self.turn[chair.seat] == 1 and chair.seat == "blue":
                page.locator(".units button", has_text=SECRET).click()
                page.keyboard.press("o")
                expect(page.locator("form button.main")).to_contain_text("Lay 1 card")
        chair.answer("Let it pass" if FIRE in question else "")


@pytest.fixture(scope="module")
def battles(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Played]]:
    """Both battles, played to the night of the third turn."""
    with ExitStack() as clean_up:
        played = {}
        for version in (WITH, WITHOUT):
            folder = tmp_path_factory.mktemp("ambush")
            running = Running(folder / "games.sqlite", "--port", "0", start=start(version))
            clean_up.callback(running.end)
            played[version] = Played(browser, running.address.rstrip("/"))
            clean_up.callback(played[version].company.close)
        yield played


def test_in_one_battle_alone_the_hidden_stand_is_asked(battles: dict[str, Played]) -> None:
    questions = {
        version: [one for one in played.asked if FIRE in one[1]] for version, played in battles.items()
    }
    assert {seat for seat, _ in questions[WITH]} == {"blue"}
    assert questions[WITHOUT] == []
    rest = {
        version: [one for one in played.asked if FIRE not in one[1]] for version, played in battles.items()
    }
    assert rest[WITH] == rest[WITHOUT], "everything else was asked alike"
    assert ("umpire", "Settle the routes of the night.") in rest[WITH]


def test_no_name_of_a_hidden_stand_is_sent_to_those_who_may_not_know_it(battles: dict[str, Played]) -> None:
    for played in battles.values():
        sent = {seat: "\n".join(chair.frames) for seat, chair in played.company.chairs.items()}
        assert {seat: SECRET in frames for seat, frames in sent.items()} == {
            seat: seat not in STRANGERS for seat in sent
        }


@pytest.mark.parametrize("seat", STRANGERS)
def test_a_stranger_is_sent_the_same_messages_whether_or_not_a_hidden_stand_is_concerned(
    battles: dict[str, Played], seat: str
) -> None:
    told = {version: played.company[seat].told() for version, played in battles.items()}
    kinds = {version: [one["type"] for one in messages] for version, messages in told.items()}
    assert kinds[WITH] == kinds[WITHOUT]
    assert len(kinds[WITH]) > 20
    assert told[WITH] == told[WITHOUT]


@pytest.mark.parametrize("seat", ["red", "red_2"])
def test_the_same_question_of_a_stranger_gets_the_same_answer(battles: dict[str, Played], seat: str) -> None:
    """Drafts that are checked, drags that say who would see them, advice, pieces and ground asked about."""
    answers = {version: played.company[seat].answers() for version, played in battles.items()}
    alike = answers[WITH].keys() & answers[WITHOUT].keys()
    assert len(alike) > 10
    assert {key: answers[WITH][key] for key in alike} == {key: answers[WITHOUT][key] for key in alike}


def test_a_team_mate_is_sent_as_many_messages_as_in_the_other_battle(battles: dict[str, Played]) -> None:
    """He knows of the stand; how often it is asked is its own player's business."""
    kinds = {
        version: [one["type"] for one in played.company["blue_2"].told()]
        for version, played in battles.items()
    }
    assert kinds[WITH] == kinds[WITHOUT]


@pytest.mark.parametrize("seat", STRANGERS)
def test_the_past_tells_a_stranger_as_little(battles: dict[str, Played], seat: str) -> None:
    def past(played: Played) -> list[str]:
        chair = played.company[seat]
        address = f"{chair.server}/api/games/{chair.game}"
        token = f"?token={chair.key['token']}"
        moments = chair.page.request.get(f"{address}/history{token}").json()["moments"]
        texts = [chair.page.request.get(f"{address}/moments/{one['n']}{token}").text() for one in moments]
        export = chair.page.request.get(f"{address}/export{token}").text()
        return [text.replace(chair.game, "GAME") for text in (*map(str, moments), *texts, export)]

    told = {version: past(played) for version, played in battles.items()}
    assert not any(SECRET in text for texts in told.values() for text in texts)
    assert told[WITH] == told[WITHOUT]
