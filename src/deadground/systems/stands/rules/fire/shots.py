"""What a shot needs: which chart and die, which score, what shifts it. KIM-4.2 to KIM-4.6, KIM-4.19"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from deadground.core.charts import Charts
from deadground.core.citing import cite
from deadground.core.dice import D10, D20
from deadground.core.odds import at_least, percent
from deadground.core.tally import Tally
from deadground.space import plane
from deadground.space.units import Tenths
from deadground.systems.kit.options import DEFAULTS, Options
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.kinds import DATA
from deadground.systems.stands.numbers import number
from deadground.systems.stands.options import option
from deadground.systems.stands.overrides import cell
from deadground.systems.stands.rules.fire.firers import Firer, firer_of
from deadground.systems.stands.rules.fire.hits import lives
from deadground.systems.stands.rules.fire.modifiers import (
    TWO_DICE,
    Modifiers,
    add_manner,
    add_marks,
    add_shooter,
    add_target,
)
from deadground.systems.stands.rules.fire.ranges import LOBBED, STRAIGHT, Manner
from deadground.systems.stands.rules.visibility.sight_rules import is_in_cover
from deadground.systems.stands.state import Stand, StandsState

CHARTS = Charts.load(DATA)
ARMOUR_HIT = CHARTS["armour_hit"]
INFANTRY_HIT = CHARTS["infantry_hit"]
LONGEST = max(ARMOUR_HIT.axes[1].bands.values())

Extra = tuple[str, int, str]
"""A further shift of the die: reason, amount, row."""


class Shot(msgspec.Struct, kw_only=True):
    """A shot before it is fired. `needed` is the least face of a die that hits; None: it cannot hit.

    `score` is the chart's; `shift` is held to the limit of KIM-4.6b, `marks` are those of vehicle and gun.
    """

    shooter: str
    target: str
    by: Firer
    manner: Manner
    distance: Tenths
    die: int
    dice: int
    score: int | None
    needed: int | None
    shift: Tally
    marks: Tally
    certain: bool
    rows: tuple[str, ...]


def shot_at(
    state: StandsState,
    shooter: Stand,
    target: Stand,
    *,
    manner: Manner = "direct",
    defending: bool = False,
    night: bool = False,
    extra: Sequence[Extra] = (),
    options: Options = DEFAULTS,
    in_cover: bool | None = None,
    dug_in: bool | None = None,
    flank: bool | None = None,
) -> Shot:
    """A stand's shot at another. `in_cover`, `dug_in` and `flank` say what is otherwise measured."""
    firer = firer_of(state, shooter, manner, options)
    return shot_by(
        state,
        firer,
        target,
        manner=manner,
        defending=defending,
        night=night,
        extra=extra,
        options=options,
        in_cover=in_cover,
        dug_in=dug_in,
        flank=flank,
    )


def shot_by(
    state: StandsState,
    firer: Firer,
    target: Stand,
    *,
    manner: Manner,
    defending: bool = False,
    night: bool = False,
    extra: Sequence[Extra] = (),
    options: Options = DEFAULTS,
    in_cover: bool | None = None,
    dug_in: bool | None = None,
    flank: bool | None = None,
) -> Shot:
    """Anybody's shot at a stand. KIM-4.2a, KIM-4.3a"""
    away = 0 if manner == "melee" else plane.distance(firer.at, target.at)
    die, score, by_gun = chart_score(state, firer, target, away, manner, options)
    shift = Tally("shot", limit=number(state, "modifier_limit"), rows=("KIM-4.6b",))
    marks = Tally("marks")
    if kind_of(target).troop == "recon":
        cite("KIM-R30")
    else:
        edge = Modifiers(state, shift)
        covered = is_in_cover(state, target, firer.at) if in_cover is None else in_cover
        edge.on_score("cover", "modifier_cover", "KIM-4.6a", "KIM-R86", when=covered)
        add_target(edge, firer, target, manner, flank, dug_in)
        add_manner(edge, firer, target, manner, night, options)
        if firer.stand:
            add_shooter(edge, firer.stand, manner, options)
        edge.on_die("defends itself", "modifier_defender", "KIM-4.6a", "KIM-7.3c", when=defending)
        for reason, amount, row in extra:
            shift.on_die(reason, amount, row)
    if by_gun:
        inside = option(options, "cap_includes_marks") == "on"
        add_marks(state, shift if inside else marks, firer, target)
    if manner in STRAIGHT and away > firer.reach:
        cite("KIM-4.7a")
        score = None
    needed, certain = face_needed(die, score, shift.total + marks.total, options)
    rows = ("KIM-4.3a",) if die == D20 else ("KIM-4.2a",)
    return Shot(
        shooter=firer.id,
        target=target.id,
        by=firer,
        manner=manner,
        distance=away,
        die=die,
        dice=dice_of(state, firer, manner),
        score=score,
        needed=needed,
        shift=shift,
        marks=marks,
        certain=certain,
        rows=rows,
    )


