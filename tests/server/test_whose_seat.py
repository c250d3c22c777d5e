"""Whose seat it is: nobody sits on two sides unseen, and nobody loses his seat unasked.

The game of duels has two sides for two browsers; the company of stands has team-mates and an umpire.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from sqlalchemy import Column, Connection, update

from deadground.core.audit import audit
from deadground.core.saves import save
from deadground.server import absence, invite_routes
from deadground.server.app import make_app
from deadground.server.kept import match_of
from deadground.server.people import now
from deadground.server.store import Store
from deadground.server.tables import held, seat_wishes, visits
from deadground.systems.stands.system import STANDS
from tests.server.by_link import Client, company, join, joined, key_of, link_of
from tests.server.player import Player

Opened = dict[str, Any]
LONG_AGO = datetime.fromisoformat("2020-01-01")


@pytest.fixture
def browsers(store: Store, tmp_path: Path) -> Iterator[Callable[[], Client]]:
    """Browsers at a server that plays stands, where sides have several players and an umpire."""
    app = make_app(store, {STANDS.name: STANDS}, tmp_path / "crashes", page_folder=tmp_path)
    first = TestClient(app=app, raise_server_exceptions=False)

    def make() -> Client:
        client: Client = TestClient(app=app, raise_server_exceptions=False)
        client.blocking_portal = first.blocking_portal
        return client

    with first:
        yield make


Tab = Callable[[Client, Opened, str], Player]


@pytest.fixture
def tab() -> Iterator[Tab]:
    """Opens pages at a table, and closes them at the end."""
    sessions: list[Any] = []

    def one(browser: Client, opened: Opened, seat: str) -> Player:
        token = key_of(opened, seat)["token"]
        session = browser.websocket_connect(f"/api/games/{opened['game']}/table?token={token}")
        sessions.append(session)
        session.__enter__()
        return Player(session.send_text, lambda: session.receive_text(timeout=20))

    yield one
    for session in sessions:
        session.__exit__(None, None, None)


def begin(host: Client, **more: Any) -> Opened:
    """Soviets are two: the host commands, a friend has the second seat. Germans and umpire come by link."""
    seats = {"soviet": "me", "soviet_2": "link", "german": "link", "umpire": "link"}
    body = {"system": "stands", "scenario": "olkhovka-line", "seats": seats, "players": {"soviet": 2}}
    answer = host.post("/api/games", json={**body, "name": "Anna", **more})
    assert answer.status_code == 201, answer.text
    opened: Opened = answer.json()
    return opened


class Table:
    """Everybody at one table, each with a browser: Anna began it with Ben beside her, against Clara, before Uta."""

    def __init__(self, browsers: Callable[[], Client], tab: Tab, **more: Any) -> None:
        self.tab, self.new = tab, browsers
        self.browsers = {seat: browsers() for seat in ("soviet", "soviet_2", "german", "umpire")}
        self.opened = begin(self.browsers["soviet"], **more)
        names = {"soviet_2": "Ben", "german": "Clara", "umpire": "Uta"}
        offered = {link["seat"] for link in self.opened["links"]}
        self.keys = {"soviet": self.opened} | {
            seat: joined(self.browsers[seat], link_of(self.opened, seat), name)
            for seat, name in names.items()
            if seat in offered
        }

    @property
    def game(self) -> str:
        return str(self.opened["game"])

    def sit(self, seat: str) -> Player:
        return self.tab(self.browsers[seat], self.keys[seat], seat)

    def call(self, by: str, what: str, /, **fields: Any) -> Any:
        """Something said by a person who is at the table for that moment alone."""
        token = key_of(self.keys[by], by)["token"]
        address = f"/api/games/{self.game}/table?token={token}"
        with self.browsers[by].websocket_connect(address) as session:
            return Player(session.send_text, lambda: session.receive_text(timeout=20)).call(what, **fields)

    def leave(self, by: str, what: str = "leave_seat", /, **fields: Any) -> None:
        """Something said that sends the speaker away."""
        with pytest.raises(WebSocketDisconnect):
            self.call(by, what, **fields)

    def link(self, seat: str) -> Any:
        address = f"/api/games/{self.game}/seats/{seat}/link"
        return self.browsers["soviet"].post(address, params=key_of(self.opened, "soviet"))

    def sitting(self, seat: str) -> dict[str, Any]:
        found: dict[str, Any] = company(self.browsers["soviet"], self.opened, "soviet")["seats"][seat]
        return found

    def log(self) -> list[str]:
        address, key = f"/api/games/{self.game}/export", key_of(self.opened, "soviet")
        found = self.browsers["soviet"].get(address, params=key).json()
        return [event["text"] for event in found["log"]]


@pytest.fixture
def table(browsers: Callable[[], Client], tab: Tab) -> Table:
    return Table(browsers, tab)


@pytest.fixture
def away(store: Store, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes it so that everybody who is not at the table left it years ago, and asked what he asked then."""

    def years_ago() -> None:
        monkeypatch.setattr(absence, "STARTED", now() - timedelta(days=999))
        for column in (visits.c.left, held.c.since, seat_wishes.c.asked):
            store.write(partial(set_back, column)).result(20)

    return years_ago


