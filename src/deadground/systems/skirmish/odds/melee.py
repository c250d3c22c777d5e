"""The odds of a charge and of one round of melee. NUTS-MELEE-04, NUTS-MELEE-05, NUTS-MELEE-08 to NUTS-MELEE-11"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Annotated, Any

import msgspec

from deadground.core.chances import Given, Heading, OddsError
from deadground.core.dice import D6, DiceSource
from deadground.core.odds import Odds
from deadground.core.records import copy_state
from deadground.core.tally import Tally
from deadground.core.view import View
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.odds.damage import Never, tested_at
from deadground.systems.skirmish.odds.plan import as_known, guess_words
from deadground.systems.skirmish.odds.stage import (
    FRONT,
    MIDDLE,
    OURS,
    STAR_DICE,
    THEIRS,
    across,
    attributes_named,
    checked,
    game,
    odds,
    rep_given,
    soldier,
    stage,
    weapon_named,
    words_among,
)
from deadground.systems.skirmish.odds.words import (
    EnemyHaving,
    EnemyRep,
    EnemyWith,
    Having,
    Rep,
    With,
    chance_lines,
    dice_lines,
)
from deadground.systems.skirmish.rules.activation.dice import SUCCESS
from deadground.systems.skirmish.rules.melee.charge_test import take_test
from deadground.systems.skirmish.rules.melee.melee import fight_round
from deadground.systems.skirmish.rules.melee.melee_dice import pool
from deadground.systems.skirmish.state import DOWN, Figure, SkirmishState, Status

WORDS: dict[str, str] = {
    "bayonet": "he has a bayonet",
    "sabre": "he has a sabre",
    "prone": "he is prone",
    "matched": "one Evenly Matched was scored against him this turn",
    "matched_twice": "two Evenly Matched were scored against him this turn",
    "woman": "she is a woman (option women_in_combat)",
    "star": "he is a Star",
    "cover": "he is in cover when charged",
    "flank": "he is charged in the flank",
    "rear": "he is charged in the rear",
    "capture": "he fights to capture (house rule 6)",
}
"""What `--with` and `--enemy-with` take, each for its own man. The enemy is the one who is charged."""

CHARGED = frozenset({"cover", "flank", "rear"})
GEAR = ("bayonet", "sabre")
FACING = {"flank": 900, "rear": 0}
CHARGE_WORDS = {"nothing": "may not shoot", "snap_fires": "snap fires", "fires": "fires"}
CHARGE = 5.0


class MeleeOdds(msgspec.Struct, frozen=True):
    """A charge and the round that follows it. `down`: out of the fight, dead or taken."""

    dice: int
    enemy_dice: int
    tallies: tuple[Tally, Tally]
    charge: dict[str, Fraction]
    """What the enemy may do to the charger: nothing, snap_fires, fires."""
    win: Fraction
    lose: Fraction
    matched: Fraction
    enemy: dict[Status, Fraction]
    ours: dict[Status, Fraction]

    @property
    def enemy_down(self) -> Fraction:
        return lost(self.enemy)

    @property
    def down(self) -> Fraction:
        return lost(self.ours)

    def record(self) -> dict[str, Any]:
        """The published shape."""
        return {
            "charge": {answer: float(chance) for answer, chance in self.charge.items()},
            "dice": self.dice,
            "enemy_dice": self.enemy_dice,
            "win": float(self.win),
            "lose": float(self.lose),
            "evenly_matched": float(self.matched),
            "enemy_down": float(self.enemy_down),
            "down": float(self.down),
            "enemy": {status: float(chance) for status, chance in self.enemy.items()},
            "own": {status: float(chance) for status, chance in self.ours.items()},
        }

    def in_words(self) -> Iterator[str]:
        yield Heading("The charge: the enemy")
        yield from chance_lines({CHARGE_WORDS[answer]: chance for answer, chance in self.charge.items()})
        yield from dice_lines(self.dice, self.enemy_dice, self.tallies)
        yield from chance_lines(
            {
                "wins": self.win,
                "loses": self.lose,
                "evenly matched": self.matched,
                "enemy down": self.enemy_down,
                "down himself": self.down,
            }
        )


def lost(chances: Mapping[Status, Fraction]) -> Fraction:
    away = (*DOWN, "captured", "gone")
    return sum((chance for status, chance in chances.items() if status in away), Fraction(0))


def melee_odds(
    rep: Rep = 4,
    enemy_rep: EnemyRep = 4,
    weapon: Annotated[str, Given("His weapon; empty for a knife alone.")] = "core.ba_rifle",
    enemy_weapon: Annotated[str, Given("His enemy's.")] = "core.ba_rifle",
    words: With = (),
    enemy_words: EnemyWith = (),
    attributes: Having = (),
    enemy_attributes: EnemyHaving = (),
    options: Mapping[str, str] | None = None,
) -> MeleeOdds:
    """One man charges another. Tells what the charge test comes to, and the round of melee after it."""
    ours, theirs = words_among(words, WORDS), words_among(enemy_words, WORDS)
    if ours & CHARGED:
        raise OddsError(f"{min(ours & CHARGED)} is said of the enemy, who is charged (NR-43)")
    if {"flank", "rear"} <= theirs:
        raise OddsError("nobody is charged in the flank and in the rear at once (NS-38)")
    chosen = checked(options or {})
    if "capture" in ours | theirs and chosen["house_6_capture"] == "off":
        raise OddsError(
            "nobody fights to capture without house rule 6: --set house_6_capture=on (NUTS-HOUSE-06)"
        )
    us = fighter(OURS, FRONT + CHARGE, rep_given(rep, "--rep"), weapon, ours, attributes_named(attributes))
    them = fighter(
        THEIRS,
        FRONT,
        rep_given(enemy_rep, "--enemy-rep"),
        enemy_weapon,
        theirs,
        attributes_named(enemy_attributes),
    )
    state = stage([us, them], [across("wall", FRONT + 0.5)] if "cover" in theirs else ())
    charge = charge_of(state, chosen)
    us.melee = us.melee.but(rear_round=THEIRS if "rear" in theirs else "")
    capturing = tuple(side for side, said in ((OURS, ours), (THEIRS, theirs)) if "capture" in said)
    return fought(state, charge, capturing, chosen)


def fighter(
    side: str, y: float, rep: int, weapon: str, said: frozenset[str], attributes: tuple[str, ...]
) -> Figure:
    """A man with what he fights with; all have a knife. NS-06"""
    looks = next((FACING[word] for word in FACING if word in said), 1800)
    return soldier(
        side,
        side,
        (MIDDLE, y),
        rep=rep,
        weapon=weapon_named(weapon).id if weapon else "",
        facing=looks if side == THEIRS else 0,
        attributes=attributes,
        gear=tuple((item, 1) for item in GEAR if item in said),
        prone="prone" in said,
        evenly=2 if "matched_twice" in said else int("matched" in said),
        woman="woman" in said,
        star="star" in said,
        star_dice=rep if "star" in said else -1,
    )


class ChargeOdds(msgspec.Struct, frozen=True):
    """What a charge comes to on the table: whether he is shot at first, and who wins the first round."""

    shoots: float
    win: float
    lose: float
    about: str = ""
    """What was taken for granted."""


def charge_odds(view: View[SkirmishState], man: str, foe: str) -> ChargeOdds:
    """The odds of a charge at an enemy, from what the seat knows. NUTS-MELEE-05, NUTS-MELEE-10"""
    state = copy_state(view.state)
    guessed = as_known(state, foe)
    charge = charge_of(state, view.options, man, foe)
    g = game(state, view.options, Never())
    ours, theirs = g.figure(man), g.figure(foe)
    mine, his = (max(0, pool(g, *two).total) for two in ((ours, theirs), (theirs, ours)))
    win, lose = ahead(mine, his), ahead(his, mine)
    about = guess_words(g, [foe] if guessed else [], [foe])
    return ChargeOdds(float(1 - charge["nothing"]), float(win), float(lose), about)


def ahead(ours: int, theirs: int) -> Fraction:
    """The chance of more successes with so many dice than with so many others."""
    half = Fraction(SUCCESS, D6)
    chances = [
        [comb(dice, count) * half**count * (1 - half) ** (dice - count) for count in range(dice + 1)]
        for dice in (ours, theirs)
    ]
    return sum((one * sum(chances[1][:count]) for count, one in enumerate(chances[0])), Fraction(0))


def charge_of(
    state: SkirmishState, options: Options, us: str = OURS, them: str = THEIRS
) -> dict[str, Fraction]:
    """The Charge into Melee Test: what the enemy may do. NUTS-MELEE-05"""

    def resolve(dice: DiceSource) -> str:
        g = game(copy_state(state), options, dice)
        (outcome,) = take_test(g, g.figure(them), [g.figure(us)])
        return outcome.answer

    ours, theirs = state.figures[us].rep, state.figures[them].rep
    found = odds(resolve, {"charged": (theirs,), "charge": (ours,)})
    return {answer: found.chances.get(answer, Fraction(0)) for answer in ("nothing", "snap_fires", "fires")}


def fought(
    state: SkirmishState, charge: dict[str, Fraction], capturing: tuple[str, ...], options: Options
) -> MeleeOdds:
    """One round, forced through the dice of both; of the pools only the successes are told apart."""

    def resolve(dice: DiceSource) -> tuple[str, Status, Status]:
        g = game(copy_state(state), options, dice)
        fight_round(g, g.figure(OURS), g.figure(THEIRS), capturing)
        mine, theirs = (g.events[0].seen.data["successes"][n] for n in (0, 1))
        who = "matched" if mine == theirs else "win" if mine > theirs else "lose"
        return who, g.figure(OURS).status, g.figure(THEIRS).status

    tested = tuple(tested_at(state.figures[side]) for side in (OURS, THEIRS))
    alike = {"melee: ": (SUCCESS,), "recover from damage": tested, "star power": STAR_DICE}
    found = odds(resolve, alike)
    g = game(copy_state(state), options, Never())
    us, them = g.figure(OURS), g.figure(THEIRS)
    tallies = pool(g, us, them), pool(g, them, us)
    return MeleeOdds(
        max(0, tallies[0].total),
        max(0, tallies[1].total),
        tallies,
        charge,
        found.of(lambda result: result[0] == "win"),
        found.of(lambda result: result[0] == "lose"),
        found.of(lambda result: result[0] == "matched"),
        statuses(found, 2),
        statuses(found, 1),
    )


def statuses(found: Odds[tuple[str, Status, Status]], which: int) -> dict[Status, Fraction]:
    """How likely each state of one of them is."""
    chances: dict[Status, Fraction] = {}
    for result, chance in found.chances.items():
        status: Status = result[2] if which == 2 else result[1]
        chances[status] = chances.get(status, Fraction(0)) + chance
    return chances
