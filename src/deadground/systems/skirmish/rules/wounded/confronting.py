"""Coming upon enemies who cannot fight: who hunkers gives himself up, but not to a hated foe. NUTS-MOVE-09, NR-101

Between Fanatic Foes a test takes the place of surrender, for those who are Out of the Fight too.
COT-ATTR-07, LR-057, LR-209
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

from deadground.core.citing import cite
from deadground.space.plane import is_within, minus, square
from deadground.systems.skirmish.game import Skirmish, enemies_of, their_side
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.leaders.leadership import is_carrying_on
from deadground.systems.skirmish.rules.reactions.casualties import capture, has_dealt, note_dealing
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.rules.sight.sighting import Sighting
from deadground.systems.skirmish.rules.troops.foes import are_foes
from deadground.systems.skirmish.state import Figure

HELPLESS = ("hunker_down", "out_of_the_fight")


def hunkered_about(g: Skirmish, movers: Sequence[Figure]) -> bool:
    """Whether there is anybody who could surrender to these men. NUTS-MOVE-09"""
    hunkered = [one.side for one in g.state.figures.values() if one.status == "hunker_down"]
    return bool(movers) and any(side != their_side(movers) for side in hunkered)


def confront(g: Skirmish, movers: Sequence[Figure]) -> None:
    """Hunkered enemies surrender to whoever comes within 4" of them and sees them. NUTS-MOVE-09, NR-101"""
    if not hunkered_about(g, movers):
        return
    cite("NUTS-MOVE-09", "NR-131")
    for mover in movers:
        if not is_carrying_on(mover):
            continue
        for enemy in enemies_of(g.state, mover.side):
            if enemy.status == "hunker_down" and enemy.reaction.reacting is None:
                surrender(g, enemy, mover)


def surrender(g: Skirmish, hunkered: Figure, enemy: Figure) -> bool:
    """A hunkered man gives himself up to an enemy who confronts him, but not to a hated one. NUTS-MOVE-09

    Who fights has his hands full: he confronts nobody, as he guards nobody. NR-131, NS-36
    """
    near = not enemy.melee.fighting and is_within(hunkered.at, enemy.at, number("surrender"))
    if not near or not looks_at(g, enemy, hunkered):
        return False
    if are_foes(g, hunkered.side, enemy.side):
        cite("LR-057")
        return False
    capture(g, hunkered, enemy, "surrenders", "NUTS-MOVE-09", "NR-101")
    return True


def looks_at(g: Skirmish, enemy: Figure, hunkered: Figure) -> bool:
    """Whether an enemy sees a hunkered man; at this distance it does not matter whose fire he hides from."""
    in_the_open = copy(hunkered)
    in_the_open.reaction = in_the_open.reaction.but(hidden_from=(), under_cover=False)
    return has_los(g.state, enemy, in_the_open, g.options)


def give_up(g: Skirmish, figure: Figure) -> None:
    """A man who has hunkered down looks whether he is confronted already. NR-101"""
    cite("NUTS-MOVE-09")
    for enemy in enemies_of(g.state, figure.side):
        if is_carrying_on(enemy) and surrender(g, figure, enemy):
            return


def give_up_all(g: Skirmish) -> None:
    """Whoever hunkers and is confronted gives himself up, however that came about: a man beside him was healed, or
    raised his head, a friend has gone out of the line. NUTS-MOVE-09, NR-131"""
    for one in list(g.state.figures.values()):
        if one.status == "hunker_down" and one.reaction.reacting is None:
            give_up(g, one)


def hated_in_reach(g: Skirmish, men: Iterable[Figure]) -> Sighting | None:
    """A hated enemy, hunkered or Out of the Fight, whom one of these men comes upon; the nearest first. COT-ATTR-07

    Within 6" and in sight, once for each two of them in a turn. LR-057
    """
    if not g.state.foes:
        return None
    cite("COT-ATTR-07", "LR-057")
    found = [
        (square(minus(one.at, foe.at)), one, foe)
        for one in men
        if is_carrying_on(one) and one.reaction.reacting is None and not one.melee.fighting
        for foe in g.state.figures.values()
        if is_helpless(foe) and are_foes(g, one.side, foe.side) and is_come_upon(g, one, foe)
    ]
    if not found:
        return None
    _, one, foe = min(found, key=lambda met: met[0])
    return Sighting(one.group, hated=(one.id, foe.id))


def is_helpless(foe: Figure) -> bool:
    """Whether a man hunkers, or lies where he fell and is in nobody's arms."""
    return (
        foe.status in HELPLESS
        and foe.reaction.reacting is None
        and not foe.melee.fighting
        and not foe.aid.carried_by
    )


def is_come_upon(g: Skirmish, one: Figure, foe: Figure) -> bool:
    """Near enough, in sight, and for the first time in this turn. LR-057"""
    near = is_within(one.at, foe.at, number("foe_encounter"))
    return near and not has_dealt(one, "came_upon", foe.id) and looks_at(g, one, foe)


def note_met(one: Figure, foe: Figure) -> None:
    """Once in a turn; and nobody so near is hidden any more. LR-057, LR-209"""
    note_dealing(one, "came_upon", foe.id)
    foe.reaction = foe.reaction.but(hidden_from=tuple(id for id in foe.reaction.hidden_from if id != one.id))


def forget_met(one: Figure) -> None:
    """A new turn begins. LR-057"""
    if one.deeds.dealings:
        one.deeds = one.deeds.but(
            dealings=tuple((how, id) for how, id in one.deeds.dealings if how != "came_upon")
        )
