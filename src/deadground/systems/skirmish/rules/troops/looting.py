"""Looters: men who stop to search what lies within reach of their way. COT-UNIT-11, LR-040, LR-210"""

from __future__ import annotations

from collections.abc import Iterator

from deadground.core.citing import cite
from deadground.space.paths import Path, length, marks, place
from deadground.space.plane import Point, is_within
from deadground.space.units import Tenths, inches
from deadground.systems.skirmish.attributes import effects_on
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.pieces import men_on_table
from deadground.systems.skirmish.rules.activation.orders import SEARCHING
from deadground.systems.skirmish.rules.reactions.casualties import forget, has_dealt, note, note_dealing
from deadground.systems.skirmish.state import DOWN, Figure, SkirmishState

LOOK: Tenths = 32
"""An eighth of an inch: how often he looks about on his way."""


class Loot:
    """Something to be searched: what it is called, and where it lies."""

    def __init__(self, id: str, name: str, at: Point) -> None:
        self.id, self.name, self.at = id, name, at


def about(state: SkirmishState, figure: Figure) -> Iterator[Loot]:
    """What he has not searched: the dead of both sides, enemies Out of the Fight, weapons left lying. LR-210"""
    for one in men_on_table(state):
        fallen = one.status == "obviously_dead" or (one.status in DOWN and one.side != figure.side)
        if fallen and not one.aid.carried_by:
            yield Loot(one.id, one.name, one.at)
    for marker in state.markers.values():
        if marker.kind == "weapon":
            yield Loot(marker.id, "what lies there", marker.at)


def first_loot(g: Skirmish, figure: Figure, path: Path) -> tuple[Tenths, Loot] | None:
    """How far along his way a Looter comes within 2" of something to search, and what it is. LR-040"""
    found = effects_on(figure.attributes, "loot")
    if not found:
        return None
    (_, effect), *_ = found
    reach = inches(effect.inches)
    left = [one for one in about(g.state, figure) if not has_dealt(figure, "searched", one.id)]
    along, last = marks(path), length(path)
    for gone in [*range(0, last, LOOK), last]:
        at, _ = place(path, along, gone)
        near = next((one for one in left if is_within(at, one.at, reach)), None)
        if near is not None:
            return gone, near
    return None


def search(g: Skirmish, figure: Figure) -> bool:
    """A Looter who has come to something searches it, and does nothing else in this activation. LR-040"""
    met = first_loot(g, figure, (figure.at, figure.at))
    if met is None:
        return False
    cite("COT-UNIT-11", "LR-040", "LR-210")
    _, loot = met
    note_dealing(figure, "searched", loot.id)
    note(figure, SEARCHING)
    g.shows(figure, "looter")
    text = f"{figure.name} stops to search {loot.name}."
    g.tell_of([figure], "looter", text, "COT-UNIT-11", "LR-040", figure=figure.id)
    return True


def search_no_more(figure: Figure) -> None:
    """The activation is over. LR-040"""
    forget(figure, SEARCHING)
