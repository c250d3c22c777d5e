"""The data folder, and writing files in it so that one is there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

VARIABLE = "DEADGROUND_DATA"


def data_folder() -> Path:
    """The folder for games, rosters and crash reports: from the environment, else the user's own."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_data_path("deadground", appauthor=False)


def write_whole(file: Path, text: str) -> None:
    """Write a file beside its place and then put it there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.new")
    beside.write_text(text, "utf-8", newline="\n")
    beside.replace(file)
