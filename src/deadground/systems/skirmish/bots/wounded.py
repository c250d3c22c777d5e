"""The wounded: fetched when nobody watches, and laid down where nobody sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deadground.space.plane import distance
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.staff import Staff
from deadground.systems.skirmish.pieces import men_on_table
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.state import INCH, Figure

NEAR = 6 * INCH
"""How far somebody goes for a wounded friend."""

ENOUGH = 2
"""Fewer than this have to look after themselves."""


def fetches(staff: Staff, men: Sequence[Figure]) -> dict[str, Any] | None:
    """One man goes for one wounded friend, if no enemy who can act sees either of them, and there is time.

    Hunters go after the enemy first, while there is one.
    """
    picture = staff.picture
    hunts = staff.posture == "hunt" and picture.able_foes
    if hunts or len([one for one in picture.friends if one.able]) < ENOUGH:
        return None
    law = LAWS["fetch"]
    down = [one for one in fallen(picture) if not one.aid.carried_by and not picture.sees(one.at)]
    if not down:
        return None
    for one in men:
        if one.rank != "soldier" or law.why_not(picture.state, one, picture.options) or picture.sees(one.at):
            continue
        near = tuple(friend.id for friend in down if distance(friend.at, one.at) <= NEAR)
        plan = law.propose(picture.view, [one], near) if near else None
        if plan:
            return plan
    return None


def fallen(picture: Picture) -> list[Figure]:
    """Our own men who are out of the fight and lie in the open."""
    return [
        one
        for one in men_on_table(picture.state)
        if one.side == picture.side
        and one.status == "out_of_the_fight"
        and not picture.land.is_covered(one.at, picture.middle_of_foes)
    ]


def lays_down(staff: Staff, men: Sequence[Figure]) -> dict[str, Any] | None:
    """Who carries a man lays him down in cover, or when an enemy sees them."""
    picture = staff.picture
    law = LAWS["put_down"]
    there = [
        one
        for one in men
        if one.aid.carries
        and (picture.land.is_covered(one.at, picture.middle_of_foes) or picture.sees(one.at))
        and law.why_not(picture.state, one, picture.options) is None
    ]
    return law.propose(picture.view, there, None) if there else None
