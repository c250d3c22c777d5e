"""What changes the dice of infantry Reaction Tests: cover and half strength. NUTS-REACT-04, NR-03 to NR-05"""

from __future__ import annotations

from collections.abc import Iterable

from deadground.core.citing import cite
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.game import Skirmish, members
from deadground.systems.skirmish.rules.reactions.reaction import Cause
from deadground.systems.skirmish.rules.sight.cover import is_in_cover
from deadground.systems.skirmish.state import LOST, Figure


def modifier(circumstance: str) -> int:
    """So many dice more or fewer. NUTS-REACT-04"""
    return whole(chart("reaction_modifiers").number(circumstance))


def half_strength(g: Skirmish, figure: Figure) -> bool:
    """Whether a man's unit has half of its men left, or fewer; hunkered men count as present, and so do those who
    are still to come. NR-04, NR-206"""
    cite("NUTS-REACT-04", "NR-04")
    if g.option("half_strength_scope") == "group":
        if (
            not figure.group
        ):  # a prisoner is in none, and how the enemy's men are grouped is not known (NR-108)
            return False
        return 2 * len(members(g.state, figure.group)) <= g.group_of(figure).strength
    unit = g.state.units[figure.unit]
    everybody = (*g.state.figures.values(), *g.state.to_come.values())
    present = sum(one.unit == unit.id and one.status not in LOST for one in everybody)
    return 2 * present <= unit.strength


def tests_in_cover(g: Skirmish, figure: Figure, causes: Iterable[Cause]) -> bool:
    """In cover from one who caused the test, or from the place where the friend fell. NR-103"""
    cite("NUTS-REACT-04", "NR-103")
    places = [g.piece(id).at for cause in causes if cause.at is None for id in cause.by]
    places += [cause.at for cause in causes if cause.at is not None]
    if figure.aboard:  # on a deck there is no cover. NS-30
        return False
    return any(is_in_cover(g.state, figure, place, g.options) for place in places)
