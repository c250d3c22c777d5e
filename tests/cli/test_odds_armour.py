"""`deadground odds skirmish main_gun|penetration`, by the rules that resolve them: values worked by hand."""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.odds import armour
from deadground.testing import bounds, rule
from tests.cli.conftest import Ask


def odds(ask: Ask, roll: str, *arguments: object) -> dict[str, object]:
    found: dict[str, object] = ask("odds", "skirmish", roll, *arguments, "--json").json
    return found


def results(ask: Ask, roll: str, *arguments: object) -> dict[str, float]:
    found = odds(ask, roll, *arguments)["results"]
    assert isinstance(found, dict)
    return found


@rule("NUTS-VEH-15", "NUTS-VEH-16")
@pytest.mark.parametrize(
    ("apr", "number", "two", "one"),
    [
        (9, 1, 1 / 36, 10 / 36),
        (12, 4, 16 / 36, 16 / 36),
        (8, 0, 0, 0),
        (14, 6, 1, 0),
        (13, 5, 25 / 36, 10 / 36),
    ],
)
def test_a_round_against_the_front_of_a_tiger(
    ask: Ask, apr: int, number: int, two: float, one: float
) -> None:
    """Armour 8: each of two dice is passed up to what is left of the APR, and nothing is up to 0."""
    found = odds(ask, "penetration", "--apr", apr, "--target", "german.tiger_i")
    assert found["numbers"] == {"hull": number}
    chances = results(ask, "penetration", "--apr", apr, "--target", "german.tiger_i")
    assert chances.get("destroyed", 0) == pytest.approx(two)
    assert chances.get("disabled", 0) == pytest.approx(one)
    assert chances.get("not_pierced", 0) == pytest.approx(1 - two - one)


@bounds("NUTS-VEH-19")
@pytest.mark.parametrize(("apr", "result"), [(14, "destroyed"), (15, "brewed_up")])
def test_a_number_of_seven_is_overkill(ask: Ask, apr: int, result: str) -> None:
    """NS-26"""
    assert results(ask, "penetration", "--apr", apr, "--target", "german.tiger_i") == {result: 1}


@rule("COT-VEH-02", "NUTS-VEH-03")
def test_each_face_has_its_rating(ask: Ask) -> None:
    """A Tiger I: 8, 6, half of that, 3 on top and below. NR-95: by the core lists the rear is like the side."""
    numbers = {"front": 1, "side": 3, "rear": 6, "top": 6, "bottom": 6}
    for face, number in numbers.items():
        on = ("--apr", 9, "--target", "german.tiger_i", "--face", face)
        assert odds(ask, "penetration", *on)["numbers"] == {"hull": number}
    on = ("--apr", 9, "--target", "german_core.tiger_i", "--face", "rear")
    assert odds(ask, "penetration", *on)["numbers"] == {"hull": 1}


def test_the_turret_is_thicker_or_by_an_option_thinner(ask: Ask) -> None:
    """NR-91"""
    on = ("--apr", 9, "--target", "german.tiger_i", "--with", "turret")
    assert odds(ask, "penetration", *on)["numbers"] == {"turret": 0}
    assert odds(ask, "penetration", *on, "--set", "turret_plus_one=number")["numbers"] == {"turret": 2}


@rule("COT-AFV-05")
@pytest.mark.parametrize(
    ("target", "listed", "derived"),
    [("german.tiger_i", 3, 4), ("soviet.t_26", 0, 1), ("soviet.su_76m", 0, 0)],
)
def test_top_armour_is_that_of_the_lists_or_by_an_option_the_side_less_two(
    ask: Ask, target: str, listed: int, derived: int
) -> None:
    """COT-R30: at least 1, and an open top is 0 from above."""
    on = ("--apr", 9, "--target", target, "--face", "top")
    assert odds(ask, "penetration", *on)["numbers"] == {"hull": 9 - listed}
    other = odds(ask, "penetration", *on, "--set", "top_armor=side_minus_two")
    assert other["numbers"] == {"hull": 9 - derived}


