"""`deadground verify`: what holds, what does not, and what cannot be read at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from deadground.core import saves
from deadground.core.journal import Correction
from deadground.core.match import Match
from deadground.core.replay import audit_dice
from deadground.testing.cards import CARDS
from deadground.testing.conformance.checks import random_choice
from deadground.testing.duel import DUEL
from deadground.testing.games import games
from tests.cli.conftest import Ask, changed, kept, played


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return kept(played(DUEL, "pair"), tmp_path)


def first_roll(plain: dict[str, Any]) -> dict[str, Any]:
    return next(entry for entry in plain["journal"] if entry["rolls"])


def test_a_true_game_holds(ask: Ask, game: Path) -> None:
    answer = ask("verify", game)
    assert (answer.status, answer.err) == (0, "")
    assert "duel / pair, version 1, finished" in answer.out
    assert "dice against the seed" in answer.out
    assert answer.out.endswith("holds\n")


def test_a_game_with_secrets_holds_half_way(ask: Ask, tmp_path: Path) -> None:
    match = played(CARDS, "meeting", 9)
    document = ask("verify", kept(match, tmp_path), "--json").json
    assert document["holds"] is True
    assert document["finished"] is False
    assert document["entries"] == len(match.journal)
    assert document["findings"] == []


def test_a_tampered_die_is_found_though_the_check_fits(ask: Ask, game: Path) -> None:
    numbers = []

    def change(plain: dict[str, Any]) -> None:
        entry = first_roll(plain)
        numbers.append(entry["n"])
        face = entry["rolls"][0]["faces"][0] % 6 + 1
        entry["rolls"][0]["faces"] = [face]
        entry["events"][0]["seen"]["rolls"][0]["faces"] = [face]

    answer = ask("verify", changed(game, change))
    assert answer.status == 1
    assert f"does not hold: at entry {numbers[0]}: its rolls came out otherwise" in answer.out
    assert "holds\n" not in answer.out.replace("does not hold", "")


def test_json_tells_of_a_tampered_die(ask: Ask, game: Path) -> None:
    file = changed(game, lambda plain: first_roll(plain)["rolls"][0].update(faces=[9]))
    answer = ask("verify", file, "--json")
    assert answer.status == 1
    assert answer.json["holds"] is False
    assert answer.json["findings"][0]["problem"] == "its rolls came out otherwise"


def test_a_tampered_position_is_found(ask: Ask, game: Path) -> None:
    file = changed(game, lambda plain: plain["position"]["state"].update(turn=3))
    answer = ask("verify", file)
    assert answer.status == 1
    assert "the position kept beside the journal is not the one the journal leads to" in answer.out


def test_a_position_that_cannot_be_read_is_found(ask: Ask, game: Path) -> None:
    file = changed(game, lambda plain: plain["position"]["state"].update(turn="three"))
    answer = ask("verify", file)
    assert answer.status == 1
    assert "the position kept beside the journal cannot be read" in answer.out


def test_another_seed_than_promised_is_found(ask: Ask, game: Path) -> None:
    answer = ask("verify", changed(game, lambda plain: plain.update(commitment="0" * 64)))
    assert answer.status == 1
    assert "seed is not the one that was promised" in answer.out


def test_a_seed_that_is_none_is_found(ask: Ask, game: Path) -> None:
    answer = ask("verify", changed(game, lambda plain: plain.update(seed="not hexadecimal")))
    assert answer.status == 1
    assert "does not hold: its seed is not one" in answer.out


def test_a_journal_without_its_beginning_is_found(ask: Ask, game: Path) -> None:
    answer = ask("verify", changed(game, lambda plain: plain["journal"].pop(0)))
    assert answer.status == 1
    assert "does not hold: its journal has no beginning" in answer.out


def test_a_choice_that_was_not_legal_is_found(ask: Ask, game: Path) -> None:
    file = changed(game, lambda plain: plain["journal"][1]["act"]["choice"].update(value=["nobody"]))
    answer = ask("verify", file)
    assert answer.status == 1
    assert "at entry 1: the choice is refused" in answer.out


def test_marks_and_other_tables_are_noted(ask: Ask, tmp_path: Path) -> None:
    match = played(DUEL, "pair", 3)
    match.put_right("red", "a slip of the hand", (Correction(("turn",), 2),))
    file = changed(kept(match, tmp_path), lambda plain: plain.update(data="other", version="0"))
    document = ask("verify", file, "--json").json
    assert document["notes"] == [
        "begun with version 0 of duel, checked by 1: its choices, events and digests cannot be judged",
        "the tables have changed since the game was saved",
        "the game is marked: Red put right: a slip of the hand",
    ]


def of_another_version(file: Path, change: Callable[[dict[str, Any]], Any] = lambda plain: None) -> Path:
    """A game begun by rules that are not those of today, and changed."""

    def both(plain: dict[str, Any]) -> None:
        plain["version"] = "0"
        change(plain)

    return changed(file, both)


def test_of_another_version_the_dice_are_checked_and_the_rest_cannot_be_judged(ask: Ask, game: Path) -> None:
    """Choices, digests and the position may be anything: who knows what the rules were."""

    def otherwise(plain: dict[str, Any]) -> None:
        plain["journal"][1]["act"]["choice"]["value"] = ["nobody"]
        plain["journal"][2]["digest"] = "0" * 32
        plain["position"]["state"] = {"turn": "three"}

    answer = ask("verify", of_another_version(game, otherwise))
    assert answer.status == 3
    assert "dice against the seed" in answer.out
    assert "cannot be judged" in answer.out
    assert "against the rules" not in answer.out
    assert answer.out.endswith("the dice hold; the rest cannot be judged\n")
    document = ask("verify", game, "--json").json
    assert (document["holds"], document["whole"], document["findings"]) == (True, False, [])


def test_of_another_version_too_a_tampered_die_is_found(ask: Ask, game: Path) -> None:
    numbers = []

    def other_face(plain: dict[str, Any]) -> None:
        entry = first_roll(plain)
        numbers.append(entry["n"])
        entry["rolls"][0]["faces"][0] = entry["rolls"][0]["faces"][0] % 6 + 1

    answer = ask("verify", of_another_version(game, other_face))
    assert answer.status == 1
    assert f"at entry {numbers[0]}: its roll for " in answer.out
    assert "is not what the seed throws" in answer.out


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda plain: plain.update(commitment="0" * 64), "not the one that was promised"),
        (lambda plain: plain.update(seed="00" * 32), "not the one that was promised"),
        (lambda plain: plain["journal"].pop(1), "the entry calls itself 2 after 1"),
        (lambda plain: first_roll(plain)["rolls"][0].update(sides=1000), "a die has 2 to 256 sides"),
        (
            lambda plain: first_roll(plain)["rolls"][0].update(note="set by a friend: why not"),
            "set by nobody",
        ),
    ],
)
def test_of_another_version_too_seed_numbers_and_dice_must_agree(
    ask: Ask, game: Path, change: Callable[[dict[str, Any]], Any], problem: str
) -> None:
    answer = ask("verify", of_another_version(game, change))
    assert answer.status == 1
    assert problem in answer.out


def test_dice_that_were_set_by_hand_are_known_in_another_version(ask: Ask, tmp_path: Path) -> None:
    """Set, taken back and set again, so that what is left of them is followed through the journal."""
    match = Match.begin(DUEL, DUEL.prepare("pair"), b"\x07" * 32)
    rng = Random(5)
    match.put_right("red", "a slip of the hand", dice=(6, 1))
    set_at = len(match.journal) - 1
    while sum(bool(entry.rolls) for entry in match.journal) < 3:
        random_choice(match, rng)
    match.rewind("red", set_at, "once more")
    while match.outcome is None:
        random_choice(match, rng)
    assert list(audit_dice(match.journal, match.seed)) == []
    assert ask("verify", of_another_version(kept(match, tmp_path))).status == 3


def test_a_game_keeps_the_version_it_began_with(tmp_path: Path) -> None:
    """Who goes on with a game of older rules does not make it one of today's."""
    file = of_another_version(kept(played(DUEL, "pair", 3), tmp_path))
    match = saves.load(file.read_bytes(), games())
    assert match.version == "0"
    random_choice(match, Random(1))
    again, _ = saves.read(saves.save(match), games())
    assert (again.version, again.schema) == ("0", DUEL.schema)
    assert match.copy(match.seed, None).version == "0"


