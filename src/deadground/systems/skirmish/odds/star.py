"""What a Star's choices may come to, as far as his player knows: a shot, and the dice. NUTS-STAR-04"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import msgspec

from deadground.core.dice import DiceSource
from deadground.core.records import copy_state
from deadground.core.view import View
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.man import Result
from deadground.systems.skirmish.odds.plan import fire_plan_odds
from deadground.systems.skirmish.odds.stage import game, odds
from deadground.systems.skirmish.rules.fire.targets import fire_plan
from deadground.systems.skirmish.rules.links import LINKS
from deadground.systems.skirmish.rules.reactions.reaction import WORDS, place
from deadground.systems.skirmish.state import SkirmishState

SkirmishView = View[SkirmishState]


def shot_words(view: SkirmishView, star: str, by: Sequence[str], snap: bool) -> str:
    """The chance that his answer puts somebody out, if he can answer at all. NUTS-MOVE-12"""
    figures = view.state.figures
    foes = [figures[id] for id in by if id in figures]
    shots = fire_plan(view.state, [figures[star]], foes, view.options, turning=[star])
    if not shots:
        return "He has no shot at them from here"
    found = fire_plan_odds(view, [msgspec.structs.replace(shot, snap=snap) for shot in shots])
    about = f", {found.about}" if found.about else ""
    return f"{found.down:.0%} that he puts one of them out{about}"


def thrown_words(view: SkirmishView, follows: Mapping[str, Result], passes: Callable[[Skirmish], int]) -> str:
    """What the dice would make of him, the best first. `passes` throws them and counts. NUTS-REACT-02"""
    state = copy_state(view.state)

    def resolve(dice: DiceSource) -> Result:
        return follows[str(passes(game(state, view.options, dice)))]

    found: dict[Result, Fraction] = odds(resolve).chances
    return ", ".join(f"{percent(found[result])} {WORDS[result]}" for result in sorted(found, key=place))


def percent(chance: Fraction) -> str:
    """A chance as it is read; one that is there at all is never none."""
    return "under 1%" if 0 < chance < Fraction(1, 200) else f"{float(chance):.0%}"


LINKS.shot_words, LINKS.thrown_words = shot_words, thrown_words
