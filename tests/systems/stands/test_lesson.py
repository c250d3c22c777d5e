"""The lesson beside the first battle: its names stand for something, and who follows it lives through it all."""

from __future__ import annotations

import hashlib
import re

import pytest

from deadground.core.lesson import Lesson
from deadground.core.loader import DataError, document
from deadground.systems.stands.lesson import LESSONS
from deadground.systems.stands.scenario_file import scenario_ids
from deadground.systems.stands.system import STANDS
from tests.systems.lessons import Pupil, matches

FILE = LESSONS.shelf.path("first-lesson")
RULES = LESSONS.shelf.folder.parent
SEEDS = [hashlib.sha256(f"lesson {n}".encode()).digest() for n in range(3)]


def first_lesson() -> Lesson:
    found = LESSONS.of("first-lesson")
    assert found is not None
    return found


def learnt(pupil: Pupil) -> list[str]:
    """What of the lesson's list the pupil's log shows."""
    log = pupil.match.log(pupil.seat)
    return [
        id
        for id, one in pupil.lesson.learns.items()
        if any(matches(one.told, event, pupil.seat) for event in log)
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_who_follows_the_lesson_lays_cards_moves_is_ambushed_shoots_and_assaults(seed: bytes) -> None:
    pupil = Pupil(STANDS, "first-lesson", seed)
    pupil.play()
    assert learnt(pupil) == ["cards", "move", "ambush", "shot", "assault"]
    assert pupil.match.outcome is not None


def test_the_first_two_turns_are_led_step_by_step_into_the_ambush() -> None:
    pupil = Pupil(STANDS, "first-lesson", SEEDS[0])
    while pupil.scene.clock.turn < 3:
        pupil.move_on()
    assert pupil.shown[:8] == [
        "hello",
        "rifles_1",
        "tanks_1",
        "scouts_1",
        "hq_1",
        "lay_1",
        "routes_1",
        "fire_1",
    ]
    assert pupil.shown[8:13] == ["news_2", "tanks_2", "rifles_2", "hq_2", "lay"]
    assert pupil.shown[13] in ("ambush_missed", "ambush_hit")
    assert pupil.refused == []


def test_every_kind_of_roll_is_explained_when_it_first_falls() -> None:
    pupil = Pupil(STANDS, "first-lesson", SEEDS[1])
    pupil.play()
    explained = [step.when.told for step in pupil.lesson.steps if step.why and step.when.told]
    shots = [event for event in pupil.match.log(pupil.seat) if event.kind == "shot"]
    kinds = {(event.data["manner"], event.rolls[0].owner): event for event in shots}
    assert kinds.keys() >= {("direct", "soviet"), ("direct", "german"), ("melee", "soviet")}
    for (manner, owner), event in kinds.items():
        if manner in ("direct", "defensive") or (manner, owner) == ("melee", "soviet"):
            assert any(matches(told, event, pupil.seat) for told in explained), event.text


def test_the_lesson_waits_for_lines_that_the_rules_tell() -> None:
    """A kind of line that no rule tells would never come."""
    told = [step.when.told for step in first_lesson().steps]
    told += [one.told for one in first_lesson().learns.values()]
    code = "\n".join(path.read_text("utf-8") for path in RULES.rglob("*.py"))
    for kind in {one.kind for one in told if one is not None} - {"masked"}:
        assert re.search(rf'tell\(\s*"{kind}"', code), kind


def test_a_lesson_teaches_somebody_who_plays_and_ends_at_another_battle() -> None:
    lesson = first_lesson()
    assert lesson.seat == STANDS.seats("first-lesson")[0]
    assert lesson.then in scenario_ids()
    assert STANDS.lesson("vesnya-crossings") is None


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("seat: soviet", "seat: sovjet", "no seat is called 'sovjet' (did you mean 'soviet'?)"),
        ("then: vesnya-crossings", "then: vesnya", "no battle is called 'vesnya'"),
        ("waiting: Tank platoon", "waiting: Tanks", "no unit is called 'Tanks'"),
        ("asked: stands.routes", "asked: stands.route", "did you mean 'stands.routes'?"),
        ("card: fire}", "card: fires}", "no card is called 'fires' (did you mean 'fire'?)"),
        ("to: [310, 320]", "to: [3100, 320]", "[3100, 320] is not on the table"),
        ("id: tanks_2", "id: tanks_1", "two steps are called 'tanks_1'"),
        ("{label: Begin, accept: true}", "{label: Begin}", "an offer does one thing"),
        ("Tank platoon, card: fire}", "Tank platoon}", "the offer does nothing with Tank platoon"),
        ("when: {told: {kind: morale}}", "when: {turn: 3}", "a step says why only of a roll"),
        ("title: Shoot", "titel: Shoot", "titel"),
    ],
)
def test_a_lesson_with_a_mistake_is_refused_with_its_line(old: str, new: str, words: str) -> None:
    text = FILE.read_text("utf-8")
    assert old in text
    with pytest.raises(DataError) as found:
        LESSONS.read(document(text.replace(old, new, 1), "first-lesson.yaml"), "first-lesson")
    assert words in str(found.value)
    assert found.value.line is not None
