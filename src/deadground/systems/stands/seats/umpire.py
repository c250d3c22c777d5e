"""The umpire's overrules: what a person in that seat may change by hand, and who is told of it.

Each of them says in a sentence what it does; the kernel adds the reason, checks the invariants and sees that the
rules can go on. What concerns a hidden stand is told to its own side alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from deadground.core.dice import D10, D20
from deadground.core.faults import Fault, Refused
from deadground.core.overrule import END_PHASE, Field, Overrule, OverruleKind, Ruled, set_roll
from deadground.core.records import rename
from deadground.space.plane import FULL_TURN
from deadground.systems.stands.game import Stands
from deadground.systems.stands.rules.fire.hits import destroy
from deadground.systems.stands.rules.night.night import last_seen
from deadground.systems.stands.rules.visibility.visibility import reveal
from deadground.systems.stands.state import Fallen, Squadron, Stand, StandsState

DICE = {
    "command": D10,
    "morale": D10,
    "minefield": D10,
    "who moves first": D10,
    "shot": D20,
    "snap shot": D20,
    "defensive fire": D20,
    "melee": D20,
    "area fire": D20,
    "indirect fire": D20,
    "speculative fire": D20,
    "off-table fire": D20,
    "night fire": D20,
    "air attack": D20,
    "anti-aircraft fire": D20,
}
"""What dice are thrown for, and the largest die of each: a shot has a D10 or a D20 by what it is fired at."""

STATUSES: dict[str, tuple[str, Any, str]] = {
    "hit": ("hits", 1, "carries a marker"),
    "unhurt": ("hits", 0, "carries no marker"),
    "dug_in": ("dug_in", True, "is dug in"),
    "not_dug_in": ("dug_in", False, "is not dug in"),
    "fixed": ("fixed", True, "is in a fixed position"),
    "not_fixed": ("fixed", False, "is not in a fixed position"),
    "fired": ("fired", True, "has fired this turn"),
    "not_fired": ("fired", False, "has not fired this turn"),
    "half": ("limit", "half", "may go half its distance, its command roll having failed"),
    "direct": ("limit", "direct", "may only fire directly, its command roll having failed"),
    "obeys": ("limit", "", "obeys its card"),
}
"""What a stand can be marked with: the field, its value, and what the log says."""

STAND = Field(name="stand", label="Stand", kind="key", of="stands")
HIDDEN, SHOWN = (structs.replace(STAND, where={"hidden": hidden}) for hidden in (True, False))
FACING = Field(name="facing", label="Facing", kind="number", most=FULL_TURN - 1, needed=False, unit="degrees")

OVERRULES: tuple[OverruleKind, ...] = (
    OverruleKind(
        "move",
        "Move a stand",
        (STAND, Field(name="at", label="To", kind="point", unit="mm"), FACING),
    ),
    OverruleKind("reveal", "Put a hidden stand on the table", (HIDDEN,)),
    OverruleKind("hide", "Take a stand off the table into hiding", (SHOWN,)),
    OverruleKind(
        "mark",
        "Mark a stand",
        (STAND, Field(name="status", label="Status", kind="choice", choices=tuple(STATUSES))),
    ),
    OverruleKind("remove", "Remove a stand as lost", (STAND,)),
    OverruleKind(
        "restore",
        "Restore a stand that was lost",
        (
            Field(name="stand", label="Lost stand", kind="key", of="fallen"),
            Field(name="at", label="At", kind="point", needed=False, unit="mm"),
        ),
    ),
    set_roll(DICE, "sides"),
    END_PHASE,
)


def overrule(g: Stands, ruling: Overrule) -> Ruled:
    """Do what the umpire says."""
    doing: dict[str, Callable[[Stands, dict[str, Any]], Ruled]] = {
        "move": move,
        "reveal": put_on_table,
        "hide": hide,
        "mark": mark,
        "remove": remove,
        "restore": restore,
    }
    return doing[ruling.what](g, ruling.fields)


def move(g: Stands, fields: dict[str, Any]) -> Ruled:
    """Put a stand elsewhere; a walk it was on is over."""
    stand = free_of_contact(g, fields["stand"])
    x, y = fields["at"]
    stand.at, stand.start_at, stand.came_by, stand.route = (x, y), (x, y), (), ()
    stand.walk_from = stand.walked_before = 0
    stand.facing = fields.get("facing", stand.facing)
    return Ruled(f"{stand.name} is put at {x // 10}, {y // 10}.", g.who_knows([stand]))


def put_on_table(g: Stands, fields: dict[str, Any]) -> Ruled:
    stand = g.stand(fields["stand"])
    if not stand.hidden:
        raise refused("stand", f"{stand.name} is on the table already")
    reveal(g, stand, "the umpire says so")
    return Ruled(f"{stand.name} is shown.")


def hide(g: Stands, fields: dict[str, Any]) -> Ruled:
    """Take a stand off the table under a new id, as at dawn; nobody aims at it any longer. KIM-6.1c"""
    stand = free_of_contact(g, fields["stand"])
    if stand.hidden:
        raise refused("stand", f"{stand.name} is hidden already")
    sighting = last_seen(g, stand)
    stand.hidden, stand.route = True, ()
    forget(g, stand)
    rename(g.state, "stands", {stand.id: g.new_id()})
    g.state.sightings[sighting.id] = sighting
    return Ruled(f"{stand.name} is taken off the table.")


def forget(g: Stands, stand: Stand) -> None:
    """Strike a stand out of what the enemy noted down, or its new id would be read there."""
    enemies: list[Stand | Squadron] = [
        *(one for one in g.state.stands.values() if one.side != stand.side),
        *(one for one in g.state.squadrons.values() if one.side != stand.side),
    ]
    for one in enemies:
        for name in one.__struct_fields__:
            value = getattr(one, name)
            if value == stand.id:
                setattr(one, name, "")
            elif isinstance(value, tuple) and stand.id in value:
                setattr(one, name, tuple(id for id in value if id != stand.id))


def mark(g: Stands, fields: dict[str, Any]) -> Ruled:
    stand = g.stand(fields["stand"])
    name, value, says = STATUSES[fields["status"]]
    if getattr(stand, name) == value:
        raise refused("status", f"{stand.name} {says} already")
    setattr(stand, name, value)
    return Ruled(f"{stand.name} {says}.", g.who_knows([stand]))


def remove(g: Stands, fields: dict[str, Any]) -> Ruled:
    """A stand is lost, and its command counts it."""
    stand = free_of_contact(g, fields["stand"])
    destroy(g, stand, "the umpire removes it")
    return Ruled(f"{stand.name} is removed.", g.who_knows([stand]))


def restore(g: Stands, fields: dict[str, Any]) -> Ruled:
    """A stand that was lost is there again, unhurt and without a card; one that fell unseen is hidden."""
    fallen = g.state.fallen[fields["stand"]]
    if fallen.command not in g.state.commands or fallen.unit not in g.state.units:
        raise refused("stand", f"it is not kept any more what {fallen.name} belonged to")
    if is_fought_over(g.state, fallen):
        raise refused("stand", f"the assault that {fallen.name} was in must be over first")
    x, y = fields.get("at", fallen.at)
    stand = raised(fallen, (x, y))
    del g.state.fallen[fallen.id]
    g.state.stands[stand.id] = stand
    g.command(stand).losses -= 1
    return Ruled(f"{stand.name} is restored.", g.who_knows([stand]))


def is_fought_over(state: StandsState, fallen: Fallen) -> bool:
    """Whether an assault that a stand was lost in this turn still counts on its place."""
    engaged = [id for id in (fallen.id, fallen.in_contact_with) if id and fallen.turn == state.turn]
    return any(one.in_contact_with in engaged for one in state.stands.values())


def raised(fallen: Fallen, at: tuple[int, int]) -> Stand:
    return Stand(
        id=fallen.id,
        side=fallen.side,
        command=fallen.command,
        unit=fallen.unit,
        kind=fallen.kind,
        name=fallen.name,
        at=at,
        facing=fallen.facing,
        width=fallen.width,
        depth=fallen.depth,
        hidden=not fallen.seen,
        specialist=fallen.specialist,
        engineer=fallen.engineer,
        fixed=fallen.fixed,
        start_at=at,
    )


def free_of_contact(g: Stands, id: str) -> Stand:
    """A stand that is in no assault: one that is fights it out first."""
    stand = g.stand(id)
    if stand.in_contact_with or any(one.in_contact_with == id for one in g.state.stands.values()):
        raise refused("stand", f"{stand.name} is in an assault, which must be over first")
    return stand


def refused(field: str, reason: str) -> Refused:
    return Refused(Fault(f"fields.{field}", reason))
