"""Options whose default is what most tests play without a word: here each value is set and seen to differ."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.lists import in_service
from deadground.systems.skirmish.rules import turn
from deadground.systems.skirmish.rules.activation import Activation
from deadground.systems.skirmish.rules.aftermath import medics_come
from deadground.systems.skirmish.rules.equipment import why_no_availability
from deadground.systems.skirmish.rules.house import Mission, forces, house_guns, house_vehicles
from deadground.systems.skirmish.rules.involuntary import LeaveBattlefield
from deadground.systems.skirmish.rules.line_of_sight import has_los
from deadground.systems.skirmish.rules.turn import raise_investment
from deadground.systems.skirmish.scenario_file import PefFile, scenario_named
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.skirmish.victory import is_decided
from deadground.testing import bounds, rule
from tests.systems.skirmish.solo import solo
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table


@pytest.mark.parametrize(("value", "rolls"), [("off", 0), ("on", 1)])
def test_after_battle(value: str, rolls: int) -> None:
    """NR-112."""
    state = table(man("a", (10, 30)), man("b", (12, 30), status="out_of_the_fight"), foe("x", (10, 10)))
    state.figures["x"].status = "obviously_dead"
    g = game(state, [4, 4][: 2 * rolls], {"after_battle": value})
    assert is_decided(g)
    assert sum(event.seen.kind == "after_battle" for event in g.events) == rolls


@pytest.mark.parametrize(("value", "here"), [("as_set_up", True), ("rolled", False)])
def test_medic_present(value: str, here: bool) -> None:
    """NR-112: one squad of Germans, and a 3."""
    state = table(man("a", (10, 30)), man("doc", (12, 30), medic=True))
    state.sides["red"].nation = "german"
    medics_come(game(state, [] if here else [3], {"medic_present": value}))
    assert (state.figures["doc"].status == "carry_on") == here


@pytest.mark.parametrize(("value", "seen"), [("cause", True), ("all", False)])
def test_duck_back_hidden_from(value: str, seen: bool) -> None:
    """NR-24: Y had no part in it. In cover he is hidden from X alone, or from everybody."""
    ducked: dict[str, Any] = {"status": "duck_back", "hidden_from": ("x",), "under_cover": True}
    state = table(man("a", (10, 30), **ducked), foe("x", (10, 20)), foe("y", (12, 20)))
    options = {"duck_back_hidden_from": value}
    a, x, y = state.figures.values()
    assert not has_los(state, x, a, options)
    assert has_los(state, y, a, options) == seen


@rule("NUTS-MOVE-11")
@pytest.mark.parametrize(("value", "dice", "end"), [("roll", [5, 5], (20, 36)), ("full_16", [], (20, 44))])
def test_leave_battlefield_speed(value: str, dice: list[int], end: tuple[int, int]) -> None:
    """NR-22: with no die passed he runs his 8", or sixteen whatever he throws."""
    state = table(man("a", (20, 28), status="leave_battlefield"), foe("x", (40, 2), facing=0))
    with playing(state, LeaveBattlefield("a"), dice=dice, options={"leave_battlefield_speed": value}) as p:
        p.nothing_pending()
    assert p.state.figures["a"].at == point(end)


@rule("NUTS-MELEE-12")
@pytest.mark.parametrize(("value", "asked"), [("crisis_only", False), ("when_active", True)])
def test_melee_break_off(value: str, asked: bool) -> None:
    """NR-49: Rep 1 and bare hands, so two dice each; evenly matched they fight on."""
    locked: dict[str, Any] = {"rep": 1, "weapons": ()}
    state = table(
        man("a", (10, 21), fighting=("x",), **locked), foe("x", (10, 20), fighting=("a",), **locked)
    )
    with playing(state, Activation("red-1"), dice=[6] * 4, options={"melee_break_off": value}) as p:
        if asked:
            p.choose("red", "fight")
        p.nothing_pending()
    assert p.state.figures["a"].fighting == ("x",)


@bounds("COT-EQUIP-02")
@pytest.mark.parametrize(("value", "may"), [("off", False), ("on", True)])
def test_italian_equipment_roll(value: str, may: bool) -> None:
    """LR-061."""
    assert (why_no_availability("italian", {"italian_equipment_roll": value}) is None) == may


@bounds("NUTS-HOUSE-04", "NUTS-HOUSE-05")
@pytest.mark.parametrize("value", ["off", "on"])
def test_house_4_and_5(value: str) -> None:
    for mission, name in (("attack", "house_4_attack_forces"), ("defend", "house_5_defend_forces")):
        kind: Mission = "attack" if mission == "attack" else "defend"
        assert (forces(kind, "player", {name: value}) is not None) == (value == "on")
        other = "house_5_defend_forces" if mission == "attack" else "house_4_attack_forces"
        assert forces(kind, "player", {other: value}) is None


@pytest.mark.parametrize(("value", "cars", "guns"), [("off", 0, 0), ("on", 5, 2)])
def test_house_10_vehicles(value: str, cars: int, guns: int) -> None:
    options = {"house_10_vehicles": value}
    assert len(house_vehicles("german", options)) == cars
    assert len(house_guns("german", options)) == guns


@pytest.mark.parametrize(("value", "early"), [("off", True), ("on", False)])
def test_weapon_dates(value: str, early: bool) -> None:
    """LR-088: as printed a weapon may be had always, with the switch from its year on."""
    dates = chart("weapon_dates")
    assert dates.lines()
    for id in dates.lines():
        year = whole(dates.number(id, "year"))
        assert in_service(id, year - 1, 0, {"weapon_dates": value}) == early
        assert in_service(id, year, 0, {"weapon_dates": value})


@pytest.mark.parametrize("mission", ["attack", "defend", "patrol"])
@pytest.mark.parametrize("value", ["off", "on"])
def test_house_4_and_5_raise_the_investment_of_both_sides(mission: Any, value: str) -> None:
    """NR-99: for this mission, by the rule that is about it; a patrol has none."""
    names = {"attack": "house_4_attack_forces", "defend": "house_5_defend_forces"}
    for name in names.values():
        state = solo(man("a", (10, 40)), mission=mission)
        g = game(state, options={name: value})
        raise_investment(g)
        more = int(value == "on" and names.get(mission) == name)
        assert [side.investment for side in state.sides.values()] == [3 + more, 3 + more]
        assert sum(event.seen.kind == "investment" for event in g.events) == 2 * more


@bounds("NUTS-HOUSE-04")
@pytest.mark.parametrize(("value", "marks"), [("off", 2), ("on", 3)])
def test_house_4_has_the_usual_three_question_marks(
    value: str, marks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scenario has one at its place and rolls for one; the house rule makes it two."""
    file = scenario_named("first-patrol")
    pefs = PefFile(rolled=1, at=((12, 8),))
    changed = replace(file, file=replace(file.file, pefs=pefs, mission="attack"))
    monkeypatch.setattr(turn, "scenario_named", lambda _: changed)
    state = SKIRMISH.new_state(SKIRMISH.prepare("first-patrol"))
    state.mission = "attack"
    state.pefs.clear()
    g = game(state, [1, 2, 3, 4, 5, 6] * 3, {"house_4_attack_forces": value})
    turn.lay_question_marks(g)
    assert len(state.pefs) == marks
