"""Ruthless men and hated foes: who may inspire, what comes of it, how Fanatic Foes meet. COT-ATTR-01 to -07"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.game import Skirmish, figures_of, their_side
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.sight.line_of_sight import has_los
from deadground.systems.skirmish.state import Figure

INSPIRED_BY = ("hunker_down", "leave_battlefield")
"""The results of a reaction that let a Ruthless man speak up (LR-051). COT-ATTR-01"""

RUTHLESS = "ruthless"


class Inspired(msgspec.Struct, frozen=True):
    """What an Inspiration test comes to: the dice of the retest, and those added to all later tests of the unit."""

    result: Literal["retest", "example_and_retest", "man_down_test"]
    retest_dice: int
    later_dice: int


class Comrade(msgspec.Struct, frozen=True):
    """A friend in sight of a Ruthless man: how far away, and whether he is routing or hunkered."""

    id: str
    distance: int
    broken: bool


def why_no_inspiration(
    attributes: Iterable[str], results: Iterable[str], *, tests_this_turn: int
) -> list[Fault]:
    """Everything that keeps a man from inspiring his squad now; nothing if he may. COT-ATTR-01, COT-ATTR-02"""
    cite("COT-ATTR-01")
    faults = []
    if RUTHLESS not in attributes:
        faults.append(Fault("inspire", "only a Ruthless man inspires", ("COT-ATTR-01",)))
    if not set(results) & set(INSPIRED_BY):
        reason = "nobody of his squad has scored Hunker Down or Leave the Battlefield"
        faults.append(Fault("inspire", reason, ("COT-ATTR-01",)))
    if tests_this_turn >= number("inspirations_a_turn"):
        faults.append(Fault("inspire", "there is only one Inspiration test a turn", ("COT-ATTR-02",)))
    return faults


def who_inspires(g: Skirmish, shaken: Sequence[str]) -> tuple[Figure | None, tuple[str, ...]]:
    """A Ruthless man who may speak up now, and which of the shaken he may inspire: of his squad, in his sight.

    COT-ATTR-01, COT-ATTR-02, LR-050
    """
    cite("COT-ATTR-01", "COT-ATTR-02")
    broken = g.figures(shaken)
    for leader in figures_of(g.state, their_side(broken)):
        if RUTHLESS not in leader.attributes or leader.id in shaken or leader.status != "carry_on":
            continue
        used = int(g.state.units[leader.unit].inspired == g.state.turn)
        if why_no_inspiration(leader.attributes, INSPIRED_BY, tests_this_turn=used):
            continue
        his = tuple(
            one.id for one in broken if one.unit == leader.unit and has_los(g.state, leader, one, g.options)
        )
        if his:
            return leader, his
    return None, ()


def inspiration(passed: int) -> Inspired:
    """What comes of an Inspiration test. COT-ATTR-03"""
    table = chart("inspiration")
    line = str(min(passed, 2))
    return msgspec.convert(
        {
            "result": table.look_up(line, "result").value,
            "retest_dice": table.number(line, "retest_dice") or 0,
            "later_dice": table.number(line, "later_dice"),
        },
        Inspired,
    )


def who_is_the_example(friends: Iterable[Comrade]) -> str:
    """Whom the leader shoots at: the nearest who is broken, failing that the nearest; "" for nobody. COT-ATTR-04"""
    cite("COT-ATTR-04")
    found = min(friends, key=lambda one: (not one.broken, one.distance), default=None)
    return found.id if found else ""


def fanatic_foes(passed: int) -> tuple[str, int]:
    """What meeting a hated foe makes of a unit: "fanatic", "terrified" or "", and its Rep change. COT-ATTR-06"""
    table = chart("fanatic_foes")
    line = str(min(passed, 2))
    return str(table.look_up(line, "morale").value or ""), whole(table.number(line, "rep"))


def foe_reaction(passed: int, *, hunkered: bool) -> str:
    """One side's line of the Fanatic Foe Reaction table. COT-ATTR-07"""
    return str(chart("foe_reaction").look_up(str(min(passed, 2)), "hunkered" if hunkered else "other").value)


def foes_meet(hunkered: int | None, other: int) -> tuple[tuple[str, str], ...]:
    """What two Fanatic Foes do, in order, by the dice each passed; None for a foe Out Of the Fight. LR-057

    More passed acts first, on equal numbers the one who came up. Surrender needs both to have passed 0.
    """
    his = foe_reaction(other, hunkered=False)
    if hunkered is None:
        return (("other", "captured" if his == "accept_surrender" else his),)
    theirs = foe_reaction(hunkered, hunkered=True)
    if theirs == "surrender" and his == "accept_surrender":
        return (("hunkered", theirs), ("other", his))
    if theirs == "surrender":
        return (("other", his),)
    if his == "accept_surrender":
        return (("hunkered", theirs),)
    both = (("hunkered", theirs), ("other", his))
    return both if hunkered > other else both[::-1]
