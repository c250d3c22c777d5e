"""The turn, marching and breaking through. CARDS-2, CARDS-3, CARDS-6"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.core.requests import Orders, Pick
from deadground.testing import rule
from deadground.testing.cards import CARDS
from deadground.testing.cards.rules import GiveOrders, March, PlayCards, Turns
from deadground.testing.cards.state import Piece, Point
from deadground.testing.play import play
from tests.testing.cards.board import MARCH, board, both, hidden, order, shown, whole_turn

N1, S1 = hidden("n1", (0, 0)), hidden("s1", (40, 40))


@rule("CARDS-2")
def test_a_turn_has_five_phases() -> None:
    arranged = board(hidden("n1", (20, 10)), hidden("s1", (20, 20)))
    with play(CARDS, "meeting", Turns(), dice=[1, 1, 6, 1], arrange=arranged) as p:
        p.pending(north="Play a card.", south="Play a card.")
        both(p, "1", "4")
        p.pending(north="Give your patrols their orders.", south="Give your patrols their orders.")
        both(p, [order("n1", MARCH)], [])
        p.pending(north="March.", south="March.")
        both(p, {"n1": {"points": [[20, 20]]}}, {})
        p.pending(south="Spring an ambush")
        p.choose("south", "pass")
        p.pending(north="Spring an ambush")
        p.choose("north", "pass")
        p.nothing_pending()
    kinds = ["turn", "played", "marches", "shown", "shown", "contact", "lost"]
    assert [event.kind for event in p.events] == kinds
    assert p.log[:3] == ["Turn 1.", "Cards: north 1, south 4.", "N1 marches."]


@rule("CARDS-2")
def test_cards_are_turned_over_together_and_replaced() -> None:
    with play(CARDS, "meeting", PlayCards(), dice=[3, 17], arrange=board(N1, S1)) as p:
        request = p.asked("north")
        assert isinstance(request, Pick)
        assert (request.open, request.proposal) == (("1", "2", "3"), ["3"])
        assert p.refuse("north", "4")[0].rows == ("CARDS-2",)
        p.choose("north", "2")
        p.pending(south="Play a card.")
        assert p.state.sides["north"].played == 20
        assert p.log == []
        p.choose("south", "6")
        p.nothing_pending()
    north, south = p.state.sides["north"], p.state.sides["south"]
    assert (north.played, north.hand, north.cards) == (2, (1, 3, 9), 3)
    assert (south.played, south.hand, south.cards) == (6, (4, 5, 24), 3)
    assert (p.state.discards, p.state.deck_left, len(p.state.deck)) == ((2, 6), 16, 16)
    assert p.log == ["Cards: north 2, south 6."]


@rule("CARDS-2")
def test_orders_are_given_in_secret() -> None:
    arranged = board(shown("n1", (0, 0)), hidden("n2", (10, 0)), hidden("n3", (20, 0)), shown("s1", (40, 40)))
    with play(CARDS, "meeting", GiveOrders(), arrange=arranged) as p:
        request = p.asked("north")
        assert isinstance(request, Orders)
        assert [(unit.id, unit.most) for unit in request.units] == [("n1", 1), ("n2", 1), ("n3", 1)]
        assert request.proposal == []
        for bad in [
            [order("s1", MARCH)],
            [order("n1", "dance")],
            [order("n1", MARCH), order("n1", "lie low")],
            [{"unit": "n1", "card": MARCH, "pieces": []}],
        ]:
            assert p.refuse("north", bad)[0].rows == ("CARDS-2",)
        p.choose("north", [order("n1", MARCH), order("n2", "lie low")])
        p.pending(south="Give your patrols their orders.")
        p.choose("south", [order("s1", MARCH)])
        p.nothing_pending()
        assert {id: piece.order for id, piece in p.state.pieces.items()} == {
            "n1": "march",
            "n2": "lie low",
            "n3": "lie low",
            "s1": "march",
        }
        assert {id: piece.order for id, piece in p.view("north").pieces.items()} == {
            "n1": "march",
            "n2": "lie low",
            "n3": "lie low",
            "s1": "",
        }


@rule("CARDS-2")
@pytest.mark.parametrize(
    ("pieces", "winners"),
    [
        ([hidden("n1", (0, 0)), hidden("n2", (10, 0)), hidden("s1", (40, 40))], ("north",)),
        ([hidden("n1", (0, 0)), hidden("s1", (40, 40)), hidden("s2", (30, 40))], ("south",)),
        ([hidden("n1", (0, 0)), hidden("s1", (40, 40))], ()),
    ],
    ids=["north has more", "south has more", "as many"],
)
def test_after_the_sixth_turn_more_patrols_win(pieces: list[Piece], winners: tuple[str, ...]) -> None:
    with play(CARDS, "meeting", Turns(turn=6), dice=[1, 1], arrange=board(*pieces)) as p:
        whole_turn(p)
        p.nothing_pending()
    assert p.outcome is not None
    assert (p.outcome.winners, p.outcome.reason) == (winners, "the last turn is over")
    assert p.outcome.rows == ("CARDS-2",)
    assert p.state.turn == 6


@rule("CARDS-2")
def test_after_the_fifth_turn_the_game_goes_on() -> None:
    with play(CARDS, "meeting", Turns(turn=5), dice=[1, 1], arrange=board(N1, S1)) as p:
        whole_turn(p)
        p.pending(north="Play a card.", south="Play a card.")
        assert (p.state.turn, p.log[-1]) == (6, "Turn 6.")


@rule("CARDS-2")
@pytest.mark.parametrize(("dice", "winner"), [([6, 1], "north"), ([1, 6], "south")])
def test_a_side_without_patrols_has_lost_at_the_end_of_the_turn(dice: list[int], winner: str) -> None:
    arranged = board(hidden("n1", (20, 20)), hidden("s1", (20, 20)))
    with play(CARDS, "meeting", Turns(turn=2), dice=[1, 1, *dice], arrange=arranged) as p:
        whole_turn(p)
        p.nothing_pending()
    assert p.outcome is not None
    assert (p.outcome.winners, p.outcome.reason) == ((winner,), "a side has no patrol left")


@rule("CARDS-3")
@pytest.mark.parametrize("to", [(20, 10), (20, 30), (10, 20), (30, 20)])
def test_a_patrol_marches_one_square_along_a_row_or_column(to: Point) -> None:
    arranged = board(hidden("n1", (20, 20), MARCH), hidden("s1", (40, 40)))
    with play(CARDS, "meeting", March(), arrange=arranged) as p:
        both(p, {"n1": {"points": [to]}}, {})
        p.nothing_pending()
    piece = p.state.pieces["n1"]
    assert (piece.at, piece.order) == (to, "")
    assert p.state.pieces["s1"].at == (40, 40)
    assert p.last("marches").data == {"piece": "n1"}


@rule("CARDS-3")
@pytest.mark.parametrize(
    ("at", "points"),
    [
        ((20, 20), [(30, 30)]),
        ((20, 20), [(20, 40)]),
        ((20, 20), [(20, 25)]),
        ((20, 20), [(20, 20)]),
        ((20, 20), [(30, 20), (30, 30)]),
        ((20, 20), [(20, 20), (20, 30)]),
        ((20, 20), [(20, 30), (20, 30)]),
        ((20, 0), [(20, -10)]),
        ((40, 0), [(50, 0)]),
    ],
    ids=[
        "diagonal",
        "two squares",
        "half a square",
        "nowhere",
        "round a corner",
        "in two legs",
        "there and stay",
        "off",
        "off east",
    ],
)
def test_no_other_way_is_marched(at: Point, points: list[Point]) -> None:
    arranged = board(hidden("n1", at, MARCH), hidden("s1", (40, 40)))
    with play(CARDS, "meeting", March(), arrange=arranged) as p:
        assert p.refuse("north", {"n1": {"points": points}})[0].rows == ("CARDS-3",)
        p.pending(north="March.", south="March.")


@rule("CARDS-3")
@pytest.mark.parametrize("word", ["lie low", ""])
def test_without_the_order_a_patrol_stays(word: str) -> None:
    arranged = board(hidden("n1", (20, 20), word), hidden("n2", (0, 0), MARCH), hidden("s1", (40, 40), word))
    with play(CARDS, "meeting", March(), arrange=arranged) as p:
        (fault,) = p.refuse("north", {"n1": {"points": [(20, 30)]}, "n2": {"points": [(0, 10)]}})
        assert (fault.at, fault.reason) == ("value.n1", "N1 has no order to march")
        both(p, {"n1": {"points": []}, "n2": {"points": []}}, {})
        p.nothing_pending()
    assert [piece.at for piece in p.state.pieces.values()] == [(20, 20), (0, 0), (40, 40)]
    assert [piece.order for piece in p.state.pieces.values()] == ["", "", ""]
    assert p.log == []


@rule("CARDS-3")
def test_only_its_side_hears_a_hidden_patrol_march() -> None:
    arranged = board(hidden("n1", (0, 0), MARCH), shown("n2", (10, 0), MARCH), hidden("s1", (40, 40)))
    with play(CARDS, "meeting", March(), arrange=arranged) as p:
        both(p, {"n1": {"points": [(0, 10)]}, "n2": {"points": [(10, 10)]}}, {})
        p.nothing_pending()
    assert p.log_of("north") == ["N1 marches.", "N2 marches."]
    assert p.log_of("south") == ["N2 marches."]


@rule("CARDS-3")
@pytest.mark.parametrize("at", [(0, 0), (20, 20), (40, 40), (0, 40)])
def test_a_random_march_is_always_legal_and_goes_every_way(at: Point) -> None:
    arranged = board(hidden("n1", at, MARCH), hidden("n2", (30, 0), "lie low"), hidden("s1", (40, 40)))
    with play(CARDS, "meeting", March(), arrange=arranged) as p:
        request, view, rng = p.asked("north"), p.match.view("north"), Random(1)
        ends: set[Any] = set()
        for _ in range(200):
            value = request.sample(view, rng)
            assert request.check(view, value) == []
            ends.add(tuple(value["n1"]["points"]))
        around = [(at[0] + dx, at[1] + dy) for dx, dy in ((10, 0), (-10, 0), (0, 10), (0, -10))]
        inside = [point for point in around if min(point) >= 0 and max(point) <= 40]
        assert ends == {(), *((point,) for point in inside)}
        both(p, {}, {})
        p.nothing_pending()


@rule("CARDS-6")
@pytest.mark.parametrize(
    ("pieces", "marches", "winners", "reason"),
    [
        ([hidden("n1", (0, 30)), S1], {"n1": (0, 40)}, ("north",), "north broke through"),
        ([N1, hidden("s1", (40, 10))], {"s1": (40, 0)}, ("south",), "south broke through"),
        (
            [hidden("n1", (0, 30)), hidden("s1", (40, 10)), hidden("s2", (30, 40))],
            {"n1": (0, 40), "s1": (40, 0)},
            (),
            "north and south broke through",
        ),
    ],
    ids=["north", "south", "both"],
)
def test_breaking_through(
    pieces: list[Piece], marches: dict[str, Point], winners: tuple[str, ...], reason: str
) -> None:
    with play(CARDS, "meeting", Turns(), dice=[1, 1], arrange=board(*pieces)) as p:
        whole_turn(p, **marches)
        p.nothing_pending()
    assert p.outcome is not None
    assert (p.outcome.winners, p.outcome.reason, p.outcome.rows) == (winners, reason, ("CARDS-6",))


@rule("CARDS-2", "CARDS-3")
def test_the_row_before_the_back_row_is_not_through() -> None:
    arranged = board(
        hidden("n1", (0, 20)), hidden("n2", (10, 0)), hidden("s1", (40, 20)), hidden("s2", (30, 40))
    )
    with play(CARDS, "meeting", Turns(), dice=[1, 1], arrange=arranged) as p:
        whole_turn(p, n1=(0, 30), s1=(40, 10))
        p.pending(north="Play a card.", south="Play a card.")
