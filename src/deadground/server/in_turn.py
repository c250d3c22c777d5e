"""Routes that compute without a room take their turn and pay for it as everything else does: see work.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

from deadground.server.work import Work

T = TypeVar("T")


def in_turn(answer: Callable[..., T]) -> Callable[..., Awaitable[T]]:
    """A route's function, which must take the lobby, as work of that lobby: refused to who has used up his time."""

    @wraps(answer)
    async def answered(**given: Any) -> T:
        work: Work = given["lobby"].work
        work.admit()
        return await work.do(lambda: answer(**given))

    return answered
