"""Grenades and flame as players throw them: dropped ones, cover, fuel, tanks that explode. NR-55, NR-62, NR-96"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, refused, statuses, told
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.orders import throw
from tests.systems.skirmish.table import RIFLE, foe, man, table

FLAME = "core.flamethrower"
SHOT = ActiveFire((Shot("x", RIFLE, (Aim("a", 1),)),))


@rule("NUTS-GREN-04")
@pytest.mark.parametrize(
    ("held", "damage", "goes_off"),
    [(HELD, [1, 2], True), (HELD, [3, 2], True), ({"gear": (("grenade", 2),)}, [1], False)],
    ids=["dead", "out of the fight", "not readied"],
)
def test_a_readied_grenade_goes_off_where_its_holder_falls(
    held: dict[str, Any], damage: list[int], goes_off: bool
) -> None:
    state = table(man("a", (10, 20), **held), man("b", (11, 20)), foe("x", (10, 10)))
    p = acted(state, dice=[6, *damage], fill=1, procedure=SHOT)
    assert (statuses(p, "b") == ["out_of_the_fight"]) == goes_off
    assert p.state.figures["a"].pack.gear == (("grenade", 1 if goes_off else 2),)


@rule("NUTS-GREN-09")
@pytest.mark.parametrize(("value", "spared"), [(3, True), (2, True), (1, False)])
def test_a_wall_protects_from_an_impact_up_to_its_value(value: int, spared: bool) -> None:
    """A hand grenade has 2."""
    wall = f"  - {{id: wall, kind: wall, line: [[5, 15.5], [15, 15.5]], tags: {{dv: {value}}}}}"
    state = table(man("a", (10, 20), **HELD), foe("x", (10, 14.6), weapons=()), pieces=wall)
    p = acted(state, throw("red-1", a=("grenade", (10, 16.5))), dice=[1], fill=1)
    assert (statuses(p, "x") == ["obviously_dead"]) != spared
    assert bool(told(p, "crisis_test")) == spared


@rule("NUTS-HOUSE-01")
@pytest.mark.parametrize("option", ["off", "on"])
def test_by_house_rule_the_prone_are_not_safe_from_a_blast(option: str) -> None:
    """Impact 2 becomes 0, so that a Recover Test decides, and two sixes fail it."""
    state = table(man("a", (10, 20), **HELD), foe("x", (10, 15), prone=True, weapons=()))
    p = acted(
        state,
        throw("red-1", a=("grenade", (10, 15))),
        dice=[1],
        options={"house_1_prone_in_blast": option},
    )
    assert statuses(p, "x") == ["obviously_dead" if option == "on" else "hunker_down"]


@rule("NUTS-GREN-16")
@pytest.mark.parametrize(("die", "fuel"), [(1, 1), (2, -1)])
def test_after_a_one_there_is_fuel_for_one_more_shot(die: int, fuel: int) -> None:
    state = table(man("a", (10, 20), weapons=(FLAME,)), foe("x", (40, 40), weapons=()))
    burst = throw("red-1", a=(FLAME, (10, 10)))
    assert acted(state, burst, dice=[die]).state.figures["a"].pack.fuel == fuel
    last = table(man("a", (10, 20), weapons=(FLAME,), fuel=1), foe("x", (40, 40), weapons=()))
    assert acted(last, burst, dice=[6]).state.figures["a"].pack.fuel == 0
    empty = table(man("a", (10, 20), weapons=(FLAME,), fuel=0), foe("x", (40, 40), weapons=()))
    assert refused(empty, burst)


@rule("NUTS-GREN-17")
@pytest.mark.parametrize(("die", "explodes"), [(4, False), (5, True), (6, True)])
def test_the_tank_of_an_operator_who_is_hit_may_explode(die: int, explodes: bool) -> None:
    """The die and 3 make 8; the friend's base is in the circle of 5", the other's is not."""
    state = table(
        man("a", (10, 20), weapons=(FLAME,)),
        man("b", (13, 20)),
        man("c", (10, 23.1), facing=180),
        foe("x", (10, 10)),
    )
    p = acted(state, dice=[6, 3, die], fill=5, procedure=SHOT)
    assert (FLAME in p.state.figures["a"].arms.weapons) != explodes
    assert (statuses(p, "b") == ["out_of_the_fight"]) == explodes
    assert statuses(p, "c") != ["out_of_the_fight"]
