"""What is kept or looked at together, so that battles are quick, says what the rules say one by one.

NS-01, NS-10, NS-40, NR-10
"""

from __future__ import annotations

from copy import copy
from random import Random

import numpy as np
import pytest

from deadground.core.citing import recording
from deadground.core.own_book import OwnBook, in_force
from deadground.space.bases import CONTACT
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.quick.screens import Places, Spots, not_surely_hidden
from deadground.systems.skirmish.rules.fire.readiness import open_targets, why_no_shot
from deadground.systems.skirmish.rules.grenades.lobs import munitions
from deadground.systems.skirmish.rules.movement import walking
from deadground.systems.skirmish.rules.movement.going import is_taken
from deadground.systems.skirmish.rules.movement.standing import runs_into
from deadground.systems.skirmish.rules.sight.line_of_sight import Eyes, has_los, line_is_open
from deadground.systems.skirmish.rules.sight.sighting import have_seen, see_each_other, seen_already
from deadground.systems.skirmish.state import BASE, Figure, SkirmishState
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import At, foe, man, point, table

PIECES = """
  - {id: wood, kind: woods, polygon: [[5, 5], [15, 4], [16, 12], [9, 9], [4, 14]]}
  - {id: house, kind: structure, polygon: [[20, 20], [26, 22], [24, 28], [18, 26]]}
  - {id: hill, kind: hill, level: 1, polygon: [[30, 5], [40, 8], [38, 16], [29, 12]]}
  - {id: hedge, kind: hedge, line: [[5, 30], [20, 35]]}
  - {id: copse, kind: woods, polygon: [[32, 30], [40, 31], [38, 39]]}
"""


def anywhere(rng: Random) -> At:
    return rng.uniform(1, 47), rng.uniform(1, 47)


def crowd(seed: int, ours: int = 3, theirs: int = 12) -> SkirmishState:
    """Some men and more enemies, anywhere, who look anywhere."""
    rng = Random(seed)
    men = [man(f"a{i}", anywhere(rng), facing=rng.uniform(0, 360)) for i in range(ours)]
    foes = [foe(f"x{i}", anywhere(rng), facing=rng.uniform(0, 360)) for i in range(theirs)]
    return table(*men, *foes, pieces=PIECES)


def enemies(state: SkirmishState) -> list[Figure]:
    return [one for one in state.figures.values() if one.side == "blue"]


@pytest.mark.parametrize("seed", range(30))
def test_places_where_men_stand_are_hidden_as_other_places_are(seed: int) -> None:
    """What a place is close to is kept for those who stand; for walkers all places are looked at together."""
    rng = Random(seed)
    ground = ground_of(crowd(seed))
    places = [point(anywhere(rng)) for _ in range(40)]
    at = point(anywhere(rng))
    xs, ys = (np.array(one, dtype=np.int64) for one in zip(*places, strict=True))
    expected = Places(ground, xs, ys).hidden_from(at).tolist()
    assert Spots(ground, places).hidden_from(at).tolist() == expected
    one_by_one = [bool(Places(ground, xs[i : i + 1], ys[i : i + 1]).hidden_from(at)[0]) for i in range(40)]
    assert one_by_one == expected


@pytest.mark.parametrize("who", ["friendly", "any", "none"])
@pytest.mark.parametrize("seed", range(10))
def test_a_man_who_looks_at_many_sees_whom_he_sees_one_by_one(seed: int, who: str) -> None:
    """Many in a small field, so that some stand in the way of others. NR-37"""
    rng = Random(seed)
    places = [(rng.uniform(25, 31), rng.uniform(30, 36)) for _ in range(24)]
    men = [man(f"a{i}", at, facing=rng.uniform(0, 360)) for i, at in enumerate(places[:12])]
    foes = [foe(f"x{i}", at, facing=rng.uniform(0, 360)) for i, at in enumerate(places[12:])]
    state = table(*men, *foes, pieces=PIECES)
    for one in rng.sample(list(state.figures.values()), 6):
        one.prone = True
    rng.choice(men).status = "out_of_the_fight"
    options, found = {"figures_block_los": who}, []
    for looker in men:
        eyes = Eyes(state, looker, options)
        for target in foes:
            turning, as_he_looks = (eyes.see(target, turning=turning) for turning in (True, False))
            assert turning == line_is_open(state, looker, target, options)
            assert as_he_looks == has_los(state, looker, target, options)
            found.append(turning)
    assert {True, False} == set(found) if who != "none" else any(found)


