"""Whole battles of `stands`, bot against bot, beside Battle for Wesnoth's own AI against itself.

The battle is a meeting engagement of some fifty stands over ten turns; the peer's is a small battle for two from
its own stock, twenty turns at most. Both are counted in processor time, so that waiting is nobody's fault. The peer
plays several battles in one run with a filled cache, and what starting it takes is counted; how it does without is
told too.
"""

from __future__ import annotations

from math import log2
from time import monotonic, process_time
from typing import Any

from deadground.bots.roster import make_bot, usual_of
from deadground.core.collecting import collect_less
from deadground.core.match import Match
from deadground.core.system import Setup, System
from deadground.systems.stands.game import kind_of
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.system import StandsSystem
from deadground.testing.benches import Result
from deadground.testing.benches.ahead import looking_ahead
from deadground.testing.benches.wesnoth import PEER_BATTLES, wesnoth_a_second

AIM = 10.0
GROWTH_AIM = 2.5
TURN_AIM = 2.0
"""Seconds for a turn of the corps battle, both sides by bots."""

BATTLE = "vesnya-crossings"
CORPS = "montfleury-plateau"
SMALL = "first-lesson"
SEED = 1944

LIKE_SIZED = 350
"""Gold with which the sides of the peer raise some fifty units in all, about as many as we have stands."""

LONG = 5.0
"""A run of fewer seconds is a trial: one battle, one turn, no peer."""


def measure(seconds: float) -> Result:
    """Battles a second beside the peer's, then a turn of the corps battle and how it grows with the armies."""
    system = StandsSystem()
    bot = usual_of(system)

    def play_small(bot: str, turns: int) -> int:
        return play_battle(system, SMALL, bot, 0, turns)

    play_battle(system, BATTLE, bot, 0, turns=1)
    collect_less()
    ours = battles_a_second(system, bot, seconds * 0.6)
    peer, without_start = wesnoth_a_second() if seconds >= LONG else (None, None)
    like_sized, _ = wesnoth_a_second(gold=LIKE_SIZED) if seconds >= LONG else (None, None)
    sizes = growth(bot, turns=3 if seconds >= LONG else 1)
    (least, fastest), (most, slowest) = sizes[0], sizes[-1]
    more: dict[str, Any] = {
        "bot": bot,
        "battles_per_s": round(ours, 2),
        "peer_without_its_start_per_s": round(without_start, 3) if without_start else None,
        "like_sized_peer_per_s": round(like_sized, 3) if like_sized else None,
        "like_sized_ratio": round(ours / like_sized, 2) if like_sized else None,
        "corps_stands": most,
        "corps_turn_s": round(slowest, 3),
        "corps_turn_aim_s": TURN_AIM,
        "turn_s_by_stands": {str(stands): round(turn, 3) for stands, turn in sizes},
        "growth_per_doubling": round(2 ** (log2(slowest / fastest) / log2(most / least)), 2),
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


def play_battle(
    system: System[StandsState], scenario: str, bot: str, number: int, turns: int | None = None
) -> int:
    """One battle, or the first turns of it; how many turns were played."""
    setup: Setup = system.prepare(scenario)
    dice = f"{SEED}/{scenario}/{number}".encode().ljust(32)
    players = {seat: make_bot(system, bot, dice, seat) for seat in setup.seats}
    match = Match.begin(system, setup, dice)
    while match.outcome is None and (turns is None or match.position.state.turn <= turns):
        seat = match.to_act()[0]
        match.submit(players[seat].choose(match.view(seat)))
    return match.position.state.turn - (0 if match.outcome else 1)


def battles_a_second(system: System[StandsState], bot: str, seconds: float) -> float:
    done, began, end = 0, process_time(), monotonic() + seconds
    while done == 0 or monotonic() < end:
        done += 1
        play_battle(system, BATTLE, bot, done)
    return done / (process_time() - began)


class PartOfBattle(StandsSystem):
    """The system with one stand in so many; HQs are all there."""

    def __init__(self, one_in: int) -> None:
        super().__init__()
        self.one_in = one_in

    def new_state(self, setup: Setup) -> StandsState:
        state = super().new_state(setup)
        others = [stand.id for stand in state.stands.values() if kind_of(stand).troop != "hq"]
        kept = set(others[:: self.one_in])
        for id in others:
            if id not in kept:
                del state.stands[id]
        return state


def growth(bot: str, turns: int) -> list[tuple[int, float]]:
    """Stands, and seconds for a turn, with a quarter, half and the whole of the corps battle's armies."""
    found = []
    for one_in in (4, 2, 1):
        system = PartOfBattle(one_in)
        stands = len(system.new_state(system.prepare(CORPS)).stands)
        began = process_time()
        played = play_battle(system, CORPS, bot, one_in, turns)
        found.append((stands, (process_time() - began) / max(1, played)))
    return found
