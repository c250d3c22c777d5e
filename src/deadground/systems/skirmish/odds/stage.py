"""A bare table for working out odds: a few men at a distance, and what they stand behind."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from deadground.core.chances import Names, OddsError, listed
from deadground.core.dice import DiceSource, Ids
from deadground.core.faults import did_you_mean
from deadground.core.odds import Alike, Odds
from deadground.core.odds import odds as forced
from deadground.core.system import why_not_set
from deadground.space.units import inches
from deadground.systems.kit.options import Options
from deadground.systems.maps import parse_map
from deadground.systems.skirmish.attributes import attributes
from deadground.systems.skirmish.game import MAPS, Skirmish
from deadground.systems.skirmish.man import Arms
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.rules.activation.dice import SUCCESS
from deadground.systems.skirmish.state import Figure, Group, Seat, Side, SkirmishState, Unit, change
from deadground.systems.skirmish.weapons import Weapon, all_weapons

OURS, THEIRS = "ours", "theirs"
FARTHEST = 120
MOST_REP = 10
MIDDLE = 60.0
FRONT = 20.0
"""Where the first man of the other side stands, in inches; ours are to the south of him."""

STAR_DICE = (SUCCESS, 5)
"""Faces of Star Power that are told apart: a level less, nothing, and the 6 that is lost. NUTS-STAR-01"""

R = TypeVar("R", bound=Hashable)


def odds(resolve: Callable[[DiceSource], R], alike: Alike | None = None) -> Odds[R]:
    """The odds of a roll that comes to an end, with nothing left out."""
    return forced(resolve, alike, cut=Fraction(0))


def soldier(
    id: str,
    side: str,
    at: tuple[float, float],
    *,
    rep: int,
    weapon: str = "",
    facing: int = 0,
    **changes: Any,
) -> Figure:
    """A man; `changes` are further fields of his or of his parts."""
    made = Figure(
        id=id,
        name=changes.pop("name", id.replace("_", " ")),
        side=side,
        unit=side,
        group=changes.pop("group", side),
        at=(inches(at[0]), inches(at[1])),
        facing=facing,
        rep=rep,
        arms=Arms(weapons=(weapon,) if weapon else ()),
    )
    change(made, **changes)
    return made


def stage(men: Iterable[Figure], pieces: Iterable[str] = (), strength: int = 1) -> SkirmishState:
    """The men on a table that is bare but for these pieces. `strength`: of how many men their units were."""
    everybody = list(men)
    groups = {one.group: one.side for one in everybody}
    return SkirmishState(
        scenario="",
        map=given(pieces),
        seats={side: Seat(id=side, side=side) for side in (OURS, THEIRS)},
        sides={side: Side(id=side, name=side) for side in (OURS, THEIRS)},
        units={side: Unit(id=side, side=side, name=side, strength=strength) for side in (OURS, THEIRS)},
        figures={one.id: one for one in everybody},
        groups={id: Group(id=id, side=side, strength=strength) for id, side in groups.items()},
        markers={},
        ghosts={},
    )


def given(pieces: Iterable[str]) -> str:
    """The name of a table with these pieces."""
    lines = "".join(f"\n  - {piece}" for piece in pieces)
    name = f"odds {lines}"
    if name not in MAPS.given:
        size = f"[{2 * MIDDLE:g}, {FARTHEST + 2 * FRONT:g}]"
        text = f"name: Odds\nunit: in\nsize: {size}\nlevel_height: 3\nfeatures:{lines or ' []'}\n"
        MAPS.given[name] = parse_map(text, name)
    return name


def across(kind: str, y: float) -> str:
    """Something that lies across the line between the two sides, an arm's length from whoever stands behind it."""
    left, right = MIDDLE - 20, MIDDLE + 20
    return f"{{id: {kind}_{round(10 * y)}, kind: {kind}, line: [[{left:g}, {y:g}], [{right:g}, {y:g}]]}}"


def game(state: SkirmishState, options: Options, dice: DiceSource) -> Skirmish:
    rulings = {name: one.ruling for name, one in option.known.items()}
    return Skirmish(state, [], tuple(state.seats), options, rulings, dice, Ids(b"", 0))


def checked(options: Mapping[str, str]) -> Options:
    """All options, those not named at their defaults."""
    for name, value in options.items():
        if why := why_not_set(option.known, name, value):
            raise OddsError(why)
    return {name: options.get(name, one.default) for name, one in option.known.items()}


def weapon_named(name: str) -> Weapon:
    """A weapon by its id, or by its line of the core list alone."""
    found = all_weapons().get(name) or all_weapons().get(f"core.{name}")
    if found is None:
        raise OddsError(f"no weapon is called '{name}': {did_you_mean(name, all_weapons())}")
    return found


def attributes_named(names: Names) -> tuple[str, ...]:
    """Attributes by id."""
    wanted = listed(names)
    for name in wanted:
        if name not in attributes():
            raise OddsError(f"no attribute is called '{name}': {did_you_mean(name, attributes())}")
    return wanted


def words_among(names: Names, known_words: Mapping[str, str]) -> frozenset[str]:
    """Circumstances, each of which must be known."""
    wanted = listed(names)
    for name in wanted:
        if name not in known_words:
            raise OddsError(f"there is no circumstance '{name}': {did_you_mean(name, known_words)}")
    return frozenset(wanted)


def rep_given(rep: int, whose: str) -> int:
    if not 1 <= rep <= MOST_REP:
        raise OddsError(f"{whose} {rep}: from 1 to {MOST_REP}")
    return rep


def range_given(range_: float) -> float:
    """A distance on the table; not a number is none."""
    if not 1 <= range_ <= FARTHEST:
        raise OddsError(f"--range {range_:g}: from 1 to {FARTHEST} inches")
    return range_


def told_apart(impacts: Sequence[int], *reps: int) -> Alike:
    """Faces of damage and of the tests after it that are told apart: 1, each Impact, in a vest too; Rep."""
    return {
        "damage": (1, *(face for impact in impacts for face in (impact - 1, impact))),
        "recover from damage": reps,
        "star power": STAR_DICE,
        "dive": reps,
    }
