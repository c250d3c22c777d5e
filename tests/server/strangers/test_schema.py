"""Every route is asked for what its document allows and for what it does not, and answers as documented."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from deadground.server import openapi
from deadground.server.app import ROUTES
from tests.server.running import Running

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]
OPERATIONS = [(path, method) for path, methods in openapi.document()["paths"].items() for method in methods]
UNDESCRIBED = 3
"""The table's socket, the front page and the files of the page."""

quietly = settings(
    max_examples=5,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


class Described:
    """A running server with one game, and what its API document says."""

    def __init__(self, server: Running) -> None:
        self.schema: Any = schemathesis.openapi.from_url(f"{server.address}schema/openapi.json")
        opened = server.begin("pair")
        self.game, self.key = opened["game"], opened["token"]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Described]:
    running = Running(tmp_path_factory.mktemp("described") / "games.sqlite", "--port", "0")
    yield Described(running)
    running.end()


def test_every_route_is_described() -> None:
    assert len(OPERATIONS) == len(ROUTES) - UNDESCRIBED


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["allowed", "not"])
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_a_route_keeps_its_promises(
    described: Described, path: str, method: str, mode: GenerationMode
) -> None:
    operation = described.schema[path][method]
    strategy = operation.as_strategy(generation_mode=mode)

    @quietly
    @given(case=strategy)
    def by_a_stranger(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)

    @quietly
    @given(case=strategy)
    def by_a_player(case: Any) -> None:
        case.path_parameters = {**(case.path_parameters or {}), "game": described.game}
        case.headers = {**(case.headers or {}), "authorization": f"Bearer {described.key}"}
        case.call_and_validate(checks=CHECKS)

    with nothing_wrong_to_send(mode):
        by_a_stranger()
        if "{game}" in path:
            by_a_player()


@contextmanager
def nothing_wrong_to_send(mode: GenerationMode) -> Iterator[None]:
    """A route that takes nothing, or any word, cannot be asked wrongly."""
    try:
        yield
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE
