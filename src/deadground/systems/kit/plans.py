"""How a bot means to fight, as every scenario file can weigh it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from deadground.systems.kit.shelves import Shelf

Plan = Literal["left", "right", "centre", "hold"]

USUAL: Mapping[Plan, int] = {"left": 1, "right": 1, "centre": 1, "hold": 1}
"""The weights of the plans where a scenario gives none."""


def weights(battles: Shelf[Any], scenario: str, side: str) -> Mapping[Plan, int]:
    """What a scenario gives to a side; nothing where there is no file of it."""
    if scenario not in battles.known():
        return {}
    return next((one.plans for one in battles.named(scenario).file.sides if one.id == side), {})
