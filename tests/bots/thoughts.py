"""A veteran who thinks little, for tests that are not about how well he thinks."""

from __future__ import annotations

import msgspec
import pytest

from deadground.systems.skirmish.bots import veteran as skirmish
from deadground.systems.stands.bots import veteran as stands

FEW = 8
"""As few games as tell postures apart at all."""


def think_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games in the head, and short ones."""
    for module in (stands, skirmish):
        little = msgspec.structs.replace(module.BUDGET, most=FEW, least=FEW, ahead=1)
        monkeypatch.setattr(module, "BUDGET", little)
