"""A main gun fires: it is laid, each roll falls, what is hit is struck, and it is loaded. NUTS-VEH-20"""

from __future__ import annotations

from collections.abc import Sequence

from deadground.core.citing import cite
from deadground.core.tally import Tally
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.reckoning import Read, Reckoning
from deadground.systems.skirmish.rules.armour.explosive import burst
from deadground.systems.skirmish.rules.armour.gunnery import Gunnery, fire_at
from deadground.systems.skirmish.rules.armour.laying import turn_weapon
from deadground.systems.skirmish.rules.armour.loading import load
from deadground.systems.skirmish.rules.armour.mounts import Mounted, bearing, platform_of
from deadground.systems.skirmish.rules.armour.penetration import Round, strike
from deadground.systems.skirmish.rules.armour.rounds import (
    MainShot,
    Platform,
    apr_at,
    gun_at,
    gunner_rep,
    mark_of,
    on_a_slope,
)
from deadground.systems.skirmish.rules.armour.struck_guns import strike_gun
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.state import Figure
from deadground.systems.skirmish.vehicle import MAIN_GUN, Gun, Vehicle

PIERCING = "an armour-piercing round"
"""It names nobody: who is hit need not know who fired. NR-108"""


def fire_main_gun(g: Skirmish, shot: MainShot) -> Fallout:
    """All rolls of one gun, then the loader's. Whoever is missed or not pierced tests later. NUTS-VEH-14

    A target that a roll before has knocked out takes no more of them.
    """
    cite("NUTS-VEH-20")
    gunner = g.figure(shot.gunner)
    piece = platform_of(g.state, gunner)
    one = gun_at(piece, shot.place, g.options) if piece else None
    if piece is None or one is None:
        return Fallout()
    lay(g, piece, one, shot)
    fallout = Fallout()
    if shot.he:
        fallout = burst(g, shot, gunner, piece, one)
    else:
        for id, rolls in shot.aims:
            for _ in range(rolls):
                if not g.piece(id).is_out:
                    fallout += fire_once(g, gunner, piece, one, g.piece(id))
    note_shot(gunner, piece)
    load(g, piece, one)
    return fallout


def lay(g: Skirmish, piece: Platform, one: Mounted, shot: MainShot) -> None:
    """A turret turns to what it fires at, and a gun on the table too. NS-22, NS-34"""
    at = shot.at or g.piece(shot.first).at
    turn_weapon(piece, on_a_slope(g.state, piece, one), bearing(piece, at))


def note_shot(gunner: Figure, piece: Platform) -> None:
    """What it was that shot. NR-243"""
    if isinstance(piece, Vehicle):
        piece.shot_with = MAIN_GUN
    else:
        gunner.arms = gunner.arms.but(shot_with=MAIN_GUN)


def shooter_id(gunner: Figure, piece: Platform) -> str:
    """Whose shot it is: the vehicle's, or of a gun on the table its gunner's. NR-243"""
    return piece.id if isinstance(piece, Vehicle) else gunner.id


def fire_once(g: Skirmish, gunner: Figure, piece: Platform, one: Mounted, target: TablePiece) -> Fallout:
    """One roll to hit a vehicle or a gun, and what comes of it. NUTS-VEH-09 to NUTS-VEH-16, NS-34"""
    rep = gunner_rep(g.state, g.rep(gunner), piece, one, target)
    mark = mark_of(g.state, piece, target)
    rolled = fire_at(g, rep.total, mark, piece.side)
    tell_gunnery(g, gunner, piece, one, [target], rolled, rep)
    by = shooter_id(gunner, piece)
    if rolled.strike is None:
        cite("NUTS-VEH-14")
        return Fallout(missed=((target.id, by),))
    apr = apr_at(one, piece, target)
    if isinstance(target, Vehicle):
        return strike(g, target, Round(PIERCING, apr, rolled.strike, by, piece.at))
    return strike_gun(g, target, PIERCING, apr, by, piece.at) if isinstance(target, Gun) else Fallout()


def tell_gunnery(
    g: Skirmish,
    gunner: Figure,
    piece: Platform,
    one: Mounted,
    targets: Sequence[TablePiece],
    rolled: Gunnery,
    rep: Tally,
) -> None:
    """What was rolled against what, for those who know both; the others hear what they see of it. NR-108"""
    aimed_at = targets[0].name if targets else "a spot"
    whose = (
        f"{piece.name}, {gunner.name}, fires"
        if isinstance(piece, Vehicle)
        else f"{gunner.name} fires {piece.name}"
    )
    text = f"{whose} at {aimed_at}, {one.name}: it {rolled.words}."
    rows = ("NUTS-VEH-09", f"NUTS-VEH-{ROWS[rolled.passed]}")
    read = Read("Main gun", rolled.words, rows)
    g.tell_of(
        [piece, *targets],
        "gunnery",
        text,
        *rows,
        rolls=rolled.rolls,
        tallies=[rep],
        reckoned=[Reckoning(who=gunner.id, rep=rep.total, dice=rolled.dice, tallies=(0,), reads=(read,))],
        vehicle=piece.id,
        gunner=gunner.id,
        figure=gunner.id,
        result="hit" if rolled.strike else "missed",
        target=targets[0].id if targets else "",
        passed=rolled.passed,
        hit=rolled.strike is not None,
    )
    for side in g.in_the_dark([piece, *targets]):
        seen = g.named_for(side, [piece])
        unseen = f"{seen} fires a gun at {g.named_for(side, targets)}: it {rolled.words}."
        g.tell_unseen(side, unseen, *rows, men=targets)


ROWS = ("14", "11", "10")
"""Which row says what comes of none, one and two passed."""
