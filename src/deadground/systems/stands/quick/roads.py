"""Where a walker is surely on a road, so that the bad going beside it is not looked at. KIM-2.5d"""

from __future__ import annotations

import numpy as np

from deadground.core.memory import is_quick
from deadground.space.many import Bools
from deadground.space.soundings import Soundings
from deadground.space.walks import Walk


def surely_on_way(to_way: Soundings, walk: Walk) -> Bools:
    """At which steps of a walk the walker surely touches a road or a crossing; no says nothing."""
    if not is_quick():
        return np.zeros(walk.steps + 1, dtype=np.bool_)
    return to_way.touched_along(walk)[0]
