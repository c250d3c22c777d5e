"""Roster files: written, read again, the same in both forms."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deadground.core.loader import DataError, document
from deadground.core.roster import Made, Roster, SquadOrder
from deadground.systems.skirmish.armies.rosters import roster_from, thrown, written
from deadground.systems.skirmish.armies.squads import make_squad
from deadground.systems.skirmish.armies.throws import RosterDice
from deadground.systems.skirmish.lists import all_nations, units
from deadground.testing import rule
from tests.systems.skirmish.armies.dice import squad

A_SQUAD = """\
roster: The third squad
nation: soviet
unit: infantry
year: 1943
men:
  - {name: Ivan Sokolov, role: nco, rep: 4, weapons: [smg], gear: {grenade: 1, knife: 1}}
  - {name: Pavel Orlov, role: jr_nco, rep: 3, weapons: [german.smg]}
"""


def again(roster: Roster, suffix: str) -> Roster:
    return roster_from(document(written(roster, suffix), "roster"))


def test_weapons_go_by_their_line_or_by_list_and_line() -> None:
    found = roster_from(document(A_SQUAD, "roster"))
    assert [man.weapons for man in found.men] == [("soviet.smg",), ("german.smg",)]
    assert (found.squad, found.month, found.start, found.player, found.house) == (1, 0, "battle", True, False)
    assert "weapons: [smg]" in written(found)
    assert "weapons: [german.smg]" in written(found)


@rule("COT-SQUAD-02")
@pytest.mark.parametrize("nation", list(all_nations()))
def test_every_squad_comes_back_as_it_was(nation: str) -> None:
    for unit in units(nation):
        dice = RosterDice.from_seed(f"{nation} {unit}")
        order = SquadOrder(nation=nation, unit=unit, year=1944, start="campaign", star="nco")
        made = make_squad(dice, order)
        made = msgspec.structs.replace(made, made=Made("7", tuple(map(thrown, dice.rolls))))
        for suffix in (".yaml", ".json"):
            assert roster_from(document(written(made, suffix))) == made


PRINTABLE = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), max_size=12).filter(str.isprintable)


@rule("COT-SQUAD-02")
@given(PRINTABLE, PRINTABLE)
def test_whatever_men_are_called_comes_back(name: str, note: str) -> None:
    made = squad("soviet", "tank_riders", 1, 4, 4)
    man = msgspec.structs.replace(made.men[0], name=name)
    made = msgspec.structs.replace(made, men=(man, made.men[1]), note=note)
    assert again(made, ".yaml") == made
    assert again(made, ".json") == made


@rule("COT-SQUAD-02")
@pytest.mark.parametrize(
    "name", ["off", "No", "08", "null", "1e3", "- a", "#x", "a: b", "Ștefan", "O'Neill", "~"]
)
def test_names_that_look_like_something_else_stay_names(name: str) -> None:
    made = squad("soviet", "tank_riders", 1, 4, 4)
    made = msgspec.structs.replace(made, roster=name)
    assert again(made, ".yaml").roster == name


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("rep: 4", "rep: four"), "roster:6: "),
        (("role: nco", "role: cook"), "roster:6: "),
        (("year: 1943", "yeer: 1943"), "roster:4: "),
        (("name: Ivan Sokolov, ", ""), "roster:6: "),
    ],
)
def test_a_file_of_another_shape_is_refused_at_its_line(change: tuple[str, str], complaint: str) -> None:
    with pytest.raises(DataError) as refused:
        roster_from(document(A_SQUAD.replace(*change), "roster"))
    assert str(refused.value).startswith(complaint)


@rule("COT-SQUAD-02")
def test_the_record_has_every_throw_with_its_purpose() -> None:
    dice = RosterDice.from_seed("x")
    make_squad(dice, SquadOrder(nation="soviet", unit="tank_riders", year=1944, named=False))
    first = thrown(dice.rolls[0])
    assert (first.purpose, first.dice, len(first.faces)) == ("squad strength", "1d6", 1)
