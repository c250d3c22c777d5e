"""Ground that changes: what a scenario has in store for it, and what it does to whoever is there."""

from __future__ import annotations

from collections.abc import Iterator

from deadground.systems.skirmish.game import Skirmish, ground_of
from deadground.systems.skirmish.pieces import men_on_table
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.scenario_file import ChangeFile, file_of
from deadground.systems.skirmish.state import Change

WORDS = {"rubble": "comes down: rubble is left of it", "breach": "is breached"}


def as_written(g: Skirmish) -> None:
    """What the scenario lets become of the ground as this turn ends. NS-10"""
    for one in due(g):
        come_about(g, one.change, one.says)


def due(g: Skirmish) -> Iterator[ChangeFile]:
    file = file_of(g.state)
    yield from (one for one in (file.ground if file else ()) if one.turn == g.state.turn)


def come_about(g: Skirmish, change: Change, says: str = "") -> None:
    """A piece of the ground is no longer what it was: whoever was in a building that comes down is on its ground
    floor, and nothing is hidden in it any more."""
    piece = ground_of(g.state).by_id[change.piece]
    name = piece.called[:1].upper() + piece.called[1:]
    text = says or f"{name} {WORDS[change.becomes]}."
    g.state.changes = (*g.state.changes, change)
    if change.becomes == "rubble":
        for man in men_on_table(g.state):
            if piece.holds(man.at):
                man.floor = 0
        for pef in g.state.pefs.values():
            if pef.building == piece.id:
                pef.building = ""
        g.state.silent_houses = tuple(id for id in g.state.silent_houses if id != piece.id)
    g.tell("ground", text, "NS-10", piece=change.piece, becomes=change.becomes)
    look_round(g)
