"""What cards and failed command rolls let a stand do. KIM-1.2e to KIM-1.2m, KIM-1.3h, KIM-4.19c"""

from __future__ import annotations

from typing import get_args

import pytest

from deadground.core.faults import Fault
from deadground.systems.stands.kinds import kind
from deadground.systems.stands.rules.cards.command import RIGHTS, What, may, note_contact, suits
from deadground.systems.stands.state import Limit, OrderWord, Stand
from deadground.testing import bounds, rule
from tests.systems.stands.field import field, gun, hq, inf, stand, tank
from tests.systems.stands.system import game

EVERYTHING: tuple[What, ...] = get_args(What)


def allowed(one: Stand, options: dict[str, str] | None = None) -> set[What]:
    return {what for what in EVERYTHING if may(one, what, options or {}) is None}


def artillery(order: OrderWord, limit: Limit = "") -> Stand:
    return gun("a", (500, 500), kind="lefh18", order=order, limit=limit)


def refusal(one: Stand, what: What) -> Fault:
    fault = may(one, what)
    assert fault is not None
    return fault


@bounds("KIM-1.2e", "KIM-1.2f", "KIM-1.2g", "KIM-1.2j")
@pytest.mark.parametrize(
    ("order", "gives"),
    [
        ("move", {"move"}),
        ("move_and_fire", {"move", "turn", "fire"}),
        ("change_formation", {"turn"}),
        ("charge", {"charge"}),
    ],
)
def test_cards_that_move(order: OrderWord, gives: set[What]) -> None:
    assert allowed(inf("a", (500, 500), order=order)) == gives
    moving: tuple[OrderWord, ...] = ("move", "move_and_fire", "change_formation", "charge")
    for other in moving:
        assert refusal(inf("a", (500, 500), order=other), "act").rows == (RIGHTS[other].row,)


@bounds("KIM-1.2h")
def test_stand_and_fire_lets_only_artillery_fire_indirectly() -> None:
    assert allowed(inf("a", (500, 500), order="fire")) == {"fire"}
    assert allowed(artillery("fire")) == {"fire", "indirect"}
    assert refusal(tank("a", (500, 500), order="fire"), "indirect").reason == (
        "A is not artillery and cannot fire indirectly"
    )
    assert refusal(artillery("fire"), "move").rows == ("KIM-1.2h",)


@bounds("KIM-1.2i")
def test_opportunity_fire_gives_snap_shots_only() -> None:
    one = inf("a", (500, 500), order="opportunity")
    assert allowed(one) == {"snap"}
    assert allowed(one, {"opportunity_falls_back_to_fire": "off"}) == {"snap"}
    assert refusal(one, "fire").reason == "A has the Opportunity Fire card and cannot fire"


@bounds("KIM-1.2i")
def test_an_unused_opportunity_card_may_fall_back_to_fire() -> None:
    one = inf("a", (500, 500), order="opportunity")
    options = {"opportunity_falls_back_to_fire": "on"}
    assert allowed(one, options) == {"snap", "fire"}
    one.fired = True
    assert allowed(one, options) == {"snap"}
    assert allowed(inf("a", (500, 500), order="move"), options) == {"move"}


@bounds("KIM-1.2k", "KIM-1.2l", "KIM-1.2m")
def test_cards_that_stay() -> None:
    assert allowed(inf("a", (500, 500), order="prone")) == set()
    assert allowed(inf("a", (500, 500), order="action")) == {"act"}
    assert allowed(inf("a", (500, 500), order="dummy")) == set()
    assert refusal(inf("a", (500, 500), order="dummy"), "move").rows == ("KIM-1.2m",)
    assert refusal(inf("a", (500, 500), order="prone"), "fire").rows == ("KIM-1.2k",)


@rule("KIM-1.2b")
def test_a_stand_without_a_card_is_as_with_dummy() -> None:
    assert allowed(inf("a", (500, 500))) == set()
    fault = refusal(inf("a", (500, 500)), "move")
    assert (fault.reason, fault.rows) == ("A has no card and cannot move", ("KIM-1.2b", "KIM-R78"))


