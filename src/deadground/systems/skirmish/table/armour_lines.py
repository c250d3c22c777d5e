"""What a gun could do to a vehicle from where it stands: which face it strikes, the number, and the exact odds.

Asked about an enemy who is pointed at, and the other way round, as far as the seat knows. NR-95, NUTS-VEH-09 to -16
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from deadground.core.scene import Line, Shape
from deadground.core.view import View
from deadground.space.plane import Point, distance
from deadground.systems.skirmish.crews import commander_of_vehicle, crew_of_gun, manned, serving
from deadground.systems.skirmish.gun_lists import gun as gun_type
from deadground.systems.skirmish.odds.armour import ArmourOdds, main_gun_odds
from deadground.systems.skirmish.rules.armour.faces import (
    armour_at,
    face_struck,
    face_towards,
    is_hull_down,
)
from deadground.systems.skirmish.rules.sight.line_of_sight import why_no_los
from deadground.systems.skirmish.rules.vehicles.speeds import type_of
from deadground.systems.skirmish.state import INCH, Figure, SkirmishState, side_of
from deadground.systems.skirmish.table.going_lines import inches
from deadground.systems.skirmish.vehicle import Gun, Vehicle
from deadground.systems.skirmish.vehicle_lists import Face

SkirmishView = View[SkirmishState]
Shooter = Vehicle | Gun

SIDES: dict[Face, tuple[int, ...]] = {"front": (0,), "rear": (2,), "side": (1, 3)}
"""Which edges of a base, front first and clockwise, are its faces."""

WORTH_SAYING = 0.005

RESULTS: dict[str, str] = {
    "brewed_up": "brews up",
    "destroyed": "destroyed",
    "disabled": "knocked out",
    "not_pierced": "not pierced",
    "missed": "missed",
}


def duel_lines(view: SkirmishView, enemy: Vehicle, by: Sequence[str]) -> Iterator[Line]:
    """What the nearest of those who are picked up, or of all, could do to an enemy, and he to it."""
    shooter = shooter_at(view, enemy, by)
    if shooter is None or enemy.is_out:
        return
    yield from shot_lines(view, shooter, enemy)
    if isinstance(shooter, Vehicle) and apr_of(enemy) is not None:
        yield from answer_lines(view, enemy, shooter)


def duel_shapes(view: SkirmishView, enemy: Vehicle, by: Sequence[str]) -> tuple[Shape, ...]:
    """The line to an enemy, and the plate that it meets."""
    shooter = shooter_at(view, enemy, by)
    if shooter is None or enemy.is_out:
        return ()
    is_seen = why_no_los(view.state, shooter, enemy, view.options) is None
    line = Shape(
        kind="line",
        look="sight" if is_seen else "sight_blocked",
        points=(shooter.at, enemy.at),
        token=enemy.id,
    )
    face = face_struck(view.state, enemy, shooter)
    rating = armour_at(type_of(enemy), face, view.options)
    edge = plate_of(enemy, face, shooter.at)
    label = face if rating is None else f"{face} {rating}"
    return line, Shape(kind="line", look="plate", points=edge, label=label, token=enemy.id)


def plate_of(vehicle: Vehicle, face: Face, from_: Point) -> tuple[Point, ...]:
    """The edge of a base that is struck; all of them from above."""
    corners = vehicle.base.corners
    edges = list(pairwise((*corners, corners[0])))
    nearest = sorted(SIDES.get(face, ()), key=lambda one: sum(distance(end, from_) for end in edges[one]))
    return edges[nearest[0]] if nearest else (*corners, corners[0])


def shooter_at(view: SkirmishView, enemy: Vehicle, by: Sequence[str]) -> Shooter | None:
    """Of those who are picked up, or else of all on the reader's side, the nearest that has a gun for armour."""
    state = view.state
    side = side_of(state, view.seat)
    if side == enemy.side:
        return None
    found: list[Shooter] = [*manned(state, side)]
    found += [one for one in state.guns.values() if one.side == side and not one.is_out and not one.aboard]
    armed = [one for one in found if apr_of(one) is not None]
    meant = [one for one in armed if one.id in by]
    return min(meant or armed, key=lambda one: distance(one.at, enemy.at), default=None)


def apr_of(one: Shooter) -> int | None:
    if isinstance(one, Gun):
        return gun_type(one.type).apr
    return next((mount.apr for mount in type_of(one).guns if mount.apr is not None), None)


