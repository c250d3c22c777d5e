"""Throwing and launching: where it comes down, and what it does there. NUTS-GREN-05 to NUTS-GREN-07, -11 to -14"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from deadground.core.citing import cite
from deadground.core.dice import D6
from deadground.space.plane import Point
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.game import Skirmish, ground_of
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.pieces import are_enemies
from deadground.systems.skirmish.reckoning import Die, Reckoning, own_throw
from deadground.systems.skirmish.rules.activation.dice import at_most_two, passed
from deadground.systems.skirmish.rules.fire.fire import circumstances, have_shot, is_burdened, to_hit
from deadground.systems.skirmish.rules.fire.targets import Shot
from deadground.systems.skirmish.rules.fire.to_hit import hits, why_hit
from deadground.systems.skirmish.rules.grenades.blasts import (
    Blast,
    blow_up,
    come_down,
    go_off,
    hurt,
    lay_smoke,
    use_up,
)
from deadground.systems.skirmish.rules.grenades.caught import caught
from deadground.systems.skirmish.rules.grenades.flame import pour
from deadground.systems.skirmish.rules.grenades.lobs import SMOKE, Lob, Munition, machine_at, munition
from deadground.systems.skirmish.rules.reactions.reaction import Fallout
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.rules.sight.line_of_sight import facing_towards, line_over, sees_point
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.systems.skirmish.terrain import is_near_outline, terrain_of
from deadground.systems.skirmish.vehicle import Gun, Vehicle


def send(g: Skirmish, lobs: Sequence[Lob], busy: Collection[str] = ()) -> Fallout:
    """Everything that is thrown, launched or poured, one after the other; nobody tests before. NUTS-FIRE-11

    Who carries a wounded man has the penalty of snap fire here too. NUTS-WOUND-03
    """
    fallout = Fallout()
    for given in lobs:
        figure = g.figure(given.who)
        lob = msgspec.structs.replace(given, snap=given.snap or is_burdened(figure))
        one = munition(g.state, figure, lob.what)
        if one is None:
            continue
        cite(one.row)
        figure.facing = facing_towards(figure, lob.at)
        figure.arms = figure.arms.but(shot_with=one.weapon)
        if one.how == "flame":
            fallout += pour(g, lob, one)
        elif one.how == "launched":
            fallout += launch(g, lob, one, busy)
        else:
            fallout += throw(g, lob, one)
    look_round(g)
    return fallout


def throw(g: Skirmish, lob: Lob, one: Munition) -> Fallout:
    """2d6 against the thrower's Rep, in place of the to-hit table. NUTS-GREN-05 to NUTS-GREN-07

    A snap throw passes one die at best. NR-59
    """
    figure = g.figure(lob.who)
    figure.doing = figure.doing.but(thrown=True)
    use_up(figure, lob.what)
    in_view = is_in_view(g.state, figure, lob.at, g.options)
    dice = g.roll(number("throwing_dice"), D6, "throw", figure.side)
    many = at_most_two(passed(dice.faces, g.rep(figure)))
    if lob.snap:
        many = min(many, number("snap_throw"))
    line = chart("throwing_grenade").look_up(str(many), "in_view" if in_view else "out_of_view").value
    words = {"lands": "throws", "misses": "throws wide with", "dropped": "drops"}[str(line)]
    text = f"{figure.name} {words} a {one.name}: {many} passed."
    rows = ("NUTS-GREN-05", "NUTS-GREN-07" if line == "dropped" else "NUTS-GREN-06")
    how = own_throw(figure, dice.faces, "a snap throw passes one at best" if lob.snap else "")
    g.tell_of(
        [figure],
        "throw",
        text,
        *rows,
        rolls=[dice],
        reckoned=[how],
        figure=figure.id,
        at=lob.at,
        result=line,
    )
    if one.what == SMOKE:
        return Fallout() if line == "misses" else lay_smoke(g, figure.at if line == "dropped" else lob.at)
    if line == "misses":
        return only_a_bang(g, figure, one, lob.at)
    if line == "dropped" and one.impact is None:  # it is for armour alone, and nothing happens to the thrower
        cite("NS-07")
        return Fallout()
    if line == "dropped":
        cite("NR-54")
        return go_off(g, blast_of(figure, one, figure.at, figure.floor, dive=True))
    return go_off(g, blast_of(figure, one, lob.at))


def blast_of(figure: Figure, one: Munition, at: Point, floor: int = 0, *, dive: bool = False) -> Blast:
    return Blast(one.name, at, one.across, one.impact or 0, figure.id, floor, dive, apr=one.apr)


def only_a_bang(g: Skirmish, figure: Figure, one: Munition, at: Point) -> Fallout:
    """It misses, and every enemy who would have been in the circle takes a Crisis Test. NUTS-GREN-06, NR-57"""
    cite("NR-57")
    men = [one for one in caught(g.state, at, one.across, g.options) if are_enemies(one, figure)]
    return Fallout(missed=tuple((enemy.id, figure.id) for enemy in men))


def is_in_view(state: SkirmishState, figure: Figure, at: Point, options: Options) -> bool:
    """Whether one die passed is enough: he sees the spot, or drops it over a wall or into a door. NUTS-GREN-06"""
    cite("NUTS-GREN-06")
    return sees_point(state, figure, at, options) or is_dropped_over(state, figure, at)


def is_dropped_over(state: SkirmishState, figure: Figure, at: Point) -> bool:
    """Whether all that is between is an arm's length from the thrower and from the spot. NUTS-GREN-06, NS-40

    Into a building he stands at, it may go in as deep as he throws.
    """
    near = number("drop_over")
    trace = line_over(ground_of(state), figure.at, at)
    between = [crossing.piece for crossing in trace.crossings]
    between += [passage.piece for passage in trace.passages]
    return bool(between) and all(
        is_near_outline(piece, figure.at, near)
        and (is_near_outline(piece, at, near) or (terrain_of(piece).sight == "building" and piece.holds(at)))
        for piece in between
    )


def launch(g: Skirmish, lob: Lob, one: Munition, busy: Collection[str]) -> Fallout:
    """From a rifle or tube, by the to-hit table; a miss comes down off the spot. NUTS-GREN-11, -12, NS-07"""
    figure = g.figure(lob.who)
    shot = Shot(lob.who, one.weapon, (), "", lob.snap)
    shift = to_hit(g, shot, first=True)
    die = g.roll(1, D6, "shots", figure.side)
    total, against = die.one + shift.total, list(launching_at(g, lob, shot))
    hit = hits(total, against)
    how = Die(die.one, "passed" if hit else "failed", why_hit(total, against))
    text = f"{figure.name} launches a {one.name}: {'on the spot' if hit else 'off it'}."
    g.tell_of(
        [figure],
        "launch",
        text,
        "NUTS-GREN-12" if one.across == 0 else "NUTS-GREN-11",
        "NS-07",
        rolls=[die],
        tallies=[shift],
        reckoned=[Reckoning(who=figure.id, dice=(how,), tallies=(0,))],
        figure=figure.id,
        at=lob.at,
        hit=hit,
    )
    if one.readied:
        figure.doing = figure.doing.but(thrown=True)
        use_up(figure, lob.what)
    else:
        have_shot(g, figure, shot, die.faces, busy)
    struck = machine_at(g.state, lob.at)
    if struck is not None and one.apr is not None:
        fallout = at_machine(g, figure, one, struck, hit=hit)
    else:
        fallout = come_down(g, blast_of(figure, one, lob.at), figure.at, hit=hit)
    fallout += blow_up(g, figure, one.weapon, die.faces)
    return fallout + Fallout(missed=((lob.target, lob.who),) if lob.target else ())


def at_machine(g: Skirmish, figure: Figure, one: Munition, target: Vehicle | Gun, *, hit: bool) -> Fallout:
    """What is launched at a vehicle strikes the face towards the shooter, or misses it. NS-07"""
    cite("NS-07")
    if not hit:
        return Fallout(missed=((target.id, figure.id),))
    return hurt(g, target, one.impact or 0, figure.id, figure.at, apr=one.apr)


def launching_at(g: Skirmish, lob: Lob, shot: Shot) -> Iterator[str]:
    """What speaks against it: a man's own circumstances; out of view he, or the spot, is as in cover. NS-07"""
    cite("NS-07")
    figure = g.figure(lob.who)
    if lob.target:
        yield from circumstances(g, shot, g.piece(lob.target), 0)
    found = {
        "shooter_fast_moving": figure.doing.fast_moving,
        "snap_fire": lob.snap,
        "target_in_cover": not sees_point(g.state, figure, lob.at, g.options),
    }
    yield from (why for why, is_so in found.items() if is_so)
