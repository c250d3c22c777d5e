"""Guns on the table: their crew fires them like main guns, behind a shield, and others take them over. NS-34"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.man import Berth
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun
from deadground.testing import rule
from tests.systems.skirmish.acting import acted, refused, told
from tests.systems.skirmish.machines import PZIV, field, gun, met, vehicle
from tests.systems.skirmish.orders import fire
from tests.systems.skirmish.table import RIFLE, At, foe, man
from tests.systems.skirmish.test_main_guns import HIT, MISS, rep_of, round_at

HOWITZER = "soviet.howitzer_122mm"


def crew(one: Gun, *places: At, side: str = "red", reps: tuple[int, ...] = (4, 4, 4)) -> list[Figure]:
    """Men who serve a gun: gunner, loader, and one who lends a hand; a1, a2, a3 of gun a."""
    posts: list[Any] = [("gunner",), ("loader",), ("number",)]
    men = []
    for n, at in enumerate(places):
        made = man(f"{one.id}{n + 1}", at, side=side, rep=reps[n], facing=one.facing / 10)
        made.berth = Berth(posts=posts[n], gun=one.id)
        men.append(made)
    return men


def position(x: At = (24, 10), facing: float = 90, type: str = "german.pak_40", **more: Any) -> SkirmishState:
    """A Pak 40 of red's at (24, 34) that looks north with three men behind it, and X, a Panzer IV."""
    pak = gun("a", (24, 34), type=type)
    men = crew(pak, (23, 35.6), (25, 35.6), (24, 36.6), **more)
    return met(field(vehicle("x", x, side="blue", facing=facing, type=PZIV), men=tuple(men), guns=(pak,)))


def shot(target: str = "x", gunner: str = "a1", **more: Any) -> dict[str, Any]:
    return round_at(target, gunner=gunner, **more)


def test_a_gun_fires_like_a_main_gun_and_its_loader_loads() -> None:
    """NS-34: APR 8 against a side of 3."""
    p = acted(position(), shot(), dice=[*HIT, 5, 6, 4])
    assert [one["number"] for one in told(p, "penetration")] == [5]
    assert p.state.vehicles["x"].condition == "disabled"
    assert p.state.guns["a"].unloaded is False
    (loading,) = told(p, "loads")
    assert loading["men"] == ["a2"]


def test_an_empty_gun_does_not_fire() -> None:
    p = acted(position(), shot(), dice=[*MISS, 5])
    assert p.state.guns["a"].unloaded
    assert "NS-23" in refused(p.state, shot()) or "NUTS-ACT-10" in refused(p.state, shot())


@pytest.mark.parametrize(("x", "legal"), [((46, 12), True), ((46, 12.5), False)])
def test_a_gun_bears_into_its_front_quarter(x: At, legal: bool) -> None:
    """NS-34"""
    assert ("NS-34" not in refused(position(x=x), shot())) == legal


def test_a_gun_that_was_moved_does_not_fire() -> None:
    """NS-34: in the activation in which it was pushed."""
    state = position()
    state.guns["a"].pushed = 10
    state.guns["a"].moving = True
    p = acted(state, dice=[])
    assert told(p, "gunnery") == []
    push = {"unit": "red-1", "card": "push_gun", "pieces": ["a1"]}
    order = {**push, "plan": {"guns": {"a1": {"at": None, "facing": 300}}}}
    both = {**shot(gunner="a2"), "pieces": ["a2"]}
    assert "NS-29" in refused(state, both)
    assert refused(position(), order) == set()


def test_only_who_is_at_the_gun_fires_it_and_the_next_man_takes_the_place_of_a_gunner_who_is_down() -> None:
    """NR-251"""
    state = position(reps=(4, 2, 4))
    assert "NS-29" in refused(state, shot(gunner="a2"))
    state.figures["a1"].status = "out_of_the_fight"
    p = acted(state, shot(gunner="a2"), dice=[3, 3, 1])
    assert [one["passed"] for one in told(p, "gunnery")] == [0]


@rule("COT-GUN-08")
@pytest.mark.parametrize(("away", "rep"), [(24, 4), (24.1, 3), (36, 3), (36.1, 2), (48, 2), (48.1, None)])
def test_a_howitzer_loses_rep_with_range_and_reaches_48_inches(away: float, rep: int | None) -> None:
    """LR-156. From edge to edge: the gun's base reaches an inch, X's side 1.25"."""
    pak = gun("a", (24, 62), type=HOWITZER)
    men = crew(pak, (23, 63.6), (25, 63.6))
    x = vehicle("x", (24, 62 - 1 - 1.25 - away), side="blue", facing=90, type=PZIV)
    state = met(field(x, men=tuple(men), guns=(pak,), size=(48, 72)))
    if rep is None:
        assert "COT-GUN-08" in refused(state, shot())
    else:
        assert rep_of(acted(state, shot(), dice=[*MISS, 1])) == rep


