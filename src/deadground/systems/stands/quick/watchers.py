"""Who is near enough to a target to see it at all, for many targets at once: nobody else is asked. KIM-3.1a

sight_rules.py says how far off a target can be seen, and who of those that are left sees it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from deadground.core.memory import is_quick
from deadground.space.paths import Path
from deadground.space.polygons import box_of
from deadground.space.units import Tenths
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import ground_of
from deadground.systems.stands.rules.visibility.look import is_deep_inside
from deadground.systems.stands.state import Stand, StandsState
from deadground.systems.stands.terrain import may_matter, terrain_of

FEW = 2
"""So many targets are held against all who look one by one."""


def near_enough(
    lookers: Sequence[Stand], targets: Sequence[Stand], reaches: Sequence[Tenths]
) -> Sequence[Sequence[Stand]]:
    """For each target all lookers whose bases may reach as near to its centre as is said of it, and perhaps some
    others; for a few targets all."""
    if len(targets) <= FEW or not lookers:
        return [lookers] * len(targets)
    widest = max([one.width + one.depth for one in lookers])
    here = np.array([one.at for one in lookers], dtype=np.int64)
    there = np.array([one.at for one in targets], dtype=np.int64)[:, None]
    apart = here - there
    apart *= apart
    far = np.array(reaches, dtype=np.int64) + widest
    found: list[list[Stand]] = [[] for _ in targets]
    for target, looker in np.argwhere(apart.sum(axis=2) <= (far * far)[:, None]).tolist():
        found[target].append(lookers[looker])
    return found


def sees_only_near(state: StandsState, one: Stand, options: Options) -> bool:
    """Whether somebody surely sees no further than from inside ground that closes his view. KIM-3.1d"""
    return is_quick() and is_deep_inside(state, one, options)


def is_bare(state: StandsState, looker: Stand, way: Path) -> bool:
    """Whether surely no piece that can matter to a look lies anywhere between a stand and a way."""
    if not is_quick():
        return False
    near = ground_of(state).pieces_near(box_of((looker.at, *way)))
    return not any(may_matter(piece) or terrain_of(piece).works for piece in near)
