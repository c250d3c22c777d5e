"""Requests over short lists and numbers: pick, allocate, number, confirm."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any, ClassVar

import msgspec

from deadground.core.faults import Fault
from deadground.core.requests.base import Gesture, Request, Suggestion, Whole

LISTED = 1000
"""A request with more legal values than this is not listed."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """Something that can be picked: an id, a label, what follows from it, and why not, if it is refused."""

    id: str
    label: str
    hint: str = ""
    refused: Fault | None = None


class Pick(Request, frozen=True, kw_only=True, tag="pick", gc=False):
    """Some of a list: at least `least`, at most `most` of the options, none twice. Value: a list of ids."""

    options: tuple[Option, ...]
    least: int = 1
    most: int = 1

    kind: ClassVar[str] = "pick"
    value_type: ClassVar[Any] = list[str]

    @property
    def open(self) -> tuple[str, ...]:
        return tuple([option.id for option in self.options if option.refused is None])

    def own_faults(self, value: list[str]) -> list[Fault]:
        faults = []
        for i, id in enumerate(value):
            option = next((option for option in self.options if option.id == id), None)
            if option is None:
                faults.append(Fault(f"value[{i}]", f"'{id}' is not on the list", self.rows))
            elif option.refused is not None:
                faults.append(Fault(f"value[{i}]", option.refused.reason, option.refused.rows))
            elif id in value[:i]:
                faults.append(Fault(f"value[{i}]", f"'{option.label}' is picked twice", self.rows))
        if not self.least <= len(value) <= self.most:
            faults.append(Fault("value", f"pick {span(self.least, self.most)}, not {len(value)}", self.rows))
        return faults

    def own_sample(self, rng: Random) -> list[str]:
        open_ids = self.open
        most = min(self.most, len(open_ids))
        if self.least == most == 1:
            return [open_ids[int(rng.random() * len(open_ids))]]
        return rng.sample(open_ids, rng.randint(self.least, most))

    def own_suggestions(self, k: int) -> list[Suggestion]:
        if self.least > 1 or self.most < 1:
            return super().own_suggestions(k)
        options = [option for option in self.options if option.refused is None]
        options.sort(key=lambda option: [option.id] != self.proposal)
        return [Suggestion(option.label, [option.id], option.hint) for option in options[:k]]

    def own_only(self) -> Any:
        ids = self.open
        if len(ids) == self.least <= self.most:
            return list(ids)
        return [] if self.least == 0 and (self.most == 0 or not ids) else None

    def own_fits(self, key: str, part: str) -> bool:
        return part in self.open

    def in_words(self, value: list[str]) -> str:
        labels = {option.id: option.label for option in self.options}
        return ", ".join(labels[id] for id in value) or "nothing"

    def own_edit(self, draft: list[str] | None, gesture: Gesture) -> list[str]:
        """Dragging picks the options that are named; what is over the most goes, the oldest first."""
        named = [id for id in (*gesture.pieces, gesture.to) if isinstance(id, str)]
        value = list(draft or [])
        if gesture.act == "clear":
            return [id for id in value if named and id not in named]
        known = {option.id for option in self.options}
        if gesture.act != "drag" or not known.intersection(named):
            edited: list[str] = super().own_edit(draft, gesture)
            return edited
        picked = [id for id in value if id not in named] + [id for id in named if id in known]
        return picked[-self.most :] if self.most else []

    def own_list(self) -> list[Any] | None:
        values: list[Any] = []
        for count in range(self.least, min(self.most, len(self.open)) + 1):
            for picked in combinations(self.open, count):
                values.append(list(picked))
                if len(values) > LISTED:
                    return None
        return values


class Number(Request, frozen=True, kw_only=True, tag="number", gc=False):
    """A whole number from `low` to `high`. Value: an integer."""

    low: int
    high: int
    unit: str = ""

    kind: ClassVar[str] = "number"
    value_type: ClassVar[Any] = Whole

    def own_faults(self, value: int) -> list[Fault]:
        if self.low <= value <= self.high:
            return []
        return [Fault("value", f"{value} is not {span(self.low, self.high)}", self.rows)]

    def own_sample(self, rng: Random) -> int:
        return rng.randint(self.low, self.high)

    def own_only(self) -> Any:
        return self.low if self.low == self.high else None

    def in_words(self, value: int) -> str:
        return f"{value} {self.unit}".rstrip()

    def own_list(self) -> list[Any] | None:
        return list(range(self.low, self.high + 1)) if self.high - self.low < LISTED else None


class Confirm(Request, frozen=True, kw_only=True, tag="confirm", gc=False):
    """Yes or no. Value: a boolean."""

    yes: str = "Yes"
    no: str = "No"

    kind: ClassVar[str] = "confirm"
    value_type: ClassVar[Any] = bool

    def own_faults(self, value: bool) -> list[Fault]:
        return []

    def own_sample(self, rng: Random) -> bool:
        return rng.random() < 0.5

    def own_suggestions(self, k: int) -> list[Suggestion]:
        answers = [Suggestion(self.yes, True), Suggestion(self.no, False)]
        return (answers if self.proposal is not False else answers[::-1])[:k]

    def own_list(self) -> list[Any] | None:
        return [True, False]


class Share(msgspec.Struct, frozen=True, gc=False):
    """Something that numbers can be given to, with how many it must and may get."""

    id: str
    label: str
    most: int
    least: int = 0
    hint: str = ""


class Allocate(Request, frozen=True, kw_only=True, tag="allocate", gc=False):
    """Numbers to targets, adding up to between `least` and `most`. Value: a map from id to number."""

    shares: tuple[Share, ...]
    least: int
    most: int
    unit: str = ""

    kind: ClassVar[str] = "allocate"
    value_type: ClassVar[Any] = dict[str, Whole]

    def own_faults(self, value: dict[str, int]) -> list[Fault]:
        known = {share.id: share for share in self.shares}
        faults = [
            Fault(f"value.{id}", f"'{id}' is not one of the targets", self.rows)
            for id in value
            if id not in known
        ]
        for share in self.shares:
            given = value.get(share.id, 0)
            if not share.least <= given <= share.most:
                reason = f"{share.label} takes {span(share.least, share.most)}, not {given}"
                faults.append(Fault(f"value.{share.id}", reason, self.rows))
        if not self.least <= sum(value.values()) <= self.most:
            reason = f"give {span(self.least, self.most)} in all, not {sum(value.values())}"
            faults.append(Fault("value", reason, self.rows))
        return faults

    def own_only(self) -> Any:
        given = {share.id: share.least for share in self.shares if share.least}
        full = all(share.least == share.most for share in self.shares)
        return given if full or self.most == sum(given.values()) else None

    def own_fits(self, key: str, part: int) -> bool:
        return any(share.id == key for share in self.shares)

    def in_words(self, value: dict[str, int]) -> str:
        labels = {share.id: share.label for share in self.shares}
        return ", ".join(f"{given} to {labels[id]}" for id, given in value.items()) or "nothing"

    def own_edit(self, draft: dict[str, int] | None, gesture: Gesture) -> dict[str, int]:
        """Dragging onto a target gives it one more, `clear` takes all back."""
        value = dict(draft or {})
        if gesture.act == "clear":
            return {id: number for id, number in value.items() if gesture.pieces and id not in gesture.pieces}
        if gesture.act != "drag" or not isinstance(gesture.to, str):
            edited: dict[str, int] = super().own_edit(draft, gesture)
            return edited
        return {**value, gesture.to: value.get(gesture.to, 0) + 1}

    def own_sample(self, rng: Random) -> dict[str, int]:
        given = {share.id: share.least for share in self.shares}
        top = min(self.most, sum(share.most for share in self.shares))
        left = rng.randint(self.least, top) - sum(given.values())
        shares = list(self.shares)
        rng.shuffle(shares)
        room = sum(share.most - share.least for share in shares)
        for share in shares:
            room -= share.most - share.least
            more = rng.randint(max(0, left - room), max(0, min(left, share.most - share.least)))
            given[share.id] += more
            left -= more
        return given


def span(low: int, high: int) -> str:
    """'exactly 2' or '1 to 3'."""
    return f"exactly {low}" if low == high else f"{low} to {high}"
