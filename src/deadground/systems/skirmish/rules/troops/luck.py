"""Lucky men and women, and Posers who are shot at for the first time. COT-UNIT-11, COT-UNIT-14, LR-040"""

from __future__ import annotations

from collections.abc import Sequence

from deadground.core.dice import D6
from deadground.space.plane import is_within
from deadground.systems.skirmish.attributes import effects_on
from deadground.systems.skirmish.game import Skirmish, figures_of
from deadground.systems.skirmish.man import Deed
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.reactions.casualties import note
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.rules.troops.unit_types import is_lucky_for_now
from deadground.systems.skirmish.state import Figure

USED: Deed = "luck_used"
SHOT_AT: Deed = "shot_at"


def with_luck(g: Skirmish, figure: Figure, faces: Sequence[int], impacts: Sequence[int]) -> tuple[int, ...]:
    """Once in a battle a damage die that puts a Lucky man down is thrown again, and the second counts. LR-040

    Each die goes with its own Impact; of several that put him down it is the worst.
    """
    worst = min(range(len(faces)), key=lambda n: (faces[n] > impacts[n], faces[n]))
    if faces[worst] > impacts[worst] or USED in figure.deeds.record or not is_lucky(g, figure):
        return tuple(faces)
    note(figure, USED)
    die = g.roll(1, D6, "damage, once more", figure.side)
    text = f"{figure.name} is lucky: the {faces[worst]} is thrown again."
    g.tell_of([figure], "lucky", text, "COT-UNIT-14", "LR-040", rolls=[die], figure=figure.id)
    return (*faces[:worst], die.one, *faces[worst + 1 :])


def is_lucky(g: Skirmish, figure: Figure) -> bool:
    """Whether he has the attribute, or she has it while a man of her side is near and in sight. COT-UNIT-14"""
    found = effects_on(figure.attributes, "damage_again")
    for attribute, _ in found:
        g.shows(figure, attribute.id)
    if found or not figure.woman:
        return bool(found)
    near = any(
        not one.woman
        and one.id != figure.id
        and is_within(one.at, figure.at, number("lucky_man_near"))
        and has_los(g.state, figure, one, g.options)
        for one in figures_of(g.state, figure.side)
    )
    return is_lucky_for_now(g.options, woman=True, man_near=near)


def poses_no_more(g: Skirmish, figure: Figure) -> None:
    """From the first time he is shot at a Poser's Rep is 1 lower, until the battle ends. COT-UNIT-11, LR-040"""
    for attribute, effect in effects_on(figure.attributes, "everything_once_shot_at"):
        if SHOT_AT in figure.deeds.record:
            return
        note(figure, SHOT_AT)
        figure.rep = max(number("lowest_rep"), figure.rep + effect.rep)
        g.shows(figure, attribute.id)
        text = f"{figure.name} was a Poser: his Rep is {g.rep(figure)} from now on."
        g.tell_of([figure], "poser", text, "COT-UNIT-11", "LR-040", figure=figure.id)
