"""What those whom nobody plays do for their wounded, where no enemy sees them. NR-82, NR-113"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.enemies.np_wounded import is_safe, who_fetches
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.solo import solo, through
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import LMG, foe, man

HOUSE = "  - {id: house, kind: structure, polygon: [[0, 20], [48, 20], [48, 24], [0, 24]]}"
"""A long house between the two sides."""


def behind(*more: Figure, pieces: str = HOUSE, away: float = 4, **changes: Any) -> SkirmishState:
    """X and Y of blue, with a wounded friend; red is on the other side of the house."""
    down = foe("down", (20, 10 + away), status="out_of_the_fight", **changes)
    state = solo(
        man("a", (20, 40)),
        foe("x", (20, 10), rank="junior_nco"),
        foe("y", (23, 10)),
        down,
        *more,
        pieces=pieces,
    )
    down.group = ""
    return state


def men(state: SkirmishState) -> list[Figure]:
    return [one for one in state.figures.values() if one.side == "blue" and one.status == "carry_on"]


def pairs(state: SkirmishState) -> tuple[tuple[str, str], ...]:
    return who_fetches(game(state), men(state))


@rule("NUTS-WOUND-01", "NUTS-WOUND-02")
@pytest.mark.parametrize(("die", "carries"), [(4, "down"), (5, "")])
def test_one_goes_for_a_wounded_friend_if_he_is_willing(die: int, carries: str) -> None:
    """X is the nearest. Y does as the table says."""
    with through(behind(), Activation("blue-1"), [die]) as p:
        p.nothing_pending()
    assert p.state.figures["x"].aid.carries == carries
    assert p.state.figures["down"].aid.carried_by == ("x" if carries else "")
    assert p.last("willing").data["willing"] == bool(carries)


@bounds("NUTS-WOUND-01")
@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, (("x", "down"),)),
        ({"away": 7}, (("x", "down"),)),
        ({"away": 7.1}, ()),
        ({"carried_by": "y"}, ()),
        ({"pieces": ""}, ()),
    ],
)
def test_who_goes_for_whom(changes: dict[str, Any], found: Any) -> None:
    """He must come into contact and have 2" left; and no enemy may see him or the man who lies there."""
    assert pairs(behind(**changes)) == found


@bounds("NUTS-WOUND-01")
def test_an_enemy_who_cannot_act_frightens_nobody() -> None:
    state = behind(pieces="")
    assert not is_safe(game(state), state.figures["x"])
    state.figures["a"].status = "hunker_down"
    assert pairs(state) == (("x", "down"),)


@bounds("NUTS-WOUND-01")
def test_gunner_loader_medic_and_who_has_his_arms_full_do_not_go() -> None:
    state = behind()
    x, y = state.figures["x"], state.figures["y"]
    x.arms = x.arms.but(weapons=(LMG,))
    assert pairs(state) == (("y", "down"),)
    y.arms = y.arms.but(loads_for="x")
    assert pairs(state) == ()
    x.arms = x.arms.but(weapons=y.arms.weapons)
    y.arms = y.arms.but(loads_for="")
    x.medic = True
    assert pairs(state) == (("y", "down"),)
    y.aid = y.aid.but(carries="somebody")
    assert pairs(state) == ()


@bounds("NUTS-WOUND-01")
def test_each_has_one_casualty_and_each_casualty_one_man() -> None:
    second = foe("second", (24, 12), status="out_of_the_fight")
    state = behind(second)
    second.group = ""
    assert pairs(state) == (("x", "down"), ("y", "second"))


@rule("NUTS-WOUND-05", "NUTS-WOUND-06")
@pytest.mark.parametrize(("dice", "status"), [([4, 4], "carry_on"), ([5, 5], "out_of_the_fight")])
def test_a_medic_treats_whom_he_is_beside(dice: list[int], status: str) -> None:
    """Y, who holds no gun, would have gone for him; but the medic is there and nobody else is near enough."""
    state = behind(foe("doc", (20, 33), medic=True, weapons=(), facing=0), away=24, pieces=FAR_HOUSE)
    doc = state.figures["doc"]
    with through(state, Activation(doc.group), dice) as p:
        p.nothing_pending()
    assert p.state.figures["down"].status == status
    assert p.state.figures["down"].aid.treated


FAR_HOUSE = "  - {id: house, kind: structure, polygon: [[0, 36], [48, 36], [48, 39], [0, 39]]}"


@rule("NUTS-WOUND-05")
def test_a_medic_goes_to_a_casualty_and_treats_him_when_he_is_next_active() -> None:
    state = behind(foe("doc", (20, 28), medic=True, weapons=(), facing=180), away=24, pieces=FAR_HOUSE)
    group = state.figures["doc"].group
    with through(state, Activation(group), []) as p:
        p.nothing_pending()
    doc = p.state.figures["doc"]
    assert doc.at[1] == pytest.approx(33 * 254, abs=3)
    assert not p.state.figures["down"].aid.treated
    with through(p.state, Activation(doc.group), [1, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["down"].status == "carry_on"
