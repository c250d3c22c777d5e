"""Which vehicles and guns a nation may field at a date, its own and others'. COT-VEH-28 to -32, LR-010, LR-149

A nation has what its own lists have, from the first year in which its tables name it; what its tables name of
others' lists, likewise; and what the notes under the lists allow, which limit only a free choice. LR-214
"""

from __future__ import annotations

from functools import cache

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import Fault
from deadground.core.loader import load
from deadground.systems.skirmish.availability import first_years
from deadground.systems.skirmish.charts import DATA
from deadground.systems.skirmish.gun_lists import all_guns
from deadground.systems.skirmish.lists import nation as nation_named
from deadground.systems.skirmish.vehicle_lists import all_vehicles


class Foreign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a note under a list allows. LR-010"""

    nation: str
    row: str
    since: tuple[int, int] = (0, 0)
    behind: int = 0
    """By how many models it is behind Germany."""
    lists: tuple[str, ...] = ()
    vehicles: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()


class ForeignFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    foreign: tuple[Foreign, ...]
    ladders: tuple[tuple[tuple[str, ...], ...], ...]
    """The models of a vehicle in the order in which they came."""


@cache
def foreign_file() -> ForeignFile:
    return load(DATA / "vehicles" / "foreign.yaml").to(ForeignFile)


SHARED = ("american.jeep", "american.truck")
"""What every nation of the core lists may have. NS-33"""


def vehicle_fault(nation: str, id: str, year: int, month: int = 0) -> Fault | None:
    """Why a nation may not have a vehicle at a date, or None. A month of 0 stands for any in the year."""
    one = all_vehicles()[id]
    adjective = nation_named(nation).adjective
    if one.book == "core" or nation_named(nation).book == "core":
        mine = one.nation == nation or (one.book == "core" and id in SHARED)
        return None if mine else Fault("", f"the {adjective} list has no {one.name}", ("NS-33", "LR-011"))
    first = first_years(nation).get(id)
    if one.nation == nation:
        cite(*(note.row for note in foreign_file().foreign if note.nation == nation and id in note.vehicles))
    if first is not None and first <= year:
        return None
    if one.nation == nation:
        if first is None or year < START:
            return None
        return Fault("", f"the {adjective} tables have the {one.name} from {first}", ("LR-214",))
    return note_fault(nation, id, (year, month), f"the {adjective} army has no {one.name}", first)


START = 1941
"""The lists begin with it, so that nothing can be said of what came before. COT-SQUAD-09, LR-170"""


def gun_fault(nation: str, id: str, year: int, month: int = 0) -> Fault | None:
    """Why a nation may not have a gun at a date, or None."""
    one = all_guns()[id]
    whose = nation_named(nation)
    if one.book != whose.book:
        return Fault("", f"the {whose.adjective} list has no {one.name}", ("LR-011",))
    if one.nation == nation or one.book == "core":
        mine = one.nation == nation
        return None if mine else Fault("", f"the {whose.adjective} list has no {one.name}", ("NS-34",))
    return note_fault(nation, id, (year, month), f"the {whose.adjective} army has no {one.name}", None)


def note_fault(nation: str, id: str, date: tuple[int, int], none: str, first: int | None) -> Fault | None:
    """Whether one of the notes under a nation's list allows something of another's at a date. COT-VEH-28 to -31"""
    year, month = date
    notes = [one for one in foreign_file().foreign if one.nation == nation]
    allowing = [one for one in notes if id in (*one.vehicles, *one.guns) or id.partition(".")[0] in one.lists]
    cite(*(one.row for one in allowing))
    rows = tuple(dict.fromkeys(one.row for one in allowing or notes))
    if not allowing:
        when = f" before {first}" if first is not None else ""
        return Fault("", f"{none}{when}", rows)
    since = min(one.since for one in allowing)
    if (year, month or 12) < since:
        return Fault("", f"{none} before {since[1]}/{since[0]}", rows)
    behind = min(one.behind for one in allowing)
    if behind and rungs_behind(id, year) < behind:
        return Fault("", f"{none} while it is Germany's newest model", rows)
    return None


def rungs_behind(id: str, year: int) -> int:
    """By how many models a German vehicle is behind the newest that the German tables name up to a year.

    One that stands in no ladder is as old as one likes. COT-VEH-30, COT-VEH-31
    """
    for ladder in foreign_file().ladders:
        rungs = {model: rung for rung, models in enumerate(ladder) for model in models}
        if id in rungs:
            named = first_years("german")
            known = [rung for model, rung in rungs.items() if named.get(model, year + 1) <= year]
            return max(known, default=0) - rungs[id]
    return len(foreign_file().ladders)