def gunner_of(state: SkirmishState, one: Shooter) -> Figure | None:
    if isinstance(one, Gun):
        return next((man for man in crew_of_gun(state, one) if "gunner" in man.berth.posts), None)
    return serving(state, one, "gunner") or commander_of_vehicle(state, one)


def shot_lines(view: SkirmishView, shooter: Shooter, enemy: Vehicle) -> Iterator[Line]:
    """The face, the number and the odds of a shot from where the shooter stands."""
    state, far = view.state, distance(shooter.at, enemy.at)
    face = face_struck(state, enemy, shooter)
    hull_down = is_hull_down(state, enemy, shooter)
    rating = armour_at(type_of(enemy), face, view.options)
    how = ", hull down" if hull_down else ""
    thick = "without armour" if rating is None else f"{rating}"
    where = f"{inches(far)} away: its {face}, {thick}{how}"
    yield Line(f"{shooter.name} to {enemy.name}, {where}.", ("NR-95", "NS-22") if hull_down else ("NR-95",))
    why = why_no_los(state, shooter, enemy, view.options)
    if why is not None:
        yield Line(f"No line just now: {why.reason}.", why.rows)
        return
    gunner = gunner_of(state, shooter)
    odds = gun_odds(view, shooter, enemy, gunner.id) if gunner is not None and gunner.rep else None
    if odds is not None:
        yield Line(odds_words(odds), ("NUTS-VEH-09", "NUTS-VEH-15", "NUTS-VEH-16"))


def gun_odds(view: SkirmishView, shooter: Shooter, enemy: Vehicle, gunner: str) -> ArmourOdds | None:
    """The odds of a shot from where the shooter stands; None where they are of two scales. LR-011"""
    if type_of(enemy).book != book_of(shooter) or apr_of(shooter) is None:
        return None
    said = {
        "hull_down": is_hull_down(view.state, enemy, shooter),
        "fast": enemy.is_fast,
        "shooter_fast": shooter.is_fast,
    }
    return main_gun_odds(
        shooter=shooter.type,
        target=enemy.type,
        rep=view.state.figures[gunner].rep,
        range_=max(1, distance(shooter.at, enemy.at) / INCH),
        face=face_struck(view.state, enemy, shooter),
        words=tuple(word for word, is_so in said.items() if is_so),
        options=view.options,
    )


def odds_words(found: ArmourOdds) -> str:
    """The number, the chance to hit and that of each result."""
    numbers = {tally.total for tally in found.numbers.values()}
    against = " or ".join(str(one) for one in sorted(numbers, reverse=True))
    chances = ", ".join(
        f"{words} {float(found.results[what]):.0%}"
        for what, words in RESULTS.items()
        if what != "missed" and found.results.get(what, 0) > WORTH_SAYING
    )
    if max(numbers, default=0) < 1:
        return (
            f"APR {found.apr}: hit {float(found.hit):.0%}, but it cannot be pierced there (number {against})."
        )
    return f"APR {found.apr}, number {against}: hit {float(found.hit):.0%}; {chances}."


def answer_lines(view: SkirmishView, enemy: Vehicle, own: Vehicle) -> Iterator[Line]:
    """What an enemy has against the one who would shoot at him; how good his gunner is nobody knows."""
    face = face_towards(own, enemy.at)
    rating = armour_at(type_of(own), face, view.options)
    apr = apr_of(enemy)
    if rating is None or apr is None:
        return
    covered = ", hull down" if is_hull_down(view.state, own, enemy) else ""
    yield Line(f"He has APR {apr} against its {face}, {rating}{covered}.", ("NR-95", "NUTS-VEH-15"))


def book_of(one: Shooter) -> str:
    return gun_type(one.type).book if isinstance(one, Gun) else type_of(one).book


def arc_shapes(vehicle: Vehicle) -> Iterator[Shape]:
    """Where a gun without a turret bears: the rest wants the hull turned. NS-22"""
    for mount in type_of(vehicle).guns:
        if mount.arc is not None and mount.apr is not None:
            turn = tuple((vehicle.facing + 10 * bearing) % 3600 for bearing in mount.arc)
            yield Shape(
                kind="ring",
                look="arc",
                points=(vehicle.at,),
                radius=ARC,
                turn=(turn[0], turn[1]),
                token=vehicle.id,
            )


ARC = 16 * INCH
"""How far the arc of a gun is drawn: it reaches farther."""
