"""Who rolls for his card, against which number, and what failing leaves. KIM-1.3"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.units import mm
from deadground.systems.stands.rules.cards.command import RollCommand, middle_of_edge
from deadground.systems.stands.state import Command, OrderWord, Seat, Stand, StandsState, Unit
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.field import At, field, gun, hq, inf, stand, tank
from tests.systems.stands.system import playing


def away(id: str, far: float, order: OrderWord = "move", group: str = "g", **changes: Any) -> Stand:
    """A stand of red's that is so far east of the HQ of `near`, with a card."""
    arrow = 0 if order in ("move", "move_and_fire", "change_formation") else -1
    return inf(id, (500 + far, 500), order=order, group=group, **{"arrow": arrow, **changes})


HQ_AT: At = (500, 500)


def rolled(state: StandsState, *dice: int, options: dict[str, str] | None = None) -> Play[StandsState]:
    with playing(state, RollCommand(), dice=dice, options=options) as p:
        p.nothing_pending()
    return p


def limits(p: Play[StandsState]) -> dict[str, str]:
    return {one.id: one.limit for one in p.state.stands.values() if one.order}


@rule("KIM-1.3a")
@pytest.mark.parametrize(
    ("far", "rolls"), [(0, False), (399, False), (400, False), (400.1, True), (401, True)]
)
def test_within_400_of_the_hq_nobody_rolls(far: float, rolls: bool) -> None:
    p = rolled(field(hq("h", HQ_AT), away("a", far)), *([5] if rolls else []))
    assert len(p.events) == rolls
    assert limits(p) == {"a": ""}


@rule("KIM-1.3a")
@pytest.mark.parametrize(
    ("unit", "group", "number", "needed"), [(0, 0, 5, 5), (0, 0, 7, 7), (0, 3, 5, 3), (8, 3, 5, 8)]
)
def test_the_pass_number_is_the_units_the_commands_or_the_books(
    unit: int, group: int, number: int, needed: int
) -> None:
    passed = []
    for die in range(1, 11):
        state = field(hq("h", HQ_AT), away("a", 500), numbers={} if number == 5 else {"command_pass": number})
        state.units["red_unit"].pass_number = unit
        state.commands["red_command"].pass_number = group
        p = rolled(state, die)
        if not limits(p)["a"]:
            passed.append(die)
        assert p.last("command").data["passed"] is (die >= needed)
    assert passed == list(range(needed, 11))


@rule("KIM-1.3a")
def test_one_roll_for_a_card_by_its_furthest_stand() -> None:
    near, far, other = away("a", 100), away("b", 450), away("c", 390, group="other")
    p = rolled(field(hq("h", HQ_AT), near, far, other), 4)
    assert limits(p) == {"a": "half", "b": "half", "c": ""}
    assert p.log == ["A, B, 450 mm from H: command needs 5, failed."]
    p = rolled(field(hq("h", HQ_AT), near, away("b", 450, group="other")), 4)
    assert limits(p) == {"a": "", "b": "half"}


@rule("KIM-1.3b", "KIM-1.3c")
@pytest.mark.parametrize(
    ("far", "limit"), [(401, "half"), (799, "half"), (800, "half"), (800.1, "direct"), (801, "direct")]
)
def test_the_two_bands_of_failure(far: float, limit: str) -> None:
    p = rolled(field(hq("h", HQ_AT), away("a", far)), 4)
    assert limits(p) == {"a": limit}
    row = "KIM-1.3b" if limit == "half" else "KIM-1.3c"
    assert row in p.last("command").rows
    assert {"KIM-1.3b", "KIM-1.3c"} & set(p.last("command").rows) == {row}
    for other in (300, 500, 900):
        rolled(field(hq("h", HQ_AT), away("a", other)), *([5] if other > 400 else []))


@rule("KIM-1.3a")
def test_who_passes_is_not_limited() -> None:
    assert limits(rolled(field(hq("h", HQ_AT), away("a", 900)), 5)) == {"a": ""}


@rule("KIM-1.3b", "KIM-1.3c")
@pytest.mark.parametrize("order", ["prone", "dummy"])
def test_prone_and_dummy_are_rolled_for_and_lose_nothing(order: OrderWord) -> None:
    for far in (500, 900):
        p = rolled(field(hq("h", HQ_AT), away("a", far, order)), 1)
        assert not p.last("command").data["passed"]
        assert limits(p) == {"a": ""}


@rule("KIM-1.3b")
def test_stands_without_a_card_hq_and_supply_do_not_roll() -> None:
    supply = gun("s", (1900, 500), kind="supply")
    p = rolled(field(hq("h", HQ_AT), supply, away("a", 900, order=""), away("b", 600, group="x")), 4)
    assert limits(p) == {"b": "half"}


@rule("KIM-1.3f")
def test_only_the_own_hq_counts() -> None:
    state = two_commands()
    p = rolled(state, 4)
    assert limits(p) == {"a": "direct"}
    assert p.log == ["A, 1000 mm from H: command needs 5, failed."]


