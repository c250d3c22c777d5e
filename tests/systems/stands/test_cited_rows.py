"""A row is noted where its own rule is used and not where its neighbour is: what proves a row hangs on it."""

from __future__ import annotations

import pytest

from deadground.core.citing import recording
from deadground.core.requests import Order
from deadground.systems.kit.options import DEFAULTS
from deadground.systems.stands.rules.assault.assault import defensive_shot
from deadground.systems.stands.rules.cards.cards import lay_all
from deadground.systems.stands.state import Seat
from deadground.testing import bounds, rule
from tests.systems.stands.field import field, inf


@bounds("KIM-7.2a", "KIM-7.2c")
@pytest.mark.parametrize(
    ("contact", "cited", "other"), [("b", "KIM-7.2a", "KIM-7.2c"), ("", "KIM-7.2c", "KIM-7.2a")]
)
def test_the_assaulted_stand_fires_by_one_row_and_who_supports_it_by_another(
    contact: str, cited: str, other: str
) -> None:
    state = field(inf("a", (500, 500), in_contact_with=contact), inf("b", (500, 450), side="blue"))
    shooter = state.stands["a"]
    with recording() as rows:
        shot = defensive_shot(state, shooter, state.stands["b"], DEFAULTS)
    assert (shot.needed, cited in rows, other in rows) == (5, True, False)
    shooter.in_contact_with = "" if contact else "b"
    defensive_shot(state, shooter, state.stands["b"], DEFAULTS)


@rule("KIM-1.2b")
@bounds("KIM-1.2c")
def test_a_general_card_is_laid_by_its_own_row() -> None:
    state = field(inf("a", (500, 500)))
    ally = Seat(id="ally", side="red", commands=())
    order = Order("red_unit", "prone", ("a",))
    for seat, general, cited, group in (
        (state.seats["red"], False, "KIM-1.2b", "red_unit.1"),
        (ally, True, "KIM-1.2c", "red_unit.general.1"),
    ):
        with recording() as rows:
            lay_all(state, seat, [order], general=general)
        assert {"KIM-1.2b", "KIM-1.2c"} & rows.rows == {cited}
        assert state.stands["a"].group == group
        lay_all(state, seat, [Order("red_unit", "fire", ("a",))], general=not general)
        assert state.stands["a"].order == "prone", "a card of the other sort is laid in its own round"
