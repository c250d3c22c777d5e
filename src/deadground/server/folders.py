"""Where games are kept unless somebody says otherwise."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import make_url

from deadground.desk.folder import data_folder

FILE = "deadground.sqlite"


def default_database() -> str:
    """The address of the database in the data folder, which is made if it is not there."""
    folder = data_folder()
    folder.mkdir(0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder.absolute() / FILE}"


def crash_folder(url: str) -> Path:
    """Reports of failed rules lie beside the database."""
    return Path(make_url(url).database or ".").absolute().parent / "crashes"
