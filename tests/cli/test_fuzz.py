"""`deadground fuzz`: every way a game can break is found and kept as a game that loads."""

from __future__ import annotations

from pathlib import Path

import pytest

from deadground.core import match, saves
from deadground.testing import fuzzing
from deadground.testing.duel import DUEL
from deadground.testing.fuzzing import look_again
from tests.cli.conftest import Ask
from tests.cli.fragile import FRAGILE, WAYS, fuzzed, in_the_games

FOUND = {
    "crash": ("crash", "a rule failed: ZeroDivisionError"),
    "opening": ("crash", "no way in"),
    "dead end": ("dead end", "a is asked 'Which way?' and has no legal choice"),
    "endless": ("endless game", "no end after 50 decisions"),
    "invariant": ("broken invariant", "the count is -1"),
    "sample": ("refused sample", "99 was drawn and refused"),
    "chance": ("broken replay", "its events came out otherwise"),
}
KNOWN = {FRAGILE.name: FRAGILE}


@pytest.mark.parametrize("scenario", FOUND)
def test_what_breaks_is_found_once_and_loads(scenario: str, tmp_path: Path) -> None:
    found = fuzzed(FRAGILE, scenario, tmp_path)
    kind, problem = FOUND[scenario]
    assert {one.kind for one in found} == {kind}
    assert problem in found[0].problem
    if scenario != "chance":
        assert len(found) == 1
    document = Path(found[0].file).read_bytes()
    assert saves.load(document, KNOWN).setup.scenario == scenario
    crash = saves.read(document, KNOWN)[0].crash
    assert crash is not None
    assert crash.error.startswith(kind)


@pytest.mark.parametrize("scenario", [name for name in FOUND if name != "endless"])
def test_a_kept_game_breaks_again(scenario: str, tmp_path: Path) -> None:
    found = fuzzed(FRAGILE, scenario, tmp_path)
    again = look_again(Path(found[0].file).read_bytes(), KNOWN)
    assert again is not None
    assert again.startswith(FOUND[scenario][0])


def test_undo_past_a_die_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "is_free", lambda *told: True)
    fuzzer = fuzzing.Fuzzer(DUEL, tmp_path, seed=1)
    fuzzer.play("pair")
    assert [(one.kind, one.problem) for one in fuzzer.found] == [
        (fuzzing.UNDO, "undo is offered across a die")
    ]
    again = look_again(Path(fuzzer.found[0].file).read_bytes(), {DUEL.name: DUEL})
    assert again == "dishonest undo: undo is offered across a die"


def test_a_sound_game_gives_nothing(ask: Ask, tmp_path: Path) -> None:
    answer = ask("fuzz", "cards", "--games", 2, "--seed", 3, "--folder", tmp_path / "crashes")
    assert (answer.status, answer.err) == (0, "")
    assert "seed 3: nothing found" in answer.out
    assert not (tmp_path / "crashes").exists()


def test_the_command_keeps_what_breaks_and_says_how_to_look(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_games(monkeypatch, FRAGILE)
    arguments = ("fuzz", "fragile", "--games", 2, "--seed", 1, "--decisions", 50, "--folder", tmp_path)
    answer = ask(*arguments)
    assert answer.status == 1
    files = sorted(tmp_path.glob("*.json"))
    assert len(files) >= len(FOUND)
    for file in files:
        assert f"  deadground replay {file}\n" in answer.out
    assert f"{2 * len(WAYS)} games" in answer.out


def test_the_same_seed_plays_the_same_games(ask: Ask, tmp_path: Path) -> None:
    arguments = ("fuzz", "duel", "--games", 2, "--seed", 8, "--folder", tmp_path, "--json")
    one, other = ask(*arguments).json, ask(*arguments).json
    assert one["decisions"] == other["decisions"] > 0
    assert (one["games"], one["found"], one["seed"]) == (6, [], 8)


def test_time_can_run_out(ask: Ask, tmp_path: Path) -> None:
    document = ask("fuzz", "duel", "--games", 100_000, "--seconds", 0.2, "--folder", tmp_path, "--json").json
    assert 0 < document["games"] < 300_000


def test_an_unknown_system_is_refused(ask: Ask) -> None:
    assert "did you mean 'duel'?" in ask("fuzz", "duell").refusal
