"""The HTTP API: what it gives, and what it says to a wrong question."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems import registry
from deadground.testing import proof


def test_it_says_what_it_is(client: Any) -> None:
    about = client.get("/api/about").json()
    assert about["name"] == "Deadground"
    assert "not affiliated" in about["notice"]
    assert client.get("/health").json() == {"ok": True, "reason": ""}


def test_every_rule_row_is_listed(client: Any) -> None:
    rules = client.get("/api/rules").json()
    assert {system["name"]: system["rows"] for system in rules["systems"]} == {
        name: len(found.rows) for name, found in registry.catalogues().items()
    }
    assert len(rules["rows"]) == sum(system["rows"] for system in rules["systems"])
    assert all(row["title"] and row["chapter"] for row in rules["rows"])


def test_what_can_be_played_is_told_from_the_record(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no tests were run, as in a fresh copy, it is told too."""
    monkeypatch.setattr(proof, "latest", lambda: None)
    rules = client.get("/api/rules").json()
    for system in rules["systems"]:
        one = proof.recorded()[system["name"]]
        assert (system["version"], system["rows"], system["proven"]) == (one.version, one.rows, one.proven)
        assert sum(row["proven"] for row in rules["rows"] if row["system"] == system["name"]) == one.proven
        assert bool(system["waits"]) == (one.proven < one.rows)
    later = client.get("/api/rules/NUTS-CAMP-01").json()
    assert (later["proven"], later["waits_for"], later["proven_by"]) == (False, "The campaign", [])
    assert client.get("/api/rules/KIM-4.3a").json()["proven"]
    (ruling,) = client.get("/api/rules/NUTS-ACT-02").json()["rulings"]
    assert [option["waits"] for option in ruling["options"]] == ["Chance events"]


def test_a_ruling_is_told_by_its_own_name(client: Any) -> None:
    found = client.get("/api/rulings/ns-11").json()
    ours = registry.catalogue("skirmish").rulings["NS-11"]
    assert (found["id"], found["ruling"]) == ("NS-11", ours.ruling)
    assert client.get("/api/rulings/NS-1111").status_code == 404


def test_charts_come_as_tables(client: Any) -> None:
    (chart,) = client.get("/api/rules/KIM-4.3a").json()["tables"]
    assert chart["columns"] == ["gun group", "band", "A", "B", "C", "D", "E"]
    assert ["2", "long", "-", "19", "17", "15", "13"] in chart["lines"]
    terrain = client.get("/api/rules/NUTS-LOS-08").json()
    assert all(len(line) == len(one["columns"]) for one in terrain["tables"] for line in one["lines"])
    assert [one["title"] for one in terrain["tables"]] == [
        "Other cover and concealment †",
        "Terrain of the maps †",
    ]
    (weapons,) = client.get("/api/rules/NUTS-FIRE-17").json()["tables"]
    assert "†" not in weapons["title"]
    assert any("†" in cell for line in weapons["lines"] for cell in line)
    ruling = next(one for one in terrain["rulings"] if one["id"] == "NS-10")
    (ours,) = registry.catalogue("skirmish").rulings["NS-10"].tables
    (table,) = ruling["tables"]
    assert [table["columns"], *table["lines"]] == [list(line) for line in (ours.columns, *ours.rows)]


def test_every_area_of_a_catalogue_has_a_chapter_of_its_own() -> None:
    for system, found in registry.catalogues().items():
        areas = {row.area for row in found.rows.values()}
        chapters = registry.chapters()[system]
        assert set(chapters) == areas
        assert len(set(chapters.values())) == len(areas)


def test_a_rule_is_told_in_full(client: Any) -> None:
    row = next(row for row in registry.catalogue("stands").rows.values() if row.rulings)
    told = client.get(f"/api/rules/{row.id}").json()
    assert (told["id"], told["does"], told["system"]) == (row.id, row.does, "stands")
    assert [ruling["id"] for ruling in told["rulings"]] == list(row.rulings)
    assert set(told["source"]) == {"document", "section"}
    assert client.get(f"/api/rules/{row.id.lower()}").json() == told


def test_an_unknown_rule_names_what_is_near(client: Any) -> None:
    known = next(iter(registry.catalogue("stands").rows))
    answer = client.get(f"/api/rules/{known}x")
    assert answer.status_code == 404
    assert known in answer.json()["near"]


def test_battles_can_be_begun(client: Any, begin: Any) -> None:
    for battle in client.get("/api/battles").json():
        opened = begin(battle["system"], battle["scenario"], battle["seats"][0])
        state = client.get(f"/api/games/{opened['game']}", params={"token": opened["token"]}).json()
        assert (state["scenario"], state["seat"]) == (battle["scenario"], battle["seats"][0])


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"system": "dual"}, "did you mean 'duel'"),
        ({"scenario": "pear"}, "did you mean 'pair'"),
        ({"seats": {"rad": "me"}}, "did you mean 'red'"),
        ({"seats": {"red": "bot:randy"}}, "did you mean 'random'"),
        ({"seats": {"red": "nobody"}}, "me, screen, link, or bot:"),
        ({"options": {"nonsense": "on"}}, "unknown option"),
        ({"options": {"shoot_back": "perhaps"}}, "cannot be 'perhaps'"),
        ({"options": []}, "options"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_game_that_cannot_begin_says_why(client: Any, changed: dict[str, Any], reason: str) -> None:
    body = {"system": "duel", "scenario": "pair", "seats": {"red": "me"}, "options": {}}
    answer = client.post("/api/games", json={**body, **changed})
    assert answer.status_code == 400
    assert reason in answer.json()["reason"]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 50_000, b"null"])
def test_a_body_that_is_no_order_is_refused(client: Any, body: bytes) -> None:
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["reason"]


def test_a_foreign_page_cannot_begin_games(client: Any) -> None:
    body = {"system": "duel", "scenario": "pair", "seats": {"red": "me"}}
    answer = client.post("/api/games", json=body, headers={"origin": "http://elsewhere.example"})
    assert answer.status_code == 403


@pytest.mark.parametrize("address", ["", "/export"])
def test_a_game_opens_only_to_its_token(client: Any, begin: Any, address: str) -> None:
    opened = begin()
    game = f"/api/games/{opened['game']}{address}"
    assert client.get(game).status_code == 403
    assert client.get(game, params={"token": "wrong"}).status_code == 403
    assert client.get(game, params={"token": begin()["token"]}).status_code == 403
    wrong, nowhere = (
        client.get(f"/api/games/{name}{address}", params={"token": "x"}) for name in (opened["game"], "none")
    )
    assert (wrong.status_code, wrong.json()) == (nowhere.status_code, nowhere.json()), "a guess tells nothing"
