"""Printed rosters: of a squad, or blank."""

from __future__ import annotations

import msgspec

from deadground.paper.typeset import Paper, typeset
from deadground.systems.skirmish.armies.rosters import Roster
from deadground.systems.skirmish.armies.sheet import blank_sheet, sheet


def roster_pdf(roster: Roster, paper: Paper = "a4") -> bytes:
    """The sheet of a roster as a PDF."""
    return typeset("roster", msgspec.to_builtins(sheet(roster)), paper)


def blank_pdf(nation: str = "", unit: str = "", paper: Paper = "a4") -> bytes:
    """An empty sheet, for any squad or for one of a unit."""
    return typeset("roster", msgspec.to_builtins(blank_sheet(nation, unit)), paper)
