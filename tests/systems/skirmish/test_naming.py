"""Whom a view names: nobody whom it does not contain, and by ids that tell nothing. NR-108"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.match import Match
from deadground.core.records import redact
from deadground.systems.kit.options import DEFAULTS
from deadground.systems.skirmish.rules.fire.damage import Hit, damage_of
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.state import PART_OF, Figure
from deadground.systems.skirmish.system import SKIRMISH
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import foe, man, table


def of(one: Figure, field: str) -> Any:
    return getattr(getattr(one, PART_OF[field]), field)


@pytest.mark.parametrize("field", ["causes", "hidden_from", "fighting", "escorts"])
def test_an_unknown_man_is_left_out_of_those_whom_a_view_names(field: str) -> None:
    """X is seen, Y is not. The rules know of both."""
    named: dict[str, Any] = {field: ("x", "y", "b")}
    men = (man("a", (10, 35), **named), man("b", (12, 35)), foe("x", (12, 10), seen_by=("red",)))
    state = table(*men, foe("y", (30, 10)), knowledge="ghosts")
    view = redact(state, "red")
    assert "y" not in view.figures
    assert of(view.figures["a"], field) == ("x", "b")
    assert of(state.figures["a"], field) == ("x", "y", "b")


@pytest.mark.parametrize("field", ["loads_for", "rear_round", "carries", "carried_by", "tending"])
@pytest.mark.parametrize(("seen_by", "told"), [((), ""), (("red",), "y")])
def test_a_view_names_one_man_only_if_it_contains_him(
    field: str, seen_by: tuple[str, ...], told: str
) -> None:
    named: dict[str, Any] = {field: "y"}
    men = (
        man("a", (10, 35)),
        foe("x", (12, 10), seen_by=("red",), **named),
        foe("y", (30, 10), seen_by=seen_by),
    )
    state = table(*men, knowledge="ghosts")
    assert of(redact(state, "red").figures["x"], field) == told
    assert of(redact(state, "blue").figures["x"], field) == "y"


def test_whom_a_man_has_dealt_with_is_named_like_anybody() -> None:
    dealt = (("came_upon", "x"), ("searched", "y"), ("searched", "dropped"))
    men = (man("a", (10, 35), dealings=dealt), foe("x", (12, 10)), foe("y", (30, 10), seen_by=("red",)))
    assert redact(table(*men, knowledge="ghosts"), "red").figures["a"].deeds.dealings == dealt[1:]


@pytest.mark.parametrize("hidden_from", ["cause", "all"])
def test_from_whom_he_hides_may_be_unknown_and_still_he_keeps_his_head_down(hidden_from: str) -> None:
    """NR-24: by option he sees nobody at all, and his own player knows that."""
    down: dict[str, Any] = {"status": "duck_back", "hidden_from": ("y",), "under_cover": True}
    men = (man("a", (10, 35), **down), man("b", (12, 35)), foe("x", (10, 10), seen_by=("red",)))
    wall = "  - {id: w, kind: wall, line: [[6, 34.4], [20, 34.4]]}"
    state = table(*men, foe("y", (30, 10)), pieces=wall, knowledge="ghosts")
    options = {**DEFAULTS, "duck_back_hidden_from": hidden_from}
    view = redact(state, "red")
    assert view.figures["a"].reaction.hidden_from == ()
    for known in (state, view):
        sees = has_los(known, known.figures["a"], known.figures["x"], options)
        assert sees == (hidden_from == "cause")


def test_an_event_names_nobody_whom_its_reader_does_not_know() -> None:
    """A is hit by somebody he does not see. Blue and an umpire read who; who looks on knows what all know."""
    state = table(man("a", (10, 35)), foe("x", (30, 10)), knowledge="ghosts")
    state.figures["a"].sightings = state.figures["a"].sightings.but(seen_by=("blue",))
    g = game(state, dice=[6, 6, 6])
    damage_of(g, state.figures["a"], [Hit("x", 1)])
    hit = next(event for event in g.events if event.seen.kind == "damage")
    read = {seat: hit.for_seat(seat) for seat in ("red", "blue", "somebody who looks on")}
    assert read["red"] is not None
    assert read["red"].data["by"] == ""
    assert read["red"].data["figure"] == "a"
    assert read["blue"] is not None
    assert read["blue"].data["by"] == "x"
    assert read["somebody who looks on"] == read["red"]
    umpire = hit.for_seat("umpire", all_seeing=True)
    assert umpire is not None
    assert umpire.data["by"] == "x"


@pytest.mark.parametrize("knowledge", ["open", "ghosts"])
def test_ids_are_salted_with_the_seed_and_tell_nothing(knowledge: str) -> None:
    """Neither a man's place in the roster nor how many there are; the order is that of the roster."""
    setup = SKIRMISH.prepare("crossroads", {"table_knowledge": knowledge})
    one, again, other = (Match.begin(SKIRMISH, setup, seed * 32) for seed in (b"a", b"a", b"b"))
    ids = list(one.position.state.figures)
    assert ids == list(again.position.state.figures)
    assert not set(ids) & set(other.position.state.figures)
    assert all(len(id) == 11 and id[0] == "p" and int(id[1:], 16) >= 0 for id in ids)
    names = [figure.name for figure in SKIRMISH.new_state(setup).figures.values()]
    assert [figure.name for figure in one.position.state.figures.values()] == names


def test_an_old_save_has_its_dealings_in_words() -> None:
    """Schema 1 packed the ids into a man's record, in the views under a veil too."""

    def old() -> dict[str, Any]:
        words = ["fought", "came upon x", "searched m1", "took german.mp", "took x/gear"]
        return {"figures": {"a": {"record": words}, "b": {"record": []}}}

    plain = {"state": old(), "pending": {"veils": {"red": {"state": old()}}}}
    moved = SKIRMISH.migrations[1](plain)
    for state in (moved["state"], moved["pending"]["veils"]["red"]["state"]):
        assert state["figures"]["a"] == {
            "record": ["fought", "took german.mp"],
            "dealings": [["came_upon", "x"], ["searched", "m1"], ["took_gear", "x"]],
        }
        assert state["figures"]["b"] == {"record": [], "dealings": []}
    assert SKIRMISH.migrations[1]({"state": {"figures": {}}, "pending": None})["pending"] is None


def test_an_old_save_has_men_all_in_one_piece() -> None:
    """Schema 2 had every field of a man side by side, and packed several facts into words."""
    parts = {name: part for name, part in PART_OF.items() if part != "berth"}
    flat: dict[str, Any] = {name: f"his {name}" for name in parts if name not in ("took", "for_now")}
    flat |= {"id": "a", "record": ["fought", "took german.mp", "for now fanatic"]}
    markers = {
        "b": {"kind": "building", "what": "stone house/2/4/3"},
        "w": {"kind": "weapon", "what": "german.mp"},
    }
    plain = {"state": {"figures": {"a": dict(flat)}, "markers": markers}, "pending": None}
    moved = SKIRMISH.migrations[2](plain)["state"]
    man = moved["figures"]["a"]
    assert man.keys() == {"id", *parts.values()}
    assert man["deeds"] == {
        "record": ["fought"],
        "took": ["german.mp"],
        "for_now": ["fanatic"],
        "dealings": "his dealings",
    }
    for name, part in parts.items():
        assert part == "deeds" or man[part][name] == f"his {name}"
    assert moved["markers"]["b"] == {
        "kind": "building",
        "what": "",
        "building": {"kind": "stone house", "levels": 2, "areas": 4, "value": 3},
    }
    assert moved["markers"]["w"] == {"kind": "weapon", "what": "german.mp", "building": None}
