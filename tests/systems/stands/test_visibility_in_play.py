"""Who sees whom, as a player who asks at the table is told, and who stays known until night. KIM-3.1, KIM-3.3b"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.state import Stand
from deadground.testing import rule
from tests.systems.stands.field import field, inf, tank
from tests.systems.stands.nights import night, set_off
from tests.systems.stands.scenes import look, texts
from tests.systems.stands.system import playing
from tests.systems.stands.test_visibility import HILL, WOOD, square


def is_seen(looker: Stand, target: Stand, pieces: str = "") -> bool:
    """What the table says to the question whether one sees the other."""
    answer = texts(look(field(looker, target, pieces=pieces), "sight", from_=looker.id, to=target.id))[0]
    assert answer.startswith((f"{looker.name} sees ", f"{looker.name} does not see "))
    return answer.startswith(f"{looker.name} sees ")


def at(x: float) -> Stand:
    return inf("a", (x, 500))


def foe(x: float, **changes: Any) -> Stand:
    return inf("b", (x, 500), "blue", **changes)


@rule("KIM-3.1a")
@pytest.mark.parametrize(("away", "seen"), [(599.9, True), (600, True), (600.1, False)])
def test_the_table_says_who_is_seen_in_the_open(away: float, seen: bool) -> None:
    assert is_seen(at(100), foe(100 + away)) is seen


@rule("KIM-3.1b")
@pytest.mark.parametrize("kind", ["woods", "town", "ridge"])
@pytest.mark.parametrize(("away", "seen"), [(99.9, True), (100, True), (100.1, False)])
def test_the_table_says_who_is_concealed(kind: str, away: float, seen: bool) -> None:
    ground = square(kind, 530, 1500, ", level: 1" if kind == "ridge" else "")
    assert is_seen(at(550 - away), foe(550), ground) is seen
    assert is_seen(at(550 - away), foe(550))


@rule("KIM-3.1c")
@pytest.mark.parametrize(("away", "seen"), [(99.9, True), (100, True), (100.1, False)])
def test_the_table_says_who_is_dug_in_or_hull_down(away: float, seen: bool) -> None:
    assert is_seen(at(700 - away), foe(700, dug_in=True)) is seen
    assert is_seen(at(700 - away), foe(700), square("trench", 690, 710)) is seen
    assert is_seen(at(710 - away), tank("b", (710, 500), "blue"), HILL) is seen, "past the crest at 700"


@rule("KIM-3.1d")
@pytest.mark.parametrize(("deep", "seen"), [(99.9, True), (100, True), (100.1, False)])
def test_from_the_edge_the_table_says_one_sees_100_into_the_wood(deep: float, seen: bool) -> None:
    assert is_seen(at(485), foe(500 + deep), WOOD) is seen


@rule("KIM-3.1d")
@pytest.mark.parametrize(("past", "seen"), [(39.9, True), (40, True), (40.1, False)])
def test_60_deep_in_the_wood_the_table_says_one_sees_40_past_its_edge(past: float, seen: bool) -> None:
    assert is_seen(at(560), foe(500 - past), WOOD) is seen
    assert not is_seen(at(650), foe(500 - past), WOOD), "150 deep nothing is seen outside"


@rule("KIM-3.3b")
def test_who_is_known_goes_back_into_hiding_at_night_in_cover_and_out_of_sight_only() -> None:
    state = night(
        inf("wood", (600, 500)),
        inf("near", (800, 300)),
        inf("open", (200, 500)),
        inf("b", (901, 300), "blue"),
        pieces=WOOD,
    )
    with playing(state, NightTurn()) as p:
        set_off(p, {})
        assert p.options("red") == ["wood", "near"]
        assert p.refused_options("red")["open"].rows == ("KIM-3.3b", "KIM-R75")
        p.refuse("red", ["open"])
        p.pending(red="Pick the stands that go back", blue="Pick the stands that go back")
