"""What several commands need: systems and saved games by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from deadground.cli import Trouble
from deadground.core import saves
from deadground.core.audit import Audit, audit
from deadground.core.faults import SaveError, did_you_mean
from deadground.core.match import Match
from deadground.core.system import System
from deadground.testing.games import games

T = TypeVar("T")

MAX_BYTES = 256 * 1024 * 1024


def system_named(name: str) -> System[Any]:
    """The system, or trouble that names the nearest."""
    known = games()
    if name not in known:
        raise Trouble(f"there is no system '{name}': {did_you_mean(name, known)}")
    return known[name]


def contents(file: Path) -> bytes:
    """A file's bytes, or trouble that says why there are none."""
    try:
        if file.stat().st_size > MAX_BYTES:
            raise Trouble(f"{file}: the file is bigger than {MAX_BYTES // 1024 // 1024} MB")
        return file.read_bytes()
    except OSError as error:
        raise Trouble(f"{file}: {error.strerror or 'the file cannot be read'}") from None


def header(file: Path) -> saves.Save:
    """A save as it stands in a file, with nothing carried over or played again."""
    return _or_trouble(file, lambda document: saves.read(document, games())[0])


def saved(file: Path) -> Match[Any]:
    """The match in a file, ready to go on."""
    return _or_trouble(file, lambda document: saves.load(document, games()))


def audited(file: Path) -> Audit:
    """What an audit of a file finds."""
    return _or_trouble(file, lambda document: audit(document, games()))


def _or_trouble(file: Path, read: Callable[[bytes], T]) -> T:
    """What can be read from a file. Bytes that are no text and values that are no game are trouble as well."""
    document = contents(file)
    try:
        return read(document)
    except SaveError as error:
        raise Trouble(f"{file}: {error}") from None
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise Trouble(f"{file}: this is not a saved game that can be read: {error}") from None
