"""What a shot is worth: chances to hit by kind and range, asked of the rules once and kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec
import numpy as np

from deadground.space.plane import NORTH, SOUTH
from deadground.space.units import Tenths
from deadground.systems.kit.options import DEFAULTS
from deadground.systems.stands.bots.grid import AWAY, Floats
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.kinds import Kind, kind
from deadground.systems.stands.rules.fire.ranges import range_of
from deadground.systems.stands.rules.fire.shots import chance, shot_at
from deadground.systems.stands.state import Stand, StandsState

BANDS: tuple[Tenths, ...] = (1000, 1500, 3000, 4500)
"""The ranges at which chances change: hand-held weapons, and the three columns of the armour chart."""

Posture = Literal["open", "cover", "low"]
"""In the open, in cover, or in cover and dug in."""


class Table(msgspec.Struct, frozen=True):
    """The chances of one kind against another: up to each band's end. The last range at which there is any."""

    by_band: tuple[float, ...]
    reach: Tenths

    def at(self, away: Tenths) -> float:
        if away <= self.reach:
            for limit, chance in zip(BANDS, self.by_band, strict=True):
                if away <= limit:
                    return chance
        return 0.0


@lru_cache(maxsize=8192)
def table(date: tuple[int, int], shooter: str, target: str, posture: Posture = "open") -> Table:
    """Chances by range of one kind at another that faces it."""
    state = EMPTY
    state.year, state.month = date
    by = stand_of("a", shooter, 0)
    reach = range_of(state, by, "direct", DEFAULTS)
    found = []
    for limit in BANDS:
        at = stand_of("b", target, -limit)
        if kind(shooter).troop == "recon" or (limit > reach and limit - 1500 >= reach):
            found.append(0.0)
            continue
        at.at = (0, -min(limit, reach))
        shot = shot_at(state, by, at, in_cover=posture != "open", dug_in=posture == "low", flank=False)
        found.append(float(chance(shot)))
    if kind(shooter).troop == "recon":
        reach = 0
    return Table(tuple(found), reach)


@lru_cache(maxsize=4096)
def spread(date: tuple[int, int], shooter: str, target: str) -> Floats:
    """Those chances over a window: for a shooter in its middle, or for a target there."""
    found = table(date, shooter, target)
    field = np.zeros_like(AWAY)
    least = -1
    for limit, p in zip(BANDS, found.by_band, strict=True):
        field[(least < AWAY) & (min(limit, found.reach) >= AWAY)] = p
        least = limit
    return field


def stand_of(id: str, kind_id: str, y: Tenths) -> Stand:
    """A stand that exists only to be asked about: the shooter looks north and the target looks back."""
    facing = NORTH if id == "a" else SOUTH
    return Stand(id, id, "", "", kind_id, "", (0, y), facing, order="fire", shown_order="fire")


def blank() -> StandsState:
    return StandsState("", "", 1943, 1, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {})


EMPTY = blank()
"""A battle without anything, for questions that hang on kinds alone."""

WORTH: dict[str, float] = {
    "tank": 3.0,
    "spg": 3.0,
    "armoured_car": 1.5,
    "at_gun": 2.5,
    "artillery": 2.5,
    "infantry": 2.0,
    "armoured_infantry": 2.2,
    "apc": 1.0,
    "hq": 1.5,
    "recon": 0.6,
    "supply": 0.8,
    "soft_skin": 0.6,
}


def worth(one: Stand) -> float:
    """What a stand is worth to its side; the one who carries a hit is half gone."""
    return WORTH[kind_of(one).troop]


def worth_of(word: str) -> float:
    """What a kind or a troop type is worth; headquarters, patrols and columns do not fight."""
    troop = word if word in WORTH else kind(word).troop
    return 0.0 if troop in ("hq", "recon", "supply") else WORTH[troop]


def lives_left(one: Stand) -> int:
    """How many more hits a stand bears."""
    return (2 if kind_of(one).is_infantry else 1) - one.hits


def is_fighter(what: Kind) -> bool:
    return what.troop not in ("hq", "recon", "supply")
