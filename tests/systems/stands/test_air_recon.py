"""Air recon in the movement phase, and who sees what from above."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.space.units import mm
from deadground.systems.stands.rules.aircraft.air_recon import AirRecon
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.field import field, inf, tank
from tests.systems.stands.flights import flight, sky
from tests.systems.stands.system import playing

NONE: list[str] = []


def over(id: str, x: int, y: int) -> dict[str, Any]:
    return {id: {"at": [mm(x), mm(y)], "facing": None}}


def look(p: Play[Any], x: int = 500, y: int = 500) -> None:
    """Red's hawks look at a place, and blue's hidden stands keep quiet."""
    p.choose("red", over("hawks", x, y))
    p.choose("blue", NONE)


@rule("KIM-5.2a")
@pytest.mark.parametrize(("away", "spotted"), [(249, True), (250, True), (251, False)])
def test_recon_puts_hidden_enemies_within_250_on_the_table(away: int, spotted: bool) -> None:
    state = sky([flight("hawks", "recon")], tank("bert", (500 + away, 500), side="blue", hidden=True))
    with playing(state, AirRecon()) as p:
        look(p)
        p.nothing_pending()
    assert p.state.stands["bert"].hidden is not spotted
    if spotted:
        assert p.last("revealed").text == "Bert is put on the table: spotted from the air by Hawks."
    assert p.state.squadrons["hawks"].mission == ""


@rule("KIM-5.2a")
@pytest.mark.parametrize(
    ("kind", "stays"), [("woods", True), ("town", True), ("hill", False), ("trench", False)]
)
def test_what_is_in_cover_is_not_seen_from_above(kind: str, stays: bool) -> None:
    pieces = f"""
  - {{id: spot, kind: {kind}, polygon: [[400, 400], [600, 400], [600, 600], [400, 600]]}}
"""
    state = sky([flight("hawks", "recon")], inf("bert", (500, 500), side="blue", hidden=True), pieces=pieces)
    with playing(state, AirRecon()) as p:
        look(p)
        p.nothing_pending()
    assert p.state.stands["bert"].hidden is stays


@rule("KIM-5.2a")
def test_own_hidden_stands_stay_hidden() -> None:
    with playing(
        sky([flight("hawks", "recon")], inf("anna", (500, 500), hidden=True)),
        AirRecon(),
    ) as p:
        look(p)
        p.nothing_pending()
    assert p.state.stands["anna"].hidden


@rule("KIM-5.1a")
def test_planned_recon_appears_in_its_turn() -> None:
    state = sky([flight("hawks", plan=((2, "recon"),))], turn=1)
    with playing(state, AirRecon()) as p:
        p.nothing_pending()
    state.turn = 2
    with playing(state, AirRecon()) as p:
        p.pending(red="Say where your recon")


@rule("KIM-5.2a")
def test_both_sides_look_in_secret_at_the_same_time() -> None:
    state = sky(
        [flight("hawks", "recon"), flight("crows", "recon", side="blue")],
        inf("anna", (1500, 1500), hidden=True),
        inf("bert", (500, 500), side="blue", hidden=True),
    )
    with playing(state, AirRecon()) as p:
        p.pending(red="Say where", blue="Say where")
        p.choose("red", over("hawks", 500, 500))
        p.choose("blue", over("crows", 1500, 1500))
        p.choose("red", NONE)
        p.choose("blue", NONE)
        p.nothing_pending()
    assert not any(one.hidden for one in p.state.stands.values())


def test_without_aircraft_nobody_is_asked() -> None:
    with playing(field(inf("anna", (500, 500))), AirRecon()) as p:
        p.nothing_pending()
