"""Procedures: what a class must have, how steps end, and what is said of a step that ends otherwise."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core import agenda
from deadground.core.agenda import (
    PROCEDURES,
    AgendaError,
    Ask,
    Call,
    Done,
    Frame,
    Go,
    Next,
    Procedure,
    procedure,
    question,
    step,
)
from deadground.core.faults import RuleCrash
from deadground.core.requests import AnyRequest, Confirm, Number, Option, Pick, PlaceValue
from tests.core.tiny import TinyGame, TinySystem, begin, choose, reload, request_of


@procedure("test.count", rows=("T-1",))
class Count(Procedure):
    """Asks for a number and hands it back doubled."""

    seat: str
    said: tuple[str, ...] = ()
    places: tuple[PlaceValue, ...] = ()

    @step
    def ask(self, g: TinyGame) -> Next:
        g.say(f"asks {self.seat}")
        return Ask(self.how_many, self.seat, then=self.told)

    @question
    def how_many(self, view: Any) -> AnyRequest:
        return Number("How many?", low=0, high=9, rows=self.rows)

    @step
    def told(self, g: TinyGame) -> Next:
        self.said = (*self.said, str(self.answer(int)))
        return Go(self.hand_back)

    @step
    def hand_back(self, g: TinyGame) -> Next:
        return Done({"doubled": int(self.said[-1]) * 2, "list": ("x",)})


@procedure("test.main")
class Main(Procedure):
    """Calls two counts and ends the game."""

    sum: int = 0

    @step
    def first(self, g: TinyGame) -> Next:
        return Call(Count("a"), then=self.second)

    @step
    def second(self, g: TinyGame) -> Next:
        assert [type(running) for running in g.unfinished(Procedure)] == [Main]
        self.sum += self.reply["doubled"]
        assert self.reply["list"] == ["x"], "as after a load"
        return Call(Count("b", places=(PlaceValue((1, 2)),)), then=self.third)

    @step
    def third(self, g: TinyGame) -> Next:
        self.sum += self.reply["doubled"]
        g.say(f"sum {self.sum}")
        g.finish(["a"], "counted")
        return Done()


def test_steps_go_call_ask_and_end_across_saves() -> None:
    match = reload(begin(Main))
    assert [(running.key, running.at) for running in match.position.agenda] == [
        ("test.main", "second"),
        ("test.count", "told"),
    ]
    assert request_of(match, "a").prompt == "How many?"
    assert match.requests("b") == ()
    choose(match, "a", 3)
    match = reload(match)
    assert match.to_act() == ("b",)
    choose(match, "b", 4)
    match = reload(match)
    assert match.position.state.words == ["asks a", "asks b", "sum 14"]
    assert match.outcome is not None
    assert match.outcome.winners == ("a",)
    assert match.position.agenda == []


def test_steps_and_questions_are_known_by_their_marks() -> None:
    assert Count.steps == ("ask", "told", "hand_back")
    assert Count.questions == ("how_many",)
    assert (Count.key, Count.rows) == ("test.count", ("T-1",))


@procedure("test.base")
class Base(Procedure):
    """A base with steps of its own."""

    @step
    def one(self, g: Any) -> Next:
        return Go(self.two)

    @step
    def two(self, g: Any) -> Next:
        return Done()


@procedure("test.derived")
class Derived(Base):
    """Overrides a step, adds one."""

    @step
    def two(self, g: Any) -> Next:
        return Go(self.three)

    @step
    def three(self, g: Any) -> Next:
        return Done()


def test_a_subclass_begins_where_its_base_begins() -> None:
    assert Derived.steps == ("one", "two", "three")
    assert Base.steps == ("one", "two")


def test_a_frame_holds_names_and_plain_values() -> None:
    running = Count("a", ("1", "2"), (PlaceValue((1, 2)),), at="told", reply=4)
    frame = agenda.pack(running)
    assert (frame.key, frame.at, frame.reply) == ("test.count", "told", 4)
    plain = msgspec.json.decode(msgspec.json.encode(frame), type=Frame)
    assert agenda.unpack(plain) == running


@pytest.mark.parametrize(
    ("frame", "told"),
    [
        (Frame("test.cuont", "told", None, {}), "no procedure is called 'test.cuont'"),
        (Frame("test.count", "tell", None, {"seat": "a"}), "'test.count' has no step 'tell'"),
        (Frame("test.count", "how_many", None, {"seat": "a"}), "'test.count' has no step 'how_many'"),
    ],
)
def test_a_frame_that_is_not_known_is_refused(frame: Frame, told: str) -> None:
    with pytest.raises(AgendaError, match=told):
        agenda.unpack(frame)


def test_a_frame_with_a_wrong_field_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="seat"):
        agenda.unpack(Frame("test.count", "told", None, {"seat": 4}))


def bad(name: str, members: dict[str, Any]) -> type[Procedure]:
    return type(name, (Procedure,), {"__module__": __name__, **members})


@step
def idle(self: Any, g: Any) -> Next:
    return Done()


class Given(msgspec.Struct, frozen=True):
    """An order with its plan, as a seat gave it."""

    piece: str
    plan: dict[str, Any]


class Lists(msgspec.Struct, frozen=True):
    held: list[str]


@procedure("test.held")
class Held(Procedure):
    """Holds an order for a later step."""

    order: Given

    @step
    def wait(self, g: TinyGame) -> Next:
        return Done()


def test_a_procedure_may_hold_an_order_as_it_was_given() -> None:
    held = Held(Given("a", {"ways": {"a": [1, 2]}}))
    held.at = "wait"
    assert agenda.unpack(agenda.pack(held)) == held


@pytest.mark.parametrize(
    "hint", [list[str], dict[str, int], set[str], float, TinySystem, tuple[list[int], ...], Procedure, Lists]
)
def test_a_procedure_holds_nothing_that_can_change_behind_its_back(hint: Any) -> None:
    with pytest.raises(TypeError, match=r"Bad\.held: a procedure holds ids, plain values and tuples"):
        procedure("test.bad")(bad("Bad", {"__annotations__": {"held": hint}, "idle": idle}))
    assert "test.bad" not in PROCEDURES


def test_a_procedure_without_a_step_is_refused() -> None:
    with pytest.raises(TypeError, match=r"'test\.bad' has no step"):
        procedure("test.bad")(bad("Bad", {"idle": lambda self, g: Done()}))


def test_two_procedures_cannot_have_one_key() -> None:
    with pytest.raises(TypeError, match=r"two procedures are called 'test\.count'"):
        procedure("test.count")(bad("Other", {"idle": idle}))
    assert PROCEDURES["test.count"] is Count


@procedure("test.wrong")
class Wrong(Procedure):
    """Ends its step in every way that is not allowed."""

    how: str

    @step
    def end(self, g: TinyGame) -> Any:
        ends: dict[str, Any] = {
            "go unmarked": lambda: Go(self.unmarked),
            "go question": lambda: Go(self.ask_it),  # type: ignore[arg-type]
            "go elsewhere": lambda: Go(Main().first),
            "call then unmarked": lambda: Call(Count("a"), then=self.unmarked),
            "call unregistered": lambda: Call(Loose(), then=self.end),
            "call derived unregistered": lambda: Call(LooseCount("a"), then=self.end),
            "ask unmarked": lambda: Ask(self.not_asked, "a", then=self.end),
            "ask then unmarked": lambda: Ask(self.ask_it, "a", then=self.unmarked),
            "ask stranger": lambda: Ask(self.ask_it, ["a", "zz"], then=self.end),
            "ask nobody": lambda: Ask(self.ask_it, [], then=self.end),
            "ask twice": lambda: Ask(self.ask_it, ["a", "b", "a"], then=self.end),
            "nothing": lambda: None,
            "a word": lambda: "end",
            "no outcome": lambda: Done(),
            "endless": lambda: Go(self.end),
        }
        return ends[self.how]()

    def unmarked(self, g: TinyGame) -> Next:
        return Done()

    @question
    def ask_it(self, view: Any) -> AnyRequest:
        return Confirm("?")

    def not_asked(self, view: Any) -> AnyRequest:
        return Confirm("?")


class Loose(Procedure):
    """A procedure that forgot its decorator."""

    @step
    def idle(self, g: Any) -> Next:
        return Done()


class LooseCount(Count):
    """A subclass that forgot its own decorator: a save would take it for its base."""


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("go unmarked", r"'test\.wrong' has no step 'unmarked'; is the method marked @step\?"),
        ("go question", r"'test\.wrong' has no step 'ask_it'"),
        ("go elsewhere", r"'test\.wrong' has no step 'first'"),
        ("call then unmarked", r"'test\.wrong' has no step 'unmarked'"),
        ("call unregistered", r"Loose lacks its @procedure"),
        ("call derived unregistered", r"LooseCount lacks its @procedure"),
        ("ask unmarked", r"'test\.wrong' has no question 'not_asked'; is the method marked @question\?"),
        ("ask then unmarked", r"'test\.wrong' has no step 'unmarked'"),
        ("ask stranger", r"'test\.wrong' asks \['zz'\]; the seats are a, b, c"),
        ("ask nobody", r"'test\.wrong' asks nobody; the seats are a, b, c"),
        ("ask twice", r"'test\.wrong' asks one seat twice: a, b, a"),
        ("nothing", r"'test\.wrong\.end' must end in Go, Call, Ask or Done, not None"),
        ("a word", r"must end in Go, Call, Ask or Done, not 'end'"),
        ("no outcome", r"came to an end without an outcome"),
        ("endless", r"100000 steps without a decision; the last was 'test\.wrong\.end'"),
    ],
)
def test_a_step_that_ends_badly_is_told(how: str, told: str) -> None:
    with pytest.raises(RuleCrash, match=told):
        begin(lambda: Wrong(how))


@procedure("test.greedy")
class Greedy(Procedure):
    """Uses up the answer it was given."""

    @step
    def ask(self, g: TinyGame) -> Next:
        return Ask(self.which, ["a", "b"], then=self.eat)

    @question
    def which(self, view: Any) -> AnyRequest:
        options = tuple(Option(name, name) for name in "xyz")
        return Pick("Which?", options=options, most=3)

    @step
    def eat(self, g: TinyGame) -> Next:
        for seat in list(self.reply):
            while self.reply[seat]:
                g.say(seat + self.reply[seat].pop())
            del self.reply[seat]
        return Go(self.ask)


def test_a_rule_that_uses_up_its_reply_leaves_the_journal_alone() -> None:
    match = begin(Greedy)
    choose(match, "a", ["x", "y"])
    choose(match, "b", ["z"])
    assert match.position.state.words == ["ay", "ax", "bz"]
    kept = [msgspec.to_builtins(entry.act) for entry in match.journal[1:]]
    assert [act["choice"]["value"] for act in kept] == [["x", "y"], ["z"]]
    assert match.position_at(2).digest() == match.position.digest()
    assert match.position_at(2).digest() == match.position.digest(), "looking twice gives the same"
