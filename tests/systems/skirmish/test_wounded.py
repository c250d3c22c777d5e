"""Retrieving wounded, medics, the way station, and who comes back after the battle.

NR-81, NR-82, NR-111, NS-01, NS-06
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from deadground.core.agenda import Done
from deadground.core.dice import Roll
from deadground.core.requests import Gesture
from deadground.systems.skirmish.charts import chart
from deadground.systems.skirmish.rules.activation.activation import Activation, Phase
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.rules.fire.fire import volley
from deadground.systems.skirmish.rules.fire.outgunned import is_outgunned
from deadground.systems.skirmish.rules.fire.readiness import can_shoot
from deadground.systems.skirmish.rules.fire.targets import Aim, Shot
from deadground.systems.skirmish.rules.melee.charge import Charge
from deadground.systems.skirmish.rules.melee.melee_dice import pool
from deadground.systems.skirmish.rules.movement.involuntary import DuckBack
from deadground.systems.skirmish.rules.wounded.medics import medic_is_here
from deadground.systems.skirmish.rules.wounded.recovery import (
    after_the_battle,
    case_of,
    is_brought_off,
    recover,
)
from deadground.systems.skirmish.rules.wounded.wounded import FetchDucking
from deadground.systems.skirmish.scenario_file import scenario_named
from deadground.systems.skirmish.setup import battle
from deadground.systems.skirmish.state import Figure, change
from deadground.testing import bounds, rule
from tests.systems.skirmish.orders import finished, move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import LMG, RIFLE, foe, man, point, table

DOWN = {"status": "out_of_the_fight", "prone": True}


def wounded(id: str, at: tuple[float, float], **changes: Any) -> Figure:
    return man(id, at, **{**DOWN, **changes})


def card(name: str, **who: str) -> dict[str, Any]:
    return {"unit": "red-1", "card": name, "pieces": list(who), "plan": {"who": who}}


def carrying(**changes: Any) -> Any:
    return table(
        man("a", (10, 30), carries="w", **changes), wounded("w", (10, 30), carried_by="a"), foe("x", (10, 10))
    )


@rule("NUTS-WOUND-01")
@pytest.mark.parametrize(("die", "goes"), [(1, True), (4, True), (5, False), (6, False)])
def test_a_grunt_must_pass_a_die_to_go_and_is_asked_once(die: int, goes: bool) -> None:
    """NR-82: one try in an activation."""
    state = table(man("a", (10, 30), rep=4), wounded("w", (10, 25)))
    with playing(state, Activation("red-1"), dice=[die]) as p:
        p.choose("red", [card("fetch", a="w")])
        a = p.state.figures["a"]
        assert (a.aid.carries, p.state.figures["w"].aid.carried_by) == (("w", "a") if goes else ("", ""))
        assert a.at == (point((10, 26)) if goes else point((10, 30)))
        if not goes:
            assert "NR-82" in p.refuse("red", [card("fetch", a="w")])[0].rows
        p.choose("red", [])
        p.nothing_pending()


@rule("NUTS-WOUND-01")
def test_a_star_may_always_choose_to() -> None:
    state = table(man("a", (10, 30), star=True), wounded("w", (10, 25)))
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [card("fetch", a="w")], [])
        p.nothing_pending()
    assert p.state.figures["a"].aid.carries == "w"


WALL = "  - {id: wall, kind: wall, line: [[5, 32], [15, 32]]}"


@rule("NUTS-WOUND-01", "NUTS-WOUND-02", "NUTS-MOVE-06")
@pytest.mark.parametrize(("answer", "dice", "carries"), [("w", [4], "w"), ("w", [5], ""), ("nobody", [], "")])
def test_a_man_who_ducks_back_may_go_for_one_on_his_way(answer: str, dice: list[int], carries: str) -> None:
    state = table(
        man("a", (10, 30), reacting="duck_back", status="duck_back", causes=("x",)),
        wounded("w", (12, 30)),
        foe("x", (10, 10)),
        pieces=WALL,
    )
    with playing(state, DuckBack("a"), dice=dice) as p:
        hints = {one.id: one.hint for one in p.asked("red").options}  # type: ignore[union-attr]
        assert hints["w"].startswith("67% that he dares; ")
        assert hints["nobody"] == "he runs for the nearest cover; W stays where he lies"
        p.choose("red", answer)
        p.nothing_pending()
    a, w = p.state.figures["a"], p.state.figures["w"]
    assert a.aid.carries == carries
    assert (w.at == a.at) == bool(carries)
    assert a.at[1] > 32 * 254, "behind the wall in the end"


@bounds("NUTS-WOUND-02")
@pytest.mark.parametrize(
    ("meanwhile", "taken"),
    [
        ({}, True),
        ({"carried_by": "b"}, False),
        ({"status": "obviously_dead"}, False),
        ({"at": (7620, 7620)}, False),
    ],
)
def test_whom_another_took_up_meanwhile_is_not_taken_up_again(meanwhile: dict[str, Any], taken: bool) -> None:
    """A chain may run between setting out and arriving, and a second man who ducks back may be quicker."""
    state = table(man("a", (10, 30)), man("b", (10, 28)), wounded("w", (10, 29)))
    change(state.figures["w"], **meanwhile)
    if "carried_by" in meanwhile:
        state.figures["b"].aid = state.figures["b"].aid.but(carries="w")
    used = FetchDucking("a", casualty="w", used=254).take_up(game(state))
    assert isinstance(used, Done)
    assert used.result == (254 + 508 if taken else 254)
    assert state.figures["a"].aid.carries == ("w" if taken else "")
    assert state.figures["w"].aid.carried_by == ("a" if taken else meanwhile.get("carried_by", ""))


@rule("NUTS-WOUND-02")
@pytest.mark.parametrize(("away", "asked"), [(5, True), (5.1, False)])
def test_ducking_back_he_has_six_inches_and_the_pick_up_takes_two(away: float, asked: bool) -> None:
    """Contact is an inch from middle to middle."""
    state = table(
        man("a", (10, 30), reacting="duck_back", status="duck_back", causes=("x",)),
        wounded("w", (10 + away, 30)),
        foe("x", (10, 10)),
    )
    with playing(state, DuckBack("a")) as p:
        if asked:
            p.choose("red", "nobody")
        p.nothing_pending()
    assert p.state.figures["a"].prone


@rule("NUTS-WOUND-02")
@pytest.mark.parametrize(("end", "legal"), [(12, True), (12.1, False)])
def test_the_pick_up_costs_two_inches_and_the_rest_of_the_move_is_left(end: float, legal: bool) -> None:
    """4" to come into contact, 2" to take him up, 2" to go on with him."""
    state = table(man("a", (10, 30)), wounded("w", (10, 25)))
    with playing(state, Activation("red-1"), dice=[1]) as p:
        p.choose("red", [card("fetch", a="w")])
        on = [move("red-1", a=to((end, 26)))]
        if legal:
            p.choose("red", on)
        else:
            assert "NUTS-MOVE-01" in p.refuse("red", on)[0].rows
            p.choose("red", [])
        p.nothing_pending()
    assert p.state.figures["w"].at == p.state.figures["a"].at == point((12 if legal else 10, 26))


