"""A sergeant on a patrol: he looks at what nobody knows, then goes home, or after whoever is left. NS-11"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from deadground.core.match import Match
from deadground.systems.skirmish.bots.moves import march
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.plans import Mind
from deadground.systems.skirmish.bots.remarks import cost, words
from deadground.systems.skirmish.bots.staff import Staff
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import INCH, SkirmishState
from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing.conformance.suite import Size
from tests.bots.skirmish_table import fight, orders, winner
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table

FEW, MANY = 6, 120
WON = 0.65, 0.8
"""What part of his patrols a sergeant brings home what was asked."""


class FixedLuck:
    """Draws the middle of everything."""

    def random(self) -> float:
        return 0.5


def on_patrol(change: Callable[[SkirmishState], None]) -> Staff:
    """What a sergeant thinks at the start of the first patrol, with something changed."""
    match = Match.begin(SKIRMISH, SKIRMISH.prepare("first-patrol"), bytes(32))
    view = match.view("soviet")
    change(view.state)
    luck: Any = FixedLuck()
    return Staff(Picture(view), Mind(luck))


def no_marks(state: SkirmishState) -> None:
    state.pefs = {}


def all_answered(state: SkirmishState) -> None:
    no_marks(state)
    state.near_houses = ("farm",)


def few_are_left(state: SkirmishState) -> None:
    all_answered(state)
    for one in [one for one in state.figures.values() if one.side == "soviet"][:3]:
        one.status = "obviously_dead"


def seen_off(state: SkirmishState) -> None:
    """All is known, and the patrol is in the middle of the field."""
    all_answered(state)
    for one in state.figures.values():
        one.at = one.at[0], one.at[1] - 12 * INCH


def test_the_nearest_question_mark_comes_first() -> None:
    staff = on_patrol(lambda state: None)
    marks = [one.at for one in staff.picture.state.pefs.values()]
    assert staff.picture.aim.at in marks
    assert staff.posture != "home"


def test_a_house_that_nobody_came_near_to_is_looked_at_before_he_goes_home() -> None:
    aim = on_patrol(no_marks).picture.aim
    (farm,) = [piece for piece in on_patrol(no_marks).picture.land.ground.pieces if piece.id == "farm"]
    assert farm.holds(aim.at)


def test_a_silent_house_is_entered() -> None:
    def silent(state: SkirmishState) -> None:
        all_answered(state)
        state.silent_houses = ("farm",)

    assert on_patrol(silent).picture.aim.name == "what may be there"


def test_when_all_is_known_he_goes_home_by_the_shortest_way() -> None:
    staff = on_patrol(seen_off)
    assert staff.posture == "home"
    men = staff.picture.friends
    ends = march(staff, men)
    assert len(ends) == len(men)
    assert all(ends[one.id][1] > one.at[1] + 4 * INCH for one in men)


def test_who_has_too_few_men_to_go_home_looks_for_the_enemy() -> None:
    staff = on_patrol(few_are_left)
    assert staff.picture.aim.name == "whoever is left there"
    assert staff.posture != "home"


def test_while_nobody_is_known_the_diary_tells_no_odds_and_no_hunt() -> None:
    staff = on_patrol(lambda state: None)
    assert staff.picture.foes == []
    plan, wanted = staff.mind.told(staff.picture), words(staff, goes=True)
    assert "to 1" not in plan
    assert "nobody is to be seen yet" in wanted
    assert "after them" not in wanted
    assert words(staff, goes=False) == "nobody is to be seen yet"


@pytest.mark.parametrize(
    ("knowledge", "told"), [("open", "1 of ours and 1 of theirs lost, "), ("ghosts", "1 of ours lost, ")]
)
def test_of_enemies_who_go_out_of_sight_again_no_losses_are_told(knowledge: Any, told: str) -> None:
    """What is told once does not sink when a fallen enemy is no longer seen. NR-108"""
    men = [man("a", (24, 30)), man("b", (25.2, 30), status="obviously_dead")]
    foes = [
        foe("x", (24, 14), seen_by=("red",)),
        foe("y", (25.2, 14), status="obviously_dead", seen_by=("red",)),
    ]
    state = table(*men, *foes, knowledge=knowledge)
    with playing(state, Activation("red-1")) as p:
        staff = Staff(Picture(p.match.view("red")), Mind(Random(2)))
        assert cost(staff) == f"{told}1.0 to 1; "
        p.choose("red", [])
        p.nothing_pending()


def test_wounded_are_fetched_while_nobody_is_known_to_go_after() -> None:
    down = man("d", (24, 33), status="out_of_the_fight", prone=True)
    assert "fetch" in orders(table(man("a", (24, 36)), man("b", (25.2, 36)), down))


@pytest.mark.parametrize("change", [all_answered, no_marks])
def test_no_other_battle_fears_what_nobody_knows(change: Callable[[SkirmishState], None]) -> None:
    match = Match.begin(SKIRMISH, SKIRMISH.prepare("lipki-village"), bytes(32))
    view = match.view("german")
    change(view.state)
    assert Picture(view).unknown == []


def first_seen(match: Match[Any]) -> int:
    """The turn in which the patrol first had an enemy in sight; 0 for never."""
    turn = 0
    for event in match.log("soviet"):
        if event.kind == "turn":
            turn = event.data["turn"]
        elif event.kind == "pef_force" and event.data["men"]:
            return turn
    return 0


def test_every_patrol_meets_somebody_in_time_and_most_find_out_what_was_asked(
    size: Size, capsys: pytest.CaptureFixture[str]
) -> None:
    """NR-196: an enemy on the table and in sight by the end of turn 4, in every game."""
    games = MANY if size == "full" else FEW
    battles = [fight("first-patrol", ("sergeant",), number) for number in range(games)]
    met = Counter(first_seen(match) for match in battles)
    won = sum(winner(match) == "soviet" for match in battles)
    with capsys.disabled():
        sys.stdout.write(f"\nFirst Patrol, {games} games: first met by turn {met}, won {won / games:.0%}\n")
    assert set(met) <= {1, 2, 3, 4}
    least, most = WON if size == "full" else (0.5, 1)
    assert least <= won / games <= most
