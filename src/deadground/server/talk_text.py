"""What may be written at a table: how long, and with which characters. It is shown as text and nothing else."""

from __future__ import annotations

import unicodedata

from deadground.core.faults import Fault, Refused

TURNERS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of writing, and could make a line read as something it is not."""

UNSHOWN = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control characters, halves of characters, what has no meaning, and separators of lines and paragraphs."""


def line(text: str, longest: int, where: str = "text") -> str:
    """A text on one line, trimmed; or refused."""
    trimmed = text.strip()
    if not trimmed:
        raise Refused(Fault(where, "There is nothing written."))
    return checked(trimmed, longest, where)


def page(text: str, longest: int, where: str = "text") -> str:
    """A text that may be empty and have many lines, kept as it is; or refused."""
    checked(text.replace("\n", "").replace("\t", ""), longest, where)
    return short_enough(text, longest, where)


def checked(text: str, longest: int, where: str) -> str:
    if any(letter in TURNERS or unicodedata.category(letter) in UNSHOWN for letter in text):
        raise Refused(Fault(where, "It has characters in it that cannot be shown."))
    return short_enough(text, longest, where)


def short_enough(text: str, longest: int, where: str) -> str:
    if len(text) > longest:
        raise Refused(Fault(where, f"It has {len(text)} characters; {longest} is the most."))
    return text
