"""The Charge into Melee Test: where the charger comes from, the dice of both, what the target may do.

NUTS-MELEE-02, NUTS-MELEE-04, NUTS-MELEE-05, NUTS-MELEE-07
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

import msgspec

from deadground.core.citing import cite
from deadground.core.dice import D6, Roll
from deadground.core.tally import Tally
from deadground.space.plane import FULL_TURN, Point
from deadground.systems.skirmish import reckoning
from deadground.systems.skirmish.attributes import effects_on
from deadground.systems.skirmish.charts import chart, whole
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.reckoning import Reckoning
from deadground.systems.skirmish.rules.activation.dice import passed
from deadground.systems.skirmish.rules.sight.cover import is_in_cover
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards
from deadground.systems.skirmish.state import Figure, SkirmishState

From = Literal["front", "flank", "rear"]
Answer = Literal["nothing", "snap_fires", "fires"]


class Outcome(msgspec.Struct, frozen=True):
    """What came of the test for one charger: what the target may do to him."""

    charger: str
    answer: Answer
    side: From
    """Where he came from when the test was taken."""


def angle_off(target: Figure, at: Point) -> int:
    """How far from where a man looks a place lies, in tenths of a degree, to either side."""
    turn = (facing_towards(target, at) - target.facing) % FULL_TURN
    return min(turn, FULL_TURN - turn)


def comes_from(target: Figure, at: Point) -> From:
    """Whether a charger comes from the front, the flank or the rear. NS-38"""
    cite("NS-38")
    off = angle_off(target, at)
    if off <= 10 * number("front_degrees"):
        return "front"
    return "flank" if off <= 10 * number("flank_degrees") else "rear"


def charger_dice(g: Skirmish, charger: Figure) -> Tally:
    """2d6, and what his attributes add. NUTS-MELEE-04, NR-43"""
    dice = Tally(f"charge dice of {charger.name}")
    dice.on_die("charge", number("charge_dice"), "NUTS-MELEE-04")
    add_attributes(g, dice, charger)
    return dice


def target_dice(g: Skirmish, target: Figure, charger: Figure) -> Tally:
    """2d6, attributes, and how the charge finds him: in cover, from the flank, from the rear. NR-43"""
    cite("NR-43")
    dice = Tally(f"dice of {target.name} against {charger.name}")
    dice.on_die("charged", number("charge_dice"), "NUTS-MELEE-04")
    add_attributes(g, dice, target)
    covered = is_in_cover(g.state, target, charger.at, g.options)
    dice.on_die("in cover", circumstance("in_cover"), "NUTS-MELEE-04", when=covered)
    side = comes_from(target, charger.at)
    if side != "front":
        dice.on_die(f"charged in the {side}", circumstance(side), "NUTS-MELEE-04", "NS-38")
    return dice


def add_attributes(g: Skirmish, dice: Tally, figure: Figure) -> None:
    for attribute, effect in effects_on(figure.attributes, "charge"):
        dice.on_die(attribute.name, effect.dice, "NUTS-MELEE-04", *attribute.rows)
        g.shows(figure, attribute.id)


def circumstance(name: str) -> int:
    return whole(chart("charge_modifiers").number(name))


def take_test(g: Skirmish, target: Figure, chargers: Sequence[Figure]) -> list[Outcome]:
    """The target throws once and compares with each charger by himself. NUTS-MELEE-05, NUTS-MELEE-07, NR-02

    Where he has more dice against one charger than against another, the first of them count against each.
    """
    cite("NUTS-MELEE-07", "NR-02")
    against = {one.id: target_dice(g, target, one) for one in chargers}
    most = max(max(0, tally.total) for tally in against.values())
    dice = g.roll(most, D6, "charged", target.side, ordered=True)
    rolls, tallies, found, words, how = [dice], list(against.values()), [], [], []
    results: list[dict[str, object]] = []
    for place, charger in enumerate(chargers):
        own = charger_dice(g, charger)
        throw = g.roll(own.total, D6, f"charge: {charger.name}", charger.side)
        rolls.append(throw)
        how.append(of_charger(charger, throw, len(tallies)))
        tallies.append(own)
        count = max(0, against[charger.id].total)
        how.append(of_target(target, charger, dice, count, place))
        mine = passed(throw.faces, g.rep(charger))
        theirs = passed(dice.faces[:count], g.rep(target))
        found.append(Outcome(charger.id, answer_to(mine, theirs), comes_from(target, charger.at)))
        results.append({**msgspec.structs.asdict(found[-1]), "passed": mine, "against": theirs})
        words.append(f"{charger.name} passes {mine}, {target.name} {theirs}")
    g.tell_of(
        [target, *chargers],
        "charge_test",
        f"Charge into Melee: {'; '.join(words)}.",
        "NUTS-MELEE-04",
        "NUTS-MELEE-05",
        rolls=rolls,
        tallies=tallies,
        reckoned=how,
        target=target.id,
        results=results,
    )
    return found


def of_charger(charger: Figure, throw: Roll, tally: int) -> Reckoning:
    """How a charger's own dice are counted."""
    return Reckoning(
        who=charger.id, rep=charger.rep, dice=reckoning.against(throw.faces, charger.rep), tallies=(tally,)
    )


def of_target(target: Figure, charger: Figure, throw: Roll, count: int, tally: int) -> Reckoning:
    """How the one throw of a man who is charged is counted against this charger. NR-02"""
    counted = reckoning.against(throw.faces[:count], target.rep)
    rest = reckoning.left_out(throw.faces[count:], f"not against {charger.name}")
    return Reckoning(who=target.id, rep=target.rep, dice=counted + rest, tallies=(tally,))


def answer_to(charger: int, target: int) -> Answer:
    """Who passes more decides whether the target shoots. NUTS-MELEE-05"""
    key = "neither" if charger == target else "charger" if charger > target else "target"
    return cast(Answer, chart("charge_test").look_up(key).value)


def why_no_place(state: SkirmishState, target: Figure, charger: Figure, others: Sequence[Figure] = ()) -> str:
    """Why there is no place beside a man for one more enemy: two in front and two behind. NUTS-MELEE-13, NS-38"""
    cite("NUTS-MELEE-13", "NS-38")
    here = is_in_front(target, charger.at)
    fighting = [state.figures[id] for id in target.melee.fighting if id in state.figures]
    men = [one for one in (*fighting, *others) if one.id != charger.id]
    if sum(is_in_front(target, one.at) == here for one in men) < number("most_to_a_side"):
        return ""
    return f"two enemies are {'in front of' if here else 'behind'} {target.name} already"


def is_in_front(target: Figure, at: Point) -> bool:
    """On which side of a man in melee somebody comes. NUTS-MELEE-13, NS-38"""
    return angle_off(target, at) <= 10 * number("front_in_melee")


def tell_short(g: Skirmish, charger: Figure, target: TablePiece, *, lost_fire: bool) -> None:
    """A charger has not come near enough. NUTS-MELEE-03"""
    words = f"{charger.name} comes up short of {target.name}"
    text = f"{words} and loses his active fire." if lost_fire else f"{words}."
    g.tell_of([charger], "charge_short", text, "NUTS-MELEE-03", figure=charger.id, lost_fire=lost_fire)
