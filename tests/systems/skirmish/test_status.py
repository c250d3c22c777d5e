"""Whatever changes a man's status settles what hung on the old one. NS-02, NS-36, NUTS-WOUND-02, NR-108"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from deadground.space.plane import is_within
from deadground.systems import skirmish
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.melee.melee import Melee
from deadground.systems.skirmish.rules.reactions.captives import TouchFallen
from deadground.systems.skirmish.rules.reactions.casualties import take_down
from deadground.systems.skirmish.rules.reactions.recover import RecoverFromHunkerDown
from deadground.systems.skirmish.rules.sight.ghosts import look_round
from deadground.systems.skirmish.state import SkirmishState
from deadground.testing import bounds, rule
from deadground.testing.duties import assignments_to, calls_of
from tests.systems.skirmish.grenades import HELD
from tests.systems.skirmish.orders import move, throw, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, point, table

RULES = Path(skirmish.__file__).parent / "rules"


def test_a_status_is_written_in_one_place() -> None:
    """Besides for a copy that stands for somebody as he would be, and for how a ghost was seen last."""
    written = {place.module for place in assignments_to(RULES, "status")}
    assert written == {"movement/status.py", "fire/duties_of_fire.py", "sight/ghosts.py"}
    (copied,) = [
        place for place in assignments_to(RULES, "status") if place.module == "fire/duties_of_fire.py"
    ]
    assert (
        "standing.status"
        in (RULES / "fire/duties_of_fire.py").read_text("utf-8").splitlines()[copied.line - 1]
    )


def test_every_way_to_change_is_known_here() -> None:
    """Who is new among these needs a test below; how crews get out of a vehicle is tested in test_struck.py."""
    assert {place.module for place in calls_of(RULES, "become")} == {
        "reactions/casualties.py",
        "troops/foe_reaction.py",
        "wounded/medics.py",
        "wounded/prisoners.py",
        "armour/knocked_out.py",
        "reactions/reaction.py",
        "activation/upkeep.py",
    }


def led(**changes: Any) -> SkirmishState:
    """A man with a prisoner beside him, and a friend who holds a grenade in his hand."""
    return table(
        man("a", (13, 25), **HELD),
        man("b", (10, 20), escorts=("p", "q")),
        foe("p", (11.1, 20), status="captured", group="", **changes),
        foe("q", (9, 20), status="captured", group=""),
        foe("x", (40, 2), facing=0),
    )


@rule("NUTS-GREN-08")
def test_a_prisoner_who_is_killed_is_led_no_further() -> None:
    """NS-36. A grenade on the spot where he stands; the other is too far off."""
    with playing(led(), Activation("red-1"), dice=[1, 1, 1]) as p:
        p.choose("red", [throw("red-1", a=("grenade", (13.5, 20)))])
        figures = p.state.figures
        assert figures["p"].status == "obviously_dead"
        assert figures["b"].aid.escorts == ("q",)
        p.pending(red="Give the group its orders")
    at = figures["p"].at
    with playing(p.state, Activation(figures["b"].group)) as p:
        p.choose("red", [move(figures["b"].group, b=to((10, 12)))], [])
        p.nothing_pending()
    assert p.state.figures["p"].at == at


@rule("NUTS-REACT-11")
def test_who_falls_as_a_prisoner_can_be_taken_again_and_is_led_once() -> None:
    """NS-36"""
    state = table(man("b", (10, 20)), foe("p", (11.1, 20), status="out_of_the_fight", group=""))
    with playing(state, TouchFallen("b", "p")) as p:
        p.choose("red", "capture")
        p.nothing_pending()
    assert (p.state.figures["b"].aid.escorts, p.state.figures["p"].status) == (("p",), "captured")


def carrying(**changes: Any) -> SkirmishState:
    """A medic beside a wounded man whom a friend has in his arms."""
    return table(
        man("m", (10, 30), medic=True, weapons=()),
        man("c", (10, 29), carries="w"),
        man("w", (10, 29), status="out_of_the_fight", prone=True, group="", carried_by="c", **changes),
        foe("x", (40, 2), facing=0),
    )


@rule("NUTS-WOUND-05", "NUTS-WOUND-06")
def test_who_is_healed_in_a_friends_arms_is_carried_no_more() -> None:
    """NUTS-WOUND-02"""
    tend = {"unit": "red-1", "card": "tend", "pieces": ["m"], "plan": {"who": {"m": "w"}}}
    with playing(carrying(), Activation("red-1"), dice=[1, 1]) as p:
        p.choose("red", [tend], [])
        p.nothing_pending()
    figures = p.state.figures
    assert (figures["w"].status, figures["w"].aid.carried_by, figures["c"].aid.carries) == (
        "carry_on",
        "",
        "",
    )
    with playing(p.state, Activation(figures["c"].group)) as p:
        p.choose("red", [move(figures["c"].group, c=to((10, 26)))], [])
        p.nothing_pending()
    assert p.state.figures["w"].at == figures["w"].at


@rule("NUTS-REACT-08")
def test_who_recovers_sees_again_and_his_side_with_him() -> None:
    """NR-108. An enemy stands in plain sight of a man who hunkers, and of nobody else."""
    state = table(
        man("a", (10, 30), status="hunker_down", prone=True),
        foe("x", (10, 10)),
        knowledge="ghosts",
    )
    look_round(game(state))
    assert state.figures["x"].sightings.seen_by == ()
    with playing(state, RecoverFromHunkerDown("a"), dice=[1, 1]) as p:
        p.nothing_pending()
    assert p.state.figures["a"].status == "carry_on"
    assert "x" in p.view("red").figures


@bounds("NUTS-REACT-07")
def test_who_lies_and_is_hit_as_he_keeps_his_head_down_sees_again() -> None:
    """NR-108, NR-114. He ducked back prone behind his wall; the hit makes him carry on, and he looks over it."""
    wall = "  - {id: wall, kind: wall, line: [[8, 29.4], [12, 29.4]]}"
    state = table(
        man("a", (10, 30), status="duck_back", prone=True, hidden_from=("x",), under_cover=True),
        foe("x", (10, 10)),
        pieces=wall,
        knowledge="ghosts",
    )
    look_round(game(state))
    assert not state.figures["x"].sightings.seen_by
    g = game(state)
    take_down(g, state.figures["a"], "carry_on", "x")
    assert state.figures["a"].status == "carry_on"
    assert state.figures["x"].sightings.seen_by == ("red",)


@rule("NUTS-WOUND-05")
def test_who_is_healed_makes_room_for_the_medic_who_stands_over_him() -> None:
    """NR-181"""
    state = table(
        man("m", (10, 30), medic=True, weapons=()),
        man("w", (10.2, 30), status="out_of_the_fight", prone=True, group=""),
        foe("x", (40, 2), facing=0),
    )
    tend = {"unit": "red-1", "card": "tend", "pieces": ["m"], "plan": {"who": {"m": "w"}}}
    with playing(state, Activation("red-1"), dice=[1, 1]) as p:
        p.choose("red", [tend])
        p.nothing_pending()
    m, w = p.state.figures["m"], p.state.figures["w"]
    assert (m.at, w.status) == (point((10, 30)), "carry_on")
    assert not is_within(w.at, m.at, 250)


@rule("NUTS-MELEE-09")
def test_a_charge_in_the_rear_is_forgotten_with_the_melee() -> None:
    """Two have come at him from behind, and the first of them kills him: the second had no round with him."""
    state = table(
        man("a", (10, 30), weapons=(), fighting=("x",), rear_round="x"),
        man("b", (12, 30), weapons=(), fighting=("x",), rear_round="x"),
        foe("x", (11, 30), weapons=(), fighting=("a", "b")),
    )
    with playing(state, Melee((("a", "x"), ("b", "x"))), dice=[*[1] * 7, *[6] * 4, 1]) as p:
        p.choose("red", ["a/x", "b/x"])
        p.nothing_pending()
    assert p.state.figures["x"].status == "obviously_dead"
    assert p.state.figures["b"].melee.rear_round == ""


@rule("NUTS-WOUND-02")
def test_who_is_picked_up_is_seen_where_his_friend_stands() -> None:
    """NR-108. A wall hid him where he lay, and hides nobody a step further."""
    wall = "  - {id: house, kind: structure, floors: 2, polygon: [[8, 20], [10.4, 20], [10.4, 28], [8, 28]]}"
    state = table(
        man("a", (11, 30), star=True),
        man("w", (10.1, 30), status="out_of_the_fight", prone=True, group=""),
        foe("x", (10.8, 5)),
        pieces=wall,
        knowledge="ghosts",
    )
    look_round(game(state))
    assert (state.figures["a"].sightings.seen_by, state.figures["w"].sightings.seen_by) == (("blue",), ())
    fetch = {"unit": "red-1", "card": "fetch", "pieces": ["a"], "plan": {"who": {"a": "w"}}}
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [fetch])
        assert p.state.figures["w"].sightings.seen_by == ("blue",)
        p.pending(red="Give the group its orders")
