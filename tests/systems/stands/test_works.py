"""Works of the map: who is in them is dug in for fire as for sight. KIM-4.6a, KIM-R86, KIM-R130"""

from __future__ import annotations

import pytest

from deadground.core.requests import Pick
from deadground.systems.stands.bots.charges import Assault, exchange
from deadground.systems.stands.bots.picture import Picture
from deadground.systems.stands.rules.cards.tasks import why_no_task
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.rules.night.night_routes import why_no_digging
from deadground.systems.stands.state import Stand
from deadground.testing import bounds, rule
from tests.systems.stands.assaults import charger, charging, foe
from tests.systems.stands.field import field, gun, inf, stand, tank
from tests.systems.stands.scenes import seen, view_of
from tests.systems.stands.system import playing


def works(kind: str = "trench", *, top: int = 490, foot: int = 510) -> str:
    return f"  - {{id: w, kind: {kind}, polygon: [[400, {top}], [600, {top}], [600, {foot}], [400, {foot}]]}}"


def fired_at(target: Stand, pieces: str, *, by: Stand | None = None) -> tuple[int | None, str]:
    """What a shot from the south at a stand needs, and what its offer said before."""
    shooter = by or inf("a", (500, 600), order="fire")
    with playing(field(shooter, target, pieces=pieces), FirePhase(), dice=[1]) as p:
        asked = p.asked("red")
        assert isinstance(asked, Pick)
        (offer,) = asked.options
        p.choose("red", [offer.id])
        p.choose("blue", [])
        p.nothing_pending()
    (shot,) = [event for event in p.events if event.kind == "shot"]
    return shot.data["needed"], offer.hint


@rule("KIM-4.6a")
@pytest.mark.parametrize("kind", ["trench", "bunker", "foxholes"])
def test_infantry_in_works_needs_one_more_to_hit(kind: str) -> None:
    needed, hint = fired_at(inf("b", (500, 500), "blue", 180), works(kind))
    assert needed == 7
    assert "needs 7 on a D10" in hint


@rule("KIM-4.6a")
def test_it_is_in_the_works_when_its_centre_is() -> None:
    needed = {y: fired_at(inf("b", (500, y), "blue", 180), works())[0] for y in (489.9, 490, 510, 510.1)}
    assert needed == {489.9: 6, 490: 7, 510: 7, 510.1: 6}


@rule("KIM-4.6a")
def test_a_gun_in_works_is_dug_in_and_a_vehicle_that_drives_over_them_is_not() -> None:
    assert fired_at(gun("b", (500, 500), "blue", 180), works())[0] == 8
    assert fired_at(stand("b", "truck", (500, 500), "blue", 180), works())[0] == 5
    assert fired_at(stand("b", "truck", (500, 500), "blue", 180, dug_in=True), works())[0] == 6


@rule("KIM-4.6a")
def test_dug_in_twice_is_dug_in_once() -> None:
    assert fired_at(inf("b", (500, 500), "blue", 180, dug_in=True), works())[0] == 7


@rule("KIM-4.6a", "KIM-7.2a")
@pytest.mark.parametrize("foot", [510, 400])
def test_who_charges_out_of_works_has_left_them(foot: int) -> None:
    """6 on the chart, and the defender has one on his die: nothing shelters the charger, wherever he ends."""
    state = field(charger("a"), foe(order="fire"), pieces=works(top=min(foot, 490), foot=max(foot, 510)))
    with charging(state, dice=[4]) as p:
        p.nothing_pending()
    (shot,) = [event for event in p.events if event.kind == "shot"]
    assert (shot.data["target"], shot.data["needed"]) == ("a", 5)


@rule("KIM-4.6a")
def test_a_bot_knows_who_is_dug_in() -> None:
    party = (inf("a", (500, 580)), inf("c", (460, 590)))
    worth = {}
    for pieces in ("", works()):
        state = field(*party, inf("b", (500, 500), "blue", 180), pieces=pieces, scenario="olkhovka-line")
        picture = Picture(view_of(state))
        enemy = picture.state.stands["b"]
        assert picture.in_cover(enemy) == bool(pieces)
        worth[pieces] = exchange(picture, Assault(list(party), enemy))[1]
    assert worth[works()] > worth[""], "an assault on works costs more"


def test_the_table_shows_who_is_dug_in() -> None:
    state = field(inf("a", (500, 500)), tank("b", (550, 500)), inf("c", (500, 550)), pieces=works())
    shown = {id: [mark.sign for mark in token.marks] for id, token in seen(state).tokens.items()}
    assert {id: "dug_in" in signs for id, signs in shown.items()} == {"a": True, "b": False, "c": False}


@bounds("KIM-1.2l", "KIM-6.1a")
@pytest.mark.parametrize(("y", "may"), [(489.9, True), (490, False)])
def test_nobody_digs_in_where_he_is_dug_in_already(y: float, may: bool) -> None:
    state = field(inf("a", (500, y)), pieces=works())
    assert (why_no_task(state, state.stands["a"], "dig_in") is None) == may
    assert (why_no_digging(state, state.stands["a"]) is None) == may
