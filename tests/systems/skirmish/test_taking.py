"""What the player's squad takes from the fallen, and captured weapons. COT-SQUAD-06, COT-SQUAD-07"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.requests import Gesture
from deadground.space.bases import CONTACT
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.activation.side_actions import is_player_squad, things
from deadground.systems.skirmish.state import BASE, Figure, SkirmishState, change
from deadground.systems.skirmish.system import SKIRMISH
from deadground.systems.skirmish.weapons import weapon
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table

REACH = 2 * BASE + CONTACT
MP = "german.smg"
RIFLE = "soviet.ba_rifle"


def beside(fallen: Figure | None = None, **changes: Any) -> SkirmishState:
    """A, a Russian, stands beside a German who has fallen."""
    down = fallen or foe("x", (10, 29), status="obviously_dead", weapons=(MP,), gear=(("grenade", 2),))
    state = table(
        man("a", (10, 30), weapons=(RIFLE,), **changes), man("b", (13, 30)), down, foe("y", (40, 5), facing=0)
    )
    down.group = ""
    state.sides["red"].nation, state.sides["blue"].nation = "soviet", "german"
    return state


def pick(**what: str) -> dict[str, Any]:
    return {"unit": "red-1", "card": "pick_up", "pieces": list(what), "plan": {"what": what}}


def reload(**what: str) -> dict[str, Any]:
    return {"unit": "red-1", "card": "reload", "pieces": list(what), "plan": {"weapons": what}}


def picks(state: SkirmishState, *orders: dict[str, Any]) -> Any:
    with playing(state, Activation("red-1")) as p:
        for order in orders:
            p.choose("red", [order])
        p.pending(red="Give the group its orders.")
    return p


@rule("COT-SQUAD-06")
def test_a_man_takes_the_weapon_of_an_enemy_who_has_fallen_beside_him() -> None:
    p = picks(beside(), pick(a=f"x/{MP}"))
    a, x = p.state.figures["a"], p.state.figures["x"]
    assert (a.arms.weapons, x.arms.weapons, a.doing.busy) == ((RIFLE, MP), (), True)
    assert p.last("picks_up").text == f"A picks up a {weapon(MP).name}."


@rule("COT-SQUAD-06")
def test_and_all_that_he_carried_which_nobody_knows_before() -> None:
    """An enemy's gear is not known: he searches him, and finds what there is. Nobody is searched twice."""
    p = picks(beside(gear=(("grenade", 1),)), pick(a="x/gear"))
    a, x = p.state.figures["a"], p.state.figures["x"]
    assert (a.pack.gear, x.pack.gear) == ((("grenade", 3),), ())
    assert p.log_of("red")[-2:] == ["A searches X.", "A finds 2 grenade."]
    assert "A finds 2 grenade." not in p.log_of("blue")
    assert things(p.state, a) == [f"x/{MP}"]
    assert things(p.view("red"), a) == [f"x/{MP}"]


@bounds("COT-SQUAD-06")
def test_of_a_friend_too_if_he_has_anything() -> None:
    friend = man("f", (10, 29), status="obviously_dead", weapons=("soviet.smg",))
    state = beside(friend)
    assert things(state, state.figures["a"]) == ["f/soviet.smg"]
    friend.pack = friend.pack.but(gear=(("grenade", 1),))
    assert things(state, state.figures["a"]) == ["f/soviet.smg", "f/gear"]


@bounds("COT-SQUAD-06")
@pytest.mark.parametrize(
    ("changes", "there"),
    [
        ({}, True),
        ({"status": "obviously_dead"}, True),
        ({"status": "hunker_down"}, False),
        ({"status": "captured"}, False),
        ({"carried_by": "y"}, False),
        ({"at": (2540, 30 * 254 - REACH)}, True),
        ({"at": (2540, 30 * 254 - REACH - 1)}, False),
    ],
)
def test_who_can_be_taken_from(changes: dict[str, Any], there: bool) -> None:
    """Down, base to base, in nobody's arms."""
    state = beside()
    change(state.figures["x"], **changes)
    assert bool(things(state, state.figures["a"])) == there


