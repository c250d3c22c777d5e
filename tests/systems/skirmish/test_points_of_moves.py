"""Moves that are broken off and taken up again, and small things beside them. NR-19, NR-20, NR-38, LR-210"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.bases import CONTACT
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.activation.side_actions import has_gear, things, why_no_rounds
from deadground.systems.skirmish.rules.movement.going import left_to_go
from deadground.systems.skirmish.rules.movement.movement import Going, Move
from deadground.systems.skirmish.rules.troops.looting import first_loot
from deadground.systems.skirmish.rules.troops.under_fire import is_retrieving
from deadground.systems.skirmish.rules.wounded.wounded import Fetch
from deadground.systems.skirmish.state import BASE, Marker, change
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.solo import mark, solo
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, point, table

DEAD: dict[str, Any] = {"status": "obviously_dead"}
MP = "german.smg"


# Broken off and taken up again


@rule("NUTS-MOVE-01", "NUTS-PEF-06")
def test_where_nobody_was_he_goes_on_by_all_the_points_of_his_way() -> None:
    """He sees the question mark beyond the hill from his second leg on; it is nothing, and he goes on."""
    hill = "  - {id: hill, kind: hill, level: 1, polygon: [[12, 20], [30, 20], [30, 34], [12, 34]]}"
    state = solo(man("a", (16, 40)), pefs=(mark(1, (10, 12)),), pieces=hill)
    with playing(state, Activation("red-1"), dice=[6, 6]) as p:
        p.choose("red", [move("red-1", a=to((14, 40), (11, 37), (11, 36)))])
        p.nothing_pending()
    assert p.last("pef_nothing")
    a = p.state.figures["a"]
    assert a.at == point((11, 36))
    assert a.doing.spent / 254 == pytest.approx(2 + 18**0.5 + 1, abs=0.02), "and round every corner of it"


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(
    ("spent", "prone", "goes"),
    [(0, False, True), (8 * 254 - 1, False, True), (8 * 254, False, False), (0, True, False)],
)
def test_men_whom_nobody_plays_go_on_if_they_have_movement_left_and_are_on_their_feet(
    spent: int, prone: bool, goes: bool
) -> None:
    """NS-42: those who have gone down or have nothing left stay behind."""
    state = solo(man("a", (40, 40)), foe("x", (10, 10), spent=spent, prone=prone), foe("y", (14, 10)))
    going = Move(
        (Going("x", (point((10, 10)), point((10, 18)))), Going("y", (point((14, 10)), point((14, 18)))))
    )
    going.walked = (("x", 0), ("y", 0))
    going.walk_on(game(state))
    assert [one.who for one in going.goers] == (["x", "y"] if goes else ["y"])


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(("spent", "asked"), [(0, True), (8 * 254 - 1, True), (8 * 254, False)])
def test_a_player_is_asked_to_finish_a_move_as_long_as_a_tenth_of_it_is_left(spent: int, asked: bool) -> None:
    """NR-19."""
    state = table(man("a", (10, 40), spent=spent), foe("x", (10, 10)))
    assert left_to_go(state.figures["a"]) == 8 * 254 - spent
    going = Move((Going("a", (point((10, 40)), point((10, 38)))),))
    then = going.interrupted(game(state))
    assert (type(then).__name__ == "Ask") is asked


@rule("NUTS-MOVE-02")
def test_only_a_fast_move_is_told_before_it_begins() -> None:
    """NR-20."""
    for card, dice in (("move", []), ("fast_move", [6, 6])):
        state = table(man("a", (10, 40)), foe("x", (10, 5)), pieces=HILL)
        with playing(state, Activation("red-1"), dice=dice) as p:
            p.choose("red", [move("red-1", card, a=to((10, 38)))])
            p.nothing_pending()
        assert ("Fast Move: A." in p.log) is (card == "fast_move")


HILL = "  - {id: hill, kind: hill, level: 1, polygon: [[0, 10], [48, 10], [48, 12], [0, 12]]}"


# Flame


@bounds("NUTS-GREN-18")
@pytest.mark.parametrize(("gap", "stands"), [(1, True), (2, False)])
def test_who_stands_before_flame_is_within_a_tenth_of_it(gap: int, stands: bool) -> None:
    """A tenth of a millimetre from its edge he has come to it; with two he has still to go."""
    state = table(man("a", (10, 40)))
    x, y = point((10, 40))
    state.markers["f"] = Marker("f", "flame", (x, y - 381 - gap), 3 * 254)
    going = Move((Going("a", ((x, y), point((10, 30)))),))
    going.walked = (("a", 0),)
    assert bool(going.before_flames(game(state))) is stands


# Who fetches


@bounds("NUTS-WOUND-02")
def test_who_is_on_his_way_to_a_friend_and_who_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A goes for B; C goes for nobody, and D has a man in his arms."""
    state = table(man("a", (10, 40)), man("b", (10, 38)), man("c", (12, 40)), man("d", (14, 40), carries="e"))
    g = game(state)
    assert [is_retrieving(g, g.figure(id)) for id in "abcd"] == [False, False, False, True]
    monkeypatch.setattr(links, "fetches", lambda g: [Fetch((("a", "b"),))])
    assert [is_retrieving(g, g.figure(id)) for id in "abcd"] == [True, False, False, True]


