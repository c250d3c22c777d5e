"""Reactions: who is told what, whom they are about, and what a man has done with when he has reacted.

NR-03, NR-12, NR-17, NR-19, NR-23, NR-24, NR-28, NR-30, NR-31
"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.requests import Orders, Pick
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.grenades.flame import burn_fuel
from deadground.systems.skirmish.rules.grenades.lobs import munitions
from deadground.systems.skirmish.rules.movement.involuntary import DuckBack
from deadground.systems.skirmish.rules.reactions.crisis import Crisis, CrisisTest
from deadground.systems.skirmish.rules.reactions.reaction import Cause, score
from deadground.systems.skirmish.rules.sight.in_sight import Act, InSightTest
from deadground.systems.skirmish.rules.wounded.wounded import is_wounded
from deadground.testing import bounds, rule
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.orders import fire, throw
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, RIFLE, SMG, foe, man, point, table

FIRED_ON = (Cause("a", "fired_on", ("x",)),)


# In Sight


@rule("NUTS-SIGHT-09", "NUTS-SIGHT-02")
def test_a_winner_throws_what_he_holds() -> None:
    """The grenade goes off on X, 5 inches away; A has nothing else."""
    state = table(man("a", (10, 15), weapons=(), **HELD), foe("x", (10, 10), rep=1))
    with playing(state, InSightTest("red-1", ("blue-1",)), dice=[1, 1, 1, 1, 6, 1, 1, 6, 6, 6]) as p:
        p.choose("red", [throw("red-1", a=("grenade", (10, 10)))])
        p.nothing_pending()
    assert any(line.startswith("A throws a") for line in p.log)
    assert p.state.figures["a"].pack.gear == (("grenade", 1),)


@bounds("NUTS-SIGHT-09")
def test_the_count_beside_those_who_have_shot_is_gone_while_the_others_act() -> None:
    """NR-17: high shoots first, and low charges then."""
    state = table(
        man("high", (10, 22), rep=5),
        man("low", (12, 15), rep=3, weapons=()),
        foe("y", (12, 10), rep=1, weapons=(SMG,)),
        foe("x", (10, 10), rep=1),
    )
    test = InSightTest("red-1", ("blue-1",))
    g = game(state, dice=[1])
    state.figures["high"].reaction = state.figures["high"].reaction.but(successes=3)
    state.figures["low"].reaction = state.figures["low"].reaction.but(successes=3)
    test.acts = (Act("high", Shot("high", RIFLE, (Aim("x", 1),))), Act("low", charge="y"))
    test.next_act(g)
    assert (state.figures["high"].reaction.successes, state.figures["low"].reaction.successes) == (-1, 3)
    test.next_act(g)
    assert state.figures["low"].reaction.successes == -1


# Crisis Tests


DOWN = Cause("a", "man_down", ("x",), point((10, 32)))


@rule("NUTS-REACT-03", "NUTS-REACT-05")
@pytest.mark.parametrize(
    ("weapon", "causes", "dice", "text"),
    [
        (RIFLE, FIRED_ON, [4, 4], "A passes 2 and returns fire"),
        (LMG, FIRED_ON, [4, 4], "A passes 2 and ducks back, outgunned"),
        (LMG, FIRED_ON, [5, 5], "A passes 0 and hunkers down"),
        (RIFLE, (DOWN,), [4, 5], "A passes 1 and ducks back (man down)"),
        (RIFLE, (*FIRED_ON, DOWN), [4, 4], "A passes 2 and returns fire"),
    ],
)
def test_the_words_say_why_a_man_does_what_he_does(
    weapon: str, causes: tuple[Cause, ...], dice: list[int], text: str
) -> None:
    """NR-28: outgunned, or for a friend who fell; and only where that made him do it."""
    state = table(man("a", (10, 30)), foe("x", (10, 10), weapons=(weapon,), shot_with=weapon))
    with playing(state, CrisisTest("red-1", causes), dice=dice) as p:
        p.nothing_pending()
    assert p.last("crisis_test").text == f"Crisis Test: {text}."


@rule("NUTS-REACT-03", "NUTS-MOVE-10")
@pytest.mark.parametrize(
    ("before", "text"), [(False, "hunkers down"), (True, "leaves the battlefield, his second Hunker Down")]
)
def test_the_words_say_when_it_is_his_second_hunker_down(before: bool, text: str) -> None:
    state = table(man("a", (10, 30), hunkered_before=before), foe("x", (10, 10)))
    with playing(state, CrisisTest("red-1", FIRED_ON), dice=[5, 5]) as p:
        p.nothing_pending()
    assert p.last("crisis_test").text == f"Crisis Test: A passes 0 and {text}."


@rule("NUTS-REACT-05")
@pytest.mark.parametrize(("dice", "by"), [([4, 4], ("x",)), ([5, 5], ("x", "y"))])
def test_who_shoots_back_shoots_at_those_who_shot_at_him(dice: list[int], by: tuple[str, ...]) -> None:
    """NR-31: not at him who brought his friend down; but who takes cover does so from both."""
    state = table(man("a", (10, 30)), foe("x", (10, 10)), foe("y", (14, 10)))
    causes = (*FIRED_ON, Cause("a", "man_down", ("y",), point((10, 32))))
    with playing(state, CrisisTest("red-1", causes), dice=dice) as p:
        p.nothing_pending()
    assert p.state.figures["a"].reaction.causes == by


@rule("NUTS-REACT-02")
def test_a_star_is_told_the_odds_of_what_he_may_choose() -> None:
    """NR-03: of each shot at him who shot, and of the dice. Y, who brought B down, lies prone and is no target."""
    both = (*FIRED_ON, Cause("a", "man_down", ("y",), point((10, 32))))
    odds = {}
    for name, causes in (("shot at", FIRED_ON), ("both", both), ("down", both[1:])):
        state = table(man("a", (10, 30), star=True), foe("x", (10, 20)), foe("y", (14, 20), prone=True))
        with playing(state, CrisisTest("red-1", causes)) as p:
            asked = p.asked("red")
            assert isinstance(asked, Pick)
            odds[name] = {one.id: [word for word in one.hint.split() if "%" in word] for one in asked.options}
            p.pending(red="")
    thrown = ["44%", "44%", "11%"]
    assert odds == {
        "shot at": {"2": ["39%"], "1": ["13%"], "0": [], "roll": thrown},
        "both": {"2": ["39%"], "1": [], "0": [], "roll": thrown},
        "down": {"2": [], "1": [], "0": [], "roll": thrown},
    }


@rule("NUTS-MOVE-12", "NUTS-FIRE-10")
def test_one_who_may_choose_shoots_at_those_alone_who_made_him_test() -> None:
    """NR-31: X and Y shot at him, Z did not."""
    state = table(
        man("a", (10, 30), weapons=(SMG,)), foe("x", (9, 20)), foe("y", (11, 20)), foe("z", (13, 20))
    )
    causes = (Cause("a", "fired_on", ("x", "y")),)
    with playing(state, Crisis(causes), dice=[4, 4]) as p:
        asked = p.asked("red")
        assert isinstance(asked, Orders)
        assert [one.id for one in asked.cards[0].conditions] == ["x", "y"]
        assert p.refuse("red", [fire("red-1", SMG, a=[("z", 3)])])
        p.pending(red="Shoot back.")


@bounds("NUTS-MOVE-10")
@pytest.mark.parametrize(
    ("result", "group"),
    [("leave_battlefield", False), ("hunker_down", True), ("duck_back", True), ("carry_on", True)],
)
def test_who_leaves_the_battlefield_leaves_his_group(result: Any, group: bool) -> None:
    """Everybody else stays in it. Who hunkers for the second time leaves as well."""
    state = table(man("a", (10, 30)), man("b", (12, 30)), foe("x", (10, 10)))
    g = game(state)
    score(g, state.figures["a"], result, ("x",))
    assert (state.figures["a"].group == state.figures["b"].group) is group
    state.figures["b"].reaction = state.figures["b"].reaction.but(hunkered_before=True)
    score(g, state.figures["b"], "hunker_down", ("x",))
    assert state.figures["b"].status == "leave_battlefield"


@rule("NUTS-WOUND-02", "NUTS-MOVE-06")
@pytest.mark.parametrize("friend", [False, True])
@pytest.mark.parametrize(("wall", "reached"), [(35.496, True), (35.5, False)])
def test_six_inches_to_cover_to_a_tenth_of_a_millimetre(wall: float, reached: bool, friend: bool) -> None:
    """NR-24: the place behind the wall is 1524 tenths off, or 1525; who goes for nobody has used nothing of it."""
    state = table(
        man("a", (10, 30), reacting="duck_back", status="duck_back", causes=("x",)),
        man("w", (10, 29 if friend else 45), status="out_of_the_fight"),
        foe("x", (10, 10)),
        pieces=f"  - {{id: wall, kind: wall, line: [[5, {wall}], [15, {wall}]]}}",
    )
    state.figures["w"].group = ""
    with playing(state, DuckBack("a")) as p:
        if friend:
            p.choose("red", "nobody")
        p.nothing_pending()
    assert p.state.figures["a"].reaction.under_cover is reached


# What is used up


@bounds("NUTS-GREN-16")
def test_only_the_flamethrower_that_shot_has_its_turn_noted() -> None:
    """The last shot of another weapon is remembered as it was."""
    flames = "core.flamethrower"
    state = table(man("a", (10, 30), weapons=(flames,), last_shot=((LMG, 1), (flames, 1))), turn=4)
    a = state.figures["a"]
    (one,) = [thing for thing in munitions(state, a) if thing.weapon == flames]
    burn_fuel(game(state), a, one, [3])
    assert a.arms.last_shot == ((LMG, 1), (flames, 4))


@bounds("NUTS-GREN-16")
@pytest.mark.parametrize(("fuel", "face", "left"), [(-1, 2, -1), (-1, 1, 1), (1, 1, 0), (1, 6, 0), (2, 3, 1)])
def test_fuel_after_a_one(fuel: int, face: int, left: int) -> None:
    """-1 is no end of it."""
    flames = "core.flamethrower"
    state = table(man("a", (10, 30), weapons=(flames,), fuel=fuel))
    a = state.figures["a"]
    (one,) = [thing for thing in munitions(state, a) if thing.weapon == flames]
    burn_fuel(game(state), a, one, [face])
    assert a.pack.fuel == left


@bounds("NUTS-HOUSE-03")
def test_a_fast_crawl_is_twice_as_far_at_most() -> None:
    state = table(man("a", (10, 30), prone=True))
    assert LAWS["fast_crawl"].is_played({"house_3_crawling": "on"})
    assert LAWS["fast_crawl"].most(state.figures["a"]) == 4 * 254  # type: ignore[attr-defined]
    assert LAWS["crawl"].most(state.figures["a"]) == 2 * 254  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("status", "lies"),
    [("out_of_the_fight", True), ("obviously_dead", False), ("carry_on", False), ("hunker_down", False)],
)
def test_who_is_wounded(status: Any, lies: bool) -> None:
    """NR-82."""
    assert is_wounded(man("a", (10, 30), status=status)) is lies
