"""The page owns no rules: it does not ask which game it shows, and names none of its rules."""

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


def forbidden() -> list[str]:
    """Names in quotes that a page has no business to know: systems, and the laws behind their questions."""
    names = [*registry.systems(), *(key for key in GUIDES if key)]
    return [f"{quote}{name}" for name in names for quote in "\"'`"]


def found_in(text: str) -> list[str]:
    return [*ASKS_WHICH_GAME.findall(text), *(name for name in forbidden() if name in text)]


def test_the_sources_of_the_page_ask_for_no_game_and_name_no_rule() -> None:
    found = {file.relative_to(SOURCES).as_posix(): found_in(file.read_text("utf-8")) for file in FILES}
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
    ],
)
def test_what_the_page_should_not_know_is_seen(line: str) -> None:
    assert found_in(line)
