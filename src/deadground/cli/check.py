"""``deadground check``: is a file that somebody wrote fit to be used, and what does it look like."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from deadground.cli import Trouble
from deadground.core.files import KindOfFile, Sound
from deadground.core.loader import DataError, Document, FileRefused, load


def check(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A map, a scenario, an army, a lesson or a roster.", show_default=False
        ),
    ],
    picture: Annotated[
        Path | None, typer.Option(metavar="OUT.svg", help="Draw it into this file.", show_default=False)
    ] = None,
) -> None:
    """Check a map, scenario, army, lesson or roster. Tells the line, what is wrong and what would be right.

    Ends with 0 if the file is right and with 1 if it is not.
    """
    if not file.exists():
        raise Trouble(f"there is no file {file}")
    try:
        source = load(file)
        kind = recognised(source, file.stem)
        found = kind.read(source, file)
    except (DataError, FileRefused) as fault:
        sys.stderr.write(f"{fault}\n")
        raise typer.Exit(1) from None
    sys.stdout.write(f"{file}: {found.about}\n")
    if picture is not None:
        draw(kind, found, picture)


def recognised(source: Document, name: str) -> KindOfFile:
    """The kind of a file, told by the fields it has, of the system that it fits best."""
    fields = source.value if isinstance(source.value, dict) else {}
    known = kinds()
    first = next((kind.name for kind in known if fields.keys() & {*kind.fields}), "")
    if not first:
        raise source.error((), "this is no kind of file that can be checked", in_words(known))
    return min((kind for kind in known if kind.name == first), key=lambda kind: kind.misfits(fields, name))


def kinds() -> list[KindOfFile]:
    """Every kind of file that can be checked: those of the systems, and maps."""
    from deadground.systems import maps, registry

    return [*(kind for system in registry.systems().values() for kind in system.files), maps.FILES]


def in_words(known: list[KindOfFile]) -> str:
    """What each kind of file is known by."""
    fields = {kind.name: [f"`{field}`" for field in kind.fields] for kind in known}
    return ", ".join(f"{name} has {', '.join(some)} and {last}" for name, (*some, last) in fields.items())


def draw(kind: KindOfFile, found: Sound, file: Path) -> None:
    if found.picture is None:
        raise Trouble(f"{kind.name} has no picture; {found.instead}")
    try:
        file.write_text(found.picture(), "utf-8", newline="\n")
    except OSError as fault:
        raise Trouble(f"the picture cannot be written to {file}: {fault.strerror}") from None
