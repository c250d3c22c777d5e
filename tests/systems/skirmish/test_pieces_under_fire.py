"""Shots, blasts, flame and causes of a reaction go by pieces and their bases. NS-01, NR-56, NR-105"""

from __future__ import annotations

import pytest

from deadground.systems.kit.options import DEFAULTS
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.fire.readiness import why_no_shot
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot, empty_inches, in_swath
from deadground.systems.skirmish.rules.grenades.caught import caught, in_path
from deadground.systems.skirmish.rules.grenades.throwing import best_lob
from deadground.systems.skirmish.rules.movement.involuntary import DuckBack, is_covered_at, place_in_cover
from deadground.systems.skirmish.rules.reactions.crisis import Crisis
from deadground.systems.skirmish.rules.reactions.reaction import Cause, Fallout, causes_of
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.table.fire_lines import odds_of, shot_shapes, shot_words
from tests.systems.skirmish.acting import acted, refused, statuses, told
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.orders import fire, throw
from tests.systems.skirmish.others import civilian, wagon
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, SMG, foe, man, point, table

FLAME = "core.flamethrower"


def with_wagon(at: tuple[float, float] = (10, 15), side: str = "blue", facing: float = 0) -> SkirmishState:
    """A, north of him an enemy's wagon of two inches by four, and far off an enemy who sees nothing."""
    bystanders = {"w": wagon("w", at, side=side, facing=facing)}
    return table(man("a", (10, 40), weapons=(SMG,)), foe("x", (40, 2), facing=0), bystanders=bystanders)


@pytest.mark.parametrize(
    ("y", "facing", "in_range"), [(14, 0, True), (13.9, 0, False), (15, 90, True), (14.9, 90, False)]
)
def test_the_range_to_a_wagon_is_that_to_the_nearest_point_of_it(
    y: float, facing: float, in_range: bool
) -> None:
    """A machine pistol reaches 24 inches; the wagon reaches two to the north and south, one if it stands across."""
    state = with_wagon((10, y), facing=facing)
    fault = why_no_shot(state, state.figures["a"], state.bystanders["w"], SMG, DEFAULTS)
    assert (fault is None) == in_range
    assert bool(refused(state, fire("red-1", SMG, a=[("w", 3)]))) != in_range


def test_a_shot_at_a_wagon_hits_it_and_nobody_tests() -> None:
    p = acted(with_wagon((10, 30)), fire("red-1", SMG, a=[("w", 3)]), dice=[6, 5, 1], fill=1)
    assert [one["hits"] for one in told(p, "shots")] == [2]
    assert [one["figure"] for one in told(p, "struck")] == ["w"]
    assert not told(p, "crisis_test")
    assert statuses(p, "a", "x") == ["carry_on", "carry_on"]
    assert p.state.bystanders == with_wagon((10, 30)).bystanders


@pytest.mark.parametrize("side", ["", "red"])
def test_nobody_aims_at_what_is_no_enemys(side: str) -> None:
    assert refused(with_wagon((10, 30), side=side), fire("red-1", SMG, a=[("w", 3)])) == {"NUTS-FIRE-10"}


def test_the_empty_inches_of_a_swath_begin_at_the_edges_of_the_bases() -> None:
    """X and a wagon four inches to his right: 2.5 between the edges, and 1.5 if it stands across."""
    state = table(
        man("a", (10, 40), weapons=(LMG,)), foe("x", (10, 20)), bystanders={"w": wagon("w", (14, 20), "blue")}
    )
    shot = Shot("a", LMG, (Aim("x", 4),))
    for facing, empty in ((0, 2), (900, 1)):
        state.bystanders["w"].facing = facing
        swath = in_swath(state, shot, 1, DEFAULTS)
        assert [found.piece.id for found in swath] == ["x", "w"]
        assert empty_inches(swath, "x", "w") == empty


def test_a_draft_that_aims_at_a_wagon_is_drawn_and_told() -> None:
    with playing(with_wagon((10, 30)), Activation("red-1")) as p:
        view, shots = p.match.view("red"), [Shot("a", SMG, (Aim("w", 3),))]
        assert [(line.text) for line in shot_words(view, shots, odds_of(view, shots))] == [
            "W, by A (3 dice)."
        ]
        (line,) = shot_shapes(view, shots, None)
        assert line.points == (point((10, 40)), point((10, 30)))
        p.pending(red="Give the group its orders")


