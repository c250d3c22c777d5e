"""When and where something is told: the clock, and where everybody it names stands at that moment.

Between two questions men walk, fall and are carried off. A page that knows only how the table is in the end cannot
show what is told before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from deadground.core.events import words_in
from deadground.core.scene import Clock
from deadground.space.plane import Facing, Point
from deadground.systems.skirmish.state import LOST, SkirmishState


class Stood(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where somebody or something is when it is named, and whether it is out of it by then."""

    at: Point
    facing: Facing = 0
    out: bool = False


def stood(state: SkirmishState, data: Mapping[str, Any]) -> dict[str, Stood]:
    """Everybody whom an event names, as he stands. Who may not read an id does not get its place either. NR-108"""
    found = {}
    for word in words_in(msgspec.to_builtins(data)):
        if word in state.figures:
            one = state.figures[word]
            found[word] = Stood(one.at, one.facing, one.status in LOST)
        elif word in state.pefs:
            found[word] = Stood(state.pefs[word].at)
        elif piece := state.vehicles.get(word) or state.guns.get(word):
            found[word] = Stood(piece.at, piece.facing, piece.is_out)
    return found


def clock(state: SkirmishState) -> Clock:
    """The turn, and the phases of its two sides in their order, as soon as the dice have said it. NUTS-ACT-04"""
    phases = tuple(f"{state.sides[side].name}, {state.sides[side].die}" for side in state.order)
    here = state.order.index(state.phase) if state.phase in state.order else -1
    if state.stage == "deployment":
        return Clock("Setting up", 0, state.last_turn)
    title = f"Turn {state.turn} of {state.last_turn}"
    is_thrown = state.stage != "activation"
    return Clock(title, state.turn, state.last_turn, phases if is_thrown else (), here)
