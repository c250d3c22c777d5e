"""Gestures: what is readied, thrown or burnt."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.faults import Refused
from deadground.systems.skirmish.rules.activation.activation import Activation
from tests.systems.skirmish.gestures import drag
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, point, table


def armed(**changes: Any) -> Any:
    state = table(man("a", (10, 20), **changes), man("b", (12, 20)), foe("x", (10, 15)))
    return playing(state, Activation("red-1"))


def test_a_grenade_is_readied_and_made_safe_by_name() -> None:
    with armed(gear=(("grenade", 1), ("molotov", 1))) as p:
        assert drag(p, "a", "b", act="ready").value[0]["plan"] == {"what": {"a": "grenade"}}
        assert drag(p, "a", act="ready", what="molotov").value[0]["plan"] == {"what": {"a": "molotov"}}
        assert all(order["card"] != "ready" for order in p.asked("red").proposal), (
            "only if somebody asks for it"
        )
        with pytest.raises(Refused):
            drag(p, "b", act="ready")
        with pytest.raises(Refused):
            drag(p, "a", act="ready", what="satchel")
        p.pending(red="Give the group its orders")
    with armed(gear=(("grenade", 1),), readied="grenade") as p:
        assert drag(p, "a", act="unready").value[0]["plan"] == {"what": {"a": "grenade"}}
        p.pending(red="Give the group its orders")


def test_a_readied_grenade_is_dragged_to_its_spot() -> None:
    """Its circle is drawn where it goes; a spot too far away is drawn too, and refused with a reason."""
    with armed(gear=(("grenade", 1),), readied="grenade") as p:
        look = drag(p, "a", to=point((10, 15)), card="throw")
        assert not look.faults
        assert look.value[0]["plan"]["throws"]["a"]["at"] == list(point((10, 15)))
        ring = next(shape for shape in look.shapes if shape.kind == "ring")
        assert (ring.points, ring.radius) == ((point((10, 15)),), round(2.5 * 254))
        far = drag(p, "a", to=point((10, 10)), card="throw")
        assert "too far" in far.faults[0].reason
        assert drag(p, "a", act="throw").value[0]["card"] == "throw", "at the enemy who is near"
        with pytest.raises(Refused):
            drag(p, "b", to=point((10, 15)), card="throw")
        with pytest.raises(Refused):
            drag(p, "a", to=point((10, 15)), card="throw", what="molotov")
        p.pending(red="Give the group its orders")


def test_a_grenade_dragged_onto_a_man_goes_where_he_is_with_its_chance_and_who_is_in_it() -> None:
    with armed(gear=(("grenade", 1),), readied="grenade") as p:
        look = drag(p, "a", to="x", card="throw")
        thrown = look.value[0]["plan"]["throws"]["a"]
        assert tuple(thrown["at"]) == p.state.figures["x"].at
        assert [line.text for line in look.lines] == [
            "A throws a Hand grenade: 89% on the spot.",
            "In it: X.",
        ]
        here = drag(p, "a", to=point((12, 19)), card="throw")
        assert [line.text for line in here.lines[1:]] == [
            "In it: no enemy you see.",
            "Your own are in it too: A and B.",
        ]
        p.pending(red="Give the group its orders")


def test_a_grenade_that_would_catch_friends_is_not_proposed_but_goes_where_it_is_dragged() -> None:
    state = table(man("a", (10, 20), gear=(("grenade", 1),), readied="grenade"), foe("x", (10, 18)))
    with playing(state, Activation("red-1")) as p:
        look = drag(p, "a", to="x", card="throw")
        assert not look.faults
        assert look.lines[-1].text == "Your own are in it too: A."
        with pytest.raises(Refused):
            drag(p, "a", act="throw")
        p.pending(red="Give the group its orders")


def test_a_flame_is_drawn_as_a_line() -> None:
    with armed(weapons=("core.flamethrower",)) as p:
        look = drag(p, "a", to=point((10, 15)), card="throw")
        assert [(shape.kind, shape.look) for shape in look.shapes] == [("line", "aim")]
        p.pending(red="Give the group its orders")
