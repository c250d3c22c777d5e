"""Looks and gestures put at random to any system: what its scene shows is asked about, dragged and dropped."""

from __future__ import annotations

from random import Random
from typing import Any

from deadground.core.match import Match
from deadground.core.messages import DraftCall, DragCall, LookCall
from deadground.core.requests import AnyRequest, Orders, Path, Place
from deadground.core.scene import Scene

LOOKS, DRAGS = 4, 2
"""How many of each are put to a seat at a decision."""

ACTS = ("repeat", "clear", "show", "card", "no such act")


def questions(match: Match[Any], seat: str, rng: Random) -> list[Any]:
    """Calls that ask a seat's table something and change nothing; good ones and some that must be refused."""
    scene = match.system.scene(match.view(seat))
    if scene is None:
        return [LookCall(call=1, about="no such look")]
    known = [*match.system.looks, "no such look"]
    calls: list[Any] = [
        LookCall(call=1, about=rng.choice(known), given=given(scene, rng)) for _ in range(LOOKS)
    ]
    for request in match.requests(seat):
        calls += gestures(request, scene, rng)
    return calls


def given(scene: Scene, rng: Random) -> dict[str, Any]:
    """What may come with a look: a piece, a place, two ends, or nothing."""
    one, other, at = piece(scene, rng), piece(scene, rng), place(scene, rng)
    return rng.choice(
        [
            {},
            {"id": one},
            {"at": at},
            {"at": at, "id": one},
            {"from": one, "to": other},
            {"from": at, "to": one},
        ]
    )


def piece(scene: Scene, rng: Random) -> str:
    return rng.choice([*scene.tokens, "nobody"])


def place(scene: Scene, rng: Random) -> tuple[int, int]:
    return rng.randint(0, scene.width), rng.randint(0, scene.height)


def gestures(request: AnyRequest, scene: Scene, rng: Random) -> list[Any]:
    """Some of a request's own pieces dragged to places and onto others, and other acts on them."""
    own = own_pieces(request) or list(scene.tokens)
    calls: list[Any] = []
    for _ in range(DRAGS):
        pieces = tuple(rng.sample(own, min(len(own), rng.randint(1, 3))))
        to: tuple[int, int] | str = place(scene, rng) if rng.random() < 0.5 else piece(scene, rng)
        calls.append(DragCall(call=2, serial=request.serial, pieces=pieces, to=to, keep=True))
    act = rng.choice(ACTS)
    calls.append(DraftCall(call=3, serial=request.serial, act=act, pieces=tuple(own[:1]), keep=True))
    return calls


def own_pieces(request: AnyRequest) -> list[str]:
    if isinstance(request, Orders):
        return [id for unit in request.units for id in unit.pieces]
    if isinstance(request, Path):
        return [walker.piece for walker in request.walkers]
    return [spot.piece for spot in request.spots] if isinstance(request, Place) else []
