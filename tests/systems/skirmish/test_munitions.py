"""Rifle grenades, anti-tank grenades, Molotovs, charges, smoke. LR-041, NR-54, NR-58, NR-95, NS-07"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.grenades.grenades import send
from deadground.systems.skirmish.rules.grenades.lobs import munition, reach
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.state import INCH
from deadground.systems.skirmish.weapons import weapon
from deadground.testing import bounds, rule
from tests.systems.skirmish.grenades import HELD, lob, statuses, told
from tests.systems.skirmish.orders import throw
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, foe, man, point, table

LAUNCHED: dict[str, Any] = {"readied": "rifle_grenade", "gear": (("rifle_grenade", 3),)}


@rule("NUTS-GREN-11")
@pytest.mark.parametrize(("inches", "fits"), [(20, True), (20.01, False)])
def test_rifle_grenades_reach_twenty_inches_and_must_be_readied(inches: float, fits: bool) -> None:
    state = table(
        man("a", (10, 30), **LAUNCHED), man("b", (12, 30), gear=LAUNCHED["gear"]), foe("x", (40, 5))
    )
    with playing(state, Activation("red-1")) as p:
        order = [throw("red-1", a=("rifle_grenade", (10, 30 - inches)))]
        assert bool(p.asked("red").check(p.match.view("red"), order)) != fits
        assert p.refuse("red", [throw("red-1", b=("rifle_grenade", (12, 20)))])
        p.pending(red="Give the group its orders")


@rule("NUTS-GREN-11")
@pytest.mark.parametrize(("die", "hits"), [(3, False), (4, True)])
def test_they_use_the_to_hit_table(die: int, hits: bool) -> None:
    """Rep 4 and a 3 make 7, which misses; with a 4 they hit a bare spot. A miss goes astray. NS-07"""
    state = table(man("a", (10, 30), rep=4, **LAUNCHED), foe("x", (10, 15)))
    g = game(state, [die, 1] if hits else [die, 6, 1])
    send(g, [lob((10, 15), "rifle_grenade")])
    assert told(g, "launch")["hit"] == hits
    assert told(g, "blast")["at"] == point((10, 15 if hits else 13)), "a 6 is straight on"
    assert statuses(state, "x") == ["obviously_dead"], "two inches off he is in the circle still"
    a = state.figures["a"]
    assert (a.pack.readied, a.pack.gear, a.doing.thrown) == ("", (("rifle_grenade", 2),), True)


@rule("NUTS-GREN-11")
@pytest.mark.parametrize(
    ("die", "target", "changes", "hits"),
    [
        (4, "", {}, True),
        (4, "x", {}, True),
        (4, "x", {"prone": True}, False),
        (5, "x", {"prone": True}, True),
        (4, "", {"prone": True}, True),
    ],
)
def test_aimed_at_a_man_his_circumstances_count(
    die: int, target: str, changes: dict[str, Any], hits: bool
) -> None:
    state = table(man("a", (10, 30), rep=4, **LAUNCHED), foe("x", (10, 15), **changes))
    g = game(state, [die, *([] if hits else [3]), *([] if changes else [1])])
    send(g, [lob((10, 15), "rifle_grenade", target=target)])
    assert told(g, "launch")["hit"] == hits


@rule("NUTS-GREN-11")
@pytest.mark.parametrize(("die", "hits"), [(5, False), (6, True)])
@pytest.mark.parametrize("target", ["", "y"])
def test_a_spot_out_of_view_is_as_one_in_cover(target: str, die: int, hits: bool) -> None:
    """So is a man there at whom it is aimed: he is not easier to hit than the spot he stands on. NS-07"""
    hill = "  - {id: hill, kind: hill, level: 1, polygon: [[6, 16], [14, 16], [14, 18], [6, 18]]}"
    state = table(man("a", (10, 30), rep=4, **LAUNCHED), foe("y", (10, 15)), pieces=hill)
    g = game(state, [die, 1] if hits else [die, 3, 1])
    send(g, [lob((10, 15), "rifle_grenade", target=target)])
    assert told(g, "launch")["hit"] == hits


@rule("NUTS-GREN-11")
def test_only_what_is_launched_is_aimed_at_a_man() -> None:
    state = table(man("a", (10, 20), **HELD), man("b", (12, 20), **LAUNCHED), foe("x", (10, 15)))
    with playing(state, Activation("red-1")) as p:
        assert (
            "only what is launched"
            in p.refuse("red", [throw("red-1", a=("grenade", (10, 15), "x"))])[0].reason
        )
        assert "no enemy" in p.refuse("red", [throw("red-1", b=("rifle_grenade", (10, 14), "x"))])[0].reason
        assert "no enemy" in p.refuse("red", [throw("red-1", b=("rifle_grenade", (10, 20), "a"))])[0].reason
        assert "no enemy" in p.refuse("red", [throw("red-1", b=("rifle_grenade", (10, 14), "z"))])[0].reason
        aimed = [throw("red-1", b=("rifle_grenade", (10, 15), "x"))]
        assert not p.asked("red").check(p.match.view("red"), aimed)
        p.pending(red="Give the group its orders")


def test_anti_tank_grenades() -> None:
    """NUTS-GREN-12; what they do to vehicles waits for those."""
    state = table(man("a", (10, 20), gear=(("at_grenade", 1),)))
    thrown, launched = weapon("core.at_grenade"), weapon("core.rifle_at_grenade")
    assert [reach(state.figures["a"], one) for one in (thrown, launched)] == [4 * INCH, 20 * INCH]
    assert [one.readied for one in (thrown, launched)] == [True, True]
    assert [one.thrown for one in (thrown, launched)] == [True, False]
    a = state.figures["a"]
    assert [
        one and one.how for one in (munition(state, a, "at_grenade"), munition(state, a, launched.id))
    ] == [
        "thrown",
        "launched",
    ]


@rule("NUTS-GREN-12")
def test_one_launched_from_a_rifle_uses_the_to_hit_table() -> None:
    launcher: dict[str, Any] = {
        "weapons": (RIFLE, "core.rifle_at_grenade"),
        "readied": "core.rifle_at_grenade",
    }
    state = table(man("a", (10, 30), rep=4, **launcher), foe("x", (10, 15)), foe("y", (11.2, 15)))
    send(game(state, [4, 3]), [lob((10, 15), "core.rifle_at_grenade", target="x")])
    assert statuses(state, "x", "y") == ["out_of_the_fight", "carry_on"], "it has no circle"
    assert state.figures["a"].arms.weapons == (RIFLE,)


@rule("NUTS-GREN-07")
def test_what_has_no_circle_endangers_only_the_thrower() -> None:
    """NS-07."""
    state = table(
        man("a", (10, 20), rep=4, readied="at_grenade", gear=(("at_grenade", 1),)),
        man("b", (11, 20)),
        foe("x", (10, 5)),
    )
    send(game(state, [5, 5, 6, 1]), [lob((10, 17), "at_grenade")])
    assert statuses(state, "a", "b") == ["obviously_dead", "carry_on"]


@rule("NUTS-GREN-13")
@pytest.mark.parametrize(("inches", "fits"), [(4, True), (4.01, False)])
def test_molotovs(inches: float, fits: bool) -> None:
    held: dict[str, Any] = {"readied": "molotov", "gear": (("molotov", 1),)}
    state = table(man("a", (10, 20), attributes=("ball_player",), **held), foe("x", (10, 5)))
    with playing(state, Activation("red-1")) as p:
        order = [throw("red-1", a=("molotov", (10, 20 - inches)))]
        assert bool(p.asked("red").check(p.match.view("red"), order)) != fits
        p.pending(red="Give the group its orders")
    one = weapon("core.molotov")
    assert (one.impact, one.apr, one.readied, one.thrown) == (4, 5, True, True)


@rule("NUTS-GREN-13")
def test_a_molotov_has_an_impact_of_four() -> None:
    state = table(man("a", (10, 20), readied="molotov", gear=(("molotov", 1),)), foe("x", (10, 17)))
    send(game(state, [1, 1, 4]), [lob((10, 17), "molotov")])
    assert statuses(state, "x") == ["out_of_the_fight"]


@rule("NUTS-GREN-14")
@pytest.mark.parametrize(("inches", "fits"), [(1, True), (1.01, False)])
def test_satchel_charges(inches: float, fits: bool) -> None:
    held: dict[str, Any] = {"readied": "satchel", "gear": (("satchel", 1),)}
    state = table(man("a", (10, 20), **held), foe("x", (10, 5)))
    with playing(state, Activation("red-1")) as p:
        order = [throw("red-1", a=("satchel", (10, 20 - inches)))]
        assert bool(p.asked("red").check(p.match.view("red"), order)) != fits
        p.pending(red="Give the group its orders")
    one = weapon("core.satchel")
    assert (one.impact, one.apr, one.circle, one.readied) == (5, 10, 5, True)


@rule("NUTS-GREN-14")
def test_a_satchel_charge_beats_a_wall() -> None:
    """Impact 5 against the 3 of a wall; the thrower is in his own circle and has nothing between."""
    wall = "  - {id: wall, kind: wall, line: [[5, 18.5], [15, 18.5]]}"
    held: dict[str, Any] = {"readied": "satchel", "gear": (("satchel", 1),)}
    state = table(man("a", (10, 20), prone=True, **held), foe("x", (10, 17.8)), pieces=wall)
    send(game(state, [1, 1, 5]), [lob((10, 19), "satchel")])
    assert statuses(state, "a", "x") == ["carry_on", "out_of_the_fight"]


SMOKE: dict[str, Any] = {"readied": "smoke_grenade", "gear": (("smoke_grenade", 1),)}


@bounds("NUTS-LOS-01")
def test_smoke_blocks_sight_to_the_end_of_the_next_turn() -> None:
    """LR-041."""
    state = table(man("a", (10, 20), **SMOKE), foe("x", (10, 10)))
    a, x = state.figures["a"], state.figures["x"]
    assert has_los(state, a, x)
    assert send(game(state, [1, 1]), [lob((10, 15), "smoke_grenade")]).missed == ()
    assert not has_los(state, a, x)
    (cloud,) = state.markers.values()
    assert (cloud.kind, cloud.across, cloud.until) == ("smoke", 4 * INCH, 2)


@rule("NUTS-GREN-07")
@pytest.mark.parametrize(("dice", "at"), [([5, 5], (10, 20)), ([4, 5], (10, 15))])
def test_dropped_smoke_spreads_round_the_thrower(dice: list[int], at: tuple[float, float]) -> None:
    state = table(man("a", (10, 20), **SMOKE), foe("x", (10, 10)))
    send(game(state, dice), [lob((10, 15), "smoke_grenade")])
    assert [cloud.at for cloud in state.markers.values()] == [point(at)]


@rule("NUTS-GREN-07")
def test_smoke_that_is_thrown_wide_and_smoke_that_is_dropped_by_a_casualty() -> None:
    hill = "  - {id: hill, kind: hill, level: 1, polygon: [[6, 16], [14, 16], [14, 18], [6, 18]]}"
    state = table(man("a", (10, 20), **SMOKE), pieces=hill)
    send(game(state, [4, 5]), [lob((10, 15), "smoke_grenade")])
    assert state.markers == {}


@rule("NUTS-GREN-12")
def test_who_was_launched_at_and_missed_takes_a_test() -> None:
    launcher: dict[str, Any] = {
        "weapons": (RIFLE, "core.rifle_at_grenade"),
        "readied": "core.rifle_at_grenade",
    }
    for target, missed in (("x", (("x", "a"),)), ("", ())):
        state = table(man("a", (10, 30), rep=4, **launcher), foe("x", (10, 15)))
        shot = lob((10, 15), "core.rifle_at_grenade", target=target)
        assert send(game(state, [3, 6]), [shot]).missed == missed
