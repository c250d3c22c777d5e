"""What weapons without an Armour Piercing Rating can do to a vehicle: to its men, where nothing shields them.

NS-25, NUTS-FIRE-18, NR-247. All questions here change nothing and run on a state as on a view.
"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.crews import aboard, serving
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.rules.armour.faces import is_from_above, is_hull_down, is_low
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.weapons import Mode


def why_harmless(
    state: SkirmishState, shooter: Figure, target: Vehicle | Gun, used: Mode, options: Options
) -> Fault | None:
    """Why a weapon cannot be aimed at a vehicle or a gun: it could do nothing to it. NUTS-FIRE-18, NS-25"""
    cite("NUTS-FIRE-18", "COT-WEAP-07")
    if used.apr is not None:
        return None
    if isinstance(target, Gun):
        reason = f"without an APR it does nothing to {target.name}: its crew can be shot at"
        return Fault(shooter.id, reason, ("NUTS-FIRE-18", "NS-34"))
    if open_to_small_arms(state, target, shooter, options):
        return None
    reason = f"without an APR it does nothing to {target.name}"
    return Fault(shooter.id, reason, ("NUTS-FIRE-18", "NS-25"))


def open_to_small_arms(
    state: SkirmishState, vehicle: Vehicle, shooter: TablePiece, options: Options
) -> list[Figure]:
    """Those aboard who can be hit by small arms from where a man shoots: all of them in what has no armour or, from
    above, in an open top; with the option those who sit in the open, and for men on foot a head in a hatch.

    NS-25, NR-247
    """
    cite("NS-25")
    men = [one for one in aboard(state, vehicle) if is_alive(one)]
    type = type_of(vehicle)
    if not type.is_armoured:
        return men
    open_top = "open_topped" in type.flags
    if open_top and is_from_above(state, vehicle, shooter):
        return men
    if option(options, "men_in_the_open") == "armour":
        return []
    cite("NR-247")
    found = [one for one in men if one.berth.on_deck or open_top]
    on_foot = not isinstance(shooter, Figure) or not state.figures[shooter.id].aboard
    shut = vehicle.buttoned or open_top or not on_foot
    head = None if shut else serving(state, vehicle, "commander")
    return [*found, head] if head else found


def is_alive(one: Figure) -> bool:
    return one.status not in ("obviously_dead", "gone")


def is_sheltered(state: SkirmishState, target: TablePiece, shooter: TablePiece, used_apr: int | None) -> bool:
    """Whether a vehicle or gun counts as in cover besides what it stands in: hull down, or low; and for small arms
    whoever is behind its armour. NS-07, NS-34, NR-247"""
    if isinstance(target, Gun):
        cite("NS-34")
        return True
    if not isinstance(target, Vehicle):
        return False
    cite("NS-07")
    if is_low(type_of(target)) or is_hull_down(state, target, shooter):
        return True
    behind_armour = used_apr is None and type_of(target).is_armoured
    on_deck = any(one.berth.on_deck for one in aboard(state, target))
    return behind_armour and not on_deck and not is_from_above(state, target, shooter)


def apr_of_shot(used: Mode, away: int) -> int | None:
    """What it does to armour over so many tenths. COT-WEAP-07, COT-WEAP-14"""
    cite("COT-WEAP-07")
    if used.apr is None or used.apr_far is None:
        return used.apr
    cite("COT-WEAP-14")
    limit, beyond = used.apr_far
    return used.apr if away <= limit * INCH else beyond
