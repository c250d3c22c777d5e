"""What must hold in every stands battle, whatever happens."""

from __future__ import annotations

from collections.abc import Iterator

from deadground.systems.stands.game import ground_of
from deadground.systems.stands.kinds import kinds
from deadground.systems.stands.state import Stand, StandsState

UNTIL_CLOSE_COMBAT = ("charges", "movement", "fire", "close_combat")
"""Phases in which a stand may still be in contact with one that fire has removed."""


def invariants(state: StandsState) -> Iterator[str]:
    """What is broken, as sentences."""
    for id, stand in state.stands.items():
        if stand.id != id:
            yield f"{stand.name} is listed as {id} and calls itself {stand.id}"
        yield from of_stand(state, stand)
    for command in state.commands.values():
        if command.chits < 0:
            yield f"{command.name} has {command.chits} chits"
        if command.losses < 0:
            yield f"{command.name} has lost {command.losses} stands"


def of_stand(state: StandsState, stand: Stand) -> Iterator[str]:
    ground = ground_of(state)
    if not ground.on(stand.at):
        yield f"{stand.name} is off the table at {stand.at}"
    if stand.kind not in kinds():
        yield f"{stand.name} is of no known kind"
    if stand.command not in state.commands:
        yield f"{stand.name} is in no command"
    if not 0 <= stand.facing < 3600:
        yield f"{stand.name} faces {stand.facing}"
    if not 0 <= stand.hits <= 1:
        yield f"{stand.name} carries {stand.hits} hits"
    if stand.in_contact_with and not is_there(state, stand.in_contact_with):
        yield f"{stand.name} is in contact with nobody"


def is_there(state: StandsState, id: str) -> bool:
    """On the table, or shot away in contact before close combat has taken note of it. KIM-7.3e, KIM-R63"""
    return id in state.stands or (id in state.fallen and state.phase in UNTIL_CLOSE_COMBAT)
