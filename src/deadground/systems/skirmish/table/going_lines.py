"""A march on the table: ways, ghosts, how far, and where somebody comes into sight with the dice of both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from itertools import pairwise
from typing import Any

from deadground.core.dice import D6
from deadground.core.records import copy_state
from deadground.core.scene import Line, Shape, Spot
from deadground.core.tally import Tally
from deadground.core.view import View
from deadground.space.ground import Piece
from deadground.space.paths import cut, length
from deadground.space.plane import Facing, Point, along
from deadground.space.units import Tenths
from deadground.systems.skirmish.game import enemies_of, in_one_breath, members, named_together
from deadground.systems.skirmish.numbers import number
from deadground.systems.skirmish.odds.damage import Never
from deadground.systems.skirmish.odds.stage import game
from deadground.systems.skirmish.rules.leaders.leadership import leader_of
from deadground.systems.skirmish.rules.movement.exits import is_at_exit
from deadground.systems.skirmish.rules.movement.going import left_to_go, normal_move, path_cost, rising
from deadground.systems.skirmish.rules.sight.cover import cover_at
from deadground.systems.skirmish.rules.sight.in_sight_pools import circumstance, pool, roller_of
from deadground.systems.skirmish.rules.sight.sighting import see_each_other
from deadground.systems.skirmish.state import BASE, INCH, Figure, SkirmishState
from deadground.systems.skirmish.table.marching import March, Seen, SeenUnknown, first_in_sight, first_unknown
from deadground.systems.skirmish.table.shelter import threat_to
from deadground.systems.skirmish.thread import surname

SkirmishView = View[SkirmishState]

CORNERS = (-450, 450, 1350, 2250)
"""From the way a man looks to the corners of his base, the front edge first."""

DIAGONAL = 1414


def inches(length: Tenths) -> str:
    """A length as it is read at a glance: 7.6"."""
    return f'{length / INCH:.1f}"'


def marches_of(view: SkirmishView, plan: Mapping[str, Any]) -> list[March]:
    """The marches that a plan of paths holds."""
    found = []
    for id, way in plan.get("paths", {}).items():
        figure = view.state.figures[id]
        path = (figure.at, *((x, y) for x, y in way["points"]))
        found.append(March(id, path, figure.facing if way.get("facing") is None else way["facing"]))
    return found


