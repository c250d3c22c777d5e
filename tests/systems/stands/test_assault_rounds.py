"""Melee from round to round: who takes hits, pressing on, withdrawing, winning. KIM-7.3

KIM-R44, KIM-R62, KIM-R103
"""

from __future__ import annotations

import pytest

from deadground.core.requests import Pick
from deadground.space.units import mm
from deadground.systems.stands.rules.assault.assault import CloseCombat
from deadground.systems.stands.rules.fire.firing import why_no_shot
from deadground.systems.stands.rules.fire.hits import destroy
from deadground.systems.stands.state import Stand
from deadground.testing.rules import bounds, rule
from tests.systems.stands.assaults import THREE, charged, charger, charging, foe, shifts, shots
from tests.systems.stands.field import field, gun, hq, inf, point, tank
from tests.systems.stands.guns import shelled
from tests.systems.stands.system import game, playing


@rule("KIM-7.3a", "KIM-7.3b")
def test_hits_go_to_the_lead_then_behind_then_the_overlaps() -> None:
    party = [charger("a", hits=1), charger("c", (500, 540), hits=1), charger("l", (465, 505), hits=1)]
    state = charged(*party, foe())
    with playing(state, CloseCombat(), dice=[1, 1, 1, 6, 1, 1, 6, 1, 6]) as p:
        assert "a" not in p.state.stands
        assert (p.state.stands["c"].charge_role, p.state.stands["b"].in_contact_with) == ("lead", "c")
        p.choose("red", "press")
        assert set(p.state.stands) == {"b", "l"}
        assert p.state.stands["l"].charge_role == "lead"
        p.choose("red", "press")
        p.nothing_pending()
    assert set(p.state.stands) == {"b"}
    assert p.state.stands["b"].in_contact_with == ""


@rule("KIM-7.3a")
def test_two_hits_in_one_round_destroy_the_defender() -> None:
    with playing(charged(*THREE, foe()), CloseCombat(), dice=[6, 6, 6, 1]) as p:
        p.choose("red", True)
        p.nothing_pending()
    assert p.state.stands["a"].at == (mm(500), mm(420))
    assert p.state.commands["blue_command"].losses == 1
    for stand in p.state.stands.values():
        assert (stand.in_contact_with, stand.charge_role, stand.charged_from) == ("", "", None)


@rule("KIM-7.3b")
def test_the_lead_may_stay_where_it_is() -> None:
    with playing(charged(*THREE, foe()), CloseCombat(), dice=[6, 6, 1, 1]) as p:
        before = p.state.stands["a"].at
        p.choose("red", False)
        p.nothing_pending()
    assert p.state.stands["a"].at == before


@rule("KIM-7.3b", "KIM-7.1b")
def test_a_withdrawal_goes_straight_back() -> None:
    with playing(charged(*THREE, foe()), CloseCombat(), dice=[6, 1, 1, 5]) as p:
        p.choose("red", "withdraw")
        p.nothing_pending()
    stands = p.state.stands
    assert [stands[id].at for id in "alr"] == [(5000, 5000), (4650, 5050), (5350, 5050)]
    assert (stands["a"].hits, stands["b"].hits) == (1, 1)
    assert all(stand.in_contact_with == "" for stand in stands.values())


@rule("KIM-7.3b")
def test_a_way_back_that_is_taken_ends_on_the_line() -> None:
    state = charged(charger("a"), foe())
    state.stands["c"] = inf("c", (500, 515))
    with playing(state, CloseCombat(), dice=[1, 1]) as p:
        p.choose("red", "withdraw")
        p.nothing_pending()
    assert p.state.stands["a"].at == (5000, 4851)


@rule("KIM-7.3b")
def test_the_request_shows_the_odds_of_both() -> None:
    with playing(charged(*THREE, foe()), CloseCombat(), dice=[6, 1, 1, 5]) as p:
        request = p.asked("red")
        assert isinstance(request, Pick)
        assert request.options[0].hint == "85% to destroy B, 50% to lose A"
        assert request.proposal == ["press"]
        p.pending(red="B still stands.")
    with playing(charged(charger("a"), foe()), CloseCombat(), dice=[1, 5]) as p:
        request = p.asked("red")
        assert isinstance(request, Pick)
        assert request.options[0].hint == "0% to destroy B, 60% to lose A"
        assert request.proposal == ["withdraw"]
        p.pending(red="B still stands.")


