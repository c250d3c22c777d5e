"""Exact ends of ranges and chances, and what a scenario takes away altogether."""

from __future__ import annotations

from typing import Literal

import pytest

from deadground.space.units import mm
from deadground.systems.stands.numbers import BOOK
from deadground.systems.stands.rules.cards.card_law import deck_share
from deadground.systems.stands.rules.fire.fire_phase import FirePhase
from deadground.systems.stands.rules.fire.firing import fire, why_no_shot
from deadground.systems.stands.rules.fire.shots import CHARTS, shot_at
from deadground.systems.stands.rules.fire.snap_law import obeys
from deadground.systems.stands.rules.fire.snap_shots import SnapShots
from deadground.testing import bounds, rule
from tests.systems.stands.field import At, field, gun, hq, inf, point, stand, tank
from tests.systems.stands.system import game, playing
from tests.systems.stands.test_cards_law import force, lay, told


@rule("KIM-4.3a")
@pytest.mark.parametrize(
    ("away", "score"),
    [(150, 8), (150.1, 12), (300, 12), (300.1, 15), (450, 15)],
)
def test_the_columns_of_the_armour_chart_end_at_150_300_and_450(away: float, score: int) -> None:
    state = field(gun("a", (500, 500 + away), kind="pak43"), tank("b", (500, 500), side="blue", facing=180))
    assert shot_at(state, state.stands["a"], state.stands["b"], flank=False).score == score
    assert CHARTS["armour_hit"].axes[1].bands == {"short": mm(150), "medium": mm(300), "long": mm(450)}


def test_arcs_of_the_book() -> None:
    """KIM-4.9a, KIM-4.19b"""
    arcs = {name: one.number for name, one in BOOK.all.items() if name.startswith("arc_")}
    assert arcs == {"arc_turret": 360, "arc_infantry": 180, "arc_other": 90, "arc_moved": 90}


@bounds("KIM-4.17a")
@pytest.mark.parametrize(("limit", "fires"), [(49, True), (50, True), (51, False)])
def test_a_standing_order_takes_a_chance_that_is_just_as_good(limit: int, fires: bool) -> None:
    """Infantry in the open is hit on a 6: five faces of ten."""
    state = field(
        inf("anna", (500, 600), order="opportunity", standing_order=f"chance:{limit}"),
        inf("bert", (500, 500), side="blue", facing=180),
    )
    assert obeys(game(state), state.stands["anna"], state.stands["bert"]) is fires


@rule("KIM-3.2b")
@pytest.mark.parametrize(("away", "back"), [(30.1, 0.2), (31.1, 1.2), (130.1, 100.2)])
def test_recon_falls_back_as_near_to_its_hq_as_there_is_room(away: float, back: float) -> None:
    """Bases 30 deep, and a tenth deep on each other they only touch; the last tenth counts."""
    state = field(
        inf("anna", (500, 700), order="opportunity", standing_order="first"),
        stand("jeep", "recon", (500, 600), side="blue", facing=180, order="move"),
        hq("staff", (500, 600 - away), side="blue"),
    )
    jeep = state.stands["jeep"]
    jeep.start_at, jeep.route = point((500, 400)), (point((500, 400)), point((500, 640)))
    with playing(state, SnapShots(40), dice=[1]) as p:
        p.nothing_pending()
    assert p.state.stands["jeep"].at == point((500, 600 - back))


@bounds("KIM-4.18a")
@pytest.mark.parametrize(("option", "rows"), [("off", ["KIM-7.3e", "KIM-R63"]), ("on", [])])
def test_direct_fire_is_not_for_stands_in_a_melee(option: str, rows: list[str]) -> None:
    at: At = (500, 600)
    state = field(inf("a", at, order="fire"), inf("b", (500, 500), side="blue", in_contact_with="z"))
    friend = field(inf("a", at, order="fire"), inf("b", (500, 500)))
    faults = why_no_shot(state, state.stands["a"], state.stands["b"], options={"fire_into_melee": option})
    assert [row for fault in faults for row in fault.rows] == rows
    (fault,) = why_no_shot(friend, friend.stands["a"], friend.stands["b"])
    assert fault.rows == ("KIM-4.18a",)


@rule("KIM-A2a")
def test_a_scenario_may_leave_a_card_out_of_the_deck() -> None:
    state = field(numbers={"card_sheet.dummy": 0})
    assert deck_share(state, state.seats["red"], "dummy") == 0
    assert deck_share(state, state.seats["red"], "move") == 10


@rule("KIM-4.19c")
def test_guns_are_refused_move_and_fire_for_what_they_are_and_others_for_want_of_a_turret() -> None:
    assert told(force(), lay("move_and_fire", "pak", arrow=0)) == [
        ("value[0].card", "Pak cannot move and fire")
    ]
    assert told(force(), lay("move_and_fire", "stg", arrow=0)) == [
        ("value[0].card", "Stg cannot move and fire without a turret")
    ]


