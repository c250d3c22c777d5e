"""Leaders, medics, ammunition, blades and special units: each branch, and each limit from both sides."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.side_actions import take_from
from deadground.systems.skirmish.rules.fire.ammo import clear_jams, is_dry, jam, may_have_loader, run_dry
from deadground.systems.skirmish.rules.leaders.leadership import (
    commander_of_platoon,
    highest,
    is_temporary,
    leader_among,
    leader_with_die,
    stand_in,
    throw_leader_die,
)
from deadground.systems.skirmish.rules.melee.melee_dice import arms_of, best_arm, damage_line, pool
from deadground.systems.skirmish.rules.troops.morale import (
    Comrade,
    fanatic_foes,
    foes_meet,
    inspiration,
    who_is_the_example,
    why_no_inspiration,
)
from deadground.systems.skirmish.rules.troops.unit_types import (
    engineer_received_fire,
    is_lucky_for_now,
    why_no_woman,
    why_not_stiffened,
    woman_rep,
)
from deadground.systems.skirmish.rules.wounded.medics import (
    begin_tending,
    finish_tending,
    medic_is_here,
    treat,
    why_no_tending,
)
from deadground.systems.skirmish.state import change
from deadground.systems.skirmish.weapons import weapon
from deadground.testing import bounds, rule
from tests.systems.skirmish.armies.dice import Script
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import LMG, RIFLE, SMG, foe, man, table

# Ammunition


@bounds("NUTS-AMMO-01")
@pytest.mark.parametrize(
    ("faces", "served", "dry"),
    [((1, 1), False, True), ((1, 2), False, False), ((1, 1), True, False), ((1, 1, 1), True, True)],
)
def test_ones_empty_a_weapon(faces: tuple[int, ...], served: bool, dry: bool) -> None:
    """NR-39"""
    state = table(man("a", (10, 40)), foe("x", (10, 20)))
    g, a = game(state), state.figures["a"]
    run_dry(g, a, weapon(RIFLE), faces, served=served)
    assert a.arms.empty == ((RIFLE,) if dry else ())
    if dry:
        assert g.events[-1].seen.rows == (("NUTS-AMMO-03",) if served else ("NUTS-AMMO-01",))
    is_dry((1,), served=False)
    assert is_dry(faces, served=served) is dry


@bounds("COT-WEAP-12")
def test_a_jam_lasts_the_next_turn() -> None:
    """LR-107"""
    chauchat = weapon("hungarian.chauchat")
    state = table(man("a", (10, 40), weapons=(chauchat.id,)), foe("x", (10, 20)), turn=3)
    g, a = game(state), state.figures["a"]
    jam(g, a, chauchat, (6, 5))
    assert not a.arms.jammed
    jam(g, a, chauchat, (6, 6))
    assert a.arms.jammed == ((chauchat.id, 4),)
    a.arms = a.arms.but(jammed=(("b", 3), (chauchat.id, 4), ("c", 5)))
    clear_jams(a, 3)
    assert list(a.arms.jammed) == [(chauchat.id, 4), ("c", 5)]
    clear_jams(a, 4)
    assert list(a.arms.jammed) == [("c", 5)]
    jam(g, a, weapon(RIFLE), (6, 6))
    assert list(a.arms.jammed) == [("c", 5)]


@rule("NUTS-AMMO-04")
def test_which_guns_have_loaders() -> None:
    """NR-39"""
    found = {id: may_have_loader(weapon(id)) for id in (RIFLE, LMG, "core.bar", "core.mmg", "core.hmg")}
    assert (found[RIFLE], found["core.bar"], found["core.hmg"]) == (False, False, True)


# Leaders


@bounds("NUTS-LEAD-05")
def test_who_leads() -> None:
    """NR-06, NS-03"""
    a, b = man("a", (1, 1), rep=6), man("b", (1, 1), rank="junior_nco", rep=3)
    c, d = man("c", (1, 1), rank="squad_leader", rep=4), man("d", (1, 1), rank="squad_leader", rep=5)
    state = table(a, b, c, d)
    assert leader_among(state, [a, b, c, d]) is d
    assert leader_among(state, [a, c, d, b]) is d
    d.status = "duck_back"
    assert leader_among(state, [a, b, c, d]) is c
    c.status = b.status = "hunker_down"
    assert leader_among(state, [a, b, c, d]) is a
    a.status = "hunker_down"
    assert leader_among(state, [a, b, c, d]) is d
    d.status = "hunker_down"
    assert leader_among(state, [a, b, c, d]) is a
    assert leader_among(state, []) is None
    assert highest(state, []) is None
    assert stand_in([b, c]) is c
    assert stand_in([]) is None


@bounds("NUTS-LEAD-04")
def test_who_stands_in_for_a_leader() -> None:
    """NR-06"""
    state = table(man("a", (10, 40)), man("b", (12, 40), rank="junior_nco"), man("c", (40, 40)))
    assert [is_temporary(state, state.figures[id]) for id in "abc"] == [True, False, False]


@bounds("NUTS-LEAD-02")
@pytest.mark.parametrize(
    ("away", "changes", "hit", "has"),
    [
        (4, {}, (), True),
        (4.01, {}, (), False),
        (3, {"rank": "soldier"}, (), False),
        (3, {"status": "duck_back"}, (), False),
        (3, {}, ("l",), False),
        (3, {}, ("a",), True),
    ],
)
def test_whose_die_counts(away: float, changes: dict[str, Any], hit: tuple[str, ...], has: bool) -> None:
    """NR-33, NS-03"""
    state = table(
        man("l", (10, 40), **{"rank": "squad_leader", **changes}), man("a", (12, 40)), man("b", (13, 40))
    )
    group = state.figures["l"].group
    state.figures["a"].at = state.figures["b"].at = (2540 + round(away * 254), 40 * 254)
    found = leader_with_die(state, group, hit)
    assert (found is state.figures["l"]) is has


@bounds("NUTS-LEAD-01")
@pytest.mark.parametrize(
    ("attributes", "dice", "passed"),
    [((), [4], 1), ((), [5], 0), (("born_leader",), [6, 4], 1), (("born_leader",), [1, 1], 1)],
)
def test_the_leaders_die(attributes: tuple[str, ...], dice: list[int], passed: int) -> None:
    """NR-33"""
    state = table(man("l", (10, 40), rank="squad_leader", attributes=attributes), man("a", (12, 40)))
    roll, found = throw_leader_die(game(state, dice=dice), state.figures["l"])
    assert (len(roll.faces), found) == (len(dice), passed)


@bounds("NUTS-LEAD-05")
def test_who_commands_a_platoon() -> None:
    """NS-03"""
    state = table(
        man("p", (10, 40), rank="platoon_leader"),
        man("s", (12, 40), rank="first_squad_leader"),
        man("a", (14, 40), rep=6),
        foe("x", (10, 10), rank="platoon_leader"),
    )
    assert commander_of_platoon(state, "red", "") is state.figures["p"]
    state.figures["p"].status = "captured"
    assert commander_of_platoon(state, "red", "") is state.figures["s"]
    assert commander_of_platoon(state, "red", "second") is None
    state.figures["p"].rank = "soldier"
    assert commander_of_platoon(state, "red", "") is None


# Medics


BESIDE = (("was_beside", "w"),)
"""Of a medic: he was beside W as he became active. NR-81"""


@pytest.mark.parametrize(
    ("changes", "away", "reason"),
    [
        ({}, 254, None),
        ({}, 300, "M is not beside W"),
        ({"treated": True}, 254, "W has been treated once"),
        ({"side": "blue"}, 254, "that is no wounded friend"),
        ({"status": "carry_on"}, 254, "that is no wounded friend"),
    ],
)
def test_whom_a_medic_treats(changes: dict[str, Any], away: int, reason: str | None) -> None:
    """NR-81"""
    medic, fallen = (
        man("m", (10, 40), medic=True, dealings=BESIDE),
        man("w", (10, 40), **{"status": "out_of_the_fight", **changes}),
    )
    fallen.at = (medic.at[0] + away, medic.at[1])
    fault = why_no_tending(medic, fallen)
    assert (fault.reason if fault else None) == reason
    assert why_no_tending(medic, None) is not None


@rule("NUTS-WOUND-06")
@pytest.mark.parametrize(
    ("dice", "status", "rep"),
    [([4, 4], "carry_on", 4), ([4, 5], "carry_on", 3), ([5, 5], "out_of_the_fight", 4)],
)
def test_what_a_medic_does_for_a_man(dice: list[int], status: str, rep: int) -> None:
    """NR-81, NR-111"""
    state = table(
        man("m", (10, 40), medic=True, dealings=BESIDE),
        man("w", (11, 40), status="out_of_the_fight"),
        foe("x", (10, 5)),
    )
    medic, fallen = state.figures["m"], state.figures["w"]
    treat(game(state, dice=dice), medic, fallen)
    assert (fallen.status, fallen.rep, fallen.aid.treated) == (status, rep, True)
    assert fallen.deeds.record == (("rep_lowered",) if rep == 3 else ())
    assert (fallen.group in state.groups) is (status == "carry_on")


@bounds("NUTS-WOUND-05")
@pytest.mark.parametrize(
    ("changes", "treats"), [({}, True), ({"status": "duck_back"}, False), ({"fighting": ("x",)}, False)]
)
def test_a_medic_who_was_kept_from_it_treats_nobody(changes: dict[str, Any], treats: bool) -> None:
    """NR-81"""
    state = table(
        man("m", (10, 40), medic=True, dealings=BESIDE),
        man("w", (11, 40), status="out_of_the_fight"),
        foe("x", (10, 5)),
    )
    medic, fallen = state.figures["m"], state.figures["w"]
    begin_tending(game(state), medic, fallen)
    assert (medic.doing.action, medic.doing.fired, medic.aid.tending) == ("stay", True, "w")
    change(medic, **changes)
    finish_tending(game(state, dice=[1, 1]), medic)
    assert (fallen.aid.treated, medic.aid.tending) == (treats, "")
    finish_tending(game(state), medic)


@pytest.mark.parametrize(
    ("nation", "squads", "medics", "die", "here"),
    [
        ("american", 1, 0, None, None),
        ("american", 3, 1, None, False),
        ("soviet", 1, 1, None, False),
    ],
)
def test_whether_a_medic_comes(
    nation: str, squads: int, medics: int, die: int | None, here: bool | None
) -> None:
    """NS-06"""
    if here is not None:
        assert medic_is_here(Script(), nation, squads, medics) is here
        return
    found = [medic_is_here(Script(face), nation, squads) for face in range(1, 7)]
    assert found == sorted(found, reverse=True)
    assert found[0]
    assert not found[-1]


# Blades


@pytest.mark.parametrize(
    ("weapons", "gear", "name"),
    [
        ((), (), "knife"),
        ((RIFLE,), (), "bolt-action rifle"),
        (("core.pistol",), (), "knife"),
        (("core.pistol",), (("sabre", 1),), "sabre"),
        (("core.pistol",), (("sabre", 0),), "knife"),
    ],
)
def test_what_a_man_fights_with(weapons: tuple[str, ...], gear: Any, name: str) -> None:
    """NR-50, NS-06"""
    one = man("a", (10, 10), weapons=weapons, gear=gear)
    assert best_arm(one).name.lower() == name or name == "sabre"
    assert "knife" in [arm.name.lower() for arm in arms_of(one)]


@rule("NUTS-MELEE-09")
@pytest.mark.parametrize(
    ("changes", "against", "more"),
    [
        ({}, {}, 0),
        ({}, {"prone": True}, 1),
        ({}, {"evenly": 2}, 2),
        ({"rear_round": "x"}, {}, 1),
        ({"rear_round": "y"}, {}, 0),
    ],
)
def test_what_circumstances_add_in_melee(changes: dict[str, Any], against: dict[str, Any], more: int) -> None:
    """NR-50, NR-51"""
    plain = table(man("a", (10, 21)), foe("x", (10, 20), prone=True))
    base = pool(game(plain), plain.figures["a"], man("y", (1, 1), side="blue"))
    state = table(man("a", (10, 21), **changes), foe("x", (10, 20), **against))
    found = pool(game(state), state.figures["a"], state.figures["x"])
    assert found.total - base.total == more


@pytest.mark.parametrize(
    ("face", "margin", "line"),
    [
        (1, 1, "obviously_dead"),
        (1, 0, "recover_test"),
        (2, 2, "out_of_the_fight"),
        (3, 2, "recover_test"),
        (6, 6, "out_of_the_fight"),
    ],
)
def test_what_a_blow_does(face: int, margin: int, line: str) -> None:
    """NR-47, NR-48, LR-058"""
    assert damage_line(face, margin) == line


# Morale


@bounds("COT-ATTR-01")
@pytest.mark.parametrize(
    ("attributes", "results", "tests", "faults"),
    [
        (("ruthless",), ("hunker_down",), 0, 0),
        (("ruthless",), ("leave_battlefield",), 0, 0),
        (("ruthless",), ("duck_back",), 0, 1),
        ((), ("hunker_down",), 0, 1),
        (("ruthless",), ("hunker_down",), 1, 1),
        ((), (), 1, 3),
    ],
)
def test_what_keeps_a_man_from_inspiring(attributes: Any, results: Any, tests: int, faults: int) -> None:
    """LR-050"""
    assert len(why_no_inspiration(attributes, results, tests_this_turn=tests)) == faults


@rule("COT-ATTR-03")
def test_what_inspiration_comes_to() -> None:
    assert [inspiration(many).result for many in (0, 1, 2, 3)] == [
        "man_down_test",
        "example_and_retest",
        "retest",
        "retest",
    ]
    assert inspiration(0).retest_dice == 0
    assert inspiration(2).retest_dice >= 2


@bounds("COT-ATTR-04")
def test_whom_he_makes_an_example_of() -> None:
    near, broken, far = Comrade("n", 10, False), Comrade("b", 30, True), Comrade("f", 40, True)
    assert who_is_the_example([near, far, broken]) == "b"
    assert who_is_the_example([Comrade("z", 50, False), near]) == "n"
    assert who_is_the_example([]) == ""


@bounds("COT-ATTR-06")
def test_what_a_hated_foe_makes_of_a_unit() -> None:
    found = [fanatic_foes(many) for many in (0, 1, 2, 3)]
    assert found[2] == found[3]
    assert len(set(found)) == 3


@rule("COT-ATTR-07")
def test_what_two_foes_do() -> None:
    """LR-057"""
    results = {(a, b): foes_meet(a, b) for a in (0, 1, 2) for b in (0, 1, 2)}
    assert results[0, 0] == (("hunkered", "surrender"), ("other", "accept_surrender"))
    assert [who for who, _ in results[0, 1]] == ["other"]
    assert [who for who, _ in results[1, 0]] == ["hunkered"]
    assert [who for who, _ in results[2, 1]] == ["hunkered", "other"]
    assert [who for who, _ in results[1, 2]] == ["other", "hunkered"]
    assert [who for who, _ in results[1, 1]] == ["other", "hunkered"]
    assert foes_meet(None, 0) == (("other", "captured"),)
    assert [who for who, _ in foes_meet(None, 2)] == ["other"]


# Special units


@rule("COT-UNIT-06")
def test_engineers_under_fire() -> None:
    """LR-007, LR-038"""
    assert engineer_received_fire(3) == engineer_received_fire(2)
    plain = {passed: engineer_received_fire(passed) for passed in (0, 1, 2)}
    assert len(set(plain.values())) >= 2
    for passed in (0, 1, 2):
        assert engineer_received_fire(passed, charging=True, working=True) == engineer_received_fire(
            passed, charging=True
        )
        assert engineer_received_fire(passed, working=True, retrieving=True) == engineer_received_fire(
            passed, working=True
        )
    assert engineer_received_fire(1, in_cover=True) == "return_fire_minus_1"
    assert engineer_received_fire(1, in_cover=True, outgunned=True) == "duck_back"


@bounds("COT-UNIT-12")
def test_what_a_woman_loses_with_heavy_weapons_and_in_melee() -> None:
    """LR-036"""
    on = {"women_in_combat": "on"}
    assert woman_rep(None, {"women_in_combat": "off"}, melee=True) == 0
    assert woman_rep(weapon(RIFLE), on) == woman_rep(None, on)
    assert woman_rep(None, on, melee=True) <= 0
    assert woman_rep(weapon("core.hmg"), on) == woman_rep(None, on, at_gun="hmg")


@bounds("COT-UNIT-14")
def test_when_she_is_lucky() -> None:
    """LR-036"""
    on, off = {"women_in_combat": "on"}, {"women_in_combat": "off"}
    assert is_lucky_for_now(on, woman=True, man_near=True)
    assert not is_lucky_for_now(on, woman=True, man_near=False)
    assert not is_lucky_for_now(on, woman=False, man_near=True)
    assert not is_lucky_for_now(off, woman=True, man_near=True)


@bounds("COT-UNIT-13")
def test_where_women_serve() -> None:
    assert why_no_woman("soviet", "partisans", "") is None
    assert why_no_woman("soviet", "infantry", "sniper") is None
    assert why_no_woman("soviet", "infantry", "") is not None
    assert why_no_woman("german", "infantry", "sniper") is not None


@bounds("COT-UNIT-09")
def test_whom_a_sergeant_or_zampolit_stiffens() -> None:
    assert why_not_stiffened("soviet", "infantry", "sergeant") is None
    for of, id, words in (
        ("german", "infantry", "only Red Army units"),
        ("soviet", "nkvd", "has its Kommissar already"),
        ("soviet", "partisans", "Partisans are no Red Army unit"),
    ):
        fault = why_not_stiffened(of, id, "zampolit")
        assert fault is not None
        assert words in fault.reason


@bounds("COT-SQUAD-06")
def test_what_is_taken_from_the_fallen_is_added_up() -> None:
    """LR-211"""
    fallen = foe(
        "x", (10, 39), status="out_of_the_fight", gear=(("grenade", 2), ("molotov", 1)), empty=(SMG,)
    )
    fallen.arms = fallen.arms.but(weapons=(SMG,))
    state = table(man("a", (10, 40), gear=(("grenade", 1),)), fallen)
    g, a = game(state), state.figures["a"]
    take_from(g, a, "x", "gear")
    assert dict(a.pack.gear) == {"grenade": 3, "molotov": 1}
    assert state.figures["x"].pack.gear == ()
    take_from(g, a, "x", SMG)
    assert (a.arms.weapons, a.arms.empty) == ((RIFLE, SMG), (SMG,))
    assert state.figures["x"].arms.weapons == ()
