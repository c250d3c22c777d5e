"""Morale: the two numbers of a command group, and what they do to it. KIM-8.1"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.records import redact
from deadground.systems.stands.rules.cards.command import may_not_advance
from deadground.systems.stands.rules.fire.hits import destroy
from deadground.systems.stands.rules.morale.morale import (
    MoraleTest,
    is_advance,
    why_no_advance,
    why_retiring,
)
from deadground.systems.stands.state import StandsState
from deadground.testing.rules import bounds, rule
from tests.systems.stands.field import At, field, hq, inf, point, stand
from tests.systems.stands.system import game, playing

MARCH = {"retire": "march_off"}


def battle(*more: Any, losses: int = 0, first: int = 0, second: int = 0) -> StandsState:
    """A red stand in the middle with the enemy to the north; the red command has these numbers."""
    state = field(inf("a", (1000, 1000)), inf("b", (1000, 500), "blue"), *more)
    command = state.commands["red_command"]
    command.losses, command.first_morale, command.second_morale = losses, first, second
    return state


@bounds("KIM-8.1b")
@pytest.mark.parametrize(("losses", "forbidden"), [(16, False), (17, True), (18, True)])
def test_at_the_first_number_a_command_no_longer_advances(losses: int, forbidden: bool) -> None:
    state = battle(losses=losses, first=17, second=19)
    fault = may_not_advance(state, state.commands["red_command"])
    assert (fault is not None) is forbidden
    a = state.stands["a"]
    assert (why_no_advance(state, a, [point((1000, 900))]) is not None) is forbidden
    assert why_no_advance(state, a, [point((1000, 1100))]) is None


@bounds("KIM-8.1b")
def test_a_fight_to_the_last_man_has_no_numbers() -> None:
    state = battle(losses=40)
    assert may_not_advance(state, state.commands["red_command"]) is None


@bounds("KIM-8.1b")
@pytest.mark.parametrize(
    ("end", "advance"),
    [
        ((1000, 999.9), True),
        ((1000, 1000), False),
        ((1000, 1000.1), False),
        ((1050, 1000), False),
        ((1400, 800), False),
        ((1300, 600), False),
        ((1299, 600), True),
    ],
)
def test_advancing_is_ending_nearer_to_the_nearest_known_enemy(end: At, advance: bool) -> None:
    state = battle()
    if end in ((1300, 600), (1299, 600)):
        state.stands["b"].at, state.stands["a"].at = point((1000, 200)), point((1000, 700))
    assert is_advance(state, state.stands["a"], [point((1000, 700)), point(end)]) is advance


@bounds("KIM-8.1b")
def test_a_stand_that_does_not_move_does_not_advance() -> None:
    assert not is_advance(battle(), battle().stands["a"], [])


@bounds("KIM-8.1b")
def test_a_hidden_enemy_is_not_known_and_changes_nothing() -> None:
    """The same verdict on the state and on the owner's view: what he cannot see never refuses his route."""
    state = battle(inf("h", (1000, 1500), "blue", hidden=True))
    for known in (state, redact(state, "red")):
        assert is_advance(known, known.stands["a"], [point((1000, 900))])
        assert not is_advance(known, known.stands["a"], [point((1000, 1200))])


@bounds("KIM-8.1b")
@pytest.mark.parametrize(
    ("edge", "forward", "back"),
    [
        ("north", (1000, 999), (1000, 1001)),
        ("south", (1000, 1001), (1000, 999)),
        ("west", (999, 1000), (1001, 1000)),
        ("east", (1001, 1000), (999, 1000)),
    ],
)
def test_with_no_enemy_known_the_enemy_edge_counts(edge: str, forward: At, back: At) -> None:
    state = battle()
    state.stands["b"].hidden = True
    state.sides["blue"].edge = edge
    a = state.stands["a"]
    assert is_advance(state, a, [point(forward)])
    assert not is_advance(state, a, [point(back)])
    assert not is_advance(state, a, [point((a.at[0] / 10, a.at[1] / 10))])


