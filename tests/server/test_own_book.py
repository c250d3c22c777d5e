"""The own book over HTTP: tables, checking, keeping, and a game that tells the others what differs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deadground.server.store import Store
from tests.server.at_the_desk import Client, desk_client
from tests.server.test_rosters import reason, rolled

BOOK = "/api/own-book/skirmish"
CELLS = {"terrain": {"woods/value": 2}, "core_weapons": {"pistol/range": "10"}}


@pytest.fixture
def here(store: Store, tmp_path: Path) -> Iterator[Client]:
    with desk_client(store, tmp_path) as client:
        yield client


def test_every_table_of_ours_is_open_cell_by_cell(here: Client) -> None:
    found = here.get(BOOK).json()
    tables = {table["chart"]: table for table in found["tables"]}
    assert set(tables) >= {
        "terrain",
        "core_weapons",
        "grades",
        "other_cover",
        "attribute_table",
        "core_units",
    }
    assert (found["cells"], found["why"], found["trouble"]) == ({}, "", "")
    weapons = tables["core_weapons"]
    assert weapons["columns"] == ["range", "targets", "impact"]
    assert weapons["names"][0] == "Pistol", "lines go by the names that are printed"
    pistol, smg = weapons["lines"][0], weapons["lines"][weapons["names"].index("SMG or machine pistol")]
    assert (pistol[0]["at"], pistol[0]["ours"], pistol[0]["printed"]) == ("pistol/range", 12, False)
    assert (pistol[0]["takes"]["least"], pistol[0]["takes"]["most"]) == (1, 120)
    assert (smg[1]["printed"], smg[1]["takes"]) == (True, None)


def test_cells_are_checked_kept_and_put_back(here: Client, tmp_path: Path) -> None:
    checked = here.post(f"{BOOK}/check", json={"cells": CELLS}).json()
    assert checked["cells"] == {"core_weapons": {"pistol/range": 10}, "terrain": {"woods/value": 2}}
    assert checked["faults"] == []
    assert [(one["cell"], one["ours"], one["own"]) for one in checked["differs"]] == [
        ("pistol, range", 12, 10),
        ("woods, value", 1, 2),
    ]
    assert here.get(BOOK).json()["cells"] == {}, "checking keeps nothing"
    assert here.put(BOOK, json={"cells": CELLS}).status_code == 200
    assert (tmp_path / "own_book" / "skirmish.yaml").read_text("utf-8") == checked["text"]
    assert here.get(BOOK).json()["cells"] == checked["cells"]
    assert here.put(BOOK, json={"cells": {}}).status_code == 200
    assert not (tmp_path / "own_book" / "skirmish.yaml").exists()


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({"moon": {"a": 1}}, "moon: there is no table 'moon'"),
        ({"terrain": {"wods/value": 1}}, "'kind' has no 'wods': did you mean 'woods'?"),
        ({"terrain": {"woods/value": 99}}, "it takes a whole number from 0 to 9"),
        ({"terrain": {"woods/sight": "fog"}}, "it takes one of open, hill"),
        ({"terrain": {"woods/sight": None}}, "nothing cannot stand here"),
        ({"core_weapons": {"smg/targets": 4}}, "smg, targets is printed"),
        ({"core_weapons": {"lmg/impact": "lots"}}, "text such as 3/APR 7"),
        ({"terrain": {"woods/value": True}}, ""),
        ({"terrain": {"woods/value": [1]}}, ""),
        ({"terrain": 3}, ""),
    ],
)
def test_a_cell_that_cannot_stand_is_named_and_nothing_is_kept(here: Client, cells: Any, why: str) -> None:
    assert why in reason(here.put(BOOK, json={"cells": cells}), 400)
    assert here.get(BOOK).json()["cells"] == {}
    if why:
        (fault,) = here.post(f"{BOOK}/check", json={"cells": cells}).json()["faults"]
        assert why.removeprefix("moon: ") in fault["reason"]


def test_far_too_much_is_not_even_read(here: Client) -> None:
    cells = {"terrain": {f"x{i}/value": 1 for i in range(5000)}}
    assert here.put(BOOK, json={"cells": cells}).status_code == 413
    assert here.post(f"{BOOK}/read", json={"text": "x" * 70_000}).status_code == 413


def test_a_file_is_read_and_a_bad_one_named_by_its_lines(here: Client) -> None:
    text = here.post(f"{BOOK}/check", json={"cells": CELLS}).json()["text"]
    assert here.post(f"{BOOK}/read", json={"text": text}).json()["cells"]["terrain"] == {"woods/value": 2}
    bad = "own_book: skirmish\ncells:\n  terrain:\n    woods/value: 99\n    moon/value: 1\n"
    told = reason(here.post(f"{BOOK}/read", json={"text": bad}), 400)
    assert "the file:4: '99' cannot stand here" in told
    assert "the file:5: 'kind' has no 'moon'" in told
    assert "a book for 'stands'" in reason(
        here.post(f"{BOOK}/read", json={"text": "own_book: stands\ncells: {}\n"}), 400
    )
    assert "this is not YAML" in reason(here.post(f"{BOOK}/read", json={"text": "["}), 400)


def test_the_systems_that_have_tables_of_ours_are_listed(here: Client) -> None:
    assert here.get("/api/own-book").json() == {"systems": ["skirmish"]}


def test_a_system_without_tables_of_ours_has_no_book(here: Client) -> None:
    for system in ("stands", "moon"):
        answer = here.get(f"/api/own-book/{system}")
        assert "has no tables to type over" in reason(answer, 404)
        assert answer.json()["near"] == ["skirmish"]


def test_a_file_that_was_spoilt_by_hand_is_told_and_ours_hold(here: Client, tmp_path: Path) -> None:
    (tmp_path / "own_book").mkdir()
    (tmp_path / "own_book" / "skirmish.yaml").write_text(
        "own_book: skirmish\ncells: {moon: {a: 1}}\n", "utf-8"
    )
    found = here.get(BOOK).json()
    assert "there is no table 'moon'" in found["trouble"]
    assert found["cells"] == {}
    assert rolled(here)["faults"] == []


@pytest.mark.parametrize("where", [{"address": "192.0.2.7"}, {"public_url": "https://games.example.org"}])
def test_strangers_see_our_tables_and_nothing_of_the_owners(
    store: Store, tmp_path: Path, where: dict[str, str]
) -> None:
    with desk_client(store, tmp_path) as owner:
        owner.put(BOOK, json={"cells": CELLS})
    with desk_client(store, tmp_path, **where) as client:
        found = client.get(BOOK).json()
        assert found["cells"] == {}
        assert "files" in found["why"]
        assert "woods/value: 2" not in found["text"]
        assert "files" in reason(client.put(BOOK, json={"cells": {}}), 403)
    assert (tmp_path / "own_book" / "skirmish.yaml").exists()


def test_squads_of_the_owner_are_rolled_by_his_own_lists(store: Store, tmp_path: Path, here: Client) -> None:
    always = {f"regular/{die}": 6 for die in range(1, 7)}
    here.put(BOOK, json={"cells": {"grades": always}})
    wishes = {"nation": "british", "unit": "infantry"}
    assert {man["rep"] for man in rolled(here, **wishes)["roster"]["men"][2:]} == {6}
    with desk_client(store, tmp_path, address="192.0.2.7") as stranger:
        assert max(man["rep"] for man in rolled(stranger, **wishes)["roster"]["men"]) < 6


def test_a_game_is_begun_with_a_book_and_everybody_is_told_before_he_sits_down(here: Client) -> None:
    order = {"system": "skirmish", "scenario": "crossroads", "seats": {"german": "me", "soviet": "link"}}
    begun = here.post("/api/games", json=order | {"own_book": CELLS}).json()
    token = begun["seats"][0]["token"]
    state = here.get(f"/api/games/{begun['game']}", headers={"authorization": f"Bearer {token}"}).json()
    offer = here.post("/api/invitation", json={"token": begun["links"][0]["token"]}).json()
    assert offer["brought"] == state["brought"]
    assert [(one["cell"], one["ours"], one["own"]) for one in state["brought"]["own_book"]] == [
        ("pistol, range", 12, 10),
        ("woods, value", 1, 2),
    ]
    told = reason(here.post("/api/games", json=order | {"own_book": {"terrain": {"woods/value": 50}}}), 400)
    assert "terrain:woods/value" in told
    plain = here.post("/api/games", json=order).json()
    token = plain["seats"][0]["token"]
    state = here.get(f"/api/games/{plain['game']}", headers={"authorization": f"Bearer {token}"}).json()
    assert state["brought"] == {"own_book": [], "rosters": []}
