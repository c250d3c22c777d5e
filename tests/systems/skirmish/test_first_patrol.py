"""First Patrol: how it begins, when it is won or lost, and what is told when it is over."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.core.diary import diary
from deadground.core.events import SeenEvent
from deadground.core.match import Match
from deadground.core.requests import Orders
from deadground.core.requests.base import Gesture
from deadground.core.view import Outcome, View
from deadground.space.plane import distance
from deadground.space.units import inches
from deadground.systems.skirmish.afterwards import deciding_roll, on_with, roll_call
from deadground.systems.skirmish.rules.enemies.pefs import note_answered
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.scenario_file import Goal
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.skirmish.table.gestures import edit_orders
from deadground.systems.skirmish.table.scene import scene
from deadground.systems.skirmish.victory import is_decided, is_met, verdict
from deadground.testing.fuzzing import random_choice
from tests.systems.skirmish.solo import mark, solo
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import foe, man, table

SCENARIO = "first-patrol"
HOUSE = "  - {id: house, kind: structure, floors: 1, polygon: [[16, 20], [26, 20], [26, 26], [16, 26]]}"
SCOUT = Goal(side="red", kind="scout", name="won", within=5)


def begun(seed: int) -> Match[SkirmishState]:
    return Match.begin(SKIRMISH, SKIRMISH.prepare(SCENARIO), Random(seed).randbytes(32))


def played(seed: int) -> Match[SkirmishState]:
    match, rng = begun(seed), Random(seed)
    while match.outcome is None:
        match.submit(random_choice(match, rng))
    return match


def test_five_men_three_question_marks_one_seat() -> None:
    state = begun(1).position.state
    assert tuple(state.seats) == SKIRMISH.seats(SCENARIO) == ("soviet",)
    assert len(state.figures) == 5
    assert sorted(pef.building for pef in state.pefs.values()) == ["", "", "farm"]
    assert state.knowledge == "ghosts", "in solo, by mode"


@pytest.mark.parametrize("seed", range(8))
def test_whatever_the_dice_say_the_patrol_acts_first_and_all_of_it_may(seed: int) -> None:
    match = begun(seed)
    (request,) = match.requests("soviet")
    assert request.prompt == "Choose a group to act."
    assert match.position.state.sides["soviet"].die == 1
    assert match.position.state.order[0] == "soviet"


@pytest.mark.parametrize(
    ("changes", "met"),
    [
        ({}, True),
        ({"pefs": (mark(1, (5, 5)),)}, False),
        ({"near_houses": ()}, False),
        ({"silent_houses": ("house",)}, False),
    ],
    ids=["all answered", "a question mark is left", "a house nobody came near", "a silent house"],
)
def test_every_question_mark_and_every_building_must_be_answered(changes: dict[str, Any], met: bool) -> None:
    state = solo(man("a", (10, 30)), pieces=HOUSE, **{"near_houses": ("house",), **changes})
    assert is_met(state, SCOUT, last=False) == met


def test_what_wins_is_told_anew_when_the_last_question_mark_is_answered_and_not_before() -> None:
    """The lesson's second goal waits for this very line."""
    lesson = SKIRMISH.lesson("first-patrol")
    assert lesson
    assert lesson.goal_then
    state = solo(man("a", (10, 30)), pefs=(mark(1, (5, 5)),))
    g = game(state)
    note_answered(g)
    assert not g.events
    state.pefs.clear()
    note_answered(g)
    note_answered(g)
    assert [event.seen.kind for event in g.events] == [lesson.goal_then.told.kind]


@pytest.mark.parametrize(
    ("men", "enemy", "met"),
    [
        (((10, 43), (12, 43.5), (30, 30)), "carry_on", True),
        (((10, 43), (12, 42.9), (30, 30)), "carry_on", False),
        (((10, 43), (12, 43), (30, 30), (32, 30)), "carry_on", False),
        (((10, 30), (12, 30), (30, 30)), "hunker_down", True),
        (((10, 30), (12, 30), (30, 30)), "duck_back", False),
    ],
    ids=[
        "two of three are home",
        "one is not",
        "half is not more than half",
        "nobody can act",
        "one has only ducked",
    ],
)
def test_then_the_enemy_is_silenced_or_more_than_half_are_home(
    men: tuple[tuple[float, float], ...], enemy: Any, met: bool
) -> None:
    state = solo(*(man(f"m{i}", at) for i, at in enumerate(men)), foe("x", (40, 5), status=enemy))
    assert is_met(state, SCOUT, last=False) == met