def chart_score(
    state: StandsState, firer: Firer, target: Stand, away: Tenths, manner: Manner, options: Options
) -> tuple[int, int | None, bool]:
    """The die, the score it needs by the charts, and whether the gun's group decides it. KIM-4.2, KIM-4.3"""
    kind = kind_of(target)
    if kind.troop == "recon":
        return D10, number(state, "recon_score"), False
    row = infantry_row(target, options)
    has_gun = bool(firer.group) and (manner in (*LOBBED, "air") or away <= firer.gun_reach)
    as_armour = firer.is_armour or manner == "air"
    if row == "soft_skin":
        cite("KIM-4.3d", "KIM-R10")
        return (
            by_armour_chart(state, firer, "E", away, manner, options)
            if as_armour
            else by_infantry_chart(state, row)
        )
    if row:
        return by_infantry_chart(state, row)
    if kind.troop == "spg" and kind.open_top:
        cite("KIM-4.2c")
        everyone = option(options, "open_spg_row") == "all_d10_shooters"
        if not has_gun or (everyone and not as_armour):
            return by_infantry_chart(state, "open_spg")
    if not has_gun:
        cite("KIM-4.3c")
        return D20, None, False
    cite(*kind.rows)
    return by_armour_chart(state, firer, kind.armour, away, manner, options)


def infantry_row(target: Stand, options: Options) -> str:
    """The target's row on the infantry chart; "" for what the armour chart is for. KIM-4.2a, KIM-4.2d, KIM-R11"""
    kind = kind_of(target)
    if kind.troop == "hq" and option(options, "hq_target") == "as_model":
        return "soft_skin"
    if kind.is_infantry and target.specialist:
        cite("KIM-4.2d")
        return "specialist"
    if kind.troop == "armoured_infantry":
        return "armoured_infantry"
    if kind.is_infantry:
        return "infantry"
    if kind.is_gun:
        return "gun"
    return "soft_skin" if kind.armour == "E" else ""


def by_infantry_chart(state: StandsState, row: str) -> tuple[int, int | None, bool]:
    return D10, cell(state, INFANTRY_HIT, row), False


def by_armour_chart(
    state: StandsState, firer: Firer, armour: str, away: Tenths, manner: Manner, options: Options
) -> tuple[int, int | None, bool]:
    """A D20 by gun group, range and class; what lies beyond the last column takes it. KIM-4.3a, KIM-R16"""
    column: str | Tenths = min(away, LONGEST)
    if manner == "air":
        cite("KIM-5.3b")
        column = option(options, "air_column")
    score = cell(state, ARMOUR_HIT, str(firer.group), column, armour)
    if score is None:
        cite("KIM-4.3c", "KIM-R04")
    return D20, score, True


def dice_of(state: StandsState, firer: Firer, manner: Manner) -> int:
    """One die a stand; a towed 88 in a fixed position has two, but one in melee. KIM-4.6d, KIM-R56, KIM-R114"""
    cite("KIM-R87")
    shooter = firer.stand
    if shooter is None or not shooter.fixed:
        return 1
    kind = kind_of(shooter)
    if kind.troop != "at_gun" or kind.gun != TWO_DICE:
        return 1
    cite("KIM-4.6d", "KIM-R56")
    if manner == "melee":
        cite("KIM-R114")
        return 1
    return number(state, "dice_fixed_88")


def face_needed(die: int, score: int | None, shift: int, options: Options) -> tuple[int | None, bool]:
    """The least face that hits, None if none does, and whether every face does. KIM-4.3c, KIM-R04, KIM-R08"""
    if score is None:
        return None, False
    needed = score - shift
    if option(options, "natural_extremes") == "on":
        cite("KIM-4.3c")
        needed = min(max(needed, 2), die)
    if needed > die:
        cite("KIM-4.3c")
        return None, False
    if needed > 1:
        return needed, False
    cite("KIM-4.3c")
    return 1, True


def chance(shot: Shot) -> Fraction:
    """The chance of at least one hit, exactly."""
    return Fraction(0) if shot.needed is None else chance_by(shot.needed, shot.die, shot.dice)


@lru_cache(maxsize=1024)
def chance_by(needed: int, die: int, dice: int) -> Fraction:
    """The chance that at least one of some dice shows a face or more."""
    return 1 - (1 - at_least(needed, die)) ** dice


def chance_words(state: StandsState, shot: Shot, options: Options) -> str:
    """The chance of a shot in words: to hit, or to destroy the target where one hit is enough for that."""
    target = state.stands[shot.target]
    word = "to destroy" if lives(state, target, options) - target.hits <= 1 else "to hit"
    needs = "" if shot.needed is None else f", needs {shot.needed} on a D{shot.die}"
    return f"{percent(chance(shot))} {word}{needs}"
