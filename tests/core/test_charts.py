"""Charts: every mistake in a file is told with its line, layers speak in order, look-ups cite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from deadground.core.charts import Cell, Charts
from deadground.core.citing import recording
from deadground.core.loader import DataError

PRINTED = """\
chart: t.hit
title: Score to hit
rows: [T-1]
source: {document: The test, section: "1"}
axes:
  - {name: band, bands: {close: 10, long: 30}}
  - {name: stance, values: [standing, down]}
cells:
  close: [3, 5]
  long: {standing: 4, down: null}
"""

Write = Callable[..., Path]


@pytest.fixture
def data(tmp_path: Path) -> Write:
    """Writes files into a data folder, by their path inside it."""

    def write(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / "data" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path / "data"

    return write


def layer(cells: str, chart: str = "t.hit", rows: str = "") -> str:
    return f"chart: {chart}\nreason: it is so\n{rows}cells:\n  {cells}\n"


@pytest.mark.parametrize(
    ("paces", "stance", "value"),
    [
        (-5, "standing", 3),
        (9, "standing", 3),
        (10, "standing", 3),
        (11, "standing", 4),
        (30, "standing", 4),
        (31, "standing", None),
        (10, "down", 5),
        (30, "down", None),
        ("close", "down", 5),
    ],
)
def test_a_band_reaches_to_its_limit(data: Write, paces: int | str, stance: str, value: int | None) -> None:
    chart = Charts.load(data({"hit.yaml": PRINTED}))["t.hit"]
    assert chart.number(paces, stance) == value
    assert chart.look_up(paces, stance) == Cell(value, "printed", ("T-1",))


def test_looking_up_cites_the_rows_of_the_chart_and_of_the_layer_that_spoke(data: Write) -> None:
    folder = data({"hit.yaml": PRINTED, "errata/hit.yaml": layer("close: {down: 6}", rows="rows: [T-ERR]\n")})
    charts = Charts.load(folder)
    with recording() as cited:
        charts["t.hit"].look_up(5, "standing")
    assert set(cited) == {"T-1"}
    with recording() as cited:
        charts["t.hit"].look_up(99, "standing")
    assert set(cited) == {"T-1"}
    with recording() as cited:
        charts["t.hit"].look_up(5, "down")
    assert set(cited) == {"T-1", "T-ERR"}


def test_the_topmost_layer_that_has_a_cell_wins(data: Write) -> None:
    folder = data(
        {
            "hit.yaml": PRINTED,
            "errata/hit.yaml": layer("close: [20, 20]\n  long: [20, null]"),
            "stand_in/hit.yaml": layer("close: [30, 30]"),
            "mine/hit.yaml": layer("close: [99, 99]\n  long: [99, 99]"),
        }
    )
    shipped = Charts.load(folder)
    chart = shipped.over({"t.hit": {"close/standing": 40}})["t.hit"]
    found = {
        (band, stance): (cell.value, cell.layer)
        for band in ("close", "long")
        for stance in ("standing", "down")
        for cell in [chart.look_up(band, stance)]
    }
    assert found == {
        ("close", "standing"): (40, "mine"),
        ("close", "down"): (30, "stand_in"),
        ("long", "standing"): (20, "errata"),
        ("long", "down"): (None, "errata"),
    }
    without = shipped["t.hit"].look_up("close", "standing")
    assert (without.value, without.layer) == (30, "stand_in"), "a folder 'mine' that ships is never read"
    assert {"band": "close", "stance": "down", "value": 30, "layer": "stand_in"} in list(chart.records())
    mine = [(record["value"], record["layer"]) for record in chart.records("mine")]
    assert mine == [(40, "mine")]
    printed = [(record["value"], record["layer"]) for record in chart.records("printed")]
    assert printed == [(3, "printed"), (5, "printed"), (4, "printed"), (None, "printed")]


def test_a_stand_in_may_be_a_whole_table_the_book_has_not(data: Write) -> None:
    whole = PRINTED.replace("t.hit", "t.ours").replace("title:", "reason: missing in the book\ntitle:")
    charts = Charts.load(data({"hit.yaml": PRINTED, "stand_in/ours.yaml": whole}))
    assert {record["layer"] for record in charts["t.ours"].records()} == {"stand_in"}
    assert {record["layer"] for record in charts["t.hit"].records()} == {"printed"}


MISTAKES = [
    ("a cell too few in a list", ("[3, 5]", "[3]"), 9, "1 cells where 'stance' has 2"),
    ("a cell too many", ("[3, 5]", "[3, 5, 6]"), 9, "3 cells where 'stance' has 2"),
    ("a fraction", ("[3, 5]", "[3, 5.5]"), 9, "not 5.5"),
    ("a boolean", ("[3, 5]", "[3, true]"), 9, "not True"),
    ("a list for a cell", ("standing: 4", "standing: [4]"), 10, "a cell is a whole number"),
    ("an unknown key", ("down: null", "dwon: null"), 10, "'stance' has no 'dwon' (did you mean 'down'?)"),
    ("an unknown row", ("  long: {", "  lnog: {"), 10, "'band' has no 'lnog' (did you mean 'long'?)"),
    ("a missing cell", (", down: null", ""), 8, "the cell long / down is missing (write null"),
    ("a missing row", ("  long: {standing: 4, down: null}\n", ""), 8, "the cell long / standing is missing"),
    ("a cell where a map is wanted", ("close: [3, 5]", "close: 3"), 9, "cells by 'stance' are wanted"),
    (
        "a list on the wrong axis",
        ("close: [3, 5]\n  long: {standing: 4, down: null}", "[3, 5]"),
        8,
        "cells by",
    ),
    ("bands that fall", ("long: 30", "long: 5"), 6, "the bands of 'band' must rise"),
    ("bands that stand", ("long: 30", "long: 10"), 6, "the bands of 'band' must rise"),
    ("values twice", ("[standing, down]", "[standing, standing]"), 7, "lists a value twice"),
    ("an axis without keys", ("values: [standing, down]", "values: []"), 7, "needs values or bands"),
    ("values and bands", ("values: [", "bands: {a: 1}, values: ["), 7, "needs values or bands"),
    ("no title", ("title: Score to hit\n", ""), 1, "needs title, rows, source and axes"),
    ("no rows", ("rows: [T-1]", "rows: []"), 1, "needs title, rows, source and axes"),
    ("an unknown field", ("title:", "titel: x\ntitle:"), 2, "unknown field `titel`"),
    ("a band that is no number", ("close: 10", "close: near"), 6, "whole number"),
    ("a section that is no text", ('section: "1"', "section: 1"), 4, "section"),
    ("a bare off", ("[3, 5]", "[3, off]"), 9, "off"),
    ("a key twice", ("  close: [3, 5]\n", "  close: [3, 5]\n  close: [3, 5]\n"), 10, "close"),
]


@pytest.mark.parametrize(("change", "line", "told"), [m[1:] for m in MISTAKES], ids=[m[0] for m in MISTAKES])
def test_a_mistake_is_told_with_file_and_line(
    data: Write, change: tuple[str, str], line: int, told: str
) -> None:
    assert PRINTED.count(change[0]) == 1
    folder = data({"hit.yaml": PRINTED.replace(*change)})
    with pytest.raises(DataError) as caught:
        Charts.load(folder)
    assert caught.value.line == line
    assert caught.value.file.endswith("hit.yaml")
    assert told in str(caught.value)


LAYER_MISTAKES = [
    ("no reason", "errata", layer("close: {down: 6}").replace("reason: it is so\n", ""), 1, "needs a reason"),
    ("no such chart", "errata", layer("close: {down: 6}", "t.hti"), 1, "no chart 't.hti' to change"),
    ("no such cell", "errata", layer("close: {lying: 6}"), 4, "'stance' has no 'lying'"),
    ("a bad cell", "stand_in", layer("close: {down: 6.5}"), 4, "not 6.5"),
    ("half a stand-in", "stand_in", layer("close: {down: 6}", "t.new"), 1, "needs title, rows, source"),
]


@pytest.mark.parametrize(
    ("folder", "text", "line", "told"), [m[1:] for m in LAYER_MISTAKES], ids=[m[0] for m in LAYER_MISTAKES]
)
def test_a_mistake_in_a_layer_is_told_too(data: Write, folder: str, text: str, line: int, told: str) -> None:
    with pytest.raises(DataError) as caught:
        Charts.load(data({"hit.yaml": PRINTED, f"{folder}/hit.yaml": text}))
    assert (caught.value.line, told in str(caught.value)) == (line, True)


def test_a_chart_in_two_files_is_refused(data: Write) -> None:
    with pytest.raises(DataError, match=r"two\.yaml:1: the chart 't\.hit' is in two files"):
        Charts.load(data({"one.yaml": PRINTED, "two.yaml": PRINTED}))


def test_asking_for_what_is_not_there_names_what_is(data: Write) -> None:
    charts = Charts.load(data({"hit.yaml": PRINTED}))
    with pytest.raises(KeyError, match=r"no chart 't\.hitt': did you mean 't\.hit'"):
        charts["t.hitt"]
    with pytest.raises(KeyError, match="stance has no 'stading': did you mean 'standing'"):
        charts["t.hit"].look_up(5, "stading")
    with pytest.raises(KeyError, match="stance has no '5': known: down, standing"):
        charts["t.hit"].look_up(5, 5)
    with pytest.raises(ValueError, match="zip"):
        charts["t.hit"].look_up(5)


def test_a_word_where_a_number_is_wanted_is_an_error(data: Write) -> None:
    chart = Charts.load(data({"hit.yaml": PRINTED.replace("[3, 5]", "[3, jam]")}))["t.hit"]
    assert chart.look_up("close", "down").value == "jam"
    with pytest.raises(TypeError, match=r"t\.hit has 'jam' where a number is wanted"):
        chart.number("close", "down")


@pytest.mark.parametrize(
    "change",
    [("[3, 5]", "[3, 6]"), ("standing: 4", "standing: null"), ("long: 30", "long: 31"), ("T-1", "T-2")],
    ids=["a cell", "a dash", "a band", "a row"],
)
def test_the_digest_changes_with_every_fact(data: Write, change: tuple[str, str]) -> None:
    before = Charts.load(data({"hit.yaml": PRINTED})).digest
    assert Charts.load(data({"hit.yaml": PRINTED + "# a remark\n"})).digest == before
    assert Charts.load(data({"hit.yaml": PRINTED.replace(*change)})).digest != before


NAMED = """\
chart: t.group
title: Score by group
value: score
rows: [T-1]
source: {document: The test, section: "1"}
axes:
  - {name: group, values: ["1", "2"]}
