"""The turn, distance and victory. DUEL-1, DUEL-2, DUEL-9"""

from __future__ import annotations

import pytest

from deadground.core.requests import Number, Pick
from deadground.testing import rule
from deadground.testing.duel import DUEL
from deadground.testing.duel.rules.fire import Shot
from deadground.testing.duel.rules.turn import Fight, Turn
from deadground.testing.play import play
from tests.testing.duel.field import DOWN, OUT, WOUNDED, Changes, field

PICK = "Pick the man who acts."


@rule("DUEL-1")
def test_the_sides_take_turns() -> None:
    with play(DUEL, "pair") as p:
        p.pending(red=PICK)
        p.choose("red", "red1", "aim")
        p.pending(blue=PICK)
        assert p.state.turn == 1
        p.choose("blue", "blue1", "aim")
        p.pending(red=PICK)
        assert p.state.turn == 2
        p.choose("red", "red1", "stance")
        p.pending(blue=PICK)
        assert p.log == ["Anders takes aim.", "Albert takes aim.", "Anders is down now."]


@rule("DUEL-1")
def test_a_man_who_is_out_cannot_be_picked() -> None:
    with play(DUEL, "patrol", arrange=field(red1=OUT, red2=WOUNDED, red3={"aimed": True})) as p:
        request = p.asked("red")
        assert isinstance(request, Pick)
        assert request.proposal == ["red2"]
        assert [(option.label, option.hint) for option in request.options] == [
            ("Bruno", "rifle"),
            ("Casimir", "machine pistol"),
        ]
        assert p.refuse("red", "red1")[0].rows == ("DUEL-1",)
        assert p.refuse("red", "blue1")[0].reason == "'blue1' is not on the list"
        p.pending(red=PICK)


@rule("DUEL-1")
@pytest.mark.parametrize(
    ("changes", "offered"),
    [
        ({}, ["fire", "aim", "stance", "advance"]),
        ({"rounds": 4}, ["fire", "aim", "reload", "stance", "advance"]),
        (DOWN, ["fire", "aim", "stance"]),
        ({"weapon": "machine pistol"}, ["fire", "burst", "aim", "stance", "advance"]),
    ],
    ids=["fresh", "a round spent", "down", "machine pistol"],
)
def test_what_a_man_may_do(changes: Changes, offered: list[str]) -> None:
    with play(DUEL, "pair", Turn("red"), arrange=field(red1=changes)) as p:
        p.choose("red", "red1")
        assert p.options("red") == offered
        assert p.refused_options("red") == {}
        assert p.asked("red").proposal == [offered[0]]
        p.pending(red="What does Anders do?")


@rule("DUEL-1")
def test_aiming() -> None:
    with play(DUEL, "pair", Turn("red"), arrange=field(red1={"moving": True})) as p:
        p.choose("red", "red1", "aim")
        p.nothing_pending()
    man = p.state.men["red1"]
    assert (man.aimed, man.moving, man.ahead, man.stance, man.rounds) == (True, False, 0, "standing", 5)
    assert (p.last("aims").text, p.last("aims").data) == ("Anders takes aim.", {"man": "red1"})


@rule("DUEL-1")
@pytest.mark.parametrize(
    ("now", "then", "label"), [("standing", "down", "Get down"), ("down", "standing", "Get up")]
)
def test_getting_down_and_up(now: str, then: str, label: str) -> None:
    with play(DUEL, "pair", Turn("red"), arrange=field(red1={"stance": now, "aimed": True})) as p:
        p.choose("red", "red1")
        request = p.asked("red")
        assert isinstance(request, Pick)
        assert next(option.label for option in request.options if option.id == "stance") == label
        p.choose("red", "stance")
        p.nothing_pending()
    assert p.state.men["red1"].stance == then
    assert p.state.men["red1"].aimed
    assert p.last("stance").text == f"Anders is {then} now."


@rule("DUEL-1")
def test_a_draw_after_the_last_turn_of_both_sides() -> None:
    with play(DUEL, "pair", arrange=field(120, 20)) as p:
        p.choose("red", "red1", "aim")
        p.pending(blue=PICK)
        p.choose("blue", "blue1", "aim")
        p.nothing_pending()
    assert p.outcome is not None
    assert (p.outcome.winners, p.outcome.reason) == ((), "dusk falls after turn 20")
    assert p.outcome.rows == ("DUEL-1",)


@rule("DUEL-1")
def test_no_draw_before_the_last_turn() -> None:
    with play(DUEL, "pair", arrange=field(120, 19)) as p:
        p.choose("red", "red1", "aim")
        p.choose("blue", "blue1", "aim")
        p.pending(red=PICK)
        assert p.state.turn == 20