@rule("KIM-8.1c")
@pytest.mark.parametrize(("losses", "rolls"), [(18, False), (19, True), (20, True)])
def test_from_the_second_number_on_it_rolls(losses: int, rolls: bool) -> None:
    state = battle(losses=losses, first=17, second=19)
    state.commands["blue_command"].second_morale = 1
    state.commands["blue_command"].losses = 1
    with playing(state, MoraleTest(), dice=[9, 3] if rolls else [9]) as p:
        p.nothing_pending()
    assert [event.data["command"] for event in p.events] == ["blue_command", "red_command"][: 1 + rolls]
    assert set(p.state.stands) == {"a", "b"}


@rule("KIM-8.1c")
@pytest.mark.parametrize(("die", "retires"), [(1, True), (2, True), (3, False), (10, False)])
def test_on_a_1_or_2_it_retires(die: int, retires: bool) -> None:
    with playing(battle(hq("q", (900, 900)), losses=19, second=19), MoraleTest(), dice=[die]) as p:
        p.nothing_pending()
    command = p.state.commands["red_command"]
    assert command.retired is retires
    assert set(p.state.stands) == ({"b"} if retires else {"a", "b", "q"})
    assert command.losses == 19
    assert p.last("morale").text.endswith("it retires from the field." if retires else "it stays.")
    assert p.state.fallen == {}


@rule("KIM-8.1c")
def test_a_command_that_is_gone_does_not_roll_again() -> None:
    state = battle(losses=19, second=19)
    state.commands["red_command"].retired = True
    with playing(state, MoraleTest()) as p:
        p.nothing_pending()


@rule("KIM-8.1c")
def test_without_numbers_nobody_rolls_and_others_of_the_side_stay() -> None:
    state = battle(losses=19, second=19)
    state.commands["guard"] = type(state.commands["red_command"])("guard", "red", "Guard", "", losses=30)
    state.stands["g"] = inf("g", (1200, 1200), command="guard")
    with playing(state, MoraleTest(), dice=[1]) as p:
        p.nothing_pending()
    assert set(p.state.stands) == {"b", "g"}


@rule("KIM-8.1c")
@pytest.mark.parametrize("turned_round", [False, True])
def test_the_order_of_rolls_does_not_depend_on_the_list(turned_round: bool) -> None:
    state = battle(losses=5, second=5)
    state.commands["blue_command"].second_morale = state.commands["blue_command"].losses = 5
    if turned_round:
        state.commands = dict(reversed(state.commands.items()))
        state.sides = dict(reversed(state.sides.items()))
        state.stands = dict(reversed(state.stands.items()))
    with playing(state, MoraleTest(), dice=[1, 3]) as p:
        p.nothing_pending()
    assert set(p.state.stands) == {"a"}


@rule("KIM-8.1c")
def test_a_scenario_may_set_another_number_to_retire_on() -> None:
    state = battle(losses=5, second=5)
    state.numbers["retires_on"] = 4
    with playing(state, MoraleTest(), dice=[4]) as p:
        p.nothing_pending()
    assert set(p.state.stands) == {"b"}


@rule("KIM-8.1c")
def test_marching_off_takes_its_time() -> None:
    near_edge = inf("c", (600, 1834), facing=0)
    state = battle(near_edge, inf("d", (800, 1835)), losses=5, second=5)
    with playing(state, MoraleTest(), dice=[2], options=MARCH) as p:
        p.nothing_pending()
    assert p.state.commands["red_command"].retired
    assert set(p.state.stands) == {"a", "b", "c", "d"}
    assert p.state.stands["a"].at == point((1000, 1000))
    with playing(p.state, MoraleTest(), options=MARCH) as p:
        p.nothing_pending()
    assert set(p.state.stands) == {"a", "b", "c"}
    a, c = p.state.stands["a"], p.state.stands["c"]
    assert (a.at, a.facing) == (point((1000, 1150)), 1800)
    assert c.at == point((600, 1984))
    fault = why_retiring(p.state, a)
    assert fault is not None
    assert why_retiring(p.state, p.state.stands["b"]) is None


