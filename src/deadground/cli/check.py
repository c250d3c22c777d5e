"""``deadground check``: is a file that somebody wrote fit to be used, and what does it look like."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from deadground.cli import Trouble
from deadground.core.loader import DataError, Document, load
from deadground.space.pictures import Options, map_svg
from deadground.space.units import shown
from deadground.systems.maps import Map, from_document

STAND_IN = "† stand-in: our own, the book's map is a picture"


def check(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to look at: a map.", show_default=False)
    ],
    picture: Annotated[
        Path | None, typer.Option(metavar="OUT.svg", help="Draw it into this file.", show_default=False)
    ] = None,
) -> None:
    """Check a map file: line, what is wrong, what would be right. Status 1 if it cannot be used."""
    if not file.exists():
        raise Trouble(f"there is no file {file}")
    try:
        found = recognised(load(file))
    except DataError as fault:
        sys.stderr.write(f"{fault}\n")
        raise typer.Exit(1) from None
    sys.stdout.write(f"{file}: {about(found)}\n")
    if picture is not None:
        draw(found, picture)


def recognised(source: Document) -> Map:
    """What the file holds, told by the fields it has."""
    fields = source.value if isinstance(source.value, dict) else {}
    if "features" not in fields and "size" not in fields:
        raise source.error(
            (), "this is no kind of file that can be checked", "a map has `size`, `unit` and `features`"
        )
    return from_document(source)


def about(found: Map) -> str:
    """One line that says what it is."""
    ground = found.ground
    corners = sum(len(piece.points) for piece in ground.pieces)
    size = f"{shown(ground.width, ground.unit)} by {shown(ground.height, ground.unit)}"
    mark = ", a stand-in" if found.stand_in else ""
    return f"the map '{found.name}'{mark}, {size}, {len(ground.pieces)} pieces with {corners} corners"


def draw(found: Map, file: Path) -> None:
    mark = " †" if found.stand_in else ""
    options = Options(title=found.name + mark, note=STAND_IN if found.stand_in else "")
    try:
        file.write_text(map_svg(found.ground, options), "utf-8", newline="\n")
    except OSError as fault:
        raise Trouble(f"the picture cannot be written to {file}: {fault.strerror}") from None
