"""References: what a view tells of the records that others name."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from deadground.core.events import Event, SeenEvent
from deadground.core.records import Public, Record, State, hidden, record, redact, rename, state
from deadground.core.references import names, reference

ManId = Annotated[str, names("men")]
ThingId = Annotated[str, names("men", "graves")]


class Deal(msgspec.Struct, frozen=True):
    """Two of whom one may be unknown."""

    who: ManId
    beside: tuple[ManId, ...] = ()
    what: str = ""


@record
class Man(Record):
    id: Public[str]
    known: Public[bool] = True
    leads: Public[ManId] = ""
    saw: Public[tuple[ManId, ...]] = ()
    hit: Public[tuple[tuple[ManId, int], ...]] = ()
    mourns: Public[ThingId] = ""
    deal: Public[Deal] = Deal("")
    deals: Public[tuple[Deal, ...]] = ()

    def known_to(self, state: Field, seat: str) -> bool:
        return self.known or seat == "umpire"


@record
class Grave(Record):
    id: Public[str]


@state
class Field(State):
    men: Public[dict[str, Man]]
    graves: Public[dict[str, Grave]]
    hero: Public[ManId] = ""
    seen: Public[dict[ManId, int]] = {}
    order: Public[list[ManId]] = []
    plot: Annotated[tuple[tuple[ManId, ManId], ...], hidden(masked=())] = ()


def field() -> Field:
    everybody: dict[str, Any] = {"leads": "b", "saw": ("a", "b"), "hit": (("b", 1), ("a", 2), ("b", 3))}
    men = {"a": Man("a", mourns="g", **everybody), "b": Man("b", known=False), "c": Man("c", mourns="b")}
    return Field(men, {"g": Grave("g")}, "b", {"a": 1, "b": 2}, ["b", "c"], (("a", "b"),))


def test_a_view_names_nobody_whom_it_does_not_contain() -> None:
    view = redact(field(), "red")
    a, c = view.men["a"], view.men["c"]
    assert (a.leads, a.saw, a.hit, a.mourns) == ("", ("a",), (("a", 2),), "g")
    assert c.mourns == ""
    assert (view.hero, view.seen, view.order, view.plot) == ("", {"a": 1}, ["c"], ())


def test_who_knows_everybody_reads_every_name() -> None:
    view = redact(field(), "umpire")
    assert view.men == field().men
    assert (view.hero, view.seen, view.order) == ("b", {"a": 1, "b": 2}, ["b", "c"])


def test_a_record_is_renamed_wherever_it_is_named() -> None:
    full = field()
    rename(full, "men", {"b": "x"})
    a = full.men["a"]
    assert list(full.men) == ["a", "x", "c"]
    assert full.men["x"].id == "x"
    assert (a.leads, a.saw, a.hit, a.mourns) == ("x", ("a", "x"), (("x", 1), ("a", 2), ("x", 3)), "g")
    assert (full.hero, full.seen, full.order, full.plot) == ("x", {"a": 1, "x": 2}, ["x", "c"], (("a", "x"),))


@pytest.mark.parametrize("hint", [tuple[ManId, int], frozenset[ManId], ManId | None])
def test_a_reference_that_could_not_be_masked_fails_at_once(hint: Any) -> None:
    with pytest.raises(TypeError):
        reference("Man", "field", hint)


def test_a_reference_into_a_collection_that_is_not_there_fails_at_once() -> None:
    with pytest.raises(TypeError, match="names records in 'women', of which Wrong has none"):

        @state
        class Wrong(State):
            hero: Public[Annotated[str, names("women")]]


DATA = {
    "who": "b",
    "men": ["a", "b"],
    "cards": [{"id": "b", "name": "B"}, {"id": "a"}],
    "by": {"b": 1, "a": 2},
}
STRIPPED = {"who": "", "men": ["a"], "cards": [{"id": "a"}], "by": {"a": 2}}


@pytest.mark.parametrize(("seat", "read"), [("red", STRIPPED), ("blue", DATA), ("an onlooker", STRIPPED)])
def test_an_event_is_read_without_those_who_were_unknown(seat: str, read: Any) -> None:
    """Who only looks on knows what everybody knows."""
    event = Event(SeenEvent("kind", "Text.", DATA), None, None, {"red": ("b",), "blue": ()})
    found = event.for_seat(seat)
    assert found is not None
    assert found.data == read
    assert event.for_seat(seat, all_seeing=True) == event.seen


def test_ids_inside_a_struct_are_masked_field_by_field_and_in_a_tuple_item_by_item() -> None:
    full = field()
    full.men["a"].deal = Deal("b", ("a", "b"), "swap")
    full.men["a"].deals = (Deal("c", ("b",)), Deal("c", ("a",)))
    seen = redact(full, "red").men["a"]
    assert seen.deal == Deal("", ("a",), "swap")
    assert seen.deals == (Deal("c", ("a",)),)


def test_ids_inside_a_struct_are_renamed() -> None:
    full = field()
    full.men["a"].deal = Deal("b", ("a", "b"), "b")
    rename(full, "men", {"b": "x"})
    assert full.men["a"].deal == Deal("x", ("a", "x"), "b")
