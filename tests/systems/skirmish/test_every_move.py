"""What every move brings about, by whatever way it is made, and what turning does.

NR-101, NR-108, NR-110, NR-111, NR-130 to NR-134, NS-01, NS-36, NS-39
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from deadground.core.agenda import Procedure
from deadground.core.dice import Scripted
from deadground.space.bases import CONTACT
from deadground.space.plane import is_within
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.enemies.pef_resolution import ResolvePef
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.movement.involuntary import DuckBack, LeaveBattlefield
from deadground.systems.skirmish.rules.reactions.recover import RecoverFromHunkerDown
from deadground.systems.skirmish.rules.sight.in_sight import InSightTest
from deadground.systems.skirmish.state import BASE, Marker, SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import acted, refused, told
from tests.systems.skirmish.orders import charge, fire, move, steps, to
from tests.systems.skirmish.solo import mark, solo, through
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import At, foe, man, point, table

DOWN: dict[str, Any] = {"status": "out_of_the_fight", "prone": True}
AWAY: dict[str, Any] = {"facing": 0}
"""Of an enemy in the north who looks away from us."""
HIDDEN = "  - {id: hill, kind: hill, level: 1, polygon: [[0, 20], [12, 20], [12, 24], [0, 24]]}"


def flame(state: SkirmishState, at: At) -> SkirmishState:
    state.markers["f"] = Marker("f", "flame", point(at), 2 * 254, 99)
    return state


def played(
    state: SkirmishState, procedure: Procedure, *answers: Any, dice: Sequence[int] = ()
) -> Play[SkirmishState]:
    """A procedure with these answers, then whatever is proposed; the dice as given, then as they fall."""
    with playing(state, procedure, dice=[*dice, *FALLING]) as p:
        left = list(answers)
        while seats := p.match.to_act():
            p.choose(seats[0], left.pop(0) if left else p.asked(seats[0]).proposal)
        p.nothing_pending()
        p.script = Scripted()
    assert not left
    return p


FALLING = Random(4).choices(range(1, 7), k=300)


def on_bases(p: Play[SkirmishState]) -> list[tuple[str, str]]:
    """Everybody who stands on another's base."""
    men = [one for one in p.state.figures.values() if one.status not in ("gone", "obviously_dead")]
    men = [one for one in men if one.status != "out_of_the_fight"]
    return [
        (one.id, other.id)
        for i, one in enumerate(men)
        for other in men[:i]
        if is_within(one.at, other.at, 2 * BASE - CONTACT)
    ]


# Turning, and where a move's end looks


def back_to_back(**changes: Any) -> SkirmishState:
    """A looks south, and X north, away from him."""
    return table(man("a", (10, 30), facing=180, rep=5), foe("x", (10, 22), rep=2, **AWAY), **changes)


@rule("NUTS-ACT-08", "NUTS-SIGHT-01")
@pytest.mark.parametrize("way", [to(facing=0), to((10, 32), facing=0)], ids=["turning", "end facing"])
def test_who_turns_to_an_enemy_knows_where_he_is(way: dict[str, Any]) -> None:
    """NR-108"""
    state = back_to_back(knowledge="ghosts")
    state.sighted = (("blue-1", "red-1"),)
    p = acted(state, move("red-1", a=way), dice=[])
    assert p.state.figures["x"].sightings.seen_by == ("red",)


@rule("NUTS-SIGHT-02")
@pytest.mark.parametrize(
    ("way", "seen"),
    [(to(facing=0), True), (to(facing=80), True), (to(facing=100), False), (to((10, 32), facing=0), True)],
)
def test_a_look_that_brings_an_enemy_into_sight_is_an_in_sight(way: dict[str, Any], seen: bool) -> None:
    """NR-130"""
    p = played(back_to_back(), Activation("red-1"), [move("red-1", a=way)])
    assert bool(told(p, "in_sight_test")) is seen


@rule("NUTS-SIGHT-02")
@pytest.mark.parametrize(("way", "asked"), [(to(facing=0), False), (to((10, 32), facing=0), True)])
def test_who_only_turns_has_no_two_inches(way: dict[str, Any], asked: bool) -> None:
    """NR-130"""
    with playing(back_to_back(), Activation("red-1"), dice=[] if asked else [1] * 5) as p:
        p.choose("red", [move("red-1", a=way)])
        assert p.asked("red").prompt.startswith("Move up to 2" if asked else "You saw them first")
        p.pending(red=p.asked("red").prompt)