@pytest.mark.parametrize(
    ("dice", "lost", "statuses"),
    [
        ([3, 3], True, {"obviously_dead"}),
        ([3, 4], True, {"carry_on"}),
        ([4, 4], False, {"duck_back"}),
    ],
)
def test_a_round_that_hits_a_gun(dice: list[int], lost: bool, statuses: set[str]) -> None:
    """NS-34, NR-244: APR 6 against a Defensive Value of 3; a gun is low, so that half a success misses."""
    pak = gun("p", (24, 14), side="blue", facing=180)
    men = crew(pak, (23.6, 12.4), side="blue")
    state = met(field(vehicle("t", (24, 34)), men=tuple(men), guns=(pak,)))
    missed = acted(state, round_at("p"), dice=[4, 5])
    assert [one["hit"] for one in told(missed, "gunnery")] == [False]
    p = acted(state, round_at("p"), dice=[*HIT, *dice], fill=1)
    assert (p.state.guns["p"].condition == "destroyed") is lost
    assert {one.status for one in p.state.figures.values() if one.berth.gun == "p"} == statuses


@pytest.mark.parametrize(
    ("place", "from_", "covered"),
    [
        ((24, 35.6), (24, 20), True),
        ((24, 35.6), (38, 20), True),
        ((24, 35.6), (40, 20), False),
        ((24, 36.6), (24, 20), False),
        ((24, 32.4), (24, 20), False),
    ],
)
def test_the_shield_covers_the_crew_from_the_front(place: At, from_: At, covered: bool) -> None:
    """NS-34: a total of 8 misses whoever is in cover; it covers who is at the gun, and not who is before it."""
    pak = gun("p", (24, 34), side="blue")
    (one,) = crew(pak, place, side="blue")
    shooter = man("a", from_, facing=180)
    state = met(field(men=(shooter, one), guns=(pak,)))
    p = acted(state, fire("red-1", a="p1"), dice=[4], fill=6)
    (volley,) = told(p, "shots")
    assert volley["hits"] == (0 if covered else 1)


def test_who_has_no_armour_piercing_does_nothing_to_a_gun() -> None:
    pak = gun("p", (24, 14), side="blue", facing=180)
    state = met(field(men=(man("a", (24, 34)),), guns=(pak,)))
    assert "NS-34" in refused(state, fire("red-1", a="p"))


def test_a_gun_whose_crew_is_gone_is_taken_over_by_whoever_is_beside_it() -> None:
    """NR-251"""
    pak = gun("p", (24, 34), side="blue")
    state = met(
        field(vehicle("x", (24, 10), side="blue", facing=90), men=(man("a", (24, 35.6)),), guns=(pak,))
    )
    take = {"unit": "red-1", "card": "man_gun", "pieces": ["a"], "plan": {"guns": {"a": "p"}}}
    p = acted(state, take, dice=[])
    assert p.state.guns["p"].side == "red"
    assert p.state.figures["a"].berth == Berth(posts=("gunner",), gun="p")
    q = acted(p.state, shot(gunner="a"), dice=HIT)
    assert [one["target"] for one in told(q, "gunnery")] == ["x"]


@pytest.mark.parametrize("why", ["far", "served", "lost"])
def test_a_gun_that_is_not_to_be_had(why: str) -> None:
    pak = gun("p", (24, 34), side="blue")
    men = [man("a", (24, 36.6) if why == "far" else (24, 35.6))]
    if why == "served":
        men += crew(pak, (24, 32.4), side="blue")
    if why == "lost":
        pak.condition = "destroyed"
    take = {"unit": "red-1", "card": "man_gun", "pieces": ["a"], "plan": {"guns": {"a": "p"}}}
    assert "NR-251" in refused(met(field(men=tuple(men), guns=(pak,))), take)


def test_men_shot_at_by_a_main_gun_are_outgunned() -> None:
    """NR-243: rank 5; X is missed by a shell and cannot do better than duck back."""
    state = met(field(vehicle("t", (24, 34)), men=(foe("x", (24, 20), weapons=(RIFLE,)),)))
    p = acted(state, round_at("x", he=True), dice=[*MISS, 1, 1, 1])
    assert p.state.figures["x"].status == "duck_back"
