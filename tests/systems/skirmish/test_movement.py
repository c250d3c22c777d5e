"""Movement of one's own will: normal and fast, prone, and what ground costs. NR-19, NR-20, NR-38, NS-36"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.turn import Turn
from deadground.systems.skirmish.rules.movement.going import left_to_go, normal_move, path_cost
from deadground.systems.skirmish.rules.movement.movement import MoveCard, Way
from deadground.systems.skirmish.rules.reactions.casualties import take_down
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.orders import fire, move, steps, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table

HILL = "  - {id: hill, kind: hill, level: 1, polygon: [[0, 10], [48, 10], [48, 12], [0, 12]]}"


def alone(**changes: Any) -> SkirmishState:
    """A man of red in the open, and blue behind a hill."""
    return table(man("a", (10, 40), **changes), foe("x", (10, 5)), pieces=HILL)


def walked(p: Play[SkirmishState], id: str = "a") -> tuple[float, float]:
    x, y = p.state.figures[id].at
    return x / 254, y / 254


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(("inches", "fits"), [(7.99, True), (8, True), (8.01, False)])
def test_a_man_moves_up_to_eight_inches(inches: float, fits: bool) -> None:
    with playing(alone(), Activation("red-1")) as p:
        order = [move("red-1", a=to((10, 40 - inches)))]
        if fits:
            p.choose("red", order)
            p.nothing_pending()
        else:
            assert "NUTS-MOVE-01" in p.refuse("red", order)[0].rows
            p.choose("red", [])
            p.nothing_pending()
    assert p.state.figures["a"].at == point((10, 40 - inches) if fits else (10, 40))


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(("attribute", "inches"), [("fleet", 10), ("lumbering", 6)])
def test_attributes_give_another_distance(attribute: str, inches: int) -> None:
    state = alone(attributes=(attribute,))
    assert normal_move(state.figures["a"]) == inches * 254


@rule("NUTS-MOVE-02", "NUTS-MOVE-01")
@pytest.mark.parametrize(
    ("dice", "rep", "inches"), [([5, 6], 4, 8), ([4, 5], 4, 12), ([4, 4], 4, 16), ([1, 4], 4, 16)]
)
def test_a_fast_move_adds_half_a_move_for_each_die_passed(dice: list[int], rep: int, inches: int) -> None:
    with playing(alone(rep=rep), Activation("red-1"), dice=dice) as p:
        p.choose("red", [move("red-1", "fast_move", a=to((10, 24)))])
        p.nothing_pending()
    assert walked(p) == (10, 40 - inches)
    assert p.state.figures["a"].doing.fast_moving


@rule("NUTS-MOVE-02")
def test_nobody_plans_a_fast_move_beyond_two_moves() -> None:
    with playing(alone(), Activation("red-1")) as p:
        assert p.refuse("red", [move("red-1", "fast_move", a=to((10, 23.9)))])
        p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-MOVE-03", "NUTS-MOVE-02")
def test_the_example_of_four_and_five() -> None:
    """One throw for the group: Rep 5 goes 16, Rep 4 goes 12, Rep 3 stays at 8."""
    state = table(
        man("five", (10, 40), rep=5, rank="squad_leader"),
        man("four", (12, 40), rep=4),
        man("three", (14, 40), rep=3),
        foe("x", (10, 5)),
        pieces=HILL,
    )
    order = move("red-1", "fast_move", five=to((10, 24)), four=to((12, 24)), three=to((14, 24)))
    with playing(state, Activation("red-1"), dice=[4, 5]) as p:
        p.choose("red", [order])
        p.nothing_pending()
    assert [walked(p, id)[1] for id in ("five", "four", "three")] == [24, 28, 32]


@rule("NUTS-MOVE-03", "NUTS-MOVE-02")
def test_fast_moving_lasts_from_the_declaration_to_the_end_of_the_turn() -> None:
    """NR-20: even if no die is passed, and on through the enemy's phase."""
    with playing(alone(rep=6), Turn(), dice=[6, 1, 6, 6]) as p:
        p.choose("red", "red-1", [move("red-1", "fast_move", a=to((10, 30)))])
        assert p.state.figures["a"].doing.fast_moving
        p.choose("blue", "end_phase")
        p.nothing_pending()
    assert not p.state.figures["a"].doing.fast_moving


