"""The dice of an In Sight Test: who rolls for a group, with how many dice, and who wins. NUTS-SIGHT-04 to -08"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.core.tally import Tally
from deadground.space.plane import Point
from deadground.systems.skirmish.attributes import effects_on
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.crews import eyes_of
from deadground.systems.skirmish.game import Skirmish, is_active
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.reckoning import Reckoning, scoring
from deadground.systems.skirmish.rules.activation.dice import successes
from deadground.systems.skirmish.rules.house_rules.switched import in_sight_dice
from deadground.systems.skirmish.rules.leaders.leadership import highest, is_leader, is_temporary, stand_in
from deadground.systems.skirmish.rules.sight.cover import is_concealed, is_in_cover
from deadground.systems.skirmish.rules.sight.sighting import looks_at
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.vehicle import Vehicle


class Score(msgspec.Struct):
    """A group in the test: who rolls for it, its dice, and its successes."""

    group: str
    side: str
    roller: str
    dice: int
    successes: int = 0


def roller_of(g: Skirmish, group: str, involved: Sequence[Figure]) -> Figure | None:
    """The highest-ranking leader with LOS, else the highest Rep with LOS; nobody who hunkers. NUTS-SIGHT-04"""
    cite("NUTS-SIGHT-04", "NR-12", "NS-02")
    looking = [
        one
        for one in involved
        if one.group == group and one.status != "hunker_down" and sees_somebody(g, one, involved)
    ]
    return highest(g.state, (one for one in looking if is_leader(one))) or stand_in(looking)


def sees_somebody(g: Skirmish, figure: Figure, involved: Iterable[Figure]) -> bool:
    return any(one.side != figure.side and looks_at(g.state, figure, one, g.options) for one in involved)


def pool(g: Skirmish, roller: Figure, foes: Sequence[Figure], against: Figure | None) -> Tally:
    """The dice of a group: the roller's Rep, attributes and circumstances. NUTS-SIGHT-05, NUTS-SIGHT-06"""
    cite("NUTS-SIGHT-05")
    dice = Tally(f"In Sight dice of {roller.name}")
    dice.on_die("Rep", g.rep(roller), "NUTS-SIGHT-05")
    for attribute, effect in effects_on(roller.attributes, "in_sight"):
        dice.on_die(attribute.name, effect.dice, "NUTS-SIGHT-06", *attribute.rows)
        g.shows(roller, attribute.id)
    if against is not None:
        for attribute, effect in effects_on(against.attributes, "enemy_in_sight"):
            cite("NR-14")
            dice.on_die(f"{against.name} is {attribute.name}", effect.dice, "NUTS-SIGHT-06", *attribute.rows)
            g.shows(against, attribute.id)
    here = eyes_of(g.state, roller)
    moved = is_active(g.state, roller) and here.is_moving
    dice.on_die("moved", circumstance("moved"), "NUTS-SIGHT-06", "NR-18", when=moved)
    hidden = all_concealed(g, roller, foes)
    dice.on_die("enemy concealed", circumstance("enemy_concealed"), "NUTS-SIGHT-06", "NR-14", when=hidden)
    shut = isinstance(here, Vehicle) and here.buttoned
    dice.on_die("buttoned up", number("buttoned_up"), "NUTS-VEH-08", "NS-20", when=shut)
    in_sight_dice(g.options, dice, seen_by_group(g, roller, foes))
    temporary = is_temporary(g.state, roller)
    dice.on_die("Temporary Group Leader", circumstance("temporary_leader"), "NUTS-SIGHT-06", when=temporary)
    return dice


def circumstance(name: str) -> int:
    return whole(chart("in_sight_modifiers").number(name))


def all_concealed(g: Skirmish, roller: Figure, foes: Sequence[Figure]) -> bool:
    """Whether every enemy that the roller's group can see is concealed. NR-14"""
    cite("NR-14")
    seen = seen_by_group(g, roller, foes)
    at = eyes_of(g.state, roller).at
    return bool(seen) and all(is_well_hidden(g, eyes_of(g.state, foe), at) for foe in seen)


def is_well_hidden(g: Skirmish, foe: TablePiece, from_: Point) -> bool:
    """Whether an enemy counts as concealed; a vehicle that is in cover does. NR-14, NS-20"""
    if isinstance(foe, Vehicle) and is_in_cover(g.state, foe, from_, g.options):
        return True
    return is_concealed(g.state, foe, from_, g.options)


def seen_by_group(g: Skirmish, roller: Figure, foes: Sequence[Figure]) -> list[Figure]:
    """The enemies that somebody of the roller's group sees. NR-14"""
    friends = [one for one in g.state.figures.values() if one.group == roller.group]
    return [foe for foe in foes if any(looks_at(g.state, one, foe, g.options) for one in friends)]


