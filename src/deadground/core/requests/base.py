"""The request all kinds share, and the guide with which a system adds its own law to a kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.scene import Look

Whole = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A number in a choice: no larger than every reader of JSON can hold exactly."""

GuideClass = TypeVar("GuideClass", bound="type[Guide]")

Manner = Literal["", "groups", "men", "ways", "exchange", "volley", "aim"]
"""How a page lets a request be answered: "" with the whole side before one; else a group acts, man by man. Which
group, what its men do, a short way for them, who shoots at whom in an exchange or a volley, how one man aims."""


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


class Gesture(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat does to a draft: an act on some pieces, to a place or onto another piece.

    `drag` is the act of every system; a guide may know others. `given` is what came with it, for the guide to read.
    """

    act: str = "drag"
    pieces: tuple[str, ...] = ()
    to: tuple[int, int] | str | None = None
    given: dict[str, Any] = {}


class Guide:
    """A system's own law for a request: registered by key, because a request is plain data.

    The kind has already checked the shape of the value when `faults` is called. A guide sees the view only.
    """

    manner: ClassVar[Manner] = ""

    def faults(self, view: Any, request: Request, value: Any) -> list[Fault]:
        """Everything that is wrong with a value of the right shape."""
        return []

    def explain(self, view: Any, request: Request, key: Any, at: str) -> list[Fault]:
        """Why something is not among what the request offers, where the system can say more than that."""
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


EditT = TypeVar("EditT", bound=Callable[[Any, Any, Any, Gesture], Look])

GESTURES: dict[str, Callable[[Any, Any, Any, Gesture], Look]] = {}


def gestures_on(*guides: str) -> Callable[[EditT], EditT]:
    """Register what gestures mean under some guides: the draft that one makes of a draft, or of none.

    Rules know nothing of it. What is wrong with the new draft is found by `check` afterwards.
    """

    def register(edit: EditT) -> EditT:
        for key in guides:
            if key in GESTURES:
                raise TypeError(f"the gestures under '{key}' are there twice")
            GESTURES[key] = edit
        return edit

    return register


def in_place(at: str, places: list[int]) -> str:
    """Where a fault is in the whole list, if `at` is its place among some of the list's parts."""
    found = re.match(r"value\[(\d+)\]", at)
    return f"value[{places[int(found[1])]}]{at[found.end() :]}" if found else at


class _Prompted(msgspec.Struct, frozen=True):
    prompt: str


class Request(_Prompted, frozen=True, kw_only=True, tag_field="kind"):
    """What a seat is asked. The kernel fills in `serial`, `seat` and `manner`, its guide's; a question the rest.

    `proposal` is the filled-in answer that Enter accepts, or None where there is nothing sensible to propose.
    """

    rows: tuple[str, ...] = ()
    proposal: Any = None
    guide: str = ""
    serial: int = 0
    seat: str = ""
    manner: Manner = ""

    kind: ClassVar[str]
    value_type: ClassVar[Any]

    def check(self, view: Any, draft: Draft) -> list[Fault]:
        """All faults of a draft, with their places, reasons and rule rows; none means it would be taken."""
        try:
            value = msgspec.convert(draft, self.value_type)
        except msgspec.ValidationError as error:
            return [Fault("value", f"not a {self.kind} choice: {error}", self.rows)]
        own = self.own_faults(value)
        if not own:
            return GUIDES[self.guide].faults(view, self, value)
        return own + self._judged_in_part(view, value)

    def _judged_in_part(self, view: Any, value: Any) -> list[Fault]:
        """What the guide says to those parts of a faulty value that it can make sense of.

        So a draft with an unknown piece in it is still told everything about the others.
        """
        law = GUIDES[self.guide]
        if isinstance(value, dict):
            fits = {key: one for key, one in value.items() if self.own_fits(key, one)}
            others = [(key, f"value.{key}") for key in value if key not in fits]
            found = law.faults(view, self, fits)
        elif isinstance(value, list):
            places = [i for i, one in enumerate(value) if self.own_fits(one, one)]
            others = [(one, f"value[{i}]") for i, one in enumerate(value) if i not in places]
            found = law.faults(view, self, [value[i] for i in places])
            found = [msgspec.structs.replace(fault, at=in_place(fault.at, places)) for fault in found]
        else:
            return []
        return [*found, *(fault for key, at in others for fault in law.explain(view, self, key, at))]

    def sample(self, view: Any, rng: Random) -> Any:
        """A legal choice value, in bounded work."""
        return GUIDES[self.guide].sample(view, self, rng)

    def suggest(self, view: Any, k: int = 3) -> list[Suggestion]:
        """Up to k labelled legal choices."""
        return GUIDES[self.guide].suggest(view, self, k)

    def edit(self, view: Any, draft: Draft, gesture: Gesture) -> Look:
        """What a gesture makes of a draft, with everything that is wrong with the new one."""
        given = self.as_draft(draft)
        made = GESTURES.get(self.guide)
        look = made(view, self, given, gesture) if made else Look(value=self.own_edit(given, gesture))
        value = msgspec.json.decode(msgspec.json.encode(look.value))
        return msgspec.structs.replace(look, value=value, faults=tuple(self.check(view, value)))

    def as_draft(self, draft: Draft) -> Any:
        """A draft as a value of this kind; None for none."""
        if draft is None:
            return None
        try:
            return msgspec.convert(draft, self.value_type)
        except msgspec.ValidationError as error:
            raise Refused(Fault("draft", f"not a {self.kind} choice: {error}", self.rows)) from None

    def only(self, view: Any) -> Any:
        """The single legal value, where it is plain that there is no other; else None."""
        value = self.own_only()
        return None if value is None or self.check(view, value) else value

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

    def own_edit(self, draft: Any, gesture: Gesture) -> Any:
        """The value that a gesture makes of a draft, where no guide knows better."""
        raise Refused(Fault("act", f"'{gesture.act}' does nothing to this request", self.rows))

    def own_list(self) -> list[Any] | None:
        return None

    def own_only(self) -> Any:
        """The value that is the only one of its kind to fit, or None: cheap, and silent in case of doubt."""
        return None

    def own_fits(self, key: Any, part: Any) -> bool:
        """Whether a part of a list or map has the shape a guide may count on, whatever else is wrong."""
        return True

    def in_words(self, value: Any) -> str:
        """A value as the log tells it."""
        return "nothing" if not value else str(value)

    def told_alone(self, value: Any) -> str:
        """What the log says where this was the only answer, and nobody was asked."""
        return f"{self.prompt} {self.in_words(value).capitalize()}: there is no other choice."
