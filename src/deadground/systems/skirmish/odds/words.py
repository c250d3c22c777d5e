"""What the questions about odds have in common: how things are given, and how chances are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated

from deadground.core.chances import Given, Heading, Names
from deadground.core.tally import Tally
from deadground.systems.skirmish.odds.targets import Harm

Rep = Annotated[int, Given("His Rep.")]
EnemyRep = Annotated[int, Given("His enemy's Rep.")]
Inches = Annotated[float, Given("In inches, centre to centre.", name="range", unit="INCHES")]
With = Annotated[Names, Given("Circumstances between commas; see --words.", name="with")]
EnemyWith = Annotated[Names, Given("The same, of his enemy.", name="enemy_with")]
Having = Annotated[Names, Given("His attributes: crack_shot,rage ...")]
EnemyHaving = Annotated[Names, Given("Those of his enemy.")]
WeaponId = Annotated[str, Given("Its id: nation and weapon of `data skirmish weapons`, as in german.mg42.")]


def dice_in_words(many: int) -> str:
    return "1 die" if many == 1 else f"{many} dice"


def percent(chance: Fraction) -> str:
    return f"{float(chance):.1%}"


def chance_lines(chances: Mapping[str, Fraction], width: int = 20) -> Iterator[str]:
    """What may come of it, and how likely, in two columns."""
    for what, chance in chances.items():
        yield f"{what:{width}}{percent(chance):>8}"


def tally_lines(tally: Tally) -> Iterator[str]:
    """The lines of a tally, each with its rows."""
    for line in tally.lines:
        yield f"  {line.amount:+d} {line.reason} ({', '.join(line.rows)})"


def dice_lines(dice: int, enemy_dice: int, tallies: tuple[Tally, Tally]) -> Iterator[str]:
    """The dice of both sides."""
    for whose, many, tally in zip(("Own", "Enemy"), (dice, enemy_dice), tallies, strict=True):
        yield Heading(f"{whose} dice: {many}")
        yield from tally_lines(tally)


def harm_lines(men: Mapping[str, Harm]) -> Iterator[str]:
    """Each man with his chances of being hit, out of the fight or dead, and dead."""
    yield f"{'':16}{'hit':>8}{'down':>8}{'dead':>8}"
    for name, man in men.items():
        yield f"{name:16}" + "".join(f"{percent(one):>8}" for one in (man.hit, man.down, man.dead))
