"""Area bombardment: laying and lifting templates. KIM-4.12"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.core.requests import Place
from deadground.systems.stands.rules.fire.bombardment import AreaFire, LiftAreaFire, why_no_area
from deadground.systems.stands.state import Seat, StandsState
from deadground.testing import bounds, rule
from deadground.testing.play import Play
from tests.systems.stands.field import At, inf, point
from tests.systems.stands.guns import arty, battle, laying
from tests.systems.stands.system import playing

GUN = (1000, 1500)
SPOT = (1000, 900)
OBSERVER = (1000, 1000)
PUT = "Put down the templates"

WOODS = "  - {id: wood, kind: woods, polygon: [[500, 200], [1500, 200], [1500, 900], [500, 900]]}"


def aimed(**spots: At) -> dict[str, Any]:
    """An answer to where templates go."""
    return {gun: {"at": list(point(spot))} for gun, spot in spots.items()}


def one_gun(spot: At | None = SPOT, *, seen_from: At = OBSERVER, **changes: Any) -> StandsState:
    return battle(laying("g", GUN, spot, **changes), inf("o", seen_from))


def centres(p: Play[StandsState]) -> list[tuple[str, tuple[int, int]]]:
    return [(template.side, template.at) for template in p.state.templates.values()]


@rule("KIM-4.12a", "KIM-4.12d", "KIM-1.2h", "KIM-4.15a")
def test_a_plan_is_carried_out_and_paid_for() -> None:
    with playing(one_gun(), AreaFire()) as p:
        p.nothing_pending()
    (template,) = p.state.templates.values()
    assert (template.side, template.gun, template.at, template.side_length) == (
        "red",
        "g",
        (10000, 9000),
        1000,
    )
    assert (template.gun_kind, template.fired_from, template.rolled) == ("artillery", (10000, 15000), ())
    assert p.state.stands["g"].fired
    assert p.state.commands["red_command"].chits == 2
    assert p.log_of("blue") == ["Area fire falls at (1000, 900)."]
    assert p.log_of("red") == ["Red command pays an artillery chit, 2 left.", *p.log_of("blue")]
    (seen,) = p.view("blue").templates.values()
    assert (seen.gun, seen.gun_kind, seen.fired_from, seen.at) == ("", "", (0, 0), (10000, 9000))


@rule("KIM-4.12a")
def test_guns_of_both_sides_fire_and_each_has_its_own_template() -> None:
    state = battle(
        laying("a", (1000, 1500), (1000, 900)),
        laying("b", (1100, 1500), (1000, 900)),
        laying("c", (1000, 400), (1000, 1000), side="blue", facing=180),
        arty("d", (1100, 400), side="blue", facing=180),
        inf("o", (1000, 1000)),
        inf("p", (1000, 900), side="blue"),
    )
    with playing(state, AreaFire()) as p:
        p.nothing_pending()
    assert centres(p) == [("red", (10000, 9000)), ("red", (10000, 9000)), ("blue", (10000, 10000))]
    assert len(p.state.templates) == 3
    assert [command.chits for command in p.state.commands.values()] == [2, 2]
    assert not p.state.stands["d"].fired


@rule("KIM-4.12a")
@pytest.mark.parametrize(("away", "laid"), [(799.9, True), (800, True), (800.1, False), (801, False)])
def test_the_centre_is_within_800_of_the_gun(away: float, laid: bool) -> None:
    spot = (1000, 1500 - away)
    with playing(one_gun(spot), AreaFire()) as p:
        if laid:
            p.nothing_pending()
        else:
            p.pending(red=PUT)
            (fault,) = p.refuse("red", aimed(g=(1100, 705)))
            assert fault.rows == ("KIM-4.13a", "KIM-4.7a")
            assert fault.at == "value.g"
            p.choose("red", aimed(g=GUN))
            p.nothing_pending()
    assert len(p.state.templates) == int(laid)
    assert p.state.commands["red_command"].chits == 3 - int(laid)
    assert p.state.stands["g"].fired == laid


@rule("KIM-4.12a")
@pytest.mark.parametrize("needs", ["on", "off"])
@pytest.mark.parametrize(("away", "seen"), [(599.9, True), (600, True), (600.1, False)])
def test_a_friendly_stand_sees_the_centre(away: float, seen: bool, needs: str) -> None:
    state = battle(
        laying("g", (1000, 1500), (1000, 800)),
        inf("o", (1000 + away, 800)),
        inf("e", (1000, 900), side="blue"),
    )
    with playing(state, AreaFire(), options={"area_needs_spotter": needs}) as p:
        if seen or needs == "off":
            p.nothing_pending()
        else:
            p.pending(red=PUT)
            (fault,) = p.refuse("red", aimed(g=(1000, 800)))
            assert fault.rows == ("KIM-4.12a", "KIM-R20")
            p.choose("red", aimed(g=(1000, 950)))
            p.nothing_pending()
            assert centres(p) == [("red", (10000, 9500))]
    assert len(p.state.templates) == 1


@rule("KIM-4.12a")
@pytest.mark.parametrize(("deep", "seen"), [(0, True), (99.9, True), (100, True), (100.1, False)])
def test_ground_is_seen_100_deep_into_a_wood(deep: float, seen: bool) -> None:
    state = battle(laying("g", (1000, 1500), None), inf("o", (1000, 1200)), pieces=WOODS)
    faults = why_no_area(state, state.stands["g"], point((1000, 900 - deep)), {})
    assert [fault.rows for fault in faults] == ([] if seen else [("KIM-4.12a", "KIM-R20")])
    with playing(state, AreaFire()) as p:
        if seen:
            p.choose("red", aimed(g=(1000, 900 - deep)))
            p.nothing_pending()
        else:
            p.refuse("red", aimed(g=(1000, 900 - deep)))
            p.pending(red=PUT)


@rule("KIM-4.12a", "KIM-4.9a")
@pytest.mark.parametrize(("facing", "laid"), [(0, True), (46, True), (47, False), (180, False)])
def test_the_gun_must_bear_on_it(facing: float, laid: bool) -> None:
    state = one_gun(facing=facing)
    with playing(state, AreaFire()) as p:
        if laid:
            p.nothing_pending()
        else:
            (fault,) = p.refuse("red", aimed(g=SPOT))
            assert fault.rows == ("KIM-4.9a",)
            p.choose("red", aimed(g=GUN))
            p.nothing_pending()
    assert len(p.state.templates) == int(laid)


@rule("KIM-4.12a", "KIM-3.3a", "KIM-4.9b")
def test_a_hidden_gun_shows_itself_facing_its_target() -> None:
    with playing(one_gun(hidden=True, facing=90), AreaFire()) as p:
        p.nothing_pending()
    gun = p.state.stands["g"]
    assert (gun.hidden, gun.facing) == (False, 0)
    assert "g" in p.view("blue").stands
    assert p.log_of("blue") == [
        "G is put on the table: it opens fire.",
        "Area fire falls at (1000, 900).",
    ]


@rule("KIM-4.12d", "KIM-4.15a")
def test_without_a_chit_nothing_is_laid_and_nobody_is_asked() -> None:
    state = battle(laying("g", GUN, SPOT), laying("h", (1100, 1500), None), inf("o", OBSERVER), chits=0)
    with playing(state, AreaFire()) as p:
        p.nothing_pending()
    assert p.state.templates == {}
    assert [event.kind for event in p.events] == ["silent", "silent"]
    assert p.log_of("red")[0] == "G stays silent: Red command has no artillery chit left for G."
    assert p.log_of("blue") == []
    assert not p.state.stands["g"].fired
    with playing(state_with_chits(state, 1), AreaFire()) as paid:
        paid.choose("red", aimed(h=(1100, 1500)))
        paid.nothing_pending()
    assert len(paid.state.templates) == 1


def state_with_chits(state: StandsState, chits: int) -> StandsState:
    for command in state.commands.values():
        command.chits = chits
    return state


@rule("KIM-4.12d", "KIM-4.15a")
@pytest.mark.parametrize(("cost", "laid"), [("per_command_turn", 2), ("per_card", 1), ("per_stand", 1)])
def test_one_chit_lays_as_much_as_the_option_says(cost: str, laid: int) -> None:
    state = battle(
        laying("g", GUN, SPOT, group="one"),
        laying("h", (1100, 1500), SPOT, group="two"),
        inf("o", OBSERVER),
        chits=1,
    )
    with playing(state, AreaFire(), options={"chit_cost": cost}) as p:
        p.nothing_pending()
    assert [template.gun for template in p.state.templates.values()] == ["g", "h"][:laid]
    assert [event.kind for event in p.events].count("silent") == 2 - laid
    assert p.state.stands["h"].fired == (laid == 2)


@rule("KIM-4.12d", "KIM-4.15a")
def test_an_answer_may_not_spend_more_chits_than_there_are() -> None:
    state = battle(laying("g", GUN, None), laying("h", (1100, 1500), None), inf("o", OBSERVER), chits=1)
    with playing(state, AreaFire(), options={"chit_cost": "per_stand"}) as p:
        (fault,) = p.refuse("red", aimed(g=SPOT, h=SPOT))
        assert (fault.at, fault.rows) == ("value.h", ("KIM-4.15a",))
        p.choose("red", aimed(g=(1000, 1500), h=SPOT))
        p.nothing_pending()
    assert [template.gun for template in p.state.templates.values()] == ["h"]


@rule("KIM-4.12a", "KIM-1.3b", "KIM-1.3c")
def test_a_failed_command_roll_leaves_no_area_fire() -> None:
    state = battle(
        laying("g", GUN, SPOT, limit="half"),
        laying("h", (1100, 1500), SPOT, limit="direct"),
        inf("o", OBSERVER),
    )
    with playing(state, AreaFire()) as p:
        p.nothing_pending()
    assert p.state.templates == {}
    assert p.state.commands["red_command"].chits == 3
    assert [event.rows for event in p.events] == [("KIM-1.3b", "KIM-R33"), ("KIM-1.3c", "KIM-R33")]
    state = battle(laying("g", GUN, SPOT), inf("o", OBSERVER))
    with playing(state, AreaFire()) as obeyed:
        obeyed.nothing_pending()
    assert len(obeyed.state.templates) == 1


@bounds("KIM-1.2h")
@pytest.mark.parametrize("order", ["", "move", "move_and_fire", "opportunity", "dummy", "prone"])
def test_only_stand_and_fire_gives_area_fire(order: str) -> None:
    with playing(one_gun(order=order), AreaFire()) as p:
        p.nothing_pending()
    assert p.state.templates == {}
    fire = one_gun().stands["g"]
    assert why_no_area(one_gun(), fire, point(SPOT), {}) == []
    (fault,) = why_no_area(one_gun(), one_gun(order=order).stands["g"], point(SPOT), {})
    assert " cannot " in fault.reason


@bounds("KIM-4.13a")
def test_what_is_not_artillery_lays_nothing() -> None:
    state = one_gun(kind="pak40")
    (fault,) = why_no_area(state, state.stands["g"], point(SPOT), {})
    assert fault.rows == ("KIM-4.13a", "KIM-R17")


@rule("KIM-4.12a")
def test_a_seat_without_a_plan_is_asked_in_secret() -> None:
    state = battle(
        laying("g", GUN, None),
        inf("o", OBSERVER),
        laying("e", (1000, 400), None, side="blue", facing=180, hidden=True),
        inf("p", (1000, 1100), side="blue"),
    )
    with playing(state, AreaFire()) as p:
        p.pending(red=PUT, blue=PUT)
        request = p.asked("red")
        assert isinstance(request, Place)
        assert [(spot.piece, spot.box) for spot in request.spots] == [("g", (2000, 7000, 18000, 20000))]
        assert request.proposal == {"g": {"at": [10000, 11000], "facing": None}}, "on the enemy in view"
        assert p.match.view("red").waiting == ("red",)
        p.choose("red", aimed(g=SPOT))
        assert p.state.templates == {}
        assert p.match.view("red").waiting == ("Area fire is being laid.",)
        p.choose("blue", aimed(e=(1000, 400)))
        p.nothing_pending()
    assert centres(p) == [("red", (10000, 9000))]
    assert "e" not in p.view("red").stands
    assert p.state.commands["blue_command"].chits == 3


@rule("KIM-4.12a")
def test_each_player_aims_the_guns_of_his_own_command() -> None:
    state = battle(
        laying("g", GUN, None), laying("h", (1100, 1500), None, command="second"), inf("o", OBSERVER)
    )
    first = state.commands["red_command"]
    state.commands["second"] = type(first)(id="second", side="red", name="Second", hq="", chits=1)
    state.seats["pink"] = Seat(id="pink", side="red", commander=False, commands=("second",))
    with playing(state, AreaFire()) as p:
        p.pending(red=PUT, pink=PUT)
        p.refuse("red", aimed(g=SPOT, h=SPOT))
        p.choose("pink", aimed(h=SPOT))
        p.choose("red", aimed(g=GUN))
        p.nothing_pending()
    assert [template.gun for template in p.state.templates.values()] == ["h"]


@rule("KIM-4.12a")
def test_two_guns_may_shell_one_spot_and_a_commander_aims_for_a_command_nobody_owns() -> None:
    state = battle(laying("g", (100, 100), None, facing=90), laying("h", (100, 200), None, facing=90))
    state.seats["pink"] = Seat(id="pink", side="red", commander=False)
    state.seats["red"].commands = ()
    with playing(state, AreaFire()) as p:
        p.pending(red=PUT)
        request = p.asked("red")
        assert isinstance(request, Place)
        assert request.spots[0].box == (0, 0, 9000, 9000)
        p.choose("red", aimed(g=(500, 150), h=(500, 150)))
        p.nothing_pending()
    assert len(p.state.templates) == 2


@rule("KIM-4.12a")
@pytest.mark.parametrize("chits", [1, 3])
def test_a_random_answer_is_always_legal(chits: int) -> None:
    state = battle(
        laying("g", GUN, None), laying("h", (1100, 1500), None, facing=20), inf("o", OBSERVER), chits=chits
    )
    with playing(state, AreaFire(), options={"chit_cost": "per_stand"}) as p:
        request, view, rng = p.asked("red"), p.match.view("red"), Random(1)
        laid = set()
        for _ in range(60):
            value = request.sample(view, rng)
            assert request.check(view, value) == []
            laid.add(sum(tuple(put["at"]) != state.stands[id].at for id, put in value.items()))
        assert max(laid) == min(chits, 2)
        assert request.check(view, request.proposal) == []
        p.choose("red", request.proposal)
        p.nothing_pending()


@rule("KIM-4.12a", "KIM-4.12d")
def test_area_fire_is_lifted_and_must_be_ordered_and_paid_again() -> None:
    with playing(one_gun(), AreaFire()) as p:
        p.nothing_pending()
    with playing(p.state, LiftAreaFire()) as lifted:
        lifted.nothing_pending()
    assert lifted.state.templates == {}
    assert lifted.log == ["Area fire is lifted."]
    again = lifted.state
    again.stands["g"].fired = False
    with playing(again, AreaFire()) as second:
        second.nothing_pending()
    assert len(second.state.templates) == 1
    assert second.state.commands["red_command"].chits == 1
    again.stands["g"].order = "dummy"
    with playing(again, AreaFire()) as third:
        third.nothing_pending()
    assert third.state.templates == {}
