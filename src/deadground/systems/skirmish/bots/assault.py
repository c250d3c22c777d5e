"""Going in: charges at men who keep their heads down, and grenades where a shot is worth less."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deadground.space.plane import Point, is_within
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.staff import LEAVES, Staff
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.fire.aiming import may_turn
from deadground.systems.skirmish.rules.grenades.caught import caught
from deadground.systems.skirmish.rules.grenades.lobs import Munition, munitions, why_not_there
from deadground.systems.skirmish.state import INCH, Figure

AT_ONCE = 6 * INCH
"""How near an enemy must be who is charged: from there no more movement is needed."""

SAFE = 1.0
"""How much fire of others a charge may run into, in dice that hit."""

SAFE_TO_STORM = 3.0
"""The same when a whole platoon goes in: somebody shoots for them."""

SURE = 4
"""The Rep of those who are trusted with a grenade: the others fumble it too often."""

NO_USE = 10 * INCH
"""Who has no enemy nearer than this will not throw soon."""


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
        if picture.danger[picture.land.square(foe.at)] > (SAFE_TO_STORM if staff.storms else SAFE):
            continue
        plan = law.propose(picture.view, near[: wanted + 1], (foe.id,))
        if plan and len(plan["targets"]) >= wanted:
            return plan
    return None


def readies(staff: Staff, men: Sequence[Figure]) -> dict[str, Any] | None:
    """Who could throw at once readies a grenade; who falls with one in his hand takes his friends with him."""
    picture = staff.picture
    throwers = [one for one in men if one.rep >= SURE and will_throw(picture, one)]
    return what_they_may(picture, "ready", throwers)


def what_they_may(picture: Picture, card: str, men: Sequence[Figure]) -> dict[str, Any] | None:
    """What a card proposes for those of some men to whom it can be given."""
    law = LAWS[card]
    able = [one for one in men if not law.why_not(picture.state, one, picture.options)]
    return law.propose(picture.view, able, None) if able else None


def will_throw(picture: Picture, one: Figure) -> bool:
    """Whether a man with a grenade in his hand could throw it now, at enemies and at no friend. NR-58"""
    return not (one.doing.fired or one.doing.thrown or one.arms.reloading) and any(
        why_not_there(picture.state, one, thing, foe.at, turning=may_turn(one)) is None
        and not endangers(picture, foe.at, thing)
        for thing in munitions(picture.state, one)
        if thing.readied
        for foe in picture.foes
        if is_within(one.at, foe.at, thing.reach)
    )


def endangers(picture: Picture, at: Point, thing: Munition) -> bool:
    """Whether a friend is where a grenade goes off."""
    men = caught(picture.state, at, thing.across, picture.options)
    return any(one.side == picture.side for one in men)


def throws(staff: Staff, men: Sequence[Figure]) -> dict[str, Any] | None:
    """Who holds a grenade and can throw it does so rather than shoot: it catches more, and he is rid of it."""
    return what_they_may(staff.picture, "throw", [one for one in men if one.pack.readied])


def makes_safe(staff: Staff, men: Sequence[Figure]) -> dict[str, Any] | None:
    """Who holds a grenade and has nobody near to throw it at puts it away again. NUTS-GREN-03"""
    picture = staff.picture
    holders = [one for one in men if one.pack.readied and picture.nearest_foe(one.at, NO_USE) is None]
    return what_they_may(picture, "unready", holders)
