"""Assaults for tests: red charges north from 50 mm, blue waits; what was rolled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from deadground.core.requests import Pick
from deadground.systems.stands.rules.assault.assault import Charges
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing.play import Play
from tests.systems.stands.field import At, field, inf
from tests.systems.stands.system import playing

LEADS = "Pick the stands that lead"
SUPPORT = "Pick who fires in support"


def charger(id: str, at: At = (500, 500), side: str = "red", facing: float = 0, **changes: Any) -> Stand:
    return inf(id, at, side, facing, order="charge", **changes)


def foe(
    id: str = "b", at: At = (500, 420), facing: float = 180, order: str = "dummy", **changes: Any
) -> Stand:
    return inf(id, at, "blue", facing, order=order, **changes)


@contextmanager
def charging(
    state: StandsState,
    *,
    leads: Mapping[str, list[str]] | None = None,
    support: Mapping[str, list[str]] | None = None,
    dice: Iterable[int] = (),
    options: Mapping[str, str] | None = None,
) -> Iterator[Play[StandsState]]:
    """The charges phase with these answers: who leads (as proposed, if none), who fires in support."""
    with playing(state, Charges(), dice=dice, options=options) as p:
        answer_leads(p, leads or {})
        answer_support(p, support or {})
        yield p


def answer_leads(p: Play[StandsState], leads: Mapping[str, list[str]] = {}) -> None:
    """Every seat that has somebody on the table who could lead says who does."""
    for seat in p.match.to_act():
        request = p.asked(seat)
        if isinstance(request, Pick) and request.prompt.startswith(LEADS):
            p.choose(seat, leads.get(seat, request.proposal))


def answer_support(p: Play[StandsState], support: Mapping[str, list[str]]) -> None:
    """Every seat of a side that is assaulted says who fires in support: `shooter>target`."""
    for seat in p.match.to_act():
        if p.asked(seat).prompt.startswith(SUPPORT):
            p.choose(seat, support.get(seat, []))


def charged(*stands: Stand) -> StandsState:
    """The state after the charges of these stands, on which nobody fired."""
    with charging(field(*stands)) as p:
        p.nothing_pending()
    return p.state


def shots(p: Play[StandsState]) -> list[tuple[str, str, int]]:
    return [
        (event.data["shooter"], event.data["target"], event.data["hits"])
        for event in p.events
        if event.kind == "shot"
    ]


def shifts(p: Play[StandsState]) -> dict[str, int]:
    """The net shift of each stand's latest die."""
    return {
        event.data["shooter"]: event.tallies[0].total if event.tallies else 0
        for event in p.events
        if event.kind == "shot"
    }


THREE = (charger("a"), charger("l", (465, 505)), charger("r", (535, 505)))
