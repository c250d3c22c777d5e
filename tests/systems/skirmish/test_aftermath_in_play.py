"""The end of a battle that is played out: prisoners, Stars, Replacement rolls that are due. NR-112, LR-212"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.turn import Battle
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, told
from tests.systems.skirmish.table import foe, man, table

AFTER = {"after_battle": "on"}


def ended(*men: Any, dice: list[int]) -> Any:
    """A battle that red has won before its first turn is over; the dice after those of the turn."""
    state = table(man("a", (40, 20)), *men, foe("y", (30, 10), status="obviously_dead"))
    return acted(state, dice=[6, 5, *dice], procedure=Battle(), options=AFTER)


def fates(p: Any) -> dict[str, str]:
    """What becomes of each, by name: his id is the battle's own."""
    return {p.state.figures[one["figure"]].name: one["fate"] for one in told(p, "after_battle")}


@rule("NUTS-WOUND-11")
@pytest.mark.parametrize(
    ("dice", "ours", "theirs"), [([4, 4], "returns", "prisoner"), ([5, 5], "lost", "lost")]
)
def test_who_would_have_come_back_is_a_prisoner_where_the_enemy_holds_the_field(
    dice: list[int], ours: str, theirs: str
) -> None:
    men = man("b", (12, 20), status="out_of_the_fight"), foe("x", (10, 10), status="out_of_the_fight")
    p = ended(*men, dice=[*dice, *dice])
    assert p.outcome.winners == ("red",)
    assert fates(p) == {"B": ours, "X": theirs}


@rule("NUTS-WOUND-11")
def test_stars_are_always_recovered() -> None:
    p = ended(foe("x", (10, 10), status="out_of_the_fight", star=True), dice=[])
    assert fates(p) == {"X": "returns"}


@rule("COT-SQUAD-05")
def test_a_replacement_roll_is_due_for_each_soldier_lost() -> None:
    p = ended(
        man("b", (12, 20), status="obviously_dead"),
        man("c", (14, 20), status="out_of_the_fight"),
        dice=[1, 1],
    )
    due = [event for event in p.events if event.kind == "replacements"]
    assert [event.data["due"] for event in due if event.text.startswith("Red")] == [2]
