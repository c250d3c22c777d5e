"""Exact odds: against values worked by hand, and against every single fall of the dice where there are few."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deadground.core.dice import DiceSource
from deadground.core.odds import odds
from deadground.core.records import copy_state, redact
from deadground.core.view import View
from deadground.systems.skirmish.odds.damage import Body, damage_odds, down
from deadground.systems.skirmish.odds.fire import FireOdds, fire_odds
from deadground.systems.skirmish.odds.plan import fire_plan_odds
from deadground.systems.skirmish.odds.stage import OURS, THEIRS, checked, game, soldier, stage
from deadground.systems.skirmish.rules.fire.damage import Hit, damage_of
from deadground.systems.skirmish.rules.fire.fire import volley
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot, with_spares_rolled
from deadground.systems.skirmish.state import DOWN, SkirmishState
from deadground.testing import bounds, rule
from tests.systems.skirmish.table import LMG, RIFLE, SMG, foe, man, table

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


@rule("NUTS-FIRE-01")
@pytest.mark.parametrize(
    ("rep", "words", "hit"),
    [
        (4, "", 3),
        (3, "", 2),
        (5, "", 4),
        (4, "cover", 1),
        (4, "prone", 2),
        (4, "fast", 2),
        (4, "snap", 1),
        (4, "shooter_fast", 1),
        (4, "carrying", 1),
        (5, "cover,snap", 2),
    ],
)
def test_one_rifle_shot(rep: int, words: str, hit: int) -> None:
    """`hit` faces in six: from 8 on, from 10 on in cover or snap fire, from 9 on at a prone or fast target."""
    assert fire_odds(RIFLE, rep, words=words).hit == Fraction(hit, 6)


@rule("NUTS-FIRE-04", "NUTS-REACT-07")
def test_what_a_rifle_hit_does_to_a_man_of_rep_4() -> None:
    """Impact 3: 1 is dead, 2 and 3 are out; else 2d6 against 4: 4/9 carry on, 4/9 out, 1/9 dead."""
    chances = damage_odds(Body(4), 3, 1, 4)
    assert chances == {
        "obviously_dead": Fraction(1, 6) + HALF * Fraction(1, 9),
        "out_of_the_fight": THIRD + HALF * Fraction(4, 9),
        "carry_on": HALF * Fraction(4, 9),
    }
    assert fire_odds(RIFLE).down == HALF * down(chances)
    assert fire_odds(RIFLE, words="vest").down == HALF * (THIRD + Fraction(2, 3) * Fraction(5, 9))


@bounds("NUTS-AMMO-01", "NUTS-AMMO-03")
def test_running_dry() -> None:
    """Two 1s of three dice; with a loader three of six."""
    assert fire_odds(SMG).empty == Fraction(16, 216)
    two_or_more = 1 - Fraction(5**6 + 6 * 5**5, 6**6)
    assert fire_odds("german.mg42").empty == two_or_more
    assert fire_odds("german.mg42", words="loader").empty == two_or_more - Fraction(15 * 5**4, 6**6)


def by_volley(found_for: str, at: tuple[int, ...], dice: tuple[int, ...]) -> dict[tuple[bool, ...], Fraction]:
    """Who is down, with every fall of the dice forced through the volley; Recover Tests pass or fail."""
    men = [
        soldier(f"target_{n}", THEIRS, (60 + n - 1, 20), rep=rep, facing=1800) for n, rep in enumerate(at, 1)
    ]
    state = stage([soldier("shooter", OURS, (60, 32), rep=4, weapon=found_for), *men])
    shot = Shot("shooter", found_for, tuple(Aim(f"target_{n}", many) for n, many in enumerate(dice, 1)))

    def resolve(source: DiceSource) -> tuple[bool, ...]:
        g = game(copy_state(state), checked({}), source)
        volley(g, [shot])
        return tuple(g.figure(one.id).status in DOWN for one in men)

    reps = tuple(sorted(set(at)))
    return odds(resolve, {"recover": reps}, cut=Fraction(0)).chances


@bounds("NUTS-FIRE-06", "NUTS-FIRE-11")
@pytest.mark.parametrize(
    ("weapon", "at", "dice"),
    [
        (RIFLE, (3,), (1,)),
        ("core.sa_rifle", (4,), (2,)),
        ("core.sa_rifle", (5, 3), (1, 1)),
        ("core.sa_rifle", (3, 4), (1, 1)),
        (SMG, (4,), (3,)),
    ],
)
def test_the_reckoning_is_what_the_volley_itself_comes_to(
    weapon: str, at: tuple[int, ...], dice: tuple[int, ...]
) -> None:
    found = fire_odds(weapon, 4, at, dice)
    chances = by_volley(weapon, at, dice)
    for n, target in enumerate(found.targets):
        assert target.down == sum(chance for who, chance in chances.items() if who[n])
    assert found.down == sum(chance for who, chance in chances.items() if any(who))


def test_lumped_faces_give_the_same_as_all_of_them() -> None:
    """The damage of two hits on a Star of Rep 3, with every face told apart."""
    state = stage(
        [
            soldier("target", THEIRS, (60, 20), rep=3, star=True, star_dice=2),
            soldier("shooter", OURS, (60, 40), rep=4),
        ]
    )

    def resolve(dice: DiceSource) -> str:
        g = game(copy_state(state), checked({}), dice)
        damage_of(g, g.figure("target"), [Hit("shooter", 3)] * 2)
        return g.figure("target").status

    every = odds(resolve, cut=Fraction(0)).chances
    assert damage_odds(Body(3, star=True, star_dice=2), 3, 2, 4) == every


@rule("NUTS-FIRE-17")
@pytest.mark.parametrize(
    ("weapon", "range_", "words", "told"),
    [
        ("core.pistol", 12.1, "", "target 1 is out of range"),
        ("core.hmg", 12, "moved", "has moved this turn"),
    ],
)
def test_a_shot_that_there_is_not(weapon: str, range_: float, words: str, told: str) -> None:
    found = fire_odds(weapon, range_=range_, words=words)
    assert told in found.refused.lower() or told in found.refused
    assert found.hit == found.down == found.empty == 0
    assert fire_odds("core.pistol", range_=12).refused == ""


@bounds("NUTS-FIRE-05")
def test_a_medium_machine_gun_that_has_moved_has_three_dice() -> None:
    """NS-07."""
    assert (fire_odds("core.mmg").dice, fire_odds("core.mmg", words="moved").dice) == (6, 3)


@rule("NUTS-FIRE-01")
def test_what_is_added_to_a_die() -> None:
    """A sniper rifle held still, a Crack Shot's first die with a rifle, but not both, nor in snap fire. LR-041"""

    def added(weapon: str, words: str = "", attributes: str = "") -> int:
        return fire_odds(weapon, words=words, attributes=attributes).shift.total

    sniper = "core.sniper_rifle"
    assert (added(sniper), added(sniper, words="moved")) == (5, 4)
    assert added(sniper, attributes="crack_shot") == 5
    assert added(sniper, words="moved", attributes="crack_shot") == 5
    assert (added(RIFLE), added(RIFLE, attributes="crack_shot")) == (4, 5)
    assert added(RIFLE, words="snap", attributes="crack_shot") == 4
    assert added(SMG, attributes="crack_shot") == 4