def test_wounded_who_are_carried_home_count() -> None:
    state = solo(
        man("a", (10, 44), carries="b"),
        man("b", (10, 44), status="out_of_the_fight", carried_by="a"),
        man("c", (30, 20)),
        foe("x", (40, 5)),
    )
    assert is_met(state, SCOUT, last=False)
    state.figures["b"].aid = state.figures["b"].aid.but(carried_by="")
    state.figures["a"].aid = state.figures["a"].aid.but(carries="")
    assert not is_met(state, SCOUT, last=False)


def test_a_side_that_nobody_plays_is_not_beaten_before_it_has_shown_itself() -> None:
    state = solo(man("a", (10, 30)), pefs=(mark(1, (5, 5)),))
    assert not is_decided(game(state))
    state.figures["a"].status = "hunker_down"
    g = game(state)
    assert is_decided(g)
    assert g.outcome is not None
    assert (g.outcome.winners, g.outcome.unplayed) == ((), "blue")


@pytest.mark.parametrize(("turn", "over"), [(11, False), (12, True)])
def test_a_patrol_that_has_not_found_out_by_the_last_turn_is_lost_not_drawn(turn: int, over: bool) -> None:
    """NR-197"""
    g = game(solo(man("a", (10, 30)), pefs=(mark(1, (5, 5)),), turn=turn, last_turn=12))
    assert verdict(g) == over
    if over:
        assert g.outcome == Outcome((), "the light fails after turn 12", ("NS-43", "NR-197"), "blue")
        assert not g.outcome.is_draw


def test_where_both_sides_are_played_nobody_wins_a_draw() -> None:
    g = game(table(man("a", (10, 30)), foe("x", (10, 3)), turn=12, last_turn=12))
    assert verdict(g)
    assert g.outcome is not None
    assert g.outcome.is_draw


def test_question_marks_and_silent_houses_are_drawn_for_everybody() -> None:
    state = solo(man("a", (10, 46)), pefs=(mark(1, (5, 5)),), pieces=HOUSE, silent_houses=("house",))
    tokens = scene(View("red", ("red",), {}, lambda: state)).tokens
    assert tokens["p1"].symbol == tokens["silent-house"].symbol == "question"
    assert tokens["p1"].letters == "?1"


def test_the_dead_stay_where_those_saw_them_who_saw_them() -> None:
    state = solo(man("a", (10, 30)), foe("x", (10, 10)), knowledge="ghosts")
    g = game(state)
    look_round(g)
    state.figures["x"].status = "obviously_dead"
    look_round(g)
    assert state.figures["x"].known_to(state, "red")


def test_the_diary_of_the_tables_opens_with_the_end() -> None:
    notes = [one for seed in range(6) for one in diary(played(seed))]
    assert notes
    assert {(one.seat, one.side) for one in notes} == {("", "german")}


def told(kind: str, roll: bool = False, **data: Any) -> SeenEvent:
    from deadground.core.dice import Roll

    return SeenEvent(kind, kind, data, (Roll(6, (1,), kind),) if roll else ())


def test_the_roll_that_decided_it_cost_most_men() -> None:
    events = [
        told("pef", roll=True),
        told("shots", roll=True),
        told("down", status="obviously_dead", by="a"),
        told("shots", roll=True),
        told("damage", roll=True),
        told("down", status="out_of_the_fight", by="b"),
        told("down", status="carry_on", by="b"),
        told("captured", by="b"),
        told("shots", roll=True),
    ]
    assert decided(events) == (events[3], "2 men were lost by it, by no other roll so many.")
    only_mark = "Nobody was lost; no question mark was answered after this one."
    assert decided(events[:1]) == (events[0], only_mark)
    volley = [
        told("shots", roll=True, shooter="a"),
        told("shots", roll=True, shooter="b"),
        told("down", status="obviously_dead", by="a"),
    ]
    hit, why = decided(volley)
    assert hit is volley[0], "the shot that hit, not the last of the volley"
    assert why == "One man was lost by it, by no other roll so many."
    assert deciding_roll([]) is None


