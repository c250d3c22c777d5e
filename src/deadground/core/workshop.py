"""Where squads are made by army lists: what a system offers whose players bring squads of their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from deadground.core.faults import Fault
from deadground.core.loader import Document
from deadground.core.roster import ArmyLists, Offer, Roster, RosterSheet, SquadOrder, UnitOffer


class Workshop(ABC):
    """Makes, checks, reads, writes and shows rosters, by the lists that are in force."""

    @abstractmethod
    def lists(self, *, core: bool = False) -> ArmyLists:
        """The nations on offer, or those of the core rules alone, and everything a man can have."""

    @abstractmethod
    def offers(self, nation: str, year: int) -> list[Offer]:
        """The units of a nation in a year; refused where there is no such nation."""

    @abstractmethod
    def unit(self, nation: str, unit: str, year: int, month: int) -> UnitOffer:
        """A unit at a date, with its column in words; a `KeyError` names what there is not."""

    @abstractmethod
    def make(self, order: SquadOrder, seed: str, options: Mapping[str, str], crew: int) -> Roster:
        """The squad that the dice of a seed make, or a crew of so many; else refused."""

    @abstractmethod
    def platoon(self, order: SquadOrder, seed: str, options: Mapping[str, str]) -> list[Roster]:
        """All squads of a platoon; the first is the player's own."""

    @abstractmethod
    def read(self, document: Document) -> Roster:
        """The roster in a file, whether it keeps to its list or not."""

    @abstractmethod
    def checked(self, document: Document, *, house: bool = False) -> Roster:
        """The roster in a file; one that breaks its list is refused by line, unless it is a house roster."""

    @abstractmethod
    def taken(self, given: Any) -> Roster:
        """A roster from plain values; a `SetupError` says what is no roster."""

    @abstractmethod
    def plain(self, roster: Roster) -> dict[str, Any]:
        """A roster as plain values, as its file has it."""

    @abstractmethod
    def written(self, roster: Roster, suffix: str = ".yaml") -> str:
        """A roster as the text of its file: as JSON where the file's name says so, else as YAML."""

    @abstractmethod
    def faults(self, roster: Roster) -> list[Fault]:
        """Everything in which a roster breaks its list."""

    @abstractmethod
    def misfits(self, scenario: str, side: str, roster: Roster) -> list[Fault]:
        """Everything that keeps a roster from fighting for a side of a battle."""

    @abstractmethod
    def about(self, roster: Roster) -> str:
        """Nation, unit and date in one line."""

    @abstractmethod
    def sheet(self, roster: Roster) -> RosterSheet:
        """The sheet of a roster, to be shown or printed."""

    @abstractmethod
    def blank(self, nation: str = "", unit: str = "") -> RosterSheet:
        """An empty sheet, for any squad or for one of a unit; refused where there is no such unit."""
