"""Throwing grenades: how far, where they come down, in reaction. NR-54, NR-57, NR-58, NR-59, NS-07"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.kit.options import DEFAULTS
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.activation.turn import Turn
from deadground.systems.skirmish.rules.fire.shooting import ReturnFire
from deadground.systems.skirmish.rules.grenades.grenades import send
from deadground.systems.skirmish.rules.grenades.lobs import best_rank, munition, usable_lobs, why_no_lob
from deadground.systems.skirmish.rules.grenades.throwing import ActiveThrow
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import INCH
from deadground.testing import bounds, rule
from tests.systems.skirmish.grenades import GRENADES, HELD, lob, statuses, told
from tests.systems.skirmish.orders import fire, move, throw, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import SMG, foe, man, table


@rule("NUTS-GREN-01")
def test_only_what_was_readied_is_thrown() -> None:
    state = table(man("a", (10, 20), gear=GRENADES), foe("x", (10, 15)))
    with playing(state, Activation("red-1")) as p:
        assert "nothing ready" in p.refuse("red", [throw("red-1", a=("grenade", (10, 15)))])[0].reason
        p.pending(red="Give the group its orders")


@rule("NUTS-GREN-01")
def test_one_a_turn() -> None:
    """Thrown in the same turn, active or in reaction; in the next turn another."""
    state = table(man("a", (10, 20), thrown=True, **HELD), foe("x", (10, 15)))
    assert usable_lobs(state, state.figures["a"], state.figures["x"], {}) == []
    with playing(state, Activation("red-1")) as p:
        assert p.refuse("red", [throw("red-1", a=("grenade", (10, 15)))])
        p.pending(red="Give the group its orders")
    with playing(state, Turn(), dice=[6, 5]) as p:
        p.nothing_pending()
    assert not p.state.figures["a"].doing.thrown


@rule("NUTS-GREN-01")
def test_throwing_takes_the_place_of_the_active_shot() -> None:
    """NR-58."""
    state = table(man("a", (10, 20), **HELD), foe("x", (10, 15), rep=1, weapons=()))
    with playing(state, Activation("red-1"), dice=[1, 1, 1]) as p:
        p.choose("red", [throw("red-1", a=("grenade", (10, 15)))])
        assert p.refuse("red", [fire("red-1", a="x")])
        p.pending(red="Give the group its orders")
    a = p.state.figures["a"]
    assert (a.pack.readied, a.pack.gear, a.doing.thrown, a.doing.fired) == ("", (("grenade", 1),), True, True)
    state = table(man("a", (10, 20), fired=True, **HELD), foe("x", (10, 15)))
    assert "NR-58" in str(LAWS["throw"].why_not(state, state.figures["a"], {}))


@rule("NUTS-GREN-05")
@pytest.mark.parametrize(
    ("attributes", "inches", "fits"),
    [
        ((), 5.99, True),
        ((), 6, True),
        ((), 6.01, False),
        (("ball_player",), 8, True),
        (("ball_player",), 8.01, False),
    ],
)
def test_a_grenade_is_thrown_six_inches_or_eight(
    attributes: tuple[str, ...], inches: float, fits: bool
) -> None:
    state = table(man("a", (10, 20), attributes=attributes, **HELD), foe("x", (10, 5)))
    with playing(state, Activation("red-1")) as p:
        order = [throw("red-1", a=("grenade", (10, 20 - inches)))]
        assert bool(p.asked("red").check(p.match.view("red"), order)) != fits
        p.pending(red="Give the group its orders")


@rule("NUTS-GREN-05")
def test_its_circle_is_five_inches_and_its_impact_two() -> None:
    state = table(man("a", (10, 20), **HELD))
    one = munition(state, state.figures["a"], "grenade")
    assert one is not None
    assert (one.across, one.impact, one.reach, one.rank) == (5 * INCH, 2, 6 * INCH, 5)
    g = game(state, [1, 1])
    send(g, [lob((10, 14))])
    assert told(g, "blast")["across"] == 5 * INCH


@rule("NUTS-GREN-05")
def test_off_the_table_and_behind_him_are_no_spots() -> None:
    state = table(man("a", (2, 20), action="move", facing=0, **HELD), foe("x", (10, 5)))
    with playing(state, Activation("red-1")) as p:
        assert "off the table" in p.refuse("red", [throw("red-1", a=("grenade", (-1, 20)))])[0].reason
        p.choose("red", [move("red-1", a=to((2, 19), facing=0))])
        assert "faces the other way" in p.refuse("red", [throw("red-1", a=("grenade", (2, 22)))])[0].reason
        p.pending(red="Give the group its orders")


@rule("NUTS-GREN-06")
@pytest.mark.parametrize(
    ("dice", "passed", "hits"), [([4, 4], 2, True), ([4, 5], 1, True), ([5, 1], 1, True), ([5, 5], 0, False)]
)
def test_a_spot_in_view_is_hit_with_one_die_or_two(dice: list[int], passed: int, hits: bool) -> None:
    state = table(man("a", (10, 20), rep=4, **HELD), foe("x", (10, 15)))
    g = game(state, [*dice, 1] if hits else [*dice, 4])
    send(g, [lob((10, 15))])
    assert statuses(state, "x") == ["obviously_dead" if hits else "carry_on"]


HOUSE = "  - {id: house, kind: structure, polygon: [[6, 12], [14, 12], [14, 17], [6, 17]]}"


@rule("NUTS-GREN-06")
@pytest.mark.parametrize(("dice", "hits"), [([4, 4], True), ([4, 5], False)])
def test_a_spot_out_of_view_needs_both(dice: list[int], hits: bool) -> None:
    """One passed: it misses, and every enemy who would have been in it takes a Crisis Test. NR-57"""
    hill = "  - {id: hill, kind: hill, level: 1, polygon: [[6, 16], [14, 16], [14, 18], [6, 18]]}"
    state = table(
        man("a", (10, 20), rep=4, **HELD),
        man("b", (12.5, 15)),
        foe("x", (10, 15)),
        foe("y", (40, 15)),
        pieces=hill,
    )
    g = game(state, [*dice, 1, 1] if hits else dice)
    fallout = send(g, [lob((10, 15))])
    assert statuses(state, "x") == ["obviously_dead" if hits else "carry_on"]
    assert fallout.missed == (() if hits else (("x", "a"),))
    assert statuses(state, "b") == ["obviously_dead" if hits else "carry_on"]


@rule("NUTS-GREN-06")
@pytest.mark.parametrize(
    ("thrower", "spot", "in_view"),
    [((10, 17.9), (10, 16), True), ((10, 18.1), (10, 14), False), ((10, 17.9), (10, 14), True)],
)
def test_into_the_house_he_stands_at_one_die_is_enough(
    thrower: tuple[float, float], spot: tuple[float, float], in_view: bool
) -> None:
    """Rolled into a doorway. NS-40"""
    state = table(man("a", thrower, rep=4, **HELD), foe("x", (40, 40)), pieces=HOUSE)
    g = game(state, [4, 5, 1] if in_view and spot == (10, 16) else [4, 5])
    send(g, [lob(spot)])
    assert told(g, "throw")["result"] == ("lands" if in_view else "misses")


@rule("NUTS-GREN-06")
@pytest.mark.parametrize(("spot", "lands"), [(16.1, True), (15.9, False)])
def test_dropped_over_what_he_stands_behind_one_die_is_enough(spot: float, lands: bool) -> None:
    """The book's example: he cannot see over it, and may drop it on the other side."""
    thicket = "  - {id: copse, kind: woods, polygon: [[6, 17], [14, 17], [14, 19.5], [6, 19.5]]}"
    state = table(man("a", (10, 20.4), rep=4, **HELD), pieces=thicket)
    g = game(state, [4, 5])
    send(g, [lob((10, spot))])
    assert told(g, "throw")["result"] == ("lands" if lands else "misses")