@rule("NUTS-VEH-09", "NUTS-VEH-10", "NUTS-VEH-11")
@pytest.mark.parametrize(
    ("words", "range_", "rep", "hit"),
    [
        ("", 24, 4, 32 / 36),
        ("", 48, 4, 32 / 36),
        ("", 49, 3, 9 / 36),
        ("fast", 24, 4, 16 / 36),
        ("shooter_fast", 24, 4, 16 / 36),
        ("hull_down", 24, 4, 16 / 36 + 16 / 36 / 3),
    ],
)
def test_a_main_gun_hits(ask: Ask, words: str, range_: int, rep: int, hit: float) -> None:
    """Two dice of Rep 4: both passed are 16 in 36, one 16. Over 48 inches Rep counts 3, and one is a miss.

    Of a hull that is down one die passed strikes the turret on 1 and 2. NR-92, NR-93
    """
    found = odds(ask, "main_gun", "--range", range_, *(("--with", words) if words else ()))
    assert found["hit"] == pytest.approx(hit)
    assert found["rep"] == rep


@rule("NUTS-VEH-12")
def test_one_die_passed_strikes_the_turret_a_third_of_the_time(ask: Ask) -> None:
    """A T-34/76 against a Panzer IV H: 6 of armour ahead; the turret is 7, and an APR of 6 goes through neither.

    From the side 3 and 4.
    """
    assert results(ask, "main_gun") == {
        "missed": pytest.approx(4 / 36),
        "not_pierced": pytest.approx(32 / 36),
    }
    found = odds(ask, "main_gun", "--face", "side")
    assert found["numbers"] == {"turret": 2, "hull": 3}
    turret, hull = 16 / 36 / 3, 16 / 36 * 5 / 3
    chances = results(ask, "main_gun", "--face", "side")
    assert chances["destroyed"] == pytest.approx(turret * 4 / 36 + hull * 9 / 36)
    assert chances["disabled"] == pytest.approx(turret * 16 / 36 + hull * 18 / 36)


@bounds("COT-VEH-20")
def test_a_low_vehicle_is_missed_by_half_a_success_and_hit_in_front_when_its_hull_is_down(ask: Ask) -> None:
    """LR-138: a StuG, 6 ahead and 3 at the side; hull down it is hit ahead wherever it is shot at from."""
    on = ("--shooter", "soviet.t_34_85", "--target", "german.stug_iii_f_g", "--face", "side")
    assert odds(ask, "main_gun", *on)["numbers"] == {"hull": 4}
    assert odds(ask, "main_gun", *on)["hit"] == pytest.approx(16 / 36)
    assert odds(ask, "main_gun", *on, "--with", "hull_down")["numbers"] == {"hull": 1}


def test_what_has_no_turret_is_hit_on_the_hull(ask: Ask) -> None:
    """NR-240: a Jagdpanther that is no low vehicle."""
    found = odds(ask, "main_gun", "--target", "german.jagdpanther", "--shooter", "german.pak_40")
    assert found["numbers"] == {"hull": -1}
    assert found["hit"] == pytest.approx(32 / 36)


def test_words_and_refusals(ask: Ask) -> None:
    out = ask("odds", "skirmish", "main_gun").out
    assert "hit 88.9%, Rep 4:" in out
    assert "-6 armour, front (NUTS-VEH-15, NUTS-VEH-03)" in out
    for arguments, why in (
        (("penetration", "--target", "german.tigre"), "tiger_i"),
        (("penetration", "--face", "left"), "front, side"),
        (("penetration", "--target", "german.jagdpanther", "--with", "turret"), "no turret"),
        (("main_gun", "--with", "turret"), "no choice"),
        (("main_gun", "--shooter", "german.tigre"), "tiger_i"),
        (("main_gun", "--shooter", "soviet.gaz_aa"), "no gun"),
        (("main_gun", "--target", "american.m10"), "LR-011"),
    ):
        assert why in ask("odds", "skirmish", *arguments).refusal
    assert set(armour.WORDS) == {"hull_down", "fast", "shooter_fast", "turret"}


@rule("NUTS-VEH-19")
@pytest.mark.parametrize(("rep", "top", "side"), [(4, 16 / 36, 16 / 36), (3, 9 / 36, 18 / 36)])
def test_a_close_assault_strikes_the_top_or_the_side(ask: Ask, rep: int, top: float, side: float) -> None:
    """NS-19: a Panzer IV H has 1 on top and 3 at the side: with APR 9 overkill above, and a kill from beside it."""
    on = ("--apr", 9, "--target", "german.pz_iv_h", "--rep", rep)
    assert odds(ask, "close_assault", *on)["numbers"] == {"top": 8, "side": 6}
    found = results(ask, "close_assault", *on)
    assert found["brewed_up"] == pytest.approx(top)
    assert found["destroyed"] == pytest.approx(side)
    assert found["missed"] == pytest.approx(1 - top - side)
