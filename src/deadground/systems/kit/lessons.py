"""Lessons: each has the name of its battle, and every name in it stands for something there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic

from deadground.core.faults import did_you_mean
from deadground.core.lesson import Lesson
from deadground.core.lesson_check import Setting, checked
from deadground.core.loader import Document
from deadground.systems.kit.shelves import Shelf, T


class Lessons(Generic[T]):
    """The lessons of a system, in a folder of it; `setting_of` says what a lesson for a battle may speak of."""

    def __init__(self, folder: Path, battles: Shelf[T], setting_of: Callable[[T], Setting]) -> None:
        self.shelf = Shelf(folder, self.read)
        self.battles = battles
        self.setting_of = setting_of

    def of(self, battle: str) -> Lesson | None:
        """The lesson of a battle, if it has one."""
        return self.shelf.named(battle) if battle in self.shelf.known() else None

    def read(self, source: Document, id: str) -> Lesson:
        if id not in self.battles.ids():
            raise source.error((), f"no battle is called '{id}'", did_you_mean(id, self.battles.ids()))
        return checked(source, self.setting_of(self.battles.named(id)))
