"""After the battle: who of the fallen, the gone and the captured comes back. NUTS-WOUND-09 to NUTS-WOUND-11"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.plane import is_within
from deadground.systems.skirmish.armies.life import Fitness
from deadground.systems.skirmish.armies.throws import Throws
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import men_on_table
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.state import LOST, Figure, SkirmishState

Case = Literal["out_of_the_fight", "left", "captured", "left_behind"]
"""A column of the table."""

Fate = Literal["returns", "prisoner", "lost"]


def is_brought_off(state: SkirmishState, casualty: Figure) -> bool:
    """Whether a wounded man was carried off, is in somebody's arms, or at a way station. NUTS-WOUND-09"""
    return (
        "brought_off" in casualty.deeds.record
        or bool(casualty.aid.carried_by)
        or is_at_way_station(state, casualty)
    )


def is_at_way_station(state: SkirmishState, casualty: Figure) -> bool:
    """Left in a place that at least one unwounded friend guards. NUTS-WOUND-09"""
    cite("NUTS-WOUND-09")
    return any(
        one.side == casualty.side and one.able and is_within(one.at, casualty.at, number("way_station"))
        for one in men_on_table(state)
    )


def case_of(state: SkirmishState, figure: Figure, *, holds_field: bool) -> Case | None:
    """Which column of the table a man is in; None for one who is fit, free or dead. NR-79, NR-80, NS-36

    `holds_field`: whether his own side does. Whoever lies or hunkers where the enemy holds it is in his hands.
    """
    cite("NUTS-WOUND-10", "NUTS-WOUND-11", "NR-79", "NR-80")
    if figure.status == "captured":
        return None if holds_field else "captured"
    if figure.status == "out_of_the_fight":
        return "out_of_the_fight" if holds_field or is_brought_off(state, figure) else "captured"
    if figure.status == "hunker_down":
        return None if holds_field else "left_behind"
    if figure.status == "leave_battlefield":
        return "left"
    if figure.status == "gone":
        carried = "brought_off" in figure.deeds.record
        return "out_of_the_fight" if carried else "left" if "left" in figure.deeds.record else None
    return None


def recover(dice: Throws, figure: Figure, case: Case) -> Fate:
    """2d6 against his Rep; Stars are always recovered. NUTS-WOUND-10, NUTS-WOUND-11"""
    cite("NUTS-WOUND-11")
    if figure.star:
        return "returns"
    roll = dice.roll(number("recovery_dice"), D6, f"after the battle: {figure.name}", figure.side)
    many = at_most_two(passed(roll.faces, figure.rep))
    return cast(Fate, chart("after_battle").look_up(str(many), case).value)


def after_the_battle(dice: Throws, state: SkirmishState, holding: str) -> Iterator[tuple[str, Fate]]:
    """Everybody who rolls, in the order of the roster, and what becomes of him. `holding`: whose field it is."""
    for figure in state.figures.values():
        case = case_of(state, figure, holds_field=figure.side == holding)
        if case is not None:
            yield figure.id, recover(dice, figure, case)


def is_through(one: Figure) -> bool:
    """Whether a man can go out again: on his feet, and not running. Those who were carried need their time.

    So can who brought a friend off, a Star who cheated death, and a prisoner who was freed. NR-111, NUTS-STAR-03
    """
    safe = not {"walked_off", "cheated_death", "freed"}.isdisjoint(one.deeds.record)
    return safe or one.status not in (*LOST, "leave_battlefield")


def between_battles(one: Figure) -> Fitness:
    """How a man is for the next battle: fit, wounded, or not to be had any more."""
    wounded = one.status == "out_of_the_fight" or "brought_off" in one.deeds.record
    if wounded:
        return "out_of_the_fight"
    return "fit" if is_through(one) or "returns" in one.deeds.record else "dead"
