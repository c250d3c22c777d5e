"""Who reads a line of his own when he is shot at: chargers, and engineers. COT-UNIT-06, LR-004, LR-005, LR-208

Everybody else reads Fired On or Outgunned of the Crisis Test. What these lines say is done by the ordinary results
of a Reaction Test, and by what goes with them: a charge broken off, a shot in haste, a man who lies down.
"""

from __future__ import annotations

from typing import cast

import msgspec

from deadground.core.citing import cite
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.man import Deed, Result
from deadground.systems.skirmish.rules import links
from deadground.systems.skirmish.rules.fire.outgunned import can_make_out, is_outgunned
from deadground.systems.skirmish.rules.grenades.lobs import can_fire
from deadground.systems.skirmish.rules.movement.going import normal_move
from deadground.systems.skirmish.rules.reactions.casualties import forget, note
from deadground.systems.skirmish.rules.reactions.modifiers import tests_in_cover
from deadground.systems.skirmish.rules.reactions.reaction import Cause, Line
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.troops.unit_types import engineer_received_fire
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.weapons import weapon

ENGINEERS = "engineers"
HURRIED: Deed = "hurried"
"""He shoots back with a Rep less, until that shot is done. COT-UNIT-06"""

SITUATIONS: dict[Line, dict[str, bool]] = {
    "charging": {"charging": True},
    "charging_unarmed": {"charging": True, "ranged": False},
    "engineer": {},
    "engineer_in_cover": {"in_cover": True},
    "engineer_outgunned": {"outgunned": True},
    "engineer_outgunned_in_cover": {"outgunned": True, "in_cover": True},
    "engineer_retrieving": {"retrieving": True},
}
"""What each line of the engineers' table is about."""

RESULTS: dict[str, Result] = {
    "go_on": "carry_on",
    "go_prone": "carry_on",
    "finish_and_fire": "return_fire",
    "stop_and_fire": "return_fire",
    "return_fire_minus_1": "return_fire",
}
"""The words of that table that are no results of the Crisis Test themselves, as such."""

WORDS = {
    "go_prone": "drops prone",
    "stop_and_fire": "stops and returns fire",
    "return_fire_minus_1": "returns fire in haste",
}


def as_they_are(g: Skirmish, cause: Cause) -> Cause:
    """A man who is shot at tests for what he is doing: charging, or his work as an engineer. COT-UNIT-06, LR-005"""
    cite("LR-005")
    if cause.line != "fired_on":
        return cause
    figure = g.figure(cause.who)
    if is_charging(g, figure):
        armed = any(weapon(id).range and id not in figure.arms.empty for id in figure.arms.weapons)
        return msgspec.structs.replace(cause, line="charging" if armed else "charging_unarmed")
    if is_engineer(g.state, figure):
        return msgspec.structs.replace(cause, line=engineers_line(g, figure, cause))
    return cause


def is_engineer(state: SkirmishState, figure: Figure) -> bool:
    """Whether a man's unit are engineers or pioneers. COT-UNIT-06"""
    return state.units[figure.unit].variant == ENGINEERS


def engineers_line(g: Skirmish, figure: Figure, cause: Cause) -> Line:
    """The line of an engineer: fetching wounded, outgunned or without a shot, in cover or not. COT-UNIT-06"""
    cite("COT-UNIT-06")
    if is_retrieving(g, figure):
        return "engineer_retrieving"
    covered = tests_in_cover(g, figure, [cause])
    if is_outgunned(g, figure, cause.by) or not can_answer(g, figure, cause):
        return "engineer_outgunned_in_cover" if covered else "engineer_outgunned"
    return "engineer_in_cover" if covered else "engineer"


def can_answer(g: Skirmish, figure: Figure, cause: Cause) -> bool:
    """Whether a man could shoot at one of those who shoot at him, turning if he must."""
    foes = [one for one in map(g.piece, cause.by) if can_make_out(g, figure, one)]
    return can_fire(g.state, figure, foes, g.options, turning=True)


def is_retrieving(g: Skirmish, figure: Figure) -> bool:
    """Whether a man is on his way to a wounded friend, or carries one. NUTS-WOUND-02"""
    cite("NUTS-WOUND-02")
    return bool(figure.aid.carries) or any(figure.id in dict(one.pairs) for one in links.fetches(g))


def is_charging(g: Skirmish, figure: Figure) -> bool:
    """Whether a man is on his way to charge somebody and has not broken off. LR-005"""
    return figure.reaction.reacting is None and any(
        figure.id in dict(one.charges) for one in links.charges(g)
    )


def says(line: Line, many: str) -> str:
    """What a line says for a number of dice passed, in the words of its table. NUTS-REACT-03, COT-UNIT-06"""
    if line in SITUATIONS:
        return engineer_received_fire(int(many), **SITUATIONS[line])
    return str(chart("crisis_test").look_up(line, many).value)


def result_on(line: Line, many: str) -> Result:
    """The result of the ladder that a line comes to."""
    word = says(line, many)
    return RESULTS.get(word) or cast(Result, word)


def goes_with(g: Skirmish, figure: Figure, word: str) -> None:
    """What a result of the engineers' table has with it; a new result ends what an older one had. COT-UNIT-06"""
    if word:
        aims_again(figure)
    if word == "stop_and_fire":
        stop_charging(g, figure)
    elif word == "return_fire_minus_1":
        note(figure, HURRIED)
    elif word == "go_prone":
        figure.prone = True
        look_round(g)
        figure.doing = figure.doing.but(spent=normal_move(figure) + figure.doing.bonus)


def stop_charging(g: Skirmish, figure: Figure) -> None:
    """He stops where he is; his charge is over, and with it his movement. COT-UNIT-06, LR-208"""
    cite("LR-208")
    for one in links.charges(g):
        one.give_up(figure.id)
    figure.doing = figure.doing.but(action="charge")
    figure.doing = figure.doing.but(spent=normal_move(figure) + figure.doing.bonus)


def aims_again(figure: Figure) -> None:
    """A shot in haste is done. COT-UNIT-06"""
    forget(figure, HURRIED)
