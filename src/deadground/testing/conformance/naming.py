"""Who is named where: a field that holds an id says so, and no view names a piece that it does not contain.

A piece is a record that a seat may not know of.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import msgspec

from deadground.core.match import Match
from deadground.core.records import PIECES, REFERRING, STATES, State, records_of
from deadground.core.references import Reference, ids_in
from deadground.core.table import Table
from deadground.testing.conformance.ids import pieces_of, words_in
from deadground.testing.conformance.secrets import answers

OPAQUE = re.compile(r"\bp[0-9a-f]{10}\b")
"""What `Ids` makes."""


class Pieces:
    """Every piece there has been in a game, by its id, and those that each seat has known."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.ids: set[str] = set()
        self.known: dict[str, set[str]] = {seat: set() for seat in seats}

    def watch(self, state: State) -> None:
        for name in PIECES[type(state)]:
            for id, one in getattr(state, name).items():
                self.ids.add(id)
                for seat, known in self.known.items():
                    if id not in known and one.known_to(state, seat):
                        known.add(id)


def says_what_it_names(state: State) -> None:
    """No field holds the id of a piece without being declared as one that names it."""
    ids = pieces_of(state)
    plans = {plan.shape.name: plan for plan in REFERRING[type(state)]}
    for shape in STATES[type(state)]:
        plan = plans.get(shape.name)
        if shape.record is None:
            own = plan.own if plan else None
            finds_none(f"{type(state).__name__}.{shape.name}", getattr(state, shape.name), own, ids)
    for name, key, one in records_of(state):
        plan = plans.get(name)
        declared = {found.field: found for found in plan.of_records} if plan else {}
        for field in one.__struct_fields__:
            value = getattr(one, field)
            if not (field == "id" and value == key):
                finds_none(f"{type(one).__name__}.{field}", value, declared.get(field), ids)


def finds_none(where: str, value: Any, declared: Reference | None, ids: set[str]) -> None:
    """Of a field that names records, what it does not declare: in a part or a pair that may be something beside."""
    named = set(ids_in(value, declared.held)) if declared else set()
    found = (ids & words_in(value)) - named
    assert not found, f"{where} holds the id '{min(found)}' and does not say that it names a record"


def names_whom_it_contains(match: Match[Any], table: Table[Any], pieces: Pieces, rng: Random) -> None:
    """No view, and nothing that is asked or answered from it, names a piece that is not in it."""
    for seat in match.setup.seats:
        if match.system.sees_all(seat):
            continue
        view = match.view(seat)
        contained = {id for name in PIECES[type(view.state)] for id in getattr(view.state, name)}
        unknown = pieces.ids - contained - {key for _, key, _ in records_of(view.state)}
        if not unknown:
            continue
        found = unknown & words_in(view.state)
        assert not found, f"the view of {seat} names '{min(found)}', whom it does not contain"
        said = [view.state, view.requests, match.system.drawn(view), *answers(match, table, seat, rng)]
        for one in said:
            text = msgspec.json.encode(one).decode()
            found = unknown & set(OPAQUE.findall(text))
            assert not found, f"{seat} is sent '{min(found)}', whom its view does not contain: {type(one)}"
