"""Files that people write for a system: the kinds that it reads, and what is told of one that can be used."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec

from deadground.core.lesson import Lesson
from deadground.core.loader import Document


class Sound(msgspec.Struct, frozen=True):
    """A file with nothing wrong in it: what it is, its picture as SVG, and what to look at where it has none."""

    about: str
    picture: Callable[[], str] | None = None
    instead: str = "give a map or a scenario"


class KindOfFile(msgspec.Struct, frozen=True):
    """A kind of file, the fields that it is known by, and what reads one; a file that is wrong is refused by line.

    Where two systems have the same kind, a file is for the one with fewer `misfits`, by its fields and its name.
    """

    name: str
    fields: tuple[str, ...]
    read: Callable[[Document, Path], Sound]
    misfits: Callable[[Mapping[str, Any], str], int] = lambda fields, name: 0


def scenarios(
    read: Callable[[Document, Path], Sound], file: type[msgspec.Struct], side: type[msgspec.Struct]
) -> KindOfFile:
    """Scenarios of these shapes."""

    def misfits(fields: Mapping[str, Any], name: str) -> int:
        sides = [one for one in fields.get("sides") or () if isinstance(one, dict)]
        return strange(fields, file) + sum(strange(one, side) for one in sides)

    return KindOfFile("a scenario", ("scenario", "sides"), read, misfits)


def strange(given: Mapping[str, Any], shape: type[msgspec.Struct]) -> int:
    """How many fields a shape does not know, and how many of those it needs are missing."""
    known = msgspec.structs.fields(shape)
    unknown = given.keys() - {field.encode_name for field in known}
    missing = {field.encode_name for field in known if field.required} - given.keys()
    return len(unknown) + len(missing)


def lessons(read: Callable[[Document, str], Lesson], battles: Callable[[], Collection[str]]) -> KindOfFile:
    """Lessons for these battles; the file of one has the battle's name."""

    def about(source: Document, file: Path) -> Sound:
        found = read(source, file.stem)
        return Sound(f"the lesson '{found.lesson}' for {found.seat}, {len(found.steps)} steps")

    return KindOfFile("a lesson", ("lesson", "steps"), about, lambda fields, name: name not in battles())
