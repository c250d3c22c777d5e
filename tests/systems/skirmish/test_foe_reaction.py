"""Fanatic Foes who come upon one of the others hunkered or Out of the Fight. COT-ATTR-07, LR-057, LR-209"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.core.records import copy_state
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.movement.involuntary import HunkerDown
from deadground.systems.skirmish.rules.troops.foe_reaction import FoeReaction
from deadground.systems.skirmish.rules.wounded.confronting import confront, forget_met, hated_in_reach
from deadground.systems.skirmish.state import SkirmishState, change
from deadground.testing import rule
from tests.systems.skirmish.orders import move, to
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import RIFLE, foe, man, table

TWO, ONE, NONE = [4, 4], [4, 5], [5, 5]


def upon(*more: Any, away: float = 5, status: str = "hunker_down", **changes: Any) -> SkirmishState:
    """A has come upon X; both have Rep 4, rifles, and hate each other. X looks at A."""
    state = table(
        man("a", (10, 30)),
        foe("x", (10, 30 - away), status=status, prone=status != "hunker_down", **changes),
        *more,
        foes=(("red", "blue"),),
    )
    if status == "out_of_the_fight":
        state.figures["x"].group = ""
    return state


def reacts(state: SkirmishState, dice: list[int]) -> Any:
    with playing(state, FoeReaction("a", "x"), dice=dice) as p:
        p.nothing_pending()
    assert p.result is True
    return p


@rule("COT-ATTR-07")
def test_both_pass_none_and_the_hunkered_man_is_taken_prisoner() -> None:
    p = reacts(upon(), [*NONE, *NONE])
    assert p.state.figures["x"].status == "captured"
    assert p.state.figures["a"].aid.escorts == ("x",)
    assert p.last("foe_reaction").text == (
        "A comes upon X, a hated foe: A passes 0 and X passes 0. X gives himself up; A takes him prisoner."
    )


@rule("COT-ATTR-07")
def test_a_hunkered_man_who_passes_more_shoots_first_and_fights_on() -> None:
    """A passed none and does nothing of his own; missed with 1+4 he tests as ever, and hunkers with none passed."""
    p = reacts(upon(under_cover=True, hidden_from=("a",)), [*NONE, *ONE, 1, *NONE])
    assert p.last("shots").data["shooter"] == "x"
    assert not p.state.figures["x"].reaction.under_cover
    assert {id: one.status for id, one in p.state.figures.items()} == {"a": "hunker_down", "x": "carry_on"}


@rule("COT-ATTR-07")
@pytest.mark.parametrize(("his", "first"), [(TWO, "x"), (ONE, "a")])
def test_more_passed_acts_first_and_on_equal_numbers_who_came_up(his: list[int], first: str) -> None:
    """A passes one and shoots. X charges him first with two passed; with one they are equal, and A's shot kills."""
    dice = [*ONE, *his, *([6, 6, 1, 1, *[1] * 6, *[6] * 6, 1] if first == "x" else [6, 1])]
    p = reacts(upon(away=4), dice)
    told = [event for event in p.events if event.kind in ("charges", "shots")]
    assert told[0].data.get("figure", told[0].data.get("shooter")) == first
    assert [event.kind for event in told] == ["charges" if first == "x" else "shots"]


@rule("COT-ATTR-07")
def test_who_passes_two_goes_for_a_hunkered_foe_hand_to_hand() -> None:
    """X, with none passed, may not give himself up to him; he cannot shoot, and a melee it is."""
    p = reacts(upon(), [*TWO, *NONE, 6, 6, 1, 1, *[1] * 6, *[6] * 6, 1])
    assert [event.kind for event in p.events if event.kind in ("charges", "contact", "melee_round")] == [
        "charges",
        "contact",
        "melee_round",
    ]
    assert p.state.figures["x"].status == "obviously_dead"


@rule("COT-ATTR-07")
def test_one_passed_shoots_at_a_hunkered_foe_though_he_hid_from_him() -> None:
    p = reacts(upon(hidden_from=("a",)), [*ONE, *NONE, 6, 1])
    assert p.last("shots").data["dice"][0]["target"] == "x"
    assert p.state.figures["x"].status == "obviously_dead"


