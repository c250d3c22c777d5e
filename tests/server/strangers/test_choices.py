"""What a seat may not do: choose for another, choose twice, act as the umpire or from outside."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.server.strangers.conftest import Duel


def tag(answer: Any) -> str:
    return str(answer.__struct_config__.tag)


def reasons(answer: Any) -> str:
    assert tag(answer) == "refusal", answer
    return "; ".join(fault.reason for fault in answer.faults)


def test_a_choice_for_another_seat_is_refused(duel: Duel) -> None:
    red, blue = duel.sit("red"), duel.sit("blue")
    assert red.view["requests"], "red is asked first"
    stolen = red.choice()
    assert "this is the seat of blue, not of red" in reasons(blue.call("choose", choice=stolen))
    assert "nothing is asked of blue" in reasons(blue.call("choose", choice={**stolen, "seat": "blue"}))
    before = red.view
    red.catch_up()
    assert red.view == before
    assert duel.goes_on()


@pytest.mark.parametrize("sender", ["blue", "observer"])
@pytest.mark.parametrize(
    "call",
    [
        {"type": "suggest", "serial": 1, "as": "red"},
        {"type": "undo", "as": "red"},
        {"type": "ask_back", "as": "red"},
        {"type": "answer_back", "agrees": True, "as": "red"},
        {"type": "run_plan", "on": True, "as": "red"},
        {"type": "lend", "seat": "red", "to": "blue", "commands": []},
        {"type": "lend", "seat": "red", "to": "bot", "commands": []},
        {"type": "take_home", "seat": "red", "commands": []},
        {"type": "ask_seat", "seat": "red", "to": "bot", "commands": []},
        {"type": "ask_seat", "seat": "red", "to": "", "commands": []},
        {"type": "answer_seat", "seat": "red", "agrees": True},
        {"type": "overrule", "what": "move", "fields": {}, "reason": "because"},
    ],
    ids=lambda call: f"{call['type']}-{call.get('to', '')}",
)
def test_nobody_acts_in_anothers_seat(duel: Duel, sql: Any, sender: str, call: dict[str, Any]) -> None:
    red, other = duel.sit("red"), duel.sit(sender)
    red.choose()
    count = sql("select count(*) from entries")
    fields = {name: value for name, value in call.items() if name != "type"}
    assert reasons(other.call(call["type"], **fields))
    assert sql("select count(*) from entries") == count
    assert duel.goes_on()


def test_who_looks_on_is_asked_nothing_and_changes_nothing(duel: Duel, sql: Any) -> None:
    red, observer = duel.sit("red"), duel.sit("observer")
    count = sql("select count(*) from entries")
    for seat in ("red", "observer"):
        assert reasons(observer.call("choose", choice={**red.choice(), "seat": seat}))
    for call in ("undo", "ask_back"):
        assert reasons(observer.call(call))
    assert reasons(observer.call("answer_back", agrees=True))
    assert sql("select count(*) from entries") == count
    assert duel.goes_on()


def test_a_choice_sent_twice_is_taken_once(duel: Duel, sql: Any) -> None:
    red = duel.sit("red")
    frame = msgspec.json.encode({"type": "choose", "call": 7, "choice": red.choice()}).decode()
    ((before,),) = sql("select count(*) from entries")
    first, second = red.send(frame), red.send(frame)
    assert (tag(first), tag(second)) == ("ack", "refusal")
    assert second.faults[0].at in ("serial", "seat")
    assert sql("select count(*) from entries") == [(before + 1,)], "one choice"
    assert duel.goes_on()


def test_a_choice_caught_on_another_line_is_taken_once(duel: Duel, sql: Any) -> None:
    """The very frame of one tab, again from another tab of the seat."""
    one, two = duel.sit("red"), duel.sit("red")
    choice = one.choice()
    ((before,),) = sql("select count(*) from entries")
    answers = [tag(tab.call("choose", choice=choice)) for tab in (one, two, two)]
    assert answers == ["ack", "refusal", "refusal"]
    assert sql("select count(*) from entries") == [(before + 1,)]
    assert duel.goes_on()
