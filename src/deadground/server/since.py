"""What happened since a seat last looked, in a few lines.

Everything is read from the seat's own history: its scenes, in which what it may not know is not drawn, and its own
log. So nothing here needs to know the rules, and nothing can be told that the seat's page has not shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec

from deadground.core.events import SeenEvent
from deadground.core.match import Match
from deadground.core.scene import Scene, Shape, Token
from deadground.server.api_notices import Since, SinceTurn
from deadground.server.chronicle import Chronicle, Game, Told, seen_by

MOST_TURNS = 5
"""What was missed before these many turns is told as one."""

MOST_SENTENCES = 3
MOST_NAMES = 4
UNTOLD = ("masked", "only_choice")
"""Kinds of log lines that say nothing to somebody who was away."""


MEANWHILE = "Meanwhile"
NOTHING = "Nobody was lost or hit, and nothing new was seen."


class Now(msgspec.Struct, frozen=True):
    """How the table stands for a seat: what it is asked, who is waited for, how long its log is, how it ended."""

    seat: str
    prompts: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    log: int = 0
    over: str = ""

    @classmethod
    def of(cls, match: Match[Any], seat: str) -> Now:
        view = match.view(seat)
        prompts = tuple(request.prompt for request in view.requests)
        over = match.outcome.reason if match.outcome else ""
        return cls(seat, prompts, view.waiting, len(match.log(seat)), over)


class Stretch(msgspec.Struct, frozen=True):
    """Some moments that are told together, and what is told of them."""

    told: list[Told]
    lines: list[str]


def since_left(chronicle: Chronicle, game: Game, now: Now, seen: int) -> Since:
    """What a seat missed, if its log had `seen` lines when it last looked."""
    told = chronicle.moments(game, now.seat)
    first = first_missed(game, now.seat, seen)
    place = next((at for at, one in enumerate(told) if one.entry >= first), len(told))
    missed = told[place:]
    turns: list[SinceTurn] = []
    if missed:
        scene = chronicle.seen(game, now.seat, told, told[max(0, place - 1)].moment.n).scene
        found: list[Stretch] = []
        for some in parted(missed):
            before, scene = scene, chronicle.seen(game, now.seat, told, some[-1].moment.n).scene
            found.append(Stretch(some, sentences(before, scene, some)))
        timed = scene is not None
        turns = [SinceTurn(title_of(one.told) if timed else MEANWHILE, one.lines) for one in joined(found)]
    return Since(
        events=max(0, now.log - seen),
        moment=missed[0].moment.n if missed else None,
        turns=[told for told in turns if told.lines],
        asked=asked(now),
    )


def first_missed(game: Game, seat: str, seen: int) -> int:
    """The first entry that told a seat something beyond the lines it had."""
    told = 0
    for entry in game.journal:
        told += len(seen_by(game, seat, entry))
        if told > seen:
            return entry.n
    return len(game.journal)


def parted(missed: list[Told]) -> list[list[Told]]:
    """Missed moments by turn, the earliest together; by phase if all are of one turn."""
    turns = [list(told) for _, told in groupby(missed, lambda one: one.moment.turn)]
    if len(turns) == 1:
        return [list(told) for _, told in groupby(missed, lambda one: one.moment.phase)]
    early, late = turns[:-MOST_TURNS], turns[-MOST_TURNS:]
    return [[one for told in early for one in told], *late] if early else late


def joined(found: list[Stretch]) -> list[Stretch]:
    """Stretches in which nothing happened are told as one."""
    kept: list[Stretch] = []
    for one in found:
        if kept and one.lines == kept[-1].lines == [NOTHING]:
            kept[-1] = Stretch([*kept[-1].told, *one.told], [NOTHING])
        else:
            kept.append(one)
    return kept


def title_of(told: list[Told]) -> str:
    """The turn or turns that some moments belong to, and the phase if all are of one."""
    first, last = told[0].moment, told[-1].moment
    if first.turn != last.turn:
        return f"Turns {max(1, first.turn)} to {last.turn}" if last.turn > 1 else "Turn 1"
    turn = f"Turn {first.turn}" if first.turn else "Before the first turn"
    return f"{turn}, {first.phase.lower()}" if first.phase and first.phase == last.phase else turn


def sentences(before: Scene | None, after: Scene | None, told: list[Told]) -> list[str]:
    """Losses, ground and newcomers from two scenes; without a map the last lines of the log."""
    if before is None or after is None:
        return last_lines(event for one in told for event in one.news)
    told_of = (losses, hits, ground, newcomers)
    lines = [line for tell in told_of for line in tell(before, after)]
    return [*lines, *fights(after, told)] or [NOTHING]


def fights(after: Scene, told: list[Told]) -> Iterator[str]:
    """What the last exchanges of fire came to, in the words for one's own side: they may leave no mark on a map."""
    mine = next((side.id for side in after.sides if side.mine), "")
    sums = [event.data["sums"] for one in told for event in one.news if "sums" in event.data]
    yield from (said[mine] for said in sums[-MOST_SENTENCES:] if mine in said)
    earlier = len(sums) - MOST_SENTENCES
    if earlier > 0:
        yield f"{earlier} more {'exchange' if earlier == 1 else 'exchanges'} before."


