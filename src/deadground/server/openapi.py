"""The whole contract as one OpenAPI document: the HTTP API, every message of the table's socket, the replay file.

    python -m deadground.server.openapi OUT.json

The front end's types are generated from it.
"""

from __future__ import annotations

import sys
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec

from deadground.core.messages import AnyCall, AnyMessage
from deadground.core.patch import Change
from deadground.core.requests import AnyRequest, Order, PathValue, PlaceValue
from deadground.core.view import Outcome
from deadground.server.api_games import Taught
from deadground.server.app import routes
from deadground.server.replay_file import Replay
from deadground.server.table_services import HANDLERS, MESSAGES

REFERENCE = "#/components/schemas/{name}"
UNIONS = {
    "AnyCall": AnyCall,
    "AnyMessage": AnyMessage,
    "AnyRequest": AnyRequest,
    "AnyServerCall": reduce(or_, HANDLERS),
    "AnyServerMessage": reduce(or_, MESSAGES),
}
OPTIONAL = {Change.__name__: {"set", "gone"}, Outcome.__name__: {"unplayed"}}
"""What we send is whole, except for these fields, which are left out at their default."""


def document() -> dict[str, Any]:
    """The API of the routes, with the socket's messages among its schemas."""
    described = routes().openapi_schema.to_schema()
    components = described.setdefault("components", {})
    components["schemas"] = {**components.get("schemas", {}), **message_schemas()}
    return described


def message_schemas() -> dict[str, Any]:
    """A schema for every message, call and request, and one for each union of them."""
    taken = [AnyCall, *HANDLERS, Order, PathValue, PlaceValue]
    calls = msgspec.json.schema_components(taken, ref_template=REFERENCE)[1]
    sent = msgspec.json.schema_components([AnyMessage, *MESSAGES, Replay, Taught], ref_template=REFERENCE)[1]
    schemas = {**calls, **{name: whole(name, schema) for name, schema in sent.items()}}
    for name, union in UNIONS.items():
        (schema,), _ = msgspec.json.schema_components([union], ref_template=REFERENCE)
        schemas[name] = {"title": name, "oneOf": schema["anyOf"], "discriminator": schema["discriminator"]}
    return dict(sorted(schemas.items()))


def whole(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of something we send: a field with a default is there all the same."""
    properties = schema.get("properties", {})
    left_out = OPTIONAL.get(name, set())
    return {
        **schema,
        "properties": {field: without_default(value) for field, value in properties.items()},
        "required": [field for field in properties if field not in left_out],
    }


def without_default(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "default"}


def write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(document()), indent=2) + b"\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m deadground.server.openapi OUT.json")
    write(Path(sys.argv[1]))