@rule("NUTS-MOVE-09")
@pytest.mark.parametrize(
    ("away", "way", "gives_up"),
    [
        (4, to(facing=0), True),
        (4.1, to(facing=0), False),
        (4, to(facing=100), False),
        (2, to((10, 32), facing=0), True),
        (2.1, to((10, 32), facing=0), False),
    ],
)
def test_a_hunkered_man_gives_up_to_who_turns_to_him(
    away: float, way: dict[str, Any], gives_up: bool
) -> None:
    """NR-101, NR-131"""
    state = table(man("a", (10, 30), facing=180), foe("x", (10, 30 - away), status="hunker_down", **AWAY))
    state.sighted = (("blue-1", "red-1"),)
    p = acted(state, move("red-1", a=way), dice=[])
    assert (p.state.figures["x"].status == "captured") is gives_up


@rule("NUTS-REACT-08")
@pytest.mark.parametrize(("dice", "gives_up"), [([1, 1], True), ([1, 6], False)])
def test_a_hunkered_man_gives_up_to_who_recovers_beside_him(dice: list[int], gives_up: bool) -> None:
    """NR-131: one who has only got as far as Duck Back confronts nobody."""
    state = table(man("a", (10, 30), status="hunker_down"), foe("x", (10, 27), status="hunker_down", **AWAY))
    with playing(state, RecoverFromHunkerDown("a"), dice=dice) as p:
        p.nothing_pending()
    assert (p.state.figures["x"].status == "captured") is gives_up


@rule("NUTS-MOVE-09")
def test_and_to_who_has_ducked_back_beside_him_and_is_active_again() -> None:
    """NR-23, NR-131"""
    state = table(man("a", (10, 30), status="duck_back"), foe("x", (10, 27), status="hunker_down", **AWAY))
    p = acted(state, dice=[])
    assert p.state.figures["x"].status == "captured"


# Who comes into sight


BEHIND_THE_HILL = """
  - {id: hill, kind: hill, level: 1, polygon: [[13, 26], [22, 26], [22, 31.5], [13, 31.5]]}
  - {id: wall, kind: wall, line: [[9, 36], [12.8, 36]]}
"""


@rule("NUTS-SIGHT-10")
def test_a_newcomer_of_the_side_that_stands_has_an_in_sight_of_his_own() -> None:
    """Anna has her test with X; she runs from him for the wall and comes into sight of Y, of the same group."""
    state = table(
        man("anna", (12, 32), rep=4, weapons=()),
        foe("x", (12, 10), rep=5),
        foe("y", (23, 31.3), rep=3, facing=270),
        pieces=BEHIND_THE_HILL,
    )
    state.figures["y"].group = "blue-1"
    dice = [*[6] * 4, *[1] * 4, 1, 6, 1]
    p = played(state, InSightTest("red-1", ("blue-1",)), dice=dice)
    tests = [one["results"] for one in told(p, "in_sight_test")]
    assert len(tests) == 2
    assert [one["roller"] for one in tests[1]] == ["", "y"], "X had his part already"


@rule("NUTS-PEF-05", "NUTS-SIGHT-03")
@pytest.mark.parametrize(("end", "first"), [((15, 32), True), ((12, 32), False)])
def test_a_question_mark_that_the_two_inches_bring_into_view_is_resolved_first(end: At, first: bool) -> None:
    state = solo(
        man("a", (13, 32), rep=5),
        foe("x", (30, 32), rep=1, facing=270),
        pefs=(mark(1, (10, 10)),),
        pieces=HIDDEN,
    )
    p = played(state, InSightTest("red-1", ("blue-1",), True), steps(a=end), dice=[6, 6] if first else [])
    kinds = [event.kind for event in p.events]
    assert ("pef" in kinds) is first
    assert not first or kinds.index("pef") < kinds.index("in_sight_test")


CHARGED_PAST = "  - {id: house, kind: structure, polygon: [[12, 20], [16, 20], [16, 26], [12, 26]]}"