@rule("KIM-1.3g")
def test_merged_commands_use_the_nearest_of_their_hqs() -> None:
    state = two_commands()
    state.commands["red_command"].merged_with = ("second",)
    assert limits(rolled(state)) == {"a": ""}
    state.stands["k"].at = (mm(900), mm(500))
    assert limits(rolled(state, 4)) == {"a": "half"}
    assert rolled(state, 4).log == ["A, 600 mm from K: command needs 5, failed."]
    del state.stands["k"]
    assert limits(rolled(state, 4)) == {"a": "direct"}


@rule("KIM-1.3g", "KIM-1.3j")
def test_a_merged_hq_leads_on_when_the_own_one_is_gone() -> None:
    state = two_commands()
    state.commands["red_command"].merged_with = ("second",)
    del state.stands["h"]
    assert limits(rolled(state)) == {"a": ""}
    del state.stands["k"]
    assert limits(rolled(state, 4)) == {"a": "direct"}


def two_commands() -> StandsState:
    """A is 1000 from its own HQ and 100 from that of a second command."""
    second = hq("k", (1400, 500), command="second", unit="")
    state = field(hq("h", HQ_AT), second, away("a", 1000))
    state.commands["second"] = Command(id="second", side="red", name="Second", hq="k")
    return state


@rule("KIM-1.3j")
@pytest.mark.parametrize("far", [0, 100, 400, 500, 900])
def test_without_its_hq_every_card_rolls_and_fails_as_over_800(far: float) -> None:
    state = field(hq("h", HQ_AT), away("a", far))
    del state.stands["h"]
    p = rolled(state, 4)
    assert limits(p) == {"a": "direct"}
    assert {"KIM-1.3j", "KIM-1.3c", "KIM-R34"} <= set(p.last("command").rows)
    assert p.log == ["A, without an HQ: command needs 5, failed."]
    assert limits(rolled(state, 5)) == {"a": ""}


@rule("KIM-1.3d")
@pytest.mark.parametrize("by", ["option", "scenario"])
def test_rolls_only_after_contact(by: str) -> None:
    for contact in (False, True):
        state = field(hq("h", HQ_AT), away("a", 900))
        state.units["red_unit"].in_contact = contact
        options = {"command_rolls": "after_contact"} if by == "option" else {}
        if by == "scenario":
            state.command_rolls = "after_contact"
        p = rolled(state, *([4] if contact else []), options=options)
        assert limits(p) == {"a": "direct" if contact else ""}
    assert limits(rolled(field(hq("h", HQ_AT), away("a", 900)), 4)) == {"a": "direct"}


LINE = (((mm(0), mm(400)), (mm(2000), mm(400))),)


@rule("KIM-1.3e")
@pytest.mark.parametrize("by", ["option", "scenario"])
@pytest.mark.parametrize(("y", "past"), [(401, False), (400, False), (399.9, True), (100, True)])
def test_rolls_only_past_a_line(y: float, past: bool, by: str) -> None:
    options = {"command_rolls": "past_line"} if by == "option" else {}
    for side, at in (("red", y), ("blue", 800 - y)):
        one = inf("a", (1900, at), side=side, order="move", arrow=0, group="g")
        state = field(hq("h", (200, 400), side=side), one, lines=LINE, command_line=0)
        if by == "scenario":
            state.command_rolls = "past_line"
        p = rolled(state, *([4] if past else []), options=options)
        assert limits(p) == {"a": "direct" if past else ""}
        assert p.state.units[f"{side}_unit"].past_line is past


@rule("KIM-1.3e")
def test_a_line_once_crossed_stays_crossed() -> None:
    state = field(
        hq("h", (200, 400)), inf("a", (1900, 500), order="move", group="g"), lines=LINE, command_line=0
    )
    state.units["red_unit"].past_line = True
    assert limits(rolled(state, 4, options={"command_rolls": "past_line"})) == {"a": "direct"}


@rule("KIM-1.3e")
@pytest.mark.parametrize(
    ("edge", "x", "past"), [("west", 1100, True), ("west", 900, False), ("east", 900, True)]
)
def test_a_line_seen_from_a_side_edge(edge: str, x: float, past: bool) -> None:
    line = (((mm(1000), mm(0)), (mm(1000), mm(2000))),)
    one = inf("a", (x, 1900), order="move", group="g")
    state = field(hq("h", (1000, 500)), one, lines=line, command_line=0)
    state.sides["red"].edge = edge
    p = rolled(state, *([4] if past else []), options={"command_rolls": "past_line"})
    assert limits(p) == {"a": "direct" if past else ""}


@pytest.mark.parametrize(
    ("edge", "middle"),
    [("north", (900, 0)), ("south", (900, 1200)), ("west", (0, 600)), ("east", (1800, 600))],
)
def test_a_side_is_at_home_in_the_middle_of_its_edge(edge: str, middle: At) -> None:
    state = field(size=(1800, 1200))
    state.sides["red"].edge = edge
    assert middle_of_edge(state, "red") == (mm(middle[0]), mm(middle[1]))


