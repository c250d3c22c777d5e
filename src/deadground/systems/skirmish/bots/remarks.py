"""The diary of `sergeant`: once a turn, as the first group acts, what it cost, what is wanted, who does what.

It keeps nothing in mind, so it says its plan whenever it writes; the diary has it once. A turn in which the group
only keeps watch has no entry, so that nothing is told again that has not changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deadground.core.minds import with_plan
from deadground.space.plane import distance
from deadground.systems.skirmish.bots.answers import Orders
from deadground.systems.skirmish.bots.staff import Staff, middle
from deadground.systems.skirmish.game import in_one_breath
from deadground.systems.skirmish.rules.activation.orders import FINISHED
from deadground.systems.skirmish.state import INCH, LOST, Figure
from deadground.systems.skirmish.thread import surname

DOES = {
    "fire": "shooting",
    "throw": "throwing grenades",
    "charge": "charging",
    "ready": "with grenades in hand",
    "fetch": "fetching the wounded",
    "reload": "reloading",
    "move": "moving",
    "fast_move": "running",
}
"""What men do who are given a card, as far as it is worth a word."""

MOST_NAMED = 3
GOES = ("move", "fast_move", "charge")


def remarks(staff: Staff, men: Sequence[Figure], given: Orders) -> str:
    """What goes into the diary with the orders of a group."""
    picture = staff.picture
    others = [one for one in picture.state.groups.values() if one.id != men[0].group]
    has_begun = any(one.side == picture.side and one.done for one in others)
    if has_begun or any(one.doing.action or one.doing.fired for one in men):
        return ""
    return with_plan(staff.mind.told(picture), " ".join(this_turn(staff, given)))


def this_turn(staff: Staff, given: Orders) -> list[str]:
    """What this turn is about, in a sentence; none where nobody does anything."""
    picture = staff.picture
    doing = [one for one in given if does_something(one) and one["card"] in DOES]
    if not doing:
        return []
    figures = picture.state.figures
    who = [f"{named([figures[id] for id in one['pieces']])} {DOES[one['card']]}" for one in doing]
    wanted = words(staff, goes=any(one["card"] in GOES for one in doing))
    told = f"{cost(staff)}{wanted}: {', '.join(who)}."
    return [told[0].upper() + told[1:]]


def named(men: Sequence[Figure]) -> str:
    """Some men by their surnames; of many the first."""
    names = [surname(one) for one in men]
    if len(names) > MOST_NAMED:
        return f"{names[0]} and {len(names) - 1} others"
    return in_one_breath(names)


def cost(staff: Staff) -> str:
    """What the battle has cost, as far as one knows, and how strength stands after it.

    Where the table is not open a fallen enemy goes out of sight again, so that only one's own losses are told.
    """
    picture = staff.picture
    lost = [one.side == picture.side for one in picture.state.figures.values() if one.status in LOST]
    ours, theirs = sum(lost), len(lost) - sum(lost)
    open_ = picture.state.knowledge == "open"
    if not (lost if open_ else ours):
        return ""
    enemies = f" and {theirs or 'none'} of theirs" if open_ else ""
    odds = f", {picture.odds}" if picture.odds else ""
    return f"{ours or 'none'} of ours{enemies} lost{odds}; "


def words(staff: Staff, *, goes: bool) -> str:
    """What is wanted, in plain words. Nobody says that he goes who only shoots."""
    name = staff.picture.aim.name
    coming_up = f"we come up to {name} together" if goes else f"we shoot before we go for {name}"
    advance = f"we go for {name}" if goes else f"we shoot a way open to {name}"
    if staff.storms and goes:
        advance = f"we go in at {name}, the machine guns shooting for us"
    hunt = "we go after them" if goes else "we have them before our sights"
    return {
        "advance": advance if staff.goes_in else coming_up,
        "wait": "we look for cover and let them come" if goes else "we wait in cover and let them come",
        "hunt": (hunt if staff.picture.foes else unseen(staff, goes=goes))
        + (", for time runs out" if staff.must_hurry else ""),
        "hold": "we stay and keep them off",
        "stay": "nobody stirs, and we shoot from where we are",
        "home": "we have seen enough and go home",
        "beaten": "we are beaten and save who can be saved",
    }[staff.posture]


def unseen(staff: Staff, *, goes: bool) -> str:
    """What is wanted where no enemy is known, and how far off that is: there is nobody to go after."""
    picture = staff.picture
    met = picture.state.ghosts or any(one.side != picture.side for one in picture.state.figures.values())
    nobody = f"nobody is to be seen {'now' if met else 'yet'}"
    far = round(distance(middle(picture.friends), picture.aim.at) / INCH)
    return f'{nobody}, we go on to {picture.aim.name}, {far}" away' if goes else nobody


def does_something(given: dict[str, Any]) -> bool:
    """Whether an order is more than a look round, or the word that the group is finished."""
    paths = given["plan"].get("paths", {}).values()
    return any(path["points"] for path in paths) if given["card"] == "move" else given["card"] != FINISHED