@rule("NUTS-GREN-07")
def test_with_none_passed_it_is_dropped_at_the_throwers_feet() -> None:
    """NR-54: the circle is on the thrower, wherever it should have gone. Everybody in it may dive. NR-55"""
    state = table(man("a", (10, 20), rep=4, **HELD), man("b", (12, 20), rep=3), foe("x", (10, 14)))
    fallout = send(game(state, [5, 6, 4, 4, 2]), [lob((10, 14))])
    assert statuses(state, "a", "b", "x") == ["carry_on", "out_of_the_fight", "carry_on"]
    assert state.figures["a"].prone
    assert fallout.missed == (("a", "a"),)
    assert fallout.hit == (("b", "a"),)


@rule("NUTS-GREN-07")
def test_who_dived_takes_a_crisis_test() -> None:
    state = table(man("a", (10, 20), rep=4, **HELD), foe("x", (10, 5)))
    with playing(state, ActiveThrow((lob((10, 14)),)), dice=[5, 6, 4, 5, 5]) as p:
        p.nothing_pending()
    assert p.last("crisis_test").data["results"][0]["lines"] == ["outgunned"], (
        "nobody to shoot back at: NR-120"
    )
    assert statuses(p.state, "a") == ["hunker_down"]


# --- in reaction


@rule("NUTS-GREN-01")
def test_a_grenade_may_be_thrown_in_place_of_return_fire() -> None:
    """NR-59; the spot must be meant for those who shot at him."""
    state = table(
        man("a", (10, 20), reacting="return_fire", causes=("x",), **HELD),
        foe("x", (10, 15), rep=1),
        foe("y", (15, 20), rep=1),
    )
    with playing(state, ReturnFire(("a",)), dice=[4, 5, 1]) as p:
        assert p.asked("red").proposal[0]["card"] == "fire"
        assert p.refuse("red", [throw("red-1", a=("grenade", (15, 20)))])[0].rows == ("NUTS-FIRE-10", "NR-59")
        p.choose("red", [throw("red-1", a=("grenade", (10, 15)))])
        p.nothing_pending()
    assert statuses(p.state, "x") == ["obviously_dead"]
    assert not p.state.figures["a"].doing.fired, "his active shot is not used up"


