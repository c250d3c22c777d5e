"""Main guns in a draft: a line to what each fires at with the round that is loaded, and what the shot may do.

NUTS-VEH-09 to NUTS-VEH-16, NS-23, NS-27
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from deadground.core.requests import Orders as Asked
from deadground.core.scene import Line, Shape
from deadground.core.view import View
from deadground.space.plane import Point, distance
from deadground.systems.skirmish.crews import serving
from deadground.systems.skirmish.pieces import TablePiece, piece_named
from deadground.systems.skirmish.rules.activation.orders import targets_of
from deadground.systems.skirmish.rules.armour.gun_orders import GivenRound, main_shot_of
from deadground.systems.skirmish.rules.armour.mounts import Mounted, platform_of
from deadground.systems.skirmish.rules.armour.rounds import MainShot, Platform, gun_at, mark_of, open_to
from deadground.systems.skirmish.rules.fire.aiming import aimed_at
from deadground.systems.skirmish.state import INCH, SkirmishState
from deadground.systems.skirmish.table.armour_lines import gun_odds, odds_words
from deadground.systems.skirmish.table.going_lines import inches
from deadground.systems.skirmish.vehicle import Vehicle

SkirmishView = View[SkirmishState]
Orders = Sequence[Mapping[str, Any]]

ROUNDS = "rounds"
"""What comes with a gesture that changes armour-piercing for high explosive, and back."""


def rounds_of(orders: Orders) -> list[MainShot]:
    """Every shot of a main gun in a draft."""
    found = [order["plan"].get("guns", {}) for order in orders if order["card"] == "fire"]
    return [
        main_shot_of(id, msgspec.convert(given, GivenRound)) for guns in found for id, given in guns.items()
    ]


def laid(view: SkirmishView, shot: MainShot) -> tuple[Platform, Mounted] | None:
    """What a shot is fired from, and the gun."""
    piece = platform_of(view.state, view.state.figures[shot.gunner])
    gun = gun_at(piece, shot.place, view.options) if piece else None
    return (piece, gun) if piece and gun else None


def round_shapes(view: SkirmishView, shots: Sequence[MainShot]) -> Iterator[Shape]:
    """The line of a main gun with its round and the chance to hit; the blast circle of high explosive."""
    for shot in shots:
        found = laid(view, shot)
        if found is None:
            continue
        piece, gun = found
        for target, at in aimed(view, shot):
            label = "HE" if shot.he else "AP"
            if isinstance(target, Vehicle) and not shot.he:
                odds = gun_odds(view, piece, target, shot.gunner)
                label += f" hit {float(odds.hit):.0%}" if odds is not None else ""
            yield Shape(kind="line", look="shot", points=(piece.at, at), label=label, token=shot.gunner)
            if shot.he and gun.he is not None:
                across = gun.he[0] * INCH
                yield Shape(kind="ring", look="template", points=(at,), radius=across // 2, token=shot.gunner)


def aimed(view: SkirmishView, shot: MainShot) -> Iterator[tuple[TablePiece | None, Point]]:
    """What a shot is aimed at, or the bare spot."""
    if shot.at is not None:
        yield None, shot.at
    for id, _ in shot.aims:
        target = piece_named(view.state, id)
        if target is not None:
            yield target, target.at


def round_words(view: SkirmishView, shots: Sequence[MainShot]) -> Iterator[Line]:
    """Of each gun what it fires at with what, the odds, and who loads it again."""
    for shot in shots:
        found = laid(view, shot)
        if found is None:
            continue
        piece, gun = found
        for target, at in aimed(view, shot):
            name = target.name if target is not None else "that spot"
            far = inches(distance(piece.at, at))
            if shot.he and gun.he is not None:
                circle, impact = gun.he
                text = f'{piece.name} at {name}, {far}: high explosive, {circle}" across, Impact {impact}.'
                yield Line(text, ("NS-27", "COT-VEH-03"))
            elif isinstance(target, Vehicle):
                mark = mark_of(view.state, piece, target)
                down = ", hull down" if mark.hull_down else ""
                text = f"{piece.name} at {name}, {far}: its {mark.face}{down}."
                yield Line(text, ("NR-95", "NS-22"))
                odds = gun_odds(view, piece, target, shot.gunner)
                if odds is not None:
                    yield Line(odds_words(odds), ("NUTS-VEH-09", "NUTS-VEH-15", "NUTS-VEH-16"))
            else:
                yield Line(f"{piece.name} at {name}, {far}.", ("NUTS-VEH-09",))
        yield from loading_words(view, piece)


def loading_words(view: SkirmishView, piece: Platform) -> Iterator[Line]:
    """Who has to put in the next round. NUTS-VEH-17"""
    loader = serving(view.state, piece, "loader") if isinstance(piece, Vehicle) else None
    if loader is not None:
        yield Line(f"Loaded again by {loader.name}, Rep {loader.rep}.", ("NUTS-VEH-17", "NS-23"))


def other_rounds(orders: list[dict[str, Any]], men: Sequence[str]) -> list[dict[str, Any]]:
    """The draft with the rounds of these gunners changed, armour-piercing for high explosive and back. NS-27"""
    for order in orders:
        for id, given in order["plan"].get("guns", {}).items() if order["card"] == "fire" else ():
            if id in men:
                given["he"] = not given.get("he", False)
    return orders


def next_target(view: SkirmishView, request: Asked, orders: Orders, men: Sequence[str]) -> str:
    """The enemy after the one whom the first of these gunners fires at, of those he can fire at; "" for none."""
    for order in orders:
        for id, given in order["plan"].get("guns", {}).items() if order["card"] == "fire" else ():
            if id not in men or not given["aims"]:
                continue
            gunner = view.state.figures[id]
            foes = aimed_at(view.state, gunner, targets_of(request, "fire"))
            can = [target.id for _, target, _ in open_to(view.state, gunner, foes, view.options)]
            now = given["aims"][0][0]
            start = can.index(now) + 1 if now in can else 0
            return next((one for one in [*can[start:], *can[:start]] if one != now), "")
    return ""