@rule("COT-ATTR-07")
@pytest.mark.parametrize(
    ("dice", "status"),
    [
        (TWO, "obviously_dead"),
        (NONE, "captured"),
        ([*ONE, 1], "out_of_the_fight"),
        ([*ONE, 6, 1], "obviously_dead"),
        ([*ONE, 6, 2], "out_of_the_fight"),
        ([*ONE, 6, 6], "out_of_the_fight"),
    ],
)
def test_one_who_is_out_of_the_fight_throws_nothing(dice: list[int], status: str) -> None:
    """Finished off, taken, or shot at: missed with 1+4, killed with a damage die of 1, no worse with any other."""
    p = reacts(upon(status="out_of_the_fight"), dice)
    assert p.state.figures["x"].status == status
    assert len(p.last("foe_reaction").rolls) == 1


@rule("COT-ATTR-07")
@pytest.mark.parametrize(("die", "noted"), [(1, ()), (6, ("hit",))])
def test_a_shot_at_one_who_lies_there_is_a_shot_like_any(die: int, noted: tuple[str, ...]) -> None:
    """LR-209: whom it hits is noted for his record, and a Lucky man's luck holds."""
    damage = [1, 6] if noted else []
    p = reacts(upon(status="out_of_the_fight", attributes=("lucky",)), [*ONE, die, *damage])
    assert p.state.figures["a"].deeds.record == noted
    assert p.state.figures["x"].status == "out_of_the_fight"


@rule("COT-ATTR-07")
def test_who_can_neither_charge_nor_shoot_does_nothing() -> None:
    """LR-209: he lies there with no movement left to get up, and has no weapon."""
    state = upon(away=5)
    state.figures["a"].arms = state.figures["a"].arms.but(weapons=())
    state.figures["a"].prone = True
    state.figures["a"].doing = state.figures["a"].doing.but(spent=8 * 254)
    p = reacts(state, [*TWO, *NONE])
    assert p.last("no_attack").text == "A can do nothing to X."
    assert p.state.figures["x"].status == "hunker_down"


@rule("NUTS-MOVE-09")
@pytest.mark.parametrize(("foes", "captured"), [((), True), ((("red", "blue"),), False)])
def test_between_hated_foes_nobody_surrenders_without_a_test(foes: Any, captured: bool) -> None:
    """A walks up to within 4" of X. Without the hatred he is a prisoner there; with it they test at 6"."""
    state = upon(away=10)
    state.foes = foes
    dice = [] if captured else [*NONE, *ONE, 6, 1]
    with playing(state, Activation("red-1"), dice=dice) as p:
        p.choose("red", [move("red-1", a=to((10, 23)))])
        p.nothing_pending()
    a, x = p.state.figures["a"], p.state.figures["x"]
    assert (x.status == "captured") == captured
    if not captured:
        assert a.status == "obviously_dead"
        assert a.at[1] == pytest.approx(26 * 254, abs=33)


@pytest.mark.parametrize(
    ("status", "reacting", "taken"),
    [("hunker_down", None, True), ("carry_on", None, False), ("hunker_down", "hunker_down", False)],
)
def test_only_who_has_hunkered_down_gives_himself_up(status: str, reacting: Any, taken: bool) -> None:
    """NUTS-MOVE-09, NR-101: not one who carries on, nor one who is still on his way to cover."""
    state = upon(away=3, status=status, reacting=reacting)
    state.foes = ()
    confront(game(state), [state.figures["a"]])
    assert (state.figures["x"].status == "captured") == taken


@rule("COT-ATTR-07")
def test_who_has_come_upon_a_foe_may_finish_his_move() -> None:
    """He has taken X prisoner 6" off, and is asked whether he goes on."""
    with playing(upon(away=10), Activation("red-1"), dice=[*NONE, *NONE]) as p:
        p.choose("red", [move("red-1", a=to((10, 24)))])
        p.pending(red="Finish the move, or stay.")
    assert p.state.figures["x"].status == "captured"


