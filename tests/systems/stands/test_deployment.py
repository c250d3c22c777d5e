"""Deployment: players put their stands down where the scenario lets them, all at once and unseen. KIM-R172"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from deadground.bots.roster import make_bot, usual_of
from deadground.core.bot import chosen
from deadground.core.loader import document
from deadground.core.match import Match
from deadground.core.requests import Place
from deadground.space.units import mm
from deadground.systems.maps import parse_map
from deadground.systems.stands.game import MAPS
from deadground.systems.stands.scenario_file import SCENARIOS, scenario_from
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.system import StandsSystem
from deadground.systems.stands.table.scene import scene
from deadground.testing import rule
from deadground.testing.conformance import conform
from deadground.testing.play import Play, play
from tests.systems.stands.scenarios import PIECES, TEXT

AREAS = f"""
name: Areas
unit: mm
size: [1000, 1000]
level_height: 20
zones:
  areas:
    south: [[100, 820], [600, 820], [600, 1000], [100, 1000]]
    north: [[300, 0], [700, 0], [700, 600], [300, 600]]
features:
{PIECES}
"""
MAPS.given["areas"] = parse_map(AREAS, "areas")

RIFLES = "first.rifles: {at: [300, 900], columns: 2}"
TANKS = "first.tanks: {at: [500, 100]}"


class OneBattle(StandsSystem):
    """Stands with a battle that lies in no file."""

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {"set-up": "A battle of tests."}


def text(red: str = "", blue: str = "") -> str:
    """The scenario, with something more said of the Rifles and of the Tanks."""
    found = TEXT.replace("MAP", "areas")
    for line, more in ((RIFLES, red), (TANKS, blue)):
        found = found.replace(line, line.replace("}", f"{more}}}"))
    return found


@contextmanager
def begun(red: str = "", blue: str = "") -> Iterator[Play[StandsState]]:
    """That battle, played from its beginning to where the test leaves it."""
    SCENARIOS.given["set-up"] = scenario_from(document(text(red, blue), "test.yaml"), "set-up")
    with play(OneBattle(), "set-up") as p:
        yield p
        p.pending(**{seat: p.asked(seat).prompt for seat in p.match.to_act()})


def named(p: Play[StandsState], name: str) -> Stand:
    return next(one for one in p.state.stands.values() if one.name.startswith(name))


def places(p: Play[StandsState], seat: str, **moved: tuple[float, float]) -> dict[str, Any]:
    """What is proposed to a player, some of his stands elsewhere, by the first word of their names."""
    value = {id: dict(place) for id, place in p.asked(seat).proposal.items()}
    for name, (x, y) in moved.items():
        value[named(p, name).id]["at"] = [mm(x), mm(y)]
    return value


def told(p: Play[StandsState], seat: str, value: Mapping[str, Any]) -> list[str]:
    return [fault.reason for fault in p.asked(seat).check(p.match.view(seat), value)]


@rule("KIM-8.2b")
def test_each_player_is_asked_for_those_whom_the_scenario_lets_him_put() -> None:
    with begun(red=", area: south", blue=", area: north") as p:
        assert set(p.match.to_act()) == {"red", "blue"}
        request = p.asked("red")
        assert isinstance(request, Place)
        assert len(request.spots) == 4
        assert all("Rifles" in spot.label for spot in request.spots)
        assert not told(p, "red", request.proposal)
        assert scene(p.match.view("red")).clock.title == "Setting up"
        assert [name for name in scene(p.match.view("red")).shapes if name.startswith("zone")] == [
            "zone:south"
        ]


def test_a_battle_that_says_nothing_of_it_begins_as_ever() -> None:
    with begun() as p:
        assert p.state.phase == "cards"
        assert "set_up" not in [event.kind for event in p.match.log("red")]


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ((500, 135), []),
        ((315, 300), []),
        ((314.9, 300), ["belongs wholly into north"]),
        ((500, 14.9), ["would not stand wholly on the table"]),
        ((500, 434.9), []),
        ((500, 436), ["would stand in Duck Pond, which nobody can enter"]),
        ((500, 49.5), ["would stand on First HQ"]),
        ((500, 50), []),
    ],
)
@rule("KIM-8.2b")
def test_where_a_stand_may_be_put(at: tuple[float, float], reason: list[str]) -> None:
    """Wholly in the area, on the table and on ground that one can enter, on nobody's base. KIM-R172, KIM-R92"""
    with begun(blue=", area: north") as p:
        tiger = named(p, "Tiger")
        found = told(p, "blue", places(p, "blue", Tiger=at))
        assert found == [f"{tiger.name} {one}" for one in reason]


