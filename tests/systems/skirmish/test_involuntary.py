"""Involuntary movement: Duck Back, Hunker Down and giving up, Leave the Battlefield, shooting back.

NR-22, NR-23, NR-24, NR-36, NR-110
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.fire.shooting import ReturnFire
from deadground.systems.skirmish.rules.movement.involuntary import (
    DuckBack,
    HunkerDown,
    LeaveBattlefield,
    place_in_cover,
)
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.state import Status
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import SMG, foe, man, point, table


def ducking(*more: Any, at: tuple[float, float] = (10, 30), result: str = "duck_back", **changes: Any) -> Any:
    """A man for whom a result was scored, by an enemy to the north of him."""
    status = {"outgunned": "duck_back"}.get(result, result)
    pieces = changes.pop("pieces", "")
    return table(
        man("a", at, reacting=result, status=status, causes=("x",), **changes),
        foe("x", (10, 10)),
        *more,
        pieces=pieces,
    )


def wall(y: float, x: tuple[float, float] = (0, 40)) -> str:
    return f"  - {{id: wall, kind: wall, line: [[{x[0]}, {y}], [{x[1]}, {y}]]}}"


@rule("NUTS-MOVE-06")
@pytest.mark.parametrize(("y", "reaches"), [(35.4, True), (35.6, False)])
def test_duck_back_goes_to_the_nearest_cover_within_six_inches(y: float, reaches: bool) -> None:
    """Half an inch behind the wall he stands; further than 6" he does not run."""
    with playing(ducking(pieces=wall(y)), DuckBack("a")) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.at != point((10, 30))) == reaches
    assert a.prone != reaches
    assert a.reaction.reacting is None
    assert a.status == "duck_back"


@rule("NUTS-MOVE-06")
def test_in_any_direction_forward_too() -> None:
    """A wall in front of him is cover from the north if he stands behind it."""
    with playing(ducking(pieces=wall(26)), DuckBack("a")) as p:
        p.nothing_pending()
    x, y = p.state.figures["a"].at
    assert (x, round(y / 254, 1)) == (2540, 26.5)


@rule("NUTS-MOVE-06")
def test_in_cover_already_he_stays() -> None:
    with playing(ducking(pieces=wall(29.5)), DuckBack("a")) as p:
        p.nothing_pending()
    assert p.state.figures["a"].at == point((10, 30))
    assert not p.state.figures["a"].prone


@bounds("NUTS-MOVE-06")
def test_cover_must_be_from_everybody_who_caused_the_test() -> None:
    """NR-24: the wall covers from the north alone, the wood from all sides."""
    wood = "  - {id: wood, kind: woods, polygon: [[14, 28], [18, 28], [18, 32], [14, 32]]}"
    state = ducking(foe("y", (10, 47)), pieces=f"{wall(29.5)}\n{wood}")
    assert place_in_cover(state, state.figures["a"]) == point((10, 30))
    state.figures["a"].reaction = state.figures["a"].reaction.but(causes=("x", "y"))
    found = place_in_cover(state, state.figures["a"])
    assert found is not None
    assert found[0] >= 14 * 254


@bounds("NUTS-MOVE-06")
def test_nobody_runs_through_water_or_onto_another_man() -> None:
    river = "  - {id: river, kind: river, width: 1, line: [[0, 31.5], [48, 31.5]]}"
    state = ducking(pieces=f"{river}\n{wall(33)}")
    assert place_in_cover(state, state.figures["a"]) is None
    state = ducking(man("b", (10, 26.505)), pieces=wall(26))
    found = place_in_cover(state, state.figures["a"])
    assert found is not None
    assert abs(found[0] - 2540) >= 250


@rule("NUTS-MOVE-07")
def test_in_cover_he_neither_sees_nor_is_seen_by_the_cause() -> None:
    state = ducking(foe("y", (14, 10)), pieces=wall(29.5))
    with playing(state, DuckBack("a")) as p:
        p.nothing_pending()
    a, x, y = (p.state.figures[id] for id in "axy")
    assert a.reaction.hidden_from == ("x",)
    for options, other in (({}, True), ({"duck_back_hidden_from": "all"}, False)):
        assert not has_los(p.state, a, x, options)
        assert not has_los(p.state, x, a, options)
        assert has_los(p.state, y, a, options) == other, "NR-24"
        assert has_los(p.state, a, y, options) == other


