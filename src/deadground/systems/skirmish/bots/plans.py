"""The plan and the temper of `sergeant`: drawn when he sits down, kept to the end, told when the battle is over."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Literal

import msgspec

from deadground.core.minds import PLAN, Drawn, stronger
from deadground.systems.kit.plans import USUAL, Plan, weights
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.scenario_file import SCENARIOS

Posture = Literal["advance", "wait", "hunt", "hold", "stay", "home", "beaten"]

PLAN_WORDS: dict[Plan, str] = {
    "left": "round by the left",
    "right": "round by the right",
    "centre": "straight at it, one half shooting while the other goes",
    "hold": "into cover first and let them come, then go in",
}


class Temper(msgspec.Struct, frozen=True):
    """How a sergeant weighs danger against gain.

    `caution` multiplies every danger, `charge_at` is how many men he wants for each enemy in a charge, `hunts_at`
    the balance of strength at which he goes after the enemy, `gives_up` the one at which he is beaten.
    """

    name: str
    words: str
    caution: float
    charge_at: int
    hunts_at: float
    gives_up: float


TEMPERS: Mapping[Temper, int] = {
    Temper("cautious", "I am cautious: I want to bring these men home", 1.25, 3, 2.0, 0.35): 1,
    Temper("even", "I am even-tempered: a fair risk for a fair gain", 1.0, 2, 1.6, 0.25): 2,
    Temper("bold", "I am bold: who hesitates is shot at longer", 0.8, 2, 1.35, 0.2): 1,
}


class Notion(msgspec.Struct, frozen=True):
    """What a sergeant may take into his head for once, in words of the diary.

    `posture` is what the battle is about, where that is not left to how things stand; `caution` multiplies that of
    his temper, and `press` what an inch towards the goal is worth to him.
    """

    words: str
    posture: Posture | None = None
    caution: float = 1.0
    press: float = 1.0


class Mind(Drawn[Plan, Temper]):
    """The plan and the temper of a bot."""

    usual, tempers = USUAL, TEMPERS
    notion = Notion("as usual")

    def made_up(self, notion: Notion) -> Mind:
        """The same mind with something in its head."""
        mind = copy(self)
        mind.notion = notion
        return mind

    @property
    def temper(self) -> Temper:
        drawn = super().temper
        return msgspec.structs.replace(drawn, caution=drawn.caution * self.notion.caution)

    def plan(self, picture: Picture) -> Plan:
        """The plan, by the weights the scenario gives to the side."""
        return self.plan_of(weights(SCENARIOS, picture.state.scenario, picture.side))

    def told(self, picture: Picture) -> str:
        """Plan and temper in plain words, with the reason."""
        aim = picture.aim
        verb = "hold" if aim.guard else "take"
        seen = f"As far as I can see, {stronger(picture.balance)}: {picture.odds}."
        return (
            f"{PLAN}, to {verb} {aim.name}: {PLAN_WORDS[self.plan(picture)]}. {self.temper.words}. "
            f"{seen if picture.odds else 'How strong they are I do not know.'}"
        )
