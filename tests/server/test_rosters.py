"""Rosters over HTTP: rolled, checked line by line, printed, kept at the desk; strangers keep nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deadground.core.loader import load
from deadground.server import limits
from deadground.server.store import Store
from deadground.systems.skirmish.armies.rosters import roster_from
from tests.server.at_the_desk import Client, desk_client


@pytest.fixture
def here(store: Store, tmp_path: Path) -> Iterator[Client]:
    with desk_client(store, tmp_path) as client:
        yield client


@pytest.fixture
def stranger(store: Store, tmp_path: Path) -> Iterator[Client]:
    with desk_client(store, tmp_path, address="192.0.2.7") as client:
        yield client


def rolled(client: Client, **wishes: Any) -> dict[str, Any]:
    order = {"nation": "soviet", "unit": "infantry", "year": 1943, "seed": "5", **wishes}
    answer = client.post("/api/roster/roll", json=order)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def reason(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    return str(answer.json()["reason"])


def test_the_lists_name_nations_units_and_everything_a_man_can_have(here: Client) -> None:
    lists = here.get("/api/army-lists").json()
    names = {one["id"]: one for one in lists["nations"]}
    assert set(names) >= {
        "soviet",
        "german",
        "italian",
        "hungarian",
        "romanian",
        "finnish",
        "american",
        "british",
    }
    assert (names["american"]["stand_in"], names["soviet"]["stand_in"]) == (True, False)
    assert (lists["first_year"], lists["last_year"]) == (1941, 1945)
    assert lists["roles"]["lmg_gunner"] == "LMG gunner"
    assert "commander" in lists["crew_roles"]
    assert {"id": "runt", "name": "Runt", "does": "Melee -1d6.", "stand_in": False} in [
        {**one, "stand_in": False} for one in lists["attributes"]
    ]


def test_a_unit_says_its_column_and_what_is_open(here: Client) -> None:
    unit = here.get("/api/army-lists/soviet/infantry", params={"year": 1943}).json()
    assert ["Strength", "5 + 1d6, at most 10"] in unit["says"]
    assert unit["offer"]["picks"]["jr_nco"] == ["ba_rifle", "smg"]
    assert unit["weapons"][0]["does"] == ""
    assert "did you mean 'infantry'?" in reason(here.get("/api/army-lists/soviet/infanty"), 404)
    assert "no list is called 'moon'" in reason(here.get("/api/army-lists/moon/infantry"), 404)
    assert reason(here.get("/api/army-lists/soviet/infantry", params={"year": "x"}), 400)


def test_a_squad_is_rolled_and_the_same_seed_makes_it_again(here: Client) -> None:
    one = rolled(here, star="nco", start="campaign")
    assert one == rolled(here, star="nco", start="campaign")
    assert (one["id"], one["faults"]) == ("", [])
    assert one["roster"]["men"][0]["star"] is True
    assert one["roster"]["made"]["seed"] == "5"
    assert one["text"].startswith("roster: ")
    assert one["sheet"]["men"][0]["name"] == one["roster"]["men"][0]["name"]


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        ({"nation": "moon"}, "no list is called 'moon'"),
        ({"unit": "moon"}, "the Soviet list has no 'moon'"),
        ({"picks": {"hat": "red"}}, "there is nothing called 'hat' to pick"),
        ({"picks": {"jr_nco": "hmg"}}, "'hmg' is not offered here"),
        ({"star": "launcher"}, "the squad has no grenade launcher"),
        ({"crew": 99}, "crew"),
        ({"seed": "x" * 100}, "seed"),
        ({"hat": "red"}, "hat"),
        ({"star": "king"}, "star"),
    ],
)
def test_what_cannot_be_asked_for_is_said(here: Client, wishes: dict[str, Any], why: str) -> None:
    order = {"nation": "soviet", "unit": "infantry", "year": 1943, **wishes}
    assert why in reason(here.post("/api/roster/roll", json=order), 400)


def test_every_edit_is_checked_line_by_line(here: Client) -> None:
    roster = rolled(here)["roster"]
    roster["men"][1]["rep"] = 6
    roster["men"][2]["weapons"] = ["hmg"]
    roster["year"] = 1943
    found = here.post("/api/roster/check", json={"roster": roster}).json()
    assert {fault["at"] for fault in found["faults"]} >= {"men.1.rep", "men.2.weapons.0"}
    assert all(fault["rows"] for fault in found["faults"])
    assert found["sheet"]["house"] != ""


def test_a_roster_that_is_none_is_refused_by_the_field(here: Client) -> None:
    roster = rolled(here)["roster"]
    for change, word in (
        ({"men": "many"}, "men"),
        ({"men": [{"name": "x"}]}, "men"),
        ({"men": roster["men"] * 9}, "men"),
        ({"grade": "splendid"}, "grade"),
        ({"hat": 1}, "hat"),
        ({"roster": "x" * 500}, "roster"),
    ):
        assert word in reason(here.post("/api/roster/check", json={"roster": roster | change}), 400)


def test_a_file_is_read_and_a_bad_one_named_by_its_line(here: Client) -> None:
    one = rolled(here)
    assert here.post("/api/roster/read", json={"text": one["text"]}).json()["roster"] == one["roster"]
    assert "this is not YAML" in reason(here.post("/api/roster/read", json={"text": "roster: ["}), 400)
    told = reason(here.post("/api/roster/read", json={"text": "roster: x\nnation: soviet\nhat: red\n"}), 400)
    assert "hat" in told
    assert here.post("/api/roster/read", json={"text": "x" * 70_000}).status_code == 413


def test_rosters_are_kept_listed_opened_renamed_and_thrown_away(here: Client, tmp_path: Path) -> None:
    roster = rolled(here, title="The Third")["roster"]
    assert here.post("/api/rosters", json={"roster": roster}).json() == {"id": "the-third"}
    assert roster_from(load(tmp_path / "rosters" / "the-third.yaml")).roster == "The Third"
    desk = here.get("/api/rosters").json()
    assert desk["why"] == ""
    assert [(one["id"], one["men"]) for one in desk["rosters"]] == [("the-third", 8)]
    assert here.get("/api/rosters/the-third").json()["roster"] == roster
    changed = here.put("/api/rosters/the-third", json={"roster": roster | {"roster": "The Fourth"}})
    assert changed.json() == {"id": "the-fourth"}
    assert "the-fourth" in reason(here.get("/api/rosters/the-fort"), 404)
    assert here.delete("/api/rosters/the-fourth").status_code == 204
    assert here.get("/api/rosters").json()["rosters"] == []
    assert reason(here.delete("/api/rosters/the-fourth"), 404)
    assert reason(here.put("/api/rosters/the-fourth", json={"roster": roster}), 404)


def test_one_that_breaks_its_list_is_kept_only_as_house(here: Client) -> None:
    roster = rolled(here)["roster"]
    roster["men"][1]["rep"] = 6
    told = reason(here.post("/api/rosters", json={"roster": roster}), 400)
    assert "Rep 6 is not in the bands" in told
    kept = here.post("/api/rosters", json={"roster": roster | {"house": True}}).json()["id"]
    assert here.get("/api/rosters").json()["rosters"][0]["house"] is True
    sheet = here.get(f"/api/rosters/{kept}").json()["sheet"]
    assert sheet["house"] == "House roster: it breaks its list"
    roster["men"][1]["rep"] = 4
    here.put(f"/api/rosters/{kept}", json={"roster": roster | {"house": True}})
    assert here.get(f"/api/rosters/{kept}").json()["roster"]["house"] is False, "it keeps to its list again"


def test_sheets_are_printed_of_a_roster_and_empty(here: Client) -> None:
    roster = rolled(here)["roster"]
    for order in ({"roster": roster}, {}, {"nation": "italian", "unit": "alpini", "paper": "letter"}):
        answer = here.post("/api/roster/print", json=order)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
        assert answer.content.startswith(b"%PDF")
    assert "for a nation and a unit" in reason(here.post("/api/roster/print", json={"unit": "alpini"}), 400)
    told = reason(here.post("/api/roster/print", json={"nation": "italian", "unit": "moon"}), 400)
    assert "the Italian list has no 'moon'" in told
    assert "paper" in reason(here.post("/api/roster/print", json={"paper": "a9"}), 400)


@pytest.mark.parametrize(
    "where",
    [
        {"address": "192.0.2.7"},
        {"host": "games.example.org", "public_url": "https://games.example.org"},
        {"public_url": "https://games.example.org"},
    ],
)
def test_strangers_find_the_desk_closed(store: Store, tmp_path: Path, where: dict[str, str]) -> None:
    with desk_client(store, tmp_path) as owner:
        roster = rolled(owner, title="Mine")["roster"]
        owner.post("/api/rosters", json={"roster": roster})
    with desk_client(store, tmp_path, **where) as client:
        desk = client.get("/api/rosters").json()
        assert desk["rosters"] == []
        assert "files" in desk["why"]
        assert "files" in reason(client.get("/api/rosters/mine"), 403)
        assert reason(client.post("/api/rosters", json={"roster": roster}), 403)
        assert reason(client.put("/api/rosters/mine", json={"roster": roster}), 403)
        assert reason(client.delete("/api/rosters/mine"), 403)
        assert rolled(client)["faults"] == [], "making one is for everybody"
    assert (tmp_path / "rosters" / "mine.yaml").exists()


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
def test_what_a_proxy_passes_on_is_from_elsewhere(here: Client, header: str) -> None:
    assert here.get("/api/rosters", headers={header: "192.0.2.7"}).json()["why"] != ""


def test_a_name_that_leads_elsewhere_is_no_roster(here: Client, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("roster: x\n", "utf-8")
    for name in ("..%2Fsecret", "%2e%2e%2fsecret", "secret"):
        assert here.get(f"/api/rosters/{name}").status_code in (400, 404)
        assert here.delete(f"/api/rosters/{name}").status_code in (400, 404, 405)
    assert (tmp_path / "secret.yaml").exists()


def test_a_stranger_who_asks_too_much_must_wait(stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "DRAFTS", (3, 60.0))
    monkeypatch.setattr(limits, "SHEETS", (1, 60.0))
    answers = [stranger.post("/api/roster/read", json={"text": "x"}).status_code for _ in range(4)]
    assert answers == [400, 400, 400, 429]
    assert [stranger.post("/api/roster/print", json={}).status_code for _ in range(2)] == [200, 429]


def test_a_battle_is_begun_with_a_roster_and_tells_so(here: Client) -> None:
    roster = rolled(here, title="The Third")["roster"]
    sides = here.get("/api/battles/skirmish/lipki-village").json()["battle"]["sides"]
    assert sides[1]["roster"] == {"least": 5, "most": 13, "nations": ["soviet"], "year": 1943}
    fit = "/api/battles/skirmish/lipki-village/fit"
    assert here.post(fit, json={"side": "soviet", "roster": roster}).json() == {"faults": []}
    (fault,) = here.post(fit, json={"side": "german", "roster": roster}).json()["faults"]
    assert fault["reason"] == "this side is German, the roster is Soviet"
    assert reason(here.post(fit, json={"side": "moon", "roster": roster}), 404)
    order = {"system": "skirmish", "scenario": "lipki-village", "seats": {"soviet": "me"}}
    begun = here.post("/api/games", json=order | {"rosters": {"soviet": roster}}).json()
    seat = begun["seats"][0]
    state = here.get(
        f"/api/games/{begun['game']}", headers={"authorization": f"Bearer {seat['token']}"}
    ).json()
    assert state["brought"]["rosters"] == [{"side": "Soviet", "title": "The Third", "men": 8, "house": False}]
    told = reason(here.post("/api/games", json=order | {"rosters": {"german": roster}}), 400)
    assert "this side is German" in told
    assert reason(here.post("/api/games", json=order | {"rosters": {"german": {"roster": 1}}}), 400)
