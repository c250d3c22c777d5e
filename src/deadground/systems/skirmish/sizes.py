"""Battles of another size, to measure how the cost of a turn grows with the men."""

from __future__ import annotations

from msgspec.structs import replace

from deadground.systems.skirmish.rules.movement.going import has_room
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState


def resize(state: SkirmishState, times: float) -> int:
    """Leave this part of the men or, where there shall be more, give each a twin; how many there are then."""
    everybody = list(state.figures)
    for id in set(everybody) - set(everybody[:: max(1, round(1 / times))]):
        del state.figures[id]
    if times > 1:
        for one in list(state.figures.values()):
            add_twin(state, one)
    return len(state.figures)


def add_twin(state: SkirmishState, man: Figure) -> None:
    """The same man again, at the nearest place that has room for him."""
    twin = replace(man, id=f"{man.id}_twin", name=f"{man.name}'s twin", arms=man.arms.but(loads_for=""))
    x, y = man.at
    for away in range(1, 12):
        for dx, dy in ((away, 0), (-away, 0), (0, away), (0, -away)):
            at = (x + dx * INCH, y + dy * INCH)
            if has_room(state, twin, at):
                twin.at = at
                state.figures[twin.id] = twin
                return