@rule("NUTS-MOVE-07")
def test_one_who_only_went_prone_sees_and_is_seen() -> None:
    with playing(ducking(), DuckBack("a")) as p:
        p.nothing_pending()
    a, x = p.state.figures["a"], p.state.figures["x"]
    assert a.prone
    assert has_los(p.state, a, x)
    assert has_los(p.state, x, a)


@rule("NUTS-MOVE-07")
def test_ducked_back_he_does_not_act_until_he_is_active_again() -> None:
    """NR-23."""
    state = ducking(pieces=wall(29.5))
    with playing(state, DuckBack("a")) as p:
        p.nothing_pending()
    with playing(p.state, Activation("red-1")) as p:
        assert p.state.figures["a"].status == "carry_on"
        assert p.state.figures["a"].reaction.hidden_from == ()
        p.choose("red", [move("red-1", a=to((12, 30)))])
        p.nothing_pending()


@rule("NUTS-MOVE-07")
def test_a_man_who_ducks_is_stationary_where_he_ends() -> None:
    """NR-36."""
    wood = "  - {id: wood, kind: woods, polygon: [[8, 31], [12, 31], [12, 35], [8, 35]]}"
    with playing(ducking(pieces=wood, moving=True), DuckBack("a")) as p:
        p.nothing_pending()
    assert not p.state.figures["a"].doing.moving
    assert p.state.figures["a"].reaction.under_cover


@rule("NUTS-MOVE-08")
@pytest.mark.parametrize(("y", "at", "prone"), [(29.5, 30, False), (32, 32.5, False), (40, 30, True)])
def test_hunker_down_stays_in_cover_or_goes_there_or_drops(y: float, at: float, prone: bool) -> None:
    state = ducking(result="hunker_down", pieces=wall(y))
    with playing(state, HunkerDown("a")) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert round(a.at[1] / 254, 1) == at
    assert (a.prone, a.reaction.under_cover) == (prone, not prone)
    assert a.status == "hunker_down"
    assert has_los(p.state, p.state.figures["x"], a) == prone


@rule("NUTS-MOVE-09")
def test_a_hunkered_man_does_nothing() -> None:
    state = table(man("a", (10, 30), status="hunker_down"), man("b", (12, 30)), foe("x", (40, 5), facing=0))
    with playing(state, Activation("red-1"), dice=[6, 1]) as p:
        assert p.last("recovered").data["result"] == "duck_back"
        assert p.asked("red").units[0].pieces == ("b",)  # type: ignore[union-attr]
        p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-MOVE-09")
@pytest.mark.parametrize(("end", "taken"), [(26.02, False), (26, True)])
def test_he_surrenders_when_an_enemy_comes_within_four_inches(end: float, taken: bool) -> None:
    """NR-101; at once and without a test, also to the one whose fire he hides from."""
    state = table(
        man("a", (10, 34)),
        foe("x", (10, 22), status="hunker_down", hidden_from=("a",), under_cover=True),
        pieces="  - {id: wall, kind: wall, line: [[6, 22.6], [14, 22.6]]}",
    )
    state.sighted = (("blue-1", "red-1"),)
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, end)))])
        p.nothing_pending()
    assert (p.state.figures["x"].status == "captured") == taken
    assert (p.state.figures["a"].aid.escorts == ("x",)) == taken


@rule("NUTS-MOVE-09")
def test_he_surrenders_if_the_enemy_is_there_already_when_he_stops() -> None:
    state = ducking(foe("near", (10, 33.9), facing=0), result="hunker_down")
    with playing(state, HunkerDown("a")) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == "captured"
    away = ducking(foe("near", (10, 33.9), facing=180), result="hunker_down")
    with playing(away, HunkerDown("a")) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == "hunker_down", "an enemy who looks away confronts nobody"


