"""Games that are broken on purpose. The conformance suite must catch every one, by the check meant for it."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.match import Match
from deadground.core.system import System
from deadground.core.table import Table
from deadground.testing.cards import CARDS
from deadground.testing.cards.system import CardsSystem
from deadground.testing.conformance import NotConforming, conform
from deadground.testing.duel import DUEL
from tests.must_fail import faulty, leaky

SYSTEMS: list[tuple[str, System[Any], str]] = [
    ("a secret in a prompt", leaky.SecretInPrompt(), "no_leaks"),
    ("a secret in a refusal", leaky.SecretInRefusal(), "no_leaks"),
    ("a secret in a scene", leaky.SecretInScene(), "no_leaks"),
    ("a secret in a look", leaky.SecretInLook(), "no_leaks"),
    ("a secret in a gesture", leaky.SecretInGesture(), "no_leaks"),
    ("a secret in who is asked", leaky.SecretInWhoIsAsked(), "secrets_do_not_matter"),
    ("a secret in being asked", leaky.SecretInBeingAsked(), "secrets_do_not_matter"),
    ("a secret in an event", leaky.SecretInEvent(), "no_leaks"),
    ("a name in a field that does not say so", leaky.NameInUnmarkedField(), "references"),
    ("a name in a look", leaky.NameInLook(), "references"),
    ("a forgotten field in a copy", faulty.ForgottenField(), "clone"),
    ("a dead end", faulty.DeadEnd(), "choices"),
    ("nobody asked", faulty.NobodyAsked(), "no_crash"),
    ("an endless game", faulty.Endless(), "ends"),
    ("a rule that goes in circles", faulty.GoingInCircles(), "no_crash"),
    ("a float in the state", faulty.FloatInState(), "plain_data"),
    ("a set in the agenda", faulty.SetInAgenda(), "plain_data"),
    ("dice used outside the source", faulty.DiceOutsideTheSource(), "save_and_load"),
    ("an exception half-way through a step", faulty.ExceptionHalfWay(), "no_crash"),
    ("an invariant broken between two steps", faulty.BrokenInvariant(), "invariants"),
    ("a sample that is refused", faulty.RefusedSample(), "choices"),
    ("an end without a reason", faulty.EndsWithoutAReason(), "ends"),
    ("a world imagined wrongly", faulty.WrongImagination(), "imagine"),
    ("a world that cannot be played on", faulty.WorldOfStrangers(), "imagined_plays_out"),
    ("an option nobody checks", faulty.ForgetsAnOption(), "set_up"),
]

TABLES: list[tuple[str, type[Table[Any]], str]] = [
    ("a secret in a digest", leaky.DigestOfEverything, "imagine"),
    ("a secret in an export", leaky.ExportOfEverything, "no_leaks"),
]

MATCHES: list[tuple[str, type[Match[Any]], str]] = [
    ("undo across a die", faulty.UndoAcrossDice, "undo"),
    ("a failed rule that leaves its mark", faulty.NotRestored, "atomic"),
]


def caught(system: System[Any], **variant: Any) -> str:
    """The check that fails on a system."""
    scenario = list(system.scenarios)[-1] if isinstance(system, CardsSystem) else "pair"
    with pytest.raises(NotConforming) as failure:
        conform(system, scenario, games=40, most_decisions=400, **variant)
    return failure.value.check


@pytest.mark.parametrize(("fault", "system", "check"), SYSTEMS, ids=[fault for fault, _, _ in SYSTEMS])
def test_a_broken_system_is_caught(fault: str, system: System[Any], check: str) -> None:
    assert caught(system) == check


@pytest.mark.parametrize(("fault", "table", "check"), TABLES, ids=[fault for fault, _, _ in TABLES])
def test_a_leaking_table_is_caught(fault: str, table: type[Table[Any]], check: str) -> None:
    assert caught(CARDS, table_type=table) == check


@pytest.mark.parametrize(("fault", "match", "check"), MATCHES, ids=[fault for fault, _, _ in MATCHES])
def test_a_faulty_match_is_caught(fault: str, match: type[Match[Any]], check: str) -> None:
    assert caught(DUEL, match_type=match) == check
