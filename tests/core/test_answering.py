"""How a bot answers: by the guide or a row of what is asked, else as proposed, else anything legal."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from deadground.core.answering import Answers
from deadground.core.match import Match
from deadground.core.requests import Pick
from deadground.core.view import View
from deadground.testing.duel import DUEL


class Minded(Answers):
    """Has an opinion on the first row of the duel, and notes it."""

    BY_GUIDE = {"duel.other": "other"}
    BY_ROW = {"DUEL-9": "nothing", "DUEL-1": "who_acts"}

    answer: Any = None

    def who_acts(self, view: View[Any], request: Pick) -> Any:
        self.note = "he is the best"
        return self.answer

    def other(self, view: View[Any], request: Pick) -> Any:
        return ["by its guide"]


def asked(**changes: Any) -> View[Any]:
    """What red is asked first in the duel of two pairs, with something changed."""
    view = Match.begin(DUEL, DUEL.prepare("pair"), bytes(32)).view("red")
    view.requests = (msgspec.structs.replace(view.requests[0], **changes),)
    return view


def told(view: View[Any], answer: Any = None) -> Any:
    bot = Minded(Random(1))
    bot.answer = answer
    return bot.choose(view).value


def test_a_method_answers_by_row_and_by_guide_first() -> None:
    assert told(asked(), ["mine"]) == ["mine"]
    assert told(asked(guide="duel.other"), ["mine"]) == ["by its guide"]


def test_what_it_has_no_opinion_on_is_answered_as_proposed() -> None:
    assert told(asked()) == ["red1"]
    assert told(asked(rows=("DUEL-9",)), ["mine"]) == ["red1"], "no such method"
    assert told(asked(rows=()), ["mine"]) == ["red1"]


def test_without_a_proposal_that_may_be_given_it_is_something_legal() -> None:
    for proposal in (None, ["nobody"]):
        view = asked(proposal=proposal)
        assert not view.requests[0].check(view, told(view))


def test_a_note_is_of_the_last_answer_only() -> None:
    bot = Minded(Random(1))
    bot.choose(asked())
    assert bot.note == "he is the best"
    bot.choose(asked(rows=()))
    assert bot.note == ""
