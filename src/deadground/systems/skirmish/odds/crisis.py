"""The odds of a Crisis Test. NUTS-REACT-01 to NUTS-REACT-05"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, cast

import msgspec

from deadground.core.chances import Given, Heading, Names, OddsError, listed
from deadground.core.dice import DiceSource
from deadground.core.faults import did_you_mean
from deadground.core.records import copy_state
from deadground.systems.kit.options import Options
from deadground.systems.skirmish.man import Result
from deadground.systems.skirmish.odds.damage import Never
from deadground.systems.skirmish.odds.stage import (
    FRONT,
    MIDDLE,
    OURS,
    THEIRS,
    across,
    attributes_named,
    checked,
    game,
    odds,
    range_given,
    rep_given,
    soldier,
    stage,
    weapon_named,
    words_among,
)
from deadground.systems.skirmish.odds.words import Having, Inches, Rep, With, chance_lines
from deadground.systems.skirmish.rules.reactions.crisis import CrisisTest, line_of
from deadground.systems.skirmish.rules.reactions.reaction import Cause, Line, place
from deadground.systems.skirmish.state import Figure, SkirmishState

CAUSES: dict[str, str] = {
    "fired_on": "shot at and not hit",
    "man_down": "a friend near him was hit",
}

WORDS: dict[str, str] = {
    "cover": "he is in cover from the shooter",
    "half_strength": "his unit is at half strength or less",
    "hunkered": "he has hunkered down before in this battle",
    "ducking": "he is still on his way to cover",
    "empty": "his weapon is out of ammunition",
}
"""What `--with` takes."""


class CrisisOdds(msgspec.Struct, frozen=True):
    """What a man does, and how likely; `lines` are those of the table that he reads."""

    lines: tuple[str, ...]
    results: dict[Result, Fraction]

    def record(self) -> dict[str, Any]:
        """The published shape."""
        chances = {result: float(chance) for result, chance in self.results.items()}
        return {"lines": list(self.lines), "results": chances}

    def in_words(self) -> Iterator[str]:
        yield Heading(", ".join(line.replace("_", " ") for line in self.lines))
        yield from chance_lines({result.replace("_", " "): one for result, one in self.results.items()})


def crisis_odds(
    causes: Annotated[Names, Given("fired_on, man_down or both.", name="cause")] = "fired_on",
    rep: Rep = 4,
    weapon: Annotated[str, Given("What he could shoot back with; empty for nothing.")] = "core.ba_rifle",
    shooter: Annotated[str, Given("The weapon that shot at him.")] = "core.ba_rifle",
    range_: Inches = 12,
    leader: Annotated[int, Given("The Rep of a Leader beside him; 0 for none.")] = 0,
    words: With = (),
    attributes: Having = (),
    options: Mapping[str, str] | None = None,
) -> CrisisOdds:
    """One man's Crisis Test. Tells how likely each result is, whether he is outgunned or not."""
    wanted = listed(causes)
    for name in wanted:
        if name not in CAUSES:
            raise OddsError(f"no Crisis Test is caused by '{name}': {did_you_mean(name, CAUSES)}")
    if not wanted:
        raise OddsError(f"a Crisis Test has a cause: {', '.join(CAUSES)}")
    said = words_among(words, WORDS)
    state = scene(
        rep_given(rep, "--rep"),
        weapon_named(weapon).id if weapon else "",
        weapon_named(shooter).id,
        range_given(range_),
        rep_given(leader, "--leader") if leader else 0,
        said,
        attributes_named(attributes),
    )
    return reckoned(state, wanted, checked(options or {}))


def scene(
    rep: int,
    weapon: str,
    shooter: str,
    range_: float,
    leader: int,
    said: frozenset[str],
    attributes: tuple[str, ...],
) -> SkirmishState:
    """The man who tests, who shot, the friend who fell beside him, and perhaps his Leader."""
    tester = soldier(
        "tester",
        OURS,
        (MIDDLE, FRONT),
        rep=rep,
        weapon=weapon,
        facing=1800,
        attributes=attributes,
        hunkered_before="hunkered" in said,
        empty=(weapon,) if weapon and "empty" in said else (),
        reacting="duck_back" if "ducking" in said else None,
    )
    men: list[Figure] = [
        tester,
        soldier("shooter", THEIRS, (MIDDLE, FRONT + range_), rep=4, weapon=shooter, shot_with=shooter),
        soldier("fallen", OURS, (MIDDLE + 1, FRONT), rep=4, facing=1800, status="out_of_the_fight", group=""),
    ]
    if leader:
        men.append(soldier("leader", OURS, (MIDDLE - 1, FRONT), rep=leader, facing=1800, rank="squad_leader"))
    present = sum(one.side == OURS and one.group == OURS for one in men)
    state = stage(
        men,
        [across("wall", FRONT + 0.5)] if "cover" in said else (),
        strength=2 * present if "half_strength" in said else 1,
    )
    del state.groups[""]
    return state


def reckoned(state: SkirmishState, names: tuple[str, ...], options: Options) -> CrisisOdds:
    """The throw of the test itself, once for every way its dice can fall."""
    fallen = state.figures["fallen"].at
    causes = tuple(
        Cause("tester", cast(Line, name), ("shooter",), fallen if name == "man_down" else None)
        for name in dict.fromkeys(names)
    )

    def resolve(dice: DiceSource) -> Result:
        g = game(copy_state(state), options, dice)
        CrisisTest(OURS, causes).throw(g)
        return cast(Result, g.figure("tester").reaction.reacting)

    found = odds(resolve).chances
    g = game(copy_state(state), options, Never())
    lines = tuple(line_of(g, g.figure("tester"), cause) for cause in causes)
    return CrisisOdds(lines, {result: found[result] for result in sorted(found, key=place)})
