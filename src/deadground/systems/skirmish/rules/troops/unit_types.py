"""What is special about kinds of units: cavalry, engineers, militia, Kommissars, penal units, women. COT-UNIT"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.roster import Stiffening
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.armies.throws import Throws, one_die
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.lists import all_units, unit
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.weapons import Weapon

WOMEN_SERVE_AS = ("sniper", "driver", "pilot", "gun_crew", "guard", "traffic_police")
"""The Red Army's posts for women outside militia and partisans. COT-UNIT-13"""


def has_sabres(of: str, id: str) -> bool:
    """Whether a unit is trained to fight mounted, with the sabre. COT-UNIT-04, LR-037"""
    key = f"{of}_{unit(of, id).column}"
    table = chart("notes_sabres")
    if key not in table.lines():
        return False
    return table.look_up(key, "sabres").value == "yes"


def engineer_received_fire(
    passed: int,
    *,
    charging: bool = False,
    ranged: bool = True,
    working: bool = False,
    retrieving: bool = False,
    in_cover: bool = False,
    outgunned: bool = False,
) -> str:
    """What engineers do under fire, in place of the core test. COT-UNIT-06, LR-007

    `outgunned` is also one who cannot fire. `working`: laying, clearing, rigging or repairing (LR-038).
    """
    dice = str(min(passed, 2))
    if charging:
        figure = "charging" if ranged else "charging_unarmed"
    elif working:
        figure = "working_in_cover" if in_cover else "working"
    elif retrieving:
        figure = "retrieving"
    elif outgunned and passed >= 2:
        figure = "outgunned"
    else:
        figure = "in_cover" if in_cover else "other"
    found = str(chart("engineer_received_fire").look_up(dice, figure).value)
    if outgunned and found == "return_fire_minus_1":
        cite("NUTS-FIRE-14")
        return "duck_back"
    return found


def militia_morale(dice: Throws, variant: str) -> str:
    """Whether Jugend or Partisans are Plucky or Fanatic; "" for neither. COT-UNIT-07, COT-ARMY-13, LR-033"""
    if variant not in chart("militia_variants").lines():
        return ""
    cite("COT-UNIT-07", "LR-033")
    die = one_die(dice, "Plucky or Fanatic")
    return str(chart("notes_jugend").look_up(str(die), "morale").value or "")


def militia_melee_dice(variant: str) -> int:
    """Dice fewer in melee: Jugend. COT-UNIT-07, COT-ARMY-13"""
    if variant not in chart("militia_variants").lines():
        return 0
    if variant == "jugend":
        cite("COT-ARMY-13")
    return whole(chart("militia_variants").number(variant, "melee_dice"))


def always_has_kommissar(of: str, id: str) -> bool:
    """NKVD and Soviet penal squads. COT-UNIT-08, LR-035"""
    found = of == "soviet" and unit(of, id).type in ("nkvd", "penal")
    if found:
        cite("COT-UNIT-08")
    return found


def why_not_stiffened(of: str, id: str, by: Stiffening) -> Fault | None:
    """Why a unit may not be given a veteran sergeant or a political officer; None if it may. COT-UNIT-09"""
    cite("COT-UNIT-09")
    rows = ("COT-UNIT-09",)
    if of != "soviet":
        return Fault("stiffening", "only Red Army units are stiffened", rows)
    if always_has_kommissar(of, id):
        return Fault("stiffening", "this squad has its Kommissar already", (*rows, "COT-UNIT-08"))
    if unit(of, id).variant == "partisans":
        return Fault("stiffening", "Partisans are no Red Army unit", rows)
    return None


def woman_rep(one: Weapon | None, options: Options, *, melee: bool = False, at_gun: str = "") -> int:
    """What a woman's Rep loses in melee and with heavy weapons. COT-UNIT-12, LR-036"""
    cite("COT-UNIT-12")
    if option(options, "women_in_combat") == "off":
        return 0
    what = "melee" if melee else at_gun or (one.heavy if one else "") or "other_weapon"
    return whole(chart("women_in_combat").number(what, "rep"))


def is_lucky_for_now(options: Options, *, woman: bool, man_near: bool) -> bool:
    """Whether she has Lucky because a male friend is within 4" and in sight. COT-UNIT-14, LR-036"""
    if not woman or option(options, "women_in_combat") == "off":
        return False
    cite("COT-UNIT-14")
    return man_near


def why_no_woman(of: str, id: str, post: str) -> Fault | None:
    """Why a unit, or a crew, may have no woman at a post; None if it may. COT-UNIT-13"""
    cite("COT-UNIT-13")
    listed = all_units(of).get(id)
    if listed is not None and listed.type == "militia":
        return None
    if of in ("soviet", "russian_core"):
        if post in WOMEN_SERVE_AS:
            return None
        posts = ", ".join(WOMEN_SERVE_AS).replace("_", " ")
        return Fault("woman", f"in the Red Army women serve as {posts}, or in the militia", ("COT-UNIT-13",))
    return Fault("woman", "women serve in militia and partisan units", ("COT-UNIT-13",))
