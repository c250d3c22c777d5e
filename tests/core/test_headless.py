"""Battles that nobody looks back on are the same battles."""

from __future__ import annotations

from typing import Any

import pytest

from deadground.bots.roster import make_bot, usual_of
from deadground.core.citing import recording
from deadground.core.headless import Headless
from deadground.core.journal import Chose
from deadground.core.match import Match
from deadground.core.system import System
from deadground.systems import registry
from deadground.testing.games import games

BATTLES = [
    ("duel", "pair"),
    ("cards", next(iter(games()["cards"].scenarios))),
    ("stands", "first-lesson"),
    ("skirmish", "five-a-side"),
]
MOST = 60


def played(kind: type[Match[Any]], system: System[Any], scenario: str) -> Match[Any]:
    seed = b"headless".ljust(32)
    match = kind.begin(system, system.prepare(scenario), seed)
    bots = {seat: make_bot(system, usual_of(system), seed, seat) for seat in match.setup.seats}
    while match.outcome is None and len(match.journal) < MOST:
        seat = match.to_act()[0]
        match.submit(bots[seat].choose(match.view(seat)), bots[seat].note)
    return match


def done(match: Match[Any]) -> list[Any]:
    """What was chosen and thrown, without a bot's words about it."""
    acts = [one.act.choice if isinstance(one.act, Chose) else one.act for one in match.journal]
    return [(act, one.rolls) for act, one in zip(acts, match.journal, strict=True)]


@pytest.mark.parametrize(("name", "scenario"), BATTLES)
def test_a_headless_match_plays_the_same_game_without_digests_and_log(name: str, scenario: str) -> None:
    system = {**games(), **registry.systems()}[name]
    whole, light = (played(kind, system, scenario) for kind in (Match, Headless))
    assert done(light) == done(whole)
    assert any(one.events for one in whole.journal)
    assert not any(one.events for one in light.journal)
    assert light.position.digest() == whole.position.digest()
    assert (light.outcome, light.serials) == (whole.outcome, whole.serials)
    assert {one.digest for one in light.journal} == {""}
    assert not any(light.can_undo(seat) for seat in light.setup.seats if not light.position.sealed)


def test_who_listens_to_citations_hears_a_headless_match_told() -> None:
    system = games()["duel"]
    whole = played(Match, system, "pair")
    with recording() as heard:
        light = played(Headless, system, "pair")
    assert [one.events for one in light.journal] == [one.events for one in whole.journal]
    assert {row for one in whole.journal for event in one.events for row in event.seen.rows} <= heard.rows
