"""Where games are kept unless somebody says otherwise."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy.engine import make_url

VARIABLE = "DEADGROUND_DATA"
FILE = "deadground.sqlite"


def data_folder() -> Path:
    """The folder for games and crash reports: from the environment, else the user's own."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_data_path("deadground", appauthor=False)


def default_database() -> str:
    """The address of the database in the data folder, which is made if it is not there."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder.absolute() / FILE}"


def crash_folder(url: str) -> Path:
    """Reports of failed rules lie beside the database."""
    return Path(make_url(url).database or ".").absolute().parent / "crashes"