@rule("DUEL-2")
@pytest.mark.parametrize(
    ("gap", "ahead", "target", "paces"),
    [
        (120, (0, 0), "blue1", 120),
        (120, (30, 0), "blue1", 90),
        (120, (0, 30), "blue1", 90),
        (120, (60, 59), "blue1", 5),
        (120, (30, 20), "blue2", 75),
        (120, (0, 0), "blue4", 135),
        (7, (0, 0), "blue1", 7),
        (6, (0, 0), "blue1", 6),
        (5, (0, 0), "blue1", 5),
        (4, (0, 0), "blue1", 5),
        (4, (2, 2), "blue2", 5),
        (4, (2, 1), "blue2", 6),
    ],
)
def test_distance(gap: int, ahead: tuple[int, int], target: str, paces: int) -> None:
    red, blue = ({"ahead": steps} for steps in ahead)
    men = {"red1": red, target: {**blue, **DOWN}}
    with play(DUEL, "company", Shot("red1", target), dice=[1], arrange=field(gap, **men)) as p:
        p.nothing_pending()
    assert f", {paces} paces:" in p.last("shot").text
    assert "DUEL-2" in p.last("shot").rows


@rule("DUEL-2")
def test_distance_is_the_same_from_either_side() -> None:
    with play(DUEL, "company", Shot("red4", "blue1"), dice=[1], arrange=field(blue1=DOWN)) as p:
        p.nothing_pending()
    assert ", 135 paces:" in p.last("shot").text


@rule("DUEL-2")
@pytest.mark.parametrize(
    ("ahead", "paces", "moving"), [(0, 0, False), (0, 1, True), (0, 30, True), (29, 30, True), (50, 10, True)]
)
def test_advancing(ahead: int, paces: int, moving: bool) -> None:
    arranged = field(red1={"ahead": ahead, "aimed": True, "moving": True})
    with play(DUEL, "pair", Turn("red"), arrange=arranged) as p:
        p.choose("red", "red1", "advance", paces)
        p.nothing_pending()
    man = p.state.men["red1"]
    assert (man.ahead, man.moving, man.aimed) == (ahead + paces, moving, False)
    assert p.last("advances").text == f"Anders goes {paces} paces forward."
    assert p.last("advances").data == {"man": "red1", "paces": paces}


@rule("DUEL-2")
@pytest.mark.parametrize(
    ("gap", "ahead", "most"),
    [(120, 0, 30), (120, 30, 30), (120, 31, 29), (120, 59, 1), (120, 60, 0), (121, 60, 0), (122, 60, 1)],
)
def test_nobody_goes_further_than_30_paces_or_past_the_middle(gap: int, ahead: int, most: int) -> None:
    with play(DUEL, "pair", Turn("red"), arrange=field(gap, red1={"ahead": ahead})) as p:
        p.choose("red", "red1")
        request = p.asked("red")
        assert isinstance(request, Pick)
        assert (
            next(option.hint for option in request.options if option.id == "advance") == f"up to {most} paces"
        )
        p.choose("red", "advance")
        asked = p.asked("red")
        assert isinstance(asked, Number)
        assert (asked.low, asked.high) == (0, most)
        assert p.refuse("red", most + 1)[0].rows == ("DUEL-2",)
        assert p.refuse("red", -1)[0].rows == ("DUEL-2",)
        p.pending(red="How far does Anders go?")


@rule("DUEL-9")
@pytest.mark.parametrize(("loser", "winner"), [("red", "blue"), ("blue", "red")])
def test_a_side_whose_men_are_all_out_has_lost(loser: str, winner: str) -> None:
    with play(DUEL, "pair", Fight(), arrange=field(**{f"{loser}1": OUT})) as p:
        p.nothing_pending()
    assert p.outcome is not None
    assert (p.outcome.winners, p.outcome.rows) == ((winner,), ("DUEL-9",))
    assert p.outcome.reason == f"{loser} has no man left"


@rule("DUEL-9")
def test_the_fight_ends_with_the_shot_that_puts_the_last_man_out() -> None:
    with play(DUEL, "pair", dice=[4], arrange=field(120, 20, blue1={**WOUNDED, "stance": "standing"})) as p:
        p.choose("red", "red1", "fire", "blue1")
        p.nothing_pending()
    assert p.outcome is not None
    assert (p.outcome.winners, p.outcome.reason) == (("red",), "blue has no man left")


@rule("DUEL-1")
@pytest.mark.parametrize("left", ["red1", "red2", "red3"])
def test_one_man_left_is_enough_to_fight_on(left: str) -> None:
    others = {id: OUT for id in ("red1", "red2", "red3") if id != left}
    with play(DUEL, "patrol", Fight(), arrange=field(**others, **{left: WOUNDED})) as p:
        assert p.options("red") == [left]
        p.choose("red", left, "aim")
        p.pending(blue=PICK)