@rule("KIM-8.1c")
@pytest.mark.parametrize(("y", "end"), [(1100, 1150), (1140, 1110.1)])
def test_a_march_stops_short_of_an_enemy_and_ends_on_no_friend(y: float, end: float) -> None:
    """It passes through friends, as all who move."""
    state = battle(
        inf("e", (1000, 1150), "blue"), inf("f", (1500, 1000)), stand("g", "hq", (1500, y), "blue")
    )
    state.stands["g"].side, state.stands["g"].command = "red", "other"
    state.commands["other"] = state.commands["blue_command"]
    state.commands["red_command"].retired = True
    with playing(state, MoraleTest(), options=MARCH) as p:
        p.nothing_pending()
    assert p.state.stands["a"].at == point((1000, 1070))
    assert p.state.stands["f"].at == point((1500, end))


@rule("KIM-8.1c")
@pytest.mark.parametrize(("off", "gone"), [(-0.1, 69), (0, 70), (0.1, 70)])
def test_a_march_keeps_the_halt_range_to_the_tenth(off: float, gone: int) -> None:
    """Bases 30 deep: the centres are 80 apart when the edges are 50 apart; a march is looked at by millimetres."""
    state = battle(inf("e", (1000, 1150 + off), "blue"))
    state.commands["red_command"].retired = True
    with playing(state, MoraleTest(), options=MARCH) as p:
        p.nothing_pending()
    assert p.state.stands["a"].at == point((1000, 1000 + gone))


@rule("KIM-8.1c")
def test_a_stand_in_contact_does_not_march() -> None:
    state = battle()
    state.stands["a"].in_contact_with = "b"
    state.commands["red_command"].retired = True
    state.commands["red_command"].losses = 9
    state.commands["blue_command"].losses, state.commands["blue_command"].second_morale = 1, 1
    with playing(state, MoraleTest(), dice=[9], options=MARCH) as p:
        p.nothing_pending()
    assert p.state.stands["a"].at == point((1000, 1000))


@bounds("KIM-8.1b", "KIM-4.1a")
def test_a_destroyed_hq_counts_as_a_loss() -> None:
    state = battle(hq("q", (900, 900)), losses=2, first=3)
    command = state.commands["red_command"]
    assert may_not_advance(state, command) is None
    destroy(game(state), state.stands["q"], "a test", "KIM-4.1a")
    assert may_not_advance(state, command) is not None
    assert command.losses == 3


@rule("KIM-8.1c")
def test_a_hidden_stand_leaves_unseen() -> None:
    state = battle(inf("h", (1500, 1500), hidden=True), losses=5, second=5)
    with playing(state, MoraleTest(), dice=[1]) as p:
        p.nothing_pending()
    assert "H leaves the field." in p.log_of("red")
    assert "H leaves the field." not in p.log_of("blue")


@rule("KIM-8.1c")
@pytest.mark.parametrize(("y", "faces"), [(1080, 900), (1090, 1800)])
def test_who_cannot_march_does_not_turn_either(y: float, faces: int) -> None:
    """An enemy 50 to the south leaves no step, one at 60 leaves ten millimetres. KIM-R152"""
    state = field(inf("a", (1000, 1000), facing=90), inf("b", (1000, y), side="blue"))
    state.commands["red_command"].retired = True
    with playing(state, MoraleTest(), options={"retire": "march_off"}) as p:
        p.nothing_pending()
    assert p.state.stands["a"].facing == faces


@rule("KIM-8.1c")
@pytest.mark.parametrize("options", [{}, MARCH])
def test_nobody_refers_to_an_hq_or_a_supply_stand_that_has_left(options: dict[str, str]) -> None:
    """Whoever leaves is neither on the table nor lost, so that no view can show what such an id is of."""
    more = hq("q", (1000, 1900)), stand("s", "supply", (1100, 1900))
    state = battle(*more, losses=3, second=3)
    state.commands["red_command"].supply = "s"
    state.commands["red_command"].retired = options == MARCH
    with playing(state, MoraleTest(), dice=[] if options else [1], options=options) as p:
        p.nothing_pending()
    assert not {"q", "s"} & p.state.stands.keys()
    command = p.match.view("red").state.commands["red_command"]
    assert (command.hq, command.supply) == ("", "")
