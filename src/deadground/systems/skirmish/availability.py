"""What a nation has in a year: the tables that reinforcements roll on, and the notes under the lists.

COT-REINF-13 to -20, COT-VEH-28 to -32, LR-149 to LR-151, LR-169, LR-170, LR-204
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import msgspec

from deadground.core.citing import cite
from deadground.core.faults import did_you_mean
from deadground.core.loader import load
from deadground.systems.skirmish.charts import DATA, chart
from deadground.systems.skirmish.vehicle_lists import all_vehicles

ON_TO_LUCK = "Roll on the "
"""How a cell begins that sends one to the luck table."""
SHARES = {1: ((1, 6),), 2: ((1, 3), (4, 6)), 3: ((1, 2), (3, 4), (5, 6)), 4: ((1, 1), (2, 2), (3, 3), (4, 4))}
"""Which of several vehicles a die means, by how many there are; a die beyond is rolled again. LR-169"""


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Names of the tables that are not those of a line. LR-204"""

    names: tuple[str, ...]
    vehicles: tuple[str, ...]
    nations: tuple[str, ...] = ()
    since: int = 0
    until: int = 9999


class NameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[Name, ...]


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """One vehicle of a cell, and the die that means it. `vehicles` are several where one name has two of them."""

    low: int
    high: int
    name: str
    vehicles: tuple[str, ...]


@cache
def other_names() -> tuple[Name, ...]:
    return load(DATA / "vehicles" / "names.yaml").to(NameFile).names


def years_of(nation: str) -> tuple[int, ...]:
    """The years for which a nation has tables."""
    return tuple(int(year) for year in chart(f"{nation}_availability").lines(2))


def nearest_year(nation: str, year: int) -> int:
    """The year itself, or the nearest that has a column. LR-170"""
    known = years_of(nation)
    if year not in known:
        cite("LR-170")
    return min(max(year, known[0]), known[-1])


def tables_of(nation: str) -> tuple[str, ...]:
    """The tables of a nation: tanks, luck and, but for Finland, vehicles. COT-REINF-13"""
    return chart(f"{nation}_availability").lines()


def cell(nation: str, table: str, die: int, year: int) -> str:
    """What is printed for a die in a year that has a column."""
    return str(chart(f"{nation}_availability").look_up(table, str(die), str(year)).value)


def goes_on_to_luck(text: str) -> bool:
    """Whether a cell sends one to the luck table. COT-REINF-13"""
    return text.startswith(ON_TO_LUCK)


def offers(nation: str, table: str, die: int, year: int) -> tuple[Offer, ...]:
    """The vehicles of a cell with the dice that mean them; none where it sends one to luck. COT-REINF-14"""
    text = cell(nation, table, die, year)
    if goes_on_to_luck(text):
        return ()
    split = re.findall(r"\((\d)-(\d)\) ([^(]+)", text)
    if split:
        found = [(int(low), int(high), name.strip()) for low, high, name in split]
    else:
        names = [name for name in re.split(r",\s*", text) if name]
        found = [(*share, name) for share, name in zip(SHARES[len(names)], names, strict=True)]
    return tuple(
        Offer(low=low, high=high, name=name, vehicles=named(nation, name, year)) for low, high, name in found
    )


def named(nation: str, name: str, year: int) -> tuple[str, ...]:
    """The vehicles that a name of a nation's tables means in a year; several where it is one of them. LR-204"""
    for one in other_names():
        in_time = one.since <= year <= one.until
        if name in one.names and in_time and (not one.nations or nation in one.nations):
            cite("LR-204")
            return one.vehicles
    printed = (
        one for one in all_vehicles().values() if one.book == "supplement" and "LR-205" not in one.rows
    )
    listed = [one.id for one in printed if one.name == name]
    own = [id for id in listed if id.startswith(f"{nation}.")]
    if own or len(listed) == 1:
        return tuple(own or listed)
    known = {one.name for one in all_vehicles().values()}
    raise KeyError(f"no {nation} vehicle is called '{name}': {did_you_mean(name, known)}")


def every_offer(nation: str) -> Iterator[tuple[str, int, int, Offer]]:
    """All that a nation's tables deliver: table, die, year and what."""
    for table in tables_of(nation):
        for die in range(1, 7):
            for year in years_of(nation):
                yield from ((table, die, year, one) for one in offers(nation, table, die, year))


@cache
def first_years(nation: str) -> dict[str, int]:
    """The first year in which a nation's tables name a vehicle."""
    found: dict[str, int] = {}
    for _, _, year, one in every_offer(nation):
        for id in one.vehicles:
            found[id] = min(year, found.get(id, year))
    return found
