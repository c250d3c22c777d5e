"""Small battles for tests of rules: inches and degrees in, as players think; tenths inside.

    state = table(man("a", (10, 20)), man("b", (10, 10), side="blue", facing=180))

Red and blue have one squad and one seat each. North is up: facing 0 looks to smaller y. `pieces` is the list of
features as a map file has it, in inches; without it the table is bare. Groups are formed as the rules form them,
and are called red-1, red-2, blue-1 in the order of their first men; who is in sight has been seen.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from deadground.space.plane import Point
from deadground.space.units import inches
from deadground.systems.maps import parse_map
from deadground.systems.skirmish.game import MAPS
from deadground.systems.skirmish.rules.activation.groups import partition
from deadground.systems.skirmish.rules.sight.sighting import note_sighted, see_each_other
from deadground.systems.skirmish.state import Figure, Group, Seat, Side, SkirmishState, Unit, change

At = tuple[float, float]

SIZE = (48, 48)
SIDES = ("red", "blue")
RIFLE = "core.ba_rifle"
SMG = "core.smg"
LMG = "core.lmg"


def point(at: At) -> Point:
    return inches(at[0]), inches(at[1])


def man(
    id: str,
    at: At,
    side: str = "red",
    facing: float = 0,
    rep: int = 4,
    weapons: tuple[str, ...] = (RIFLE,),
    **changes: Any,
) -> Figure:
    """A rifleman of Rep 4, unless something else is said; `changes` are further fields of his or of his parts."""
    fields: dict[str, Any] = {"unit": f"{side}_squad", "name": id.capitalize()}
    made = Figure(id=id, side=side, at=point(at), facing=round(facing * 10) % 3600, rep=rep, **fields)
    change(made, weapons=weapons, **changes)
    return made


def foe(id: str, at: At, facing: float = 180, **changes: Any) -> Figure:
    """A man of the other side, who looks south."""
    return man(id, at, side="blue", facing=facing, **changes)


def table(*men: Figure, pieces: str = "", size: At = SIZE, **changes: Any) -> SkirmishState:
    """A battle with these men; `changes` are further fields of the state."""
    strength = {side: sum(one.unit == f"{side}_squad" for one in men) for side in SIDES}
    made: dict[str, Any] = {
        "scenario": "table",
        "map": given(pieces, size),
        "seats": {side: Seat(id=side, side=side) for side in SIDES},
        "sides": {
            "red": Side(id="red", name="Red", edge="south"),
            "blue": Side(id="blue", name="Blue", edge="north"),
        },
        "units": {
            f"{side}_squad": Unit(
                id=f"{side}_squad", side=side, name=f"{side.capitalize()} squad", strength=strength[side]
            )
            for side in SIDES
        },
        "figures": {one.id: one for one in men},
        "groups": {},
        "markers": {},
        "ghosts": {},
        **changes,
    }
    state = SkirmishState(**made)
    group(state)
    for one in men:
        for other in men:
            if one.side < other.side and one.group and other.group and see_each_other(state, one, other):
                note_sighted(state, one.group, [other.group])
    return state


def group(state: SkirmishState) -> None:
    """Form the groups anew."""
    state.groups.clear()
    for side in state.sides:
        for number, ids in enumerate(partition(state, side), 1):
            id = f"{side}-{number}"
            state.groups[id] = Group(id=id, side=side, strength=len(ids))
            for one in ids:
                state.figures[one].group = id


def given(pieces: str = "", size: At = SIZE) -> str:
    """The name of a table with these pieces, given to the system to find."""
    features = f"\n{pieces.rstrip()}" if pieces.strip() else " []"
    text = f"name: Test\nunit: in\nsize: [{size[0]}, {size[1]}]\nlevel_height: 3\nfeatures:{features}\n"
    name = f"test-{sha256(text.encode()).hexdigest()[:12]}"
    if name not in MAPS.given:
        MAPS.given[name] = parse_map(text, name)
    return name