@rule("NUTS-GREN-06")
@pytest.mark.parametrize(("result", "lands"), [("return_fire", True), ("snap_fire", False)])
def test_a_snap_throw_passes_one_die_at_best(result: str, lands: bool) -> None:
    """NR-59: at a spot out of view that is not enough."""
    hill = "  - {id: hill, kind: hill, level: 1, polygon: [[6, 16], [14, 16], [14, 18], [6, 18]]}"
    state = table(
        man("a", (10, 20), reacting=result, causes=("x",), weapons=(), **HELD),
        foe("x", (10, 15), rep=1),
        pieces=hill,
    )
    with playing(state, ReturnFire(("a",)), dice=[1, 1, 1] if lands else [1, 1, 6, 6]) as p:
        p.choose("red", p.asked("red").proposal)
        p.nothing_pending()
    assert p.last("throw").data["result"] == ("lands" if lands else "misses")
    assert statuses(p.state, "x") == ["obviously_dead" if lands else "hunker_down"]


@rule("NUTS-FIRE-13", "NUTS-FIRE-14")
@pytest.mark.parametrize(
    ("inches", "held", "rank"), [(6, HELD, 5), (6.01, HELD, 1), (6, {"gear": GRENADES}, 1)]
)
def test_a_grenade_counts_for_the_ranking_only_if_readied_and_in_reach(
    inches: float, held: dict[str, Any], rank: int
) -> None:
    """NR-31."""
    state = table(man("a", (10, 20), rep=1, **held), foe("x", (10, 20 - inches), weapons=(SMG,)))
    assert best_rank(state, state.figures["a"], state.figures["x"], {}) == rank
    with playing(state, Crisis((Cause("a", "fired_on", ("x",)),)), dice=[5, 5]) as p:
        p.nothing_pending()
    assert p.last("crisis_test").data["results"][0]["lines"] == ["fired_on" if rank == 5 else "outgunned"]


@rule("NUTS-GREN-01")
def test_who_wins_an_in_sight_with_nothing_else_throws() -> None:
    state = table(man("a", (10, 20), weapons=(), **HELD), foe("x", (10, 15), rep=1), sighted=())
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[1, 1, 1, 1, 6, 1, 1, 1]) as p:
        p.choose("red", p.asked("red").proposal)
        p.nothing_pending()
    assert statuses(p.state, "x") == ["obviously_dead"]


@rule("NUTS-GREN-01")
def test_where_nobody_is_asked_a_man_who_can_only_throw_throws() -> None:
    state = table(
        man("a", (10, 20), reacting="return_fire", causes=("x",), weapons=(), **HELD), foe("x", (10, 15))
    )
    del state.seats["red"]
    with playing(state, ReturnFire(("a",)), dice=[1, 1, 1]) as p:
        p.nothing_pending()
    assert statuses(p.state, "x") == ["obviously_dead"]


@rule("NUTS-GREN-05")
def test_the_edge_of_the_table_is_a_spot() -> None:
    state = table(man("a", (44, 46), facing=90, **HELD), foe("x", (10, 5)))
    with playing(state, Activation("red-1")) as p:
        for spot, fits in (((48, 46), True), ((44, 48), True), ((48.01, 46), False), ((44, 48.01), False)):
            order = [throw("red-1", a=("grenade", spot))]
            assert bool(p.asked("red").check(p.match.view("red"), order)) != fits
        p.pending(red="Give the group its orders")


@rule("NUTS-GREN-06")
@bounds("NUTS-GREN-09")
@pytest.mark.parametrize(("floor", "status"), [(0, "obviously_dead"), (1, "carry_on")])
def test_a_grenade_in_a_house_bursts_on_the_ground_floor(floor: int, status: str) -> None:
    """Those on it have nothing between; for those above it the house is cover."""
    state = table(man("a", (10, 18), **HELD), foe("x", (11, 14), floor=floor), pieces=HOUSE)
    send(game(state, [1, 1, 1] if floor == 0 else [1, 1]), [lob((10, 14))])
    assert statuses(state, "x") == [status]


@rule("NUTS-GREN-05")
@pytest.mark.parametrize(
    ("stands", "edge", "beyond"),
    [
        ((2, 2), (0, 0), [(-1, 0), (0, -1)]),
        ((46, 46), (48 * INCH, 48 * INCH), [(48 * INCH + 1, 48 * INCH), (48 * INCH, 48 * INCH + 1)]),
    ],
)
def test_a_spot_may_lie_to_the_very_edge_of_the_table(
    stands: tuple[float, float], edge: tuple[int, int], beyond: list[tuple[int, int]]
) -> None:
    state = table(man("a", stands, **HELD))
    thrower = state.figures["a"]
    assert why_no_lob(state, thrower, "grenade", edge, DEFAULTS, turning=True, reacting=False) is None
    for spot in beyond:
        fault = why_no_lob(state, thrower, "grenade", spot, DEFAULTS, turning=True, reacting=False)
        assert fault is not None
        assert fault.reason == "the spot is off the table"
