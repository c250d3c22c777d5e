"""Ground that changes during a battle, and every cache that hears of it. NS-10, NS-39"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from deadground.core.citing import recording
from deadground.core.loader import DataError, document
from deadground.core.match import Match
from deadground.systems.kit.options import DEFAULTS
from deadground.systems.skirmish import setup
from deadground.systems.skirmish.bots.land import land_of
from deadground.systems.skirmish.changed import with_changes
from deadground.systems.skirmish.game import ground_of
from deadground.systems.skirmish.quick.behind import note_behind
from deadground.systems.skirmish.quick.screens import is_noted_hidden, not_surely_hidden
from deadground.systems.skirmish.rules.activation.turn import Turn
from deadground.systems.skirmish.rules.movement.changing import come_about
from deadground.systems.skirmish.rules.movement.going import path_cost, within_allowance
from deadground.systems.skirmish.rules.sight.cover import cover_at
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los, line_is_open
from deadground.systems.skirmish.scenario_file import SCENARIOS, read_scenario
from deadground.systems.skirmish.state import Change, Pef, SkirmishState
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.skirmish.table.scene import scene
from deadground.testing.conformance.checks import random_choice
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table

OUTLINE = "polygon: [[20, 20], [26, 22], [24, 28], [18, 26]]"
HOUSE = f"  - {{id: house, kind: structure, floors: 2, name: the inn, {OUTLINE}}}"
RUBBLE = f"  - {{id: house, kind: rubble, name: the rubble of the inn, {OUTLINE}}}"
HEDGE = "  - {id: hedge, kind: hedge, line: [[5, 34], [20, 34], [40, 34]]}"
GAP = """
  - {id: hedge1, kind: hedge, line: [[5, 34], [18, 34]]}
  - {id: hedge2, kind: hedge, line: [[22, 34], [40, 34]]}