def set_back(column: Column[Any], connection: Connection) -> None:
    connection.execute(update(column.table).values({column.name: LONG_AGO}))


def tag(answer: Any) -> str:
    return str(answer.__struct_config__.tag)


def reason(answer: Any) -> str:
    return str(answer.faults[0].reason)


# --- nobody sits on two sides unseen ---


def test_who_sits_down_is_a_line_in_the_log(table: Table) -> None:
    said = table.log()
    for line in ("Ben sits down as Soviet 2.", "Clara sits down as German.", "Uta sits down as Umpire."):
        assert line in said
    assert table.sitting("german")["changes"] == []


@pytest.mark.parametrize("seat", ["soviet_2", "german", "umpire"])
def test_the_host_cannot_make_a_link_to_a_seat_that_somebody_has(table: Table, seat: str) -> None:
    answer = table.link(seat)
    assert (answer.status_code, "sits there" in answer.json()["reason"]) == (403, True)
    assert table.sitting(seat)["who"] == "person"


@pytest.mark.parametrize("seat", ["german", "umpire"])
def test_one_browser_sits_on_one_side(browsers: Callable[[], Client], seat: str) -> None:
    host = browsers()
    opened = begin(host)
    offer = host.post("/api/invitation", json={"token": link_of(opened, seat)}).json()
    assert "nobody sits on two sides" in offer["barred"]
    answer = join(host, link_of(opened, seat), "Mallory")
    assert (answer.status_code, "as Soviet" in answer.json()["reason"]) == (400, True)
    assert join(host, link_of(opened, "soviet_2"), "Anna").status_code == 201, "two seats of one side"
    assert join(browsers(), link_of(opened, seat), "Clara").status_code == 201, "the link is still good"


def test_an_umpire_does_not_play_too(browsers: Callable[[], Client]) -> None:
    uta = browsers()
    opened = begin(browsers())
    joined(uta, link_of(opened, "umpire"), "Uta")
    for seat in ("german", "soviet_2"):
        assert join(uta, link_of(opened, seat), "Uta").status_code == 400


def test_a_player_may_look_on_as_everybody_may(browsers: Callable[[], Client]) -> None:
    host = browsers()
    opened = begin(host, observers=1)
    assert join(host, link_of(opened, "observer"), "Anna").status_code == 201


def test_two_sides_at_one_screen_are_agreed_to_by_who_sits_down(browsers: Callable[[], Client]) -> None:
    seats = {"soviet": "me", "soviet_2": "link", "german": "screen"}
    host, ben = browsers(), browsers()
    opened = begin(host, seats=seats, observers=1)
    link = link_of(opened, "soviet_2")
    offer = ben.post("/api/invitation", json={"token": link}).json()
    assert offer["curtain"] == ["german", "soviet"] or offer["curtain"] == ["soviet", "german"]
    refused = ben.post("/api/join", json={"token": link, "name": "Ben"})
    assert (refused.status_code, "must agree" in refused.json()["reason"]) == (400, True)
    assert ben.post("/api/join", json={"token": link, "name": "Ben", "curtain": True}).status_code == 201
    assert join(browsers(), link_of(opened, "observer"), "Olga").status_code == 201, (
        "who looks on plays nothing"
    )


