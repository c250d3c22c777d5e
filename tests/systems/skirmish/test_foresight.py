"""What makes walking quick never changes what happens. NR-10"""

from __future__ import annotations

from copy import copy
from random import Random

import numpy as np
import pytest

from deadground.core.citing import recording
from deadground.core.journal import Began
from deadground.core.match import Match
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.quick import walks
from deadground.systems.skirmish.quick.screens import (
    Places,
    directions,
    has_sharp_corner,
    in_arc,
    is_noted_hidden,
    note_hidden,
)
from deadground.systems.skirmish.rules.movement import walking
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards, has_los
from deadground.systems.skirmish.rules.sight.sighting import note_sighted
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing import bounds
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import foe, man, point, table

PIECES = """
  - {id: wood, kind: woods, polygon: [[5, 5], [15, 4], [16, 12], [9, 9], [4, 14]]}
  - {id: house, kind: structure, polygon: [[20, 20], [26, 22], [24, 28], [18, 26]]}
  - {id: hill, kind: hill, level: 1, polygon: [[30, 5], [40, 8], [38, 16], [29, 12]]}
  - {id: hedge, kind: hedge, line: [[5, 30], [20, 35]]}
  - {id: fold, kind: fold, level: -1, polygon: [[30, 30], [40, 30], [40, 40], [30, 40]]}
"""


def played(seed: int) -> Match[SkirmishState]:
    rng = Random(seed)
    match = Match(SKIRMISH, SKIRMISH.prepare("crossroads"), bytes([seed]) * 32)
    match.enact(Began())
    while match.outcome is None:
        seat = rng.choice(match.to_act())
        view = match.view(seat)
        request = view.requests[0]
        match.submit(request.choice(request.sample(view, rng)))
    return match


@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_the_same_whether_every_step_is_looked_at_or_not(seed: int) -> None:
    """While somebody listens to citations every step of a walk is looked at, and nothing comes from memory."""
    quick = played(seed)
    with recording() as cited:
        plain = played(seed)
    assert [entry.digest for entry in quick.journal] == [entry.digest for entry in plain.journal]
    assert "NUTS-SIGHT-02" in cited


@pytest.mark.parametrize("seed", range(60))
def test_nobody_who_is_surely_hidden_is_seen(seed: int) -> None:
    rng = Random(seed)
    state = table(man("a", (1, 1)), foe("x", (rng.uniform(1, 47), rng.uniform(1, 47))), pieces=PIECES)
    a, x = state.figures["a"], state.figures["x"]
    places = [(rng.randint(0, 12192), rng.randint(0, 12192)) for _ in range(60)]
    xs, ys = (np.array(one, dtype=np.int64) for one in zip(*places, strict=True))
    hidden = Places(ground_of(state), xs, ys).hidden_from(x.at)
    for place, is_hidden in zip(places, hidden, strict=True):
        a.at = place
        a.facing, x.facing = facing_towards(a, x.at), facing_towards(x, a.at)
        assert not (is_hidden and has_los(state, a, x)), place


def test_a_hedge_hides_those_who_are_not_close_to_it() -> None:
    state = table(man("a", (1, 1)), foe("x", (12, 38)), pieces=PIECES)
    far, close = (12 * 254, 26 * 254), (12 * 254, int(31.5 * 254))
    xs, ys = (np.array(one, dtype=np.int64) for one in zip(far, close, strict=True))
    assert Places(ground_of(state), xs, ys).hidden_from(state.figures["x"].at).tolist() == [True, False]


@pytest.mark.parametrize("seed", range(20))
def test_lines_that_are_noted_as_hidden_are_blocked(seed: int) -> None:
    rng = Random(seed)
    state = table(man("a", (rng.uniform(1, 47), rng.uniform(1, 47))), foe("x", (1, 1)), pieces=PIECES)
    a, x = state.figures["a"], state.figures["x"]
    places = [(rng.randint(0, 12192), rng.randint(0, 12192)) for _ in range(40)]
    note_hidden(ground_of(state), a.at, places)
    noted = [place for place in places if is_noted_hidden(ground_of(state), place, a.at)]
    assert noted
    for x.at in noted:
        a.facing = facing_towards(a, x.at)
        assert not has_los(state, a, x)
        with recording() as cited:
            assert not has_los(state, a, x), "nothing is answered from notes while citations are heard"
        assert "NUTS-LOS-01" in cited


