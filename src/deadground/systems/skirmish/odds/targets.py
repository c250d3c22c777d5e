"""Men who stand side by side to be shot or thrown at, and what may become of each."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import msgspec

from deadground.core.chances import Given
from deadground.systems.skirmish.odds.stage import FRONT, MIDDLE, THEIRS, rep_given, soldier
from deadground.systems.skirmish.state import Figure

At = Annotated[Sequence[int], Given("The Reps of the targets, side by side: 4,3,3.")]
SIDE_BY_SIDE = 1.0
VEST = (("sn42_vest", 1),)


class Harm(msgspec.Struct, frozen=True):
    """The chances that one man is hit, out of the fight or dead, and dead."""

    rep: int
    hit: Fraction
    down: Fraction
    dead: Fraction

    def chances(self) -> dict[str, float]:
        """As they are published."""
        return {"hit": float(self.hit), "down": float(self.down), "dead": float(self.dead)}


def in_a_row(reps: Sequence[int], said: frozenset[str]) -> list[Figure]:
    """Men side by side, so that no inch between them is empty; the words say how they all are. NUTS-FIRE-08"""
    return [
        soldier(
            f"target_{number}",
            THEIRS,
            (MIDDLE + (number - 1) * SIDE_BY_SIDE, FRONT),
            rep=rep_given(rep, "--at"),
            facing=1800,
            prone="prone" in said,
            fast_moving="fast" in said,
            star="star" in said,
            star_dice=rep if "star" in said else -1,
            gear=VEST if "vest" in said else (),
        )
        for number, rep in enumerate(reps, 1)
    ]
