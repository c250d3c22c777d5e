"""The penetration number: what a round's dice are held against when it has hit. NUTS-VEH-15, NUTS-FIRE-18, NS-25"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.core.tally import Tally
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.rules.armour.faces import armour_at
from deadground.systems.skirmish.rules.armour.gunnery import Strike
from deadground.systems.skirmish.vehicle_lists import VehicleType


def penetration_number(type: VehicleType, apr: int, strike: Strike, options: Options) -> Tally:
    """APR less the Armor Rating struck; a turret is thicker by one. What has no armour counts as 0.

    NUTS-VEH-15, NUTS-FIRE-18, NR-91, NS-25
    """
    cite("NUTS-VEH-15", "NUTS-FIRE-18")
    tally = Tally("Penetration")
    tally.on_die("APR", apr, "NUTS-VEH-15", "NUTS-FIRE-18")
    rating = armour_at(type, strike.face, options)
    if rating is None:
        cite("NS-25")
    tally.on_die(f"armour, {strike.face}", -(rating or 0), "NUTS-VEH-15", "NUTS-VEH-03")
    thicker = number("turret_armour")
    more = -thicker if option(options, "turret_plus_one") == "armour" else thicker
    tally.on_die("turret", more, "NUTS-VEH-15", "NR-91", when=strike.turret)
    return tally