@pytest.mark.parametrize("seed", range(30))
def test_nobody_who_is_seen_is_left_out(seed: int) -> None:
    state = crowd(seed)
    for one in ("a0", "a1", "a2"):
        looker = state.figures[one]
        left = not_surely_hidden(ground_of(state), looker.at, enemies(state))
        hidden = [enemy for enemy in enemies(state) if enemy not in left]
        assert not any(has_los(state, looker, enemy) or has_los(state, enemy, looker) for enemy in hidden)
    with recording():
        everybody = not_surely_hidden(ground_of(state), looker.at, enemies(state))
    assert list(everybody) == enemies(state), "who listens to citations hears the rules about every one"


def test_a_man_who_moves_is_looked_at_anew() -> None:
    state = crowd(1)
    looker, others = state.figures["a0"], enemies(state)
    looker.at = point((10, 2))
    for one in others:
        one.at = point((10, 16))
    assert not not_surely_hidden(ground_of(state), looker.at, others), "the wood is between them"
    looker.at = point((46, 2))
    for one in others:
        one.at = point((46, 20))
    assert list(not_surely_hidden(ground_of(state), looker.at, others)) == others


def test_a_few_lines_are_left_to_the_rules() -> None:
    state = crowd(2)
    others = enemies(state)[:4]
    for one in others:
        one.at = point((11, 17))
    state.figures["a0"].at = point((11, 3))
    assert list(not_surely_hidden(ground_of(state), state.figures["a0"].at, others)) == others


@pytest.mark.parametrize(("inches", "hides"), [(0.9, False), (1.1, True)])
def test_a_straight_hedge_hides_nobody_who_is_close_to_it(inches: float, hides: bool) -> None:
    """It has no depth, so one looks about it as far as men look over it."""
    hedge = "\n  - {id: hurdle, kind: hedge, line: [[10, 24], [38, 24]]}\n"
    state = table(man("a", (24, 40)), *(foe(f"x{i}", (22 + i, 24 - inches)) for i in range(5)), pieces=hedge)
    left = not_surely_hidden(ground_of(state), state.figures["a"].at, enemies(state))
    assert list(left) == ([] if hides else enemies(state))


@pytest.mark.parametrize("seed", range(20))
def test_targets_are_those_at_whom_one_could_shoot(seed: int) -> None:
    state = crowd(seed)
    for one in ("a0", "a1", "a2"):
        shooter = state.figures[one]
        found = [target.id for target, _ in open_targets(state, shooter, enemies(state), {}, turning=True)]
        with recording():
            plain = [
                enemy.id
                for enemy in enemies(state)
                if why_no_shot(state, shooter, enemy, shooter.arms.weapons[0], {}, turning=True) is None
            ]
        assert found == plain


@pytest.mark.parametrize("seed", range(20))
def test_groups_that_see_each_other_as_a_phase_begins_are_those_of_men_who_do(seed: int) -> None:
    state = crowd(seed)
    g = game(state)
    seen_already(g, "red")
    ours = [one for one in state.figures.values() if one.side == "red"]
    for group in {one.group for one in ours}:
        for other in {enemy.group for enemy in enemies(state)}:
            men = [one for one in ours if one.group == group]
            others = [enemy for enemy in enemies(state) if enemy.group == other]
            with recording():
                expected = any(see_each_other(state, a, b, g.options) for a in men for b in others)
            assert have_seen(state, group, other) == expected
    assert len(set(state.sighted)) == len(state.sighted)


