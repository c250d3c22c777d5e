"""What a side knows of the enemy: a list, totals or a pool, and what comes to light in play. KIM-8.2b"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.core.match import Match
from deadground.core.records import redact
from deadground.systems.stands.rules.fire.hits import destroy
from deadground.systems.stands.seats.players import led_by
from deadground.systems.stands.setup import battle
from deadground.systems.stands.state import Seat, StandsState
from deadground.systems.stands.system import STANDS
from deadground.testing import rule
from tests.systems.stands.field import field, hq, inf, tank
from tests.systems.stands.scenarios import scenario
from tests.systems.stands.system import game

KNOWN = {
    "list": (("infantry", 4), ("hq", 1), ("zis3", 2)),
    "totals": (("at_gun", 2), ("hq", 1), ("infantry", 4)),
    "pool": (("infantry", 9), ("hq", 2), ("zis3", 4), ("t34_mid", 3)),
}


def told(intelligence: str) -> StandsState:
    """The battle as it is when blue was told so much of red."""
    more = "\n    pool: {infantry: 9, hq: 2, zis3: 4, t34_mid: 3}" if intelligence == "pool" else ""
    return battle(
        scenario(("    edge: north\n", f"    edge: north\n    intelligence: {intelligence}{more}\n"))
    )


@rule("KIM-8.2b")
@pytest.mark.parametrize("intelligence", ["list", "totals", "pool"])
def test_a_seat_is_told_what_its_scenario_says_and_the_enemy_does_not_read_it(intelligence: str) -> None:
    state = told(intelligence)
    mine, theirs = redact(state, "blue"), redact(state, "red")
    assert mine.sides["blue"].known_enemy == tuple(sorted(KNOWN[intelligence]))
    assert mine.sides["red"].known_enemy == ()
    assert theirs.sides["blue"].known_enemy == ()
    assert theirs.sides["red"].known_enemy, "red was told of blue"


@pytest.mark.parametrize("intelligence", ["list", "totals", "pool"])
def test_hidden_stands_and_the_enemys_units_are_in_no_view(intelligence: str) -> None:
    state = told(intelligence)
    for stand in state.stands.values():
        stand.hidden = stand.side == "red" and stand.kind == "zis3"
    view = redact(state, "blue")
    kinds = [one.kind for one in view.stands.values() if one.side == "red"]
    assert sorted(kinds) == ["hq", *["infantry"] * 4]
    assert {one.side for one in view.units.values()} == {"blue"}


@pytest.mark.parametrize(("intelligence", "known"), [("list", True), ("totals", True), ("pool", False)])
def test_with_a_pool_a_command_group_is_known_when_one_of_its_stands_is(
    intelligence: str, known: bool
) -> None:
    state = told(intelligence)
    for stand in state.stands.values():
        stand.hidden = stand.side == "red"
    assert ("red-first" in redact(state, "blue").commands) is known
    assert "red-first" in redact(state, "red").commands
    assert ("red-first" in redact(state, "").commands) is known, "who looks on knows no more than every side"
    state.seats["red_2"] = Seat(id="red_2", side="red", commander=False, commands=("red-first",))
    name = state.commands["red-first"].name
    assert led_by(redact(state, ""), "red_2") == ((name,) if known else ()), "a link tells no more either"
    assert led_by(redact(state, "red"), "red_2") == (name,)
    next(one for one in state.stands.values() if one.side == "red").hidden = False
    assert "red-first" in redact(state, "blue").commands


def test_losses_and_morale_of_the_enemy_are_his_own_to_know() -> None:
    state = field(hq("h", (500, 900)), inf("a", (500, 800)), tank("x", (500, 200), side="blue"))
    command = state.commands["red_command"]
    command.first_morale, command.second_morale, command.chits, command.chits_a_day = 3, 5, 2, 2
    command.losses = 1
    own, other = redact(state, "red").commands["red_command"], redact(state, "blue").commands["red_command"]
    assert (own.first_morale, own.second_morale, own.losses, own.chits) == (3, 5, 1, 2)
    assert (other.first_morale, other.second_morale, other.losses, other.chits) == (0, 0, 0, 0)
    assert (other.hq, other.supply, other.to_come) == ("", "", 0)
    command.retired = True
    assert redact(state, "blue").commands["red_command"].retired, "that it leaves the field everybody sees"


@pytest.mark.parametrize("hidden", [True, False])
def test_who_falls_in_hiding_falls_unseen(hidden: bool) -> None:
    state = field(inf("a", (500, 800), hidden=hidden), tank("x", (500, 200), side="blue"))
    destroy(game(state), state.stands["a"], "a test", "KIM-4.1a")
    assert "a" in redact(state, "red").fallen
    assert ("a" in redact(state, "blue").fallen) is not hidden


def test_what_a_side_was_told_is_in_its_log_alone() -> None:
    match = Match.begin(STANDS, STANDS.prepare("olkhovka-line"), bytes(32))
    texts = {seat: [event.text for event in match.log(seat)] for seat in match.setup.seats}
    found: dict[str, Any] = {
        seat: [text for text in own if text.startswith("What the ")] for seat, own in texts.items()
    }
    assert {seat: len(lines) for seat, lines in found.items()} == {"german": 1, "soviet": 1}
    assert found["german"][0].startswith("What the German side knows: the enemy may have 4 45 mm M1937, ")
    assert found["soviet"][0].startswith(
        "What the Soviet side knows: the enemy has 8 Armoured infantry, 2 Headquarters, "
    )
    assert msgspec.json.encode(texts["german"]) != msgspec.json.encode(texts["soviet"])
