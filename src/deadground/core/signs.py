"""Which shape and colour the sides of a battle have: those of their nations, the same in every battle."""

from __future__ import annotations

from collections.abc import Sequence

SIGNS = 4
"""So many shapes and colours has the page: square red, cut-cornered blue, round olive, notched plum."""

OF_NATION = {
    "soviet": 0,
    "russian_core": 0,
    "german": 1,
    "german_core": 1,
    "british": 2,
    "american": 2,
    "italian": 3,
    "hungarian": 3,
    "romanian": 3,
    "finnish": 3,
}


def signs_of(nations: Sequence[str]) -> tuple[int, ...]:
    """A sign for each side. Whose nation has none, or whose enemy has it already, gets the first that is free."""
    found: list[int | None] = []
    for nation in nations:
        wanted = OF_NATION.get(nation)
        found.append(None if wanted in found else wanted)
    free = [sign for sign in range(SIGNS) if sign not in found]
    return tuple(free.pop(0) if sign is None else sign for sign in found)
