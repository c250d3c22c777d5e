"""Action cards and tasks. KIM-1.2l"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.units import mm
from deadground.systems.stands.game import Stands
from deadground.systems.stands.rules.assault.melee import CloseCombat
from deadground.systems.stands.rules.cards.tasks import carry_out_actions, tasks_for
from deadground.systems.stands.rules.cards.turn import make_ready
from deadground.systems.stands.state import Minefield, Stand, StandsState, Task
from deadground.testing import bounds, rule
from tests.systems.stands.assaults import charging
from tests.systems.stands.field import field, inf, tank
from tests.systems.stands.system import game, playing


def worker(id: str, x: float = 500, group: str = "g", **changes: Any) -> Stand:
    return inf(id, (x, 500), order="action", group=group, **changes)


def bridge(**changes: Any) -> Task:
    fields: dict[str, Any] = {"who": ("engineers",), "steps": 2, "effect": "blow b1", **changes}
    return Task(id="t", side="red", name="The bridge", **fields)


def acted(state: StandsState) -> Stands:
    g = game(state)
    carry_out_actions(g)
    return g


def texts(g: Stands) -> list[str]:
    return [event.seen.text for event in g.events]


@bounds("KIM-1.2l")
def test_each_action_card_adds_a_step_and_the_last_completes() -> None:
    state = field(worker("a", engineer=True), tasks={"t": bridge()})
    assert texts(acted(state)) == ["A works at The bridge: 1 of 2."]
    assert (state.tasks["t"].done, state.impassable) == (1, ())
    g = acted(state)
    assert texts(g) == ["A works at The bridge: 2 of 2.", "The bridge is done."]
    assert g.events[-1].seen.data == {"task": "t", "effect": "blow b1"}
    assert state.impassable == ("b1",)
    assert tasks_for(state, state.stands["a"]) == ("dig_in",)


@bounds("KIM-1.2l")
def test_a_card_is_one_step_however_many_stands_obey_it() -> None:
    pair = [worker("a", engineer=True), worker("b", engineer=True)]
    state = field(*pair, tasks={"t": bridge(steps=5)})
    acted(state)
    assert state.tasks["t"].done == 1
    pair[1].group = "other"
    acted(state)
    assert state.tasks["t"].done == 3


@rule("KIM-7.1b")
@bounds("KIM-1.2l")
def test_a_stand_that_was_assaulted_does_not_get_to_its_task() -> None:
    """The charge is beaten off and all are free again, but the time is gone; others work on. KIM-R117"""
    pair = [worker("a", engineer=True), worker("b", 800, engineer=True)]
    enemy = inf("x", (500, 420), "blue", 180, order="charge")
    with charging(field(*pair, enemy, tasks={"t": bridge(steps=5)})) as p:
        p.nothing_pending()
    with playing(p.state, CloseCombat(), dice=[1, 1]) as p:
        p.choose("blue", "withdraw")
        p.nothing_pending()
    a, b = (p.state.stands[id] for id in "ab")
    assert (a.assaulted, a.in_contact_with, b.assaulted) == (True, "", False)
    state = p.state
    assert texts(acted(state)) == [
        "A was assaulted and did not get to its task.",
        "B works at The bridge: 1 of 5.",
    ]
    make_ready(a)
    assert not a.assaulted


@bounds("KIM-1.2l")
def test_nor_do_those_whose_melee_of_the_turn_before_ends_this_turn() -> None:
    """Both were held until close combat: there was no peace to dig in. KIM-R113, KIM-R117"""
    lead = worker("a", in_contact_with="x", charge_role="lead", charged_from=(5000, 5500))
    state = field(lead, worker("x", side="blue", in_contact_with="a"), phase="close_combat")
    state.stands["x"].at = (5000, 4698)
    for one in state.stands.values():
        make_ready(one)
    with playing(state, CloseCombat(), dice=[1, 1], options={"melee_rounds": "one_per_turn"}) as p:
        p.choose("red", "withdraw")
        p.nothing_pending()
    acted(p.state)
    assert not any(one.in_contact_with or one.dug_in for one in p.state.stands.values())


@bounds("KIM-1.2l")
def test_a_stand_in_contact_does_not_dig() -> None:
    held = worker("a", in_contact_with="x", charge_role="lead")
    state = field(held, inf("x", (500, 470), "blue", 180, in_contact_with="a"))
    acted(state)
    assert not state.stands["a"].dug_in


@bounds("KIM-1.2l")
def test_cards_beyond_the_last_step_are_lost() -> None:
    state = field(
        worker("a", engineer=True), worker("b", engineer=True, group="h"), tasks={"t": bridge(steps=1)}
    )
    g = acted(state)
    assert state.tasks["t"].done == 1
    assert texts(g)[:2] == ["A works at The bridge: 1 of 1.", "The bridge is done."]
    assert state.stands["b"].dug_in, "what has no other work digs in"


@bounds("KIM-1.2l")
@pytest.mark.parametrize(("x", "near"), [(599, True), (600, True), (600.1, False), (601, False)])
def test_a_task_is_worked_at_near_its_place(x: float, near: bool) -> None:
    task = bridge(near=(mm(500), mm(500)), within=mm(100))
    state = field(worker("a", x, engineer=True), tasks={"t": task})
    g = acted(state)
    assert state.tasks["t"].done == int(near)
    if not near:
        assert texts(g) == ["A cannot work at The bridge from here."]


@bounds("KIM-1.2l")
def test_who_is_suited() -> None:
    tasks = {
        "t": bridge(),
        "u": Task(id="u", side="red", name="Craft", who=("infantry",), steps=1),
        "v": Task(id="v", side="blue", name="Theirs", who=("infantry",), steps=1),
        "w": Task(id="w", side="red", name="Tow", who=("tank", "apc"), steps=1),
    }
    state = field(
        worker("a"),
        worker("e", engineer=True),
        tank("k", (1, 1)),
        worker("m", kind="armoured_infantry"),
        tasks=tasks,
    )
    assert tasks_for(state, state.stands["a"]) == ("u", "dig_in")
    assert tasks_for(state, state.stands["e"]) == ("t", "u", "dig_in")
    assert tasks_for(state, state.stands["k"]) == ("w",)
    assert tasks_for(state, state.stands["m"]) == ("u", "dig_in")


@bounds("KIM-1.2l")
def test_a_stand_works_at_the_task_it_was_told() -> None:
    state = field(
        worker("a", engineer=True, task="dig_in"), worker("b", engineer=True), tasks={"t": bridge()}
    )
    acted(state)
    assert (state.stands["a"].dug_in, state.stands["b"].dug_in, state.tasks["t"].done) == (True, False, 1)


@bounds("KIM-1.2l")
def test_digging_in_takes_one_action_each_stand_for_itself() -> None:
    state = field(worker("a"), worker("b"), inf("c", (700, 500), order="fire", group="h"))
    g = acted(state)
    assert texts(g) == ["A is dug in.", "B is dug in."]
    assert [one.dug_in for one in state.stands.values()] == [True, True, False]


@bounds("KIM-1.2l")
def test_a_scenario_may_ask_more_of_digging() -> None:
    state = field(worker("a"), numbers={"dig_in_steps": 2})
    assert texts(acted(state)) == ["A digs."]
    assert (state.stands["a"].dug_in, state.stands["a"].digging) == (False, 1)
    state.stands["a"].moved = 1
    acted(state)
    assert state.stands["a"].digging == 1, "who moves begins again"
    state.stands["a"].moved = 0
    acted(state)
    assert (state.stands["a"].dug_in, state.stands["a"].digging) == (True, 0)


@bounds("KIM-1.2l")
def test_a_task_without_a_number_takes_the_default() -> None:
    for numbers, done in (({}, True), ({"task_steps": 2}, False)):
        state = field(worker("a", engineer=True), tasks={"t": bridge(steps=0)}, numbers=numbers)
        assert (texts(acted(state))[-1] == "The bridge is done.") is done


@bounds("KIM-1.2l", "KIM-1.3b")
@pytest.mark.parametrize("limit", ["half", "direct"])
def test_a_failed_command_roll_loses_the_action(limit: Any) -> None:
    state = field(worker("a", limit=limit))
    assert texts(acted(state)) == []
    assert not state.stands["a"].dug_in
    acted(field(worker("a", limit="half")))


@bounds("KIM-1.2l")
def test_tasks_that_clear_mines_and_dig_in() -> None:
    mines = {"m1": Minefield(id="m1"), "m2": Minefield(id="m2")}
    clear = bridge(effect="clear m2", steps=1)
    state = field(worker("a", engineer=True), minefields=mines, tasks={"t": clear})
    acted(state)
    assert [one.cleared for one in mines.values()] == [False, True]
    dig = bridge(effect="dig_in", steps=1, who=("tank",))
    state = field(tank("k", (1, 1), order="action", group="g"), worker("a", group="h"), tasks={"t": dig})
    acted(state)
    assert state.stands["k"].dug_in


@bounds("KIM-1.2l")
def test_the_work_of_a_hidden_stand_is_told_without_its_name() -> None:
    state = field(
        worker("a", engineer=True, hidden=True), worker("b", hidden=True, group="h"), tasks={"t": bridge()}
    )
    g = acted(state)
    work, digs = g.events
    assert (work.seen_by, work.masked) == (("red",), "Somebody works at The bridge: 1 of 2.")
    assert (digs.seen_by, digs.masked) == (("red",), None)


@bounds("KIM-1.2l")
def test_a_stand_on_the_table_works_in_the_open_beside_a_hidden_one() -> None:
    pair = [worker("a", engineer=True), worker("b", engineer=True, hidden=True)]
    (work,) = acted(field(*pair, tasks={"t": bridge()})).events
    assert (work.seen.text, work.seen_by) == ("A works at The bridge: 1 of 2.", None)
