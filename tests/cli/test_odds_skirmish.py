"""`deadground odds skirmish fire|in_sight|crisis|melee|grenade`: records, words and refusals."""

from __future__ import annotations

import pytest

from deadground.systems.skirmish.odds import crisis, fire, grenade, in_sight, melee
from tests.cli.conftest import Ask


def odds(roll: str, *arguments: object) -> tuple[object, ...]:
    return ("odds", "skirmish", roll, *arguments)


def test_the_record_of_a_shot(ask: Ask) -> None:
    found = ask(*odds("fire", "--weapon", "core.sa_rifle", "--at", "4,3", "--with", "cover", "--json")).json
    assert list(found) == ["weapon", "dice", "added", "impact", "hit", "down", "empty", "targets", "refused"]
    assert (found["weapon"], found["dice"], found["added"], found["impact"]) == ("core.sa_rifle", 2, 4, 3)
    assert found["hit"] == pytest.approx(11 / 36)
    assert found["empty"] == pytest.approx(1 / 36)
    assert [(one["rep"], one["dice"]) for one in found["targets"]] == [(4, 1), (3, 1)]
    assert found["targets"][1]["hit"] == pytest.approx(1 / 36)


def test_the_record_of_an_in_sight_test(ask: Ask) -> None:
    found = ask(*odds("in_sight", "--rep", 5, "--with", "moved", "--enemy-with", "concealed", "--json")).json
    assert found == {
        "dice": 3,
        "enemy_dice": 4,
        "win": pytest.approx(29 / 93),
        "lose": pytest.approx(64 / 93),
    } | {"first_throw_tied": pytest.approx(35 / 128)}


def test_the_record_of_a_crisis_test(ask: Ask) -> None:
    found = ask(*odds("crisis", "--shooter", "core.lmg", "--cause", "fired_on,man_down", "--json")).json
    assert found == {
        "lines": ["outgunned", "man_down"],
        "results": {"duck_back": pytest.approx(8 / 9), "leave_battlefield": pytest.approx(1 / 9)},
    }


def test_the_record_of_a_melee(ask: Ask) -> None:
    found = ask(
        *odds("melee", "--rep", 1, "--enemy-rep", 1, "--weapon", "", "--enemy-weapon", "", "--json")
    ).json
    assert (found["dice"], found["enemy_dice"]) == (2, 2)
    assert (found["win"], found["evenly_matched"]) == (5 / 16, 6 / 16)
    assert sum(found["charge"].values()) == pytest.approx(1)
    assert sum(found["own"].values()) == sum(found["enemy"].values()) == pytest.approx(1)


def test_the_record_of_a_grenade(ask: Ask) -> None:
    found = ask(*odds("grenade", "--weapon", "german.grenade", "--json")).json
    assert found["where"] == {"lands": pytest.approx(8 / 9), "dropped": pytest.approx(1 / 9)}
    assert [one["who"] for one in found["men"]] == ["target 1", "thrower"]


def test_options_count(ask: Ask) -> None:
    on = ("--set", "house_1_prone_in_blast=on")
    assert ask(*odds("grenade", "--with", "prone", *on, "--json")).json["down"] == pytest.approx(40 / 81)
    assert ask(*odds("grenade", "--with", "prone", "--json")).json["down"] == 0


def test_plain_tables(ask: Ask) -> None:
    assert ask(*odds("fire")).out.splitlines() == [
        "Bolt-action rifle, 1 die, Impact 3",
        "Each die, +4:",
        "  +4 Rep (NUTS-FIRE-01, NR-34)",
        "                     hit    down    dead",
        "Rep 4, 1 die       50.0%   38.9%   11.1%",
        "somebody hit 50.0%, somebody down 38.9%",
        "out of ammunition 0.0%",
    ]
    assert "out of range" in ask(*odds("fire", "--weapon", "core.pistol", "--range", 13)).out
    assert "win 31.2%, lose 68.8%" in ask(*odds("in_sight", "--with", "moved")).out
    assert "return fire            44.4%" in ask(*odds("crisis")).out
    assert "may not shoot          29.6%" in ask(*odds("melee")).out
    assert "somebody down 62.6%" in ask(*odds("grenade")).out
    assert "too far" in ask(*odds("grenade", "--range", 7)).out


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        ("fire", fire.WORDS),
        ("in_sight", in_sight.WORDS),
        ("crisis", crisis.WORDS),
        ("melee", melee.WORDS),
        ("grenade", grenade.WORDS),
    ],
)
def test_the_circumstances_are_listed(ask: Ask, roll: str, words: dict[str, str]) -> None:
    told = ask(*odds(roll, "--words")).out.splitlines()
    assert [line.split()[0] for line in told] == list(words)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (odds("shoot"), "there is no roll 'shoot'"),
        (odds("fire", "--weapon", "german.mg43"), "did you mean 'german.mg"),
        (odds("fire", "--weapon", "core.grenade"), "is not shot at single men"),
        (odds("fire", "--rep", 0), "--rep 0: from 1 to 10"),
        (odds("fire", "--at", "4,11"), "--at 11: from 1 to 10"),
        (odds("fire", "--at", "four"), "whole numbers between commas"),
        (odds("fire", "--weapon", "core.smg", "--dice", "2"), "has 3 dice now, and 1 targets"),
        (odds("fire", "--at", "4,4"), "has 1 dice now, and 2 targets"),
        (odds("fire", "--range", 0.5), "from 1 to 120 inches"),
        (odds("fire", "--range", "nan"), "from 1 to 120 inches"),
        (odds("fire", "--with", "covr"), "there is no circumstance 'covr': did you mean 'cover'?"),
        (odds("fire", "--attributes", "crackshot"), "did you mean 'crack_shot'?"),
        (odds("fire", "--mode", "scoped"), "has no mode 'scoped'"),
        (odds("fire", "--set", "blast_circle=round"), "option 'blast_circle' cannot be 'round'"),
        (odds("fire", "--set", "blast_circl=radius"), "did you mean 'blast_circle'?"),
        (odds("fire", "--set", "blast_circle"), "NAME=VALUE is wanted"),
        (odds("in_sight", "--with", "moved", "--enemy-with", "moved"), "only one side is active"),
        (odds("in_sight", "--enemy-rep", 12), "--enemy-rep 12: from 1 to 10"),
        (odds("crisis", "--cause", "fired-upon"), "did you mean 'fired_on'?"),
        (odds("crisis", "--cause", ""), "a Crisis Test has a cause"),
        (odds("crisis", "--leader", 11), "--leader 11: from 1 to 10"),
        (odds("melee", "--with", "rear"), "rear is said of the enemy, who is charged"),
        (odds("melee", "--enemy-with", "rear,flank"), "in the flank and in the rear at once"),
        (odds("melee", "--with", "capture"), "--set house_6_capture=on"),
        (odds("grenade", "--weapon", "core.ba_rifle"), "is not sent at a spot"),
        (odds("grenade", "--weapon", "soviet.at_grenade"), "is for armour alone"),
        (odds("grenade", "--with", "unseen", "--range", 3), "nearer than 4 inches is reached over"),
    ],
)
def test_what_cannot_be_reckoned_is_refused_with_a_reason(
    ask: Ask, arguments: tuple[object, ...], told: str
) -> None:
    assert told in ask(*arguments).refusal
