"""Lessons are checked against the battle they belong to: every name in them stands for something there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from deadground.core.faults import did_you_mean
from deadground.core.lesson import Lesson, Number, Offer, Place, Sign, Step
from deadground.core.loader import DataError, Document
from deadground.core.loader import Step as Part
from deadground.core.requests.base import GUIDES


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What a lesson may speak of: the units of each seat, the cards, the battles, and the table in its own unit."""

    units: Mapping[str, Collection[str]]
    cards: Collection[str]
    battles: Collection[str]
    unit: str
    width: Number
    height: Number


def checked(source: Document, setting: Setting) -> Lesson:
    """The lesson of a document, or the first thing in it that is wrong."""
    lesson = source.to(Lesson)
    for fault in LessonCheck(source, lesson, setting).faults():
        raise fault
    return lesson


class LessonCheck:
    """Everything in a lesson that its types cannot tell is wrong."""

    def __init__(self, source: Document, lesson: Lesson, setting: Setting) -> None:
        self.source = source
        self.lesson = lesson
        self.setting = setting

    def faults(self) -> Iterator[DataError]:
        if self.lesson.seat not in self.setting.units:
            yield self.unknown(("seat",), "seat", self.lesson.seat, self.setting.units)
            return
        if self.lesson.unit != self.setting.unit:
            reason = f"the map of the battle is in '{self.setting.unit}', the lesson in '{self.lesson.unit}'"
            yield self.source.error((), reason)
        if self.lesson.then not in self.setting.battles:
            yield self.unknown(("then",), "battle", self.lesson.then, self.setting.battles)
        seen: set[str] = set()
        for i, step in enumerate(self.lesson.steps):
            if step.id in seen:
                yield self.source.error(("steps", i, "id"), f"two steps are called '{step.id}'")
            seen.add(step.id)
            yield from self.step_faults(("steps", i), step)

    def step_faults(self, at: tuple[Part, ...], step: Step) -> Iterator[DataError]:
        if step.why and step.when.told is None:
            yield self.source.error((*at, "why"), "a step says why only of a roll that `when.told` finds")
        yield from self.sign_faults((*at, "when"), step.when)
        yield from self.unit_faults((*at, "show"), step.show.unit)
        yield from self.place_faults((*at, "show", "place"), step.show.place)
        if step.offer is not None:
            yield from self.offer_faults((*at, "offer"), step.offer)

    def sign_faults(self, at: tuple[Part, ...], sign: Sign) -> Iterator[DataError]:
        if sign.asked and sign.asked not in GUIDES:
            yield self.unknown((*at, "asked"), "question", sign.asked, filter(None, GUIDES))
        for part, card in (("proposed", sign.proposed), ("can", sign.can), ("cannot", sign.cannot)):
            yield from self.card_faults((*at, part), card)
        yield from self.unit_faults(at, sign.waiting)
        if sign.near is not None:
            yield from self.unit_faults(at, sign.near.unit)
            yield from self.place_faults((*at, "near", "place"), sign.near.place)

    def offer_faults(self, at: tuple[Part, ...], offer: Offer) -> Iterator[DataError]:
        yield from self.unit_faults((*at, "unit"), offer.unit)
        yield from self.card_faults((*at, "card"), offer.card)
        yield from self.place_faults((*at, "to"), offer.to)
        if offer.staff != offer.stay and offer.unit == "" and not offer.accept:
            return
        ways = [offer.to is not None, offer.onto_enemy, offer.short > 0]
        if offer.accept != (offer.unit == "") or (offer.accept and any(ways)) or sum(ways) > 1:
            advice = (
                "`accept`, `stay`, `staff`, or a `unit` with `to`, `onto_enemy`, `short`, or a `card` alone"
            )
            yield self.source.error(at, "an offer does one thing", advice)
        elif not offer.accept and not any(ways) and not offer.card:
            yield self.source.error(at, f"the offer does nothing with {offer.unit}")

    def unit_faults(self, at: tuple[Part, ...], unit: str) -> Iterator[DataError]:
        units = self.setting.units[self.lesson.seat]
        if unit and unit not in units:
            yield self.unknown(at, "unit", unit, units)

    def card_faults(self, at: tuple[Part, ...], card: str) -> Iterator[DataError]:
        if card and card not in self.setting.cards:
            yield self.unknown(at, "card", card, self.setting.cards)

    def place_faults(self, at: tuple[Part, ...], place: Place | None) -> Iterator[DataError]:
        if place is None:
            return
        x, y = place
        if not (0 <= x <= self.setting.width and 0 <= y <= self.setting.height):
            yield self.source.error(at, f"{list(place)} is not on the table")

    def unknown(self, at: tuple[Part, ...], what: str, name: str, known: Iterable[str]) -> DataError:
        return self.source.error(at, f"no {what} is called '{name}'", did_you_mean(name, known))
