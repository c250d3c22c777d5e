"""What stands on a table besides soldiers, and who knows of it: pieces of any base, markers that are secret."""

from __future__ import annotations

import pytest

from deadground.core.records import redact
from deadground.space.bases import Base
from deadground.space.units import inches
from deadground.systems.skirmish.pieces import (
    are_enemies,
    are_touching,
    is_near,
    piece_named,
    pieces_on_table,
)
from deadground.systems.skirmish.state import Knowledge, Marker
from tests.systems.skirmish.others import civilian, wagon
from tests.systems.skirmish.system import game
from tests.systems.skirmish.table import foe, man, point, table


def test_a_piece_is_found_by_its_id_whatever_it_is() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 10)), bystanders={"w": wagon("w", (20, 20))})
    g = game(state)
    assert g.piece("a") is g.figure("a")
    assert g.piece("w") is state.bystanders["w"]
    assert piece_named(state, "nobody") is None
    with pytest.raises(KeyError):
        g.piece("nobody")
    assert [one.id for one in pieces_on_table(state)] == ["a", "x", "w"]


def test_distances_run_to_the_middle_of_a_man_and_to_the_nearest_point_of_a_rectangle() -> None:
    """A wagon two inches wide and four deep, looked at from the east and from the north. NS-01"""
    cart = wagon("w", (20, 20), facing=0)
    assert is_near(cart, point((22.5, 20)), inches(1.5))
    assert not is_near(cart, point((22.5, 20)), inches(1.5) - 1)
    assert is_near(cart, point((20, 11.5)), inches(6.5))
    assert not is_near(cart, point((20, 11.5)), inches(6.5) - 1)
    cart.facing = 900
    assert is_near(cart, point((22.5, 20)), inches(0.5))
    one = man("a", (20, 20))
    assert is_near(one, point((22, 20)), inches(2))
    assert not is_near(one, point((22, 20)), inches(2) - 1)


def test_bases_touch_whatever_their_shape() -> None:
    cart = wagon("w", (20, 20))
    assert are_touching(man("a", (21.5, 21)), cart)
    assert not are_touching(man("a", (21.55, 21)), cart)
    assert are_touching(civilian("c", (10, 10)), man("a", (11, 10)))
    assert not are_touching(civilian("c", (10, 10)), man("a", (11.05, 10)))


def test_a_bystander_has_the_base_it_is_given_and_is_nobodys_enemy() -> None:
    child, cart = civilian("c", (10, 10)), wagon("w", (20, 20), side="blue", facing=90)
    assert child.base == Base(child.at, radius=127, facing=child.facing)
    assert cart.base == Base(cart.at, width=508, depth=1016, facing=900)
    one = man("a", (5, 5))
    assert are_enemies(one, cart)
    assert are_enemies(cart, one)
    assert not are_enemies(one, child)
    assert not are_enemies(child, one)
    assert not are_enemies(cart, foe("x", (1, 1)))


@pytest.mark.parametrize("knowledge", ["open", "ghosts"])
def test_what_is_secret_is_known_to_its_side_until_another_has_come_upon_it(knowledge: Knowledge) -> None:
    mine = Marker("m", "trench", point((10, 10)), inches(4), side="red", secret=True)
    state = table(man("a", (10, 30)), foe("x", (10, 5)), markers={"m": mine}, knowledge=knowledge)
    assert redact(state, "red").markers["m"].secret
    assert "m" not in redact(state, "blue").markers
    assert "m" not in redact(state, "").markers
    mine.seen_by = ("blue",)
    for seat in ("blue", ""):
        there = redact(state, seat).markers["m"]
        assert (there.secret, there.seen_by) == (False, ())


def test_a_weapon_that_lies_there_is_known_by_sight_as_before() -> None:
    lies = Marker("m", "weapon", point((10, 10)), what="core.smg", side="red")
    state = table(man("a", (10, 30)), foe("x", (10, 5)), markers={"m": lies}, knowledge="ghosts")
    assert "m" not in redact(state, "red").markers
    lies.seen_by = ("red",)
    assert "m" in redact(state, "red").markers


def test_everybody_knows_of_a_bystander() -> None:
    state = table(man("a", (10, 30)), foe("x", (10, 5)), bystanders={"c": civilian("c", (20, 20))})
    for seat in ("red", "blue", ""):
        assert redact(state, seat).bystanders == state.bystanders