@pytest.mark.parametrize(("y", "is_in"), [(17.6, True), (17.5, True), (17.4, False)])
def test_a_circle_catches_a_wagon_that_it_touches(y: float, is_in: bool) -> None:
    """Five inches across, two and a half from the end of the wagon; its middle is two more away."""
    state = with_wagon((10, 22), side="")
    found = caught(state, point((10, y)), 1_270, DEFAULTS)
    assert [one.id for one in found] == (["w"] if is_in else [])


def test_a_blast_catches_men_and_others_and_only_men_test() -> None:
    others = {"c": civilian("c", (11, 13)), "w": wagon("w", (6.5, 14))}
    state = table(man("a", (10, 19.9), **HELD), foe("x", (10, 14), weapons=()), bystanders=others)
    p = acted(state, throw("red-1", a=("grenade", (10, 14))), dice=[1, 1], fill=6)
    (blast,) = told(p, "blast")
    assert list(blast["men"]) == ["x", "c", "w"]
    assert [one["figure"] for one in told(p, "struck")] == ["c", "w"]
    assert {one["figure"] for one in told(p, "damage")} == {"x"}


def test_who_belongs_to_nobody_is_no_reason_to_throw() -> None:
    """X is nearer, Y has two civilians about him: they weigh nothing until one is an enemy's."""
    men = man("a", (10, 20), **HELD), foe("x", (10, 16)), foe("y", (14, 16))
    state = table(*men, bystanders={"c": civilian("c", (14, 15)), "d": civilian("d", (15, 16))})
    for side, at in (("", (10, 16)), ("blue", (14, 16))):
        state.bystanders["c"].side = side
        best = best_lob(state, state.figures["a"], None, DEFAULTS)
        assert best is not None
        assert best.at == point(at)


@pytest.mark.parametrize(("x", "is_in"), [(12.4, True), (12.6, False)])
def test_flame_catches_a_wagon_that_stands_in_its_path_with_any_part(x: float, is_in: bool) -> None:
    state = table(man("a", (10, 24), weapons=(FLAME,)), bystanders={"w": wagon("w", (x, 21))})
    found = in_path(state, state.figures["a"], FLAME, point((10, 10)), DEFAULTS)
    assert [one.id for one in found] == (["w"] if is_in else [])


def test_whatever_is_no_man_causes_tests_and_takes_none() -> None:
    state = with_wagon((10, 30))
    fallout = Fallout(missed=(("a", "w"), ("w", "a")), hit=(("w", "a"),))
    assert causes_of(game(state), fallout) == (Cause("a", "fired_on", ("w",)),)
    state.bystanders["w"].side = ""
    assert causes_of(game(state), fallout) == (Cause("a", "fired_on", ()),)


WALL = "  - {id: wall, kind: wall, line: [[0, 36.5], [40, 36.5]]}"


def test_a_man_takes_cover_from_a_wagon_that_caused_his_test() -> None:
    state = with_wagon((10, 30))
    state = table(*state.figures.values(), bystanders=state.bystanders, pieces=WALL)
    a, w = state.figures["a"], state.bystanders["w"]
    a.at = point((10, 34))
    a.status, a.reaction = "duck_back", a.reaction.but(reacting="duck_back", causes=("w",))
    assert is_covered_at(state, a, point((10, 37)))
    assert place_in_cover(state, a) is not None
    with playing(state, DuckBack("a")) as p:
        p.nothing_pending()
    after = p.state.figures["a"]
    assert after.at[1] > point((0, 36.5))[1]
    assert (after.facing, after.reaction.hidden_from) == (0, ("w",))
    assert not has_los(p.state, w, after)
    assert not has_los(p.state, after, w)
    a.at, a.reaction = after.at, a.reaction.but(reacting=None, causes=())
    assert has_los(state, a, w)


def test_a_man_returns_fire_at_a_wagon_that_caused_his_test() -> None:
    """Both dice pass: he shoots back, at it."""
    state = with_wagon((10, 30))
    state.seats.clear()
    crisis = Crisis((Cause("a", "fired_on", ("w",)),))
    with playing(state, crisis, dice=[1, 1, 6, 6, 1]) as p:
        p.nothing_pending()
    assert [one["dice"][0]["target"] for one in told(p, "shots")] == ["w"]
    assert [one["figure"] for one in told(p, "struck")] == ["w"]
