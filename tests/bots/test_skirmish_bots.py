"""The bots of skirmish: they play every battle without a refusal, keep nothing in mind, and note their reasons."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from deadground.bots.roster import bots_of, make_bot, usual_of
from deadground.core.bot import chosen
from deadground.core.diary import diary
from deadground.core.match import Match
from deadground.core.system import Setup
from deadground.lab.simulation import seed_of, sides_of
from deadground.systems.skirmish import scenario_file
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.plans import Mind
from deadground.systems.skirmish.game import figures_of
from deadground.systems.skirmish.scenario_file import scenario_ids, scenario_named
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.system import SKIRMISH, SkirmishSystem
from deadground.testing.conformance.suite import Size
from tests.bots.skirmish_table import fight

TURNS = 3
"""How many turns of the large battles the small size plays."""


def test_the_roster_knows_what_a_system_brings() -> None:
    assert list(bots_of(SKIRMISH)) == ["random", "plodder", "sergeant", "veteran"]
    assert usual_of(SKIRMISH) == "sergeant"


@pytest.mark.parametrize("bots", [("sergeant", "plodder"), ("plodder", "sergeant")])
@pytest.mark.parametrize("scenario", scenario_ids())
def test_every_battle_is_played_to_its_end_without_a_refusal(
    scenario: str, bots: tuple[str, str], size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    if size == "ci" and scenario == "dubrovka-farm":
        whole = scenario_named(scenario)
        short = msgspec.structs.replace(whole, file=msgspec.structs.replace(whole.file, turns=TURNS))
        monkeypatch.setattr(scenario_file, "scenario_named", lambda id: short)
        monkeypatch.setattr("deadground.systems.skirmish.system.scenario_named", lambda id: short)
    assert fight(scenario, bots[: len(sides_of(SKIRMISH, scenario))], 0).outcome is not None


def test_a_new_bot_with_the_same_seed_goes_on_as_the_old_one() -> None:
    setup = SKIRMISH.prepare("lipki-village")
    dice = seed_of(setup, 1, 5)
    old = {seat: make_bot(SKIRMISH, "sergeant", dice, seat) for seat in setup.seats}
    match = Match.begin(SKIRMISH, setup, dice)
    while match.outcome is None:
        seat = match.to_act()[0]
        fresh = make_bot(SKIRMISH, "sergeant", dice, seat)
        choice = chosen(old[seat], match.view(seat))
        assert chosen(fresh, match.view(seat)) == choice
        assert fresh.note == old[seat].note
        match.submit(choice, old[seat].note)


class WithSecrets(SkirmishSystem):
    """The skirmish, with other Reps and grenades for all men of a side."""

    def __init__(self, side: str, rep: int) -> None:
        super().__init__()
        self.side, self.rep = side, rep

    def new_state(self, setup: Setup) -> SkirmishState:
        state = super().new_state(setup)
        for one in state.figures.values():
            if one.side == self.side:
                one.rep = self.rep
                one.pack = one.pack.but(gear=(("grenade", self.rep),))
                one.attributes = ()
        return state


def test_the_same_view_gives_the_same_answer_whatever_the_enemy_hides() -> None:
    """Two worlds that look alike to a seat: what the enemy's Rep, gear and attributes are does not matter."""
    setup = SKIRMISH.prepare("lipki-village")
    seat, other = "german", "soviet"
    worlds = [Match.begin(WithSecrets(other, rep), setup, seed_for(seat)) for rep in (3, 5)]
    assert {one.rep for match in worlds for one in figures_of(match.position.state, other)} == {3, 5}
    assert worlds[0].view(seat).state == worlds[1].view(seat).state
    first, second = (
        chosen(make_bot(SKIRMISH, "sergeant", bytes(32), seat), match.view(seat)) for match in worlds
    )
    assert first == second


def seed_for(seat: str) -> bytes:
    """A seed with which this seat has the first choice in the village."""
    setup = SKIRMISH.prepare("lipki-village")
    seeds = (bytes([n]) * 32 for n in range(64))
    return next(seed for seed in seeds if seat in Match.begin(SKIRMISH, setup, seed).to_act())


def test_the_first_note_tells_plan_and_temper_with_reasons() -> None:
    remarks = diary(fight("lipki-village", ("sergeant", "sergeant"), 3))
    for side in ("german", "soviet"):
        first = next(remark.note for remark in remarks if remark.seat == side)
        assert first.startswith("My plan, to take the ground by the inn: ")
        assert "I am " in first
        assert "to 1" in first


def test_a_plan_is_drawn_by_the_weights_of_the_scenario() -> None:
    match = Match.begin(SKIRMISH, SKIRMISH.prepare("dubrovka-farm"), bytes(32))
    picture = Picture(match.view("german"))
    assert {Mind(Random(seed)).plan(picture) for seed in range(100)} == {"hold"}
    drawn = [Mind(Random(seed)).plan(Picture(match.view("soviet"))) for seed in range(200)]
    assert set(drawn) == {"left", "right", "centre"}


def test_tempers_differ_and_even_ones_are_the_most() -> None:
    names = [Mind(Random(seed)).temper.name for seed in range(400)]
    assert set(names) == {"cautious", "even", "bold"}
    assert names.count("even") > max(names.count("cautious"), names.count("bold"))
