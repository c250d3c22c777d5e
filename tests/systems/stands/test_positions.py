"""Dug-in positions seen from afar: the works without the garrison, for the side that sees them. KIM-R133"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core import saves
from deadground.systems.stands.rules.visibility.look import lies
from deadground.systems.stands.rules.visibility.positions import see_positions
from deadground.systems.stands.rules.visibility.sight_rules import sees_position
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.system import STANDS
from deadground.testing import bounds, rule
from deadground.testing.play import Play
from tests.systems.stands.field import At, field, inf, point, tank
from tests.systems.stands.marches import march, to
from tests.systems.stands.scenes import seen
from tests.systems.stands.seats import battle
from tests.systems.stands.system import game

POSITION = (1500, 500)


def dug(at: At = POSITION, **changes: Any) -> Stand:
    return inf("dug", at, "blue", 270, **{"hidden": True, "dug_in": True, **changes})


def scout(at: At = (500, 500), **changes: Any) -> Stand:
    return tank("anna", at, order="move", arrow=900, **changes)


def square(kind: str, west: float, north: float, east: float, south: float) -> str:
    corners = f"[[{west}, {north}], [{east}, {north}], [{east}, {south}], [{west}, {south}]]"
    return f"  - {{id: {kind}, kind: {kind}, polygon: {corners}}}\n"


def found(p: Play[StandsState], seat: str = "red") -> list[tuple[float, float]]:
    return [(one.at[0] / 10, one.at[1] / 10) for one in p.view(seat).dugouts.values()]


@rule("KIM-3.1c")
def test_a_position_is_seen_at_800_and_not_beyond() -> None:
    near = {x: found(march(field(scout(), dug()), {"anna": to((x, 500))})) for x in (699, 699.9, 700, 701)}
    assert near == {699: [], 699.9: [], 700: [POSITION], 701: [POSITION]}


@rule("KIM-3.1c")
def test_the_works_are_shown_to_the_side_that_sees_them_and_nobody_in_them_is() -> None:
    p = march(field(scout(), dug()), {"anna": to((720, 500))})
    (dugout,) = p.view("red").dugouts.values()
    assert (dugout.facing, "dug" in dugout.id) == (2700, False)
    assert "Anna sees a dug-in position 799.8 mm away, and nobody in it." in p.log_of("red")
    told = msgspec.json.encode([p.view("red"), p.match.log("red")]).decode()
    assert "dug" not in p.view("red").stands
    assert '"dug"' not in told
    assert "Dug " not in told
    (trace,) = seen(p.state, "red").traces.values()
    assert (trace.at, trace.facing, trace.title) == (
        point(POSITION),
        2700,
        "A dug-in position, seen from afar",
    )


@rule("KIM-3.1c")
def test_its_owner_is_not_told_that_it_is_known() -> None:
    p = march(
        field(scout(hidden=True), dug()), {"anna": to((720, 500))}, options={"hidden_may_move_unseen": "on"}
    )
    assert (len(found(p)), found(p, "blue"), seen(p.state, "blue").traces) == (1, [], {})
    assert "position" not in [event.kind for event in p.match.log("blue")]


@rule("KIM-3.1c")
def test_it_is_looked_for_all_along_the_way() -> None:
    """A wall of woods with a gap that the scout drives past: it sees the position on its way and at neither end."""
    woods = square("woods", 900, 0, 950, 480) + square("orchard", 900, 520, 950, 1000)
    way = {"anna": to((800, 500), (800, 400))}
    state = field(scout((800, 600)), dug(), pieces=woods)
    assert found(march(state, way)) == [POSITION]
    state = field(scout((800, 600)), dug(), pieces=square("woods", 900, 0, 950, 1000))
    assert not found(march(state, way))


@bounds("KIM-3.1c")
@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        ("", True),
        (square("trench", 1490, 490, 1510, 510), False),
        (square("woods", 1490, 490, 1510, 510), False),
        (square("wheat", 1490, 490, 1510, 510), True),
        (square("hill", 1000, 400, 1100, 600).replace("}", ", level: 1}"), False),
    ],
)
def test_works_of_the_map_are_known_and_what_conceals_hides_works_too(pieces: str, shown: bool) -> None:
    p = march(field(scout(), dug(), pieces=pieces), {"anna": to((740, 500))})
    assert bool(found(p)) == shown
    assert sees_position(p.state, p.state.stands["anna"], point(POSITION)).seen == (
        shown or "trench" in pieces
    )


@bounds("KIM-3.1c")
@pytest.mark.parametrize("changes", [{"hidden": False}, {"dug_in": False}])
def test_who_is_on_the_table_or_not_dug_in_leaves_no_position(changes: dict[str, Any]) -> None:
    state = field(scout(), dug(**changes))
    assert not found(march(state, {"anna": to((740, 500))}))
    assert sees_position(state, state.stands["anna"], point((700, 500))).seen


@bounds("KIM-3.1c")
def test_it_is_told_once_and_stays_when_the_garrison_leaves() -> None:
    state = field(scout((700, 500)), tank("otto", (700, 600)), dug())
    for _ in range(2):
        see_positions(game(state))
    (dugout,) = state.dugouts.values()
    assert (dugout.at, dugout.seen_by) == (point(POSITION), "red")
    garrison = state.stands["dug"]
    garrison.hidden, garrison.dug_in, garrison.at = False, False, point((1600, 500))
    see_positions(game(state))
    assert list(state.dugouts.values()) == [dugout]


@bounds("KIM-6.2a")
@pytest.mark.parametrize(("away", "shown"), [(100, True), (100.1, False)])
def test_at_night_it_is_seen_as_far_as_anything_in_the_open(away: float, shown: bool) -> None:
    state = field(scout((1500 - away, 500)), dug(), night_turns=(1,))
    see_positions(game(state))
    assert bool(state.dugouts) == shown


@rule("KIM-3.1c")
def test_it_is_measured_where_owners_judge_who_is_seen_too() -> None:
    p = march(field(scout(), dug()), {"anna": to((720, 500))}, options={"reveal": "by_owner"})
    assert found(p) == [POSITION]


@rule("KIM-3.1c")
def test_a_battle_begins_with_what_can_be_seen() -> None:
    match = battle("vesnya-bridgehead")
    state = match.position.state
    for seat in state.seats.values():
        foes = [one for one in state.stands.values() if one.side != seat.side and one.hidden and one.dug_in]
        own = [one for one in state.stands.values() if one.side == seat.side]
        expected = {
            foe.at
            for foe in foes
            if lies(state, foe).works is None
            and not lies(state, foe).conceals
            and any(sees_position(state, one, foe.at).seen for one in own)
        }
        assert {one.at for one in match.view(seat.id).state.dugouts.values()} == expected
    assert state.dugouts


def test_a_save_with_positions_of_the_first_layout_is_carried_over() -> None:
    match = battle("first-lesson")
    plain = msgspec.json.decode(saves.save(match))
    plain["position"]["state"]["dugouts"] = [[[11000, 7000], 900], [[100, 200], 0]]
    (migrate,) = [STANDS.migrations[1]]
    carried = migrate(plain["position"])
    state = msgspec.convert(carried["state"], StandsState)
    assert [(one.at, one.facing, one.seen_by) for one in state.dugouts.values()] == [
        ((11000, 7000), 900, ""),
        ((100, 200), 0, ""),
    ]
    assert list(state.dugouts) == [one.id for one in state.dugouts.values()]
