"""Show that two trees of the project play the same games, though one lays them out otherwise.

    python tools/same_play.py OLD NEW --seeds 20
    python tools/same_play.py OLD NEW --battles five-a-side,first-lesson --bot random --most 60

OLD and NEW are copies of the sources. For every battle and seed bots play a game in OLD, and bots of NEW play it
beside them. After every choice must be equal: the act (that of OLD carried over by NEW's migrations), the dice, the
texts and rows of the events; and OLD's position, carried over, must have the digest of NEW's. So goldens may be
accepted anew after a change of layout that this tool has passed, and not before.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

TELL, BESIDE = "--tell", "--beside"
"""How the tool calls itself, inside the tree that it tells of."""


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Told(msgspec.Struct, frozen=True):
    """What a tree tells after a choice: the entries it led to, and a save with the position and no journal."""

    entries: list[Any]
    save: Any


def battle(scenario: str, seed: int, bot: str, most: int) -> Iterator[tuple[Any, list[Any]]]:
    """A game of the tree that is imported, choice by choice: the match, and the entries that have come."""
    from deadground.bots.roster import make_bot, usual_of
    from deadground.core.bot import chosen
    from deadground.core.match import Match
    from deadground.lab.simulation import seed_of
    from deadground.systems import registry

    system = next(one for one in registry.systems().values() if scenario in one.scenarios)
    setup = system.prepare(scenario)
    dice = seed_of(setup, seed, 0)
    players = {seat: make_bot(system, bot or usual_of(system), dice, seat) for seat in setup.seats}
    match: Any = Match.begin(system, setup, dice)
    written = 0
    while True:
        yield match, match.journal[written:]
        written = len(match.journal)
        if match.outcome is not None or written >= most:
            return
        seat = match.to_act()[0]
        match.submit(chosen(players[seat], match.view(seat)), players[seat].note)


def tell(game: Iterator[tuple[Any, list[Any]]]) -> None:
    """Write a game to standard output, a line for each choice."""
    from deadground.core.saves import whole_of

    for match, entries in game:
        save = msgspec.structs.replace(whole_of(match), journal=())
        sys.stdout.buffer.write(msgspec.json.encode(Told(entries, save)) + b"\n")


def play_beside(game: Iterator[tuple[Any, list[Any]]]) -> str:
    """Play the game that standard input tells of; the first thing that is not the same, or "" if all is."""
    number = 0
    for line in sys.stdin.buffer:
        told = msgspec.json.decode(line, type=Told)
        found = next(game, None)
        if found is None:
            return f"entry {number}: the game is over, and in OLD it goes on"
        match, entries = found
        problem = differs(match, entries, told)
        if problem:
            return problem
        number = len(match.journal)
    return "" if next(game, None) is None else f"entry {number}: the game goes on, and in OLD it is over"


def differs(match: Any, entries: list[Any], told: Told) -> str:
    """What is not the same after a choice."""
    from deadground.core.journal import Entry
    from deadground.core.saves import Save, of_today, position_of

    save = msgspec.convert(told.save, Save)
    for plain in told.entries:
        old = of_today(msgspec.convert(plain, Entry), save.schema, match.system)
        new = next((entry for entry in entries if entry.n == old.n), None)
        if new is None:
            return f"entry {old.n}: it is not there"
        for what, ours, theirs in compared(new, old):
            if msgspec.json.encode(ours) != msgspec.json.encode(theirs):
                return f"entry {old.n}: another {what}\n  OLD {theirs}\n  NEW {ours}"
    if len(entries) != len(told.entries):
        return f"entry {entries[-1].n}: it is new"
    if position_of(save, match.system).digest() != match.position.digest():
        return f"entry {entries[-1].n}: OLD's position, carried over, is not NEW's"
    return ""


def compared(new: Any, old: Any) -> Iterator[tuple[str, Any, Any]]:
    """What two entries must agree in, as pairs."""
    yield "act", new.act, old.act
    yield "roll", new.rolls, old.rolls
    yield "event", told_by(new), told_by(old)


def told_by(entry: Any) -> list[Any]:
    """The events of an entry without their data: what is read, under which rules, and by whom."""
    return [(event.seen.text, event.seen.rows, event.seen_by, event.masked) for event in entry.events]


def in_tree(tree: Path, *words: str, **streams: Any) -> subprocess.Popen[bytes]:
    """This tool, run with the sources of a tree and, where it has one, in its environment."""
    python = tree / ".venv" / "bin" / "python"
    command = [str(python if python.exists() else sys.executable), str(Path(__file__).resolve()), *words]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(tree / "src")}, **streams)


def battles_of(tree: Path) -> list[str]:
    with in_tree(tree, "--list", stdout=subprocess.PIPE) as listing:
        return listing.communicate()[0].decode().split()


def listed() -> None:
    from deadground.systems import registry

    for system in registry.systems().values():
        for scenario in system.scenarios:
            say(scenario)


def hold_together(old: Path, new: Path, words: list[str]) -> str:
    """Play one game in both trees; what is not the same, or ""."""
    telling = in_tree(old, TELL, *words, stdout=subprocess.PIPE)
    beside = in_tree(new, BESIDE, *words, stdin=telling.stdout, stdout=subprocess.PIPE)
    if telling.stdout:
        telling.stdout.close()
    found = beside.communicate()[0].decode().strip()
    failed = telling.wait() and not found
    return found or (
        "OLD could not play it" if failed else "NEW could not play it" if beside.returncode else ""
    )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("trees", nargs="*", type=Path, metavar="OLD NEW")
    parser.add_argument("--seeds", type=int, default=20, help="games of each battle")
    parser.add_argument("--battles", default="", help="names with commas between them; all if none are given")
    parser.add_argument(
        "--bot", default="", help="who plays all seats; the usual bot of each system if not given"
    )
    parser.add_argument("--most", type=int, default=100_000, help="entries of a game at the most")
    parser.add_argument("--list", action="store_true", help=argparse.SUPPRESS)
    for way in (TELL, BESIDE):
        parser.add_argument(way, nargs=4, metavar=("BATTLE", "SEED", "BOT", "MOST"), help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    given = arguments()
    way = given.tell or given.beside
    if given.list:
        listed()
        return 0
    if way:
        scenario, seed, bot, most = way
        game = battle(scenario, int(seed), bot, int(most))
        if given.tell:
            tell(game)
        else:
            say(play_beside(game))
        return 0
    if len(given.trees) != 2:
        sys.exit("two trees are wanted: OLD NEW")
    old, new = given.trees
    differing = 0
    for scenario in given.battles.split(",") if given.battles else battles_of(new):
        for seed in range(1, given.seeds + 1):
            problem = hold_together(old, new, [scenario, str(seed), given.bot, str(given.most)])
            differing += bool(problem)
            say(f"{scenario} {seed}: {problem or 'the same'}")
    say(f"{differing} games differ" if differing else "all games are the same")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
