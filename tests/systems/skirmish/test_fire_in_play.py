"""Shooting as a player orders it: dice dealt to targets, the swath, ammunition, launchers, ways of using a weapon.

NR-105, LR-106, LR-107
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, refused, statuses, told
from tests.systems.skirmish.orders import fire, throw
from tests.systems.skirmish.table import LMG, SMG, foe, man, table

CHAUCHAT = "hungarian.chauchat"
AMPULOMET = "soviet.ampulomet"


def shot(weapon: str, mode: str = "", dice: int = 1) -> dict[str, Any]:
    """The order of `a` to fire at `x` with a weapon, used in one of its ways."""
    order = fire("red-1", weapon, a=[("x", dice)])
    order["plan"]["shots"]["a"]["mode"] = mode
    return order


@rule("NUTS-FIRE-05", "NUTS-FIRE-06")
def test_the_highest_die_is_the_first_targets() -> None:
    """Hans has 3, 5 and 2, one of them for Charles: the 5 is his, 3 and 2 are Billy's."""
    state = table(
        man("hans", (10, 30), weapons=(SMG,)), foe("charles", (10, 10), rep=3), foe("billy", (11, 10), rep=3)
    )
    p = acted(state, fire("red-1", SMG, hans=[("charles", 1), ("billy", 2)]), dice=[3, 5, 2, 1])
    dealt = [(one["target"], one["die"], one["hit"]) for one in told(p, "shots")[0]["dice"]]
    assert dealt == [("charles", 5, True), ("billy", 3, False), ("billy", 2, False)]
    assert statuses(p, "charles") == ["obviously_dead"]


@rule("NUTS-FIRE-05")
def test_a_weapon_throws_no_more_dice_than_its_target_rating() -> None:
    state = table(man("a", (10, 20), weapons=(SMG,)), foe("x", (10, 10)))
    assert refused(state, shot(SMG, dice=3)) == set()
    assert "NUTS-FIRE-05" in refused(state, shot(SMG, dice=4))


@rule("NUTS-FIRE-07")
@pytest.mark.parametrize(("x", "inside"), [(12.9, True), (13, True), (13.1, False)])
def test_only_who_is_in_the_swath_can_be_shot_at(x: float, inside: bool) -> None:
    """Three inches from the first target on, for a weapon of three dice."""
    state = table(
        man("a", (10, 30), weapons=(SMG,)), foe("x", (10, 10)), foe("y", (x, 10)), foe("z", (11.5, 10))
    )
    rows = refused(state, fire("red-1", SMG, a=[("x", 1), ("z", 1), ("y", 1)]))
    assert rows == (set() if inside else {"NUTS-FIRE-07", "NR-105"})


@rule("NUTS-FIRE-15")
def test_a_machine_gun_outguns_riflemen_but_no_star_or_medic() -> None:
    def line(**who: Any) -> Any:
        state = table(man("a", (10, 25), **who), foe("x", (10, 10), weapons=(LMG,), shot_with=LMG))
        p = acted(state, dice=[], procedure=Crisis((Cause("a", "fired_on", ("x",)),)))
        return told(p, "crisis_test")[0]["results"][0]["lines"]

    assert [line(), line(star=True), line(medic=True)] == [["outgunned"], ["fired_on"], ["fired_on"]]


@rule("NUTS-AMMO-05")
def test_with_one_one_and_five_ivan_hits_and_is_out_of_ammunition() -> None:
    state = table(man("a", (10, 20), weapons=(SMG,)), foe("x", (10, 10)))
    p = acted(state, shot(SMG, dice=3), dice=[1, 1, 5, 2])
    assert statuses(p, "x") == ["out_of_the_fight"]
    assert p.state.figures["a"].arms.empty == (SMG,)


@rule("NUTS-FIRE-19")
@pytest.mark.parametrize(
    ("weapon", "crewed", "turns"),
    [("core.bazooka", True, 1), ("core.bazooka", False, 2), ("core.piat", True, 2), ("core.piat", False, 3)],
)
def test_how_soon_a_launcher_is_fired_again(weapon: str, crewed: bool, turns: int) -> None:
    mate = [man("b", (11, 30), loads_for="a", weapons=())] if crewed else []
    for turn in range(2, 6):
        a = man("a", (10, 30), weapons=(weapon,), last_shot=((weapon, 1),))
        rows = refused(table(a, *mate, foe("x", (10, 20)), turn=turn), shot(weapon))
        assert rows == ({"NUTS-FIRE-19"} if turn - 1 < turns else set()), turn


