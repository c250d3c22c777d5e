"""Looks at many at once, and answers kept for a walk or a phase, say what the rules say one by one."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from deadground.core import citing
from deadground.space.bases import Base, is_under, is_wholly_in
from deadground.space.plane import Point, distance
from deadground.space.spots import Room, rings
from deadground.systems.stands.bridges import CROSSINGS
from deadground.systems.stands.entry import free_place
from deadground.systems.stands.game import enemies_of, ground_of, stands_of
from deadground.systems.stands.placing import in_impassable
from deadground.systems.stands.quick.snap_chances import SnapChances
from deadground.systems.stands.quick.spotters import indirect_shots
from deadground.systems.stands.quick.watchers import near_enough
from deadground.systems.stands.rules.fire.fire_phase import all_lines, may_lob
from deadground.systems.stands.rules.fire.indirect import may_fire_indirectly
from deadground.systems.stands.rules.fire.ranges import range_of
from deadground.systems.stands.rules.fire.snap_law import obeys
from deadground.systems.stands.rules.movement.courses import Course, is_too_near
from deadground.systems.stands.rules.visibility.sight_rules import farthest_seen, watchers_of
from deadground.systems.stands.state import StandsState, Template
from deadground.systems.stands.system import STANDS
from tests.systems.stands.field import field, gun, inf, tank
from tests.systems.stands.marches import march, to
from tests.systems.stands.system import game

BATTLES = ["vesnya-crossings", "olkhovka-line", "montfleury-plateau"]


@pytest.fixture(autouse=True)
def nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citing, "_active", ())


def scattered(scenario: str, seed: int) -> StandsState:
    """A battle whose stands lie about in the middle of the table, under all orders and in all states."""
    state, rng = STANDS.new_state(STANDS.prepare(scenario)), Random(seed)
    ground = ground_of(state)
    for one in state.stands.values():
        one.at = rng.randrange(ground.width // 4, ground.width * 3 // 4), rng.randrange(ground.height)
        one.facing, one.hidden = rng.randrange(3600), rng.random() < 0.2
        one.order = rng.choice(["fire", "move_and_fire", "opportunity", "prone"])
        one.dug_in, one.fixed = rng.random() < 0.3, rng.random() < 0.3
        one.hits, one.seen_at_start = rng.randrange(2), rng.random() < 0.6
    for command in state.commands.values():
        command.chits = 9
    return state


@pytest.mark.parametrize("scenario", BATTLES)
@pytest.mark.parametrize("night", [False, True])
def test_nobody_who_is_near_enough_to_see_is_left_out(scenario: str, night: bool) -> None:
    state = scattered(scenario, 1)
    red, blue = (stands_of(state, side) for side in list(state.sides)[:2])
    reaches = [farthest_seen(state, target, night) for target in blue]
    for target, reach, near in zip(blue, reaches, near_enough(red, blue, reaches), strict=True):
        found = watchers_of(state, near, target, reach, night, {})
        assert found == watchers_of(state, red, target, reach, night, {})
    assert sum(map(len, near_enough(red, blue, reaches))) < len(red) * len(blue) * 2 // 3


ORDERS = ["chance:10", "chance:20", "chance:35", "chance:50", "chance:80"]
FIGURES = [{}, {"modifier_cover": -3, "modifier_dug_in": -2, "modifier_flank": 2}]


@pytest.mark.parametrize("scenario", BATTLES)
@pytest.mark.parametrize("numbers", FIGURES)
@pytest.mark.parametrize("options", [{}, {"cap_includes_marks": "on", "marked_penalty": "all_fire"}])
def test_an_order_by_chance_takes_what_the_rule_takes(
    scenario: str, numbers: dict[str, int], options: dict[str, str]
) -> None:
    state, rng, taken = scattered(scenario, 2), Random(3), [0, 0]
    state.numbers |= numbers
    g = game(state, options=options)
    stands = list(g.state.stands.values())
    for one in stands:
        one.standing_order = rng.choice(ORDERS)
    for one, other in product(stands, stands):
        if one.side == other.side or distance(one.at, other.at) > range_of(state, one, "snap") + 500:
            continue
        chances = SnapChances(g.state, g.options, one, other)
        takes = chances.takes(other)
        assert takes == obeys(g, one, other)
        away = distance(one.at, other.at)
        assert not (takes and chances.surely_passes(away - rng.randrange(300), away + rng.randrange(300)))
        taken[takes] += 1
    assert min(taken) > 20


def test_a_range_counts_from_where_it_begins_to_where_it_ends() -> None:
    """Who is surely let pass along a stretch is so at each range of it, and the other way round; here a gun is at
    its best in the middle of its range."""
    state = field(
        gun("a", (500, 900), order="opportunity"),
        tank("b", (500, 500), "blue", facing=180),
        numbers={"armour_hit.2.medium.C": 5},
    )
    shooter, mover = state.stands["a"], state.stands["b"]
    for least, metres in product((10, 30, 50, 70, 90), (80, 140, 160, 290, 310, 440)):
        shooter.standing_order = f"chance:{least}"
        chances, parts = (
            SnapChances(state, {}, shooter, mover),
            range(metres * 10 - 400, metres * 10 + 400, 10),
        )
        alone = all(chances.surely_passes(away, away) for away in parts)
        assert chances.surely_passes(parts[0], parts[-1]) == alone


@pytest.mark.parametrize("scenario", BATTLES)
def test_indirect_shots_found_together_are_those_of_each_gun(scenario: str) -> None:
    state, counts = scattered(scenario, 4), [0, 0]
    for one in state.stands.values():
        one.hits, one.order = 0, "fire"
    guns = [one for one in state.stands.values() if may_lob(one)]
    aims = [(one, enemies_of(state, one.side)) for one in guns]
    found = indirect_shots(state, aims, {})
    assert found is not None
    for one, near in aims:
        for target in near:
            may = may_fire_indirectly(state, one, target, {})
            assert ((one.id, target.id) in found) == may
            counts[may] += 1
    assert min(counts) > 3
    assert indirect_shots(state, aims, {"spotters": "command"}) is None
    quick = all_lines(state, state.stands.values(), {})
    with citing.recording():
        assert indirect_shots(state, aims, {}) is None
        assert all_lines(state, state.stands.values(), {}) == quick


def test_a_course_is_stopped_by_what_lies_on_the_ground_now() -> None:
    state = field(tank("a", (500, 1000), order="move"))
    one = state.stands["a"]
    one.route = (one.at, (5000, 8000))
    assert Course(state, one).stop is None
    state.templates["t"] = Template("t", "", "", (5000, 9000), 400)
    assert Course(state, one).stop is not None
    state.templates["t"].at = (5000, 8800)
    assert Course(state, one).stop == 1150
    state.templates.clear()
    assert Course(state, one).stop is None


WOODS = """
  - {id: near, kind: woods, polygon: [[600, 400], [700, 400], [700, 879.8], [600, 879.8]]}
  - {id: far, kind: woods, polygon: [[600, 880.2], [700, 880.2], [700, 1150], [600, 1150]]}
  - {id: south, kind: woods, polygon: [[720, 1160], [1100, 1160], [1100, 1300], [720, 1300]]}