@pytest.mark.parametrize("seed", range(40))
def test_whoever_hunkers_beside_a_way_is_come_upon_as_if_every_step_were_looked_at(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(seed)
    men = [man("a", anywhere(rng)), man("b", anywhere(rng))]
    hunkered = [foe(f"x{i}", anywhere(rng), status="hunker_down") for i in range(6)]
    paths = {one.id: (one.at, *(point(anywhere(rng)) for _ in range(rng.randint(1, 4)))) for one in men}
    ends = []
    for always in (True, False):
        if always:
            monkeypatch.setattr(walking, "could_confront", lambda *_: True)
        else:
            monkeypatch.undo()
        state = table(*[copy(one) for one in (*men, *hunkered)])
        g = game(state)
        ends.append((walking.tread(g, paths, 0), state.figures, [event.seen.text for event in g.events]))
    assert ends[0] == ends[1]


def test_one_who_hunkers_far_from_a_way_is_not_looked_for() -> None:
    """Four inches beside the way are near enough, and what rounding may add."""
    path = (point((10, 40)), point((10, 30)))
    for x, near in ((14, True), (14.1, False)):
        state = table(man("a", (10, 40)), foe("x", (x, 30), status="hunker_down"))
        a = state.figures["a"]
        assert walking.could_confront(game(state), a, path, 0), "ten inches away he could still come to him"
        assert walking.could_confront(game(state), a, path, 10 * 254) == near
    assert not walking.could_confront(game(table(man("a", (10, 40)), foe("x", (10, 30)))), a, path, 0)


def test_what_a_man_can_send_follows_what_he_has() -> None:
    """It is kept by all that it depends on: things, weapons, attributes, nation, and the book in force."""
    state = table(man("a", (10, 40)), foe("x", (10, 30)))
    a, side = state.figures["a"], state.sides["red"]

    def agrees() -> tuple[str, ...]:
        kept = munitions(state, a)
        with recording():
            assert munitions(state, a) == kept
        return tuple(f"{one.weapon} {one.reach}" for one in kept)

    found = [agrees()]
    a.pack = a.pack.but(gear=(("grenade", 2),))
    found.append(agrees())
    a.pack = a.pack.but(gear=(("grenade", 2), ("molotov", 1)))
    found.append(agrees())
    a.attributes = ("ball_player",)
    found.append(agrees())
    a.arms = a.arms.but(weapons=(*a.arms.weapons, "core.panzerfaust"))
    found.append(agrees())
    with in_force(OwnBook({"core_weapons": {"panzerfaust/range": 7}})):
        found.append(agrees())
    a.pack = a.pack.but(gear=(("grenade", 0),))
    found.append(agrees())
    a.pack = a.pack.but(gear=(("grenade", 2),))
    a.arms = a.arms.but(weapons=())
    found.append(agrees())
    side.nation = "german"
    found.append(agrees())
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("seed", range(40))
def test_an_enemy_in_the_way_is_found_on_every_leg(seed: int) -> None:
    """Whoever is far from the box about the whole way is passed over; nobody else is."""
    rng = Random(seed)
    state = table(man("a", (24, 24)), *(foe(f"x{i}", anywhere(rng)) for i in range(8)))
    a = state.figures["a"]
    path = (a.at, *(point(anywhere(rng)) for _ in range(3)))
    found = runs_into(state, a, path)
    met = [one for one in enemies(state) if runs_into(table(copy(a), copy(one)), a, path)]
    assert (found.id if found else "") == (met[0].id if met else "")


@pytest.mark.parametrize("aside", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_an_enemy_beside_a_straight_way_is_run_into_where_bases_touch(aside: tuple[int, int]) -> None:
    x, y = aside
    ways = {0: ((24, 10), (24, 38)), 1: ((10, 24), (38, 24))}
    path = tuple(point(at) for at in ways[0 if x else 1])
    for away, touches in ((2 * BASE + CONTACT, True), (2 * BASE + CONTACT + 1, False)):
        state = table(man("a", ways[0 if x else 1][0]), foe("x", (24, 24)))
        middle = state.figures["x"].at
        state.figures["x"].at = (middle[0] + x * away, middle[1] + y * away)
        assert (runs_into(state, state.figures["a"], path) is not None) == touches


@pytest.mark.parametrize("aside", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_place_is_taken_as_far_as_a_base_reaches(aside: tuple[int, int]) -> None:
    state = table(man("a", (10, 10)), foe("x", (24, 24)))
    x, y = state.figures["x"].at
    for away, taken in ((2 * BASE - CONTACT, True), (2 * BASE - CONTACT + 1, False)):
        at = (x + aside[0] * away, y + aside[1] * away)
        assert (is_taken(state, at, state.figures["a"]) is not None) == taken