def test_a_sliver_is_no_screen() -> None:
    blunt, sharp = ((0, 0), (500, 100), (0, 500)), ((0, 0), (5000, 100), (0, 500))
    assert not has_sharp_corner(blunt)
    assert has_sharp_corner(sharp)


@pytest.mark.parametrize("seed", range(10))
def test_the_arcs_of_many_steps_are_those_of_each(seed: int) -> None:
    rng = Random(seed)
    state = table(man("a", (24, 24)), foe("x", (24, 30), facing=rng.uniform(0, 360)))
    a, x = state.figures["a"], state.figures["x"]
    places = [(rng.randint(0, 12192), rng.randint(0, 12192)) for _ in range(60)]
    facings = [rng.randrange(3600) for _ in places]
    xs, ys = (np.array(one, dtype=np.int64) for one in zip(*places, strict=True))
    found = in_arc(xs, ys, directions(facings), x.at, x.facing)
    for place, facing, arc in zip(places, facings, found, strict=True):
        a.at, a.facing = place, facing
        assert bool(arc) == (has_los(state, a, x) or has_los(state, x, a))


@bounds("NUTS-SIGHT-02")
@pytest.mark.parametrize("seed", range(12))
def test_a_walk_stops_where_it_would_if_every_step_were_looked_at(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two men of a group on the move, three enemies who look anywhere."""
    rng = Random(seed)

    def somewhere() -> tuple[float, float]:
        return rng.uniform(1, 47), rng.uniform(1, 47)

    men = [man(id, somewhere(), facing=rng.uniform(0, 360)) for id in "ab"]
    foes = [foe(id, somewhere(), facing=rng.uniform(0, 360)) for id in "xyz"]
    paths = {one.id: (one.at, point(somewhere()), point(somewhere())) for one in men}
    ends = []
    for quick in (False, True):
        monkeypatch.setattr(walks, "is_quick", lambda quick=quick: quick)
        state = table(*[copy(one) for one in (*men, *foes)], pieces=PIECES)
        state.figures["b"].group, state.sighted = state.figures["a"].group, ()
        gone, sighting = walking.tread(game(state), paths, 0)
        ends.append((gone, sighting, [(one.at, one.facing) for one in state.figures.values()]))
    assert ends[0] == ends[1]


@bounds("NUTS-SIGHT-02")
@pytest.mark.parametrize("quick", [False, True])
def test_where_men_of_two_groups_move_it_is_the_group_of_him_who_sees(
    quick: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A, of the first group, walks behind a house; B, of the second, round its corner into the sight of X."""
    monkeypatch.setattr(walks, "is_quick", lambda: quick)
    house = "  - {id: house, kind: structure, polygon: [[5, 15], [25, 15], [25, 20], [5, 20]]}"
    state = table(man("a", (10, 30)), man("b", (27, 30)), foe("x", (12, 5)), pieces=house)
    state.sighted = ()
    assert state.figures["a"].group != state.figures["b"].group
    paths = {"a": (point((10, 30)), point((10, 24))), "b": (point((27, 30)), point((27, 8)))}
    _, sighting = walking.tread(game(state), paths, 0)
    assert sighting is not None
    assert (sighting.group, sighting.others) == (state.figures["b"].group, ("blue-1",))


@bounds("NUTS-SIGHT-02")
def test_where_both_groups_see_at_once_each_has_its_turn() -> None:
    """The second is told of where the first stopped: nothing of it is lost."""
    state = table(man("a", (10, 30)), man("b", (30, 30)), foe("x", (12, 5)), foe("y", (28, 5)))
    state.sighted = ()
    paths = {id: (one.at, (one.at[0], one.at[1] - 254)) for id, one in state.figures.items() if id in "ab"}
    g = game(state)
    gone, first = walking.tread(g, paths, 0)
    assert first is not None
    assert first.group == "red-1"
    note_sighted(state, first.group, first.others)
    _, second = walking.tread(g, paths, gone)
    assert second is not None
    assert second.group == "red-2"


@bounds("NUTS-SIGHT-02")
def test_who_has_arrived_does_not_look_again() -> None:
    """A tenth before the end he does."""
    path = (point((10, 40)), point((10, 36)))
    for gone, looks in ((4 * 254, False), (4 * 254 - 1, True)):
        state = table(man("a", (10, 36)), foe("x", (10, 10)))
        state.sighted = ()
        end, sighting = walking.tread(game(state), {"a": path}, gone)
        assert (end, sighting is not None) == (4 * 254, looks)
