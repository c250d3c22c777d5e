"""Questions a seat may put about the table, each answered from its own view. They change nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from deadground.core.faults import Fault, Refused
from deadground.core.looks import given_as
from deadground.core.requests import Orders
from deadground.core.scene import Line, Look, Shape
from deadground.core.view import View
from deadground.space.plane import Point, distance, facing_of, minus
from deadground.space.units import shown
from deadground.systems.skirmish.game import ground_of, named_together
from deadground.systems.skirmish.rules.activation.orders import LAWS, targets_of
from deadground.systems.skirmish.rules.enemies.pefs import why_pef_unseen
from deadground.systems.skirmish.rules.fire.shooting import is_free_choice
from deadground.systems.skirmish.rules.movement.going import left_to_go, normal_move
from deadground.systems.skirmish.rules.sight.cover import cover_between, is_concealed
from deadground.systems.skirmish.rules.sight.in_sight import near_enough
from deadground.systems.skirmish.rules.sight.line_of_sight import why_no_los
from deadground.systems.skirmish.rules.vehicles.ways import left_to_drive
from deadground.systems.skirmish.state import BASE, Figure, Pef, SkirmishState, side_of
from deadground.systems.skirmish.table.armour_lines import arc_shapes, duel_lines, duel_shapes
from deadground.systems.skirmish.table.fire_lines import shots_of
from deadground.systems.skirmish.table.ground_look import Nothing, ground, unseen_ground
from deadground.systems.skirmish.table.reaching import reach_shapes
from deadground.systems.skirmish.table.scene import lines as about
from deadground.systems.skirmish.table.scene import with_capital
from deadground.systems.skirmish.vehicle import Vehicle

SkirmishView = View[SkirmishState]


class OnePiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    by: tuple[str, ...] = ()
    """Who is picked up: what he could do to it is told."""


class Ends(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    start: str | tuple[int, int] = msgspec.field(name="from")
    end: str | tuple[int, int] = msgspec.field(name="to")


def man(view: SkirmishView, id: str) -> Figure:
    found = view.state.figures.get(id)
    if found is None:
        raise Refused(Fault("id", f"nobody on the table is called '{id}'"))
    return found


def end_of(view: SkirmishView, given: str | Point, at: str) -> Figure:
    """An end of a line: a man, or one of the seat's side who would stand at a place. NUTS-LOS-01"""
    if isinstance(given, str):
        return man(view, given)
    table = ground_of(view.state)
    if not (0 <= given[0] <= table.width and 0 <= given[1] <= table.height):
        raise Refused(Fault(at, "this place is not on the table"))
    return Figure("", "a man there", side_of(view.state, view.seat), "", given, 0)


def sight(view: SkirmishView, given: Mapping[str, Any]) -> Look:
    """Whether one man sees another, and why not; what covers and conceals the other. NUTS-LOS-01, NUTS-LOS-07"""
    ends = given_as(Ends, given)
    if ends.start == ends.end:
        raise Refused(Fault("with.to", "a line needs two ends that are apart"))
    looker = end_of(view, ends.start, "with.from")
    pef = view.state.pefs.get(ends.end) if isinstance(ends.end, str) else None
    if pef is not None:
        return sight_of_pef(view, looker, pef)
    target = end_of(view, ends.end, "with.to")
    if not looker.id:
        looker.facing = facing_of(minus(target.at, looker.at))
    why = why_no_los(view.state, looker, target, view.options)
    away = shown(distance(looker.at, target.at), "in")
    who, whom = with_capital(looker.name), with_capital(target.name)
    sees, misses = ("sees", "does not see") if looker.id and target.id else ("would see", "would not see")
    found = [Line(f"{who} {sees} {target.name}, {away} away.", ("NUTS-LOS-01",))]
    if why is not None:
        found = [Line(f"{who} {misses} {target.name}: {why.reason}.", why.rows)]
    cover = cover_between(view.state, target, looker.at, view.options)
    if cover is not None:
        found.append(Line(f"{whom} is in cover: {cover.name}.", ("NUTS-LOS-07",)))
    if is_concealed(view.state, target, looker.at, view.options):
        found.append(Line(f"{whom} is concealed.", ("NUTS-LOS-06",)))
    look = "sight" if why is None else "sight_blocked"
    line = Shape(kind="line", look=look, points=(looker.at, target.at), token=looker.id)
    return Look(title="Line of sight", lines=tuple(found), shapes=(line,))


def sight_of_pef(view: SkirmishView, looker: Figure, pef: Pef) -> Look:
    """Whether a man would see a question mark, and what hides it. NUTS-PEF-05, NR-162"""
    why = why_pef_unseen(view.state, looker, pef, view.options)
    who, away = with_capital(looker.name), shown(distance(looker.at, pef.at), "in")
    found = Line(f"{who} sees {pef.name}, {away} away.", ("NUTS-PEF-05",))
    if why is not None:
        found = Line(f"{who} does not see {pef.name}, {away} away: {why.reason}.", why.rows)
    look = "sight" if why is None else "sight_blocked"
    line = Shape(kind="line", look=look, points=(looker.at, pef.at), token=looker.id)
    return Look(title="Line of sight", lines=(found,), shapes=(line,))


