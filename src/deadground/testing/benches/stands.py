"""Whole battles of `stands`, bot against bot, beside Battle for Wesnoth's own AI against itself.

The battle is a meeting engagement of some fifty stands over ten turns; the peer's is a small battle for two from
its own stock, twenty turns at most. Both are counted in processor time, so that waiting is nobody's fault. The peer
plays several battles in one run with a filled cache, and what starting it takes is counted; how it does without is
told too.
"""

from __future__ import annotations

from typing import Any

from deadground.bots.roster import usual_of
from deadground.core.collecting import collect_less
from deadground.systems import registry
from deadground.testing.benches import Result
from deadground.testing.benches.ahead import looking_ahead
from deadground.testing.benches.battles import GROWTH_AIM, battles_a_second, growth, play_battle
from deadground.testing.benches.wesnoth import PEER_BATTLES, wesnoth_a_second

AIM = 10.0
TURN_AIM = 2.0
"""Seconds for a turn of the corps battle, both sides by bots."""

BATTLE = "vesnya-crossings"
CORPS = "montfleury-plateau"
SMALL = "first-lesson"
SIZES = (0.25, 0.5, 1)

LIKE_SIZED = 350
"""Gold with which the sides of the peer raise some fifty units in all, about as many as we have stands."""

LONG = 5.0
"""A run of fewer seconds is a trial: one battle, one turn, no peer."""


def measure(seconds: float) -> Result:
    """Battles a second beside the peer's, then a turn of the corps battle and how it grows with the armies."""
    system = registry.systems()["stands"]
    bot = usual_of(system)

    def play_small(bot: str, turns: int) -> int:
        return play_battle(system, SMALL, bot, 0, turns)

    play_battle(system, BATTLE, bot, 0, turns=1)
    collect_less()
    ours = battles_a_second(system, BATTLE, bot, seconds * 0.6)
    peer, without_start = wesnoth_a_second() if seconds >= LONG else (None, None)
    like_sized, _ = wesnoth_a_second(gold=LIKE_SIZED) if seconds >= LONG else (None, None)
    grown = growth(system, CORPS, bot, 3 if seconds >= LONG else 1, SIZES)
    most, slowest = list(grown.turn_s.items())[-1]
    more: dict[str, Any] = {
        "bot": bot,
        "battles_per_s": round(ours, 2),
        "peer_without_its_start_per_s": round(without_start, 3) if without_start else None,
        "like_sized_peer_per_s": round(like_sized, 3) if like_sized else None,
        "like_sized_ratio": round(ours / like_sized, 2) if like_sized else None,
        "corps_stands": most,
        "corps_turn_s": round(slowest, 3),
        "corps_turn_aim_s": TURN_AIM,
        "turn_s_by_stands": {str(stands): round(turn, 3) for stands, turn in grown.turn_s.items()},
        "growth_per_doubling": grown.per_doubling,
        "growth_aim": GROWTH_AIM,
        **(looking_ahead(system, SMALL, play_small) if seconds >= LONG else {}),
    }
    return Result(
        bench="stands",
        ratio=round(ours / peer, 2) if peer else None,
        aim=AIM,
        ours=round(ours, 2),
        peer=round(peer, 3) if peer else None,
        how=how(bot),
        more=more,
    )


def how(bot: str) -> str:
    return (
        f"whole battles of {BATTLE} per second of processor time, the bot `{bot}` on both sides, beside Wesnoth "
        f"1.16's default AI against itself without a screen: {PEER_BATTLES} battles in one run, its cache filled "
        "before, what starting it takes counted, some 25 units in all; `like_sized` the same with gold for about "
        f"as many units as we have stands; a turn of {CORPS} with a quarter, half and the whole of both armies"
    )
