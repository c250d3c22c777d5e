"""Artillery and its battles, for tests of bombardment."""

from __future__ import annotations

from typing import Any

from deadground.space.units import mm
from deadground.systems.stands.game import Stands
from deadground.systems.stands.state import Stand, StandsState, Template
from tests.systems.stands.field import At, field, point, stand


def arty(id: str, at: At, side: str = "red", facing: float = 0, **changes: Any) -> Stand:
    """A field gun on Stand and Fire."""
    fields = {"order": "fire", **changes}
    return stand(id, fields.pop("kind", "artillery"), at, side, facing, **fields)


def laying(id: str, at: At, spot: At | None, side: str = "red", facing: float = 0, **changes: Any) -> Stand:
    """A field gun that chose area fire with its card."""
    where = None if spot is None else point(spot)
    return arty(id, at, side, facing, template_kind="area", template_at=where, **changes)


def battle(*stands: Stand, chits: int = 3, **changes: Any) -> StandsState:
    """A field on which both commands have chits."""
    state = field(*stands, **changes)
    for command in state.commands.values():
        command.chits = chits
    return state


def shelled(
    state: StandsState, at: At, side: str = "red", gun_at: At = (1000, 1900), id: str = "t"
) -> Template:
    """Put a template down: 100 x 100, of a field gun."""
    template = Template(
        id, side, f"gun {id}", point(at), mm(100), gun_kind="artillery", fired_from=point(gun_at)
    )
    state.templates[id] = template
    return template


def told(g: Stands, seat: str) -> list[str]:
    """What a seat has read so far, by kind."""
    seen = (event.for_seat(seat) for event in g.events)
    return [event.kind for event in seen if event is not None]
