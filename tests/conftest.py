"""For all tests: proof of rule rows, size of long runs, what they cost, pytest's own tool for testing plugins."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from deadground.testing.conformance.suite import Size
from tests.ledger import Ledger

pytest_plugins = ("deadground.testing.rule_plugin", "pytester")

REAL_TIME = ("browser", "server", "kill")
"""Folders whose tests drive a browser, sockets or other processes, so that a busy machine can fail them."""

FIRST = ("conformance", "browser", "kill", "server", "cli", "tools")
"""Folders with files that take a minute and more."""

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("full", max_examples=1000, deadline=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--size", choices=("ci", "full"), default="ci", help="how long fuzz and random play go on"
    )
    parser.addoption(
        "--keep-ledger", action="store_true", help="write what the tests cost to tests/ledger.yaml"
    )
    parser.addoption("--accept", action="store_true", help="rewrite the golden files with what is played now")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile(config.getoption("--size"))
    config.pluginmanager.register(Ledger(config), "ledger")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where real time counts, a red test is run once more, and the summary lists it as rerun; rules never are.

    Who runs a share of them begins with the folders that take longest: so all end at about the same time.
    """
    for item in items:
        if folder_of(item) in REAL_TIME:
            item.add_marker(pytest.mark.flaky(reruns=1))
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: FIRST.index(folder_of(item)) if folder_of(item) in FIRST else len(FIRST))


def folder_of(item: pytest.Item) -> str:
    """The folder below this one that a test lies in."""
    here = Path(__file__).parent
    return item.path.relative_to(here).parts[0] if item.path.is_relative_to(here) else ""


@pytest.fixture(scope="session")
def size(request: pytest.FixtureRequest) -> Size:
    """How much a long test should do."""
    chosen: Size = request.config.getoption("--size")
    return chosen
