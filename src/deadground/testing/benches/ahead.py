"""What looking ahead costs: a turn of a small battle with `veteran`, beside the same with the usual bot."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

from deadground.bots.roster import usual_of
from deadground.core.system import System

AHEAD = "veteran"
TURNS = 3


def looking_ahead(system: System[Any], scenario: str, play: Callable[[str, int], int]) -> dict[str, float]:
    """Seconds that a turn takes a side whose bot looks ahead, and how many times as much as the usual bot's.

    `play` plays a battle with a bot on every side for so many turns, and says how many it played.
    """
    usual, sides = usual_of(system), len(system.seats(scenario))
    play(usual, 1)  # so that the map is read
    seconds = []
    for bot in (usual, AHEAD):
        began = process_time()
        played = play(bot, TURNS)
        seconds.append((process_time() - began) / max(1, played) / sides)
    return {"veteran_turn_s": round(seconds[1], 3), "veteran_to_usual": round(seconds[1] / seconds[0], 1)}
