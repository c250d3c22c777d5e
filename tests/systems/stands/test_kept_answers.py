"""Answers that are kept change no game: one played from memory is the one in which everything is worked out."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from deadground.bots.random import RandomBot
from deadground.core import citing
from deadground.core.match import Match
from deadground.systems.stands.sight_rules import SEEN
from deadground.systems.stands.system import STANDS


def journal(seed: bytes) -> bytes:
    """A random battle from its beginning to its end."""
    match = Match.begin(STANDS, STANDS.prepare("first-lesson"), seed)
    bot = RandomBot(Random(seed))
    while match.outcome is None:
        match.submit(bot.choose(match.view(match.to_act()[0])))
    return msgspec.json.encode(match.journal)


@pytest.mark.parametrize("seed", [b"one" * 11, b"two" * 11])
def test_a_battle_from_memory_is_the_battle_without(seed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out = journal(seed)
    with monkeypatch.context() as nobody_listens:
        nobody_listens.setattr(citing, "_active", ())
        first = journal(seed)
        assert len(SEEN._kept) > 0
        again = journal(seed)
    assert worked_out == first == again
