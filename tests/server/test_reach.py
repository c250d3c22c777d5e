"""What a friend can reach, and whom the guard lets in."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from deadground.server.app import make_app
from deadground.server.reach import BadAddress, Reach, checked_url
from deadground.server.store import Store
from deadground.testing.duel import DUEL
from tests.server.running import Running, Start, command


def lan(*addresses: str) -> Any:
    return lambda: list(addresses)


@pytest.mark.parametrize(
    ("reach", "way", "addresses"),
    [
        (Reach("127.0.0.1", 80), "nobody", []),
        (Reach("localhost", 80), "nobody", []),
        (Reach("0.0.0.0", 8321, "", lan("192.168.1.7")), "network", ["http://192.168.1.7:8321"]),
        (Reach("192.168.1.9", 80), "network", ["http://192.168.1.9:80"]),
        (Reach("::", 80, "", lan("fd00::1")), "network", ["http://[fd00::1]:80"]),
        (Reach("0.0.0.0", 80, "", lan()), "nobody", []),
        (Reach("127.0.0.1", 80, "https://games.example.org"), "public", ["https://games.example.org"]),
    ],
)
def test_it_says_what_a_friend_can_reach(reach: Reach, way: str, addresses: list[str]) -> None:
    told = reach.told()
    assert (told.way, told.addresses) == (way, addresses)
    assert len(told.lines) == (1 if way == "public" else 3)


def test_who_is_alone_reads_the_command_that_he_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEADGROUND_PLAY", "python3 run.py play")
    lines = Reach("127.0.0.1", 8321).told().lines
    assert "start it with “python3 run.py play --host 0.0.0.0 --port 8321”" in lines[1]


def test_the_command_that_lets_friends_in_runs_at_this_port_and_with_these_games(start: Start) -> None:
    """Stopped and started with it, the server has the same games under the same port."""
    server = start()
    opened = server.begin("pair")
    key = {"token": opened["token"]}
    lines = httpx.get(f"{server.address}api/games/{opened['game']}/reach", params=key).json()["lines"]
    server.end()
    words = shlex.split(lines[1].partition("“")[2].partition("”")[0])
    assert words[words.index("serve") + 1 :][:2] == ["--host", "0.0.0.0"]
    given = dict(zip(*[iter(words[words.index("serve") + 1 :])] * 2, strict=True))
    again = Running(
        Path(given["--database"].removeprefix("sqlite:///")),
        "--host",
        given["--host"],
        "--port",
        given["--port"],
    )
    try:
        assert again.address == server.address
        assert httpx.get(f"{again.address}api/games/{opened['game']}", params=key).status_code == 200
    finally:
        again.end()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "games.example.org",
        "ftp://x",
        "https://",
        "https://x/path",
        "https://x?q",
        "https://u@x",
        "http://x:y",
    ],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadAddress, match="is not the address of a server"):
        checked_url(url)


def test_an_address_is_taken_as_links_begin_with_it() -> None:
    assert checked_url("HTTPS://Games.Example.org/") == "https://games.example.org"


def test_a_public_address_that_is_none_is_one_plain_line(tmp_path: Path) -> None:
    done = subprocess.run(
        command("serve", "--no-open", "--public-url", "games.example.org"),
        capture_output=True,
        text=True,
        env={"DEADGROUND_DATA": str(tmp_path)},
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(
        "deadground: --public-url: 'games.example.org' is not the address of a server"
    )
    assert done.stderr.count("\n") == 1


def test_a_server_for_the_network_answers_to_its_addresses_and_to_no_strange_name(start: Start) -> None:
    server = start("--host", "0.0.0.0", "--public-url", "https://games.example.org")
    for host, status in (("192.168.1.7", 200), ("games.example.org", 200), ("evil.example", 403)):
        assert httpx.get(f"{server.address}api/about", headers={"host": host}).status_code == status


ALONE = Reach("127.0.0.1", 8321)
NETWORK = Reach("0.0.0.0", 8321)
PUBLIC = Reach("127.0.0.1", 8321, "https://games.example.org")


@pytest.mark.parametrize(
    ("reach", "host", "origin", "status"),
    [
        (ALONE, "127.0.0.1:8321", "http://127.0.0.1:8321", 201),
        (ALONE, "192.168.1.7:8321", "http://192.168.1.7:8321", 403),
        (ALONE, "evil.example", "http://evil.example", 403),
        (NETWORK, "192.168.1.7:8321", "http://192.168.1.7:8321", 201),
        (NETWORK, "[fd00::1]:8321", "http://[fd00::1]:8321", 201),
        (NETWORK, "192.168.1.7:8321", "http://192.168.1.8:8321", 403),
        (NETWORK, "evil.example:8321", "http://evil.example:8321", 403),
        (PUBLIC, "games.example.org", "https://games.example.org", 201),
        (PUBLIC, "127.0.0.1:8321", "https://games.example.org", 201),
        (PUBLIC, "127.0.0.1:8321", "http://games.example.org", 403),
        (PUBLIC, "games.example.org", "https://evil.example", 403),
        (PUBLIC, "evil.example", "https://evil.example", 403),
    ],
)
def test_friends_are_let_in_and_nobody_else(
    store: Store, tmp_path: Path, reach: Reach, host: str, origin: str, status: int
) -> None:
    app = make_app(store, {DUEL.name: DUEL}, tmp_path / "crashes", reach, page_folder=tmp_path)
    with TestClient(app=app) as client:
        body = {"system": "duel", "scenario": "pair", "seats": {"red": "me"}}
        answer = client.post("/api/games", json=body, headers={"host": host, "origin": origin})
        assert answer.status_code == status, answer.text
