"""Exact odds of In Sight and Crisis Tests, charges, melees and throws, against values worked by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from deadground.core.dice import DiceSource
from deadground.core.odds import odds
from deadground.core.records import copy_state
from deadground.systems.skirmish.odds.crisis import crisis_odds
from deadground.systems.skirmish.odds.grenade import grenade_odds
from deadground.systems.skirmish.odds.in_sight import in_sight_odds
from deadground.systems.skirmish.odds.melee import ahead, melee_odds
from deadground.systems.skirmish.odds.stage import OURS, THEIRS, checked, game, soldier, stage
from deadground.systems.skirmish.rules.melee.melee import fight_round
from deadground.systems.skirmish.rules.sight.in_sight_pools import scores
from deadground.systems.skirmish.state import DOWN
from deadground.testing import bounds, rule
from tests.systems.skirmish.table import RIFLE, SMG

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


def binomial(dice: int) -> list[Fraction]:
    return [Fraction(comb(dice, n), 2**dice) for n in range(dice + 1)]


def quicker(ours: int, theirs: int) -> Fraction:
    mine, other = binomial(ours), binomial(theirs)
    pairs = [(a, b, mine[a] * other[b]) for a in range(ours + 1) for b in range(theirs + 1)]
    won = sum((chance for a, b, chance in pairs if a > b), Fraction(0))
    tied = sum((chance for a, b, chance in pairs if a == b), Fraction(0))
    return won / (1 - tied)


@rule("NUTS-SIGHT-06")
@bounds("NUTS-SIGHT-05", "NUTS-SIGHT-08")
@pytest.mark.parametrize(
    ("ours", "theirs", "dice"),
    [
        ({}, {}, (4, 4)),
        ({"words": "moved"}, {}, (3, 4)),
        ({}, {"enemy_words": "concealed"}, (3, 4)),
        ({"words": "concealed"}, {}, (4, 3)),
        ({"words": "temporary"}, {"enemy_rep": 5}, (3, 5)),
        ({"attributes": "steely_eyes,quick_reflexes"}, {}, (6, 4)),
        ({"attributes": "slow_to_react"}, {"enemy_attributes": "stealthy"}, (2, 4)),
    ],
)
def test_who_is_quicker(ours: dict[str, str], theirs: dict[str, str], dice: tuple[int, int]) -> None:
    found = in_sight_odds(**ours, **theirs)  # type: ignore[arg-type]
    assert (found.dice, found.enemy_dice) == dice
    assert found.win == quicker(*dice)
    assert found.win + found.lose == 1


@bounds("NUTS-SIGHT-05", "NUTS-HOUSE-08")
def test_pools_of_nothing_win_nothing() -> None:
    words, on = "moved,temporary", {"house_8_in_sight": "on"}
    found = in_sight_odds(1, 1, words, "concealed,prone,temporary", options=on)
    assert (found.dice, found.enemy_dice) == (0, 0)
    assert found.win == found.lose == 0


@bounds("NUTS-SIGHT-08")
def test_ties_thrown_again_and_again_come_to_the_same() -> None:
    """The smallest pools, with the test itself forced until a line of ties is all but impossible."""
    men = [
        soldier(side, side, (60, y), rep=1, facing=f) for side, y, f in ((OURS, 40, 0), (THEIRS, 20, 1800))
    ]
    state = stage(men)

    def resolve(dice: DiceSource) -> str:
        g = game(copy_state(state), checked({}), dice)
        found = scores(g, OURS, (THEIRS,), list(g.state.figures.values()))
        return max(found, key=lambda score: score.successes).side

    forced = odds(resolve, {"in sight": (3,)}, cut=Fraction(1, 10**4))
    assert abs(forced.chances[OURS] - in_sight_odds(1, 1).win) < forced.cut
    assert in_sight_odds(1, 1).win == HALF


@rule("NUTS-REACT-03")
@bounds("NUTS-REACT-02")
@pytest.mark.parametrize(
    ("given", "results"),
    [
        ({}, {"return_fire": 16, "snap_fire": 16, "hunker_down": 4}),
        ({"cause": "man_down"}, {"carry_on": 16, "duck_back": 16, "leave_battlefield": 4}),
        ({"shooter": SMG}, {"duck_back": 32, "hunker_down": 4}),
        ({"words": "empty"}, {"duck_back": 32, "hunker_down": 4}),
        ({"cause": "fired_on,man_down"}, {"return_fire": 16, "duck_back": 16, "leave_battlefield": 4}),
        ({"words": "hunkered"}, {"return_fire": 16, "snap_fire": 16, "leave_battlefield": 4}),
        ({"words": "ducking"}, {"duck_back": 32, "hunker_down": 4}),
        ({"words": "half_strength"}, {"snap_fire": 24, "hunker_down": 12}),
        ({"words": "half_strength,cover"}, {"return_fire": 16, "snap_fire": 16, "hunker_down": 4}),
        ({"attributes": "plucky"}, {"return_fire": 25, "snap_fire": 10, "hunker_down": 1}),
        ({"attributes": "coward"}, {"return_fire": 9, "snap_fire": 18, "hunker_down": 9}),
    ],
)
def test_results_in_36(given: dict[str, str], results: dict[str, int]) -> None:
    given = {**given}
    found = crisis_odds(given.pop("cause", "fired_on"), **given)  # type: ignore[arg-type]
    assert found.results == {result: Fraction(many, 36) for result, many in results.items()}


@rule("NUTS-REACT-04")
@bounds("NUTS-LEAD-01")
def test_the_leader_die_and_the_die_of_cover() -> None:
    """One die more, against the Leader's Rep or his own: two passes of three dice are enough."""
    fail, two = THIRD**3, THIRD**3 + 3 * THIRD**2 * Fraction(2, 3)
    for found in (crisis_odds(leader=4), crisis_odds(words="cover")):
        assert found.results == {"return_fire": 1 - two, "snap_fire": two - fail, "hunker_down": fail}
    weak = crisis_odds(leader=1).results
    assert weak["hunker_down"] == Fraction(1, 9) * Fraction(5, 6)


