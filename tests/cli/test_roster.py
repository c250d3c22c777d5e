"""`deadground roster`: squads from the command line, and what `check` says of their files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deadground.core.loader import load
from deadground.systems.skirmish.armies.rosters import roster_from
from tests.cli.conftest import Ask


def made(ask: Ask, folder: Path, *more: str) -> Path:
    """A German squad in a file."""
    file = folder / "squad.yaml"
    answer = ask("roster", "new", "--nation", "german", "--seed", "5", "--out", file, *more)
    assert (answer.status, answer.err) == (0, "")
    return file


def test_nations_and_units_are_listed(ask: Ask) -> None:
    out = ask("roster", "list").out
    assert "United States†" in out
    assert "a stand-in of ours" in out
    found = ask("roster", "list", "--json").json
    assert [one["nation"] for one in found if one["stand_in"]] == ["american", "british"]
    core = ask("roster", "list", "--core", "--json").json
    assert [one["nation"] for one in core] == ["american", "british", "german_core", "russian_core"]
    units = ask("roster", "list", "hungarian", "--json").json
    assert [one["unit"] for one in units] == [
        "infantry",
        "engineers",
        "huszars",
        "kerekparos",
        "mountain_troops",
    ]
    assert (units[1]["strength"], units[1]["picks"]) == ("2+1d3", "riflemen: ba_rifle, smg")
    assert "did you mean 'finnish'?" in ask("roster", "list", "finish").refusal


def test_a_seed_makes_the_same_squad_again(ask: Ask) -> None:
    order = ("roster", "new", "--nation", "soviet", "--unit", "nkvd", "--seed", "9", "--json")
    first, again = ask(*order).json, ask(*order).json
    assert first == again
    assert first["made"]["seed"] == "9"
    assert first["made"]["throws"][0]["purpose"] == "squad strength"
    assert all(not one["purpose"].endswith("name") for one in first["made"]["throws"])
    assert ask(*order[:-2], "10", "--json").json != first


def test_without_a_seed_one_is_drawn_and_written_down(ask: Ask) -> None:
    drawn = ask("roster", "new", "--nation", "soviet", "--json").json
    again = ask("roster", "new", "--nation", "soviet", "--seed", drawn["made"]["seed"], "--json").json
    assert drawn == again


def test_picks_names_and_title(ask: Ask, tmp_path: Path) -> None:
    more = ("--pick", "lmg=mg34", "--pick", "sa_rifle=0", "--title", "Gruppe Weber", "--name", "Otto Weber")
    found = roster_from(load(made(ask, tmp_path, *more)))
    assert (found.roster, found.men[0].name) == ("Gruppe Weber", "Otto Weber")
    assert found.men[2].weapons[0] == "german.mg34"


def test_a_roster_is_shown_as_its_sheet(ask: Ask, tmp_path: Path) -> None:
    file = made(ask, tmp_path)
    out = ask("roster", "show", file).out
    assert "German Infantry, 1943" in out
    assert "Not affiliated" in out
    assert ask("roster", "show", file, "--json").json["subtitle"] == "German Infantry, 1943"


def test_json_files_are_written_and_read(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "squad.json"
    ask("roster", "new", "--nation", "finnish", "--unit", "jaegers", "--seed", "1", "--out", file)
    assert json.loads(file.read_text("utf-8"))["unit"] == "jaegers"
    assert ask("check", file).out.startswith(
        f"{file}: the roster 'Jaegers, squad 1', Finnish Jaegers, 1943, "
    )


def test_a_crew_and_a_campaign_squad_with_a_star(ask: Ask) -> None:
    crew = ask(
        "roster", "new", "--nation", "soviet", "--unit", "crew", "--crew", "3", "--seed", "1", "--json"
    ).json
    assert [man["role"] for man in crew["men"]] == ["commander", "gunner", "loader"]
    order = ("--start", "campaign", "--star", "nco", "--stiffen", "zampolit", "--seed", "1", "--json")
    found = ask("roster", "new", "--nation", "soviet", *order).json
    assert (found["men"][0]["star"], len(found["men"][0]["attributes"])) == (True, 2)
    assert found["men"][-1]["role"] == "kommissar"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (("--nation", "germn"), "no list is called 'germn': did you mean 'german'?"),
        (("--nation", "german", "--unit", "infantri"), "the German list has no 'infantri'"),
        (("--nation", "german", "--year", "1946"), "year: the lists run from 6/1941 to 4/1945"),
        (("--nation", "german", "--pick", "nco=axe"), "'axe' is not offered here: smg"),
        (("--nation", "german", "--pick", "nco"), "--pick wants name=value, not 'nco'"),
        (("--nation", "german", "--pick", "nko=smg"), "did you mean 'nco'?"),
        (("--nation", "german", "--pick", "nco=smg", "--pick", "nco=smg"), "--pick gives 'nco' twice"),
        (("--nation", "german", "--set", "weapon_date=on"), "did you mean 'weapon_dates'?"),
        (("--nation", "german", "--set", "weapon_dates=1"), "option 'weapon_dates' cannot be '1'"),
        (("--nation", "german", "--supply"), "German units have their own equipment"),
        (("--nation", "german", "--stiffen", "zampolit"), "only Red Army units are stiffened"),
        (("--nation", "german", "--unit", "crew", "--crew", "9"), "a crew has at most 8 men"),
        (
            ("--nation", "soviet", "--unit", "tank_riders", "--star", "lmg_gunner"),
            "the squad has no LMG gunner",
        ),
        (("--nation", "soviet", "--unit", "tank_riders", *(["--name", "x"] * 6)), "6 names for"),
        (("--nation", "german", "--name", " "), "men.0.name: a name has"),
    ],
)
def test_what_cannot_be_asked_for_is_one_line(ask: Ask, more: tuple[str, ...], reason: str) -> None:
    assert reason in ask("roster", "new", "--seed", "2", *more).refusal


def test_files_that_are_not_there_or_cannot_be_written(ask: Ask, tmp_path: Path) -> None:
    assert "there is no file" in ask("roster", "show", tmp_path / "none.yaml").refusal
    place = tmp_path / "none" / "squad.yaml"
    assert "cannot be written" in ask("roster", "new", "--nation", "german", "--out", place).refusal


def broken(file: Path) -> Path:
    """The file with another Rep for the first man and a weapon his list lacks."""
    text = file.read_text("utf-8")
    file.write_text(text.replace("[smg]", "[soviet.smg]", 1).replace("rep: ", "rep: 1", 1), "utf-8")
    return file


def test_a_roster_that_breaks_its_list_is_refused_line_by_line(ask: Ask, tmp_path: Path) -> None:
    file = broken(made(ask, tmp_path))
    for command in (("check", file), ("roster", "show", file), ("roster", "print", file)):
        answer = ask(*command)
        assert (answer.status, answer.out) == (1, "")
        assert answer.err.splitlines() == [
            f"{file}:8: a Rep is from 1 to 6 (COT-SQUAD-14)",
            f"{file}:9: the soviet Medium Caliber SMG is no weapon of the German list (COT-EQUIP-04)",
        ]


def test_or_taken_as_a_house_roster_by_an_explicit_switch(ask: Ask, tmp_path: Path) -> None:
    file = broken(made(ask, tmp_path))
    out = ask("roster", "show", file, "--house").out
    assert "House roster: it breaks its list" in out
    file.write_text(file.read_text("utf-8") + "house: true\n", "utf-8")
    answer = ask("check", file)
    assert answer.status == 0
    assert "; a house roster that breaks its list in 2 places\n" in answer.out
    assert "(COT-EQUIP-04)" in answer.out


def test_a_roster_has_no_picture(ask: Ask, tmp_path: Path) -> None:
    answer = ask("check", made(ask, tmp_path), "--picture", tmp_path / "x.svg")
    assert answer.status == 2
    assert "a roster has no picture" in answer.err


def test_sheets_are_printed(ask: Ask, tmp_path: Path) -> None:
    out = tmp_path / "squad.pdf"
    assert ask("roster", "print", made(ask, tmp_path), "--out", out, "--paper", "letter").status == 0
    assert out.read_bytes().startswith(b"%PDF-")
    blank = tmp_path / "blank.pdf"
    order = ("roster", "print", "--blank", "--nation", "italian", "--unit", "alpini", "--out", blank)
    assert ask(*order).status == 0
    assert blank.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ((), "give a roster, or --blank"),
        (("--blank", "--nation", "german"), "headed for a nation and a unit, or for neither"),
        (("--blank", "--nation", "german", "--unit", "x"), "the German list has no 'x'"),
    ],
)
def test_a_sheet_of_nothing_is_refused(ask: Ask, more: tuple[str, ...], reason: str) -> None:
    assert reason in ask("roster", "print", *more).refusal


def test_help_says_what_can_be_picked(ask: Ask) -> None:
    out = " ".join(ask("roster", "new", "--help").out.split())
    for word in ("riflemen", "kommissar", "--seed", "--pick", "--out"):
        assert word in out


def test_a_roster_that_is_kept_goes_by_its_name(ask: Ask, tmp_path: Path) -> None:
    kept = tmp_path / "data" / "rosters" / "the-third.yaml"
    kept.parent.mkdir(parents=True)
    ask("roster", "new", "--nation", "soviet", "--seed", "5", "--title", "The Third", "--out", kept)
    assert ask("roster", "show", "the-third", "--json").json["title"] == "The Third"
    told = ask("roster", "show", "the-fourth").refusal
    assert "there is no file the-fourth, and no roster of that name is kept" in told


def test_squads_are_made_by_the_lists_as_the_owner_has_them(ask: Ask, tmp_path: Path) -> None:
    book = tmp_path / "data" / "own_book" / "skirmish.yaml"
    book.parent.mkdir(parents=True)
    cells = ", ".join(f"regular/{die}: 6" for die in range(1, 7))
    book.write_text(f"own_book: skirmish\ncells:\n  grades: {{{cells}}}\n", "utf-8")
    made = ask("roster", "new", "--nation", "british", "--seed", "5", "--json").json
    assert {man["rep"] for man in made["men"][2:]} == {6}
