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


WORDS = {
    "shooter_fast_moving": "the shooter moves fast",
    "snap_fire": "snap fire",
    "target_in_cover": "in cover",
    "target_prone": "prone",
    "target_fast_moving": "moves fast",
    "second_target": "second target",
    "third_target": "third target",
}
"""What speaks against a shot, as a card tells it. NUTS-FIRE-02, NUTS-FIRE-03"""


def why_hit(total: int, circumstances: Iterable[str]) -> str:
    """What a total means: sure, or for 8 and 9 what makes it a miss and what does not. NUTS-FIRE-01"""
    if total <= number("surely_missed"):
        return f"{total}, never enough"
    if total >= number("surely_hit"):
        return f"{total}, always enough"
    table = chart("ranged_combat")
    against = {why: bool(table.number(str(total), why)) for why in circumstances}
    misses = [WORDS[why] for why, is_so in against.items() if is_so]
    if misses:
        return f"{total}, a miss: {', '.join(misses)}"
    despite = [WORDS[why] for why in against]
    return f"{total}, enough" + (f" in spite of: {', '.join(despite)}" if despite else "")
