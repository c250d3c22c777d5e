"""Routes: what is refused and why, what is sampled and suggested. KIM-1.2e, KIM-2.2a, KIM-2.2b, KIM-R39, KIM-R44"""

from __future__ import annotations

from random import Random

import pytest

from deadground.core.requests import Path
from deadground.space.units import mm
from deadground.systems.stands.rules.movement.movement import Movement
from deadground.systems.stands.state import Command, Seat, Stand, StandsState
from deadground.testing import rule
from tests.systems.stands.field import At, field, hq, inf, stand, tank
from tests.systems.stands.marches import march, place, refused, rows_of, to
from tests.systems.stands.system import playing

RIVER = "  - {id: river, kind: river, width: 40, line: [[0, 900], [2000, 900]], tags: {impassable: true}}"
BRIDGE = "  - {id: bridge, kind: bridge, width: 40, line: [[500, 870], [500, 930]]}"
BENDS = (
    "  - {id: road, kind: road, width: 20,"
    " line: [[500, 1500], [540, 1460], [500, 1420], [540, 1380], [500, 1340]]}"
)


def mover(at: At = (1000, 1000), **changes: object) -> Stand:
    return tank("a", at, **{"order": "move", "arrow": 0, **changes})  # type: ignore[arg-type]


@rule("KIM-1.2e")
@pytest.mark.parametrize(
    ("end", "is_fault"),
    [
        ((1200, 999.9), False),
        ((1200, 1000), False),
        ((1200, 1000.1), True),
        ((800, 1000), False),
        ((800, 1001), True),
    ],
)
def test_the_end_lies_within_90_degrees_of_the_arrow(end: At, is_fault: bool) -> None:
    found = refused(field(mover()), "a", end)
    assert ("KIM-1.2e" in rows_of(found)) == is_fault


@rule("KIM-1.2e")
def test_only_the_straight_line_from_start_to_end_counts() -> None:
    back_and_forth = [(1000, 1050), (1080, 1050), (1080, 960)]
    assert not refused(field(mover()), "a", *back_and_forth)
    assert "KIM-1.2e" in rows_of(refused(field(mover()), "a", (1000, 950), (1080, 950), (1080, 1010)))


@rule("KIM-1.2e")
@pytest.mark.parametrize(
    "order", ["fire", "opportunity", "charge", "prone", "action", "dummy", "change_formation", ""]
)
def test_other_cards_give_no_move(order: str) -> None:
    assert refused(field(mover(order=order)), "a", (1000, 800))
    march(field(mover()), {"a": to((1000, 800))})


@rule("KIM-2.2b")
def test_two_changes_of_direction_and_no_third() -> None:
    two = [(1050, 1000), (1050, 950), (1100, 950)]
    assert not refused(field(mover()), "a", *two)
    assert "KIM-2.2b" in rows_of(refused(field(mover()), "a", *two, (1100, 900)))
    assert not refused(field(mover()), "a", (1000, 950), (1000, 900), (1000, 850), (1000, 800))


@rule("KIM-2.2b", "KIM-2.3a")
def test_bends_along_a_road_do_not_count() -> None:
    bends = [(540, 1460), (500, 1420), (540, 1380), (500, 1340)]
    on_road = field(mover((500, 1500)), pieces=BENDS)
    assert not refused(on_road, "a", *bends)
    assert "KIM-2.2b" in rows_of(refused(field(mover((500, 1500))), "a", *bends))


@rule("KIM-2.2b")
def test_only_bends_with_the_road_before_and_after_are_free() -> None:
    """One bend along the road, one off it, one beyond: two count. Another would be the third."""
    state = field(mover((500, 1500)), pieces=BENDS.replace(", [540, 1380], [500, 1340]", ""))
    way = [(540, 1460), (500, 1420), (420, 1420), (420, 1390)]
    assert not refused(state, "a", *way)
    assert "KIM-2.2b" in rows_of(refused(state, "a", *way, (400, 1390)))


@rule("KIM-2.2a")
def test_turning_on_the_spot_needs_a_card_for_it() -> None:
    state = field(mover(), inf("b", (1200, 1000), order="move_and_fire", arrow=0), hq("h", (1400, 1000)))
    assert "KIM-2.2a" in rows_of(refused(state, "a", facing=900))
    assert not refused(state, "a", facing=0)
    assert not refused(state, "b", facing=900)
    assert not refused(state, "h", facing=900)


@rule("KIM-1.2g", "KIM-2.2a")
def test_change_formation_turns_to_the_arrow_and_counts_as_a_move() -> None:
    state = field(tank("a", (1000, 1000), order="change_formation", arrow=1350))
    p = march(state)
    one = p.state.stands["a"]
    assert (one.at, one.facing, one.turned, one.moved) == ((10000, 10000), 1350, True, 0)
    assert p.last("turned").rows == ("KIM-1.2g", "KIM-2.2a")