@rule("KIM-7.3b")
def test_where_neither_can_hurt_the_other_nobody_presses_on() -> None:
    trucks = tank("a", (500, 500), order="charge", kind="apc"), tank("b", (500, 420), "blue", 180, kind="apc")
    with playing(charged(*trucks), CloseCombat(), dice=[20, 20]) as p:
        p.nothing_pending()
    only = p.last("only_choice")
    assert only.text == "B still stands. Press on or withdraw? Withdraw: there is no other choice."
    assert only.rows == ("KIM-7.3b",)
    assert "Back to where the charge began: A." in p.log_of("blue")
    assert only.text in p.log_of("red")
    assert only.text not in p.log_of("blue")


@rule("KIM-7.3b")
@pytest.mark.parametrize(("option", "dice"), [("same_turn", [1, 1, 1, 1]), ("one_per_turn", [1, 1])])
def test_further_rounds_in_the_same_turn_or_one_a_turn(option: str, dice: list[int]) -> None:
    options = {"melee_rounds": option}
    with playing(
        charged(charger("a"), foe(order="fire", fired=True)), CloseCombat(), dice=dice, options=options
    ) as p:
        p.choose("red", "press")
        if option == "same_turn":
            p.pending(red="B still stands.")
        else:
            p.nothing_pending()
    assert p.state.stands["a"].in_contact_with == "b"
    if option == "one_per_turn":
        p.state.stands["b"].fired = False
        with charging(p.state, options=options) as q:
            q.nothing_pending()
        assert shots(q) == []
        with playing(q.state, CloseCombat(), dice=[1, 1], options=options) as q:
            q.choose("red", "withdraw")
            q.nothing_pending()
        assert q.state.stands["a"].at == (5000, 5000)


@rule("KIM-7.3a")
@pytest.mark.parametrize("turned_round", [False, True])
def test_of_two_that_charged_each_other_neither_is_the_defender(turned_round: bool) -> None:
    stands = [charger("a"), charger("b", (500, 420), "blue", 180)]
    state = charged(*(stands[::-1] if turned_round else stands))
    with playing(state, CloseCombat(), dice=[5, 6, 6, 5]) as p:
        assert shots(p) == [("b", "a", 0), ("a", "b", 1)]
        assert shifts(p) == {"a": 0, "b": 0}
        p.choose("red", "press")
        p.choose("blue", "press")
        p.choose("red", "press")
        p.choose("blue", "withdraw")
        p.nothing_pending()
    assert p.state.stands["b"].at == (5000, 4200)
    assert p.state.stands["a"].in_contact_with == ""


@rule("KIM-7.3e")
@pytest.mark.parametrize("turned_round", [False, True])
def test_the_order_of_melees_does_not_depend_on_the_list(turned_round: bool) -> None:
    stands = [
        charger("a"),
        foe(hits=1),
        charger("d", (900, 500), "blue"),
        inf("c", (900, 420), "red", 180, order="dummy", hits=1),
    ]
    state = charged(*(stands[::-1] if turned_round else stands))
    with playing(state, CloseCombat(), dice=[6, 1, 1, 1]) as p:
        p.choose("red", False)
        p.choose("blue", "withdraw")
        p.nothing_pending()
    assert set(p.state.stands) == {"a", "c", "d"}


@rule("KIM-7.3e")
def test_a_defender_lost_before_the_melee_leaves_its_place() -> None:
    state = charged(charger("a"), foe())
    with playing(state, CloseCombat(), dice=[1, 1]) as p:
        p.pending(red="B still stands.")
    destroy(game(state), state.stands["b"], "a test")
    with playing(state, CloseCombat()) as p:
        p.choose("red", True)
        p.nothing_pending()
    assert p.state.stands["a"].at == (5000, 4200)


@rule("KIM-7.3a", "KIM-4.3a")
def test_tanks_in_melee_roll_a_d20_at_no_range() -> None:
    state = charged(tank("a", (500, 500), order="charge"), tank("b", (500, 420), "blue", 180, order="dummy"))
    with playing(state, CloseCombat(), dice=[20, 1]) as p:
        p.choose("red", False)
        p.nothing_pending()
    assert {event.rolls[0].sides for event in p.events if event.kind == "shot"} == {20}
    assert "b" not in p.state.stands


