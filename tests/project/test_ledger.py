"""The ledger of what the tests cost: which folder a test counts for, and when one has outgrown its line."""

from __future__ import annotations

from pathlib import Path

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


SETTINGS = """
from tests.ledger import Ledger

def pytest_addoption(parser):
    parser.addoption("--size", default="ci")
    parser.addoption("--keep-ledger", action="store_true")

def pytest_configure(config):
    config.pluginmanager.register(Ledger(config), "ledger")
"""
BURN = """
from time import process_time

def burn():
    until = process_time() + 0.4
    while process_time() < until:
        pass
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_end_of_a_session_counts_for_the_folder_that_opened_it(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, workers: str
) -> None:
    """The browser is shut by whichever test comes last."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setattr(ledger, "FILE", tmp_path / "ledger.yaml")
    pytester.makeini("[pytest]\ntestpaths = tests\naddopts = -p xdist\npythonpath = .\n")
    pytester.makeconftest(SETTINGS)
    pytester.makepyfile(burning=BURN)
    browser = "import pytest\nfrom burning import burn\n\n@pytest.fixture(scope='session')\n"
    browser += "def open():\n    yield\n    burn()\n"
    for folder, file, text in (
        ("browser", "conftest.py", browser),
        ("browser", "test_a.py", "def test_a(open):\n    pass\n"),
        ("last", "test_b.py", "from burning import burn\n\ndef test_b():\n    burn()\n"),
        ("last", "test_c.py", "def test_c():\n    pass\n"),
    ):
        (pytester.path / "tests" / folder).mkdir(parents=True, exist_ok=True)
        (pytester.path / "tests" / folder / file).write_text(text, "utf-8")
    result = pytester.runpytest("-n", workers)
    result.assert_outcomes(passed=3)
    lines = [line.split() for line in result.outlines if line.endswith(("no line  browser", "no line  last"))]
    told = {line[-1]: float(line[0]) for line in lines}
    assert sorted(told) == ["browser", "last"]
    assert 0.3 < told["browser"] < 0.7
    assert 0.3 < told["last"] < 0.7
