"""A battle of skirmish between two bots, and single orders asked of a sergeant."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from deadground.bots.roster import make_bot
from deadground.core.bot import Bot, chosen
from deadground.core.match import Match
from deadground.core.requests import Orders
from deadground.lab.simulation import seed_of, sides_of
from deadground.systems.skirmish.bots.sergeant import Sergeant
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.system import SKIRMISH
from tests.systems.skirmish.system import playing


def fight(scenario: str, bots: tuple[str, ...], number: int) -> Match[Any]:
    """A whole battle, the bots in the order of the sides."""
    setup = SKIRMISH.prepare(scenario)
    names = dict(zip(sides_of(SKIRMISH, scenario), bots, strict=True))
    dice = seed_of(setup, 1, number)
    players: dict[str, Bot] = {
        seat: make_bot(SKIRMISH, names[SKIRMISH.side_of(scenario, seat)], dice, seat) for seat in setup.seats
    }
    match = Match.begin(SKIRMISH, setup, dice)
    while match.outcome is None:
        seat = match.to_act()[0]
        choice = chosen(players[seat], match.view(seat))
        match.submit(choice, players[seat].note)
    return match


def winner(match: Match[Any]) -> str:
    """The side that won, "" for a draw."""
    assert match.outcome is not None
    won = {SKIRMISH.side_of(match.setup.scenario, seat) for seat in match.outcome.winners}
    return won.pop() if len(won) == 1 else ""


def orders(state: SkirmishState, seed: int = 2) -> dict[str, dict[str, Any]]:
    """What a sergeant tells the first red group to do, by card."""
    with playing(state, Activation("red-1")) as p:
        view = p.match.view("red")
        value = Sergeant(Random(seed)).orders(view, cast(Orders, view.requests[0]))
        assert not view.requests[0].check(view, value)
        p.choose("red", [])
        p.nothing_pending()
    return {one["card"]: one["plan"] for one in value}