cells: {"1": 3, "2": null}
"""


def test_a_chart_that_names_its_value_lists_it_so_with_numbers_as_numbers(data: Write) -> None:
    chart = Charts.load(data({"group.yaml": NAMED}))["t.group"]
    assert list(chart.records()) == [{"group": 1, "score": 3}, {"group": 2, "score": None}]


def test_where_a_layer_has_spoken_every_record_says_which(data: Write) -> None:
    changed = {"group.yaml": NAMED, "errata/group.yaml": layer('"2": 9', "t.group")}
    chart = Charts.load(data(changed))["t.group"]
    assert list(chart.records()) == [
        {"group": 1, "score": 3, "layer": "printed"},
        {"group": 2, "score": 9, "layer": "errata"},
    ]
    assert [one["score"] for one in chart.records("printed")] == [3, None]


def test_the_digest_changes_with_a_layer(data: Write) -> None:
    digests = {
        Charts.load(data({"hit.yaml": PRINTED})).digest,
        Charts.load(data({"errata/hit.yaml": layer("close: {down: 5}")})).digest,
        Charts.load(data({"errata/hit.yaml": layer("close: {down: 6}")})).digest,
        Charts.load(data({"stand_in/hit.yaml": layer("close: {down: 6}")})).digest,
    }
    assert len(digests) == 4


def test_where_a_cell_stands_is_part_of_the_digest(data: Write, tmp_path: Path) -> None:
    as_errata = Charts.load(data({"hit.yaml": PRINTED, "errata/hit.yaml": layer("close: {down: 6}")})).digest
    (tmp_path / "data/errata").rename(tmp_path / "data/stand_in")
    assert Charts.load(tmp_path / "data").digest != as_errata


def test_a_printed_cell_can_be_had_below_its_erratum(data: Write) -> None:
    folder = data({"hit.yaml": PRINTED, "errata/hit.yaml": layer("close: {down: 6}")})
    chart = Charts.load(folder)["t.hit"]
    with recording() as cited:
        assert chart.as_printed("close", "down") == Cell(5, "printed", ("T-1",))
    assert "T-1" in cited
    assert chart.number("close", "down") == 6


def test_the_lines_of_a_table_are_the_keys_of_its_axes(data: Write) -> None:
    chart = Charts.load(data({"hit.yaml": PRINTED}))["t.hit"]
    assert (chart.lines(), chart.lines(1)) == (("close", "long"), ("standing", "down"))
