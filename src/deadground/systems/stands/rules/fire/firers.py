"""Who fires, and with what: stands, guns off the table, squadrons. KIM-4.5, KIM-4.10a"""

from __future__ import annotations

import msgspec

from deadground.core.citing import cite
from deadground.space.plane import Point
from deadground.space.units import Tenths
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.kinds import gun_of
from deadground.systems.stands.numbers import number
from deadground.systems.stands.rules.fire.ranges import Manner, gun_range, range_of
from deadground.systems.stands.state import Side, Stand, StandsState


class Firer(msgspec.Struct, frozen=True, kw_only=True):
    """Who fires: a stand, guns off the table, a squadron. Group 0 is small arms only."""

    id: str
    name: str
    side: str
    at: Point
    reach: Tenths
    group: int
    gun_reach: Tenths
    stand: Stand | None = None

    @property
    def is_armour(self) -> bool:
        """A tank, self-propelled gun or armoured car with a gun group. KIM-R10"""
        return bool(self.group) and self._troop in ("tank", "spg", "armoured_car")

    @property
    def is_tank_or_at_gun(self) -> bool:
        return self._troop in ("tank", "at_gun")

    @property
    def _troop(self) -> str:
        return kind_of(self.stand).troop if self.stand else ""


def firer_of(
    state: StandsState, shooter: Stand, manner: Manner = "direct", options: Options = DEFAULTS
) -> Firer:
    """A stand as it fires. KIM-4.5a"""
    kind = kind_of(shooter)
    gun = gun_of(kind)
    return Firer(
        id=shooter.id,
        name=shooter.name,
        side=shooter.side,
        at=shooter.at,
        reach=range_of(state, shooter, manner, options),
        group=gun.group if gun else 0,
        gun_reach=gun_range(state, kind, manner),
        stand=shooter,
    )


def off_table(state: StandsState, side: Side) -> Firer:
    """Guns behind the table's edge or out at sea. KIM-4.10a, KIM-R24"""
    reach = number(state, "off_table_range")
    return Firer(
        id="",
        name=f"Off-table battery ({side.name})",
        side=side.id,
        at=side.off_table_at,
        reach=reach,
        group=side.off_table_group,
        gun_reach=reach,
    )


def squadron(id: str, name: str, side: str, at: Point, group: int) -> Firer:
    """A squadron over its target: the group of its pass, and no range. KIM-5.3b"""
    return Firer(id=id, name=name, side=side, at=at, reach=0, group=group, gun_reach=0)


def weapon_mark(state: StandsState, firer: Firer) -> tuple[int, str]:
    """What the weapon does to the die on the armour chart, and the row of it. KIM-4.5b, KIM-4.5c"""
    gun = gun_of(kind_of(firer.stand)) if firer.stand else None
    if gun is None:
        return 0, "KIM-4.5b"
    cite(*gun.rows)
    if firer.stand and kind_of(firer.stand).is_infantry:
        return hand_held_mark(state), "KIM-4.5c"
    return gun.mark, "KIM-4.5b"


def hand_held_mark(state: StandsState) -> int:
    """What the date makes of hand-held weapons. KIM-4.5c, KIM-R13"""
    date = state.year * 100 + state.month
    cite("KIM-4.5c")
    if date <= number(state, "hand_held_early_until"):
        return number(state, "hand_held_early")
    return number(state, "hand_held_late") if date >= number(state, "hand_held_late_from") else 0