@rule("KIM-7.3a", "KIM-4.2a")
@pytest.mark.parametrize(
    ("defender", "needed"),
    [
        (inf("b", (500, 420), "blue"), 6),
        (inf("b", (500, 420), "blue", kind="armoured_infantry"), 7),
        (gun("b", (500, 420), "blue", 180), 7),
    ],
)
def test_melee_goes_by_the_charts_of_shooting(defender: Stand, needed: int) -> None:
    for die, hits in ((needed - 1, 0), (needed, 1)):
        with playing(charged(charger("a"), defender), CloseCombat(), dice=[die, 1]) as p:
            if "b" in p.state.stands:
                p.pending(red="B still stands.")
            else:
                p.pending(red="Does A take the place")
        assert shots(p)[0] == ("a", "b", hits)


@rule("KIM-7.3a")
@pytest.mark.parametrize(("kind", "needed"), [("truck", 5), ("supply", 5), ("recon", 8)])
def test_who_has_no_weapon_rolls_no_die_in_melee(kind: str, needed: int) -> None:
    """They are hit as by any shot, and cannot hurt who assaults them. KIM-R118"""
    for die, hits in ((needed - 1, 0), (needed, 1)):
        defender = tank("b", (500, 420), "blue", 180, kind=kind)
        with playing(charged(charger("a"), defender), CloseCombat(), dice=[die]) as p:
            p.pending(red="Does A take the place" if hits else "B still stands.")
            request = p.asked("red")
            assert not isinstance(request, Pick) or request.options[0].hint.endswith("0% to lose A")
        assert shots(p) == [("a", "b", hits)]


@rule("KIM-1.3h")
def test_an_hq_fights_as_infantry() -> None:
    with playing(charged(charger("a"), hq("b", (500, 420), "blue", 180)), CloseCombat(), dice=[1, 5]) as p:
        p.pending(red="B still stands.")
    assert shots(p) == [("a", "b", 0), ("b", "a", 1)]


@rule("KIM-4.6a", "KIM-7.3a")
@pytest.mark.parametrize(("fixed", "shift"), [(True, 1), (False, 0)])
def test_a_fixed_gun_keeps_its_bonus_in_melee(fixed: bool, shift: int) -> None:
    """-1 as a gun under assault, +1 as the defender, and +1 for the position. KIM-R114"""
    defender = gun("b", (500, 420), "blue", 180, order="dummy", fixed=fixed)
    with playing(charged(charger("a"), defender), CloseCombat(), dice=[1, 1]) as p:
        p.pending(red="B still stands.")
    assert shifts(p)["b"] == shift


@rule("KIM-4.6d", "KIM-7.3a")
def test_a_fixed_88_has_one_die_in_melee_and_two_in_defensive_fire() -> None:
    """In melee it is a die a stand, and the bonus is for other guns. KIM-R114"""
    defender = gun("b", (500, 420), "blue", 180, kind="flak36", order="fire", fixed=True)
    with charging(field(charger("a"), defender), dice=[6, 1]) as p:
        p.nothing_pending()
    assert len(p.last("shot").rolls[0].faces) == 2
    with playing(p.state, CloseCombat(), dice=[1, 1]) as p:
        p.pending(red="B still stands.")
    assert shifts(p)["b"] == 0


@rule("KIM-7.3a")
def test_nobody_in_melee_counts_as_moving() -> None:
    state = charged(charger("a"), foe(order="move_and_fire"))
    with playing(state, CloseCombat(), dice=[5, 4]) as p:
        p.pending(red="B still stands.")
    assert shifts(p) == {"a": 0, "b": 1}


@bounds("KIM-7.3e")
@pytest.mark.parametrize(("value", "free"), [("off", False), ("on", True)])
def test_whether_others_may_fire_into_the_contact(value: str, free: bool) -> None:
    state = charged(charger("a"), foe(), foe("s", (600, 450), 270, fired=True))
    shooter = state.stands["s"]
    shooter.order, shooter.fired = "fire", False
    faults = why_no_shot(state, shooter, state.stands["a"], options={"fire_into_melee": value})
    assert (not faults) is free


@rule("KIM-7.3e")
def test_a_lead_lost_to_fire_into_the_contact_is_replaced() -> None:
    state = charged(*THREE, foe())
    at = state.stands["a"].at
    destroy(game(state), state.stands["a"], "a test")
    with playing(state, CloseCombat(), dice=[1, 1, 1]) as p:
        p.pending(red="B still stands.")
    stand = p.state.stands["l"]
    assert (stand.charge_role, stand.at, p.state.stands["b"].in_contact_with) == ("lead", at, "l")
    assert shots(p) == [("l", "b", 0), ("r", "b", 0), ("b", "l", 0)]