def test_nobody_sees_the_others_before_all_have_set_up() -> None:
    with begun(red=", area: south", blue=", area: north") as p:
        before = p.match.view("red").state
        assert {one.side for one in before.stands.values()} == {"red"}
        p.choose("blue", places(p, "blue", Tiger=(600, 250)))
        assert p.match.view("red").state == before, "that the other is done tells nothing of where"
        p.choose("red", places(p, "red"))
        assert named(p, "Tiger").at == (mm(600), mm(250))
        assert {one.side for one in p.match.view("red").state.stands.values()} == {"red", "blue"}
        assert p.state.phase == "cards"


def test_who_is_hidden_is_so_after_it_too() -> None:
    with begun(blue=", area: north, hidden: true") as p:
        p.choose("blue", places(p, "blue", Tiger=(600, 135)))
        seen = p.match.view("red").state.stands.values()
        assert not any(one.name.startswith("Tiger") for one in seen)
        assert named(p, "Tiger").hidden


def test_two_who_want_one_place_stand_beside_each_other() -> None:
    """Areas that lie over each other, and enemies who put a stand on the same spot. KIM-R172, KIM-R44"""
    wide = AREAS.replace("[700, 600], [300, 600]", "[700, 1000], [300, 1000]")
    MAPS.given["areas"] = parse_map(wide, "areas")
    try:
        with begun(red=", area: south", blue=", area: north") as p:
            value = places(p, "red")
            first = max(value, key=lambda id: value[id]["at"][0])
            p.choose("red", value)
            x, y = p.match.position.state.stands[first].at
            p.choose("blue", places(p, "blue", Tiger=(x / 10, y / 10)))
            bases = [one.base for one in p.state.stands.values()]
            assert len({base.at for base in bases}) == len(bases)
    finally:
        MAPS.given["areas"] = parse_map(AREAS, "areas")


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (", area: east", "no area 'east'"),
        (", area: north, enters: 2", "enters later and sets up nowhere"),
        (", area: south", "does not begin wholly in south"),
    ],
)
@rule("KIM-8.2b")
def test_an_area_that_cannot_be_is_refused(more: str, problem: str) -> None:
    with pytest.raises(Exception, match=problem):
        scenario_from(document(text(blue=more), "test.yaml"), "set-up")


def test_bots_set_up_and_play_it_to_the_end() -> None:
    SCENARIOS.given["set-up"] = scenario_from(
        document(text(", area: south", ", area: north").replace("turns: 8", "turns: 2"), "test.yaml"),
        "set-up",
    )
    system = OneBattle()
    match = Match.begin(system, system.prepare("set-up"), b"7" * 32)
    bots = {seat: make_bot(system, usual_of(system), match.seed, seat) for seat in match.setup.seats}
    while match.outcome is None:
        seat = match.to_act()[0]
        match.submit(chosen(bots[seat], match.view(seat)))
    assert [event.text for event in match.log("red") if event.kind == "set_up"] == [
        "Red has set up.",
        "Blue has set up.",
    ]


@pytest.mark.parametrize("details", [{}, {"umpire": True}])
def test_a_battle_with_set_up_conforms(details: dict[str, Any]) -> None:
    """Every answer is judged, saved and undone like any other, and nobody's view tells of another's places."""
    SCENARIOS.given["set-up"] = scenario_from(
        document(
            text(", area: south", ", area: north, hidden: true").replace("turns: 8", "turns: 1"), "test.yaml"
        ),
        "set-up",
    )
    conform(OneBattle(), "set-up", details=details, games=1, seed=3)
