"""Addresses that are tricks or that somebody imagined, sent as they are: nothing tidies them on the way."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.server.running import Running

TRICKS = [
    "/../app.py",
    "/assets/../../app.py",
    "/%2e%2e/app.py",
    "/..%2fapp.py",
    "/.%2e/app.py",
    "/%252e%252e/app.py",
    "/..%5capp.py",
    "/..\\app.py",
    "/assets/..\\..\\app.py",
    "//etc/passwd",
    "/%2fetc/passwd",
    "/%2f%2fetc/passwd",
    "/C:%5cwindows%5cwin.ini",
    "/index.html%00.js",
    "/%00",
    "/app.py%00.html",
    "/BUILD.json",
    "/./BUILD.json",
    "/assets/",
    "/.git/config",
    "/games.sqlite",
    "/%c0%ae%c0%ae/app.py",
    "/%ff%fe",
    "/api/../app.py",
    "/api/maps/stands/..%2f..%2fapp.py.svg",
    "/api/maps/..%2f..%2fapp/x.svg",
    "/api/battles/stands/..%2f..%2fx/thumbnail.svg",
    "/" + "a" * 20_000,
]
LOST = ["/nonsense", "/play", "/play/a/b", "/rules/a/b", "/wp-login.php", "/join/x", "/games/x", "/admin/"]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("paths") / "games.sqlite", "--port", "0")
    yield server
    server.end()


def ask(server: Running, path: str, accept: str = "*/*", method: str = "GET") -> tuple[int, str, str]:
    """The status, the type and the text that a raw path is answered with."""
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=20)
    try:
        connection.putrequest(method, path, skip_accept_encoding=True)
        connection.putheader("accept", accept)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.getheader("content-type", ""), answer.read().decode("utf-8", "replace")
    finally:
        connection.close()


@pytest.mark.parametrize("path", TRICKS, ids=lambda path: path[:40])
@pytest.mark.parametrize("accept", ["*/*", "text/html"])
def test_a_trick_serves_no_file(running: Running, path: str, accept: str) -> None:
    status, kind, text = ask(running, path, accept)
    assert status in (400, 404)
    for secret in ("import", "root:", "[core]", "SQLite format", '"sources"'):
        assert secret not in text
    assert not kind.startswith(("text/x-python", "application/octet-stream"))
    assert ask(running, "/api/about")[0] == 200


@pytest.mark.parametrize("path", LOST)
def test_a_page_that_is_none_is_the_lost_page_with_its_status(running: Running, path: str) -> None:
    status, kind, text = ask(running, path, "text/html,application/xhtml+xml")
    assert (status, kind) == (404, "text/html; charset=utf-8")
    assert '<div id="app">' in text
    status, kind, text = ask(running, path)
    assert (status, kind) == (404, "application/json")
    assert "there is nothing at" in text


@pytest.mark.parametrize("path", ["/api/nonsense", "/api/games/x/nonsense", "/assets/none.js"])
def test_what_no_person_opens_is_plain(running: Running, path: str) -> None:
    status, kind, _ = ask(running, path, "text/html")
    assert (status, kind) == (404, "application/json")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "POST"])
def test_other_methods_change_nothing(running: Running, method: str) -> None:
    for path in ("/", "/index.html", "/play/x"):
        assert ask(running, path, method=method)[0] in (400, 404, 405)
