"""A system whose options, maps, scenarios and lessons are on the shelves of this kit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from deadground.core.lesson import Lesson
from deadground.core.records import StateT
from deadground.core.system import NamedOption, Setup, System
from deadground.systems.kit.lessons import Lessons
from deadground.systems.kit.options import BookOptions
from deadground.systems.kit.pictures import drawing
from deadground.systems.kit.shelves import Shelf
from deadground.systems.maps import Map


class ShelvedSystem(System[StateT]):
    """What follows from the shelves alone. A scenario on them has a `file` that says what it is about."""

    book_options: BookOptions
    maps: Shelf[Map]
    shelf: Shelf[Any]
    lessons: Lessons[Any]

    @cached_property
    def options(self) -> tuple[NamedOption, ...]:
        return tuple(self.book_options.known.values())

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {id: self.shelf.named(id).file.about for id in self.shelf.ids() if not self.shelf.fault_of(id)}

    @property
    def broken(self) -> Mapping[str, str]:
        return {id: fault for id in self.shelf.ids() if (fault := self.shelf.fault_of(id))}

    def own_options(self, scenario: str) -> Mapping[str, str]:
        """The options that a scenario sets."""
        found: Mapping[str, str] = (
            self.shelf.named(scenario).file.options if scenario in self.shelf.known() else {}
        )
        return found

    def prepare(
        self,
        scenario: str,
        options: Mapping[str, str] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Setup:
        """What the scenario sets comes before the defaults, what the players set before both."""
        return super().prepare(scenario, {**self.own_options(scenario), **(options or {})}, details)

    def lesson(self, scenario: str) -> Lesson | None:
        return self.lessons.of(scenario)

    def drawing(self, map: str) -> str:
        return drawing(self.maps, map)

    def scenario_digest(self, scenario: str) -> str:
        return self.shelf.digest(scenario)
