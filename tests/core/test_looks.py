"""Looks and gestures as calls: answered from the view, refused with reasons, and nothing is changed by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from deadground.core.faults import Refused
from deadground.core.match import Match
from deadground.core.messages import (
    AckMessage,
    AnyCall,
    AnyMessage,
    CheckCall,
    ChooseCall,
    DraftCall,
    DragCall,
    ErrorMessage,
    LookCall,
    RefusalMessage,
    encode_message,
)
from deadground.core.requests import (
    Allocate,
    Confirm,
    Gesture,
    Option,
    Path,
    Pick,
    Place,
    Share,
    Spot,
    Walker,
)
from deadground.core.scene import Line, Look, Scene, Token
from deadground.core.table import Table
from deadground.core.view import View
from deadground.systems.stands.system import STANDS
from deadground.testing.duel import DUEL
from deadground.testing.duel.system import DuelSystem

decode_call = msgspec.json.Decoder(AnyCall).decode

Looks = Mapping[str, Callable[[View[Any], Mapping[str, Any]], Look]]


def clumsy(view: View[Any], given: Mapping[str, Any]) -> Look:
    raise ZeroDivisionError


class Drawn(DuelSystem):
    """The duel with a scene and two looks."""

    def scene(self, view: View[Any]) -> Scene:
        men = {
            man.id: Token(
                id=man.id, at=(man.ahead, man.lane), facing=0, width=1, depth=1, side=man.side, symbol="man"
            )
            for man in view.state.men.values()
        }
        return Scene(width=100, height=100, tokens=men)

    @property
    def looks(self) -> Looks:
        return {"count": lambda view, given: Look(lines=(Line(str(len(view.state.men))),)), "clumsy": clumsy}


@pytest.fixture
def table() -> Table[Any]:
    drawn = Drawn()
    return Table(Match.begin(drawn, drawn.prepare("pair"), bytes(32)), "game")


def ask(table: Table[Any], call: AnyCall) -> AnyMessage:
    """Send a call as it travels; it writes nothing."""
    digest = table.match.position.digest()
    answer, entries = table.call("red", decode_call(encode_message(call)))
    assert entries == []
    assert table.match.position.digest() == digest
    return answer


def test_a_scene_travels_in_the_view_and_by_patch(table: Table[Any]) -> None:
    joined = table.join("red").view
    assert joined.scene is not None
    assert set(joined.scene.tokens) == set(table.match.view("red").state.men)
    assert joined.state == {}, "what is drawn does not travel as raw state as well"
    assert table.seen("red", whole=True).state == msgspec.to_builtins(table.match.view("red").state)
    rng = Random(1)
    while not any(man.ahead for man in table.match.position.state.men.values()):
        (seat,) = table.match.to_act()
        view = table.match.view(seat)
        request = view.requests[0]
        advance = ["advance"] if "advance" in getattr(request, "open", ()) else None
        table.match.submit(request.choice(advance or request.sample(view, rng)))
    news = table.news("red")
    assert news is not None
    moved = [change.at for change in news.changes if change.at[:2] == ("scene", "tokens")]
    assert moved
    assert all(len(at) > 3 for at in moved), "a token that moved is not sent whole"


def test_a_piece_that_comes_into_view_is_sent_alone_wherever_it_stands_in_the_list() -> None:
    class Growing(Drawn):
        count = 2

        def scene(self, view: View[Any]) -> Scene:
            men = super().scene(view).tokens
            names = ["first", *men] if self.count == 3 else list(men)
            return Scene(
                width=9, height=9, tokens={id: men.get(id, next(iter(men.values()))) for id in names}
            )

    growing = Growing()
    table = Table(Match.begin(growing, growing.prepare("pair"), bytes(32)), "game")
    table.join("red")
    growing.count = 3
    request = table.match.requests("red")[0]
    table.match.submit(request.choice(request.proposal))
    news = table.news("red")
    assert news is not None
    assert [change.at for change in news.changes if change.at[0] == "scene"] == [("scene", "tokens", "first")]


def test_a_table_without_a_scene_sends_none() -> None:
    assert Table(Match.begin(DUEL, DUEL.prepare("pair"), bytes(32))).join("red").view.scene is None


def test_a_scene_is_built_once_for_a_view(table: Table[Any]) -> None:
    view = table.match.view("red")
    assert table.scene(view) is table.scene(view)


def test_a_look_is_answered_in_the_ack(table: Table[Any]) -> None:
    answer = ask(table, LookCall(call=1, about="count"))
    assert isinstance(answer, AckMessage)
    assert answer.look == Look(lines=(Line("2"),))


def test_an_unknown_look_is_refused_with_those_there_are(table: Table[Any]) -> None:
    answer = ask(table, LookCall(call=1, about="cuont"))
    assert isinstance(answer, RefusalMessage)
    assert answer.faults[0].at == "about"
    assert "did you mean 'count'?" in answer.faults[0].reason


def test_a_look_that_fails_is_an_error_and_not_the_end(table: Table[Any]) -> None:
    assert isinstance(ask(table, LookCall(call=1, about="clumsy")), ErrorMessage)
    assert isinstance(ask(table, LookCall(call=2, about="count")), AckMessage)


def test_a_drag_makes_a_draft_that_can_be_chosen(table: Table[Any]) -> None:
    request = table.match.requests("red")[0]
    answer = ask(table, DragCall(call=1, serial=request.serial, pieces=("red1",), to=(0, 0)))
    assert isinstance(answer, AckMessage)
    assert answer.look is not None
    assert (answer.look.value, answer.look.faults) == (["red1"], ())


@pytest.mark.parametrize(
    ("call", "at"),
    [
        (DragCall(call=1, serial=99, pieces=("red1",), to=(0, 0)), "serial"),
        (DragCall(call=1, serial=1, draft={"no": 1}, pieces=("red1",), to=(0, 0)), "draft"),
        (DragCall(call=1, serial=1, pieces=("nobody",), to=(0, 0)), "act"),
        (DraftCall(call=1, serial=1, act="dance"), "act"),
        (DraftCall(call=1, serial=99, act="clear"), "serial"),
    ],
)
def test_bad_gestures_are_refused(table: Table[Any], call: AnyCall, at: str) -> None:
    answer = ask(table, call)
    assert isinstance(answer, RefusalMessage)
    assert answer.faults[0].at == at


def test_a_gesture_that_is_kept_brings_all_that_would_be_asked_next() -> None:
    """Its picture, what is wrong with it and what it leaves undone, as the calls for each say."""
    table: Table[Any] = Table(Match.begin(STANDS, STANDS.prepare("first-lesson"), bytes(32)), "game")
    seat = table.match.to_act()[0]
    (request,) = table.match.requests(seat)

    def asked(call: AnyCall) -> AckMessage:
        answer, _ = table.call(seat, call)
        assert isinstance(answer, AckMessage)
        return answer

    piece = request.units[0].pieces[0]  # type: ignore[union-attr]
    tried = DragCall(call=1, serial=request.serial, draft=[], pieces=(piece,), to=(3000, 3400))
    passing, kept = asked(tried), asked(msgspec.structs.replace(tried, keep=True))
    assert (passing.shown, passing.left_out) == (None, None)
    assert kept.look is not None
    assert kept.look == passing.look
    draft = kept.look.value
    assert draft
    assert kept.look.faults == asked(CheckCall(call=2, choice=request.choice(draft))).faults
    show = DraftCall(call=3, serial=request.serial, draft=draft, act="show")
    assert kept.shown == asked(show).look
    assert kept.left_out == asked(LookCall(call=4, about="left_out", given={"draft": draft})).look
    assert kept.left_out is not None
    assert kept.left_out.lines


def test_a_kept_gesture_brings_what_its_table_can_say(table: Table[Any]) -> None:
    """The duel has no pictures of drafts, and nothing can be left undone there."""
    (request,) = table.match.requests("red")
    answer = ask(table, DragCall(call=1, serial=request.serial, pieces=("red1",), to=(0, 0), keep=True))
    assert isinstance(answer, AckMessage)
    assert answer.look is not None
    assert (answer.shown, answer.left_out) == (None, None)


def test_nothing_is_looked_at_anew_while_nothing_happens() -> None:
    """A refused choice changes nobody's view, so nobody's is put together for it."""

    class Counted(Table[Any]):
        seen_by: list[str] = []

        def seen(self, seat: str, *, whole: bool = False) -> Any:
            self.seen_by.append(seat)
            return super().seen(seat, whole=whole)

    table = Counted(Match.begin(DUEL, DUEL.prepare("pair"), bytes(32)), "game")
    for seat in ("red", "blue"):
        table.join(seat)
    table.seen_by.clear()
    (request,) = table.match.requests("red")
    answer, _ = table.call("red", ChooseCall(call=1, choice=request.choice(["no such thing"])))
    assert isinstance(answer, RefusalMessage)
    assert [table.news(seat) for seat in ("red", "blue")] == [None, None]
    assert table.seen_by == []
    choice = request.choice(request.sample(table.match.view("red"), Random(1)))
    assert isinstance(table.call("red", ChooseCall(call=2, choice=choice))[0], AckMessage)
    assert table.news("red") is not None
    assert table.seen_by == ["red"]


def test_a_seat_makes_no_gesture_for_another(table: Table[Any]) -> None:
    answer, _ = table.call("blue", DragCall(call=1, serial=1, pieces=("red1",), to=(0, 0)))
    assert isinstance(answer, RefusalMessage)


def test_a_call_that_is_none_does_not_decode() -> None:
    for bad in (b'{"type":"look","call":1}', b'{"type":"drag","call":1,"serial":1,"pieces":["a"],"to":[1]}'):
        with pytest.raises(msgspec.ValidationError):
            decode_call(bad)


# What the kinds do with gestures where no guide knows better


def edited(request: Any, draft: Any, **gesture: Any) -> Any:
    return request.edit(None, draft, Gesture(**gesture)).value


def test_picks_are_dragged_in_and_the_oldest_goes() -> None:
    pick = Pick("Pick.", options=tuple(Option(id, id) for id in "abc"), most=2)
    assert edited(pick, None, pieces=("a",)) == ["a"]
    assert edited(pick, ["a", "b"], pieces=("c",)) == ["b", "c"]
    assert edited(pick, ["a", "b"], act="clear", pieces=("a",)) == ["b"]
    assert edited(pick, ["a", "b"], act="clear") == []
    with pytest.raises(Refused):
        edited(pick, [], pieces=("z",))


def test_shares_get_one_more_for_each_drag() -> None:
    request = Allocate("Give.", shares=(Share("a", "A", 3), Share("b", "B", 3)), least=0, most=3)
    assert edited(request, {"a": 1}, to="a") == {"a": 2}
    assert edited(request, {"a": 1, "b": 2}, act="clear", pieces=("b",)) == {"a": 1}
    with pytest.raises(Refused):
        edited(request, {}, to=(1, 1))


def test_pieces_are_placed_as_they_lie_to_each_other_and_inside_their_box() -> None:
    box = (0, 0, 100, 100)
    proposal = {"a": {"at": [10, 10], "facing": None}, "b": {"at": [20, 10], "facing": None}}
    place = Place("Place.", spots=(Spot("a", "A", box), Spot("b", "B", box)), proposal=proposal)
    both = edited(place, None, pieces=("a", "b"), to=(50, 50))
    assert (both["a"]["at"], both["b"]["at"]) == ([50, 50], [60, 50])
    assert edited(place, None, pieces=("a",), to=(500, 50))["a"]["at"] == [100, 50]
    assert edited(place, both, act="clear", pieces=("a",))["a"] == proposal["a"]
    on_points = Place("Place.", spots=(Spot("a", "A", box, points=((0, 0), (90, 90))),))
    assert edited(on_points, None, pieces=("a",), to=(70, 70))["a"]["at"] == [90, 90]


def test_a_path_goes_straight_to_where_a_piece_is_dragged() -> None:
    path = Path("Go.", walkers=(Walker("a", "A", (0, 0), 50, (0, 0, 100, 100)),))
    found = path.edit(None, None, Gesture(pieces=("a",), to=(30, 40)))
    assert (found.value["a"]["points"], found.faults) == ([[30, 40]], ())
    assert path.edit(None, None, Gesture(pieces=("a",), to=(60, 80))).faults
    assert edited(path, found.value, act="clear", pieces=("a",)) == {}


def test_nothing_is_dragged_where_yes_or_no_is_asked() -> None:
    with pytest.raises(Refused):
        edited(Confirm("Sure?"), None, pieces=("a",), to=(1, 1))
