"""The request all kinds share, and the guide with which a system adds its own law to a kind."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from deadground.core.faults import Fault

Whole = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A number in a choice: no larger than every reader of JSON can hold exactly."""

GuideClass = TypeVar("GuideClass", bound="type[Guide]")


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A seat's answer to one request, whole. `serial` says which request it answers."""

    serial: int
    seat: str
    kind: str
    value: Any


Draft = Any
"""A half-made choice value: plain data, checked as often as the seat likes, never journalled."""


class Suggestion(msgspec.Struct, frozen=True, gc=False):
    """A legal choice worth a look, with a label and the reason for it."""

    label: str
    value: Any
    reason: str = ""


class Guide:
    """A system's own law for a request: registered by key, because a request is plain data.

    The kind has already checked the shape of the value when `faults` is called. A guide sees the view only.
    """

    def faults(self, view: Any, request: Request, value: Any) -> list[Fault]:
        """Everything that is wrong with a value of the right shape."""
        return []

    def sample(self, view: Any, request: Request, rng: Random) -> Any:
        """A legal value. Called only where the kind's own sample may be refused."""
        return request.own_sample(rng)

    def suggest(self, view: Any, request: Request, k: int) -> list[Suggestion]:
        return request.own_suggestions(k)


GUIDES: dict[str, Guide] = {"": Guide()}


def guide(key: str) -> Callable[[GuideClass], GuideClass]:
    """Register a guide under a key that requests may name."""

    def register(cls: GuideClass) -> GuideClass:
        if key in GUIDES:
            raise TypeError(f"two guides are called '{key}'")
        GUIDES[key] = cls()
        return cls

    return register


class _Prompted(msgspec.Struct, frozen=True):
    prompt: str


class Request(_Prompted, frozen=True, kw_only=True, tag_field="kind"):
    """What a seat is asked. The kernel fills in `serial` and `seat`; a question gives the rest.

    `proposal` is the filled-in answer that Enter accepts, or None where there is nothing sensible to propose.
    """

    rows: tuple[str, ...] = ()
    proposal: Any = None
    guide: str = ""
    serial: int = 0
    seat: str = ""

    kind: ClassVar[str]
    value_type: ClassVar[Any]

    def check(self, view: Any, draft: Draft) -> list[Fault]:
        """All faults of a draft, with their places, reasons and rule rows; none means it would be taken."""
        try:
            value = msgspec.convert(draft, self.value_type)
        except msgspec.ValidationError as error:
            return [Fault("value", f"not a {self.kind} choice: {error}", self.rows)]
        return self.own_faults(value) or GUIDES[self.guide].faults(view, self, value)

    def sample(self, view: Any, rng: Random) -> Any:
        """A legal choice value, in bounded work."""
        return GUIDES[self.guide].sample(view, self, rng)

    def suggest(self, view: Any, k: int = 3) -> list[Suggestion]:
        """Up to k labelled legal choices."""
        return GUIDES[self.guide].suggest(view, self, k)

    def listed(self, view: Any) -> list[Any] | None:
        """Every legal choice value, or None where they cannot sensibly be counted."""
        values = self.own_list()
        if values is None:
            return None
        return [value for value in values if not self.check(view, value)]

    def choice(self, value: Any) -> Choice:
        """The choice that answers this request with a value."""
        return Choice(self.serial, self.seat, self.kind, value)

    def own_faults(self, value: Any) -> list[Fault]:
        raise NotImplementedError(f"{type(self).__name__} must say what is wrong with a value")

    def own_sample(self, rng: Random) -> Any:
        raise NotImplementedError(f"{type(self).__name__} must sample a value")

    def own_suggestions(self, k: int) -> list[Suggestion]:
        return [] if self.proposal is None else [Suggestion("As proposed", self.proposal)][:k]

    def own_list(self) -> list[Any] | None:
        return None
