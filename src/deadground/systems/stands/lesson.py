"""Lessons for battles of stands: read from their files, and checked against the battle they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from deadground.core.faults import did_you_mean
from deadground.core.lesson import Lesson, Offer, Sign, Step
from deadground.core.loader import DataError, Document, load
from deadground.core.loader import Step as Part
from deadground.core.requests.base import GUIDES
from deadground.space.units import mm
from deadground.systems.stands import turn  # noqa: F401 (its rules bring the questions)
from deadground.systems.stands.rules.card_law import CARDS
from deadground.systems.stands.scenario_file import Scenario, scenario_ids, scenario_named, seats_of

LESSONS = Path(__file__).parent / "lessons"


@cache
def lesson_of(scenario: str) -> Lesson | None:
    """The lesson of a battle, if it has one. Its file has the battle's name."""
    path = LESSONS / f"{scenario}.yaml"
    return lesson_from(load(path), scenario) if path.exists() else None


def lesson_from(source: Document, id: str) -> Lesson:
    """A lesson whose every name stands for something in its battle."""
    lesson = source.to(Lesson)
    if id not in scenario_ids():
        raise source.error((), f"no battle is called '{id}'", did_you_mean(id, scenario_ids()))
    for fault in LessonCheck(source, lesson, scenario_named(id)).faults():
        raise fault
    return lesson


class LessonCheck:
    """Everything in a lesson that its types cannot tell is wrong."""

    def __init__(self, source: Document, lesson: Lesson, scenario: Scenario) -> None:
        self.source = source
        self.lesson = lesson
        self.scenario = scenario
        self.cards = {card.id for card in CARDS}

    def faults(self) -> Iterator[DataError]:
        sides = {
            seat.id: side
            for side in self.scenario.file.sides
            for seat in seats_of(side, self.scenario.armies[side.id])
        }
        if self.lesson.seat not in sides:
            yield self.unknown(("seat",), "seat", self.lesson.seat, sides)
            return
        if self.lesson.then not in scenario_ids():
            yield self.unknown(("then",), "battle", self.lesson.then, scenario_ids())
        self.units = set(unit_names(self.scenario, sides[self.lesson.seat].id))
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
        if step.show.place is not None:
            yield from self.place_faults((*at, "show", "place"), step.show.place)
        if step.offer is not None:
            yield from self.offer_faults((*at, "offer"), step.offer)

    def sign_faults(self, at: tuple[Part, ...], sign: Sign) -> Iterator[DataError]:
        if sign.asked and sign.asked not in GUIDES:
            yield self.unknown((*at, "asked"), "question", sign.asked, filter(None, GUIDES))
        for unit in (sign.waiting, sign.near.unit if sign.near else ""):
            yield from self.unit_faults(at, unit)

    def offer_faults(self, at: tuple[Part, ...], offer: Offer) -> Iterator[DataError]:
        yield from self.unit_faults((*at, "unit"), offer.unit)
        if offer.card and offer.card not in self.cards:
            yield self.unknown((*at, "card"), "card", offer.card, self.cards)
        if offer.to is not None:
            yield from self.place_faults((*at, "to"), offer.to)
        if offer.staff and offer.unit == "" and not offer.accept:
            return
        ways = [offer.to is not None, offer.onto_enemy, offer.short > 0]
        if offer.accept != (offer.unit == "") or (offer.accept and any(ways)) or sum(ways) > 1:
            advice = (
                "`accept`, `staff`, or a `unit` with one of `to`, `onto_enemy`, `short` or a `card` alone"
            )
            yield self.source.error(at, "an offer does one thing", advice)
        elif not offer.accept and not any(ways) and not offer.card:
            yield self.source.error(at, f"the offer does nothing with {offer.unit}")

    def unit_faults(self, at: tuple[Part, ...], unit: str) -> Iterator[DataError]:
        if unit and unit not in self.units:
            yield self.unknown(at, "unit", unit, self.units)

    def place_faults(self, at: tuple[Part, ...], place: tuple[int, int]) -> Iterator[DataError]:
        ground = self.scenario.map.ground
        x, y = mm(place[0]), mm(place[1])
        if not (0 <= x <= ground.width and 0 <= y <= ground.height):
            yield self.source.error(at, f"{list(place)} is not on the table")

    def unknown(self, at: tuple[Part, ...], what: str, name: str, known: Iterable[str]) -> DataError:
        return self.source.error(at, f"no {what} is called '{name}'", did_you_mean(name, known))


def unit_names(scenario: Scenario, side: str) -> Iterator[str]:
    """What a seat calls its units when it is asked for cards: units, recon, headquarters."""
    for group in scenario.armies[side].commands:
        yield from (unit.name for unit in group.units)
        yield from (one.name for one in group.recon)
        yield group.hq.name
