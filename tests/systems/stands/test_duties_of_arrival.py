"""Every way to arrive crossed with all that an arrival owes, each cell played: see rules/movement/arrivals.py.

KIM-R44, KIM-R150
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from deadground.space.bases import gap, overlap
from deadground.space.plane import distance
from deadground.space.units import mm
from deadground.systems import stands
from deadground.systems.registry import catalogue
from deadground.systems.stands.rules.movement.arrivals import EXEMPT, Duty, Way
from deadground.systems.stands.state import Minefield, StandsState, Template
from deadground.testing.duties import Cell, DutyTable, assignments_to
from deadground.testing.play import Play
from tests.systems.stands import arrivals
from tests.systems.stands.arrivals import Arrival, Box, Setting, piece, walker
from tests.systems.stands.field import inf, point

EXEMPTIONS = {(str(way), str(duty)): row for (way, duty), row in EXEMPT.items()}
DUTIES: DutyTable[Arrival] = DutyTable(get_args(Way), get_args(Duty), EXEMPTIONS)

for way in get_args(Way):
    DUTIES.scene(way)(getattr(arrivals, way.replace(" ", "_")))

PACKAGE = Path(stands.__file__).parent


def has_arrived(scene: Arrival, p: Play[StandsState]) -> bool:
    """Whether it is where it comes to in the open."""
    one = walker(p)
    return distance(one.at, point(scene.end)) <= mm(1) and one.facing == scene.faces


def spot(scene: Arrival) -> Box:
    x, y = scene.hazard
    return x - 1, y - 1, x + 1, y + 1


@DUTIES.check("mines")
def rolls_for_mines(scene: Arrival, owed: bool) -> None:
    """KIM-2.5e"""
    mines = {"minefields": {"mines": Minefield("mines")}}
    about = scene.hemmed_in._replace(pieces=piece("mines", "minefield", spot(scene)), dice=(5,))
    p = scene.take(about._replace(state={**about.state, **mines}))
    assert (walker(p).id in p.state.minefields["mines"].rolled) is owed


@DUTIES.check("bad going")
def stops_in_bad_going(scene: Arrival, owed: bool) -> None:
    """One base depth in, its centre is half a base from the edge that it came over. KIM-2.5b"""
    p = scene.take(Setting(pieces=piece("mud", "mud", scene.ahead)))
    assert has_arrived(scene, p) is not owed
    if owed:
        y = walker(p).at[1] / 10
        assert min(abs(y - edge) for edge in (scene.ahead[1], scene.ahead[3])) == pytest.approx(15, abs=1)


@DUTIES.check("barred ground")
def enters_no_barred_ground(scene: Arrival, owed: bool) -> None:
    """KIM-R92"""
    p = scene.take(Setting(pieces=piece("lake", "water", scene.ahead)))
    west, north, east, south = scene.ahead
    x, y = (tenths / 10 for tenths in walker(p).at)
    assert has_arrived(scene, p) is not owed
    assert not (west < x < east and north < y < south)


@DUTIES.check("area fire")
def is_rolled_for_under_fire(scene: Arrival, owed: bool) -> None:
    """KIM-4.12b"""
    fire = Template("t", "blue", "gun", point(scene.hazard), mm(2), gun_kind="artillery")
    about = scene.hemmed_in._replace(dice=(1,))
    p = scene.take(about._replace(state={**about.state, "templates": {"t": fire}}))
    assert (walker(p).id in p.state.templates["t"].rolled) is owed


@DUTIES.check("works")
def leaves_its_works(scene: Arrival, owed: bool) -> None:
    """KIM-4.6a, KIM-4.6e"""
    one = walker(scene.take(Setting(walker={"dug_in": True, "fixed": True})))
    assert (one.dug_in, one.fixed) == ((False, False) if owed else (True, True))


@DUTIES.check("facing")
def faces_as_it_must(scene: Arrival, owed: bool) -> None:
    """KIM-2.2a, KIM-7.1b"""
    assert has_arrived(scene, scene.take(Setting())) is owed


@DUTIES.check("room")
def lies_on_nobody(scene: Arrival, owed: bool) -> None:
    """KIM-R44"""
    p = scene.take(Setting(more=[scene.friend]))
    one = walker(p)
    assert (
        any(overlap(one.base, other.base) for other in p.state.stands.values() if other is not one)
        is not owed
    )
    assert has_arrived(scene, p) is not owed


@DUTIES.check("halt range")
def keeps_halt_range(scene: Arrival, owed: bool) -> None:
    """KIM-2.4a"""
    p = scene.take(Setting(more=[scene.near]))
    near = next(one for one in p.state.stands.values() if one.name == "N")
    assert (gap(walker(p).base, near.base) >= mm(50)) is owed
    assert has_arrived(scene, p) is not owed


@DUTIES.check("sight")
def sees_from_there(scene: Arrival, owed: bool) -> None:
    """KIM-3.3a"""
    x, y = scene.lurker
    south = 982 if scene.end == (1000, 1000) else y + 10
    wood = piece("copse", "woods", (x - 10, y - 10, x + 10, south))
    p = scene.take(Setting(more=[inf("h", scene.lurker, "blue", hidden=True)], pieces=wood))
    lurker = next(one for one in p.state.stands.values() if one.name == "H")
    assert lurker.hidden is not owed
    assert has_arrived(scene, p)


@DUTIES.check("word")
def is_told(scene: Arrival, owed: bool) -> None:
    """To both sides, for all of them can be seen."""
    p = scene.take(Setting())
    for seat in ("red", "blue"):
        assert any(event.kind == scene.word for event in p.match.log(seat)) is owed


@pytest.mark.parametrize("cell", DUTIES.cells(), ids=str)
def test_every_way_does_its_duties(cell: Cell) -> None:
    """KIM-R43, KIM-R44, KIM-R45, KIM-R62, KIM-R92, KIM-R95, KIM-R103, KIM-R150, KIM-R151, KIM-R152,
    KIM-R153."""
    DUTIES.play(cell)


def test_no_way_and_no_duty_is_left_out() -> None:
    known = catalogue("stands")
    assert DUTIES.gaps([*known.rows, *known.rulings]) == []


IMAGINED = {"bots/chances.py", "bots/eyes.py", "bots/shelter.py", "imagine.py", "table/drawing.py"}
"""They write to copies: where one would be."""

BY_HAND = {"seats/umpire.py"}
"""The umpire puts a stand where he likes."""

BEFORE = {"rules/deployment/set_up.py"}
"""Before the first turn nobody has come from anywhere, and nobody has seen anything. KIM-R172"""

SHOTS = {"rules/fire/duties_of_fire.py"}
"""Who fires out of hiding turns to his target, and goes nowhere."""


def test_nobody_goes_round_the_road() -> None:
    road = {"rules/movement/arrivals.py"}
    assert {one.module for one in assignments_to(PACKAGE, "at")} == road | IMAGINED | BY_HAND | BEFORE
    written = {one.module for one in assignments_to(PACKAGE, "facing")}
    assert written <= road | IMAGINED | BY_HAND | BEFORE | SHOTS
