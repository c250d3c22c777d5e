"""Everything the tools can run: the systems of the registry and the two games that prove the kernel."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from deadground.core.system import System
from deadground.systems import registry
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL


def games() -> dict[str, System[Any]]:
    """The games by name: playable systems first."""
    return {**registry.systems(), DUEL.name: DUEL, CARDS.name: CARDS}


def data_folder(system: System[Any]) -> Path:
    """Where a system keeps its printed tables: the room `data` beside the module that defines it."""
    return Path(str(sys.modules[type(system).__module__].__file__)).parent / "data"
