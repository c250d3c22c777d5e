"""What sergeants do in whole battles, counted: idle hunts, posts left, men who fall to their own grenades."""

from __future__ import annotations

from collections import Counter
from typing import Any

from deadground.bots.roster import make_bot
from deadground.core.bot import Bot, chosen
from deadground.core.match import Match
from deadground.core.requests import Orders
from deadground.core.view import View
from deadground.lab.simulation import seed_of
from deadground.space.plane import is_within
from deadground.space.units import inches
from deadground.systems.skirmish.bots.picture import Picture
from deadground.systems.skirmish.bots.sergeant import Sergeant
from deadground.systems.skirmish.bots.staff import Staff
from deadground.systems.skirmish.scenario_file import goals_of
from deadground.systems.skirmish.state import SkirmishState
from deadground.systems.skirmish.system import SKIRMISH

DOES = ("fire", "fast_move", "charge", "throw")
"""Orders that do something about the enemy, besides a move that goes somewhere."""


class Standing(Sergeant):
    """A sergeant who never walks: he only shoots."""

    def _go(self, *_: Any) -> Any:
        return []


def play(
    scenario: str, number: int, bots: dict[str, type[Sergeant]] | None = None
) -> tuple[Match[Any], Counter[str]]:
    """A whole battle with sergeants at all seats but those named, and what was counted in it."""
    setup = SKIRMISH.prepare(scenario)
    dice = seed_of(setup, 1, number)
    players: dict[str, Bot] = {seat: make_bot(SKIRMISH, "sergeant", dice, seat) for seat in setup.seats}
    for seat, kind in (bots or {}).items():
        other = players[seat]
        assert isinstance(other, Sergeant)
        players[seat] = standing = kind(other.rng)
        standing.mind = other.mind
    match = Match.begin(SKIRMISH, setup, dice)
    found: Counter[str] = Counter()
    turn = 0
    while match.outcome is None:
        state = match.position.state
        if state.turn != turn:
            turn = state.turn
            look_at_posts(state, found)
        seat = match.to_act()[0]
        view, bot = match.view(seat), players[seat]
        choice = chosen(bot, view)
        if seat not in (bots or {}) and isinstance(bot, Sergeant):
            count_hunting(view, bot, choice.value, found)
        match.submit(choice, bot.note)
    count_grenades(match, found)
    return match, found


def count_hunting(view: View[SkirmishState], bot: Sergeant, value: Any, found: Counter[str]) -> None:
    """First orders of a group whose sergeant hunts, and those of them that neither move nor fire.

    Who readies a grenade is asked again at once: what he is told then counts.
    """
    request = view.requests[0]
    if not isinstance(request, Orders) or request.guide != "skirmish.orders":
        return
    if any(order["card"] == "ready" for order in value):
        return
    men = [view.state.figures[id] for id in request.units[0].pieces]
    if not men or any(one.doing.action or one.doing.fired for one in men):
        return
    if Staff(Picture(view), bot.mind).posture != "hunt":
        return
    found["hunting"] += 1
    found["idle"] += not any(does_something(order) for order in value)


def does_something(order: dict[str, Any]) -> bool:
    if order["card"] == "move":
        return any(path["points"] for path in order["plan"]["paths"].values())
    return order["card"] in DOES


def look_at_posts(state: SkirmishState, found: Counter[str]) -> None:
    """Whether a side that has something to hold has left it, neither beaten nor with an enemy near it."""
    goals = goals_of(state)
    for side in [goal.side for goal in goals if goal.kind == "hold"]:
        place = next(goal for goal in goals if goal.kind == "take" and goal.side != side)
        at, clear = (inches(place.at[0]), inches(place.at[1])), inches(place.clear)
        ours = [one for one in state.figures.values() if one.side == side]
        able = [one for one in ours if one.able]
        there = [one for one in able if is_within(one.at, at, clear)]
        near = [one for one in state.figures.values() if one.side != side and one.able]
        attacked = any(is_within(one.at, at, clear) for one in near)
        if 2 * len(able) >= len(ours) and 2 * len(there) < len(able) and not attacked:
            found["left"] = 1


def count_grenades(match: Match[Any], found: Counter[str]) -> None:
    """Men who fell to grenades, to those of their own side and to the enemy's."""
    state: SkirmishState = match.position.state
    blast = False
    for event in (event.seen for entry in match.journal for event in entry.events):
        if event.kind in ("blast", "shots", "melee"):
            blast = event.kind == "blast"
        elif event.kind == "down" and event.data["status"] != "carry_on" and blast:
            by = state.figures.get(str(event.data.get("by", "")))
            own = by is not None and by.side == event.data["side"]
            found["own grenade" if own else "enemy grenade"] += 1
