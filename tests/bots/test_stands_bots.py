"""The bots of stands: they play every battle without a refusal, keep nothing in mind, and note their reasons."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from deadground.bots.roster import bots_of, make_bot, usual_of
from deadground.core.bot import chosen
from deadground.core.diary import diary
from deadground.core.match import Match
from deadground.lab.simulation import seed_of
from deadground.systems.stands import scenario_file
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.bots.plans import Mind
from deadground.systems.stands.scenario_file import scenario_ids, scenario_named
from deadground.systems.stands.system import STANDS
from deadground.testing.conformance.suite import Size
from deadground.testing.duel import DUEL
from tests.bots.table import fight

TURNS = 3
"""How many turns of the large battles the small size plays."""


def test_the_roster_knows_what_a_system_brings() -> None:
    assert list(bots_of(STANDS)) == ["random", "plodder", "steady", "veteran"]
    assert usual_of(STANDS) == "steady"
    assert list(bots_of(DUEL)) == ["random"]


@pytest.mark.parametrize("bots", [("steady", "plodder"), ("plodder", "steady")])
@pytest.mark.parametrize("scenario", scenario_ids())
def test_every_battle_is_played_to_its_end_without_a_refusal(
    scenario: str, bots: tuple[str, str], size: Size, monkeypatch: pytest.MonkeyPatch
) -> None:
    if size == "ci" and scenario != "first-lesson":
        whole = scenario_named(scenario)
        short = msgspec.structs.replace(whole, file=msgspec.structs.replace(whole.file, turns=TURNS))
        monkeypatch.setitem(scenario_file.SCENARIOS.given, scenario, short)
    assert fight(scenario, bots, 0).outcome is not None


@pytest.mark.parametrize("bot", ["plodder", "steady"])
def test_a_command_on_its_march_off_is_given_no_card_that_it_may_not_have(bot: str) -> None:
    """Stand and Fire for those who can, and nothing that would be refused. KIM-R107"""
    setup = STANDS.prepare("first-lesson", {"retire": "march_off"})
    match = Match.begin(STANDS, setup, bytes(32))
    for command in match.position.state.commands.values():
        command.retired = True
    match = match.clone(bytes(32))
    for seat in match.to_act():
        choice = chosen(make_bot(STANDS, bot, bytes(32), seat), match.view(seat))
        assert match.check(choice) == []
        assert {order["card"] for order in choice.value} == {"fire"}


def test_a_new_bot_with_the_same_seed_goes_on_as_the_old_one() -> None:
    setup = STANDS.prepare("first-lesson")
    dice = seed_of(setup, 1, 5)
    old = {seat: make_bot(STANDS, "steady", dice, seat) for seat in setup.seats}
    match = Match.begin(STANDS, setup, dice)
    while match.outcome is None:
        seat = match.to_act()[0]
        fresh = make_bot(STANDS, "steady", dice, seat)
        choice = old[seat].choose(match.view(seat))
        assert fresh.choose(match.view(seat)) == choice
        assert fresh.note == old[seat].note
        match.submit(choice, old[seat].note)


def test_the_first_note_tells_plan_and_temper_with_reasons() -> None:
    remarks = diary(fight("first-lesson", ("steady", "steady"), 3))
    for side in ("soviet", "german"):
        first = next(remark.note for remark in remarks if remark.seat == side)
        assert first.startswith("My plan: ")
        assert " at " not in first.split("; what counts most: ")[1].split(" (")[0]
        assert "Gorelka" in first
        assert "I am " in first
        assert "to 1" in first


def test_a_plan_is_drawn_by_the_weights_of_the_scenario() -> None:
    match = Match.begin(STANDS, STANDS.prepare("first-lesson"), bytes(32))
    picture = Picture(match.view("german"))
    drawn = [Mind(Random(seed)).plan(picture) for seed in range(400)]
    assert set(drawn) == {"hold", "centre"}
    assert 0.68 < drawn.count("hold") / len(drawn) < 0.82


def test_tempers_differ_and_even_ones_are_the_most() -> None:
    names = [Mind(Random(seed)).temper.name for seed in range(400)]
    assert set(names) == {"cautious", "even", "bold"}
    assert names.count("even") > max(names.count("cautious"), names.count("bold"))
