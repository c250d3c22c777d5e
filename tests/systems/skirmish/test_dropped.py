"""Weapons that lie on the table: who drops them, who may have them, and who knows of them. NUTS-ACT-09, NR-164"""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from deadground.core.records import redact
from deadground.core.requests import Gesture, Orders
from deadground.space.bases import CONTACT
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.reactions.captives import TouchFallen
from deadground.systems.skirmish.state import BASE, Marker, Seat, SkirmishState
from deadground.systems.skirmish.table.scene import traces
from deadground.systems.skirmish.weapons import weapon
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import refused
from tests.systems.skirmish.orders import fire, move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import RIFLE, SMG, foe, man, point, table

REACH = 2 * BASE + CONTACT
ORDERS = "Give the group its orders"
GUN = weapon(SMG).name
FLAME, PISTOL = "core.flamethrower", "core.pistol"


def card(name: str, **what: str) -> dict[str, Any]:
    return {"unit": "red-1", "card": name, "pieces": list(what), "plan": {"what": what}}


def aside(**what: str) -> dict[str, Any]:
    return card("lay_aside", **what)


def pick(**what: str) -> dict[str, Any]:
    return card("pick_up", **what)


def two(**changes: Any) -> SkirmishState:
    """Two men side by side; the first has a second weapon."""
    return table(
        man("a", (10, 30), **{"weapons": (RIFLE, SMG), **changes}),
        man("b", (11, 30)),
        foe("x", (40, 2), facing=0),
    )


def gives(state: SkirmishState, *orders: dict[str, Any]) -> Play[SkirmishState]:
    with playing(state, Activation("red-1")) as p:
        for order in orders:
            p.choose("red", [order])
        while p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()
    return p


def lying(p: Play[SkirmishState]) -> str:
    (marker,) = p.state.markers.values()
    return marker.id


def laid(**changes: Any) -> SkirmishState:
    """Those two after A has laid his second weapon aside, in the next turn."""
    return anew(gives(two(**changes), aside(a=SMG)).state)


def anew(state: SkirmishState) -> SkirmishState:
    """The same in the next turn."""
    state.turn += 1
    for one in state.figures.values():
        one.doing = one.doing.but(action="", busy=False, spent=0, fired=False)
    for group in state.groups.values():
        group.done = group.active = False
    return state


@rule("NUTS-ACT-09")
def test_a_man_lays_a_weapon_aside_and_another_picks_it_up() -> None:
    """It costs both the Fast Move and nothing else, and is told."""
    p = gives(two(), aside(a=SMG))
    a = p.state.figures["a"]
    assert a.arms.weapons == (RIFLE,)
    assert p.last("lays_aside").text == f"A lays a {GUN} aside."
    assert traces(p.view("blue"))[lying(p)].title == GUN
    state = laid()
    assert refused(state, pick(b="nothing")) == {"NUTS-ACT-09", "NR-38"}
    p = gives(state, pick(b=next(iter(state.markers))))
    assert p.state.figures["b"].arms.weapons == (RIFLE, SMG)
    assert p.state.markers == {}


@rule("NUTS-ACT-09")
@pytest.mark.parametrize(("away", "there"), [(REACH - 1, True), (REACH, True), (REACH + 1, False)])
def test_it_is_picked_up_by_whoever_stands_beside_it(away: int, there: bool) -> None:
    state = laid()
    id, marker = next(iter(state.markers.items()))
    marker.at = (state.figures["b"].at[0], state.figures["b"].at[1] - away)
    assert (refused(state, pick(b=id)) == set()) == there


@rule("NUTS-ACT-09")
def test_not_with_a_fast_move_nor_what_he_has_shot_with_or_has_not() -> None:
    """NR-164: nobody shoots with a weapon that was shot in the same activation by another."""
    with playing(two(), Activation("red-1")) as p:
        p.choose("red", [aside(a=RIFLE)])
        (fault,) = p.refuse("red", [move("red-1", "fast_move", a=to((10, 40)))])
        assert fault.rows == ("NUTS-ACT-09", "NR-38")
        (fault,) = p.refuse("red", [aside(a=RIFLE)])
        assert fault.reason == "A has no such weapon to lay aside"
        p.pending(red=ORDERS)
    state = two()
    state.figures["x"].at, state.figures["x"].star = point((10, 12)), True
    with playing(state, Activation("red-1"), dice=[1, 2, 3]) as p:
        p.choose("red", [fire("red-1", SMG, a=[("x", 3)])])
        p.choose("blue", "0")
        (fault,) = p.refuse("red", [aside(a=SMG)])
        assert fault.reason == "A has shot with it in this activation"
        p.choose("red", [aside(a=RIFLE)])
        p.pending(red=ORDERS)
    assert refused(two(weapons=()), aside(a=SMG)) == {"NUTS-ACT-09", "NR-38", "NR-164"}
    assert "not a plan of weapons" in str(refusal(two(), {**aside(a=SMG), "plan": {"what": {"a": 7}}}))


