"""The sheet of a roster: what stands on it, and that it can be printed. LR-207"""

from __future__ import annotations

import msgspec
import pytest

from deadground.core.roster import Made, Roster
from deadground.paper.rosters import roster_pdf
from deadground.paper.typeset import Paper
from deadground.systems.skirmish.armies.sheet import HOUSE, NOTICE, STAND_IN, blank_sheet, sheet
from deadground.systems.skirmish.armies.weapon_words import note_words
from deadground.systems.skirmish.weapons import all_weapons, weapon
from deadground.testing import bounds, rule
from tests.systems.skirmish.armies.dice import squad


def a_squad() -> Roster:
    made = squad("german", "infantry", 5, *[4] * 10, picks={"lmg": "mg34", "sa_rifle": "1"})
    return msgspec.structs.replace(made, roster="Gruppe Keller", month=6, made=Made("7"))


@rule("COT-SQUAD-02")
def test_the_sheet_names_squad_men_and_weapons() -> None:
    """NS-07"""
    found = sheet(a_squad())
    assert (found.title, found.subtitle) == ("Gruppe Keller", "German Infantry, June 1943")
    assert found.facts == (("Men", "10"), ("Full strength", "10"), ("Squad", "1 of 3"), ("Dice seed", "7"))
    gunner = found.men[2]
    assert (gunner.role, gunner.rep, gunner.weapons) == ("LMG gunner", "4", "MG-34, Medium Caliber Pistol")
    assert found.men[4].carries == "knife, hand grenade, 3 rifle grenade"
    assert [one.name for one in found.weapons] == [
        "Medium Caliber SMG",
        "Medium Caliber Pistol",
        "BA Rifle or Carbine",
        "SA Rifle",
        "MG-34",
        "Grenade",
        "Rifle Launched Grenade",
    ]
    rifle = found.weapons[2]
    assert (rifle.range, rifle.target, rifle.impact, rifle.rank, rifle.notes) == (
        '48"',
        "1",
        "3",
        "1",
        '60" with a scope',
    )
    assert found.house == ""
    assert found.notes[-1] == NOTICE


@rule("COT-SQUAD-02")
@pytest.mark.parametrize(("month", "date"), [(0, "1943"), (1, "January 1943"), (12, "December 1943")])
def test_the_date_has_its_month_where_one_is_given(month: int, date: str) -> None:
    assert sheet(msgspec.structs.replace(a_squad(), month=month)).subtitle == f"German Infantry, {date}"


@rule("COT-SQUAD-02")
def test_stand_ins_have_their_dagger() -> None:
    found = sheet(squad("american", "infantry", *[4] * 12))
    assert found.subtitle == "American Infantry†, 1943"
    assert found.men[0].weapons == "Semi-automatic rifle†"
    assert STAND_IN in found.notes
    assert sheet(squad("soviet", "partisans", 1, 1, *[4] * 6, 6)).subtitle == "Soviet Partisans†, 1943"


@rule("COT-SQUAD-02")
def test_a_house_roster_says_what_it_breaks() -> None:
    made = a_squad()
    bad = msgspec.structs.replace(made, men=made.men + made.men[-1:], house=True)
    found = sheet(bad)
    assert found.house == HOUSE
    assert found.faults == (
        "Rifleman 5: the squad has 11 men, 10 is its full strength (COT-SQUAD-11, COT-ARMY-02)",
    )


@rule("COT-SQUAD-02")
def test_attributes_are_explained() -> None:
    made = squad("soviet", "tank_riders", 1, 4, 4, 1, 2, 4, 3, start="campaign")
    assert sheet(made).explained == (("Brawler", "Melee +1d6."), ("Fleet†", 'Normal move 10".'))


@rule("COT-SQUAD-02")
def test_a_roster_of_nowhere_still_has_a_sheet() -> None:
    """A house roster may be of a nation without a list."""
    made = msgspec.structs.replace(a_squad(), nation="french", unit="legion", house=True)
    assert sheet(made).subtitle == "french, legion, 1943"


@pytest.mark.parametrize(
    ("id", "notes"),
    [
        ("german.mp44", ['full auto: 24", Target 3', '48" with a scope']),
        ("german.pistol", ['24" with its stock']),
        ("german.atr", ["Target 3 with two men", 'APR 1 beyond 30"']),
        (
            "german.panzerschreck",
            ['30" against large buildings', "shoots every turn, with one man every 2nd turn"],
        ),
        ("german.sturmpistole", ["-1 Rep to fire"]),
        ("hungarian.chauchat", ["jams when 2 dice show 6; 1 turn to clear"]),
        ("soviet.ampulomet", ["each 1 is rolled again; a second 1 and it blows up"]),
        ("core.piat", ["shoots every 2nd turn, with one man every 3rd turn"]),
        ("core.flamethrower", ["one shot a turn"]),
        ("core.mmg", ["Target 3 in the turn it moved"]),
        ("core.hmg", ["no shot in the turn it moved"]),
    ],
)
def test_notes_are_told_in_our_words(id: str, notes: list[str]) -> None:
    """NS-07"""
    assert note_words(weapon(id)) == notes


@pytest.mark.parametrize("id", all_weapons())
def test_everything_special_about_a_weapon_is_told_once(id: str) -> None:
    """NS-07"""
    one = weapon(id)
    special = (one.plain.apr_far, one.rep, one.jam, one.malfunction, one.shots_every != (0, 0), one.moved)
    words = note_words(one)
    assert len(words) == len(set(words)) == len(one.modes[1:]) + sum(map(bool, special))
    assert not any("None" in word or "Target 0" in word for word in words)


@bounds("COT-SQUAD-10")
def test_a_blank_sheet_has_as_many_lines_as_the_unit_has_men() -> None:
    assert len(blank_sheet().men) == 12
    headed = blank_sheet("italian", "infantry")
    assert (len(headed.men), headed.subtitle) == (14, "Italian Infantry")
    assert blank_sheet("british", "infantry").notes == (STAND_IN, NOTICE)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheets_are_printed(paper: Paper) -> None:
    """A4 is 595 by 842 points, Letter 612 by 792."""
    size = b"/MediaBox[0 0 595" if paper == "a4" else b"/MediaBox[0 0 612"
    for one in (sheet(a_squad()), blank_sheet("soviet", "nkvd"), blank_sheet()):
        made = roster_pdf(one, paper)
        assert made.startswith(b"%PDF-")
        assert size in made


def test_the_same_roster_is_the_same_pdf() -> None:
    assert roster_pdf(sheet(a_squad())) == roster_pdf(sheet(a_squad()))
