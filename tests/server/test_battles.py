"""Battles as cards and sheets, and the drawings of their ground."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from deadground.server.app import make_app
from deadground.server.playable import systems
from deadground.server.store import Store
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.stands.system import STANDS


@pytest.fixture
def table(store: Store, tmp_path: Path) -> Iterator[Any]:
    """A client of a server with everything that can be played."""
    with TestClient(app=make_app(store, systems(), tmp_path / "crashes")) as client:
        yield client


def test_the_first_patrol_and_the_lessons_come_first_and_every_battle_says_what_it_is(table: Any) -> None:
    battles = table.get("/api/battles").json()
    assert (battles[0]["scenario"], battles[0]["first"]) == ("first-patrol", True)
    assert [battle["scenario"] for battle in battles if battle["lesson"]] == ["five-a-side", "first-lesson"]
    assert [battle["lesson"] for battle in battles[1:4]] == [True, True, False]
    stands = [battle for battle in battles if battle["system"] == "stands"]
    assert len(stands) == 5
    for battle in stands:
        assert battle["minutes"] >= 10
        assert battle["turns"]
        assert battle["about"]
        assert all(side["pieces"] > 0 and side["name"] and side["seats"] for side in battle["sides"])


def test_a_sheet_has_six_argued_rulings_and_every_option_once(table: Any) -> None:
    sheet = table.get("/api/battles/stands/first-lesson").json()
    rulings = [argued["ruling"] for argued in sheet["argued"]]
    assert rulings == ["KIM-R07", "KIM-R27", "KIM-R49", "KIM-R53", "KIM-R59", "KIM-R66"]
    argued = [switch["option"] for one in sheet["argued"] for switch in one["switches"]]
    rest = [option["name"] for option in sheet["options"]]
    assert sorted([*argued, *rest]) == sorted(option.name for option in STANDS.options)
    assert set(sheet["set"]) == set(argued) | set(rest)
    assert sheet["text"].startswith("# First Lesson")
    assert sheet["opponent"] in [one["name"] for one in sheet["opponents"]]
    assert all(one["does"] for one in sheet["opponents"])


@pytest.mark.parametrize(
    ("scenario", "opponent"),
    [
        ("skirmish/lipki-village", "sergeant"),
        ("skirmish/dubrovka-farm", "sergeant"),
        ("stands/first-lesson", "steady"),
    ],
)
def test_a_sheet_offers_every_bot_and_the_strongest_unless_told_otherwise(
    table: Any, scenario: str, opponent: str
) -> None:
    sheet = table.get(f"/api/battles/{scenario}").json()
    assert [one["name"] for one in sheet["opponents"]] == ["random", "plodder", opponent, "veteran"]
    assert sheet["opponent"] == opponent
    assert all(one["does"] for one in sheet["opponents"])


def test_argued_texts_fit_the_rulings_they_are_about() -> None:
    known = {option.name: option for option in STANDS.options}
    for argued in STANDS.argued:
        for switch in argued.switches:
            assert known[switch.option].ruling == argued.ruling
            assert [one.value for one in switch.values] == list(known[switch.option].values)


def test_a_sheet_offers_the_options_that_wait_for_nothing(table: Any) -> None:
    options = table.get("/api/battles/skirmish/lipki-village").json()["options"]
    offered = [one["name"] for one in options]
    assert offered == [option.name for option in SKIRMISH.options if not option.waits]
    assert len(set(offered)) == len(offered), "one that two rulings share is offered once"
    assert all(one["note"] for one in options), "what each value means"


def test_what_a_scenario_sets_shows_in_its_sheet(table: Any) -> None:
    for scenario in STANDS.scenarios:
        assert table.get(f"/api/battles/stands/{scenario}").json()["set"] == STANDS.prepare(scenario).options


def test_a_battle_gives_its_lesson_and_others_say_that_they_have_none(table: Any) -> None:
    lesson = table.get("/api/battles/stands/first-lesson/lesson").json()["lesson"]
    assert (lesson["seat"], lesson["then"]) == ("soviet", "vesnya-crossings")
    assert lesson["steps"][0].keys() >= {"id", "title", "say", "when", "show", "offer", "why", "each_turn"}
    assert table.get("/api/battles/stands/vesnya-crossings/lesson").json() == {"lesson": None}
    assert table.get("/api/battles/stands/nothing/lesson").status_code == 404


@pytest.mark.parametrize(
    "address", ["maps/stands/first-lesson.svg", "battles/stands/first-lesson/thumbnail.svg"]
)
def test_a_drawing_is_sent_once(table: Any, address: str) -> None:
    first = table.get(f"/api/{address}")
    assert first.headers["content-type"].startswith("image/svg+xml")
    assert first.text.startswith("<svg")
    assert 'viewBox="0 0 9000 6000"' in first.text
    again = table.get(f"/api/{address}", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("maps/stands/nowhere.svg", []),
        ("maps/stands/first-lesson.png", []),
        ("maps/nothing/first-lesson.svg", []),
        ("maps/stands/..%2Fsystem.svg", []),
        ("battles/stands/first-leson", ["first-lesson"]),
        ("battles/stans/first-lesson", ["stands"]),
        ("battles/duel/pair/thumbnail.svg", []),
    ],
)
def test_what_is_not_there_is_said_not_to_be(table: Any, address: str, near: list[str]) -> None:
    answer = table.get(f"/api/{address}")
    assert answer.status_code == 404
    assert answer.json()["near"] == near


def test_a_solo_player_overrules_as_an_umpire_would(table: Any) -> None:
    order = {"system": "stands", "scenario": "first-lesson", "seats": {"soviet": "me"}}
    opened = table.post("/api/games", json=order).json()
    address, token = f"/api/games/{opened['game']}", {"token": opened["seats"][0]["token"]}
    kinds = table.get(f"{address}/overrules", params=token).json()
    assert "move" in [kind["what"] for kind in kinds]
    view = table.get(f"{address}/export", params=token).json()["view"]
    stand, at = next(
        (id, one["at"]) for id, one in view["state"]["stands"].items() if one["side"] == "soviet"
    )
    wanted = {"what": "move", "fields": {"stand": stand, "at": [at[0] + 100, at[1]], "facing": 900}}
    body = {"reason": "it was nudged", "overrule": wanted}
    answer = table.post(f"{address}/put-right", params=token, json=body)
    assert answer.status_code == 200, answer.text
    assert "it was nudged" in answer.json()["marks"][0]
    moved = table.get(f"{address}/export", params=token).json()["view"]["state"]["stands"][stand]
    assert moved["at"] == [at[0] + 100, at[1]]


def test_an_umpire_gets_a_seat_of_his_own(table: Any) -> None:
    order = {"system": "stands", "scenario": "first-lesson", "seats": {"umpire": "me", "soviet": "screen"}}
    opened = table.post("/api/games", json=order)
    assert opened.status_code == 201, opened.text
    assert {seat["seat"] for seat in opened.json()["seats"]} == {"umpire", "soviet"}
