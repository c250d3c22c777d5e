"""Games as the store keeps them: entries are never written again, whatever schema they were written in."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.core.match import Match
from deadground.server.kept import entries_as_json, match_of, save_without_journal
from deadground.server.store import KeptGame
from deadground.testing.duel import DUEL
from tests.core.tiny import SEED, play_on


def test_a_game_that_goes_on_under_a_newer_schema_has_only_its_older_acts_carried_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    carried: list[dict[str, Any]] = []

    def note(act: dict[str, Any]) -> dict[str, Any]:
        carried.append(act)
        return act

    old: Match[Any] = Match.begin(DUEL, DUEL.prepare("pair"), SEED)
    play_on(old, Random(0), 4)
    written = entries_as_json(old.journal)
    kept = KeptGame(save_without_journal(old), written)
    monkeypatch.setattr(type(DUEL), "schema", 2)
    monkeypatch.setattr(type(DUEL), "migrations", {1: lambda plain: plain})
    monkeypatch.setattr(type(DUEL), "act_migrations", {1: note})

    match = match_of(kept, {"duel": DUEL})
    assert match.spelt == ((0, 1), (len(written), 2))
    assert len(carried) == len(written)
    play_on(match, Random(1), 3)

    carried.clear()
    longer = KeptGame(
        save_without_journal(match), (*written, *entries_as_json(match.journal[len(written) :]))
    )
    again = match_of(longer, {"duel": DUEL})
    assert len(carried) == len(written)
    assert (again.journal, again.spelt) == (match.journal, match.spelt)
