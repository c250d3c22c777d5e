"""What a table looks like to a seat, as plain data that any page can draw: pieces, overlays, forces, clock.

A system turns a seat's view into a `Scene`; the page draws it and knows no rules. Because a scene is made from a
view, it can show nothing that the seat may not know. Lengths are tenths of a millimetre, angles tenths of a degree
clockwise from north, points `(x, y)` with the origin in the north-west.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from deadground.core.faults import Fault

Spot = tuple[int, int]


class Line(msgspec.Struct, frozen=True):
    """A sentence to read, with the rule rows it rests on. A stand-in is marked."""

    text: str
    rows: tuple[str, ...] = ()
    stand_in: bool = False


class Mark(msgspec.Struct, frozen=True):
    """A status shown on a piece: which sign, and what it means."""

    sign: str
    label: str


class CardFace(msgspec.Struct, frozen=True):
    """The order card lying at a piece: face down, or face up with what it says and where its arrow points."""

    up: bool
    card: str = ""
    label: str = ""
    arrow: int | None = None
    limit: str = ""


class Berth(msgspec.Struct, frozen=True):
    """A man inside a piece, or at it: what he serves as, who he is, and as far as is known his worth and state."""

    id: str
    serves: str
    name: str
    worth: str = ""
    state: str = ""


class Plate(msgspec.Struct, frozen=True):
    """How thick a face of a piece is."""

    face: Literal["front", "side", "rear", "top"]
    rating: str


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a piece that men drive or serve, as they are drawn, and its card. What nobody may know is "".

    `turrets` are where they look, from straight ahead. `men` are those who serve in it or at it: where one of them
    is asked about who is no piece himself, it stands for him. `tows` is the drawing of what hangs on behind.
    """

    kind: Literal["vehicle", "gun"] = "vehicle"
    turrets: tuple[int, ...] = ()
    hatch: Literal["", "open", "shut"] = ""
    chamber: Literal["", "loaded", "empty"] = ""
    condition: Literal["sound", "immobile", "disabled", "destroyed"] = "sound"
    burning: bool = False
    tows: str = ""
    men: tuple[Berth, ...] = ()
    plates: tuple[Plate, ...] = ()
    guns: tuple[str, ...] = ()
    speeds: str = ""


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A piece on the table.

    `symbol` names the drawing, `letters` what is written on it. `seen` is the turn in which a piece that is no
    longer seen was last seen, and 0 for one that stands where it is drawn. `faint` is a piece that the enemy does
    not see. `mine` is one that the reader's own seat decides for. `state` says what is wrong with it, if anything.
    """

    id: str
    at: Spot
    facing: int
    width: int
    depth: int
    side: str
    symbol: str
    letters: str = ""
    title: str = ""
    lines: tuple[Line, ...] = ()
    hits: int = 0
    strength: int = 0
    card: CardFace | None = None
    marks: tuple[Mark, ...] = ()
    mine: bool = False
    unit: str = ""
    seen: int = 0
    faint: bool = False
    state: str = ""
    group: str = ""
    """Those it acts with for now, where its reader may know them."""
    half: int = 0
    """Which half of its unit it is in; 0 for neither."""
    machine: Machine | None = None
    """What it is made of, if men drive or serve it."""


class Trace(msgspec.Struct, frozen=True):
    """What a fight left behind: the fallen, a wreck, a crater. `state` says how it is with one of the fallen."""

    id: str
    at: Spot
    symbol: str
    side: str = ""
    title: str = ""
    facing: int = 0
    state: str = ""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Something drawn over the map.

    A `line` runs through its points; an `area` is closed by them, with `rings` for its holes and for parts of it
    that lie apart; a `ring` is a circle of `radius` about its one point, or the part of it from `turn[0]` clockwise
    to `turn[1]`; a `note` is a label alone. `look` says how it is drawn: one of `LOOKS`. `token` is the piece it
    belongs to.
    """

    kind: Literal["line", "area", "ring", "note"]
    look: str
    points: tuple[Spot, ...]
    rings: tuple[tuple[Spot, ...], ...] = ()
    radius: int = 0
    turn: tuple[int, int] | None = None
    label: str = ""
    token: str = ""


