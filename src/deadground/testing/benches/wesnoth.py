"""Battle for Wesnoth as the peer of whole battles: its default AI against itself, without a screen.

It is counted in processor time. It plays several battles in one run with a filled cache, and what starting it takes
is counted; how it does without is told too.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import tempfile

PEER_BATTLES = 6
WESNOTH = (
    *("--nogui", "--multiplayer", "--nosound", "--exit-at-end", "--turns", "20"),
    *("--controller", "1:ai", "--controller", "2:ai"),
    *("--algorithm", "1:ai_default_rca", "--algorithm", "2:ai_default_rca"),
    *("--scenario", "multiplayer_Den_of_Onis"),
)

GAMES = "/usr/games"
"""Where Debian puts games, whether it is in the path or not."""


def wesnoth_a_second(gold: int | None = None) -> tuple[float, float] | tuple[None, None]:
    """The peer's battles per second of processor time, with its start and without, or None where it is not
    installed.

    With its usual gold both sides together raise some 25 units; `gold` gives each side another purse. A first run
    fills its cache. A run of several less a run of one leaves the battles alone.
    """
    places = os.pathsep.join((os.environ.get("PATH", ""), GAMES))
    program = shutil.which("wesnoth-1.16", path=places)
    if program is None:
        return None, None
    with tempfile.TemporaryDirectory() as home:
        wesnoth_seconds(program, home, 1, gold)
        one = wesnoth_seconds(program, home, 1, gold)
        several = wesnoth_seconds(program, home, PEER_BATTLES, gold)
    return PEER_BATTLES / several, (PEER_BATTLES - 1) / max(several - one, 0.001)


def wesnoth_seconds(program: str, home: str, battles: int, gold: int | None) -> float:
    """Seconds of processor that so many of the peer's battles take, its start with them."""
    purse = [word for side in (1, 2) for word in ("--parm", f"{side}:gold:{gold}")] if gold else []
    command = [program, *WESNOTH, *purse, "--multiplayer-repeat", str(battles)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env={**os.environ, "HOME": home}, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
