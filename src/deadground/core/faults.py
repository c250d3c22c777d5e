"""What is wrong with a choice, a file or a call, said so that a person can put it right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

import msgspec

from deadground.core.citing import cite


class Fault(msgspec.Struct, frozen=True, gc=False):
    """One thing that is wrong with a choice: where in it, why, and under which rule rows."""

    at: str
    reason: str
    rows: tuple[str, ...] = ()


class Refused(Exception):
    """A choice that cannot be taken. Nothing has changed; `faults` lists everything that is wrong."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        for fault in faults:
            cite(*fault.rows)
        super().__init__("; ".join(fault.reason for fault in faults))


class SetupError(Exception):
    """A game that cannot begin: an unknown scenario, option or value."""


class RuleCrash(Exception):
    """A rule raised an error. The match is as it was before the choice; `file` is a loadable game, if kept."""

    def __init__(self, message: str, file: str | None) -> None:
        self.file = file
        super().__init__(message)


class SaveError(Exception):
    """A saved game that cannot be read: truncated, tampered with, foreign or from a newer version."""


SEVERAL = 3
"""So many names that end alike are named."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence that names what is known, the nearest first: one that ends in the word, as german.mg42 in mg42."""
    names = sorted(known)
    ends = [name for name in names if name.lower().endswith(f".{word.lower()}")]
    near = ends[:SEVERAL] or difflib.get_close_matches(word, names, n=1)
    if near:
        return f"did you mean {' or '.join(repr(name) for name in near)}?"
    return f"known: {', '.join(names)}" if names else "none is known"
