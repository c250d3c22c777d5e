"""What a night leaves behind, to the last number."""

from __future__ import annotations

from deadground.systems.stands.numbers import BOOK
from deadground.testing import rule
from tests.systems.stands.field import inf
from tests.systems.stands.nights import after, night, place, way


@rule("KIM-6.1a")
def test_at_dawn_the_walks_of_the_night_are_forgotten() -> None:
    state = night(
        inf("a", (500, 800)), inf("b", (900, 800), side="blue", moved=70, walk_from=3, walked_before=40)
    )
    with after(state, {"a": way((500, 700), facing=900), "b": way((900, 700))}) as p:
        a, b = p.state.stands["a"], p.state.stands["b"]
        assert place(p, "a") == (500, 700)
        assert (a.facing, a.end_facing, a.route) == (900, -1, ())
        assert (b.facing, b.end_facing, b.route) == (0, -1, ())
        for one in (a, b):
            assert (one.moved, one.walk_from, one.walked_before, one.fired) == (0, 0, 0, False)


def test_heights_are_ours_and_small() -> None:
    """KIM-R102"""
    assert {name: one.mm for name, one in BOOK.all.items() if name.endswith("_height")} == {
        "eye_height": 2,
        "level_height": 20,
    }
