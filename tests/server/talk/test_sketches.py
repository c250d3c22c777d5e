"""Sketches: arrows and notes on the map, for the eyes of the side that drew them."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.server import talk_rate
from tests.server.player import Player
from tests.server.talk.talkers import ARROW, KINDS, Sit, heard, is_done, reason


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is too fast."""
    monkeypatch.setattr(talk_rate.Paces, "spend", lambda *_: None)


def drawn(player: Player) -> list[dict[str, Any]]:
    return [message["sketch"] for message in heard(player, "drawn")]


def test_a_side_sees_what_one_of_it_draws_and_nobody_else_does(everybody: dict[str, Player]) -> None:
    assert is_done(everybody["german"].call("draw", **ARROW, text="tanks"))
    (sketch,) = drawn(everybody["german_2"])
    assert sketch.pop("id")
    assert sketch == {
        "seat": "german",
        "kind": "arrow",
        "points": [[100, 200], [3000, 4000]],
        "text": "tanks",
    }
    assert {name for name, player in everybody.items() if drawn(player)} == {"german", "german_2"}


def test_the_umpire_draws_for_himself(everybody: dict[str, Player]) -> None:
    assert is_done(everybody["umpire"].call("draw", kind="note", points=[[9, 9]], text="mines here"))
    assert {name for name, player in everybody.items() if drawn(player)} == {"umpire"}


def test_who_comes_later_sees_the_sketches_of_his_side(seat: Sit) -> None:
    seat("german").call("draw", **ARROW)
    seat("german").call("draw", kind="note", points=[[70, 80]], text="guns?")
    told = {name: heard(seat(name), "sketches")[0] for name in KINDS}
    kinds = {name: [one["kind"] for one in message["sketches"]] for name, message in told.items()}
    both = ["arrow", "note"]
    assert kinds == {"german": both, "german_2": both, "soviet": [], "umpire": [], "observer": []}
    most = {name: message["most"] for name, message in told.items()}
    assert most == {"german": 40, "german_2": 40, "soviet": 40, "umpire": 40, "observer": 0}


def test_everybody_of_the_side_may_rub_out_and_nobody_else(everybody: dict[str, Player], seat: Sit) -> None:
    everybody["german"].call("draw", **ARROW)
    (sketch,) = drawn(everybody["german_2"])
    assert is_done(everybody["soviet"].call("rub_out", ids=[sketch["id"]]))
    assert len(heard(seat("german"), "sketches")[0]["sketches"]) == 1
    assert is_done(everybody["german_2"].call("rub_out", ids=[sketch["id"]]))
    assert [message["ids"] for message in heard(everybody["german"], "rubbed_out")] == [[sketch["id"]]]
    assert heard(seat("german"), "sketches")[0]["sketches"] == []
    assert not any(heard(everybody[name], "rubbed_out") for name in ("soviet", "umpire", "observer"))


def test_what_is_gone_already_is_no_fault_and_no_news(everybody: dict[str, Player]) -> None:
    assert is_done(everybody["german"].call("rub_out", ids=["gone"]))
    assert heard(everybody["german"], "rubbed_out") == []


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ({"kind": "arrow", "points": [[1, 1]]}, "An arrow goes from one point to another"),
        ({"kind": "arrow", "points": [[1, 1], [1, 1]]}, "An arrow goes from one point to another"),
        ({"kind": "arrow", "points": [[1, 1], [2, 2]], "text": "x" * 61}, "61 characters; 60 is the most"),
        ({"kind": "note", "points": [[1, 1]]}, "There is nothing written"),
        ({"kind": "note", "points": [], "text": "x"}, "A note stands at one point"),
        ({"kind": "note", "points": [[1, 1], [2, 2]], "text": "x"}, "A note stands at one point"),
        ({"kind": "note", "points": [[1, 1]], "text": "a\tb"}, "characters in it that cannot be shown"),
    ],
)
def test_what_cannot_be_drawn_is_refused(seat: Sit, call: dict[str, Any], why: str) -> None:
    player = seat("german")
    assert why in reason(player.call("draw", **call))
    assert drawn(player) == []


@pytest.mark.parametrize(
    "call",
    [
        {"kind": "arrow", "points": [[0, 0], [-1, 5]]},
        {"kind": "arrow", "points": [[0, 0], [100_001, 5]]},
        {"kind": "arrow", "points": [[0, 0], [1.5, 5]]},
        {"kind": "arrow", "points": [[n, n] for n in range(61)]},
        {"kind": "circle", "points": [[0, 0], [5, 5]]},
    ],
)
def test_a_drawing_that_is_none_is_answered_and_the_line_stays(seat: Sit, call: dict[str, Any]) -> None:
    player = seat("german")
    assert player.call("draw", **call).__struct_config__.tag == "error"
    assert is_done(player.call("draw", **ARROW))


def test_who_watches_neither_draws_nor_rubs_out(seat: Sit) -> None:
    player = seat("observer")
    assert "Who watches draws nothing on the map" in reason(player.call("draw", **ARROW))
    assert "Who watches draws nothing on the map" in reason(player.call("rub_out", ids=["x"]))


@pytest.mark.usefixtures("clock")
def test_who_draws_too_fast_is_told_to_wait(seat: Sit) -> None:
    player = seat("german")
    answers = [player.call("draw", **ARROW) for _ in range(16)]
    assert all(map(is_done, answers[:15]))
    assert "Too fast to be drawn. Wait 1 s." in reason(answers[15])


@pytest.mark.usefixtures("unhurried")
def test_a_side_has_forty_sketches_at_most_whoever_drew_them(everybody: dict[str, Player]) -> None:
    for n in range(40):
        assert is_done(everybody["german_2" if n % 2 else "german"].call("draw", **ARROW))
    assert "Your side has 40 sketches on the map" in reason(everybody["german"].call("draw", **ARROW))
    assert is_done(everybody["soviet"].call("draw", **ARROW)), "the other side has room of its own"
    one = drawn(everybody["german"])[0]["id"]
    assert is_done(everybody["german"].call("rub_out", ids=[one]))
    assert is_done(everybody["german"].call("draw", **ARROW))
