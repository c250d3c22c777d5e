"""The owner's own book in the data folder: one file for each system, `own_book/SYSTEM.yaml`."""

from __future__ import annotations

from pathlib import Path

from deadground.core.charts import Charts
from deadground.core.loader import load
from deadground.core.own_book import OwnBook
from deadground.core.own_cells import book_from, written
from deadground.desk.folder import data_folder, write_whole


class BookDesk:
    """The own books of a data folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = (folder or data_folder()) / "own_book"

    def file(self, system: str) -> Path:
        return self.folder / f"{system}.yaml"

    def read(self, system: str, charts: Charts) -> OwnBook | None:
        """What was typed in, or None; a `DataError` or `FileRefused` where the file does not fit the tables."""
        file = self.file(system)
        if not file.is_file():
            return None
        book = book_from(load(file), system, charts)
        return book if len(book) else None

    def keep(self, system: str, book: OwnBook) -> None:
        """Keep a book that was checked; an empty one is no book."""
        if len(book):
            write_whole(self.file(system), written(system, book))
        else:
            self.file(system).unlink(missing_ok=True)