@rule("NUTS-WOUND-02")
@pytest.mark.parametrize(("away", "carries"), [(7, "w"), (7.1, "")])
def test_who_has_not_two_inches_left_only_comes_into_contact(away: float, carries: str) -> None:
    state = table(man("a", (10, 30)), wounded("w", (10, 30 - away)))
    with playing(state, Activation("red-1"), dice=[1]) as p:
        p.choose("red", [card("fetch", a="w")])
        while p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()
    assert p.state.figures["a"].aid.carries == carries


@rule("NUTS-WOUND-02")
def test_who_may_be_fetched_and_putting_him_down() -> None:
    state = table(
        man("a", (10, 30)),
        man("b", (12, 30)),
        wounded("w", (10, 29)),
        wounded("far", (10, 15)),
        foe("y", (11, 29), status="out_of_the_fight"),
    )
    with playing(state, Activation("red-1"), dice=[1]) as p:
        assert "cannot reach" in p.refuse("red", [card("fetch", a="far")])[0].reason
        assert "no wounded friend" in p.refuse("red", [card("fetch", a="y")])[0].reason
        assert "no wounded friend" in p.refuse("red", [card("fetch", a="b")])[0].reason
        assert "same one" in p.refuse("red", [card("fetch", a="w", b="w")])[0].reason
        p.refuse("red", [{**card("fetch", a="w"), "plan": {"who": {"a": 1}}}])
        p.refuse("red", [card("put_down", a="w")])
        p.choose("red", [card("fetch", a="w")])
        assert "already" in p.refuse("red", [card("fetch", b="w")])[0].reason
        p.choose("red", [card("put_down", a="w")], [])
        while p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()
    assert p.state.figures["w"].aid.carried_by == ""


