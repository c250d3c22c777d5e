"""A man inside of something is nowhere on the table: no rule may ask where he is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.core.agenda import Procedure
from deadground.core.match import Match
from deadground.core.system import Setup
from deadground.systems.kit.options import DEFAULTS
from deadground.systems.skirmish.game import enemies_of
from deadground.systems.skirmish.rules.activation.groups import partition
from deadground.systems.skirmish.rules.activation.orders import can_act, why_idle
from deadground.systems.skirmish.rules.activation.turn import Battle, Turn
from deadground.systems.skirmish.rules.fire.readiness import open_targets, why_no_shot
from deadground.systems.skirmish.rules.grenades.caught import caught, in_path
from deadground.systems.skirmish.rules.movement.going import is_taken
from deadground.systems.skirmish.rules.movement.standing import runs_into
from deadground.systems.skirmish.rules.reactions.reaction import Fallout, causes_of
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.line_of_sight import (
    Eyes,
    has_los,
    line_is_open,
    man_between,
    sees_point,
    why_no_los,
)
from deadground.systems.skirmish.rules.sight.sighting import pairs_in_sight
from deadground.systems.skirmish.rules.wounded.guards import escort_of
from deadground.systems.skirmish.state import Knowledge, SkirmishState, Status
from deadground.systems.skirmish.table.scene import scene
from deadground.testing.conformance.checks import random_choice
from deadground.testing.play import SEED
from tests.systems.skirmish.others import wagon
from tests.systems.skirmish.system import TableSystem, game, playing
from tests.systems.skirmish.table import At, foe, group, man, table

FLAME = "core.flamethrower"


def riding(**changes: Any) -> SkirmishState:
    """A and an enemy, who see each other, and B between them, inside of a wagon far away."""
    men = man("a", (10, 30)), man("b", (10, 26), aboard="w"), foe("x", (10, 15))
    return table(*men, bystanders={"w": wagon("w", (40, 40))}, **changes)


def test_who_is_inside_sees_nobody_and_is_seen_by_nobody() -> None:
    state = riding()
    a, b, x = state.figures.values()
    for one, other in ((a, b), (b, a), (b, x), (x, b)):
        assert not has_los(state, one, other)
        assert not line_is_open(state, one, other)
        assert not Eyes(state, one, DEFAULTS).see(other, turning=True)
        why = why_no_los(state, one, other)
        assert why is not None
        assert why.reason == "B is inside"
    assert not sees_point(state, b, x.at)
    assert pairs_in_sight(state, [a, b], [x]) == [(a, x)]
    assert enemies_of(state, "blue") == [a]


def test_who_is_inside_is_in_nobodys_way() -> None:
    state = riding()
    a, b, x = state.figures.values()
    assert man_between(state, a, x, DEFAULTS) is None
    assert Eyes(state, a, DEFAULTS).see(x, turning=False)
    assert is_taken(state, b.at, a) is None
    assert runs_into(state, x, (x.at, b.at)) is None
    b.aboard = ""
    assert man_between(state, a, x, DEFAULTS) is not None
    assert is_taken(state, b.at, a) is b
    assert runs_into(state, x, (x.at, b.at)) is b


def test_nobody_shoots_at_who_is_inside_and_no_blast_or_flame_reaches_him() -> None:
    state = riding()
    a, b, x = state.figures.values()
    assert [one.id for one, _ in open_targets(state, x, [a, b], DEFAULTS)] == ["a"]
    assert why_no_shot(state, x, b, "core.ba_rifle", DEFAULTS) is not None
    assert caught(state, b.at, 1_270, DEFAULTS) == []
    assert in_path(state, a, FLAME, b.at, DEFAULTS) == []


def test_who_is_inside_tests_for_nothing_and_does_nothing() -> None:
    state = riding()
    b = state.figures["b"]
    assert causes_of(game(state), Fallout(missed=(("b", "x"),))) == ()
    assert causes_of(game(state), Fallout(hit=(("a", "x"),))) == ()
    assert not can_act(b)
    fault = why_idle(b)
    assert fault is not None
    assert fault.reason == "B is inside"


def test_who_is_inside_is_in_a_group_of_his_own() -> None:
    state = riding()
    assert partition(state, "red") == [["a"], ["b"]]
    state.figures["b"].aboard = ""
    assert partition(state, "red") == [["a", "b"]]


@pytest.mark.parametrize(
    ("guard", "prisoner", "guarded"), [("", "", True), ("w", "", False), ("", "w", False), ("w", "w", True)]
)
def test_a_guard_keeps_a_prisoner_who_is_where_he_is(guard: str, prisoner: str, guarded: bool) -> None:
    state = table(
        man("a", (10, 30), aboard=guard, escorts=("x",)),
        foe("x", (11, 30), status="captured", aboard=prisoner),
        bystanders={"w": wagon("w", (40, 40))},
    )
    assert (escort_of(state, state.figures["x"]) is not None) == guarded


def test_a_side_loses_sight_of_who_gets_in() -> None:
    state = riding(knowledge="ghosts")
    b = state.figures["b"]
    b.aboard = ""
    look_round(game(state))
    assert b.is_seen_by("blue")
    b.aboard = "w"
    look_round(game(state))
    assert not b.is_seen_by("blue")
    assert [ghost.at for ghost in state.ghosts.values() if ghost.side == "blue"] == [b.at]


def test_who_is_inside_is_not_drawn_though_his_own_side_knows_of_him() -> None:
    with playing(riding(), Turn(), dice=[6, 1]) as p:
        drawn = scene(p.match.view("red"))
        assert set(drawn.tokens) >= {"a", "x"}
        assert "b" not in drawn.tokens
        assert any("b" in branch.tokens for force in drawn.forces for branch in force.branches)
        p.pending(blue="Choose a group to act")


class Fought(TableSystem):
    """A whole battle with dice of its own."""

    def opening(self, setup: Setup) -> Procedure:
        return Battle()


def fought(seed: int, inside: At, knowledge: Knowledge) -> list[Any]:
    """Everything that is done, thrown and told in two turns of a small fight, with a man of each side inside."""
    rng = Random(seed)
    places = [(rng.uniform(18, 30), rng.uniform(20, 28)) for _ in range(10)]
    status: Status = rng.choice(
        ["carry_on", "duck_back", "hunker_down", "out_of_the_fight", "leave_battlefield"]
    )
    gear = (("grenade", 2),)
    reds = [man(f"a{i}", at, facing=rng.uniform(0, 360), gear=gear) for i, at in enumerate(places[:5])]
    blues = [foe(f"x{i}", at, facing=rng.uniform(0, 360), gear=gear) for i, at in enumerate(places[5:])]
    reds[1].rank = "squad_leader"
    riders = man("r", inside, status=status, aboard="w"), foe("s", inside, aboard="w")
    state = table(
        *reds, *blues, *riders, bystanders={"w": wagon("w", (46, 46))}, knowledge=knowledge, last_turn=2
    )
    group(state)
    system = Fought(state)
    match = Match.begin(system, system.prepare("table"), SEED)
    while match.outcome is None and match.to_act() and len(match.journal) < 60:
        random_choice(match, rng)
    assert len(match.journal) > 5
    return [
        (
            entry.act,
            entry.rolls,
            [(event.seen.text, event.seen.rows, event.seen_by) for event in entry.events],
        )
        for entry in match.journal
    ]


@pytest.mark.parametrize("seed", range(12))
def test_a_fight_is_the_same_wherever_those_inside_are_said_to_be(seed: int) -> None:
    """In the thick of it, or at the edge of the table: it cannot matter, for they have no place."""
    knowledge: Knowledge = "ghosts" if seed % 2 else "open"
    first, *others = (fought(seed, at, knowledge) for at in ((24, 24), (2, 46), (22, 22)))
    for other in others:
        assert other == first
