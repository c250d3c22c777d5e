"""`deadground odds stands shot`: exact odds, by the code that resolves the shot."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deadground.core.chances import OddsError
from deadground.systems.stands.odds import WORDS, shot_odds
from deadground.systems.stands.rules.fire.firing import chance
from deadground.testing import rule
from tests.cli.conftest import Ask


def odds(*arguments: object) -> tuple[object, ...]:
    return ("odds", "stands", "shot", *arguments)


def shot(by: str, at: str, mm: float | str, *more: object) -> tuple[object, ...]:
    return odds("--shooter", by, "--target", at, "--range", mm, *more)


def test_the_record_is_as_published(ask: Ask) -> None:
    found = ask(*shot("tiger_1", "sherman", 300, "--json")).json
    assert found == {"die": 20, "dice": 1, "needed": 12, "hit": 0.45, "destroy": 0.45}


@rule("KIM-4.1a", "KIM-4.6d")
def test_two_dice_may_hit_and_only_two_hits_destroy_infantry(ask: Ask) -> None:
    found = ask(*shot("flak36", "infantry", 300, "--with", "fixed", "--json")).json
    assert found == {"die": 10, "dice": 2, "needed": 6, "hit": 0.75, "destroy": 0.25}
    found = ask(*shot("flak36", "infantry", 300, "--with", "fixed,marked", "--json")).json
    assert (found["hit"], found["destroy"]) == (0.75, 0.75)
    found = ask(*shot("infantry", "infantry", 150, "--json")).json
    assert (found["hit"], found["destroy"]) == (0.5, 0.0)


@rule("KIM-4.3c")
def test_what_cannot_hit_needs_nothing(ask: Ask) -> None:
    nothing = {"needed": None, "hit": 0.0, "destroy": 0.0}
    for arguments in (
        shot("stuart", "tiger_1", 200),
        shot("infantry", "infantry", 151),
        shot("artillery", "infantry", 801, "--with", "indirect"),
        shot("sherman", "tiger_1", 300, "--with", "cover,dug_in"),
    ):
        found = ask(*arguments, "--json").json
        assert {key: found[key] for key in nothing} == nothing
        assert "hit 0.0%" in ask(*arguments).out


@pytest.mark.parametrize(
    ("by", "at", "mm", "words", "needed"),
    [
        ("infantry", "infantry", 100, "cover", 7),
        ("infantry", "infantry", 100, "dug-in", 7),
        ("infantry", "infantry", 100, "cover,dug_in,prone", 8),
        ("infantry", "infantry", 100, "prone", 7),
        ("infantry", "infantry", 100, "specialist", 7),
        ("infantry", "infantry", 100, "moved", 7),
        ("infantry", "infantry", 100, "night", 7),
        ("infantry", "infantry", 100, "melee,defending", 5),
        ("infantry", "infantry", 100, "melee,marked_shooter", 7),
        ("infantry", "infantry", 100, "marked_shooter", 6),
        ("pak40", "infantry", 0, "melee,defending", 6),
        ("artillery", "infantry", 800, "indirect", 7),
        ("artillery", "infantry", 800, "speculative", 8),
        ("artillery", "infantry", 850, "area", 8),
        ("sherman", "sherman", 100, "flank", 11),
        ("sherman", "sherman", 100, "hull_down", 14),
        ("sherman", "sherman", 100, "moved", 15),
        ("sherman", "sherman", 100, "snap", 13),
        ("sherman", "sherman", 100, "defensive,defending", 12),
        ("pak40", "sherman", 300, "fixed", 13),
    ],
)
def test_every_circumstance(ask: Ask, by: str, at: str, mm: int, words: str, needed: int) -> None:
    assert ask(*shot(by, at, mm, "--with", words, "--json")).json["needed"] == needed


def test_the_forced_odds_are_those_the_rules_reckon_with() -> None:
    for by, at, mm in (("tiger_1", "sherman", 200), ("infantry", "truck", 150), ("js_2", "tiger_2", 450)):
        found = shot_odds(by, at, mm)
        assert found.hit == chance(found.shot)
        assert found.destroy == found.hit
    assert shot_odds("tiger_1", "sherman", 200).hit == Fraction(9, 20)


@rule("KIM-4.5c")
def test_the_date_counts(ask: Ask) -> None:
    for date, needed in (("1942-03", 16), ("1942-4", 15), ("1944-06", 14)):
        found = ask(*shot("infantry", "sherman", 100, "--date", date, "--json")).json
        assert found["needed"] == needed


def test_options_count(ask: Ask) -> None:
    strict = shot("sherman", "sherman", 301, "--set", "direct_fire_limit=300", "--json")
    assert ask(*strict).json["needed"] is None
    both = ("--set", "open_spg_row=all_d10_shooters", "--set", "natural_extremes=on")
    assert ask(*shot("pak40", "marder3", 100, *both, "--json")).json == {
        "die": 10,
        "dice": 1,
        "needed": 10,
        "hit": 0.1,
        "destroy": 0.1,
    }


def test_the_words_say_what_shifts_the_shot(ask: Ask) -> None:
    told = ask(*shot("KV 1", "t34early", 100, "--with", "cover,dug_in,moved")).out
    assert told.splitlines() == [
        "KV 1 at T34, early, 100 mm",
        "The chart asks for 11 on a D20.",
        "  +1 on the number: cover (KIM-4.6a, KIM-R86)",
        "  +1 on the number: dug in (KIM-4.6a, KIM-R86)",
        "  -2 on the die: moved (KIM-4.19b, KIM-R93)",
        "  +1 on the number: T34, early (KIM-4.4b, KIM-R03)",
        "  -1 on the die: weapon (KIM-4.5b, KIM-R03)",
        "  held to -2 (KIM-4.6b)",
        "It needs 15 or more.",
        "hit 30.0%, destroy 30.0%",
    ]
    assert "on 2 D20" in ask(*shot("flak36", "sherman", 100, "--with", "fixed")).out
    assert "Out of range." in ask(*shot("infantry", "infantry", 200)).out
    assert "No hit is possible" in ask(*shot("stuart", "tiger_1", 200)).out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (shot("tiger_11", "sherman", 100), "no kind of stand is called 'tiger_11': did you mean 'tiger_1'?"),
        (shot("sherman", "pnther", 100), "did you mean 'panther'?"),
        (shot("sherman", "panther", 100, "--with", "covr"), "did you mean 'cover'?"),
        (shot("sherman", "panther", 100, "--set", "natural_extreme=on"), "did you mean 'natural_extremes'?"),
        (shot("sherman", "panther", 100, "--set", "natural_extremes=onn"), "did you mean 'on'?"),
        (shot("sherman", "panther", 100, "--set", "natural_extremes"), "NAME=VALUE is wanted"),
        (shot("sherman", "panther", 100, "--date", "1944"), "as in 1944-06"),
        (shot("sherman", "panther", 100, "--date", "1944-13"), "as in 1944-06"),
        (shot("sherman", "panther", "nan"), "from 0 to 6000"),
        (shot("sherman", "panther", -1), "from 0 to 6000"),
        (shot("sherman", "panther", 100, "--with", "snap,melee"), "cannot be snap and melee at once"),
        (shot("sherman", "panther", 100, "--with", "indirect"), "Sherman is not artillery"),
        (shot("sherman", "panther", 100, "--with", "prone"), "only infantry can"),
        (shot("sherman", "panther", 100, "--with", "specialist"), "Panther is no infantry"),
        (shot("sherman", "panther", 100, "--with", "marked"), "Panther falls to one hit"),
        (shot("sherman", "panther", 100, "--with", "marked_shooter"), "Sherman falls to one hit"),
        (shot("pak40", "panther", 100, "--with", "moved"), "cannot move and fire"),
        (shot("sherman", "panther", 100, "--with", "fixed"), "Sherman is no anti-tank gun"),
        (("odds", "stand", "shot", "--shooter", "a", "--target", "b"), "did you mean 'stands'?"),
        (("odds", "stands", "shoot", "--shooter", "a", "--target", "b"), "did you mean 'shot'?"),
    ],
)
def test_what_is_no_shot_is_refused_with_a_reason(ask: Ask, arguments: tuple[object, ...], told: str) -> None:
    assert told in ask(*arguments).refusal


def test_every_word_is_known_and_another_is_not() -> None:
    assert len(WORDS) == 18
    with pytest.raises(OddsError):
        shot_odds("sherman", "panther", 100, ["luck"])
