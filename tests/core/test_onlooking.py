"""Onlookers: they see what every seat may know, and no sooner than the last of the seats does."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core.agenda import Done, Next, Procedure, procedure, step
from deadground.core.faults import Refused
from deadground.core.match import Match
from deadground.core.table import Table
from tests.core.test_veil import RUNNING, Run, answer
from tests.core.tiny import TinyGame, begin, reload

LOOKS_ON = "observer"


@procedure("tests.onlooking.tells")
class Tells(Procedure):
    """Something is told to some of the seats."""

    to: tuple[str, ...]

    @step
    def tell(self, g: TinyGame) -> Next:
        g.tell("word", "A word in the ear.", to=self.to)
        g.finish((), "said")
        return Done()


@pytest.mark.parametrize(
    ("to", "reads"), [(("a", "b", "c"), True), (("c", "a", "b"), True), (("a", "b"), False), ((), False)]
)
def test_he_reads_what_was_told_to_every_seat_by_name(to: tuple[str, ...], reads: bool) -> None:
    match = looked_on(begin(lambda: Tells(to)))
    assert [event.text for event in match.log(LOOKS_ON)] == ["A word in the ear."] * reads
    assert {seat: bool(match.log(seat)) for seat in "abc"} == {seat: seat in to for seat in "abc"}


def looked_on(match: Match[Any]) -> Match[Any]:
    match.onlookers = frozenset({LOOKS_ON})
    return match


def under_way(*stops: str, ready: tuple[str, ...] = ("a", "b", "c")) -> tuple[Table[Any], list[Any]]:
    """A table at which these seats have set out, and every message that the onlooker got on the way."""
    table: Table[Any] = Table(looked_on(begin(lambda: Run(stops))))
    got: list[Any] = [table.join(LOOKS_ON)]
    for seat in ready:
        answer(table.match, seat)
        got.append(table.news(LOOKS_ON))
    return table, msgspec.to_builtins([message for message in got if message is not None])


def test_an_onlooker_cannot_tell_a_veiled_question_from_one_who_has_not_set_out() -> None:
    asked, got = under_way("b", "b")
    waits, also = under_way(ready=("a", "b"))
    assert msgspec.to_builtins(asked.seen(LOOKS_ON)) == msgspec.to_builtins(waits.seen(LOOKS_ON))
    assert asked.match.view(LOOKS_ON).waiting == (RUNNING,)
    assert asked.match.log(LOOKS_ON) == waits.match.log(LOOKS_ON) == []
    assert got == also


def test_he_learns_nothing_between_two_seats_that_are_asked_in_turn() -> None:
    table, _ = under_way("b", "c")
    answer(table.match, "b")
    assert table.match.view("c").state.words == ["2 to go", "1 to go"]
    assert table.match.view(LOOKS_ON).state.words == []
    assert table.news(LOOKS_ON) is None
    answer(table.match, "c")
    news = table.news(LOOKS_ON)
    assert news is not None
    assert [event.text for event in news.events] == ["2 to go.", "1 to go.", "0 to go."]
    assert table.match.view(LOOKS_ON).state.words == ["2 to go", "1 to go", "0 to go", "there"]


def test_a_table_laid_out_again_under_a_veil_shows_him_the_same() -> None:
    table, _ = under_way("b", "c")
    answer(table.match, "b")
    again: Table[Any] = Table(looked_on(reload(table.match)))
    assert msgspec.to_builtins(again.seen(LOOKS_ON)) == msgspec.to_builtins(table.seen(LOOKS_ON))
    assert again.match.log(LOOKS_ON) == []


def test_he_has_no_say() -> None:
    table, _ = under_way()
    match = table.match
    match.ask_back("a")
    for agrees in (True, False):
        with pytest.raises(Refused, match="no take-back waits"):
            match.answer_back(LOOKS_ON, agrees)
    with pytest.raises(Refused):
        match.ask_back(LOOKS_ON)
    with pytest.raises(Refused):
        match.undo(LOOKS_ON)


def test_nobody_looks_on_who_was_not_let_in() -> None:
    with pytest.raises(Refused, match="no seat"):
        begin(Run).view(LOOKS_ON)
