"""Defensive fire: who fires at charging stands, with what dice, and what becomes of the charge. KIM-7.2, KIM-R95"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core.requests import Pick
from deadground.core.table import Table
from deadground.space.bases import touch
from deadground.space.units import mm
from deadground.systems.stands.rules.assault.assault import Charges
from deadground.systems.stands.state import Stand, StandsState, Template
from deadground.testing.play import Play
from deadground.testing.rules import rule
from tests.systems.stands.assaults import answer_leads, charging
from tests.systems.stands.field import At, field, gun, inf, tank
from tests.systems.stands.guns import battle
from tests.systems.stands.system import playing


def charger(id: str, at: At, **changes: Any) -> Stand:
    return inf(id, at, order="charge", **changes)


def foe(id: str, at: At, facing: float = 180, order: str = "fire", **changes: Any) -> Stand:
    return inf(id, at, "blue", facing, order=order, **changes)


def shots(p: Play[StandsState]) -> list[tuple[str, str, int]]:
    return [
        (event.data["shooter"], event.data["target"], event.data["hits"])
        for event in p.events
        if event.kind == "shot"
    ]


@rule("KIM-7.2a")
@pytest.mark.parametrize(
    ("bonus", "die", "hits"),
    [("all_dice", 4, 0), ("all_dice", 5, 1), ("melee_only", 5, 0), ("melee_only", 6, 1)],
)
def test_the_defender_fires_at_the_lead_stand(bonus: str, die: int, hits: int) -> None:
    state = field(charger("a", (500, 500)), foe("b", (500, 420)))
    with charging(state, dice=[die], options={"assault_bonus": bonus}) as p:
        p.nothing_pending()
    assert shots(p) == [("b", "a", hits)]
    assert p.state.stands["a"].hits == hits
    assert p.state.stands["b"].fired
    assert p.state.stands["a"].in_contact_with == "b"


@rule("KIM-7.2a")
@pytest.mark.parametrize(
    ("option", "cards"),
    [
        ("fire", {"fire"}),
        ("fire_opportunity", {"fire", "opportunity"}),
        ("fire_opportunity_move_and_fire", {"fire", "opportunity", "move_and_fire"}),
    ],
)
@pytest.mark.parametrize(
    "order", ["fire", "opportunity", "move_and_fire", "move", "dummy", "prone", "action", ""]
)
def test_which_cards_give_defensive_fire(option: str, cards: set[str], order: str) -> None:
    dice = [1] if order in cards else []
    state = field(charger("a", (500, 500)), foe("b", (500, 420), order=order))
    with charging(state, dice=dice, options={"defensive_fire_cards": option}) as p:
        p.nothing_pending()
    assert bool(shots(p)) is (order in cards)


@rule("KIM-7.2a")
def test_a_stand_that_has_fired_has_no_shot_left() -> None:
    state = field(charger("a", (500, 500)), foe("b", (500, 420), fired=True))
    with charging(state) as p:
        p.nothing_pending()
    assert shots(p) == []


@rule("KIM-7.2a", "KIM-4.9a")
@pytest.mark.parametrize(("facing", "fires"), [(180, True), (91, True), (269, True), (0, False), (45, False)])
def test_the_lead_must_be_in_the_arc(facing: float, fires: bool) -> None:
    state = field(charger("a", (500, 500)), foe("b", (500, 420), facing))
    with charging(state, dice=[1] if fires else []) as p:
        p.nothing_pending()
    assert bool(shots(p)) is fires


@rule("KIM-7.2a", "KIM-7.2c", "KIM-4.15a")
def test_the_stand_that_is_assaulted_fires_of_itself_and_is_not_offered_as_a_choice() -> None:
    """Its owner picks nobody in support, and the gun spends the last chit all the same. KIM-R164"""
    beside = foe("c", (540, 420))
    state = battle(
        charger("a", (500, 500)),
        gun("b", (500, 420), "blue", 180, kind="artillery", order="fire"),
        beside,
        chits=1,
    )
    with playing(state, Charges(), dice=[1]) as p:
        p.choose("red", ["a"])
        assert {option.partition(">")[0] for option in p.options("blue")} == {"c"}
        p.choose("blue", [])
        p.nothing_pending()
    assert [shooter for shooter, _, _ in shots(p)] == ["b"]
    assert p.state.commands["blue_command"].chits == 0


@rule("KIM-7.2a", "KIM-7.3d")
@pytest.mark.parametrize(("die", "hit"), [(5, False), (6, True)])
def test_an_assaulted_gun_is_one_worse_and_one_better(die: int, hit: bool) -> None:
    state = field(charger("a", (500, 500), hits=1), gun("b", (500, 420), "blue", 180, order="fire"))
    with charging(state, dice=[die]) as p:
        p.nothing_pending()
    assert ("a" not in p.state.stands) is hit


@rule("KIM-7.2b", "KIM-4.1a")
def test_with_the_lead_lost_the_one_behind_steps_up() -> None:
    state = field(charger("a", (500, 500), hits=1), charger("c", (500, 540)), foe("b", (500, 420)))
    with charging(state, dice=[5]) as p:
        p.nothing_pending()
    c, b = p.state.stands["c"], p.state.stands["b"]
    assert "a" not in p.state.stands
    assert (c.charge_role, c.in_contact_with, b.in_contact_with) == ("lead", "b", "c")
    assert touch(c.base, b.base)
    assert c.charged_from == (mm(500), mm(540))
    assert p.state.commands["red_command"].losses == 1


@rule("KIM-7.2b", "KIM-7.1b")
def test_with_nobody_behind_all_go_back() -> None:
    state = field(
        charger("a", (500, 500), hits=1),
        charger("l", (465, 505)),
        charger("r", (535, 505)),
        foe("b", (500, 420)),
    )
    with charging(state, dice=[5]) as p:
        p.nothing_pending()
    stands = p.state.stands
    assert "a" not in stands
    assert (stands["l"].at, stands["r"].at) == ((mm(465), mm(505)), (mm(535), mm(505)))
    for stand in stands.values():
        assert (stand.in_contact_with, stand.charge_role, stand.charged_from) == ("", "", None)


@rule("KIM-7.2a", "KIM-4.1a")
def test_a_lead_that_is_only_marked_carries_on() -> None:
    state = field(charger("a", (500, 500)), charger("l", (465, 505)), foe("b", (500, 420)))
    with charging(state, dice=[10]) as p:
        p.nothing_pending()
    assert (p.state.stands["a"].hits, p.state.stands["a"].charge_role) == (1, "lead")


@rule("KIM-7.2c")
@pytest.mark.parametrize(("gap_mm", "asked"), [(99, True), (100, True), (100.1, False)])
def test_a_stand_near_by_may_fire_in_support(gap_mm: float, asked: bool) -> None:
    near = foe("s", (530 + gap_mm, 450))
    state = field(charger("a", (500, 500)), foe("b", (500, 420), order="dummy"), near)
    with playing(state, Charges(), dice=[5] if asked else []) as p:
        answer_leads(p)
        request = p.asked("blue")
        assert isinstance(request, Pick)
        assert request.proposal == (["s>a"] if asked else [])
        assert [(one.label, one.hint) for one in request.options] == (
            [("S at A", "60% to hit")] if asked else []
        )
        p.choose("blue", request.proposal)
        p.nothing_pending()
    assert shots(p) == ([("s", "a", 1)] if asked else [])
    assert p.state.stands["s"].fired is asked


@rule("KIM-7.2c")
def test_a_supporter_may_hold_its_fire() -> None:
    state = field(charger("a", (500, 500)), foe("b", (500, 420), order="dummy"), foe("s", (560, 450)))
    with charging(state, support={"blue": []}) as p:
        p.nothing_pending()
    assert shots(p) == []
    assert not p.state.stands["s"].fired


@rule("KIM-7.2c")
def test_a_supporter_fires_at_any_assaulting_stand_in_its_arc() -> None:
    state = field(
        charger("a", (500, 500)),
        charger("r", (535, 505)),
        charger("c", (500, 540)),
        foe("b", (500, 420), order="dummy"),
        tank("s", (600, 470), "blue", 270, order="fire", kind="stug3_late"),
    )
    with playing(state, Charges(), dice=[10], options={"stands_block_fire": "off"}) as p:
        p.choose("red", ["a"])
        assert set(p.options("blue")) == {"s>a", "s>c", "s>r"}
        (fault,) = p.refuse("blue", ["s>a", "s>r"])[1:]
        assert (fault.at, fault.reason) == ("value[1]", "S has one shot a turn")
        assert fault.rows == ("KIM-7.2c", "KIM-R87")
        p.choose("blue", ["s>r"])
        p.nothing_pending()
    assert shots(p) == [("s", "r", 1)]


@rule("KIM-7.2c", "KIM-4.9a")
def test_a_supporter_that_faces_away_is_not_asked() -> None:
    state = field(charger("a", (500, 500)), foe("b", (500, 420), order="dummy"), foe("s", (560, 420), 0))
    with charging(state) as p:
        p.nothing_pending()


@rule("KIM-7.2c")
def test_a_stand_that_is_itself_assaulted_does_not_support() -> None:
    state = field(
        charger("a", (500, 500)),
        charger("c", (600, 500)),
        foe("b", (500, 420), order="dummy"),
        foe("d", (600, 420)),
    )
    with charging(state, leads={"red": ["a", "c"]}, dice=[1]) as p:
        p.nothing_pending()
    assert shots(p) == [("d", "c", 0)]


@rule("KIM-7.2a", "KIM-7.2c")
def test_all_dice_fall_before_any_hit_counts() -> None:
    state = field(charger("a", (500, 500), hits=1), foe("b", (500, 420)), foe("s", (545, 440)))
    with charging(state, support={"blue": ["s>a"]}, dice=[10, 10]) as p:
        p.nothing_pending()
    assert shots(p) == [("b", "a", 1), ("s", "a", 1)]
    assert p.state.commands["red_command"].losses == 1


@rule("KIM-7.2a")
@pytest.mark.parametrize("turned_round", [False, True])
def test_the_order_of_dice_does_not_depend_on_the_list(turned_round: bool) -> None:
    stands = [
        charger("a", (500, 500)),
        foe("b", (500, 420)),
        inf("c", (900, 420), "red", 180, order="fire"),
        inf("d", (900, 500), "blue", 0, order="charge"),
    ]
    with charging(field(*(stands[::-1] if turned_round else stands)), dice=[10, 1]) as p:
        p.nothing_pending()
    assert shots(p) == [("b", "a", 1), ("c", "d", 0)]


@rule("KIM-7.2c", "KIM-3.3a")
def test_a_hidden_supporter_is_put_on_the_table_when_it_fires() -> None:
    state = field(
        charger("a", (500, 500)), foe("b", (500, 420), order="dummy"), foe("s", (560, 450), hidden=True)
    )
    with charging(state, support={"blue": ["s>a"]}, dice=[1], options={"reveal": "by_owner"}) as p:
        p.nothing_pending()
    assert not p.state.stands["s"].hidden


@rule("KIM-7.2c")
def test_nobody_can_tell_whether_a_hidden_supporter_is_asked() -> None:
    """With a hidden stand that could fire or without one, the attacker sees, reads and waits for the same."""
    seen = []
    for hidden in (True, False):
        stands = [charger("a", (500, 500)), foe("b", (500, 420), order="dummy")]
        stands += [foe("s", (560, 450), hidden=True)] if hidden else []
        with playing(field(*stands), Charges(), options={"reveal": "by_owner"}) as p:
            answer_leads(p)
            table = Table(p.match)
            seen.append(msgspec.to_builtins((table.join("red"), p.match.log("red"))))
            assert p.match.view("red").waiting == ("Close combat in progress.",)
            p.pending(blue="Pick who fires in support")
            assert p.options("blue") == (["s>a"] if hidden else [])
    assert seen[0] == seen[1]


@rule("KIM-4.12b")
def test_charging_out_of_area_fire_is_moving_under_it() -> None:
    state = field(charger("a", (500, 500), hits=1), foe("b", (500, 420), order="dummy"))
    state.templates["t"] = Template("t", "blue", "gun", (mm(500), mm(560)), mm(100), gun_kind="artillery")
    with charging(state, dice=[8]) as p:
        p.nothing_pending()
    assert "a" not in p.state.stands
    assert p.state.stands["b"].in_contact_with == ""


@rule("KIM-7.2b", "KIM-7.2c")
@pytest.mark.parametrize("behind", [False, True])
def test_a_stand_near_two_that_charge_each_other_supports_its_own(behind: bool) -> None:
    stands = [
        charger("a", (500, 500), hits=1),
        inf("b", (500, 420), "blue", 180, order="charge"),
        foe("s", (560, 460), 270),
    ]
    more = [charger("c", (500, 540))] if behind else [charger("l", (465, 505))]
    with charging(field(*stands, *more), support={"blue": ["s>a"]}, dice=[10]) as p:
        p.nothing_pending()
    stands_left = p.state.stands
    if behind:
        c, b = stands_left["c"], stands_left["b"]
        assert (c.charge_role, c.in_contact_with, b.in_contact_with) == ("lead", "b", "c")
        assert touch(c.base, b.base)
    else:
        assert stands_left["l"].at == (mm(465), mm(505))
        assert all(not stand.in_contact_with for stand in stands_left.values())


@rule("KIM-7.2a", "KIM-4.12b")
def test_a_defender_under_area_fire_is_rolled_for_when_it_fires() -> None:
    state = field(charger("a", (500, 500)), foe("b", (500, 420), hits=1))
    state.templates["t"] = Template("t", "red", "gun", (mm(500), mm(370)), mm(100), gun_kind="artillery")
    with charging(state, dice=[8]) as p:
        p.nothing_pending()
    assert "b" not in p.state.stands
    assert p.state.stands["a"].hits == 0


@rule("KIM-7.2b", "KIM-4.12b")
def test_charging_into_area_fire_is_moving_under_it() -> None:
    state = field(
        charger("a", (500, 500), hits=1), charger("c", (500, 540)), foe("b", (500, 420), order="dummy")
    )
    state.templates["t"] = Template("t", "blue", "gun", (mm(500), mm(420)), mm(90), gun_kind="artillery")
    with charging(state, dice=[8, 7]) as p:
        p.nothing_pending()
    assert "a" not in p.state.stands
    assert p.state.stands["c"].charge_role == "lead"
    assert p.state.templates["t"].rolled == ("a", "c"), "who steps up comes under it too"


@rule("KIM-7.2c")
def test_an_assault_of_the_turn_before_draws_no_defensive_fire() -> None:
    state = field(
        inf("a", (500, 450), in_contact_with="b", charge_role="lead", charged_from=(5000, 5000)),
        foe("b", (500, 420), in_contact_with="a"),
        foe("s", (560, 450)),
    )
    with charging(state) as p:
        p.nothing_pending()
    assert shots(p) == []


@rule("KIM-7.2c")
def test_a_supporter_that_cannot_hurt_is_not_offered() -> None:
    state = field(
        tank("a", (500, 500), order="charge"),
        foe("b", (500, 420), order="dummy"),
        tank("s", (560, 450), "blue", 180, kind="apc", order="fire"),
    )
    with playing(state, Charges()) as p:
        answer_leads(p)
        request = p.asked("blue")
        assert isinstance(request, Pick)
        assert (request.options, request.proposal) == ((), [])
        p.choose("blue", [])
        p.nothing_pending()


@rule("KIM-7.2a", "KIM-4.15a")
@pytest.mark.parametrize(("chits", "fires"), [(0, False), (1, True)])
def test_artillery_pays_for_defensive_fire_and_is_silent_without_a_chit(chits: int, fires: bool) -> None:
    state = field(charger("a", (500, 500)), gun("b", (500, 420), "blue", 180, kind="artillery", order="fire"))
    state.commands["blue_command"].chits = chits
    with charging(state, dice=[1] if fires else []) as p:
        p.nothing_pending()
    assert len(shots(p)) == fires
    assert p.state.commands["blue_command"].chits == 0
    assert p.state.stands["b"].fired == fires


@rule("KIM-4.12b", "KIM-4.15a")
@pytest.mark.parametrize(("chits", "dice"), [(0, []), (1, [1, 1])])
def test_a_gun_without_a_chit_is_not_about_to_fire_and_not_rolled_for(chits: int, dice: list[int]) -> None:
    state = field(charger("a", (500, 500)), gun("b", (500, 420), "blue", 180, kind="artillery", order="fire"))
    state.commands["blue_command"].chits = chits
    state.templates["t"] = Template("t", "red", "gun", (mm(500), mm(370)), mm(100), gun_kind="artillery")
    with charging(state, dice=dice) as p:
        p.nothing_pending()
    assert [event.data["stand"] for event in p.events if event.kind == "silent"] == ["b"] * (chits == 0)


@rule("KIM-7.2a", "KIM-7.2c")
def test_the_log_cites_defensive_fire_by_its_own_rows_and_not_as_melee() -> None:
    state = field(
        charger("a", (500, 500)),
        inf("b", (500, 420), "blue", 180, order="fire"),
        inf("s", (540, 420), "blue", 180, order="fire"),
    )
    with charging(state, support={"blue": ["s>a"]}, dice=[10, 10]) as p:
        p.nothing_pending()
    told = [event for event in p.events if event.kind in ("shot", "marked", "destroyed")]
    rows = [(event.kind, [row for row in event.rows if row.startswith("KIM-7")]) for event in told]
    assert rows == [
        ("shot", ["KIM-7.2a"]),
        ("shot", ["KIM-7.2c"]),
        ("marked", ["KIM-7.2a"]),
        ("destroyed", ["KIM-7.2c"]),
    ]