def base_at(at: Point, facing: Facing) -> tuple[Spot, ...]:
    """The corners of a base that stands somewhere and looks some way."""
    return tuple(along(at, (facing + turn) % 3600, BASE * DIAGONAL // 1000) for turn in CORNERS)


def march_shapes(view: SkirmishView, marches: Sequence[March], seen: Seen | None) -> Iterator[Shape]:
    """The ways, where the men come to stand and look, and the place where somebody comes into sight."""
    for march in marches:
        if march.path[-1] != march.path[0]:
            yield Shape(kind="line", look="route", points=march.path, token=march.id)
        ghost = base_at(march.path[-1], march.facing)
        yield Shape(kind="area", look="ghost", points=ghost, token=march.id)
    if seen is not None:
        enemy = view.state.figures[seen.enemy]
        mover = view.state.figures[seen.mover]
        label = f"{surname(enemy)} comes into sight here"
        yield Shape(kind="ring", look="halt", points=(seen.at,), radius=INCH // 3, token=mover.id)
        yield Shape(kind="line", look="sight", points=(enemy.at, seen.at), token=mover.id)
        yield Shape(kind="note", look="halt", points=(seen.at,), label=label, token=mover.id)
    unknown = first_unknown(view.state, marches, view.options)
    if unknown is not None:
        yield from unknown_shapes(view, unknown)


def unknown_shapes(view: SkirmishView, unknown: SeenUnknown) -> Iterator[Shape]:
    """Where a question mark comes into sight. NUTS-PEF-05"""
    pef = view.state.pefs[unknown.pef]
    label = f"{pef.name} comes into sight here"
    yield Shape(kind="ring", look="halt", points=(unknown.at,), radius=INCH // 3, token=unknown.mover)
    yield Shape(kind="line", look="sight", points=(pef.at, unknown.at), token=unknown.mover)
    yield Shape(kind="note", look="halt", points=(unknown.at,), label=label, token=unknown.mover)


def gone(path: Sequence[Point], at: Point) -> int:
    """How far along a path a point of it lies."""
    far = 0
    for start, end in pairwise(path):
        leg = length((start, end))
        here = length((start, at))
        if abs(here + length((at, end)) - leg) <= 2:
            return far + here
        far += leg
    return far


def march_words(
    view: SkirmishView,
    marches: Sequence[March],
    seen: Seen | None,
    most: Callable[[Figure], Tenths],
    fast: bool = False,
    asked: Tenths = 0,
) -> Iterator[Line]:
    """How far of how far; who comes into sight, and the dice of both; what a Fast Move may add.

    `asked` is how far they were dragged where that is beyond them.
    """
    going = [march for march in marches if march.path[-1] != march.path[0]]
    if going:
        far = max(going, key=lambda march: length(march.path))
        figure = view.state.figures[far.id]
        cost = path_cost(view.state, far.path) or 0
        names = figure.name if len(going) == 1 else f"{len(going)} men"
        of = f"{inches(cost)} of {inches(most(figure))}{ground_takes(length(far.path), cost)}"
        they, his = ("he", "his") if len(going) == 1 else ("they", "their")
        if asked:
            why = why_no_further(length(far.path), cost, most(figure), they)
            whole, left = normal_move(figure), left_to_go(figure)
            if cost_is_all(cost, most(figure)) and most(figure) == left < whole and not rising(figure):
                why += f": {inches(whole - left)} of {inches(whole)} are gone already"
            of = f"{inches(length(far.path))} of {inches(asked)} asked{why}"
        up = f" Getting up takes half of {his} move." if rising(figure) else ""
        rows = ("NUTS-MOVE-01", "NUTS-MOVE-05") if up else ("NUTS-MOVE-01",)
        yield Line(f"{names}: {of}.{up}", rows)
    if seen is not None:
        yield from sighting_words(view, marches, seen)
    yield from unknown_words(view, marches)
    yield from exit_words(view.state, marches)
    if fast:
        yield from fast_words([view.state.figures[march.id] for march in going])


def ground_takes(went: Tenths, cost: Tenths) -> str:
    """How much of what a way costs is not walked, so that the log may tell less. NS-39"""
    return f", {inches(cost - went)} of it for the ground" if inches(cost) != inches(went) else ""


def cost_is_all(cost: Tenths, most: Tenths) -> bool:
    return inches(cost) == inches(most)


def why_no_further(went: Tenths, cost: Tenths, most: Tenths, they: str) -> str:
    """Why men who are dragged farther do not get there. NS-39"""
    if not cost_is_all(cost, most):
        return f"; no further that way, with {inches(most - cost)} left"
    if inches(went) != inches(cost):
        return f"; this ground takes {inches(cost)} for it, all {they} may go"
    return f", as far as {they} may go"


def cover_words(
    state: SkirmishState,
    men: Sequence[Figure],
    marches: Sequence[March],
    lined: Piece | None,
    *,
    stationary: bool = True,
) -> Iterator[Line]:
    """How many end in cover from the nearest enemy, and by what; where they line it, how to have it otherwise."""
    threat = threat_to(state, men)
    if threat is None:
        return
    ends = {one.id: one.at for one in men} | {march.id: march.path[-1] for march in marches}
    covers = [cover_at(state, at, threat, stationary) for at in ends.values()]
    names = dict.fromkeys(cover.name for cover in covers if cover)
    many = sum(cover is not None for cover in covers)
    who = f"{many} of {len(men)}" if len(men) > 1 else surname(men[0])
    told = f"{who} ({', '.join(names)})" if many else "nobody"
    shape = " Key 1 keeps their shape." if lined is not None else ""
    yield Line(f"In cover from the nearest enemy: {told}.{shape}", ("NUTS-LOS-06", "NUTS-LOS-07"))


def exit_words(state: SkirmishState, marches: Sequence[March]) -> Iterator[Line]:
    """Who would go off the table where he ends. NR-205"""
    through = [state.figures[march.id] for march in marches if leads_off(state, march)]
    if through:
        yield Line(f"Off the table at the exit: {named_together(through)}.", ("NR-205",))


def leads_off(state: SkirmishState, march: March) -> bool:
    return is_at_exit(state, state.figures[march.id].side, march.path[-1])


def seen_there(view: SkirmishView, men: Sequence[Figure], marches: Sequence[March]) -> Iterator[Line]:
    """Of which enemies some men are in sight where they would stand, and they of them. NUTS-SIGHT-04"""
    ends = {march.id: march for march in marches}
    there = [copy(one) for one in men]
    for one in there:
        if march := ends.get(one.id):
            one.at, one.facing = march.path[-1], march.facing
    foes = [
        foe
        for foe in enemies_of(view.state, there[0].side if there else "")
        if foe.able and any(see_each_other(view.state, one, foe, view.options) for one in there)
    ]
    who = in_one_breath([surname(foe) for foe in foes]) if foes else "No known enemy"
    yield Line(f"{who} would see {'him' if len(there) == 1 else 'them'} there.", ("NUTS-SIGHT-04",))


def unknown_words(view: SkirmishView, marches: Sequence[March]) -> Iterator[Line]:
    """Which question mark comes into sight where, and the dice if it is troops. NUTS-PEF-05, NR-72"""
    unknown = first_unknown(view.state, marches, view.options)
    if unknown is None:
        return
    way = next(march.path for march in marches if march.id == unknown.mover)
    name = view.state.pefs[unknown.pef].name
    yield Line(f"{name} comes into sight at {inches(gone(way, unknown.at))}.", ("NUTS-PEF-05",))
    state = copy_state(view.state)
    mover = state.figures[unknown.mover]
    leader = leader_of(state, mover.group) or mover
    leader.doing = leader.doing.but(
        moving=any(march.id == leader.id and march.path[-1] != march.path[0] for march in marches)
    )
    ours = pool(game(state, view.options, Never()), leader, [], None)
    hidden = dice_told(circumstance("enemy_concealed"))
    text = f"If it is troops: you {dice_of(ours)}, {hidden} if all of them are concealed; he unknown."
    yield Line(text, ("NUTS-SIGHT-05", "NUTS-SIGHT-06", "NR-72"))


def sighting_words(view: SkirmishView, marches: Sequence[March], seen: Seen) -> Iterator[Line]:
    """Who comes into sight where, and how many dice both would have as far as the seat knows. NUTS-SIGHT-05"""
    enemy, mover = view.state.figures[seen.enemy], view.state.figures[seen.mover]
    way = next(march.path for march in marches if march.id == seen.mover)
    at = inches(gone(way, seen.at))
    rows = ("NUTS-SIGHT-02",)
    yield Line(f"{enemy.name} comes into sight of {mover.name} at {at}.", rows)
    ours, theirs = pools_at(view, marches, seen)
    his = f"he {dice_of(theirs)}" if theirs is not None else "his Rep is not known"
    yield Line(f"In Sight: you {dice_of(ours)}; {his}.", ("NUTS-SIGHT-05", "NUTS-SIGHT-06"))


def dice_told(amount: int) -> str:
    """How many dice more or fewer."""
    return f"{abs(amount)} {'more' if amount > 0 else 'fewer'}"


def dice_of(tally: Tally) -> str:
    """Dice and what they are made of: 4 dice (Rep 5, moved -1)."""
    parts = ", ".join(
        f"{line.reason} {line.amount:+d}" if place else f"{line.reason} {line.amount}"
        for place, line in enumerate(tally.lines)
    )
    many = max(0, tally.total)
    return f"{many} {'die' if many == 1 else 'dice'} ({parts})"


def pools_at(view: SkirmishView, marches: Sequence[March], seen: Seen) -> tuple[Tally, Tally | None]:
    """The dice of both where the march would be stopped; None for an enemy whose Rep is not known. NR-108"""
    state = copy_state(view.state)
    way = next(march.path for march in marches if march.id == seen.mover)
    far = gone(way, seen.at)
    for march in marches:
        man = state.figures[march.id]
        man.at = cut(march.path, min(far, length(march.path)))[-1]
        man.doing = man.doing.but(moving=march.path[-1] != march.path[0])
    g = game(state, view.options, Never())
    mover, enemy = state.figures[seen.mover], state.figures[seen.enemy]
    involved = [*members(state, mover.group), enemy]
    roller = roller_of(g, mover.group, involved) or mover
    ours = pool(g, roller, [enemy], None)
    if not enemy.shown_rep:
        return ours, None
    enemy.rep, enemy.attributes = enemy.shown_rep, enemy.shown_attributes
    return ours, pool(g, enemy, [one for one in involved if one.side != enemy.side], None)


def fast_words(men: Sequence[Figure]) -> Iterator[Line]:
    """How far a Fast Move may take men, each length with its chance; those of whom the same is true together."""
    told: dict[str, list[Figure]] = {}
    for one in men:
        told.setdefault(fast_chances(one), []).append(one)
    for text, alike in told.items():
        who = surname(alike[0]) if len(alike) == 1 else f"{len(alike)} men"
        yield Line(f"{who}: {text}.", ("NUTS-MOVE-02",))


def fast_chances(figure: Figure) -> str:
    """How far a Fast Move may take a man, each with its chance. NUTS-MOVE-02"""
    miss = D6 - min(D6, figure.rep)
    dice = number("fast_move_dice")
    some, all_ = 1 - (miss / D6) ** dice, (1 - miss / D6) ** dice
    half = normal_move(figure) // 2
    first, both = inches(normal_move(figure) + half), inches(normal_move(figure) + dice * half)
    return f"{first} with {some:.0%}, {both} with {all_:.0%}"


def seen_on(view: SkirmishView, marches: Sequence[March]) -> Seen | None:
    return first_in_sight(view.state, marches, view.options)
