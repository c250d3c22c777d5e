"""The army lists: nations, their units, and what a unit column says. COT-SQUAD-09, COT-SQUAD-10, COT-ARMY-01 to -14

A column is printed; a unit is what a player asks for. Two units can come from one column (SMG Troops and Assault
Troops, LR-029), and a unit without a column of its own uses another's (Partisans, LR-032).
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import did_you_mean
from deadground.core.loader import load
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.armies.cells import (
    Band,
    Printed,
    lmg_bands,
    rep_bands,
    strength,
    unmarked,
    weapon_words,
)
from deadground.systems.skirmish.charts import DATA, chart, whole
from deadground.systems.skirmish.options import option
from deadground.systems.skirmish.weapons import Weapon, all_weapons, weapon

Book = Literal["supplement", "core"]
UnitType = Literal[
    "infantry",
    "airborne",
    "assault",
    "bicycle",
    "cavalry",
    "engineer",
    "militia",
    "mountain",
    "naval",
    "nkvd",
    "penal",
    "tank_riders",
]
BY_GRADE = "by grade"


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whose list it is. `arms` are the lines of the core table that a core list may use."""

    id: str
    name: str
    adjective: str
    book: Book
    rows: tuple[str, ...]
    stand_in: bool = False
    replaced_by: str = ""
    force: Literal["", "axis_allies", "finland"] = ""
    borrows: tuple[str, ...] = ()
    arms: tuple[str, ...] = ()
    lmg: tuple[str, ...] = ()


class ListedUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit a player may ask for, and the column it is made from."""

    id: str
    name: str
    table: str
    column: str
    type: UnitType
    variant: Literal["", "partisans", "jugend"] = ""
    stand_in: bool = False
    rows: tuple[str, ...] = ()


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit column says, read: COT-SQUAD-10.

    Weapons are ids. `reps` is empty where Reps go by grade. `first_riflemen` are armed otherwise than the rest.
    `rep_die` is added to every Rep die. `stand_in` names the entries that are ours.
    """

    heading: str
    squads: int
    teams: bool
    men: int
    base: int
    die: int
    reps: tuple[Band, ...]
    nco: tuple[str, ...]
    jr_nco: tuple[str, ...]
    lmg: tuple[Band, ...]
    launchers: int
    riflemen: tuple[str, ...]
    first_riflemen: tuple[str, ...] = ()
    rep_die: int
    stand_in: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


ENTRIES = ("heading", "squads", "men", "dice", "rep", "nco", "jr_nco", "lmg", "launchers", "riflemen")


class NationFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nations: tuple[Nation, ...]


class UnitFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    units: tuple[ListedUnit, ...]


@cache
def all_nations() -> dict[str, Nation]:
    """Every nation with a list, whatever the book."""
    return {one.id: one for one in load(DATA / "nations" / "nations.yaml").to(NationFile).nations}


def nations(*, supplement: bool = True) -> dict[str, Nation]:
    """The nations on offer: with the supplement its lists stand in place of the core ones. COT-SQUAD-09"""
    cite("COT-SQUAD-09")
    found = all_nations().values()
    if supplement:
        return {one.id: one for one in found if not one.replaced_by}
    return {one.id: one for one in found if one.book == "core"}


def nation(id: str) -> Nation:
    """A nation by id."""
    found = all_nations().get(id)
    if found is None:
        raise KeyError(f"no list is called '{id}': {did_you_mean(id, all_nations())}")
    return found


@cache
def all_units(nation: str) -> dict[str, ListedUnit]:
    return {one.id: one for one in load(DATA / "units" / f"{nation}.yaml").to(UnitFile).units}


def units(of: str) -> dict[str, ListedUnit]:
    """The units of a nation by id."""
    found = all_units(nation(of).id)
    cite(*(row for one in found.values() for row in one.rows))
    return found


def unit(of: str, id: str) -> ListedUnit:
    """A unit of a nation."""
    known = all_units(nation(of).id)
    if id not in known:
        raise KeyError(f"the {nation(of).adjective} list has no '{id}': {did_you_mean(id, known)}")
    cite(*known[id].rows)
    return known[id]


def variant_of(of: str, id: str) -> Literal["", "partisans", "jugend", "engineers"]:
    """What a unit is on the table, if it has rules of its own there. COT-UNIT-06, COT-UNIT-07, LR-029"""
    made = all_units(of).get(id) if of in all_nations() else None
    if made is None:
        return ""
    return "engineers" if made.type == "engineer" else made.variant


