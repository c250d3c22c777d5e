"""The history of a game with an umpire: he sees everything and may go back; others see what they could see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from deadground.core.journal import Chose
from deadground.core.match import Match
from deadground.core.view import Outcome
from deadground.server.app import make_app
from deadground.server.chronicle import Chronicle, Game
from deadground.server.seating import may_rewind
from deadground.server.store import SeatRow, Store
from deadground.systems.stands.state import StandsState
from deadground.systems.stands.system import STANDS
from tests.core.test_veil import answer, under_way
from tests.systems.stands.seats import a_stand, propose, rule, umpired


@pytest.fixture
def match() -> Match[StandsState]:
    match = umpired()
    propose(match, "soviet", "german")
    return match


def seen(match: Match[Any], seat: str, chronicle: Chronicle) -> list[Any]:
    game = Game.of(match)
    told = chronicle.moments(game, seat)
    return [chronicle.seen(game, seat, told, one.moment.n) for one in told]


def test_the_umpires_history_has_every_choice_and_nothing_hidden(match: Match[StandsState]) -> None:
    gun = a_stand(match, "german", hidden=True)
    chronicle = Chronicle()
    mine, theirs = seen(match, "umpire", chronicle), seen(match, "soviet", chronicle)
    assert all(gun.id in moment.state["stands"] for moment in mine)
    assert not any(gun.id in moment.state["stands"] for moment in theirs)
    chosen = {entry.n for entry in match.journal if isinstance(entry.act, Chose)}
    assert len(chosen) == 2
    assert chosen <= {one.entry for one in chronicle.moments(Game.of(match), "umpire")}


def test_an_overrule_on_a_hidden_stand_is_a_moment_of_those_who_read_it(match: Match[StandsState]) -> None:
    gun = a_stand(match, "german", hidden=True)
    before = {seat: len(Chronicle().moments(Game.of(match), seat)) for seat in match.setup.seats}
    rule(match, "mark", stand=gun.id, status="dug_in")
    after = {seat: len(Chronicle().moments(Game.of(match), seat)) for seat in match.setup.seats}
    assert {seat: after[seat] - before[seat] for seat in after} == {"soviet": 0, "german": 1, "umpire": 1}


@pytest.mark.parametrize("read_before", [True, False])
def test_what_was_gone_back_over_is_no_longer_among_the_moments(
    match: Match[StandsState], read_before: bool
) -> None:
    chronicle = Chronicle()
    start = match.current - 2
    if read_before:
        chronicle.moments(Game.of(match), "umpire")
    numbers = [one.moment.n for one in Chronicle().moments(Game.of(match), "umpire")]
    match.rewind("umpire", start, "a card was laid on the wrong stand")
    after = chronicle.moments(Game.of(match), "umpire")
    assert [one.entry for one in after if start < one.entry < match.current] == []
    assert "wrong stand" in after[-1].moment.title
    assert after[-1].moment.n > numbers[-1], "a number is never given to another moment"
    propose(match, "soviet", "german")
    again = chronicle.moments(Game.of(match), "umpire")
    assert [one.moment.n for one in again] == sorted({one.moment.n for one in again})


def test_who_looks_on_learns_nothing_of_what_is_under_a_veil() -> None:
    table, _ = under_way("b")
    match = table.match
    match.onlookers = frozenset({"observer"})
    during = len(Chronicle().moments(Game.of(match), "observer"))
    answer(match, "b")
    after = Chronicle().moments(Game.of(match), "observer")
    assert len(after) == during + 1


@pytest.fixture
def client(store: Store, tmp_path: Path) -> Iterator[Any]:
    with TestClient(app=make_app(store, {STANDS.name: STANDS}, tmp_path / "crashes")) as client:
        yield client


def test_only_the_umpire_goes_back_where_several_play(client: Any) -> None:
    seats = {"soviet": "me", "german": "link", "umpire": "screen"}
    order = {"system": "stands", "scenario": "first-lesson", "seats": seats}
    opened = client.post("/api/games", json=order).json()
    tokens = {one["seat"]: one["token"] for one in opened["seats"]}
    address = f"/api/games/{opened['game']}"
    state = {seat: client.get(address, params={"token": token}).json() for seat, token in tokens.items()}
    assert {seat: (one["mine"], one["rewinds"]) for seat, one in state.items()} == {
        "soviet": (False, False),
        "umpire": (False, True),
    }
    refused = client.post(f"{address}/rewind", params={"token": tokens["soviet"]}, json={"moment": 0})
    assert refused.status_code == 403
    assert "ask them for a take-back" in refused.json()["reason"]
    done = client.post(
        f"{address}/rewind", params={"token": tokens["umpire"]}, json={"moment": 0, "reason": "a wrong map"}
    )
    assert done.json()["marks"] == ["Umpire went back: a wrong map"]


def test_the_umpire_goes_back_only_while_the_game_is_on(match: Match[StandsState]) -> None:
    """When it is over the seed is public: whoever played on would know the dice."""
    rows = tuple(SeatRow(seat=seat, kind="link") for seat in ("soviet", "german", "umpire"))
    assert may_rewind(match, rows, "umpire")
    assert not may_rewind(match, rows, "soviet")
    match.position.outcome = Outcome(winners=("soviet",), reason="for the test", rows=())
    assert not may_rewind(match, rows, "umpire")


@pytest.mark.parametrize(("face", "status"), [(0, 400), (1, 200), (20, 200), (21, 400)])
def test_a_die_is_set_only_to_what_a_die_of_the_rules_can_show(client: Any, face: int, status: int) -> None:
    order = {"system": "stands", "scenario": "first-lesson", "seats": {"soviet": "me"}}
    opened = client.post("/api/games", json=order).json()
    key = {"token": opened["seats"][0]["token"]}
    right = {"reason": "a cocked die", "dice": [5, face]}
    answer = client.post(f"/api/games/{opened['game']}/put-right", params=key, json=right)
    assert answer.status_code == status
    if status == 400:
        assert answer.json()["reason"] == f"no die here shows {face}: faces are from 1 to 20"
