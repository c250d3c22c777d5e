"""The server as a process: killed in mid-game, stopped, and started where it cannot start."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from deadground.core.journal import Chose
from deadground.core.replay import audit
from deadground.server import serving
from deadground.server.reach import is_loopback
from tests.server.running import START, Running, Start, command, kept_match


def play_until_killed(server: Running, opened: dict[str, Any]) -> int:
    """Play a little, kill the server the moment a choice is acknowledged, and tell how many were."""
    with server.sit(opened) as player:
        player.play(6)
        player.call("choose", choice=player.choice())
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        with pytest.raises(ConnectionClosed):
            player.stay()
        return 7


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(start: Start, database: Path) -> None:
    server = start()
    opened = server.begin("company")
    acknowledged = 0
    for _ in range(2):
        acknowledged += play_until_killed(server, opened)
        match = kept_match(database, opened["game"])
        chosen = [entry.act.choice.seat for entry in match.journal if isinstance(entry.act, Chose)]
        assert chosen.count("red") == acknowledged
        assert list(audit(match)) == []
        assert match.position.digest() == match.journal[-1].digest
        server = start()
    with server.sit(opened) as player:
        assert player.view["state"]["turn"] == match.position.state.turn
        assert player.play(4) == 4


def test_without_arguments_it_starts_and_opens_the_browser(tmp_path: Path) -> None:
    """The browser is a script that asks for the page and writes down what it got."""
    script, seen = tmp_path / "browser.py", tmp_path / "seen.txt"
    script.write_text(
        "import os, sys, urllib.request\n"
        f"text = urllib.request.urlopen(sys.argv[1] + 'api/about').read().decode()\n"
        f"open({str(seen)!r}, 'w').write(text)\n"
        "os.kill(int(os.environ['SERVER']), 2)\n",
        "utf-8",
    )
    starting = f"import os; os.environ['SERVER'] = str(os.getpid()); {START}"
    environment = {"DEADGROUND_DATA": str(tmp_path / "data"), "BROWSER": f"{sys.executable} {script} %s"}
    done = subprocess.run(
        [sys.executable, "-c", starting], capture_output=True, text=True, env=environment, timeout=60
    )
    assert (done.returncode, done.stdout.count("\n")) == (0, 1), done.stderr
    assert "Deadground" in seen.read_text("utf-8")
    assert (tmp_path / "data" / "deadground.sqlite").is_file()


def test_an_interrupt_stops_it_gracefully(start: Start) -> None:
    server = start()
    with server.sit(server.begin("pair")) as player:
        player.play(1)
        server.process.send_signal(signal.SIGINT)
        with pytest.raises(ConnectionClosed):
            player.stay()
    output, errors = server.process.communicate(timeout=20)
    assert (server.process.returncode, output, errors) == (0, "", "")


def test_a_frame_that_is_too_big_and_a_foreign_page_are_turned_away(start: Start) -> None:
    server = start()
    opened = server.begin("pair")
    with server.sit(opened, server.address.rstrip("/")) as player, pytest.raises(ConnectionClosed) as closed:
        player.send("x" * 65_537)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    with pytest.raises(InvalidStatus), server.sit(opened, "http://elsewhere.example"):
        pass
    answer = httpx.get(server.address, headers={"host": "elsewhere.example"})
    assert answer.status_code == 403
    with server.sit(opened) as player:
        assert player.choose()


def fails(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        command(*arguments), capture_output=True, text=True, env={**os.environ, **environment}, timeout=60
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_a_taken_port_is_one_plain_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        line = fails("serve", "--no-open", "--port", port, DEADGROUND_DATA=str(tmp_path))
    assert line == f"deadground: cannot listen on 127.0.0.1 port {port}: Address already in use\n"


def test_a_folder_that_cannot_be_made_is_one_plain_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    line = fails("serve", "--no-open", DEADGROUND_DATA=str(tmp_path / "file" / "data"))
    assert line.startswith("deadground: the data folder ")


def test_a_database_that_is_none_is_one_plain_line(tmp_path: Path) -> None:
    (tmp_path / "deadground.sqlite").write_text("this is not a database, but it is long enough", "utf-8")
    line = fails("serve", "--no-open", DEADGROUND_DATA=str(tmp_path))
    assert line.endswith("cannot be used: file is not a database\n")


def test_a_second_server_on_the_same_file_is_refused(start: Start, database: Path, tmp_path: Path) -> None:
    """By whatever name it finds the file. When the first has been killed, another may have it."""
    first = start()
    other_name = tmp_path / "other-name.sqlite"
    other_name.symlink_to(database)
    for name in (database, other_name):
        line = fails("serve", "--no-open", "--database", f"sqlite:///{name}")
        holder = f"in use by another server (process {first.process.pid})"
        assert line == f"deadground: the database {name} is {holder}: one server for a database\n"
    opened = first.begin("pair")
    first.process.kill()
    first.process.wait()
    with start().sit(opened) as player:
        assert player.choose()


def test_a_database_with_a_second_name_is_refused(start: Start, database: Path, tmp_path: Path) -> None:
    """Under it a second server would keep a journal of its own, and neither would know of the other."""
    start()
    second = tmp_path / "second-name.sqlite"
    second.hardlink_to(database)
    line = fails("serve", "--no-open", "--database", f"sqlite:///{second}")
    assert line.startswith(f"deadground: the database {second} has a second name (a hard link)")


def test_what_a_server_makes_is_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    environment = {**os.environ, "DEADGROUND_DATA": str(data)}
    starting = subprocess.Popen(
        command("serve", "--no-open"), stdout=subprocess.PIPE, text=True, env=environment
    )
    assert starting.stdout is not None
    starting.stdout.readline()
    starting.kill()
    starting.communicate()
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (data, *data.iterdir())}
    assert modes.pop("data") == 0o700
    assert modes["deadground.sqlite"] == 0o600
    assert set(modes.values()) == {0o600}


def test_the_handbook_s_unit_keeps_files_to_their_owner() -> None:
    handbook = (Path(__file__).parents[2] / "docs" / "operating.md").read_text("utf-8")
    assert "\nUMask=0077\n" in handbook
    assert "\nStateDirectoryMode=0700\n" in handbook


@pytest.mark.parametrize(
    ("host", "loopback", "address"),
    [
        ("127.0.0.1", True, "http://127.0.0.1:80/"),
        ("localhost", True, "http://localhost:80/"),
        ("::1", True, "http://[::1]:80/"),
        ("0.0.0.0", False, "http://127.0.0.1:80/"),
        ("192.168.1.7", False, "http://192.168.1.7:80/"),
    ],
)
def test_an_address_is_told_as_a_browser_wants_it(host: str, loopback: bool, address: str) -> None:
    assert is_loopback(host) == loopback
    assert serving.address_of(host, 80) == address


def test_a_warm_start_loads_nothing_it_does_not_need() -> None:
    heavy = ("alembic", "numpy", "shapely", "rich.console")
    code = f"import sys, deadground.server.serving; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "[]\n", done.stderr
