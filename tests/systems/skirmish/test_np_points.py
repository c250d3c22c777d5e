"""Small points of those whom nobody plays: flanks, sections of the table, empty weapons. NS-38, NS-42"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.plane import along
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.rules.enemies.np_group import NpActs, is_beside, next_section
from deadground.systems.skirmish.rules.enemies.np_tables import ask_table
from deadground.systems.skirmish.rules.grenades.lobs import Lob
from deadground.systems.skirmish.rules.grenades.throwing import ActiveThrow
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.solo import solo, through
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import RIFLE, SMG, At, foe, man, point


@pytest.mark.parametrize("facing", [0, 50, 180, 350])
@pytest.mark.parametrize(
    ("turn", "beside"),
    [(0, False), (600, False), (601, True), (-600, False), (-601, True), (1800, True), (1200, True)],
)
def test_more_than_sixty_degrees_off_is_a_flank(facing: float, turn: int, beside: bool) -> None:
    """NS-38: in tenths of a degree, to either side, whichever way he looks."""
    watched = foe("x", (24, 24), facing=facing)
    one = man("a", (24, 24))
    one.at = along(watched.at, watched.facing + turn, 20 * 254)
    assert is_beside(watched, one) is beside


@pytest.mark.parametrize("off", [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
def test_who_stands_on_the_very_spot_is_at_no_flank(off: tuple[int, int]) -> None:
    """NS-38: a tenth of a millimetre away is a direction again."""
    watched, one = foe("x", (24, 24), facing=180), man("a", (24, 24))
    one.at = watched.at[0] + off[0], watched.at[1] + off[1]
    behind = off in ((0, -1), (1, 0), (-1, 0))
    assert is_beside(watched, one) is behind


def patrol(at: At, **changes: Any) -> SkirmishState:
    """A man of blue; of nine sections of 16 inches those far from the player are numbered 1 to 6."""
    return solo(man("a", (24, 47)), foe("x", at), **changes)


@pytest.mark.parametrize(
    ("at", "visited"),
    [
        ((8, 8), (1,)),
        ((16, 8), (1, 2)),
        ((15.99, 8), (1,)),
        ((16.01, 8), (2,)),
        ((0, 0), (1,)),
        ((8, 16), (1, 4)),
        ((8, 15.99), (1,)),
        ((8, 16.01), (4,)),
        ((48, 8), (3,)),
        ((40, 32), (6,)),
        ((40, 33), ()),
        ((24, 40), ()),
    ],
)
def test_a_section_counts_as_seen_up_to_its_very_edge(at: At, visited: tuple[int, ...]) -> None:
    """NS-42: who stands on a line has been in both; the near row is none of them."""
    state = patrol(at)
    next_section(game(state), state.figures["x"])
    assert state.units["blue_squad"].visited == visited


@pytest.mark.parametrize(
    ("at", "visited", "goal"),
    [
        ((8, 8), (), (8, 24)),
        ((8, 8), (1, 2), (8, 24)),
        ((8, 8), (1, 2, 4), (24, 24)),
        ((8, 40), (1, 4), (24, 24)),
        ((0, 0), (1, 2, 3, 4, 5), (40, 24)),
        ((47, 47), (1, 2, 3, 4, 5, 6), (40, 24)),
        ((0, 47), (6, 5), (8, 24)),
    ],
)
def test_the_nearest_section_that_has_not_been_seen(at: At, visited: tuple[int, ...], goal: At) -> None:
    """NS-42: when all six have been they begin again."""
    state = patrol(at)
    state.units["blue_squad"].visited = visited
    assert next_section(game(state), state.figures["x"]) == point(goal)


@rule("NUTS-NP-01")
@pytest.mark.parametrize("empty", [(RIFLE, SMG), (SMG, RIFLE)])
def test_the_first_of_two_empty_weapons_is_reloaded(empty: tuple[str, ...]) -> None:
    """NR-78, NS-42: on the way, whatever the table says."""
    state = patrol((24, 10), mission="attack")
    x = state.figures["x"]
    x.arms = x.arms.but(weapons=(RIFLE, SMG), empty=empty)
    state.groups[x.group].active = True
    with through(state, NpActs(x.group, ("x",)), [1, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["x"].arms.reloading == empty[0]


WALL = "  - {id: wall, kind: wall, height: 1, line: [[20, 10.6], [28, 10.6]]}"


@rule("NUTS-NP-04", "NUTS-NP-02")
@pytest.mark.parametrize(
    ("mission", "pieces", "dice"),
    [("attack", WALL, 3), ("attack", "", 2), ("defend", WALL, 2), ("defend", "", 2)],
)
def test_cover_is_worth_a_die_to_those_who_defend(mission: str, pieces: str, dice: int) -> None:
    """NS-11: they defend when the player attacks."""
    state = patrol((24, 10), pieces=pieces, mission=mission)
    x = state.figures["x"]
    state.groups[x.group].active = True
    with through(state, NpActs(x.group, ("x",)), [6] * dice, fill=6) as p:
        p.nothing_pending()
    thrown = [roll for entry in p.match.journal for event in entry.events for roll in event.seen.rolls]
    assert len(thrown[0].faces) == dice


@bounds("NUTS-NP-01")
@pytest.mark.parametrize(("lobs", "then"), [((Lob("x", "grenade", point((24, 14))),), "Call"), ((), "Done")])
def test_who_has_nothing_but_a_grenade_throws_it(lobs: tuple[Lob, ...], then: str) -> None:
    """NS-42: with no shot to fall with it goes by itself; and who has neither is done."""
    state = patrol((24, 10), mission="attack")
    state.figures["x"].arms = state.figures["x"].arms.but(weapons=())
    acting = NpActs("blue-1", ("x",), lobs=lobs)
    g = game(state, dice=[6, 6])
    assert type(acting.begin(g)).__name__ == "Go"
    found = acting.fire(g)
    assert type(found).__name__ == then
    assert then == "Done" or isinstance(found.procedure, ActiveThrow)  # type: ignore[union-attr]


@bounds("NUTS-NP-01")
def test_a_group_that_nobody_is_left_to_lead_passes_nothing() -> None:
    """NR-76: its Rep counts as none."""
    state = patrol((24, 10), mission="defend")
    g = game(state, dice=[1, 1])
    says = ask_table(g, "np_infantry_attack", "blue-9", in_cover=False)
    assert says == str(chart("np_infantry_attack").look_up("0", "otherwise").value)
    assert "0d6 passed against Rep 0" in g.events[-1].seen.text
