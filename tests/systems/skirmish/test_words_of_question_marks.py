"""What is told of a question mark and of whom it turns into, and how they meet. NR-69, NR-72, NR-73, NR-108"""

from __future__ import annotations

import pytest

from deadground.core.agenda import Call, Go
from deadground.space.plane import distance
from deadground.systems.skirmish.rules.enemies.np_places import buildings
from deadground.systems.skirmish.rules.enemies.pef_resolution import ResolvePef, SearchHouse
from deadground.systems.skirmish.rules.enemies.pefs import fronts, sees_house, sees_spot
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.solo import mark, solo, through
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point

NOTHING = [6, 6]
PERHAPS = [1, 6]


def marked(**changes: object) -> SkirmishState:
    """A sees a question mark 20 inches north of him."""
    return solo(man("a", (21, 30)), pefs=(mark(1, (21, 10)),), **changes)  # type: ignore[arg-type]


@rule("NUTS-PEF-06")
@pytest.mark.parametrize(
    ("wary", "dice", "seen", "then"),
    [
        (False, NOTHING, "A sees ?1: 0 of 2 dice passed.", "?1: a false alarm."),
        (True, [6, *NOTHING], "A sees ?1: 0 of the 2 lowest dice passed.", "?1: a false alarm."),
        (
            False,
            PERHAPS,
            "A sees ?1: 1 of 2 dice passed.",
            "?1: nothing there yet, but the next one is looked at with 3d6.",
        ),
    ],
)
def test_the_throw_and_what_comes_of_it_in_words(wary: bool, dice: list[int], seen: str, then: str) -> None:
    """NR-73."""
    with playing(marked(wary=wary), ResolvePef("p1", "red-1"), dice=dice) as p:
        p.nothing_pending()
    assert (p.last("pef").text, p.last("pef_nothing").text) == (seen, then)


HIDES_NEAR = "  - {id: shed, kind: structure, polygon: [[19, 12], [23, 12], [23, 16], [19, 16]]}"


@rule("NUTS-PEF-05")
@pytest.mark.parametrize(("pieces", "who"), [("", "Near"), (HIDES_NEAR, "Far")])
def test_the_nearest_of_the_group_who_sees_it_is_named(pieces: str, who: str) -> None:
    """Near stands 10 inches off, and may have a shed before him."""
    state = solo(man("far", (36, 20)), man("near", (21, 20)), pefs=(mark(1, (21, 10)),), pieces=pieces)
    state.figures["near"].group = "red-1"
    with playing(state, ResolvePef("p1", "red-1"), dice=NOTHING) as p:
        p.nothing_pending()
    assert p.last("pef").text.startswith(f"{who} sees ?1")


@rule("NUTS-PEF-06")
@pytest.mark.parametrize(("facing", "pointed"), [(0, True), (180, False)])
def test_only_those_whom_the_player_sees_are_pointed_at(facing: float, pointed: bool) -> None:
    """NR-108: what it is is told to all; who looks the other way sees none of them."""
    state = solo(
        man("a", (21, 30), weapons=(), rep=1, facing=facing),
        pefs=(mark(1, (21, 10)),),
        most="lmg_team",
        knowledge="ghosts",
    )
    with through(state, ResolvePef("p1", "red-1"), [1, 1]) as p:
        p.nothing_pending()
    told = p.last("pef_force")
    assert told.text == "?1 is two riflemen."
    assert len(told.data["men"]) == (2 if pointed else 0)


def both_hands() -> SkirmishState:
    """A has one of blue on either hand, too far from each other for one group, and sees both."""
    state = solo(man("a", (21, 30), rep=1, weapons=()), foe("x", (10, 12)), foe("y", (34, 12)), mission="")
    assert list(state.groups) == ["red-1", "blue-1", "blue-2"]
    for id in "xy":
        state.figures[id].doing = state.figures[id].doing.but(moving=True)
        state.groups[state.figures[id].group].active = True
    return state


def turned_out(*, came: bool) -> ResolvePef:
    """Two groups have turned up, and now they meet the player."""
    return ResolvePef("p1", "red-1", came=came, meeting=("blue-1", "blue-2"), found=("x", "y"))


@bounds("NUTS-SIGHT-01")
def test_each_group_that_came_meets_the_player_by_itself() -> None:
    """NR-72: one after the other, until none is left."""
    g, met = game(both_hands()), turned_out(came=True)
    for group, left in (("blue-1", ("blue-2",)), ("blue-2", ())):
        then = met.meet(g)
        assert isinstance(then, Call)
        test = then.procedure
        assert isinstance(test, InSightTest)
        assert (test.group, test.others, met.meeting) == (group, ("red-1",), left)
    assert isinstance(met.meet(g), Go)


