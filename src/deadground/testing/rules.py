"""The mark by which a test says which rule rows it proves. It knows nothing of pytest; ``rule_plugin`` does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

MOST = 4
"""A test that needs more rows than this proves none of them well."""

Test = TypeVar("Test", bound=Callable[..., object])


def rule(*rows: str) -> Callable[[Test], Test]:
    """Marks a test as proof of these rows. It fails unless the engine itself cites each while it runs."""

    def mark(test: Test) -> Test:
        marked = tuple(dict.fromkeys((*rows, *rows_of(test))))
        if not 0 < len(marked) <= MOST:
            raise ValueError(f"a test names 1 to {MOST} rule rows, not {len(marked)}")
        test.__dict__["rule_rows"] = marked
        return test

    return mark


def rows_of(test: object) -> tuple[str, ...]:
    """The rows a test is marked with."""
    rows: tuple[str, ...] = getattr(test, "rule_rows", ())
    return rows