def piece(view: SkirmishView, given: Mapping[str, Any]) -> Look:
    """What is to be read about a man, and how far he may go."""
    asked = given_as(OnePiece, given)
    if asked.id in view.state.vehicles:
        return vehicle(view, view.state.vehicles[asked.id], asked.by)
    if asked.id in view.state.guns:
        return Look(title=view.state.guns[asked.id].name)
    figure = man(view, asked.id)
    found = list(about(view, figure))
    left, whole = left_to_go(figure), normal_move(figure)
    found.append(Line(f"Moves {shown(whole, 'in')}, {shown(left, 'in')} left.", ("NUTS-MOVE-01",)))
    return Look(title=figure.name, lines=tuple(found), shapes=reach_shapes(view.state, figure))


def vehicle(view: SkirmishView, one: Vehicle, by: Sequence[str]) -> Look:
    """Of one's own how far it may drive; of an enemy what could be done to him from here, and he could do."""
    if one.side != side_of(view.state, view.seat):
        lines, shapes = tuple(duel_lines(view, one, by)), duel_shapes(view, one, by)
        return Look(title=one.name, lines=lines, shapes=(*shapes, *arc_shapes(one)))
    left = left_to_drive(view.state, one)
    words = Line(f"{shown(left, 'in')} of its speed on a road left.", ("NS-21",))
    return Look(title=one.name, lines=(words,), shapes=tuple(arc_shapes(one)))


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    draft: list[dict[str, Any]] = []


def left_out(view: SkirmishView, given: Mapping[str, Any]) -> Look:
    """Whether a draft leaves a whole group idle, or men of it who could still walk: that is asked about once."""
    orders = next((one for one in view.requests if isinstance(one, Orders)), None)
    if orders is None or any(one.get("pieces") for one in given_as(Laid, given).draft):
        return Look()
    men = [view.state.figures[id] for id in orders.units[0].pieces]
    if any(one.reaction.successes >= 0 or one.reaction.reacting for one in men):
        return Look()
    words = "This group has been told nothing, and would stay as it is."
    if any(one.doing.action or one.doing.fired for one in men):
        men = [one for one in men if could_walk(view, one)]
        words = f"{named_together(men)} could still move."
    if not men:
        return Look()
    rings = (Shape(kind="ring", look="fault", points=(one.at,), radius=BASE, token=one.id) for one in men)
    return Look(lines=(Line(words, ("NUTS-ACT-08",)),), shapes=tuple(rings))


def could_walk(view: SkirmishView, figure: Figure) -> bool:
    """Whether a man has his whole move before him, or was stopped with half of it or more to go. NUTS-ACT-08"""
    hardly_began = 2 * left_to_go(figure) >= normal_move(figure)
    can = LAWS["move"].why_not(view.state, figure, view.options) is None
    return can and (not figure.doing.action or hardly_began)


def forced(view: SkirmishView, given: Mapping[str, Any]) -> Look:
    """The answer of men who have seen the enemy first, if it is the only one: they must act. NUTS-SIGHT-09"""
    given_as(Nothing, given)
    asked = [one for one in view.requests if isinstance(one, Orders) and one.guide == "skirmish.in_sight"]
    if not asked or not asked[0].proposal:
        return Look()
    figures = view.state.figures
    foes = [figures[id] for id in targets_of(asked[0], "fire") or () if id in figures]
    men = [figures[id] for id in asked[0].units[0].pieces]
    for one in men:
        if is_free_choice(view.state, one, foes, view.options) or near_enough(
            view.state, one, foes, view.options
        ):
            return Look()
    words = Line(forced_words(view, men, asked[0].proposal), ("NUTS-SIGHT-09",))
    return Look(lines=(words,), value=asked[0].proposal)


def forced_words(view: SkirmishView, men: Sequence[Figure], orders: Sequence[Any]) -> str:
    """What men do because there is nothing else they could."""
    figures = view.state.figures
    shots = shots_of(msgspec.to_builtins(list(orders)))
    foes = dict.fromkeys(aim.target for shot in shots for aim in shot.aims if aim.target in figures)
    if not foes:
        return f"{named_together(men)} could do nothing else."
    fire = "fires" if len(men) == 1 else "fire"
    at = named_together([figures[id] for id in foes])
    return f"{named_together(men)} {fire} at {at}: there was nothing else to do."


LOOKS: dict[str, Callable[[SkirmishView, Mapping[str, Any]], Look]] = {
    "sight": sight,
    "piece": piece,
    "ground": ground,
    "hidden": unseen_ground,
    "left_out": left_out,
    "forced": forced,
}