@rule("NUTS-SIGHT-02", "NUTS-MELEE-05")
@pytest.mark.parametrize("hidden", [True, False])
def test_the_last_inches_of_a_charge_bring_others_into_sight(hidden: bool) -> None:
    """Y stands beyond the house, of another group, and sees A as he comes out in front of it."""
    state = table(
        man("a", (10, 25), rep=5),
        foe("x", (10, 19.5), rep=2),
        foe("y", (20, 17), rep=2, facing=270),
        pieces=CHARGED_PAST if hidden else "",
    )
    assert (("blue-2", "red-1") in state.sighted) is not hidden
    p = acted(state, charge("red-1", a="x"), dice=[], fill=1)
    kinds = [event.kind for event in p.events]
    assert ("in_sight_test" in kinds) is hidden
    assert not hidden or kinds.index("charge_test") < kinds.index("in_sight_test") < kinds.index("contact")


@rule("NUTS-SIGHT-10", "NUTS-SIGHT-09")
def test_and_so_do_those_of_a_charge_out_of_an_in_sight() -> None:
    """Y is of the group that A has his test with, and had no part in it."""
    state = table(
        man("a", (10, 25), rep=5, weapons=()),
        foe("x", (10, 19.5), rep=1, weapons=()),
        foe("y", (20, 17), rep=2, facing=270),
        pieces=CHARGED_PAST,
    )
    state.figures["y"].group = "blue-1"
    state.sighted = ()
    test = InSightTest("red-1", ("blue-1",))
    p = acted(state, dice=[], fill=1, procedure=test)
    tests = told(p, "in_sight")
    assert len(tests) > 1
    assert "y" in tests[1]["seen"]


# Who is confronted, and who is touched


@rule("NUTS-MOVE-09", "NUTS-MELEE-05")
@pytest.mark.parametrize(("at", "gives_up"), [((10, 17.5), True), ((10, 14.9), False)])
def test_who_comes_to_grips_with_one_confronts_those_about_him(at: At, gives_up: bool) -> None:
    """NR-101: contact is at 20.5 inches."""
    state = table(
        man("a", (10, 25), rep=5), foe("x", (10.5, 19.5), rep=2), foe("y", at, status="hunker_down", **AWAY)
    )
    p = acted(state, dice=[], fill=1, procedure=Charge((("a", "x"),)))
    assert (p.state.figures["y"].status == "captured") is gives_up


