"""What people are called: short, on one line, and nothing that could disguise itself. Markup is shown as it is."""

from __future__ import annotations

import unicodedata

from deadground.core.faults import SetupError

LONGEST_NAME = 40
JOINERS = "\u200c\u200d"
"""Invisible, but needed to write some languages."""


def proper_name(given: str) -> str:
    """A name as it will be shown; a `SetupError` says what is wrong with it."""
    name = " ".join(given.split(" ")).strip(" ")
    if any(unicodedata.category(letter)[0] == "C" and letter not in JOINERS for letter in name) or any(
        unicodedata.category(letter) in ("Zl", "Zp") for letter in name
    ):
        raise SetupError("a name must not have control characters in it")
    name = " ".join(name.split())
    if not name.strip(JOINERS):
        raise SetupError("a name is wanted: what shall the others call you?")
    if len(name) > LONGEST_NAME:
        raise SetupError(f"a name may have {LONGEST_NAME} characters; this has {len(name)}")
    return name
