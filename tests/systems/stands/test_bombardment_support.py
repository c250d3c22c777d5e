"""The bombardment before turn 1, and guns off the table or at sea. KIM-4.10, KIM-4.11, KIM-R66"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from deadground.core.requests import Allocate, Place
from deadground.systems.stands.rules.fire.support import (
    OffTableFire,
    PreBattleBombardment,
    fire_off_table,
    why_no_off_table,
)
from deadground.systems.stands.rules.fire.volleys import Landed, settle
from deadground.systems.stands.state import Seat, Stand, StandsState
from deadground.testing import bounds, rule
from tests.systems.stands.field import At, hq, inf, point, stand
from tests.systems.stands.guns import arty, battle
from tests.systems.stands.system import game, playing

GUN = (1000, 1500)
SPOT = (1000, 900)
AIM = "Aim each gun"


def aimed(**spots: At) -> dict[str, Any]:
    return {gun: {"at": list(point(spot))} for gun, spot in spots.items()}


def before_battle(*stands: Stand, attacker: str = "red", chits: int = 0) -> StandsState:
    """The attacker may bombard; nobody has cards yet, nor chits."""
    state = battle(*stands, chits=chits)
    state.sides[attacker].attacker = state.sides[attacker].pre_battle = True
    return state


def gun(id: str = "g", at: At = GUN, **changes: Any) -> Stand:
    return arty(id, at, **{"order": "", **changes})


def enemy(id: str = "e", at: At = SPOT, kind: str = "infantry", **changes: Any) -> Stand:
    return stand(id, kind, at, **{"side": "blue", "facing": 180, **changes})


@rule("KIM-4.11a")
@pytest.mark.parametrize(("face", "hits"), [(6, 0), (7, 1)])
def test_each_gun_fires_once_at_a_visible_stand_for_nothing(face: int, hits: int) -> None:
    with playing(before_battle(gun(), enemy()), PreBattleBombardment(), dice=[face]) as p:
        p.pending(red=AIM)
        p.choose("red", aimed(g=(1010, 905)))
        p.nothing_pending()
    assert p.state.stands["e"].hits == hits
    assert p.state.commands["red_command"].chits == 0
    assert not p.state.stands["g"].fired
    shot = p.last("shot")
    assert shot.data["manner"] == "indirect"


@rule("KIM-4.11a", "KIM-4.14a")
@pytest.mark.parametrize(("face", "hits"), [(7, 0), (8, 1)])
def test_or_at_a_guessed_spot(face: int, hits: int) -> None:
    state = before_battle(gun(), enemy(hidden=True))
    with playing(state, PreBattleBombardment(), dice=[face]) as p:
        p.choose("red", aimed(g=(1020, 900)))
        p.nothing_pending()
    assert p.state.stands["e"].hits == hits
    assert p.log_of("red") == ["G fires blind at (1020, 900)."]


@rule("KIM-4.11a", "KIM-4.14a")
@pytest.mark.parametrize("face", [7, 8])
def test_it_cannot_be_told_from_a_shot_at_nothing(face: int) -> None:
    seen = []
    for there, dice in ((enemy(hidden=True), [face]), (enemy(at=(300, 300), hidden=True), [])):
        with playing(
            before_battle(gun(), there, inf("o", (500, 500))), PreBattleBombardment(), dice=dice
        ) as p:
            p.choose("red", aimed(g=SPOT))
            p.nothing_pending()
        seen.append((p.log_of("red"), msgspec.json.encode(p.view("red")), p.match.can_undo("red")))
    assert seen[0] == seen[1]
    assert seen[0][2] is False


@rule("KIM-4.11a")
def test_an_answer_may_be_withdrawn_no_more_once_the_shells_are_out() -> None:
    """Asked as sealed even with one seat, so that no choice is free to take back."""
    state = before_battle(gun(), enemy(hidden=True, at=(300, 300)))
    with playing(state, PreBattleBombardment()) as p:
        p.choose("red", aimed(g=SPOT))
        p.nothing_pending()
        assert not p.match.can_undo("red")


@rule("KIM-4.11a", "KIM-4.13a")
@pytest.mark.parametrize(("away", "reached"), [(799.9, True), (800, True), (800.1, False)])
def test_range_and_arc_bind_it(away: float, reached: bool) -> None:
    state = before_battle(gun(at=(300, 1500)), gun("k", (1300, 1500), facing=180))
    with playing(state, PreBattleBombardment()) as p:
        spot = (300 + 0.6 * away, 1500 - 0.8 * away)
        if reached:
            (fault,) = p.refuse("red", aimed(g=spot, k=SPOT))
            assert (fault.at, fault.rows) == ("value.k", ("KIM-4.9a",))
            p.choose("red", aimed(g=spot, k=(1300, 1500)))
            p.nothing_pending()
        else:
            assert [fault.rows for fault in p.refuse("red", aimed(g=spot, k=(1300, 1500)))] == [
                ("KIM-4.13a", "KIM-4.7a")
            ]
            p.pending(red=AIM)


@rule("KIM-4.11a", "KIM-1.3i", "KIM-4.16c")
def test_hq_and_supply_stands_are_spared() -> None:
    state = before_battle(gun(), hq("h", (1000, 900), side="blue"), enemy("s", (1100, 900), "supply"))
    with playing(state, PreBattleBombardment()) as p:
        assert [fault.rows for fault in p.refuse("red", aimed(g=(1000, 900)))] == [("KIM-1.3i",)]
        assert [fault.rows for fault in p.refuse("red", aimed(g=(1100, 900)))] == [("KIM-4.16c",)]
        p.choose("red", aimed(g=GUN))
        p.nothing_pending()
    assert p.log == []


@rule("KIM-4.11a")
def test_only_the_attacker_s_artillery_fires_and_only_if_the_scenario_says_so() -> None:
    stands = (gun(), gun("k", (1100, 1500), kind="pak40"), gun("m", (1200, 1500), kind="sexton"))
    defender = arty("d", (1000, 500), side="blue", facing=180, order="")
    with playing(before_battle(*stands, defender), PreBattleBombardment()) as p:
        p.pending(red=AIM)
        request = p.asked("red")
        assert isinstance(request, Place)
        assert [spot.piece for spot in request.spots] == ["g", "m"]
        assert request.proposal == {
            "g": {"at": [10000, 15000], "facing": None},
            "m": {"at": [12000, 15000], "facing": None},
        }
        p.choose("red", request.proposal)
        p.nothing_pending()
    other = before_battle(*stands, defender, attacker="blue")
    with playing(other, PreBattleBombardment()) as p:
        p.pending(blue=AIM)
    quiet = battle(*stands)
    with playing(quiet, PreBattleBombardment()) as p:
        p.nothing_pending()


@rule("KIM-4.11a", "KIM-3.3a")
def test_a_hidden_gun_that_bombards_is_placed() -> None:
    state = before_battle(gun(hidden=True, facing=90), enemy())
    with playing(state, PreBattleBombardment(), dice=[1]) as p:
        p.choose("red", aimed(g=SPOT))
        p.nothing_pending()
    assert (p.state.stands["g"].hidden, p.state.stands["g"].facing) == (False, 0)


@rule("KIM-4.11a", "KIM-4.1a")
def test_losses_are_removed_after_all_dice_and_seats_aim_their_own_guns() -> None:
    state = before_battle(gun(), gun("k", (1100, 1500), command="second"), enemy(kind="truck"))
    first = state.commands["red_command"]
    state.commands["second"] = type(first)(id="second", side="red", name="Second", hq="")
    state.seats["pink"] = Seat(id="pink", side="red", commander=False, commands=("second",))
    with playing(state, PreBattleBombardment(), dice=[10, 10]) as p:
        p.pending(red=AIM, pink=AIM)
        p.choose("red", aimed(g=SPOT))
        p.choose("pink", aimed(k=SPOT))
        p.nothing_pending()
    assert [event.kind for event in p.events] == ["shot", "shot", "destroyed"]


@rule("KIM-4.11a")
def test_two_guns_may_aim_at_one_stand() -> None:
    with playing(
        before_battle(gun(), gun("k", (1100, 1500)), enemy()), PreBattleBombardment(), dice=[7, 7]
    ) as p:
        p.choose("red", aimed(g=SPOT, k=SPOT))
        p.nothing_pending()
    assert "e" not in p.state.stands


@rule("KIM-4.11a")
def test_a_random_aim_is_always_legal() -> None:
    state = before_battle(gun(), gun("k", (1100, 1500), facing=90), hq("h", (1000, 900), side="blue"))
    with playing(state, PreBattleBombardment()) as p:
        request, view, rng = p.asked("red"), p.match.view("red"), Random(3)
        for _ in range(60):
            assert request.check(view, request.sample(view, rng)) == []
        p.pending(red=AIM)


def with_ships(*stands: Stand, shots: int = 2, group: int = 3, at: At = (1000, 1900)) -> StandsState:
    """Red has naval guns behind its edge."""
    state = battle(*stands, chits=0)
    side = state.sides["red"]
    side.off_table_shots, side.off_table_group, side.off_table_at = shots, group, point(at)
    return state


def in_view(**changes: Any) -> Stand:
    return enemy(**{"seen_at_start": True, **changes})


def rows_of(state: StandsState) -> list[tuple[str, ...]]:
    faults = why_no_off_table(state, state.sides["red"], state.stands["e"], {})
    return [fault.rows for fault in faults]


@rule("KIM-4.2a")
@bounds("KIM-4.10a")
@pytest.mark.parametrize(("face", "hits"), [(6, 0), (7, 1)])
def test_an_off_table_shot_is_indirect_fire_without_card_or_chit(face: int, hits: int) -> None:
    state = with_ships(in_view(), inf("o", (1000, 1000)))
    assert rows_of(state) == []
    g = game(state, dice=[face])
    landed = fire_off_table(g, state.sides["red"], state.stands["e"])
    assert (landed.target, landed.side, landed.hits) == ("e", "red", hits)
    assert g.events[0].seen.text == "Off-table battery (Red) is called in on E."
    assert state.sides["red"].off_table_shots == 1
    assert state.commands["red_command"].chits == 0
    settle(g, [landed])
    assert state.stands["e"].hits == hits


@rule("KIM-4.3a")
@bounds("KIM-4.10a")
@pytest.mark.parametrize(("group", "needed"), [(1, 16), (2, 18), (3, 20)])
def test_the_scenario_gives_the_gun_group(group: int, needed: int) -> None:
    for face in (needed - 1, needed):
        state = with_ships(in_view(kind="sherman"), inf("o", (1000, 1000)), group=group)
        landed = fire_off_table(game(state, dice=[face]), state.sides["red"], state.stands["e"])
        assert landed.hits == int(face == needed)


@rule("KIM-4.7a")
@bounds("KIM-4.10a")
@pytest.mark.parametrize(("away", "reached"), [(999.9, True), (1000, True), (1000.1, False)])
def test_they_reach_1000(away: float, reached: bool) -> None:
    state = with_ships(in_view(at=(1000, 1900 - away)), inf("o", (1000, 1000)))
    assert rows_of(state) == ([] if reached else [("KIM-4.10a", "KIM-4.7a")])
    near = with_ships(in_view(at=(1000, 1900 - 1001)), inf("o", (1000, 1000)))
    assert rows_of(near) == [("KIM-4.10a", "KIM-4.7a")]


@bounds("KIM-4.10a")
def test_a_friendly_stand_must_see_the_target() -> None:
    assert rows_of(with_ships(in_view(), inf("o", (400, 900)))) == []
    assert rows_of(with_ships(in_view(), inf("o", (399.9, 900)))) == [("KIM-4.10a", "KIM-R18")]
    assert rows_of(with_ships(in_view(seen_at_start=False), inf("o", (500, 900)))) == [
        ("KIM-4.13a", "KIM-4.13b")
    ]


@bounds("KIM-4.10a", "KIM-4.16c", "KIM-1.3i")
def test_shots_are_few_and_hq_and_supply_are_spared() -> None:
    looker = inf("o", (1000, 1000))
    assert rows_of(with_ships(in_view(), looker, shots=1)) == []
    assert rows_of(with_ships(in_view(), looker, shots=0)) == [("KIM-4.10a", "KIM-R24")]
    assert rows_of(with_ships(in_view(kind="supply"), looker)) == [("KIM-4.16c",)]
    assert rows_of(with_ships(in_view(kind="hq"), looker)) == [("KIM-1.3i",)]


@rule("KIM-4.10a")
def test_commanders_call_shots_in_together_and_losses_wait() -> None:
    state = with_ships(in_view(), in_view(id="f", at=(1060, 920)), inf("o", (1000, 1000)), shots=3)
    state.seats["pink"] = Seat(id="pink", side="red", commander=False)
    with playing(state, OffTableFire(), dice=[7, 7, 6]) as p:
        p.pending(red="Call in off-table fire: 3 shots are left.")
        request = p.asked("red")
        assert isinstance(request, Allocate)
        assert ([share.id for share in request.shares], request.most) == (["e", "f"], 3)
        assert p.match.view("blue").waiting == ("Fire is being called in.",)
        assert p.refuse("red", {"e": 2, "f": 2})[0].rows == ("KIM-4.10a",)
        p.choose("red", {"e": 2, "f": 1})
        p.nothing_pending()
    assert p.state.sides["red"].off_table_shots == 0
    assert p.state.stands["e"].hits == 0
    landed = [msgspec.convert(one, Landed) for one in p.result]
    assert [(one.target, one.hits) for one in landed] == [("e", 1), ("e", 1), ("f", 0)]
    settle(game(p.state), landed)
    assert "e" not in p.state.stands
    assert p.view("blue").sides["red"].off_table_shots == 0


@rule("KIM-4.10a")
def test_nobody_is_asked_without_shots_or_targets() -> None:
    with playing(with_ships(in_view(), inf("o", (1000, 1000)), shots=0), OffTableFire()) as p:
        p.nothing_pending()
    assert p.result == []
    with playing(with_ships(in_view(hidden=True), inf("o", (1000, 1000))), OffTableFire()) as p:
        p.nothing_pending()
    with playing(with_ships(in_view(), inf("o", (1000, 1000))), OffTableFire()) as p:
        p.choose("red", {})
        p.nothing_pending()
    assert (p.result, p.state.sides["red"].off_table_shots) == ([], 2)


@rule("KIM-4.10a")
@pytest.mark.parametrize(
    ("kinds", "proposed"),
    [
        (("sherman", "infantry"), {"f": 1}),
        (("infantry", "infantry"), {"f": 1}),
        (("infantry", "sherman"), {"e": 1}),
        (("sherman", "sherman"), {"f": 1}),
        (("tiger_1", "tiger_1"), {}),
    ],
)
def test_one_shot_at_the_likeliest_target_is_proposed_if_it_is_worth_one(
    kinds: tuple[str, str], proposed: dict[str, int]
) -> None:
    """A quarter is just worth it: a gun of group 1 needs 16 of 20 against a Sherman."""
    first, second = in_view(kind=kinds[0]), in_view(id="f", at=(1060, 920), kind=kinds[1])
    with playing(with_ships(first, second, inf("o", (1000, 1000)), group=1), OffTableFire()) as p:
        assert p.asked("red").proposal == proposed
        p.choose("red", {})
        p.nothing_pending()
