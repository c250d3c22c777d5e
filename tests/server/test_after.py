"""When a battle is over: its page, its picture, and the file that plays it again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from litestar.testing import TestClient

from deadground.core import match
from deadground.core.account import MOST_MAIN
from deadground.core.events import SeenEvent
from deadground.core.patch import Change, apply
from deadground.core.scene import Clock, Scene, Token, Trace
from deadground.server.after import Step, losses_by_turn, routes_of, turning_points
from deadground.server.api_games import Moment
from deadground.server.app import make_app
from deadground.server.chronicle import Told
from deadground.server.playable import systems
from deadground.server.store import Store

PAGE = "<title>Deadground</title><script>window.REPLAY = /*REPLAY*/null;</script>"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A client of a server with everything that can be played, and a replay page without a script."""
    folder = tmp_path_factory.mktemp("after")
    (folder / "replay.html").write_text(PAGE, "utf-8")
    store = Store(f"sqlite:///{folder / 'games.sqlite'}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match, "new_seed", lambda: b"a battle that comes again".ljust(32))
        with TestClient(app=make_app(store, systems(), folder / "crashes", page_folder=folder)) as client:
            yield client
    store.close()


def watched(table: Any, system: str, scenario: str) -> tuple[str, dict[str, str]]:
    """The address of a battle that bots fought to its end, and what opens it."""
    opened = table.post("/api/games", json={"system": system, "scenario": scenario}).json()
    address, token = f"/api/games/{opened['game']}", {"token": opened["seats"][0]["token"]}
    for _ in range(500):
        if table.post(f"{address}/go-on", params=token).json()["outcome"]:
            return address, token
    raise AssertionError("the battle does not end")


@pytest.fixture(scope="module")
def lesson(table: Any) -> tuple[str, dict[str, str]]:
    return watched(table, "stands", "first-lesson")


@pytest.fixture(scope="module")
def after(table: Any, lesson: tuple[str, dict[str, str]]) -> dict[str, Any]:
    answer = table.get(f"{lesson[0]}/after", params=lesson[1])
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("what", ["after", "after.svg", "replay.html"])
def test_nothing_is_told_before_the_end(table: Any, what: str) -> None:
    opened = table.post("/api/games", json={"system": "stands", "scenario": "first-lesson"}).json()
    token = {"token": opened["seats"][0]["token"]}
    answer = table.get(f"/api/games/{opened['game']}/{what}", params=token)
    assert (answer.status_code, answer.json()["reason"]) == (403, "the game is not over: secrets stay secret")


def test_losses_grow_turn_by_turn_to_what_each_side_lost(after: dict[str, Any]) -> None:
    assert [turn["turn"] for turn in after["losses"]] == list(range(1, after["turns"] + 1))
    for side in after["sides"]:
        counts = [turn["lost"][side["id"]] for turn in after["losses"]]
        assert counts == sorted(counts)
        assert counts[-1] == side["lost"]
        gone = [route for route in after["routes"] if route["side"] == side["id"] and route["lost"]]
        assert len(gone) == side["lost"]


def test_a_loss_belongs_to_the_turn_in_which_it_happened(
    table: Any, lesson: tuple[str, dict[str, str]], after: dict[str, Any]
) -> None:
    save = table.get(f"{lesson[0]}/export", params=lesson[1]).json()
    fallen = sorted((one["turn"], one["side"]) for one in save["position"]["state"]["fallen"].values())
    assert sorted((route["lost"], route["side"]) for route in after["routes"] if route["lost"]) == fallen
    for turn in after["losses"]:
        assert sum(turn["lost"].values()) == sum(when <= turn["turn"] for when, _ in fallen)


def test_every_piece_has_a_route_on_the_table(after: dict[str, Any]) -> None:
    assert len(after["routes"]) == sum(side["pieces"] for side in after["sides"])
    for route in after["routes"]:
        assert route["points"]
        assert all(0 <= x <= after["width"] and 0 <= y <= after["height"] for x, y in route["points"])


def fell_later() -> list[Any]:
    """Two moments: a man stands there; then, with one choice, he walks, a turn begins, he falls and is carried."""
    stood = {"at": [20, 50], "facing": 0}
    news = (
        SeenEvent("moves", "A moves.", {"stood": {"a": stood}}),
        SeenEvent("turn", "Turn 3.", {"turn": 3}),
        SeenEvent("phase", "", {"clock": msgspec.to_builtins(Clock("", 3, 9, ("Red, 2", "Blue, 5"), 1))}),
        SeenEvent("down", "A is out.", {"side": "red", "stood": {"a": {**stood, "out": True}}}),
        SeenEvent("picks_up", "B picks up A.", {"stood": {"a": {"at": [20, 90], "facing": 0, "out": True}}}),
    )
    man = Token(id="a", at=(20, 10), facing=0, width=9, depth=9, side="red", symbol="man_rifle_standing_man")
    whole = Scene(unit="in", led="men", width=99, height=99, tokens={"a": man})
    bare = Scene(unit="in", led="men", width=99, height=99, traces={"a": Trace("a", (20, 90), "man_wounded")})
    first = Told(Moment(n=0, turn=2, phase="", title="", kinds=[]), 0, ())
    then = Told(Moment(n=1, turn=3, phase="", title="", kinds=[]), 1, news)
    return [Step(first, 2, "Red, 2", {"red": 0}, whole), Step(then, 2, "Red, 2", {"red": 1}, bare)]


def test_a_loss_has_the_turn_in_which_it_happened_not_that_of_the_choice_before_it() -> None:
    steps = fell_later()
    (point,) = turning_points(steps)
    assert (point.turn, point.phase, point.text) == (3, "Blue, 5", "A is out.")
    assert [(one.turn, one.lost) for one in losses_by_turn(steps)] == [(2, {"red": 0}), (3, {"red": 1})]


def test_who_walks_and_falls_with_one_choice_has_his_way_and_lies_at_its_end() -> None:
    (route,) = routes_of(fell_later())
    assert (route.points, route.lost) == ([(20, 10), (20, 50)], 3)


def test_luck_is_the_hits_against_those_to_be_expected(
    table: Any, lesson: tuple[str, dict[str, str]], after: dict[str, Any]
) -> None:
    save = table.get(f"{lesson[0]}/export", params=lesson[1]).json()
    events = [event["seen"] for entry in save["journal"] for event in entry["events"]]
    shots = [event for event in events if event["kind"] == "shot"]
    assert sum(side["shots"] for side in after["sides"]) == len(shots)
    assert sum(side["hits"] for side in after["sides"]) == sum(shot["data"]["hits"] for shot in shots)
    for side in after["sides"]:
        rolls = [(shot["data"]["needed"], *shot["rolls"]) for shot in shots]
        own = [(needed, roll) for needed, roll in rolls if roll["owner"] == side["id"] and needed is not None]
        due = [
            len(roll["faces"]) * sum(face >= needed for face in range(1, roll["sides"] + 1)) / roll["sides"]
            for needed, roll in own
        ]
        assert side["expected"] == pytest.approx(sum(due), abs=0.01)
    for shot in shots:
        (roll,) = shot["rolls"]
        needed = shot["data"]["needed"]
        assert shot["data"]["hits"] == sum(needed is not None and face >= needed for face in roll["faces"])


def test_turning_points_name_who_was_lost(after: dict[str, Any]) -> None:
    lost = sum(sum(point["lost"].values()) for point in after["turning_points"])
    assert 0 < lost <= sum(side["lost"] for side in after["sides"])


def test_each_plan_is_told_with_what_became_of_it(after: dict[str, Any]) -> None:
    sides = {side["id"]: side for side in after["sides"]}
    lost_by: dict[int, dict[str, int]] = {0: {}, **{one["turn"]: one["lost"] for one in after["losses"]}}
    assert [account["side"] for account in after["accounts"]] == list(sides)
    for account in after["accounts"]:
        side = sides[account["side"]]
        (plan,) = account["plans"]
        assert plan.startswith("My plan: ")
        assert account["lost"] == side["lost"]
        assert (account["result"] == "won") == side["won"]
        assert [goal["side"] for goal in account["goals"]] == [account["side"]] * 2
        assert 0 < sum(turn["main"] for turn in account["turns"]) <= MOST_MAIN
        for turn in account["turns"]:
            fell = {id: lost_by[turn["turn"]][id] - lost_by[turn["turn"] - 1].get(id, 0) for id in sides}
            assert turn["lost"] == {id: count for id, count in fell.items() if count}


def test_the_picture_has_a_cross_for_every_loss(
    table: Any, lesson: tuple[str, dict[str, str]], after: dict[str, Any]
) -> None:
    answer = table.get(f"{lesson[0]}/after.svg", params=lesson[1])
    assert answer.headers["content-type"].startswith("image/svg+xml")
    drawn = ElementTree.fromstring(answer.text)
    space = "{http://www.w3.org/2000/svg}"
    routes = list(drawn.iter(f"{space}polyline"))
    assert len(routes) == 2 * len(after["routes"])
    assert drawn.attrib["viewBox"].startswith(f"0 0 {after['width']}")


def test_a_battle_without_a_map_is_told_without_a_picture(table: Any) -> None:
    address, token = watched(table, "duel", "pair")
    told = table.get(f"{address}/after", params=token).json()
    assert told["map"] == ""
    assert told["routes"] == []
    assert table.get(f"{address}/after.svg", params=token).status_code == 404


def replayed(table: Any, lesson: tuple[str, dict[str, str]]) -> dict[str, Any]:
    answer = table.get(f"{lesson[0]}/replay.html", params=lesson[1])
    assert answer.status_code == 200, answer.text
    head, _, rest = answer.text.partition("window.REPLAY = ")
    assert "<title>First Lesson · Deadground</title>" in head
    document: dict[str, Any] = msgspec.json.decode(rest.rpartition(";</script>")[0])
    return document


def test_the_replay_file_holds_every_view_of_every_moment(
    table: Any, lesson: tuple[str, dict[str, str]]
) -> None:
    document = replayed(table, lesson)
    assert set(document["viewpoints"]) == {"all", "soviet", "german"}
    assert document["map"].startswith("<svg")
    for name, frames in document["viewpoints"].items():
        scene: Any = {}
        for frame in frames:
            scene = apply(scene, msgspec.convert(frame["changes"], list[Change]))
        if name == "all":
            last = table.get(f"{lesson[0]}/moments/{frames[-1]['moment']['n']}", params=lesson[1]).json()
            assert scene == last["scene"]
    soviet = document["viewpoints"]["soviet"][0]["changes"]
    everybody = document["viewpoints"]["all"][0]["changes"]
    assert len(msgspec.json.encode(soviet)) < len(msgspec.json.encode(everybody))


def test_a_text_that_looks_like_a_tag_does_not_end_the_script(table: Any, tmp_path: Path) -> None:
    from deadground.core.view import Outcome
    from deadground.server.replay_file import Replay, replay_page

    bad = Replay(
        title="</script><b>", outcome=Outcome((), "</script>", ()), marks=["<!--"], map="", viewpoints={}
    )
    page = replay_page(PAGE, bad)
    assert page.count("</script>") == 1
    assert "<!--" not in page
    assert "&lt;/script>" in page


def test_a_game_in_a_list_says_which_turn_it_is(table: Any) -> None:
    opened = table.post("/api/games", json={"system": "stands", "scenario": "first-lesson"}).json()
    token = {"token": opened["seats"][0]["token"]}
    assert table.get(f"/api/games/{opened['game']}", params=token).json()["clock"].startswith("Turn 1 of")
