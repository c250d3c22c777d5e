"""Questions about the table: pieces, sight, reach, ground, what is unseen and from where one is seen."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.faults import Refused
from tests.shapes import is_in
from tests.systems.stands.field import field, gun, hq, inf, tank
from tests.systems.stands.nights import night
from tests.systems.stands.scenes import look, looks_of, texts

WOOD = """
  - {id: wood, kind: woods, name: Elm Wood, polygon: [[400, 500], [700, 500], [700, 600], [400, 600]]}
"""
HILL = """
  - {id: hill, kind: hill, name: Long Hill, level: 1, polygon: [[400, 500], [700, 500], [700, 600], [400, 600]]}
"""


def test_sight_along_a_free_line() -> None:
    state = field(inf("a", (500, 900)), inf("b", (500, 700), "blue"))
    found = look(state, "sight", from_="a", to="b")
    assert texts(found)[0] == "A sees B, 200 mm away."
    assert looks_of(found, "sight") == [("", ((500, 900), (500, 700)))]
    assert not looks_of(found, "sight_blocked")


def test_sight_that_is_blocked_says_where_and_by_what() -> None:
    state = field(inf("a", (500, 900)), inf("b", (500, 400), "blue"), pieces=WOOD)
    found = look(state, "sight", from_="a", to="b")
    assert texts(found)[:2] == ["A does not see B, 500 mm away.", "Elm Wood is in the way."]
    assert found.lines[1].rows == ("KIM-3.1d",)
    assert looks_of(found, "sight") == [("", ((500, 900), (500, 600)))]
    notes = [shape.label for shape in found.shapes if shape.kind == "note"]
    assert notes == ["Elm Wood is in the way"]


def test_every_reason_is_given_not_only_the_first() -> None:
    state = field(inf("a", (500, 1300)), inf("b", (500, 400), "blue", dug_in=True), pieces=HILL)
    lines = texts(look(state, "sight", from_="a", to="b"))
    assert "900 mm away, and a stand is seen at 600 mm." in lines
    assert "Dug in, seen within 100 mm only." in lines
    assert "Long Hill is higher ground between." in lines


def test_sight_between_enemies_tells_of_fire_too() -> None:
    state = field(tank("a", (500, 900)), tank("b", (500, 700), "blue", facing=180))
    assert "A shot: 25% to destroy, needs 16 on a D20." in texts(look(state, "sight", from_="a", to="b"))
    state.stands["m"] = inf("m", (500, 800))
    assert "No line of fire: M is in the way." in texts(look(state, "sight", from_="a", to="b"))


def test_sight_from_and_to_places() -> None:
    state = field(inf("a", (500, 900)), pieces=WOOD)
    assert texts(look(state, "sight", from_="a", to=(5000, 7000))) == ["A sees 500 mm, 700 mm, 200 mm away."]
    assert "Elm Wood is in the way." in texts(look(state, "sight", from_=(5000, 9000), to=(5000, 4000)))


def test_at_night_one_sees_as_far_as_at_night() -> None:
    state = night(inf("a", (500, 900)), inf("b", (500, 700), "blue"))
    assert texts(look(state, "sight", from_="a", to="b"))[0] == "A does not see B, 200 mm away."


def test_a_piece_tells_of_its_shots_its_hq_and_its_reach() -> None:
    state = field(hq("h", (500, 1000)), tank("a", (500, 900)), tank("b", (500, 700), "blue", facing=180))
    found = look(state, "piece", id="a")
    assert found.title == "A"
    assert "100 mm from H, which leads to 400 mm." in texts(found)
    assert "At B: 25% to destroy, needs 16 on a D20." in texts(found)
    assert {shape.look for shape in found.shapes} == {"arc", "range", "reach"}


def test_an_enemy_piece_tells_who_could_fire_at_it_and_nothing_of_its_command() -> None:
    state = field(
        hq("k", (500, 600), "blue"), tank("a", (500, 900)), tank("b", (500, 700), "blue", facing=180)
    )
    found = look(state, "piece", id="b")
    assert "A at it: 25% to destroy, needs 16 on a D20." in texts(found)
    assert not [line for line in texts(found) if "leads to" in line]
    assert not looks_of(found, "reach")


def test_an_hq_shows_how_far_it_leads() -> None:
    state = field(hq("h", (500, 1000)), hq("k", (500, 600), "blue"))
    rings = [shape for shape in look(state, "piece", id="h").shapes if shape.look == "command"]
    assert [ring.radius for ring in rings] == [4000, 8000]
    assert not [shape for shape in look(state, "piece", id="k").shapes if shape.look == "command"]


def test_reach_by_card() -> None:
    state = field(tank("a", (500, 900)))
    found = look(state, "reach", id="a", card="move")
    assert texts(found) == ["250 mm (medium tank, open), at least 125 mm."]
    assert looks_of(found, "reach")
    assert texts(look(state, "reach", id="a", card="fire")) == [
        "A has the Stand and Fire card and cannot move."
    ]


def test_ground_says_what_it_does() -> None:
    state = field(inf("a", (500, 900)), pieces=WOOD)
    (line,) = look(state, "ground", at=(5000, 5500)).lines
    assert line.text.startswith("Elm Wood (woods): conceals (seen within 100 mm only)")
    assert "bad going" in line.text
    assert {"KIM-3.1b", "KIM-3.1d", "KIM-2.5a"} <= set(line.rows)
    assert look(state, "ground", at=(5000, 9000)).title == "Open ground"


def test_unseen_ground_lies_beyond_the_wood_and_beyond_sight() -> None:
    state = field(inf("a", (550, 700)), pieces=WOOD, size=(1000, 1000))

    (dark,) = look(state, "hidden").shapes
    assert dark.look == "unseen"
    assert is_in(dark, (5500, 3000))
    assert not is_in(dark, (5500, 8000))


def test_from_where_a_place_is_seen() -> None:
    state = field(
        inf("a", (550, 800)), inf("x", (550, 400), "blue"), inf("y", (900, 700), "blue"), pieces=WOOD
    )
    found = look(state, "seen_from", at=(5500, 7000))
    assert texts(found) == ["Y would see it there."]
    assert looks_of(found, "sight") == [("", ((900, 700), (550, 700)))]
    state.stands["y"].hidden = True
    assert texts(look(state, "seen_from", at=(5500, 7000))) == ["No enemy in view would see it there."]
    state.stands["x"].hidden = True
    assert texts(look(state, "seen_from", at=(5500, 7000), id="a")) == ["No enemy is in view."]


@pytest.mark.parametrize(
    ("about", "given", "at"),
    [
        ("piece", {"id": "nobody"}, "with.id"),
        ("piece", {"id": "hidden"}, "with.id"),
        ("piece", {}, "with"),
        ("piece", {"id": 3}, "with"),
        ("sight", {"from": "a"}, "with"),
        ("sight", {"from": "a", "to": [5000]}, "with"),
        ("sight", {"from": "a", "to": [5000, 90_000]}, "with.to"),
        ("sight", {"from": "a", "to": "a"}, "with.to"),
        ("reach", {"id": "a", "card": "fly"}, "with.card"),
        ("ground", {"at": [-1, 0]}, "with.at"),
        ("hidden", {"what": 1}, "with"),
        ("seen_from", {"at": [0, 0], "id": "nobody"}, "with.id"),
        ("left_out", {}, ""),
    ],
)
def test_bad_questions_are_refused_with_the_place_of_the_fault(
    about: str, given: dict[str, Any], at: str
) -> None:
    state = field(inf("a", (500, 900)), gun("hidden", (700, 700), "blue", hidden=True))
    with pytest.raises(Refused) as refused:
        look(state, about, **given)
    assert refused.value.faults[0].at == at
