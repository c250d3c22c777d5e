"""Snap shots, ambushes and shots at recon, in the middle of movement."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.stands.rules.fire.snap_law import is_ambush, is_passing, obeys
from deadground.systems.stands.rules.fire.snap_shots import QUIET, SnapShots, snap_shots_at
from deadground.systems.stands.state import StandsState
from deadground.testing import bounds, rule
from tests.systems.stands.field import field, gun, hq, inf, point, stand, tank
from tests.systems.stands.system import game, playing

WOOD = """
  - {id: wood, kind: woods, polygon: [[600, 100], [900, 100], [900, 900], [600, 900]]}
"""


def mover(state: StandsState, id: str, begins: tuple[float, float], ends: tuple[float, float]) -> None:
    """A stand on its way: where it began and where it is going."""
    one = state.stands[id]
    one.start_at = point(begins)
    one.route = (one.start_at, point(ends))


def crossing(**shooter: Any) -> StandsState:
    """A gun that looks north, and a tank that drives from behind a wood across its front."""
    state = field(
        gun("pak", (500, 700), order="opportunity", fixed=False, **shooter),
        tank("bert", (500, 500), side="blue", facing=2700, order="move"),
        pieces=WOOD,
    )
    mover(state, "bert", (1000, 500), (300, 500))
    return state


@rule("KIM-4.17a", "KIM-1.2i")
def test_a_target_that_was_out_of_view_when_the_turn_began_may_be_shot_at() -> None:
    with playing(crossing(standing_order="first"), SnapShots(40), dice=[20]) as p:
        p.nothing_pending()
    assert "bert" not in p.state.stands
    assert p.state.stands["pak"].fired


@bounds("KIM-4.17a")
def test_a_target_in_view_all_turn_is_no_snap_shot() -> None:
    state = crossing(standing_order="first")
    mover(state, "bert", (520, 500), (480, 500))
    g = game(state)
    assert not is_passing(g, state.stands["pak"], state.stands["bert"])
    assert snap_shots_at(g, 40) == []


@bounds("KIM-4.17a")
def test_a_target_that_goes_out_of_view_before_it_ends_its_move_may_be_shot_at() -> None:
    state = crossing(standing_order="first")
    mover(state, "bert", (500, 500), (1000, 500))
    assert is_passing(game(state), state.stands["pak"], state.stands["bert"])


@bounds("KIM-4.17b")
@pytest.mark.parametrize(("began", "springs"), [(699, False), (700, False), (701, True)])
def test_an_ambush_is_sprung_when_the_enemy_comes_into_range(began: int, springs: bool) -> None:
    """A hidden rifle stand reaches 150."""
    state = field(
        inf("anna", (500, 850), order="opportunity", hidden=True),
        inf("bert", (500, 730), side="blue", facing=180, order="move"),
    )
    mover(state, "bert", (500, 850 - 150 + 700 - began), (500, 800))
    assert is_ambush(game(state), state.stands["anna"], state.stands["bert"]) == springs
    state.stands["anna"].hidden = False
    assert not is_ambush(game(state), state.stands["anna"], state.stands["bert"])


@rule("KIM-4.17c")
def test_a_hit_ends_the_move_and_a_miss_does_not() -> None:
    for die, still_moving in ((1, True), (10, False)):
        state = field(
            inf("anna", (500, 700), order="opportunity", standing_order="first"),
            inf("bert", (500, 600), side="blue", facing=270, order="move"),
            pieces=WOOD,
        )
        mover(state, "bert", (700, 600), (400, 600))
        with playing(state, SnapShots(40), dice=[die]) as p:
            p.nothing_pending()
        assert (len(p.state.stands["bert"].route) > 1) == still_moving
        assert p.state.stands["bert"].hits == (0 if still_moving else 1)


@rule("KIM-4.17d")
@pytest.mark.parametrize(("die", "hidden"), [(10, True), (1, False)])
def test_a_hidden_shooter_stays_hidden_if_it_hits(die: int, hidden: bool) -> None:
    state = field(
        inf("anna", (500, 850), order="opportunity", hidden=True, standing_order="first"),
        inf("bert", (500, 730), side="blue", facing=180, order="move"),
        pieces="""
  - {id: thicket, kind: woods, polygon: [[300, 840], [700, 840], [700, 1100], [300, 1100]]}
