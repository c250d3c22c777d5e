"""Victory: what a scenario asks of its sides, looked at when a turn is over. KIM-R83

Conditions are data. Each gives its side points while it holds; one that is `at_once` ends the battle for its side
as soon as it holds. After the last turn the side with more points wins if it is ahead by the scenario's margin. A
side whose command groups have all retired or died loses, whatever the scenario says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from deadground.core.citing import cite
from deadground.core.sheet import GoalTold
from deadground.space.plane import Point, is_within
from deadground.space.units import mm
from deadground.systems.map_file import At, Name
from deadground.systems.stands.game import ground_of, kind_of, stands_of
from deadground.systems.stands.state import Stand, StandsState

Points = Annotated[int, Meta(ge=0, le=99)]
Millimetres = Annotated[int, Meta(gt=0, le=6000)]
Edge = Literal["north", "east", "south", "west"]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that counts for a side."""

    side: str
    name: Name
    points: Points = 1
    at_once: bool = False


class Hold(Condition, frozen=True, tag="hold", tag_field="kind"):
    """A place held: enough stands of the side with their centres near it, and no enemy but HQ and supply."""

    at: At
    within: Millimetres
    stands: Annotated[int, Meta(ge=1, le=60)] = 1


class Delay(Condition, frozen=True, tag="delay", tag_field="kind"):
    """A place kept free of the enemy: as turn `until` ends, or later, none of his but HQ and supply is near it."""

    at: At
    within: Millimetres
    until: Annotated[int, Meta(ge=1, le=99)]


class Exit(Condition, frozen=True, tag="exit", tag_field="kind"):
    """Enough stands of the side at a table edge: no further from it, by their centres, than `within`."""

    edge: Edge
    within: Millimetres
    stands: Annotated[int, Meta(ge=1, le=60)]


class Losses(Condition, frozen=True, tag="losses", tag_field="kind"):
    """The enemy has lost at least so many stands."""

    stands: Annotated[int, Meta(ge=1, le=200)]


class Broken(Condition, frozen=True, tag="broken", tag_field="kind"):
    """At least so many of the enemy's command groups have retired or died."""

    commands: Annotated[int, Meta(ge=1, le=20)] = 1


AnyCondition = Hold | Delay | Exit | Losses | Broken


class Score(msgspec.Struct, frozen=True):
    """What the sides have come to: points, and the conditions that hold, in words."""

    points: dict[str, int]
    lines: tuple[str, ...]


class Verdict(msgspec.Struct, frozen=True):
    """The end of a battle: the side that won, "" for a draw, and why."""

    winner: str
    reason: str
    points: dict[str, int]


def verdict(
    state: StandsState, conditions: Sequence[AnyCondition], *, margin: int = 1, over: bool = False
) -> Verdict | None:
    """How the battle has ended, or None if it goes on. `over` is said after the last turn. KIM-R83, KIM-8.2d"""
    cite("KIM-R83")
    found = score(state, conditions)
    gone = [side for side in state.sides if is_beaten(state, side)]
    if gone:
        return _beaten(state, gone, found)
    if conditions:
        cite("KIM-8.2d")
    done = [one for one in conditions if one.at_once and holds(state, one)]
    if done:
        sides = {one.side for one in done}
        names = " and ".join(one.name for one in done)
        return Verdict(sides.pop() if len(sides) == 1 else "", f"{names}.", found.points)
    return _on_points(state, found, margin) if over else None


def _beaten(state: StandsState, gone: list[str], found: Score) -> Verdict:
    left = [side for side in state.sides if side not in gone]
    names = " and ".join(state.sides[side].name for side in gone)
    verb = "have" if len(gone) > 1 else "has"
    return Verdict(left[0] if len(left) == 1 else "", f"{names} {verb} no command group left.", found.points)


def _on_points(state: StandsState, found: Score, margin: int) -> Verdict:
    """After the last turn: the side that leads by the margin."""
    first, second = sorted(found.points, key=lambda side: -found.points[side])
    tally = ", ".join(f"{state.sides[side].name} {points}" for side, points in found.points.items())
    if found.points[first] - found.points[second] < margin:
        return Verdict(
            "", f"The last turn is over and neither side is far enough ahead: {tally}.", found.points
        )
    return Verdict(first, f"The last turn is over: {tally}.", found.points)


def score(state: StandsState, conditions: Sequence[AnyCondition]) -> Score:
    """The points of each side as things stand."""
    points = dict.fromkeys(state.sides, 0)
    lines = []
    for one in conditions:
        if holds(state, one):
            points[one.side] += one.points
            lines.append(f"{state.sides[one.side].name}: {one.name} ({one.points})")
    return Score(points, tuple(lines))


def goals_told(state: StandsState, conditions: Sequence[AnyCondition]) -> tuple[GoalTold, ...]:
    """What counted, and whether it holds when all is over."""
    return tuple(
        GoalTold(side=one.side, name=one.name, reached=holds(state, one), points=one.points)
        for one in conditions
    )


def holds(state: StandsState, one: AnyCondition) -> bool:
    """Whether a condition holds now."""
    match one:
        case Hold():
            return is_held(state, one)
        case Delay():
            return state.turn >= one.until and all(near.side == one.side for near in about(state, one))
        case Exit():
            return len(at_edge(state, one)) >= one.stands
        case Losses():
            return sum(lost(state).get(side, 0) for side in foes(state, one.side)) >= one.stands
        case Broken():
            broken = sum(is_gone(state, id) for id, group in state.commands.items() if group.side != one.side)
            return broken >= one.commands


def is_held(state: StandsState, one: Hold) -> bool:
    """Whether a side has enough stands near a place, and the enemy none that fights."""
    near = about(state, one)
    own = sum(stand.side == one.side for stand in near)
    return own >= one.stands and own == len(near)


def about(state: StandsState, one: Hold | Delay) -> list[Stand]:
    """The stands that fight for a place, of both sides."""
    place, within = _point(one.at), mm(one.within)
    return [stand for stand in state.stands.values() if is_within(stand.at, place, within) and fights(stand)]


def at_edge(state: StandsState, one: Exit) -> list[Stand]:
    """The stands of a side that have come to a table edge."""
    ground = ground_of(state)

    def away(at: Point) -> int:
        x, y = at
        return {"north": y, "south": ground.height - y, "west": x, "east": ground.width - x}[one.edge]

    return [
        stand for stand in stands_of(state, one.side) if fights(stand) and away(stand.at) <= mm(one.within)
    ]


def fights(stand: Stand) -> bool:
    """Whether a stand counts for ground: HQ, recon and supply stands do not."""
    return kind_of(stand).troop not in ("hq", "recon", "supply")


def lost(state: StandsState) -> Mapping[str, int]:
    """The stands each side has lost, as morale counts them."""
    found = dict.fromkeys(state.sides, 0)
    for group in state.commands.values():
        found[group.side] += group.losses
    return found


def is_beaten(state: StandsState, side: str) -> bool:
    """Whether every command group of a side has retired or died. KIM-R83"""
    groups = [id for id, group in state.commands.items() if group.side == side]
    return bool(groups) and all(is_gone(state, id) for id in groups)


def is_gone(state: StandsState, command: str) -> bool:
    """Whether a command group has retired, or has no stand left that fights and none to come."""
    group = state.commands[command]
    if group.retired or group.to_come:
        return group.retired
    return not any(stand.command == command and fights(stand) for stand in state.stands.values())


def foes(state: StandsState, side: str) -> list[str]:
    return [other for other in state.sides if other != side]


def _point(at: At) -> Point:
    return mm(at[0]), mm(at[1])
