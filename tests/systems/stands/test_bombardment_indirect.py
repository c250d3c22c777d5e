"""Indirect fire. KIM-4.13"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.stands.rules.fire.duties_of_fire import open_fire
from deadground.systems.stands.rules.fire.firing import chance, why_no_shot
from deadground.systems.stands.rules.fire.indirect import indirect_shot, why_no_indirect
from deadground.systems.stands.rules.fire.volleys import Landed, aim_at, fire_together, settle
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing import bounds, rule
from tests.systems.stands.field import At, hq, inf, stand, tank
from tests.systems.stands.guns import arty, battle, told
from tests.systems.stands.system import game

GUN = (1000, 1500)
TARGET = (1000, 1000)


def target(id: str = "t", at: At = TARGET, kind: str = "infantry", **changes: Any) -> Stand:
    """An enemy that was visible when the turn began."""
    fields = {"side": "blue", "seen_at_start": True, **changes}
    return stand(id, kind, at, **fields)


def facing_off(gun: Stand | None = None, *others: Stand, **changes: Any) -> StandsState:
    """A gun, a target 500 to its front, and a spotter beside the target."""
    return battle(gun or arty("g", GUN), target(), inf("o", (1000, 1200)), *others, **changes)


def rows_of(state: StandsState, options: dict[str, str] | None = None) -> list[tuple[str, ...]]:
    faults = why_no_indirect(state, state.stands["g"], state.stands["t"], options or {}, at="value.g")
    return [fault.rows for fault in faults]


@rule("KIM-4.2a")
@bounds("KIM-4.13a", "KIM-1.2h")
@pytest.mark.parametrize(("face", "hits"), [(6, 0), (7, 1)])
def test_minus_one_on_a_d10(face: int, hits: int) -> None:
    state = facing_off()
    assert rows_of(state) == []
    g = game(state, dice=[face])
    landed = fire_together(g, [aim_at("indirect", g.stand("g"), g.stand("t"))])
    assert landed == [Landed("t", "g", "red", hits)]
    assert state.stands["t"].hits == 0
    settle(g, landed)
    assert state.stands["t"].hits == hits
    assert g.rolls[0].sides == 10


@rule("KIM-4.3a")
@bounds("KIM-4.13a")
@pytest.mark.parametrize(
    ("kind", "away", "needed"),
    [
        ("sherman", 150, 14),
        ("sherman", 150.1, 17),
        ("sherman", 300, 17),
        ("sherman", 300.1, 20),
        ("sherman", 800, 20),
        ("armoured_car", 800, 18),
        ("panther", 400, None),
    ],
)
def test_minus_one_on_a_d20_and_the_long_column_beyond_450(
    kind: str, away: float, needed: int | None
) -> None:
    state = battle(arty("g", GUN), target(kind=kind, at=(1000, 1500 - away)), inf("o", (1000, 1200)))
    shot = indirect_shot(state, state.stands["g"], state.stands["t"], {})
    assert (shot.die, shot.needed) == (20, needed)


@bounds("KIM-4.13a")
def test_no_flank_is_claimed_and_two_hits_kill_infantry() -> None:
    state = battle(arty("g", GUN), target(kind="sherman", at=(1000, 1400), facing=0), inf("o", (1000, 1200)))
    shot = indirect_shot(state, state.stands["g"], state.stands["t"], {})
    assert [line.reason for line in shot.shift.lines] == ["indirect"]
    state = facing_off()
    g = game(state)
    settle(g, [Landed("t", "g", "red", 1), Landed("t", "g", "red", 1), Landed("t", "g", "red", 1)])
    assert "t" not in state.stands
    assert state.commands["blue_command"].losses == 1


@bounds("KIM-4.13a")
@pytest.mark.parametrize(("away", "reached"), [(799.9, True), (800, True), (800.1, False), (801, False)])
def test_it_reaches_800(away: float, reached: bool) -> None:
    state = battle(arty("g", GUN), target(at=(1000, 1500 - away)), inf("o", (1000, 1000)))
    assert rows_of(state) == ([] if reached else [("KIM-4.13a", "KIM-4.7a")])


@bounds("KIM-4.13a", "KIM-4.9a")
@pytest.mark.parametrize(("facing", "bears"), [(0, True), (46, True), (48, False), (180, False)])
def test_it_stays_in_the_arc(facing: float, bears: bool) -> None:
    assert rows_of(facing_off(arty("g", GUN, facing=facing))) == ([] if bears else [("KIM-4.9a",)])
    assert rows_of(facing_off(arty("g", GUN, facing=facing, hidden=True))) == []


@bounds("KIM-4.13a")
@pytest.mark.parametrize("kind", ["pak40", "infantry", "sherman", "assault_gun", "armoured_car"])
def test_only_artillery_fires_indirectly(kind: str) -> None:
    assert rows_of(facing_off(arty("g", GUN, kind=kind)))[0] == ("KIM-4.13a", "KIM-R17")
    assert rows_of(facing_off(arty("g", GUN, kind="sexton"))) == []


@bounds("KIM-1.2h", "KIM-1.3b", "KIM-1.3c")
def test_it_needs_the_card_obeyed_in_full_and_one_shot_a_turn() -> None:
    assert rows_of(facing_off()) == []
    assert rows_of(facing_off(arty("g", GUN, order="opportunity"))) == [("KIM-1.2i",)]
    assert rows_of(facing_off(arty("g", GUN, order=""))) == [("KIM-1.2b", "KIM-R78")]
    assert rows_of(facing_off(arty("g", GUN, limit="half"))) == [("KIM-1.3b", "KIM-R33")]
    assert rows_of(facing_off(arty("g", GUN, limit="direct"))) == [("KIM-1.3c", "KIM-R33")]
    assert rows_of(facing_off(arty("g", GUN, fired=True))) == [("KIM-4.2a", "KIM-R87")]


@bounds("KIM-1.3i")
def test_never_at_an_hq() -> None:
    state = facing_off()
    state.stands["t"] = hq("t", TARGET, side="blue", seen_at_start=True)
    assert rows_of(state) == [("KIM-1.3i",)]


@bounds("KIM-4.16c")
def test_never_at_a_supply_stand_but_directly() -> None:
    state = battle(arty("g", GUN), target(kind="supply", at=(1000, 1300)), inf("o", (1000, 1400)))
    assert rows_of(state) == [("KIM-4.16c",)]
    state.stands["o"].at = (5000, 14000)
    assert why_no_shot(state, state.stands["g"], state.stands["t"]) == []
    truck = battle(arty("g", GUN), target(kind="truck", at=(1000, 1300)), inf("o", (1000, 1400)))
    assert rows_of(truck) == []


@bounds("KIM-4.13a")
def test_not_at_friends_nor_into_a_melee() -> None:
    assert rows_of(battle(arty("g", GUN), inf("t", TARGET, seen_at_start=True))) == [("KIM-4.13a",)]
    melee = facing_off()
    melee.stands["t"].in_contact_with = "o"
    assert rows_of(melee) == [("KIM-7.3e", "KIM-R63")]


@bounds("KIM-4.13a")
@pytest.mark.parametrize(("away", "seen"), [(599.9, True), (600, True), (600.1, False)])
def test_somebody_must_see_the_target(away: float, seen: bool) -> None:
    state = battle(arty("g", (1000, 1700)), target(), inf("o", (1000 - away, 1000)))
    assert rows_of(state) == ([] if seen else [("KIM-4.13a", "KIM-R18")])


@bounds("KIM-4.13a")
def test_the_gun_may_spot_for_itself_and_the_enemy_does_not() -> None:
    assert rows_of(battle(arty("g", GUN), target())) == []
    far = battle(arty("g", (1000, 1700)), target(), inf("e", (1000, 1100), side="blue"))
    assert rows_of(far) == [("KIM-4.13a", "KIM-R18")]


@bounds("KIM-4.13a")
@pytest.mark.parametrize("whose", ["army", "command_group"])
def test_whose_stands_may_spot(whose: str) -> None:
    options = {"spotters": whose}
    own = battle(arty("g", (1000, 1700)), target(), inf("o", (1000, 1200)))
    assert rows_of(own, options) == []
    state = battle(arty("g", (1000, 1700)), target(), inf("o", (1000, 1200), command="second"))
    assert rows_of(state, options) == ([] if whose == "army" else [("KIM-4.13a", "KIM-R18")])
    state.stands["o"].at = (0, 0)
    faults = why_no_indirect(state, state.stands["g"], state.stands["t"], options)
    assert [fault.reason for fault in faults] == [
        "no stand of its side sees T" if whose == "army" else "no stand of its command sees T"
    ]


@bounds("KIM-4.13a")
def test_it_must_have_been_visible_when_the_turn_began() -> None:
    state = facing_off()
    assert rows_of(state) == []
    state.stands["t"].seen_at_start = False
    assert rows_of(state) == [("KIM-4.13a", "KIM-4.13b")]


@bounds("KIM-4.13b")
@pytest.mark.parametrize("spg_indirect", ["late_sighting", "any_spg"])
@pytest.mark.parametrize(("away", "near"), [(299.9, True), (300, True), (300.1, False)])
@pytest.mark.parametrize("kind", ["sexton", "artillery", "assault_gun", "sherman"])
def test_a_self_propelled_gun_within_300_fires_at_what_it_has_just_seen(
    kind: str, away: float, near: bool, spg_indirect: str
) -> None:
    state = battle(
        arty("g", GUN, kind=kind), target(at=(1000, 1500 - away), seen_at_start=False), inf("o", (900, 1400))
    )
    allowed = near and (kind == "sexton" or (kind == "assault_gun" and spg_indirect == "any_spg"))
    options = {"spg_indirect": spg_indirect}
    assert (rows_of(state, options) == []) == allowed
    if allowed:
        shot = indirect_shot(state, state.stands["g"], state.stands["t"], options)
        assert (shot.die, shot.needed) == (10, 7)
        assert chance(shot) > 0
    elif kind in ("sexton", "artillery"):
        assert rows_of(state, options) == [("KIM-4.13a", "KIM-4.13b")]


@bounds("KIM-4.13b", "KIM-1.2h")
def test_any_self_propelled_gun_still_needs_its_card_and_a_spotter() -> None:
    options = {"spg_indirect": "any_spg"}
    near = target(at=(1000, 1300), kind="armoured_car", seen_at_start=False)
    state = battle(arty("g", GUN, kind="assault_gun"), near, chits=0)
    assert rows_of(state, options) == []
    shot = indirect_shot(state, state.stands["g"], near, options)
    assert (shot.die, shot.needed) == (20, 13)
    changed: list[dict[str, Any]] = [{"order": "opportunity"}, {"limit": "half"}]
    for changes in changed:
        refused = battle(arty("g", GUN, kind="assault_gun", **changes), near)
        assert rows_of(refused, options) == [("KIM-1.2h",)]
    wood = "  - {id: wood, kind: woods, polygon: [[800, 1250], [1200, 1250], [1200, 1400], [800, 1400]]}"
    blind = battle(arty("g", GUN, kind="assault_gun"), near, pieces=wood)
    assert rows_of(blind, options) == [("KIM-4.13a", "KIM-R18")]


@bounds("KIM-4.13a", "KIM-4.15a")
def test_all_faults_are_named_at_once() -> None:
    state = battle(
        arty("g", (1000, 1900), facing=180, order="dummy"),
        hq("t", TARGET, side="blue"),
        tank("o", (1000, 300)),
        chits=0,
    )
    assert rows_of(state) == [
        ("KIM-1.2m",),
        ("KIM-4.13a", "KIM-4.7a"),
        ("KIM-4.9a",),
        ("KIM-1.3i",),
        ("KIM-4.13a", "KIM-4.13b"),
        ("KIM-4.13a", "KIM-R18"),
        ("KIM-4.15a",),
    ]


@bounds("KIM-4.15a", "KIM-3.3a")
def test_opening_fire_pays_and_reveals() -> None:
    state = facing_off(arty("g", GUN, hidden=True, facing=90), chits=1)
    gun = state.stands["g"]
    g = game(state)
    assert open_fire(g, "indirect", gun, state.stands["t"].at)
    assert (gun.hidden, gun.fired, gun.facing) == (False, True, 0)
    assert state.commands["red_command"].chits == 0
    assert told(g, "blue") == ["revealed"]


@bounds("KIM-4.15a")
def test_without_a_chit_the_gun_stays_silent_and_hidden() -> None:
    state = facing_off(arty("g", GUN, hidden=True, facing=90), chits=0)
    gun = state.stands["g"]
    g = game(state)
    assert not open_fire(g, "indirect", gun, state.stands["t"].at)
    assert (gun.hidden, gun.fired, gun.facing) == (True, False, 900)
    assert (told(g, "red"), told(g, "blue")) == (["silent"], [])


@bounds("KIM-4.13a")
def test_a_gun_in_the_open_keeps_its_facing_when_it_fires() -> None:
    state = facing_off(arty("g", GUN, facing=20))
    g = game(state, dice=[1])
    fire_together(g, [aim_at("indirect", g.stand("g"), g.stand("t"))])
    assert g.stand("g").facing == 200
