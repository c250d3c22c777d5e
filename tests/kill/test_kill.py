"""The server is killed at random moments while two clients play: nothing acknowledged is lost or half there."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest

from deadground.core.replay import audit
from deadground.core.table import Table
from deadground.testing.conformance.suite import Size
from tests.kill.duellists import SEATS, Duel
from tests.server.running import Running, Start, kept_match

KILLS = {"ci": 6, "full": 100}
LONGEST = 0.4
"""Seconds of play before a kill; some come while the two are still reading their views."""


def test_nothing_is_lost_or_half_there_however_often_the_server_is_killed(
    start: Start, database: Path, size: Size
) -> None:
    rng = Random(f"kill {size}")
    server = start()
    duel = Duel(server)
    kept, cut, games = 0, 0, 1
    for _ in range(KILLS[size]):
        play_and_kill(server, duel, rng)
        cut += sum(account.sent is not None for account in duel.accounts.values())
        match = kept_match(database, duel.game)
        duel.settle(match)
        kept = max(kept, len(match.journal))
        assert list(audit(match)) == []
        assert match.position.digest() == match.journal[-1].digest
        server = start()
        come_back(server, duel, match)
        if duel.over or match.outcome is not None:
            duel, games = Duel(server), games + 1
    assert kept > 10
    assert cut, "no kill came in the middle of a choice: the test proves less than it says"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system does not list its processes")
def test_the_processes_of_bots_end_with_a_server_that_was_killed(start: Start) -> None:
    server = start()
    with server.sit(server.begin("company")) as player:
        player.play(2)
        workers = children_of(server.process.pid)
    assert workers
    server.end()
    end = monotonic() + 20
    while any(is_running(worker) for worker in workers):
        assert monotonic() < end, "a bot goes on thinking for nobody"
        sleep(0.05)


def children_of(process: int) -> list[int]:
    stats = [stat_of(int(entry.name)) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [number for number, state, parent in filter(None, stats) if parent == process and state != "Z"]


def is_running(process: int) -> bool:
    stat = stat_of(process)
    return stat is not None and stat[1] != "Z"


def stat_of(process: int) -> tuple[int, str, int] | None:
    """A process, its state and its parent; None if it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    return process, fields[0], int(fields[1])


def play_and_kill(server: Running, duel: Duel, rng: Random) -> None:
    ready = threading.Barrier(len(SEATS) + 1)
    threads = duel.play_until_cut(server, rng, ready)
    ready.wait(20)
    sleep(rng.uniform(0, LONGEST))
    server.end()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()


def come_back(server: Running, duel: Duel, match: Any) -> None:
    """Both reconnect and see exactly what the journal leads to."""
    table = Table(match, duel.game)
    for seat in SEATS:
        with server.sit(duel.opened(seat)) as player:
            assert player.view["digest"] == table.seen(seat).digest
            assert [one.text for one in player.log] == [one.text for one in match.log(seat)][
                -len(player.log) :
            ]
