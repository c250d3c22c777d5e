"""``deadground odds skirmish``: the exact chances of shots, tests, melees and throws of the skirmish system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar

import typer

from deadground.cli import Trouble
from deadground.cli.odds_words import AsJson, Rolls, Set, chosen, numbers
from deadground.cli.screen import console, print_json
from deadground.core.tally import Tally

if TYPE_CHECKING:
    from rich.console import Console

    from deadground.systems.skirmish.odds.crisis import CrisisOdds
    from deadground.systems.skirmish.odds.fire import FireOdds
    from deadground.systems.skirmish.odds.grenade import GrenadeOdds
    from deadground.systems.skirmish.odds.in_sight import InSightOdds
    from deadground.systems.skirmish.odds.melee import MeleeOdds

skirmish = typer.Typer(
    cls=Rolls,
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Skirmish: fire, in_sight, crisis, melee, grenade.",
)

Rep = Annotated[int, typer.Option(help="His Rep.")]
EnemyRep = Annotated[int, typer.Option(help="His enemy's Rep.")]
At = Annotated[str, typer.Option("--at", help="The Reps of the targets, side by side: 4,3,3.")]
Inches = Annotated[float, typer.Option("--range", metavar="INCHES", help="In inches, centre to centre.")]
With = Annotated[str, typer.Option("--with", help="Circumstances between commas; see --words.")]
EnemyWith = Annotated[str, typer.Option("--enemy-with", help="The same, of his enemy.")]
Having = Annotated[str, typer.Option("--attributes", help="His attributes: crack_shot,rage ...")]
EnemyHaving = Annotated[str, typer.Option("--enemy-attributes", help="Those of his enemy.")]
Words = Annotated[bool, typer.Option("--words", help="List the circumstances and nothing else.")]
WeaponId = Annotated[
    str, typer.Option(help="Its id: nation and weapon of `data skirmish weapons`, as in german.mg42.")
]
Told = Annotated[str, typer.Option(help="How it is used: scope, stock, full_auto ...")]


@skirmish.callback()
def rolls() -> None:
    """The rolls whose odds can be had."""


class Found(Protocol):
    """Odds as they are reckoned, with their published shape."""

    def record(self) -> dict[str, Any]: ...


FoundT = TypeVar("FoundT", bound=Found)


def answer(reckon: Callable[[], FoundT], show: Callable[[FoundT], None], *, as_json: bool) -> None:
    """The odds as a document or in words; what cannot be reckoned is said in one line."""
    from deadground.systems.skirmish.odds.stage import OddsError

    try:
        found = reckon()
    except OddsError as error:
        raise Trouble(str(error)) from None
    print_json(found.record()) if as_json else show(found)


@skirmish.command()
def fire(
    weapon: WeaponId = "core.ba_rifle",
    rep: Rep = 4,
    at: At = "4",
    dice: Annotated[str, typer.Option(help="How many dice go at each target: 4,1,1.")] = "",
    range_: Inches = 12,
    with_: With = "",
    attributes: Having = "",
    mode: Told = "",
    set_: Set = None,
    words: Words = False,
    as_json: AsJson = False,
) -> None:
    """One man's shot. Tells how likely each target is hit, goes down, dies, and how likely the weapon runs dry."""
    from deadground.systems.skirmish.odds.fire import WORDS, fire_odds

    if words:
        return show_words(WORDS)
    split, reps = numbers(dice, "--dice"), numbers(at, "--at") or [4]
    return answer(
        lambda: fire_odds(weapon, rep, reps, split, range_, with_, attributes, mode, chosen(set_)),
        show_fire,
        as_json=as_json,
    )


@skirmish.command(name="in_sight")
def in_sight(
    rep: Rep = 4,
    enemy_rep: EnemyRep = 4,
    with_: With = "",
    enemy_with: EnemyWith = "",
    attributes: Having = "",
    enemy_attributes: EnemyHaving = "",
    set_: Set = None,
    words: Words = False,
    as_json: AsJson = False,
) -> None:
    """Two groups come into sight of each other. Tells the dice of both, and who is quicker."""
    from deadground.systems.skirmish.odds.in_sight import WORDS, in_sight_odds

    if words:
        return show_words(WORDS)
    return answer(
        lambda: in_sight_odds(rep, enemy_rep, with_, enemy_with, attributes, enemy_attributes, chosen(set_)),
        show_in_sight,
        as_json=as_json,
    )


@skirmish.command()
def crisis(
    cause: Annotated[str, typer.Option(help="fired_on, man_down or both.")] = "fired_on",
    rep: Rep = 4,
    weapon: Annotated[
        str, typer.Option(help="What he could shoot back with; empty for nothing.")
    ] = "core.ba_rifle",
    shooter: Annotated[str, typer.Option(help="The weapon that shot at him.")] = "core.ba_rifle",
    range_: Inches = 12,
    leader: Annotated[int, typer.Option(help="The Rep of a Leader beside him; 0 for none.")] = 0,
    with_: With = "",
    attributes: Having = "",
    set_: Set = None,
    words: Words = False,
    as_json: AsJson = False,
) -> None:
    """One man's Crisis Test. Tells how likely each result is, whether he is outgunned or not."""
    from deadground.systems.skirmish.odds.crisis import WORDS, crisis_odds

    if words:
        return show_words(WORDS)
    return answer(
        lambda: crisis_odds(cause, rep, weapon, shooter, range_, leader, with_, attributes, chosen(set_)),
        show_crisis,
        as_json=as_json,
    )


