"""Replacement rolls that a battle leaves due, and who of a platoon goes on. COT-SQUAD-04, COT-SQUAD-05, LR-212"""

from __future__ import annotations

import pytest

from deadground.core.events import SeenEvent
from deadground.core.match import Match
from deadground.core.records import copy_state
from deadground.core.roster import SquadOrder
from deadground.space.bases import overlap
from deadground.systems.skirmish.armies.making import made_by
from deadground.systems.skirmish.armies.rosters import plain
from deadground.systems.skirmish.rules.wounded.aftermath import tell_fates
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import foe, man, table

AFTER = {"after_battle": "on"}


def told(state: SkirmishState, dice: list[int], options: dict[str, str]) -> list[SeenEvent]:
    g = game(state, dice, options)
    tell_fates(g, "red")
    return [event.seen for event in g.events if event.seen.kind == "replacements"]


def after_a_fight() -> SkirmishState:
    """B is dead, C lies wounded on a field that is ours; X came through."""
    return table(
        man("a", (10, 20)),
        man("b", (12, 20), status="obviously_dead"),
        man("c", (14, 20), status="out_of_the_fight"),
        foe("x", (10, 10)),
    )


@bounds("COT-SQUAD-05")
def test_one_roll_is_due_for_each_soldier_lost_and_the_leader_makes_it() -> None:
    """C comes back by the roll after the battle, and is lost for the next one all the same. LR-025"""
    (due,) = told(after_a_fight(), [1, 1], AFTER)
    assert due.text == "Red squad: a Replacement roll is due for B, C; A rolls."
    assert (due.data["due"], due.rows) == (2, ("COT-SQUAD-05", "LR-212"))


@bounds("COT-SQUAD-05")
def test_where_nobody_is_left_nobody_rolls() -> None:
    state = table(man("b", (12, 20), status="obviously_dead"), foe("x", (10, 10)))
    (due,) = told(state, [], AFTER)
    assert "nobody is left to roll" in due.text


def test_nothing_is_told_without_the_option_or_where_nobody_was_lost() -> None:
    assert told(after_a_fight(), [], {}) == []
    assert told(table(man("a", (10, 20)), foe("x", (10, 10))), [], AFTER) == []


@rule("COT-SQUAD-02")
@pytest.mark.parametrize("side", ["soviet", "german"])
def test_a_squad_of_ones_own_fights_at_the_farm_as_the_first_of_its_platoon(side: str) -> None:
    """Twelve men, two of them where there is room; its NCO has the rank of the man whose place he takes."""
    made = plain(made_by(SquadOrder(nation=side, unit="infantry", year=1943), "farm", {}, 0))
    rifleman = made["men"][-1]
    more = [{**rifleman, "name": f"More {n}"} for n in range(12 - len(made["men"]))]
    made |= {"men": [*made["men"], *more], "house": True}
    match = Match.begin(SKIRMISH, SKIRMISH.prepare("dubrovka-farm", details={"rosters": {side: made}}))
    squad = [one for one in match.position.state.figures.values() if one.unit == f"{side}_squad_1"]
    assert [one.name for one in squad] == [man["name"] for man in made["men"]]
    assert squad[0].rank == "first_squad_leader"
    assert len(match.position.state.figures) == 82
    assert list(SKIRMISH.invariants(match.position.state)) == []
    everybody = [one.base for one in match.position.state.figures.values()]
    assert not any(overlap(a, b) for n, a in enumerate(everybody) for b in everybody[:n])


@rule("COT-SQUAD-04")
@pytest.mark.parametrize("side", ["soviet", "german"])
def test_of_a_platoon_the_players_squad_alone_goes_on(side: str) -> None:
    """The farm has a place for one squad of each side; the other squads are not in its roster afterwards."""
    match = Match.begin(SKIRMISH, SKIRMISH.prepare("dubrovka-farm"))
    state = copy_state(match.position.state)
    squad = [one for one in state.figures.values() if one.unit == f"{side}_squad_1"]
    squad[-1].status = "obviously_dead"
    details = SKIRMISH.on_with(match.setup, state)
    assert details is not None
    names = [one["name"] for one in details["rosters"][side]["men"]]
    assert names == [one.name for one in squad[:-1]]
