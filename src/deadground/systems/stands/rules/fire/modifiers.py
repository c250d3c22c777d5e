"""What shifts a shot: the target's place, the way of firing, the shooter's state, the marks. KIM-4.6, KIM-4.19"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.core.tally import Tally
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.fire.firers import Firer, weapon_mark
from deadground.systems.stands.rules.fire.hits import is_hit_as_infantry
from deadground.systems.stands.rules.fire.ranges import LOBBED, STRAIGHT, Manner, is_flank, order_of
from deadground.systems.stands.rules.visibility.look import is_dug_in
from deadground.systems.stands.state import Stand, StandsState

TWO_DICE = "gun_88"
"""The gun that rolls two dice from a fixed position. KIM-4.6d"""


class Modifiers:
    """The modifier list: lines of a tally whose amounts are numbers. KIM-4.6a"""

    def __init__(self, state: StandsState, tally: Tally) -> None:
        self.state = state
        self.tally = tally

    def on_die(self, reason: str, name: str, *rows: str, when: bool = True) -> None:
        if when:
            self.tally.on_die(reason, number(self.state, name), *rows)

    def on_score(self, reason: str, name: str, *rows: str, when: bool = True) -> None:
        if when:
            self.tally.on_score(reason, number(self.state, name), *rows)


def add_target(
    edge: Modifiers, firer: Firer, target: Stand, manner: Manner, flank: bool | None, dug_in: bool | None
) -> None:
    """What the target's posture and the side it shows do to the score. KIM-4.6a, KIM-4.6c, KIM-R01, KIM-R86"""
    kind = kind_of(target)
    sheltered = is_dug_in(edge.state, target) if dug_in is None else dug_in
    prone = kind.is_infantry and order_of(target) == "prone"
    edge.on_score("dug in", "modifier_dug_in", "KIM-4.6a", "KIM-R86", when=sheltered)
    edge.on_score("prone", "modifier_prone", "KIM-4.6a", "KIM-1.2k", when=prone)
    if not kind.is_armoured_vehicle:
        cite("KIM-4.6c")
    elif manner in (*STRAIGHT, "melee"):
        from_behind = flank if flank is not None else bool(firer.stand and is_flank(firer.stand, target))
        edge.on_score("flank or rear", "modifier_flank", "KIM-4.6a", "KIM-4.8a", when=from_behind)


def add_manner(
    edge: Modifiers, firer: Firer, target: Stand, manner: Manner, night: bool, options: Options
) -> None:
    """What the way of firing does to the die; the dark adds nothing to fire that is blind already.

    KIM-4.2b, KIM-4.6a, KIM-6.2f, KIM-R01, KIM-R80
    """
    kind = kind_of(target)
    edge.on_die("indirect", "modifier_indirect", "KIM-4.6a", when=manner == "indirect")
    edge.on_die("at a guess", "modifier_speculative", "KIM-4.14a", when=manner == "speculative")
    edge.on_die("area fire", "modifier_area", "KIM-4.12b", when=manner == "area")
    edge.on_die("by night", "modifier_night", "KIM-6.2f", "KIM-R80", when=night and manner not in LOBBED)
    from_air = manner == "air" and is_hit_as_infantry(target, options)
    edge.on_die("infantry, from the air", "modifier_air_at_infantry", "KIM-5.3c", when=from_air)
    hunted = kind.troop == "armoured_infantry" and firer.is_tank_or_at_gun
    edge.on_die("at armoured infantry", "modifier_at_armoured_infantry", "KIM-4.2b", when=hunted)


def add_shooter(edge: Modifiers, shooter: Stand, manner: Manner, options: Options) -> None:
    """What the shooting stand's order and state do to the die. KIM-4.6a, KIM-4.19a, KIM-4.19b, KIM-R93"""
    kind = kind_of(shooter)
    moved = order_of(shooter) == "move_and_fire" and manner != "melee"
    on_foot, in_armour = moved and kind.is_infantry, moved and not kind.is_infantry
    edge.on_die("moved", "modifier_infantry_move_and_fire", "KIM-4.19a", "KIM-R93", when=on_foot)
    edge.on_die("moved", "modifier_armour_move_and_fire", "KIM-4.19b", "KIM-R93", when=in_armour)
    fixed = shooter.fixed and kind.troop == "at_gun" and kind.gun != TWO_DICE
    rows = ("KIM-4.6a", "KIM-R114") if manner == "melee" else ("KIM-4.6a",)
    edge.on_die("gun in a fixed position", "modifier_fixed_gun", *rows, when=fixed)
    if shooter.hits and manner not in ("melee", "defensive"):
        shaken = option(options, "marked_penalty") == "all_fire"
        edge.on_die("carries a hit", "marked_in_melee", "KIM-7.3c", when=shaken)


def add_marks(state: StandsState, tally: Tally, firer: Firer, target: Stand) -> None:
    """The marks of the vehicle and of the gun, beside the armour chart. KIM-4.4b, KIM-4.5b, KIM-R03"""
    kind = kind_of(target)
    tally.on_score(kind.name, kind.armour_mark, "KIM-4.4b", "KIM-R03")
    amount, row = weapon_mark(state, firer)
    tally.on_die("weapon", amount, row, "KIM-R03")
