"""The rule catalogue: that the shipped files are whole, and that a broken one is refused with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import deadground
from deadground.core.catalogue import Catalogue, Row, Ruling, UnknownId
from deadground.core.loader import DataError
from deadground.systems import registry

FILES = sorted((Path(deadground.__file__).parent / "systems").glob("*/*.yaml"))
RULING = re.compile(r"\b(?:KIM-R\d+|OTO-[RS]\d+|N[RS]-\d+|LR-\d+|COT-R\d+)\b")
RANGE = re.compile(r"\b(KIM-R|OTO-[RS]|N[RS]-|LR-|COT-R)(\d+) to (?:\1)?(\d+)\b")
PLAIN_ROW = re.compile(r"\b(?:NUTS-[A-Z]+-\d+|COT-[A-Z]{2,}-\d+)\b")
DOCUMENTS = {
    "skirmish": {"NUTS! Final Version", "NUTS! Clash of Titans"},
    "stands": {"Krieg ist Mist"},
    "orsha": {"Onslaught to Orsha"},
}


def mentioned(text: str) -> set[str]:
    """The rulings that a text names, those inside a range included."""
    found = set(RULING.findall(text))
    for prefix, first, last in RANGE.findall(text):
        found |= {f"{prefix}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
    return found


def words_of(ruling: Ruling) -> str:
    cells = [cell for table in ruling.tables for row in table.rows for cell in row]
    notes = [part for option in ruling.options for part in (option.note, option.also)]
    return " ".join((ruling.title, ruling.question, ruling.ruling, ruling.why, ruling.set_by, *notes, *cells))


def area_of(id: str) -> str:
    """The second part of a NUTS or COT id; chapter, section or letter group of the others."""
    book, rest = id.split("-", 1)
    if book in ("NUTS", "COT"):
        return rest.split("-")[0]
    if book == "KIM":
        return rest[0]
    if not rest[0].isdigit():
        letters = re.match(r"[A-Z]+", rest)
        assert letters
        return letters[0]
    return rest[:5] if rest.startswith("9.6") else rest[:3]


def test_all_rows_are_there() -> None:
    found = registry.catalogues()
    assert list(found) == ["skirmish", "stands", "orsha"]
    by_book = {
        book: sum(id.startswith(f"{book}-") for catalogue in found.values() for id in catalogue.rows)
        for book in ("NUTS", "COT", "KIM", "OTO")
    }
    assert by_book == {"NUTS": 207, "COT": 164 + 271, "KIM": 133, "OTO": 246}
    assert {name: len(catalogue.rows) for name, catalogue in found.items()} == {
        "skirmish": 642,
        "stands": 133,
        "orsha": 246,
    }


def test_all_rulings_are_there() -> None:
    """None of those that were written before the first rule was played is ever lost; others come with the rules."""
    every = [id for catalogue in registry.catalogues().values() for id in catalogue.rulings]
    least = {"NR-": 163, "NS-": 43, "LR-": 167, "COT-R": 90, "KIM-R": 141, "OTO-R": 79, "OTO-S": 12}
    counts = {prefix: sum(id.startswith(prefix) for id in every) for prefix in least}
    assert {prefix: min(counts[prefix], few) for prefix, few in least.items()} == least
    assert len(every) == len(set(every)) == sum(counts.values())


@pytest.mark.parametrize("system", registry.SYSTEMS)
def test_rows_name_their_source_area_and_rulings(system: str) -> None:
    for row in registry.catalogue(system).rows.values():
        assert row.source.document in DOCUMENTS[system], row.id
        assert row.source.section.strip(), row.id
        assert row.area == area_of(row.id), row.id
        assert set(row.rulings) == mentioned(row.does), row.id
        assert len(set(row.rulings)) == len(row.rulings), row.id


@pytest.mark.parametrize("system", registry.SYSTEMS)
def test_rulings_list_what_they_mention(system: str) -> None:
    catalogue = registry.catalogue(system)
    for ruling in catalogue.rulings.values():
        text = words_of(ruling)
        assert ruling.heading, ruling.id
        assert mentioned(text) - {ruling.id} <= set(ruling.see), ruling.id
        assert set(PLAIN_ROW.findall(text)) <= set(ruling.rows), ruling.id


@pytest.mark.parametrize("system", registry.SYSTEMS)
def test_options_are_named_and_have_string_values(system: str) -> None:
    for option in registry.catalogue(system).options.values():
        assert re.fullmatch(r"[a-z][a-z0-9_]*", option.name)
        assert all(re.fullmatch(r"[a-z0-9_.-]+", value) for value in option.values), option.name
        assert len(option.values) > 1 or option.also, option.name


@pytest.mark.parametrize("system", ["skirmish", "stands"])
def test_what_an_option_means_is_said_where_games_can_be_set_up_with_it(system: str) -> None:
    """Values are short names; who sets a game up reads what they mean."""
    for ruling in registry.catalogue(system).rulings.values():
        for option in ruling.options:
            assert option.waits or option.note, option.name
            assert not option.note.endswith("."), option.name


def test_stand_ins_are_marked() -> None:
    for catalogue in registry.catalogues().values():
        for ruling in catalogue.rulings.values():
            if ruling.id.startswith(("NS-", "OTO-S")):
                assert ruling.stand_in, ruling.id


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_no_file_names_in_the_text(file: Path) -> None:
    text = "\n".join(line for line in file.read_text("utf-8").splitlines() if not line.startswith("#"))
    assert not re.findall(r"\S+\.(?:txt|md|ya?ml|pdf)\b", text)


def test_numbers_survived() -> None:
    stands = registry.catalogue("stands")
    assert "short 0-150, medium over 150 to 300, long over 300 to 450" in stands.rows["KIM-4.3b"].does
    skirmish = registry.catalogue("skirmish")
    tiger = [row for row in skirmish.rulings["NS-33"].tables[0].rows if row[0] == "Tiger I"]
    assert tiger == [("Tiger I", "11", "8", "2", "13", "7/3", "-", "MMG", "MMG", "18/10", "5", "")]
    orsha = registry.catalogue("orsha")
    assert orsha.rulings["OTO-S02"].tables[0].rows[1] == ("Russian", "16 + DR", "26 + DR", "14 + DR")
    assert orsha.rows["OTO-QA-A"].needs_tactical_rules
    assert not orsha.rows["OTO-QA-B"].needs_tactical_rules


def test_look_up() -> None:
    catalogue = registry.catalogue("stands")
    row = catalogue.resolve("KIM-4.3a")
    assert isinstance(row, Row)
    assert row.rulings == ("KIM-R05",)
    assert isinstance(catalogue.resolve("KIM-R05"), Ruling)
    assert row in catalogue.rows_on("KIM-R05")
    assert row in catalogue.areas["4"]
    assert list(catalogue.areas) == ["1", "2", "3", "4", "5", "6", "7", "8", "A"]
    assert catalogue.options["deck_limit"].values == ("off", "on")
    with pytest.raises(UnknownId, match=r"`KIM-4\.3x`; did you mean KIM-4\.3"):
        catalogue.resolve("KIM-4.3x")


def test_a_catalogue_is_read_once() -> None:
    assert registry.catalogue("stands") is registry.catalogue("stands")
    with pytest.raises(KeyError):
        registry.catalogue("nowhere")


ROWS = """\
- id: A-1
  title: One
  does: Something (R-1).
  kind: data
  area: A
  source: {document: Book, section: One}
  rulings: [R-1]
