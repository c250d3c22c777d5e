"""The ready shapes, each saved and loaded at every decision."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from deadground.core import saves
from deadground.core.agenda import Ask, Call, Done, Next, Procedure, procedure, question, step
from deadground.core.match import Match
from deadground.core.requests import AnyRequest, Confirm, Number, Option
from deadground.core.shapes import Sealed
from deadground.testing.cards.shapes import InTurn, Phases, Window
from tests.core.tiny import Slate, TinyGame, begin, choose, reload, request_of


@procedure("test.greet")
class Greet(Procedure):
    """Asks one seat, which is its first field."""

    seat: str

    @step
    def ask(self, g: TinyGame) -> Next:
        g.say(f"{self.seat}?")
        return Ask(self.well, self.seat, then=self.said)

    @question
    def well(self, view: Any) -> AnyRequest:
        return Confirm("Well?")

    @step
    def said(self, g: TinyGame) -> Next:
        g.say(f"{self.seat} {'yes' if self.reply else 'no'}")
        return Done()


@procedure("test.outer")
class Outer(Procedure):
    """Runs one shape and ends the game."""

    which: str

    @step
    def run(self, g: TinyGame) -> Next:
        shapes: dict[str, Any] = {
            "in turn": lambda: InTurn.over(Greet, iter(["b", "a", "b"])),
            "nobody": lambda: InTurn.over(Greet, []),
            "window": Hecklers,
            "quiet": Whispers,
            "sealed": Bids,
        }
        return Call(shapes[self.which](), then=self.end)

    @step
    def end(self, g: TinyGame) -> Next:
        g.finish([], "over")
        return Done()


def test_in_turn_runs_one_after_the_other() -> None:
    match = reload(begin(lambda: Outer("in turn")))
    for seat, answer in (("b", True), ("a", False), ("b", False)):
        assert match.to_act() == (seat,)
        choose(match, seat, answer)
        match = reload(match)
    assert match.position.state.words == ["b?", "b yes", "a?", "a no", "b?", "b no"]
    assert match.outcome is not None


def test_in_turn_over_nobody_is_over_at_once() -> None:
    assert begin(lambda: Outer("nobody")).outcome is not None


@procedure("test.heckle")
class Heckle(Procedure):
    """What a reaction does."""

    seat: str

    @step
    def shout(self, g: TinyGame) -> Next:
        g.say(f"{self.seat} heckles")
        return Done()


@procedure("test.hecklers", rows=("T-W",))
class Hecklers(Window):
    """Everybody may heckle, three times in all."""

    def entitled(self, game: TinyGame) -> Iterable[str]:
        return ("c", "a", "b") if len(game.state.words) < 3 else ()

    def offer(self, view: Any) -> tuple[Option, ...]:
        return (Option("heckle", "Heckle"),)

    def reaction(self, game: TinyGame, seat: str, picked: str) -> Procedure:
        assert picked == "heckle"
        return Heckle(seat)


@procedure("test.whispers")
class Whispers(Hecklers):
    """The same, but who is asked is nobody's business."""

    quiet = "something stirs"


def test_a_window_asks_until_all_have_passed_since_the_last_reaction() -> None:
    match = reload(begin(lambda: Outer("window")))
    assert request_of(match, "c").rows == ("T-W",)
    for seat, picked in (
        ("c", "pass"),
        ("a", "heckle"),
        ("c", "pass"),
        ("a", "pass"),
        ("b", "heckle"),
        ("c", "pass"),
        ("a", "pass"),
        ("b", "pass"),
    ):
        assert match.to_act() == (seat,)
        choose(match, seat, [picked])
        match = reload(match)
    assert match.position.state.words == ["a heckles", "b heckles"]
    assert match.outcome is not None


def test_a_window_closes_when_nobody_is_entitled_any_more() -> None:
    match = begin(lambda: Outer("window"))
    for _ in range(3):
        choose(match, "c", ["heckle"])
    assert match.outcome is not None


def test_passing_is_what_a_window_proposes() -> None:
    match = begin(lambda: Outer("window"))
    assert request_of(match, "c").proposal == ["pass"]
    assert match.view("c").waiting == match.view("a").waiting == ("c",)