def test_of_rolls_that_cost_as_much_the_last_is_shown_and_does_not_pass_for_more() -> None:
    shot = [told("shots", roll=True, shooter="a"), told("down", status="obviously_dead", by="a")]
    one_by_one = [*shot, *(told(one.kind, bool(one.rolls), **one.data) for one in shot)]
    last, why = decided(one_by_one)
    assert last is one_by_one[2]
    assert why == "One man was lost by it, as by 1 other and by none more. It was the last of them."


def decided(events: list[SeenEvent]) -> tuple[SeenEvent, str]:
    found = deciding_roll(events)
    assert found
    return found.event, found.why


def test_the_roll_call_names_everybody_and_counts_what_he_did() -> None:
    state = solo(
        man("a", (10, 30)),
        man("b", (12, 30), status="obviously_dead"),
        man("c", (14, 30), status="out_of_the_fight"),
        man("d", (16, 30), status="gone", record=("left",)),
    )
    events = [told("down", status="out_of_the_fight", by="a"), told("down", status="carry_on", by="a")]
    fates = {one.name: (one.fate, one.came_through, one.deeds) for one in roll_call(state, events)}
    assert fates == {
        "A": ("came through", True, 1),
        "B": ("killed", False, 0),
        "C": ("wounded", False, 0),
        "D": ("left the field", False, 0),
    }


def test_those_who_came_through_go_out_again_with_their_names_and_guns() -> None:
    match = begun(1)
    state = match.position.state
    lost = next(one for one in state.figures.values() if one.star)
    lost.status = "obviously_dead"
    details = on_with(match.setup, state)
    assert details is not None
    again = SKIRMISH.new_state(SKIRMISH.prepare(SCENARIO, details=details))
    names = [one.name for one in again.figures.values()]
    assert names == [one.name for one in state.figures.values() if one is not lost]
    assert [one.rank for one in again.figures.values()].count("squad_leader") == 1
    gunner = next(one for one in again.figures.values() if "lmg" in one.arms.weapons[0])
    assert [one.arms.loads_for for one in again.figures.values() if one.arms.loads_for] == [gunner.id]


def test_one_man_alone_goes_nowhere() -> None:
    match = begun(1)
    for one in list(match.position.state.figures.values())[1:]:
        one.status = "obviously_dead"
    assert on_with(match.setup, match.position.state) is None


@pytest.mark.parametrize("seed", range(12))
def test_it_plays_to_an_end_at_random(seed: int) -> None:
    match = played(seed)
    assert match.outcome is not None
    assert not list(SKIRMISH.invariants(match.position.state))


def test_whoever_does_what_the_coach_says_first_has_most_of_his_men_in_cover() -> None:
    """The ring is for the man at whom its arrow starts and whom its words name. NUTS-LOS-06"""
    match = begun(1)
    (groups,) = match.requests("soviet")
    match.submit(groups.choice(groups.proposal))
    (asked,) = match.requests("soviet")
    assert isinstance(asked, Orders)
    lesson = SKIRMISH.lesson(SCENARIO)
    assert lesson is not None
    (step,) = [one for one in lesson.steps if one.id == "first_drag"]
    assert step.offer is not None
    assert step.offer.to is not None
    assert step.offer.to == step.show.place
    to = inches(step.offer.to[0]), inches(step.offer.to[1])
    men = match.position.state.figures
    nearest = min(asked.units[0].pieces, key=lambda id: distance(men[id].at, to))
    assert men[nearest].name.split()[-1] in step.say
    told = {}
    for by in asked.units[0].pieces:
        drag = Gesture(act="drag", pieces=asked.units[0].pieces, to=to, given={"by": by})
        look = edit_orders(match.view("soviet"), asked, [], drag)
        (line,) = [line.text for line in look.lines if line.text.startswith("In cover")]
        told[men[by].name] = int(line.split(": ")[1].split(" of ")[0])
    assert told[men[nearest].name] >= 4
    assert min(told["Bondar"], told["Corporal Sych"]) >= 3
