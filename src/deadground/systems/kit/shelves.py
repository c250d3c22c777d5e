"""Shelves: the files of one kind that come with a system, read once; and what was put beside them by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from deadground.core.loader import Document, fault_in, load, text_digest

T = TypeVar("T")


class Shelf(Generic[T]):
    """The YAML files of a folder by their names, each read when it is first asked for."""

    def __init__(self, folder: Path, read: Callable[[Document, str], T]) -> None:
        self.folder = folder
        self.read = read
        self.given: dict[str, T] = {}
        """What lies in no file of the system: what tests and players write for themselves."""
        self._files: dict[str, T] = {}
        self._faults: dict[str, str] = {}

    def ids(self) -> list[str]:
        """What lies in the folder, by the names of the files."""
        return sorted(path.stem for path in self.folder.glob("*.yaml"))

    def known(self) -> set[str]:
        """What can be named."""
        return {*self.given, *self.ids()}

    def path(self, id: str) -> Path:
        return self.folder / f"{id}.yaml"

    def named(self, id: str) -> T:
        """What has this name: given by hand, or in a file."""
        found = self.given.get(id)
        if found is None:
            found = self._files.get(id)
        return self._in_file(id) if found is None else found

    def _in_file(self, id: str) -> T:
        if id not in self._files:
            self._files[id] = self.read(load(self.path(id)), id)
        return self._files[id]

    def fault_of(self, id: str) -> str:
        """What is wrong with a file; "" for one that can be used."""
        if id not in self._faults:
            self._faults[id] = fault_in(lambda: self._in_file(id))
        return self._faults[id]

    def digest(self, id: str) -> str:
        """Of the text of a file."""
        return text_digest(self.path(id))
