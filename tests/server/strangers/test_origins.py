"""Pages of other sites, names that are not ours, cookies, and the headers that go with every answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from deadground.server.app import make_app
from deadground.server.reach import Reach, own_addresses
from deadground.server.store import Store
from deadground.testing.duel import DUEL
from tests.server.running import Start

ORDER = {"system": "duel", "scenario": "pair", "seats": {"red": "me"}}
HOST = "127.0.0.1:8321"
FOREIGN = [
    "http://evil.example",
    "https://127.0.0.1:8321.evil.example",
    "http://127.0.0.1:9999",
    "http://localhost:8321",
    "null",
    "http://[",
    "file://",
    "127.0.0.1:8321",
    "http://evil.example@127.0.0.1:8321",
]


@pytest.fixture
def client(store: Store, tmp_path: Path) -> Iterator[Any]:
    reach = Reach("127.0.0.1", 8321, "https://games.example.org")
    app = make_app(store, {DUEL.name: DUEL}, tmp_path / "crashes", reach, page_folder=tmp_path)
    with TestClient(app=app, base_url=f"http://{HOST}", raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/api/games"), ("DELETE", "/api/me/games/x"), ("POST", "/api/join"), ("PUT", "/api/games")],
)
def test_the_page_of_another_site_changes_nothing(
    client: Any, caplog: Any, origin: str, method: str, path: str
) -> None:
    answer = client.request(method, path, json=ORDER, headers={"origin": origin})
    assert (answer.status_code, answer.json()["reason"]) == (403, "only the page of this server may do that")
    assert "refused testclient: only the page of this server may do that" in caplog.text


@pytest.mark.parametrize("origin", FOREIGN)
def test_the_page_of_another_site_sits_down_nowhere(client: Any, origin: str) -> None:
    opened = client.post("/api/games", json=ORDER).json()
    address = f"/api/games/{opened['game']}/table?token={opened['seats'][0]['token']}"
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(address, headers={"origin": origin}) as line,
    ):
        line.receive_text(timeout=20)
    with client.websocket_connect(address, headers={"origin": f"http://{HOST}"}) as line:
        assert line.receive_text(timeout=20)


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "[", "", "169.254.1.1", "evil.example:80"]
)
def test_a_name_that_is_not_ours_is_not_answered_to(client: Any, caplog: Any, host: str) -> None:
    for path in ("/", "/api/about", "/api/me", "/health"):
        answer = client.get(path, headers={"host": host})
        assert (answer.status_code, answer.json()["reason"]) == (
            403,
            "this server does not answer to that name",
        )
        assert "content-security-policy" in answer.headers
    assert "this server does not answer to that name" in caplog.text


def test_every_answer_carries_strict_headers(client: Any) -> None:
    for path in ("/", "/api/about", "/api/nonsense", "/nonsense", "/api/games/x", "/health"):
        headers = client.get(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert (
            headers["cross-origin-resource-policy"] == headers["cross-origin-opener-policy"] == "same-origin"
        )
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


def test_what_the_api_tells_is_kept_by_no_cache(client: Any) -> None:
    opened = client.post("/api/games", json=ORDER).json()
    key = {"authorization": f"Bearer {opened['seats'][0]['token']}"}
    for path in ("", "/export", "/history", "/company", "/dice"):
        answer = client.get(f"/api/games/{opened['game']}{path}", headers=key)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")


@pytest.mark.parametrize(
    "path", ["/", "/api/about", "/api/battles", "/nonsense", "/api/games/x", "/api/join"]
)
def test_head_is_answered_like_get_without_the_body(client: Any, path: str) -> None:
    asked, head = client.get(path), client.head(path)
    assert (head.status_code, head.content) == (asked.status_code, b"")
    assert head.headers == asked.headers


def cookie_of(server: str, **headers: str) -> str:
    return httpx.post(f"{server}/api/games", json=ORDER, headers=headers).headers["set-cookie"].lower()


def test_behind_tls_the_cookie_is_secure_and_only_a_proxy_here_is_believed(start: Start) -> None:
    server = start("--host", "0.0.0.0")
    here = server.address.rstrip("/")
    plain, by_tls = cookie_of(here), cookie_of(here, **{"x-forwarded-proto": "https"})
    for cookie in (plain, by_tls):
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
    assert "secure" not in plain
    assert "; secure" in by_tls
    assert by_tls.startswith("__host-deadground=")
    for address in own_addresses()[:1]:
        from_the_network = here.replace("127.0.0.1", address)
        assert "secure" not in cookie_of(from_the_network, **{"x-forwarded-proto": "https"})
