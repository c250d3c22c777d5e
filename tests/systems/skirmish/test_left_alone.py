"""A battle for two of which one side is left to the game itself when it is set up. NR-207"""

from __future__ import annotations

import pytest

from deadground.bots.roster import make_bot, usual_of
from deadground.core.bot import chosen
from deadground.core.faults import SetupError
from deadground.core.loader import DataError
from deadground.core.match import Match
from deadground.systems.skirmish.scenario_file import goals_of
from tests.systems.skirmish.deployments import battle, on_the_shelf, read

BLUE = """nation: german
    force: {force}
    year: 1943
    alone: {{mission: patrol, pefs: {{rolled: 3, met_by: 4}}, {victory}}}"""
SCOUT = "victory: [{side: red, kind: scout, name: all is known, within: 6}]"
MORE = "victory: [{side: red, kind: hold, name: red has held}]"


def sides(force: str = "volksgrenadier", victory: str = SCOUT) -> str:
    return BLUE.format(force=force, victory=victory)


def force() -> str:
    from deadground.systems.skirmish.lists import units

    return next(iter(units("german")))


@pytest.fixture
def text() -> str:
    return battle(blue=sides(force()), more=MORE)


def test_it_is_a_battle_of_two_unless_that_is_said(text: str) -> None:
    with on_the_shelf(text) as system:
        assert system.prepare(system.scenario).seats == ("red", "blue")
        state = system.new_state(system.prepare(system.scenario))
        assert sum(one.side == "blue" for one in state.figures.values()) == 2
        assert (state.mission, state.knowledge) == ("", "open")
        assert [goal.name for goal in goals_of(state)] == ["red has held"]
        assert [side.alone for side in system.sheet(system.scenario).sides] == [False, True]


def test_a_side_left_to_itself_is_question_marks_and_has_no_seat(text: str) -> None:
    with on_the_shelf(text) as system:
        setup = system.prepare(system.scenario, details={"unplayed": "blue"})
        assert setup.seats == ("red",)
        system.check_setup(setup)
        assert not any(one.side == "blue" for one in system.new_state(setup).figures.values())
        match = Match.begin(system, setup, bytes(32))
        state = match.position.state
        assert state.pef_count == 3
        assert (state.mission, state.knowledge) == ("patrol", "ghosts")
        assert [goal.name for goal in goals_of(match.view("red").state)] == ["all is known"]


def test_friends_may_share_the_other_side(text: str) -> None:
    with on_the_shelf(text) as system:
        setup = system.prepare(system.scenario, details={"unplayed": "blue", "players": {"red": 2}})
        assert setup.seats == ("red", "red_2")


def test_it_is_played_to_its_end(text: str) -> None:
    with on_the_shelf(text) as system:
        setup = system.prepare(system.scenario, details={"unplayed": "blue"})
        match = Match.begin(system, setup, bytes(range(32)))
        bot = make_bot(system, usual_of(system), bytes(32), "red")
        while match.outcome is None:
            match.submit(chosen(bot, match.view("red")))
        assert any(event.seen.kind == "pef" for entry in match.journal for event in entry.events)


@pytest.mark.parametrize(
    ("side", "why"),
    [
        ("red", "Red cannot be left to the game itself"),
        ("green", "no side is called 'green'"),
    ],
)
def test_only_a_side_of_which_the_scenario_says_how(text: str, side: str, why: str) -> None:
    with on_the_shelf(text) as system, pytest.raises(SetupError, match=why):
        system.prepare(system.scenario, details={"unplayed": side})


def test_a_side_without_a_list_cannot_be_left_to_itself() -> None:
    with pytest.raises(DataError, match="Blue has nobody to be met"):
        read(battle(blue="alone: {mission: attack, pefs: {rolled: 3}}"))


@pytest.mark.parametrize("men", [3, 99])
def test_how_many_men_it_will_have_is_not_known(men: int) -> None:
    """Of the two whom it has against a player no goal is made then."""
    goal = f"{{side: red, kind: destroy, name: spent, men: {men}}}"
    read(battle(blue=sides(force(), f"victory: [{goal}]")))
    with pytest.raises(DataError, match="3 of Blue" if men == 3 else "99 of Blue"):
        read(battle(blue=sides(force(), SCOUT), more=f"victory: [{goal}]"))


def test_its_goals_are_checked_as_all_are() -> None:
    wrong = "victory: [{side: nobody, kind: scout, name: known}]"
    with pytest.raises(DataError, match="no side is called 'nobody'"):
        read(battle(blue=sides(force(), wrong)))
