"""A bot's notes: kept with its choices, sealed while the game runs, a diary when it is over."""

from __future__ import annotations

from random import Random

import pytest

from deadground.bots.random import RandomBot
from deadground.core import saves
from deadground.core.diary import Remark, diary
from deadground.core.faults import Refused
from deadground.core.match import Match
from deadground.core.messages import encode_message
from deadground.core.replay import audit
from deadground.core.table import Table
from deadground.testing.duel import DUEL
from deadground.testing.duel.state import DuelState
from deadground.testing.games import games

SECRET = "zq-the-left-hook"


def begun() -> Match[DuelState]:
    return Match.begin(DUEL, DUEL.prepare("patrol"), bytes(32))


def test_a_note_is_in_nothing_that_a_seat_gets_while_the_game_runs() -> None:
    match = begun()
    table = Table(match)
    for seat in match.setup.seats:
        table.join(seat)
    bot = RandomBot(Random(1))
    for _ in range(6):
        seat = match.to_act()[0]
        match.submit(bot.choose(match.view(seat)), SECRET)
        for other in match.setup.seats:
            news = table.news(other)
            sent = [
                encode_message(news) if news else b"",
                encode_message(table.join(other)),
                table.export(other),
                repr(match.log(other)).encode(),
            ]
            assert all(SECRET.encode() not in text for text in sent)
    assert SECRET.encode() in saves.save(match)


def test_a_plan_is_told_once_though_a_bot_says_it_again() -> None:
    match = begun()
    bot = RandomBot(Random(1))
    notes = ("My plan: left.\nWe go.", "My plan: still left.\n", "My plan: left.\nWe shoot.")
    said = {seat: iter(notes) for seat in match.setup.seats}
    while match.outcome is None:
        seat = match.to_act()[0]
        match.submit(bot.choose(match.view(seat)), next(said[seat], ""))
    for seat in match.setup.seats:
        told = [remark for remark in diary(match) if remark.seat == seat]
        assert [remark.note for remark in told] == ["My plan: left. We go.", "We shoot."]
        assert [(remark.plan, remark.rest) for remark in told] == [
            ("My plan: left.", "We go."),
            ("", "We shoot."),
        ]


def test_the_diary_opens_when_the_game_is_over_and_survives_a_save() -> None:
    match = begun()
    with pytest.raises(Refused, match="diaries stay closed"):
        diary(match)
    bot = RandomBot(Random(1))
    first = match.to_act()[0]
    noted = match.submit(bot.choose(match.view(first)), "because")
    while match.outcome is None:
        match.submit(bot.choose(match.view(match.to_act()[0])))
    assert diary(match) == [Remark(noted.n, first, "because")]
    again = saves.load(saves.save(match), games())
    assert diary(again) == diary(match)
    assert list(audit(again)) == []


def test_what_was_taken_back_is_not_in_the_diary() -> None:
    match = begun()
    bot = RandomBot(Random(2))
    while match.outcome is None:
        seat = match.to_act()[0]
        entry = match.submit(bot.choose(match.view(seat)), "kept")
        if entry.free and len(match.journal) < 20 and match.outcome is None and match.undoable(seat):
            match.undo(seat)
    kept = {remark.entry for remark in diary(match)}
    assert len(kept) < sum(getattr(entry.act, "note", "") == "kept" for entry in match.journal)
