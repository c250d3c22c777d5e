"""The rosters in the data folder: one file each, the same that `deadground roster` reads and writes."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import msgspec

from deadground.core.faults import did_you_mean
from deadground.core.loader import DataError, load
from deadground.core.roster import Roster
from deadground.core.workshop import Workshop
from deadground.desk.folder import data_folder, write_whole

MOST = 500
"""Rosters in a folder."""

ENDINGS = (".yaml", ".yml", ".json")
NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST = 60
NEW = "new"
"""The page's name for a roster that is not kept yet."""


class NoRoster(Exception):
    """There is no such roster; the reason says what is near."""


class DeskFull(Exception):
    """There is no room for more."""


class KeptRoster(msgspec.Struct, frozen=True, kw_only=True):
    """A roster in the list. One that cannot be read is listed with the reason, in `trouble`."""

    id: str
    title: str
    about: str = ""
    nation: str = ""
    unit: str = ""
    year: int = 0
    men: int = 0
    house: bool = False
    faults: int = 0
    trouble: str = ""


class RosterDesk:
    """The rosters of a data folder, as a workshop reads and writes them."""

    def __init__(self, workshop: Workshop, folder: Path | None = None) -> None:
        self.workshop = workshop
        self.folder = (folder or data_folder()) / "rosters"

    def files(self) -> dict[str, Path]:
        """Every file that could be a roster, by the name it goes by here."""
        if not self.folder.is_dir():
            return {}
        found = sorted(self.folder.iterdir())
        return {
            file.stem: file for file in found if file.suffix in ENDINGS and NAME.fullmatch(file.stem.lower())
        }

    def all(self) -> list[KeptRoster]:
        return [self.listed(id, file) for id, file in self.files().items()][:MOST]

    def listed(self, id: str, file: Path) -> KeptRoster:
        """A file in the list."""
        try:
            roster = self.workshop.read(load(file))
        except (DataError, OSError) as fault:
            return KeptRoster(id=id, title=file.name, trouble=str(fault))
        return KeptRoster(
            id=id,
            title=roster.roster,
            about=self.workshop.about(roster),
            nation=roster.nation,
            unit=roster.unit,
            year=roster.year,
            men=len(roster.men),
            house=roster.house,
            faults=len(self.workshop.faults(roster)),
        )

    def file(self, id: str) -> Path:
        known = self.files()
        if id not in known:
            raise NoRoster(f"there is no roster '{id}' here: {did_you_mean(id, known)}")
        return known[id]

    def read(self, id: str) -> Roster:
        """A roster; a `DataError` where its file cannot be read."""
        return self.workshop.read(load(self.file(id)))

    def add(self, roster: Roster) -> str:
        """Keep a new roster, under a name made of its title."""
        known = self.files()
        if len(known) >= MOST:
            raise DeskFull(f"{MOST} rosters are kept here already: delete some first")
        id = free_name(roster.roster, known)
        write_whole(self.folder / f"{id}.yaml", self.workshop.written(roster))
        return id

    def change(self, id: str, roster: Roster) -> str:
        """Keep a roster that was there before. With another title it gets another name."""
        old = self.file(id)
        others = {name: file for name, file in self.files().items() if name != id}
        new = id if is_named_after(id, roster.roster) else free_name(roster.roster, others)
        file = old.with_name(f"{new}{old.suffix}")
        write_whole(file, self.workshop.written(roster, file.suffix))
        if file != old:
            old.unlink()
        return new

    def delete(self, id: str) -> None:
        self.file(id).unlink()


def plain_name(title: str) -> str:
    """A title in letters that every file system takes."""
    ascii = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", ascii))[:LONGEST].strip("-") or "roster"


def free_name(title: str, known: dict[str, Path]) -> str:
    """A name for a title that no other roster has."""
    taken, base, number = {NEW, *(id.lower() for id in known)}, plain_name(title), 1
    while (name := base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return name


def is_named_after(id: str, title: str) -> bool:
    base = plain_name(title)
    return id == base or re.fullmatch(rf"{re.escape(base)}-\d+", id) is not None