@rule("KIM-2.2a")
def test_a_mover_faces_along_its_way_or_as_it_was_told() -> None:
    p = march(
        field(mover(), tank("b", (1500, 1000), order="move", arrow=0)),
        {"a": to((1200, 1000)), "b": to((1500, 800), facing=180)},
    )
    assert (p.state.stands["a"].facing, p.state.stands["b"].facing) == (900, 1800)
    assert not p.state.stands["b"].turned
    assert (p.state.stands["b"].end_facing, p.state.stands["b"].route) == (-1, ())
    p = march(field(inf("a", (1000, 1000), order="move_and_fire", arrow=0)), {"a": to(facing=90)})
    assert (p.state.stands["a"].facing, p.state.stands["a"].turned) == (900, False)


@rule("KIM-2.1a")
def test_a_route_is_refused_with_all_its_faults() -> None:
    long_way_back = [(1050, 1000), (1050, 1050), (1100, 1050), (1100, 1400)]
    assert {"KIM-1.2e", "KIM-2.1a", "KIM-2.2b"} <= rows_of(refused(field(mover()), "a", *long_way_back))
    assert refused(field(mover((20, 20))), "a", (20, -100))
    with playing(field(mover((100, 1000))), Movement()) as p:
        faults = p.refuse("red", {"a": to((100, 700), (-150, 700))})
        assert faults
        assert p.refuse("red", {"x": to((100, 700))})
        p.pending(red="Give", blue="Give")


@rule("KIM-2.4a")
def test_a_route_through_an_enemy_in_view_is_refused_and_through_a_hidden_one_is_not() -> None:
    foe = inf("b", (1000, 850), side="blue")
    assert "KIM-2.4a" in rows_of(refused(field(mover(), foe), "a", (1000, 750)))
    foe.hidden = True
    with playing(field(mover(), foe), Movement()) as p:
        request = p.asked("red")
        assert not request.check(p.match.view("red"), {"a": to((1000, 750))})
        p.pending(red="Give", blue="Give")


@rule("KIM-2.5a")
def test_what_cannot_be_crossed_is_crossed_on_a_bridge_only() -> None:
    assert "KIM-2.5a" in rows_of(refused(field(mover(), pieces=RIVER), "a", (1000, 800)))
    state = field(mover((500, 1000)), pieces=f"{RIVER}\n{BRIDGE}")
    assert not refused(state, "a", (500, 800))
    blocked = field(mover((500, 1000)), pieces=BRIDGE, impassable=("bridge",))
    assert refused(blocked, "a", (500, 800))


@rule("KIM-8.1b")
def test_a_command_at_its_first_morale_number_may_not_advance() -> None:
    state = field(mover(), inf("b", (1000, 400), side="blue"))
    command = state.commands["red_command"]
    command.first_morale, command.losses = 3, 2
    assert not refused(state, "a", (1000, 800))
    command.losses = 3
    assert "KIM-8.1b" in rows_of(refused(state, "a", (1000, 800)))
    assert not refused(state, "a", (1200, 1000))


@rule("KIM-2.4a")
def test_stands_pass_through_friends_but_do_not_end_on_one() -> None:
    still = inf("f", (1000, 900))
    p = march(field(mover(), still), {"a": to((1000, 800))})
    assert place(p, "a") == (1000, 800)
    for y, is_refused in ((872, True), (870.3, True), (870.1, False), (869.9, False)):
        with playing(field(mover(), still), Movement()) as p:
            request = p.asked("red")
            found = request.check(p.match.view("red"), {"a": to((1000, y))})
            assert bool(found) == is_refused, y
            p.pending(red="Give", blue="Give")


@rule("KIM-2.4a")
def test_two_routes_of_one_seat_may_not_end_on_each_other() -> None:
    state = field(mover(), tank("b", (1100, 1000), order="move", arrow=0))
    with playing(state, Movement()) as p:
        faults = p.refuse("red", {"a": to((1050, 800)), "b": to((1060, 800))})
        assert {fault.at for fault in faults} == {"value.a.points", "value.b.points"}
        p.choose("red", {"a": to((1100, 1000 - 150)), "b": to((1100, 800))})
        p.choose("blue", {})
        p.nothing_pending()


def busy() -> StandsState:
    """Many stands with all sorts of orders near woods, a road and enemies."""
    pieces = "  - {id: wood, kind: woods, polygon: [[300, 300], [700, 300], [700, 700], [300, 700]]}"
    ours = [inf(f"a{i}", (200 + 60 * i, 900), order="move", arrow=100 * i) for i in range(8)]
    theirs = [tank(f"b{i}", (200 + 90 * i, 200), "blue", order="move", arrow=1800) for i in range(6)]
    return field(
        *ours,
        *theirs,
        hq("h", (500, 1200)),
        stand("r", "recon", (50, 1950), order="move", arrow=1800),
        pieces=pieces,
    )


