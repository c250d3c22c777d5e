"""`deadground verify`: what holds, what does not, and what cannot be read at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deadground.core.journal import Correction
from deadground.testing.cards import CARDS
from deadground.testing.duel import DUEL
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
        "saved by version 0 of duel, checked by 1",
        "the tables have changed since the game was saved",
        "the game is marked: red put right: a slip of the hand",
    ]


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
