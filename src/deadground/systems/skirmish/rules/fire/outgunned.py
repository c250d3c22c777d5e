"""Outgunned: who cannot do better than duck back before a heavier weapon. NUTS-FIRE-13 to NUTS-FIRE-15"""

from __future__ import annotations

from collections.abc import Sequence

from deadground.core.citing import cite
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.rules.armour.from_inside import stands_at
from deadground.systems.skirmish.rules.grenades.lobs import best_rank, highest_rank
from deadground.systems.skirmish.rules.sight.line_of_sight import line_is_open
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import MAIN_GUN, Vehicle
from deadground.systems.skirmish.weapons import weapon


def is_outgunned(g: Skirmish, figure: Figure, shooters: Sequence[str]) -> bool:
    """Shot at by a higher-ranked weapon than the best it can shoot back with. NUTS-FIRE-14, NR-31, NR-102

    Who was spared by a blast that is no enemy's has nobody to shoot back at. NR-120. Stars and medics never are
    outgunned. NUTS-FIRE-15
    """
    cite("NUTS-FIRE-14", "NUTS-FIRE-16", "NR-31", "NR-102")
    if figure.star or figure.medic:
        cite("NUTS-FIRE-15")
        return False
    if not shooters:
        cite("NR-120")
        return True
    return any(outguns(g, shooter, figure) for shooter in map(g.piece, shooters))


def outguns(g: Skirmish, shooter: TablePiece, figure: Figure) -> bool:
    """Whether this one shot with more than a man can shoot back with. NUTS-FIRE-14, NR-31"""
    shot = rank_of_shot(shooter)
    if shot > highest_rank(g.state, figure):  # nothing he has comes up to it, wherever the other is
        return True
    own = rank_against(g.state, figure, shooter, g.options) if can_make_out(g, figure, shooter) else 0
    return own == 0 or shot > own


def why_outgunned(g: Skirmish, figure: Figure, shooter: TablePiece) -> str:
    """What outguns a man, as a card tells it; "" for a shooter who does not. NUTS-FIRE-13, NUTS-FIRE-14

    How little he has to answer with is his own side's affair. NR-108
    """
    if not outguns(g, shooter, figure):
        return ""
    used = weapon_of_shot(shooter)
    name = f"{name_of_shot(used)}, rank {rank_of_shot(shooter)}," if used else "which"
    return f": {name} outranks what he can answer with now"


def name_of_shot(used: str) -> str:
    """What was shot with, by its name."""
    return "main gun" if used == MAIN_GUN else weapon(used).name


def can_make_out(g: Skirmish, figure: Figure, shooter: TablePiece) -> bool:
    """Whether a man finds out who shot at him: his side knows it, or he sees him once he turns. NR-31, NR-108"""
    cite("NR-31", "NR-108")
    looker = stands_at(g.state, figure)
    return g.is_known(shooter, figure.side) or line_is_open(g.state, looker, shooter, g.options)


def weapon_of_shot(shooter: TablePiece) -> str:
    """The weapon a man or a vehicle shot with, or he would; "" where it is none. NR-60, NR-102"""
    if isinstance(shooter, Vehicle):
        return shooter.shot_with
    if not isinstance(shooter, Figure):
        return ""
    return shooter.arms.shot_with or next(iter(shooter.arms.weapons), "")


def rank_of_shot(shooter: TablePiece) -> int:
    """The rank of the weapon that was shot with. NR-60, NR-102

    A main gun has that of the heaviest weapons of infantry. NR-243
    """
    cite("NUTS-FIRE-13")
    used = weapon_of_shot(shooter)
    if used == MAIN_GUN:
        cite("NR-243")
        return number("main_gun_rank")
    return weapon(used).rank if used else 0


def rank_against(state: SkirmishState, figure: Figure, enemy: TablePiece, options: Options) -> int:
    """The best rank a man could shoot back with right now; 0 if with none. NUTS-FIRE-13, NR-31"""
    cite("NUTS-FIRE-13")
    return best_rank(state, figure, enemy, options)
