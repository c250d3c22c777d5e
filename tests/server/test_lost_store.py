"""A store that fails: the choice is not acknowledged, the game is as it was, and play goes on when it is back."""

from __future__ import annotations

from typing import Any

FULL_DISK = "begin select raise(abort, 'the disk is full'); end"
REFUSE = f"create trigger refuse before insert on entries {FULL_DISK}"


def test_a_choice_that_cannot_be_stored_is_not_taken(begin: Any, sit: Any, sql: Any) -> None:
    player = sit(begin(scenario="patrol"))
    player.play(2)
    asked = player.request()
    kept, seen = sql("select game, n, entry from entries"), dict(player.view["state"])
    sql(REFUSE)
    for _ in range(2):
        error = player.call("choose", choice=player.choice())
        assert "the disk is full" in error.reason
        assert "as it was" in error.reason
    assert sql("select game, n, entry from entries") == kept
    assert player.view["state"] == seen
    assert player.request()["prompt"] == asked["prompt"]
    sql("drop trigger refuse")
    player.play()
    assert player.view["outcome"]


def test_a_bot_choice_that_cannot_be_stored_is_told(begin: Any, sit: Any, sql: Any) -> None:
    player = sit(begin())
    blue = 'instr(new.entry, \'"seat":"blue"\')'
    sql(f"create trigger refuse before insert on entries when {blue} {FULL_DISK}")
    while player.view["requests"]:
        player.choose()
    while not player.frames[-1].startswith('{"type":"error"'):
        player.read()
    assert "The other side could not choose: It could not be stored" in player.frames[-1]
    sql("drop trigger refuse")
    player.call("suggest", serial=0)
    player.play()
    assert player.view["outcome"]


def test_a_new_game_that_cannot_be_stored_is_not_begun(client: Any, sql: Any) -> None:
    sql(REFUSE)
    body = {"system": "duel", "scenario": "pair", "seats": {"red": "me"}}
    answer = client.post("/api/games", json=body)
    assert (answer.status_code, answer.json()["reason"]) == (503, "the disk is full")
    assert sql("select count(*) from games") == [(0,)]
