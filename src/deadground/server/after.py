"""A battle when it is over: losses by turn, turning points, luck, routes and the diaries of the bots.

Everything is made from the history with nothing hidden, so it must only be told once the game has its outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from deadground.core.account import Led, accounts, lost_in_turns, tells_of_loss, with_turns
from deadground.core.events import SeenEvent
from deadground.core.journal import line_to
from deadground.core.match import Match
from deadground.core.scene import Clock, Scene, Spot, Token
from deadground.core.sheet import Fate, Luck
from deadground.core.view import Outcome
from deadground.server.api_after import (
    AfterBattle,
    DecidedBy,
    RollTold,
    Route,
    SideAfter,
    TurningPoint,
    TurnLosses,
)
from deadground.server.chronicle import ALL, Chronicle, Game, Told, phase_of
from deadground.server.store import SeatRow

MOST_POINTS = 6
MOST_ROLLS = 4
LONG_SHOT, SURE_THING = 0.25, 0.6
"""A hit with less than the first chance, and a miss with more than the second, are worth remembering."""


class Step(msgspec.Struct, frozen=True):
    """A moment of the game as it was played: when its choice was made, what was lost with it, and the table.

    Further turns may begin with what is told then; each thing belongs to the turn in which it happened.
    """

    told: Told
    turn: int
    phase: str
    lost: dict[str, int]
    scene: Scene | None


def after_battle(
    match: Match[Any], outcome: Outcome, chronicle: Chronicle, rows: tuple[SeatRow, ...], name: str
) -> AfterBattle:
    """The whole page of a game that is over."""
    game = Game.of(match)
    steps = list(steps_of(game, chronicle))
    scene = steps[-1].scene
    rolls = list(rolls_of(game, steps))
    told = told_in(steps)
    events = [event for _, event in told]
    men = game.system.roll_call(match.position.state, events)
    sheet = game.system.sheet(game.setup.scenario)
    losses = losses_by_turn(steps)
    return AfterBattle(
        game=name,
        system=game.setup.system,
        scenario=game.setup.scenario,
        title=sheet.title,
        seats=list(game.setup.seats),
        turns=max(steps[-1].turn, *(turn for turn, _ in told)),
        outcome=outcome,
        marks=match.marks,
        sides=with_advice(
            sides_of(game, outcome, rows, steps[-1].lost, [luck for luck, _ in rolls], men),
            lambda side: game.system.next_time(match.position.state, events, side),
        ),
        losses=losses,
        turning_points=turning_points(steps),
        lucky=remembered([roll for roll in rolls if roll[0].hits and roll[0].chance <= LONG_SHOT], 1),
        unlucky=remembered([roll for roll in rolls if not roll[0].hits and roll[0].chance >= SURE_THING], -1),
        accounts=accounts(
            match,
            outcome,
            lambda entry: chronicle.clock(game, max(0, game.journal[entry].after)).turn,
            {one.turn: one.lost for one in losses},
        ),
        men=list(men),
        decided_by=decided_by(game, steps),
        goes_on=game.system.on_with(game.setup, match.position.state) is not None,
        then=next_battle(game),
        terms=list(game.system.terms),
        routes=routes_of(steps),
        map=scene.map if scene else "",
        width=scene.width if scene else 0,
        height=scene.height if scene else 0,
    )


def steps_of(game: Game, chronicle: Chronicle) -> Iterator[Step]:
    """The moments that led to the end; what was taken back is not among them."""
    played = {entry.n for entry in line_to(list(game.journal), len(game.journal) - 1)}
    for told in chronicle.moments(game, ALL):
        if told.entry in played:
            view = chronicle.view(game, told.entry)
            clock = chronicle.clock(game, max(0, game.journal[told.entry].after))
            lost = game.system.sum_up(view.state).losses
            yield Step(told, clock.turn, phase_of(clock), lost, game.system.drawn(view))


def side_of(game: Game, seat: str) -> str:
    return game.system.side_of(game.setup.scenario, seat)


def sides_of(
    game: Game,
    outcome: Outcome,
    rows: tuple[SeatRow, ...],
    lost: dict[str, int],
    rolls: list[Luck],
    men: Sequence[Fate],
) -> list[SideAfter]:
    """Every side; one whose men came up only in the battle has as many as there were."""
    won = {side_of(game, seat) for seat in outcome.winners}
    return [
        SideAfter(
            id=side.id,
            name=side.name,
            sign=side.sign,
            pieces=side.pieces or sum(man.side == side.id for man in men),
            lost=lost.get(side.id, 0),
            expected=round(sum(luck.expected for luck in rolls if luck.side == side.id), 2),
            hits=sum(luck.hits for luck in rolls if luck.side == side.id),
            shots=sum(luck.side == side.id for luck in rolls),
            won=side.id in won,
            bots=[row.bot for row in rows if row.bot and row.seat in side.seats],
            next_time=[],
        )
        for side in game.system.sheet(game.setup.scenario).sides
    ]


def with_advice(sides: list[SideAfter], advice: Callable[[str], Sequence[str]]) -> list[SideAfter]:
    """What the sides that have not won may do otherwise next time."""
    return [
        side if side.won else msgspec.structs.replace(side, next_time=list(advice(side.id))) for side in sides
    ]


def told_in(steps: list[Step]) -> list[tuple[int, SeenEvent]]:
    """Everything that was told, with its turn."""
    return [one for step in steps for one in with_turns(step.turn, step.told.news)]


def decided_by(game: Game, steps: list[Step]) -> DecidedBy | None:
    """The roll that counted most in the battle, as its system sees it."""
    told = told_in(steps)
    found = game.system.deciding_roll([event for _, event in told])
    if found is None:
        return None
    turn = next(turn for turn, event in told if event is found.event)
    return DecidedBy(turn, found.event.text, found.why, list(found.event.rolls))


def next_battle(game: Game) -> str:
    """What the lesson of a battle names as the next; "" without a lesson."""
    lesson = game.system.lesson(game.setup.scenario)
    return lesson.then if lesson else ""


def losses_by_turn(steps: list[Step]) -> list[TurnLosses]:
    """What was lost by the end of each turn."""
    found = lost_in_turns(Led(step.turn, step.told.news, step.lost) for step in steps)
    return [TurnLosses(turn, lost) for turn, lost in found.items()]


def turning_points(steps: list[Step]) -> list[TurningPoint]:
    """The moments in which most was lost, in their order."""
    found: list[tuple[int, TurningPoint]] = []
    for before, step in pairwise(steps):
        lost = {side: count - before.lost.get(side, 0) for side, count in step.lost.items()}
        lost = {side: count for side, count in lost.items() if count > 0}
        if lost:
            moment = step.told.moment
            losses = [(when, event) for when, event in whens(step) if tells_of_loss(event)]
            text = " ".join(event.text for _, event in losses)
            when = losses[0][0] if losses else (step.turn, step.phase)
            point = TurningPoint(moment.n, *when, text or moment.title, lost)
            found.append((sum(lost.values()), point))
    most = sorted(found, key=lambda pair: (-pair[0], pair[1].moment))[:MOST_POINTS]
    return sorted((point for _, point in most), key=lambda point: point.moment)


def whens(step: Step) -> Iterator[tuple[tuple[int, str], SeenEvent]]:
    """What was told in a step, each with its turn and its phase, as far as the clock was told."""
    phase = step.phase
    for turn, event in with_turns(step.turn, step.told.news):
        if "clock" in event.data:
            phase = phase_of(msgspec.convert(event.data["clock"], Clock))
        yield (turn, phase), event


def rolls_of(game: Game, steps: list[Step]) -> Iterator[tuple[Luck, RollTold]]:
    for turn, event in told_in(steps):
        luck = game.system.luck(event)
        if luck is not None:
            yield luck, told(event, luck, turn)


def told(event: SeenEvent, luck: Luck, turn: int) -> RollTold:
    return RollTold(turn, luck.side, event.text, round(luck.chance, 3), luck.hits)


def remembered(rolls: list[tuple[Luck, RollTold]], order: int) -> list[RollTold]:
    """The least likely of some rolls, least likely first."""
    return [roll for _, roll in sorted(rolls, key=lambda pair: order * pair[0].chance)[:MOST_ROLLS]]


def on_the_way(step: Step, pieces: Container[str], ways: dict[str, list[Spot]]) -> dict[str, int]:
    """The places at which known pieces were named within a step; and in which turn each of them was out of it."""
    out: dict[str, int] = {}
    for turn, event in with_turns(step.turn, step.told.news):
        for id, stood in event.data.get("stood", {}).items():
            if id not in pieces or id in out:
                continue
            spot = (stood["at"][0], stood["at"][1])
            if ways[id][-1] != spot:
                ways[id].append(spot)
            if stood.get("out"):
                out[id] = turn
    return out


def routes_of(steps: list[Step]) -> list[Route]:
    """The way every piece went, from its first place to its last. One that is lost leaves a trace of its own id."""
    pieces: dict[str, Token] = {}
    ways: dict[str, list[Spot]] = {}
    gone: dict[str, int] = {}
    traces: set[str] = set()
    for step in steps:
        if step.scene is None:
            continue
        out = on_the_way(step, pieces, ways)
        for id, token in step.scene.tokens.items():
            way = ways.setdefault(id, [])
            if not way or way[-1] != token.at:
                way.append(token.at)
            pieces[id] = token
            gone.pop(id, None)
        for id in pieces.keys() - step.scene.tokens.keys():
            gone.setdefault(id, out.get(id, step.turn))
        traces |= step.scene.traces.keys()
    return [
        Route(
            side=token.side,
            title=token.title,
            points=ways[id],
            lost=gone.get(id, 0) if id in traces else 0,
            left=0 if id in traces else gone.get(id, 0),
        )
        for id, token in pieces.items()
    ]
