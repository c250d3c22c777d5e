"""What is offered to whoever makes a squad, and that everything offered can be had. LR-009"""

from __future__ import annotations

import pytest

from deadground.core.roster import SquadOrder
from deadground.systems.skirmish.armies.choices import offer
from deadground.systems.skirmish.armies.squads import PICKS, make_squad
from deadground.systems.skirmish.armies.throws import RosterDice
from deadground.systems.skirmish.lists import all_nations, units
from deadground.testing import rule


def test_a_unit_is_offered_with_its_open_questions() -> None:
    """LR-009"""
    found = offer("german", "gebirgsjager", 1944)
    assert (found.men, found.strength, found.squads, found.stand_in) == (10, "5+1d6", 3, False)
    assert found.picks == {"nco": ("smg", "fg42", "mp44"), "lmg": ("mg34", "mg42"), "fg42": ("0", "1", "2")}
    assert (found.supply, found.stiffening, found.women) == (False, (), False)
    infantry = offer("soviet", "infantry", 1943)
    assert infantry.picks == {"jr_nco": ("ba_rifle", "smg")}
    assert infantry.stiffening == ("sergeant", "zampolit")
    assert offer("soviet", "partisans", 1943).women
    assert offer("finnish", "jaegers", 1943).supply
    assert offer("american", "infantry", 1943).stand_in
    assert offer("american", "infantry", 1943).strength == "12"


@rule("COT-ARMY-11")
def test_what_is_not_in_service_is_not_offered() -> None:
    """LR-088"""
    on = {"weapon_dates": "on"}
    assert offer("german", "gebirgsjager", 1942, options=on).picks == {"lmg": ("mg34", "mg42")}
    assert offer("german", "gebirgsjager", 1943, options=on).picks["nco"] == ("smg", "fg42")
    assert "mp44" not in offer("german", "panzer_grenadiers", 1943, options=on).picks
    assert offer("german", "panzer_grenadiers", 1944, options=on).picks["mp44"] == ("no", "yes")


@rule("COT-SQUAD-15")
@pytest.mark.parametrize("of", list(all_nations()))
def test_everything_offered_can_be_had(of: str) -> None:
    for id in units(of):
        found = offer(of, id, 1944)
        assert set(found.picks) <= set(PICKS)
        for what, answers in found.picks.items():
            for answer in answers:
                order = SquadOrder(nation=of, unit=id, year=1944, picks={what: answer})
                assert make_squad(RosterDice.from_seed(f"{id} {what} {answer}"), order).men
        for by in found.stiffening:
            make_squad(RosterDice.from_seed(by), SquadOrder(nation=of, unit=id, year=1944, stiffening=by))
        if found.supply:
            make_squad(RosterDice.from_seed(id), SquadOrder(nation=of, unit=id, year=1944, supply=True))
