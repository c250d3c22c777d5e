"""What so many hits do to a man, with the damage rule forced through every kind of dice. NUTS-FIRE-04"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from deadground.core.dice import DiceSource
from deadground.core.memory import Memory
from deadground.core.records import copy_state
from deadground.systems.skirmish.odds.stage import (
    OURS,
    THEIRS,
    checked,
    game,
    odds,
    soldier,
    stage,
    told_apart,
)
from deadground.systems.skirmish.rules.activation.rep import rep_for
from deadground.systems.skirmish.rules.fire.damage import Hit, damage_of
from deadground.systems.skirmish.state import DOWN, Figure, Status

Chances = dict[Status, Fraction]
"""How likely each state of a man is."""


class Body(msgspec.Struct, frozen=True):
    """All that damage reads of a man."""

    rep: int
    attributes: tuple[str, ...] = ()
    gear: tuple[tuple[str, int], ...] = ()
    star: bool = False
    star_dice: int = -1
    half_strength: bool = False
    under_cover: bool = False


def body_of(figure: Figure, *, half_strength: bool = False) -> Body:
    return Body(
        figure.rep,
        figure.attributes,
        figure.pack.gear,
        figure.star,
        figure.star_dice,
        half_strength,
        figure.reaction.under_cover,
    )


MEMORY: Memory[tuple[Body, tuple[int, ...], int, str], Chances] = Memory(1024)


def damage_odds(body: Body, impact: int, hits: int, killer: int, modifiers: str = "off") -> Chances:
    """How a man is after so many hits of one weapon. NUTS-FIRE-04"""
    return damage_of_all(body, (impact,) * hits, killer, modifiers)


def damage_of_all(body: Body, impacts: tuple[int, ...], killer: int, modifiers: str = "off") -> Chances:
    """How a man is after hits of these Impacts: carrying on (knocked down), out of the fight, dead, gone. NR-40

    `modifiers` is the option `recover_damage_modifiers`.
    """
    if not impacts:
        return {"carry_on": Fraction(1)}
    question = (body, impacts, killer, modifiers)
    return MEMORY.recall(question, lambda: forced_damage(*question))


def forced_damage(body: Body, impacts: tuple[int, ...], killer: int, modifiers: str) -> Chances:
    man = soldier(
        "target",
        THEIRS,
        (60, 20),
        rep=body.rep,
        attributes=body.attributes,
        gear=body.gear,
        star=body.star,
        star_dice=body.star_dice,
        under_cover=body.under_cover,
    )
    strength = 2 if body.half_strength else 1
    state = stage([man, soldier("shooter", OURS, (60, 40), rep=killer)], strength=strength)
    options = checked({"recover_damage_modifiers": modifiers})

    def resolve(dice: DiceSource) -> Status:
        g = game(copy_state(state), options, dice)
        damage_of(g, g.figure("target"), [Hit("shooter", impact) for impact in impacts])
        return g.figure("target").status

    return odds(resolve, told_apart(impacts, tested_at(man))).chances


def tested_at(man: Figure) -> int:
    """The Rep a man recovers with."""
    return rep_for(game(stage([man]), checked({}), Never()), man, "recover")[0]


class Never:
    """Dice that nobody throws."""

    def faces(self, count: int, sides: int, purpose: str, ordered: bool) -> tuple[int, ...]:
        raise AssertionError(f"nothing is thrown here: {purpose}")


def down(chances: Chances) -> Fraction:
    """Out of the fight or dead; a Star taken to safety is out of it as well."""
    return sum((chance for status, chance in chances.items() if status in (*DOWN, "gone")), Fraction(0))
