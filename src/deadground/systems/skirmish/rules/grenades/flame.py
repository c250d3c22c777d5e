"""Flame: the path of a flame-thrower, its fuel, and the ground it leaves burning. NUTS-GREN-15, -16, -18"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.bases import point_to_segment
from deadground.space.paths import Path, legs, point_at
from deadground.space.plane import Point, distance, dot, is_within, minus
from deadground.space.units import Tenths
from deadground.systems.skirmish.charts import whole
from deadground.systems.skirmish.game import Skirmish
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.rules.fire.fire import circumstances, to_hit
from deadground.systems.skirmish.rules.fire.targets import Shot
from deadground.systems.skirmish.rules.fire.to_hit import hits
from deadground.systems.skirmish.rules.grenades.blasts import hurt, what_he_sets_off
from deadground.systems.skirmish.rules.grenades.caught import in_path, is_past_harm
from deadground.systems.skirmish.rules.grenades.lobs import Lob, Munition
from deadground.systems.skirmish.rules.reactions.reaction import Cause, Fallout
from deadground.systems.skirmish.state import Figure, Marker, SkirmishState


def pour(g: Skirmish, lob: Lob, one: Munition) -> Fallout:
    """One die for the burst, read for each in the path with his own circumstances, all first targets. NR-61

    With the option each has a die of his own. Then damage, and the ground burns.
    """
    figure = g.figure(lob.who)
    shot = Shot(lob.who, one.weapon, (), "", lob.snap)
    men = in_path(g.state, figure, one.weapon, lob.at, g.options)
    each = g.option("flame_dice") == "per_target"
    dice = g.roll(max(1, len(men)) if each else 1, D6, "shots", figure.side, ordered=True)
    shift = to_hit(g, shot, first=True)
    found = [
        (target, hits(dice.faces[n if each else 0] + shift.total, circumstances(g, shot, target, 0)))
        for n, target in enumerate(men)
    ]
    burnt = [target for target, hit in found if hit]
    text = f"{figure.name} fires his {one.name}: {len(burnt)} of {len(men)} hit."
    g.tell_of(
        [figure, *men],
        "flame",
        text,
        "NUTS-GREN-15",
        "NR-61",
        rolls=[dice],
        tallies=[shift],
        figure=figure.id,
        at=lob.at,
        men=[target.id for target in men],
    )
    for side in g.in_the_dark([figure, *men]):
        unseen = f"{g.named_for(side, [figure])} fires a {one.name}: {len(burnt)} of {len(men)} hit."
        g.tell_unseen(side, unseen, "NUTS-GREN-15", men=men)
    burn_fuel(g, figure, one, dice.faces)
    set_alight(g, lob.at)
    fallout = Fallout(missed=tuple((target.id, figure.id) for target, hit in found if not hit))
    for target in burnt:
        if not is_past_harm(target):
            fallout += hurt(g, target, whole(one.impact), figure.id, figure.at, apr=one.apr)
            fallout += what_he_sets_off(g, target)
    return fallout


def burn_fuel(g: Skirmish, figure: Figure, one: Munition, faces: Sequence[int]) -> None:
    """After a 1 only one more shot is left; other scores cost nothing. NUTS-GREN-16"""
    cite("NUTS-GREN-16")
    kept = [(id, turn) for id, turn in figure.arms.last_shot if id != one.weapon]
    figure.arms = figure.arms.but(last_shot=(*kept, (one.weapon, g.state.turn)))
    if figure.pack.fuel > 0:
        figure.pack = figure.pack.but(fuel=figure.pack.fuel - 1)
    elif number("last_shot_on") in faces:
        figure.pack = figure.pack.but(fuel=number("shots_after_a_one"))
        text = f"The fuel of {figure.name} is enough for one more shot."
        g.tell("fuel", text, "NUTS-GREN-16", to=g.seats_of(figure.side), figure=figure.id)


def set_alight(g: Skirmish, at: Point) -> None:
    """The ground burns where the flame was aimed. NR-63"""
    cite("NR-63")
    id = g.new_id()
    until = g.state.turn + number("flame_turns")
    g.state.markers[id] = Marker(id, "flame", at, number("flame_circle"), until)


def flames_at(state: SkirmishState, at: Point) -> list[Marker]:
    """The flames that burn at a place. NUTS-GREN-18"""
    return [
        one
        for one in state.markers.values()
        if one.kind == "flame" and is_within(one.at, at, one.across // 2)
    ]


def first_flame(
    state: SkirmishState, path: Path, through: Collection[str] = ()
) -> tuple[Tenths, Marker] | None:
    """How far along a path a man comes to flame that does not burn where he stands. NUTS-GREN-18

    `through` are flames that he has dared to cross.
    """
    cite("NUTS-GREN-18")
    inside = {*through, *(one.id for one in flames_at(state, path[0]))}
    found = [
        (gone, one)
        for one in state.markers.values()
        if one.kind == "flame" and one.id not in inside and (gone := way_to(path, one)) is not None
    ]
    if not found:
        return None
    return min(found, key=lambda entry: entry[0])


def way_to(path: Path, flame: Marker) -> Tenths | None:
    """How far along a path its first point in a flame lies, from outside; None if it passes by. NUTS-GREN-18"""
    gone, limit = 0, flame.across // 2
    for start, end in legs(path):
        numerator, denominator = point_to_segment(flame.at, (start, end))
        if numerator <= limit * limit * denominator:
            low, high = gone, gone + nearest_along(start, end, flame.at)
            while low < high:
                middle = (low + high) // 2
                low, high = (
                    (low, middle)
                    if is_within(point_at(path, middle), flame.at, limit)
                    else (middle + 1, high)
                )
            return low
        gone += distance(start, end)
    return None


def nearest_along(start: Point, end: Point, at: Point) -> Tenths:
    """How far along a leg its point nearest to a place lies. NUTS-GREN-18"""
    whole = distance(start, end)
    part = dot(minus(end, start), minus(at, start))
    return max(0, min(whole, part // whole)) if whole else 0


def before_crossing(figure: Figure, flame: Marker) -> Cause:
    """Who wants to cross flame takes a Man Down test first, and crosses only if he carries on. NUTS-GREN-18"""
    cite("NUTS-GREN-18", "NR-63")
    return Cause(figure.id, "man_down", (), flame.at)


def cross(g: Skirmish, figure: Figure) -> Fallout:
    """2d6 added up, read on the to-hit table with the crosser's own circumstances; then damage. NUTS-GREN-18"""
    dice = g.roll(number("crossing_dice"), D6, "crossing flame", "")
    hit = hits(sum(dice.faces), ["target_fast_moving"] if figure.doing.fast_moving else [])
    text = f"{figure.name} crosses the flame and {'is caught by it' if hit else 'comes through'}."
    g.tell_of([figure], "crosses_flame", text, "NUTS-GREN-18", "NR-63", rolls=[dice], figure=figure.id)
    if not hit:
        return Fallout()
    return hurt(g, figure, number("burning_impact"), "") + what_he_sets_off(g, figure)
