"""Who has come into sight of whom, group by group, in the phase that is running. NUTS-SIGHT-02, NR-10"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from deadground.core.citing import cite
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.skirmish.crews import eyes_of, spotters
from deadground.systems.skirmish.game import Skirmish, enemies_of, ground_of
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.quick.behind import note_behind
from deadground.systems.skirmish.quick.screens import is_noted_hidden, not_surely_hidden, note_hidden
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.state import Figure, SkirmishState


class Sighting(msgspec.Struct, frozen=True):
    """A group has come into sight of others. `newcomers` are those of either who had no part in a test that is
    still being resolved between the same groups. NUTS-SIGHT-10

    Or it has come into sight of a question mark, or near to a building. NUTS-PEF-05, NUTS-PEF-07
    Or one of its men has come upon a hated enemy who cannot fight: the man, and the enemy. COT-ATTR-07
    """

    group: str
    others: tuple[str, ...] = ()
    newcomers: tuple[str, ...] = ()
    pef: str = ""
    house: str = ""
    hated: tuple[str, str] | None = None


def see_each_other(state: SkirmishState, one: Figure, other: Figure, options: Options = DEFAULTS) -> bool:
    """Whether one of two men sees the other: then both take part. NUTS-SIGHT-04

    Who commands a vehicle looks and is seen where it stands. NUTS-VEH-08
    """
    a, b = eyes_of(state, one), eyes_of(state, other)
    return not is_noted_hidden(ground_of(state), a.at, b.at) and either_sees(state, a, b, options)


def either_sees(
    state: SkirmishState, one: TablePiece, other: TablePiece, options: Options = DEFAULTS
) -> bool:
    """The same of two whom nothing is known to hide from each other, from where they look."""
    return has_los(state, one, other, options) or has_los(state, other, one, options)


def looks_at(state: SkirmishState, one: Figure, other: Figure, options: Options = DEFAULTS) -> bool:
    """Whether one man sees another, each where he looks and is seen. NUTS-VEH-08"""
    return has_los(state, eyes_of(state, one), eyes_of(state, other), options)


def pairs_in_sight(
    state: SkirmishState, ours: Iterable[Figure], theirs: Sequence[Figure], options: Options = DEFAULTS
) -> list[tuple[Figure, Figure]]:
    """Every two men of either side of whom one sees the other. NUTS-SIGHT-04"""
    ours, found = list(ours), []
    eyes = {one.id: eyes_of(state, one) for one in (*ours, *theirs)}
    places = [eyes[other.id].at for other in theirs]
    note_behind(ground_of(state), (eyes[one.id].at for one in ours), places)
    for one in ours:
        here = eyes[one.id]
        maybe = not_surely_hidden(ground_of(state), here.at, theirs, places)
        found += [(one, other) for other in maybe if either_sees(state, here, eyes[other.id], options)]
    return found


def opponents(state: SkirmishState, side: str) -> list[Figure]:
    """The enemies of a side who can come into sight: those on the table, and who commands a vehicle. NUTS-VEH-08"""
    found = enemies_of(state, side)
    if state.vehicles:
        found += [one for other in state.sides if other != side for one in spotters(state, other)]
    return found


def on_the_lookout(state: SkirmishState, men: Iterable[Figure]) -> list[Figure]:
    """Of some men those who look for themselves: of a vehicle's crew its commander alone. NUTS-VEH-08"""
    if not state.vehicles:
        return list(men)
    commanding = {one.id for side in state.sides for one in spotters(state, side)}
    return [one for one in men if one.aboard not in state.vehicles or one.id in commanding]


def pair(one: str, other: str) -> tuple[str, str]:
    """Two groups, whichever is named first. NR-10"""
    return (one, other) if one < other else (other, one)


def have_seen(state: SkirmishState, one: str, other: str) -> bool:
    """Whether two groups have seen each other in this phase. NUTS-SIGHT-02"""
    return pair(one, other) in state.sighted


def strangers_of(state: SkirmishState, ours: Iterable[str], theirs: Iterable[str]) -> dict[str, set[str]]:
    """For each of some groups, those of the enemy's that it has not seen in this phase. NUTS-SIGHT-02"""
    seen = set(state.sighted)
    return {mine: {other for other in theirs if pair(mine, other) not in seen} for mine in ours}


def note_sighted(state: SkirmishState, group: str, others: Iterable[str]) -> None:
    for other in others:
        if not have_seen(state, group, other):
            state.sighted = (*state.sighted, pair(group, other))


