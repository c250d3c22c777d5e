"""How the printed cells of army lists and weapon tables are read. Spacing slips mean nothing (LR-111).

5 +1d6                                      strength: base 5, a d6
1 - 2 = Rep 3 3 - 5 = Rep 4 6 = Rep 5       bands of one die
BA, SA or SMG                               weapons to choose from
48/60 ⁽²⁾                                   two numbers and the mark of a note
5/APR2                                      Impact against figures, APR against armour (COT-WEAP-07)
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

Printed = int | str | None

MARK = re.compile(r"\s*(?:⁽([¹²³⁴])⁾|\(([1-9P])\)|([¹²³⁴*]))")
DIGITS = str.maketrans("¹²³⁴", "1234")
BAND = re.compile(r"([1-6])\s*(?:-\s*([1-6]))?\s*=\s*(Rep \d|\d(?!\s*[-=])|[A-Z]\w+)")

WORDS = {
    "SMG": "smg",
    "BA": "ba_rifle",
    "BA Rifle": "ba_rifle",
    "SA": "sa_rifle",
    "MP44": "mp44",
    "FG42": "fg42",
}
"""The words of the columns and the lines of the weapon tables they mean."""


class Band(msgspec.Struct, frozen=True):
    """What a die from `low` to `high` gives."""

    low: int
    high: int
    gives: str


def unmarked(cell: Printed) -> str:
    """A cell without the marks of its notes."""
    return MARK.sub("", str(cell)).strip() if cell is not None else ""


def marks(cell: Printed) -> tuple[str, ...]:
    """The marks of a cell's notes: digits, `P`, or `star`."""
    found = (next(filter(None, match.groups())) for match in MARK.finditer(str(cell)))
    return tuple("star" if mark == "*" else mark.translate(DIGITS) for mark in found)


def strength(cell: Printed) -> tuple[int, int]:
    """Base and sides of the strength roll; no sides where none is rolled. COT-SQUAD-11, LR-111"""
    match = re.fullmatch(r"(\d+)\s*(?:\+\s*1d(\d))?", str(cell))
    if match is None:
        raise ValueError(f"'{cell}' is no strength roll")
    return int(match[1]), int(match[2] or 0)


def bands(cell: Printed) -> tuple[Band, ...]:
    """The bands of one die, each with what it gives."""
    text = str(cell).removeprefix("Roll 1d6:").strip()
    found = BAND.findall(text)
    if not found:
        raise ValueError(f"'{cell}' has no bands")
    return tuple(Band(int(low), int(high or low), gives) for low, high, gives in found)


def rep_bands(cell: Printed) -> tuple[Band, ...]:
    """The Rep bands of a unit column, Reps as digits. COT-SQUAD-14, LR-111"""
    return tuple(Band(one.low, one.high, one.gives.removeprefix("Rep ")) for one in bands(cell))


def in_band(found: tuple[Band, ...], die: int) -> Band:
    """The band a die falls in; a changed die off the end takes the first or the last. LR-006"""
    return next((one for one in found if die <= one.high), found[-1])


def lmg_bands(cell: Printed) -> tuple[Band, ...]:
    """What the LMG line of a column gives: a fixed number as one band, or what a die says."""
    text = str(cell)
    if text in ("-", ""):
        text = "0"
    if text.isdigit():
        return (Band(1, 6, text),)
    if text.startswith("Roll"):
        return bands(text)
    found = re.findall(r"([1-6])-([1-6])\s*([A-Z]+)", text)
    return tuple(Band(int(low), int(high), gives.lower()) for low, high, gives in found)


def weapon_words(cell: Printed, words: Mapping[str, str] = WORDS) -> tuple[str, ...]:
    """The weapons a cell offers, in the order printed: `BA, SA or SMG`, `SMG/MP44`."""
    found = re.split(r"\s*(?:,|/|\bor\b)\s*", str(cell))
    unknown = [word for word in found if word not in words]
    if unknown:
        raise ValueError(f"'{cell}' names no weapon of the lists: {', '.join(unknown)}")
    return tuple(words[word] for word in found)


def numbers(cell: Printed) -> tuple[int, ...]:
    """The numbers before and after a slash; one where there is none."""
    return tuple(int(part) for part in unmarked(cell).split("/"))


def reach(cell: Printed) -> tuple[int, tuple[int, ...]]:
    """Minimum range, and the ranges: `10- 120`, `48/60(1)`, `24`. COT-WEAP-07, LR-111"""
    text = unmarked(cell)
    if "-" in text:
        low, high = (int(part) for part in text.split("-"))
        return low, (high,)
    return 0, numbers(text)


def targets(cell: Printed) -> tuple[tuple[int, ...], int, int]:
    """Target Ratings, blast circle and path: `2/3*`, `5" Blast Circle`, `3" Path`, `1, 3" Blast Circle`.

    NUTS-FIRE-17, NUTS-GREN-15, LR-111
    """
    text = unmarked(cell)
    circle = re.search(r'(\d+)" (?:Blast|Dia) Circle', text)
    path = re.search(r'(\d+)" Path', text)
    plain = re.fullmatch(r"(\d+(?:/\d+)?)(?:, .*)?", text)
    ratings = numbers(plain[1]) if plain else (0,)
    return ratings, int(circle[1]) if circle else 0, int(path[1]) if path else 0


def impact(cell: Printed) -> tuple[int | None, int | None]:
    """Impact against figures and APR against armour; APW is the same as APR (LR-002). COT-WEAP-07, LR-111"""
    text = unmarked(cell)
    match = re.fullmatch(r"(?:(\d+)/)?AP[RW] ?(\d+)|(\d+)", text)
    if match is None:
        raise ValueError(f"'{cell}' is no Impact")
    against_figures = match[1] or match[3]
    return int(against_figures) if against_figures else None, int(match[2]) if match[2] else None