@bounds("COT-SQUAD-06")
def test_other_units_are_refused() -> None:
    """LR-211: in a battle with a place for a player's squad, that squad alone."""
    setup = SKIRMISH.prepare("first-patrol")
    state = SKIRMISH.new_state(setup)
    one, other = list(state.figures.values())[:2]
    other.status, other.at = "obviously_dead", one.at
    assert is_player_squad(state, one)
    assert things(state, one)
    state.units["another"] = state.units[one.unit]
    one.unit = "another"
    assert not things(state, one)
    fault = LAWS["pick_up"].why_not(state, one, {})
    assert fault is not None
    assert fault.reason == "only the player's squad picks up weapons of the fallen"
    assert fault.rows == ("COT-SQUAD-06",)


@rule("COT-SQUAD-06")
def test_an_empty_weapon_is_empty_still() -> None:
    state = beside()
    state.figures["x"].arms = state.figures["x"].arms.but(empty=(MP,))
    assert picks(state, pick(a=f"x/{MP}")).state.figures["a"].arms.empty == (MP,)


@rule("COT-SQUAD-06")
def test_what_is_not_there_and_what_two_want_is_refused() -> None:
    state = beside()
    state.figures["b"].at = (2540 + 200, 29 * 254 - 150)
    with playing(state, Activation("red-1")) as p:
        reasons = [fault.reason for fault in p.refuse("red", [pick(a="x/german.mp44")])]
        assert reasons == ["that does not lie at the feet of A"]
        reasons = [fault.reason for fault in p.refuse("red", [pick(a=f"x/{MP}", b=f"x/{MP}")])]
        assert reasons == ["two men want the same thing"]
        p.pending(red="Give the group its orders.")


@rule("COT-SQUAD-06")
def test_it_is_never_proposed_and_can_be_asked_for_by_hand() -> None:
    with playing(beside(), Activation("red-1")) as p:
        request, view = p.asked("red"), p.match.view("red")
        assert "pick_up" not in [order["card"] for order in request.proposal or ()]
        look = request.edit(view, None, Gesture(act="pick_up", pieces=("a",), to="x"))
        assert look.value == [pick(a=f"x/{MP}")]
        p.pending(red="Give the group its orders.")


@rule("COT-SQUAD-07")
@pytest.mark.parametrize(("away", "may"), [(1, True), (9, False)])
def test_rounds_for_a_captured_weapon_come_from_a_downed_enemy(away: float, may: bool) -> None:
    state = beside(empty=(MP,), took=(MP,))
    a = state.figures["a"]
    a.arms = a.arms.but(weapons=(RIFLE, MP))
    state.figures["x"].at = (2540, round((30 - away) * 254))
    with playing(state, Activation("red-1")) as p:
        if may:
            p.choose("red", [reload(a=MP)])
            assert p.state.figures["a"].arms.reloading == MP
        else:
            reasons = [fault.reason for fault in p.refuse("red", [reload(a=MP)])]
            assert len(reasons) == 1
            assert reasons[0].endswith("they lie with downed enemies")
        p.pending(red="Give the group its orders.")


@pytest.mark.parametrize(
    ("arm", "took", "may"),
    [
        (RIFLE, (), True),
        ("soviet.smg", ("soviet.smg",), True),
        (MP, (), True),
        (MP, (MP,), False),
    ],
)
def test_his_own_kind_of_weapon_he_loads_anywhere(arm: str, took: tuple[str, ...], may: bool) -> None:
    """COT-SQUAD-07: what he was issued with, whatever list it is of, and what he took from a friend."""
    state = beside(empty=(arm,), took=took)
    state.figures["a"].arms = state.figures["a"].arms.but(weapons=(arm,))
    state.figures["x"].at = (2540, 2540)
    fault = LAWS["reload"].why_not(state, state.figures["a"], {})
    assert (fault is None) == may


@rule("COT-SQUAD-07")
def test_he_may_lay_it_aside_and_load_his_own() -> None:
    state = beside(empty=(MP, RIFLE), took=(MP,))
    state.figures["a"].arms = state.figures["a"].arms.but(weapons=(MP, RIFLE))
    state.figures["x"].at = (2540, 2540)
    with playing(state, Activation("red-1")) as p:
        (order,) = [one for one in p.asked("red").proposal or () if one["card"] == "reload"]
        assert order["plan"] == {"weapons": {"a": RIFLE}}
        p.choose("red", [order, move("red-1", b=to((13, 31)))])
        p.pending(red="Give the group its orders.")
    assert p.state.figures["a"].arms.reloading == RIFLE
