"""Ground attack and interdiction."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from deadground.space.units import mm
from deadground.systems.stands.rules.aircraft.air import AirAttacks, AirLosses, AirTurn, air_shot, targets_of
from deadground.systems.stands.rules.fire.firing import Shot
from deadground.systems.stands.state import Stand, StandsState
from deadground.testing import bounds, rule
from deadground.testing.play import Play
from tests.systems.stands.field import field, gun, inf, stand, tank
from tests.systems.stands.flights import flight, sky
from tests.systems.stands.system import playing

NONE: list[str] = []
MISSED = 1
"""An anti-aircraft die that does nothing."""


def bert(at: tuple[float, float] = (500, 500), id: str = "bert", **changes: Any) -> Stand:
    return tank(id, at, side="blue", **{"seen_at_start": True, **changes})


def bombing(*stands: Stand, turn: int = 1, **changes: Any) -> StandsState:
    return sky([flight("hawks", "ground_attack", **changes)], *stands, turn=turn)


def pass_over(target: Stand, turn: int = 1, mission: str = "ground_attack", **options: str) -> Shot:
    """The first pass in turn 1, the second in turn 2."""
    state = sky([flight("hawks", mission)], target, turn=turn)
    return air_shot(state, state.squadrons["hawks"], target, options)


def attack(p: Play[StandsState], *lines: str) -> None:
    """Red attacks, and blue's hidden stands keep quiet."""
    p.choose("red", list(lines))
    p.choose("blue", NONE)


@rule("KIM-5.3b")
@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("tiger_1", 19, None),
        ("panther", 16, None),
        ("spg", 14, 19),
        ("armoured_car", 12, 17),
        ("truck", 10, 15),
    ],
)
def test_vehicles_are_attacked_on_the_armour_chart(kind: str, first: int, second: int | None) -> None:
    for turn, needed in ((1, first), (2, second)):
        shot = pass_over(bert(kind=kind), turn)
        assert (shot.die, shot.dice, shot.needed) == (20, 1, needed)


@rule("KIM-5.3b")
@pytest.mark.parametrize(
    ("column", "first", "second"), [("medium", 14, 19), ("short", 11, 14), ("long", 17, None)]
)
def test_the_column_is_an_option(column: str, first: int, second: int | None) -> None:
    assert pass_over(bert(kind="spg"), air_column=column).needed == first
    assert pass_over(bert(kind="spg"), 2, air_column=column).needed == second


@rule("KIM-5.3b")
def test_there_is_no_flank_from_above() -> None:
    needed = {pass_over(bert(kind="spg", facing=facing)).needed for facing in (0, 90, 180, 270)}
    assert needed == {14}


@rule("KIM-5.3b")
@pytest.mark.parametrize(("kind", "needed"), [("woods", 15), ("hill", 14)])
def test_woods_are_cover_from_above_and_a_slope_is_none(kind: str, needed: int) -> None:
    pieces = f"""
  - {{id: spot, kind: {kind}, polygon: [[490, 100], [900, 100], [900, 900], [490, 900]]}}
"""
    for x in (491, 500, 700):
        target = bert((x, 500), kind="spg")
        state = sky([flight("hawks", "ground_attack")], target, pieces=pieces)
        assert air_shot(state, state.squadrons["hawks"], target, {}).needed == needed


@rule("KIM-5.3c")
@pytest.mark.parametrize(
    ("target", "needed"),
    [
        (inf("bert", (500, 500), side="blue"), 5),
        (inf("bert", (500, 500), side="blue", kind="armoured_infantry"), 6),
        (inf("bert", (500, 500), side="blue", specialist=True), 6),
    ],
)
def test_infantry_is_attacked_with_a_d10_and_one_more(target: Stand, needed: int) -> None:
    for turn in (1, 2):
        shot = pass_over(target, turn)
        assert (shot.die, shot.needed) == (10, needed)


@rule("KIM-5.3b")
@pytest.mark.parametrize("kind", ["artillery", "pak40"])
def test_guns_are_attacked_with_a_plain_d10(kind: str) -> None:
    for turn in (1, 2):
        shot = pass_over(gun("bert", (500, 500), side="blue", kind=kind), turn)
        assert (shot.die, shot.needed) == (10, 7)
    assert pass_over(stand("bert", "truck", (500, 500), side="blue")).die == 20


@bounds("KIM-5.3a")
@pytest.mark.parametrize(("seen", "hidden", "open_"), [(True, False, True), (False, False, False)])
def test_only_what_was_in_view_when_the_turn_began_is_attacked(seen: bool, hidden: bool, open_: bool) -> None:
    state = bombing(bert(seen_at_start=seen, hidden=hidden), tank("anna", (600, 500), seen_at_start=True))
    assert [one.id for one in targets_of(state, state.squadrons["hawks"], {})] == (["bert"] if open_ else [])


@rule("KIM-5.3a")
def test_two_passes_on_two_turns_and_then_home() -> None:
    with playing(bombing(bert()), AirAttacks(), dice=[MISSED, 13]) as p:
        attack(p, "hawks>bert")
        p.nothing_pending()
    hawks = p.state.squadrons["hawks"]
    assert (hawks.mission, hawks.first_target) == ("ground_attack", "bert")
    assert hawks.first_target_at == p.state.stands["bert"].at
    p.state.turn = 2
    with playing(p.state, AirAttacks(), dice=[MISSED, 19]) as p:
        attack(p, "hawks>bert")
        p.nothing_pending()
    assert p.state.squadrons["hawks"].mission == ""
    assert p.state.squadrons["hawks"].struck_hits == 1


