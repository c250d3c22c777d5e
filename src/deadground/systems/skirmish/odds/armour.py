"""The odds of a main gun's shot and of what a round does that has hit. NUTS-VEH-09 to NUTS-VEH-16"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, cast, get_args

import msgspec

from deadground.core.chances import Given, Heading, OddsError
from deadground.core.dice import DiceSource
from deadground.core.faults import did_you_mean
from deadground.core.tally import Tally
from deadground.space.units import inches
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.gun_lists import all_guns, gun
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.odds.stage import (
    checked,
    game,
    odds,
    range_given,
    rep_given,
    stage,
    words_among,
)
from deadground.systems.skirmish.odds.words import Inches, Rep, With, chance_lines, percent, tally_lines
from deadground.systems.skirmish.rules.armour.faces import has_turret, is_low
from deadground.systems.skirmish.rules.armour.gunnery import Mark, Spoils, Strike, fire_at, rep_at
from deadground.systems.skirmish.rules.armour.penetration import (
    Outcome,
    outcome_of,
    pierces,
)
from deadground.systems.skirmish.rules.armour.piercing import penetration_number
from deadground.systems.skirmish.rules.melee.close_assault import throw_home
from deadground.systems.skirmish.vehicle_lists import Face, VehicleType, all_vehicles, vehicle

WORDS: dict[str, str] = {
    "hull_down": "the target stands hull down",
    "fast": "the target has Fast Moved",
    "shooter_fast": "the shooter has Fast Moved",
    "turret": "the round has struck the turret (penetration alone)",
}
"""What `--with` takes."""

HOME: tuple[Face, ...] = ("top", "side")
"""Where what a man brings to a hull strikes. NS-19"""

RESULTS: tuple[str, ...] = ("missed", *reversed(get_args(Outcome)))
"""What may come of a shot, the least first."""

Target = Annotated[str, Given("What is shot at: an id of `data skirmish vehicles`, as in german.tiger_i.")]
FaceStruck = Annotated[str, Given("The face towards the shooter: front, side, rear, top or bottom.")]


class ArmourOdds(msgspec.Struct, frozen=True):
    """A shot at a vehicle, or a hit on one, with its chances."""

    target: VehicleType
    apr: int
    numbers: dict[str, Tally]
    """The penetration number by the part struck."""
    results: dict[str, Fraction]
    hit: Fraction = Fraction(1)
    rep: Tally | None = None
    """The gunner's Rep as it counts; of a hit nothing is aimed any more."""

    def record(self) -> dict[str, Any]:
        """The published shape."""
        aimed = {"rep": self.rep.total, "hit": float(self.hit)} if self.rep else {}
        return {
            "target": self.target.id,
            "apr": self.apr,
            **aimed,
            "numbers": {part: tally.total for part, tally in self.numbers.items()},
            "results": {what: float(chance) for what, chance in self.results.items()},
        }

    def in_words(self) -> Iterator[str]:
        yield Heading(f"APR {self.apr} against {self.target.name}")
        if self.rep:
            yield f"hit {percent(self.hit)}, Rep {self.rep.total}:"
            yield from tally_lines(self.rep)
        for part, tally in self.numbers.items():
            yield f"penetration number, {part}: {tally.total}"
            yield from tally_lines(tally)
        yield from chance_lines({what.replace("_", " "): one for what, one in self.results.items()})


def penetration_odds(
    apr: Annotated[int, Given("The Armour Piercing Rating of the round.")] = 6,
    target: Target = "german.pz_iv_h",
    face: FaceStruck = "front",
    words: With = (),
    options: Mapping[str, str] | None = None,
) -> ArmourOdds:
    """A round that has hit a vehicle. Tells how likely it is not pierced, disabled, destroyed, or brews up."""
    type, struck = vehicle_named(target), face_named(face)
    turret = "turret" in words_among(words, WORDS)
    if turret and not has_turret(type):
        raise OddsError(f"{type.name} has no turret")
    settings = checked(options or {})
    tally = penetration_number(type, apr, Strike(struck, turret), settings)
    found = odds(lambda dice: pierced(dice, tally.total, settings)).chances
    return ArmourOdds(type, apr, {"turret" if turret else "hull": tally}, in_order(found, RESULTS[1:]))


