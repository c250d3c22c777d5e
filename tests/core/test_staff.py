"""What a seat's staff advises: the strongest bot's answer, from the seat's view alone."""

from __future__ import annotations

from random import Random

from deadground.bots.roster import bots_of, usual_of
from deadground.core.match import Match
from deadground.core.staff import STAFF
from deadground.systems.stands.system import STANDS
from deadground.testing.duel import DUEL

SEED = bytes(32)


def test_the_staff_advises_what_the_strongest_bot_would_do() -> None:
    match = Match.begin(STANDS, STANDS.prepare("first-lesson"), SEED)
    (request,) = match.requests("soviet")
    first = match.suggest("soviet", request.serial, 3)[0]
    bot = bots_of(STANDS)[usual_of(STANDS)](Random(match.commitment + "soviet"))
    assert first.label == STAFF
    assert first.value == bot.choose(match.view("soviet")).value
    assert first.reason == bot.note != ""
    assert match.check(request.choice(first.value)) == []


def test_advice_counts_among_the_suggestions() -> None:
    match = Match.begin(STANDS, STANDS.prepare("first-lesson"), SEED)
    (request,) = match.requests("german")
    assert match.suggest("german", request.serial, 0) == []
    assert [one.label for one in match.suggest("german", request.serial, 1)] == [STAFF]


def test_a_game_without_bots_of_its_own_has_no_staff() -> None:
    match = Match.begin(DUEL, DUEL.prepare("pair"), SEED)
    (request,) = match.requests("red")
    assert STAFF not in [one.label for one in match.suggest("red", request.serial, 3)]