@rule("KIM-1.1a", "KIM-4.1a", "KIM-4.13a")
@pytest.mark.parametrize(
    ("plan", "fired", "dice", "lost"),
    [
        ("speculative", False, [7, 8], {"hugo", "bert"}),
        ("speculative", True, [7], {"bert"}),
        ("area", False, [7], {"bert"}),
        ("", False, [7], {"bert"}),
    ],
)
def test_guns_fire_at_a_guess_only_as_planned_and_together_with_indirect_fire(
    plan: Literal["", "area", "speculative"], fired: bool, dice: list[int], lost: set[str]
) -> None:
    """Anna fires indirectly at a stand that is seen, Gus where Hugo lurks if that was his plan."""
    state = field(
        gun("gus", (1000, 1100), kind="artillery", order="fire", fired=fired),
        gun("anna", (500, 1101), kind="artillery", order="fire"),
        inf("otto", (500, 600)),
        inf("bert", (500, 400), side="blue", seen_at_start=True, hits=1),
        inf("hugo", (1000, 500), side="blue", hidden=True, hits=1),
    )
    state.commands["red_command"].chits = 2
    state.stands["gus"].template_kind, state.stands["gus"].template_at = plan, point((1000, 500))
    with playing(state, FirePhase(), dice=dice) as p:
        p.choose("red", ["anna~bert"])
        p.choose("blue", [])
        p.nothing_pending()
    assert set(p.state.fallen) == lost


@rule("KIM-4.5a")
@pytest.mark.parametrize(
    ("kind", "plus"), [("sherman", 1), ("pak40", 1), ("stug3_late", 0), ("puma", 0), ("infantry", 0)]
)
def test_tanks_and_anti_tank_guns_alone_have_one_more_against_armoured_infantry(kind: str, plus: int) -> None:
    """The others have a gun group too, and use it on armour: KIM-4.2b names the troop type, not the weapon."""
    men, armour = inf("b", (500, 500), "blue", kind="armoured_infantry"), tank("c", (540, 500), "blue")
    state = field(stand("a", kind, (500, 590)), men, armour)
    assert shot_at(state, state.stands["a"], men).needed == 7 - plus
    assert shot_at(state, state.stands["a"], armour).die == 20


@rule("KIM-1.1a")
@pytest.mark.parametrize("order", ["simultaneous", "alternating"])
def test_both_sides_have_their_shots_whoever_fires_first(order: str) -> None:
    state = field(
        inf("anna", (500, 500), order="fire"), inf("bert", (500, 400), side="blue", facing=180, order="fire")
    )
    with playing(state, FirePhase(), dice=[6, 6], options={"fire_order": order}) as p:
        p.choose("red", ["anna>bert"])
        p.choose("blue", ["bert>anna"])
        p.nothing_pending()
    assert {id: one.hits for id, one in p.state.stands.items()} == {"anna": 1, "bert": 1}


@rule("KIM-1.1a", "KIM-4.15a")
@pytest.mark.parametrize(("chits", "offered"), [(0, []), (1, ["gus>bert"]), (2, ["gus>bert"])])
def test_artillery_is_offered_a_direct_shot_only_if_it_can_pay_for_it(chits: int, offered: list[str]) -> None:
    state = field(
        gun("gus", (500, 800), kind="artillery", order="fire"),
        inf("bert", (500, 600), side="blue", facing=180),
    )
    state.commands["red_command"].chits = chits
    with playing(state, FirePhase(), dice=[1] * len(offered)) as p:
        assert p.options("red") == offered
        p.choose("red", offered)
        p.choose("blue", [])
        p.nothing_pending()
    assert p.state.commands["red_command"].chits == chits - len(offered)


@rule("KIM-4.3a")
@bounds("KIM-4.6d")
@pytest.mark.parametrize(("dice", "word"), [([1, 2], "missed"), ([20, 1], "hit"), ([20, 20], "2 hits")])
def test_the_log_counts_the_hits_of_two_dice(dice: list[int], word: str) -> None:
    state = field(
        gun("a", (500, 600), kind="pak43", fixed=True), tank("b", (500, 500), side="blue", facing=180)
    )
    g = game(state, dice=dice)
    hits = fire(g, shot_at(state, state.stands["a"], state.stands["b"], flank=False))
    assert hits == sum(face == 20 for face in dice)
    assert g.events[-1].seen.text.endswith(f", {word}.")


@rule("KIM-1.2h", "KIM-1.1a")
def test_the_best_shot_comes_first_and_then_the_nearest() -> None:
    """By their names the lines would come in another order."""
    state = field(
        inf("a", (500, 600), order="fire"),
        inf("b", (500, 500), side="blue", dug_in=True),
        inf("c", (560, 480), side="blue"),
        inf("d", (530, 490), side="blue"),
    )
    with playing(state, FirePhase(), dice=[1]) as p:
        assert p.options("red") == ["a>d", "a>c", "a>b"]
        assert p.asked("red").proposal == ["a>d"]
        p.choose("red", ["a>d"])
        p.choose("blue", [])
        p.nothing_pending()
