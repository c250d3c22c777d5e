"""Every way to move crossed with everything that a move owes, each cell played: see rules/movement/arriving.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from deadground.core.records import copy_state
from deadground.space.bases import CONTACT
from deadground.space.plane import facing_of, is_within, minus
from deadground.systems import skirmish
from deadground.systems.registry import catalogue
from deadground.systems.skirmish.man import Doing
from deadground.systems.skirmish.rules.movement.arriving import EXEMPT, Duty, Way
from deadground.systems.skirmish.rules.movement.status import all_stationary
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.sighting import pair
from deadground.systems.skirmish.state import BASE, Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Vehicle
from deadground.testing.duties import Cell, DutyTable, assignments_to, calls_of
from deadground.testing.play import Play
from tests.systems.skirmish import moves
from tests.systems.skirmish.acting import told
from tests.systems.skirmish.moves import DOWN, TURN, Scene, Setting
from tests.systems.skirmish.solo import mark
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import At, man, point

EXEMPTIONS = {(str(way), str(duty)): row for (way, duty), row in EXEMPT.items()}
DUTIES: DutyTable[Scene] = DutyTable(get_args(Way), get_args(Duty), EXEMPTIONS)

for way in get_args(Way):
    DUTIES.scene(way)(getattr(moves, way.replace(" ", "_")))

RULES = Path(skirmish.__file__).parent / "rules"


def where(scene: Scene, p: Play[SkirmishState]) -> tuple[Any, str]:
    one = scene.mover(p)
    return (one.at, "gone" if getattr(one, "status", "") == "gone" else "") if one else (None, "")


def has_arrived(scene: Scene, p: Play[SkirmishState]) -> bool:
    return where(scene, p) == where(scene, scene.take(Setting()))


def enemy(scene: Scene, id: str, at: At, **changes: Any) -> Figure:
    """A man of the other side than the one that moves, without weapons."""
    theirs = scene.who in ("new", "p1") or any(
        one.id == "m" and one.side == "blue" for one in scene.cast().men
    )
    given = {"weapons": (), "rep": 1, "facing": 0, **changes}
    return man(id, at, side="red" if theirs else "blue", **given)


def friend(scene: Scene, id: str, at: At) -> Figure:
    side = "red" if enemy(scene, id, at).side == "blue" else "blue"
    return man(id, at, side=side, weapons=(), rep=1)


def out_of_view(scene: Scene) -> tuple[At, str]:
    """A place that comes into view where the way ends, and the hill that hides it before; for one who turns, a
    place behind him."""
    (x, start), (_, end) = scene.start, scene.end
    if scene.turns:
        return (x, end - 8), ""
    if start == end:
        return (x + 6, end + 8), ""
    near, far = end + 0.3 * (start - end), start + 3
    hill = f"[[{x + 3}, {near}], [{x + 4}, {near}], [{x + 4}, {far}], [{x + 3}, {far}]]"
    return (x + 10, end - 1), f"  - {{id: hides, kind: hill, level: 1, polygon: {hill}}}\n"


def watcher(scene: Scene) -> tuple[Figure, str]:
    at, hill = out_of_view(scene)
    return enemy(scene, "y", at, facing=0 if scene.turns or not hill else 270, rep=2), hill


@DUTIES.check("ground")
def crosses_no_river(scene: Scene, owed: bool) -> None:
    """NS-39"""
    x, y = scene.middle
    river = f"  - {{id: river, kind: river, width: 1, line: [[{x - 8}, {y}], [{x + 8}, {y}]]}}\n"
    assert has_arrived(scene, scene.take(Setting(pieces=river))) is not owed


@DUTIES.check("flame")
def dares_flame(scene: Scene, owed: bool) -> None:
    """NUTS-GREN-18"""
    p = scene.take(Setting(flame=scene.middle))
    assert (not has_arrived(scene, p) or bool(told(p, "crosses_flame"))) is owed


@DUTIES.check("enemies")
def passes_no_enemy(scene: Scene, owed: bool) -> None:
    """NUTS-MELEE-01"""
    p = scene.take(Setting(men=[enemy(scene, "e", scene.middle)]))
    assert has_arrived(scene, p) is not owed


@DUTIES.check("room")
def ends_on_nobody(scene: Scene, owed: bool) -> None:
    """NS-01"""
    at, _ = where(scene, scene.take(Setting()))
    p = scene.take(Setting(men=[friend(scene, "r", (at[0] / 254 + 0.4, at[1] / 254))]))
    one, other = scene.mover(p), p.state.figures["r"]
    on_him = one is not None and is_within(one.at, other.at, 2 * BASE - CONTACT)
    assert (on_him and getattr(one, "status", "") != "gone") is not owed


@DUTIES.check("facing")
def faces_as_it_must(scene: Scene, owed: bool) -> None:
    """NUTS-LOS-02"""
    one = scene.mover(scene.take(Setting()))
    assert one is not None
    looks = facing_of(minus(point(scene.looks_at), one.at)) if scene.looks_at else 0
    assert (abs(getattr(one, "facing", 9999) - looks) <= 5) is owed


@DUTIES.check("moving")
def has_moved_and_is_stationary_again(scene: Scene, owed: bool) -> None:
    """NR-36"""
    p = scene.take(Setting())
    all_stationary(game(p.state))
    one = scene.mover(p)
    doing = one.drive if isinstance(one, Vehicle) else one.doing if isinstance(one, Figure) else Doing()
    assert (doing.moved_in == TURN) is owed
    assert not doing.moving


@DUTIES.check("sight")
def comes_into_sight(scene: Scene, owed: bool) -> None:
    """NUTS-SIGHT-02"""
    y, hill = watcher(scene)
    p = scene.take(Setting(men=[y], pieces=hill, strangers=True))
    group = p.state.figures["b" if scene.who == "new" else "y"].group
    assert group
    assert any(pair(one.group, group) in p.state.sighted for one in scene.men(p)) is owed


@DUTIES.check("question marks")
def resolves_question_marks(scene: Scene, owed: bool) -> None:
    """NUTS-PEF-05"""
    at, hill = out_of_view(scene)
    if scene.who == "p1":
        p = scene.take(Setting(men=[enemy(scene, "y", at, facing=270, rep=2)], pieces=hill))
        assert ("p1" not in p.state.pefs) is owed
        return
    p = scene.take(Setting(pefs=(mark(5, at),), pieces=hill, dice=[6, 6]))
    seen_by = [
        event.text.split()[0] for event in p.events if event.kind == "pef" and event.data["pef"] == "p5"
    ]
    assert any(one.name in seen_by for one in scene.men(p)) is owed


def is_taken(scene: Scene, p: Play[SkirmishState], whom: str) -> bool:
    """Whether who moves has taken somebody prisoner."""
    movers = [one.id for one in scene.men(p)]
    return any(one["figure"] == whom and one["by"] in movers for one in told(p, "captured"))


@DUTIES.check("confrontation")
def confronts(scene: Scene, owed: bool) -> None:
    """NUTS-MOVE-09"""
    x, y = scene.end
    at = (x + 1, y - 3.5) if scene.turns else (x + 2.5, y + 2 if scene.start == scene.end else y - 2)
    p = scene.take(Setting(men=[enemy(scene, "h", at, status="hunker_down")]))
    assert is_taken(scene, p, "h") is owed


@DUTIES.check("fallen")
def touches_the_fallen(scene: Scene, owed: bool) -> None:
    """NUTS-REACT-11"""
    x, y = scene.end
    p = scene.take(Setting(men=[enemy(scene, "f", (x + 1, y), **DOWN)]))
    assert is_taken(scene, p, "f") is owed


@DUTIES.check("ghosts")
def is_seen_where_it_is(scene: Scene, owed: bool) -> None:
    """NR-108: looked at anew, nothing is otherwise."""
    y, hill = watcher(scene)
    p = scene.take(Setting(men=[y], pieces=hill, ghosts=True))
    anew = copy_state(p.state)
    look_round(game(anew))
    assert [(one.id, one.sightings.seen_by) for one in anew.figures.values()] == [
        (one.id, one.sightings.seen_by) for one in p.state.figures.values()
    ]
    known = [
        one
        for one in scene.men(p)
        if one.sightings.seen_by or one.side in p.state.figures["y"].sightings.seen_by
    ]
    assert bool(known) is owed


@pytest.mark.parametrize("cell", DUTIES.cells(), ids=str)
def test_every_way_does_its_duties(cell: Cell) -> None:
    """NR-36, NR-101, NR-108, NR-110, NR-111, NR-130, NR-131, NR-132, NR-133, NR-134, NS-01, NS-36, NS-39."""
    DUTIES.play(cell)


def test_no_way_and_no_duty_is_left_out() -> None:
    known = catalogue("skirmish")
    assert DUTIES.gaps([*known.rows, *known.rulings]) == []


IMAGINED = {
    "melee/charge_reach.py",
    "sight/line_of_sight.py",
    "enemies/np_group.py",
    "enemies/np_moves.py",
    "activation/side_actions.py",
}
"""They write to copies: where one would be."""

THINGS = {"troops/looting.py"}
"""What lies on the ground is nobody who moves."""

COPIES = {
    "vehicles/ducking.py",
    "vehicles/finding_ways.py",
    "armour/from_inside.py",
    "enemies/np_tanks.py",
}
"""They look where a copy of a vehicle would stand, and where one who shoots out of it does."""

SHOTS = {"fire/fire.py", "grenades/grenades.py", "fire/shooting.py", "fire/readiness.py", "enemies/pefs.py"}
"""Who shoots or throws turns to his target and goes nowhere; the last two look where a copy would."""


def test_nobody_goes_round_the_road() -> None:
    assert {one.module for one in assignments_to(RULES, "at")} == {
        "movement/standing.py"
    } | IMAGINED | THINGS | COPIES
    assert {one.module for one in assignments_to(RULES, "facing")} <= {
        "movement/standing.py"
    } | IMAGINED | SHOTS | COPIES


def test_every_way_on_to_the_road_is_known_here() -> None:
    """Who is new among these is a new way, and needs its cells."""
    calls = ("put", "come_to_rest", "bring_along", "tread", "put_on_path")
    assert {one.module for name in calls for one in calls_of(RULES, name)} == {
        "armour/knocked_out.py",
        "deployment/coming_on.py",
        "deployment/set_up.py",
        "melee/charge.py",
        "movement/involuntary.py",
        "movement/movement.py",
        "enemies/np_places.py",
        "enemies/pefs.py",
        "vehicles/driving.py",
        "vehicles/pushing.py",
        "vehicles/riding.py",
        "vehicles/towing.py",
        "wounded/prisoners.py",
        "movement/standing.py",
        "sight/stepping.py",
        "movement/walking.py",
        "wounded/wounded.py",
    }
