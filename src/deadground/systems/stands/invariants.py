"""What must hold in every stands battle, whatever happens."""

from __future__ import annotations

from collections.abc import Iterator

from deadground.space.units import shown_at
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
    yield from of_assaults(state)
    for command in state.commands.values():
        if command.chits < 0:
            yield f"{command.name} has {command.chits} chits"
        if command.losses < 0:
            yield f"{command.name} has lost {command.losses} stands"


def of_stand(state: StandsState, stand: Stand) -> Iterator[str]:
    ground = ground_of(state)
    if not ground.on(stand.at):
        yield f"{stand.name} is off the table at {shown_at(stand.at, 'mm')}"
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
    engaged = stand.in_contact_with or state.phase == "close_combat"
    if not engaged and (stand.charge_role or stand.charged_from or stand.taken_in_rear):
        yield f"{stand.name} has a part in an assault that is over"


def of_assaults(state: StandsState) -> Iterator[str]:
    """Each party that charged has one lead, and the enemy it is in contact with fights that lead. KIM-R110"""
    parties: dict[tuple[str, str], list[Stand]] = {}
    for stand in state.stands.values():
        if stand.in_contact_with:
            parties.setdefault((stand.side, stand.in_contact_with), []).append(stand)
    for (_, enemy), party in parties.items():
        names = " and ".join(stand.name for stand in party)
        fronts = [stand.id for stand in party if stand.charge_role in ("", "lead")]
        if len(fronts) > 1:
            yield f"{names} are in two assaults of one enemy"
        foe = state.stands.get(enemy)
        met = foe.in_contact_with if foe else ""
        is_lost = met not in state.stands and is_there(state, met)
        if foe and met not in fronts and not is_lost:
            yield f"{foe.name} is assaulted by {names} and in contact with somebody else"
        if not fronts and state.phase not in UNTIL_CLOSE_COMBAT:
            yield f"nobody leads the assault of {names}"


def is_there(state: StandsState, id: str) -> bool:
    """On the table, or shot away in contact before close combat has taken note of it. KIM-7.3e, KIM-R63"""
    return id in state.stands or (id in state.fallen and state.phase in UNTIL_CLOSE_COMBAT)
