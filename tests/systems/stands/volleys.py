"""Fire phases played by script: red fires, blue is silent; what each shot needed and came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.state import StandsState
from deadground.testing.play import Play
from tests.systems.stands.system import playing


def volley(
    state: StandsState, *shots: str, dice: Iterable[int], options: Mapping[str, str] | None = None
) -> Play[StandsState]:
    """The whole fire phase: red's shots, as `shooter>target` or `gun~target`."""
    with playing(state, FirePhase(), dice=dice, options=options) as p:
        p.choose("red", list(shots))
        p.choose("blue", [])
        p.nothing_pending()
    return p


def hits(
    state: StandsState, shot: str, *faces: int, options: Mapping[str, str] | None = None
) -> tuple[bool, ...]:
    """For each face of the die whether the shot hits."""
    return tuple(
        volley(state, shot, dice=[face], options=options).last("shot").data["hits"] > 0 for face in faces
    )


def why_not(state: StandsState, shot: str, options: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The rows by which a shot that is not offered is refused; the last fault is the one that explains it."""
    with playing(state, FirePhase(), options=options) as p:
        faults = p.refuse("red", [shot])
        p.choose("red", [])
        p.choose("blue", [])
        p.nothing_pending()
    return faults[-1].rows
