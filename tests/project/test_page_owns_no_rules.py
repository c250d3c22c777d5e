"""The page owns no rules: it does not ask which game it shows, names none of its rules and measures nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deadground.core.requests.base import GUIDES
from deadground.systems import registry

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
FILES = sorted(
    file
    for file in SOURCES.rglob("*")
    if file.suffix in (".ts", ".svelte")
    and not file.name.endswith(".test.ts")
    and "generated" not in file.parts
)
ASKS_WHICH_GAME = re.compile(r"\bview\.system\s*[!=]==|\bsystem\s*[!=]==\s*[\"']")


MEASURES = "lib/ground.ts"
"""The one place where it is written how long a unit of length is, and what people call it."""

INCHES = re.compile(r"\binch(?:es)?\b|\b25\.4\b", re.IGNORECASE)


def rows_named() -> re.Pattern[str]:
    """What the rows of any book, and our readings of them, look like."""
    books = [registry.catalogue(name) for name in registry.systems()]
    kinds = {row.partition("-")[0] for book in books for row in (*book.rows, *book.rulings)}
    return re.compile(rf"\b(?:{'|'.join(sorted(kinds))})-[A-Z0-9]+")


ROWS = rows_named()


def forbidden() -> list[str]:
    """Names in quotes that a page has no business to know: systems, and the laws behind their questions."""
    names = [*registry.systems(), *(key for key in GUIDES if key)]
    return [f"{quote}{name}" for name in names for quote in "\"'`"]


def found_in(text: str, *, measures: bool = False) -> list[str]:
    asked = ASKS_WHICH_GAME.findall(text)
    told = ROWS.findall(text) + ([] if measures else INCHES.findall(text))
    return [*asked, *told, *(name for name in forbidden() if name in text)]


def test_the_sources_of_the_page_ask_for_no_game_and_name_no_rule() -> None:
    texts = {file.relative_to(SOURCES).as_posix(): file.read_text("utf-8") for file in FILES}
    found = {name: found_in(text, measures=name == MEASURES) for name, text in texts.items()}
    assert len(found) > 100
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize(
    "line",
    [
        'if (view.system === "other") go();',
        'const is = system !== "x";',
        'new Book("skirmish")',
        "guide === 'stands.cards'",
        'guide.startsWith("skirmish.")',
        "const MAN = 25.4;",
        "<p>An enemy within 4 inches who sees him takes him prisoner.</p>",
        "// as NUTS-MOVE-09 has it",
    ],
)
def test_what_the_page_should_not_know_is_seen(line: str) -> None:
    assert found_in(line)
