"""From my own book: cells that are checked, kept apart by game, and told to whoever plays with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from deadground.core.charts import Charts
from deadground.core.loader import DataError, FileRefused, document
from deadground.core.own_book import Cells, OwnBook, current, in_force, per_book
from deadground.core.own_cells import (
    book_from,
    cell_faults,
    differing,
    open_charts,
    tidied,
    written,
)

PRINTED = """\
chart: hit
title: Score needed to hit
rows: [DUEL-3]
source: {document: The duel, section: "3"}
axes:
  - {name: band, values: [close, long]}
  - {name: stance, values: [standing, down]}
cells:
  close: [3, 5]
  long: [4, null]
"""
OURS = """\
chart: hit
reason: a cell is blank
takes: [{keys: [long], least: 2, most: 6}]
cells:
  long: {down: 6}
"""
WORDS = """\
chart: cover
title: Cover
rows: [DUEL-4]
reason: the table is missing
source: {document: ours, section: "1"}
axes: [{name: what, values: [wall, hedge]}]
takes: [{keys: [wall], words: [all, none]}, {like: '[1-9] or [1-9]', example: 2 or 3}]
cells: {wall: all, hedge: 1 or 2}
"""
UNSAID = WORDS.replace("chart: cover", "chart: unsaid").replace(
    "takes: [{keys: [wall], words: [all, none]}, {like: '[1-9] or [1-9]', example: 2 or 3}]\n", ""
)


@pytest.fixture
def charts(tmp_path: Path) -> Charts:
    (tmp_path / "stand_in").mkdir()
    (tmp_path / "hit.yaml").write_text(PRINTED, "utf-8")
    (tmp_path / "stand_in" / "hit.yaml").write_text(OURS, "utf-8")
    (tmp_path / "stand_in" / "cover.yaml").write_text(WORDS, "utf-8")
    (tmp_path / "stand_in" / "unsaid.yaml").write_text(UNSAID, "utf-8")
    (tmp_path / "dull.yaml").write_text(PRINTED.replace("chart: hit", "chart: dull"), "utf-8")
    return Charts.load(tmp_path)


WRONG: list[tuple[str, Cells, str]] = [
    ("a table that is not there", {"hut": {"long/down": 3}}, "no table 'hut': did you mean 'hit'?"),
    ("a table without stand-ins", {"dull": {"long/down": 3}}, "every cell of 'dull' is printed"),
    ("a printed cell", {"hit": {"close/down": 3}}, "close, down is printed"),
    ("an unknown key", {"hit": {"lnog/down": 3}}, "'band' has no 'lnog': did you mean 'long'?"),
    ("too few keys", {"hit": {"long": 3}}, "named by band and stance"),
    ("too small", {"hit": {"long/down": 1}}, "'1' cannot stand here: it takes a whole number from 2 to 6"),
    ("too large", {"hit": {"long/down": 7}}, "a whole number from 2 to 6"),
    ("text for a number", {"hit": {"long/down": "five"}}, "'five' cannot stand here"),
    ("nothing", {"hit": {"long/down": None}}, "nothing cannot stand here"),
    ("another word", {"cover": {"wall": "some"}}, "it takes one of all, none"),
    ("a number for a word", {"cover": {"wall": 3}}, "it takes one of all, none"),
    ("text of another form", {"cover": {"hedge": "2 or"}}, "text such as 2 or 3"),
    ("endless text", {"cover": {"hedge": "9" * 500}}, " …' cannot stand here"),
    ("a word the table has not", {"unsaid": {"wall": "none"}}, "it takes one of all, 1 or 2"),
]


@pytest.mark.parametrize(("cells", "reason"), [one[1:] for one in WRONG], ids=[one[0] for one in WRONG])
def test_a_cell_that_cannot_stand_is_named_with_what_it_takes(
    charts: Charts, cells: Cells, reason: str
) -> None:
    (fault,) = cell_faults(charts, tidied(charts, cells))
    assert reason in fault.reason


def test_every_fault_is_told_at_once(charts: Charts) -> None:
    cells: Cells = {"hit": {"long/down": 9, "x/down": 1}, "cover": {"wall": "?"}}
    assert [fault.at for fault in cell_faults(charts, cells)] == ["hit:long/down", "hit:x/down", "cover:wall"]


def test_what_fits_is_taken_and_typed_numbers_are_numbers(charts: Charts) -> None:
    cells = tidied(charts, {"hit": {"long/down": " 3 "}, "cover": {"hedge": "4 or 5", "wall": "all"}})
    assert cells == {"cover": {"hedge": "4 or 5"}, "hit": {"long/down": 3}}, "what is as ours is, is not kept"
    assert cell_faults(charts, cells) == []
    over = charts.over(cells)
    assert (over["hit"].number("long", "down"), over["hit"].look_up("long", "down").layer) == (3, "mine")
    assert charts["hit"].number("long", "down") == 6


def test_only_tables_with_stand_ins_are_open(charts: Charts) -> None:
    assert {chart.name for chart in open_charts(charts)} == {"hit", "cover", "unsaid"}


def test_what_differs_is_told_beside_ours(charts: Charts) -> None:
    (one,) = differing(charts, OwnBook({"hit": {"long/down": 3}}))
    assert (one.title, one.cell, one.ours, one.own) == ("Score needed to hit", "long, down", 6, 3)
    assert differing(charts, None) == ()


def test_a_book_is_written_and_read_again(charts: Charts) -> None:
    book = OwnBook({"hit": {"long/down": 3}, "cover": {"wall": "none"}})
    assert book_from(document(written("duel", book)), "duel", charts) == book


def test_a_file_with_faults_names_every_line(charts: Charts) -> None:
    text = "own_book: duel\ncells:\n  hit:\n    long/down: 9\n    x/down: 2\n  cover: {wall: [1]}\n"
    with pytest.raises(FileRefused) as refused:
        book_from(document(text, "mine.yaml"), "duel", charts)
    assert [error.line for error in refused.value.faults] == [4, 5, 6]
    with pytest.raises(DataError, match="a book for 'chess', not for 'duel'"):
        book_from(document("own_book: chess\ncells: {}\n"), "duel", charts)


@per_book
def reading(what: str) -> list[str]:
    book = current()
    return [what, str(book.cells if book else "")]


def test_what_is_kept_is_kept_apart_by_book() -> None:
    one, same, other = (OwnBook({"hit": {"long/down": value}}) for value in (3, 3, 4))
    ours = reading("a")
    with in_force(one):
        mine = reading("a")
        with in_force(None):
            assert reading("a") is ours
        with in_force(same):
            assert reading("a") is mine, "a book is known by what is in it"
        with in_force(other):
            assert reading("a") != mine
        assert reading("a") is mine
    assert reading("a") is ours
    assert mine != ours


def test_a_rule_that_fails_leaves_no_book_behind() -> None:
    with pytest.raises(ZeroDivisionError), in_force(OwnBook({"hit": {"long/down": 3}})):
        raise ZeroDivisionError
    assert current() is None


def test_another_thread_has_its_own(charts: Charts) -> None:
    seen: list[OwnBook | None] = []
    look: Callable[[], None] = lambda: seen.append(current())  # noqa: E731
    with in_force(OwnBook({"hit": {"long/down": 3}})):
        thread = Thread(target=look)
        thread.start()
        thread.join()
    assert seen == [None]
