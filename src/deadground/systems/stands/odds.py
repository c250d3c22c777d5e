"""The exact odds of a shot, by the code that resolves it: every fall of the dice is forced through it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Annotated, Any

import msgspec

from deadground.core.chances import Given, Heading, Names, OddsError, Question, listed
from deadground.core.dice import DiceSource, Ids
from deadground.core.faults import did_you_mean
from deadground.core.odds import odds
from deadground.core.records import copy_state
from deadground.core.system import why_not_set
from deadground.space.units import mm
from deadground.systems.kit.options import Options
from deadground.systems.stands.game import Stands, kind_of
from deadground.systems.stands.kinds import kinds
from deadground.systems.stands.options import option
from deadground.systems.stands.rules.assault.melee import gun_shift, is_marked, marked_shift
from deadground.systems.stands.rules.fire.duties_of_fire import shoot
from deadground.systems.stands.rules.fire.firing import Manner, Shot, range_of, shot_at
from deadground.systems.stands.rules.fire.hits import hit
from deadground.systems.stands.state import Command, Side, Stand, StandsState

MANNERS: dict[str, Manner] = {
    "indirect": "indirect",
    "speculative": "speculative",
    "area": "area",
    "melee": "melee",
    "snap": "snap",
    "defensive": "defensive",
}

WORDS: dict[str, str] = {
    "cover": "the target is in cover",
    "hull_down": "the target is hull down, which is cover",
    "dug_in": "the target is dug in",
    "prone": "the target is prone infantry",
    "flank": "the shot comes from the flank or rear",
    "specialist": "the target is specialist infantry",
    "marked": "the target carries a hit",
    "indirect": "indirect fire",
    "speculative": "speculative fire",
    "area": "area fire",
    "melee": "close combat",
    "snap": "a snap shot",
    "defensive": "defensive fire",
    "night": "at night",
    "moved": "the shooter has a Move and Fire card",
    "fixed": "the shooter is a gun in a fixed position",
    "defending": "the shooter defends itself in an assault",
    "marked_shooter": "the shooter carries a hit",
}
"""What `--with` takes."""


class ShotOdds(msgspec.Struct, frozen=True):
    """A shot with its chances: of at least one hit, and of destroying the target."""

    shot: Shot
    shooter: Stand
    target: Stand
    out_of_range: bool
    hit: Fraction
    destroy: Fraction

    def record(self) -> dict[str, Any]:
        """The published shape."""
        return {
            "die": self.shot.die,
            "dice": self.shot.dice,
            "needed": None if self.out_of_range else self.shot.needed,
            "hit": float(self.hit),
            "destroy": float(self.destroy),
        }

    def in_words(self) -> Iterator[str]:
        yield Heading(f"{self.shooter.name} at {self.target.name}, {self.shot.distance / 10:g} mm")
        if self.out_of_range:
            yield "Out of range."
        elif self.shot.score is None:
            yield "No hit is possible, whatever the roll."
        else:
            yield from shot_lines(self.shot)
        yield f"hit {float(self.hit):.1%}, destroy {float(self.destroy):.1%}"


def shot_lines(shot: Shot) -> Iterator[str]:
    """What the chart asks for, what shifts it, and what the shot needs in the end."""
    yield f"The chart asks for {shot.score} on " + (
        f"{shot.dice} D{shot.die}." if shot.dice > 1 else f"a D{shot.die}."
    )
    for line in (*shot.shift.lines, *shot.marks.lines):
        what = "the die" if line.on == "die" else "the number"
        yield f"  {line.amount:+d} on {what}: {line.reason} ({', '.join(line.rows)})"
    if shot.shift.total != shot.shift.unlimited:
        yield f"  held to {shot.shift.total:+d} (KIM-4.6b)"
    yield f"It needs {shot.needed} or more." if shot.needed else "No face of the die is enough."


def shot_odds(
    shooter: Annotated[str, Given("The kind of stand that fires.")],
    target: Annotated[str, Given("The kind of stand fired at.")],
    range_mm: Annotated[float, Given("In millimetres, centre to centre.", name="range", unit="MM")] = 150,
    with_: Annotated[Names, Given("Circumstances: cover,dug_in,flank ...", name="with")] = (),
    date: Annotated[str, Given("Year and month, as in 1944-06.")] = "1943-07",
    options: Options | None = None,
) -> ShotOdds:
    """A shot. Tells what it needs, what shifts it, and how likely it is to hit and to destroy."""
    check_length(range_mm)
    shooter, target = kind_named(shooter), kind_named(target)
    words = listed(with_)
    check_words(words)
    chosen = checked(options or {})
    state = battle(shooter, target, range_mm, words, month(date))
    manner: Manner = next((MANNERS[word] for word in words if word in MANNERS), "direct")
    check_shot(state, manner, words)
    by = state.stands["shooter"]
    away = mm(range_mm)
    short = manner not in ("melee", "area") and away > range_of(state, by, manner, chosen)
    shot = aimed(state, manner, words, chosen)

    def resolve(dice: DiceSource) -> tuple[bool, bool]:
        g = game(copy_state(state), chosen, dice)
        hits = 0 if short else shoot(g, manner, aimed(g.state, manner, words, chosen), "shot")
        for _ in range(hits):
            hit(g, g.state.stands.get("target", state.stands["target"]), "shooter")
        return hits > 0, "target" not in g.state.stands

    found = odds(resolve)
    return ShotOdds(
        shot,
        by,
        state.stands["target"],
        short,
        found.of(lambda result: result[0]),
        found.of(lambda result: result[1]),
    )


def check_length(range_mm: float) -> None:
    """A distance on a table; not a number is none."""
    if not 0 <= range_mm <= 6000:
        raise OddsError(f"--range {range_mm:g}: from 0 to 6000 millimetres")


def month(date: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{4})-(\d{1,2})", date)
    if not found or not 1 <= int(found[2]) <= 12:
        raise OddsError(f"--date {date}: year and month are wanted, as in 1944-06")
    return int(found[1]), int(found[2])


def kind_named(name: str) -> str:
    """A kind by its id or its name, however it is spelt: tiger_1, Tiger 1, tiger1."""
    wanted = bare(name)
    for id, kind in kinds().items():
        if wanted in (bare(id), bare(kind.name)):
            return id
    raise OddsError(f"no kind of stand is called '{name}': {did_you_mean(name, kinds())}")


def bare(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def aimed(state: StandsState, manner: Manner, words: Collection[str], options: Options) -> Shot:
    shooter, target = state.stands["shooter"], state.stands["target"]
    defending = "defending" in words
    extra = []
    if manner == "melee" and is_marked(shooter):
        extra.append(marked_shift(state))
    if manner == "melee" and defending and kind_of(shooter).is_gun:
        extra.append(gun_shift(state))
    return shot_at(
        state,
        shooter,
        target,
        manner=manner,
        defending=defending,
        night="night" in words,
        extra=extra,
        options=options,
        in_cover="cover" in words or "hull_down" in words,
        dug_in="dug_in" in words,
        flank="flank" in words,
    )


def game(state: StandsState, options: Options, dice: DiceSource) -> Stands:
    rulings = {name: one.ruling for name, one in option.known.items()}
    return Stands(state, [], (), options, rulings, dice, Ids(b"", 0))


def checked(options: Options) -> Options:
    """All options, those not named at their defaults."""
    for name, value in options.items():
        if why := why_not_set(option.known, name, value):
            raise OddsError(why)
    return {name: options.get(name, one.default) for name, one in option.known.items()}


def check_words(words: Collection[str]) -> None:
    for word in words:
        if word not in WORDS:
            raise OddsError(f"a shot cannot be had with '{word}': {did_you_mean(word, WORDS)}")
    manners = [word for word in words if word in MANNERS]
    if len(manners) > 1:
        raise OddsError(f"one shot cannot be {' and '.join(manners)} at once")


def check_shot(state: StandsState, manner: Manner, words: Collection[str]) -> None:
    """Words that this shooter or this target cannot have."""
    shooter, target = state.stands["shooter"], state.stands["target"]
    by, at = kind_of(shooter), kind_of(target)
    wrong = {
        "prone": not at.is_infantry and f"{at.name} cannot go prone: only infantry can (KIM-1.2k)",
        "specialist": not at.is_infantry and f"{at.name} is no infantry (KIM-4.2d)",
        "marked": not at.is_infantry and f"{at.name} falls to one hit (KIM-4.1a)",
        "marked_shooter": not by.is_infantry and f"{by.name} falls to one hit (KIM-4.1a)",
        "moved": not (by.is_infantry or by.turret) and f"{by.name} cannot move and fire (KIM-4.19c)",
        "fixed": by.troop != "at_gun" and f"{by.name} is no anti-tank gun (KIM-4.6d)",
    }
    for word, reason in wrong.items():
        if word in words and reason:
            raise OddsError(reason)
    if manner in ("indirect", "speculative", "area") and not by.artillery:
        raise OddsError(f"{by.name} is not artillery and has direct fire only (KIM-4.18a)")


def battle(
    shooter: str, target: str, range_mm: float, words: Collection[str], date: tuple[int, int]
) -> StandsState:
    """The two of them on a bare table."""
    there = {side: Command(id=side, side=side, name=side, hq="") for side in ("shooter", "target")}
    by = _stand("shooter", shooter, (0, mm(range_mm)))
    by.fixed, by.hits = "fixed" in words, int("marked_shooter" in words)
    by.order = "move_and_fire" if "moved" in words else "fire"
    at = _stand("target", target, (0, 0))
    at.hits, at.specialist = int("marked" in words), "specialist" in words
    at.order = "prone" if "prone" in words else ""
    return StandsState(
        scenario="",
        map="",
        year=date[0],
        month=date[1],
        seats={},
        sides={side: Side(id=side, name=side, edge="") for side in there},
        commands=there,
        units={},
        stands={"shooter": by, "target": at},
        fallen={},
        templates={},
        minefields={},
        tasks={},
        squadrons={},
        numbers={},
    )


def _stand(side: str, kind: str, at: tuple[int, int]) -> Stand:
    return Stand(
        id=side, side=side, command=side, unit="", kind=kind, name=kinds()[kind].name, at=at, facing=0
    )


QUESTIONS = {"shot": Question(shot_odds)}
