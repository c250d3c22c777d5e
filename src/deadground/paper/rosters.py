"""Printed rosters."""

from __future__ import annotations

import msgspec

from deadground.core.roster import RosterSheet
from deadground.paper.typeset import Paper, typeset


def roster_pdf(sheet: RosterSheet, paper: Paper = "a4") -> bytes:
    """The sheet of a roster, or an empty one, as a PDF."""
    return typeset("roster", msgspec.to_builtins(sheet), paper)