@rule("NUTS-WOUND-03")
@pytest.mark.parametrize(("dice", "bonus"), [([1, 1], 4), ([1, 6], 4), ([6, 6], 0)])
def test_a_carrier_passes_at_most_one_die_of_a_fast_move(dice: list[int], bonus: int) -> None:
    state = table(man("a", (10, 40), carries="w"), wounded("w", (10, 40), carried_by="a"))
    with playing(state, Activation("red-1"), dice=dice) as p:
        p.choose("red", [move("red-1", "fast_move", a=to((10, 24)))])
        while p.match.to_act():
            p.choose("red", [])
        p.nothing_pending()
    assert p.state.figures["a"].at == p.state.figures["w"].at == point((10, 40 - 8 - bonus))


@bounds("NUTS-WOUND-03")
@pytest.mark.parametrize(("carries", "hit"), [("w", False), ("", True)])
def test_a_carrier_shoots_as_in_snap_fire(carries: str, hit: bool) -> None:
    """Rep 4 and a 4 make 8."""
    state = carrying()
    state.figures["a"].aid = state.figures["a"].aid.but(carries=carries)
    state.figures["w"].aid = state.figures["w"].aid.but(carried_by="a" if carries else "")
    g = game(state, [4, 2] if hit else [4])
    fallout = volley(g, [Shot("a", RIFLE, (Aim("x", 1),))])
    assert bool(fallout.hit) == hit


@rule("NUTS-WOUND-03")
def test_a_carrier_drops_his_man_when_he_is_charged_and_charges_nobody() -> None:
    state = carrying()
    state.figures["x"].at = point((10, 25))
    dice = [6, 6, 1, 1, *[1] * 6, *[6] * 6, 2]
    with playing(state, Charge((("x", "a"),)), dice=dice) as p:
        assert p.state.figures["w"].aid.carried_by == ""
        p.choose("blue", "capture")
        p.choose("blue", "capture")
        p.nothing_pending()
    assert p.last("drops").data["figure"] == "a"
    with playing(state, Activation("red-1")) as p:
        order = {"unit": "red-1", "card": "charge", "pieces": ["a"], "plan": {"targets": {"a": "x"}}}
        assert "NUTS-WOUND-03" in p.refuse("red", [order])[0].rows
        p.pending(red="Give the group its orders")


@rule("NUTS-WOUND-04")
def test_a_medic_has_rep_four_is_never_outgunned_and_fights_only_in_melee() -> None:
    state = table(
        man("m", (10, 30), medic=True, weapons=()), foe("x", (10, 26), weapons=(LMG,), shot_with=LMG)
    )
    g = game(state)
    m, x = state.figures["m"], state.figures["x"]
    assert not is_outgunned(g, m, ["x"])
    m.medic = False
    assert is_outgunned(g, m, ["x"])
    m.medic = True
    assert pool(g, m, x).total == 5
    m.arms = m.arms.but(weapons=(RIFLE,))
    assert not can_shoot(state, m, [x], {})
    m.medic = False
    assert can_shoot(state, m, [x], {})
    m.medic = True
    with playing(state, Activation("red-1")) as p:
        order = {"unit": "red-1", "card": "charge", "pieces": ["m"], "plan": {"targets": {"m": "x"}}}
        (fault,) = p.refuse("red", [order])
        assert fault.rows == ("NUTS-WOUND-04",)
        p.pending(red="Give the group its orders")
    assert medic_of_a_scenario(3).rep == medic_of_a_scenario(5).rep == 4


