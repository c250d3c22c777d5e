"""docs/contract.md shows one of each message and call; this keeps it true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from deadground.core.match import Match
from deadground.core.messages import AnyCall, AnyMessage, PatchMessage, ViewMessage, encode_message
from deadground.core.patch import apply
from deadground.core.table import Table
from deadground.systems.stands.system import STANDS
from deadground.testing.duel import DUEL

PAGE = Path(__file__).parents[2] / "docs" / "contract.md"
BLOCKS = re.findall(r"^```json\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def tags(union: Any) -> set[str]:
    return {str(one.__struct_config__.tag) for one in get_args(union)}


def shown(tag: str) -> list[dict[str, Any]]:
    """The examples of a kind, in the order of the page."""
    plain = [msgspec.json.decode(block) for block in BLOCKS]
    return [one for one in plain if one["type"] == tag]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: str(msgspec.json.decode(block).get("type")))
def test_every_example_is_a_whole_message_and_nothing_more(block: str) -> None:
    plain = msgspec.json.decode(block)
    union: Any = AnyMessage if plain["type"] in tags(AnyMessage) else AnyCall
    message = msgspec.json.decode(block, type=union, strict=True)
    again = msgspec.json.decode(encode_message(message))
    assert again == plain
    assert msgspec.json.encode(again) == msgspec.json.encode(plain), (
        "the fields come in the order they are sent"
    )


def test_every_kind_of_message_and_call_is_shown() -> None:
    kinds = {msgspec.json.decode(block)["type"] for block in BLOCKS}
    assert kinds == tags(AnyMessage) | tags(AnyCall)
    assert not tags(AnyMessage) & tags(AnyCall)


def test_every_kind_is_explained_in_words() -> None:
    words = re.sub(r"```.*?```", "", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    for kind in tags(AnyMessage) | tags(AnyCall):
        assert f"`{kind}`" in words


def test_the_view_shown_has_every_field_a_view_has() -> None:
    table = Table(Match.begin(DUEL, DUEL.prepare("pair"), bytes(32)), "example")
    (view,) = shown("view")
    real = msgspec.json.decode(encode_message(table.join("red")))
    assert {
        name: set(value) if isinstance(value, dict) else None for name, value in view["view"].items()
    } == {name: set(value) if isinstance(value, dict) else None for name, value in real["view"].items()}
    assert set(view["view"]["state"]["men"]["red1"]) == set(real["view"]["state"]["men"]["red1"])


def test_the_patch_shown_applies_to_the_view_shown() -> None:
    (view,), (patch,) = shown("view"), shown("patch")
    before = msgspec.convert(view, ViewMessage)
    change = msgspec.convert(patch, PatchMessage)
    assert (change.since, change.version) == (before.version, before.version + 1)
    after = apply(view["view"], list(change.changes))
    msgspec.convert(after, type(before.view))
    assert after["requests"][0]["serial"] == before.view.requests[0].serial + 1


@pytest.mark.parametrize("kind", ["look", "drag", "draft"])
def test_a_look_or_gesture_shown_is_answered_as_the_page_says(kind: str) -> None:
    table = Table(Match.begin(STANDS, STANDS.prepare("first-lesson"), bytes(32)), "example")
    table.join("soviet")
    (call,) = shown(kind)
    answer, _ = table.call("soviet", msgspec.convert(call, AnyCall))
    assert msgspec.json.decode(encode_message(answer)) in shown("ack")