@rule("NUTS-MELEE-08")
@bounds("NUTS-MELEE-14")
def test_the_pools_of_the_books_example() -> None:
    """A Rep 5 with a bayonet in his hand and a Rep 4 with a rifle have six dice each."""
    found = melee_odds(5, 4, "", RIFLE, words="bayonet")
    assert (found.dice, found.enemy_dice) == (6, 6)
    assert found.matched == Fraction(comb(12, 6), 2**12)
    assert found.win == found.lose == (1 - found.matched) / 2
    assert ahead(found.dice, found.enemy_dice) == found.win


@rule("NUTS-MELEE-04", "NUTS-MELEE-05")
@pytest.mark.parametrize(
    ("words", "dice"),
    [("", 2), ("cover", 3), ("flank", 1), ("rear", 0), ("flank,cover", 2), ("rear,cover", 1)],
)
def test_the_charge(words: str, dice: int) -> None:
    """Both Rep 4: the charger throws two dice, the target as many as the circumstances leave him."""

    def passes(many: int) -> list[Fraction]:
        two = Fraction(2, 3)
        return [comb(many, n) * two**n * THIRD ** (many - n) for n in range(many + 1)]

    pairs = [(a, b, passes(2)[a] * passes(dice)[b]) for a in range(3) for b in range(dice + 1)]
    found = melee_odds(enemy_words=words).charge
    assert found["nothing"] == sum(chance for a, b, chance in pairs if a > b)
    assert found["snap_fires"] == sum(chance for a, b, chance in pairs if a == b)
    assert sum(found.values()) == 1


