"""A seat that is lent to a bot is played by one, and its owner gets it back."""

from __future__ import annotations

from typing import Any


def test_a_bot_plays_the_seat_it_was_lent_until_it_is_taken_home(begin: Any, sit: Any) -> None:
    opened = begin(blue="screen")
    red, blue = (sit({**opened, **seat}) for seat in opened["seats"])
    assert red.call("lend", seat="blue", to="bot").faults[0].reason == "only blue may do that"
    assert red.view["requests"]
    red.call("lend", seat="red", to="bot")
    while not blue.view["requests"]:
        blue.read()
    red.catch_up()
    assert red.view["requests"] == []
    assert red.view["lent"] == blue.view["lent"] == {"red": "bot"}
    red.call("take_home", seat="red")
    blue.catch_up()
    assert blue.view["lent"] == {}


def test_only_the_umpire_overrules_over_the_line(begin: Any, sit: Any) -> None:
    red = sit(begin())
    answer = red.call("overrule", what="end_phase", fields={}, reason="I say so")
    assert answer.faults[0].reason == "only the umpire's seat may overrule"
