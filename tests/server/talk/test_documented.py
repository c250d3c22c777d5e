"""docs/talk.md is true: every example can be read, every call and message has one, the limits are the server's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deadground.server import talk_calls, talk_rate, talk_store
from deadground.server.table_services import AnyTableCall, AnyTableMessage
from deadground.server.talk import SENT, TALK

PAGE = (Path(__file__).parents[3] / "docs" / "talk.md").read_text("utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: msgspec.json.decode(example)["type"])
def test_an_example_is_read_and_written_as_it_stands(example: str) -> None:
    plain = msgspec.json.decode(example)
    found: Any = msgspec.json.decode(example, type=AnyTableCall if "call" in plain else AnyTableMessage)
    whole = msgspec.json.decode(msgspec.json.encode(found))
    assert whole | plain == whole


def test_every_call_and_message_has_an_example() -> None:
    shown = {msgspec.json.decode(example)["type"] for example in EXAMPLES}
    kinds: list[Any] = [*TALK.handlers, *TALK.messages]
    known = {kind.__struct_config__.tag for kind in kinds}
    assert shown == known


def test_the_limits_are_those_of_the_server() -> None:
    def pace(of: talk_rate.Pace) -> str:
        return f"{of[0]}(?: writings)? at once, then one every {of[1]:g} s"

    for said in (
        f"{talk_calls.LONGEST_SAYING} characters on one line; {pace(talk_rate.TALKING)}",
        f"{talk_store.MOST_SAID:,} in a channel",
        f"{talk_calls.LONGEST_NOTES:,} characters; {pace(talk_rate.NOTING)}",
        f"{talk_calls.MOST_POINTS} points, {talk_calls.LONGEST_LABEL} characters; {pace(talk_rate.DRAWING)}",
        f"{talk_calls.MOST_SKETCHES} on the map for a side",
        f"gives the {SENT} things before one",
    ):
        assert re.search(said, PAGE), said