def test_a_browser_does_not_become_that_of_its_enemy(table: Table) -> None:
    host, clara = table.browsers["soviet"], table.browsers["german"]
    move = clara.post("/api/me/move", json={}).json()["token"]
    answer = host.post("/api/move", json={"token": move})
    assert (answer.status_code, "two sides" in answer.json()["reason"]) == (400, True)
    assert table.new().post("/api/move", json={"token": move}).status_code == 201, "the link is still good"


def test_a_browser_does_not_take_the_seat_of_its_enemy_along(table: Table) -> None:
    """Whoever has the other side's key does not make that seat his own by moving."""
    host, game = table.browsers["soviet"], table.game
    keys = [{"game": game, **key_of(table.keys[seat], seat)} for seat in ("german", "soviet_2")]
    for taken in (keys, keys[:1]):
        answer = host.post("/api/me/move", json={"keys": taken})
        assert (answer.status_code, "two sides" in answer.json()["reason"]) == (400, True)
    assert table.new().post("/api/me/move", json={"keys": keys}).status_code == 400, "both at once"
    opened = host.post(f"/api/me/games/{game}").json()
    assert [one["seat"] for one in opened["seats"]] == ["soviet"]
    assert host.post("/api/me/move", json={"keys": keys[1:]}).status_code == 201, "a seat of one's own side"


