"""Memory: answers that depend on nothing but their question, kept for when it is put again.

While somebody listens to citations nothing is answered from memory and nothing is passed over: every rule is worked
out again, so that its rows are cited as if there were no quick path. Here alone rules and quick paths learn of it.
A test holds games played both ways to the same journal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Generic, ParamSpec, TypeVar

from deadground.core import citing
from deadground.core.own_book import per_book

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")


def is_quick() -> bool:
    """Whether a rule may pass over what surely decides nothing: nobody listens to what it cites."""
    return not citing.is_heard()


def kept_by_book(work_out: Callable[P, V]) -> Callable[P, V]:
    """A function of plain values and of the charts in force, answered from memory where nobody listens."""
    kept = per_book(work_out)

    @wraps(work_out)
    def answered(*args: P.args, **kwargs: P.kwargs) -> V:
        return work_out(*args, **kwargs) if citing._active else kept(*args, **kwargs)

    return answered


class Memory(Generic[K, V]):
    """So many answers by their questions. When it is full all are forgotten, which costs less than order."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: dict[K, V] = {}

    def knows(self, question: K) -> bool:
        return question in self._kept and not citing.is_heard()

    def recall(self, question: K, work_out: Callable[[], V]) -> V:
        """The answer that is kept, or the one that is worked out now."""
        # What `is_heard` says, without a call: this is asked thousands of times a battle.
        if not citing._active:
            try:
                return self._kept[question]
            except KeyError:
                pass
        if len(self._kept) >= self.most:
            self._kept.clear()
        answer = self._kept[question] = work_out()
        return answer
