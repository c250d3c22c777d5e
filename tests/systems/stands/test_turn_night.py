"""A night turn ends with the morale of the commands, as a day turn does. KIM-8.1c, KIM-R111"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from deadground.core.match import Match
from deadground.systems.stands.scenario_file import SCENARIOS
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.system import StandsSystem
from deadground.testing import rule
from tests.systems.stands.scenarios import scenario


class WithOneNight(StandsSystem):
    """Stands with one battle more: a single turn, and that a night turn."""

    @property
    def scenarios(self) -> Mapping[str, str]:
        return {**super().scenarios, ONE_NIGHT: "A test."}


ONE_NIGHT = "one-night"
SCENARIOS.given[ONE_NIGHT] = scenario(("turns: 8", "turns: 1"), more="nights: [1]\n", id=ONE_NIGHT)
SYSTEM = WithOneNight()


def begun(retire: str) -> Match[StandsState]:
    """A battle of one night turn."""
    return Match.begin(SYSTEM, SYSTEM.prepare(ONE_NIGHT, {"retire": retire}), bytes(32))


def played(match: Match[StandsState]) -> list[str]:
    """The kinds of what happens when everybody stays where he is until the battle is over."""
    while match.outcome is None:
        for seat in match.to_act():
            request = match.requests(seat)[0]
            match.submit(request.choice(request.proposal))
    return [event.seen.kind for entry in match.journal for event in entry.events]


@rule("KIM-8.1c")
@pytest.mark.parametrize(("losses", "rolls"), [(4, False), (5, True)])
def test_a_beaten_command_rolls_after_a_night_turn(losses: int, rolls: bool) -> None:
    match = begun("at_once")
    state = match.position.state
    command = next(one for one in state.commands.values() if one.side == "red")
    command.losses, command.second_morale, state.numbers["retires_on"] = losses, 5, 10
    kinds = played(match)
    assert ("morale" in kinds) is rolls
    assert any(one.side == "red" for one in match.position.state.stands.values()) is not rolls


@rule("KIM-8.1c")
def test_a_retiring_command_marches_at_night() -> None:
    match = begun("march_off")
    state = match.position.state
    next(one for one in state.commands.values() if one.side == "blue" and one.name == "First").retired = True
    played(match)
    state = match.position.state
    assert not any(
        one.side == "blue" and state.commands[one.command].retired for one in state.stands.values()
    )