@rule("KIM-1.3e")
def test_without_a_line_nobody_is_past_it() -> None:
    for lines, which in (((), 0), (LINE, -1), (LINE, 1)):
        state = field(hq("h", HQ_AT), away("a", 1400), lines=lines, command_line=which)
        assert limits(rolled(state, options={"command_rolls": "past_line"})) == {"a": ""}


@rule("KIM-1.3b", "KIM-1.3c")
def test_failing_limits_a_card_and_never_grants() -> None:
    for order in ("charge", "fire", "move", "opportunity"):
        word: OrderWord = order
        p = rolled(field(hq("h", HQ_AT), away("a", 500, word)), 1, options={"failed_command": "limits"})
        assert (p.state.stands["a"].order, p.state.stands["a"].limit) == (order, "half")


@rule("KIM-1.3b", "KIM-1.3c")
@pytest.mark.parametrize(
    ("order", "far", "becomes", "arrow"),
    [
        ("charge", 500, "move_and_fire", 900),
        ("prone", 500, "move_and_fire", 900),
        ("move", 500, "move_and_fire", 0),
        ("fire", 500, "move_and_fire", 900),
        ("charge", 900, "fire", -1),
        ("move", 900, "fire", -1),
    ],
)
def test_failing_may_replace_the_card(order: OrderWord, far: float, becomes: str, arrow: int) -> None:
    one = away("a", far, order, shown_order=order, facing=90)
    p = rolled(field(hq("h", HQ_AT), one), 1, options={"failed_command": "replaces"})
    after = p.state.stands["a"]
    assert (after.order, after.arrow, after.limit) == (becomes, arrow, "half" if far == 500 else "direct")
    assert (after.shown_order, after.shown_arrow) == (becomes, arrow)


@rule("KIM-1.3b")
@pytest.mark.parametrize(("order", "becomes"), [("move", "move"), ("fire", "fire"), ("action", "fire")])
def test_a_gun_whose_card_is_replaced_still_cannot_move_and_fire(order: OrderWord, becomes: str) -> None:
    one = gun("a", (1000, 500), order=order, group="g", arrow=0 if order == "move" else -1, hidden=True)
    p = rolled(field(hq("h", HQ_AT), one), 1, options={"failed_command": "replaces"})
    assert p.state.stands["a"].order == becomes
    assert p.state.stands["a"].shown_order == "", "a hidden stand's card is still not shown"


@rule("KIM-3.2a", "KIM-1.3b", "KIM-1.3c")
@pytest.mark.parametrize(("far", "becomes"), [(500, "move"), (900, "dummy")])
@pytest.mark.parametrize("order", ["move", "dummy"])
def test_recon_whose_card_is_replaced_still_never_fires(order: OrderWord, far: float, becomes: str) -> None:
    one = stand("a", "recon", (1000, 500 + far), order=order, group="g")
    p = rolled(field(hq("h", HQ_AT), one), 1, options={"failed_command": "replaces"})
    assert p.state.stands["a"].order == becomes


@rule("KIM-1.3a")
def test_all_dice_fall_before_any_effect_and_both_sides_roll_alike() -> None:
    blue = inf("x", (500, 1100), side="blue", order="move", group="b", arrow=0)
    stands = [hq("h", HQ_AT), hq("k", (500, 500.5), side="blue"), away("a", 500), blue]
    for order in (stands, stands[::-1]):
        state = field(*order)
        first = next(one.id for one in order if one.order)
        p = rolled(state, 4, 5)
        assert limits(p)[first] == "half"
        assert [len(event.rolls) for event in p.events] == [1, 1]


@rule("KIM-1.3a")
def test_the_roll_of_a_hidden_stand_is_its_own_sides() -> None:
    p = rolled(field(hq("h", HQ_AT), away("a", 500, hidden=True)), 4)
    assert p.log_of("red") == ["A, 500 mm from H: command needs 5, failed."]
    assert p.log_of("blue") == []


@rule("KIM-1.3a")
def test_the_distance_to_a_hidden_hq_is_not_told() -> None:
    p = rolled(field(hq("h", HQ_AT, hidden=True), away("a", 500), away("b", 500, hidden=True)), 4)
    assert p.log_of("red") == ["A, B, 500 mm from H: command needs 5, failed."]
    assert p.log_of("blue") == ["A: command failed."]


@rule("KIM-1.3f")
def test_distance_is_measured_between_centres() -> None:
    state = field(
        hq("h", HQ_AT), tank("a", (740, 820), order="move", arrow=0, group="g", width=900, depth=900)
    )
    assert limits(rolled(state)) == {"a": ""}


def test_units_of_two_players_roll_by_their_own_commands() -> None:
    state = two_commands()
    state.units["other"] = Unit(id="other", side="red", command="second", name="Other")
    state.seats["second"] = Seat(id="second", side="red", commander=False, commands=("second",))
    state.stands["b"] = inf("b", (500, 520), command="second", unit="other", order="fire", group="other.1")
    assert limits(rolled(state, 4, 4)) == {"a": "direct", "b": "direct"}
