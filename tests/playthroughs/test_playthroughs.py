"""Every scenario has a game that was kept, and it is still played the same, line by line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import deadground.testing
from deadground.core.system import System
from deadground.systems import registry
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL
from deadground.testing.playthroughs import MOST_LINES, compare, file_of, playthrough, shortened

HERE = Path(__file__).parent
SYSTEMS: tuple[System[Any], ...] = (DUEL, CARDS, *registry.systems().values())
EVERY = [(system, scenario) for system in SYSTEMS for scenario in system.scenarios]
NAMES = [f"{system.name}-{scenario}" for system, scenario in EVERY]


@pytest.mark.parametrize(("system", "scenario"), EVERY, ids=NAMES)
def test_a_kept_game_is_played_the_same(
    system: System[Any], scenario: str, request: pytest.FixtureRequest
) -> None:
    file, played = file_of(HERE, system, scenario), playthrough(system, scenario)
    name = file.relative_to(HERE).as_posix()
    if request.config.getoption("--accept"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(played) + "\n", "utf-8")
    if not file.exists():
        pytest.fail(f"there is no {name}; run pytest with --accept to keep one", pytrace=False)
    parted = compare(file.read_text("utf-8").splitlines(), played, name)
    if parted:
        pytest.fail(parted, pytrace=False)


@pytest.mark.parametrize(("system", "scenario"), EVERY, ids=NAMES)
def test_a_playthrough_can_be_read_in_one_sitting(system: System[Any], scenario: str) -> None:
    lines = playthrough(system, scenario)
    assert len(lines) <= MOST_LINES
    assert lines[-1].startswith("The end: ")


def test_every_test_game_is_among_them() -> None:
    games = {file.parent.name for file in Path(deadground.testing.__file__).parent.glob("*/catalogue*.yaml")}
    assert games | registry.systems().keys() == {system.name for system in SYSTEMS}


def test_no_game_is_kept_for_nothing() -> None:
    kept = {file.relative_to(HERE).as_posix() for file in HERE.glob("*/*.txt")}
    assert kept == {f"{system.name}/{scenario}.txt" for system, scenario in EVERY}


def test_another_seed_is_another_game() -> None:
    parted = compare(playthrough(DUEL, "pair"), playthrough(DUEL, "pair", seed=7), "pair.txt")
    assert parted.splitlines() == [
        "pair.txt is another game from line 2 on; if that is meant, run pytest with --accept",
        "    The duel: pair",
        "  - seed 1944; shoot_back=standing",
        "  + seed 7; shoot_back=standing",
    ]


def test_a_game_that_goes_on_is_not_the_same() -> None:
    assert compare(["a", "b"], ["a", "b"], "x") == ""
    assert compare(["a", "b"], ["a"], "x").splitlines()[1:] == ["    a", "  - b", "  + (ends here)"]
    assert compare(["a"], ["a", "b"], "x").splitlines()[1:] == ["    a", "  - (ends here)", "  + b"]


def test_a_long_game_has_digests_for_its_middle_that_notice_every_change() -> None:
    blocks = [[f"{n} asked", "   chooses", f"   digest {n}", ""] for n in range(1000)]
    lines = shortened(blocks)
    assert lines[:4] == blocks[0]
    assert lines[-4:] == blocks[-1]
    assert len(lines) < MOST_LINES
    given = sum(line.endswith(" asked") for line in lines)
    spans = [line for line in lines if line.startswith("decisions ")]
    assert (spans[0].split(":")[0], spans[-1].split(":")[0]) == ("decisions 55 to 70", "decisions 967 to 974")
    assert given == 55 + 25
    for n in (54, 55, 500, 974, 975):
        changed = [*blocks[:n], [f"{n} asked", "   chooses", "   digest x", ""], *blocks[n + 1 :]]
        assert shortened(changed) != lines
