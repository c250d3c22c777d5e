"""Cards that are played at an enemy are not offered while nobody is known of."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.bots.roster import make_bot, usual_of
from deadground.core.headless import Headless
from deadground.core.match import Match
from deadground.core.requests import AnyRequest, Orders
from deadground.systems.skirmish.rules.activation.activation import Activation
from deadground.systems.skirmish.rules.activation.orders import LAWS
from deadground.systems.skirmish.system import SKIRMISH
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


def without_words(request: AnyRequest) -> AnyRequest:
    """A request that does not say why nobody can be given a card that is never proposed."""
    if not isinstance(request, Orders):
        return request
    cards = tuple(
        msgspec.structs.replace(card, hint="", rows=()) if LAWS[card.id].by_hand else card
        for card in request.cards
    )
    return msgspec.structs.replace(request, cards=cards)


def test_where_nobody_reads_it_the_same_is_asked_without_those_words() -> None:
    seed = b"words".ljust(32)
    whole, light = (kind.begin(SKIRMISH, SKIRMISH.prepare("five-a-side"), seed) for kind in (Match, Headless))
    bots: dict[str, Any] = {
        seat: make_bot(SKIRMISH, usual_of(SKIRMISH), seed, seat) for seat in whole.setup.seats
    }
    said = []
    while whole.outcome is None:
        seat = whole.to_act()[0]
        told, silent = (match.view(seat).requests[0] for match in (whole, light))
        assert silent == without_words(told)
        said.append(silent != told)
        choice = bots[seat].choose(whole.view(seat))
        whole.submit(choice)
        light.submit(choice)
    assert any(said)