def test_who_opens_two_links_at_once_sits_on_one_side(
    browsers: Callable[[], Client], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are judged before either has sat down."""
    judged, both = invite_routes.must_be_one_side, asyncio.Barrier(2)

    async def judged_together(*given: Any) -> None:
        await judged(*given)
        await asyncio.wait_for(both.wait(), 20)

    host, first = browsers(), browsers()
    opened = begin(host)
    begin(first)
    second = browsers()
    second.cookies = first.cookies
    monkeypatch.setattr(invite_routes, "must_be_one_side", judged_together)
    with ThreadPoolExecutor(2) as pool:
        answers = [
            pool.submit(join, browser, link_of(opened, seat), "Mallory")
            for browser, seat in ((first, "german"), (second, "umpire"))
        ]
    assert sorted(answer.result().status_code for answer in answers) == [201, 400]
    assert len(first.post(f"/api/me/games/{opened['game']}").json()["seats"]) == 1
    assert store.why_not_well() == "", "a refusal is no trouble of the disk"


@pytest.mark.parametrize(
    ("left", "then", "allowed"),
    [
        ("umpire", "german", False),
        ("umpire", "soviet_2", False),
        ("german", "soviet_2", False),
        ("german", "german", True),
        ("german", "umpire", True),
        ("german", "observer", True),
    ],
)
def test_who_gave_up_a_seat_does_not_play_on_another_side(
    browsers: Callable[[], Client], tab: Tab, left: str, then: str, allowed: bool
) -> None:
    """He knows what that seat knew, whatever he calls himself now."""
    table = Table(browsers, tab, observers=1)
    for seat in {left, then} - {"observer"}:
        table.leave(seat)
    link = link_of(table.opened, "observer") if then == "observer" else table.link(then).json()["token"]
    browser = table.browsers[left]
    offer = browser.post("/api/invitation", json={"token": link}).json()
    assert ("has sat at this table before" in offer["barred"]) != allowed
    assert join(browser, link, "Mallory").status_code == (201 if allowed else 400)


# --- giving a seat to somebody else ---


def test_who_gave_up_his_seat_is_told_that_and_not_that_the_server_stops(table: Table) -> None:
    with pytest.raises(WebSocketDisconnect) as sent_away:
        table.call("german", "leave_seat")
    assert (sent_away.value.code, sent_away.value.detail) == (4403, "this key opens the seat no longer")


def test_a_seat_is_given_up_by_its_owner_and_marked_until_the_end(table: Table) -> None:
    assert tag(table.call("soviet", "ask_seat", seat="german")) == "ack"
    assert table.log()[-1] == "Anna (Soviet) asks that the seat of Clara (German) go to somebody else."
    assert table.link("german").status_code == 403, "to ask is not enough"
    table.leave("german", "answer_seat", seat="german", agrees=True)
    assert table.log()[-1] == "Clara (German) gives up the seat."
    assert table.sitting("german")["who"] == "open"
    dora = joined(table.new(), table.link("german").json()["token"], "Dora")
    assert dora["seats"][0]["seat"] == "german"
    assert table.log()[-1] == "Dora sits down as German, where Clara sat before."
    assert table.sitting("german")["changes"] == [
        "Clara (German) gives up the seat.",
        "Dora sits down as German, where Clara sat before.",
    ]


def test_who_keeps_his_seat_keeps_it(table: Table, away: Callable[[], None]) -> None:
    table.call("soviet", "ask_seat", seat="german")
    table.call("german", "answer_seat", seat="german", agrees=False)
    assert table.log()[-1] == "Clara (German) keeps the seat."
    away()
    for seat in ("soviet_2", "umpire"):
        answer = table.call(seat, "answer_seat", seat="german", agrees=True)
        assert reason(answer) == "nothing is asked of you about this seat"
    assert table.sitting("german")["name"] == "Clara"


def test_the_umpires_word_gives_a_seat_away_once_its_owner_is_away(
    table: Table, away: Callable[[], None]
) -> None:
    clara = table.sit("german")
    assert tag(table.call("umpire", "ask_seat", seat="german")) == "ack"
    assert table.sitting("german")["who"] == "person", "she is looking"
    clara.call("attend", visible=False)
    table.call("umpire", "ask_seat", seat="german")
    assert table.sitting("german")["who"] == "person", "she has only just turned away"
    away()
    table.call("umpire", "ask_seat", seat="german")
    assert table.sitting("german")["who"] == "open"
    assert table.log()[-1] == "Clara (German) is away and has the seat no longer: the umpire says so."


def test_all_others_must_agree_and_the_tables_time_must_have_passed(
    table: Table, away: Callable[[], None]
) -> None:
    table.call("soviet", "ask_seat", seat="umpire")
    away()
    table.call("soviet", "ask_seat", seat="umpire")
    assert table.sitting("umpire")["name"] == "Uta", "the others have not agreed"
    table.call("soviet_2", "answer_seat", seat="umpire", agrees=True)
    assert table.sitting("umpire")["name"] == "Uta", "Clara has not agreed"
    table.call("german", "answer_seat", seat="umpire", agrees=True)
    assert table.sitting("umpire")["who"] == "open"
    assert "all the others agree" in table.log()[-1]


@pytest.mark.parametrize(("hours", "free"), [(0, False), (1, True), (720, True)])
def test_the_time_is_the_tables_own(
    browsers: Callable[[], Client], tab: Tab, away: Callable[[], None], hours: int, free: bool
) -> None:
    seats = {"soviet": "me", "german": "link"}
    table = Table(browsers, tab, seats=seats, players={}, away_hours=hours)
    assert (
        table.browsers["soviet"]
        .get(f"/api/games/{table.game}/company", params=key_of(table.opened, "soviet"))
        .json()["away_hours"]
        == hours
    )
    table.call("soviet", "ask_seat", seat="german")
    assert table.sitting("german")["who"] == "person", "the time has not passed"
    away()
    table.call("soviet", "ask_seat", seat="german")
    assert (table.sitting("german")["who"] == "open") == free


@pytest.mark.parametrize("hours", [-1, 721])
def test_a_table_waits_between_never_and_a_month(browsers: Callable[[], Client], hours: int) -> None:
    body = {"system": "stands", "scenario": "first-lesson", "seats": {"soviet": "me"}, "away_hours": hours}
    assert browsers().post("/api/games", json=body).status_code == 400


@pytest.mark.parametrize(
    ("by", "seat", "said"),
    [
        ("soviet_2", "german", "only who began this game"),
        ("german", "soviet_2", "only who began this game"),
        ("soviet", "soviet", "nobody who came by link"),
        ("soviet", "luck", "nobody who came by link"),
    ],
)
def test_what_cannot_be_asked_is_refused(table: Table, by: str, seat: str, said: str) -> None:
    assert said in reason(table.call(by, "ask_seat", seat=seat))
    assert "nothing is asked" in reason(table.call(by, "answer_seat", seat=seat, agrees=True))


def test_who_looks_on_has_no_say(browsers: Callable[[], Client], tab: Tab) -> None:
    table = Table(browsers, tab, observers=1)
    table.browsers["observer"] = browsers()
    table.keys["observer"] = joined(table.browsers["observer"], link_of(table.opened, "observer"), "Olga")
    table.call("soviet", "ask_seat", seat="german")
    assert "nothing is asked" in reason(table.call("observer", "answer_seat", seat="german", agrees=True))
    assert "only who began" in reason(table.call("observer", "ask_seat", seat="german"))
    assert tag(table.call("observer", "lend", seat="soviet_2", to="bot")) == "refusal"


def test_a_wish_is_told_to_everybody_and_can_be_taken_back(table: Table) -> None:
    table.call("soviet", "ask_seat", seat="german")
    clara = table.sit("german")
    clara.catch_up()
    told = [msgspec.json.decode(frame) for frame in clara.frames if '"seat_wishes"' in frame][-1]
    (wish,) = told["wishes"]
    assert (wish["seat"], wish["by"], wish["to"]) == ("german", "soviet", "")
    assert (wish["waits_for"], wish["free_from"], told["hours"]) == (["soviet_2", "umpire"], "", 24)
    table.call("soviet", "answer_seat", seat="german", agrees=False)
    clara.catch_up()
    assert '"wishes":[]' in [frame for frame in clara.frames if '"seat_wishes"' in frame][-1]


# --- a seat is not taken from somebody who is present ---


def test_a_seat_is_not_lent_over_the_head_of_who_is_there(table: Table, away: Callable[[], None]) -> None:
    ben = table.sit("soviet_2")
    away()
    for by in ("soviet", "umpire"):
        answer = table.call(by, "lend", seat="soviet_2", to="bot")
        assert reason(answer) == "its player is at the table: ask him"
    ben.call("attend", visible=False)
    answer = table.call("soviet", "lend", seat="soviet_2", to="bot")
    assert "left less than 5 minutes ago" in reason(answer)
    away()
    assert tag(table.call("soviet", "lend", seat="soviet_2", to="bot")) == "ack"
    assert table.log()[-1] == "Anna (Soviet) lends the whole seat of Ben (Soviet 2) to the bot."
    assert table.sitting("soviet_2")["changes"] == [table.log()[-1]]
    assert tag(ben.call("take_home", seat="soviet_2")) == "ack"
    assert table.log()[-1] == "Ben (Soviet 2) has the whole seat back."


def test_who_is_there_is_asked_and_answers(table: Table) -> None:
    ben = table.sit("soviet_2")
    assert tag(table.call("soviet", "ask_seat", seat="soviet_2", to="soviet")) == "ack"
    ben.catch_up()
    assert ben.view["lent"] == {}
    assert '"to":"soviet"' in [frame for frame in ben.frames if '"seat_wishes"' in frame][-1]
    assert "nothing is asked" in reason(table.call("german", "answer_seat", seat="soviet_2", agrees=True))
    assert tag(ben.call("answer_seat", seat="soviet_2", agrees=True)) == "ack"
    assert ben.view["lent"] == {"soviet_2": "soviet"}
    assert table.log()[-1] == (
        "Anna (Soviet) lends the whole seat of Ben (Soviet 2), who agreed, to Anna (Soviet)."
    )


def test_who_says_no_is_not_lent(table: Table) -> None:
    table.sit("soviet_2")
    table.call("soviet", "ask_seat", seat="soviet_2", to="bot")
    table.call("soviet_2", "answer_seat", seat="soviet_2", agrees=False)
    assert table.log()[-1] == f"{table.sitting('soviet_2')['name']} (Soviet 2) keeps the seat."
    assert "nothing is asked" in reason(table.call("soviet_2", "answer_seat", seat="soviet_2", agrees=True))


def test_the_enemy_cannot_ask_to_lend(table: Table) -> None:
    answer = table.call("german", "ask_seat", seat="soviet_2", to="bot")
    assert reason(answer).startswith("only soviet_2, its army commander or the umpire")
    assert tag(table.call("soviet", "ask_seat", seat="soviet_2", to="german")) == "refusal"


def test_a_game_in_which_seats_changed_hands_can_be_audited(table: Table, store: Store) -> None:
    table.leave("german")
    joined(table.new(), table.link("german").json()["token"], "Dora")
    table.call("soviet", "lend", seat="soviet", to="soviet_2")
    kept = store.load(table.game)
    assert kept is not None
    systems = {STANDS.name: STANDS}
    found = audit(save(match_of(kept, systems)), systems)
    assert (found.holds, found.findings) == (True, ())
