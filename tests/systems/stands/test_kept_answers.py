"""Answers that are kept, and steps that are foreseen to be idle, change no game.

A battle in which everything is worked out and every step is looked at has the same journal.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from deadground.bots.random import RandomBot
from deadground.bots.roster import make_bot
from deadground.core import citing
from deadground.core.match import Match
from deadground.systems.stands.game import enemies_of
from deadground.systems.stands.quick.foresight import Foresight
from deadground.systems.stands.rules.movement import clock
from deadground.systems.stands.rules.visibility.sight_rules import SEEN
from deadground.systems.stands.system import STANDS


def journal(seed: bytes) -> bytes:
    """A random battle from its beginning to its end."""
    match = Match.begin(STANDS, STANDS.prepare("first-lesson"), seed)
    bot = RandomBot(Random(seed))
    while match.outcome is None:
        match.submit(bot.choose(match.view(match.to_act()[0])))
    return msgspec.json.encode(match.journal)


def first_turns(scenario: str, turns: int) -> bytes:
    """The first turns of a battle of the strongest bot against itself: there are snap shots, halts and ambushes."""
    match = Match.begin(STANDS, STANDS.prepare(scenario), f"{scenario} 0".encode().ljust(32))
    players = {seat: make_bot(STANDS, "steady", match.seed, seat) for seat in match.setup.seats}
    while match.outcome is None and match.position.state.turn <= turns:
        seat = match.to_act()[0]
        match.submit(players[seat].choose(match.view(seat)))
    return msgspec.json.encode(match.journal)


class LooksAtAll(Foresight):
    """One who foresees nothing: every step, every pair, every mover must be asked about."""

    def next_after(self, step: int) -> int:
        return step + 1

    def may_be_discovered(self, step: int) -> bool:
        return True

    def may_meet(self, step: int) -> list[tuple[str, str]]:
        movers = [one for one in self.state.stands.values() if one.id in self.courses]
        return [(one.id, foe.id) for one in movers for foe in enemies_of(self.state, one.side)]

    def in_sights(self, step: int) -> set[tuple[str, str]] | None:
        return None


@pytest.mark.parametrize(
    ("scenario", "turns"),
    [
        ("first-lesson", 6),
        ("vesnya-crossings", 3),
        ("vesnya-bridgehead", 4),
        ("olkhovka-line", 2),
        ("montfleury-plateau", 2),
    ],
)
def test_a_battle_that_skips_idle_steps_is_the_battle_that_looks_at_all(
    scenario: str, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(citing, "_active", ())
    skipped = first_turns(scenario, turns)
    monkeypatch.setattr(clock, "Foresight", LooksAtAll)
    assert first_turns(scenario, turns) == skipped


def night_march(seed: int) -> bytes:
    """A battle in which all lay and march at random, up to the end of its first night: they meet in the dark."""
    match = Match.begin(STANDS, STANDS.prepare("vesnya-bridgehead"), f"night {seed}".encode().ljust(32))
    bot, night = RandomBot(Random(seed)), min(match.position.state.night_turns)
    while match.outcome is None and match.position.state.turn <= night:
        match.submit(bot.choose(match.view(match.to_act()[0])))
    return msgspec.json.encode(match.journal)


@pytest.mark.parametrize("seed", [10, 12, 17, 29])
def test_a_night_that_skips_idle_steps_is_the_night_that_looks_at_all(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(citing, "_active", ())
    skipped = night_march(seed)
    monkeypatch.setattr(clock, "Foresight", LooksAtAll)
    assert night_march(seed) == skipped


@pytest.mark.parametrize("seed", [b"one" * 11, b"two" * 11])
def test_a_battle_from_memory_is_the_battle_without(seed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out = journal(seed)
    with monkeypatch.context() as nobody_listens:
        nobody_listens.setattr(citing, "_active", ())
        first = journal(seed)
        assert len(SEEN._kept) > 0
        again = journal(seed)
    assert worked_out == first == again
