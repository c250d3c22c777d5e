"""Private notes: one text for a seat, the same in all its browsers, and nothing lost without a word."""

from __future__ import annotations

from time import monotonic, sleep
from typing import Any

import pytest

from tests.server.talk.talkers import KINDS, Sit, heard, is_done, reason


def notes(player: Any, version: int = 0) -> dict[str, Any]:
    """A seat's notes as a tab was last told of them; what another tab wrote may take a moment to come."""
    end = monotonic() + 20
    while (told := heard(player, "notes")[-1])["version"] < version and monotonic() < end:
        sleep(0.01)
    return told


def test_notes_are_kept_and_shown_in_all_browsers_of_the_seat(seat: Sit) -> None:
    one, other = seat("german"), seat("german")
    assert is_done(one.call("write_notes", text="hold the ford\n\tuntil turn 5", since=0))
    expected = {"type": "notes", "text": "hold the ford\n\tuntil turn 5", "version": 1, "replaced": ""}
    assert notes(one) == notes(other, 1) == notes(seat("german")) == expected


def test_every_seat_has_notes_of_its_own(seat: Sit) -> None:
    for name in KINDS:
        assert is_done(seat(name).call("write_notes", text=f"for {name}", since=0))
    for name in KINDS:
        assert notes(seat(name))["text"] == f"for {name}"


def test_the_last_writer_wins_and_what_he_had_not_seen_is_kept_beside(seat: Sit) -> None:
    one, other = seat("german"), seat("german")
    one.call("write_notes", text="from the desk", since=0)
    assert is_done(other.call("write_notes", text="from the phone", since=0))
    expected = {"type": "notes", "text": "from the phone", "version": 2, "replaced": "from the desk"}
    assert notes(one) == notes(other) == expected
    assert is_done(one.call("write_notes", text="from the phone!", since=2))
    assert notes(one)["replaced"] == "from the desk", "writing on settles nothing"
    assert is_done(one.call("write_notes", text="from both", since=3, settled=True))
    assert notes(other) == {"type": "notes", "text": "from both", "version": 4, "replaced": ""}


def test_a_second_text_is_not_replaced_unseen_before_the_first_is_settled(seat: Sit) -> None:
    one, other = seat("german"), seat("german")
    one.call("write_notes", text="first", since=0)
    other.call("write_notes", text="second", since=0)
    why = reason(one.call("write_notes", text="third", since=1))
    assert "First settle what another browser of yours has written meanwhile" in why
    assert notes(one) == {"type": "notes", "text": "second", "version": 2, "replaced": "first"}
    assert is_done(one.call("write_notes", text="third", since=1, settled=True))
    assert notes(one)["replaced"] == "second"


def test_the_same_text_from_two_browsers_replaces_nothing(seat: Sit) -> None:
    one, other = seat("german"), seat("german")
    one.call("write_notes", text="same", since=0)
    other.call("write_notes", text="same", since=0)
    assert notes(one) == {"type": "notes", "text": "same", "version": 2, "replaced": ""}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * 4001, "4001 characters; 4000 is the most"),
        ("\n" * 4001, "4001 characters; 4000 is the most"),
        ("nul\x00", "characters in it that cannot be shown"),
        ("carriage\rreturn", "characters in it that cannot be shown"),
    ],
)
def test_notes_that_cannot_be_kept_are_refused(seat: Sit, text: str, why: str) -> None:
    player = seat("german")
    assert why in reason(player.call("write_notes", text=text, since=0))
    assert notes(player)["version"] == 0


@pytest.mark.usefixtures("clock")
def test_who_writes_too_fast_is_told_to_wait(seat: Sit) -> None:
    player = seat("german")
    answers = [player.call("write_notes", text=f"{n}", since=n) for n in range(13)]
    assert all(map(is_done, answers[:12]))
    assert "Too fast to be kept. Wait 1 s." in reason(answers[12])
