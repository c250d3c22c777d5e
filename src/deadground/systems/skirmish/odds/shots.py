"""What the dice of one man's shot do: how many hits each target takes, and whether the weapon runs dry.

All dice of a shot fall together and are dealt in falling order (NUTS-FIRE-06), so its targets cannot be reckoned by
themselves. Every way the dice can fall is tried; which faces hit for whom is asked of the rules, once for each die.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from deadground.core.dice import D6
from deadground.core.odds import falls
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.rules.fire.ammo import is_dry, may_have_loader
from deadground.systems.skirmish.rules.fire.fire import is_hit, to_hit
from deadground.systems.skirmish.rules.fire.readiness import helpers
from deadground.systems.skirmish.rules.fire.targets import Shot, places
from deadground.systems.skirmish.weapons import weapon

FACES = range(1, D6 + 1)


class Fall(msgspec.Struct, frozen=True):
    """What may come of a shot: how many hits on each target, in the order they were named; a weapon run dry."""

    hits: tuple[int, ...]
    dry: bool


def targets_of(shot: Shot) -> list[str]:
    return [aim.target for aim in shot.aims if aim.target]


def hitting(g: Skirmish, shot: Shot) -> Iterator[tuple[str, frozenset[int]]]:
    """For each die in falling order whom it goes at, "" for an empty inch, and the faces that hit. NUTS-FIRE-01"""
    first = True
    for id, place in places(shot):
        if not id:
            yield "", frozenset()
            continue
        shift, target = to_hit(g, shot, first=first).total, g.figure(id)
        yield id, frozenset(face for face in FACES if is_hit(g, shot, target, face + shift, place))
        first = False


def shot_odds(g: Skirmish, shot: Shot) -> dict[Fall, Fraction]:
    """How likely everything is that may come of a shot."""
    order = list(hitting(g, shot))
    named = targets_of(shot)
    one = weapon(shot.weapon)
    served = bool(helpers(g.state, g.figure(shot.shooter))) and may_have_loader(one)
    found: dict[Fall, Fraction] = {}
    for faces, chance in falls(len(order), D6, False):
        struck = [
            id
            for face, (id, wanted) in zip(sorted(faces, reverse=True), order, strict=True)
            if face in wanted
        ]
        fall = Fall(tuple(struck.count(id) for id in named), is_dry(faces, served=served))
        found[fall] = found.get(fall, Fraction(0)) + chance
    return found
