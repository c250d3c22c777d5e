"""A group of red's that acts as its player says, and what a player is told who asks at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deadground.core.agenda import Procedure
from deadground.core.dice import Scripted
from deadground.core.events import SeenEvent
from deadground.core.looks import look_about
from deadground.core.match import Match
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing.play import SEED, Play
from tests.systems.skirmish.system import TableSystem, playing

MANY = 200
ORDERS = "Give the group its orders"


def acted(
    state: SkirmishState,
    *orders: dict[str, Any],
    dice: Sequence[int],
    fill: int = 6,
    options: Mapping[str, str] | None = None,
    procedure: Procedure | None = None,
) -> Play[SkirmishState]:
    """Red's first group with these orders, or a procedure: the dice as given, then one face for all that follows.

    Whoever is asked after that stays as he is or takes what is proposed.
    """
    script = [*dice, *[fill] * MANY]
    with playing(state, procedure or Activation("red-1"), dice=script, options=options) as p:
        if orders:
            p.choose("red", list(orders))
        while seats := p.match.to_act():
            request = p.asked(seats[0])
            p.choose(seats[0], [] if request.prompt.startswith(ORDERS) else request.proposal)
        p.nothing_pending()
        left = p.script.left
        assert set(left) <= {fill}, "every die that was laid out falls"
        p.script = Scripted()
    return p


def refused(
    state: SkirmishState, *orders: dict[str, Any], options: Mapping[str, str] | None = None
) -> set[str]:
    """The rows by which the orders of red's first group are refused; none if they would be taken."""
    with playing(state, Activation("red-1"), options=options) as p:
        faults = p.match.check(p.asked("red").choice(list(orders)))
        if faults:
            p.refuse("red", list(orders))
        p.pending(red=ORDERS)
    return {row for fault in faults for row in fault.rows}


def told(p: Play[SkirmishState], kind: str) -> list[dict[str, Any]]:
    """The data of all events of a kind."""
    return [event.data for event in p.events if event.kind == kind]


def read_by(p: Play[SkirmishState], seat: str) -> list[SeenEvent]:
    """The events that a seat reads, as it reads them."""
    told = (one.for_seat(seat) for entry in p.match.journal for one in entry.events)
    return [event for event in told if event is not None]


def statuses(p: Play[SkirmishState], *ids: str) -> list[str]:
    return [p.state.figures[id].status for id in ids]


def in_sight(state: SkirmishState, options: Mapping[str, str] | None = None) -> bool:
    """What red is told who asks whether `a` sees `x`."""
    return sight_lines(state, options)[0].startswith("A sees X")


def sight_lines(state: SkirmishState, options: Mapping[str, str] | None = None) -> list[str]:
    system = TableSystem(state)
    match = Match(system, system.prepare("table", options), SEED)
    found = look_about(match, "red", "sight", {"from": "a", "to": "x"})
    return [line.text for line in found.lines]
