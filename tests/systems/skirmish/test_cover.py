"""Cover and concealment: who has which, against whom, and what it is good for. NR-36, NS-10"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.loader import load
from deadground.space.kinds import KINDS
from deadground.systems.skirmish.charts import DATA, chart
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.activation.turn import Turn
from deadground.systems.skirmish.rules.fire.fire import is_hit
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.sight.cover import cover_between, is_concealed, is_in_cover
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.terrain import terrain
from deadground.testing import bounds, rule
from deadground.testing.play import Play
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table

AREA = "  - {{id: piece, kind: {kind}, polygon: [[5, 5], [15, 5], [15, 15], [5, 15]]}}"
LINE = "  - {{id: piece, kind: {kind}, line: [[5, 11], [15, 11]]}}"


def inside(kind: str, **changes: Any) -> SkirmishState:
    """A man in the middle of a piece, and an enemy outside, to the south of both."""
    return table(man("a", (10, 10), **changes), foe("x", (10, 30)), pieces=AREA.format(kind=kind))


def given(state: SkirmishState) -> tuple[bool, bool]:
    """Whether he is in cover, and whether he is concealed, from the enemy."""
    a, x = state.figures["a"], state.figures["x"]
    return is_in_cover(state, a, x.at), is_concealed(state, a, x.at)


@rule("NUTS-LOS-07")
@pytest.mark.parametrize(
    ("kind", "moving", "cover", "concealment"),
    [
        ("structure", False, True, True),
        ("structure", True, False, True),
        ("woods", False, True, True),
        ("woods", True, False, True),
        ("rubble", False, True, True),
        ("rubble", True, False, True),
    ],
)
def test_the_list_of_the_book(kind: str, moving: bool, cover: bool, concealment: bool) -> None:
    assert given(inside(kind, moving=moving)) == (cover, concealment)


@rule("NUTS-LOS-07")
def test_every_cell_of_the_list() -> None:
    listed = chart("cover_list")
    cells = {
        (type_, gives): listed.look_up(type_, gives).value
        for type_ in listed.axes[0].values
        for gives in listed.axes[1].values
    }
    assert cells == {
        ("inside_building", "cover"): "stationary",
        ("inside_building", "concealment"): "all",
        ("inside_vehicle", "cover"): "no",
        ("inside_vehicle", "concealment"): "all",
        ("behind_vehicle", "cover"): "all",
        ("behind_vehicle", "concealment"): "no",
        ("woods_or_rough", "cover"): "stationary",
        ("woods_or_rough", "concealment"): "all",
    }


@rule("NUTS-LOS-08")
@pytest.mark.parametrize(
    ("kind", "moving", "cover", "concealment", "value"),
    [
        ("wheat", False, False, True, 0),
        ("brush", True, False, True, 0),
        ("trench", False, True, True, 4),
        ("trench", True, True, False, 4),
        ("foxholes", True, True, False, 4),
        ("gully", False, True, True, 4),
        ("bunker", True, True, True, 7),
        ("field", False, False, False, 0),
    ],
)
def test_other_ground_is_what_it_most_resembles(
    kind: str, moving: bool, cover: bool, concealment: bool, value: int
) -> None:
    state = inside(kind, moving=moving)
    assert given(state) == (cover, concealment)
    found = cover_between(state, state.figures["a"], state.figures["x"].at)
    assert (found.value if found else 0) == (value if cover else 0)


@rule("NUTS-LOS-08")
def test_every_kind_of_terrain_is_typed() -> None:
    table_of = chart("terrain")
    assert set(table_of.axes[0].values) == set(KINDS)
    words = {
        "cover": {"inside_building", "woods_or_rough", *chart("other_cover").axes[0].values},
        "sight": {"open", "hill", "fold", "woods", "rough", "building", "smoke", "hedge"},
        "going": {"open", "slow", "linear", "door", "bridge", "road", "water", "never"},
    }
    for kind in KINDS:
        for word, known in words.items():
            assert table_of.look_up(kind, word).value in known
        assert terrain(kind).value == table_of.number(kind, "value")
    walls = {"fence": 1, "wall": 3, "wreck": 1, "structure": 2, "objective_building": 2, "bunker": 7}
    dug = {"trench": 4, "foxholes": 4, "gully": 4}
    rough = {"woods": 1, "rubble": 1, "town": 1}
    assert {kind: terrain(kind).value for kind in KINDS if terrain(kind).value} == {**walls, **dug, **rough}


@rule("NUTS-LOS-07")
@pytest.mark.parametrize(
    ("kind", "cover", "concealment", "value"),
    [("wall", True, False, 3), ("fence", True, True, 1), ("hedge", False, True, 0)],
)
@pytest.mark.parametrize(("y", "close"), [(10.01, True), (10, True), (9.98, False)])
def test_linear_cover_lies_across_the_line_within_an_inch(
    kind: str, cover: bool, concealment: bool, value: int, y: float, close: bool
) -> None:
    """NR-36, NS-10."""
    state = table(man("a", (10, y)), foe("x", (10, 30)), foe("y", (10, 1)), pieces=LINE.format(kind=kind))
    assert given(state) == (cover and close, concealment and close)
    a = state.figures["a"]
    found = cover_between(state, a, state.figures["x"].at)
    assert (found.value if found else 0) == (value if cover and close else 0)
    assert not is_in_cover(state, a, state.figures["y"].at), "only from the far side"


def test_a_wreck_covers_those_behind_it() -> None:
    wreck = "  - {id: wreck, kind: wreck, polygon: [[9, 11], [12, 11], [12, 13], [9, 13]]}"
    state = table(man("a", (10, 10.2)), foe("x", (10, 30)), pieces=wreck)
    assert given(state) == (True, False)
    state.figures["a"].at = point((10, 9))
    assert given(state) == (False, False)


def test_a_building_has_the_value_the_map_gives_it() -> None:
    house = AREA.format(kind="structure").replace("polygon", "tags: {dv: 4}, polygon")
    state = table(man("a", (10, 10)), foe("x", (10, 30)), pieces=house)
    found = cover_between(state, state.figures["a"], state.figures["x"].at)
    assert found is not None
    assert (found.value, found.inside) == (4, True)


def test_the_lip_of_a_fold_covers_who_lines_it() -> None:
    """COT-R89."""
    state = table(
        man("a", (10, 14.5)), foe("x", (10, 30)), foe("y", (10, 8)), pieces=AREA.format(kind="fold")
    )
    a = state.figures["a"]
    assert is_in_cover(state, a, state.figures["x"].at)
    assert not is_in_cover(state, a, state.figures["y"].at), "from inside the fold there is no lip"
    a.at = point((10, 14))
    assert not is_in_cover(state, a, state.figures["x"].at)


@bounds("NUTS-LOS-06")
def test_concealment_stops_no_shot_and_cover_does() -> None:
    """A total of 8 misses a man in cover and hits one who is only concealed."""
    for kind, hit in (("wheat", True), ("woods", False)):
        state = table(man("a", (10, 30)), foe("x", (10, 14.5)), pieces=AREA.format(kind=kind))
        shot = Shot("a", "core.ba_rifle", (Aim("x", 1),))
        assert is_hit(game(state), shot, state.figures["x"], 8, 0) == hit


@rule("NUTS-LOS-07")
@pytest.mark.parametrize(
    ("option", "after_activation", "after_turn", "next_activation"),
    [
        ("end_of_activation", False, False, False),
        ("end_of_turn", True, False, False),
        ("next_activation", True, True, False),
    ],
)
def test_from_when_a_man_who_moved_is_stationary_again(
    option: str, after_activation: bool, after_turn: bool, next_activation: bool
) -> None:
    """NR-36."""
    hill = "  - {id: hill, kind: hill, level: 1, polygon: [[0, 20], [48, 20], [48, 22], [0, 22]]}"
    state = table(man("a", (10, 40), rep=6), foe("x", (10, 5), rep=6), pieces=hill)
    with playing(state, Turn(), dice=[5, 4], options={"stationary_from": option}) as p:
        p.choose("red", "red-1", [move("red-1", a=to((12, 40)))])
        assert p.state.figures["a"].doing.moving == after_activation
        p.choose("blue", "end_phase")
        p.nothing_pending()
    assert p.state.figures["a"].doing.moving == after_turn
    with playing(p.state, Turn(), dice=[5, 4], options={"stationary_from": option}) as p:
        p.choose("red", "red-1")
        assert p.state.figures["a"].doing.moving == next_activation
        p.pending(red="Give the group its orders")


@rule("NUTS-LOS-07")
@pytest.mark.parametrize("option", ["end_of_activation", "end_of_turn"])
def test_whoever_moved_while_others_acted_is_stationary_when_they_have(option: str) -> None:
    """NR-36: one who left his group to run, and an enemy who charged, are in no group that has acted."""
    state = table(
        man("a", (10, 40), rep=6),
        man("runs", (40, 40), status="leave_battlefield", moving=True),
        foe("charged", (40, 5), moving=True),
    )

    def who_moves(p: Play[SkirmishState]) -> list[str]:
        return [id for id in ("runs", "charged") if p.state.figures[id].doing.moving]

    with playing(state, Activation("red-1"), options={"stationary_from": option}) as p:
        assert who_moves(p) == ["runs", "charged"]
        p.choose("red", [])
        p.nothing_pending()
    assert who_moves(p) == ([] if option == "end_of_activation" else ["runs", "charged"])


@rule("NUTS-LOS-07", "NUTS-MOVE-11")
def test_who_runs_on_as_the_phase_begins_is_stationary_before_anybody_acts() -> None:
    """NR-36"""
    runs = man("runs", (24, 24), status="leave_battlefield")
    state = table(man("a", (10, 40), rep=6), runs, foe("x", (40, 2), facing=0))
    state.sides["red"].die = 1
    with playing(state, Phase("red"), dice=[6, 6]) as p:
        runs = p.state.figures["runs"]
        assert (runs.doing.moved_in, runs.status, runs.doing.moving) == (
            p.state.turn,
            "leave_battlefield",
            False,
        )
        p.pending(red="Choose a group to act")


def test_the_stand_in_charts_say_why_they_are_ours() -> None:
    for name in ("terrain", "other_cover"):
        assert load(DATA / "stand_in" / f"{name}.yaml").value["reason"]