def column(of: str, id: str, year: int, options: Options) -> Column:
    """Everything a unit column says of a unit in a year. COT-SQUAD-10"""
    made = unit(of, id)
    cells = {entry: chart(made.table).look_up(entry, made.column) for entry in ENTRIES}
    values = {entry: cell.value for entry, cell in cells.items()}
    if (of, id) == ("soviet", "pioneers") and option(options, "errata_soviet_pioneer_rep") == "off":
        values["rep"] = chart(made.table).as_printed("rep", made.column).value
    cite("COT-SQUAD-10", "COT-SQUAD-15")
    first, riflemen = rifle_words(values["riflemen"])
    base, die = strength(values["dice"])
    squads, _, teams = str(values["squads"]).partition(" ")
    found = Column(
        heading=unmarked(values["heading"]),
        squads=int(squads),
        teams=bool(teams),
        men=whole(values["men"]),
        base=base,
        die=die,
        reps=() if values["rep"] == BY_GRADE else rep_bands(values["rep"]),
        nco=armed(of, weapon_words(values["nco"])),
        jr_nco=armed(of, weapon_words(values["jr_nco"])),
        lmg=lmg_bands(values["lmg"]),
        launchers=whole(values["launchers"]),
        first_riflemen=armed(of, first),
        riflemen=armed(of, riflemen),
        rep_die=rep_die(of, made, year),
        stand_in=tuple(entry for entry, cell in cells.items() if cell.layer == "stand_in"),
        rows=tuple(dict.fromkeys(row for cell in cells.values() for row in cell.rows)),
    )
    return as_assault_troops(found) if (of, id) == ("soviet", "assault_troops") else found


def rifle_words(cell: Printed) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the first riflemen carry, one by one, and what the others: `2 SMG then BA`."""
    first, then, rest = str(cell).partition(" then ")
    if not then:
        return (), weapon_words(cell)
    count, _, word = first.partition(" ")
    return weapon_words(word) * int(count), weapon_words(rest)


def armed(of: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a column as weapons of the nation's list."""
    return tuple(f"{weapon_list(of)}.{word}" for word in words)


def weapon_list(of: str) -> str:
    """The list a nation's weapons are in: its own, or that of the core rules."""
    return of if nation(of).book == "supplement" else "core"


def rep_die(of: str, made: ListedUnit, year: int) -> int:
    """What is added to the Rep dice: early-war infantry, Assault Troops. COT-ARMY-07, COT-ARMY-08"""
    if (of, made.id) == ("soviet", "infantry"):
        notes = chart("notes_early_war")
        years = range(
            whole(notes.number("soviet_infantry", "from")), whole(notes.number("soviet_infantry", "to")) + 1
        )
        return whole(notes.number("soviet_infantry", "rep_die")) if year in years else 0
    if (of, made.id) == ("soviet", "assault_troops"):
        return whole(chart("notes_assault").number("soviet_assault_troops", "rep_die"))
    return 0


def as_assault_troops(found: Column) -> Column:
    """The SMG column as Assault Troops have it: with an LMG. COT-ARMY-08, LR-029"""
    lmg = whole(chart("notes_assault").number("soviet_assault_troops", "lmg"))
    return msgspec.structs.replace(found, lmg=(Band(1, 6, str(lmg)),))


def own_weapons(of: str) -> dict[str, Weapon]:
    """The weapons of a nation's own list by id; a core list has its part of the core table."""
    whose = nation(of)
    if whose.book == "supplement":
        return {one.id: one for one in all_weapons().values() if one.nation == of}
    return {f"core.{line}": weapon(f"core.{line}") for line in whose.arms}


def squad_guns(of: str) -> tuple[str, ...]:
    """The machine guns that the LMG line of a nation's columns means (LR-086, LR-088)."""
    whose = nation(of)
    if whose.lmg:
        return tuple(f"core.{line}" for line in whose.lmg)
    return tuple(one.id for one in own_weapons(of).values() if one.kind == "lmg")


def light_machine_guns(of: str, year: int, options: Options) -> tuple[str, ...]:
    """The squad LMGs of a nation that may be had in a year, as many as there are to choose from (LR-088)."""
    return tuple(id for id in squad_guns(of) if in_service(id, year, 0, options))


def in_service(id: str, year: int, month: int, options: Options) -> bool:
    """Whether a weapon may be had at a date: as printed always, unless a switch says otherwise. LR-088, LR-101

    A month of 0 stands for any in the year.
    """
    dates = chart("weapon_dates")
    if id in dates.lines() and option(options, "weapon_dates") == "on":
        return year >= whole(dates.number(id, "year"))
    supply = all_weapons()[id].supply
    if supply is None:
        return True
    cite("COT-WEAP-15")
    if option(options, "finnish_at_from_april_1944") == "off":
        return True
    return (year, month or 12) >= supply


def years() -> tuple[tuple[int, int], tuple[int, int]]:
    """The first and the last month of the lists, each as year and month. COT-SQUAD-09"""
    found = chart("list_years")
    first, last = (
        (whole(found.number(when, "year")), whole(found.number(when, "month"))) for when in ("from", "to")
    )
    return first, last
