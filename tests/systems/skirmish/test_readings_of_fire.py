"""How unclear rules of shooting and being hurt are read. NR-140 to NR-147"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.melee.melee import Melee
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import INCH, Marker, SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, refused, statuses, told
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.orders import charge, fire, move, throw, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, RIFLE, foe, man, point, table

FLAME = "core.flamethrower"


def in_sight() -> InSightTest:
    return InSightTest("red-1", ("blue-1",))


@rule("NUTS-GREN-15")
@pytest.mark.parametrize(("aside", "rows"), [(2.0, {"NR-53", "NR-140"}), (2.1, set())])
def test_flame_is_not_poured_over_men_who_fight(aside: float, rows: set[str]) -> None:
    """NR-140. The path is 3" wide, and touches a base 2" from its middle."""
    state = table(
        man("a", (10, 30), weapons=(FLAME,)),
        man("m", (10 + aside + 1, 22), fighting=("x",)),
        foe("x", (10 + aside, 22), fighting=("m",)),
        foe("y", (10, 20)),
    )
    assert refused(state, throw("red-1", a=(FLAME, (10, 20)))) == rows


@rule("NUTS-AMMO-03")
def test_a_loader_who_has_walked_up_to_the_gun_feeds_it_and_may_walk_on() -> None:
    """NR-141. Two 1s leave the gun loaded, and he has no shot of his own any more."""
    state = table(
        man("a", (10, 25), weapons=(LMG,)),
        man("mate", (13, 25), loads_for="a"),
        foe("x", (10, 15), weapons=()),
    )
    with playing(state, Activation("red-1"), dice=[1, 1, 2, 2, 6, 6]) as p:
        p.choose("red", [move("red-1", mate=to((11, 25)))])
        p.choose("red", [fire("red-1", LMG, a=[("x", 4)])])
        mate = p.state.figures["mate"]
        assert (p.state.figures["a"].arms.empty, mate.arms.feeding, mate.doing.fired) == ((), True, True)
        p.choose("red", [move("red-1", mate=to((13, 25)))])
        assert p.state.figures["mate"].at == point((13, 25))
        p.pending(red="Give the group its orders")


@rule("NUTS-AMMO-03")
@pytest.mark.parametrize(("burden", "dry"), [("", False), ("w", True)])
def test_a_loader_with_a_wounded_man_in_his_arms_feeds_nothing(burden: str, dry: bool) -> None:
    """NR-141"""
    state = table(
        man("a", (10, 25), weapons=(LMG,)),
        man("mate", (11, 25), loads_for="a", carries=burden, weapons=()),
        man("w", (11, 25), status="out_of_the_fight", group="", carried_by="mate" if burden else ""),
        foe("x", (10, 15)),
    )
    p = acted(state, fire("red-1", LMG, a=[("x", 4)]), dice=[1, 1, 2, 2])
    assert (p.state.figures["a"].arms.empty == (LMG,)) == dry


STAR: dict[str, Any] = {"star": True, "star_dice": 5, "rep": 5}


@rule("NUTS-HOUSE-06")
@pytest.mark.parametrize(
    ("margin", "power", "down", "status"),
    [(1, [3, 4, 4, 4, 4], False, "carry_on"), (1, [4] * 5, True, "captured"), (2, [], False, "captured")],
)
def test_star_power_helps_against_one_who_fights_to_capture(
    margin: int, power: list[int], down: bool, status: str
) -> None:
    """NR-142: beaten by 1 he takes damage, and is at his enemy's feet if it counts; beaten by 2 he takes none."""
    state = table(man("a", (10, 20), fighting=("x",)), foe("x", (10, 19), fighting=("a",), **STAR))
    fought = [1] * margin + [6] * (6 - margin) + [6] * 7
    with playing(state, Melee((("a", "x"),)), dice=[*fought, *power], options={"house_6_capture": "on"}) as p:
        p.choose("red", ["capture"])
        p.choose("blue", ["kill"])
        if down:
            p.choose("red", ["capture"])
        p.nothing_pending()
    assert p.state.figures["x"].status == status


@rule("NUTS-AMMO-02")
@pytest.mark.parametrize(
    ("dice", "status", "empty"),
    [([6, 6], "hunker_down", (RIFLE,)), ([1, 6], "duck_back", ())],
)
def test_who_hunkers_down_has_not_finished_reloading(
    dice: list[int], status: str, empty: tuple[str, ...]
) -> None:
    """NR-143. He walks into sight of X while he reloads, is missed, and has nothing to shoot back with."""
    state = table(
        man("a", (8, 30), empty=(RIFLE,), reloading=RIFLE),
        foe("x", (8, 12), rep=5),
        pieces="  - {id: house, kind: structure, polygon: [[5, 20], [10.5, 20], [10.5, 25], [5, 25]]}",
    )
    p = acted(state, move("red-1", a=to((14, 30))), dice=[1, 6, 6, 6, 6, 1, *dice])
    a = p.state.figures["a"]
    assert (a.status, a.arms.empty, a.arms.reloading) == (status, empty, "")


