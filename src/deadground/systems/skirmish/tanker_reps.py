"""What Reps tankers have: one die for each of a crew. COT-VEH-33, COT-VEH-34, LR-148"""

from __future__ import annotations

from typing import Literal

from deadground.systems.skirmish.charts import chart, whole

Formation = Literal["", "ss"]


def tanker_rep(nation: str, die: int) -> int:
    """The Rep of a tanker by his die, modifiers and all; off the end the first or last band holds. LR-006"""
    table = chart("tanker_reps")
    for rep in table.lines(1):
        low, _, high = str(table.look_up(nation, rep).value).partition("-")
        if die <= int(high or low):
            return int(rep)
    return int(table.lines(1)[-1])


def rep_modifiers(
    nation: str, vehicle: str, year: int, month: int, formation: Formation = ""
) -> list[tuple[str, int]]:
    """What changes the die of a vehicle's crew, each with its reason. COT-VEH-34

    A month of 0 is the first of the year.
    """
    table = chart("tanker_rep_modifiers")
    found: list[tuple[str, int]] = []
    for line in table.lines():
        reason, die, of, vehicles, last_year, last_month = (
            table.look_up(line, entry).value for entry in table.lines(1)
        )
        fits = line.startswith(f"{nation}_") and (
            (of is not None and of == formation)
            or vehicle in str(vehicles or "").split()
            or (last_year is not None and (year, month) <= (whole(last_year), whole(last_month)))
        )
        if fits:
            found.append((str(reason), whole(die)))
    return found
