"""Talk at a table of five: who hears what, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deadground.server import talk_store
from deadground.server.rooms import Room
from deadground.server.store import Store
from deadground.server.talk_calls import Channel
from tests.server.alone import run
from tests.server.player import Player
from tests.server.talk.talkers import ARROW, KINDS, Sit, heard, is_done, lay_out, reason, texts, token_of


def hearers(everybody: dict[str, Player], text: str) -> set[str]:
    return {name for name, player in everybody.items() if text in texts(player)}


def test_everybody_hears_the_table(everybody: dict[str, Player]) -> None:
    for name, player in everybody.items():
        assert is_done(player.call("say", channel="table", text=f"hello from {name}"))
        assert hearers(everybody, f"hello from {name}") == set(KINDS)


def test_what_is_said_to_a_side_is_heard_by_its_players_only(everybody: dict[str, Player]) -> None:
    assert is_done(everybody["german_2"].call("say", channel="side", text="left of the wood"))
    assert hearers(everybody, "left of the wood") == {"german", "german_2"}


def test_the_umpire_hears_what_is_said_to_him_and_answers_that_side(everybody: dict[str, Player]) -> None:
    assert is_done(everybody["german"].call("say", channel="umpire", text="may I ford here?"))
    assert is_done(everybody["umpire"].call("say", channel="umpire", side="german", text="you may not"))
    assert is_done(everybody["umpire"].call("say", channel="umpire", side="soviet", text="it rains"))
    assert hearers(everybody, "may I ford here?") == {"german", "german_2", "umpire"}
    assert hearers(everybody, "you may not") == {"german", "german_2", "umpire"}
    assert hearers(everybody, "it rains") == {"soviet", "umpire"}


def test_a_saying_tells_who_said_it_when_and_where(everybody: dict[str, Player]) -> None:
    everybody["soviet"].call("say", channel="table", text="  good morning  ")
    (message,) = heard(everybody["german"], "said")
    said = message["said"]
    assert said.pop("at").endswith("Z")
    assert said == {
        "channel": "table",
        "side": "",
        "n": 1,
        "seat": "soviet",
        "name": "Clara",
        "text": "good morning",
    }


@pytest.mark.parametrize(
    ("name", "call", "why"),
    [
        ("soviet", {"channel": "side", "text": "x"}, "Nobody else plays for your side"),
        ("soviet", {"channel": "side", "side": "german", "text": "x"}, "You do not sit on that side"),
        ("soviet", {"channel": "umpire", "side": "german", "text": "x"}, "You do not sit on that side"),
        ("observer", {"channel": "side", "text": "x"}, "Who watches talks to the table only"),
        ("observer", {"channel": "umpire", "text": "x"}, "Who watches talks to the table only"),
        ("observer", {"channel": "side", "side": "german", "text": "x"}, "You do not sit on that side"),
        ("umpire", {"channel": "side", "text": "x"}, "You play for no side"),
        ("umpire", {"channel": "side", "side": "german", "text": "x"}, "You do not sit on that side"),
        ("umpire", {"channel": "umpire", "text": "x"}, "Say which side you speak to"),
        ("umpire", {"channel": "umpire", "side": "marsian", "text": "x"}, "Say which side you speak to"),
        ("german", {"channel": "table", "text": "   "}, "There is nothing written"),
        ("german", {"channel": "table", "text": "x" * 501}, "501 characters; 500 is the most"),
        ("german", {"channel": "table", "text": "bell\x07"}, "characters in it that cannot be shown"),
        ("german", {"channel": "table", "text": "two\nlines"}, "characters in it that cannot be shown"),
        ("german", {"channel": "table", "text": "\u202eturned"}, "characters in it that cannot be shown"),
    ],
)
def test_what_cannot_be_said_is_refused_in_plain_words(
    seat: Sit, sql: Callable[[str], list[Any]], name: str, call: dict[str, str], why: str
) -> None:
    assert why in reason(seat(name).call("say", **call))
    assert sql("select count(*) from said") == [(0,)]


def test_a_channel_that_does_not_exist_is_answered_and_the_line_stays(seat: Sit) -> None:
    player = seat("german")
    answer = player.call("say", channel="everyone", text="x")
    assert answer.__struct_config__.tag == "error"
    assert "channel" in answer.reason
    assert is_done(player.call("say", channel="table", text="still here"))


def test_markup_is_kept_as_the_text_it_is(everybody: dict[str, Player]) -> None:
    script = "<script>alert('x')</script> & <b>"
    everybody["german"].call("say", channel="table", text=script)
    assert texts(everybody["soviet"]) == [script]


def test_who_talks_too_fast_is_told_to_wait_and_the_others_are_not(
    everybody: dict[str, Player], clock: Any
) -> None:
    answers = [everybody["german"].call("say", channel="table", text=f"say {n}") for n in range(9)]
    assert all(map(is_done, answers[:8]))
    assert "Too fast to be read. Wait 2 s." in reason(answers[8])
    assert is_done(everybody["german_2"].call("say", channel="table", text="I am slower"))
    clock.now += 2.1
    assert is_done(everybody["german"].call("say", channel="table", text="now then"))
    assert "Too fast" in reason(everybody["german"].call("say", channel="table", text="and again"))


@pytest.mark.usefixtures("clock")
def test_two_browsers_of_a_seat_share_its_pace_and_what_it_hears(seat: Sit) -> None:
    one, other = seat("german"), seat("german")
    for n in range(8):
        assert is_done((one, other)[n % 2].call("say", channel="table", text=f"say {n}"))
    assert "Too fast" in reason(other.call("say", channel="table", text="one more"))
    assert texts(one) == texts(other) == [f"say {n}" for n in range(8)]


def test_a_channel_that_is_full_takes_no_more(seat: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk_store, "MOST_SAID", 2)
    player = seat("german")
    assert is_done(player.call("say", channel="table", text="one"))
    assert is_done(player.call("say", channel="table", text="two"))
    assert "More was said here than can be kept" in reason(player.call("say", channel="table", text="three"))


def test_who_comes_later_reads_what_was_said_to_him(seat: Sit) -> None:
    german = seat("german")
    for channel in ("table", "side", "umpire"):
        german.call("say", channel=channel, text=f"to the {channel}")
    told = {name: heard(seat(name), "talk")[0] for name in KINDS}
    said = {name: {one["text"] for one in message["said"]} for name, message in told.items()}
    assert said == {
        "german": {"to the table", "to the side", "to the umpire"},
        "german_2": {"to the table", "to the side", "to the umpire"},
        "soviet": {"to the table"},
        "umpire": {"to the table", "to the umpire"},
        "observer": {"to the table"},
    }
    assert [(one["channel"], one["hearers"]) for one in told["german_2"]["circles"]] == [
        ("table", ["Clara", "Anna", "Dora", "Emil"]),
        ("side", ["Anna"]),
        ("umpire", ["Anna", "Dora"]),
    ]


def test_every_seat_is_told_the_same_number_of_things_on_joining(everybody: dict[str, Player]) -> None:
    for player in everybody.values():
        assert [message["type"] for message in heard(player)] == ["talk", "notes", "sketches"]


def test_numbers_do_not_tell_what_others_say_in_secret(everybody: dict[str, Player]) -> None:
    for n in range(3):
        everybody["german"].call("say", channel="side", text=f"secret {n}")
    everybody["soviet"].call("say", channel="umpire", text="hm")
    everybody["soviet"].call("say", channel="table", text="well")
    assert [message["said"]["n"] for message in heard(everybody["soviet"], "said")] == [1, 1]


def test_older_talk_is_read_by_scrolling(seat: Sit, store: Store, client: Any) -> None:
    for n in range(1, 101):
        channel = Channel("side", "german")
        run(talk_store.keep_said(store, "the-game", channel, "german", "Anna", f"say {n}"))
    told = heard(seat("german_2"), "talk")[0]
    assert [one["n"] for one in told["said"]] == list(range(61, 101))
    assert [one["older"] for one in told["circles"]] == [False, True, False]

    def page(before: int, name: str = "german_2", **more: str) -> Any:
        asked = {"token": token_of(name), "channel": "side", "side": "german", "before": before, **more}
        return client.get("/api/games/the-game/talk", params=asked)

    assert [one["n"] for one in page(61).json()] == list(range(21, 61))
    assert [one["n"] for one in page(21).json()] == list(range(1, 21))
    for stranger in ("soviet", "umpire", "observer"):
        refused = page(61, stranger)
        assert (refused.status_code, refused.json()["reason"]) == (
            403,
            "your seat does not hear that channel",
        )
    assert page(61, token="guessed").status_code == 403
    assert page(0).status_code == 400
    assert page(61, channel="everyone").status_code == 400


def test_nobody_talks_to_a_bot_but_notes_and_sketches_are_there(
    store: Store, sit: Callable[[dict[str, Any]], Player]
) -> None:
    kinds = {"german": "human", "soviet": "bot"}
    game = lay_out(store, "alone", kinds, details={})
    player = sit({"game": game, "token": token_of("german")})
    talk, notes, sketches = heard(player)
    assert talk["circles"] == []
    assert sketches["most"] == 40
    assert notes["version"] == 0
    assert "Nobody else is at this table" in reason(player.call("say", channel="table", text="hello?"))
    assert is_done(player.call("write_notes", text="remember the ford", since=0))
    assert is_done(player.call("draw", **ARROW))


def test_people_at_one_screen_need_no_line(store: Store, sit: Callable[[dict[str, Any]], Player]) -> None:
    game = lay_out(store, "hot seat", {"german": "human", "soviet": "screen"}, details={})
    assert heard(sit({"game": game, "token": token_of("soviet")}), "talk")[0]["circles"] == []


def test_what_cannot_be_stored_is_not_said_and_the_game_goes_on(
    everybody: dict[str, Player], sql: Callable[[str], list[Any]]
) -> None:
    german = everybody["german"]
    sql("alter table said rename to elsewhere")
    answer = german.call("say", channel="table", text="lost?")
    assert answer.__struct_config__.tag == "error"
    assert "It could not be stored and was not taken" in answer.reason
    assert hearers(everybody, "lost?") == set()
    assert german.call("check", choice=german.choice()).__struct_config__.tag == "ack"


def test_talk_does_not_wait_for_the_rules(
    everybody: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A room that reads its match waits for whatever rules run; talk has asked all it needs on joining."""

    async def waits(*_: Any) -> None:
        raise AssertionError("it waited for the rules")

    monkeypatch.setattr(Room, "read", waits)
    assert is_done(everybody["german"].call("say", channel="side", text="quick"))
    assert is_done(everybody["german"].call("draw", **ARROW))
