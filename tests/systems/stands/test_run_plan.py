"""Run my plan: a seat is asked again only about what it could not know when it laid its plan."""

from __future__ import annotations

from random import Random

import pytest

from deadground.core import lending, standing
from deadground.core.faults import Refused
from deadground.core.journal import Chose
from deadground.core.match import Match
from deadground.core.messages import ChooseCall, RunPlanCall
from deadground.core.table import Table
from deadground.core.view import View
from deadground.systems.stands.seats.news import tidings
from deadground.systems.stands.state import StandsState
from tests.systems.stands.field import field, inf, tank
from tests.systems.stands.seats import (
    battle,
    big_battle,
    play_on,
    propose,
    refusal,
    sound,
    taken,
)

ON, OFF = RunPlanCall(call=1, on=True), RunPlanCall(call=1, on=False)


def fire_everywhere(match: Match[StandsState], seat: str) -> ChooseCall:
    """Cards with which everybody stands and fires."""
    view = match.view(seat)
    request = view.requests[0]
    value = next(one.value for one in request.suggest(view, 5) if one.label == "All stand and fire")
    return ChooseCall(call=1, choice=request.choice(value))


def by_plan(match: Match[StandsState], seat: str) -> int:
    acts = [entry.act for entry in match.journal]
    return sum(isinstance(act, Chose) and act.by_plan and act.choice.seat == seat for act in acts)


# --- a battle whose armies never meet ---


def test_a_seat_that_runs_its_plan_is_asked_for_its_next_cards_and_nothing_else() -> None:
    match = big_battle(1)
    table = Table(match)
    for seat in match.setup.seats:
        table.join(seat)
    while not match.requests("red")[0].prompt.startswith("Lay your order cards"):
        propose(match, *match.to_act())
    turn = match.position.state.turn
    taken(table, "red", fire_everywhere(match, "red"))
    taken(table, "red", ON)
    taken(table, "blue", fire_everywhere(match, "blue"))
    taken(table, "blue", ON)
    assert match.position.state.turn == turn + 1
    assert match.to_act() == ("red", "blue")
    assert match.requests("red")[0].prompt.startswith("Lay your order cards")
    assert by_plan(match, "red") > 0
    assert by_plan(match, "blue") > 0
    assert table.seen("red").news == (f"Turn {turn + 1} needs a plan.",)
    assert [event.text for event in match.log("red")].count("red goes by the plan.") == by_plan(match, "red")
    sound(match)


def test_a_plan_that_no_longer_runs_asks_everything() -> None:
    match = big_battle(1)
    table = Table(match)
    while not match.requests("red")[0].prompt.startswith("Lay your order cards"):
        propose(match, *match.to_act())
    taken(table, "red", ON)
    taken(table, "red", fire_everywhere(match, "red"))
    taken(table, "red", OFF)
    taken(table, "blue", fire_everywhere(match, "blue"))
    assert match.position.state.phase != "cards"
    assert "red" in match.to_act()
    assert by_plan(match, "red") == 0
    sound(match)


def test_the_others_wait_for_it_as_for_a_person() -> None:
    """The answer by the plan comes only when nobody else is waited for."""
    seen = {}
    for runs in (True, False):
        match = big_battle(1)
        table = Table(match)
        while not match.requests("red")[0].prompt.startswith("Lay your order cards"):
            propose(match, *match.to_act())
        taken(table, "red", fire_everywhere(match, "red"))
        if runs:
            taken(table, "red", ON)
        table.join("blue")
        taken(table, "blue", fire_everywhere(match, "blue"))
        seen[runs] = table.seen("blue")
        assert "red" in match.to_act()
        assert by_plan(match, "red") == 0
    assert seen[True] == seen[False]


def test_whether_a_seat_runs_its_plan_is_its_own() -> None:
    match = big_battle(2, umpire=True)
    table = Table(match)
    for seat in match.setup.seats:
        table.join(seat)
    before = {seat: table.seen(seat) for seat in match.setup.seats}
    taken(table, "red", ON)
    assert table.seen("red").runs_plan
    for seat in ("red_2", "blue", "blue_2"):
        assert table.news(seat) is None
        assert table.seen(seat) == before[seat]
    assert [event.text for event in match.log("red")][-1] == "The plan of red runs."


def test_a_seat_may_answer_for_itself_though_its_plan_runs() -> None:
    match = big_battle(1)
    table = Table(match)
    taken(table, "red", ON)
    (request,) = match.requests("red")
    taken(table, "red", ChooseCall(call=1, choice=request.choice(request.proposal)))
    assert by_plan(match, "red") == 0


@pytest.mark.parametrize(
    ("seat", "call", "said"),
    [
        ("red", OFF, "the plan of red does not run already"),
        ("umpire", ON, "umpire has no plan to run"),
        ("blue", RunPlanCall(call=1, as_seat="red", on=True), "this is the seat of blue, not of red"),
    ],
)
def test_what_cannot_be_is_refused(seat: str, call: RunPlanCall, said: str) -> None:
    assert said in refusal(Table(big_battle(1, umpire=True)), seat, call)


