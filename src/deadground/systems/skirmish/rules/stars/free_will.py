"""Free Will: a Star may say how many dice he passes. NUTS-STAR-04"""

from __future__ import annotations

from collections.abc import Mapping

from deadground.core.citing import cite
from deadground.core.requests import AnyRequest, Option, Pick
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.man import Result
from deadground.systems.skirmish.rules.reactions.reaction import WORDS
from deadground.systems.skirmish.state import Figure

ROLL = "roll"

WHAT_FOLLOWS: dict[Result, str] = {
    "carry_on": "nothing holds him, and he goes on with what he was doing",
    "return_fire": "he aims and shoots back; whom he misses must test",
    "snap_fire": "he shoots back in haste: only the best dice hit",
    "duck_back": "he runs for the nearest cover, and shoots no more in this exchange",
    "hunker_down": "he goes to ground until he pulls himself together; near enemies take him",
    "leave_battlefield": "he is gone for good",
}
"""For somebody who does not know the words. NUTS-REACT-09, NUTS-REACT-10"""


def may_choose(g: Skirmish, figure: Figure) -> bool:
    """Whether somebody can be asked for a Star's choice: a side nobody plays throws the dice."""
    return figure.star and bool(g.seat_of(figure))


def free_will(
    figure: Figure,
    test: str,
    follows: Mapping[str, Result],
    chances: Mapping[str, str] | None = None,
    what_follows: Mapping[Result, str] = WHAT_FOLLOWS,
) -> AnyRequest:
    """The choice, before any dice are thrown, each with what follows from it. NUTS-STAR-04, NR-104

    `chances` are the odds of some of the answers in words, where they are known.
    """
    cite("NUTS-STAR-04", "NR-104")

    def hint(id: str, words: str) -> str:
        chance = (chances or {}).get(id)
        return f"{words}. {chance}." if chance else words

    options = [
        Option(many, f"He {WORDS[result]}", hint(many, what_follows.get(result, f"passes {many}d6")))
        for many, result in follows.items()
    ]
    dice = "two dice, each up to his Rep is passed, as for everybody else"
    options.append(Option(ROLL, "Throw the dice", hint(ROLL, dice)))
    prompt = f"Say what {figure.name} does, or throw the dice: {test}."
    return Pick(prompt, options=tuple(options), proposal=["2"], rows=("NUTS-STAR-04", "NR-104"))


def willed(g: Skirmish, figure: Figure, picked: str) -> int | None:
    """How many dice a Star passes by his own will; None if he throws."""
    if picked == ROLL:
        return None
    text = f"{figure.name} chooses to pass {picked}d6."
    g.tell_of([figure], "free_will", text, "NUTS-STAR-04", "NR-104", figure=figure.id, passed=int(picked))
    return int(picked)
