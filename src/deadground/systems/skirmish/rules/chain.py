"""Procedures of one chapter made by another: a chain runs through all of them, and none may import in a circle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, cast

from deadground.core.agenda import PROCEDURES, Procedure
from deadground.space.plane import Point
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules.reactions.reaction import Cause, Fallout, causes_of


def made(key: str, *fields: Any, **named: Any) -> Procedure:
    """A procedure by its key."""
    return cast(Callable[..., Procedure], PROCEDURES[key])(*fields, **named)


def crisis_after(g: Skirmish, fallout: Fallout, but: Collection[str] = ()) -> Procedure:
    """The Crisis Tests that some shots have earned, all causes of a man in one test. NUTS-REACT-05

    `but` are those who take none, whatever befalls them. NR-45
    """
    hit = tuple(dict.fromkeys(who for who, _ in fallout.hit))
    return crisis((cause for cause in causes_of(g, fallout) if cause.who not in but), hit)


def crisis(causes: Iterable[Cause], hit: Iterable[str] = ()) -> Procedure:
    return made("skirmish.crisis", tuple(causes), tuple(hit))


def in_sight(group: str, others: Iterable[str], *, extra: bool, only: Iterable[str] = ()) -> Procedure:
    """An In Sight Test of a group that came into sight of others. `extra`: it may move two inches first."""
    return made("skirmish.in_sight", group, tuple(others), extra, tuple(only))


def walk(figure: str, points: Iterable[Point], *, carrying_out: str | None) -> Procedure:
    """A man walks, as long as he carries out the reaction he began with."""
    return made("skirmish.walk", figure, tuple(points), carrying_out)


def duck_back(figure: str) -> Procedure:
    """A man for whom Duck Back was scored (`reaction.score`) carries it out."""
    return made("skirmish.duck_back", figure)


def hunker_down(figure: str) -> Procedure:
    return made("skirmish.hunker_down", figure)


def leave_battlefield(figure: str) -> Procedure:
    return made("skirmish.leave_battlefield", figure)


def return_fire(figures: Iterable[str]) -> Procedure:
    """Men of one group who must shoot back do so in one volley."""
    return made("skirmish.return_fire", tuple(figures))


def charge(charges: Iterable[tuple[str, str]]) -> Procedure:
    """Charges into melee in reaction, charger and target."""
    return made("skirmish.charge", tuple(charges), in_reaction=True)


def resolve_pef(pef: str, group: str, *, extra: bool = False, came: bool = False) -> Procedure:
    """A question mark is seen by a group, which was moving or saw it come. NUTS-PEF-05"""
    return made("skirmish.resolve_pef", pef, group, extra, came)


def search_house(house: str, group: str, *, extra: bool) -> Procedure:
    """A group comes near to a building, or goes in. NUTS-PEF-07"""
    return made("skirmish.search_house", house, group, extra)


def find_out(sighting: Any, *, extra: bool) -> Procedure:
    """What a group has come upon: a hated enemy, a question mark, or a building. `Done` says whether an enemy was
    there. NUTS-PEF-05, NUTS-PEF-07, COT-ATTR-07"""
    if sighting.hated:
        return made("skirmish.foe_reaction", *sighting.hated)
    if sighting.pef:
        return resolve_pef(sighting.pef, sighting.group, extra=extra)
    return search_house(sighting.house, sighting.group, extra=extra)


def met(sighting: Any, *, extra: bool) -> Procedure:
    """What follows from what has come into sight: an In Sight Test, or what a group has come upon."""
    if not sighting.others:
        return find_out(sighting, extra=extra)
    return in_sight(sighting.group, sighting.others, extra=extra, only=sighting.newcomers)


def np_acts(group: str, men: Iterable[str]) -> Procedure:
    """A group that nobody plays does what its table says."""
    return made("skirmish.np_acts", group, tuple(men))


def activation(group: str) -> Procedure:
    """A group acts."""
    return made("skirmish.activation", group)


def in_sights(g: Skirmish) -> list[Any]:
    """The In Sight Tests that are being resolved, the innermost first."""
    return list(g.unfinished(PROCEDURES["skirmish.in_sight"]))


def recover(figure: str) -> Procedure:
    """A hunkered man's Recover Test."""
    return made("skirmish.recover", figure)


def inspiration(leader: str, shaken: Iterable[str]) -> Procedure:
    """A Ruthless man may inspire those about to break; `Done` is the dice of their retest, 0 for none."""
    return made("skirmish.inspiration", leader, tuple(shaken), ())


def charges(g: Skirmish) -> list[Any]:
    """The charges that are under way."""
    return list(g.unfinished(PROCEDURES["skirmish.charge"]))


def fetches(g: Skirmish) -> list[Any]:
    """The men on their way to wounded friends."""
    return list(g.unfinished(PROCEDURES["skirmish.fetch"]))