def medic_of_a_scenario(rep: int) -> Figure:
    given = scenario_named("crossroads")
    side = given.file.sides[0]
    unit = side.units[0]
    men = (replace(unit.men[0], medic=True, rep=rep), *unit.men[1:])
    sides = (replace(side, units=(replace(unit, men=men), *side.units[1:])), *given.file.sides[1:])
    state = battle(replace(given, file=replace(given.file, sides=sides)), {})
    return next(one for one in state.figures.values() if one.medic)


def tending(**changes: Any) -> Any:
    return table(man("m", (10, 30), medic=True, weapons=()), wounded("w", (10, 29), **changes))


@rule("NUTS-WOUND-05", "NUTS-WOUND-06")
@pytest.mark.parametrize(
    ("dice", "status", "rep"),
    [
        ([4, 4], "carry_on", 4),
        ([4, 5], "carry_on", 3),
        ([5, 5], "out_of_the_fight", 4),
    ],
)
def test_a_medic_treats_the_man_beside_him(dice: list[int], status: str, rep: int) -> None:
    """NR-81: the throw comes as his activation ends, and the man may not be tried again."""
    with playing(tending(), Activation("red-1"), dice=dice) as p:
        p.choose("red", [card("tend", m="w")])
        p.nothing_pending()
    w = p.state.figures["w"]
    assert (w.status, w.rep, w.aid.treated, w.prone) == (status, rep, True, True)
    assert bool(w.group) == (status == "carry_on")
    assert [chart("medic_test").number(one, "rep") for one in ("2", "1", "0")] == [0, -1, 0]


@rule("NUTS-WOUND-06")
def test_who_rejoins_may_act_in_the_same_phase() -> None:
    state = tending()
    state.figures["x"] = foe("x", (40, 2), facing=0)
    with playing(state, Phase("red"), dice=[1, 1]) as p:
        p.choose("red", "red-1", [card("tend", m="w")])
        p.choose("red", [p.state.figures["w"].group])
        assert p.asked("red").units[0].pieces == ("w",)  # type: ignore[union-attr]
        p.pending(red="Give the group its orders")


@rule("NUTS-WOUND-05")
def test_what_a_medic_may_not_treat() -> None:
    state = tending()
    for id, at, changes in (
        ("far", (10, 28.9), {}),
        ("again", (9, 30), {"treated": True}),
        ("fit", (11, 30), {"status": "carry_on", "prone": False}),
    ):
        state.figures[id] = wounded(id, at, **changes)
        state.figures[id].group = "red-1" if id == "fit" else ""
    with playing(state, Activation("red-1")) as p:
        assert "NR-81" in p.refuse("red", [card("tend", m="far")])[0].rows
        assert "treated once" in p.refuse("red", [card("tend", m="again")])[0].reason
        assert "no wounded friend" in p.refuse("red", [card("tend", m="fit")])[0].reason
        assert "no medic" in p.refuse("red", [card("tend", fit="w")])[0].reason
        p.pending(red="Give the group its orders")
    for done in ({"action": "move"}, {"action": "stay"}, {"tried_to_fetch": True}, {"fired": True}):
        busy = man("m", (10, 30), medic=True, **done)
        fault = LAWS["tend"].why_not(state, busy, {})
        assert fault is not None
        assert "something else" in fault.reason


@rule("NUTS-WOUND-05")
def test_while_he_treats_he_does_nothing_else_and_a_result_stops_him() -> None:
    state = tending()
    state.figures["b"] = man("b", (13, 30))
    state.figures["b"].group = "red-1"
    with playing(state, Activation("red-1")) as p:
        p.choose("red", [card("tend", m="w")])
        assert p.asked("red").units[0].pieces == ("b",)  # type: ignore[union-attr]
        p.state.figures["m"].status = "hunker_down"
        p.choose("red", [])
        p.nothing_pending()
    assert not p.state.figures["w"].aid.treated