@rule("KIM-7.3e")
def test_a_defender_whose_attackers_are_gone_is_free() -> None:
    state = charged(charger("a"), foe())
    destroy(game(state), state.stands["a"], "a test")
    with playing(state, CloseCombat()) as p:
        p.nothing_pending()
    assert p.state.stands["b"].in_contact_with == ""


@rule("KIM-7.3a", "KIM-7.3b")
def test_of_two_that_charged_each_other_either_side_has_its_party() -> None:
    stands = [charger("a", hits=1), charger("c", (500, 540)), charger("b", (500, 420), "blue", 180, hits=1)]
    state = charged(*stands, charger("d", (500, 380), "blue", 180))
    with playing(state, CloseCombat(), dice=[7, 1, 7, 1, 1, 6, 1, 6]) as p:
        assert shots(p) == [("b", "a", 1), ("d", "a", 0), ("a", "b", 1), ("c", "b", 0)]
        c, d = p.state.stands["c"], p.state.stands["d"]
        assert (c.in_contact_with, d.in_contact_with) == ("d", "c")
        assert (c.charge_role, d.charge_role) == ("lead", "lead")
        assert [c.at, d.at] == [p.state.fallen[id].at for id in "ab"]
        p.choose("red", "press")
        p.choose("blue", "press")
        assert shots(p)[4:] == [("d", "c", 0), ("c", "d", 1)]
        p.choose("red", "press")
        p.choose("blue", "press")
        p.choose("red", True)
        p.nothing_pending()
    assert set(p.state.stands) == {"c"}
    assert p.state.stands["c"].at == (5000, 4449)


@rule("KIM-7.3b")
def test_the_side_further_north_may_win_too() -> None:
    state = charged(charger("a", hits=1), charger("b", (500, 420), "blue", 180))
    with playing(state, CloseCombat(), dice=[6, 1]) as p:
        p.choose("blue", True)
        p.nothing_pending()
    assert set(p.state.stands) == {"b"}
    assert p.state.stands["b"].at == (5000, 4751)


@rule("KIM-7.3e")
def test_attackers_whose_enemy_has_left_the_field_are_free() -> None:
    state = charged(*THREE, foe())
    del state.stands["b"]
    with playing(state, CloseCombat()) as p:
        p.nothing_pending()
    assert all(not stand.in_contact_with and not stand.charge_role for stand in p.state.stands.values())


@rule("KIM-7.3a", "KIM-7.3b")
def test_both_leads_may_fall_in_one_round() -> None:
    state = charged(charger("a", hits=1), charger("b", (500, 420), "blue", 180, hits=1))
    with playing(state, CloseCombat(), dice=[6, 6, 7, 7]) as p:
        for seat in ("red", "blue"):
            request = p.asked(seat)
            assert isinstance(request, Pick)
            assert request.proposal == ["press"]
            assert request.options[0].hint.startswith("40% to destroy")
        p.choose("red", "press")
        p.choose("blue", "press")
        p.nothing_pending()
    assert p.state.stands == {}


@rule("KIM-7.3a")
def test_a_defender_that_has_won_is_free_of_it_all() -> None:
    with playing(charged(charger("a", hits=1), foe(facing=0)), CloseCombat(), dice=[1, 6]) as p:
        p.nothing_pending()
    b = p.state.stands["b"]
    assert (b.in_contact_with, b.taken_in_rear) == ("", False)


@rule("KIM-7.3b", "KIM-4.12b")
@pytest.mark.parametrize(("die", "left"), [(7, {"a", "b"}), (8, {"b"})])
def test_who_withdraws_into_area_fire_is_rolled_for_and_may_be_lost(die: int, left: set[str]) -> None:
    """The melee goes on from the turn before; now shells lie on the ground that the charge came over."""
    lead = inf(
        "a", (500, 500), charge_role="lead", in_contact_with="b", charged_from=point((500, 550)), hits=1
    )
    state = field(lead, inf("b", (500, 469.8), "blue", 180, in_contact_with="a"), phase="close_combat")
    shelled(state, (500, 580), "blue")
    with playing(state, CloseCombat(), dice=[1, 1, die], options={"melee_rounds": "one_per_turn"}) as p:
        p.choose("red", "withdraw")
        p.nothing_pending()
    assert set(p.state.stands) == left
    assert not any(one.in_contact_with or one.charge_role for one in p.state.stands.values())
