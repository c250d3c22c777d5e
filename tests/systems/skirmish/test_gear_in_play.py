"""What men wear and carry counts in play: vests, guns that jam or blow up, smoke by option. LR-041, LR-058"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.upkeep import end_turn
from deadground.systems.skirmish.rules.fire.damage import Hit, damage_of
from deadground.systems.skirmish.rules.fire.fire import volley
from deadground.systems.skirmish.rules.fire.readiness import can_shoot, why_not_ready
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.grenades.blasts import blow_up
from deadground.systems.skirmish.rules.grenades.grenades import send
from deadground.systems.skirmish.rules.grenades.lobs import Lob
from deadground.systems.skirmish.rules.melee.melee import strike
from deadground.systems.skirmish.rules.movement.going import left_to_go, normal_move
from deadground.systems.skirmish.scenario_file import Man, Scenario, ScenarioFile, SideFile, UnitFile
from deadground.systems.skirmish.setup import battle
from deadground.systems.skirmish.state import INCH
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import foe, man, point, table

VEST = (("sn42_vest", 1),)
CHAUCHAT = "hungarian.chauchat"
AMPULOMET = "soviet.ampulomet"


@rule("COT-EQUIP-01")
@pytest.mark.parametrize(
    ("gear", "impact", "dice", "status"),
    [
        ((), 3, [3], "out_of_the_fight"),
        (VEST, 3, [3, 1, 1], "carry_on"),
        (VEST, 3, [2], "out_of_the_fight"),
        (VEST, 3, [1], "obviously_dead"),
        ((), 1, [1], "obviously_dead"),
        (VEST, 1, [1, 1, 1], "carry_on"),
        ((("sn42_vest", 0),), 3, [3], "out_of_the_fight"),
    ],
)
def test_a_vest_takes_one_from_the_impact(gear: Any, impact: int, dice: list[int], status: str) -> None:
    """LR-058: down to none, where every score is a Recover Test."""
    state = table(man("a", (10, 20), gear=gear), foe("x", (10, 10)))
    damage_of(game(state, dice), state.figures["a"], [Hit("x", impact)])
    assert state.figures["a"].status == status


@rule("COT-EQUIP-01")
@pytest.mark.parametrize(
    ("gear", "margin", "dice", "status"),
    [
        ((), 1, [1], "obviously_dead"),
        (VEST, 1, [1, 1, 1], "carry_on"),
        ((), 2, [2], "out_of_the_fight"),
        (VEST, 2, [2, 1, 1], "carry_on"),
        (VEST, 2, [1], "obviously_dead"),
        (VEST, 3, [2], "out_of_the_fight"),
    ],
)
def test_a_vest_helps_in_melee(gear: Any, margin: int, dice: list[int], status: str) -> None:
    state = table(man("a", (10, 21)), foe("x", (10, 20), gear=gear))
    strike(game(state, dice), state.figures["a"], state.figures["x"], margin)
    assert state.figures["x"].status == status


@rule("COT-EQUIP-01", "NUTS-MOVE-01")
def test_a_vest_slows() -> None:
    state = table(man("a", (10, 20), gear=VEST), man("b", (12, 20), gear=VEST, attributes=("fleet",)))
    a, b = state.figures["a"], state.figures["b"]
    assert (normal_move(a), left_to_go(a), normal_move(b)) == (7 * INCH, 7 * INCH, 9 * INCH)
    assert normal_move(table(man("c", (10, 20), gear=(("grenade", 2),))).figures["c"]) == 8 * INCH


def firing(weapon: str, dice: list[int], **changes: Any) -> Any:
    state = table(man("a", (10, 20), weapons=(weapon,), **changes), foe("x", (10, 10)))
    g = game(state, dice)
    volley(g, [Shot("a", weapon, (Aim("x", 4),))])
    return g


@bounds("COT-WEAP-12")
def test_two_sixes_jam_a_chauchat_and_the_shot_counts() -> None:
    """LR-107: the next turn is spent clearing it."""
    g = firing(CHAUCHAT, [2, 2, 6, 6, 1, 1])
    a, x = g.state.figures["a"], g.state.figures["x"]
    assert x.status == "obviously_dead"
    assert a.arms.jammed == ((CHAUCHAT, 2),)
    fault = why_not_ready(g.state, a, CHAUCHAT)
    assert fault is not None
    assert (fault.reason, fault.rows) == ("the LMG (Chauchat CSRG) of A is jammed", ("COT-WEAP-12",))
    end_turn(g)
    g.state.turn = 2
    assert not can_shoot(g.state, a, [x], g.options)
    end_turn(g)
    g.state.turn = 3
    assert (a.arms.jammed, why_not_ready(g.state, a, CHAUCHAT)) == ((), None)


@bounds("COT-WEAP-12")
@pytest.mark.parametrize(("weapon", "dice"), [(CHAUCHAT, [2, 2, 3, 6, 1]), ("core.lmg", [2, 2, 6, 6, 1, 1])])
def test_one_six_or_another_gun_does_not_jam(weapon: str, dice: list[int]) -> None:
    assert firing(CHAUCHAT, [2, 2, 3, 6, 1]).state.figures["a"].arms.jammed == ()
    assert firing(weapon, dice).state.figures["a"].arms.jammed == ()


def launching(dice: list[int]) -> Any:
    """An Ampulomet crewman, his friend 2" and another 4" away, and an enemy at 9"."""
    state = table(
        man("a", (10, 20), weapons=(AMPULOMET,)),
        man("b", (12, 20)),
        man("c", (14.1, 20)),
        foe("x", (10, 11)),
    )
    g = game(state, dice)
    return g, send(g, [Lob("a", AMPULOMET, point((10, 11)), "x")])


