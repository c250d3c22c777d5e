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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where real time counts, a red test is run once more, and the summary lists it as rerun; rules never are."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and item.path.relative_to(here).parts[0] in REAL_TIME:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def size(request: pytest.FixtureRequest) -> Size:
    """How much a long test should do."""
    chosen: Size = request.config.getoption("--size")
    return chosen
