"""Minefields: rolled for on entry, cleared by whoever gets across. KIM-2.5e, KIM-2.5f"""

from __future__ import annotations

from collections.abc import Iterable

from deadground.core.dice import D10, Roll
from deadground.space.bases import Base
from deadground.space.plane import Point
from deadground.space.sight import stretches_in
from deadground.systems.stands.game import Stands
from deadground.systems.stands.rules.fire.hits import destroy
from deadground.systems.stands.rules.movement.going import Patch, layers_on, live_mines
from deadground.systems.stands.state import Minefield, Stand

Stepped = tuple[Stand, Base]
"""A stand that moved, and where it was before."""


def live_fields(g: Stands) -> list[Patch]:
    """The minefields that are still live."""
    return live_mines(g.state, layers_on(g.state).mines)


def field_of(g: Stands, patch: Patch) -> Minefield:
    return g.state.minefields.setdefault(patch.id, Minefield(patch.id))


def enter_minefields(g: Stands, moved: Iterable[Stepped]) -> bool:
    """All dice of those who come into a minefield at one step, then what they do; whether anybody came in.

    Each stand rolls once for each field, on a road too; engineers never do. KIM-2.5e, KIM-2.5f, KIM-R46
    """
    fields = live_fields(g)
    rolled: list[tuple[Stand, Patch, Roll]] = []
    came_in = False
    for stand, before in moved:
        for patch in fields:
            if not patch.touches(stand.base) or patch.touches(before):
                continue
            came_in = True
            field = field_of(g, patch)
            field.entries = (*field.entries, (stand.id, before.at))
            if stand.engineer:
                seats = g.who_knows([stand])
                g.tell(
                    "mines",
                    f"{stand.name} clears its way into {patch.name}.",
                    "KIM-2.5f",
                    "KIM-R47",
                    to=seats,
                )
            elif stand.id not in field.rolled:
                field.rolled = (*field.rolled, stand.id)
                rolled.append((stand, patch, g.roll(1, D10, "minefield", stand.side)))
    for stand, patch, die in rolled:
        explode(g, stand, patch, die)
    return came_in


def explode(g: Stands, stand: Stand, patch: Patch, die: Roll) -> None:
    """A 1 destroys a stand outright, infantry too. KIM-2.5e"""
    lost = die.one <= g.number("mine_kills_at")
    word = "is blown up" if lost else "gets in unharmed"
    g.tell(
        "mines",
        f"{stand.name} enters {patch.name} and {word}.",
        "KIM-2.5e",
        "KIM-R46",
        rolls=[die],
        to=g.who_knows([stand]),
        stand=stand.id,
    )
    if lost:
        destroy(g, stand, "mines", "KIM-2.5e")


def leave_minefields(g: Stands, moved: Iterable[Stepped]) -> bool:
    """Those who are wholly out of a field again; whether one of them has cleared it. KIM-2.5f, KIM-R46"""
    cleared = False
    for patch in live_fields(g):
        field = field_of(g, patch)
        entries = dict(field.entries)
        for stand, _ in moved:
            if stand.id in entries and patch.is_left_by(stand.base):
                came_in = entries.pop(stand.id)
                if has_crossed(patch, came_in, stand.at):
                    cleared = clear(g, field, patch, stand, came_in) or cleared
        field.entries = tuple(entries.items())
    return cleared


def has_crossed(patch: Patch, came_in: Point, went_out: Point) -> bool:
    """Whether a stand left at another side than it came in by: the field lies between the two places. KIM-R46"""
    return any(stretch.length > 0 for stretch in stretches_in(patch.polygon, came_in, went_out))


def clear(g: Stands, field: Minefield, patch: Patch, stand: Stand, came_in: Point) -> bool:
    """The field is cleared for all, or with the option a lane through it. KIM-2.5f, KIM-R46, KIM-R47"""
    if stand.engineer and any(task.effect == f"clear {patch.id}" for task in g.state.tasks.values()):
        return False
    if g.option("mines_cleared") == "lane":
        field.lanes = (*field.lanes, came_in, stand.at)
        text = f"{stand.name} has come through the mines ({patch.name}): a lane is cleared."
    else:
        field.cleared = True
        text = f"{stand.name} has come through the mines ({patch.name}): they are cleared."
    g.tell("cleared", text, "KIM-2.5f", to=g.who_knows([stand]), field=patch.id)
    return True
