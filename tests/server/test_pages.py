"""The page's files, its own addresses, and what must never be served."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    "path", ["/", "/rules", "/rules/KIM-4.3a", "/rules/kim-4.3a", "/play/abc", "/index.html"]
)
def test_the_page_answers_at_its_own_addresses(client: Any, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (200, "<h1>the page</h1>")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_a_rule_row_that_does_not_exist_is_said_by_page_and_status(client: Any) -> None:
    answer = client.get("/rules/KIM-4.3zz", headers={"accept": "text/html"})
    assert (answer.status_code, answer.text) == (404, "<h1>the page</h1>")
    assert client.head("/rules/KIM-4.3zz").status_code == 404
    assert client.get("/rules/KIM-4.3zz").json()["reason"] == "there is no rule row KIM-4.3zz"


def test_hashed_files_are_kept_for_ever_and_others_are_not(client: Any) -> None:
    script = client.get("/assets/index-abc.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in script.headers["cache-control"]
    assert client.get("/icon.svg").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/..\\secret.txt",
        "/secret.txt%00.js",
        "/BUILD.json",
        "/assets",
        "/assets/",
        "/nonsense",
        "/play",
        "/play/a/b",
        "/api/nonsense",
    ],
)
def test_nothing_else_is_served(client: Any, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (400, 404)
    assert "secret" not in answer.text.replace(path, "").replace("secret.txt", "")


def test_every_answer_carries_the_headers(client: Any) -> None:
    for path in ("/", "/assets/index-abc.js", "/api/about", "/nonsense", "/api/rules/x"):
        headers = client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
        assert headers["x-content-type-options"] == "nosniff"


def test_a_page_that_is_not_built_says_so(client: Any, page_folder: Path) -> None:
    (page_folder / "index.html").unlink()
    answer = client.get("/")
    assert answer.status_code == 503
    assert "run.py play" in answer.text
