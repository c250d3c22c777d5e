"""Stars: Star Power, Larger Than Life, Cheating Death. NUTS-STAR-01 to -03; Free Will has its own module."""

from __future__ import annotations

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.man import Result
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.reckoning import Reckoning, scoring
from deadground.systems.skirmish.rules.activation.dice import successes
from deadground.systems.skirmish.rules.leaders.leadership import hand_over
from deadground.systems.skirmish.rules.reactions.casualties import note, out_of_it
from deadground.systems.skirmish.state import Figure

LEVELS: tuple[Result | None, ...] = (None, "carry_on", "out_of_the_fight", "obviously_dead")
"""Levels of damage, the lightest first: nothing at all, knocked down, out of the fight, dead. NR-85"""


def star_power(g: Skirmish, star: Figure, result: Result) -> Result | None:
    """All dice he has left: 1 to 3 a level less, 4 and 5 nothing, a 6 is lost for the mission. NUTS-STAR-01

    None if nothing is left of the damage.
    """
    cite("NUTS-STAR-01", "NR-85")
    if star.star_dice <= 0:
        return result
    dice = g.roll(star.star_dice, D6, "star power", star.side)
    level = max(0, LEVELS.index(result) - successes(dice.faces))
    star.star_dice -= sum(face == number("star_die_lost") for face in dice.faces)
    words = str(chart("damage_levels").look_up(str(level)).value)
    text = f"Star Power: {star.name} {words}."
    how = Reckoning(who=star.id, dice=scoring([dice]))
    rows = ("NUTS-STAR-01", "NR-85")
    g.tell_of([star], "star_power", text, *rows, rolls=[dice], reckoned=[how], figure=star.id)
    return LEVELS[level]


def larger_than_life(g: Skirmish, star: Figure, result: Result | None, killer: int) -> Result | None:
    """Nobody of lower Rep can kill him: he is Out of the Fight. NUTS-STAR-02"""
    cite("NUTS-STAR-02")
    if result != "obviously_dead" or killer >= g.rep(star):
        return result
    text = f"{star.name} is larger than life: no man of lower Rep can kill him."
    g.tell_of([star], "larger_than_life", text, "NUTS-STAR-02", figure=star.id)
    return "out_of_the_fight"


def killer_rep(g: Skirmish, by: str) -> int:
    """The Rep of the man who killed him; mines, artillery and burning ground have 5. NR-86"""
    cite("NR-86")
    return g.rep(g.figure(by)) if by in g.state.figures else number("killer_without_rep")


def cheats_death(g: Skirmish, star: Figure) -> None:
    """Killed by his equal or better he is taken to safety, and his Rep is 1 lower for good. NUTS-STAR-03, NR-87"""
    was = star.status
    star.rep = max(number("lowest_rep"), star.rep - number("cheating_death_costs"))
    star.shown_rep = star.rep
    note(star, "cheated_death")
    out_of_it(g, star, "gone")
    text = f"{star.name} cheats death and is taken to safety; his Rep falls to {star.rep}."
    g.tell_of([star], "cheats_death", text, "NUTS-STAR-03", "NR-87", figure=star.id, rep=star.rep)
    hand_over(g, star, was)
