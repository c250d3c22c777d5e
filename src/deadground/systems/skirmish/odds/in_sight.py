"""The odds of an In Sight Test between two groups. NUTS-SIGHT-05 to NUTS-SIGHT-08"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from deadground.core.chances import OddsError
from deadground.core.dice import DiceSource
from deadground.core.records import copy_state
from deadground.core.tally import Tally
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.odds.damage import Never
from deadground.systems.skirmish.odds.stage import (
    FRONT,
    MIDDLE,
    OURS,
    THEIRS,
    across,
    attributes_named,
    checked,
    game,
    odds,
    rep_given,
    soldier,
    stage,
    words_among,
)
from deadground.systems.skirmish.odds.words import (
    EnemyHaving,
    EnemyRep,
    EnemyWith,
    Having,
    Rep,
    With,
    dice_lines,
    percent,
)
from deadground.systems.skirmish.rules.activation.dice import SUCCESS
from deadground.systems.skirmish.rules.sight.in_sight_pools import Score, again, decided, pool, throw
from deadground.systems.skirmish.state import Figure, SkirmishState

WORDS: dict[str, str] = {
    "moved": "the roller is active and has moved",
    "concealed": "his group is concealed",
    "temporary": "the roller is a Temporary Group Leader",
    "prone": "his group is prone (house rule 8)",
    "camouflaged": "his group is camouflaged (house rule 8)",
}
"""What `--with` and `--enemy-with` take, each for its own side."""

APART = 20.0


class InSightOdds(msgspec.Struct, frozen=True):
    """Who is quicker, with the dice of both. Ties are thrown again, so that one of them wins in the end."""

    dice: int
    enemy_dice: int
    tallies: tuple[Tally, Tally]
    win: Fraction
    lose: Fraction
    tie: Fraction
    """Of the first throw."""

    def record(self) -> dict[str, Any]:
        """The published shape."""
        chances = {"win": float(self.win), "lose": float(self.lose), "first_throw_tied": float(self.tie)}
        return {"dice": self.dice, "enemy_dice": self.enemy_dice, **chances}

    def in_words(self) -> Iterator[str]:
        yield from dice_lines(self.dice, self.enemy_dice, self.tallies)
        yield f"win {percent(self.win)}, lose {percent(self.lose)}"
        yield f"The first throw is tied, and thrown again, {percent(self.tie)} of the time."


def in_sight_odds(
    rep: Rep = 4,
    enemy_rep: EnemyRep = 4,
    words: With = (),
    enemy_words: EnemyWith = (),
    attributes: Having = (),
    enemy_attributes: EnemyHaving = (),
    options: Mapping[str, str] | None = None,
) -> InSightOdds:
    """Two groups come into sight of each other. Tells the dice of both, and who is quicker."""
    ours, theirs = words_among(words, WORDS), words_among(enemy_words, WORDS)
    if "moved" in ours & theirs:
        raise OddsError("only one side is active: both cannot have moved (NR-18)")
    rep, enemy_rep = rep_given(rep, "--rep"), rep_given(enemy_rep, "--enemy-rep")
    men = [
        *group_of(OURS, FRONT + APART, rep, ours, attributes_named(attributes)),
        *group_of(THEIRS, FRONT, enemy_rep, theirs, attributes_named(enemy_attributes)),
    ]
    hedges = [
        *([across("hedge", FRONT + APART - 0.5)] if "concealed" in ours else ()),
        *([across("hedge", FRONT + 0.5)] if "concealed" in theirs else ()),
    ]
    state = stage(men, hedges)
    for side, said in ((OURS, ours), (THEIRS, theirs)):
        state.groups[side].active = "moved" in said
    return reckoned(state, checked(options or {}))


def group_of(
    side: str, y: float, rep: int, said: frozenset[str], attributes: tuple[str, ...]
) -> list[Figure]:
    """The man who rolls and, where he only stands in for a leader, one for whom he does. NUTS-LEAD-04"""
    common: dict[str, Any] = {
        "facing": 0 if side == OURS else 1800,
        "prone": "prone" in said,
        "camouflaged": "camouflaged" in said,
    }
    roller = soldier(
        side, side, (MIDDLE, y), rep=rep, attributes=attributes, moving="moved" in said, **common
    )
    if "temporary" not in said:
        return [roller]
    return [roller, soldier(f"{side}_friend", side, (MIDDLE + 2, y), rep=1, **common)]


def reckoned(state: SkirmishState, options: Options) -> InSightOdds:
    """Both throw once; a tie is the same throw again, so the others are as likely as without it. NUTS-SIGHT-08"""
    tallies = dice_of(state, options)
    dice = [max(0, tally.total) for tally in tallies]

    def resolve(source: DiceSource) -> str:
        g = game(copy_state(state), options, source)
        found = [Score(side, side, side, many) for side, many in zip((OURS, THEIRS), dice, strict=True)]
        throw(g, found)
        if again(g, found):
            return "tie"
        won = decided(g, found)
        return won[0][0] if won else "nobody"

    found = odds(resolve, {"in sight": (SUCCESS,)})
    tie, win, lose = (found.chances.get(result, Fraction(0)) for result in ("tie", OURS, THEIRS))
    return InSightOdds(dice[0], dice[1], tallies, win / (1 - tie), lose / (1 - tie), tie)


def dice_of(state: SkirmishState, options: Options) -> tuple[Tally, Tally]:
    """The pools of both, as the rules make them. NUTS-SIGHT-06"""
    g = game(copy_state(state), options, Never())
    ours, theirs = g.figure(OURS), g.figure(THEIRS)
    us = [one for one in g.state.figures.values() if one.side == OURS]
    them = [one for one in g.state.figures.values() if one.side == THEIRS]
    return pool(g, ours, them, theirs), pool(g, theirs, us, ours)