@bounds("COT-WEAP-11")
def test_a_second_one_blows_an_ampulomet_up() -> None:
    """LR-106: like a flame-thrower's tank, 5" across and Impact 5, where its crew stands."""
    g, fallout = launching([1, 1, 1, 5, 4])
    assert {who for who, _ in fallout.hit} >= {"a", "b"}
    assert "c" not in {who for who, _ in fallout.hit}
    assert g.state.figures["a"].arms.weapons == ()
    assert (g.state.figures["a"].status, g.state.figures["b"].status) == (
        "out_of_the_fight",
        "out_of_the_fight",
    )


@bounds("COT-WEAP-11")
@pytest.mark.parametrize("dice", [[1, 1, 2], [2, 1]])
def test_without_a_second_one_it_holds(dice: list[int]) -> None:
    g, fallout = launching(dice)
    assert fallout.hit == ()
    assert g.state.figures["a"].arms.weapons == (AMPULOMET,)


@bounds("COT-WEAP-11")
def test_a_further_die_for_each_one_and_none_for_other_weapons() -> None:
    state = table(man("a", (10, 20), weapons=(AMPULOMET,)))
    g = game(state, [2, 3])
    assert blow_up(g, state.figures["a"], AMPULOMET, [1, 1, 4]).hit == ()
    assert blow_up(game(state), state.figures["a"], "core.flamethrower", [1]).hit == ()


def scenario(**changes: Any) -> Scenario:
    men = (
        Man(name="Anna", at=(10, 20), gear={"smoke_grenade": 1, "grenade": 2}),
        Man(name="Boris", at=(12, 20)),
    )
    units = (UnitFile(id="1", name="1st", men=men, **changes),)
    sides = (
        SideFile(id="red", name="Red", edge="south", units=units),
        SideFile(id="blue", name="Blue", edge="north", units=()),
    )
    file = ScenarioFile(scenario="Small", about="", map="crossroads", turns=3, sides=sides)
    return Scenario("small", file, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(("value", "gear"), [("on", ("smoke_grenade", "grenade")), ("off", ("grenade",))])
def test_smoke_grenades_by_option(value: str, gear: tuple[str, ...]) -> None:
    """LR-041."""
    state = battle(scenario(), {"smoke_grenades": value})
    assert tuple(item for item, _ in state.figures["red_1_1"].pack.gear) == gear


def test_militia_keep_their_variant() -> None:
    assert battle(scenario(variant="jugend"), {}).units["red_1"].variant == "jugend"
