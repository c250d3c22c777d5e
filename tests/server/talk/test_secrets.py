"""Talk, notes and sketches are in nobody else's traffic and in no export: marked words are searched for."""

from __future__ import annotations

import json
from typing import Any

from tests.server.player import Player
from tests.server.talk.talkers import ARROW, KINDS, Sit, heard, is_done, token_of

MARKED = {"side": "zebra-side", "umpire": "zebra-umpire", "notes": "zebra-notes", "draw": "zebra-draw"}


def test_marked_words_are_in_no_other_traffic_and_in_no_export(
    everybody: dict[str, Player], seat: Sit, client: Any
) -> None:
    german = everybody["german"]
    for player in everybody.values():
        player.catch_up()
    before = {name: len(told(player)) for name, player in everybody.items()}
    assert is_done(german.call("say", channel="side", text=MARKED["side"]))
    assert is_done(german.call("say", channel="umpire", text=MARKED["umpire"]))
    assert is_done(german.call("write_notes", text=MARKED["notes"], since=0))
    assert is_done(german.call("draw", kind="note", points=[[5, 5]], text=MARKED["draw"]))
    drawn = heard(german, "drawn")[0]["sketch"]["id"]
    for name in ("soviet", "observer"):
        everybody[name].catch_up()
        assert len(told(everybody[name])) == before[name] + 1, "one answer, and nothing else"

    def found(name: str) -> set[str]:
        later = seat(name)
        later.catch_up()
        traffic = "\n".join([*everybody[name].frames, *later.frames, *over_http(client, name)])
        return {what for what, word in MARKED.items() if word in traffic} | {
            "id" for _ in range(traffic.count(drawn) and 1)
        }

    for player in everybody.values():
        player.catch_up()
    assert found("german") == {"side", "umpire", "notes", "draw", "id"}
    assert found("german_2") == {"side", "umpire", "draw", "id"}
    assert found("umpire") == {"umpire"}
    assert found("soviet") == set()
    assert found("observer") == set()
    for name in KINDS:
        assert "zebra" not in export(client, name)


def told(player: Player) -> list[str]:
    """All frames but those on who is at the table: they are everybody's and come in their own time."""
    return [frame for frame in player.frames if json.loads(frame)["type"] != "presence"]


def over_http(client: Any, name: str) -> list[str]:
    token = {"token": token_of(name)}
    paths = ("", "/export", "/history", "/moments/0", "/talk?channel=table&before=9")
    return [client.get(f"/api/games/the-game{path}", params=token).text for path in paths]


def export(client: Any, name: str) -> str:
    answer = client.get("/api/games/the-game/export", params={"token": token_of(name)})
    assert answer.status_code == 200
    return str(answer.text)


def test_a_view_and_its_digest_are_untouched_by_talk(everybody: dict[str, Player]) -> None:
    german = everybody["german"]
    before = json.dumps(german.view)
    german.call("say", channel="table", text="hello")
    german.call("draw", **ARROW)
    german.call("write_notes", text="x", since=0)
    german.catch_up()
    assert json.dumps(german.view) == before
    assert german.version == 1


def test_neither_journal_nor_save_has_a_word_of_it(everybody: dict[str, Player], sql: Any) -> None:
    german = everybody["german"]
    german.call("say", channel="table", text="zebra")
    german.call("write_notes", text="zebra", since=0)
    german.call("draw", kind="note", points=[[5, 5]], text="zebra")
    assert "zebra" in str(sql("select * from said"))
    assert "zebra" not in str(sql("select save from games"))
    assert "zebra" not in str(sql("select entry from entries"))