def newcomers(g: Skirmish, mover: Figure, enemy: Figure) -> list[str]:
    """Who of two men had no part in the tests that are being resolved between their groups. NUTS-SIGHT-10"""
    tests = [test for test in links.in_sights(g) if {mover.group, enemy.group} <= {test.group, *test.others}]
    involved = {id for test in tests for id in test.involved}
    return [one.id for one in (mover, enemy) if one.id not in involved] if tests else []


Watched = tuple[Figure, Figure, bool]
"""A mover, an enemy who is new to him, and whether one of them is a newcomer to a test between their groups."""


def could_trigger(g: Skirmish, movers: Sequence[Figure]) -> list[Watched]:
    """Every mover and every enemy who would be new to each other, and whether one of them is a newcomer."""
    cite("NUTS-SIGHT-02")
    found = []
    resolving = bool(links.in_sights(g))
    enemies = {side: opponents(g.state, side) for side in {mover.side for mover in movers}}
    theirs = {enemy.group for men in enemies.values() for enemy in men}
    strangers = strangers_of(g.state, {mover.group for mover in movers}, theirs)
    for mover in movers:
        new = strangers[mover.group]
        for enemy in enemies[mover.side]:
            if enemy.group in new:
                found.append((mover, enemy, False))
            elif resolving and newcomers(g, mover, enemy):
                found.append((mover, enemy, True))
    return found


def note_watched(state: SkirmishState, watched: Sequence[Watched]) -> None:
    """Look at the lines between them all together, before each is asked about."""
    ground = ground_of(state)
    enemies = dict.fromkeys(eyes_of(state, enemy).at for _, enemy, _ in watched)
    movers = dict.fromkeys(eyes_of(state, mover).at for mover, _, _ in watched)
    note_behind(ground, movers, enemies)
    for at in movers:
        note_hidden(ground, at, enemies)


def new_sighting(g: Skirmish, watched: Sequence[Watched]) -> Sighting | None:
    """What has come into sight as everybody stands now. NUTS-SIGHT-02

    Where men of several groups move, it is the group of the first who sees somebody; the others' turn comes next.
    Who has surrendered on the way is in no group any more. NUTS-MOVE-09
    """
    group = ""
    groups: dict[str, None] = {}
    new: dict[str, None] = {}
    for mover, enemy, is_new in watched:
        if (group and mover.group != group) or not enemy.group:
            continue
        if (is_new or enemy.group not in groups) and see_each_other(g.state, mover, enemy, g.options):
            group = mover.group
            groups[enemy.group] = None
            if is_new:
                cite("NUTS-SIGHT-10")
                new.update(dict.fromkeys(newcomers(g, mover, enemy)))
    if not groups:
        return None
    cite("NUTS-SIGHT-02", "NR-10")
    return Sighting(group, tuple(groups), tuple(new))


def seen_already(g: Skirmish, side: str) -> None:
    """As a phase begins, groups in sight of each other count as seen. NR-10"""
    cite("NUTS-SIGHT-02", "NR-10")
    g.state.sighted = ()
    for group, others in unseen_so_far(g, side).items():
        note_sighted(g.state, group, others)


def come_into_view(g: Skirmish, side: str) -> Sighting | None:
    """Whom a group of a side has come into sight of though no step or look of its own did it: a result made
    somebody raise his head or turn, or who stood between them has gone. NUTS-SIGHT-02, NR-190

    The group that acts comes first; the others' turn comes next.
    """
    cite("NUTS-SIGHT-02")
    found = unseen_so_far(g, side)
    group = min(found, key=lambda id: not g.state.groups[id].active, default="")
    if not group:
        return None
    cite("NR-190")
    return Sighting(group, tuple(found[group]))


def unseen_so_far(g: Skirmish, side: str) -> dict[str, list[str]]:
    """The groups of a side, and with each the enemy's that are in sight and had not been in this phase. NR-10"""
    enemies = [enemy for enemy in opponents(g.state, side) if enemy.group]
    ours = [one for one in g.state.figures.values() if one.side == side and one.group]
    ours = on_the_lookout(g.state, ours)
    strangers = strangers_of(g.state, {one.group for one in ours}, {enemy.group for enemy in enemies})
    ours = [one for one in ours if strangers[one.group]]
    found: dict[str, list[str]] = {}
    if not ours:
        return found
    ground = g.ground
    eyes = {one.id: eyes_of(g.state, one) for one in (*ours, *enemies)}
    places = [eyes[enemy.id].at for enemy in enemies]
    note_behind(ground, (eyes[one.id].at for one in ours), places)
    for one in ours:
        here = eyes[one.id]
        for enemy in not_surely_hidden(ground, here.at, enemies, places):
            if enemy.group in strangers[one.group] and either_sees(g.state, here, eyes[enemy.id], g.options):
                strangers[one.group].remove(enemy.group)
                found.setdefault(one.group, []).append(enemy.group)
    return found
