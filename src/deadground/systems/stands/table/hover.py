"""What a stand is and why it matters, in a few lines: weapon, class, reach, and the scores it needs or gives.

The lines are made once for each pair of kinds and kept, because a scene shows them for every stand each time.
They rest on charts and numbers only, so what is kept holds no secrets.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from deadground.core.scene import Line
from deadground.space.units import Tenths, mm, shown
from deadground.systems.stands.kinds import Kind, gun_of, kind, kinds
from deadground.systems.stands.numbers import number
from deadground.systems.stands.overrides import cell
from deadground.systems.stands.rules.fire.firers import hand_held_mark
from deadground.systems.stands.rules.fire.ranges import gun_range, weapon_range
from deadground.systems.stands.rules.fire.shots import ARMOUR_HIT, INFANTRY_HIT
from deadground.systems.stands.rules.movement.allowance import MOVES
from deadground.systems.stands.state import Stand, StandsState

TROOPS = {
    "infantry": "infantry",
    "armoured_infantry": "armoured infantry",
    "hq": "headquarters",
    "recon": "reconnaissance",
    "supply": "supply",
    "artillery": "artillery",
    "at_gun": "anti-tank gun",
    "tank": "tank",
    "spg": "self-propelled gun",
    "armoured_car": "armoured car",
    "apc": "carrier",
    "soft_skin": "unarmoured vehicle",
}


class Likely(msgspec.Struct, frozen=True):
    """The kinds that a side's stands will be held against: the enemy's commonest armour and commonest gun."""

    armour: str = ""
    gun: str = ""


def likely_enemy(state: StandsState, side: str) -> Likely:
    """What a side must reckon with, by what it sees of the enemy and what it was told of him."""
    seen = Counter(one.kind for one in state.stands.values() if one.side != side)
    if side in state.sides:
        told = {id: count for id, count in state.sides[side].known_enemy if id in kinds()}
        for id, count in told.items():
            seen[id] = max(seen[id], count)
    armour = [(count, id) for id, count in seen.items() if kind(id).is_armoured_vehicle]
    guns = [(count, id) for id, count in seen.items() if kind(id).gun and not kind(id).is_infantry]
    return Likely(max(armour, default=(0, ""))[1], max(guns, default=(0, ""))[1])


Key = tuple[str, bool, Likely, int, int, tuple[tuple[str, int], ...]]

KEPT: dict[Key, tuple[Line, ...]] = {}
"""Lines by what they depend on: kind, specialist or not, what it may meet, date, and the scenario's own numbers."""

MOST_KEPT = 4096


class Hover:
    """The lines of the stands of one battle, for a reader who plays for a side, or for none."""

    def __init__(self, state: StandsState) -> None:
        self.state = state
        self.foes = {side: likely_enemy(state, side) for side in state.sides}
        self.changed = tuple(state.numbers.items())

    def lines(self, stand: Stand) -> tuple[Line, ...]:
        state, foe = self.state, self.foes[stand.side]
        key = (stand.kind, stand.specialist, foe, state.year, state.month, self.changed)
        found = KEPT.get(key)
        if found is None:
            if len(KEPT) >= MOST_KEPT:
                KEPT.clear()
            found = KEPT[key] = lines_about(state, kind(stand.kind), stand.specialist, foe)
        return found


def lines_about(state: StandsState, found: Kind, specialist: bool, foe: Likely) -> tuple[Line, ...]:
    """A kind in a few lines, held against what it is likely to meet."""
    lines = [what_it_is(found), how_far(state, found)]
    if foe.armour and found.gun:
        lines.append(scores(state, found, kind(foe.armour), "Against"))
    if foe.gun and found.is_armoured_vehicle:
        lines.append(scores(state, kind(foe.gun), found, "Hit by"))
    if not found.is_armoured_vehicle:
        lines.append(hit_on(state, found, specialist))
    return tuple(line for line in lines if line.text)


def what_it_is(found: Kind) -> Line:
    """Troop type, class and gun group. KIM-4.4a, KIM-4.5a"""
    troop = TROOPS[found.troop]
    parts = [found.name if troop == found.name.lower() else f"{found.name}: {troop}"]
    if found.armour:
        parts.append(f"class {found.armour}{marked(found.armour_mark)}")
    gun = gun_of(found)
    if gun is not None:
        parts.append(f"gun group {gun.group}{marked(gun.mark)} ({gun.name})")
    if found.turret:
        parts.append("turret")
    if found.open_top:
        parts.append("open top")
    rows = tuple(dict.fromkeys((*found.rows, *(gun.rows if gun else ()))))
    return Line(", ".join(parts) + ".", rows, stand_in=found.ours)


def marked(mark: int) -> str:
    return f" {mark:+d}" if mark else ""


def how_far(state: StandsState, found: Kind) -> Line:
    """Range and move. KIM-2.1a, KIM-4.7a"""
    mover = "jeep" if found.troop == "recon" else found.speed
    open_, road = (mm(cell(state, MOVES, mover, column) or 0) for column in ("open", "road"))
    parts = [f"moves {words(open_)}, {words(road)} on a road"]
    rows = ["KIM-2.1a"]
    direct = 0 if found.troop == "recon" else weapon_range(state, found)
    if direct:
        parts.append(f"fires to {words(direct)}")
        rows.append("KIM-4.7a")
        close = gun_range(state, found)
        if 0 < close < direct:
            parts.append(f"at armour to {words(close)}")
    if found.artillery:
        parts.append(f"indirectly to {words(number(state, 'indirect_range'))}")
    text = ", ".join(parts)
    return Line(text[0].upper() + text[1:] + ".", tuple(rows))


def words(length: Tenths) -> str:
    return shown(length, "mm")


def scores(state: StandsState, shooter: Kind, target: Kind, word: str) -> Line:
    """What a gun needs against armour, band by band, its marks taken in. KIM-4.3a, KIM-4.4b, KIM-4.5b"""
    gun = gun_of(shooter)
    if gun is None:
        return Line("")
    mark = hand_held_mark(state) if shooter.is_infantry else gun.mark
    reach = gun_range(state, shooter)
    bands, below = [], 0
    for name, limit in ARMOUR_HIT.axes[1].bands.items():
        score = cell(state, ARMOUR_HIT, str(gun.group), name, target.armour)
        if below < reach:
            needed = "-" if score is None else str(max(1, score + target.armour_mark - mark))
            bands.append(f"{needed} to {words(min(limit, reach))}")
        below = limit
    other = target if word == "Against" else shooter
    return Line(f"{word} {other.name}: D20, {', '.join(bands)}.", ("KIM-4.3a", "KIM-4.4b", "KIM-4.5b"))


def hit_on(state: StandsState, found: Kind, specialist: bool) -> Line:
    """What hits a stand that the armour chart is not for, and how many hits it bears. KIM-4.1a, KIM-4.2a"""
    if found.troop == "recon":
        return Line(f"Hit on {number(state, 'recon_score')} or more of a D10.", ("KIM-3.2c",))
    row = "infantry"
    if found.is_infantry and specialist:
        row = "specialist"
    elif found.troop == "armoured_infantry":
        row = "armoured_infantry"
    elif found.is_gun:
        row = "gun"
    elif found.armour == "E":
        row = "soft_skin"
    lives = number(state, "infantry_lives" if found.is_infantry else "other_lives")
    borne = "1 hit destroys it" if lives == 1 else f"{lives} hits destroy it"
    return Line(
        f"Hit on {cell(state, INFANTRY_HIT, row)} or more of a D10; {borne}.", ("KIM-4.2a", "KIM-4.1a")
    )