""",
    )
    mover(state, "bert", (500, 600), (500, 735))
    with playing(state, SnapShots(40), dice=[die]) as p:
        p.nothing_pending()
    assert p.state.stands["anna"].hidden == hidden


@rule("KIM-3.2b")
@pytest.mark.parametrize("die", [7, 8])
def test_recon_that_is_missed_falls_back_towards_its_hq(die: int) -> None:
    state = field(
        inf("anna", (500, 700), order="opportunity", standing_order="first"),
        stand("jeep", "recon", (500, 600), side="blue", facing=180, order="move"),
        hq("staff", (500, 100), side="blue"),
    )
    mover(state, "jeep", (500, 400), (500, 640))
    with playing(state, SnapShots(40), dice=[die]) as p:
        p.nothing_pending()
    if die == 8:
        assert "jeep" not in p.state.stands
    else:
        assert p.state.stands["jeep"].at == point((500, 200))
        assert p.state.stands["jeep"].route == ()


@rule("KIM-3.2b")
@pytest.mark.parametrize("hidden", [False, True])
def test_recon_that_falls_back_does_not_name_its_hq(hidden: bool) -> None:
    state = field(
        inf("anna", (500, 700), order="opportunity", standing_order="first"),
        stand("jeep", "recon", (500, 600), side="blue", facing=180, order="move"),
        hq("staff", (500, 50), side="blue", hidden=hidden),
    )
    mover(state, "jeep", (500, 400), (500, 640))
    with playing(state, SnapShots(40), dice=[1]) as p:
        p.nothing_pending()
    read = [event for event in p.match.log("red") if event.kind == "falls_back"]
    assert [event.text for event in read] == ["Jeep falls back towards its HQ."]
    assert "staff" not in str([event.data for event in p.match.log("red")])


@bounds("KIM-4.17a")
@pytest.mark.parametrize(
    ("order", "answer"),
    [
        ("first", True),
        ("armour", True),
        ("nearer:200", True),
        ("nearer:199", False),
        ("chance:101", False),
        ("ask", None),
    ],
)
def test_standing_orders(order: str, answer: bool | None) -> None:
    state = crossing(standing_order=order)
    assert obeys(game(state), state.stands["pak"], state.stands["bert"]) is answer
    if order == "armour":
        state.stands["bert"].kind = "infantry"
        assert obeys(game(state), state.stands["pak"], state.stands["bert"]) is False


@rule("KIM-4.17a")
def test_ask_me_asks_the_owner_and_tells_the_others_nothing() -> None:
    with playing(crossing(standing_order="ask"), SnapShots(40)) as p:
        assert p.match.view("blue").waiting == (QUIET,)
        assert "Fire?" in p.asked("red").prompt
        p.choose("red", False)
        p.nothing_pending()
    assert p.state.stands["pak"].passed_up == ("bert",)
    assert not p.state.stands["pak"].fired
    assert snap_shots_at(game(p.state), 41) == []


@rule("KIM-4.17b")
def test_a_hidden_stand_is_asked_too() -> None:
    state = field(
        inf("anna", (500, 850), order="opportunity", hidden=True, standing_order="ask"),
        inf("bert", (500, 730), side="blue", facing=180, order="move"),
    )
    mover(state, "bert", (500, 600), (500, 735))
    with playing(state, SnapShots(40), dice=[1]) as p:
        assert p.match.view("blue").waiting == (QUIET,)
        assert "anna" not in p.view("blue").stands
        p.choose("red", True)
        p.nothing_pending()
    assert p.state.stands["anna"].fired


@rule("KIM-4.17a", "KIM-1.2i")
def test_asked_and_answered_yes_it_fires_once() -> None:
    with playing(crossing(standing_order="ask"), SnapShots(40), dice=[1]) as p:
        p.choose("red", True)
        p.nothing_pending()
    assert p.state.stands["pak"].fired
    assert snap_shots_at(game(p.state), 41) == []


@rule("KIM-1.2i")
@pytest.mark.parametrize("order", ["fire", "move", "dummy"])
def test_only_opportunity_fire_gives_a_snap_shot(order: str) -> None:
    state = crossing(standing_order="first")
    state.stands["pak"].order = order  # type: ignore[assignment]
    assert snap_shots_at(game(state), 40) == []
    state.stands["pak"].order = "opportunity"
    with playing(state, SnapShots(40), dice=[1]) as p:
        p.nothing_pending()