@rule("NUTS-SIGHT-09")
@pytest.mark.parametrize("falls", [True, False])
def test_a_winner_who_charges_pays_for_it_only_in_contact(falls: bool) -> None:
    """NR-144. Whom he meant to charge is shot before he is there: he has his move and his action as before."""
    state = table(
        man("high", (12, 30), rep=5),
        man("low", (10, 28), rep=3, action="move", spent=2 * INCH, moving=True),
        foe("x", (10, 24)),
    )
    state.groups["red-1"].active = True
    dice = [1] * 5 + [6] * 3 + ([6, 1] if falls else [1, 6, 6, 1, 1])
    orders = [fire("red-1", high="x"), charge("red-1", low="x")]
    p = acted(state, *orders, dice=dice, fill=6, procedure=in_sight())
    low = p.state.figures["low"]
    assert (low.doing.action, low.doing.spent) == ("move", (2 if falls else 8) * INCH)
    assert bool(told(p, "contact")) != falls


@rule("NUTS-SIGHT-09", "NUTS-MOVE-05")
@pytest.mark.parametrize(("spent", "charges"), [(4 * INCH, True), (4 * INCH + 1, False)])
def test_a_prone_winner_charges_if_half_of_his_move_is_left(spent: int, charges: bool) -> None:
    """NR-145"""
    state = table(man("a", (10, 28), weapons=(), prone=True, spent=spent), foe("x", (10, 24)))
    orders = [charge("red-1", a="x")] if charges else []
    p = acted(state, *orders, dice=[1] * 3 + [6] * 3, fill=6, procedure=in_sight())
    assert bool(told(p, "charges")) == charges
    assert bool(told(p, "ducks")) != charges


def blown_up(**friend: Any) -> SkirmishState:
    """C charges X with a grenade in his hand; F lies beside him, and has no part in it."""
    return table(
        man("c", (10, 24), **HELD),
        man("f", (11.5, 24), **{"prone": True, **friend}),
        foe("x", (10, 20), rep=5),
    )


@rule("NUTS-MELEE-06")
@pytest.mark.parametrize(("hit", "tests"), [(True, ["f"]), (False, [])])
def test_who_is_spared_by_a_chargers_grenade_tests(hit: bool, tests: list[str]) -> None:
    """NR-146. X shoots at the charger; F is prone in the circle. For the shot itself nobody tests."""
    dice = [1, 1, 6, 6, *([6, 1] if hit else [1])]
    p = acted(blown_up(), dice=dice, fill=6, procedure=Charge((("c", "x"),)))
    tested = [one["figure"] for event in told(p, "crisis_test") for one in event["results"]]
    assert tested == tests
    assert bool(told(p, "contact")) != hit


@rule("NUTS-GREN-04", "NUTS-MELEE-06")
def test_other_chargers_do_not_test_for_the_grenade() -> None:
    """NR-45, NR-146. D, who charges too, is in the circle and spared by his trench; he goes in."""
    state = table(man("c", (10, 24), **HELD), man("d", (12, 23.5)), foe("x", (10, 20), rep=5))
    state.markers["trench"] = Marker("trench", "trench", point((12, 23.5)), INCH)
    dice = [1, 1, 6, 6, 6, 6, 6, 1]
    p = acted(state, dice=dice, fill=6, procedure=Charge((("c", "x"), ("d", "x"))))
    assert [event["figure"] for event in told(p, "spared")] == ["d"]
    assert told(p, "crisis_test") == []
    assert [event["figure"] for event in told(p, "contact")] == ["d"]


@pytest.mark.parametrize(
    ("status", "seen"),
    [("carry_on", True), ("duck_back", True), ("hunker_down", False), ("leave_battlefield", False)],
)
def test_who_keeps_his_head_down_shows_nobody(status: Any, seen: bool) -> None:
    """NR-147"""
    state = table(man("a", (10, 30), status=status), foe("x", (10, 20)), knowledge="ghosts")
    look_round(game(state))
    assert state.figures["x"].sightings.seen_by == (("red",) if seen else ())
    with playing(state, Activation("blue-1")) as p:
        assert ("x" in p.view("red").figures) == seen
        p.pending(blue="Give the group its orders")
    assert statuses(p, "x") == ["carry_on"]
