"""The words that ``deadground roster`` takes."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from deadground.cli import Trouble


class PaperSize(Enum):
    a4 = "a4"
    letter = "letter"


class Starts(Enum):
    scenario = "scenario"
    battle = "battle"
    campaign = "campaign"


class Grade(Enum):
    green = "green"
    regular = "regular"
    veteran = "veteran"


class Stiffen(Enum):
    sergeant = "sergeant"
    zampolit = "zampolit"


class Star(Enum):
    nco = "nco"
    jr_nco = "jr_nco"
    lmg_gunner = "lmg_gunner"
    rifleman = "rifleman"


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
