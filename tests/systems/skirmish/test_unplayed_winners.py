"""Winners of an In Sight Test whom nobody plays: they shoot, else throw, else charge. NR-17, NR-19, NR-59"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.solo import solo, through
from tests.systems.skirmish.table import RIFLE, foe, man

UNARMED: dict[str, Any] = {"weapons": ()}
WON = [6, 1, 1, 1]
"""A has one die and fails; blue has three successes."""


def seen(state: SkirmishState, *dice: int) -> list[str]:
    """What the log says of each man of blue before anybody tests. Whatever else is thrown is a 6."""
    with through(state, InSightTest("red-1", ("blue-1",)), [*WON, *dice], fill=6) as p:
        p.nothing_pending()
    return [line for line in p.log if line[:2] in ("X ", "Y ", "Z ") and "Crisis" not in line]


def facing_a(**blue: dict[str, Any]) -> SkirmishState:
    """A stands 5" south of the men of blue."""
    places = {"x": 10.0, "y": 11.5, "z": 8.5}
    return solo(
        man("a", (10, 15), rep=1),
        *[foe(id, (places[id], 10), **changes) for id, changes in blue.items()],
    )


@rule("NUTS-SIGHT-09", "NUTS-SIGHT-02")
def test_who_has_a_shot_takes_it_and_keeps_his_grenade() -> None:
    """NR-59: X has a rifle and a grenade in his hand. Alone he has four dice; his shot is a 1."""
    assert seen(facing_a(x=HELD), 1, 1)[0] == "X fires at A, Bolt-action rifle: a miss."


@rule("NUTS-SIGHT-09", "NUTS-SIGHT-02")
def test_one_shoots_one_throws_and_one_charges_in_one_test() -> None:
    """Each by what he has: a rifle, a grenade alone, his bare hands."""
    state = facing_a(x={"weapons": (RIFLE,)}, y={**UNARMED, **HELD}, z=UNARMED)
    said = seen(state, 1, 1, 1)
    assert [line.split(" ")[:2] for line in said[:3]] == [["X", "fires"], ["Y", "throws"], ["Z", "charges"]]
    assert not [line for line in said if line.startswith(("X charges", "Y charges"))]


@rule("NUTS-SIGHT-09")
@pytest.mark.parametrize(("inches", "charges"), [(6, True), (6.01, False)])
def test_who_has_nothing_to_shoot_with_charges_within_six_inches_and_ducks_beyond(
    inches: float, charges: bool
) -> None:
    state = solo(man("a", (10, 10 + inches), rep=1), foe("x", (10, 10), **UNARMED))
    first = "X charges A." if charges else "X can neither fire nor charge."
    assert seen(state)[0] == first


WOOD = "  - {id: w, kind: woods, polygon: [[0, 0], [48, 0], [48, 11], [0, 11]]}"


@rule("NUTS-SIGHT-05", "NUTS-SIGHT-06")
@pytest.mark.parametrize(("pieces", "dice"), [("", 4), (WOOD, 3)])
def test_a_group_has_a_die_less_where_all_it_sees_is_concealed(pieces: str, dice: int) -> None:
    """NR-14: X stands in the wood; A, who rolls, does not, and X sees him well."""
    state = solo(man("a", (10, 20)), foe("x", (10, 10.5), rep=2), pieces=pieces)
    with through(state, InSightTest("red-1", ("blue-1",)), [*[6] * dice, 1, 1], fill=6) as p:
        p.nothing_pending()
    results = {one["side"]: one["dice"] for one in p.last("in_sight_test").data["results"]}
    assert results == {"red": dice, "blue": 2}