@bounds("NUTS-SIGHT-01")
def test_who_comes_upon_them_meets_all_he_sees_at_once() -> None:
    """NR-72: the group that saw the question mark is the one that comes into sight."""
    g, met = game(both_hands()), turned_out(came=False)
    g.state.sighted = ()
    then = met.meet(g)
    assert isinstance(then, Call)
    test = then.procedure
    assert isinstance(test, InSightTest)
    assert (test.group, test.others) == ("red-1", ("blue-1", "blue-2"))
    g.state.sighted = (("blue-1", "red-1"), ("blue-2", "red-1"))
    assert isinstance(met.meet(g), Go), "there is nobody left to meet them"


def test_who_came_has_done_with_moving_when_they_have_met() -> None:
    """NR-72: both groups; who was found where he lay keeps what he has."""
    for came in (True, False):
        g = game(both_hands())
        turned_out(came=came).react(g)
        assert [g.figure(id).doing.moving for id in "xy"] == [not came] * 2
        assert [g.state.groups[id].active for id in ("blue-1", "blue-2")] == [not came] * 2


HOUSE = "  - {id: house, kind: structure, floors: 2, polygon: [[16, 20], [28, 20], [28, 26], [16, 26]]}"


@rule("NUTS-PEF-07")
@pytest.mark.parametrize(("silent", "dice", "words"), [(False, NOTHING, 1), (True, [6, *NOTHING] * 2, 0)])
def test_a_house_without_a_name_is_silent_until_somebody_has_been_in(
    silent: bool, dice: list[int], words: int
) -> None:
    """NR-69: once from outside; inside it is looked through, a level at a time, and nothing more is said of it."""
    state = solo(man("a", (21, 30)), pieces=HOUSE)
    state.silent_houses = state.near_houses = ("house",) if silent else ()
    with playing(state, SearchHouse("house", "red-1"), dice=dice) as p:
        p.nothing_pending()
    told = [event.text for event in p.events if event.kind == "house_silent"]
    assert told == ["The building is silent. Somebody must go in to be sure."] * words
    assert p.state.silent_houses == (() if silent else ("house",))
    first = next(event for event in p.events if event.kind == "pef_house")
    assert (first.text, first.data["house"]) == ("The building may hold somebody: ?1.", "house")


@rule("NUTS-PEF-07")
def test_a_question_mark_in_a_house_is_of_the_side_that_nobody_plays() -> None:
    """NR-69: the Investment Level of blue is 3, so 4 is not passed; red has none that could count."""
    state = solo(man("a", (21, 30)), pieces=HOUSE)
    with playing(state, SearchHouse("house", "red-1"), dice=[3, 4]) as p:
        p.nothing_pending()
    assert p.last("pef").data["level"] == 3


@bounds("NUTS-PEF-05")
@pytest.mark.parametrize(("wreck", "seen"), [((19, 23), False), ((27, 29), True), ((9, 11), True)])
def test_a_wreck_hides_what_lies_behind_it(wreck: tuple[float, float], seen: bool) -> None:
    """A looks from (21, 30) to (21, 10): not across one in the middle, but across one he stands at."""
    north, south = wreck
    pieces = (
        f"  - {{id: w, kind: wreck, polygon: [[18, {north}], [24, {north}], [24, {south}], [18, {south}]]}}"
    )
    state = solo(man("a", (21, 30)), pieces=pieces)
    assert sees_spot(state, state.figures["a"], point((21, 10)), {}) is seen


@bounds("NUTS-PEF-07")
def test_a_house_is_looked_at_along_each_of_its_walls() -> None:
    """NS-08: four places along each wall of 12 by 6 inches, a fifth of an inch before it on the looker's side."""
    state = solo(man("a", (22, 40)), pieces=HOUSE)
    (house,) = buildings(state)
    places = list(fronts(house, point((22, 40))))
    walls = [(x, 20) for x in (16, 19, 22, 25)] + [(28, y) for y in (20, 21.5, 23, 24.5)]
    walls += [(x, 26) for x in (28, 25, 22, 19)] + [(16, y) for y in (26, 24.5, 23, 21.5)]
    off = [distance(place, point(wall)) for place, wall in zip(places, walls, strict=True)]
    assert set(off) <= {49, 50, 51}
    assert sees_house(state, state.figures["a"], house, {}) is False, "more than 12 inches off"
