"""A game's history: moments as a seat saw them, going back, putting right, forking, and reports."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from deadground.bots.random import RandomBot
from deadground.core.journal import AskedBack, Chose, Seated
from deadground.core.match import Match
from deadground.core.saves import load
from deadground.server.chronicle import ALL, Chronicle, Game
from deadground.server.replay_file import frames
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL
from tests.core.test_veil import answer, under_way


def get(client: Any, opened: dict[str, Any], what: str, **params: Any) -> Any:
    address = f"/api/games/{opened['game']}/{what}"
    return client.get(address, params={"token": opened["token"], **params})


def post(client: Any, opened: dict[str, Any], route: str, **body: Any) -> Any:
    address = f"/api/games/{opened['game']}/{route}"
    return client.post(address, params={"token": opened["token"]}, json=body)


def moments(client: Any, opened: dict[str, Any], **params: Any) -> list[dict[str, Any]]:
    answer = get(client, opened, "history", **params)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["moments"]
    return found


def test_moments_are_the_log_cut_into_steps(client: Any, begin: Any, sit: Any) -> None:
    opened = begin()
    player = sit(opened)
    player.play(4)
    player.catch_up()
    found = moments(client, opened)
    assert [moment["n"] for moment in found] == list(range(len(found)))
    told: list[Any] = []
    for moment in found:
        seen = get(client, opened, f"moments/{moment['n']}").json()
        told += seen["log"][len(seen["log"]) - seen["news"] :]
        assert len(told) == seen["log_start"] + len(seen["log"])
    read = len(player.log)
    player.catch_up()
    assert len(told) >= read
    assert [event["text"] for event in told] == [event.text for event in player.log][: len(told)]


def test_the_last_moment_is_the_table_as_it_stands(client: Any, begin: Any, sit: Any) -> None:
    opened = begin("cards", "meeting", "north")
    player = sit(opened)
    player.play(3)
    player.catch_up()
    last = moments(client, opened)[-1]["n"]
    assert get(client, opened, f"moments/{last}").json()["state"] == player.view["state"]


def played(system: Any, scenario: str, choices: int) -> tuple[Match[Any], list[dict[str, Any]]]:
    """A match some choices on, and what every seat's view was after each."""
    match = Match.begin(system, system.prepare(scenario), b"seed")
    bot, views = RandomBot(Random(1)), []
    for _ in range(choices):
        seat = next(iter(match.to_act()), "")
        if seat:
            match.submit(bot.choose(match.view(seat)))
            views.append({seat: match.view(seat).state for seat in match.setup.seats})
    return match, views


@pytest.mark.parametrize(("system", "scenario"), [(DUEL, "company"), (CARDS, "meeting")])
def test_positions_come_again_as_they_were_whether_noted_or_played_again(system: Any, scenario: str) -> None:
    match, views = played(system, scenario, 12)
    chronicle, game = Chronicle(), Game.of(match)
    for seat in match.setup.seats:
        told = chronicle.moments(game, seat)
        for one in told[1:]:
            if isinstance(match.journal[one.entry].act, Chose):
                state = chronicle.seen(game, seat, told, one.moment.n).state
                assert state == Chronicle().seen(game, seat, told, one.moment.n).state
    assert chronicle.position(game, match.current).digest() == match.position.digest()
    assert len(chronicle.moments(game, ALL)) >= len(views)


def test_the_replay_file_tells_who_sat_down_and_nothing_that_was_taken_back() -> None:
    match, _ = played(DUEL, "company", 3)
    match.note(Seated(match.setup.seats[0], "Anna has sat down.", "Anna"))
    match.note(AskedBack(match.setup.seats[0], 1))
    match.submit(RandomBot(Random(1)).choose(match.view(match.to_act()[0])))
    for seat in (ALL, *match.setup.seats):
        told = [line.text for frame in frames(Game.of(match), Chronicle(), seat) for line in frame.told]
        assert told.count("Anna has sat down.") == 1
        assert not any("take back" in text for text in told)