@rule("NUTS-MOVE-09", "NUTS-PEF-06")
def test_men_who_turn_out_to_be_there_confront_who_hunkers_before_them() -> None:
    """NR-101, NR-131"""
    state = solo(
        man("a", (21, 30), weapons=(), rep=1),
        man("b", (21, 13), status="hunker_down", group=""),
        pefs=(mark(1, (21, 10)),),
        most="lmg_team",
    )
    with through(state, ResolvePef("p1", state.figures["a"].group), [1, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["b"].status == "captured"


@rule("NUTS-REACT-11", "NUTS-MELEE-10")
@pytest.mark.parametrize(("faces", "seat"), [([1, 1, 1, 6, 6, 6], "red"), ([6, 6, 6, 1, 1, 1], "blue")])
def test_a_melees_winner_says_what_becomes_of_who_is_down(faces: list[int], seat: str) -> None:
    """NR-132: whether it is his phase or not."""
    state = table(
        man("a", (10, 21), rep=2, weapons=(), fighting=("x",)),
        foe("x", (10, 20), rep=2, weapons=(), fighting=("a",)),
    )
    with playing(state, Activation("red-1"), dice=[*faces, 2]) as p:
        assert "out of the fight" in p.asked(seat).prompt
        p.choose(seat, "capture")
        while seats := p.match.to_act():
            p.choose(seats[0], [])
        p.nothing_pending()
    loser = p.state.figures["x" if seat == "red" else "a"]
    assert loser.status == "captured"


@rule("NUTS-REACT-11", "NUTS-FIRE-01")
@pytest.mark.parametrize(("x", "asked"), [(1, True), (1.1, False)])
def test_an_enemy_who_falls_beside_a_man_is_his_to_deal_with(x: float, asked: bool) -> None:
    """NR-132: bases touch at an inch."""
    state = table(man("a", (10, 21), rep=5), foe("x", (10, 21 - x), rep=2))
    with playing(state, Activation("red-1"), dice=[6, 2]) as p:
        p.choose("red", [fire("red-1", a="x")])
        if asked:
            p.choose("red", "capture")
        while seats := p.match.to_act():
            p.choose(seats[0], [])
        p.nothing_pending()
    assert p.state.figures["x"].status == ("captured" if asked else "out_of_the_fight")


# Carried off the table


def carrier(y: float = 42, pieces: str = "", **changes: Any) -> SkirmishState:
    state = table(
        man("a", (10, y), facing=180, carries="w", **changes),
        man("w", (10, y), carried_by="a", **DOWN),
        man("b", (30, 46)),
        foe("x", (40, 2), **AWAY),
        pieces=pieces,
    )
    state.figures["w"].group = ""
    return state


OFF: dict[str, Any] = {"unit": "red-1", "card": "carry_off", "pieces": ["a"], "plan": {"who": {"a": "w"}}}


@rule("NUTS-WOUND-09")
@pytest.mark.parametrize(
    ("kind", "y", "goes"),
    [("", 40, True), ("", 39.4, False), ("woods", 43, True), ("woods", 42.9, False), ("water", 43, False)],
)
def test_he_walks_off_over_the_ground_there_is(kind: str, y: float, goes: bool) -> None:
    """NR-111, NS-39: the wood is 3.5 inches deep, and nobody crosses water."""
    piece = (
        f"  - {{id: p, kind: {kind}, polygon: [[0, 43.5], [48, 43.5], [48, 47], [0, 47]]}}" if kind else ""
    )
    state = carrier(y, piece)
    if not goes:
        assert "NR-111" in refused(state, OFF)
        return
    p = acted(state, OFF, dice=[])
    assert [p.state.figures[id].status for id in "aw"] == ["gone", "gone"]


@rule("NUTS-WOUND-09", "NUTS-GREN-18")
@pytest.mark.parametrize(("dice", "goes"), [([], True), ([6, 6], False)])
def test_he_dares_the_flame_on_his_way_or_does_not(dice: list[int], goes: bool) -> None:
    """NR-111: a Man Down test, then 2d6 for the crossing."""
    p = acted(flame(carrier(), (10, 45)), OFF, dice=dice, fill=1)
    assert bool(told(p, "crosses_flame")) is goes
    assert bool(told(p, "walks_off")) is goes


@rule("NUTS-WOUND-09", "NUTS-SIGHT-02")
def test_he_may_come_into_sight_on_his_way_off() -> None:
    """NR-111"""
    house = "  - {id: house, kind: structure, polygon: [[12, 38], [16, 38], [16, 45], [12, 45]]}"
    state = carrier(pieces=house, rep=5)
    state.figures["x"].at, state.figures["x"].facing = point((30, 45.5)), 2700
    p = played(state, Activation("red-1"), [OFF])
    assert told(p, "in_sight_test")


@rule("NUTS-WOUND-09", "NUTS-ACT-08")
def test_who_has_stayed_walks_nowhere() -> None:
    """NR-111: but at the edge he has nowhere to walk."""
    assert refused(carrier(), OFF) == set()
    for y, legal in ((42, False), (47.5, True)):
        with playing(carrier(y), Activation("red-1")) as p:
            p.choose("red", [move("red-1", a=to(facing=190))])
            asked = p.match.to_act()
            assert not asked or bool(p.match.check(p.asked("red").choice([OFF]))) is not legal
            for _ in asked:
                p.choose("red", [])
            p.nothing_pending()


# Through enemies, and through flame


@rule("NUTS-MELEE-01")
@pytest.mark.parametrize(("x", "through"), [((10, 27), True), ((10.9, 27), True), ((11.2, 27), False)])
def test_nobody_fetches_a_friend_through_an_enemy(x: At, through: bool) -> None:
    state = table(man("a", (10, 30)), man("w", (10, 24), **DOWN), foe("x", x))
    fetch = {"unit": "red-1", "card": "fetch", "pieces": ["a"], "plan": {"who": {"a": "w"}}}
    assert refused(state, fetch) == ({"NUTS-MELEE-01"} if through else set())


def ducking(*more: Any, **changes: Any) -> SkirmishState:
    return table(
        man("a", (10, 30), reacting="duck_back", status="duck_back", causes=("x",)),
        man("w", (13, 30), **DOWN),
        foe("x", (10, 10)),
        *more,
        **changes,
    )


@rule("NUTS-MELEE-01")
@pytest.mark.parametrize(("y", "asked"), [((11.6, 30.5), False), ((11.6, 32), True)])
def test_nor_as_he_ducks_back(y: At, asked: bool) -> None:
    with playing(ducking(foe("y", y)), DuckBack("a")) as p:
        assert ("red" in p.match.to_act()) is asked
        if asked:
            p.choose("red", "nobody")
        p.nothing_pending()


@rule("NUTS-GREN-18")
@pytest.mark.parametrize(("at", "asked"), [((11.5, 30), False), ((11.5, 32), True)])
def test_flame_stops_who_would_fetch_as_he_ducks_back(at: At, asked: bool) -> None:
    """NR-110"""
    with playing(flame(ducking(), at), DuckBack("a")) as p:
        assert ("red" in p.match.to_act()) is asked
        if asked:
            p.choose("red", "nobody")
        p.nothing_pending()


# On nobody's base


@rule("NUTS-MOVE-02")
def test_a_fast_move_that_falls_short_ends_on_nobody() -> None:
    """NS-01, NR-134: with nothing passed he has 8 inches, where B stands."""
    state = table(man("a", (10, 40)), man("b", (10, 32.2)), foe("x", (40, 2), **AWAY))
    p = acted(state, move("red-1", "fast_move", a=to((10, 30))), dice=[6, 6])
    assert on_bases(p) == []
    assert p.state.figures["a"].at[1] > point((10, 33))[1]


@rule("NUTS-REACT-11")
@pytest.mark.parametrize("deep", [1, 3])
def test_in_a_crowd_too_there_is_room_for_everybody(deep: int) -> None:
    """NS-01, NR-181: X is taken where he lies among men who stand base to base all about him."""
    ring = range(-deep, deep + 1)
    crowd = [man(f"m{x}{y}", (20 + x, 30 + y)) for x in ring for y in ring]
    x = foe("x", (20, 30), **DOWN)
    state = table(*crowd, x, foe("y", (40, 2), **AWAY))
    state.figures["x"].group = ""
    p = played(state, Activation("red-1"), ["capture"], [])
    assert p.state.figures["x"].status == "captured"
    assert on_bases(p) == []


@rule("NUTS-SIGHT-02", "NUTS-MOVE-01")
def test_who_is_stopped_by_an_in_sight_and_stays_makes_room() -> None:
    """NS-01, NR-134: A comes into sight of X as he passes over B, and goes no further."""
    house = "  - {id: house, kind: structure, polygon: [[12, 28], [16, 28], [16, 40], [12, 40]]}"
    state = table(
        man("a", (10, 32), rep=5),
        man("b", (10, 27.3), prone=True),
        foe("x", (26, 26.6), rep=2, facing=270),
        pieces=house,
    )
    state.figures["b"].facing = 2700
    p = played(state, Activation("red-1"), [move("red-1", a=to((10, 25)))])
    assert told(p, "in_sight_test")
    assert on_bases(p) == []


@rule("NUTS-MELEE-01")
@pytest.mark.parametrize(("at", "legal"), [((10, 26.9), False), ((11.2, 25.8), True)])
def test_who_fetches_has_room_beside_him(at: At, legal: bool) -> None:
    """NS-01"""
    state = table(man("a", (10, 30)), man("w", (10, 25), **DOWN), man("b", at), foe("x", (40, 2), **AWAY))
    fetch = {"unit": "red-1", "card": "fetch", "pieces": ["a"], "plan": {"who": {"a": "w"}}}
    assert refused(state, fetch) == (set() if legal else {"NS-01"})


@rule("NUTS-MOVE-11")
def test_who_leaves_ends_on_nobody() -> None:
    """NS-01: 8 inches take him to where B stands."""
    state = table(
        man("a", (24, 33), status="leave_battlefield"), man("b", (24, 41.2)), foe("x", (40, 2), **AWAY)
    )
    with playing(state, LeaveBattlefield("a"), dice=[6, 6]) as p:
        p.nothing_pending()
    assert on_bases(p) == []
    assert p.state.figures["a"].at[1] > point((0, 39))[1]


@rule("NUTS-MOVE-01")
def test_prisoners_stand_on_nobody_and_nobody_ends_on_them() -> None:
    """NS-01, NS-36"""
    state = table(
        man("a", (10, 30), escorts=("p", "q")),
        man("b", (11, 24)),
        man("c", (13, 30)),
        foe("p", (11, 30), status="captured"),
        foe("q", (9, 30), status="captured"),
        foe("x", (40, 2), **AWAY),
    )
    for one in "pq":
        state.figures[one].group = ""
    assert "NS-01" in refused(state, move("red-1", c=to((11.3, 30))))
    p = acted(state, move("red-1", a=to((10, 24)), c=to((11.3, 30))), dice=[])
    assert on_bases(p) == []
    assert all(is_within(p.state.figures[id].at, p.state.figures["a"].at, 2 * BASE + CONTACT) for id in "pq")
