"""A night turn ends with the morale of the commands, as a day turn does. KIM-8.1c, KIM-R111"""

from __future__ import annotations

import pytest

from deadground.systems.stands.rules.night import NightTurn
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.turn import Battle
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.field import inf, point
from tests.systems.stands.nights import SEATS, night, set_off
from tests.systems.stands.system import playing


def beaten(**changes: object) -> StandsState:
    """A red command past its second number, in the only turn of a battle, which is a night turn."""
    state = night(inf("a", (1000, 1000)), inf("b", (1000, 500), "blue"), scenario="first-lesson", last_turn=1)
    command = state.commands["red_command"]
    command.losses, command.second_morale = 5, 5
    for name, value in changes.items():
        setattr(command, name, value)
    return state


def played(p: Play[StandsState]) -> None:
    set_off(p, {})
    for seat in SEATS:
        p.choose(seat, [])


@rule("KIM-8.1c")
@pytest.mark.parametrize(("die", "left"), [(2, {"b"}), (3, {"a", "b"})])
def test_a_beaten_command_rolls_after_a_night_turn(die: int, left: set[str]) -> None:
    with playing(beaten(), Battle(at="next_phase", phase=NightTurn.key), dice=[die]) as p:
        played(p)
    assert set(p.state.stands) == left
    assert p.last("morale").data["command"] == "red_command"
    assert p.state.phase == "morale"


@rule("KIM-8.1c")
def test_a_retiring_command_marches_at_night() -> None:
    with playing(
        beaten(retired=True), Battle(at="next_phase", phase=NightTurn.key), options={"retire": "march_off"}
    ) as p:
        played(p)
    assert p.state.stands["a"].at == point((1000, 1150))
