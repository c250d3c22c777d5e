"""Reports of what a player thinks wrong: a saved game with his words, which `load` reads as any other save."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from deadground.core.match import Match
from deadground.core.saves import checksum, whole_of, write_file
from deadground.server.api_games import WrongKept, WrongOrder


def keep_report(
    match: Match[Any], seat: str, order: WrongOrder, entry: int | None, folder: Path
) -> WrongKept:
    """Write the game and the report into one file. `entry` is the moment the player was looking at."""
    plain: dict[str, Any] = msgspec.to_builtins(whole_of(match))
    plain["report"] = {
        "seat": seat,
        **msgspec.to_builtins(order),
        "entry": match.current if entry is None else entry,
    }
    document = msgspec.json.encode({**plain, "check": checksum(plain)})
    mark = hashlib.blake2b(document, digest_size=6).hexdigest()
    return WrongKept(write_file(folder / f"{match.system.name}-{mark}.wrong.json", document).name)