@rule("NUTS-MOVE-04")
def test_an_active_man_may_drop_prone_and_shoot_straight_after() -> None:
    state = table(man("a", (10, 30), rep=3), foe("x", (10, 10), star=True))
    state.sighted = (("blue-1", "red-1"),)
    with playing(state, Activation("red-1"), dice=[1]) as p:
        p.choose("red", [move("red-1", a=to((10, 28), prone=True))])
        assert p.state.figures["a"].prone
        assert left_to_go(p.state.figures["a"]) == 0
        p.choose("red", [fire("red-1", a="x")])
        p.choose("blue", "0")
        p.nothing_pending()


@rule("NUTS-MOVE-04")
def test_one_may_drop_prone_where_he_is() -> None:
    with playing(alone(), Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to(prone=True))])
        p.nothing_pending()
    assert p.state.figures["a"].prone


@rule("NUTS-MOVE-05")
@pytest.mark.parametrize(("inches", "fits"), [(4, True), (4.01, False)])
def test_getting_up_uses_half_of_the_move(inches: float, fits: bool) -> None:
    with playing(alone(prone=True), Activation("red-1")) as p:
        order = [move("red-1", a=to((10, 40 - inches)))]
        if fits:
            p.choose("red", order)
            assert not p.state.figures["a"].prone
            assert left_to_go(p.state.figures["a"]) == 0
        else:
            p.refuse("red", order)
            p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-MOVE-05")
def test_one_may_get_up_where_he_is() -> None:
    with playing(alone(prone=True), Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to())])
        p.nothing_pending()
    assert not p.state.figures["a"].prone
    assert p.state.figures["a"].doing.spent == 4 * 254


GROUND = """
  - {id: wood, kind: woods, polygon: [[20, 0], [30, 0], [30, 10], [20, 10]]}
  - {id: wall, kind: wall, line: [[0, 20], [48, 20]]}
  - {id: house, kind: structure, polygon: [[20, 30], [30, 30], [30, 40], [20, 40]]}
  - {id: river, kind: river, width: 2, line: [[0, 45], [48, 45]]}
  - {id: bridge, kind: bridge, width: 2, line: [[10, 43], [10, 47]]}
"""


@pytest.mark.parametrize(
    ("path", "inches"),
    [
        (((5, 5), (9, 5)), 4),
        (((21, 5), (25, 5)), 8),
        (((18, 5), (22, 5)), 2 + 4),
        (((5, 18), (5, 22)), 4 + 2),
        (((18, 35), (22, 35)), 4 + 2),
        (((22, 35), (18, 35)), 4 + 2),
        (((18, 35), (32, 35)), 14 + 2 + 2),
        (((10, 42), (10, 47)), 5),
        (((20, 42), (20, 47)), None),
    ],
)
def test_what_ground_costs(path: tuple[tuple[float, float], ...], inches: int | None) -> None:
    """NS-39: half speed in woods, 2" over a wall and through a door, rivers at bridges alone."""
    state = table(man("a", (1, 1)), pieces=GROUND)
    cost = path_cost(state, tuple(point(at) for at in path))
    assert cost == (None if inches is None else inches * 254)


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(
    ("order", "row"),
    [
        (to((10, 46)), "NUTS-ACT-08"),
        (to((10, 40 + 7.9)), "NUTS-ACT-08"),
        (to((12, 40)), "NS-01"),
        (to((13, 41.2)), ""),
        (to((10, 40), facing=500), ""),
    ],
)
def test_paths_that_are_refused(order: dict[str, Any], row: str) -> None:
    state = table(man("a", (10, 40.5)), man("b", (12.4, 40)), foe("x", (10, 5)), pieces=HILL)
    if order["facing"] is not None:
        order = {**order}
        order["facing"] = 3600
    with playing(state, Activation("red-1")) as p:
        faults = p.asked("red").check(p.match.view("red"), [move("red-1", a=order)])
        if row == "NUTS-ACT-08" and order["points"][0][1] <= 46 * 254:
            assert not faults
        elif row:
            assert row in faults[0].rows
        assert order["facing"] is None or faults
        p.pending(red="Give the group its orders")


