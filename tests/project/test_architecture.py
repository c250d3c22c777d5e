"""docs/architecture.md is true: every place that it names is there, and chapters say which rows they play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import deadground
from deadground.systems import registry

PACKAGE = Path(deadground.__file__).parent
ROOT = PACKAGE.parents[1]
DOCUMENT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
NAMED = sorted(
    {
        word
        for word in re.findall(r"`([\w./*-]+)`", DOCUMENT)
        if ("/" in word or word.endswith((".py", ".ts", ".yaml")))
        and not re.search(r"NAME|CHAPTER|X\.yaml", word)
    }
)
ROOMS = (ROOT, PACKAGE, *(PACKAGE / "systems" / name for name in ("skirmish", "stands")))
INSIDE = [
    *ROOMS,
    *(room / one for room in ROOMS[1:] for one in ("server", "core", "armies", "table")),
    ROOT / "web/src",
    ROOT / "web/src/table",
]
CHAPTERS = sorted(file for file in PACKAGE.glob("systems/*/rules/*/__init__.py"))


@pytest.mark.parametrize("word", NAMED)
def test_a_place_that_is_named_is_there(word: str) -> None:
    assert any(next(room.glob(word.rstrip("/")), None) for room in INSIDE), word


def test_the_rows_that_one_looks_for_are_where_it_says() -> None:
    for row, place in (
        ("NUTS-FIRE-04", "skirmish/rules/fire/damage.py"),
        ("KIM-4.3a", "stands/rules/fire/shots.py"),
    ):
        assert row in DOCUMENT
        assert row in (PACKAGE / "systems" / place).read_text("utf-8")


@pytest.mark.parametrize("file", CHAPTERS, ids=lambda file: file.parent.name)
def test_a_chapter_says_which_rows_it_plays_and_plays_some(file: Path) -> None:
    heads = re.findall(r"[A-Z]{3,4}-[A-Z0-9.]+", file.read_text("utf-8"))
    code = "".join(one.read_text("utf-8") for one in file.parent.glob("*.py") if one != file)
    rows = registry.catalogue(file.parents[2].name).rows
    assert heads
    for head in heads:
        assert any(row.startswith(head) and row in code for row in rows), head


@pytest.mark.parametrize("file", CHAPTERS, ids=lambda file: file.parent.name)
def test_the_modules_that_a_chapter_speaks_of_are_there(file: Path) -> None:
    for name in re.findall(r"`(\w+\.py)`", file.read_text("utf-8")):
        assert (file.parent / name).exists(), name


@pytest.mark.parametrize("system", ["skirmish", "stands"])
def test_the_book_lists_every_chapter(system: str) -> None:
    rules = PACKAGE / "systems" / system / "rules"
    told = re.findall(r"`(\w+)`", (rules / "__init__.py").read_text("utf-8"))
    assert sorted(told) == sorted(file.parent.name for file in rules.glob("*/__init__.py"))
