"""The words that ``deadground roster`` takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from deadground.cli import Trouble

PaperSize = Literal["a4", "letter"]
Stiffen = Literal["sergeant", "zampolit"]
Star = Literal["nco", "jr_nco", "lmg_gunner", "rifleman"]


def settings(given: Iterable[str], what: str) -> dict[str, str]:
    """`name=value` words as a mapping; a name given twice is trouble."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise Trouble(f"{what} wants name=value, not '{word}'")
        if name in found:
            raise Trouble(f"{what} gives '{name}' twice")
        found[name] = value
    return found
