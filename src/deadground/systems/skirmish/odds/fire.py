"""The odds of one man's shot. NUTS-FIRE-01 to NUTS-FIRE-06, NUTS-AMMO-01"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

import msgspec

from deadground.core.chances import Given, Heading, OddsError
from deadground.core.tally import Tally
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.odds.damage import Chances, Never, body_of, damage_odds, down
from deadground.systems.skirmish.odds.shots import Fall, shot_odds
from deadground.systems.skirmish.odds.stage import (
    FRONT,
    MIDDLE,
    OURS,
    across,
    attributes_named,
    checked,
    game,
    range_given,
    rep_given,
    soldier,
    stage,
    weapon_named,
    words_among,
)
from deadground.systems.skirmish.odds.targets import At, Harm, in_a_row
from deadground.systems.skirmish.odds.words import (
    Having,
    Inches,
    Rep,
    WeaponId,
    With,
    dice_in_words,
    harm_lines,
    percent,
    tally_lines,
)
from deadground.systems.skirmish.rules.fire.fire import to_hit
from deadground.systems.skirmish.rules.fire.readiness import (
    mode_of,
    power_against,
    target_rating,
    why_no_target,
)
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.reactions.modifiers import half_strength
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.weapons import Weapon

WORDS: dict[str, str] = {
    "cover": "the targets are in cover",
    "prone": "the targets are prone",
    "fast": "the targets are Fast Moving",
    "star": "the targets are Stars",
    "half_strength": "the targets' unit is at half strength",
    "vest": "the targets wear assault vests",
    "snap": "it is snap fire",
    "shooter_fast": "the shooter is Fast Moving",
    "shooter_prone": "the shooter is prone",
    "moved": "the shooter has moved this turn",
    "carrying": "the shooter carries a wounded man",
    "loader": "a dedicated loader serves the gun",
}
"""What `--with` takes."""


class Target(Harm, frozen=True):
    """One target with its chances, and the dice that go at it."""

    dice: int

    def record(self) -> dict[str, Any]:
        return {"rep": self.rep, "dice": self.dice, **self.chances()}


class FireOdds(msgspec.Struct, frozen=True):
    """A shot with its chances. `refused` says why it cannot be made at all."""

    weapon: Weapon
    dice: int
    shift: Tally
    impact: int
    targets: tuple[Target, ...]
    hit: Fraction
    down: Fraction
    empty: Fraction
    refused: str = ""

    def record(self) -> dict[str, Any]:
        """The published shape."""
        return {
            "weapon": self.weapon.id,
            "dice": self.dice,
            "added": self.shift.total,
            "impact": self.impact,
            "hit": float(self.hit),
            "down": float(self.down),
            "empty": float(self.empty),
            "targets": [target.record() for target in self.targets],
            "refused": self.refused,
        }

    def in_words(self) -> Iterator[str]:
        yield Heading(f"{self.weapon.name}, {dice_in_words(self.dice)}, Impact {self.impact}")
        if self.refused:
            yield self.refused
            return
        yield f"Each die, {self.shift.total:+d}:"
        yield from tally_lines(self.shift)
        yield from harm_lines({f"Rep {one.rep}, {dice_in_words(one.dice)}": one for one in self.targets})
        yield f"somebody hit {percent(self.hit)}, somebody down {percent(self.down)}"
        yield f"out of ammunition {percent(self.empty)}"


def fire_odds(
    weapon: WeaponId = "core.ba_rifle",
    rep: Rep = 4,
    at: At = (4,),
    dice: Annotated[Sequence[int], Given("How many dice go at each target: 4,1,1.")] = (),
    range_: Inches = 12,
    words: With = (),
    attributes: Having = (),
    mode: Annotated[str, Given("How it is used: scope, stock, full_auto ...")] = "",
    options: Mapping[str, str] | None = None,
) -> FireOdds:
    """One man's shot. Tells how likely each target is hit, goes down, dies, and how likely the weapon runs dry."""
    one, said = weapon_named(weapon), words_among(words, WORDS)
    if mode and one.mode(mode) is None:
        known = ", ".join(name.name for name in one.modes if name.name) or "none"
        raise OddsError(f"a {one.name} has no mode '{mode}': it has {known}")
    shooter = shooting(one, rep_given(rep, "--rep"), attributes_named(attributes), range_given(range_), said)
    state = stage(
        [shooter, *helper(shooter, said), *in_a_row(at, said)],
        [across("wall", FRONT + 0.5)] if "cover" in said else (),
        strength=2 * len(at) if "half_strength" in said else 1,
    )
    state.turn = 2
    chosen = checked(options or {})
    shot = declared(state, one, mode, at, dice, snap="snap" in said)
    refused = why_refused(state, one, mode)
    return reckoned(state, shot, chosen, refused)


