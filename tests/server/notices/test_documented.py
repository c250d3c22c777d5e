"""docs/notices.md is true: its examples can be read, its settings and limits are the server's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from deadground.server import attendance, notices, webhooks
from deadground.server.attendance import AttendCall, SinceMessage
from deadground.server.notices import NoticeSettings
from deadground.server.webhooks import Called

PAGE = (Path(__file__).parents[3] / "docs" / "notices.md").read_text("utf-8")
BLOCKS = [
    msgspec.json.decode(block)
    for block in re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
]


def shown(of: str, value: str) -> Any:
    return next(block for block in BLOCKS if block.get(of) == value)


def test_the_call_and_the_message_are_shown_as_they_are() -> None:
    for kind, example in ((AttendCall, shown("type", "attend")), (SinceMessage, shown("type", "since"))):
        assert msgspec.to_builtins(msgspec.convert(example, kind)) == example
    assert attendance.ATTENDANCE.messages == (SinceMessage,)


def test_the_payload_is_shown_as_it_is() -> None:
    example = shown("event", "needed")
    assert msgspec.to_builtins(msgspec.convert(example, Called)) == example
    assert example["text"] == notices.NEEDED.format(seat="Blue", title=example["title"])


def test_the_limits_are_the_servers() -> None:
    usual = NoticeSettings()
    assert (usual.pause, usual.tries_after) == (20, (0, 15, 120, 900))
    assert (webhooks.PATIENCE, webhooks.DEADLINE) == (5, 12)
    assert (notices.SETTING, notices.ATTENDING) == ((10, 6), (30, 1))
    words = " ".join(PAGE.split())
    for said in (
        "at the table for 20 s after",
        "again after 15 s, 2 minutes and 15 minutes",
        "Each step has 5 s, the whole 12 s.",
        f"gets {notices.MAILS_AN_HOUR} mails an hour at most",
        "10 times at once, then every 6 s",
        "30 times at once, then every 1 s",
        *(f"{status}," for status in webhooks.WORTH_ANOTHER_TRY),
    ):
        assert said in words


def test_every_setting_is_named() -> None:
    source = Path(notices.__file__).with_name("notice_settings.py").read_text("utf-8")
    for name in set(re.findall(r"DEADGROUND_[A-Z_]+", source)):
        assert f"`{name}`" in PAGE
