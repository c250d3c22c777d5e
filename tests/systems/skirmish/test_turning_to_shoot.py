"""Whoever has moved shoots at what is before him: nobody turns to shoot after his move. NR-12, NR-31"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.solo import solo, through
from tests.systems.skirmish.table import foe, man, point

AWAY: dict[str, Any] = {"weapons": (), "prone": True}
"""Nobody shoots back, and nobody stands in a line of fire."""


def going_back(y: float) -> Any:
    """One of blue's who goes back 8" to the north with his eyes on `a`; `b`, whom they know, is near his end."""
    state = solo(
        man("a", (20, 30), **AWAY), man("b", (28, y), **AWAY), foe("x", (20, 20), rank="junior_nco", rep=4)
    )
    state.units["blue_squad"].stance = "withdraw"
    groups = list(state.groups)
    state.sighted = tuple((one, other) for one in groups for other in groups if one < other)
    return state


def targets(p: Play[Any]) -> set[str]:
    """Whom blue has shot at."""
    return {die["target"] for event in p.events if event.kind == "shots" for die in event.data["dice"]}


@rule("NUTS-LOS-02", "NUTS-ACT-08")
@pytest.mark.parametrize(("y", "target"), [(12.1, "b"), (12, "b"), (11.9, "a")])
def test_men_nobody_plays_do_not_turn_to_shoot_after_a_move(y: float, target: str) -> None:
    """He ends at 12", looking south: the half circle before him has its edges, and no more. NS-42"""
    with through(going_back(y), Activation("blue-1"), [], fill=6) as p:
        p.nothing_pending()
    assert p.state.figures["x"].at == point((20, 12))
    assert targets(p) == {target}


@rule("NUTS-LOS-02", "NUTS-ACT-08")
def test_men_nobody_plays_who_stay_may_turn() -> None:
    """Told to stay by their table they turn to the nearest, who is behind them. NS-42"""
    state = going_back(19.9)
    state.units["blue_squad"].stance = "defend_then_patrol"
    with through(state, Activation("blue-1"), [4, 5], fill=6) as p:
        p.nothing_pending()
    assert p.state.figures["x"].at == point((20, 20))
    assert targets(p) == {"b"}


@rule("NUTS-NP-05", "NUTS-ACT-08")
@pytest.mark.parametrize(("x", "goes"), [(6, True), (4, False)])
def test_cover_to_fire_from_has_somebody_before_it(x: float, goes: bool) -> None:
    """Behind the wall he will look west at `a`, who is in range of it or not; `b` is in range and behind him.

    Where he could shoot at nobody he does not go, and drops where he is. NS-42
    """
    state = solo(
        man("a", (x, 20), **AWAY),
        man("b", (25, 24), **AWAY),
        foe("x", (20, 20), facing=270, rank="junior_nco", weapons=("core.pistol",)),
        pieces="  - {id: wall, kind: wall, height: 1, line: [[17, 12], [17, 28]]}",
    )
    state.units["blue_squad"].stance = "defend_then_patrol"
    with through(state, Activation("blue-1"), [4, 4], fill=6) as p:
        p.nothing_pending()
    one = p.state.figures["x"]
    assert (one.at != point((20, 20)), one.prone) == (goes, not goes)
    assert targets(p) == ({"a"} if goes else {"b"})
