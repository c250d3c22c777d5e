"""Scenario files that name a side which is not there are refused with file and line, and told which there are."""

from __future__ import annotations

import pytest

from deadground.core.loader import DataError, document
from deadground.systems.skirmish.scenario_file import FOLDER, read_scenario

GOOD = (FOLDER / "crossroads.yaml").read_text("utf-8")
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
