"""Going in: charges at men who keep their heads down, and grenades where a shot is worth less."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deadground.space.plane import distance, is_within
from deadground.systems.skirmish.bots.staff import LEAVES, Staff
from deadground.systems.skirmish.rules.lobs import munitions
from deadground.systems.skirmish.rules.orders import LAWS
from deadground.systems.skirmish.state import INCH, Figure

AT_ONCE = 6 * INCH
"""How near an enemy must be who is charged: from there no more movement is needed."""

SAFE = 1.0
"""How much fire of others a charge may run into, in dice that hit."""


def is_suppressed(foe: Figure) -> bool:
    """Whether an enemy keeps his head down or lies on the ground."""
    return foe.status in ("duck_back", "hunker_down") or foe.prone


def charge(staff: Staff, men: Sequence[Figure]) -> dict[str, Any] | None:
    """The charge worth making now, if there is one: many on one who is suppressed, out of the others' fire."""
    picture = staff.picture
    law = LAWS["charge"]
    if staff.posture in LEAVES:
        return None
    suppressed = [foe for foe in picture.foes if is_suppressed(foe)]
    for foe in sorted(suppressed, key=lambda foe: foe.status != "hunker_down"):
        wanted = 1 if foe.status == "hunker_down" else staff.temper.charge_at
        near = [
            one
            for one in men
            if is_within(one.at, foe.at, AT_ONCE) and law.why_not(picture.state, one, picture.options) is None
        ]
        if len(near) < wanted:
            continue
        if picture.danger[picture.land.square(foe.at)] > SAFE:
            continue
        plan = law.propose(picture.view, near[: wanted + 1], (foe.id,))
        if plan and len(plan["targets"]) >= wanted:
            return plan
    return None


def readies(staff: Staff, men: Sequence[Figure]) -> dict[str, Any] | None:
    """Who has nothing better to shoot at readies a grenade for enemies close by."""
    picture = staff.picture
    law = LAWS["ready"]
    near = []
    for one in men:
        foe = picture.nearest_foe(one.at)
        things = munitions(picture.state, one)
        in_reach = foe is not None and any(
            thing.readied and distance(one.at, foe.at) <= thing.reach for thing in things
        )
        if in_reach and law.why_not(picture.state, one, picture.options) is None:
            near.append(one)
    return law.propose(picture.view, near, None) if near else None
