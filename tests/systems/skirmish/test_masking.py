"""Men who are dragged somewhere do not stand in each other's line of fire, where there is room for it. NR-37"""

from __future__ import annotations

from typing import Any

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.sight.cover import cover_at
from deadground.systems.skirmish.rules.sight.line_of_sight import figure_between
from tests.systems.skirmish.gestures import drag, ends
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, point, table

FRIEND = "B has a friend in the line of fire. Key 2 makes a line."
ASIDE = "B steps aside to have a clear line of fire. Key 1 keeps their shape."


def one_behind_the_other(pieces: str = "", apart: float = 3) -> Any:
    state = table(
        man("a", (10, 36), rep=5, rank="squad_leader"),
        man("b", (10, 36 + apart)),
        foe("x", (10, 10)),
        pieces=pieces,
    )
    return playing(state, Activation("red-1"))


def words(look: Any) -> list[str]:
    return [line.text for line in look.lines]


def test_who_would_have_a_friend_in_his_line_steps_aside_and_it_is_told() -> None:
    with one_behind_the_other() as p:
        look = drag(p, "a", "b", to=point((10, 34)))
        assert ASIDE in words(look)
        assert FRIEND not in words(look)
        assert not look.faults
        found = ends(look)
        assert found["a"][0] == 10 * 254
        assert abs(found["b"][0] - found["a"][0]) > 127
        p.pending(red="Give the group its orders")


def test_their_shape_is_kept_where_that_is_wished_and_the_friend_is_told_of() -> None:
    with one_behind_the_other() as p:
        look = drag(p, "a", "b", to=point((10, 34)), formation="kept")
        assert FRIEND in words(look)
        assert ends(look)["b"][0] == ends(look)["a"][0]
        assert FRIEND in words(drag(p, "a", "b", to=point((10, 34)), formation="file"))
        lined = drag(p, "a", "b", to=point((10, 34)), formation="line")
        assert not [text for text in words(lined) if "line of fire" in text]
        p.pending(red="Give the group its orders")


def test_a_squad_in_two_ranks_comes_to_stand_with_clear_lines() -> None:
    front = [man(f"a{i}", (10 + 1.5 * i, 36)) for i in range(4)]
    front[0].rank = "squad_leader"
    rear = [man(f"b{i}", (10 + 1.5 * i, 38)) for i in range(4)]
    state = table(*front, *rear, foe("x", (12.2, 8)), pieces="")
    ids = [one.id for one in (*front, *rear)]
    with playing(state, Activation("red-1")) as p:
        look = drag(p, *ids, to=point((12.2, 34)))
        assert not look.faults
        after = p.match.view("red").state
        for id, at in ends(look).items():
            after.figures[id].at = at
        x, options = after.figures["x"], p.match.view("red").options
        assert not [id for id in ids if figure_between(after, after.figures[id], x, options)]
        p.pending(red="Give the group its orders")


def test_nobody_leaves_his_cover_for_a_clear_line() -> None:
    """Two short walls in a row, one man at each: beside them there is no cover."""
    walls = "\n".join(
        f"  - {{id: wall{round(10 * y)}, kind: wall, line: [[9.4, {y}], [10.6, {y}]]}}" for y in (30.4, 32.4)
    )
    with one_behind_the_other(walls, apart=2) as p:
        look = drag(p, "a", "b", to=point((10, 31)), by="a")
        found, state = ends(look), p.match.view("red").state
        assert all(cover_at(state, at, state.figures["x"].at) is not None for at in found.values())
        assert FRIEND in words(look)
        p.pending(red="Give the group its orders")


def test_where_no_enemy_is_known_there_is_no_line_to_keep_free() -> None:
    state = table(man("a", (10, 36), rep=5, rank="squad_leader"), man("b", (10, 39)), pieces="")
    with playing(state, Activation("red-1")) as p:
        look = drag(p, "a", "b", to=point((10, 34)))
        assert ends(look)["b"][0] == ends(look)["a"][0]
        assert not [text for text in words(look) if "line of fire" in text]
        p.pending(red="Give the group its orders")
