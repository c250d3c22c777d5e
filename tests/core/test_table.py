"""A table: what each seat is sent, when its version rises, and what its calls do."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from deadground.core import saves
from deadground.core.match import Match
from deadground.core.messages import (
    AckMessage,
    AnswerBackCall,
    AnyCall,
    AnyMessage,
    AskBackCall,
    CheckCall,
    ChooseCall,
    ErrorMessage,
    RefusalMessage,
    SeenTakeBack,
    SuggestCall,
    UndoCall,
    encode_message,
)
from deadground.core.patch import Change, apply
from deadground.core.requests import Choice
from deadground.core.table import LOG_SENT, Table
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL
from tests.core.lair import LAIR
from tests.core.test_match import Guided
from tests.core.test_shapes import Outer
from tests.core.tiny import SEED, begin, choose, play_on, request_of

decode_call = msgspec.json.Decoder(AnyCall).decode


@pytest.fixture
def duel() -> Table[Any]:
    return Table(Match.begin(DUEL, DUEL.prepare("pair"), SEED), "game")


@pytest.fixture
def lair() -> Table[Any]:
    return Table(Match.begin(LAIR, LAIR.prepare("only"), SEED))


def ask(table: Table[Any], seat: str, call: AnyCall) -> AnyMessage:
    """Send a call as it travels; what it wrote is the end of the journal."""
    written = len(table.match.journal)
    answer, entries = table.call(seat, decode_call(encode_message(call)))
    assert entries == table.match.journal[written:]
    if not isinstance(answer, AckMessage):
        assert entries == []
    assert msgspec.json.decode(encode_message(answer))["call"] == call.call
    return answer


def chosen(table: Table[Any], seat: str, value: Any, call: int = 1) -> AnyMessage:
    return ask(table, seat, ChooseCall(call=call, choice=request_of(table.match, seat).choice(value)))


class Client:
    """What a browser keeps: the view, patched as messages come, and the log."""

    def __init__(self, table: Table[Any], seat: str) -> None:
        self.table, self.seat = table, seat
        self.join()

    def join(self) -> None:
        message = msgspec.json.decode(encode_message(self.table.join(self.seat)))
        self.view, self.version, self.log = message["view"], message["version"], message["log"]
        self.log_start = message["log_start"]

    def listen(self) -> bool:
        news = self.table.news(self.seat)
        if news is None:
            return False
        message = msgspec.json.decode(encode_message(news))
        assert message["since"] == self.version
        self.version = message["version"]
        assert self.version == news.since + 1
        self.view = apply(self.view, msgspec.convert(message["changes"], list[Change]))
        self.log += message["events"]
        return True

    def check(self) -> None:
        seen = msgspec.json.encode(self.table.seen(self.seat))
        assert msgspec.json.encode(self.view) == seen, "the order of keys included"
        log = msgspec.json.decode(msgspec.json.encode(self.table.match.log(self.seat)))
        assert self.log == log[self.log_start :]


@pytest.mark.parametrize("system", [DUEL, CARDS], ids=lambda system: system.name)
def test_patches_keep_every_client_in_step_with_the_table(system: Any) -> None:
    match: Match[Any] = Match.begin(system, system.prepare(next(iter(system.scenarios))), SEED)
    table = Table(match)
    clients = [Client(table, seat) for seat in match.setup.seats]
    late = Client(table, match.setup.seats[0])
    rng = Random(8)
    while match.to_act():
        play_on(match, rng, 1)
        if rng.random() < 0.2 and any(map(match.can_undo, match.setup.seats)):
            match.undo(next(filter(match.can_undo, match.setup.seats)))
        for client in clients[1:]:
            client.listen()
            client.check()
    clients[0].join()
    clients[0].check()
    late.join()
    late.check()
    assert late.view["outcome"] is not None


def test_a_version_rises_only_when_that_seats_view_changes(lair: Table[Any]) -> None:
    a, b = Client(lair, "a"), Client(lair, "b")
    assert (a.version, b.version) == (1, 1)
    assert not a.listen()
    choose(lair.match, "a", ["whisper"])
    assert a.listen()
    assert b.listen(), "the count of deeds is open to all"
    a.join()
    assert a.version == lair.version("a") == 2, "joining again without news is no news"
    choose(lair.match, "a", ["walk"])
    a.join()
    assert a.version == 3
    assert not a.listen()
    assert b.listen()
    assert b.version == 3


def test_a_seat_that_must_not_notice_gets_no_news() -> None:
    table: Table[Any] = Table(begin(lambda: Outer("quiet")))
    a, b, c = (Client(table, seat) for seat in "abc")
    choose(table.match, "c", ["pass"])
    assert (a.listen(), b.listen(), c.listen()) == (True, False, True)
    assert (a.view["waiting"], b.view["waiting"]) == (["a"], ["something stirs"])
    choose(table.match, "a", ["pass"])
    assert (a.listen(), b.listen(), c.listen()) == (True, True, False)
    assert (a.version, b.version, c.version) == (3, 2, 2)


def test_a_late_comer_gets_the_end_of_the_log(duel: Table[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deadground.core.table.LOG_SENT", 3)
    play_on(duel.match, Random(0), 30)
    whole = duel.match.log("blue")
    message = duel.join("blue")
    assert message.log == tuple(whole[-3:])
    assert message.log_start == len(whole) - 3
    assert LOG_SENT > 3


def test_a_choice_is_acknowledged_or_refused(duel: Table[Any]) -> None:
    duel.join("red")
    answer = chosen(duel, "red", ["red1"], call=77)
    assert answer == AckMessage(version=1, call=77)
    duel.news("red")
    stale = Choice(1, "red", "pick", ["red1"])
    refused = ask(duel, "red", ChooseCall(call=78, choice=stale))
    assert isinstance(refused, RefusalMessage)
    assert refused.version == 2
    assert [fault.at for fault in refused.faults] == ["serial"]


def test_nobody_speaks_for_another_seat(duel: Table[Any]) -> None:
    choice = request_of(duel.match, "red").choice(["red1"])
    for call in (ChooseCall(call=1, choice=choice), CheckCall(call=1, choice=choice)):
        refused = ask(duel, "blue", call)
        assert isinstance(refused, RefusalMessage)
        assert refused.faults[0].reason == "this is the seat of blue, not of red"


def test_checking_takes_nothing(duel: Table[Any]) -> None:
    request = request_of(duel.match, "red")
    good = ask(duel, "red", CheckCall(call=1, choice=request.choice(["red1"])))
    bad = ask(duel, "red", CheckCall(call=2, choice=request.choice(["zz", "yy"])))
    assert isinstance(good, AckMessage)
    assert isinstance(bad, AckMessage)
    assert good.faults == ()
    assert [fault.at for fault in bad.faults] == ["value[0]", "value[1]", "value"]
    assert len(duel.match.journal) == 1


def test_suggestions_are_legal_and_bounded(duel: Table[Any]) -> None:
    chosen(duel, "red", ["red1"])
    request = request_of(duel.match, "red")
    for most, least in ((3, 1), (10**9, 2), (0, 0), (-1, 0)):
        answer = ask(duel, "red", SuggestCall(call=1, serial=request.serial, most=most))
        assert isinstance(answer, AckMessage)
        assert least <= len(answer.suggestions) <= max(0, min(most, 20))
        for suggestion in answer.suggestions:
            assert duel.match.check(request.choice(suggestion.value)) == []
    closed = ask(duel, "red", SuggestCall(call=1, serial=request.serial - 1))
    assert isinstance(closed, RefusalMessage)
    not_mine = ask(duel, "blue", SuggestCall(call=1, serial=request.serial))
    assert isinstance(not_mine, RefusalMessage)


def test_undo_and_take_back_by_call(lair: Table[Any]) -> None:
    assert isinstance(ask(lair, "a", UndoCall(call=1)), RefusalMessage)
    chosen(lair, "a", ["walk"])
    assert lair.seen("a").can_undo
    assert isinstance(ask(lair, "a", UndoCall(call=2)), AckMessage)
    assert lair.match.position.state.deeds == 0
    chosen(lair, "a", ["roll"])
    assert isinstance(ask(lair, "a", AskBackCall(call=3)), AckMessage)
    asked = SeenTakeBack("a", (), ("b",), question="What?")
    assert lair.seen("a").take_back == asked
    assert lair.seen("b").take_back == msgspec.structs.replace(asked, question="")
    assert isinstance(ask(lair, "a", AnswerBackCall(call=4, agrees=True)), RefusalMessage)
    assert isinstance(ask(lair, "b", AnswerBackCall(call=5, agrees=True)), AckMessage)
    assert lair.match.position.state.deeds == 0
    assert lair.seen("b").take_back is None


def test_a_rule_that_fails_is_an_error_and_not_the_players_fault(lair: Table[Any]) -> None:
    lair.join("a")
    answer = chosen(lair, "a", ["fail"])
    assert isinstance(answer, ErrorMessage)
    assert (answer.version, "the game is as it was" in answer.reason) == (1, True)
    assert "divided" not in answer.reason, "what failed may tell a secret"
    assert lair.news("a") is None


def test_a_law_that_fails_is_an_error_when_checked_too() -> None:
    table = Table(begin(Guided))
    choice = request_of(table.match, "a").choice(0)
    assert isinstance(ask(table, "a", CheckCall(call=1, choice=choice)), ErrorMessage)
    assert isinstance(ask(table, "a", ChooseCall(call=2, choice=choice)), ErrorMessage)


def test_a_stranger_is_refused(duel: Table[Any]) -> None:
    assert isinstance(ask(duel, "zz", UndoCall(call=1)), RefusalMessage)
    assert isinstance(ask(duel, "zz", SuggestCall(call=1, serial=1)), RefusalMessage)


def test_an_export_gives_the_whole_game_only_when_it_is_over(lair: Table[Any]) -> None:
    choose(lair.match, "a", ["whisper"])
    during = msgspec.json.decode(lair.export("b"))
    assert set(during) == {"format", "view", "log"}
    assert (list(during["view"]["state"]["beasts"]), during["log"]) == (["b"], [])
    assert SEED.hex() not in lair.export("b").decode()
    choose(lair.match, "a", ["end"])
    assert saves.load(lair.export("b"), {"lair": LAIR}).outcome == lair.match.outcome


def test_the_digest_of_a_view_tells_nothing_of_the_rest(lair: Table[Any]) -> None:
    twin = Table(Match.begin(LAIR, LAIR.prepare("only"), SEED))
    twin.match.position.state.beasts["b"].keeper = "nobody"
    assert twin.seen("a").digest == lair.seen("a").digest
    assert twin.match.position.digest() != lair.match.position.digest()
    assert lair.match.position.digest() not in encode_message(lair.join("a")).decode()


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"{}",
        b"[]",
        b'{"type": "dance", "call": 1}',
        b'{"type": "undo"}',
        b'{"type": "undo", "call": "x"}',
    ],
)
def test_a_frame_that_is_no_call_is_a_decode_error(frame: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_call(frame)
