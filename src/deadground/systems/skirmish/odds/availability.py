"""The odds of what the tables by year deliver. COT-REINF-13, COT-REINF-14, LR-169, LR-170"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any

import msgspec

from deadground.core.chances import Given, Heading, OddsError
from deadground.core.citing import cite
from deadground.systems.skirmish.availability import (
    cell,
    goes_on_to_luck,
    nearest_year,
    offers,
    tables_of,
)
from deadground.systems.skirmish.odds.stage import checked
from deadground.systems.skirmish.odds.words import chance_lines
from deadground.systems.skirmish.vehicle_lists import all_vehicles
from deadground.systems.skirmish.weapons import PRINTED_LISTS

FACES = range(1, 7)
LUCK = "luck"


class AvailabilityOdds(msgspec.Struct, frozen=True):
    """What a roll on a nation's table delivers, with its chances."""

    nation: str
    table: str
    year: int
    """That of the column that was read. LR-170"""
    vehicles: dict[str, Fraction]

    def record(self) -> dict[str, Any]:
        """The published shape."""
        return {
            "nation": self.nation,
            "table": self.table,
            "year": self.year,
            "vehicles": {id: float(chance) for id, chance in self.vehicles.items()},
        }

    def in_words(self) -> Iterator[str]:
        yield Heading(f"{self.table} of {self.nation}, {self.year}")
        known = all_vehicles()
        yield from chance_lines({known[id].name: chance for id, chance in self.vehicles.items()}, 32)


def availability_odds(
    nation: Annotated[str, Given("Whose table.")] = "soviet",
    year: Annotated[int, Given("The year; outside of the tables the nearest counts.")] = 1943,
    table: Annotated[str, Given("Which table: tanks, luck or vehicles.")] = "tanks",
    options: Mapping[str, str] | None = None,
) -> AvailabilityOdds:
    """A roll on a table of vehicles by year. Tells how likely it delivers each."""
    checked(options or {})
    if nation not in PRINTED_LISTS:
        raise OddsError(f"'{nation}' has no such tables: {', '.join(PRINTED_LISTS)} have")
    if table not in tables_of(nation):
        raise OddsError(f"{nation} has no table '{table}': {', '.join(tables_of(nation))}")
    column = nearest_year(nation, year)
    found = sorted(delivered(nation, table, column).items(), key=lambda one: (-one[1], one[0]))
    return AvailabilityOdds(nation, table, column, dict(found))


def delivered(nation: str, table: str, year: int) -> dict[str, Fraction]:
    """Each vehicle with its chance: 1d6 in the column of the year, and where a tank table says so once more on the
    luck table of the same years. COT-REINF-13"""
    cite("COT-REINF-13")
    found: dict[str, Fraction] = {}
    for die in FACES:
        if goes_on_to_luck(cell(nation, table, die, year)):
            chances = delivered(nation, LUCK, year)
        else:
            chances = of_cell(nation, table, die, year)
        for id, chance in chances.items():
            found[id] = found.get(id, Fraction(0)) + chance / len(FACES)
    return found


def of_cell(nation: str, table: str, die: int, year: int) -> dict[str, Fraction]:
    """One vehicle of a cell, by a die that is thrown again beyond what it offers; of one name that means several
    each is as likely as the next. COT-REINF-14, LR-169"""
    cite("COT-REINF-14", "LR-169")
    offered = offers(nation, table, die, year)
    whole = sum(one.high - one.low + 1 for one in offered)
    found: dict[str, Fraction] = {}
    for one in offered:
        for id in one.vehicles:
            share = Fraction(one.high - one.low + 1, whole * len(one.vehicles))
            found[id] = found.get(id, Fraction(0)) + share
    return found
