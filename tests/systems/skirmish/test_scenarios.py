"""The battles that come with the skirmish: everybody stands somewhere, and somebody can win."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from deadground.core.view import Outcome
from deadground.systems.skirmish.rules.activation.turn import Battle
from deadground.systems.skirmish.rules.movement.going import has_room
from deadground.systems.skirmish.scenario_file import Alone, Comes, Goal, scenario_named
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.skirmish.victory import is_met
from deadground.systems.skirmish.weapons import weapon
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table


@pytest.mark.parametrize("scenario", SKIRMISH.scenarios)
def test_everybody_has_room_a_name_and_a_weapon(scenario: str) -> None:
    state = SKIRMISH.new_state(SKIRMISH.prepare(scenario))
    names = [one.name for one in state.figures.values()]
    assert len(set(names)) == len(names)
    for one in state.figures.values():
        assert one.aboard or has_room(state, one, one.at), one.name
        assert one.arms.weapons
        assert all(weapon(id) for id in one.arms.weapons)
        assert not one.arms.loads_for or one.arms.loads_for in state.figures
    assert not list(SKIRMISH.invariants(state))


@pytest.mark.parametrize(
    ("scenario", "men"), [("crossroads", 8), ("lipki-village", 20), ("dubrovka-farm", 80)]
)
def test_their_size(scenario: str, men: int) -> None:
    assert sum(side.pieces for side in SKIRMISH.sheet(scenario).sides) == men
    goals = scenario_named(scenario).file.victory
    assert {goal.side for goal in goals} <= {side.id for side in SKIRMISH.sheet(scenario).sides}


@pytest.mark.parametrize("scenario", SKIRMISH.scenarios)
def test_every_battle_says_what_wins_it(scenario: str) -> None:
    sheet = SKIRMISH.sheet(scenario)
    assert re.search("^## Tasks?$", sheet.text, re.MULTILINE)
    assert scenario_named(scenario).file.victory


def goal(kind: Any, **changes: Any) -> Goal:
    return Goal(side="red", kind=kind, name="won", at=(10, 10), **changes)


@pytest.mark.parametrize(
    ("mine", "status", "his", "met"),
    [
        ((16, 10), "carry_on", (22.01, 10), True),
        ((16.01, 10), "carry_on", (22.01, 10), False),
        ((16, 10), "carry_on", (22, 10), False),
        ((16, 10), "duck_back", (22.01, 10), False),
    ],
)
def test_a_place_is_taken_by_one_who_carries_on_with_no_enemy_near(
    mine: tuple[float, float], status: str, his: tuple[float, float], met: bool
) -> None:
    """NS-11."""
    state = table(man("a", mine, status=status), foe("x", his))
    assert is_met(state, goal("take"), last=False) == met
    state.figures["x"].status = "hunker_down"
    assert is_met(state, goal("take"), last=False) == (status == "carry_on" and mine[0] == 16)


def test_a_place_counts_from_the_turn_the_goal_names() -> None:
    state = table(man("a", (12, 10)), foe("x", (40, 40)), turn=3)
    assert not is_met(state, goal("take", since=4), last=False)
    state.turn = 4
    assert is_met(state, goal("take", since=4), last=False)


def test_holding_out_and_losses_count_when_the_last_turn_ends() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10), status="captured"), foe("y", (12, 10)))
    assert not is_met(state, goal("hold"), last=False)
    assert is_met(state, goal("hold"), last=True)
    assert is_met(state, goal("losses", men=1), last=True)
    assert not is_met(state, goal("losses", men=1), last=False)
    assert not is_met(state, goal("losses", men=2), last=True)
    state.figures["a"].status = "gone"
    assert not is_met(state, goal("losses", men=1), last=True)


@pytest.mark.parametrize(
    ("reason", "reached"),
    [("the Germans have kept the well", ["the Germans have kept the well"]), ("Soviet has nobody left", [])],
)
def test_to_have_held_out_is_reached_where_it_decided_the_battle(reason: str, reached: list[str]) -> None:
    state = SKIRMISH.new_state(SKIRMISH.prepare("five-a-side"))
    told = SKIRMISH.goals_told(state, Outcome(("german",), reason, ()))
    assert {one.side for one in told} == {"german", "soviet"}
    assert [one.name for one in told if one.reached] == reached


def test_a_goal_that_is_met_ends_the_battle() -> None:
    state = table(
        man("a", (18, 20), rep=6), foe("x", (45, 45), rep=6, facing=0), scenario="lipki-village", turn=4
    )
    state.sides["german"] = state.sides.pop("red")
    state.sides["german"].id = "german"
    state.seats["red"].side = state.figures["a"].side = "german"
    with playing(state, Battle(), dice=[1, 2]) as p:
        for _ in range(2):
            seat = p.match.to_act()[0]
            p.choose(seat, "end_phase")
        p.nothing_pending()
    assert p.outcome is not None
    assert p.outcome.reason == "the Germans hold the crossing"
    assert p.outcome.winners == ("red",)


def test_the_page_on_writing_a_battle_names_every_goal_and_way_to_come_on() -> None:
    told = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text("utf-8")
    kinds = get_args(get_type_hints(Goal)["kind"])
    words = (*kinds, *Comes.__struct_fields__, *Alone.__struct_fields__)
    assert [word for word in words if not re.search(rf"\b{word}\b", told)] == []