def main_gun_odds(
    shooter: Annotated[
        str, Given("What shoots: a vehicle or a gun of the lists, as in soviet.t_34_76.")
    ] = "soviet.t_34_76",
    target: Target = "german.pz_iv_h",
    rep: Rep = 4,
    range_: Inches = 24,
    face: FaceStruck = "front",
    words: With = (),
    options: Mapping[str, str] | None = None,
) -> ArmourOdds:
    """A shot of a main gun at a vehicle. Tells how likely it hits, and how likely each result is."""
    type, apr = vehicle_named(target), apr_of(shooter, target)
    said, settings = words_among(words, WORDS), checked(options or {})
    if "turret" in said:
        raise OddsError("'turret' is for --roll penetration: a gunner has no choice of it")
    far = inches(range_given(range_)) > number("main_gun_far")
    known: dict[str, bool] = {
        "target_fast": "fast" in said,
        "shooter_fast": "shooter_fast" in said,
        "low_silhouette": is_low(type),
        "far": far,
    }
    mark = Mark(
        face=face_named(face),
        spoils=tuple(cast(Spoils, why) for why, is_so in known.items() if is_so),
        hull_down="hull_down" in said,
        turreted=has_turret(type),
        low=is_low(type),
    )
    aimed = rep_at(rep_given(rep, "--rep"), far=far)

    def resolve(dice: DiceSource) -> tuple[str, Strike | None]:
        strike = fire_at(game(stage([]), settings, dice), aimed.total, mark, "").strike
        if strike is None:
            return "missed", None
        return pierced(dice, penetration_number(type, apr, strike, settings).total, settings), strike

    falls = odds(resolve).chances
    results: dict[str, Fraction] = {}
    strikes: dict[Strike, None] = {}
    for (result, strike), chance in falls.items():
        results[result] = results.get(result, Fraction(0)) + chance
        if strike is not None:
            strikes[strike] = None
    numbers = {
        "turret" if one.turret else "hull": penetration_number(type, apr, one, settings) for one in strikes
    }
    missed = results.get("missed", Fraction(0))
    return ArmourOdds(type, apr, numbers, in_order(results, RESULTS), 1 - missed, aimed)


def close_assault_odds(
    apr: Annotated[int, Given("The Armour Piercing Rating of what he holds.")] = 5,
    target: Target = "german.pz_iv_h",
    rep: Rep = 4,
    options: Mapping[str, str] | None = None,
) -> ArmourOdds:
    """A man at a hull with a grenade, a Molotov or a charge. Tells how likely each result is."""
    type, settings, own = vehicle_named(target), checked(options or {}), rep_given(rep, "--rep")
    numbers = {face: penetration_number(type, apr, Strike(face), settings) for face in HOME}

    def resolve(dice: DiceSource) -> str:
        _, _, says = throw_home(game(stage([]), settings, dice), own, "")
        return "missed" if says not in numbers else pierced(dice, numbers[says].total, settings)

    chances = odds(resolve).chances
    missed = chances.get("missed", Fraction(0))
    tally = Tally("Rep")
    tally.on_die("Rep", own, "NUTS-VEH-19")
    named = {str(face): numbers[face] for face in HOME}
    return ArmourOdds(type, apr, named, in_order(chances, RESULTS), 1 - missed, tally)


def pierced(dice: DiceSource, against: int, options: Options) -> Outcome:
    """What a round does that has hit, by the rule that resolves it."""
    _, many = pierces(game(stage([]), options, dice), against, "")
    return outcome_of(many, against)


def in_order(chances: Mapping[Any, Fraction], order: tuple[str, ...]) -> dict[str, Fraction]:
    return {what: chances[what] for what in order if what in chances}


def vehicle_named(id: str) -> VehicleType:
    if id not in all_vehicles():
        raise OddsError(f"no vehicle is called '{id}': {did_you_mean(id, all_vehicles())}")
    return vehicle(id)


def face_named(name: str) -> Face:
    if name not in get_args(Face):
        raise OddsError(f"no face is called '{name}': {', '.join(get_args(Face))}")
    return cast(Face, name)


def apr_of(shooter: str, target: str) -> int:
    """The APR of the main gun of a vehicle, or of a gun, of the same lists as what it shoots at. LR-011"""
    if shooter in all_vehicles():
        one = vehicle(shooter)
        apr = next((mount.apr for mount in one.guns if mount.apr is not None), None)
        book = one.book
    elif shooter in all_guns():
        served = gun(shooter)
        apr, book = served.apr, served.book
    else:
        known = [*all_vehicles(), *all_guns()]
        raise OddsError(f"no vehicle and no gun is called '{shooter}': {did_you_mean(shooter, known)}")
    if apr is None:
        raise OddsError(f"{shooter} has no gun with an Armour Piercing Rating")
    if book != vehicle(target).book:
        raise OddsError(f"{shooter} and {target} are of two lists whose ratings differ (LR-011)")
    return apr
