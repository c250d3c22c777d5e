"""Shooting back, and back again. DUEL-6, DUEL-R1"""

from __future__ import annotations

from random import Random

import pytest

from deadground.bots.random import RandomBot
from deadground.core import saves
from deadground.core.dice import DiceSource, Live, Scripted
from deadground.core.match import Match
from deadground.core.requests import Confirm
from deadground.testing import rule
from deadground.testing.duel import DUEL
from deadground.testing.duel.rules.fire import Shot
from deadground.testing.duel.rules.turn import Turn
from deadground.testing.duel.state import DuelState
from deadground.testing.play import play
from tests.testing.duel.field import DOWN, WOUNDED, Changes, also, field

SEED = bytes(range(32))


@rule("DUEL-6")
def test_a_man_shot_at_may_shoot_back_at_once() -> None:
    with play(DUEL, "patrol", Turn("red"), dice=[1, 4]) as p:
        p.choose("red", "red1", "fire", "blue2")
        p.pending(blue="Anders fired at Basil. Shoot back?")
        request = p.asked("blue")
        assert isinstance(request, Confirm)
        assert (request.proposal, request.no, request.rows) == (True, "Keep quiet", ("DUEL-6",))
        p.choose("blue", True)
        p.nothing_pending()
    assert p.last("shot").data == {"shooter": "blue2", "target": "red1", "hit": True}
    assert p.state.men["blue2"].rounds == 4


@rule("DUEL-6")
def test_he_may_keep_quiet() -> None:
    with play(DUEL, "pair", dice=[1]) as p:
        p.choose("red", "red1", "fire", "blue1")
        p.choose("blue", False)
        p.pending(blue="Pick the man who acts.")
    assert p.state.men["blue1"].rounds == 5


@rule("DUEL-6")
@pytest.mark.parametrize(
    ("blue", "die"),
    [
        ({}, 4),
        (DOWN, 1),
        ({"rounds": 0}, 1),
        (WOUNDED, 4),
        (also(WOUNDED, {"rounds": 0}), 1),
    ],
    ids=["hit and thrown down", "down", "without a round", "put out", "wounded, without a round"],
)
def test_who_may_not_shoot_back(blue: Changes, die: int) -> None:
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[die], arrange=field(blue1=blue)) as p:
        p.nothing_pending()
    assert p.state.men["red1"].rounds == 4


@rule("DUEL-6")
@pytest.mark.parametrize("blue", [{"rounds": 1}, WOUNDED, {"moving": True}], ids=str)
def test_who_may_shoot_back(blue: Changes) -> None:
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[1], arrange=field(blue1=blue)) as p:
        p.pending(blue="Anders fired at Albert. Shoot back?")


@rule("DUEL-6")
@pytest.mark.parametrize(
    ("blue", "die", "asked"),
    [(DOWN, 1, True), ({}, 4, True), (also(DOWN, {"rounds": 0}), 1, False), (WOUNDED, 4, False)],
    ids=["down", "hit and thrown down", "without a round", "put out"],
)
def test_by_the_option_anyone_a_man_who_is_down_may_shoot_back(blue: Changes, die: int, asked: bool) -> None:
    options = {"shoot_back": "anyone"}
    arranged = field(blue1=blue)
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[die], arrange=arranged, options=options) as p:
        if asked:
            p.pending(blue="Anders fired at Albert. Shoot back?")
        else:
            p.nothing_pending()


@rule("DUEL-6")
def test_by_the_option_standing_he_may_not() -> None:
    options = {"shoot_back": "standing"}
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[1], arrange=field(blue1=DOWN), options=options) as p:
        p.nothing_pending()


@rule("DUEL-6", "DUEL-7")
def test_answers_nest_until_the_rounds_are_spent() -> None:
    with play(DUEL, "pair", dice=[1] * 10) as p:
        p.choose("red", "red1", "fire", "blue1")
        for n in range(9):
            p.choose(("blue", "red")[n % 2], True)
        p.pending(blue="Pick the man who acts.")
    assert [man.rounds for man in p.state.men.values()] == [0, 0]


def dice_of(entry: int) -> DiceSource:
    """Nobody hits while the answers nest; after that the dice are live."""
    return Scripted(1) if entry <= 11 else Live(SEED, entry)


def shots_in_progress(match: Match[DuelState]) -> int:
    return sum(isinstance(running, Shot) for running in match.position.agenda)


def play_on(match: Match[DuelState]) -> str:
    """Answer every shot of the first exchange, then play at random to the end; the last digest."""
    rng = Random(5)
    while match.outcome is None:
        answer_next(match, RandomBot(rng))
    return match.journal[-1].digest


def answer_next(match: Match[DuelState], bot: RandomBot) -> None:
    (seat,) = match.to_act()
    request = match.requests(seat)[0]
    if len(match.journal) > 11:
        match.submit(bot.choose(match.view(seat)))
    elif isinstance(request, Confirm):
        match.submit(request.choice(True))
    else:
        match.submit(request.choice(request.proposal))


@rule("DUEL-6")
@pytest.mark.parametrize("scenario", ["pair", "patrol"])
def test_a_deep_exchange_saved_and_reloaded_at_every_decision_ends_the_same(scenario: str) -> None:
    match = Match.begin(DUEL, DUEL.prepare(scenario), SEED, dice_of)
    plain = play_on(Match.begin(DUEL, DUEL.prepare(scenario), SEED, dice_of))
    deepest, bot = 0, RandomBot(Random(5))
    while match.outcome is None:
        reloaded = saves.load(saves.save(match), {DUEL.name: DUEL})
        reloaded.dice = dice_of
        assert reloaded.position.digest() == match.position.digest()
        deepest = max(deepest, shots_in_progress(reloaded))
        if len(match.journal) <= 12:
            assert play_on(reloaded.copy(SEED, dice_of)) == plain
        match = reloaded
        answer_next(match, bot)
    assert match.journal[-1].digest == plain
    assert deepest == 9
