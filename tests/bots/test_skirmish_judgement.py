"""What a sergeant does with a single order: when he shoots, where he goes, whom he fetches, when he charges."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.space.plane import Point
from deadground.systems.skirmish.bots.land import land_of
from deadground.systems.skirmish.bots.moves import march
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.plans import Mind, Notion
from deadground.systems.skirmish.bots.staff import Staff
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.state import INCH
from tests.bots.skirmish_table import orders
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import LMG, SMG, foe, man, table

WALL = "  - {id: wall, kind: wall, height: 1, line: [[4, 20], [44, 20]]}\n"
HOUSE = "  - {id: house, kind: structure, polygon: [[18, 20], [30, 20], [30, 26], [18, 26]]}\n"
GAP = (
    "  - {id: west, kind: structure, polygon: [[10, 20], [22, 20], [22, 26], [10, 26]]}\n"
    "  - {id: east, kind: structure, polygon: [[26, 20], [38, 20], [38, 26], [26, 26]]}\n"
)
WOOD = "  - {id: wood, kind: woods, polygon: [[18, 18], [30, 18], [30, 26], [18, 26]]}\n"


def test_he_shoots_at_men_in_the_open() -> None:
    plan = orders(table(man("a", (24, 30)), foe("x", (24, 14))))
    assert plan["fire"]["shots"]["a"]["aims"] == [["x", 1]]


def test_he_does_not_shoot_without_a_chance() -> None:
    """A man of Rep 3 cannot hit one in cover, but would be shot back at."""
    state = table(man("a", (24, 30), rep=3), foe("x", (24, 19.4)), pieces=WALL)
    assert "fire" not in orders(state)
    state = table(man("a", (24, 30), rep=5), foe("x", (24, 19.4), status="hunker_down"), pieces=WALL)
    assert "fire" in orders(state)


def test_he_shoots_at_the_man_in_the_open_rather_than_at_a_nearer_one_in_cover() -> None:
    """The rules propose the nearest, who is hit on a 6 only; the other one is hit on 4 to 6."""
    state = table(man("a", (24, 30)), foe("x", (24, 19.4)), foe("y", (2, 14), facing=120), pieces=WALL)
    assert orders(state)["fire"]["shots"]["a"]["aims"] == [["y", 1]]


def test_the_better_shot_takes_the_better_target_and_the_other_what_is_left() -> None:
    """Two shoot and pair off: nobody doubles up while another enemy has nobody. NUTS-FIRE-09"""
    men = [man("a", (24, 30), rep=5), man("b", (25.2, 30), weapons=(LMG,))]
    state = table(*men, foe("x", (24, 19.4)), foe("y", (2, 14), facing=120), pieces=WALL)
    shots = orders(state)["fire"]["shots"]
    assert {id: shot["aims"][0][0] for id, shot in shots.items()} == {"a": "x", "b": "y"}


def test_an_automatic_weapon_keeps_down_whom_it_can() -> None:
    state = table(
        man("a", (24, 30), weapons=(LMG,)), foe("x", (23, 14)), foe("y", (24.2, 14)), foe("z", (25.4, 14))
    )
    aims = orders(state)["fire"]["shots"]["a"]["aims"]
    assert len({target for target, _ in aims if target}) >= 2
    assert sum(dice for _, dice in aims) == 4


def test_riflemen_join_in_when_the_machine_gun_keeps_heads_down() -> None:
    """Alone he would not shoot from the open at men behind a wall; nobody shoots back whom a gun outguns."""
    alone = table(man("a", (24, 30)), foe("x", (24, 19.4)), foe("y", (25.2, 19.4)), pieces=WALL)
    assert "fire" not in orders(alone)
    both = table(
        man("a", (24, 30)),
        man("b", (25.2, 30), weapons=(LMG,)),
        foe("x", (24, 19.4)),
        foe("y", (25.2, 19.4)),
        pieces=WALL,
    )
    assert set(orders(both)["fire"]["shots"]) == {"a", "b"}


def test_he_moves_into_cover_or_out_of_sight() -> None:
    """There is a wood on the way to the enemy: he ends in it or behind it, not in the open before his eyes."""
    foes = [foe(id, (x, 4), weapons=(LMG,)) for id, x in (("x", 24), ("y", 25.2), ("z", 26.4))]
    state = table(man("a", (22, 31), rank="squad_leader", rep=5), man("b", (24, 31)), *foes, pieces=WOOD)
    plan = orders(state)
    paths = (plan.get("fast_move") or plan["move"])["paths"]
    land, enemy = land_of(state), state.figures["x"].at
    assert paths
    for way in paths.values():
        at = way["points"][-1][0], way["points"][-1][1]
        assert land.is_covered(at, enemy) or not land.seen(land.square(enemy))[land.square(at)]


def test_he_does_not_cross_a_gap_that_a_gun_looks_down_to_get_a_little_nearer() -> None:
    """Both ends of such a way are out of sight, but not what lies between."""
    foes = [foe("x", (24.5, 6), weapons=(LMG,)), foe("y", (40, 34), status="hunker_down")]
    with playing(table(man("a", (20.5, 30)), *foes, pieces=GAP), Activation("red-1")) as p:
        staff = Staff(Picture(p.match.view("red")), Mind(Random(2)).made_up(Notion("", "hunt")))
        (one,) = staff.picture.friends
        land, end = staff.picture.land, march(staff, [one])["a"]
        watched = land.seen(land.square(staff.picture.state.figures["x"].at))
        way = [part(one.at, end, n / 20) for n in range(21)]
        assert not any(watched[land.square(at)] for at in way)
        p.choose("red", [])
        p.nothing_pending()


def part(start: Point, end: Point, share: float) -> Point:
    """A point on a way."""
    return round(start[0] + (end[0] - start[0]) * share), round(start[1] + (end[1] - start[1]) * share)


def test_men_of_a_group_stay_together() -> None:
    men = [man(f"m{i}", (18 + 1.5 * i, 40), rank="squad_leader" if i == 0 else "soldier") for i in range(6)]
    plan = orders(table(*men, foe("x", (24, 4)), pieces=WOOD))
    ends = [way["points"][-1] for way in (plan.get("fast_move") or plan["move"])["paths"].values()]
    assert len(ends) >= 4
    for x, y in ends:
        near = [other for other in ends if other != [x, y]]
        assert min((x - a) ** 2 + (y - b) ** 2 for a, b in near) <= (4 * INCH) ** 2


@pytest.mark.parametrize("changes", [{}, {"status": "hunker_down"}])
def test_he_charges_only_whom_he_has_suppressed(changes: dict[str, Any]) -> None:
    """Both have nothing to shoot with, so that nothing is better than a charge."""
    men = [man("a", (24, 14), weapons=()), man("b", (25.2, 14), weapons=())]
    plan = orders(table(*men, foe("x", (24, 9), **changes)))
    assert ("charge" in plan) == bool(changes)


@pytest.mark.parametrize(("watched", "goes"), [(False, True), (True, False)])
def test_wounded_are_fetched_only_when_nobody_watches(watched: bool, goes: bool) -> None:
    down = man("d", (24, 33), status="out_of_the_fight", prone=True)
    state = table(
        man("a", (24, 36)),
        man("b", (25.2, 36)),
        down,
        foe("x", (24, 8)),
        foe("y", (25.2, 8)),
        pieces="" if watched else HOUSE,
    )
    assert ("fetch" in orders(state)) == goes


def test_who_is_beaten_goes_away_from_the_enemy() -> None:
    foes = [foe(f"x{i}", (20 + 1.3 * i, 10), weapons=(SMG,)) for i in range(8)]
    state = table(man("a", (24, 36), rep=3), *foes)
    way = orders(state).get("move", {}).get("paths", {}).get("a")
    assert way is None or not way["points"] or way["points"][-1][1] >= 36 * INCH


def test_no_more_are_proposed_to_charge_one_man_than_have_a_place_beside_him() -> None:
    """Two in front of him and two behind. NUTS-MELEE-13"""
    men = [man(f"m{i}", (22.4 + 1.2 * i, 14), weapons=(), successes=2) for i in range(4)]
    state = table(*men, foe("x", (24, 10)))
    with playing(state, Activation("red-1")) as p:
        view = p.match.view("red")
        for one in men:
            view.state.figures[one.id].reaction = view.state.figures[one.id].reaction.but(successes=2)
        own = [view.state.figures[one.id] for one in men]
        plan = LAWS["charge"].propose(view, own, ("x",))
        assert plan is not None
        assert len(plan["targets"]) == 2
        p.choose("red", [])
        p.nothing_pending()


def test_a_grenade_is_readied_by_who_can_throw_it_at_once() -> None:
    """He is good at it, the enemy is in reach, and no friend is where it goes off. NUTS-GREN-02"""
    near = man("a", (24, 24.5), gear=(("grenade", 1),), weapons=())
    assert "ready" in orders(table(near, foe("x", (24, 19.4)), pieces=WALL))
    friend = man("b", (24, 21.5), weapons=())
    assert "ready" not in orders(table(near, friend, foe("x", (24, 19.4)), pieces=WALL))
    far, poor = (
        man("a", (24, y), gear=(("grenade", 1),), weapons=(), rep=rep) for y, rep in ((25.5, 4), (24.5, 3))
    )
    assert "ready" not in orders(table(far, foe("x", (24, 19.4)), pieces=WALL))
    assert "ready" not in orders(table(poor, foe("x", (24, 19.4)), pieces=WALL))


@pytest.mark.parametrize(("far", "card"), [(5, "throw"), (14, "unready")])
def test_a_grenade_in_the_hand_is_thrown_or_made_safe(far: int, card: str) -> None:
    """Rather than shot past, and rather than carried about where nobody is near. NUTS-GREN-03"""
    weapons = (SMG,) if card == "throw" else ()
    holder = man("a", (24, 30), gear=(("grenade", 1),), readied="grenade", weapons=weapons)
    plan = orders(table(holder, foe("x", (24, 30 - far))))
    assert card in plan
    assert "fire" not in plan


def test_nobody_bunches_round_a_man_with_a_grenade_in_his_hand() -> None:
    """Who falls with it takes those with him who are in its circle. NUTS-GREN-04"""
    holder = man(
        "a", (24, 40), gear=(("grenade", 1),), readied="grenade", rank="squad_leader", spent=8 * INCH
    )
    state = table(holder, man("b", (24, 41.4)), man("c", (25.2, 41)), foe("x", (24, 8)), pieces=HOUSE)
    plan = orders(state)
    paths = (plan.get("fast_move") or plan["move"])["paths"]
    for id in ("b", "c"):
        x, y = paths[id]["points"][-1]
        assert (x - 24 * INCH) ** 2 + (y - 40 * INCH) ** 2 >= (2.5 * INCH) ** 2
