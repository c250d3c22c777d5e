"""The to-hit table: what a total means under the circumstances. NUTS-FIRE-01 to NUTS-FIRE-03"""

from __future__ import annotations

from collections.abc import Iterable

from deadground.core.citing import cite
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.numbers import number


def hits(total: int, circumstances: Iterable[str]) -> bool:
    """7 or less never hits, 10 or more always does, 8 and 9 unless something speaks against it. NUTS-FIRE-01"""
    cite("NUTS-FIRE-01")
    if total <= number("surely_missed"):
        return False
    if total >= number("surely_hit"):
        return True
    table = chart("ranged_combat")
    return not any(table.number(str(total), why) for why in circumstances)
