"""A German squad of ten for tests of rosters, and how to change one of its men."""

from __future__ import annotations

from typing import Any

import msgspec

from deadground.core.roster import Roster
from tests.systems.skirmish.armies.dice import squad


def germans(**more: Any) -> Roster:
    made = squad("german", "infantry", 5, *[4] * 10, picks={"lmg": "mg34", "sa_rifle": "0"})
    return msgspec.structs.replace(made, **more)


def with_man(roster: Roster, at: int, **more: Any) -> Roster:
    men = list(roster.men)
    men[at] = msgspec.structs.replace(men[at], **more)
    return msgspec.structs.replace(roster, men=tuple(men))


def reasons(faults: Any) -> list[str]:
    return [fault.reason for fault in faults]