def refusal(state: SkirmishState, order: dict[str, Any]) -> list[str]:
    with playing(state, Activation("red-1")) as p:
        found = [fault.reason for fault in p.refuse("red", [order])]
        p.pending(red=ORDERS)
    return found


@rule("NUTS-ACT-09", "COT-SQUAD-06", "COT-SQUAD-07")
@pytest.mark.parametrize(("side", "took"), [("red", False), ("blue", True), ("", True)])
def test_an_empty_weapon_is_empty_still_and_an_enemys_an_enemys(side: str, took: bool) -> None:
    state = laid(empty=(SMG,))
    id, marker = next(iter(state.markers.items()))
    assert (marker.side, marker.empty, state.figures["a"].arms.empty) == ("red", True, ())
    assert redact(state, "blue").markers[id].empty is False
    marker.side = side
    b = gives(state, pick(b=id)).state.figures["b"]
    assert (b.arms.empty, SMG in b.deeds.took) == ((SMG,), took)


@rule("NUTS-ACT-09")
@pytest.mark.parametrize(("what", "kept", "lies", "taken"), [(FLAME, -1, 1, 1), (SMG, 1, -1, -1)])
def test_fuel_stays_with_the_flame_thrower(what: str, kept: int, lies: int, taken: int) -> None:
    """NR-164: who lays another weapon aside keeps his."""
    state = gives(two(weapons=(FLAME, SMG), fuel=1), aside(a=what)).state
    (marker,) = state.markers.values()
    assert (state.figures["a"].pack.fuel, marker.fuel) == (kept, lies)
    assert gives(anew(state), pick(b=marker.id)).state.figures["b"].pack.fuel == taken


@rule("NUTS-ACT-09", "NUTS-AMMO-02")
def test_what_he_reloads_is_loaded_in_the_end_if_he_lays_another_aside() -> None:
    """NR-38, NR-164"""
    reload = {"unit": "red-1", "card": "reload", "pieces": ["a"], "plan": {"weapons": {"a": RIFLE}}}
    state = gives(two(empty=(RIFLE,)), reload, aside(a=SMG)).state
    assert (state.figures["a"].arms.empty, state.figures["a"].arms.reloading) == ((), "")
    assert not any(one.empty for one in state.markers.values())


@rule("NUTS-ACT-09")
@pytest.mark.parametrize(
    ("weapons", "empty", "parted"),
    [((SMG, PISTOL, RIFLE), (), RIFLE), ((SMG, PISTOL, RIFLE), (PISTOL,), PISTOL)],
)
def test_if_none_is_named_he_parts_with_an_empty_weapon_or_his_last(
    weapons: tuple[str, ...], empty: tuple[str, ...], parted: str
) -> None:
    """NR-164. In the page the card alone is touched."""
    with playing(two(weapons=weapons, empty=empty), Activation("red-1")) as p:
        touch = Gesture(act="lay_aside", pieces=("a",))
        look = cast(Orders, p.asked("red")).edit(p.match.view("red"), None, touch)
        p.choose("red", look.value)
        assert p.state.figures["a"].arms.weapons == tuple(one for one in weapons if one != parted)
        p.pending(red=ORDERS)


@pytest.mark.parametrize(("chance", "parts"), [(0.099, True), (0.1, False)])
def test_who_acts_at_random_seldom_parts_with_a_weapon(chance: float, parts: bool) -> None:
    """NR-164"""

    class Certain(Random):
        def random(self) -> float:
            return chance

    with playing(two(), Activation("red-1")) as p:
        view = p.match.view("red")
        plan = LAWS["lay_aside"].sample(view, [view.state.figures["a"]], None, Certain())
        assert (plan is not None) == parts
        p.pending(red=ORDERS)


