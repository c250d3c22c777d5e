"""Ids tell nothing and decide nothing: a battle goes the same way, whatever its pieces are called."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.bots.roster import make_bot, usual_of
from deadground.core.dice import Ids
from deadground.core.match import Match
from deadground.systems.skirmish.system import SKIRMISH

DECISIONS = 150
BATTLES = [("crossroads", "open"), ("lipki-village", "ghosts"), ("first-patrol", "by_mode")]


def backwards(ids: Ids, *, made: Any = Ids.new) -> str:
    """Another id, which comes later where this one would come sooner."""
    return "p" + "".join(f"{15 - int(digit, 16):x}" for digit in made(ids)[1:])


def story(scenario: str, knowledge: str) -> list[tuple[Any, ...]]:
    """What is told of a battle of bots, and every die of it."""
    setup = SKIRMISH.prepare(scenario, {"table_knowledge": knowledge})
    match = Match.begin(SKIRMISH, setup, b"\x2a" * 32)
    bots = {seat: make_bot(SKIRMISH, usual_of(SKIRMISH), b"bot", seat) for seat in setup.seats}
    while match.outcome is None and len(match.journal) < DECISIONS:
        seat = match.to_act()[0]
        match.submit(bots[seat].choose(match.view(seat)))
    return [
        (entry.n, event.seen.kind, event.seen.text, event.seen_by, event.seen.rolls)
        for entry in match.journal
        for event in entry.events
    ]


@pytest.mark.parametrize(("scenario", "knowledge"), BATTLES)
def test_a_battle_goes_the_same_way_whatever_its_pieces_are_called(
    monkeypatch: pytest.MonkeyPatch, scenario: str, knowledge: str
) -> None:
    told = story(scenario, knowledge)
    monkeypatch.setattr(Ids, "new", backwards)
    for was, now in zip(told, story(scenario, knowledge), strict=True):
        assert was == now
