"""Orders of one answer whose turn comes when something has happened to the man. NR-200, NUTS-REACT-07, NR-111"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from deadground.core.agenda import Procedure
from deadground.core.dice import Scripted
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.state import Figure, SkirmishState
from deadground.testing import rule
from deadground.testing.play import Play
from tests.systems.skirmish.acting import MANY, ORDERS, read_by, told
from tests.systems.skirmish.orders import charge, fire, move, steps, to
from tests.systems.skirmish.solo import solo
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import SMG, At, foe, man, point, table

DOWN: dict[str, Any] = {"status": "out_of_the_fight", "prone": True}
HILL = "  - {id: h, kind: hill, level: 1, polygon: [[18, 21.15], [22, 21.15], [22, 40], [18, 40]]}\n"
"""Behind it Y at (30, 20) sees who comes up along x = 10 from y = 21.9."""
SPUR = "  - {id: h, kind: hill, level: 1, polygon: [[9, 20], [12, 20], [12, 20.8], [9, 20.8]]}\n"
BANK = "  - {id: h, kind: hill, level: 1, polygon: [[12, 44.2], [14, 44.2], [14, 40], [12, 40]]}\n"
WALL = "  - {id: w, kind: wall, line: [[17, 20.6], [23, 20.6]]}\n"
MISSED_AND_BEATEN = [*[6] * 3, *[1] * 4]
"""A of Rep 5, who has moved and leads nobody, against Y of Rep 4 in an In Sight."""


def wounded(name: str, **who: str) -> dict[str, Any]:
    return {"unit": "red-1", "card": name, "pieces": list(who), "plan": {"who": who}}


def new_to_all(*men: Figure, pieces: str) -> SkirmishState:
    """Nobody has seen anybody in this phase; who lies there has no group."""
    state = table(*men, pieces=pieces)
    state.sighted = ()
    for one in men:
        if one.status == "out_of_the_fight":
            one.group = ""
    return state


def fetching() -> SkirmishState:
    """A goes for W, comes into sight of Y, and B beside him has orders of his own."""
    return new_to_all(
        man("a", (10, 23.5), rep=5, weapons=()),
        man("b", (8, 23.5), weapons=()),
        man("w", (10, 20), **DOWN),
        foe("y", (30, 20), facing=270, weapons=(SMG,)),
        pieces=HILL,
    )


def answered(
    state: SkirmishState,
    orders: list[dict[str, Any]],
    dice: Sequence[int],
    fill: int = 4,
    procedure: Procedure | None = None,
    options: dict[str, str] | None = None,
    **answers: Any,
) -> Play[SkirmishState]:
    """One answer of red's, and what is said to questions that begin so; else what is proposed."""
    script = [*dice, *[fill] * MANY]
    with playing(state, procedure or Activation("red-1"), dice=script, options=options) as p:
        if orders:
            p.choose("red", orders)
        while seats := p.match.to_act():
            request = p.asked(seats[0])
            word = request.prompt.split()[0]
            given = [] if request.prompt.startswith(ORDERS) else answers.pop(word, request.proposal)
            p.choose(seats[0], given)
        p.nothing_pending()
        p.script = Scripted()
    return p


def at_b(dice: int) -> list[dict[str, Any]]:
    shot = {"weapon": SMG, "mode": "", "aims": [["b", dice]]}
    return [{"unit": "blue-1", "card": "fire", "pieces": ["y"], "plan": {"shots": {"y": shot}}}]


@rule("NUTS-REACT-07", "NUTS-MOVE-05")
@pytest.mark.parametrize(("card", "end"), [("move", (8, 16)), ("fast_move", (8, 12))])
def test_who_was_knocked_down_before_his_order_came_stays_down(card: str, end: At) -> None:
    """B has stepped into sight with his two inches, and Y's shot has thrown him down."""
    orders = [wounded("fetch", a="w"), move("red-1", card, b=to(end))]
    dice = [1, *MISSED_AND_BEATEN, 6, 2, 2, 6, 1, 1, 1, 1]
    p = answered(fetching(), orders, dice, Move=steps(b=(8, 21.6)), You=at_b(3))
    b = p.state.figures["b"]
    assert (b.at, b.prone, b.knocked_down) == (point((8, 21.6)), True, True)
    assert b.doing.spent == 8 * 254
    assert not told(p, "rises")


@rule("NUTS-MOVE-01")
@pytest.mark.parametrize(
    ("step", "end"), [((8, 25.5), (8, 17.5)), ((8, 24), (8, 16)), ((8, 23.6), (8, 15.6))]
)
def test_who_has_gone_elsewhere_meanwhile_goes_as_far_as_his_movement_takes_him(step: At, end: At) -> None:
    """B was told to go 8" from where he stood."""
    orders = [wounded("fetch", a="w"), move("red-1", b=to((8, 15.5)))]
    p = answered(fetching(), orders, [1, *MISSED_AND_BEATEN, 6, 2, 2, 2], Move=steps(b=step))
    b = p.state.figures["b"]
    assert b.at == point(end)
    assert b.doing.spent <= 8 * 254


def burdened(**b: Any) -> SkirmishState:
    """B carries V; Y, who has no weapon, is near enough to charge him once B has stepped aside."""
    return new_to_all(
        man("a", (12.5, 24), rep=3, weapons=()),
        man("b", (10, 22), rep=5, carries="v", **b),
        man("v", (10, 22), carried_by="b", **DOWN),
        man("w", (13.5, 19.5), **DOWN),
        foe("y", (10, 17), facing=135, weapons=()),
        pieces=SPUR,
    )


Y_CHARGES_B = [{"unit": "blue-1", "card": "charge", "pieces": ["y"], "plan": {"targets": {"y": "b"}}}]