@rule("NUTS-MELEE-11")
@bounds("NUTS-MELEE-10")
def test_a_round_reckoned_by_hand() -> None:
    """Two men of Rep 1 with knives have two dice each; the margin is 1 or 2."""
    found = melee_odds(1, 1, "", "")
    by_one, by_two = 2 * Fraction(1, 4) * HALF, Fraction(1, 16)
    survives = Fraction(1, 36)
    assert (found.dice, found.enemy_dice, found.win) == (2, 2, by_one + by_two)
    dead_or_out = by_one * (Fraction(1, 6) + Fraction(5, 6) * (1 - survives))
    dead_or_out += by_two * (THIRD + Fraction(2, 3) * (1 - survives))
    assert found.enemy_down == found.down == dead_or_out


def test_lumped_pools_give_the_same_as_every_face() -> None:
    state = stage(
        [soldier(OURS, OURS, (60, 21), rep=1), soldier(THEIRS, THEIRS, (60, 20), rep=1, facing=1800)]
    )

    def resolve(dice: DiceSource) -> tuple[str, str]:
        g = game(copy_state(state), checked({}), dice)
        fight_round(g, g.figure(OURS), g.figure(THEIRS))
        return g.figure(OURS).status, g.figure(THEIRS).status

    every = odds(resolve, {"recover": (1,)}, cut=Fraction(0))
    found = melee_odds(1, 1, "", "")
    assert found.enemy_down == every.of(lambda both: both[1] in DOWN)
    assert found.down == every.of(lambda both: both[0] in DOWN)


@bounds("NUTS-HOUSE-06")
def test_fighting_to_capture() -> None:
    found = melee_odds(1, 1, "", "", words="capture", options={"house_6_capture": "on"})
    assert found.enemy["captured"] == Fraction(1, 16)
    assert found.enemy["out_of_the_fight"] == Fraction(1, 4)


@rule("NUTS-GREN-05", "NUTS-GREN-06", "NUTS-GREN-07")
def test_where_a_grenade_comes_down() -> None:
    """Rep 4, in view: one die passed is enough. Out of view both must be; none passed and it is dropped."""
    assert grenade_odds().where == {"lands": Fraction(8, 9), "dropped": Fraction(1, 9)}
    unseen = grenade_odds(words="unseen").where
    assert unseen == {"lands": Fraction(4, 9), "misses": Fraction(4, 9), "dropped": Fraction(1, 9)}
    assert grenade_odds(words="snap,unseen").where == {"misses": Fraction(8, 9), "dropped": Fraction(1, 9)}


@bounds("NUTS-HOUSE-01")
def test_a_prone_man_under_a_grenade_as_the_house_rule_has_it() -> None:
    """Rep 4, Impact 2 less 2: he escapes with 4/9. Without the house rule he is safe."""
    on = {"house_1_prone_in_blast": "on"}
    assert grenade_odds(words="prone", options=on).down == Fraction(8, 9) * Fraction(5, 9)
    assert grenade_odds(words="prone").down == 0


@bounds("NUTS-GREN-08", "NUTS-GREN-09")
def test_who_is_hurt() -> None:
    """Impact 2 on a Rep 4: a third is down by the die alone. A wall of Defensive Value 3 keeps it out."""
    downed = THIRD + Fraction(2, 3) * Fraction(5, 9)
    assert grenade_odds().men[0].down == Fraction(8, 9) * downed
    three = grenade_odds(at=(4, 4, 4))
    assert {man.down for man in three.men[:-1]} == {Fraction(8, 9) * downed}
    assert three.down == Fraction(8, 9) * (1 - (1 - downed) ** 3)
    assert grenade_odds(words="cover").down == 0
    thrower = grenade_odds().men[-1]
    assert thrower.down == Fraction(1, 9) * THIRD * downed


@rule("NUTS-GREN-11")
def test_a_rifle_grenade_goes_by_the_to_hit_table() -> None:
    """Rep 4: on the spot from 4 up; 2" off it the circle of 5" still reaches a man on the spot."""
    found = grenade_odds("core.rifle_grenade", range_=15)
    assert found.where == {"astray": HALF, "lands": HALF}
    assert found.men[0].hit == 1
    assert grenade_odds("core.rifle_grenade", range_=20.5).refused.startswith("The spot is too far")