@rule("COT-ATTR-07", "NUTS-MOVE-09")
def test_who_hunkers_beside_a_hated_foe_is_not_taken_at_once() -> None:
    """He is come upon when A is next active."""
    state = upon(away=3, reacting="hunker_down", causes=("a",))
    with playing(state, HunkerDown("x")) as p:
        p.nothing_pending()
    assert p.state.figures["x"].status == "hunker_down"
    state = copy_state(p.state)
    with playing(state, Activation("red-1"), dice=[*NONE, *NONE]) as p:
        p.pending(red="Give the group its orders.")
    assert p.state.figures["x"].status == "captured"


@rule("COT-ATTR-07")
@pytest.mark.parametrize(
    ("changes", "met"),
    [
        ({}, True),
        ({"away": 6}, True),
        ({"away": 6.01}, False),
        ({"status": "duck_back"}, False),
        ({"status": "out_of_the_fight"}, True),
        ({"status": "out_of_the_fight", "carried_by": "y"}, False),
        ({"fighting": ("a",)}, False),
    ],
)
def test_who_is_come_upon(changes: dict[str, Any], met: bool) -> None:
    """Within 6" and in sight, unable to fight, and in nobody's arms."""
    state = upon(**changes)
    found = hated_in_reach(game(state), [state.figures["a"]])
    assert (found.hated if found else None) == (("a", "x") if met else None)


@rule("COT-ATTR-07")
@pytest.mark.parametrize("changes", [{"status": "duck_back"}, {"fighting": ("x",)}, {"facing": 1800}])
def test_who_comes_upon_nobody(changes: dict[str, Any]) -> None:
    state = upon()
    change(state.figures["a"], **changes)
    assert hated_in_reach(game(state), [state.figures["a"]]) is None


@rule("COT-ATTR-07")
def test_once_in_a_turn_for_each_two_of_them_and_the_nearest_first() -> None:
    state = upon(foe("y", (11, 27), status="hunker_down"), away=5)
    a = state.figures["a"]
    g = game(state)
    found = []
    for _ in range(2):
        sighting = hated_in_reach(g, [a])
        assert sighting is not None
        assert sighting.hated is not None
        found.append(sighting.hated[1])
        a.deeds = a.deeds.but(dealings=(*a.deeds.dealings, ("came_upon", found[-1])))
    assert found == ["y", "x"]
    assert hated_in_reach(g, [a]) is None
    a.deeds = a.deeds.but(dealings=(*a.deeds.dealings, ("searched", "y")))
    forget_met(a)
    assert a.deeds.dealings == (("searched", "y"),)
    assert hated_in_reach(g, [a]) is not None


@rule("COT-ATTR-07")
def test_a_man_who_had_hunkered_goes_for_the_nearest_enemy_not_for_him_who_came() -> None:
    """B is nearer to X than A. X charges B, who passes more and shoots him dead."""
    state = upon(man("b", (12, 26)), away=5)
    p = reacts(state, [*NONE, *TWO, 1, 6, 6, 6, 1])
    assert p.last("charges").data["target"] == "b"
    assert p.state.figures["x"].status == "obviously_dead"
    assert RIFLE in p.state.figures["b"].arms.weapons


@rule("COT-ATTR-07", "NUTS-WOUND-04")
def test_a_medic_goes_for_nobody() -> None:
    """LR-209: a charge is an ordinary one, and a medic fights only when he is charged; nor does he shoot."""
    state = upon()
    state.figures["a"].medic = True
    p = reacts(state, [*TWO, *NONE])
    assert p.last("no_attack").text == "A can do nothing to X."
    assert p.state.figures["a"].melee.fighting == ()


@rule("COT-ATTR-07", "NUTS-WOUND-03")
def test_who_carries_a_wounded_man_shoots_and_does_not_charge() -> None:
    """LR-209: who cannot charge shoots."""
    state = upon(man("w", (10, 30), status="out_of_the_fight", prone=True, carried_by="a"))
    state.figures["w"].group = ""
    state.figures["a"].aid = state.figures["a"].aid.but(carries="w")
    p = reacts(state, [*TWO, *NONE, 6, 2])
    assert p.last("shots").data["shooter"] == "a"
    assert p.state.figures["x"].status == "out_of_the_fight"
    assert p.state.figures["a"].aid.carries == "w"