@bounds("KIM-1.3h")
@pytest.mark.parametrize("troop", ["hq", "supply"])
def test_hq_and_supply_move_without_a_card_and_do_nothing_else(troop: str) -> None:
    one = stand("a", troop, (500, 500))
    assert allowed(one) == {"move", "turn"}
    for what in set(EVERYTHING) - {"move", "turn"}:
        assert refusal(one, what).rows == ("KIM-1.3h", "KIM-R91")


@rule("KIM-3.2a")
def test_recon_can_only_move() -> None:
    assert allowed(stand("a", "recon", (500, 500), order="move")) == {"move"}
    assert allowed(stand("a", "recon", (500, 500), order="fire")) == set()
    assert allowed(stand("a", "recon", (500, 500), order="change_formation")) == {"turn"}
    assert allowed(stand("a", "recon", (500, 500), order="move_and_fire")) == set()


@bounds("KIM-1.3b")
@pytest.mark.parametrize(
    ("order", "left"),
    [
        ("move", {"move"}),
        ("move_and_fire", {"move", "turn", "fire"}),
        ("change_formation", {"turn"}),
        ("fire", {"fire"}),
        ("opportunity", {"snap"}),
        ("charge", set()),
        ("action", set()),
    ],
)
def test_a_failure_over_400_takes_away_indirect_fire_charge_and_action(
    order: OrderWord, left: set[What]
) -> None:
    gives_it = artillery(order, "half")
    if order in ("move_and_fire", "charge"):
        gives_it = tank("a", (500, 500), order=order, limit="half")
    assert allowed(gives_it) == left
    for what in RIGHTS[order].gives:
        if what not in left:
            assert refusal(gives_it, what).rows == ("KIM-1.3b", "KIM-R33")
    refusal(artillery("fire", "half"), "indirect")


@bounds("KIM-1.3c")
@pytest.mark.parametrize(
    ("order", "left"),
    [
        ("move", set()),
        ("move_and_fire", {"fire"}),
        ("change_formation", set()),
        ("fire", {"fire"}),
        ("opportunity", {"snap"}),
        ("charge", set()),
        ("action", set()),
    ],
)
def test_a_failure_over_800_leaves_direct_fire(order: OrderWord, left: set[What]) -> None:
    if order in ("move_and_fire", "charge"):
        assert allowed(tank("a", (500, 500), order=order, limit="direct")) == left
    else:
        assert allowed(artillery(order, "direct")) == left
    assert refusal(artillery("move", "direct"), "move").rows == ("KIM-1.3c", "KIM-R33")


@bounds("KIM-4.19c")
@pytest.mark.parametrize("id", ["pak40", "lefh18", "stug3_late"])
def test_guns_are_refused_move_and_fire(id: str) -> None:
    wrong = suits(kind(id), "move_and_fire")
    assert wrong is not None
    assert wrong[1] == ("KIM-4.19c",)
    assert may(gun("a", (1, 1), kind=id, order="move_and_fire"), "fire") is not None
    assert suits(kind(id), "move") is None
    assert suits(kind(id), "fire") is None


def test_who_may_move_and_fire() -> None:
    for id in ("infantry", "armoured_infantry", "sherman", "puma"):
        assert suits(kind(id), "move_and_fire") is None
    for id in ("truck", "apc"):
        assert suits(kind(id), "move_and_fire") == ("cannot move and fire without a turret", ("KIM-4.19b",))


@bounds("KIM-1.3d")
def test_contact_is_a_units_own() -> None:
    state = field(inf("a", (500, 500)), hq("b", (500, 900), side="blue"), inf("c", (1, 1), side="blue"))
    g = game(state)
    note_contact(g, state.stands["a"])
    assert state.units["red_unit"].in_contact
    assert not state.units["blue_unit"].in_contact