@rule("NUTS-REACT-04")
def test_half_strength_counts_in_recovering_with_the_option_alone() -> None:
    """One die of two: he cannot pass two any more, and carries on never."""

    def downs(words: str, value: str) -> FireOdds:
        return fire_odds(RIFLE, words=words, options={"recover_damage_modifiers": value})

    plain = downs("", "off").down
    assert downs("half_strength", "off").down == plain
    assert downs("half_strength", "on").down == HALF > plain
    assert downs("", "on").down == plain


def view_of(state: SkirmishState, seat: str = "red") -> View[SkirmishState]:
    return View(seat, tuple(state.seats), checked({}), lambda: redact(state, seat))


def plan(state: SkirmishState) -> list[Shot]:
    return [
        Shot("a", RIFLE, (Aim("x", 1),)),
        Shot("b", LMG, (Aim("x", 3), Aim("y", 1))),
    ]


def facing_two(**changes: int) -> SkirmishState:
    return table(
        man("a", (10, 20)),
        man("b", (12, 20), weapons=(LMG,)),
        foe("x", (10, 10), **changes),
        foe("y", (11, 10), **changes),
    )


@rule("NUTS-FIRE-01")
def test_a_fire_plan_is_reckoned_from_what_is_known() -> None:
    """The enemy's Rep is not: whatever it is, the seat reads the same, and that a Rep was taken for granted."""
    found = {rep: fire_plan_odds(view_of(facing_two(rep=rep)), plan(facing_two())) for rep in (2, 4, 6)}
    assert found[2] == found[4] == found[6]
    assert found[4].about == "reckoned with Rep 4 where it is not known yet"
    shown = fire_plan_odds(view_of(facing_two(rep=6, shown_rep=6)), plan(facing_two()))
    assert shown.about == ""
    assert shown.down < found[4].down
    assert shown.hit == found[4].hit


