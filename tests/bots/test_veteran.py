"""`veteran`: plays on in his head and then at the table, the same way every time, and knows his view alone.

The full size plays what is promised: 200 games a battle with sides swapped, 60 in 100 against the usual bot, a draw
not being a win. The small size plays a game or two with few thoughts, and prints what came of it.
"""

from __future__ import annotations

import re
import sys
from random import Random
from typing import Any

import pytest

from deadground.bots.roster import make_bot, usual_of
from deadground.core.bot import chosen
from deadground.core.match import Match
from deadground.core.system import System
from deadground.lab.simulation import play, seed_of, sides_of, wilson
from deadground.systems.skirmish.bots import veteran as skirmish
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.stands.bots import veteran as stands
from deadground.systems.stands.system import STANDS
from deadground.testing.conformance.suite import Size
from deadground.testing.conformance.worlds import imagined
from tests.bots.thoughts import think_little

SMALL = [(STANDS, "first-lesson"), (SKIRMISH, "five-a-side")]
LARGE = [(STANDS, "montfleury-plateau", stands.TOO_MANY), (SKIRMISH, "dubrovka-farm", skirmish.TOO_MANY)]
WANTED, MANY = 0.6, 200
THOUGHTS = re.compile(r"I played it through (\d+) times in my head; what each is worth, of 100: (.+)\.")

systems = pytest.mark.parametrize(
    ("system", "scenario"), SMALL, ids=lambda value: value if isinstance(value, str) else value.name
)


@pytest.fixture
def few_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)


@systems
@pytest.mark.usefixtures("few_thoughts")
def test_a_battle_is_played_to_its_end_and_a_new_bot_goes_on_as_the_old_one(
    system: System[Any], scenario: str
) -> None:
    """No choice is refused, none depends on what was asked before, and the diary tells what was weighed."""
    setup = system.prepare(scenario)
    dice = seed_of(setup, 1, 5)
    other, seat = setup.seats  # those who hold: a squad that rushes them does not think
    old = {
        seat: make_bot(system, "veteran", dice, seat),
        other: make_bot(system, usual_of(system), dice, other),
    }
    match, told = Match.begin(system, setup, dice), []
    while match.outcome is None:
        acting = match.to_act()[0]
        choice = chosen(old[acting], match.view(acting))
        if acting == seat:
            fresh = make_bot(system, "veteran", dice, seat)
            assert chosen(fresh, match.view(seat)) == choice
            assert fresh.note == old[seat].note
            told += THOUGHTS.findall(old[seat].note)
        match.submit(choice, old[acting].note)
    assert told
    assert all(int(games) >= 2 and came.count(",") >= 1 for games, came in told)


@systems
@pytest.mark.usefixtures("few_thoughts")
def test_he_chooses_the_same_in_another_world_that_looks_the_same(system: System[Any], scenario: str) -> None:
    setup = system.prepare(scenario)
    dice = seed_of(setup, 1, 2)
    match = Match.begin(system, setup, dice)
    usual = {seat: make_bot(system, usual_of(system), dice, seat) for seat in setup.seats}
    thought = 0
    while match.outcome is None and thought < 3:
        seat = match.to_act()[0]
        here, there = (make_bot(system, "veteran", dice, seat) for _ in range(2))
        choice = chosen(here, match.view(seat))
        thought += bool(THOUGHTS.search(here.note))
        world = imagined(match, seat, Random(thought))
        assert chosen(there, world.view(seat)) == choice
        assert there.note == here.note
        match.submit(chosen(usual[seat], match.view(seat)))
    assert thought == 3


@pytest.mark.parametrize(("system", "scenario", "words"), LARGE, ids=[scenario for _, scenario, _ in LARGE])
def test_where_it_would_take_too_long_he_says_so_and_does_without(
    system: System[Any], scenario: str, words: str
) -> None:
    setup = system.prepare(scenario)
    dice = seed_of(setup, 1, 0)
    match = Match.begin(system, setup, dice)
    notes: list[str] = []
    while not any(notes):
        seat = match.to_act()[0]
        bots = [make_bot(system, name, dice, seat) for name in ("veteran", usual_of(system))]
        choice, usual = (chosen(bot, match.view(seat)) for bot in bots)
        assert choice == usual
        notes = [bot.note for bot in bots]
        match.submit(choice)
    assert notes[0] == f"{notes[1]} {words}"


@systems
def test_he_beats_the_usual_bot(
    system: System[Any],
    scenario: str,
    size: Size,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if size == "ci":
        request.getfixturevalue("few_thoughts")
    games = MANY if size == "full" else 2
    setup, (first, second) = system.prepare(scenario), sides_of(system, scenario)
    won = 0
    for number in range(games // 2):
        won += play(setup, {first: "veteran", second: usual_of(system)}, 1, number).winner == first
        won += play(setup, {first: usual_of(system), second: "veteran"}, 1, number).winner == second
    with capsys.disabled():
        sys.stdout.write(f"\n{scenario}: veteran wins {won} of {games} games, {wilson(won, games)}\n")
    assert size == "ci" or won >= WANTED * games