"""


def test_one_who_halts_between_two_steps_looks_from_there_before_the_walk_is_over() -> None:
    """Through the gap it sees the hidden gun only from where the enemy halts it; another is near the gun, and woods
    hide it from him. KIM-2.4a, KIM-3.3a"""
    state = field(
        tank("a", (500, 1000.7), order="move", arrow=0),
        tank("c", (900, 1380), order="move", arrow=900),
        inf("b", (500, 800), side="blue", facing=180),
        gun("h", (900, 880), side="blue", facing=180, hidden=True),
        pieces=WOODS,
    )
    p = march(state, {"a": to((500, 840.7)), "c": to((1050, 1380))}, options={"minimum_move": "off"})
    assert p.state.stands["a"].at == (5000, 8800)
    assert not p.state.stands["h"].hidden
    assert [event.kind for event in p.events if event.kind != "sets_out"] == [
        "halted",
        "moved",
        "revealed",
        "moved",
    ]


def bases_near(rng: Random, at: Point, most: int, count: int) -> list[Base]:
    """Bases that lie about a place anyhow."""
    places = [(at[0] + rng.randrange(-most, most), at[1] + rng.randrange(-most, most)) for _ in range(count)]
    return [Base(place, 0, 300, 300, rng.randrange(3600)) for place in places]


def test_reinforcements_find_the_place_that_a_search_of_all_finds() -> None:
    state, far, rng = STANDS.new_state(STANDS.prepare("vesnya-crossings")), [], Random(7)
    ground = ground_of(state)
    for _ in range(30):
        x, y = rng.randrange(1500, ground.width - 1500), rng.randrange(1500, ground.height - 1500)
        room, enemies = Room(ground, bases_near(rng, (x, y), 600, 26)), bases_near(rng, (x, y), 1700, 4)
        wanted = Base((x, y), 0, 300, 300, 0)
        free = (
            base
            for dx, dy in rings().tolist()
            if room.takes(base := wanted.moved((x + dx, y + dy)))
            and not any(is_too_near(base, enemy, 500) for enemy in enemies)
            and barred_by(state, base) is None
        )
        plain, found = next(free, None), free_place(room, wanted, state.impassable, enemies, 500)
        assert found == plain or plain is None
        far.append(distance(found.at, wanted.at))
    assert 500 < sorted(far)[15] < 1000


def barred_by(state: StandsState, base: Base) -> str | None:
    """The id of what nobody can enter under a base, by going through all pieces."""
    pieces = [piece for piece in ground_of(state).pieces if piece.polygon]
    over = [piece for piece in pieces if piece.kind in CROSSINGS and piece.id not in state.impassable]
    if any(is_wholly_in(base, piece.polygon) for piece in over):
        return None
    barred = [
        piece
        for piece in pieces
        if piece.kind == "water" or piece.id in state.impassable or piece.tags.get("impassable")
    ]
    return next((piece.id for piece in barred if is_under(base, piece.polygon)), None)


@pytest.mark.parametrize("scenario", BATTLES)
def test_barred_ground_under_a_base_is_found_wherever_it_lies(scenario: str) -> None:
    state = STANDS.new_state(STANDS.prepare(scenario))
    ground, rng, counts = ground_of(state), Random(8), [0, 0]
    wood = next(piece for piece in ground.pieces if piece.kind == "woods")
    state.impassable = (wood.id,)
    for _ in range(400):
        near = rng.random() < 0.5
        x, y = (
            rng.choice(wood.polygon) if near else (rng.randrange(ground.width), rng.randrange(ground.height))
        )
        at = x + rng.randrange(-300, 300), y + rng.randrange(-300, 300)
        base = Base(at, 0, 300, rng.choice([200, 300]), rng.randrange(3600))
        found = in_impassable(ground, base, state.impassable)
        assert (found.id if found else None) == barred_by(state, base)
        counts[found is not None] += 1
    assert min(counts) > 50