"""
RULINGS = """\
- id: R-1
  question: Which?
  ruling: This, see A-1.
  section: General
  rows: [A-1]
  options:
    - name: which
      values: [this, that]
      default: this
"""


def loaded(folder: Path, rows: str, rulings: str) -> Catalogue:
    (folder / "catalogue.yaml").write_text(rows, "utf-8")
    (folder / "rulings.yaml").write_text(rulings, "utf-8")
    return Catalogue.load(folder)


def test_a_small_catalogue(tmp_path: Path) -> None:
    catalogue = loaded(tmp_path, ROWS, RULINGS)
    assert list(catalogue.rows) == ["A-1"]
    assert catalogue.options["which"].default == "this"
    (tmp_path / "catalogue-more.yaml").write_text(ROWS.replace("A-1", "B-1"), "utf-8")
    assert list(Catalogue.load(tmp_path).rows) == ["B-1", "A-1"]


@pytest.mark.parametrize(
    ("rows", "rulings", "message"),
    [
        (ROWS + ROWS, RULINGS, r"catalogue\.yaml:8: the id `A-1` is used twice"),
        (ROWS, RULINGS.replace("R-1", "A-1"), r"rulings\.yaml:1: the id `A-1` is used twice"),
        (ROWS.replace("[R-1]", "[R-2]"), RULINGS, r"catalogue\.yaml:7: .*`R-2`.*did you mean `R-1`"),
        (ROWS.replace("[R-1]", "[A-1]"), RULINGS, r"catalogue\.yaml:7: .*refers to `A-1`, unknown here"),
        (ROWS, RULINGS.replace("[A-1]", "[A-3]"), r"rulings\.yaml:5: .*`A-3`"),
        (ROWS.replace("kind: data", "kind: dta"), RULINGS, r"catalogue\.yaml:4: .*did you mean `data`"),
        (ROWS, RULINGS.replace("default: this", "default: other"), r"rulings\.yaml:7: .*none of its values"),
        (ROWS, RULINGS.replace("that]", "this]"), r"rulings\.yaml:7: .*not all different"),
        (
            ROWS,
            RULINGS + RULINGS.replace("R-1", "R-2").replace("that]", "those]"),
            r"rulings\.yaml:16: option `which` has other values",
        ),
        (
            ROWS,
            RULINGS + "  tables:\n    - columns: [a, b]\n      rows: [['1']]\n",
            r"rulings\.yaml:11: a row of 1 cells under 2 columns",
        ),
    ],
)
def test_a_broken_catalogue_is_refused(tmp_path: Path, rows: str, rulings: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        loaded(tmp_path, rows, rulings)


def test_what_rows_wait_for(tmp_path: Path) -> None:
    (tmp_path / "waiting.yaml").write_text("A-1: Vehicles\n", "utf-8")
    assert loaded(tmp_path, ROWS, RULINGS).waiting == {"A-1": "Vehicles"}
    (tmp_path / "waiting.yaml").write_text("# none\nA-2: Vehicles\n", "utf-8")
    with pytest.raises(DataError, match=r"waiting\.yaml:2: the row `A-2` is unknown here.*`A-1`"):
        Catalogue.load(tmp_path)


def test_every_row_that_waits_waits_for_a_chapter() -> None:
    for name, catalogue in registry.catalogues().items():
        headings = set(registry.chapters()[name].values())
        assert set(catalogue.waiting.values()) <= headings


def test_a_folder_without_a_catalogue(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no catalogue here"):
        Catalogue.load(tmp_path)