def test_a_seats_moments_tell_nothing_of_anothers_secret_choices() -> None:
    """North's moments are the same however often south lays and takes back its cards under cover."""
    match, _ = played(CARDS, "meeting", 0)
    north, south = match.setup.seats
    before = Chronicle().moments(Game.of(match), north)
    if south not in match.to_act():
        pytest.fail("south should be asked at the start")
    bot = RandomBot(Random(3))
    match.submit(bot.choose(match.view(south)))
    match.undo(south)
    match.submit(bot.choose(match.view(south)))
    after = Chronicle().moments(Game.of(match), north)
    hidden = [one for one in after if one.entry > 0 and not one.news]
    assert hidden == []
    assert [one.moment for one in before] == [one.moment for one in after][: len(before)]


def test_what_happens_under_a_veil_is_one_moment() -> None:
    """However often b is asked on the way, a's moments are as many, during and after."""

    def moments_of_a(*stops: str) -> tuple[list[Any], list[Any]]:
        table, _ = under_way(*stops)
        during = Chronicle().moments(Game.of(table.match), "a")
        for seat in stops:
            answer(table.match, seat)
        return during, Chronicle().moments(Game.of(table.match), "a")

    (during, after), (often_during, often_after) = moments_of_a("b"), moments_of_a("b", "b")
    assert [one.moment for one in during] == [one.moment for one in often_during]
    assert len(after) == len(often_after)
    assert [event.text for event in often_after[-1].news] == ["2 to go.", "1 to go.", "0 to go."]


def test_everything_is_told_only_when_the_game_is_over(client: Any, begin: Any, sit: Any) -> None:
    opened = begin()
    player = sit(opened)
    answer = get(client, opened, "history", all=True)
    assert (answer.status_code, answer.json()["reason"]) == (403, "the game is not over: secrets stay secret")
    assert get(client, opened, "moments/0", all=True).status_code == 403
    player.play()
    assert len(moments(client, opened, all=True)) >= len(moments(client, opened))


def test_another_side_is_looked_at_only_when_the_game_is_over(client: Any) -> None:
    opened = client.post("/api/games", json={"system": "cards", "scenario": "meeting"}).json()
    mine = {**opened, **opened["seats"][0]}
    for what in ("history", "moments/0"):
        assert get(client, mine, what, seat="south").status_code == 403
    while not client.post(f"/api/games/{mine['game']}/go-on", params={"token": mine["token"]}).json()[
        "outcome"
    ]:
        pass
    states = [get(client, mine, "moments/0", seat=seat).json()["state"] for seat in ("north", "south")]
    assert states[0] != states[1]
    refused = get(client, mine, "history", seat="sooth")
    assert (refused.status_code, refused.json()["near"]) == (404, ["south", "north"])


def test_a_solo_player_goes_back_and_the_game_is_marked(client: Any, begin: Any, sit: Any) -> None:
    opened = begin()
    player = sit(opened)
    start = deepcopy(player.view["state"])
    player.play(3)
    answer = post(client, opened, "rewind", moment=0, reason="I had the wrong glasses on")
    assert answer.status_code == 200, answer.text
    assert answer.json()["marks"] == ["Red went back: I had the wrong glasses on"]
    player.catch_up()
    assert player.view["state"] == start
    assert player.view["marks"]
    player.play()
    assert player.view["outcome"]


def test_going_back_to_nowhere_is_refused(client: Any, begin: Any) -> None:
    opened = begin()
    answer = post(client, opened, "rewind", moment=99)
    assert answer.status_code == 404
    assert "there is no moment 99" in answer.json()["reason"]


def test_dice_are_set_with_a_reason_and_nonsense_is_refused_with_one(client: Any, begin: Any) -> None:
    opened = begin()
    right = post(client, opened, "put-right", reason="the die fell off the table", dice=[6, 6])
    assert right.status_code == 200, right.text
    assert right.json()["marks"] == ["Red put right: the die fell off the table"]
    assert post(client, opened, "put-right", reason=" ").json()["reason"] == "putting right needs a reason"
    wrong = post(client, opened, "put-right", reason="x", corrections=[{"at": ["nowhere"], "value": 1}])
    assert (wrong.status_code, wrong.json()["reason"]) == (400, "there is nothing at 'nowhere' to put right")


