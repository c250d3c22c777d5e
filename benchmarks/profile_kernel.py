"""Where the time of the kernel's random play goes: ``python benchmarks/profile_kernel.py [GAMES]``."""

from __future__ import annotations

import cProfile
import pstats
import sys

from deadground.testing.benches.kernel import duel_playing

LINES = 40


def main(games: int = 40) -> None:
    play = duel_playing()
    play()
    profile = cProfile.Profile()
    decisions = profile.runcall(lambda: sum(play() for _ in range(games)))
    sys.stdout.write(f"{decisions} decisions\n")
    pstats.Stats(profile).strip_dirs().sort_stats("cumulative").print_stats(LINES)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
