"""Questions about chances that a system answers exactly, for a command line or whoever else asks.

A question is a function. Its docstring says what it tells; everything that may be given is a parameter marked
`Given`, and `options` takes named options of the rules. What it returns is published as a record and told in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import msgspec

Names = str | Iterable[str]
"""Words between commas, or a list of them."""


class OddsError(Exception):
    """Odds that there are not: an unknown name, or circumstances that do not go together."""


class Given(msgspec.Struct, frozen=True):
    """What is said of a parameter: what it means, its name where the function has another, its unit of length."""

    help: str
    name: str = ""
    unit: str = ""


class Heading(str):
    """A line that stands out from those below it."""


class Answer(Protocol):
    """Odds as they were reckoned."""

    def record(self) -> dict[str, Any]:
        """The published shape."""

    def in_words(self) -> Iterable[str]:
        """Line by line."""


class Question(msgspec.Struct, frozen=True):
    """A function that answers, and the circumstances that it knows, with what each means."""

    answer: Callable[..., Answer]
    words: Mapping[str, str] = {}


def listed(names: Names) -> tuple[str, ...]:
    """Words between commas, or a list of them, as they are known."""
    parts = names.split(",") if isinstance(names, str) else names
    return tuple(word for part in parts if (word := part.strip().replace("-", "_").lower()))