@rule("NUTS-MOVE-11")
@pytest.mark.parametrize(
    ("at", "dice", "end"),
    [
        ((20, 40), [6, 6], (20, 48)),
        ((20, 30), [6, 6], (20, 38)),
        ((20, 30), [4, 6], (20, 42)),
        ((20, 30), [4, 4], (20, 46)),
        ((10, 24), [6, 6], (2, 24)),
    ],
)
def test_leaving_runs_for_the_nearest_edge_at_fast_move(
    at: tuple[float, float], dice: list[int], end: tuple[float, float]
) -> None:
    state = ducking(at=at, result="leave_battlefield")
    with playing(state, LeaveBattlefield("a"), dice=dice) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert a.at == point(end)
    assert a.status == ("gone" if end[1] == 48 else "leave_battlefield")
    assert a.doing.fast_moving != (a.status == "gone")


@rule("NUTS-MOVE-11")
def test_with_the_option_it_is_a_full_sixteen_inches() -> None:
    """NR-22."""
    state = ducking(at=(20, 28), result="leave_battlefield")
    with playing(state, LeaveBattlefield("a"), options={"leave_battlefield_speed": "full_16"}) as p:
        p.nothing_pending()
    assert p.state.figures["a"].at == point((20, 44))


@rule("NUTS-MOVE-11", "NUTS-ACT-05")
def test_he_goes_on_in_each_phase_of_his_side_whatever_the_die_says() -> None:
    state = table(
        man("a", (20, 40), status="leave_battlefield"), man("b", (30, 30), rep=5), foe("x", (10, 10))
    )
    state.sides["red"].die = 6
    with playing(state, Phase("red"), dice=[1, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == "gone"


@rule("NUTS-MOVE-12", "NUTS-FIRE-10")
@pytest.mark.parametrize(("result", "snap"), [("return_fire", False), ("snap_fire", True)])
def test_who_returns_fire_shoots_at_once_at_the_cause(result: str, snap: bool) -> None:
    """A total of 9 misses a man who snap fires. The target then tests in turn."""
    state = ducking(result=result, rep=4)
    state.figures["a"].status = "carry_on"
    dice = [5, 4, 6, 6] if not snap else [5, 6, 6]
    with playing(state, ReturnFire(("a",)), dice=dice) as p:
        p.nothing_pending()
    assert p.last("shots").data["hits"] == (0 if snap else 1)
    assert "snap fires" in p.last("shots").text or not snap
    assert p.state.figures["a"].reaction.reacting is None


@rule("NUTS-MOVE-12")
def test_he_turns_to_shoot_back() -> None:
    """NR-31."""
    state = ducking(result="return_fire", rep=4, facing=180)
    state.figures["a"].status = "carry_on"
    with playing(state, ReturnFire(("a",)), dice=[1, 6, 6]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].facing == 0


@rule("NUTS-MOVE-12")
def test_outgunned_is_carried_out_as_duck_back() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10), weapons=(SMG,)), pieces=wall(32))
    with playing(state, Crisis((Cause("a", "fired_on", ("x",)),)), dice=[1, 1]) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert a.status == "duck_back"
    assert round(a.at[1] / 254, 1) == 32.5


@rule("NUTS-MOVE-04")
def test_one_put_prone_by_a_result_does_not_shoot_as_part_of_it() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10), weapons=(SMG,)))
    with playing(state, Crisis((Cause("a", "fired_on", ("x",)),)), dice=[1, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].prone
    assert "shots" not in [event.kind for event in p.events]


@rule("NUTS-MOVE-11")
@pytest.mark.parametrize(
    ("at", "edge"), [((20, 5), (20, 0)), ((43, 24), (48, 24)), ((20, 43), (20, 48)), ((5, 24), (0, 24))]
)
def test_every_edge_of_the_table_is_a_way_out(at: tuple[float, float], edge: tuple[float, float]) -> None:
    state = ducking(at=at, result="leave_battlefield")
    state.figures["x"].facing = 2700
    state.sighted = (("blue-1", "red-1"),)
    with playing(state, LeaveBattlefield("a"), dice=[6, 6]) as p:
        p.nothing_pending()
    assert (p.state.figures["a"].at, p.state.figures["a"].status) == (point(edge), "gone")


@rule("NUTS-MOVE-06", "NUTS-MOVE-08")
@pytest.mark.parametrize("reaction", [DuckBack, HunkerDown])
def test_who_runs_to_cover_gets_up_and_comes_down_to_the_ground(reaction: Any) -> None:
    """The turn is noted: who has moved in it may not count as one who stayed."""
    state = ducking(pieces=wall(32), prone=True, floor=1)
    state.turn = 3
    with playing(state, reaction("a")) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.prone, a.floor, a.doing.moved_in) == (False, 0, 3)


