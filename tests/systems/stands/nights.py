"""Night turns for tests: the whole turn in one call, or stopped at one of its questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from deadground.core import saves
from deadground.systems.stands.rules.night.night import NightTurn
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing.play import Play
from tests.systems.stands.field import At, field, point, stand
from tests.systems.stands.system import playing

Ways = Mapping[str, Any]
"""For each stand the points it walks to in millimetres, or a whole path value."""

SEATS = ("red", "blue")

NORTH = {"a": [(500, 450)]}
"""The way of a stand at (500, 800) over one at (500, 500)."""


def night(*stands: Stand, **changes: Any) -> StandsState:
    """A battle whose first turn is a night turn."""
    return field(*stands, turn=1, night_turns=(1,), **changes)


def way(*points: At, facing: int | None = None) -> dict[str, Any]:
    return {"points": [list(point(at)) for at in points], "facing": facing}


def routes_of(state: StandsState, seat: str, ways: Ways) -> dict[str, Any]:
    """The routes of one seat's stands."""
    return {
        id: given if isinstance(given, dict) else way(*given)
        for id, given in ways.items()
        if state.stands[id].side == seat
    }


def set_off(p: Play[StandsState], ways: Ways, dig: Iterable[str] = ()) -> None:
    """Answer for routes and for who digs in."""
    state = p.state
    sides = {id: stand.side for id, stand in state.stands.items()}
    for seat in SEATS:
        p.choose(seat, routes_of(state, seat, ways))
    for seat in SEATS:
        p.choose(seat, [id for id in dig if sides[id] == seat])


@contextmanager
def after(
    state: StandsState,
    ways: Ways,
    *,
    dig: Iterable[str] = (),
    dice: Iterable[int] = (),
    options: Mapping[str, str] | None = None,
    snaps: Iterable[Mapping[str, list[str]]] = (),
    hide: Mapping[str, list[str]] | None = None,
) -> Iterator[Play[StandsState]]:
    """A night turn played through; `snaps` are the answers of each clash that asks, by seat."""
    with playing(state, NightTurn(), dice=dice, options=options) as p:
        set_off(p, ways, dig)
        for answers in snaps:
            for seat, picked in answers.items():
                p.choose(seat, picked)
        for seat in p.match.to_act():
            p.choose(seat, (hide or {}).get(seat, []))
        p.nothing_pending()
        yield p


def reload(p: Play[StandsState]) -> None:
    """Save the match, and go on with what was loaded."""
    match = p.match
    loaded = saves.load(saves.save(match), {match.system.name: match.system})
    loaded.dice = match.dice
    assert loaded.position.digest() == match.position.digest()
    p.match = loaded


def place(p: Play[StandsState], id: str) -> tuple[float, float]:
    """Where a stand is, in millimetres."""
    x, y = p.state.stands[id].at
    return x / 10, y / 10


def sitting(
    id: str = "b", kind: str = "infantry", at: tuple[float, float] = (500, 500), **more: Any
) -> Stand:
    return stand(id, kind, at, side="blue", facing=180, **more)


def shots(p: Play[StandsState]) -> list[tuple[str, str]]:
    return [(one.data["shooter"], one.data["target"]) for one in p.events if one.kind == "shot"]
