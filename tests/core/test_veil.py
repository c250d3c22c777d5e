"""Questions behind a veil: who is not asked sees what it saw before, and cannot tell that another is asked.

Also questions that everybody could answer for the seat asked, because only one answer is legal.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core.agenda import Ask, Done, Next, Procedure, procedure, question, step
from deadground.core.faults import Refused
from deadground.core.match import Match
from deadground.core.messages import ChooseCall, UndoCall
from deadground.core.replay import audit
from deadground.core.requests import AnyRequest, Choice, Confirm, Option, Pick
from deadground.core.table import Table
from tests.core.tiny import TinyGame, begin, reload

RUNNING = "It runs."


@procedure("test.run_in_secret")
class Run(Procedure):
    """Everybody sets out; on the way some are asked, those named in `stops`."""

    stops: tuple[str, ...] = ()

    @step
    def begin(self, g: TinyGame) -> Next:
        return Ask(self.set_out, g.seats, then=self.on, quiet=RUNNING, veiled=True)

    @question
    def set_out(self, view: Any) -> AnyRequest:
        return Confirm("Set out?")

    @step
    def on(self, g: TinyGame) -> Next:
        g.say(f"{len(self.stops)} to go")
        g.tell("run", f"{len(self.stops)} to go.")
        if not self.stops:
            g.say("there")
            return Ask(self.arrived, g.seats, then=self.end)
        seat, self.stops = self.stops[0], self.stops[1:]
        return Ask(self.halt, seat, then=self.on, quiet=RUNNING, veiled=True)

    @question
    def halt(self, view: Any) -> AnyRequest:
        return Confirm(f"Halt after {len(view.state.words)}?")

    @question
    def arrived(self, view: Any) -> AnyRequest:
        return Confirm("There. Go on?")

    @step
    def end(self, g: TinyGame) -> Next:
        return Done()


def under_way(*stops: str, ready: tuple[str, ...] = ("a", "b", "c")) -> tuple[Table[Any], list[Any]]:
    """A table at which these seats have set out, and every message that seat a got on the way."""
    table: Table[Any] = Table(begin(lambda: Run(stops)))
    got: list[Any] = [table.join("a")]
    for seat in ready:
        answer(table.match, seat)
        got.append(table.news("a"))
    return table, msgspec.to_builtins([message for message in got if message is not None])


def answer(match: Match[Any], seat: str) -> None:
    match.submit(match.requests(seat)[0].choice(True))


def test_a_seat_cannot_tell_a_question_to_another_from_one_who_has_not_set_out() -> None:
    asked, got = under_way("b", "b")
    waits, also = under_way(ready=("a", "b"))
    assert asked.match.to_act() == ("b",)
    assert waits.match.to_act() == ("c",)
    assert msgspec.to_builtins(asked.seen("a")) == msgspec.to_builtins(waits.seen("a"))
    assert asked.match.view("a").waiting == (RUNNING,)
    assert asked.match.log("a") == waits.match.log("a") == []
    assert got == also


def test_who_is_asked_sees_how_far_it_has_run() -> None:
    asked, _ = under_way("b", "b")
    assert asked.match.view("b").state.words == ["2 to go"]
    assert [event.text for event in asked.match.log("b")] == ["2 to go."]
    assert asked.match.requests("b")[0].prompt == "Halt after 1?"


def test_the_veil_lifts_when_the_run_is_over_and_all_is_told() -> None:
    table, _ = under_way("b", "c")
    table.join("c")
    answer(table.match, "b")
    assert table.news("a") is None
    assert table.match.view("c").state.words == ["2 to go", "1 to go"]
    assert table.match.view("b").state.words == ["2 to go"], "b sees what it saw when it was asked"
    answer(table.match, "c")
    news = table.news("a")
    assert news is not None
    assert [event.text for event in news.events] == ["2 to go.", "1 to go.", "0 to go."]
    assert table.match.view("a").state.words == ["2 to go", "1 to go", "0 to go", "there"]
    assert table.news("a") is None


def test_an_answer_to_a_veiled_question_is_final_and_undo_says_the_same_either_way() -> None:
    asked, _ = under_way("b")
    waits, _ = under_way(ready=("a", "b"))
    said = []
    for table in (asked, waits):
        assert not table.match.view("a").can_undo
        said.append(table.call("a", UndoCall(call=1))[0])
        stale = Choice(1, "a", "confirm", True)
        said.append(table.call("a", ChooseCall(call=2, choice=stale))[0])
    assert said[:2] == said[2:]


def test_a_veiled_game_is_saved_loaded_and_played_again() -> None:
    table, _ = under_way("b", "c")
    match = reload(table.match)
    assert match.position.digest() == table.match.position.digest()
    assert msgspec.to_builtins(Table(match).seen("a")) == msgspec.to_builtins(table.seen("a"))
    answer(match, "b")
    answer(match, "c")
    assert list(audit(match)) == []


@procedure("test.only_choice")
class OnlyChoice(Procedure):
    """A question to two seats; `free` is how many ways each can answer it."""

    free: tuple[int, ...]
    known: bool = True

    @step
    def begin(self, g: TinyGame) -> Next:
        return Ask(self.which, ("a", "b"), then=self.end, known=self.known)

    @question
    def which(self, view: Any) -> AnyRequest:
        ways = self.free["ab".index(view.seat)]
        return Pick("Which way?", options=tuple(Option(str(n), f"way {n}") for n in range(ways)))

    @step
    def end(self, g: TinyGame) -> Next:
        g.say(str(self.reply))
        g.finish(["a"], "done")
        return Done()


def test_a_single_legal_answer_is_taken_and_logged() -> None:
    match = begin(lambda: OnlyChoice((1, 1)))
    assert match.outcome is not None
    assert match.position.state.words == ["{'a': ['0'], 'b': ['0']}"]
    assert [event.text for event in match.log("c")] == ["Which way? Way 0: there is no other choice."] * 2
    assert list(audit(match)) == []


@pytest.mark.parametrize(
    "question", [OnlyChoice((1, 2)), OnlyChoice((2, 1)), OnlyChoice((1, 1), known=False)]
)
def test_a_question_is_put_if_one_seat_can_choose_or_the_answer_could_tell(question: OnlyChoice) -> None:
    match = begin(lambda: question)
    assert match.to_act() == ("a", "b")
    assert match.log("c") == []


def test_a_withdrawn_answer_to_an_open_question_still_comes_back() -> None:
    match = begin(lambda: OnlyChoice((1, 2)))
    match.submit(match.requests("a")[0].choice(["0"]))
    assert match.view("a").can_undo
    match.undo("a")
    assert match.to_act() == ("a", "b")
    with pytest.raises(Refused):
        match.undo("a")
