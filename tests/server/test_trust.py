"""Trust: the promise of the dice, the seed when the game is over, and an audit that says what the file says."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from deadground.cli.shared import audited
from deadground.core.audit import told
from deadground.server.app import make_app
from tests.server import games


def address(opened: dict[str, Any], what: str) -> str:
    return f"/api/games/{opened['game']}/{what}"


def get(client: Any, opened: dict[str, Any], what: str) -> Any:
    return client.get(address(opened, what), params={"token": opened["token"]})


@pytest.fixture
def over(begin: Any, sit: Any) -> Any:
    """A duel that is over."""
    opened = begin()
    sit(opened).play()
    return opened


def test_the_promise_is_shown_from_the_start_and_the_seed_is_not(client: Any, begin: Any, sit: Any) -> None:
    opened = begin()
    found = get(client, opened, "dice").json()
    assert found == {"commitment": sit(opened).view["commitment"], "seed": None}
    assert len(found["commitment"]) == 64


def test_the_seed_that_is_shown_in_the_end_is_the_one_that_was_promised(
    client: Any, begin: Any, sit: Any
) -> None:
    opened = begin()
    player = sit(opened)
    promised = player.view["commitment"]
    player.play()
    seed = bytes.fromhex(get(client, opened, "dice").json()["seed"])
    assert hashlib.sha256(b"deadground dice\n" + seed).hexdigest() == promised


def test_a_game_in_play_is_not_audited(client: Any, begin: Any) -> None:
    answer = get(client, begin(), "verify")
    assert answer.status_code == 403
    assert "not over" in answer.json()["reason"]


def test_the_server_says_what_the_command_says(client: Any, over: Any, tmp_path: Path) -> None:
    found = get(client, over, "verify").json()
    file = tmp_path / "game.json"
    file.write_bytes(get(client, over, "export").content)
    said = audited(file)
    assert (found["holds"], found["entries"], found["dice"]) == (True, said.entries, said.dice)
    assert (found["checked"], found["notes"]) == (list(said.checked), list(said.notes))
    assert found["findings"] == [told(finding) for finding in said.findings]


def test_dice_that_were_changed_in_the_store_are_found(client: Any, over: Any, sql: Any, store: Any) -> None:
    """Somebody who can write to the database changes one face; the server is started anew over it."""
    rows = sql("select n, entry from entries")
    n, entry = next((n, json.loads(entry)) for n, entry in rows if json.loads(entry)["rolls"])
    face = entry["rolls"][0]["faces"][0]
    entry["rolls"][0]["faces"][0] = face % 6 + 1
    changed = json.dumps(entry, separators=(",", ":")).replace("'", "''")
    sql(f"update entries set entry = cast('{changed}' as blob) where n = {n}")
    app = make_app(store, games.systems(), Path("crashes"), played=games.PLAYED)
    with TestClient(app=app) as fresh:
        found = get(fresh, over, "verify").json()
    assert not found["holds"]
    assert found["findings"] == [f"at entry {n}: its rolls came out otherwise"]


def test_a_wrong_token_learns_nothing(client: Any, over: Any) -> None:
    for what in ("dice", "verify"):
        assert get(client, {**over, "token": "x" * 32}, what).status_code == 403


def test_everybody_sees_who_has_agreed_to_a_take_back(begin: Any, sit: Any) -> None:
    opened = begin(blue="screen")
    red, blue = (sit({"game": opened["game"], **seat}) for seat in opened["seats"])
    while red.view["waiting"] != ["blue"]:
        red.choose()
    assert red.call("ask_back").__struct_config__.tag == "ack"
    red.catch_up()
    blue.catch_up()
    for view, question in ((red.view, "Fire at whom?"), (blue.view, "")):
        asked = view["take_back"]
        assert (asked["seat"], asked["agreed"], asked["waits_for"]) == ("red", [], ["blue"])
        assert asked["question"] == question, "the question itself is known to who was asked"
    blue.call("answer_back", agrees=False)
    blue.catch_up()
    red.catch_up()
    assert red.view["take_back"] is blue.view["take_back"] is None
    assert any("does not agree" in event.text for event in red.log)
