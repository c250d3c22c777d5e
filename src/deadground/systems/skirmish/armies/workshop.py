"""What servers, desks and commands are offered of the army lists; each chapter of it is a file beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deadground.core.faults import Fault, Refused, did_you_mean
from deadground.core.loader import Document
from deadground.core.roster import ArmyLists, Offer, Roster, RosterSheet, SquadOrder, UnitOffer
from deadground.core.workshop import Workshop
from deadground.systems.skirmish.armies.check import checked_roster, faults_of
from deadground.systems.skirmish.armies.choices import offer
from deadground.systems.skirmish.armies.listed import every_list, unit_offer
from deadground.systems.skirmish.armies.making import made_by, platoon_by
from deadground.systems.skirmish.armies.muster import misfits_of, roster_of
from deadground.systems.skirmish.armies.rosters import plain, roster_from, written
from deadground.systems.skirmish.armies.sheet import blank_sheet, sheet, subtitle
from deadground.systems.skirmish.lists import all_nations, all_units
from deadground.systems.skirmish.scenario_file import scenario_named


class SkirmishWorkshop(Workshop):
    """Squads by the lists of NUTS! and Clash of Titans."""

    def lists(self, *, core: bool = False) -> ArmyLists:
        return every_list(core=core)

    def offers(self, nation: str, year: int) -> list[Offer]:
        if nation not in all_nations():
            reason = f"there is no list of '{nation}': {did_you_mean(nation, all_nations())}"
            raise Refused(Fault("nation", reason))
        return [offer(nation, id, year) for id in all_units(nation)]

    def unit(self, nation: str, unit: str, year: int, month: int) -> UnitOffer:
        return unit_offer(nation, unit, year, month)

    def make(self, order: SquadOrder, seed: str, options: Mapping[str, str], crew: int) -> Roster:
        return made_by(order, seed, options, crew)

    def platoon(self, order: SquadOrder, seed: str, options: Mapping[str, str]) -> list[Roster]:
        return platoon_by(order, seed, options)

    def read(self, document: Document) -> Roster:
        return roster_from(document)

    def checked(self, document: Document, *, house: bool = False) -> Roster:
        return checked_roster(document, house=house)

    def taken(self, given: Any) -> Roster:
        return roster_of(given)

    def plain(self, roster: Roster) -> dict[str, Any]:
        return plain(roster)

    def written(self, roster: Roster, suffix: str = ".yaml") -> str:
        return written(roster, suffix)

    def faults(self, roster: Roster) -> list[Fault]:
        return faults_of(roster)

    def misfits(self, scenario: str, side: str, roster: Roster) -> list[Fault]:
        battle = scenario_named(scenario)
        (found,) = (one for one in battle.file.sides if one.id == side)
        return misfits_of(battle, found, roster)

    def about(self, roster: Roster) -> str:
        return subtitle(roster)

    def sheet(self, roster: Roster) -> RosterSheet:
        return sheet(roster)

    def blank(self, nation: str = "", unit: str = "") -> RosterSheet:
        if bool(nation) != bool(unit):
            reason = "an empty sheet is headed for a nation and a unit, or for neither"
            raise Refused(Fault("unit", reason))
        try:
            return blank_sheet(nation, unit)
        except KeyError as unknown:
            raise Refused(Fault("unit", str(unknown.args[0]))) from None


WORKSHOP = SkirmishWorkshop()
