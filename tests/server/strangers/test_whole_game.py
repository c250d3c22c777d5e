"""A game by link from its first choice to its audit: what may be taken away during play, and when it is over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from deadground.cli import app
from tests.server.by_link import Client
from tests.server.player import Player
from tests.server.strangers.conftest import Duel

SECRETS = ("seed", "journal", "dice", "checksum", "check")


def bearer(duel: Duel, seat: str) -> dict[str, str]:
    return {"authorization": f"Bearer {duel.keys[seat]}"}


def test_a_running_game_gives_each_seat_its_own_view_and_no_more(duel: Duel, host: Client) -> None:
    duel.sit("red").choose()
    for seat in duel.keys:
        document = host.get(duel.at("export"), headers=bearer(duel, seat)).json()
        assert set(document) == {"format", "view", "log"}
        assert document["view"]["seat"] == seat
        assert not [
            name for name in SECRETS if f'"{name}":' in json.dumps(document["view"]).replace('": ', '":')
        ]
        for what in ("verify", "after", "replay.html", "after.svg", "history?all=true", "history?seat=red"):
            answer = host.get(duel.at(what), headers=bearer(duel, seat))
            own = what == f"history?seat={seat}"
            assert answer.status_code == (200 if own else 403), (seat, what)
        assert host.get(duel.at("dice"), headers=bearer(duel, seat)).json()["seed"] is None


def test_the_page_and_the_command_say_the_same_of_a_finished_game(
    duel: Duel, host: Client, tmp_path: Path
) -> None:
    red, blue = duel.sit("red"), duel.sit("blue")
    promised = red.view["commitment"]
    play(red, blue)
    files = {seat: host.get(duel.at("export"), headers=bearer(duel, seat)).content for seat in duel.keys}
    assert len(set(files.values())) == 1, "everybody gets the same game"
    for seat in duel.keys:
        told = host.get(duel.at("verify"), headers=bearer(duel, seat)).json()
        dice = host.get(duel.at("dice"), headers=bearer(duel, seat)).json()
        said = verified(tmp_path / f"{seat}.json", files[seat])
        assert told["holds"] is said["holds"] is True
        assert {name: told[name] for name in ("entries", "dice", "checked", "notes", "findings")} == {
            name: said[name] for name in ("entries", "dice", "checked", "notes", "findings")
        }
        assert dice["commitment"] == promised
        assert json.loads(files[seat])["seed"] == dice["seed"]


def test_nothing_is_taken_back_once_the_seed_is_told(duel: Duel, sql: Any) -> None:
    """Who has looked at the seed would know every die to come."""
    red, blue = duel.sit("red"), duel.sit("blue")
    play(red, blue)
    count = sql("select count(*) from entries")
    for player in (red, blue):
        (fault,) = player.call("ask_back").faults
        assert "its seed and all secrets are told" in fault.reason
        assert player.call("undo").faults
    assert sql("select count(*) from entries") == count


def play(red: Player, blue: Player) -> None:
    """Both play to the end."""
    while red.view["outcome"] is None:
        for player in (red, blue):
            player.catch_up()
            if player.view["requests"]:
                player.choose()
    blue.catch_up()


def verified(file: Path, save: bytes) -> dict[str, Any]:
    """What `deadground verify --json` says of a file."""
    file.write_bytes(save)
    done = CliRunner().invoke(app, ["verify", str(file), "--json"])
    assert done.exit_code == 0, done.output
    said: dict[str, Any] = json.loads(done.output)
    return said
