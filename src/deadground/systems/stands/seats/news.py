"""What is news to a player who runs his plan: what he could not know when he laid it.

A failed command roll, an enemy that has come in sight, a target that is gone, a charge on one of his stands, a snap
shot he said he would decide on; and a new turn, which needs a new plan. Everything is read from his own view.
"""

from __future__ import annotations

from collections.abc import Iterator

from deadground.core.view import View
from deadground.systems.stands.game import enemies_of
from deadground.systems.stands.rules.visibility.sight_rules import who_sees
from deadground.systems.stands.state import Stand, StandsState

PLANS = ("stands.cards", "stands.night_routes", "stands.air_plan")
"""The guides of the requests with which a plan is laid."""

Tiding = tuple[str, str]
"""An id that stays the same as long as the thing does, and what is said of it."""


def tidings(view: View[StandsState]) -> dict[str, str]:
    """Everything a player would want to be asked about, new or not: the kernel tells what is new."""
    seat = view.state.seats.get(view.seat)
    if seat is None:
        return {}
    own = [stand for stand in view.state.stands.values() if stand.command in seat.commands]
    return dict([*plans_wanted(view), *of_own(view.state, own), *in_sight(view, own)])


def plans_wanted(view: View[StandsState]) -> Iterator[Tiding]:
    """A plan must be laid for a new turn: nobody lays it for the player."""
    for request in view.requests:
        if request.guide in PLANS:
            yield f"lay:{view.state.turn}:{request.guide}", f"Turn {view.state.turn} needs a plan."


def of_own(state: StandsState, own: list[Stand]) -> Iterator[Tiding]:
    """What has come to a player's own stands since the cards were turned over."""
    for stand in own:
        if stand.limit:
            yield f"failed:{state.turn}:{stand.id}", f"The command roll for {stand.name} failed."
        if stand.target and stand.target not in state.stands:
            yield f"gone:{state.turn}:{stand.id}", f"The target of {stand.name} is gone."
        crossing = state.stands.get(stand.snap_at)
        if crossing is not None and crossing.id not in stand.passed_up:
            yield f"snap:{stand.id}:{crossing.id}", f"{crossing.name} crosses the sights of {stand.name}."
        enemy = state.stands.get(stand.in_contact_with)
        if enemy is not None and enemy.charge_role:
            yield f"charged:{stand.id}:{enemy.id}", f"{stand.name} is charged by {enemy.name}."


def in_sight(view: View[StandsState], own: list[Stand]) -> Iterator[Tiding]:
    """Enemies on the table that one of the player's own stands sees."""
    state = view.state
    sides = {stand.side for stand in own}
    enemies = [enemy for side in sides for enemy in enemies_of(state, side) if not enemy.hidden]
    night = state.turn in state.night_turns
    for id in sorted(who_sees(state, own, enemies, night=night, options=view.options)):
        yield f"sight:{id}", f"{state.stands[id].name} has come in sight."
