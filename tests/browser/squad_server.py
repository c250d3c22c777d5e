"""A server of skirmishes with the same dice in each: what is played once plays again.

Its battles are those of `squads/`, or the real ones.
"""

from __future__ import annotations

from pathlib import Path

from deadground import cli
from deadground.core import match
from deadground.core.system import Setup
from deadground.systems.skirmish import scenario_file
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.system import SKIRMISH, SkirmishSystem

SQUADS = Path(__file__).parent / "squads"


WOUNDED = {"close": "Lev Nikitin"}
"""Who lies wounded when a battle begins."""


class WithWounded(SkirmishSystem):
    """Skirmishes that begin with a man down."""

    def new_state(self, setup: Setup) -> SkirmishState:
        state = super().new_state(setup)
        for figure in state.figures.values():
            if figure.name == WOUNDED.get(setup.scenario):
                figure.status, figure.prone = "out_of_the_fight", True
        return state


def start(seed: int, ours: bool = True) -> str:
    """The program of a server with these dice, and with our battles or the real ones."""
    return f"from tests.browser.squad_server import main; main({seed}, ours={ours})"


def rig(seed: int, ours: bool = True) -> None:
    """Every game from now on has these dice, and the battles are ours."""
    if ours:
        scenario_file.SCENARIOS.folder = SQUADS
        SKIRMISH.__class__ = WithWounded
    vars(match)["new_seed"] = lambda: bytes([seed]) * 32


def main(seed: int, ours: bool = True) -> None:
    rig(seed, ours)
    cli.main()