class One:
    """A die that shows what it is told, and counts how often it was thrown."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def roll(self, count: int, sides: int, purpose: str, owner: str = "", *, ordered: bool = False) -> Roll:
        return Roll(sides, tuple(self.faces.pop(0) for _ in range(count)), purpose, owner)


@rule("NUTS-WOUND-07")
@pytest.mark.parametrize("nation", ["american", "british", "german"])
@pytest.mark.parametrize(
    ("squads", "medics", "die", "here"),
    [
        (1, 0, 1, True),
        (1, 0, 2, True),
        (1, 0, 3, False),
        (2, 0, 2, True),
        (2, 0, 3, False),
        (3, 0, None, True),
        (2, 1, None, False),
        (3, 1, None, False),
    ],
)
def test_where_is_the_medic_of_a_western_platoon(
    nation: str, squads: int, medics: int, die: int | None, here: bool
) -> None:
    dice = One() if die is None else One(die)
    assert medic_is_here(dice, nation, squads, medics) == here
    assert not dice.faces


@rule("NUTS-WOUND-08")
@pytest.mark.parametrize(
    ("squads", "medics", "die", "here"),
    [
        (1, 0, 1, True),
        (1, 0, 2, False),
        (2, 0, 2, True),
        (2, 0, 3, False),
        (4, 0, 3, True),
        (4, 0, 4, True),
        (4, 0, 5, False),
        (4, 1, None, False),
        (6, 1, None, False),
        (7, 1, 6, True),
    ],
)
def test_where_is_the_medic_of_russian_squads(squads: int, medics: int, die: int | None, here: bool) -> None:
    """The printed example: the fourth squad enters, a 3 brings the medic. One for six squads at most."""
    dice = One() if die is None else One(die)
    assert medic_is_here(dice, "soviet", squads, medics) == here
    assert not dice.faces


@bounds("NUTS-WOUND-09")
@pytest.mark.parametrize(
    ("away", "guard", "safe"), [(4, {}, True), (4.1, {}, False), (1, {"status": "hunker_down"}, False)]
)
def test_a_guarded_way_station_counts_as_brought_off(away: float, guard: dict[str, Any], safe: bool) -> None:
    state = table(wounded("w", (10, 30)), wounded("v", (10.5, 30)), man("g", (10, 30 + away), **guard))
    assert is_brought_off(state, state.figures["w"]) == safe
    assert case_of(state, state.figures["w"], holds_field=False) == (
        "out_of_the_fight" if safe else "captured"
    )


@bounds("NUTS-WOUND-09")
def test_who_is_carried_or_was_carried_off_is_brought_off_too() -> None:
    state = carrying()
    assert is_brought_off(state, state.figures["w"])
    lone = table(
        wounded("w", (10, 30), record=("was_down", "brought_off"), status="gone"), wounded("v", (20, 30))
    )
    assert is_brought_off(lone, lone.figures["w"])
    assert case_of(lone, lone.figures["w"], holds_field=False) == "out_of_the_fight"
    assert not is_brought_off(lone, lone.figures["v"])


@rule("NUTS-WOUND-10")
@pytest.mark.parametrize(
    ("dice", "out", "left"),
    [([4, 4], "returns", "returns"), ([4, 5], "returns", "lost"), ([5, 5], "lost", "lost")],
)
def test_who_comes_back_after_the_battle(dice: list[int], out: str, left: str) -> None:
    """NR-79: those who left roll as well."""
    state = table(
        wounded("w", (10, 30)), man("l", (0, 0), status="gone", record=("left",)), man("fit", (20, 30))
    )
    assert list(after_the_battle(One(*dice, *dice), state, "red")) == [("w", out), ("l", left)]


@bounds("NUTS-WOUND-11")
@pytest.mark.parametrize(("dice", "fate"), [([4, 4], "prisoner"), ([4, 5], "prisoner"), ([5, 5], "lost")])
def test_the_captured_and_the_hunkered_left_behind_are_prisoners(dice: list[int], fate: str) -> None:
    """NR-80; where their own side holds the field they are free."""
    state = table(
        man("c", (10, 30), status="captured"),
        man("h", (20, 30), status="hunker_down"),
        wounded("w", (40, 30)),
    )
    found = dict(after_the_battle(One(*dice, *dice, *dice), state, "blue"))
    assert found == {"c": fate, "h": fate, "w": fate}
    assert dict(after_the_battle(One(1, 1), state, "red")) == {"w": "returns"}


@bounds("NUTS-WOUND-11")
def test_stars_are_always_recovered() -> None:
    star = man("s", (10, 30), star=True)
    for case in ("out_of_the_fight", "left", "captured", "left_behind"):
        assert recover(One(), star, case) == "returns"


@rule("NUTS-WOUND-02")
@pytest.mark.parametrize(("away", "asked"), [(7, True), (7.1, False), (8, False)])
def test_who_has_walked_to_a_wounded_friend_is_asked_again_if_he_can_take_him_up(
    away: float, asked: bool
) -> None:
    """An inch short of him they touch; he needs 2" for the pick-up."""
    state = table(man("a", (10, 30)), wounded("w", (10, 30 - away)))
    with playing(state, Activation("red-1"), dice=[1] if asked else []) as p:
        p.choose("red", [move("red-1", a=to((10, 31 - away)))])
        if asked:
            p.choose("red", [card("fetch", a="w")])
        p.nothing_pending()
    assert p.state.figures["a"].aid.carries == ("w" if asked else "")