def losses(before: Scene, after: Scene) -> Iterator[str]:
    """What each side lost, one's own side first: new traces that were pieces before, or bear a side."""
    new = [trace for id, trace in after.traces.items() if id not in before.traces and trace.side]
    for side in sorted(after.sides, key=lambda side: not side.mine):
        names = [
            before.tokens[trace.id].title if trace.id in before.tokens else trace.title.split(",")[0]
            for trace in new
            if trace.side == side.id
        ]
        if names:
            yield f"{'You' if side.mine else side.name} lost {listed(names)}."


def hits(before: Scene, after: Scene) -> Iterator[str]:
    """The pieces that carry more hits than before, one's own first."""
    for side in sorted(after.sides, key=lambda side: not side.mine):
        names = [
            token.title
            for id, token in after.tokens.items()
            if token.side == side.id and token.hits > (before.tokens[id].hits if id in before.tokens else 0)
        ]
        if names:
            yield f"Hits on {'you' if side.mine else side.name}: {listed(names)}."


def newcomers(before: Scene, after: Scene) -> Iterator[str]:
    """Pieces of others that were not on the table before."""
    mine = {side.id for side in after.sides if side.mine}
    known = before.tokens.keys() | before.traces.keys()
    names = [
        token.title
        for id, token in after.tokens.items()
        if id not in known and not token.seen and token.side not in mine
    ]
    if names and mine:
        yield f"New on the table: {listed(names)}."


def ground(before: Scene, after: Scene) -> Iterator[str]:
    """The objectives at which somebody else stands now than before."""
    names = {side.id: "you" if side.mine else side.name for side in after.sides}
    for shape in after.shapes.values():
        if shape.look == "objective" and shape.kind == "ring":
            then, now = standing(before, shape), standing(after, shape)
            if then != now:
                who = " and ".join(names[side] for side in now)
                verb = "stands" if len(now) == 1 and who != "you" else "stand"
                words = f"{who} {verb} there now" if now else "nobody is seen there any more"
                yield f"“{called(shape.label, after)}”: {words}."


def called(label: str, scene: Scene) -> str:
    """An objective in the words of the reader's own side; its label has those of every side that wants it."""
    mine = [side.name for side in scene.sides if side.mine]
    ways = label.split("; ")
    own = next((way for way in ways if any(f"({name} " in way for name in mine)), ways[0])
    return own.split(" (")[0]


def standing(scene: Scene, ring: Shape) -> tuple[str, ...]:
    """The sides that have a piece inside a ring, as far as it is seen."""
    ((x, y),) = ring.points
    inside: Iterable[Token] = (
        token
        for token in scene.tokens.values()
        if not token.seen and (token.at[0] - x) ** 2 + (token.at[1] - y) ** 2 <= ring.radius**2
    )
    sides = {token.side for token in inside}
    return tuple(side.id for side in sorted(scene.sides, key=lambda side: not side.mine) if side.id in sides)


def last_lines(events: Iterable[SeenEvent]) -> list[str]:
    """The last few lines of the log, and how many there were before them."""
    lines = [event.text for event in events if event.kind not in UNTOLD]
    earlier = len(lines) - MOST_SENTENCES
    more = [f"{earlier} more {'line' if earlier == 1 else 'lines'} in the log."] if earlier > 0 else []
    return [*lines[-MOST_SENTENCES:], *more]


def listed(names: Iterable[str]) -> str:
    """Names, each once with its number; beyond a few, how many others."""
    counted = [name if number == 1 else f"{number} {name}" for name, number in Counter(names).items()]
    shown, rest = counted[:MOST_NAMES], len(counted) - MOST_NAMES
    return ", ".join(shown) + (f" and {rest} {'other' if rest == 1 else 'others'}" if rest > 0 else "")


def asked(now: Now) -> str:
    """What is asked of a seat now, or whom the table waits for."""
    if now.over:
        return f"The fight is over. {now.over}"
    if now.prompts:
        return now.prompts[0]
    others = [one.replace("_", " ").capitalize() for one in now.waiting if one != now.seat]
    return f"The table waits for {' and '.join(others)}." if others else ""
