"""Small battles for tests of rules: millimetres and degrees in, as players think; tenths inside.

    state = field(inf("a", (500, 500)), tank("b", (500, 400), side="blue", facing=180))

Red and blue have one command, one unit and one seat each. North is up: facing 0 looks to smaller y. `pieces` is the
list of features as a map file has it; without it the table is bare.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from deadground.space.plane import Point
from deadground.space.units import mm
from deadground.systems.maps import parse_map
from deadground.systems.stands.game import MAPS
from deadground.systems.stands.state import Command, Seat, Side, Stand, StandsState, Unit

At = tuple[float, float]

SIZE = (2000, 2000)
SIDES = ("red", "blue")
EDGES = {"red": "south", "blue": "north"}


def point(at: At) -> Point:
    return mm(at[0]), mm(at[1])


def stand(id: str, kind: str, at: At, side: str = "red", facing: float = 0, **changes: Any) -> Stand:
    """A stand of any kind; `changes` are further fields of the record, as they are (lengths in tenths)."""
    fields: dict[str, Any] = {
        "command": f"{side}_command",
        "unit": f"{side}_unit",
        "name": id.capitalize(),
        **changes,
    }
    return Stand(id=id, side=side, kind=kind, at=point(at), facing=round(facing * 10) % 3600, **fields)


def inf(id: str, at: At, side: str = "red", facing: float = 0, **changes: Any) -> Stand:
    """An infantry stand, or with `kind="armoured_infantry"` an armoured one."""
    return stand(id, changes.pop("kind", "infantry"), at, side, facing, **changes)


def tank(id: str, at: At, side: str = "red", facing: float = 0, **changes: Any) -> Stand:
    """A tank: a Sherman (class C, short 75 mm, turret, medium) unless `kind` says otherwise."""
    return stand(id, changes.pop("kind", "sherman"), at, side, facing, **changes)


def gun(id: str, at: At, side: str = "red", facing: float = 0, **changes: Any) -> Stand:
    """A towed gun: a 75 mm anti-tank gun unless `kind` says otherwise ("artillery" is a field gun)."""
    return stand(id, changes.pop("kind", "pak40"), at, side, facing, **changes)


def hq(id: str, at: At, side: str = "red", facing: float = 0, **changes: Any) -> Stand:
    """The HQ of its side's command."""
    return stand(id, changes.pop("kind", "hq"), at, side, facing, **changes)


def field(
    *stands: Stand,
    pieces: str = "",
    size: At = SIZE,
    year: int = 1943,
    month: int = 7,
    numbers: dict[str, int] | None = None,
    **changes: Any,
) -> StandsState:
    """A battle with these stands; `changes` are further fields of the state."""
    hqs = {one.command: one.id for one in stands if one.kind == "hq"}
    made: dict[str, Any] = {
        "scenario": "field",
        "map": table(pieces, size),
        "year": year,
        "month": month,
        "seats": {side: Seat(id=side, side=side, commands=(f"{side}_command",)) for side in SIDES},
        "sides": {side: Side(id=side, name=side.capitalize(), edge=EDGES[side]) for side in SIDES},
        "commands": {
            f"{side}_command": Command(
                id=f"{side}_command",
                side=side,
                name=f"{side.capitalize()} command",
                hq=hqs.get(f"{side}_command", ""),
            )
            for side in SIDES
        },
        "units": {
            f"{side}_unit": Unit(
                id=f"{side}_unit", side=side, command=f"{side}_command", name=f"{side.capitalize()} unit"
            )
            for side in SIDES
        },
        "stands": {one.id: one for one in stands},
        "fallen": {},
        "templates": {},
        "minefields": {},
        "tasks": {},
        "squadrons": {},
        "numbers": dict(numbers or {}),
        **changes,
    }
    return StandsState(**made)


def table(pieces: str = "", size: At = SIZE) -> str:
    """The name of a table with these pieces, given to the system to find."""
    features = f"\n{pieces.rstrip()}" if pieces.strip() else " []"
    text = f"name: Test\nunit: mm\nsize: [{size[0]}, {size[1]}]\nlevel_height: 20\nfeatures:{features}\n"
    name = f"test-{sha256(text.encode()).hexdigest()[:12]}"
    if name not in MAPS.given:
        MAPS.given[name] = parse_map(text, name)
    return name
