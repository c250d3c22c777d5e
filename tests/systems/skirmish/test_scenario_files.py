"""Scenario files that name a side which is not there are refused with file and line, and told which there are."""

from __future__ import annotations

import pytest

from deadground.core.loader import DataError, document
from deadground.systems.skirmish.scenario_file import SCENARIOS, read_scenario

WHOLE = SCENARIOS.path("crossroads").read_text("utf-8")
GOOD = WHOLE[: WHOLE.index("victory:")] + WHOLE[WHOLE.index("sides:") :]
"""The crossroads without its goals."""
TURNS = next(line for line in GOOD.splitlines() if line.startswith("turns:"))


def with_line(line: str) -> str:
    """The crossroads with a line more after that of its turns."""
    return GOOD.replace(f"{TURNS}\n", f"{TURNS}\n{line}\n")


def refused(line: str) -> str:
    with pytest.raises(DataError) as found:
        read_scenario(document(with_line(line), "battle.yaml"), "battle")
    return str(found.value)


SIDES = [side.id for side in read_scenario(document(GOOD), "crossroads").file.sides]
REAL = " and ".join(SIDES)
AT = GOOD.splitlines().index(TURNS) + 2


@pytest.mark.parametrize("pair", [f"{SIDES[0]}, handschar", f"handschar, {SIDES[1]}"])
def test_foes_are_sides_of_this_battle(pair: str) -> None:
    """COT-ATTR-06."""
    message = f"battle.yaml:{AT}: no side is called 'handschar' (the sides are {REAL})"
    assert refused(f"foes: [[{pair}]]") == message


def test_the_line_is_that_of_the_wrong_pair() -> None:
    lines = f"foes:\n  - [{SIDES[0]}, {SIDES[1]}]\n  - [{SIDES[0]}, partisans]"
    assert refused(lines).startswith(f"battle.yaml:{AT + 2}: no side is called 'partisans'")


def test_nobody_is_a_foe_of_his_own_side() -> None:
    assert refused(f"foes: [[{SIDES[0]}, {SIDES[0]}]]").startswith(
        f"battle.yaml:{AT}: '{SIDES[0]}' cannot be a foe of itself (the sides are"
    )


def test_real_foes_are_taken_over() -> None:
    found = read_scenario(document(with_line(f"foes: [[{SIDES[0]}, {SIDES[1]}]]")), "battle")
    assert found.file.foes == ((SIDES[0], SIDES[1]),)


@pytest.mark.parametrize(
    "line",
    ["opening: nobody", "victory: [{side: nobody, kind: hold, name: held}]"],
    ids=["opening", "victory"],
)
def test_so_are_those_who_open_and_those_who_win(line: str) -> None:
    assert refused(line) == f"battle.yaml:{AT}: no side is called 'nobody' (the sides are {REAL})"


FIRST = "{name: Schütze Lang, rep: 3, at: [14.5, 3]"
"""The beginning of the line of a man of the crossroads."""

MISTAKES = {
    "off the table": (
        FIRST,
        FIRST.replace("14.5, 3", "14.5, -3"),
        '(14.5, -3) lies off the table (the table is 24 by 24")',
    ),
    "over the edge": (
        FIRST,
        FIRST.replace("14.5, 3", "14.5, 0"),
        "Schütze Lang is not wholly on the table (further in)",
    ),
    "on another": (
        FIRST,
        FIRST.replace("14.5", "16"),
        "Schütze Lang stands on another man (bases do not overlap)",
    ),
    "rep 9": (FIRST, FIRST.replace("rep: 3", "rep: 9"), "9 is not allowed for `rep` (at most 6)"),
    "rep -1": (FIRST, FIRST.replace("rep: 3", "rep: -1"), "-1 is not allowed for `rep` (at least 1)"),
    "gear": (
        FIRST,
        FIRST.replace("rep: 3", "gear: {granade: 1}"),
        "no gear is called 'granade' (did you mean 'grenade'?)",
    ),
    "half": (FIRST, FIRST.replace("rep: 3", "half: 3"), "3 is not allowed for `half` (at most 2)"),
    "attribute": (FIRST, FIRST.replace("rep: 3", "attributes: [brave]"), "no attribute is called 'brave'"),
    "weapon": (
        "weapons: [core.german_lmg]",
        "weapons: [core.german_lmk]",
        "no weapon is called 'core.german_lmk' (did you mean 'core.german_lmg'?)",
    ),
    "map": (
        "map: crossroads",
        "map: crossroad",
        "no map is called 'crossroad' (did you mean 'crossroads'?)",
    ),
    "turns": (TURNS, "turns: -8", "-8 is not allowed for `turns` (at least 1)"),
    "no turns": (TURNS, "turns: 0", "0 is not allowed for `turns` (at least 1)"),
    "loader for nobody": (
        FIRST,
        FIRST.replace("rep: 3", "loads_for: Schutze Kurz"),
        "Schütze Lang loads for 'Schutze Kurz', who is not in Patrol Weber (did you mean 'Schütze Kurz'?)",
    ),
    "his own loader": (
        FIRST,
        FIRST.replace("rep: 3", "loads_for: Schütze Lang"),
        "Schütze Lang loads for 'Schütze Lang', who is not in Patrol Weber",
    ),
    "two of one name": (
        "{name: Schütze Kurz",
        "{name: Schütze Lang",
        "two men of Patrol Weber are called 'Schütze Lang' (two names)",
    ),
    "one edge": ("edge: south", "edge: north", "both sides have the edge 'north' (another)"),
    "one id": ("- id: soviet", "- id: german", "both sides have the id 'german' (another)"),
    "nation": ("nation: soviet", "nation: sovjet", "no nation is called 'sovjet' (did you mean 'soviet'?)"),
    "option": (TURNS, f"{TURNS}\noptions: {{house_9: 'on'}}", "no option is called 'house_9'"),
    "value": (
        TURNS,
        f"{TURNS}\noptions: {{table_knowledge: some}}",
        "the option 'table_knowledge' cannot be 'some' (one of",
    ),
    "goal": (
        TURNS,
        f"{TURNS}\nvictory: [{{side: german, kind: take, name: taken, at: [30, 3]}}]",
        "(30, 3) lies off the table",
    ),
    "field": (TURNS, f"{TURNS}\nweathr: clear", "weathr"),
}


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_refused_at_its_line(old: str, new: str, said: str) -> None:
    """NS-01, NS-11."""
    assert GOOD.count(old) >= 1
    text = GOOD.replace(old, new, 1)
    wrong = next(
        i for i, (a, b) in enumerate(zip(text.splitlines(), [*GOOD.splitlines(), ""], strict=False)) if a != b
    )
    with pytest.raises(DataError) as found:
        read_scenario(document(text, "battle.yaml"), "battle")
    assert said in str(found.value)
    assert str(found.value).startswith(f"battle.yaml:{wrong + 1}: ")


def test_one_side_alone_is_no_battle() -> None:
    alone = GOOD[: GOOD.index("  - id: soviet")]
    with pytest.raises(DataError, match="1 side"):
        read_scenario(document(alone, "battle.yaml"), "battle")


def test_a_played_side_has_men() -> None:
    without = GOOD[: GOOD.rindex("    units:")]
    with pytest.raises(DataError, match="Soviet has no men"):
        read_scenario(document(without, "battle.yaml"), "battle")


def test_a_side_that_nobody_plays_needs_none() -> None:
    without = GOOD[: GOOD.rindex("    units:")] + "    played: false\n"
    assert not read_scenario(document(without), "battle").file.sides[1].units
