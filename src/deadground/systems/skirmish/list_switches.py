"""Corrections of the vehicle and gun lists that an option turns off or on. LR-112, LR-128, LR-132"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from deadground.core.loader import load
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.charts import DATA
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.vehicle_cells import Arm


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an option makes of some types when it has a value."""

    option: str
    value: str
    of: tuple[str, ...]
    shots: int = 0
    arm: Arm | None = None
    turned: bool = False


class SwitchFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    switches: tuple[Switch, ...]


@cache
def switches() -> tuple[Switch, ...]:
    return load(DATA / "vehicles" / "switches.yaml").to(SwitchFile).switches


def thrown(id: str, options: Options) -> Iterator[Switch]:
    """The switches that change a type; whether they do is asked only where they could."""
    for one in switches():
        if id in one.of and option(options, one.option) == one.value:
            yield one