@rule("COT-WEAP-08")
@pytest.mark.parametrize(
    ("weapon", "fitted", "near", "far", "dice"),
    [("soviet.ba_rifle", "scope", 48, 60, 1), ("german.pistol", "stock", 12, 24, 2)],
)
def test_a_scope_or_stock_is_fired_as_far_as_it_reaches(
    weapon: str, fitted: str, near: int, far: int, dice: int
) -> None:
    def at(away: float, **changes: Any) -> Any:
        men = man("a", (10, 66), weapons=(weapon,), **changes), foe("x", (10, 66 - away))
        return table(*men, size=(70, 70))

    gear = {"gear": ((fitted, 1),)}
    assert refused(at(near), shot(weapon, dice=dice)) == set()
    assert refused(at(near + 0.01), shot(weapon, dice=dice))
    assert refused(at(far, **gear), shot(weapon, fitted, dice)) == set()
    assert refused(at(far + 0.01, **gear), shot(weapon, fitted, dice))
    assert "COT-WEAP-08" in refused(at(near), shot(weapon, fitted, dice))


@rule("COT-WEAP-09")
@pytest.mark.parametrize(("weapon", "reach"), [("german.mp44", 24), ("german.fg42", 10)])
def test_full_auto_is_three_dice_near_by(weapon: str, reach: int) -> None:
    def at(away: float) -> Any:
        return table(man("a", (10, 60), weapons=(weapon,)), foe("x", (10, 60 - away)), size=(70, 70))

    assert refused(at(reach), shot(weapon, "full_auto", 3)) == set()
    assert refused(at(reach + 0.01), shot(weapon, "full_auto", 3))
    assert refused(at(48), shot(weapon, dice=2)) == set()
    assert refused(at(48), shot(weapon, dice=3))
    assert refused(at(48.01), shot(weapon, dice=2))


@rule("COT-WEAP-12")
@pytest.mark.parametrize(
    ("weapon", "dice", "jams"),
    [(CHAUCHAT, [2, 2, 6, 6], True), (CHAUCHAT, [2, 2, 5, 6], False), (LMG, [2, 2, 6, 6], False)],
)
def test_two_sixes_jam_a_chauchat_for_the_next_turn(weapon: str, dice: list[int], jams: bool) -> None:
    state = table(man("a", (10, 20), weapons=(weapon,)), foe("x", (10, 10)))
    p = acted(state, shot(weapon, dice=4), dice=[*dice, 1, 1])
    assert statuses(p, "x") == ["obviously_dead"]
    assert p.state.figures["a"].arms.jammed == (((weapon, 2),) if jams else ())
    again = table(man("a", (10, 20), weapons=(weapon,), jammed=((weapon, 2),)), foe("x", (10, 10)), turn=2)
    assert "COT-WEAP-12" in refused(again, shot(weapon, dice=4))


@rule("COT-WEAP-11")
@pytest.mark.parametrize(("second", "blows_up"), [(1, True), (2, False)])
def test_a_second_one_blows_an_ampulomet_up_in_its_crews_hands(second: int, blows_up: bool) -> None:
    state = table(
        man("a", (10, 20), weapons=(AMPULOMET,)), man("b", (12, 20)), man("c", (14.1, 20)), foe("x", (10, 11))
    )
    p = acted(state, throw("red-1", a=(AMPULOMET, (10, 11), "x")), dice=[1, 1, second], fill=5)
    assert (p.state.figures["a"].arms.weapons == ()) == blows_up
    assert statuses(p, "a", "b")[0] == ("out_of_the_fight" if blows_up else "carry_on")


@rule("COT-WEAP-13")
@pytest.mark.parametrize(("die", "hit"), [(4, False), (5, True)])
def test_who_fires_a_sturmpistole_counts_a_rep_less(die: int, hit: bool) -> None:
    """Rep 4, and 8 would hit."""
    weapon = "german.sturmpistole"
    state = table(man("a", (10, 20), weapons=(weapon,)), foe("x", (10, 10)))
    p = acted(state, shot(weapon), dice=[die])
    assert [one["hit"] for one in told(p, "shots")[0]["dice"]] == [hit]