def test_a_truncated_save_is_refused(ask: Ask, game: Path) -> None:
    game.write_bytes(game.read_bytes()[:-200])
    assert "this is not a whole saved game" in ask("verify", game).refusal


def test_a_tampered_save_is_refused(ask: Ask, game: Path) -> None:
    file = changed(game, lambda plain: plain["position"]["state"].update(turn=3), check=False)
    assert "was changed after it was written" in ask("verify", file).refusal


@pytest.mark.parametrize("content", [b"[1, 2]", b'{"some": "thing"}', b"\x89PNG\r\n", b"", b"[" * 100_000])
def test_a_foreign_file_is_refused(ask: Ask, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "foreign.json"
    file.write_bytes(content)
    assert "foreign.json: this is not a" in ask("verify", file).refusal


def test_a_save_of_another_system_is_refused(ask: Ask, game: Path) -> None:
    file = changed(game, lambda plain: plain.update(system="duell"))
    assert "did you mean 'duel'?" in ask("verify", file).refusal


@pytest.mark.parametrize(("field", "word"), [("format", "format 99"), ("schema", "schema 99")])
def test_a_newer_save_is_refused(ask: Ask, game: Path, field: str, word: str) -> None:
    assert word in ask("verify", changed(game, lambda plain: plain.update({field: 99}))).refusal


@pytest.mark.parametrize(
    "change",
    [
        {"journal": "none"},
        {"setup": {"system": "duel", "scenario": "no such", "seats": ["red", "blue"]}},
        {"position": None},
    ],
)
def test_a_save_that_makes_no_game_is_refused(ask: Ask, game: Path, change: dict[str, Any]) -> None:
    assert "this " in ask("verify", changed(game, lambda plain: plain.update(change))).refusal


def test_a_missing_file_is_refused(ask: Ask, tmp_path: Path) -> None:
    assert "No such file" in ask("verify", tmp_path / "nothing.json").refusal
