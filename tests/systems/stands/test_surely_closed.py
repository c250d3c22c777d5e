"""What is left out because it is surely so, and what is kept, gives the answers of the rules that look at all."""

from __future__ import annotations

from random import Random

import pytest

from deadground.core import citing
from deadground.core.view import View
from deadground.space.paths import length
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.game import ground_of, stands_of
from deadground.systems.stands.quick.screens import go_through, who_is_screened
from deadground.systems.stands.rules.fire.fire_phase import all_lines
from deadground.systems.stands.rules.fire.ranges import distance
from deadground.systems.stands.rules.movement.allowance import starts_slowed
from deadground.systems.stands.rules.movement.courses import Course
from deadground.systems.stands.rules.visibility.look import Look, is_deep_inside
from deadground.systems.stands.rules.visibility.sight_rules import (
    line_between,
    sees,
    who_sees,
    without_closed,
)
from deadground.systems.stands.state import StandsState, Template
from deadground.systems.stands.system import STANDS
from deadground.systems.stands.terrain import terrain_of

BATTLES = ["vesnya-crossings", "olkhovka-line", "montfleury-plateau"]


@pytest.fixture(autouse=True)
def nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citing, "_active", ())


def scattered(scenario: str, seed: int) -> StandsState:
    """A battle whose stands lie all about the table, so that there is everything between them."""
    state = STANDS.new_state(STANDS.prepare(scenario))
    ground, rng = ground_of(state), Random(seed)
    for one in state.stands.values():
        one.at = rng.randrange(ground.width), rng.randrange(ground.height)
        one.facing, one.hidden = rng.randrange(3600), rng.random() < 0.2
        one.order = rng.choice(["fire", "move_and_fire", "opportunity"])
    return state


@pytest.mark.parametrize("scenario", BATTLES)
@pytest.mark.parametrize("inside_view", ["100_total", "100_of_cover"])
@pytest.mark.parametrize("night", [False, True])
def test_the_nearest_who_sees_is_found_whoever_is_left_out(
    scenario: str, inside_view: str, night: bool
) -> None:
    state, options = scattered(scenario, 1), {"inside_view": inside_view}
    red, blue = (stands_of(state, side) for side in list(state.sides)[:2])
    plain: dict[str, str] = {}
    for target in blue:
        seeing = [one for one in red if sees(state, one, target, night=night, options=options).seen]
        if seeing:
            plain[target.id] = min(seeing, key=lambda one: (distance(one, target), one.id)).id
    assert who_sees(state, red, blue, night=night, options=options) == plain


@pytest.mark.parametrize("scenario", BATTLES)
def test_a_line_that_surely_goes_through_closing_ground_has_a_stretch_in_it(scenario: str) -> None:
    state, rng = STANDS.new_state(STANDS.prepare(scenario)), Random(9)
    ground = ground_of(state)
    points = [(rng.randrange(ground.width), rng.randrange(ground.height)) for _ in range(1200)]
    starts, ends, after = points[:600], points[600:], [rng.choice([0, 1000]) for _ in range(600)]
    found = go_through(ground, starts, ends, after).tolist()
    for start, end, far, is_closed in zip(starts, ends, after, found, strict=True):
        closing = [way for way in line_between(state, start, end).passages if terrain_of(way.piece).blocks]
        beyond = any(stretch.ends > far for way in closing for stretch in way.stretches)
        assert beyond or not is_closed
    assert 100 < sum(found) < 580


@pytest.mark.parametrize("scenario", BATTLES)
def test_woods_and_towns_surely_hide_many(scenario: str) -> None:
    state = scattered(scenario, 2)
    red, blue = (stands_of(state, side) for side in list(state.sides)[:2])
    left = without_closed(state, [(one, list(red)) for one in blue], False)
    assert sum(len(near) for _, near in left) < len(red) * len(blue) * 9 // 10


def test_one_deep_inside_a_wood_sees_no_further_than_a_hundred() -> None:
    found = [0, 0]
    for seed in range(12):
        state = scattered("vesnya-crossings", seed)
        for one in stands_of(state, next(iter(state.sides))):
            deep = is_deep_inside(state, one, {})
            found[deep] += 1
            far = [other for other in state.stands.values() if distance(one, other) > 1000]
            assert not (deep and any(sees(state, one, other).seen for other in far[:10]))
            assert not is_deep_inside(state, one, {"inside_view": "100_of_cover"})
    assert min(found) > 5


@pytest.mark.parametrize("scenario", BATTLES)
def test_who_is_surely_screened_is_screened(scenario: str) -> None:
    state = scattered(scenario, 3)
    pairs = [(a, b) for a in state.stands for b in state.stands if a != b]
    found, clear = who_is_screened(state, pairs, {})
    screened = {
        (a, b)
        for a, b in pairs
        if Look(state, state.stands[a], state.stands[b], {}, night=False).is_screened()
    }
    assert found <= screened
    assert 0 < len(screened) // 2 < len(found) < len(pairs)
    assert clear.isdisjoint(screened)
    assert len(clear) > (len(pairs) - len(screened)) // 2
    assert who_is_screened(state, pairs, {"stands_block_fire": "off"}) == (set(), set())


@pytest.mark.parametrize("scenario", BATTLES)
def test_the_shots_are_those_that_are_found_while_somebody_listens(scenario: str) -> None:
    state = scattered(scenario, 4)
    quick = all_lines(state, state.stands.values(), {})
    with citing.recording():
        assert all_lines(state, state.stands.values(), {}) == quick
    assert quick


def test_ground_under_fire_slows_one_who_was_not_slowed_there_before() -> None:
    state = STANDS.new_state(STANDS.prepare("vesnya-crossings"))
    one = next(iter(state.stands.values()))
    one.at = (4000, 4000)
    way = (one.at, (4500, 4000))
    assert starts_slowed(state, one, way) is None
    state.templates["t"] = Template("t", "", "", one.at, 1000)
    slowed = starts_slowed(state, one, way)
    assert slowed is not None
    assert slowed.cause == "fire"
    state.templates.clear()
    assert starts_slowed(state, one, way) is None


@pytest.mark.parametrize("scenario", BATTLES)
def test_a_course_is_in_its_place_at_every_step(scenario: str) -> None:
    state, stopped = scattered(scenario, 5), 0
    ground, rng = ground_of(state), Random(6)
    for one in state.stands.values():
        x, y = rng.randrange(ground.width), rng.randrange(ground.height)
        one.route = (one.at, (x, (y + one.at[1]) // 2), (x, y))
        if not length(one.route):
            continue
        course = Course(state, one)
        for step in range(1, 101):
            base = course.base(step)
            assert course.place(step) == (base.at, base.facing, course.gone(step))
            assert course.is_stopped(step) == (course.gone(step) == course.stop)
        stopped += course.stop is not None
    assert stopped > 3


@pytest.mark.parametrize("scenario", BATTLES)
def test_kinds_that_share_a_field_would_have_the_same_of_their_own(scenario: str) -> None:
    state = scattered(scenario, 7)
    seat = STANDS.prepare(scenario).seats[0]
    picture = Picture(View(seat, STANDS.prepare(scenario).seats, {}, lambda: state))
    for kind in {one.kind for one in picture.own}:
        assert (picture.threat(kind) == picture._threat(kind)).all()
        assert (picture.targets(kind) == picture._targets(kind)).all()
    assert len({id(field) for field in picture._fields.values()}) < len(picture._fields)
