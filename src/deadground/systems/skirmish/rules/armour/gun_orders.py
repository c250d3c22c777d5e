"""Main guns in the plan of a fire card: what is refused, proposed, and tried by random play. NUTS-VEH-20, NS-23"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from deadground.core.faults import Fault
from deadground.space.plane import Point, minus, square
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.pieces import TablePiece
from deadground.systems.skirmish.rules.armour.mounts import Mounted, platform_of
from deadground.systems.skirmish.rules.armour.rounds import (
    MainShot,
    Platform,
    can_pierce,
    main_shot_faults,
    open_to,
)
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.vehicle import Gun, Vehicle


class GivenRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shot of a main gun as a plan has it."""

    aims: tuple[tuple[str, int], ...] = ()
    place: int = 0
    he: bool = False
    at: Point | None = None


def main_shot_of(gunner: str, given: GivenRound) -> MainShot:
    return MainShot(gunner, given.aims, given.place, given.he, given.at)


def as_given_round(shot: MainShot) -> dict[str, Any]:
    """A shot of a main gun as a plan has it."""
    at = {"at": list(shot.at)} if shot.at is not None else {}
    aims = [[target, many] for target, many in shot.aims]
    return {"aims": aims, "place": shot.place, "he": shot.he, **at}


def gun_faults(
    state: SkirmishState,
    guns: Mapping[str, GivenRound],
    allowed: Callable[[Figure], Collection[str] | None],
    options: Options,
    at: str,
) -> list[Fault]:
    """Everything that is wrong with the main guns of a plan."""
    return [
        fault
        for id, given in guns.items()
        for fault in main_shot_faults(
            state, main_shot_of(id, given), allowed(state.figures[id]), options, f"{at}.{id}"
        )
    ]


def gun_plan(
    state: SkirmishState, figure: Figure, targets: Sequence[TablePiece], options: Options
) -> Iterator[MainShot]:
    """What a gunner would do: at what he can pierce, then at a gun, then high explosive at men; the nearest first.

    What he cannot pierce comes last: the shot keeps its head down all the same. NUTS-VEH-14
    """
    piece = platform_of(state, figure)
    if piece is None:
        return
    found = [
        (worth(state, piece, one, target, options), -square(minus(target.at, piece.at)), one, target, he)
        for one, target, he in open_to(state, figure, targets, options)
    ]
    if found:
        _, _, one, target, he = max(found, key=lambda entry: entry[:2])
        yield MainShot(figure.id, ((target.id, 1 if he else one.shots),), one.place, he)


def worth(state: SkirmishState, piece: Platform, one: Mounted, target: TablePiece, options: Options) -> int:
    """How much a gunner wants to fire at something."""
    if isinstance(target, Vehicle):
        return 3 if can_pierce(state, piece, one, target, options) else 0
    return 2 if isinstance(target, Gun) else 1


def random_guns(
    state: SkirmishState,
    figure: Figure,
    targets: Sequence[TablePiece],
    options: Options,
    rng: Random,
) -> Iterator[MainShot]:
    """Any shot that he may fire, now and then high explosive at the ground beside whom he aims at."""
    found = list(open_to(state, figure, targets, options))
    if not found:
        return
    one, target, he = rng.choice(found)
    shot = MainShot(figure.id, ((target.id, 1 if he else one.shots),), one.place, he)
    if he and rng.random() < 0.2:
        x, y = target.at
        beside = MainShot(figure.id, (), one.place, True, (x + rng.randint(0, 300), y + rng.randint(0, 300)))
        if not main_shot_faults(state, beside, None, options, ""):
            shot = beside
    yield shot