def test_a_plan_runs_once() -> None:
    table = Table(big_battle(1))
    taken(table, "red", ON)
    assert "the plan of red runs already" in refusal(table, "red", ON)


def test_a_borrower_lets_the_plan_of_a_lent_seat_run() -> None:
    match = big_battle(2)
    lending.lend(match, "red", "red_2", "red")
    table = Table(match)
    taken(table, "red", RunPlanCall(call=1, as_seat="red_2", on=True))
    assert match.position.aside.standing.keys() == {"red_2"}
    assert "is lent to red" in refusal(table, "red_2", ON)


def test_a_finished_battle_runs_no_plan() -> None:
    match = battle()
    play_on(match, Random(1))
    with pytest.raises(Refused, match="the game is over"):
        standing.run_plan(match, "soviet", True)


# --- what is news ---


def seen_by(seat: str, state: StandsState) -> View[StandsState]:
    return View(seat, ("red", "blue"), {"inside_view": "100_total"}, lambda: state)


def said(seat: str, state: StandsState) -> list[str]:
    return list(tidings(seen_by(seat, state)).values())


def test_a_failed_command_roll_is_news_to_its_owner() -> None:
    state = field(inf("a", (500, 500), limit="half"), inf("b", (500, 1900), side="blue"))
    assert said("red", state) == ["The command roll for A failed."]
    assert said("blue", state) == []


def test_an_enemy_in_sight_is_news_and_one_out_of_sight_is_not() -> None:
    """A stand sees 600 mm in the open, from the edge of its base."""
    near = field(inf("a", (500, 500)), inf("b", (500, 1099), side="blue"))
    far = field(inf("a", (500, 500)), inf("b", (500, 1131), side="blue"))
    assert said("red", near) == ["B has come in sight."]
    assert said("red", far) == []


def test_a_target_that_is_gone_is_news() -> None:
    state = field(inf("a", (500, 500), target="x"), inf("b", (500, 1900), side="blue", target="a"))
    assert said("red", state) == ["The target of A is gone."]
    assert said("blue", state) == []


def test_a_charge_is_news_to_the_one_who_is_charged() -> None:
    state = field(
        inf("a", (500, 500), in_contact_with="b"),
        tank("b", (500, 530), side="blue", in_contact_with="a", charge_role="lead"),
    )
    assert "A is charged by B." in said("red", state)
    assert "B is charged by A." not in said("blue", state)


def test_a_snap_shot_that_waits_for_an_answer_is_news() -> None:
    """Who laid "ask me" with the card is asked, though his plan runs."""
    state = field(inf("a", (500, 500), snap_at="b"), tank("b", (500, 1900), side="blue"))
    assert said("red", state) == ["B crosses the sights of A."]
    state.stands["a"].passed_up = ("b",)
    assert said("red", state) == []


def test_an_umpire_has_no_news() -> None:
    assert tidings(seen_by("umpire", field(inf("a", (500, 500), limit="half")))) == {}


def test_the_same_news_is_told_once() -> None:
    """Who has answered knows it; only what comes after it is news again."""
    match = big_battle(1)
    table = Table(match)
    taken(table, "red", ON)
    state = match.position.state
    own = next(one for one in state.stands.values() if one.side == "red")
    own.limit = "half"
    match._encoded = None
    assert standing.news(match, match.view("red")) != ()
    (request,) = match.requests("red")
    taken(table, "red", ChooseCall(call=1, choice=request.choice(request.proposal)))
    assert any(id.startswith("failed:") for id in match.position.aside.standing["red"].known)


# --- whole battles ---


@pytest.mark.parametrize("seed", [1, 2])
def test_battles_with_plans_that_run_are_played_to_their_end(seed: int) -> None:
    match, rng = big_battle(4), Random(seed)
    for seat in ("red", "red_2", "blue", "blue_3"):
        standing.run_plan(match, seat, True)
    while match.outcome is None:
        play_on(match, rng, 9)
        if match.outcome is None:
            seat = rng.choice(match.setup.seats)
            standing.run_plan(match, seat, not standing.runs_plan(match, seat))
    assert any(by_plan(match, seat) for seat in match.setup.seats)
    sound(match)


def test_everybody_runs_his_plan_and_is_asked_seldom() -> None:
    """Two lessons with the same choices: with plans fewer requests reach a person."""
    asked = {}
    for runs in (True, False):
        match, count = battle("vesnya-crossings"), 0
        if runs:
            for seat in match.setup.seats:
                standing.run_plan(match, seat, True)
        while match.outcome is None:
            standing.run_plans(match)
            if match.outcome is None:
                count += 1
                propose(match, match.to_act()[0])
        asked[runs] = count
    assert asked[True] < asked[False]