@rule("NUTS-MOVE-01", "NUTS-MELEE-01")
def test_nobody_walks_into_an_enemy() -> None:
    state = table(man("a", (10, 40)), foe("x", (10, 36)))
    state.sighted = (("blue-1", "red-1"),)
    with playing(state, Activation("red-1")) as p:
        (fault,) = p.refuse("red", [move("red-1", a=to((10, 37)))])[:1]
        assert fault.rows == ("NUTS-MELEE-01",)
        p.choose("red", [move("red-1", a=to((10, 37.02)))], [])
        p.nothing_pending()


@rule("NUTS-MOVE-01")
def test_two_men_may_not_end_on_one_spot() -> None:
    state = table(man("a", (10, 40)), man("b", (12, 40)), foe("x", (10, 5)), pieces=HILL)
    with playing(state, Activation("red-1")) as p:
        assert p.refuse("red", [move("red-1", a=to((11, 38)), b=to((11.9, 38)))])[0].rows == ("NS-01",)
        p.choose("red", [move("red-1", a=to((11, 38)), b=to((12, 38)))])
        p.nothing_pending()


@rule("NUTS-SIGHT-02", "NUTS-MOVE-01")
def test_after_an_in_sight_the_rest_of_the_move_may_be_walked() -> None:
    """NR-19. The woods hide them from each other until Anna is past its corner."""
    state = table(
        man("a", (10, 40), rep=6),
        foe("x", (10, 20), rep=1, weapons=()),
        pieces="  - {id: wood, kind: woods, polygon: [[2, 28], [12, 28], [12, 32], [2, 32]]}",
    )
    with playing(state, Activation("red-1"), dice=[3, 3, 3, 3, 3, 6, 1, 6, 6]) as p:
        p.choose("red", [move("red-1", a=to((17, 40)))])
        p.choose("red", {"a": {"points": [], "facing": 0}})
        assert p.asked("red").prompt.startswith("You saw them first")
        p.choose("red", p.asked("red").proposal)
        assert p.asked("red").prompt.startswith("Finish the move")
        spent = p.state.figures["a"].doing.spent
        assert 0 < spent < 8 * 254
        p.choose("red", steps(a=(17, 40)))
        p.nothing_pending()
    assert walked(p) == (17, 40)


@rule("NUTS-ACT-08", "NUTS-ACT-10")
def test_a_normal_move_may_be_broken_off_for_a_shot_and_gone_on_with() -> None:
    """NR-106: at any one moment of the activation."""
    state = table(man("a", (10, 30), rep=1), foe("x", (10, 10), star=True))
    with playing(state, Activation("red-1"), dice=[1]) as p:
        p.choose("red", [move("red-1", a=to((10, 26)))])
        p.choose("red", [fire("red-1", a="x")])
        p.choose("blue", "0")
        assert p.refuse("red", [move("red-1", a=to((10, 21.9)))])
        assert p.refuse("red", [move("red-1", "fast_move", a=to((10, 22)))])
        p.choose("red", [move("red-1", a=to((10, 22)))])
        assert walked(p) == (10, 22)
        assert left_to_go(p.state.figures["a"]) == 0
        if p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-MOVE-05", "NUTS-REACT-07")
def test_one_knocked_down_in_the_middle_of_his_move_does_not_get_up_in_it() -> None:
    """NUTS-REACT-07: he may stand when next active."""
    state = alone()
    take_down(game(state), state.figures["a"], "carry_on")
    assert left_to_go(state.figures["a"]) == 0
    card = MoveCard()
    way = Way()
    faults = card.way_faults(state, state.figures["a"], way, "value", ())
    assert faults[0].rows == ("NUTS-MOVE-05",)
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 36)))])
        p.nothing_pending()
    assert not p.state.figures["a"].prone
