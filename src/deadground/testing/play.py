"""Playing a few moves of a game by script, for tests of rules.

A test says how things stand, lays out the dice, makes choices and looks at what came of them:

    with play(DUEL, "pair", Shot("red1", "blue1"), dice=[4], arrange=field(150)) as p:
        p.choose("blue", False)
        p.nothing_pending()
    assert p.log == ["Anders fires at Albert, 150 paces: needs 4, hit.", ...]

With a procedure given, the match holds nothing but that procedure, and `result` is what it came to; without one it
is the whole game from its opening. Every test ends by saying what is pending, so that a question nobody meant to be
asked is noticed; and a scripted die that was not thrown fails the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import Any, Generic

from deadground.core.agenda import Done, Next, Procedure, procedure, step
from deadground.core.dice import Scripted
from deadground.core.events import SeenEvent
from deadground.core.faults import Fault, Refused
from deadground.core.game import Game
from deadground.core.journal import Began
from deadground.core.match import Match
from deadground.core.position import Position, start
from deadground.core.records import StateT
from deadground.core.requests import AnyRequest, Orders, Pick
from deadground.core.system import System
from deadground.core.view import Outcome

SEED = bytes(32)
"""Ids come from it; the dice are scripted."""


class NotAsPlayed(AssertionError):
    """The game did not stand as the test said."""


@procedure("testing.curtain")
class Curtain(Procedure):
    """Lies below a procedure that is played by itself, and ends the game when that is done."""

    @step
    def fall(self, game: Game[Any]) -> Next:
        game.finish((), "the procedure is done")
        return Done()


class Play(Generic[StateT]):
    """A match in the hands of a test."""

    def __init__(self, match: Match[StateT], script: Scripted) -> None:
        self.match = match
        self.script = script
        self.result: Any = None
        self._told_pending_at = -1
        match.watch = self._catch_result

    def _catch_result(self, game: Game[Any], position: Position[Any]) -> None:
        top = position.agenda[-1]
        if isinstance(top, Curtain):
            self.result = top.reply

    @property
    def state(self) -> StateT:
        """The state as it is now, nothing hidden."""
        return self.match.position.state

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def events(self) -> list[SeenEvent]:
        """Every event so far, nothing hidden."""
        return [event.seen for entry in self.match.journal for event in entry.events]

    @property
    def log(self) -> list[str]:
        """The texts of all events so far, nothing hidden."""
        return [event.text for event in self.events]

    def log_of(self, seat: str) -> list[str]:
        """The texts that a seat reads."""
        return [event.text for event in self.match.log(seat)]

    def last(self, kind: str) -> SeenEvent:
        """The latest event of a kind, with its rolls, tallies, rows and data."""
        for event in reversed(self.events):
            if event.kind == kind:
                return event
        kinds = ", ".join(dict.fromkeys(event.kind for event in self.events))
        raise NotAsPlayed(f"no event '{kind}' was told; there were: {kinds or 'none'}")

    def view(self, seat: str) -> StateT:
        """The state as a seat sees it."""
        return self.match.view(seat).state

    def asked(self, seat: str) -> AnyRequest:
        """What a seat is asked now."""
        requests = self.match.requests(seat)
        if not requests:
            raise NotAsPlayed(f"nothing is asked of {seat}; {self._standing()}")
        return requests[0]

    def options(self, seat: str) -> list[str]:
        """The ids a seat may pick from; those refused are left out."""
        return list(self._pick(seat).open)

    def refused_options(self, seat: str) -> dict[str, Fault]:
        """The ids that are shown to a seat and refused, with the reason."""
        return {option.id: option.refused for option in self._pick(seat).options if option.refused}

    def _pick(self, seat: str) -> Pick:
        request = self.asked(seat)
        if not isinstance(request, Pick):
            raise NotAsPlayed(f"{seat} is not asked to pick: '{request.prompt}' wants a {request.kind}")
        return request

    def choose(self, seat: str, *values: Any, as_is: bool = False) -> None:
        """Answer what a seat is asked, once for each value. Where one id is picked, the id alone will do.

        What is proposed for a unit as a whole is said with its orders, as page and bots say it, unless `as_is`.
        """
        for value in values:
            request = self.asked(seat)
            given = value if as_is else with_whole_cards(request, value)
            try:
                self.match.submit(request.choice(answer(request, given)))
            except Refused as refused:
                message = f"{seat} was refused {value!r} on '{request.prompt}': {refused}"
                raise NotAsPlayed(message) from None

    def refuse(self, seat: str, value: Any) -> tuple[Fault, ...]:
        """Give an answer that must be refused; the faults, each with its place, reason and rows."""
        request, before = self.asked(seat), self.match.position.digest()
        try:
            self.match.submit(request.choice(answer(request, value)))
        except Refused as refused:
            if self.match.position.digest() != before:
                raise NotAsPlayed(f"a refused choice changed the game: {value!r}") from None
            return refused.faults
        raise NotAsPlayed(f"{seat} was not refused {value!r} on '{request.prompt}'")

    def pending(self, **prompts: str) -> None:
        """Exactly these seats are being asked, and their prompts begin so."""
        self._told_pending_at = len(self.match.journal)
        asked = {seat: self.asked(seat).prompt for seat in self.match.to_act()}
        if asked.keys() != prompts.keys() or any(
            not asked[seat].startswith(prompt) for seat, prompt in prompts.items()
        ):
            raise NotAsPlayed(f"not pending as said ({prompts}); {self._standing()}")

    def nothing_pending(self) -> None:
        """The procedure played by itself, or the whole game, is done."""
        self._told_pending_at = len(self.match.journal)
        if self.match.position.agenda:
            raise NotAsPlayed(f"something is pending; {self._standing()}")

    def close(self) -> None:
        """The end of a test: no die is left, and the test has said what is pending."""
        self.keeps_invariants("the game came to an impossible state")
        if self.script.left:
            raise NotAsPlayed(f"dice left over: {', '.join(map(str, self.script.left))}; {self._standing()}")
        if self._told_pending_at != len(self.match.journal):
            raise NotAsPlayed(f"the test must end with what is pending; {self._standing()}")

    def keeps_invariants(self, message: str) -> None:
        for broken in self.match.system.invariants(self.state):
            raise NotAsPlayed(f"{message}: {broken}")

    def _standing(self) -> str:
        """Where the game stands, for a message."""
        if self.outcome is not None:
            return f"the game is over: {self.outcome.reason}"
        asked = [f"{seat} is asked '{self.asked(seat).prompt}'" for seat in self.match.to_act()]
        return ", ".join(asked) or "nobody is asked anything"


@contextmanager
def play(
    system: System[StateT],
    scenario: str,
    alone: Procedure | None = None,
    *,
    dice: Iterable[int] = (),
    arrange: Callable[[StateT], None] | None = None,
    options: Mapping[str, str] | None = None,
    details: Mapping[str, Any] | None = None,
) -> Iterator[Play[StateT]]:
    """Begin a match with scripted dice and an arranged state, and see that the test ends tidily.

    `alone` is the procedure to play by itself, a copy of it: it can be used again.
    The dice are thrown in the order given, whoever throws them.
    """
    script = Scripted(*dice)
    match = Match(system, system.prepare(scenario, options, details), SEED, lambda entry: script)
    if arrange is not None:
        arrange(match.position.state)
    if alone is not None:
        match.position.agenda[:] = [start(Curtain()), start(copy(alone))]
    playing = Play(match, script)
    playing.keeps_invariants("the test arranged an impossible state")
    match.enact(Began())
    yield playing
    playing.close()


def with_whole_cards(request: AnyRequest, value: Any) -> Any:
    """Orders with those cards that are proposed for no stand but for a whole unit; no orders stay none."""
    if not isinstance(request, Orders) or not value:
        return value
    said = {order["card"] for order in value}
    whole = set(request.whole_cards) - said
    return [*value, *(order for order in request.proposal or () if order["card"] in whole)]


def answer(request: AnyRequest, value: Any) -> Any:
    return [value] if isinstance(request, Pick) and isinstance(value, str) else value