def enclosed(look: str, outlines: Sequence[tuple[Spot, ...]], token: str = "") -> tuple[Shape, ...]:
    """What some outlines enclose, as one area with its holes; no shape where there are none."""
    if not outlines:
        return ()
    points, *rings = outlines
    return (Shape(kind="area", look=look, points=points, rings=tuple(rings), token=token),)


LOOKS = (
    "building",
    "objective",
    "line",
    "edge",
    "template",
    "aim",
    "minefield",
    "route",
    "route_short",
    "ribbon",
    "ribbon_fast",
    "notch",
    "plate",
    "arrow",
    "reach",
    "arc",
    "range",
    "command",
    "sight",
    "sight_blocked",
    "shot",
    "spare",
    "swath",
    "charge",
    "halt",
    "unseen",
    "bad_going",
    "fault",
    "ghost",
)
"""Every way an overlay can be drawn; the page has a style for each."""


class Force(msgspec.Struct, frozen=True):
    """A branch of an army: its name, a note on its state, the pieces in it, those among its traces too.

    `seat` is the player who commands it, where several share a side.
    """

    id: str
    label: str
    side: str
    note: str = ""
    tokens: tuple[str, ...] = ()
    branches: tuple[Force, ...] = ()
    seat: str = ""


class SideSign(msgspec.Struct, frozen=True):
    """A side as it is told apart: its name, and the number of its shape and colour (`core/signs.py`)."""

    id: str
    name: str
    mine: bool = False
    note: str = ""
    sign: int = 0


class Clock(msgspec.Struct, frozen=True):
    """Where the game stands in time: "Turn 3 of 10", the phases of this turn, and which of them it is."""

    title: str = ""
    turn: int = 0
    last_turn: int = 0
    phases: tuple[str, ...] = ()
    phase: int = -1


class Term(msgspec.Struct, frozen=True):
    """A word of the trade: how it is found in a text, and what it means, for who has read no rules yet.

    `found` is a regular expression that browsers and we read alike.
    """

    found: str
    says: str


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one seat sees it. `map` names the drawing of the ground; "" for a table without one."""

    width: int
    height: int
    unit: Literal["mm", "in"] = "mm"
    """What its players measure in."""
    led: Literal["cards", "men"] = "cards"
    """Whether a side lays cards for all its pieces at once, or tells a group what to do, man by man."""
    map: str = ""
    sides: tuple[SideSign, ...] = ()
    tokens: dict[str, Token] = {}
    traces: dict[str, Trace] = {}
    shapes: dict[str, Shape] = {}
    forces: tuple[Force, ...] = ()
    clock: Clock = Clock()
    reference: bool = False
    """Whether players have a sheet to look things up in: the look `reference`."""
    digest: tuple[Line, ...] = ()
    """What a seat wants to know first when a turn begins: seen, lost, out of command."""
    terms: tuple[Term, ...] = ()
    """The words of the trade that its texts may speak in."""
    phase_says: str = ""
    """What a number beside a phase means, if there is one."""


class SheetCell(msgspec.Struct, frozen=True):
    """A cell of a table to look things up in. `printed` is what the book says where this battle says otherwise."""

    text: str
    printed: str = ""


class SheetTable(msgspec.Struct, frozen=True):
    """A table to look things up in: a heading for each column, lines of cells, and the rows it rests on."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[tuple[SheetCell, ...], ...]
    rows: tuple[str, ...] = ()


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a question about the table, or to a gesture.

    `value` is the draft that a gesture makes of the open request; `faults` is what is wrong with it.
    """

    title: str = ""
    lines: tuple[Line, ...] = ()
    shapes: tuple[Shape, ...] = ()
    tables: tuple[SheetTable, ...] = ()
    value: Any = None
    faults: tuple[Fault, ...] = ()
