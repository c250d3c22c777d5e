"""The marks by which a test says which rule rows it is about. They know nothing of pytest; ``rule_plugin`` does.

``@rule`` is proof: the rows are reached as a player reaches them. ``@bounds`` is none: the test calls a rule bare,
to try cells and edges that would take long to play, and another test of the row plays it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

MOST = 4
"""A test that needs more rows than this proves none of them well."""

Test = TypeVar("Test", bound=Callable[..., object])


def rule(*rows: str) -> Callable[[Test], Test]:
    """Marks a test as proof of these rows. It fails unless each is cited below a player's way in while it runs."""
    return _mark("rule_rows", rows)


def bounds(*rows: str) -> Callable[[Test], Test]:
    """Marks a test that calls the rules of these rows bare. It fails unless each is cited, and proves nothing."""
    return _mark("bounds_rows", rows)


def rows_of(test: object) -> tuple[str, ...]:
    """The rows a test proves."""
    rows: tuple[str, ...] = getattr(test, "rule_rows", ())
    return rows


def bounds_of(test: object) -> tuple[str, ...]:
    """The rows whose bounds a test tries."""
    rows: tuple[str, ...] = getattr(test, "bounds_rows", ())
    return rows


def _mark(name: str, rows: tuple[str, ...]) -> Callable[[Test], Test]:
    def mark(test: Test) -> Test:
        marked = tuple(dict.fromkeys((*rows, *getattr(test, name, ()))))
        if not 0 < len(marked) <= MOST:
            raise ValueError(f"a test names 1 to {MOST} rule rows, not {len(marked)}")
        test.__dict__[name] = marked
        return test

    return mark