@rule("NUTS-WOUND-02")
@pytest.mark.parametrize(
    ("wall", "answer", "reached"), [(33, "w", True), (34.2, "w", False), (34.2, "nobody", True)]
)
def test_the_pick_up_shortens_the_way_to_cover(wall: float, answer: str, reached: bool) -> None:
    """He is beside him already: of his 6" he has 4" left, and goes on to cover with what is left. NR-24"""
    state = table(
        man("a", (10, 30), reacting="duck_back", status="duck_back", causes=("x",)),
        wounded("w", (10, 29)),
        foe("x", (10, 10)),
        pieces=f"  - {{id: wall, kind: wall, line: [[5, {wall}], [15, {wall}]]}}",
    )
    with playing(state, DuckBack("a"), dice=[1] if answer == "w" else []) as p:
        p.choose("red", answer)
        p.nothing_pending()
    a = p.state.figures["a"]
    assert (a.at[1] > wall * 254) == a.reaction.under_cover == reached
    assert a.prone != reached
    assert a.aid.carries == ("w" if answer == "w" else "")


def gesture(p: Any, act: str, man_: str, to: str | None = None) -> Any:
    made = Gesture(act=act, pieces=(man_,), to=to)
    return p.asked("red").edit(p.match.view("red"), None, made)


@rule("NUTS-WOUND-01", "NUTS-WOUND-02", "NUTS-WOUND-05")
def test_a_treatment_is_proposed_and_the_rest_is_a_gesture() -> None:
    """A medic beside a wounded man treats him if nothing else is said; nobody else is sent or told to put down."""
    state = tending()
    state.figures["b"] = man("b", (12, 29))
    state.figures["b"].group = "red-1"
    with playing(state, Activation("red-1"), dice=[1]) as p:
        assert p.asked("red").proposal == [card("tend", m="w"), finished("red-1")]
        assert gesture(p, "fetch", "b", "w").value == [card("fetch", b="w")]
        p.choose("red", [card("fetch", b="w")])
        assert p.asked("red").proposal == [finished("red-1")]
        assert gesture(p, "put_down", "b").value == [card("put_down", b="w")]
        p.pending(red="Give the group its orders")
    with playing(state, Activation("red-1"), dice=[1, 1]) as p:
        p.choose("red", p.asked("red").proposal, [])
        p.nothing_pending()


@rule("NUTS-WOUND-01")
def test_why_a_man_cannot_be_fetched_is_said() -> None:
    state = table(man("a", (10, 30)), man("b", (12, 30)), wounded("w", (10, 5)), foe("x", (40, 5)))
    with playing(state, Activation("red-1")) as p:
        assert p.refuse("red", [card("fetch", a="b")])[0].reason == "that is no wounded friend"
        assert p.refuse("red", [card("fetch", a="w")])[0].reason == "A cannot reach W"
        assert p.refuse("red", [card("fetch", a="w")])[0].rows == ("NUTS-WOUND-02",)
        p.pending(red="Give the group its orders")
