"""Checks with a second world: what a seat cannot see must make no difference to what it is shown."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from deadground.bots.roster import make_bot, usual_of
from deadground.core import position as positions
from deadground.core.bot import chosen
from deadground.core.dice import DiceError, Ids, Recorded
from deadground.core.faults import RuleCrash
from deadground.core.game import Game
from deadground.core.match import Match
from deadground.core.messages import ErrorMessage
from deadground.core.position import Position, look
from deadground.core.records import has_secrets
from deadground.core.system import System
from deadground.core.table import Table
from deadground.testing.conformance.ids import pieces_of, words_in
from deadground.testing.conformance.questions import questions

if TYPE_CHECKING:
    from deadground.testing.conformance.naming import Pieces


class Steps:
    """What happened between two decisions: the position before the last step, and invariants on the way."""

    def __init__(self, system: System[Any], pieces: Pieces) -> None:
        self.system = system
        self.pieces = pieces
        self.begin()

    def begin(self) -> None:
        self.last: Position[Any] | None = None
        self.game: Game[Any] | None = None
        self.rolls = 0
        self.events = 0
        self.broken: list[str] = []

    def watch(self, game: Game[Any], position: Position[Any]) -> None:
        self.broken += self.system.invariants(position.state)
        self.pieces.watch(position.state)
        self.last, self.game = position.copy(), game
        self.rolls, self.events = len(game.rolls), len(game.events)


def imagined(match: Match[Any], seat: str, rng: Random) -> Match[Any]:
    """The match as it would be in a world drawn for a seat."""
    world = match.copy(match.seed, None)
    world.position.state = match.system.imagine(match.view(seat), rng)
    world.position.sealed = {
        other: value if other == seat else None for other, value in world.position.sealed.items()
    }
    return world


def imagined_looks_alike(match: Match[Any], table: Table[Any], rng: Random) -> None:
    """A world imagined for a seat shows it the same view, requests and digest, and keeps the invariants."""
    for seat in match.setup.seats:
        world = imagined(match, seat, rng)
        for broken in match.system.invariants(world.position.state):
            raise AssertionError(f"a world imagined for {seat} breaks an invariant: {broken}")
        same_to(seat, match, table, world)


def imagined_plays_out(match: Match[Any], rng: Random, most: int) -> None:
    """From a world imagined for a seat that is asked, the usual bot on every side's seat plays the game to its end.

    What others have sealed is not the seat's to know: they are asked again. Where what is going on names somebody
    the seat does not know, there is no world in which it could be thought to its end.
    """
    seat, seed = rng.choice(match.to_act()), rng.randbytes(32)
    world = imagined(match, seat, rng)
    unknown = pieces_of(match.position.state) - pieces_of(world.position.state)
    if unknown & words_in(world.position.agenda):
        return
    world.position.sealed.clear()
    system = match.system
    kinds = {one: "random" if system.sees_all(one) else usual_of(system) for one in match.setup.seats}
    players = {one: make_bot(system, kind, seed, one) for one, kind in kinds.items()}
    for _ in range(most):
        if world.outcome is not None:
            return
        acting = world.to_act()[0]
        try:
            world.submit(chosen(players[acting], world.view(acting)))
        except RuleCrash as crash:
            raise AssertionError(f"a world imagined for {seat} cannot be played on: {crash}") from crash
    raise AssertionError(f"a world imagined for {seat} has no end after {most} decisions")


def same_to(seat: str, match: Match[Any], table: Table[Any], world: Match[Any]) -> None:
    seen = msgspec.to_builtins(table.seen(seat, whole=True))
    also = msgspec.to_builtins(type(table)(world, table.game).seen(seat, whole=True))
    for part in seen:
        assert seen[part] == also[part], f"{seat} sees the difference between two worlds in '{part}'"


def worlds_agree(match: Match[Any], steps: Steps, rng: Random) -> None:
    """In two worlds alike to a seat: the same faults, looks and gestures, and the same of what is asked."""
    if not has_secrets(match.system.state_type):
        return
    for seat in match.setup.seats:
        world = imagined(match, seat, rng)
        for request in match.requests(seat):
            view = match.view(seat)
            for draft in drafts(request, view, rng):
                here = match.check(request.choice(draft))
                there = world.check(request.choice(draft))
                assert here == there, f"{seat} gets other faults in another world: {here} and {there}"
        for call in questions(match, seat, rng):
            said, also = (Table(one).call(seat, call)[0] for one in (match, world))
            assert not isinstance(said, ErrorMessage), f"{call} fails: {said}"
            assert said == also, f"{seat} is told otherwise in another world: {call}: {said} and {also}"
        asked_alike(match, steps, seat, rng)


def drafts(request: Any, view: Any, rng: Random) -> list[Any]:
    """A legal choice, some spoilt ones, and some that fit the kind but not always the system's law."""
    good = msgspec.to_builtins(request.sample(view, rng))
    spoilt: list[Any] = [None, [], {}, "x", -1, 10**6, True]
    if isinstance(good, dict):
        spoilt += [dict(list(good.items())[1:]), {**good, "nobody": next(iter(good.values()), None)}]
        spoilt += [{key: shifted(value) for key, value in good.items()}]
    elif isinstance(good, list):
        spoilt += [good * 2, good[1:]]
    return [good, *spoilt, *(request.own_sample(rng) for _ in range(3))]


def shifted(value: Any) -> Any:
    """The same value with every number moved, to try places a seat might not enter."""
    if isinstance(value, dict):
        return {key: shifted(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shifted(inner) for inner in value]
    return value + 10 if isinstance(value, int) else value


def asked_alike(match: Match[Any], steps: Steps, seat: str, rng: Random) -> None:
    """Run the step that asked again in an imagined world.

    If a seat saw nothing happen in that step, then in any world that looked the same to it before, it must see
    the same afterwards: who is waited for, and what it is asked itself.
    """
    before, game = steps.last, steps.game
    if before is None or game is None or game.rolls[steps.rolls :]:
        return
    system, setup = match.system, match.setup
    was, now = look(system, setup, before, seat), look(system, setup, match.position, seat)
    told = [event.for_seat(seat) for event in game.events[steps.events :]]
    if was.state != now.state or any(told):
        return
    world = before.copy()
    world.state = system.imagine(was, rng)
    if not ran_step(system, setup.seats, setup.options, world):
        return
    then = look(system, setup, world, seat)
    assert then.waiting == now.waiting, (
        f"{seat} can tell two worlds apart by who is asked: {now.waiting} and {then.waiting}"
    )
    assert then.requests == now.requests, f"{seat} is asked otherwise in another world"
    assert then.state == now.state, f"{seat} sees another state in another world"


def ran_step(system: Any, seats: tuple[str, ...], options: Any, world: Position[Any]) -> bool:
    """Run on to the next decision; False where the world cannot follow, such as a die or a reply it lacks."""
    game = system.game_type(
        world.state, world.agenda, seats, options, system.rulings, Recorded(()), Ids(b"", 0)
    )
    try:
        positions.run(game, world)
    except (DiceError, LookupError):
        return False
    return True