def test_where_one_rep_was_shown_it_is_said_for_whom_another_was_taken_for_granted() -> None:
    state = facing_two(rep=5)
    state.figures["x"].shown_rep = 5
    assert fire_plan_odds(view_of(state), plan(state)).about == "reckoned with Rep 4 for Y, not known yet"


@bounds("NUTS-FIRE-11")
def test_a_fire_plan_comes_to_what_the_volley_comes_to() -> None:
    """Two men at one, with every fall of the dice forced through the volley."""
    state = table(man("a", (10, 20)), man("b", (12, 20), rep=3), foe("x", (10, 10)))
    shots = [Shot("a", RIFLE, (Aim("x", 1),)), Shot("b", RIFLE, (Aim("x", 1),))]

    def resolve(dice: DiceSource) -> tuple[bool, bool]:
        g = game(copy_state(state), checked({}), dice)
        fallout = volley(g, shots)
        return bool(fallout.hit), g.figure("x").status in DOWN

    every = odds(resolve, {"recover": (4,)}, cut=Fraction(0))
    found = fire_plan_odds(view_of(state), shots)
    assert found.hit["x"] == pytest.approx(float(every.of(lambda result: result[0])))
    assert found.down == pytest.approx(float(every.of(lambda result: result[1])))
    assert state.figures["a"].shown_rep == 0


@bounds("NUTS-FIRE-09")
def test_who_is_left_over_counts_at_everybody_whom_a_die_may_give_him() -> None:
    """Three men at two: what the plan says of each is what the volley comes to, the die for the third included."""
    state = table(
        man("a", (10, 20)), man("b", (12, 20)), man("c", (14, 20)), foe("x", (10, 10)), foe("y", (14, 10))
    )
    shots = [
        Shot("a", RIFLE, (Aim("x", 1),)),
        Shot("b", RIFLE, (Aim("y", 1),)),
        Shot("c", RIFLE, (Aim("y", 1),)),
    ]

    def resolve(dice: DiceSource) -> tuple[bool, bool]:
        g = game(copy_state(state), checked({}), dice)
        foes = [g.figure("x"), g.figure("y")]
        fallout = volley(g, with_spares_rolled(g, shots, foes, dict.fromkeys("abc", True)))
        hit = {target for target, _ in fallout.hit}
        return "x" in hit, "y" in hit

    every = odds(resolve, {"recover": (4,)}, cut=Fraction(0))
    found = fire_plan_odds(view_of(state), shots)
    assert found.hit["x"] == pytest.approx(float(every.of(lambda result: result[0])))
    assert found.hit["y"] == pytest.approx(float(every.of(lambda result: result[1])))


def test_nothing_planned_is_nothing_done() -> None:
    found = fire_plan_odds(view_of(facing_two()), [])
    assert (found.down, found.hit, found.about) == (0.0, {}, "")


def test_the_plan_does_not_touch_what_is_seen() -> None:
    view = view_of(facing_two())
    before = copy_state(view.state)
    fire_plan_odds(view, plan(view.state))
    assert view.state == before
