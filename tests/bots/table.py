"""A battle of stands between two bots, with a watch over one of them."""

from __future__ import annotations

from typing import Any

from deadground.bots.roster import make_bot
from deadground.core.bot import Bot
from deadground.core.match import Match
from deadground.lab.simulation import seed_of, sides_of
from deadground.systems.stands.system import STANDS
from tests.bots.watch import Watch


def fight(
    scenario: str, bots: tuple[str, str], number: int, watch: Watch | None = None, watched: str = "steady"
) -> Match[Any]:
    """A whole battle, the bots in the order of the sides; the sides that one of them plays are watched."""
    setup = STANDS.prepare(scenario)
    names = dict(zip(sides_of(STANDS, scenario), bots, strict=True))
    sides = {seat: STANDS.side_of(scenario, seat) for seat in setup.seats}
    dice = seed_of(setup, 1, number)
    players: dict[str, Bot] = {
        seat: make_bot(STANDS, names[side], dice, seat) for seat, side in sides.items()
    }
    match = Match.begin(STANDS, setup, dice)
    while match.outcome is None:
        seat = match.to_act()[0]
        view = match.view(seat)
        choice = players[seat].choose(view)
        if watch is not None and names[sides[seat]] == watched:
            watch.before(view, choice)
        before = dict(match.position.state.stands)
        entry = match.submit(choice, players[seat].note)
        if watch is not None:
            for side in (side for side, name in names.items() if name == watched):
                watch.after(side, entry, {**before, **match.position.state.stands})
    return match


def winner(match: Match[Any]) -> str:
    """The side that won, "" for a draw."""
    assert match.outcome is not None
    won = {STANDS.side_of(match.setup.scenario, seat) for seat in match.outcome.winners}
    return won.pop() if len(won) == 1 else ""