def shooting(
    one: Weapon, rep: int, attributes: tuple[str, ...], range_: float, said: frozenset[str]
) -> Figure:
    return soldier(
        "shooter",
        OURS,
        (MIDDLE, FRONT + range_),
        rep=rep,
        weapon=one.id,
        attributes=attributes,
        fast_moving="shooter_fast" in said,
        prone="shooter_prone" in said,
        moving=bool(said & {"moved", "shooter_fast"}),
        moved_in=2 if said & {"moved", "shooter_fast"} else 0,
        carries="casualty" if "carrying" in said else "",
    )


def helper(shooter: Figure, said: frozenset[str]) -> list[Figure]:
    """The loader beside the gun, if there is one. NUTS-AMMO-03"""
    if "loader" not in said:
        return []
    beside = soldier("loader", OURS, (0, 0), rep=4, loads_for=shooter.id)
    beside.at = shooter.at
    return [beside]


def declared(
    state: SkirmishState, one: Weapon, mode: str, at: Sequence[int], dice: Sequence[int], *, snap: bool
) -> Shot:
    """The shot as it is declared: so many dice at each; all at the first if nothing is said. NUTS-FIRE-05"""
    if not one.modes[0].target or one.circle:
        raise OddsError(f"a {one.name} is not shot at single men: see the odds of a grenade (NUTS-FIRE-17)")
    rating = target_rating(state, state.figures["shooter"], one.id, mode)
    split = list(dice) or [rating - len(at) + 1, *[1] * (len(at) - 1)]
    if len(split) != len(at) or min(split) < 1 or sum(split) != rating:
        raise OddsError(
            f"--dice: a {one.name} has {rating} dice now, and {len(at)} targets get one or more each (NUTS-FIRE-05)"
        )
    aims = tuple(Aim(f"target_{number}", many) for number, many in enumerate(split, 1))
    return Shot("shooter", one.id, aims, mode, snap)


def why_refused(state: SkirmishState, one: Weapon, mode: str) -> str:
    """Why there is no shot: a target out of range, a gun that has moved."""
    shooter = state.figures["shooter"]
    if one.moved == "no_shot" and shooter.doing.moved_in == state.turn:
        return f"The {one.name} has moved this turn (NS-07)."
    faults = (why_no_target(shooter, figure, one.id, mode) for figure in state.figures.values())
    found = next((fault for fault in faults if fault), None)
    return f"{found.reason[0].upper()}{found.reason[1:]} (NUTS-FIRE-17)." if found else ""


def reckoned(state: SkirmishState, shot: Shot, options: Options, refused: str) -> FireOdds:
    g = game(state, options, Never())
    one = weapon_named(shot.weapon)
    impact = power_against(mode_of(one, shot.mode), False) or 0
    none = {Fall((0,) * len(shot.aims), False): Fraction(1)}
    falls = none if refused else shot_odds(g, shot)
    killer = g.figure(shot.shooter).rep
    modifiers = options["recover_damage_modifiers"]
    bodies = [
        body_of(man, half_strength=half_strength(g, man)) for man in g.figures(a.target for a in shot.aims)
    ]

    def damaged(place: int, hits: int) -> Chances:
        return damage_odds(bodies[place], impact, hits, killer, modifiers)

    targets, nobody = [], Fraction(0)
    for place, aim in enumerate(shot.aims):
        hit = sum((chance for fall, chance in falls.items() if fall.hits[place]), Fraction(0))
        lost, dead = (
            sum(
                (chance * of(damaged(place, fall.hits[place])) for fall, chance in falls.items()), Fraction(0)
            )
            for of in (down, killed)
        )
        targets.append(Target(bodies[place].rep, hit, lost, dead, aim.dice))
    for fall, chance in falls.items():
        for place, hits in enumerate(fall.hits):
            chance *= 1 - down(damaged(place, hits))
        nobody += chance
    return FireOdds(
        one,
        sum(aim.dice for aim in shot.aims),
        to_hit(g, shot, first=True),
        impact,
        tuple(targets),
        sum((chance for fall, chance in falls.items() if any(fall.hits)), Fraction(0)),
        1 - nobody,
        sum((chance for fall, chance in falls.items() if fall.dry), Fraction(0)),
        refused,
    )


def killed(chances: Chances) -> Fraction:
    return chances.get("obviously_dead", Fraction(0))
