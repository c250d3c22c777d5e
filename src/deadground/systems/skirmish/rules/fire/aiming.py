"""Whom a man may aim at, and whether he may turn to do it. NUTS-FIRE-10, NR-12, NR-31"""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.systems.skirmish.crews import machines_against
from deadground.systems.skirmish.game import enemies_of
from deadground.systems.skirmish.pieces import TablePiece, are_enemies, others_of
from deadground.systems.skirmish.rules.activation.orders import Targets
from deadground.systems.skirmish.state import Figure, SkirmishState


def may_turn(figure: Figure) -> bool:
    """Whether a man may turn to shoot: in reaction, and when active unless he has moved. NR-12, NR-31

    One who won an In Sight shoots at those he sees as he stands. Aboard it is his weapon that bears or not. NS-22
    """
    if figure.reaction.reacting is not None or figure.aboard:
        return True
    return figure.reaction.successes < 0 and figure.doing.action in ("", "stay")


def whom_he_may(figure: Figure, targets: Targets) -> Targets:
    """A man told to shoot by a Crisis Test shoots at those who shot at him, whom of them he wants. NUTS-FIRE-10"""
    if figure.reaction.reacting is None:
        return targets
    cite("NUTS-FIRE-10")
    return (
        figure.reaction.causes
        if targets is None
        else tuple(id for id in figure.reaction.causes if id in targets)
    )


def aimed_at(state: SkirmishState, figure: Figure, targets: Targets) -> list[TablePiece]:
    """The enemies a man may aim at, of those this state knows, vehicles and guns among them; whatever else
    is no man only where it is named."""
    allowed = whom_he_may(figure, targets)
    if allowed is None:
        return [*enemies_of(state, figure.side), *machines_against(state, figure.side)]
    foes = [*enemies_of(state, figure.side), *(one for one in others_of(state) if are_enemies(one, figure))]
    return [one for one in foes if one.id in allowed]
