"""Victory conditions: places, edges, losses, broken commands, and who has won."""

from __future__ import annotations

import pytest

from deadground.systems.stands.state import StandsState
from deadground.systems.stands.victory import (
    AnyCondition,
    Broken,
    Delay,
    Exit,
    Hold,
    Losses,
    Verdict,
    goals_told,
    holds,
    is_beaten,
    score,
    verdict,
)
from deadground.testing.rules import rule
from tests.systems.stands.field import field, hq, inf, tank

TOWN = Hold(side="red", name="The town is taken", at=(500, 500), within=100, points=2)
HELD = Hold(side="blue", name="The town is held", at=(500, 500), within=100, points=2)


KEPT = Delay(side="blue", name="The town is kept", at=(500, 500), within=100, until=5)


def two(*more: object, **changes: object) -> StandsState:
    """A stand of each side far from everything."""
    return field(inf("r", (100, 1900)), inf("b", (100, 100), side="blue"), *more, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(("away", "held"), [(99.9, True), (100, True), (100.1, False)])
def test_a_place_is_held_by_a_centre_within_its_distance(away: float, held: bool) -> None:
    assert holds(two(inf("a", (500 + away, 500))), TOWN) is held


def test_a_place_with_a_fighting_enemy_is_nobodys() -> None:
    both = two(inf("a", (480, 500)), inf("c", (560, 500), side="blue"))
    assert not holds(both, TOWN)
    assert not holds(both, HELD)
    with_hq = two(inf("a", (480, 500)), hq("c", (560, 500), side="blue"))
    assert holds(with_hq, TOWN)
    assert not holds(two(hq("a", (480, 500))), TOWN)
    assert holds(two(inf("a", (480, 500), hidden=True)), TOWN)


def test_what_counted_is_told_with_whether_it_was_reached() -> None:
    told = goals_told(two(inf("a", (480, 500))), [TOWN, HELD])
    assert [(one.side, one.name, one.reached, one.points) for one in told] == [
        ("red", "The town is taken", True, 2),
        ("blue", "The town is held", False, 2),
    ]


def test_a_place_may_want_several_stands() -> None:
    strong = Hold(side="red", name="In strength", at=(500, 900), within=100, stands=2)
    assert not holds(two(inf("a", (480, 900))), strong)
    assert holds(two(inf("a", (480, 900)), tank("c", (520, 900))), strong)


@pytest.mark.parametrize(
    ("edge", "in_", "out"),
    [
        ("north", (900, 150), (900, 150.1)),
        ("south", (900, 1850), (900, 1849.9)),
        ("west", (150, 900), (150.1, 900)),
        ("east", (1850, 900), (1849.9, 900)),
    ],
)
def test_stands_at_an_edge_have_come_through(
    edge: str, in_: tuple[float, float], out: tuple[float, float]
) -> None:
    condition: AnyCondition = Exit(side="red", name="Through", edge=edge, within=150, stands=1)  # type: ignore[arg-type]
    blue = inf("b", (900, 900), side="blue")
    assert holds(field(inf("a", in_), blue), condition)
    assert not holds(field(inf("a", out), blue), condition)
    assert not holds(field(inf("a", (900, 900)), inf("b", in_, side="blue")), condition)
    assert not holds(field(hq("a", in_), blue), condition)


def test_enough_stands_must_come_through() -> None:
    both = Exit(side="red", name="Through", edge="north", within=150, stands=2)
    assert not holds(two(inf("a", (300, 100))), both)
    assert holds(two(inf("a", (300, 100)), inf("c", (400, 100))), both)


@pytest.mark.parametrize(("lost", "met"), [(3, False), (4, True), (5, True)])
def test_losses_are_the_enemys(lost: int, met: bool) -> None:
    state = two()
    state.commands["blue_command"].losses = lost
    state.commands["red_command"].losses = 9 - lost
    assert holds(state, Losses(side="red", name="Bled", stands=4)) is met


def test_a_broken_command_has_retired_or_has_nobody_left_to_fight_or_to_come() -> None:
    broken = Broken(side="red", name="Broken")
    state = two()
    assert not holds(state, broken)
    state.commands["blue_command"].retired = True
    assert holds(state, broken)
    assert not holds(state, Broken(side="red", name="Both broken", commands=2))
    only_hq = field(inf("a", (500, 500)), hq("b", (500, 100), side="blue"))
    assert holds(only_hq, broken)
    only_hq.commands["blue_command"].to_come = 1
    assert not holds(only_hq, broken)


@rule("KIM-8.2d")
def test_points_are_added_and_the_margin_decides() -> None:
    conditions: list[AnyCondition] = [TOWN, HELD, Losses(side="blue", name="Bled", stands=1, points=1)]
    state = two(inf("a", (500, 500)))
    assert verdict(state, conditions) is None
    assert verdict(state, conditions, over=True) == Verdict(
        "red", "The last turn is over: Red 2, Blue 0.", {"red": 2, "blue": 0}
    )
    state.commands["red_command"].losses = 1
    assert score(state, conditions).lines == ("Red: The town is taken (2)", "Blue: Bled (1)")
    close = verdict(state, conditions, over=True, margin=1)
    assert close is not None
    assert close.winner == "red"
    drawn = verdict(state, conditions, over=True, margin=2)
    assert drawn is not None
    assert (drawn.winner, drawn.points) == ("", {"red": 2, "blue": 1})
    even = verdict(two(), conditions, over=True)
    assert even is not None
    assert even.winner == ""


@rule("KIM-8.2d")
def test_a_condition_that_counts_at_once_ends_the_battle() -> None:
    at_once = Hold(side="blue", name="The bridge is taken", at=(500, 500), within=100, at_once=True)
    other = Hold(side="red", name="The hill is taken", at=(900, 900), within=100, at_once=True)
    assert verdict(two(), [at_once, other]) is None
    taken = two(inf("c", (500, 500), side="blue"))
    assert verdict(taken, [at_once, other]) == Verdict("blue", "The bridge is taken.", {"red": 0, "blue": 1})
    both = two(inf("c", (500, 500), side="blue"), inf("a", (900, 900)))
    found = verdict(both, [at_once, other])
    assert found is not None
    assert (found.winner, found.reason) == ("", "The bridge is taken and The hill is taken.")


def test_if_the_scenario_is_silent_the_side_without_commands_loses() -> None:
    state = two()
    assert verdict(state, []) is None
    state.commands["blue_command"].retired = True
    assert is_beaten(state, "blue")
    assert verdict(state, []) == Verdict("red", "Blue has no command group left.", {"red": 0, "blue": 0})
    state.commands["red_command"].retired = True
    both = verdict(state, [TOWN])
    assert both is not None
    assert (both.winner, both.reason) == ("", "Red and Blue have no command group left.")


def test_a_silent_scenario_is_drawn_after_its_last_turn() -> None:
    found = verdict(two(), [], over=True)
    assert found is not None
    assert found.winner == ""


def test_nothing_depends_on_which_side_is_listed_first() -> None:
    conditions = [TOWN, HELD]
    state = two(inf("a", (500, 500)))
    turned = two(inf("a", (500, 500)))
    turned.sides = dict(reversed(turned.sides.items()))
    first, second = verdict(state, conditions, over=True), verdict(turned, conditions, over=True)
    assert first is not None
    assert second is not None
    assert (first.winner, first.points) == (second.winner, second.points)


@pytest.mark.parametrize(
    ("turn", "away", "kept"), [(4, 300, False), (5, 100, False), (5, 100.1, True), (6, 300, True)]
)
def test_a_place_is_kept_from_the_enemy_until_a_turn_has_ended(turn: int, away: float, kept: bool) -> None:
    assert holds(two(inf("a", (500 + away, 500)), turn=turn), KEPT) is kept


def test_whoever_keeps_a_place_need_not_be_there_and_hq_do_not_count() -> None:
    assert holds(two(turn=5), KEPT)
    assert holds(two(hq("q", (500, 500)), turn=5), KEPT)
    assert holds(two(inf("c", (500, 500), side="blue"), turn=5), KEPT)
