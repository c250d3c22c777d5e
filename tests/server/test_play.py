"""A game over the socket, from the first view to the last patch, and everything a client may do wrong."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from deadground.core.replay import audit
from deadground.core.saves import load
from deadground.testing.duel import DUEL


def test_a_game_is_played_to_its_end(client: Any, begin: Any, sit: Any) -> None:
    opened = begin(scenario="patrol")
    player = sit(opened)
    assert player.play() > 3
    assert player.view["outcome"]["reason"]
    state = client.get(f"/api/games/{opened['game']}", params={"token": opened["token"]}).json()
    assert state["outcome"] == player.view["outcome"]
    assert state["entries"] == len(player.log)
    assert not state["your_turn"]


def test_a_tab_that_comes_later_sees_what_the_first_one_sees(begin: Any, sit: Any) -> None:
    opened = begin(scenario="patrol")
    first = sit(opened)
    first.play(5)
    first.request()
    second = sit(opened)
    assert (second.view, second.version, second.log) == (first.view, first.version, first.log)


def test_two_tabs_on_one_seat_stay_in_step(begin: Any, sit: Any) -> None:
    opened = begin(scenario="patrol")
    left, right = sit(opened), sit(opened)
    for tab in (left, right, left, left, right):
        tab.catch_up()
        if tab.request() is not None:
            assert tab.choose()
    right.request()
    left.catch_up()
    assert left.view == right.view
    assert left.version == right.version


def test_a_stale_choice_is_refused(begin: Any, sit: Any) -> None:
    player = sit(begin())
    old = player.choice()
    player.choose()
    player.request()
    refusal = player.call("choose", choice=old)
    assert [fault.at for fault in refusal.faults] == ["serial"]
    assert player.choose()


def test_a_choice_for_another_seat_is_refused(begin: Any, sit: Any) -> None:
    player = sit(begin())
    refusal = player.choose(seat="blue")
    assert refusal.faults[0].reason == "this is the seat of red, not of blue"


def test_an_illegal_choice_is_refused_with_every_fault(begin: Any, sit: Any) -> None:
    player = sit(begin())
    before = dict(player.view)
    assert len(player.choose(value=["nobody", "no one"]).faults) == 3
    assert player.choose(value={"not": "a list"}).faults[0].at == "value"
    assert player.choose(kind="number").faults[0].at == "kind"
    assert player.view == before


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "hello",
        "[]",
        "{}",
        '{"type": "choose"}',
        '{"type": "conquer", "call": 1}',
        '{"type": "undo", "call": "one"}',
        '{"type": "check", "call": 1, "choice": ' + "[" * 30_000 + "]" * 30_000 + "}",
        '{"type": "check", "call": 1, "choice": {"serial": 1, "seat": "\\ud800", "kind": "pick", "value": 0}}',
    ],
    ids=range(9),
)
def test_a_bad_frame_is_answered_and_the_line_stays_open(begin: Any, sit: Any, frame: str) -> None:
    player = sit(begin())
    assert player.send(frame).reason.startswith("This message cannot be read")
    assert player.choose()


def test_the_answer_to_a_bad_call_names_the_call(begin: Any, sit: Any) -> None:
    assert sit(begin()).send('{"type": "choose", "call": 17}').call == 17


def test_an_enormous_number_does_no_harm(begin: Any, sit: Any) -> None:
    player = sit(begin())
    assert player.send('{"type": "undo", "call": ' + "9" * 400 + "}").call == int("9" * 400)


def test_an_oversized_frame_closes_the_line(client: Any, begin: Any) -> None:
    opened = begin()
    address = f"/api/games/{opened['game']}/table?token={opened['token']}"
    with client.websocket_connect(address) as session:
        session.send_text(" " * 65_537)
        with pytest.raises(WebSocketDisconnect) as closed:
            read_on(session)
    assert closed.value.code == 1009


def read_on(session: Any) -> None:
    while True:
        session.receive_text(timeout=20)


@pytest.mark.parametrize(
    ("game", "token", "code"), [(None, "wrong", 4403), (None, "", 4403), ("no-such-game", None, 4403)]
)
def test_a_wrong_door_is_closed_with_a_reason(
    client: Any, begin: Any, game: str | None, token: str | None, code: int
) -> None:
    opened = begin()
    address = f"/api/games/{game or opened['game']}/table?token={opened['token'] if token is None else token}"
    with client.websocket_connect(address) as session, pytest.raises(WebSocketDisconnect) as closed:
        session.receive_text(timeout=20)
    assert closed.value.code == code
    assert closed.value.detail


def test_check_and_suggest_change_nothing(client: Any, begin: Any, sit: Any, sql: Any) -> None:
    player = sit(begin())
    before = sql("select count(*) from entries")
    assert player.call("check", choice=player.choice()).faults == ()
    assert player.call("check", choice=player.choice(value=[])).faults
    suggestions = player.call("suggest", serial=player.request()["serial"]).suggestions
    assert suggestions
    assert player.call("check", choice=player.choice(value=suggestions[0].value)).faults == ()
    assert player.call("suggest", serial=99).faults
    assert sql("select count(*) from entries") == before


def test_a_free_choice_is_undone(begin: Any, sit: Any) -> None:
    player = sit(begin())
    before = player.view["state"], player.request()["prompt"]
    player.choose()
    assert player.view["can_undo"]
    assert player.call("undo").call
    player.read()
    assert (player.view["state"], player.request()["prompt"]) == before


def test_the_bot_agrees_to_a_take_back(begin: Any, sit: Any) -> None:
    player = sit(begin(scenario="patrol"))
    player.play(2)
    player.request()
    player.call("ask_back")
    while not any("by consent" in event.text for event in player.log):
        player.read()


def test_export_during_play_is_the_view_and_no_more(client: Any, begin: Any, sit: Any) -> None:
    opened = begin()
    player = sit(opened)
    player.choose()
    player.request()
    address = f"/api/games/{opened['game']}/export"
    answer = client.get(address, params={"token": opened["token"]})
    assert set(answer.json()) == {"format", "view", "log"}
    assert answer.json()["view"] == player.view
    for secret in ("seed", "journal", "rolls_to_come", "agenda", opened["token"]):
        assert f'"{secret}"' not in answer.text
    assert answer.headers["content-disposition"] == 'attachment; filename="deadground-pair-red-view.json"'
    assert client.get(address, params={"token": "wrong"}).status_code == 403


def test_export_of_a_finished_game_is_a_save_that_proves_itself(client: Any, begin: Any, sit: Any) -> None:
    opened = begin()
    player = sit(opened)
    player.play()
    answer = client.get(f"/api/games/{opened['game']}/export", params={"token": opened["token"]})
    match = load(answer.content, {DUEL.name: DUEL})
    assert list(audit(match, player.view["commitment"])) == []
    assert match.outcome is not None
    assert match.outcome.reason == player.view["outcome"]["reason"]
