"""The ledger of what the tests cost: which folder a test counts for, and when one has outgrown its line."""

from __future__ import annotations

import pytest
import yaml

from tests import ledger


@pytest.mark.parametrize(
    ("nodeid", "folder"),
    [
        ("tests/core/test_match.py::test_x", "core"),
        ("tests/systems/stands/test_x.py::test_y[a/b]", "systems/stands"),
        ("tests/systems/skirmish/armies/test_x.py::test_y", "systems/skirmish"),
        ("tests/test_x.py::test_y", "."),
    ],
)
def test_a_test_counts_for_its_folder(nodeid: str, folder: str) -> None:
    assert ledger.folder_of(nodeid) == folder


@pytest.mark.parametrize(
    ("seconds", "is_told"), [(14.9, False), (15.0, False), (15.1, True)], ids=["below", "at", "above"]
)
def test_a_folder_has_outgrown_its_line_when_it_costs_half_as_much_again(
    seconds: float, is_told: bool
) -> None:
    lines = {"core": {"ci": 10.0}, "new": {}}
    assert ledger.outgrown({"core": seconds, "new": 99.0}, lines, "ci") == (["core"] if is_told else [])


def test_small_figures_are_no_growth() -> None:
    assert ledger.outgrown({"core": 1.9}, {"core": {"ci": 0.1}}, "ci") == []


def test_what_is_kept_keeps_the_other_size_and_forgets_folders_that_are_gone() -> None:
    lines = {"core": {"ci": 1.0, "full": 9.0}, "gone": {"ci": 1.0}}
    kept = yaml.safe_load(ledger.written({"core": 2.04}, lines, "ci"))
    assert kept == {"core": {"ci": 2.0, "full": 9.0}}


def test_every_folder_of_the_ledger_is_there() -> None:
    assert all((ledger.HERE / folder).is_dir() for folder in ledger.read())
