"""The own book in the data folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from deadground.core.loader import DataError, FileRefused
from deadground.core.own_book import OwnBook
from deadground.desk.books import BookDesk
from deadground.systems.skirmish.charts import shipped


def test_a_book_is_kept_read_and_put_away(tmp_path: Path) -> None:
    desk = BookDesk(tmp_path)
    assert desk.read("skirmish", shipped()) is None
    book = OwnBook({"terrain": {"woods/value": 2}})
    desk.keep("skirmish", book)
    assert desk.read("skirmish", shipped()) == book
    assert desk.file("skirmish").read_text("utf-8").startswith("own_book: skirmish\n")
    desk.keep("skirmish", OwnBook({}))
    assert desk.read("skirmish", shipped()) is None
    assert not desk.file("skirmish").exists()


def test_a_file_that_does_not_fit_is_told_by_its_lines(tmp_path: Path) -> None:
    desk = BookDesk(tmp_path)
    desk.folder.mkdir()
    desk.file("skirmish").write_text("own_book: skirmish\ncells: {terrain: {woods/value: 70}}\n", "utf-8")
    with pytest.raises(FileRefused, match=r"skirmish\.yaml:2: '70' cannot stand here"):
        desk.read("skirmish", shipped())
    desk.file("skirmish").write_text("cells: [", "utf-8")
    with pytest.raises(DataError):
        desk.read("skirmish", shipped())
