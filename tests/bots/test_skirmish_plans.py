"""What sergeants want and what they write about it: who holds holds, who attacks comes up and goes in as one."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from deadground.core.diary import diary
from deadground.core.match import Match
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.plans import Mind
from deadground.systems.skirmish.bots.staff import Staff
from deadground.systems.skirmish.state import INCH
from deadground.systems.skirmish.system import SKIRMISH
from tests.bots.skirmish_table import fight

MINDS = range(12)


def picture_of(scenario: str, seat: str) -> Picture:
    return Picture(Match.begin(SKIRMISH, SKIRMISH.prepare(scenario), bytes(32)).view(seat))


def posture(picture: Picture, seed: int) -> str:
    return Staff(picture, Mind(Random(seed))).posture


@pytest.mark.parametrize("scenario", ["five-a-side", "dubrovka-farm"])
def test_who_wins_by_holding_holds_whatever_else_he_could_take(scenario: str) -> None:
    picture = picture_of(scenario, "german")
    assert picture.holds
    assert picture.aim.guard
    assert {posture(picture, seed) for seed in MINDS} == {"hold"}


@pytest.mark.parametrize("scenario", ["five-a-side", "dubrovka-farm"])
def test_nobody_waits_for_those_who_need_not_come(scenario: str) -> None:
    picture = picture_of(scenario, "soviet")
    assert picture.they_hold
    assert "wait" not in {posture(picture, seed) for seed in MINDS}
    assert "wait" in {posture(picture_of("lipki-village", "soviet"), seed) for seed in MINDS}


def test_a_platoon_comes_up_first_and_goes_in_when_most_are_there_or_time_presses() -> None:
    picture = picture_of("dubrovka-farm", "soviet")
    assert not Staff(picture, Mind(Random(1))).goes_in
    x, y = picture.aim.at
    for number, one in enumerate(picture.friends):
        if number < 0.7 * len(picture.friends):
            one.at = x - 15 * INCH, y
    assert Staff(picture, Mind(Random(1))).goes_in
    late = picture_of("dubrovka-farm", "soviet")
    late.state.turn = 6
    assert Staff(late, Mind(Random(1))).goes_in


@pytest.mark.parametrize(
    ("scenario", "number"), [("lipki-village", 3), ("crossroads", 1), ("five-a-side", 2)]
)
def test_a_diary_tells_the_plan_once_and_nothing_three_times(scenario: str, number: int) -> None:
    """And nobody goes after anybody without a man who moves."""
    remarks = diary(fight(scenario, ("sergeant", "sergeant"), number))
    for seat in ("german", "soviet"):
        notes = [remark.note for remark in remarks if remark.seat == seat]
        assert [n for n, note in enumerate(notes) if "My plan" in note] == [0]
        said = Counter(one for note in notes for one in re.split(r"(?<=[.!?]) ", note))
        assert max(said.values()) <= 2
        assert all(re.search("moving|running|charging", note) for note in notes if "go after" in note)
