"""Every save that was ever kept still loads, is in the midst of its rules, and can be played to its end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from deadground.core import replay, saves
from deadground.core.audit import audit
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
def test_a_kept_save_goes_back_to_its_beginning_and_plays_on(file: Path) -> None:
    match = saves.load(file.read_bytes(), games())
    match.rewind(match.setup.seats[0], 0, "once more from the start")
    assert match.to_act()
    rng = Random(9)
    for _ in range(10):
        random_choice(match, rng)


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_save_loads_without_its_position_being_built_again(file: Path) -> None:
    whole, system = saves.read(file.read_bytes(), games())
    position = saves.position_of(whole, system)
    assert len(position.agenda) == len(whole.position.agenda)


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_save_of_its_version(name: str) -> None:
    assert keep.file_of(games()[name]) in KEPT


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_save_verifies_as_far_as_its_version_can_be_judged(file: Path) -> None:
    """One of the version in force in everything: else rules or layout have changed, and the version must rise."""
    whole, system = saves.read(file.read_bytes(), games())
    assert file.stem == f"{whole.system}-{whole.version}"
    assert list(replay.audit_dice(whole.journal, bytes.fromhex(whole.seed))) == []
    found = audit(file.read_bytes(), games())
    assert found.whole == (whole.version == system.version)
    assert found.holds or file.stem in keep.REUSED, f"raise the version of {whole.system}: {found.findings}"


def test_the_saves_of_reused_versions_are_those_that_there_are() -> None:
    assert {file.stem for file in KEPT} >= set(keep.REUSED)
    assert set(keep.REUSED) == {"cards-1", "skirmish-0.1", "stands-0.1"}


def test_keeping_does_not_replace_unasked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(keep, "FOLDER", tmp_path)
    keep.main("duel")
    kept = (tmp_path / "duel-1.json").read_bytes()
    with pytest.raises(SystemExit, match="is there already"):
        keep.main("duel")
    keep.main("duel", "--replace")
    assert (tmp_path / "duel-1.json").read_bytes() == kept
