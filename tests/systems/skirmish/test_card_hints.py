"""Cards that are played at an enemy are not offered while nobody is known of."""

from __future__ import annotations

import pytest

from deadground.core.requests import Orders
from deadground.systems.skirmish.rules.activation.activation import Activation
from tests.systems.skirmish.system import playing
from tests.systems.skirmish.table import foe, man, table


@pytest.mark.parametrize("enemies", [1, 0])
def test_fire_and_charge_say_why_where_no_enemy_is_known(enemies: int) -> None:
    foes = [foe("x", (12, 30))][:enemies]
    state = table(man("a", (8, 38), rep=5, rank="squad_leader"), *foes)
    with playing(state, Activation("red-1")) as p:
        asked = p.asked("red")
        assert isinstance(asked, Orders)
        hints = {card.id: card.hint for card in asked.cards}
        for card in ("fire", "charge"):
            assert hints[card] == ("" if enemies else "you know of no enemy")
        assert hints["move"] == ""
        p.pending(red="Give the group its orders")