def scores(g: Skirmish, group: str, others: Sequence[str], involved: Sequence[Figure]) -> list[Score]:
    """Every group that takes part, its dice thrown; equal best scores of both sides throw again.

    NUTS-SIGHT-05, NUTS-SIGHT-06, NUTS-SIGHT-08, NR-15
    """
    groups = (group, *others)
    rollers = {id: roller_of(g, id, involved) for id in groups}
    found, tallies = [], []
    for id in groups:
        roller = rollers[id]
        side = g.state.groups[id].side
        if roller is None:
            found.append(Score(id, side, "", 0))
            continue
        foes = [one for one in involved if one.side != side]
        facing = rollers[group] if id != group else first_of(rollers, others)
        tally = pool(g, roller, foes, facing)
        tallies.append(tally)
        found.append(Score(id, side, roller.id, max(0, tally.total)))
    rolls = throw(g, found)
    while again(g, found):
        for id, more in throw(g, again(g, found)).items():
            rolls[id] += more
    tell_scores(g, found, tallies, rolls)
    return found


def first_of(rollers: dict[str, Figure | None], others: Sequence[str]) -> Figure | None:
    """Whoever of the others rolls against the group that came into sight; a Stealthy one first. NR-14"""
    rolling = [found for id in others if (found := rollers[id]) is not None]
    stealthy = [one for one in rolling if effects_on(one.attributes, "enemy_in_sight")]
    return next(iter(stealthy or rolling), None)


def throw(g: Skirmish, some: Sequence[Score]) -> dict[str, list[Roll]]:
    """Each group throws its dice; none at all is a score of 0. NR-15"""
    cite("NR-15")
    rolls: dict[str, list[Roll]] = {}
    for one in some:
        one.successes = 0
        if one.dice:
            roll = g.roll(one.dice, D6, f"in sight: {g.figure(one.roller).name}", one.side)
            one.successes = successes(roll.faces)
            rolls[one.group] = [roll]
    return rolls


def again(g: Skirmish, found: Sequence[Score]) -> list[Score]:
    """The groups that must throw again: both sides have the same best score. NUTS-SIGHT-08, NR-13, NR-15"""
    cite("NUTS-SIGHT-08", "NR-13")
    if g.option("in_sight_multi_group") == "pairwise":
        first, *others = found
        tied = [one for one in others if one.successes == first.successes and (one.dice or first.dice)]
        return [first, *tied] if tied else []
    best = max(one.successes for one in found)
    tied = [one for one in found if one.successes == best]
    both = len({one.side for one in tied}) > 1
    return [one for one in tied if one.dice] if both and any(one.dice for one in tied) else []


def decided(g: Skirmish, found: Sequence[Score]) -> tuple[tuple[str, str], ...]:
    """Which groups have beaten which: all groups of the side with the best score those of the other. NR-13

    With the option the group that came into sight and each of the others are compared by themselves.
    """
    cite("NR-13", "NUTS-SIGHT-08")
    if g.option("in_sight_multi_group") == "pairwise":
        first, *others = found
        pairs = [sorted((first, one), key=lambda score: -score.successes) for one in others]
        return tuple((won.group, lost.group) for won, lost in pairs if won.successes > lost.successes)
    best = max(one.successes for one in found)
    sides = {one.side for one in found if one.successes == best}
    if len(sides) > 1:
        return ()
    winners = [one.group for one in found if one.side in sides]
    losers = [one.group for one in found if one.side not in sides]
    return tuple((winner, loser) for winner in winners for loser in losers)


def scored(g: Skirmish, one: Score) -> str:
    if not one.roller:
        return "the others look elsewhere"
    dice = "1 die" if one.dice == 1 else f"{one.dice or 'no'} dice"
    return f"{g.figure(one.roller).name} scores {one.successes} with {dice}"


def tell_scores(
    g: Skirmish, found: Sequence[Score], tallies: Sequence[Tally], rolls: dict[str, list[Roll]]
) -> None:
    """The successes of each group, and after them that others look elsewhere. NUTS-SIGHT-08"""
    words = "; ".join(dict.fromkeys(scored(g, one) for one in sorted(found, key=lambda one: not one.roller)))
    best = max(one.successes for one in found)
    first = {one.side: one for one in found if one.successes == best}
    if len(first) == 1 and g.option("in_sight_multi_group") != "pairwise":
        words += f". {g.figure(next(iter(first.values())).roller).name} is quicker"
    about = [g.figure(one.roller) for one in found if one.roller]
    results = [
        {"side": one.side, "roller": one.roller, "dice": one.dice, "successes": one.successes}
        for one in found
    ]
    g.tell_of(
        about,
        "in_sight_test",
        f"In Sight: {words}.",
        "NUTS-SIGHT-05",
        "NUTS-SIGHT-08",
        rolls=[roll for thrown in rolls.values() for roll in thrown],
        tallies=tallies,
        reckoned=[
            Reckoning(who=one.roller, dice=scoring(rolls.get(one.group, ())), tallies=(place,))
            for place, one in enumerate(one for one in found if one.roller)
        ],
        results=results,
    )
