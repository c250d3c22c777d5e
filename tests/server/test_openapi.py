"""The document the front end's types come from, and a smoke run over what it promises."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from deadground.core.messages import AnyCall, AnyMessage
from deadground.server import openapi
from deadground.server.app import make_app
from deadground.server.store import Store
from deadground.testing.duel import DUEL


def test_every_message_and_call_is_described() -> None:
    schemas = openapi.document()["components"]["schemas"]
    for union, name in ((AnyMessage, "AnyMessage"), (AnyCall, "AnyCall")):
        named = {member.__name__ for member in union.__args__}
        assert {choice["$ref"].rpartition("/")[2] for choice in schemas[name]["oneOf"]} == named
        assert named <= set(schemas)


def test_names_are_names_in_typescript_and_references_lead_somewhere() -> None:
    document = openapi.document()
    schemas = document["components"]["schemas"]
    assert all(re.fullmatch(r"[A-Za-z_]\w*", name) for name in schemas)
    references = re.findall(r"#/components/schemas/([^\"]+)", msgspec.json.encode(document).decode())
    assert set(references) <= set(schemas)


def test_what_is_sent_is_whole_and_what_is_taken_may_leave_defaults_out() -> None:
    schemas = openapi.document()["components"]["schemas"]
    assert set(schemas["AckMessage"]["required"]) == set(schemas["AckMessage"]["properties"])
    assert schemas["Change"]["required"] == ["at"]
    assert "most" not in schemas["SuggestCall"]["required"]


def test_the_document_is_the_same_every_time(tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "deep" / "b.json"
    openapi.write(first)
    openapi.write(second)
    assert first.read_bytes() == second.read_bytes()


def test_the_api_keeps_its_promises(store: Store, tmp_path: Path) -> None:
    app = make_app(store, {DUEL.name: DUEL}, tmp_path / "crashes")
    schema: Any = schemathesis.openapi.from_asgi("/schema/openapi.json", app)
    quietly = settings(
        max_examples=60,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    @quietly
    @given(case=schema.as_strategy())
    def keeps_them(case: Any) -> None:
        checks = [not_a_server_error, status_code_conformance, response_schema_conformance]
        case.call_and_validate(checks=checks)

    keeps_them()
