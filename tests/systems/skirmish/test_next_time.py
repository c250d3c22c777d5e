"""Advice after a lost battle: only what the battle has shown, and never more than can be remembered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deadground.bots.roster import make_bot
from deadground.core.bot import chosen
from deadground.core.events import SeenEvent
from deadground.core.match import Match
from deadground.lab.simulation import seed_of
from deadground.systems.skirmish.next_time import MOST, next_time
from deadground.systems.skirmish.state import Pef
from deadground.systems.skirmish.system import SKIRMISH
from tests.systems.skirmish.table import LMG, foe, man, point, table

MOST_GAMES = 20
SIDE = "soviet"


def shots(shooter: str, target: str, *dice: tuple[str, str]) -> SeenEvent:
    """A volley as it is told: what became of each die, and why."""
    told = [{"face": 4, "fate": fate, "of": of} for fate, of in dice]
    face = {"men": [{"id": target, "dice": told}]}
    return SeenEvent("shots", "", {"shooter": shooter, "face": face})


def test_hits_that_cover_would_have_stopped_are_counted() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 20)))
    enough, always = ("passed", "9, enough"), ("passed", "10, always enough")
    events = [shots("x", "a", enough, always, ("failed", "8, a miss: in cover")), shots("a", "x", enough)]
    (words,) = next_time(state, events, "red")
    assert words.startswith("1 of 2 hits on your men would have missed in cover")


def test_who_lies_there_what_was_not_looked_at_and_a_silent_gun_are_named() -> None:
    state = table(
        man("a", (10, 30), status="out_of_the_fight"), man("b", (12, 30), weapons=(LMG,)), foe("x", (10, 20))
    )
    state.pefs["p"] = Pef("p", 1, "blue", point((20, 20)))
    words = next_time(state, [], "red")
    assert [one.split(":")[0] for one in words] == [
        "One question mark was never answered",
        "B's machine gun never fired",
        "A was left lying",
    ]
    assert next_time(state, [], "blue") == ()


def lost_battle() -> tuple[Any, Sequence[SeenEvent]]:
    """First Patrol as the plodder loses it: how it ended, and everything that was told."""
    setup = SKIRMISH.prepare("first-patrol")
    for number in range(MOST_GAMES):
        dice = seed_of(setup, 1, number)
        match = Match.begin(SKIRMISH, setup, dice)
        bot = make_bot(SKIRMISH, "plodder", dice, SIDE)
        while match.outcome is None:
            match.submit(chosen(bot, match.view(SIDE)), bot.note)
        if not match.outcome.winners:
            return match.position.state, [event.seen for entry in match.journal for event in entry.events]
    raise AssertionError(f"the plodder wins {MOST_GAMES} times")


def test_a_lost_patrol_is_told_what_was_so() -> None:
    state, events = lost_battle()
    words = SKIRMISH.next_time(state, events, SIDE)
    assert 0 < len(words) <= MOST
    own = {one.id for one in state.figures.values() if one.side == SIDE}
    volleys = [event for event in events if event.kind == "shots"]
    hits = sum(die["hit"] for event in volleys for die in event.data["dice"] if die["target"] in own)
    quick = [event for event in events if event.kind == "in_sight_test"]
    for one in words:
        assert "hits on your men" not in one or f" of {hits} hits" in one
        assert "In Sight throws" not in one or int(one.split(" of ")[1].split()[0]) <= len(quick)
