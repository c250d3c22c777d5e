"""A player's own squad in a battle: what fits, what is refused, and who stands where."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core import saves
from deadground.core.faults import SetupError
from deadground.core.match import Match
from deadground.core.roster import SquadOrder
from deadground.space.units import inches
from deadground.systems.registry import systems
from deadground.systems.skirmish.armies.making import made_by
from deadground.systems.skirmish.armies.muster import misfits_of, roster_of
from deadground.systems.skirmish.armies.rosters import plain
from deadground.systems.skirmish.scenario_file import scenario_ids, scenario_named
from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing import rule

BATTLE = "lipki-village"


def squad(**wishes: Any) -> dict[str, Any]:
    order = SquadOrder(**{"nation": "soviet", "unit": "infantry", "year": 1943, "star": "nco", **wishes})
    return plain(made_by(order, "5", {}, 4))


def refusal(roster: Any, side: str = "soviet", battle: str = BATTLE) -> str:
    with pytest.raises(SetupError) as refused:
        SKIRMISH.prepare(battle, details={"rosters": {side: roster}})
    return str(refused.value)


@rule("COT-SQUAD-02")
def test_the_men_of_a_roster_fight_in_the_place_of_the_squad() -> None:
    own = squad(start="campaign")
    match = Match.begin(SKIRMISH, SKIRMISH.prepare(BATTLE, details={"rosters": {"soviet": own}}))
    men = [one for one in match.position.state.figures.values() if one.side == "soviet"]
    assert [one.name for one in men] == [man["name"] for man in own["men"]]
    assert [one.rank for one in men][:3] == ["squad_leader", "junior_nco", "soldier"]
    assert (men[0].star, men[0].star_dice) == (True, 5)
    assert men[3].arms.loads_for == men[2].id
    assert [one.half for one in men][:5] == [1, 2, 2, 2, 1]
    assert men[0].attributes == tuple(own["men"][0]["attributes"])
    first = scenario_named(BATTLE).file.sides[1].units[0].men[0]
    assert men[0].at == (inches(first.at[0]), inches(first.at[1]))
    germans = [one for one in match.position.state.figures.values() if one.side == "german"]
    assert len(germans) == 10
    assert match.position.state.units["soviet_squad"].name == own["roster"]


@rule("COT-SQUAD-02")
def test_what_is_kept_is_the_roster_itself() -> None:
    match = Match.begin(SKIRMISH, SKIRMISH.prepare(BATTLE, details={"rosters": {"soviet": squad()}}))
    again = saves.load(saves.save(match), systems())
    assert again.setup == match.setup
    assert again.setup.details["rosters"]["soviet"]["men"][0]["name"] == squad()["men"][0]["name"]
    assert again.position.digest() == match.position.digest()


@rule("COT-SQUAD-02")
def test_a_game_goes_on_though_its_roster_would_be_refused_today() -> None:
    """Lists are corrected from version to version; games that were begun are not ended by that."""
    setup = SKIRMISH.prepare(BATTLE, details={"rosters": {"soviet": squad()}})
    match = Match.begin(SKIRMISH, setup)
    again = saves.load(saves.save(match), systems())
    again.setup.details["rosters"]["soviet"]["men"][0]["weapons"] = ["sa_rifle"]
    assert "not SA Rifle" in refusal(again.setup.details["rosters"]["soviet"])
    kept = saves.load(saves.save(again), systems())
    assert kept.setup.details["rosters"]["soviet"]["men"][0]["weapons"] == ["sa_rifle"]
    assert kept.position.digest() == match.position.digest()


@rule("COT-SQUAD-02")
@pytest.mark.parametrize(
    ("wishes", "side", "reason"),
    [
        ({}, "german", "this side is German, the roster is Soviet"),
        ({"nation": "german", "unit": "infantry"}, "soviet", "this side is Soviet, the roster is German"),
        ({"year": 1944}, "soviet", "this battle is in 1943, the roster is of 1944"),
        ({"unit": "crew", "star": None}, "soviet", "a vehicle crew cannot fight this battle"),
        ({"unit": "tank_riders"}, "soviet", "5 to 13 men fight here, the roster has"),
        ({}, "moon", "there is no side 'moon'"),
    ],
)
def test_what_does_not_fit_the_battle_is_refused_with_the_reason(
    wishes: dict[str, Any], side: str, reason: str
) -> None:
    roster = squad(**wishes)
    if wishes.get("unit") == "tank_riders":
        roster["men"] = roster["men"][:3]
        roster["house"] = True
    assert reason in refusal(roster, side)


@rule("COT-SQUAD-02")
def test_a_roster_that_breaks_its_list_is_refused_with_every_fault_unless_it_is_house() -> None:
    roster = squad()
    roster["men"][1]["rep"], roster["men"][2]["weapons"] = 6, ["hmg"]
    told = refusal(roster)
    assert "Rep 6 is not in the bands" in told
    assert "accept it as a house roster" in told
    assert roster["men"][2]["name"] in told
    roster["house"] = True
    setup = SKIRMISH.prepare(BATTLE, details={"rosters": {"soviet": roster}})
    assert setup.details["rosters"]["soviet"]["house"] is True


@rule("COT-SQUAD-02")
@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("weapons", ["ray_gun"], "'ray_gun' is in no list"),
        ("attributes", ["invisible"], "'invisible' is in no list"),
        ("gear", {"jet_pack": 1}, "'jet_pack' is in no list"),
        ("gear", {"grenade": 100_000}, "nobody carries more than 99"),
        ("rep", 9, "a Rep is from 1 to 6"),
        ("name", "", "a name has 1 to 40 letters"),
    ],
)
def test_even_a_house_roster_has_nothing_that_is_in_no_list(field: str, value: Any, reason: str) -> None:
    roster = squad()
    roster["men"][1][field], roster["house"] = value, True
    assert reason in refusal(roster)


@rule("COT-SQUAD-02")
def test_a_squad_without_a_leader_is_refused() -> None:
    roster = squad()
    roster["men"], roster["house"] = roster["men"][1:], True
    assert "there is no NCO" in refusal(roster)


@pytest.mark.parametrize("given", [3, [], {"roster": 3}, {"what": "no roster"}, {"roster": "x" * 100_000}])
def test_what_is_no_roster_is_refused_in_words(given: Any) -> None:
    assert "the roster" in refusal(given)


@rule("COT-SQUAD-02")
def test_a_battle_without_a_place_takes_no_roster() -> None:
    roster = squad()
    assert "it takes no roster" in refusal(roster, battle="crossroads")


@rule("COT-SQUAD-02")
def test_men_of_one_name_are_told_apart_on_the_table() -> None:
    roster = squad()
    for man in roster["men"]:
        man["name"] = "Ivan"
    match = Match.begin(SKIRMISH, SKIRMISH.prepare(BATTLE, details={"rosters": {"soviet": roster}}))
    names = [one.name for one in match.position.state.figures.values() if one.side == "soviet"]
    assert names[:3] == ["Ivan", "Ivan 2", "Ivan 3"]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("id", scenario_ids())
def test_every_place_for_a_squad_has_a_unit_and_room_on_the_table(id: str) -> None:
    scenario = scenario_named(id)
    for side in scenario.file.sides:
        if side.roster is None:
            continue
        (unit,) = [unit for unit in side.units if unit.id == side.roster.unit]
        assert 1 <= side.roster.least <= len(unit.men)
        spots = [*(man.at for man in unit.men), *side.roster.room]
        apart = [(a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for i, a in enumerate(spots) for b in spots[:i]]
        assert min(apart) >= 1, "men stand on bases an inch across"


@rule("COT-SQUAD-02")
def test_misfits_are_told_before_a_game_is_begun() -> None:
    scenario = scenario_named(BATTLE)
    german = scenario.file.sides[0]
    assert [fault.at for fault in misfits_of(scenario, german, roster_of(squad()))] == ["nation"]
    own = roster_of(squad(nation="german", unit="infantry"))
    assert misfits_of(scenario, german, own) == []