@skirmish.command()
def melee(
    rep: Rep = 4,
    enemy_rep: EnemyRep = 4,
    weapon: Annotated[str, typer.Option(help="His weapon; empty for a knife alone.")] = "core.ba_rifle",
    enemy_weapon: Annotated[str, typer.Option(help="His enemy's.")] = "core.ba_rifle",
    with_: With = "",
    enemy_with: EnemyWith = "",
    attributes: Having = "",
    enemy_attributes: EnemyHaving = "",
    set_: Set = None,
    words: Words = False,
    as_json: AsJson = False,
) -> None:
    """One man charges another. Tells what the charge test comes to, and the round of melee after it."""
    from deadground.systems.skirmish.odds.melee import WORDS, melee_odds

    if words:
        return show_words(WORDS)
    return answer(
        lambda: melee_odds(
            rep,
            enemy_rep,
            weapon,
            enemy_weapon,
            with_,
            enemy_with,
            attributes,
            enemy_attributes,
            chosen(set_),
        ),
        show_melee,
        as_json=as_json,
    )


@skirmish.command()
def grenade(
    weapon: WeaponId = "core.grenade",
    rep: Rep = 4,
    at: At = "4",
    range_: Inches = 5,
    with_: With = "",
    attributes: Having = "",
    set_: Set = None,
    words: Words = False,
    as_json: AsJson = False,
) -> None:
    """Something thrown, launched or poured at men. Tells where it comes down, and who is hurt."""
    from deadground.systems.skirmish.odds.grenade import WORDS, grenade_odds

    if words:
        return show_words(WORDS)
    reps = numbers(at, "--at") or [4]
    return answer(
        lambda: grenade_odds(weapon, rep, reps, range_, with_, attributes, chosen(set_)),
        show_grenade,
        as_json=as_json,
    )


def show_words(known: Mapping[str, str]) -> None:
    screen = console()
    for word, meaning in known.items():
        screen.print(f"{word:14}  {meaning}")


def dice_in_words(many: int) -> str:
    return "1 die" if many == 1 else f"{many} dice"


def percent(chance: Fraction) -> str:
    return f"{float(chance):6.1%}"


def show_tally(screen: Console, tally: Tally) -> None:
    """The lines of a tally, each with its rows."""
    for line in tally.lines:
        screen.print(f"  {line.amount:+d} {line.reason} ({', '.join(line.rows)})")


def show_both(screen: Console, found: InSightOdds | MeleeOdds) -> None:
    """The dice of both sides."""
    both = zip(("Own", "Enemy"), (found.dice, found.enemy_dice), found.tallies, strict=True)
    for whose, dice, tally in both:
        screen.print(f"{whose} dice: {dice}", style="bold")
        show_tally(screen, tally)


def show_men(screen: Console, men: Mapping[str, Any]) -> None:
    """Each man with his chances of being hit, out of the fight or dead, and dead."""
    screen.print(f"{'':16}{'hit':>8}{'down':>8}{'dead':>8}")
    for name, man in men.items():
        screen.print(f"{name:16}{percent(man.hit):>8}{percent(man.down):>8}{percent(man.dead):>8}")


def show_fire(found: FireOdds) -> None:
    screen = console()
    screen.print(f"{found.weapon.name}, {dice_in_words(found.dice)}, Impact {found.impact}", style="bold")
    if found.refused:
        screen.print(found.refused)
        return
    screen.print(f"Each die, {found.shift.total:+d}:")
    show_tally(screen, found.shift)
    show_men(screen, {f"Rep {one.rep}, {dice_in_words(one.dice)}": one for one in found.targets})
    screen.print(f"somebody hit {percent(found.hit).strip()}, somebody down {percent(found.down).strip()}")
    screen.print(f"out of ammunition {percent(found.empty).strip()}")


def show_in_sight(found: InSightOdds) -> None:
    screen = console()
    show_both(screen, found)
    screen.print(f"win {percent(found.win).strip()}, lose {percent(found.lose).strip()}")
    screen.print(f"The first throw is tied, and thrown again, {percent(found.tie).strip()} of the time.")


def show_crisis(found: CrisisOdds) -> None:
    screen = console()
    screen.print(", ".join(line.replace("_", " ") for line in found.lines), style="bold")
    for result, chance in found.results.items():
        screen.print(f"{result.replace('_', ' '):20}{percent(chance):>8}")


def show_melee(found: MeleeOdds) -> None:
    screen = console()
    screen.print("The charge: the enemy", style="bold")
    words = {"nothing": "may not shoot", "snap_fires": "snap fires", "fires": "fires"}
    for answer, chance in found.charge.items():
        screen.print(f"{words[answer]:20}{percent(chance):>8}")
    show_both(screen, found)
    chances = {
        "wins": found.win,
        "loses": found.lose,
        "evenly matched": found.matched,
        "enemy down": found.enemy_down,
        "down himself": found.down,
    }
    for word, chance in chances.items():
        screen.print(f"{word:20}{percent(chance):>8}")


def show_grenade(found: GrenadeOdds) -> None:
    screen = console()
    screen.print(
        f"{found.weapon.name}, circle {found.weapon.circle} in, Impact {found.weapon.impact}", style="bold"
    )
    if found.refused:
        screen.print(found.refused)
        return
    for where, chance in found.where.items():
        screen.print(f"{where:16}{percent(chance):>8}")
    show_men(screen, {one.name: one for one in found.men})
    screen.print(f"somebody down {percent(found.down).strip()}")
