"""Track damage, and crews of vehicles that cannot move. COT-AFV-01 to COT-AFV-03, NR-266"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.bases import gap
from deadground.space.units import inches
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import acted, refused, told
from tests.systems.skirmish.machines import field, met, vehicle
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import man
from tests.systems.skirmish.test_driving import drive
from tests.systems.skirmish.test_main_guns import HIT, round_at

STUG = "german.stug_iii_a_e"
"""Front 4, side 2."""
HITS, STOPS, HOLDS = 6, [6, 6], 2
"""A shot that hits, a penetration that fails, a die that breaks no track."""


def at_a_stug(type: str = STUG, facing: float = 90, weapon: str = "soviet.atr") -> SkirmishState:
    """A, with an anti-tank rifle of APR 3, due south of X, that looks east."""
    a = man("a", (24, 34), rep=4, weapons=(weapon,))
    x = vehicle("x", (24, 20), side="blue", facing=facing, type=type, buttoned=True)
    return met(field(x, men=(a,)))


def shot(state: SkirmishState, *dice: int) -> Play[SkirmishState]:
    return acted(state, fire("red-1", "soviet.atr", a="x"), dice=dice)


def broken(p: Play[SkirmishState]) -> list[bool]:
    return [one["broken"] for one in told(p, "track_damage")]


@rule("COT-AFV-01", "COT-AFV-02", "COT-AFV-03")
def test_the_printed_example() -> None:
    """APR 3 against the side, 2: not pierced, a 1 for the tracks, and the crew passes two dice and stays."""
    p = shot(at_a_stug(), HITS, *STOPS, 1, 1, 1)
    x = p.state.vehicles["x"]
    assert broken(p) == [True]
    assert (x.condition, told(p, "vehicle_crisis")[0]["passed"]) == ("immobile", 2)
    assert {p.state.figures[f"x_{n}"].aboard for n in range(1, 5)} == {"x"}


@rule("COT-AFV-01")
def test_any_other_die_breaks_nothing() -> None:
    p = shot(at_a_stug(), HITS, *STOPS, 2, 1, 1)
    assert broken(p) == [False]
    assert p.state.vehicles["x"].condition == "sound"


@rule("COT-AFV-01")
@pytest.mark.parametrize(("facing", "rolls"), [(90, True), (0, True), (180, False)])
def test_from_the_flank_or_the_rear(facing: float, rolls: bool) -> None:
    p = shot(at_a_stug(facing=facing), HITS, *STOPS, *([HOLDS] if rolls else []), 1, 1)
    assert bool(broken(p)) is rolls


@rule("COT-AFV-01")
@pytest.mark.parametrize(
    ("type", "rolls"),
    [("german.tiger_i", True), ("german.sturmtiger", False), ("german_core.tiger_i", False)],
)
def test_by_at_least_half_of_the_side_armour(type: str, rolls: bool) -> None:
    """APR 3 against 6 and 8; the core rules have no track damage."""
    p = shot(at_a_stug(type), HITS, *STOPS, *([HOLDS] if rolls else []), 1, 1)
    assert bool(broken(p)) is rolls


@rule("COT-AFV-02")
@pytest.mark.parametrize("dice", [[1, 6], [6, 6]])
def test_a_crew_that_passes_one_or_none_leaves_at_once(dice: list[int]) -> None:
    """The test for the very hit that broke the track counts already."""
    p = shot(at_a_stug(), HITS, *STOPS, 1, *dice)
    x = p.state.vehicles["x"]
    crew = [p.state.figures[f"x_{n}"] for n in range(1, 5)]
    assert {(one.aboard, one.status) for one in crew} == {("", "duck_back")}
    assert all(0 <= gap(one.base, x.base) <= inches(2) for one in crew)
    assert all(one.at[1] < x.at[1] for one in crew), "away from the shooter"
    assert crew[0].arms.weapons == ("core.smg",)


def fallout_at_x(dice: list[int], fallout: Fallout, **changes: Any) -> Play[SkirmishState]:
    state = at_a_stug()
    for name, value in changes.items():
        setattr(state.vehicles["x"], name, value)
    with playing(state, links.crisis_after(game(state), fallout), dice=dice) as p:
        p.nothing_pending()
    return p


@rule("COT-AFV-02")
@pytest.mark.parametrize("condition", ["sound", "immobile"])
def test_a_crew_that_can_drive_stays(condition: str) -> None:
    p = fallout_at_x([6, 6], Fallout(missed=(("x", "a"),)), condition=condition)
    assert (p.state.figures["x_1"].aboard == "") is (condition == "immobile")


def test_the_fate_of_a_friend_makes_nobody_get_out() -> None:
    """NR-266: a friend that burns is another line; who is to leave and cannot move gets out by NR-263."""
    state = met(
        field(
            vehicle("x", (24, 20), side="blue", facing=90, type=STUG, condition="immobile"),
            vehicle("w", (24, 14), side="blue", facing=90, type=STUG, condition="destroyed"),
        )
    )
    for id, one in state.figures.items():
        if id.startswith("w_"):
            one.status, one.group = "obviously_dead", ""
    with playing(state, links.crisis_after(game(state), Fallout(destroyed=(("w", ""),))), dice=[1, 6]) as p:
        p.nothing_pending()
    assert p.state.figures["x_1"].aboard == "x"


def test_what_cannot_move_is_not_driven() -> None:
    state = field(vehicle("t", (24, 24), condition="immobile"))
    assert "COT-AFV-01" in refused(state, drive((24, 20)))


@rule("COT-AFV-01")
def test_a_main_gun_breaks_tracks_as_well() -> None:
    state = met(field(vehicle("t", (24, 34)), vehicle("x", (24, 14), side="blue", facing=90, type=STUG)))
    p = acted(state, round_at("x"), dice=[*HIT, 6, 6, 1, 1, 1, 1])
    assert broken(p) == [True]
