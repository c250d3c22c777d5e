"""What turns when a weapon is laid: a turret, or the whole of a gun. NS-22, NS-34, COT-VEH-23"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.space.plane import FULL_TURN, Facing
from deadground.systems.skirmish.rules.armour.mounts import Mounted
from deadground.systems.skirmish.rules.movement.standing import turn
from deadground.systems.skirmish.vehicle import Gun, Vehicle


def turn_weapon(piece: Vehicle | Gun, one: Mounted, by: Facing) -> None:
    """What turns with a weapon that is laid on a bearing: its turret, or the whole of a gun. NS-22, COT-VEH-23"""
    cite("NS-22")
    if isinstance(piece, Gun):
        turn(piece, piece.facing + by)
    elif one.turret is not None and not one.of_turret and piece.turrets[one.turret] != by:
        turrets = list(piece.turrets)
        turrets[one.turret] = by % FULL_TURN
        piece.turrets = tuple(turrets)
        if one.turret == 0:
            piece.drive = piece.drive.but(stirred=True)