def test_a_system_lists_what_can_be_overruled(client: Any, begin: Any) -> None:
    opened = begin()
    assert get(client, opened, "overrules").json() == list(DUEL.overrules)
    wrong = post(client, opened, "put-right", reason="x", overrule={"what": "fly"})
    assert wrong.status_code == 400
    assert "'fly' cannot be overruled" in wrong.json()["reason"]


def test_a_fork_goes_on_from_its_moment_and_leaves_the_game_alone(client: Any, begin: Any, sit: Any) -> None:
    opened = begin()
    player = sit(opened)
    start = deepcopy(player.view["state"])
    player.play()
    over = deepcopy(player.view)
    answer = post(client, opened, "fork", moment=0)
    assert answer.status_code == 201, answer.text
    new = {**answer.json(), **answer.json()["seats"][0]}
    other = sit(new)
    assert other.view["state"] == start
    assert other.view["outcome"] is None
    assert other.view["marks"]
    other.play()
    assert other.view["outcome"]
    player.catch_up()
    assert player.view == over


def test_a_fork_names_who_made_it(client: Any, sit: Any) -> None:
    order = {"system": "duel", "scenario": "pair", "seats": {"red": "me"}, "name": "Anna"}
    begun = client.post("/api/games", json=order).json()
    opened = {**begun, **begun["seats"][0]}
    sit(opened).play(2)
    forked = post(client, opened, "fork", moment=0).json()
    told = sit({**forked, **forked["seats"][0]}).log[-1].text
    assert told == "Anna (Red) goes back: to play on from here in a game of its own"


def test_a_fork_may_change_seats(client: Any, begin: Any, sit: Any) -> None:
    opened = begin()
    sit(opened).play()
    answer = post(client, opened, "fork", moment=1, all=True, seats={"blue": "me"})
    assert [seat["seat"] for seat in answer.json()["seats"]] == ["blue"]


def test_nobody_is_invited_to_a_fork(client: Any, begin: Any, sit: Any) -> None:
    """It has the seed of its game: who has played that to the end knows the dice of both."""
    opened = begin()
    sit(opened).play()
    answer = post(client, opened, "fork", moment=0, seats={"red": "me", "blue": "link"})
    assert (answer.status_code, "know its dice" in answer.json()["reason"]) == (400, True)
    assert post(client, opened, "fork", moment=0, seats={"red": "me", "blue": "screen"}).status_code == 201


def test_a_report_of_what_is_wrong_can_be_loaded(client: Any, begin: Any, sit: Any, tmp_path: Path) -> None:
    opened = begin()
    player = sit(opened)
    player.play(2)
    answer = post(client, opened, "wrong", what="log", words="He was behind the wall.", where={"event": 3})
    assert answer.status_code == 201, answer.text
    file = tmp_path / "reports" / answer.json()["file"]
    assert "He was behind the wall." in file.read_text("utf-8")
    match = load(file.read_bytes(), {DUEL.name: DUEL})
    assert match.view("red").seat == "red"


@pytest.mark.parametrize("what", ["rewind", "put-right", "fork", "wrong", "again", "go-on"])
def test_a_stranger_changes_nothing(client: Any, begin: Any, what: str) -> None:
    opened = begin()
    body = {"moment": 0, "reason": "x", "what": "log", "words": "x"}
    wanted = {
        "rewind": ("moment", "reason"),
        "put-right": ("reason",),
        "fork": ("moment",),
        "wrong": ("what", "words"),
    }
    sent = {key: body[key] for key in wanted.get(what, ())}
    address = f"/api/games/{opened['game']}/{what}"
    assert client.post(address, params={"token": "wrong"}, json=sent).status_code == 403
