"""The fire phase: targets are named together, all dice fall before all losses."""

from __future__ import annotations

import pytest

from deadground.core.events import SeenEvent
from deadground.core.requests import Pick
from deadground.space.bases import overlap
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.state import StandsState, Template
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.stands.field import field, gun, inf, tank
from tests.systems.stands.system import playing

NOBODY: list[str] = []


def shots(p: Play[StandsState]) -> list[SeenEvent]:
    return [event for event in p.match.log("red") if event.kind == "shot"]


def facing_tanks() -> StandsState:
    """Two Shermans 100 mm apart, face to face, both on Stand and Fire: class C, group 3, short: 13 on a D20."""
    return field(
        tank("anna", (500, 500), order="fire"),
        tank("bert", (500, 400), side="blue", facing=180, order="fire"),
    )


@rule("KIM-1.1a", "KIM-1.2h")
def test_both_sides_fire_together_and_both_may_die() -> None:
    with playing(facing_tanks(), FirePhase(), dice=[20, 20]) as p:
        p.choose("red", ["anna>bert"])
        p.choose("blue", ["bert>anna"])
        p.nothing_pending()
    assert not p.state.stands
    assert set(p.state.fallen) == {"anna", "bert"}


@rule("KIM-1.1a")
@pytest.mark.parametrize(("attacker", "left"), [("red", "anna"), ("blue", "bert")])
def test_by_option_the_attacker_fires_first_and_the_dead_do_not_answer(attacker: str, left: str) -> None:
    state = facing_tanks()
    state.sides[attacker].attacker = True
    with playing(state, FirePhase(), dice=[20], options={"fire_order": "alternating"}) as p:
        p.choose("red", ["anna>bert"])
        p.choose("blue", ["bert>anna"])
        p.nothing_pending()
    assert set(p.state.stands) == {left}


@rule("KIM-4.2a", "KIM-1.1a")
def test_a_stand_has_one_shot() -> None:
    state = field(
        tank("anna", (500, 500), order="fire"),
        tank("otto", (620, 500), order="fire"),
        tank("bert", (500, 400), side="blue", facing=180),
        tank("carl", (560, 400), side="blue", facing=180),
    )
    with playing(state, FirePhase(), dice=[1]) as p:
        (fault,) = p.refuse("red", ["anna>bert", "anna>carl"])
        assert (fault.reason, fault.rows) == ("Anna has one shot a turn", ("KIM-4.2a", "KIM-R87"))
        p.choose("red", ["anna>carl"])
        p.choose("blue", NOBODY)
        p.nothing_pending()
    assert p.state.stands["anna"].fired
    assert [event.data["target"] for event in shots(p)] == ["carl"]


@rule("KIM-1.2h", "KIM-1.2e", "KIM-1.2i", "KIM-1.2m")
def test_only_a_card_that_gives_fire_offers_a_shot() -> None:
    for order, offered in (("fire", ["anna>bert"]), ("move", []), ("dummy", []), ("opportunity", [])):
        state = field(
            inf("anna", (500, 500), order=order),
            inf("bert", (500, 400), side="blue", facing=180, order="dummy"),
        )
        with playing(state, FirePhase(), dice=[1] * len(offered)) as p:
            request = p.asked("red")
            assert isinstance(request, Pick)
            assert [option.id for option in request.options] == offered
            p.choose("red", offered)
            p.choose("blue", NOBODY)
            p.nothing_pending()


@rule("KIM-4.13a", "KIM-4.15a")
def test_artillery_fires_indirectly_and_pays_a_chit() -> None:
    state = field(
        gun("anna", (500, 1100), kind="artillery", order="fire"),
        inf("otto", (500, 600)),
        inf("bert", (500, 400), side="blue", facing=180, seen_at_start=True),
    )
    state.commands["red_command"].chits = 2
    with playing(state, FirePhase(), dice=[7]) as p:
        assert p.options("red") == ["anna~bert"]
        p.choose("red", ["anna~bert"])
        p.choose("blue", NOBODY)
        p.nothing_pending()
    assert p.state.commands["red_command"].chits == 1
    assert p.state.stands["bert"].hits == 1


