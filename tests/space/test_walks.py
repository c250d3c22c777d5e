"""Walks: defined steps, the first event on them, and pulling back."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deadground.space import events
from deadground.space.arcs import Circle, square_template
from deadground.space.bases import Base, gap_is_within, round_base, stand
from deadground.space.events import (
    Event,
    Inside,
    TooNear,
    Under,
    Watch,
    When,
    Within,
    first_event,
    first_together,
    near_point,
    touches,
)
from deadground.space.paths import Path, length, without_repeats
from deadground.space.plane import EAST, SOUTH, Point
from deadground.space.walks import STEPS_TOGETHER, Mover, Walk, pulled_back, stopped, together, walk
from tests.space.tables import MOVES

SQUARE = ((500, -100), (700, -100), (700, 100), (500, 100))
EASTWARD: Path = ((0, 0), (1005, 0))


# ---- steps


def test_a_single_mover_takes_steps_of_ten_tenths_and_one_for_the_rest() -> None:
    found = walk(((0, 0), (25, 0)))
    assert found.points == ((0, 0), (10, 0), (20, 0), (25, 0))
    assert walk(((0, 0), (20, 0))).points == ((0, 0), (10, 0), (20, 0))
    assert walk(((7, 7),)).points == ((7, 7),)


def test_steps_run_on_round_corners() -> None:
    found = walk(((0, 0), (15, 0), (15, 15)), stand((0, 0), 20, 20, EAST), turns=True)
    assert found.points == ((0, 0), (10, 0), (15, 5), (15, 15))
    assert found.facings == (EAST, EAST, SOUTH, SOUTH)


def test_movers_together_cover_their_paths_evenly() -> None:
    walks = together(
        {"slow": Mover(Base((0, 0)), ((0, 0), (50, 0))), "fast": Mover(Base((0, 9)), ((0, 9), (1000, 9)))}
    )
    assert [one.steps for one in walks.values()] == [STEPS_TOGETHER] * 2
    assert walks["fast"].points[37] == (370, 9)
    assert walks["slow"].points[1:4] == ((1, 0), (1, 0), (2, 0))
    assert walks["slow"].points[-1] == (50, 0)


def test_one_who_stays_put_is_on_the_clock_too() -> None:
    walks = together({"still": Mover(Base((5, 5)), ((5, 5),))})
    assert set(walks["still"].points) == {(5, 5)}
    assert walks["still"].steps == STEPS_TOGETHER


def test_no_path_is_named() -> None:
    with pytest.raises(ValueError, match="at least one point"):
        walk(())
    with pytest.raises(ValueError, match="tank: a path has at least one point"):
        together({"tank": Mover(Base((0, 0)), ())})


# ---- events


def steps(found: Sequence[Event]) -> list[tuple[str, int]]:
    return [(event.test, event.step) for event in found]


@pytest.mark.parametrize(("x", "step"), [(399, 30), (400, 30), (401, 31)])
def test_exactly_at_the_distance_is_within(x: int, step: int) -> None:
    """Edges meet the limit of 50 when the centres are 100 apart; looked at every ten tenths."""
    mover = walk(EASTWARD, round_base((0, 0), 50))
    assert steps(first_event(mover, [Within("foe", round_base((x, 0), 50), 50)])) == [("foe", step)]


@pytest.mark.parametrize(("x", "step"), [(399, 30), (400, 31), (401, 31)])
def test_exactly_at_the_limit_is_not_too_near(x: int, step: int) -> None:
    mover = walk(EASTWARD, round_base((0, 0), 50))
    assert steps(first_event(mover, [TooNear("foe", round_base((x, 0), 50), 50)])) == [("foe", step)]


def test_the_same_limits_for_stands() -> None:
    mover = walk(EASTWARD, stand((0, 0), 50, 50, EAST), turns=True)
    for x, within, too_near in ((399, 30, 30), (400, 30, 31), (401, 31, 31)):
        foe = stand((x, 0), 50, 50)
        assert steps(first_event(mover, [Within("foe", foe, 50)])) == [("foe", within)]
        assert steps(first_event(mover, [TooNear("foe", foe, 50)])) == [("foe", too_near)]


def test_one_who_starts_too_near_may_leave_but_not_come_nearer() -> None:
    foe = round_base((0, 0), 50)
    base = round_base((70, 0), 50)
    away = walk(((70, 0), (600, 0)), base)
    nearer = walk(((70, 0), (60, 0), (600, 0)), base)
    back = walk(((70, 0), (170, 0), (90, 0)), base)
    assert first_event(away, [TooNear("foe", foe, 50)]) == []
    assert steps(first_event(nearer, [TooNear("foe", foe, 50)])) == [("foe", 1)]
    assert steps(first_event(back, [TooNear("foe", foe, 50)])) == [("foe", 18)]


def test_what_holds_from_the_start_happens_only_when_it_comes_again() -> None:
    back = walk(((0, 0), (300, 0), (0, 0)))
    assert steps(first_event(back, [near_point("post", (0, 0), 100)])) == [("post", 50)]
    assert first_event(walk(EASTWARD), [near_point("post", (0, 0), 100)]) == []


def test_into_a_piece_and_out_of_it() -> None:
    mover = walk(EASTWARD, round_base((0, 0), 100))
    asked = {
        "in": (Inside("in", SQUARE), 50),
        "any in": (Inside("any in", SQUARE, "any"), 45),
        "whole in": (Inside("whole in", SQUARE, "whole"), 55),
        "out": (Inside("out", SQUARE, out=True), 0),
    }
    for name, (test, step) in asked.items():
        found = first_event(mover, [test])
        assert steps(found) == ([(name, step)] if step else [(name, 71)])
    partly_out = Inside("partly out", SQUARE, "whole", out=True)
    clear = Inside("clear", SQUARE, "any", out=True)
    inside = walk(((600, 0), (1000, 0)), round_base((600, 0), 100))
    assert steps(first_event(inside, [partly_out])) == [("partly out", 6)]
    assert steps(first_event(inside, [clear])) == [("clear", 16)]


def test_contact_and_templates() -> None:
    mover = walk(EASTWARD, round_base((0, 0), 100))
    assert steps(first_event(mover, [touches("foe", round_base((402, 0), 100))])) == [("foe", 30)]
    assert steps(first_event(mover, [touches("foe", round_base((403, 0), 100))])) == [("foe", 31)]
    assert steps(first_event(mover, [Under("shells", Circle((400, 0), 50))])) == [("shells", 30)]
    assert steps(first_event(mover, [Under("burst", square_template((400, 0), 100))])) == [("burst", 30)]


def test_sight_is_asked_only_as_far_as_needed() -> None:
    asked: list[int] = []

    def sees(step: int, _base: Base) -> bool:
        asked.append(step)
        return step >= 80

    mover = walk(EASTWARD)
    tests: list[Watch] = [When("seen", sees), Inside("in", SQUARE)]
    assert steps(first_event(mover, tests)) == [("in", 50)]
    assert max(asked) == 50
    asked.clear()
    assert first_event(mover, [When("seen", sees, near=(0, 0), limit=100)]) == []
    assert max(asked) == 10


def test_all_events_of_the_earliest_step_come_in_the_order_asked() -> None:
    mover = walk(EASTWARD)
    tests: list[Watch] = [
        When("seen", lambda step, _: step >= 50),
        near_point("late", (900, 0), 10),
        Inside("in", SQUARE),
        near_point("post", (600, 0), 100),
    ]
    assert steps(first_event(mover, tests)) == [("seen", 50), ("in", 50), ("post", 50)]
    assert first_event(mover, tests)[0].at == (500, 0)
    assert first_event(mover, []) == []


def test_mover_against_mover() -> None:
    walks = together(
        {
            "a": Mover(round_base((0, 0), 100), ((0, 0), (1000, 0))),
            "b": Mover(round_base((1000, 0), 100), ((1000, 0), (0, 0))),
        }
    )
    tests = {
        "a": [Within("b", walks["b"], 300)],
        "b": [near_point("post", (0, 0), 0), Within("a", walks["a"], 300)],
    }
    found = first_together(walks, tests)
    assert [(event.mover, event.test, event.step, event.at) for event in found] == [
        ("a", "b", 30, (300, 0)),
        ("b", "a", 30, (700, 0)),
    ]


def test_bad_questions_are_named() -> None:
    short, long = walk(EASTWARD), walk(((0, 0), (5000, 0)))
    with pytest.raises(ValueError, match="not on one clock"):
        first_event(short, [Within("other", long, 10)])
    for kind in (Within, TooNear):
        with pytest.raises(ValueError, match="foe: a distance of -1 tenths"):
            kind("foe", Base((0, 0)), -1)
    with pytest.raises(ValueError, match="ghost has tests but no walk"):
        first_together({}, {"ghost": []})


coordinate = st.integers(-40, 40).map(lambda n: n * 25) | st.integers(-1000, 1000)
spots = st.tuples(coordinate, coordinate)
facings = st.integers(0, 3599) | st.integers(0, 7).map(lambda n: n * 450)
bases = st.builds(lambda at, size: round_base(at, size), spots, st.integers(2, 300)) | st.builds(
    lambda at, width, depth, facing: stand(at, width, depth, facing),
    spots,
    st.integers(20, 400),
    st.integers(20, 400),
    facings,
)
some_paths = st.lists(spots, min_size=2, max_size=4).map(without_repeats)
limits = st.integers(0, 400)


@st.composite
def watches(draw: st.DrawFn) -> list[Watch]:
    """One of each kind of test, at random places."""
    at = draw(spots)
    corner = at[0] - draw(st.integers(10, 500)), at[1] - draw(st.integers(10, 500))
    area = (at, (corner[0], at[1]), corner)
    found: list[Watch] = [Within(f"within {i}", draw(bases), draw(limits)) for i in range(2)]
    found += [TooNear(f"too near {i}", draw(bases), draw(limits)) for i in range(2)]
    found += [
        Inside(f"{by} {out}", area, by, out) for by in ("centre", "any", "whole") for out in (False, True)
    ]
    found += [
        Under("circle", Circle(at, draw(limits))),
        Under("square", square_template(at, 200, draw(facings))),
    ]
    found.append(When("when", lambda step, base: (base.at[0] // 64 + base.at[1] // 128) % 5 == 0))
    return draw(st.lists(st.sampled_from(found), min_size=1, max_size=5, unique_by=lambda test: test.name))


def brute(mover: Walk, tests: Sequence[Watch]) -> list[tuple[str, int]]:
    """Every test at every step, in order; nothing skipped."""
    for step in range(1, mover.steps + 1):
        found = [test.name for test in tests if test.holds(mover, step) and not test.holds(mover, step - 1)]
        if found:
            return [(name, step) for name in found]
    return []


@given(bases, some_paths, st.booleans(), watches())
def test_brute_force_over_every_step_finds_no_earlier_event(
    base: Base, path: Path, turns: bool, tests: list[Watch]
) -> None:
    mover = walk(path, base.moved(path[0]), turns=turns)
    assert steps(first_event(mover, tests)) == brute(mover, tests)


@given(bases, bases, some_paths, some_paths, st.booleans(), limits)
def test_brute_force_for_movers_together(
    one: Base, other: Base, path: Path, way: Path, turns: bool, limit: int
) -> None:
    walks = together({"a": Mover(one, path, turns), "b": Mover(other, way, not turns)})
    tests: list[Watch] = [Within("within", walks["b"], limit), TooNear("too near", walks["b"], limit)]
    assert steps(first_together(walks, {"a": tests})) == brute(walks["a"], tests)


TURNED: dict[str, tuple[int, int]] = {
    "shifted": (1, 0),
    "quarter turn": (1, 900),
    "half turn": (1, 1800),
    "three quarter turn": (1, 2700),
    "mirrored": (-1, 0),
    "mirrored across the diagonal": (-1, 2700),
}
"""What each move of the table does to a facing: times, plus."""


@given(bases, bases, some_paths, limits, st.sampled_from(sorted(MOVES)))
def test_moving_everything_changes_no_event(base: Base, foe: Base, path: Path, limit: int, how: str) -> None:
    def there(one: Base) -> Base:
        times, plus = TURNED[how]
        return one.moved(MOVES[how](one.at), one.facing * times + plus)

    mover = base.moved(path[0])
    before = first_event(walk(path, mover), [Within("w", foe, limit), TooNear("t", foe, limit)])
    gone = walk(tuple(map(MOVES[how], path)), there(mover))
    after = first_event(gone, [Within("w", there(foe), limit), TooNear("t", there(foe), limit)])
    assert steps(after) == steps(before)
    assert [event.at for event in after] == [MOVES[how](event.at) for event in before]


# ---- pulling back


@pytest.mark.parametrize("limit", [95, 100, 105])
def test_a_mover_is_pulled_back_to_exactly_the_limit(limit: int) -> None:
    foe = round_base((500, 0), 60)
    test = TooNear("foe", foe, limit)
    mover = walk(EASTWARD, round_base((0, 0), 60))
    (event,) = first_event(mover, [test])
    halt = pulled_back(mover, event.step, test.allows(mover, event.step))
    assert halt.base.at == (500 - 60 - limit, 0)
    assert halt.path == ((0, 0), halt.base.at)


def test_pulling_back_stops_at_the_beginning_of_the_step() -> None:
    mover = walk(EASTWARD, round_base((0, 0), 60))
    halt = pulled_back(mover, 5, lambda _: False)
    assert halt.base.at == (40, 0)
    assert stopped(mover, 5).base.at == (50, 0)
    with pytest.raises(ValueError, match="step 102 of a walk with 101 steps"):
        pulled_back(mover, 102, lambda _: True)
    with pytest.raises(ValueError, match="step 0"):
        pulled_back(mover, 0, lambda _: True)


def test_pulling_back_keeps_the_corners_gone_round() -> None:
    mover = walk(((0, 0), (15, 0), (15, 100)), stand((0, 0), 20, 20, EAST), turns=True)
    halt = pulled_back(mover, 3, lambda base: base.at[1] <= 8)
    assert halt.path == ((0, 0), (15, 0), (15, 8))
    assert halt.base.facing == SOUTH


def test_one_who_stays_put_is_not_pulled_anywhere() -> None:
    walks = together({"still": Mover(Base((5, 5)), ((5, 5),))})
    assert pulled_back(walks["still"], 1, lambda _: False).path == ((5, 5),)


@given(bases, bases, some_paths, limits, st.booleans())
def test_pulling_back_is_legal_and_goes_no_further_than_it_must(
    base: Base, foe: Base, path: Path, limit: int, turns: bool
) -> None:
    test = TooNear("foe", foe, limit)
    mover = walk(path, base.moved(path[0]), turns=turns)
    events = first_event(mover, [test])
    if not events:
        return
    step = events[0].step
    is_legal = test.allows(mover, step)
    halt = pulled_back(mover, step, is_legal)
    begins, ends = mover.ends[step - 1], mover.ends[step]
    at = next((at for at in range(ends - 1, begins, -1) if is_legal(base_at(mover, at))), begins)
    assert halt.base.at == base_at(mover, at).at
    assert at == begins or is_legal(halt.base)
    assert length(halt.path) <= ends
    if not gap_is_within(mover.base(step - 1), foe, limit):
        assert not gap_is_within(halt.base, foe, limit - 1)


def base_at(mover: Walk, at: int) -> Base:
    fine = Walk(mover.mover, [0, at], 1)
    return fine.base(1)


def test_a_long_walk_past_many_bases_measures_few_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of forty stands along six hundred steps only what cannot be told at a glance is measured."""
    measured = 0

    def counted(a: Base, b: Base, limit: int) -> bool:
        nonlocal measured
        measured += 1
        return gap_is_within(a, b, limit)

    monkeypatch.setattr(events, "gap_is_within", counted)
    mover = walk(((0, 0), (6000, 0)), stand((0, 0), 300, 300, 450))
    row: list[Point] = [(150 * i, 900) for i in range(40)]
    tests = [Within(str(at), stand(at, 300, 300, 100 * i), 480) for i, at in enumerate(row)]
    first_event(mover, tests)
    assert measured < 100