@rule("NUTS-MOVE-07")
def test_he_looks_at_the_nearest_of_those_who_caused_it() -> None:
    state = ducking(foe("y", (30, 30), facing=270), pieces=wall(29.5))
    state.figures["a"].reaction = state.figures["a"].reaction.but(causes=("x", "y"))
    with playing(state, DuckBack("a")) as p:
        p.nothing_pending()
    assert p.state.figures["a"].facing in (0, 900)
    near = ducking(foe("y", (10, 40), facing=0), facing=90)
    near.figures["a"].reaction = near.figures["a"].reaction.but(causes=("x", "y"))
    with playing(near, DuckBack("a")) as p:
        p.nothing_pending()
    assert p.state.figures["a"].facing == 1800


@rule("NUTS-MOVE-11")
def test_one_who_leaves_and_is_still_on_the_table_goes_on_running() -> None:
    """An inch short of the edge he is not off it; he is seen, on his feet and fast moving."""
    state = ducking(at=(20, 39), result="leave_battlefield", prone=True, under_cover=True, hidden_from=("x",))
    state.figures["x"].facing = 2700
    with playing(state, LeaveBattlefield("a"), dice=[6, 6]) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.at, a.status, a.prone, a.reaction.under_cover, a.reaction.hidden_from, a.doing.fast_moving) == (
        point((20, 47)),
        "leave_battlefield",
        False,
        False,
        (),
        True,
    )


@rule("NUTS-MOVE-11", "NUTS-ACT-05")
def test_all_who_leave_run_on_as_their_phase_begins() -> None:
    """Each once, in the order of the roster; the third has stopped running before."""
    state = table(
        man("a", (20, 44), status="leave_battlefield"),
        man("b", (30, 30), status="leave_battlefield"),
        man("c", (40, 30), status="duck_back"),
        foe("x", (5, 5), facing=0),
    )
    state.sides["red"].die = 6
    with playing(state, Phase("red"), dice=[6, 6, 6, 6]) as p:
        p.nothing_pending()
    assert [event.data["figure"] for event in p.events if event.kind == "runs"] == ["a", "b"]
    assert p.state.figures["a"].status == "gone"


@rule("NUTS-REACT-07")
@pytest.mark.parametrize(
    ("way", "status"), [(DuckBack, "duck_back"), (LeaveBattlefield, "leave_battlefield")]
)
def test_who_runs_is_knocked_down_no_longer(way: type[DuckBack | LeaveBattlefield], status: Status) -> None:
    """He has been on his feet since; dropping prone later is his own doing."""
    wall = "  - {id: wall, kind: wall, line: [[17, 26.5], [23, 26.5]]}\n"
    a = man("a", (20, 30), status=status, causes=("x",), prone=True, knocked_down=True)
    a.reaction = a.reaction.but(reacting="duck_back" if status == "duck_back" else None)
    state = table(a, foe("x", (20, 45), facing=0), pieces=wall)
    with playing(state, way("a"), dice=[] if way is DuckBack else [6, 6]) as p:
        p.nothing_pending()
    a = p.state.figures["a"]
    assert a.at != state.figures["a"].at
    assert (a.prone, a.knocked_down) == (False, False)


@rule("NUTS-MOVE-09", "NUTS-REACT-07")
def test_nor_is_a_prisoner_who_lay_where_he_was_thrown_down() -> None:
    """NS-36: he is on his feet, and hunkers so again where he slips away."""
    x = foe("x", (20, 20), status="hunker_down", prone=True, knocked_down=True)
    with playing(table(man("a", (20, 26)), x), Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((20, 23)))])
        p.nothing_pending()
    x = p.state.figures["x"]
    assert (x.status, x.prone, x.knocked_down) == ("captured", False, False)