@rule("KIM-4.12b", "KIM-1.1a")
@pytest.mark.parametrize(("area", "left"), [(14, {"anna", "bert"}), (15, {"bert"})])
def test_who_fires_under_area_fire_is_rolled_for_first_and_the_dead_do_not_fire(
    area: int, left: set[str]
) -> None:
    state = facing_tanks()
    at = state.stands["anna"].at
    state.templates["t"] = Template(
        "t", "blue", "far", at, 1000, gun_kind="artillery", fired_from=(at[0], at[1] - 1000)
    )
    with playing(state, FirePhase(), dice=[area, 1] if "anna" in left else [area]) as p:
        p.choose("red", ["anna>bert"])
        p.choose("blue", NOBODY)
        p.nothing_pending()
    assert set(p.state.stands) == left
    assert len(shots(p)) == len(left)


@rule("KIM-3.3a")
def test_a_hidden_stand_that_fires_goes_on_the_table() -> None:
    state = field(
        inf("anna", (500, 500), order="fire", hidden=True),
        inf("bert", (500, 350), side="blue", facing=180, order="dummy"),
    )
    with playing(state, FirePhase(), dice=[1]) as p:
        p.choose("red", ["anna>bert"])
        p.choose("blue", NOBODY)
        p.nothing_pending()
    assert not p.state.stands["anna"].hidden


@rule("KIM-1.1a")
def test_the_proposal_is_the_plan_where_it_is_legal() -> None:
    state = field(
        tank("anna", (500, 500), order="fire", target="carl"),
        tank("bert", (500, 400), side="blue", facing=180),
        tank("carl", (620, 350), side="blue", facing=180),
    )
    with playing(state, FirePhase(), dice=[1]) as p:
        assert p.asked("red").proposal == ["anna>carl"]
        p.choose("red", ["anna>carl"])
        p.choose("blue", NOBODY)
        p.nothing_pending()


def test_the_order_of_sides_changes_nothing() -> None:
    first = facing_tanks()
    second = facing_tanks()
    second.sides = dict(reversed(second.sides.items()))
    second.stands = dict(reversed(second.stands.items()))
    rolled = []
    for state in (first, second):
        with playing(state, FirePhase(), dice=[12, 20]) as p:
            p.choose("red", ["anna>bert"])
            p.choose("blue", ["bert>anna"])
            p.nothing_pending()
        rolled.append([(event.data["shooter"], event.rolls[0].faces) for event in shots(p)])
    assert rolled[0] == rolled[1]


@rule("KIM-4.9b", "KIM-3.3a")
@pytest.mark.parametrize(("beside", "facing"), [(36.4, 450), (36, 480), (31, 860)])
def test_a_hidden_stand_that_opens_fire_turns_on_to_nobody(beside: float, facing: int) -> None:
    """It would face its target at 45 degrees; a friend beside it leaves it room for less of a turn. KIM-R152"""
    state = field(
        tank("anna", (500, 500), order="fire", hidden=True),
        tank("carl", (500 + beside, 500)),
        tank("bert", (600, 400), side="blue", facing=225),
    )
    with playing(state, FirePhase(), dice=[1]) as p:
        p.choose("red", ["anna>bert"])
        p.choose("blue", NOBODY)
        p.nothing_pending()
    stands = p.state.stands
    assert not stands["anna"].hidden
    assert not overlap(stands["anna"].base, stands["carl"].base)
    assert stands["anna"].facing == facing


@rule("KIM-4.9b")
@pytest.mark.parametrize(("side", "facing"), [("red", 480), ("blue", 450)])
def test_a_friend_in_hiding_leaves_no_room_and_an_enemy_in_hiding_is_not_felt(side: str, facing: int) -> None:
    """KIM-R152"""
    state = field(
        tank("anna", (500, 500), order="fire", hidden=True),
        inf("carl", (536, 500), side=side, hidden=True),
        tank("bert", (600, 400), side="blue", facing=225),
        pieces="  - {id: wood, kind: woods, polygon: [[522, 400], [560, 400], [560, 560], [522, 560]]}\n",
    )
    with playing(state, FirePhase(), dice=[1]) as p:
        p.choose("red", ["anna>bert"])
        p.choose("blue", NOBODY)
        p.nothing_pending()
    assert p.state.stands["anna"].facing == facing
