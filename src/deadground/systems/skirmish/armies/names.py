"""Names for men whom nobody has named: common ones of their nation and time. COT-SQUAD-02, NUTS-CAMP-11"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from deadground.core.loader import load
from deadground.systems.skirmish.armies.throws import Throws
from deadground.systems.skirmish.charts import DATA
from deadground.systems.skirmish.lists import nation


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    given: tuple[str, ...]
    women: tuple[str, ...]
    family: tuple[str, ...]


class NameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: dict[str, Names]


@cache
def all_names() -> dict[str, Names]:
    """The names of each nation; a core list has those of the nation it is replaced by."""
    return load(DATA / "names" / "names.yaml").to(NameFile).names


def names_of(of: str) -> Names:
    return all_names()[nation(of).replaced_by or of]


def a_name(dice: Throws, of: str, taken: Sequence[str] = (), *, woman: bool = False) -> str:
    """A name by two throws, given and family name; a family name that is taken goes on to the next free one."""
    known = names_of(of)
    given = known.women if woman else known.given
    first = given[dice.roll(1, len(given), "given name").one - 1]
    at = dice.roll(1, len(known.family), "family name").one - 1
    order = (*known.family[at:], *known.family[:at])
    used = {name.rpartition(" ")[2] for name in taken}
    return f"{first} {next((family for family in order if family not in used), order[0])}"
