"""Every save that was ever kept still loads, is in the midst of its rules, and can be played to its end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from deadground.core import saves
from deadground.testing.conformance.checks import random_choice
from deadground.testing.games import games
from tests.saves import keep

KEPT = sorted(keep.FOLDER.glob("*.json"))
DECISIONS = 5_000


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_save_loads_and_plays_on(file: Path) -> None:
    match = saves.load(file.read_bytes(), games())
    assert len(match.position.agenda) > 1
    assert match.to_act()
    rng, entries = Random(7), len(match.journal)
    while match.outcome is None and len(match.journal) < entries + DECISIONS:
        random_choice(match, rng)
    assert match.outcome is not None
    assert match.outcome.reason


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_save_loads_without_its_position_being_built_again(file: Path) -> None:
    whole, system = saves.read(file.read_bytes(), games())
    position = saves.position_of(whole, system)
    assert len(position.agenda) == len(whole.position.agenda)


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_save_of_its_version(name: str) -> None:
    assert keep.file_of(games()[name]) in KEPT


def test_keeping_does_not_replace_unasked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(keep, "FOLDER", tmp_path)
    keep.main("duel")
    kept = (tmp_path / "duel-1.json").read_bytes()
    with pytest.raises(SystemExit, match="is there already"):
        keep.main("duel")
    keep.main("duel", "--replace")
    assert (tmp_path / "duel-1.json").read_bytes() == kept