@bounds("KIM-5.3a")
@pytest.mark.parametrize(("away", "legal"), [(799, True), (800, True), (801, False)])
def test_another_second_target_lies_within_800_of_the_first(away: int, legal: bool) -> None:
    state = bombing(
        bert((500 + away, 500), "carl"),
        turn=2,
        first_target="bert",
        first_target_at=(mm(500), mm(500)),
    )
    assert bool(targets_of(state, state.squadrons["hawks"], {})) is legal
    state.squadrons["hawks"].first_target = "carl"
    assert targets_of(state, state.squadrons["hawks"], {})


@rule("KIM-5.3a")
def test_without_a_legal_target_the_second_pass_is_lost() -> None:
    state = bombing(bert((1400, 500)), turn=2, first_target="carl", first_target_at=(mm(500), mm(500)))
    with playing(state, AirAttacks()) as p:
        nothing_to_pick(p)
    assert p.state.squadrons["hawks"].mission == ""


def nothing_to_pick(p: Any) -> None:
    """The question comes all the same: without it the enemy would learn whether anybody sees his stands."""
    (request,) = p.match.requests("red")
    assert request.options == ()
    p.choose("red", [])
    p.nothing_pending()


@rule("KIM-5.3a")
@pytest.mark.parametrize(("die", "left"), [(13, True), (14, False)])
def test_the_hits_are_applied_after_the_ground_has_fired(die: int, left: bool) -> None:
    with playing(bombing(bert(kind="spg")), AirAttacks(), dice=[MISSED, die]) as p:
        attack(p, "hawks>bert")
        p.nothing_pending()
    assert "bert" in p.state.stands
    with playing(p.state, AirLosses()) as p:
        p.nothing_pending()
    assert ("bert" in p.state.stands) is left
    assert p.state.squadrons["hawks"].struck == ""
    with playing(p.state, AirLosses()) as p:
        p.nothing_pending()
    assert p.state.commands["blue_command"].losses == (0 if left else 1)


@rule("KIM-5.3a")
def test_a_squadron_attacks_one_stand() -> None:
    state = bombing(bert(), bert((700, 500), "carl"))
    state.squadrons["larks"] = flight("larks", "ground_attack")
    with playing(state, AirAttacks(), dice=[1] * 6) as p:
        (fault,) = p.refuse("red", ["hawks>bert", "hawks>carl"])
        assert fault.reason == "Hawks attacks one stand a turn"
        request, view = p.asked("red"), p.match.view("red")
        assert all(not request.check(view, request.sample(view, Random(seed))) for seed in range(9))
        assert request.proposal == ["hawks>bert", "larks>bert"]
        attack(p, "hawks>carl", "larks>bert")
        p.nothing_pending()


@rule("KIM-5.3a")
def test_a_pass_may_be_let_go() -> None:
    with playing(bombing(bert()), AirAttacks()) as p:
        p.choose("red", NONE)
        p.nothing_pending()
    assert p.state.squadrons["hawks"].mission == "ground_attack"


@rule("KIM-5.4a")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_interdiction_attacks_in_one_of_its_four_turns_when_announced(turn: int) -> None:
    state = sky([flight("hawks", "interdiction")], bert(kind="spg"), turn=turn)
    with playing(state, AirAttacks()) as p:
        p.nothing_pending()
    with playing(p.state, AirTurn()) as p:
        p.choose("red", "hawks")
        p.nothing_pending()
    assert p.log == ["Interdiction by Hawks is announced for this turn."]
    with playing(p.state, AirAttacks(), dice=[MISSED, 19]) as p:
        attack(p, "hawks>bert")
        p.nothing_pending()
    assert p.state.squadrons["hawks"].struck_hits == 1
    assert p.state.squadrons["hawks"].mission == ""


@rule("KIM-5.4a")
def test_interdiction_that_is_not_announced_waits_and_is_asked_again() -> None:
    state = sky([flight("hawks", plan=((1, "interdiction"),))], bert())
    with playing(state, AirTurn()) as p:
        p.choose("red", NONE)
        p.nothing_pending()
    p.state.turn = 4
    with playing(p.state, AirTurn()) as p:
        p.pending(red="Pick the interdicting")
    p.state.turn = 5
    with playing(p.state, AirTurn()) as p:
        p.nothing_pending()
    assert p.state.squadrons["hawks"].mission == ""


@rule("KIM-5.4a")
def test_interdiction_needs_a_stand_in_view_as_the_turn_begins() -> None:
    with playing(sky([flight("hawks", "interdiction")], bert(seen_at_start=False)), AirTurn()) as p:
        nothing_to_pick(p)
    assert not p.state.squadrons["hawks"].attacks


@rule("KIM-5.3b")
@bounds("KIM-5.4a")
def test_interdiction_is_a_second_pass_from_the_first_turn_on() -> None:
    assert pass_over(bert(kind="spg"), 1, "interdiction").needed == 19
    assert pass_over(inf("bert", (500, 500), side="blue"), 1, "interdiction").needed == 5


def test_without_attackers_nobody_is_asked() -> None:
    with playing(field(bert()), AirAttacks()) as p:
        p.nothing_pending()
    with playing(field(bert()), AirTurn()) as p:
        p.nothing_pending()
