"""What a round does to a gun that it hits: 2d6 against its APR less the gun's Defensive Value. NS-34, NR-244"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.core.tally import Tally
from deadground.space.plane import Point
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.gun_lists import GunType
from deadground.systems.skirmish.gun_lists import gun as gun_type
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import piece_named
from deadground.systems.skirmish.reckoning import Read, Reckoning, against
from deadground.systems.skirmish.rules.armour.mounts import beside_it
from deadground.systems.skirmish.rules.armour.penetration import pierces
from deadground.systems.skirmish.rules.fire.damage import recovers_or_not, settle
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.vehicle import Gun

RESULTS = ("not pierced: its crew tests", "the gun is lost", "gun and crew are lost")
"""What none, one and two passed do."""


def value_of(type: GunType) -> int:
    """The Defensive Value of a gun; where its list has none that of the guns of the core rules. NS-34, NR-244"""
    cite("NS-34")
    if type.defence is not None:
        return type.defence
    cite("NR-244")
    return number("gun_value")


def strike_gun(g: Skirmish, gun: Gun, name: str, apr: int, by: str, at: Point | None) -> Fallout:
    """2d6: gun and crew lost; 1d6: gun lost, its crew take Recover Tests; 0d6: they take a Crisis Test. NS-34"""
    cite("NS-34")
    crew = beside_it(g.state, gun)
    tally = Tally("Penetration")
    tally.on_die("APR", apr, "NUTS-VEH-15", "NUTS-FIRE-18")
    tally.on_die("Defensive Value", -value_of(gun_type(gun.type, g.options)), "NS-34", "NR-244")
    shooter = piece_named(g.state, by)
    dice, many = pierces(g, tally.total, shooter.side if shooter else "")
    read = Read("Penetration", RESULTS[many], ("NS-34",))
    how = Reckoning(dice=against(dice.faces, tally.total), tallies=(0,), reads=(read,))
    g.tell_of(
        [gun],
        "gun_struck",
        f"{gun.name} is hit by {name}: {RESULTS[many]}.",
        "NUTS-VEH-15",
        "NS-34",
        rolls=[dice],
        tallies=[tally],
        reckoned=[how],
        gun=gun.id,
        by=by,
        passed=many,
    )
    if many == 0:
        return Fallout(missed=tuple((one.id, by) for one in crew))
    gun.condition = "destroyed"
    for one in crew:
        if many > 1:
            settle(g, one, "obviously_dead", by)
        else:
            recovers_or_not(g, one, by, at)
    look_round(g)
    return Fallout(hit=tuple((one.id, by) for one in crew))
