"""Who looks on at a battle sees what both sides see, and no trace of what either hides."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deadground.bots.roster import make_bot
from deadground.core.match import Match
from deadground.core.table import Table
from deadground.systems.registry import systems

LOOKS_ON = "observer"
STANDS = systems()["stands"]


def table_of(scenario: str) -> Table[Any]:
    match = Match.begin(STANDS, STANDS.prepare(scenario, {}, {}), seed=b"looking on")
    match.onlookers = frozenset({LOOKS_ON})
    return Table(match)


def sent(table: Table[Any]) -> str:
    return msgspec.json.encode(table.join(LOOKS_ON)).decode()


@pytest.mark.parametrize("scenario", list(STANDS.scenarios))
def test_he_sees_the_stands_that_everybody_sees(scenario: str) -> None:
    table = table_of(scenario)
    seen = {seat: set(table.match.view(seat).state.stands) for seat in (*table.match.setup.seats, LOOKS_ON)}
    assert seen.pop(LOOKS_ON) == set.intersection(*seen.values())
    hidden = [id for id, stand in table.match.position.state.stands.items() if stand.hidden]
    assert hidden
    assert not [id for id in hidden if f'"{id}"' in sent(table)]


def test_in_play_he_is_told_of_no_hidden_stand() -> None:
    table = table_of("first-lesson")
    match = table.match
    bots = {seat: make_bot(STANDS, "random", b"bots", seat) for seat in match.setup.seats}
    frames = [sent(table)]
    for _ in range(60):
        for seat in match.to_act():
            match.submit(bots[seat].choose(match.view(seat)))
            frames.append(msgspec.json.encode(table.news(LOOKS_ON)).decode())
            hidden = [id for id, stand in match.position.state.stands.items() if stand.hidden]
            assert not [id for id in hidden if any(f'"{id}"' in frame for frame in frames)]
    assert len([frame for frame in frames if frame != "null"]) > 10
