"""Options that wait for a chapter: refused where a battle is set up, and no hindrance in an older save."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from deadground.core.faults import SaveError, SetupError
from deadground.core.match import Match
from deadground.core.saves import revive, whole_of
from deadground.systems.skirmish.system import SKIRMISH
from deadground.testing.play import SEED

WAITING = {"max_events_per_turn": "1", "house_4_attack_forces": "on", "house_5_defend_forces": "on"}


@pytest.mark.parametrize(("name", "value"), WAITING.items())
def test_an_older_save_in_which_it_was_set_goes_on(name: str, value: str) -> None:
    with pytest.raises(SetupError, match="changes nothing yet"):
        SKIRMISH.prepare("crossroads", {name: value})
    match = Match.begin(SKIRMISH, SKIRMISH.prepare("crossroads"), SEED)
    whole = whole_of(match)
    was_set = replace(whole.setup, options={**whole.setup.options, name: value})
    older = revive(replace(whole, setup=was_set, version="0.1"), SKIRMISH)
    assert older.setup == match.setup
    assert older.requests(match.to_act()[0]) == match.requests(match.to_act()[0])
    with pytest.raises(SaveError, match="changes nothing yet"):
        revive(replace(whole, setup=was_set), SKIRMISH)
