"""Older layouts of a saved position, carried over one schema at a time."""

from __future__ import annotations

from deadground.systems.kit.migrations import Migrations, Plain, pieces_of_orders, states_in


def dugouts_as_records(position: Plain) -> Plain:
    """Positions left on the table were pairs of a place and a facing; each is a record now, known to everybody."""
    state = position["state"]
    named = {f"dugout-{number}": pair for number, pair in enumerate(state["dugouts"], 1)}
    dugouts = {id: {"id": id, "at": at, "facing": facing} for id, (at, facing) in named.items()}
    return {**position, "state": {**state, "dugouts": dugouts}}


def numbers_by_their_name(position: Plain) -> Plain:
    """What a scenario sets otherwise than the book was called figures."""
    position = pieces_of_orders(position)
    for state in states_in(position):
        state["numbers"] = state.pop("figures")
    return position


MIGRATIONS: Migrations = {1: dugouts_as_records, 2: numbers_by_their_name}
ACT_MIGRATIONS: Migrations = {2: pieces_of_orders}
