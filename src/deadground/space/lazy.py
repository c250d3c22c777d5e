"""A value that is worked out when it is first asked for, and kept with its owner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - it is written like a property
    """As `functools.cached_property`, without the lock that makes every first look slow before Python 3.12.

    Two threads that look at the same moment both work it out, to the same value.
    """

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self.work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, one: Any, owner: type | None = None) -> T:
        found: T = self.work_out(one)
        one.__dict__[self.name] = found
        return found
