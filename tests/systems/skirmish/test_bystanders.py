"""Who is no party to a battle: a civilian, an animal, a wagon can be there, without an activation die."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.bots.roster import make_bot
from deadground.core.bot import chosen
from deadground.core.loader import DataError, document
from deadground.core.match import Match
from deadground.systems.skirmish import setup
from deadground.systems.skirmish.scenario_file import SCENARIOS, read_scenario
from deadground.systems.skirmish.state import Bystander
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.skirmish.table.scene import scene
from deadground.testing.conformance.checks import random_choice

WHOLE = SCENARIOS.path("five-a-side").read_text("utf-8")
MILLER = "name: the miller, kind: civilian, at: [14, 12]"
CART = "name: a cart, kind: wagon, at: [5, 14], facing: 90, size: [1.5, 3]"
COW = "name: a cow, kind: animal, at: [20, 15], size: [1, 2]"


def with_bystanders(*lines: str) -> Any:
    wanted = "turns: 7\nbystanders:\n" + "".join(f"  - {{{line}}}\n" for line in lines)
    return read_scenario(document(WHOLE.replace("turns: 7\n", wanted), "battle.yaml"), "battle")


def test_they_stand_where_the_scenario_puts_them() -> None:
    state = setup.battle(with_bystanders(MILLER, CART), {})
    assert list(state.bystanders.values()) == [
        Bystander("bystander_1", "the miller", "civilian", (3556, 3048)),
        Bystander("bystander_2", "a cart", "wagon", (1270, 3556), 900, 381, 762),
    ]
    assert len(state.sides) == 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("name: x, kind: civilian, at: [99, 12]", "x is not wholly on the table"),
        ("name: x, kind: wagon, at: [1, 12], size: [4, 2]", "x is not wholly on the table"),
        (CART.replace("5, 14", "14, 12.5"), "a cart stands on another man"),
    ],
)
def test_they_need_room_as_men_do(line: str, says: str) -> None:
    with pytest.raises(DataError, match=says) as found:
        with_bystanders(MILLER, line)
    at = WHOLE.splitlines().index("turns: 7") + 4
    assert str(found.value).startswith(f"battle.yaml:{at}: ")


@pytest.mark.parametrize("bot", ["", "sergeant"])
def test_a_battle_goes_on_about_them(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each turn has two dice and two phases; they never act, are never aimed at and win nothing."""
    monkeypatch.setitem(SCENARIOS.given, "five-a-side", with_bystanders(MILLER, CART, COW))
    rng = Random(3)
    seed = rng.randbytes(32)
    match = Match.begin(SKIRMISH, SKIRMISH.prepare("five-a-side"), seed)
    before = dict(match.position.state.bystanders)
    players = {seat: make_bot(SKIRMISH, bot, seed, seat) for seat in match.setup.seats} if bot else {}
    while match.outcome is None and len(match.journal) < 400:
        if bot:
            seat = match.to_act()[0]
            match.submit(chosen(players[seat], match.view(seat)))
        else:
            random_choice(match, rng)
    assert match.outcome is not None
    assert match.position.state.bystanders == before
    events = [event.seen for entry in match.journal for event in entry.events]
    thrown = [event.data["faces"] for event in events if event.kind == "activation_dice"]
    assert thrown
    assert all(set(faces) == {"soviet", "german"} for faces in thrown)
    assert {event.data["side"] for event in events if event.kind == "phase"} == {"soviet", "german"}
    aimed = {die["target"] for event in events if event.kind == "shots" for die in event.data["dice"]}
    assert not aimed & set(before)


def test_both_sides_see_them_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCENARIOS.given, "five-a-side", with_bystanders(MILLER, CART))
    match = Match.begin(SKIRMISH, SKIRMISH.prepare("five-a-side"), Random(3).randbytes(32))
    for seat in match.setup.seats:
        shapes = scene(match.view(seat)).shapes
        miller, cart = shapes["bystander_1"], shapes["bystander_2"]
        assert (miller.kind, miller.radius, miller.label) == ("ring", 127, "the miller")
        assert (cart.kind, len(cart.points), cart.label) == ("area", 4, "a cart")
