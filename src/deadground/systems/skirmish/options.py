"""The named options of the skirmish's rulings."""

from __future__ import annotations

from pathlib import Path

from deadground.systems.kit.options import BookOptions

option = BookOptions(Path(__file__).parent)
"""`option(options, name)` is the value of a named option, and cites its ruling."""
