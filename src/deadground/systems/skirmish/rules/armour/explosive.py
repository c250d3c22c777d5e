"""High explosive of a main gun: aimed at a spot, at men, a gun or a building. NS-27, NUTS-VEH-13, NUTS-VEH-19"""

from __future__ import annotations

import msgspec

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.plane import FULL_TURN, Point, along, facing_of, minus
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Skirmish, ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece, is_near
from deadground.systems.skirmish.reckoning import Read, Reckoning, against
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.armour.collapse import building_at, strike_building
from deadground.systems.skirmish.rules.armour.gunnery import Spoils, spoiled
from deadground.systems.skirmish.rules.armour.mounts import Mounted
from deadground.systems.skirmish.rules.armour.rounds import MainShot, Platform, gunner_rep, is_at_most
from deadground.systems.skirmish.rules.grenades.blasts import Blast, come_down, go_off
from deadground.systems.skirmish.rules.grenades.caught import caught
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.state import INCH, Figure
from deadground.systems.skirmish.vehicle import Gun, Vehicle


def burst(g: Skirmish, shot: MainShot, gunner: Figure, piece: Platform, one: Mounted) -> Fallout:
    """2d6: it bursts where it was aimed; 1d6 and nothing that spoils it: 2" off; else not at all, and those about
    the place take a Crisis Test. NS-27"""
    cite("NS-27", "NUTS-VEH-19")
    target = g.piece(shot.first) if shot.first else None
    at = shot.at or (target.at if target else piece.at)
    rep = gunner_rep(g.state, g.rep(gunner), piece, one, target or at)
    dice = g.roll(number("gunnery_dice"), D6, "main gun", piece.side)
    many = at_most_two(passed(dice.faces, rep.total))
    result = str(chart("main_gun").look_up(str(many)).value)
    spoils = spoiling(g, piece, target, at)
    if result == "chance" and spoils:
        result, words = "miss", f"misses: {spoiled(spoils)}"
    else:
        words = {"hit": "is on the spot", "chance": "goes astray", "miss": "misses"}[result]
    read = Read("High explosive", words, ("NS-27",))
    counted = against(dice.faces, rep.total)
    men = [target] if target else []
    aimed_at = target.name if target else "a spot"
    g.tell_of(
        [piece, *men],
        "gunnery",
        f"{piece.name} fires high explosive at {aimed_at}: it {words}.",
        "NS-27",
        "NUTS-VEH-09",
        rolls=[dice],
        tallies=[rep],
        reckoned=[Reckoning(who=gunner.id, rep=rep.total, dice=counted, tallies=(0,), reads=(read,))],
        vehicle=piece.id,
        gunner=gunner.id,
        figure=gunner.id,
        result="hit" if result == "hit" else "missed",
        target=shot.first,
        passed=many,
        hit=result == "hit",
        at=at,
    )
    for side in g.in_the_dark([piece, *men]):
        g.tell_unseen(side, f"{g.named_for(side, [piece])} fires a gun: it {words}.", "NS-27", men=men)
    return comes_down(g, shot, gunner, piece, one, at, result)


def comes_down(
    g: Skirmish, shot: MainShot, gunner: Figure, piece: Platform, one: Mounted, at: Point, result: str
) -> Fallout:
    """Where the round bursts, if it does, and what of. NS-27, NUTS-VEH-13, NUTS-VEH-17"""
    by = piece.id if isinstance(piece, Vehicle) else gunner.id
    across, impact = one.he or (0, 0)
    if result == "miss":
        men = [man for man in caught(g.state, at, across * INCH, g.options) if isinstance(man, Figure)]
        return Fallout(missed=tuple((man.id, by) for man in men))
    blast = Blast("shell", at, across * INCH, impact, by, floor_at(g, shot), apr=impact)
    if shot.at is None or building_at(g.state, at) is None:
        return come_down(g, blast, piece.at, hit=result == "hit")
    struck = at if result == "hit" else off_the_mark(g, piece, at)
    house = building_at(g.state, struck)
    if house is None:
        return go_off(g, msgspec.structs.replace(blast, at=struck))
    return strike_building(g, house, "a shell", one.apr or 0, by, piece.at)


def floor_at(g: Skirmish, shot: MainShot) -> int:
    """The floor of whom it is aimed at; a bare spot is on the ground."""
    return g.piece(shot.first).floor if shot.first else 0


def spoiling(g: Skirmish, piece: Platform, target: TablePiece | None, at: Point) -> tuple[Spoils, ...]:
    """What makes half a success a miss. NUTS-VEH-11, NS-34"""
    cite("NUTS-VEH-11")
    limit = number("main_gun_far")
    is_close = is_at_most(piece, target, limit) if target else is_near(piece, at, limit)
    found: dict[Spoils, bool] = {
        "target_fast": target is not None and target.is_fast,
        "shooter_fast": piece.is_fast,
        "low_silhouette": isinstance(target, Gun),
        "far": not is_close,
    }
    return tuple(why for why, is_so in found.items() if is_so)


def off_the_mark(g: Skirmish, piece: Platform, at: Point) -> Point:
    """Where a stray shot at a building strikes: short of the point aimed at, to the left or right of it.

    NUTS-VEH-13, NR-245
    """
    die = g.roll(1, D6, "stray shot", piece.side)
    where = str(chart("stray_on_building").look_up(str(die.one)).value)
    turns = {"below": FULL_TURN // 2, "left": -FULL_TURN // 4, "right": FULL_TURN // 4}
    line = facing_of(minus(at, piece.at))
    spot = along(at, (line + turns[where]) % FULL_TURN, number("scatter"))
    ground = ground_of(g.state)
    on_table = (max(0, min(spot[0], ground.width)), max(0, min(spot[1], ground.height)))
    text = f'The shot strikes 2" {where} of where it was aimed.'
    g.tell("stray", text, "NUTS-VEH-13", "NR-245", rolls=[die], at=on_table)
    return on_table
