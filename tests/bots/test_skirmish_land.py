"""What a sergeant judges by eye: walks, who stands where, who sees a place. It must be near what the rules say."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from deadground.core.match import Match
from deadground.core.view import View
from deadground.systems.skirmish.bots.land import Land, land_of
from deadground.systems.skirmish.bots.moves import BLAST, BUNCHED, TRIES, Places
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.plans import Mind
from deadground.systems.skirmish.bots.staff import Staff
from deadground.systems.skirmish.rules.movement.going import is_taken, path_cost
from deadground.systems.skirmish.rules.sight.stepping import path_faults
from deadground.systems.skirmish.state import INCH, Figure
from deadground.systems.skirmish.system import SKIRMISH

BATTLES = ("lipki-village", "dubrovka-farm", "first-patrol")
NEAR = 1.0
"""How many inches he may be off."""

ASKED = 300


def seen_by(scenario: str) -> View[Any]:
    match = Match.begin(SKIRMISH, SKIRMISH.prepare(scenario), bytes(32))
    return match.view(SKIRMISH.seats(scenario)[0])


def some_walks(land: Land, rng: Random) -> list[tuple[int, int]]:
    """Squares, each with one that is at most a long run away."""
    starts = [rng.randrange(land.size) for _ in range(ASKED)]
    return [(start, int(rng.choice(land.around(start, 12)))) for start in starts]


@pytest.mark.parametrize("scenario", BATTLES)
def test_a_walk_is_judged_to_cost_about_what_the_rules_charge(scenario: str) -> None:
    """Woods at the start of a walk count as those at its end do."""
    state = seen_by(scenario).state
    land = land_of(state)
    off = []
    for start, end in some_walks(land, Random(1)):
        (judged,) = land.walks(land.middle(start), [end])
        cost = path_cost(state, (land.middle(start), land.middle(end)))
        off.append(abs(judged - cost / INCH) if cost is not None else 0.0 if judged > NEAR else judged)
    assert sum(one <= NEAR for one in off) >= 0.9 * len(off)


@pytest.mark.parametrize("scenario", BATTLES)
def test_a_way_costs_about_as_much_as_its_straight_walks(scenario: str) -> None:
    """To a square a step away it is the same; nowhere is it shorter than the crow flies."""
    land = land_of(seen_by(scenario).state)
    rng = Random(2)
    for _ in range(5):
        goal = rng.randrange(land.size)
        ways = land.ways(goal)
        assert (ways >= land.inches_from(goal) * 0.98).all()
        beside = land.around(goal, 1)
        assert (ways[beside] <= np.array(land.walks(land.middle(goal), beside.tolist())) + NEAR).all()


def test_a_walk_is_judged_the_same_alone_and_with_others_and_again() -> None:
    ground = land_of(seen_by("lipki-village").state).ground
    for seed in range(20):
        rng, land, other = Random(seed), Land(ground), Land(ground)
        start = (rng.randrange(ground.width), rng.randrange(ground.height))
        squares = rng.sample(range(land.size), 40)
        together = land.walks(start, squares)
        assert [other.walks(start, [square])[0] for square in squares] == together
        assert land.walks(start, squares[::-1]) == together[::-1]


@pytest.mark.parametrize("inches", [1, 3, 8, 12])
def test_what_is_passed_on_the_way_to_squares_around_lies_around(inches: int) -> None:
    land = land_of(seen_by("lipki-village").state)
    rng = Random(inches)
    for _ in range(20):
        start = (rng.randrange(land.ground.width), rng.randrange(land.ground.height))
        around = land.around(land.square(start), inches)
        passed = land.passed_around(start, inches)
        assert np.array_equal(passed, land.passed(start, around))
        assert np.isin(passed, land.around(land.square(start), inches + 1)).all()


def weighed_one_and_all(places: Places, one: Figure, most: int) -> Any:
    """The best place for a man if everything is worked out for every square around him."""
    land = places.land
    here, around = land.square(one.at), land.around(land.square(one.at), most // INCH)
    value = places.worth(around)
    if places.surprise:
        watched = places.picture.watched
        passed = watched[land.passed(one.at, around)].max(axis=0)
        value = value - np.maximum(watched[around], passed) * places.surprise
    for friend in places.holders:
        if friend.id != one.id:
            value = value - (land.inches_from(land.square(friend.at))[around] < BLAST) * BUNCHED
    stay = value[around.searchsorted(here)] + places.inertia(one)
    better = np.nonzero((value > stay) & (places.taken[around] == 0))[0]
    order = around[better[np.argsort(-value[better], kind="stable")]]
    for square in islice(places.walkable(one, order, most), TRIES):
        at = land.middle(square)
        if at != one.at and not path_faults(places.picture.state, one, (at,), most, "", places.gone):
            return at
    return None


@pytest.mark.parametrize("seed", range(12))
def test_the_best_place_is_the_one_that_weighing_all_would_find(seed: int) -> None:
    """Men and enemies anywhere, some with a grenade in their hands."""
    rng, view = Random(seed), seen_by("lipki-village")
    land = land_of(view.state)
    for one in view.state.figures.values():
        one.at = land.middle(rng.randrange(land.size))
        if rng.random() < 0.2:
            one.pack = one.pack.but(readied="grenade")
    picture = Picture(view)
    places = Places(Staff(picture, Mind(rng)), picture.friends)
    for one in picture.friends:
        for most in (2 * INCH, 8 * INCH, 12 * INCH + 7):
            assert places.best(one, most) == weighed_one_and_all(places, one, most)
        places.put(one.at)


def test_the_place_of_a_man_is_taken_and_so_is_the_spot_a_fallen_man_lies_on() -> None:
    view = seen_by("lipki-village")
    figures: list[Figure] = list(view.state.figures.values())
    land = land_of(view.state)
    standing, fallen = figures[0], figures[1]
    standing.at, fallen.at = land.middle(500), land.middle(510)
    fallen.status = "out_of_the_fight"
    places = Places(Staff(Picture(view), Mind(Random(1))), [figures[2]])
    for square in (500, 510):
        assert places.taken[square]
        assert is_taken(view.state, land.middle(square), figures[2])
    assert not places.taken[511]


def test_the_place_that_a_man_leaves_is_free() -> None:
    view = seen_by("lipki-village")
    land = land_of(view.state)
    one = next(iter(view.state.figures.values()))
    one.at = land.middle(500)
    places = Places(Staff(Picture(view), Mind(Random(1))), [one])
    places.move(one, land.middle(505))
    assert not places.taken[500]
    assert places.taken[505]


def test_a_place_is_seen_if_one_enemy_who_can_act_sees_it() -> None:
    view = seen_by("dubrovka-farm")
    picture = Picture(view)
    foes = [land_of(view.state).square(one.at) for one in picture.foes if one.able]
    land = picture.land
    for square in range(0, land.size, 37):
        assert picture.sees(land.middle(square)) == any(land.seen(foe)[square] for foe in foes)
    for one in picture.foes:
        one.status = "hunker_down"
    assert not any(Picture(view).sees(land.middle(square)) for square in range(0, land.size, 37))


def test_the_nearest_enemy_is_one_who_can_act_and_is_in_reach() -> None:
    view = seen_by("lipki-village")
    foes = Picture(view).foes
    at = foes[0].at
    assert Picture(view).nearest_foe(at) is foes[0]
    foes[0].status = "hunker_down"
    assert Picture(view).nearest_foe(at) not in (foes[0], None)
    assert Picture(view).nearest_foe((at[0], 0), 1) is None
