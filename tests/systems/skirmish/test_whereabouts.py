"""What is told says where those it names stand then, what the clock shows, and why nobody may act. NR-108, NR-06"""

from __future__ import annotations

from typing import Any

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.turn import Turn
from deadground.systems.skirmish.rules.fire.shooting import ActiveFire
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.testing import rule
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table

HILL = "  - {id: hill, kind: hill, level: 1, polygon: [[0, 20], [48, 20], [48, 24], [0, 24]]}"
"""Nobody sees over it from either side."""


def low(**changes: Any) -> Any:
    """A corporal of Rep 4 who leads a man of Rep 5; nobody of the other side is in sight."""
    corporal = man("a", (10, 40), rep=4, rank="squad_leader", **changes)
    return table(corporal, man("b", (11, 40), rep=5), foe("x", (10, 10), rep=6), pieces=HILL)


def test_who_moves_stands_where_he_went_when_it_is_told() -> None:
    with playing(table(man("a", (10, 40), rep=6), foe("x", (10, 10)), pieces=HILL), Activation("red-1")) as p:
        p.choose("red", [move("red-1", a=to((10, 34)))])
        assert p.last("moves").data["stood"]["a"]["at"] == point((10, 34))
        p.nothing_pending()


def test_who_falls_is_out_of_it_from_the_line_that_says_so() -> None:
    state = table(man("a", (10, 30), rep=5), foe("x", (10, 20)))
    with playing(state, ActiveFire((Shot("a", "core.ba_rifle", (Aim("x", 1),)),)), dice=[6, 1]) as p:
        told = {one.kind: one.data["stood"]["x"] for one in p.events if "x" in one.data.get("stood", {})}
        assert "out" not in told["shots"]
        assert told["down"]["out"] is True
        p.nothing_pending()


def test_a_place_is_told_only_to_those_who_know_whose_it_is() -> None:
    state = table(man("a", (10, 40)), foe("x", (10, 10)), pieces=HILL, knowledge="ghosts")
    g = game(state)
    g.tell("signal", "Something is heard.", men=["a", "x"])
    seen = g.events[-1].for_seat("red")
    assert seen is not None
    assert set(seen.data["stood"]) == {"a"}


def test_turn_and_phase_bring_the_clock_along() -> None:
    with playing(low(), Turn(), dice=[2, 1]) as p:
        turn, phase = p.last("turn").data["clock"], p.last("phase").data["clock"]
        assert (turn["title"], turn["phases"]) == ("Turn 1 of 12", ())
        assert (phase["phases"], phase["phase"]) == (("Red, 2", "Blue, 1"), 0)
        p.pending(red="Choose a group")


@rule("NUTS-ACT-05")
def test_a_side_is_told_why_nobody_of_it_may_act_and_the_other_is_not() -> None:
    with playing(low(), Turn(), dice=[5, 1]) as p:
        why = "The die is 5. It is not reached by A, Rep 4, who leads B: rank goes before B's Rep of 5."
        assert why in p.log_of("red")
        assert why not in p.log_of("blue")
        p.pending(blue="Choose a group")
