"""What travels to a browser is packed if the browser can unpack it."""

from __future__ import annotations

from tests.server.conftest import Client


def test_a_long_answer_is_packed_for_those_who_ask(client: Client) -> None:
    packed = client.get("/api/rules", headers={"accept-encoding": "gzip"})
    plain = client.get("/api/rules", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
