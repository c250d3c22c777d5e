"""Before and after a battle: is the medic here, who is carried off, what becomes of the fallen. NR-112"""

from __future__ import annotations

from typing import Any

import pytest

from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.wounded.aftermath import medics_come, tell_fates
from deadground.systems.skirmish.rules.wounded.fetch_card import CarryOffCard
from deadground.systems.skirmish.rules.wounded.recovery import case_of
from deadground.systems.skirmish.state import SkirmishState, Unit
from deadground.systems.skirmish.victory import is_decided, lost, verdict
from deadground.testing import bounds, rule
from tests.systems.skirmish.system import game, playing
from tests.systems.skirmish.table import foe, man, table

ROLLED = {"medic_present": "rolled"}
AFTER = {"after_battle": "on"}


def with_medic(nation: str, squads: int = 1) -> SkirmishState:
    state = table(man("a", (10, 20)), man("doc", (12, 20), medic=True), foe("x", (10, 10)))
    state.sides["red"].nation = nation
    for number in range(2, squads + 1):
        state.units[f"red_{number}"] = Unit(f"red_{number}", "red", f"{number}")
    return state


@rule("NUTS-WOUND-07")
@pytest.mark.parametrize(
    ("squads", "dice", "here"),
    [(1, [2], True), (1, [3], False), (2, [3, 2], True), (2, [3, 3], False), (3, [6, 6], True)],
)
def test_a_western_medic_is_rolled_for_each_squad(squads: int, dice: list[int], here: bool) -> None:
    """NR-112. With all three squads he is there without a roll. Who stays away is no loss to anybody."""
    state = with_medic("german", squads)
    medics_come(game(state, dice, ROLLED))
    assert ("doc" in state.figures) == here
    assert lost(state, "red") == 0
    assert state.units["red_squad"].strength == 1 + here
    assert state.figures["a"].status == "carry_on"


@rule("NUTS-WOUND-08")
@pytest.mark.parametrize(("squads", "dice", "here"), [(1, [1], True), (1, [2], False), (2, [2, 2], True)])
def test_a_russian_medic(squads: int, dice: list[int], here: bool) -> None:
    state = with_medic("soviet", squads)
    medics_come(game(state, dice, ROLLED))
    assert ("doc" in state.figures) == here


@rule("NUTS-WOUND-07")
def test_sides_without_a_medic_roll_nothing_and_without_the_option_nobody_does() -> None:
    state = with_medic("german")
    medics_come(game(state))
    assert state.figures["doc"].status == "carry_on"
    medics_come(game(state, [1], ROLLED))


def fallen() -> SkirmishState:
    return table(
        man("a", (40, 20)),
        man("b", (12, 20), rep=4, status="out_of_the_fight"),
        man("c", (14, 20), rep=4, status="gone", record=("left",)),
        foe("x", (10, 10), status="out_of_the_fight"),
        foe("y", (30, 10), status="obviously_dead"),
    )


@rule("NUTS-WOUND-10")
@bounds("NUTS-WOUND-11")
def test_what_becomes_of_the_fallen_is_rolled_and_told() -> None:
    """NR-112: red has won and holds the field, so blue's wounded man is in its hands."""
    state = fallen()
    g = game(state, [4, 4, 5, 5, 5, 5], AFTER)
    assert is_decided(g)
    assert g.outcome is not None
    assert g.outcome.winners == ("red",)
    told = [event.seen for event in g.events if event.seen.kind == "after_battle"]
    assert [(one.data["figure"], one.data["fate"]) for one in told] == [
        ("b", "returns"),
        ("c", "lost"),
        ("x", "lost"),
    ]
    assert told[0].text == "After the battle B comes back."
    assert [roll.faces for roll in told[0].rolls] == [(4, 4)]


@rule("NUTS-WOUND-10")
def test_after_a_draw_nobody_holds_the_field() -> None:
    """The wounded of both sides are as good as taken: 1d6 passed makes prisoners of them."""
    state = fallen()
    state.figures["y"].status = "carry_on"
    state.turn = state.last_turn = 3
    g = game(state, [4, 5, 4, 5, 4, 5], AFTER)
    assert verdict(g)
    assert g.outcome is not None
    assert g.outcome.winners == ()
    fates = {
        event.seen.data["figure"]: event.seen.data["fate"]
        for event in g.events
        if event.seen.kind == "after_battle"
    }
    assert (fates["b"], fates["x"]) == ("prisoner", "prisoner")


@rule("NUTS-WOUND-10")
def test_a_single_battle_rolls_nothing_unless_told_to() -> None:
    state = fallen()
    g = game(state)
    assert is_decided(g)
    assert not [event for event in g.events if event.seen.kind == "after_battle"]
    tell_fates(game(state, [4, 4, 4, 4, 4, 4], AFTER), "red")


def carrying(y: float, **changes: Any) -> SkirmishState:
    """A man with a friend in his arms; red's own edge is the south one, at 48"."""
    a = man("a", (10, y), carries="b", **changes)
    b = man("b", (10, y), status="out_of_the_fight", carried_by="a")
    return table(a, b, man("c", (13, y)), foe("x", (10, 2), facing=0))


CARRY_OFF = {"unit": "red-1", "card": "carry_off", "pieces": ["a"], "plan": {"who": {"a": "b"}}}


@rule("NUTS-WOUND-09")
def test_a_wounded_man_is_carried_off_over_the_own_edge() -> None:
    """NR-111. From 8" his base reaches the edge; the man who carried him has not fled."""
    with playing(carrying(39.5), Activation("red-1")) as p:
        p.choose("red", [CARRY_OFF])
        p.choose("red", [])
        p.nothing_pending()
    a, b = p.state.figures["a"], p.state.figures["b"]
    assert (a.status, b.status, a.deeds.record, b.deeds.record) == (
        "gone",
        "gone",
        ("walked_off",),
        ("brought_off",),
    )
    assert case_of(p.state, a, holds_field=False) is None
    assert case_of(p.state, b, holds_field=False) == "out_of_the_fight"


@bounds("NUTS-WOUND-09")
@pytest.mark.parametrize(
    ("y", "changes", "reason"),
    [
        (39.4, {}, "A cannot reach the own edge of the table now"),
        (39.5, {"spent": 1}, "A cannot reach the own edge of the table now"),
        (47, {"status": "hunker_down"}, "A cannot act: hunker down"),
    ],
)
def test_who_cannot_carry_him_off(y: float, changes: dict[str, Any], reason: str) -> None:
    state = carrying(y, **changes)
    fault = CarryOffCard().why_not(state, state.figures["a"], {})
    assert fault is not None
    assert fault.reason == reason
    nobody = CarryOffCard().why_not(state, state.figures["c"], {})
    assert nobody is not None
    assert nobody.reason == "C carries nobody"


@bounds("NUTS-WOUND-09")
@pytest.mark.parametrize(("edge", "at"), [("north", (14, 4)), ("west", (4, 20)), ("east", (44, 20))])
def test_whose_edge_it_is(edge: str, at: tuple[float, float]) -> None:
    state = carrying(20)
    state.sides["red"].edge = edge  # type: ignore[assignment]
    state.figures["a"].at = (round(at[0] * 254), round(at[1] * 254))
    assert CarryOffCard().why_not(state, state.figures["a"], {}) is None
    state.sides["red"].edge = "south"
    assert CarryOffCard().why_not(state, state.figures["a"], {}) is not None