@rule("KIM-2.1a")
@pytest.mark.parametrize("seed", range(8))
def test_samples_and_suggestions_are_legal_and_can_be_played(seed: int) -> None:
    rng = Random(seed)
    with playing(busy(), Movement()) as p:
        for seat in ("red", "blue"):
            request, view = p.asked(seat), p.match.view(seat)
            for found in request.suggest(view, 3):
                assert not request.check(view, found.value), found.label
            value = request.sample(view, rng)
            assert not request.check(view, value)
            p.choose(seat, value)
        p.nothing_pending()


@rule("KIM-2.4a")
def test_forward_is_suggested_along_the_arrow_and_round_an_enemy() -> None:
    state = field(
        mover(), tank("c", (1300, 1000), order="move", arrow=900), inf("b", (1030, 850), side="blue")
    )
    with playing(state, Movement()) as p:
        request, view = p.asked("red"), p.match.view("red")
        found = {one.label: one.value for one in request.suggest(view, 3)}
        assert list(found) == ["Forward", "Stay"]
        assert found["Forward"]["c"] == {"points": [[15500, 10000]]}
        assert found["Forward"]["a"]["points"][-1][1] < mm(850)
        p.choose("red", found["Forward"])
        p.choose("blue", {})
        p.nothing_pending()
    assert not any("halts" in text for text in p.log)


@rule("KIM-2.1a")
def test_routes_planned_with_the_cards_are_proposed() -> None:
    plan = mover(route=((10000, 8000),), end_facing=900)
    long_ = tank("b", (1200, 1000), order="move", arrow=0, limit="half", route=((12000, 8000),))
    gone = tank("c", (1400, 1000), order="fire", route=((14000, 8000),))
    idle = tank("d", (1600, 1000), order="move", arrow=0)
    turns = hq("h", (1800, 1000), end_facing=1800)
    with playing(field(plan, long_, gone, idle, turns), Movement()) as p:
        request = p.asked("red")
        assert isinstance(request, Path)
        assert [walker.piece for walker in request.walkers] == ["a", "b", "d", "h"]
        assert request.proposal == {
            "a": {"points": [[10000, 8000]], "facing": 900, "when_met": "halt"},
            "b": {"points": [[12000, 8750]], "facing": None, "when_met": "halt"},
            "h": {"points": [], "facing": 1800, "when_met": "halt"},
        }
        p.choose("red", request.proposal)
        p.choose("blue", {})
        p.nothing_pending()
    assert p.state.stands["b"].moved == mm(125)
    assert p.state.stands["c"].route == ()


@rule("KIM-2.4a")
def test_a_planned_route_that_would_end_on_a_friend_is_not_proposed() -> None:
    state = field(
        mover(route=((10500, 8000),)), tank("b", (1100, 1000), order="move", arrow=0, route=((10600, 8000),))
    )
    with playing(state, Movement()) as p:
        request = p.asked("red")
        assert list(request.proposal) == ["a"]
        assert not request.check(p.match.view("red"), request.proposal)
        p.pending(red="Give", blue="Give")


@rule("KIM-2.1a")
def test_a_seat_is_asked_for_its_own_commands_only() -> None:
    state = field(mover(), tank("c", (1300, 1000), order="move", arrow=0, command="red_second"))
    state.commands["red_second"] = Command("red_second", "red", "Second", "")
    state.seats["other"] = Seat("other", "red", False, ("red_second",))
    with playing(state, Movement()) as p:
        assert p.refuse("red", {"c": to((1300, 800))})
        p.choose("red", {"a": to((1000, 800))})
        p.pending(other="Give", blue="Give")
        assert place(p, "a") == (1000, 1000)
        p.choose("other", {"c": to((1300, 800))})
        p.choose("blue", {})
        p.nothing_pending()
    assert (place(p, "a"), place(p, "c")) == ((1000, 800), (1300, 800))


@rule("KIM-2.4a")
def test_a_friend_of_another_seat_that_may_move_is_not_in_the_way_before_it_has() -> None:
    """Where it goes is not known; if it stays, the mover makes room at the end."""
    state = field(mover(), tank("c", (1000, 800), order="move", arrow=0, command="red_second"))
    state.commands["red_second"] = Command("red_second", "red", "Second", "")
    state.seats["other"] = Seat("other", "red", False, ("red_second",))
    for way, end in (({"c": to((1000, 600))}, 800), ({}, 830)):
        with playing(state, Movement()) as p:
            p.choose("red", {"a": to((1000, 800))})
            p.choose("other", way)
            p.choose("blue", {})
            p.nothing_pending()
        assert abs(place(p, "a")[1] - end) < 0.3


def test_a_stand_in_contact_does_not_move() -> None:
    found = refused(field(mover(in_contact_with="b")), "a", (1000, 800))
    assert "KIM-7.1a" in rows_of(found)
