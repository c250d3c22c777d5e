"""Flame: the path, the fuel, and burning ground. NR-61, NR-63"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.kit.options import DEFAULTS
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.turn import Turn
from deadground.systems.skirmish.rules.fire.shooting import ReturnFire
from deadground.systems.skirmish.rules.grenades.caught import in_path
from deadground.systems.skirmish.rules.grenades.flame import cross, first_flame
from deadground.systems.skirmish.rules.grenades.grenades import send
from deadground.systems.skirmish.rules.grenades.lobs import Lob, best_rank, usable_lobs, why_no_lob
from deadground.systems.skirmish.rules.melee.charge_reach import why_no_charge
from deadground.systems.skirmish.state import INCH, Marker, SkirmishState
from deadground.systems.skirmish.weapons import weapon
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import move, throw, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table

FLAME = "core.flamethrower"


def operator(at: tuple[float, float] = (10, 20), **changes: Any) -> Any:
    return man("a", at, weapons=(FLAME,), **changes)


def burst(at: tuple[float, float] = (10, 10), **changes: Any) -> Lob:
    return Lob("a", FLAME, point(at), **changes)


def statuses(state: SkirmishState, *ids: str) -> list[str]:
    return [state.figures[id].status for id in ids]


@rule("NUTS-GREN-15")
def test_the_profile() -> None:
    state = table(operator(), foe("x", (10, 10)))
    one = weapon(FLAME)
    assert (one.range, one.modes[0].path, one.impact, one.apr, one.rank) == (12, 3, 5, 5, 5)
    assert [found.id for found in in_path(state, state.figures["a"], FLAME, point((10, 10)), {})] == ["x"]


@rule("NUTS-GREN-15")
@pytest.mark.parametrize(
    ("at", "inside"),
    [
        ((10, 8), True),
        ((10, 7.99), False),
        ((12, 14), True),
        ((12.01, 14), False),
        ((8, 14), True),
        ((10, 24), False),
    ],
)
def test_every_figure_in_the_path_is_a_target(at: tuple[float, float], inside: bool) -> None:
    """Three inches wide and twelve long; a base that it touches is in it. Friends too."""
    for side in ("red", "blue"):
        state = table(operator(), man("x", at, side=side))
        found = in_path(state, state.figures["a"], FLAME, point((10, 15)), {})
        assert [one.id for one in found] == (["x"] if inside else [])


@rule("NUTS-GREN-15")
def test_a_house_stops_it() -> None:
    house = "  - {id: house, kind: structure, polygon: [[6, 12], [14, 12], [14, 17], [6, 17]]}"
    state = table(operator(), foe("x", (10, 10)), pieces=house)
    assert in_path(state, state.figures["a"], FLAME, point((10, 10)), {}) == []


@rule("NUTS-GREN-15")
def test_one_die_is_read_for_each_with_his_own_circumstances() -> None:
    """NR-61: a 4 and Rep 4 make 8: he who stands is hit, he who is prone is not; nobody is second target."""
    state = table(operator(rep=4), foe("x", (10, 15)), foe("y", (10, 12), prone=True), foe("z", (10, 10)))
    fallout = send(game(state, [4, 1, 5]), [burst()])
    assert statuses(state, "x", "y", "z") == ["obviously_dead", "carry_on", "out_of_the_fight"]
    assert (fallout.missed, fallout.hit) == ((("y", "a"),), (("x", "a"), ("z", "a")))


@rule("NUTS-GREN-15")
@pytest.mark.parametrize(("option", "dice", "hit"), [("single", [3], []), ("per_target", [3, 4, 1], ["z"])])
def test_one_die_for_all_or_one_for_each(option: str, dice: list[int], hit: list[str]) -> None:
    """NR-61; the dice fall for the nearest first."""
    state = table(operator(rep=4), foe("z", (10, 12)), foe("x", (10, 15)))
    fallout = send(game(state, dice, {"flame_dice": option}), [burst()])
    assert [who for who, _ in fallout.hit] == hit


@rule("NUTS-GREN-15")
@bounds("NUTS-GREN-16")
@pytest.mark.parametrize("option", ["single", "per_target"])
def test_a_burst_at_nobody_is_one_die_still(option: str) -> None:
    """It may leave one more shot. NUTS-GREN-16"""
    state = table(operator(), foe("x", (40, 40)))
    send(game(state, [1], {"flame_dice": option}), [burst()])
    assert state.figures["a"].pack.fuel == 1


@rule("NUTS-GREN-15")
def test_one_shot_a_turn() -> None:
    state = table(operator(), foe("x", (10, 10), rep=1, weapons=()), turn=3)
    a, x = state.figures["a"], state.figures["x"]
    assert [one.what for one in usable_lobs(state, a, x, {})] == [FLAME]
    send(game(state, [2]), [burst()])
    assert usable_lobs(state, a, x, {}) == []
    state.turn = 4
    assert [one.what for one in usable_lobs(state, a, x, {})] == [FLAME]


@rule("NUTS-GREN-15")
@pytest.mark.parametrize(("inches", "fits"), [(12, True), (12.01, False)])
def test_an_active_man_fires_it_like_a_throw(inches: float, fits: bool) -> None:
    state = table(operator((10, 30)), foe("x", (30, 5)))
    with playing(state, Activation("red-1")) as p:
        order = [throw("red-1", a=(FLAME, (10, 30 - inches)))]
        assert bool(p.asked("red").check(p.match.view("red"), order)) != fits
        p.pending(red="Give the group its orders")


@rule("NUTS-GREN-15")
def test_told_to_shoot_back_he_fires_it() -> None:
    """It is his only weapon, and no rifle outguns it."""
    state = table(operator(reacting="snap_fire", causes=("x",), rep=4), foe("x", (10, 10), rep=1))
    assert best_rank(state, state.figures["a"], state.figures["x"], {}) == 5
    with playing(state, ReturnFire(("a",)), dice=[5, 6, 6]) as p:
        p.choose("red", p.asked("red").proposal)
        p.nothing_pending()
    assert p.last("crisis_test").data["results"][0]["figure"] == "x", "a 9 misses when snap firing"


@bounds("NUTS-GREN-16")
@pytest.mark.parametrize(("dice", "fuel"), [([1], 1), ([2], -1)])
def test_after_a_one_there_is_one_more_shot(dice: list[int], fuel: int) -> None:
    state = table(operator(rep=4), foe("x", (10, 10)))
    send(game(state, dice), [burst()])
    assert state.figures["a"].pack.fuel == fuel


@bounds("NUTS-GREN-16")
def test_and_then_none() -> None:
    state = table(operator(rep=4, fuel=1), foe("x", (10, 10)), turn=2)
    send(game(state, [1]), [burst()])
    a, x = state.figures["a"], state.figures["x"]
    state.turn = 3
    assert a.pack.fuel == 0
    assert usable_lobs(state, a, x, {}) == []
    with playing(state, Activation("red-1")) as p:
        assert p.refuse("red", [throw("red-1", a=(FLAME, (10, 10)))])
        p.pending(red="Give the group its orders")


@bounds("NUTS-GREN-16")
def test_any_one_of_several_dice_counts() -> None:
    state = table(operator(rep=1), foe("x", (10, 10)), foe("y", (10, 15)))
    send(game(state, [3, 1], {"flame_dice": "per_target"}), [burst()])
    assert state.figures["a"].pack.fuel == 1


# --- burning ground


def burning(at: tuple[float, float], until: int = 9, **changes: Any) -> dict[str, Marker]:
    return {"f": Marker("f", "flame", point(at), 3 * INCH, until, **changes)}


@rule("NUTS-GREN-15")
def test_the_ground_burns_to_the_end_of_the_second_turn_after_the_shot() -> None:
    """NR-63."""
    state = table(operator(), foe("x", (40, 40)), turn=3)
    send(game(state, [3]), [burst((10, 12))])
    (flame,) = state.markers.values()
    assert (flame.kind, flame.at, flame.across, flame.until) == ("flame", point((10, 12)), 3 * INCH, 5)
    for turn, burns in ((4, True), (5, False)):
        state.turn = turn
        with playing(state, Turn(), dice=[6, 5]) as p:
            p.nothing_pending()
        assert bool(p.state.markers) == burns


@bounds("NUTS-GREN-18")
@pytest.mark.parametrize(("aside", "enters"), [(1.5, True), (1.51, False)])
def test_what_crosses_flame_and_what_does_not(aside: float, enters: bool) -> None:
    state = table(man("a", (10, 30)), markers=burning((10 + aside, 26)))
    found = first_flame(state, (point((10, 30)), point((10, 22))))
    assert (found is not None) == enters
    through, by = (point((10, 30)), point((11.5, 26))), (point((10, 30)), point((10, 28)))
    assert first_flame(state, through) is not None
    assert first_flame(state, through, ["f"]) is None, "he has dared to cross it"
    assert first_flame(state, by) is None, "he stops short of it"


def crossing(dice: list[int], rep: int = 4, **changes: Any) -> Any:
    state = table(
        man("a", (10, 30), rep=rep, weapons=(), **changes),
        foe("x", (40, 5), facing=0),
        markers=burning((10, 26)),
    )
    return playing(state, Activation("red-1"), dice=dice)


@rule("NUTS-GREN-18")
def test_who_carries_on_may_cross_and_reads_the_sum_of_two_dice() -> None:
    """The sum is read without Rep: 7 misses."""
    with crossing([4, 4, 3, 4]) as p:
        p.choose("red", [move("red-1", a=to((10, 22)))])
        p.nothing_pending()
    assert p.state.figures["a"].at == point((10, 22))
    assert p.state.figures["a"].doing.spent == 8 * INCH


@rule("NUTS-GREN-18")
def test_an_eight_hits_him_and_he_goes_no_further() -> None:
    with crossing([4, 4, 4, 4, 5]) as p:
        p.choose("red", [move("red-1", a=to((10, 22)))])
        p.nothing_pending()
    a = p.state.figures["a"]
    assert a.status == "out_of_the_fight", "Impact 5"
    assert 27 * INCH < a.at[1] < 28 * INCH, "where he went into the flame"


@rule("NUTS-GREN-18")
def test_who_does_not_carry_on_does_not_cross() -> None:
    """Man Down with one passed is a Duck Back, which is carried out. NR-63"""
    with crossing([4, 5]) as p:
        p.choose("red", [move("red-1", a=to((10, 22)))])
        p.nothing_pending()
    a = p.state.figures["a"]
    assert a.status == "duck_back"
    assert a.at[1] > 27 * INCH


@bounds("NUTS-GREN-18")
@pytest.mark.parametrize(
    ("dice", "fast", "hit"),
    [([4, 4], False, True), ([4, 4], True, False), ([4, 5], True, True), ([3, 4], False, False)],
)
def test_only_his_own_circumstances_count(dice: list[int], fast: bool, hit: bool) -> None:
    """NR-63: Fast Moving saves him on an 8."""
    state = table(man("a", (10, 27), fast_moving=fast))
    cross(game(state, [*dice, 1] if hit else dice), state.figures["a"])
    assert statuses(state, "a") == ["obviously_dead" if hit else "carry_on"]


@rule("NUTS-GREN-18")
def test_friends_who_see_him_burn_test() -> None:
    state = table(
        man("a", (10, 30)),
        man("b", (11.5, 29), rep=1, weapons=()),
        foe("x", (40, 5), facing=0),
        markers=burning((10, 26)),
    )
    with playing(state, Activation("red-1"), dice=[4, 4, 6, 6, 1, 1, 1]) as p:
        p.choose("red", [move("red-1", a=to((10, 22)))])
        p.nothing_pending()
    assert p.last("crisis_test").data["results"][0]["figure"] == "b"
    assert statuses(p.state, "b") == ["duck_back"], "half of the squad is down"


@rule("NUTS-GREN-18")
@pytest.mark.parametrize("y", [26, 27.4])
def test_who_stands_in_it_already_walks_out(y: float) -> None:
    state = table(man("a", (10, y), weapons=()), foe("x", (40, 5), facing=0), markers=burning((10, 26)))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 22)))])
        p.nothing_pending()
    assert p.state.figures["a"].at == point((10, 22))


@bounds("NUTS-GREN-18")
def test_burning_ground_has_an_impact_of_five() -> None:
    state = table(man("a", (10, 27)))
    cross(game(state, [6, 6, 6, 1, 1]), state.figures["a"])
    assert statuses(state, "a") == ["carry_on"], "a 6 is a Recover Test"
    assert state.figures["a"].prone


@bounds("NUTS-GREN-18")
@pytest.mark.parametrize(("aside", "refused"), [(1.5, True), (1.51, False)])
def test_nobody_charges_through_flame(aside: float, refused: bool) -> None:
    """He may go through it on his feet, and charge from the other side."""
    state = table(man("a", (10, 20)), foe("x", (10, 14.5)), markers=burning((10 + aside, 17)))
    fault = why_no_charge(state, state.figures["a"], state.figures["x"], {})
    assert (fault is not None) == refused
    assert fault is None or fault.rows == ("NUTS-GREN-18",)


@bounds("NUTS-GREN-18")
def test_how_far_one_comes_before_the_flame() -> None:
    """To its edge, over one leg or two; of two flames the first on the way."""
    state = table(man("a", (10, 30)), markers=burning((10, 26)))
    state.markers["g"] = Marker("g", "flame", point((10, 23)), 3 * INCH, 9)
    start, corner, end = point((10, 30)), point((10, 29)), point((10, 22))
    for path in ((start, end), (start, corner, end)):
        found = first_flame(state, path)
        assert found is not None
        assert (found[0], found[1].id) == (round(2.5 * INCH), "f")
    beyond = first_flame(state, (start, end), ["f"])
    assert beyond is not None
    assert (beyond[0], beyond[1].id) == (round(5.5 * INCH), "g")


@bounds("NUTS-GREN-16")
def test_why_a_man_may_not_use_a_flamethrower_now() -> None:
    """A medic never does, nor one in melee; without fuel nobody does."""
    cases: list[tuple[dict[str, Any], str]] = [
        ({"fuel": 1}, ""),
        ({"fuel": 1, "medic": True}, "NR-30"),
        ({"fuel": 1, "fighting": ("x",)}, "NR-53"),
        ({"fuel": 0}, "NUTS-GREN-16"),
        ({"fuel": 1, "empty": (FLAME,)}, "NUTS-GREN-16"),
    ]
    for changes, row in cases:
        state = table(operator(**changes), foe("x", (10, 15)))
        fault = why_no_lob(
            state, state.figures["a"], FLAME, point((10, 15)), DEFAULTS, turning=False, reacting=False
        )
        assert (fault.rows if fault else ("",)) == (row,)
    state = table(operator(rep=4, fuel=1), foe("x", (10, 10)), turn=2)
    send(game(state, [1]), [burst()])
    state.turn = 3
    fault = why_no_lob(
        state, state.figures["a"], FLAME, point((10, 15)), DEFAULTS, turning=False, reacting=False
    )
    assert fault is not None
    assert fault.rows == ("NUTS-GREN-16",), "he has burnt the last of it"


def a_flame(at: tuple[float, float] = (10, 10)) -> Marker:
    """Three inches across."""
    return Marker("f", "flame", point(at), 3 * INCH, 9)


@bounds("NUTS-GREN-18")
@pytest.mark.parametrize(("off", "gone"), [(0, 1905), (381, 2286), (382, None), (-381, 2286), (-382, None)])
def test_a_way_meets_flame_at_its_edge(off: int, gone: int | None) -> None:
    """He comes from nine inches to the south; at the very edge he touches it where he is nearest."""
    state = table(man("a", (10, 19)), markers={"f": a_flame()})
    x, y = point((10, 10))
    met = first_flame(state, ((x + off, y + 2286), (x + off, y - 2286)))
    assert (met[0] if met else None) == gone


@bounds("NUTS-GREN-18")
def test_flame_on_a_later_leg_is_as_far_as_the_way_to_it() -> None:
    state = table(man("a", (1, 20)), markers={"f": a_flame()})
    met = first_flame(state, (point((1, 20)), point((10, 20)), point((10, 2))))
    assert met is not None
    assert (met[0], met[1].id) == (9 * INCH + 2540 - 381, "f")


@bounds("NUTS-GREN-18")
def test_who_stands_at_its_edge_is_in_it_already() -> None:
    state = table(man("a", (10, 19)), markers={"f": a_flame()})
    x, y = point((10, 10))
    assert first_flame(state, ((x, y + 381), (x, y - 2000))) is None
    met = first_flame(state, ((x, y + 382), (x, y - 2000)))
    assert met is not None
    assert met[0] == 1


@bounds("NUTS-GREN-18")
def test_the_nearer_of_two_flames_is_met_first_and_smoke_is_none() -> None:
    markers = {
        "far": Marker("far", "flame", point((10, 5)), 3 * INCH, 9),
        "smoke": Marker("smoke", "smoke", point((10, 16)), 3 * INCH, 9),
        "f": a_flame(),
    }
    state = table(man("a", (10, 19)), markers=markers)
    way = (point((10, 19)), point((10, 1)))
    met = first_flame(state, way)
    assert met is not None
    assert met[1].id == "f"
    further = first_flame(state, way, ["f"])
    assert further is not None
    assert (further[1].id, further[0]) == ("far", 14 * INCH - 381)
