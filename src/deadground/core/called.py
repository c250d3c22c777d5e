"""What the person at this machine types to start us, so that a text names a command that he has."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAME = "deadground"
PLAY = "DEADGROUND_PLAY"
"""Set by `run.py play` to the words it was started with, which stand for `deadground serve`."""


def command(*words: str) -> str:
    """A command as it would be typed here: command("serve", "--port", "9000")."""
    play = os.environ.get(PLAY)
    if play and words[:1] == ("serve",):
        return " ".join([play, *words[1:]])
    return " ".join([own_name(), *words])


def own_name() -> str:
    """`deadground`, or the way to it where it is not to be found by its name alone."""
    started = Path(sys.argv[0])
    if started.stem != NAME or shutil.which(NAME):
        return NAME
    here = Path.cwd()
    return str(started.relative_to(here) if started.is_relative_to(here) else started)