@rule("NUTS-ACT-09")
def test_it_can_be_asked_for_in_the_page_and_a_drag_on_to_it_is_meant() -> None:
    """From afar he goes there."""
    state = laid()
    id = next(iter(state.markers))
    with playing(state, Activation("red-1")) as p:
        request, view = cast(Orders, p.asked("red")), p.match.view("red")
        assert {"pick_up", "lay_aside"} <= {one.id for one in request.cards if not one.hint}
        assert {"pick_up", "lay_aside"}.isdisjoint(order["card"] for order in request.proposal or ())
        look = request.edit(view, None, Gesture(act="drag", pieces=("b",), to=id))
        assert look.value == [pick(b=id)]
        assert [line.text for line in look.lines] == [f"B picks up the {GUN}."]
        look = request.edit(view, None, Gesture(act="lay_aside", pieces=("a",)))
        assert look.value == [aside(a=RIFLE)]
        assert [line.text for line in look.lines] == [f"A lays the {weapon(RIFLE).name} aside."]
        p.pending(red=ORDERS)
    state.markers[id].at = point((10, 24))
    state.markers["hole"] = Marker("hole", "crater", point((14, 26)))
    with playing(state, Activation("red-1")) as p:
        look = p.asked("red").edit(p.match.view("red"), None, Gesture(act="drag", pieces=("b",), to="hole"))
        assert look.value[0]["card"] == "move", "what is no weapon is a place like any other"
        look = p.asked("red").edit(p.match.view("red"), None, Gesture(act="drag", pieces=("b",), to=id))
        (order,) = look.value
        assert (order["card"], order["plan"]["paths"]["b"]["points"][-1]) == ("move", list(point((10, 24))))
        p.pending(red=ORDERS)


def taken(status: Any = "out_of_the_fight") -> Play[SkirmishState]:
    """X has fallen beside A, who takes him prisoner."""
    held: dict[str, Any] = {"weapons": (SMG,), "gear": (("grenade", 2),)}
    state = table(man("a", (10, 30)), man("b", (10, 33)), foe("x", (10, 29), status=status, **held))
    state.figures["x"].group = ""
    with playing(state, TouchFallen("a", "x")) as p:
        p.choose("red", "capture")
        p.nothing_pending()
    return p


@rule("NUTS-ACT-09", "NUTS-REACT-11")
def test_a_prisoner_throws_down_what_he_carries() -> None:
    p = taken()
    x = p.state.figures["x"]
    assert (x.status, x.arms.weapons, x.pack.gear, x.arms.empty) == ("captured", (), (), ())
    assert {(one.what, one.count, one.at) for one in p.state.markers.values()} == {
        (SMG, 1, point((10, 29))),
        ("grenade", 2, point((10, 29))),
    }
    assert p.last("throws_down").text == f"X throws down a {GUN} and 2 grenade."


@rule("NUTS-ACT-09", "COT-SQUAD-06")
@pytest.mark.parametrize("squad", [True, False])
@pytest.mark.parametrize("fallen", [True, False])
def test_what_was_dropped_is_for_anybody_and_what_a_fallen_man_had_for_the_players_squad(
    squad: bool, fallen: bool
) -> None:
    """COT-SQUAD-06. In a battle without a file of its own the player's men are his squad; others are not."""
    state = taken(status="out_of_the_fight" if fallen else "hunker_down").state
    assert {one.fallen for one in state.markers.values()} == {fallen}
    if not squad:
        state.sides["red"].played = False
        state.seats["red"] = Seat(id="red", side="red")
    grenades = next(id for id, one in state.markers.items() if one.what == "grenade")
    state.groups["red-1"].done = False
    if squad or not fallen:
        p = gives(state, pick(a=grenades))
        assert p.state.figures["a"].pack.gear == (("grenade", 2),)
        assert p.last("picks_up").text == "A picks up 2 grenade."
    else:
        assert refused(state, pick(a=grenades)) == {"COT-SQUAD-06"}


@rule("NUTS-ACT-09")
@pytest.mark.parametrize(("facing", "known"), [(180, True), (0, False)])
def test_only_who_sees_it_knows_of_it(facing: float, known: bool) -> None:
    """NR-108, where players see what their men see: neither the marker nor that somebody laid it there."""
    state = table(
        man("a", (10, 30), weapons=(RIFLE, SMG)), foe("x", (10, 6), facing=facing), knowledge="ghosts"
    )
    state.figures["a"].sightings = state.figures["a"].sightings.but(seen_by=("blue",) if known else ())
    p = gives(state, aside(a=SMG))
    assert bool(p.view("blue").markers) == known
    assert len(p.view("red").markers) == 1
    assert (f"A lays a {GUN} aside." in p.log_of("blue")) == known
    assert bool(redact(p.state, "nobody").markers) == known
