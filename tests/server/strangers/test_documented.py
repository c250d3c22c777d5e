"""The limits that docs/operating.md tells are those the server has."""

from __future__ import annotations

from pathlib import Path

import pytest

from deadground.server import attempts, limits, sockets
from deadground.server.talk_rate import Pace

TOLD = (Path(__file__).parents[3] / "docs" / "operating.md").read_text("utf-8").partition("## Limits")[2]
IN_A_MINUTE = "one a minute"


def line(of: str) -> str:
    return next(line for line in TOLD.splitlines() if line.startswith(f"| {of}"))


def later(pace: Pace) -> str:
    """How a pace goes on, as the page has it."""
    _, each = pace
    if each < 1:
        return f"then {round(1 / each)} a second"
    return f"then {IN_A_MINUTE}" if each == 60 else f"then one in {each:.0f} seconds"


@pytest.mark.parametrize(
    ("of", "pace"),
    [
        ("frames of one line |", limits.FRAMES),
        ("frames of one line that are no calls", limits.UNREADABLE),
        ("games begun", limits.GAMES),
        ("reports of one seat", limits.REPORTING),
    ],
)
def test_paces(of: str, pace: Pace) -> None:
    assert f"{pace[0]} at once, {later(pace)}" in line(of)


def test_numbers() -> None:
    assert f"| {sockets.LARGEST_FRAME // 1024} KiB" in line("a frame or the body")
    assert f"| {sockets.WAITING_FRAMES} |" in line("frames a tab may leave unread")
    assert f"| {limits.LINES_A_SEAT};" in line("lines of one seat")
    assert f"| {limits.LINES_AN_ADDRESS};" in line("lines from one address")
    assert f"| {attempts.MOST} a minute;" in line("wrong keys from one address")
    assert f"| {attempts.MOST} a minute |" in line("refusals of one address in the log")
    assert attempts.WINDOW == 60