def test_a_quiet_window_does_not_say_who_is_asked() -> None:
    match = reload(begin(lambda: Outer("quiet")))
    assert match.view("c").waiting == ("c",)
    assert match.view("a").waiting == match.view("b").waiting == ("something stirs",)


@procedure("test.bids")
class Bids(Sealed):
    """Three seats bid in secret."""

    def seats(self, game: TinyGame) -> Iterable[str]:
        return ("c", "a", "b")

    def ask(self, view: Any) -> AnyRequest:
        return Number(f"What do you bid, {view.seat}?", low=0, high=9)

    def reveal(self, game: TinyGame, answers: dict[str, Any]) -> Next:
        assert list(answers) == ["c", "a", "b"]
        game.say(" ".join(f"{seat}{bid}" for seat, bid in answers.items()))
        return Done()


def test_sealed_answers_come_out_together_in_the_order_of_the_seats() -> None:
    match = reload(begin(lambda: Outer("sealed")))
    for seat, bid in (("b", 2), ("c", 7), ("a", 0)):
        assert request_of(match, seat).prompt == f"What do you bid, {seat}?"
        assert match.position.state.words == []
        choose(match, seat, bid)
        match = reload(match)
    assert match.position.state.words == ["c7 a0 b2"]


def test_nobody_sees_a_sealed_answer_before_the_last_is_in() -> None:
    match = begin(lambda: Outer("sealed"))
    choose(match, "b", 7)
    assert match.view("a").waiting == ("c", "a")
    assert match.view("b").requests == ()
    before = match.view("a").state
    assert before == Slate([])
    assert match.log("a") == []


class Rota(Phases):
    """Two phases a turn, two turns."""

    def turn_begins(self, game: TinyGame) -> None:
        game.say(f"turn {self.turn}")

    def turn_ends(self, game: TinyGame) -> None:
        game.say(f"end {self.turn}")
        if self.turn == 2:
            game.finish([], "two turns")


@procedure("test.morning")
class Morning(Procedure):
    """A phase that asks."""

    @step
    def dawn(self, g: TinyGame) -> Next:
        return Call(Greet("a"), then=self.over)

    @step
    def over(self, g: TinyGame) -> Next:
        return Done()


@procedure("test.evening")
class Evening(Procedure):
    """A phase that runs others in turn."""

    @step
    def dusk(self, g: TinyGame) -> Next:
        return Call(InTurn.over(Greet, ["b", "c"]), then=self.over)

    @step
    def over(self, g: TinyGame) -> Next:
        return Done()


@procedure("test.rota")
class TwoPhases(Rota):
    """Morning and evening."""

    sequence = (Morning, Evening)


def finish(match: Match[Slate]) -> Match[Slate]:
    while match.outcome is None:
        (seat,) = match.to_act()
        choose(match, seat, True)
        match = reload(match)
    return match


DAY = ["a?", "a yes", "b?", "b yes", "c?", "c yes"]


def test_phases_follow_each_other_turn_after_turn() -> None:
    match = finish(reload(begin(TwoPhases)))
    assert match.position.state.words == ["turn 1", *DAY, "end 1", "turn 2", *DAY, "end 2"]
    assert match.outcome is not None
    assert match.outcome.reason == "two turns"


def test_a_save_inside_a_shape_follows_procedures_that_were_renamed() -> None:
    match = begin(TwoPhases)
    old = {"test.greet": "old.hello", "test.evening": "old.night"}
    document = saves.save(match).decode()
    for today, then in old.items():
        assert today in document
        document = document.replace(f'"{today}"', f'"{then}"')
    whole = msgspec.json.decode(document, type=saves.Save)
    match.system.__class__.renamed = {then: today for today, then in old.items()}
    try:
        again = saves.load(msgspec.json.encode(saves.checked(whole)), {"tiny": match.system})
        choose(again, "a", True)
        # now inside the evening, with the key of the greeting in a field of InTurn
        document = saves.save(again).decode().replace('"test.greet"', '"old.hello"')
        whole = msgspec.json.decode(document, type=saves.Save)
        again = saves.load(msgspec.json.encode(saves.checked(whole)), {"tiny": match.system})
        assert [running.key for running in again.position.agenda][-1] == "test.greet"
        words = finish(again).position.state.words
    finally:
        del match.system.__class__.renamed
    assert words == ["turn 1", *DAY, "end 1", "turn 2", *DAY, "end 2"]
