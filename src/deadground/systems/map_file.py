"""What a map file may say, as it is written: lengths are in the file's own unit."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from deadground.space.units import LengthUnit

Id = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$", max_length=40)]
Name = Annotated[str, Meta(max_length=60)]
Number = int | float
At = tuple[Number, Number]
Plain = bool | int | float | str
Section = Annotated[int, Meta(ge=1, le=99)]


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of terrain as a file has it: one of `polygon`, `line` and `point` says where it lies."""

    id: Id
    kind: str
    polygon: list[At] | None = None
    line: list[At] | None = None
    point: At | None = None
    width: Number = 0
    level: Annotated[int, Meta(ge=-9, le=9)] = 0
    height: Number = 0
    floors: Annotated[int, Meta(ge=0, le=20)] = 0
    name: Name = ""
    look: str = ""
    tags: dict[Id, Plain] = {}


class EdgeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    start: At = msgspec.field(name="from")
    end: At = msgspec.field(name="to")
    edge: Literal["north", "east", "south", "west", ""] = ""
    id: str = ""
    sections: list[Section] = []


class ZonesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    entry: dict[Id, list[EdgeFile]] = {}
    exits: list[EdgeFile] = []
    setup: dict[Id, list[Section]] = {}
    objectives: dict[Id, list[Section]] = {}
    areas: dict[Id, list[At]] = {}


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A map file as it is written."""

    name: Name
    unit: LengthUnit
    size: At
    features: list[Feature]
    stand_in: bool = False
    note: str = ""
    level_height: Number = 0
    light: Literal["day", "night"] = "day"
    zones: ZonesFile = ZonesFile()
    places: dict[Id, dict[Id, list[At]]] = {}