"""
WOOD = "  - {id: wood, kind: woods, polygon: [[32, 5], [44, 6], [42, 14]]}"
BURNS = Change("house", "rubble")
BREACH = Change("hedge", "breach", (5080, 8636), 1016)


def crowd(seed: int, pieces: str, *changes: Change) -> SkirmishState:
    """The same men in the same places, on ground drawn so, after these changes."""
    rng = Random(seed)
    at = [(rng.uniform(2, 46), rng.uniform(2, 46)) for _ in range(14)]
    men = [man(f"a{i}", place, facing=rng.uniform(0, 360)) for i, place in enumerate(at[:6])]
    foes = [foe(f"x{i}", place, facing=rng.uniform(0, 360)) for i, place in enumerate(at[6:])]
    return table(*men, *foes, pieces=pieces, changes=changes)


def answers(state: SkirmishState) -> dict[str, Any]:
    """What is kept about a ground, asked of a battle."""
    ground = ground_of(state)
    men = [one for one in state.figures.values() if one.side == "red"]
    foes = [one for one in state.figures.values() if one.side == "blue"]
    ways = [(one.at, other.at) for one in men for other in foes]
    places = [other.at for other in foes]
    note_behind(ground, [one.at for one in men], places)
    land = land_of(state)
    looks = range(0, land.size, 97)
    return {
        "seen": [[has_los(state, one, other) for other in foes] for one in men],
        "open": [[line_is_open(state, one, other) for other in foes] for one in men],
        "maybe": [[other.id for other in not_surely_hidden(ground, one.at, foes)] for one in men],
        "noted": [[is_noted_hidden(ground, *way) for way in ways]],
        "cost": [path_cost(state, way) for way in ways],
        "reach": [within_allowance(state, way, 2_032) for way in ways],
        "cover": [(found.name, found.value) if (found := cover_at(state, *way)) else None for way in ways],
        "land": [land.seen(square).tolist() for square in looks],
        "sheltered": land.covered.tolist(),
    }


DRAWN = [
    pytest.param(f"{HOUSE}\n{WOOD}", BURNS, f"{WOOD}\n{RUBBLE}", id="a house comes down"),
    pytest.param(f"{HEDGE}\n{WOOD}", BREACH, f"{WOOD}{GAP}", id="a hedge is breached"),
]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("before", "change", "drawn"), DRAWN)
def test_after_a_change_all_is_as_if_the_map_had_been_drawn_so(
    before: str, change: Change, drawn: str, seed: int
) -> None:
    """Asked before the change, after it, of the map drawn anew; and of another battle on the old map."""
    state = crowd(seed, before)
    was = answers(state)
    state.changes = (change,)
    expected = answers(crowd(seed, drawn))
    assert answers(state) == expected
    with recording():
        assert answers(state)["seen"] == expected["seen"]
        assert answers(state)["cost"] == expected["cost"]
    assert answers(crowd(seed, before)) == was
    assert was != expected or seed


def test_one_change_follows_another() -> None:
    state = crowd(1, f"{HOUSE}\n{HEDGE}", BURNS, BREACH)
    ground = ground_of(state)
    assert [piece.id for piece in ground.pieces] == ["house", "hedge-1", "hedge-2"]
    assert ground is with_changes(ground_of(crowd(1, f"{HOUSE}\n{HEDGE}")), (BURNS, BREACH))
    assert ground is ground_of(crowd(1, f"{HOUSE}\n{HEDGE}", BURNS, BREACH)), "so what is kept is kept once"


@pytest.mark.parametrize(
    ("x", "across", "left"),
    [
        (20, 4, {"hedge-1": (5, 18), "hedge-2": (22, 40)}),
        (5.5, 4, {"hedge-2": (7.5, 40)}),
        (40, 4, {"hedge-1": (5, 38)}),
        (20, 80, {}),
    ],
)
def test_a_breach_leaves_what_is_beside_it(
    x: float, across: int, left: dict[str, tuple[float, float]]
) -> None:
    state = crowd(1, f"{HEDGE}\n{WOOD}", Change("hedge", "breach", point((x, 34)), across * 254))
    found = {one.id: (one.points[0][0] / 254, one.points[-1][0] / 254) for one in ground_of(state).pieces[1:]}
    assert found == left


def test_who_was_in_a_building_that_comes_down_is_on_the_ground_and_nothing_hides_there() -> None:
    pef = Pef("p", 1, "blue", point((22, 24)), building="house")
    state = table(
        man("a", (22, 24), floor=1),
        man("b", (10, 40), floor=1),
        foe("x", (40, 40)),
        pieces=HOUSE,
        pefs={"p": pef},
        silent_houses=("house", "barn"),
    )
    g = game(state)
    come_about(g, BURNS)
    assert [one.floor for one in state.figures.values()] == [0, 1, 0]
    assert (pef.building, state.silent_houses) == ("", ("barn",))
    assert g.events[-1].seen.text == "The inn comes down: rubble is left of it."


def test_what_has_changed_is_drawn_over_the_map() -> None:
    state = crowd(1, f"{HOUSE}\n{HEDGE}", BURNS, BREACH)
    with playing(state, Turn(), dice=[6, 1]) as p:
        shapes = scene(p.match.view("red")).shapes
        assert (shapes["changed:house"].label, len(shapes["changed:house"].points)) == ("rubble", 4)
        assert (shapes["changed:hedge"].label, shapes["changed:hedge"].radius) == ("breach", 508)
        p.pending(blue="Choose a group to act")


WHOLE = SCENARIOS.path("five-a-side").read_text("utf-8")


def with_ground(*lines: str) -> Any:
    text = WHOLE.replace("turns: 7\n", "turns: 7\nground:\n" + "".join(f"  - {{{line}}}\n" for line in lines))
    return read_scenario(document(text, "battle.yaml"), "five-a-side")


def pieces_of(kind: Callable[[Any], bool]) -> list[str]:
    ground = ground_of(setup.battle(SCENARIOS.named("five-a-side"), DEFAULTS))
    return [one.id for one in ground.pieces if kind(one)]


HOUSES = pieces_of(lambda one: one.kind == "structure")
LINES = pieces_of(lambda one: one.shape == "line" and not one.polygon)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("turn: 1, piece: castle, becomes: rubble", "no piece of this map is called 'castle'"),
        (f"turn: 1, piece: {LINES[0]}, becomes: rubble", "is no building that could lie in rubble"),
        (
            f"turn: 1, piece: {HOUSES[0]}, becomes: breach, across: 2",
            "is no thin line that could be breached",
        ),
        (f"turn: 1, piece: {LINES[0]}, becomes: breach", "the breach has no width"),
    ],
)
def test_what_cannot_become_of_a_piece_is_refused_with_its_line(line: str, says: str) -> None:
    with pytest.raises(DataError, match=says) as found:
        with_ground(line)
    at = WHOLE.splitlines().index("turns: 7") + 3
    assert str(found.value).startswith(f"battle.yaml:{at}: ")


def test_a_piece_changes_once() -> None:
    twice = f"turn: 1, piece: {HOUSES[0]}, becomes: rubble"
    with pytest.raises(DataError, match="changes twice"):
        with_ground(twice, twice)


def test_a_scenario_lets_a_house_come_down_as_a_turn_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole battle at random: until then the ground is that of the map, from then on it is not."""
    changed = with_ground(f"turn: 1, piece: {HOUSES[0]}, becomes: rubble, says: The roof falls in.")
    monkeypatch.setitem(SCENARIOS.given, "five-a-side", changed)
    rng = Random(5)
    match = Match.begin(SKIRMISH, SKIRMISH.prepare("five-a-side"), rng.randbytes(32))
    drawn = ground_of(match.position.state)
    told: list[str] = []
    while match.outcome is None and match.position.state.turn < 3:
        random_choice(match, rng)
        told += [event.seen.text for event in match.journal[-1].events]
        state = match.position.state
        assert bool(state.changes) == ("The roof falls in." in told)
        assert (ground_of(state) is drawn) == (not state.changes)
    assert told.count("The roof falls in.") == 1
    assert match.position.state.changes == (Change(HOUSES[0], "rubble"),)
