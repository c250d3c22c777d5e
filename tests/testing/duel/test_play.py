"""The helper for tests of rules: what it lets pass and what it does not."""

from __future__ import annotations

import pytest

from deadground.core.agenda import Done, Next, Procedure, procedure, step
from deadground.core.dice import D6
from deadground.core.faults import RuleCrash
from deadground.testing.duel import DUEL
from deadground.testing.duel.rules.fire import Shot
from deadground.testing.duel.state import Duel
from deadground.testing.play import NotAsPlayed, play
from tests.testing.duel.field import DOWN, field

PICK = "Pick the man who acts."


@procedure("testing.two_dice")
class TwoDice(Procedure):
    """Throws two dice, and its result is what fell."""

    @step
    def throw(self, g: Duel) -> Next:
        return Done(g.roll(2, D6, "test", ordered=True).faces)


def test_a_procedure_played_by_itself_has_a_result() -> None:
    with play(DUEL, "pair", TwoDice(), dice=[5, 2]) as p:
        p.nothing_pending()
    assert p.result == [5, 2]


def test_without_a_procedure_the_whole_game_is_played() -> None:
    with play(DUEL, "pair", options={"shoot_back": "anyone"}) as p:
        p.pending(red=PICK)
    assert p.match.setup.options == {"shoot_back": "anyone"}
    assert p.outcome is None


def test_dice_left_over_fail_the_test() -> None:
    with (
        pytest.raises(NotAsPlayed, match=r"dice left over: 3, 4; the game is over: the procedure is done"),
        play(DUEL, "pair", TwoDice(), dice=[1, 2, 3, 4]) as p,
    ):
        p.nothing_pending()


def test_too_few_dice_fail_the_test() -> None:
    with pytest.raises(RuleCrash, match="the script has 1 dice left, 2 wanted for test"):
        play(DUEL, "pair", TwoDice(), dice=[1]).__enter__()


def test_a_test_must_end_with_what_is_pending() -> None:
    with (
        pytest.raises(NotAsPlayed, match="must end with what is pending; blue is asked 'Pick the man"),
        play(DUEL, "pair") as p,
    ):
        p.choose("red", "red1", "aim")


def test_what_was_pending_before_the_last_choice_does_not_count() -> None:
    with play(DUEL, "pair") as p:
        p.pending(red=PICK)
        p.choose("red", "red1", "aim")
        with pytest.raises(NotAsPlayed, match="must end with what is pending"):
            p.close()
        p.pending(blue=PICK)


def test_what_is_pending_must_be_what_was_said() -> None:
    with play(DUEL, "pair") as p:
        for said in ({"blue": PICK}, {"red": "Roll"}, {"red": PICK, "blue": PICK}, {}):
            with pytest.raises(NotAsPlayed, match="red is asked 'Pick the man who acts"):
                p.pending(**said)
        with pytest.raises(NotAsPlayed, match="something is pending; red is asked"):
            p.nothing_pending()
        p.pending(red=PICK)


def test_a_failing_test_shows_its_own_failure() -> None:
    with pytest.raises(ZeroDivisionError), play(DUEL, "pair", TwoDice(), dice=[1, 2, 3]):
        raise ZeroDivisionError


def test_an_impossible_arrangement_is_noticed() -> None:
    with pytest.raises(NotAsPlayed, match="arranged an impossible state: Anders has 9 rounds"):
        play(DUEL, "pair", arrange=field(red1={"rounds": 9})).__enter__()


def test_an_impossible_end_is_noticed() -> None:
    with play(DUEL, "pair") as p:
        p.pending(red=PICK)
        p.state.men["blue1"].rounds = -1
        with pytest.raises(NotAsPlayed, match="came to an impossible state: Albert has -1 rounds"):
            p.close()
        p.state.men["blue1"].rounds = 5


def test_choices_that_are_refused() -> None:
    with play(DUEL, "pair") as p:
        with pytest.raises(
            NotAsPlayed, match=r"red was refused 'blue1' on 'Pick the man who acts.': 'blue1' is"
        ):
            p.choose("red", "blue1")
        with pytest.raises(NotAsPlayed, match="nothing is asked of blue; red is asked"):
            p.choose("blue", "blue1")
        assert [fault.at for fault in p.refuse("red", ["blue1", "red1"])] == ["value[0]", "value"]
        with pytest.raises(NotAsPlayed, match="red was not refused 'red1'"):
            p.refuse("red", "red1")
        p.pending(red="What does Anders do?")


def test_events_and_the_log() -> None:
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[1], arrange=field(blue1=DOWN)) as p:
        p.nothing_pending()
    assert p.log == p.log_of("blue") == ["Anders fires at Albert, 120 paces: needs 6, missed."]
    assert p.last("shot").rolls[0].faces == (1,)
    with pytest.raises(NotAsPlayed, match="no event 'wound' was told; there were: shot"):
        p.last("wound")


def test_only_a_pick_has_options() -> None:
    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[1]) as p:
        with pytest.raises(NotAsPlayed, match="blue is not asked to pick: 'Anders fired at"):
            p.options("blue")
        p.pending(blue="Anders fired at Albert. Shoot back?")
