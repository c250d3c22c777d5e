"""Men who hang back or are too young: Shirkers, Jugend. And flame, through which nobody runs unwillingly. LR-040"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.melee.melee_dice import pool
from deadground.systems.skirmish.rules.movement.involuntary import LeaveBattlefield, place_in_cover
from deadground.systems.skirmish.rules.reactions.reaction import score
from deadground.systems.skirmish.rules.troops.unit_types import militia_melee_dice
from deadground.systems.skirmish.state import Marker
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table

SHIRKER: dict[str, Any] = {"attributes": ("shirker",)}
HILL = "  - {id: hill, kind: hill, level: 1, polygon: [[0, 14], [40, 14], [40, 16], [0, 16]]}"


@rule("COT-UNIT-11")
@pytest.mark.parametrize(("die", "at"), [(1, (10, 30)), (2, (10, 30)), (3, (10, 26))])
def test_a_shirker_may_stay_when_ordered_nearer(die: int, at: tuple[float, float]) -> None:
    """LR-040: 1 and 2 and he stays put; that was his action."""
    state = table(man("a", (10, 30), **SHIRKER), foe("x", (10, 10)))
    with playing(state, Activation("red-1"), dice=[die]) as p:
        p.choose("red", [move("red-1", a=to((10, 26)))])
        p.choose("red", [])
        p.nothing_pending()
    assert p.state.figures["a"].at == point(at)
    assert p.state.figures["a"].doing.action == ("stay" if die < 3 else "move")
    assert p.state.figures["a"].shown_attributes == ("shirker",)


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize("hidden", [True, False])
def test_he_goes_elsewhere_without_a_die(hidden: bool) -> None:
    """Backwards, or nearer to an enemy whom he does not see."""
    pieces = HILL if hidden else ""
    end = (10, 26) if hidden else (10, 34)
    state = table(man("a", (10, 30), **SHIRKER), foe("x", (10, 10)), pieces=pieces)
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to(end))])
        p.nothing_pending()
    assert p.state.figures["a"].at == point(end)


@rule("COT-UNIT-11")
def test_a_shirker_may_refuse_to_charge_and_the_others_go_on() -> None:
    """He throws once, whatever the way to his enemy is made of."""
    state = table(
        man("a", (10, 26), **SHIRKER),
        man("b", (12, 26)),
        foe("x", (10, 18), weapons=()),
        foe("y", (12, 18), weapons=()),
    )
    ways = (("a", (point((10, 23)),)), ("b", (point((12, 23)),)))
    dice = [2, 1, 1, 1, 1, *[1] * 6, *[6] * 5, 1]
    with playing(state, Charge((("a", "x"), ("b", "y")), ways), dice=dice) as p:
        p.nothing_pending()
    a, b = p.state.figures["a"], p.state.figures["b"]
    assert (a.at, a.doing.action) == (point((10, 26)), "stay")
    assert b.doing.action == "charge"
    assert p.state.figures["y"].status == "obviously_dead"


@bounds("COT-UNIT-07", "COT-ARMY-13")
@pytest.mark.parametrize(("variant", "dice"), [("", 6), ("jugend", 5), ("partisans", 6)])
def test_jugend_have_a_die_less_in_melee(variant: str, dice: int) -> None:
    state = table(man("a", (10, 21)), foe("x", (10, 20)))
    state.units["red_squad"].variant = variant
    g = game(state)
    assert militia_melee_dice("jugend") == -1
    assert pool(g, state.figures["a"], state.figures["x"]).total == dice
    assert pool(g, state.figures["x"], state.figures["a"]).total == 6


WALL = "  - {id: wall, kind: wall, line: [[4, 28], [16, 28]]}"


def burning(at: tuple[float, float], id: str = "fire") -> Marker:
    return Marker(id, "flame", point(at), 3 * 254, 9)


@bounds("NUTS-MOVE-06")
def test_cover_beyond_flame_is_none() -> None:
    """NR-110. The wall is 2" away; with flame before all of it he finds none within 6"."""
    state = table(man("a", (10, 25)), foe("x", (10, 36), facing=0), pieces=WALL)
    a = state.figures["a"]
    a.reaction = a.reaction.but(causes=("x",))
    found = place_in_cover(state, a)
    assert found is not None
    state.markers = {id: burning((x, 26.8), id) for id, x in (("1", 7.0), ("2", 10.0), ("3", 13.0))}
    beyond = place_in_cover(state, a)
    assert beyond is None or beyond != found
    state.markers = {id: burning((x, 26.8), id) for id, x in zip("12345", (4, 7, 10, 13, 16), strict=True)}
    assert place_in_cover(state, a) is None


def leaving(*flames: Marker) -> Any:
    state = table(man("a", (10, 6)))
    state.markers = {one.id: one for one in flames}
    g = game(state, [6, 6])
    score(g, state.figures["a"], "leave_battlefield", ())
    with playing(state, LeaveBattlefield("a"), dice=[6, 6]) as p:
        p.nothing_pending()
    return p.state.figures["a"]


@rule("NUTS-MOVE-11")
def test_who_leaves_runs_round_flame_to_another_edge() -> None:
    """NR-110: north is 6" away, west 10"."""
    assert leaving().status == "gone"
    west = leaving(burning((10, 3)))
    assert (west.at, west.status) == (point((2, 6)), "leave_battlefield")


@rule("NUTS-MOVE-11")
def test_with_flame_all_round_he_halts_before_it() -> None:
    """The nearest edge it is, and an inch and a half from the middle of the fire he stops."""
    round_him = [burning(at, id) for id, at in zip("nesw", ((10, 2), (14, 6), (10, 10), (6, 6)), strict=True)]
    a = leaving(*round_him)
    assert a.status == "leave_battlefield"
    assert a.at[0] == point((10, 6))[0]
    assert point((10, 3.5))[1] <= a.at[1] <= point((10, 3.6))[1]
    inside = leaving(burning((10, 6)))
    assert inside.status == "gone"
