"""What every shot owes, however it comes about. KIM-4, KIM-1.3d, KIM-3.3a

Every way to fire goes this road. Those who fire together are first rolled for under area fire (`ready_to_fire`);
then each opens fire (`open_fire`: chit, facing, the table, the shot of the turn, contact); then all dice fall
(`shoot`); and only then does any of it take effect. What a way does not owe stands in `EXEMPT`, with its row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.space.arcs import square_template
from deadground.space.bases import Base, overlap
from deadground.space.plane import FULL_TURN, NORTH, Facing, Point, facing_of, minus
from deadground.systems.stands.game import Stands
from deadground.systems.stands.rules.cards.command import note_contact
from deadground.systems.stands.rules.fire.chits import pay
from deadground.systems.stands.rules.fire.firing import Shot, fire, shot_at
from deadground.systems.stands.rules.fire.hits import hit
from deadground.systems.stands.rules.visibility.visibility import reveal_firing
from deadground.systems.stands.state import Stand, StandsState, Template

Way = Literal[
    "direct",
    "snap",
    "defensive",
    "melee",
    "night",
    "indirect",
    "area",
    "speculative",
    "pre_battle",
    "off_table",
    "air",
    "anti_aircraft",
]
"""The ways to fire. Naval guns are guns off the table. KIM-4.10a"""

Duty = Literal["under_area_fire", "chit", "facing", "on_the_table", "shot_spent", "contact", "who_may_know"]
"""What a shot owes: its stand is rolled for under area fire (KIM-4.12b); artillery pays its chit, or nothing is
fired and its side hears why (KIM-4.15a); a hidden stand faces its target (KIM-4.9b) and goes on the table
(KIM-3.3a); its shot of the turn is spent (KIM-R87); both units are in contact (KIM-1.3d); nobody reads of a stand
that is hidden from him."""

EXEMPT: dict[tuple[Way, Duty], str] = {
    ("area", "under_area_fire"): "KIM-R142",
    ("off_table", "under_area_fire"): "KIM-R24",
    ("air", "under_area_fire"): "KIM-5.3a",
    ("melee", "chit"): "KIM-R22",
    ("night", "chit"): "KIM-R80",
    ("pre_battle", "chit"): "KIM-R22",
    ("off_table", "chit"): "KIM-R22",
    ("air", "chit"): "KIM-5.3a",
    ("anti_aircraft", "chit"): "KIM-R141",
    ("night", "facing"): "KIM-R73",
    ("off_table", "facing"): "KIM-R24",
    ("air", "facing"): "KIM-5.3a",
    ("anti_aircraft", "facing"): "KIM-R141",
    ("off_table", "on_the_table"): "KIM-R24",
    ("air", "on_the_table"): "KIM-5.3a",
    ("melee", "shot_spent"): "KIM-R87",
    ("pre_battle", "shot_spent"): "KIM-4.11a",
    ("off_table", "shot_spent"): "KIM-R24",
    ("air", "shot_spent"): "KIM-5.3a",
    ("anti_aircraft", "shot_spent"): "KIM-R87",
}
"""What a way to fire does not owe, and by which row. Off-table guns and squadrons are no stands on the table."""

AFTER_THE_DICE: tuple[Way, ...] = ("snap", "anti_aircraft")
"""The ways in which a hidden shooter goes on the table when its dice have fallen, or not at all: see
`snap_shots.settle_snap_shot` and `anti_aircraft.come_to_light`. KIM-4.17d, KIM-5.6c, KIM-R29"""


ONE_DEGREE: Facing = 10


def owes(way: Way, duty: Duty) -> bool:
    """Whether a way to fire has a duty; the row of an exemption is cited."""
    row = EXEMPT.get((way, duty))
    if row is not None:
        cite(row)
    return row is None


def ready_to_fire(g: Stands, way: Way, shooter: Stand) -> bool:
    """Whether a stand is still there to fire when area fire on it has been rolled for. KIM-4.12b"""
    return acting_under_fire(g, shooter) if owes(way, "under_area_fire") else True


def open_fire(g: Stands, way: Way, shooter: Stand, spot: Point) -> bool:
    """A stand opens fire at a spot: everything but its dice. Without the chit it owes it stays silent. KIM-4.15a"""
    if owes(way, "chit"):
        unpaid = pay(g, g.command(shooter), shooter)
        if unpaid is not None:
            stay_silent(g, shooter, [unpaid])
            return False
    if shooter.hidden and owes(way, "facing"):
        shooter.facing = facing_towards(g.state, shooter, spot)
    if way not in AFTER_THE_DICE:
        reveal_firing(g, shooter)
    if owes(way, "shot_spent"):
        shooter.fired = True
    note_contact(g, shooter)
    return True


def facing_towards(state: StandsState, shooter: Stand, spot: Point) -> Facing:
    """How a hidden stand faces when it is placed to fire: at its target, or as near to that as there is room.

    KIM-4.9b, KIM-R152
    """
    cite("KIM-4.9b", "KIM-R152")
    others = [
        other.base
        for other in state.stands.values()
        if other.id != shooter.id and (other.side == shooter.side or not other.hidden)
        if not overlap(other.base, shooter.base)
    ]
    wanted = facing_of(minus(spot, shooter.at))
    for turn in range(0, FULL_TURN, ONE_DEGREE):
        for facing in (wanted + turn, wanted - turn):
            base = shooter.base.moved(shooter.at, facing)
            if not any(overlap(base, other) for other in others):
                return base.facing
    return shooter.facing


def shoot(g: Stands, way: Way, shot: Shot, purpose: str, *rows: str) -> int:
    """Roll a shot's dice and tell of them; the hits are for the caller to apply. KIM-1.3d, KIM-4.2a, KIM-4.3a"""
    note_contact(g, g.stand(shot.target))
    return fire(g, shot, purpose, *rows)


def stay_silent(g: Stands, shooter: Stand, faults: Sequence[Fault]) -> None:
    """A stand that was to fire does not; its own side hears why. KIM-4.15a"""
    reasons = "; ".join(dict.fromkeys(fault.reason for fault in faults))
    rows = tuple(dict.fromkeys(row for fault in faults for row in fault.rows))
    text = f"{shooter.name} stays silent: {reasons}."
    g.tell("silent", text, *rows, to=g.seats_of(shooter.side), stand=shooter.id)


def templates_over(state: StandsState, base: Base) -> list[Template]:
    """The templates that any part of a base is under. KIM-4.12b, KIM-R19"""
    return [
        template
        for template in state.templates.values()
        if square_template(template.at, template.side_length).touches(base)
    ]


def acting_under_fire(g: Stands, stand: Stand) -> bool:
    """Roll for a stand that is about to move or fire under area fire; whether it is still there to act. KIM-4.12b

    Once per template and turn, whose ever it is. Two templates roll together, and hits count after both. KIM-R19
    """
    cite("KIM-4.12b", "KIM-R19")
    hits = []
    for template in templates_over(g.state, stand.base):
        if stand.id in template.rolled:
            continue
        template.rolled = (*template.rolled, stand.id)
        shot = shot_at(g.state, gun_behind(template), stand, manner="area", options=g.options)
        hits += [template.gun] * shoot(g, "area", shot, "area fire")
    for by in hits:
        if stand.id in g.state.stands:
            hit(g, stand, by, "KIM-4.12b")
    return stand.id in g.state.stands


def gun_behind(template: Template) -> Stand:
    """The gun a template belongs to, where it was when it fired: it may be lost by now. KIM-R19"""
    at = template.fired_from
    return Stand(template.gun, template.side, "", "", template.gun_kind, "Area fire", at, NORTH)