# Looters


@rule("COT-UNIT-11")
def test_a_looter_stops_short_of_a_friend_who_stands_where_he_would() -> None:
    """LR-210: he comes within 2 inches of the dead man at (10, 37), where B stands."""
    dead = foe("dead", (10, 35), **DEAD)
    state = table(man("a", (10, 40), attributes=("looter",)), man("b", (10, 37)), dead, foe("x", (40, 5)))
    dead.group = ""
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 32)))])
        p.choose("red", [])
        p.nothing_pending()
    assert "A stops to search Dead." in p.log
    assert p.state.figures["a"].at[1] - p.state.figures["b"].at[1] >= 2 * BASE - CONTACT


# What is picked up and searched


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"action": "fast_move"}, "A has Fast Moved"),
        ({"action": "fast_move", "at": point((30, 30))}, "A has Fast Moved"),
        ({"at": point((30, 30))}, "nothing lies at the feet of A"),
        ({"status": "hunker_down"}, "A cannot act: hunker down"),
    ],
)
def test_why_a_man_picks_nothing_up(changes: dict[str, Any], reason: str | None) -> None:
    """NR-38."""
    state = table(man("a", (10, 30)), foe("x", (10, 29), weapons=(SMG,), **DEAD), foe("y", (40, 5)))
    a = state.figures["a"]
    change(a, **changes)
    fault = LAWS["pick_up"].why_not(state, a, {})
    assert (fault.reason if fault else None) == reason


@bounds("COT-SQUAD-06")
@pytest.mark.parametrize(
    ("side", "gear", "dealings", "has"),
    [
        ("blue", (), (), True),
        ("blue", (("grenade", 1),), (("took_gear", "x"),), False),
        ("blue", (), (("took_gear", "y"),), True),
        ("red", (), (), False),
        ("red", (("grenade", 1),), (), True),
    ],
)
def test_gear_of_an_enemy_may_always_be_looked_for_once(
    side: str, gear: tuple[tuple[str, int], ...], dealings: tuple[tuple[str, str], ...], has: bool
) -> None:
    """NR-108: what an enemy had nobody knows before he looks; of a friend he does."""
    fallen = man("x", (10, 29), side=side, gear=gear, **DEAD)
    state = table(man("a", (10, 30), dealings=dealings), fallen)
    assert has_gear(fallen, state.figures["a"]) is has
    assert ("x/gear" in things(state, state.figures["a"])) is has


@bounds("COT-SQUAD-07")
@pytest.mark.parametrize(("side", "refused"), [("red", True), ("blue", False)])
def test_rounds_for_a_captured_weapon_lie_with_downed_enemies(side: str, refused: bool) -> None:
    """For a weapon of his own he has them with him."""
    down = man("x", (10, 29), side=side, **DEAD)
    state = table(man("a", (10, 30), weapons=(RIFLE, MP), empty=(MP,)), down, foe("y", (40, 5)))
    state.sides["red"].nation, state.sides["blue"].nation = "soviet", "german"
    a = state.figures["a"]
    assert why_no_rounds(state, a, MP) is None
    a.deeds = a.deeds.but(took=(MP,))
    fault = why_no_rounds(state, a, MP)
    assert (fault.rows if fault else None) == (("COT-SQUAD-07",) if refused else None)


@rule("COT-UNIT-11")
@pytest.mark.parametrize(("at", "gone"), [((10, 38), 0), ((10, 37.99), 1), ((10, 30), 8 * 254)])
def test_a_looter_looks_about_from_where_he_stands_to_the_very_end_of_his_way(at: Any, gone: int) -> None:
    """LR-210: within 2 inches at once, a little on, or just where his way ends."""
    state = table(man("a", (10, 40), attributes=("looter",)), foe("dead", at, **DEAD))
    found = first_loot(game(state), state.figures["a"], (point((10, 40)), point((10, 32))))
    assert found is not None
    assert found[0] == gone if gone in (0, 8 * 254) else 0 < found[0] <= 32
    assert found[1].id == "dead"
