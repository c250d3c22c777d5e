"""The odds of what Rep a tanker has. COT-VEH-33, COT-VEH-34"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any

import msgspec

from deadground.core.chances import Given, Heading, OddsError
from deadground.core.faults import did_you_mean
from deadground.core.tally import Tally
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.odds.stage import checked, words_among
from deadground.systems.skirmish.odds.words import With, chance_lines, tally_lines
from deadground.systems.skirmish.tanker_reps import rep_modifiers, tanker_rep
from deadground.systems.skirmish.vehicle_lists import all_vehicles

WORDS = {"ss": "the crew is of an SS formation"}
"""What `--with` takes."""

FACES = range(1, 7)


class TankerOdds(msgspec.Struct, frozen=True):
    """The Rep of one of a crew, with its chances."""

    nation: str
    vehicle: str
    changes: Tally
    reps: dict[int, Fraction]

    def record(self) -> dict[str, Any]:
        """The published shape."""
        return {
            "nation": self.nation,
            "vehicle": self.vehicle,
            "modifier": self.changes.total,
            "reps": {str(rep): float(chance) for rep, chance in self.reps.items()},
        }

    def in_words(self) -> Iterator[str]:
        yield Heading(f"One of the crew of a {all_vehicles()[self.vehicle].name}")
        yield from tally_lines(self.changes)
        yield from chance_lines({f"Rep {rep}": chance for rep, chance in self.reps.items()})


def tanker_odds(
    target: Annotated[str, Given("The vehicle: an id of `data skirmish vehicles`.")] = "german.tiger_i",
    nation: Annotated[str, Given("Whose crew it is; that of the vehicle's list, if nothing is said.")] = "",
    year: Annotated[int, Given("The year of the battle.")] = 1943,
    month: Annotated[int, Given("Its month; 0 for the first of the year.")] = 0,
    words: With = (),
    options: Mapping[str, str] | None = None,
) -> TankerOdds:
    """The die for one of a vehicle's crew. Tells how likely each Rep is."""
    checked(options or {})
    if target not in all_vehicles():
        raise OddsError(f"no vehicle is called '{target}': {did_you_mean(target, all_vehicles())}")
    own, said = nation or all_vehicles()[target].nation, words_among(words, WORDS)
    if own not in chart("tanker_reps").lines():
        raise OddsError(f"'{own}' has no tankers: {', '.join(chart('tanker_reps').lines())} do")
    changes = Tally("Tanker Rep die")
    for reason, die in rep_modifiers(own, target, year, month, "ss" if "ss" in said else ""):
        changes.on_die(reason, die, "COT-VEH-34")
    reps: dict[int, Fraction] = {}
    for face in FACES:
        rep = tanker_rep(own, face + changes.total)
        reps[rep] = reps.get(rep, Fraction(0)) + Fraction(1, len(FACES))
    return TankerOdds(own, target, changes, reps)