@rule("NUTS-WOUND-03", "NUTS-WOUND-02")
@pytest.mark.parametrize("card", ["put_down", "fast_move"])
def test_who_has_dropped_the_wounded_man_before_his_order_came_is_asked_anew(card: str) -> None:
    """B is charged, drops V and shoots Y down; there is nobody to put down any more, but he may still run."""
    his = wounded(card, b="v") if card == "put_down" else move("red-1", card, b=to((8.1, 34)))
    dice = [1, 6, 1, 1, 1, 1, 1, 1, 6, 6, 6, 2, 1, 1]
    p = answered(
        burdened(), [wounded("fetch", a="w"), his], dice, Move=steps(b=(8.1, 22)), You=Y_CHARGES_B, Finish={}
    )
    figures = p.state.figures
    assert (figures["b"].aid.carries, figures["v"].aid.carried_by) == ("", "")
    assert not told(p, "puts_down")
    assert (figures["b"].doing.action == "fast_move") == (card == "fast_move")


@rule("NUTS-WOUND-09")
@pytest.mark.parametrize(("charges", "off"), [(True, "carry_on"), (False, "gone")])
def test_only_who_still_carries_him_goes_off_the_table(charges: bool, off: str) -> None:
    """NR-111: B was charged on his way and dropped V, then he comes to the edge without him."""
    state = new_to_all(
        man("b", (10, 42), rep=5, carries="v", facing=180),
        man("v", (10, 42), carried_by="b", **DOWN),
        foe("y", (15.2, 45.5) if charges else (40, 2), facing=270 if charges else 0, weapons=()),
        pieces=BANK,
    )
    on_his_way = [*[6] * 4, *[1] * 4, 1, 1, 6, 6, 6, 2] if charges else []
    finish = {"b": {"points": [[2540, round(47.5 * 254)]], "facing": None}}
    p = answered(state, [wounded("carry_off", b="v")], on_his_way, Finish=finish)
    b, v = p.state.figures["b"], p.state.figures["v"]
    assert (b.status, b.at) == (off, point((10, 47.5)))
    assert v.status == ("out_of_the_fight" if charges else "gone")


@rule("NUTS-REACT-07", "NUTS-MOVE-05")
def test_men_whom_nobody_plays_do_not_get_up_either() -> None:
    """X raises his head, is shot down by A, and goes home; he has no movement left to stand with."""
    state = solo(
        man("a", (20, 30), rep=5),
        foe("x", (20, 20), status="duck_back", hidden_from=("a",), under_cover=True, weapons=()),
        pieces=WALL,
    )
    state.units["blue_squad"].stance = "withdraw"
    state.sighted = ()
    dice = [*[6] * 4, *[1] * 5, 6, 6, 1, 1]
    p = answered(state, [], dice, procedure=Activation("blue-1"))
    x = p.state.figures["x"]
    assert (x.status, x.prone, x.knocked_down, x.doing.spent) == ("carry_on", True, True, 8 * 254)


@rule("NUTS-MELEE-02")
@pytest.mark.parametrize(
    ("dice", "becomes", "goes"),
    [([6, 1], "obviously_dead", False), ([1, 6, 6], "hunker_down", False), ([6, 6, 1, 1], "carry_on", True)],
)
def test_nobody_sets_out_against_one_who_was_put_down_or_went_out_of_sight_meanwhile(
    dice: Sequence[int], becomes: str, goes: bool
) -> None:
    """A shoots at X first. B, who was told to charge him, has lost nothing if he does not go."""
    state = table(
        man("a", (20, 30)),
        man("b", (22, 30), weapons=()),
        foe("x", (20, 20), rep=4, weapons=()),
        foe("y", (40, 2), facing=0, weapons=()),
        pieces=WALL,
    )
    from_all = {"duck_back_hidden_from": "all"}
    p = answered(state, [fire("red-1", a="x"), charge("red-1", b="x")], dice, fill=6, options=from_all)
    b, x = p.state.figures["b"], p.state.figures["x"]
    if not goes:
        assert x.status == becomes
    assert (b.doing.action == "charge", b.doing.spent > 0) == (goes, goes)
    assert bool(told(p, "left_out")) != goes


@rule("NUTS-MELEE-02")
def test_of_one_who_cannot_be_reached_any_more_his_side_alone_is_told() -> None:
    """NR-108, NR-200"""
    state = table(
        man("a", (20, 30)), man("b", (22, 30), weapons=()), foe("x", (20, 20), facing=0, weapons=())
    )
    p = answered(state, [fire("red-1", a="x"), charge("red-1", b="x")], [6, 1], fill=6)
    texts = {seat: [one.text for one in read_by(p, seat)] for seat in ("red", "blue")}
    words = "B does not charge: X is not to be reached any more."
    assert (words in texts["red"], words in texts["blue"]) == (True, False)


@rule("NUTS-WOUND-05", "NUTS-WOUND-02")
@pytest.mark.parametrize("taken_up", [True, False])
def test_a_medic_tends_nobody_whom_a_friend_has_taken_up_before_his_order_came(taken_up: bool) -> None:
    """NR-200. A Star beside them goes for the man; the medic has done nothing yet, and may do something else."""
    state = table(
        man("m", (10, 30), medic=True, weapons=()),
        man("a", (11.9, 30), star=True),
        man("w", (10.95, 30), group="", **DOWN),
        foe("y", (40, 2), facing=0),
    )
    fetches = [wounded("fetch", a="w")] if taken_up else []
    p = answered(state, [*fetches, wounded("tend", m="w")], [])
    assert bool(told(p, "left_out")) == taken_up
    assert bool(told(p, "tends")) != taken_up
    m = p.state.figures["m"]
    assert (m.doing.action, m.doing.fired) == (("", False) if taken_up else ("stay", True))
