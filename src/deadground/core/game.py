"""What a rule holds while it runs: the state, the dice, the log, the options and the agenda.

A system makes its own subclass of `Game[ItsState]` with short words for what its rules often need.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from deadground.core.agenda import Procedure
from deadground.core.aside import Laid
from deadground.core.citing import cite
from deadground.core.dice import DiceSource, Ids, Roll
from deadground.core.events import Event, SeenEvent, words_in
from deadground.core.records import PIECES, StateT
from deadground.core.tally import Tally
from deadground.core.view import Outcome, View

P = TypeVar("P", bound=Procedure)

ROLL_SET = "roll_set"
"""The kind of the events that tell of a roll set beforehand: that there is one, and that it was given back."""


class Game(Generic[StateT]):
    """One run of rules over a state. Rules never see the match, the journal or the seed."""

    def __init__(
        self,
        state: StateT,
        agenda: list[Procedure],
        seats: tuple[str, ...],
        options: Mapping[str, str],
        rulings: Mapping[str, str],
        dice: DiceSource,
        ids: Ids,
    ) -> None:
        self.state = state
        self.seats = seats
        self.outcome: Outcome | None = None
        self.rolls: list[Roll] = []
        self.events: list[Event] = []
        self.laid: list[Laid] = []
        self.all_seeing: tuple[str, ...] = ()
        self.looked: dict[str, View[StateT]] = {}
        """Views that were made on the way to a question, for the kernel's own use."""
        self.is_read = True
        """Whether anybody reads what is told. Rules need not put into words what nobody does: core/headless.py."""
        self._agenda = agenda
        self._options = options
        self._rulings = rulings
        self._dice = dice
        self._ids = ids

    def roll(self, count: int, sides: int, purpose: str, owner: str = "", *, ordered: bool = False) -> Roll:
        """Throw dice. Unless `ordered`, the faces come sorted. Dice laid beforehand show what was laid."""
        roll = Roll(sides, self._dice.faces(count, sides, purpose, ordered), purpose, owner)
        laid = next((laid for laid in self.laid if laid.is_for(roll)), None)
        if laid is not None:
            roll = self._set(laid, roll, ordered)
        self.rolls.append(roll)
        return roll

    def _set(self, laid: Laid, roll: Roll, ordered: bool) -> Roll:
        """The throw as it was set; faces that these dice cannot show, or have no die for, are given back."""
        self.laid.remove(laid)
        if not laid.fits(roll):
            self.give_back(laid, laid.faces, f"it was thrown with a D{roll.sides}, as the dice fell")
            return roll
        spare = laid.faces[len(roll.faces) :]
        if spare:
            self.give_back(laid, spare, "no more dice were thrown")
        return laid.over(roll, ordered=ordered)

    def give_back(self, laid: Laid, faces: tuple[int, ...], why: str) -> None:
        """Tell whoever set a roll, and nobody else, that it was not used."""
        shown = ", ".join(map(str, faces))
        self.tell(ROLL_SET, f"The roll set for {laid.purpose} is given back, {shown}: {why}.", to=(laid.by,))

    def new_id(self) -> str:
        """An opaque id for a piece that can be hidden."""
        return self._ids.new()

    def tell(
        self,
        kind: str,
        text: str,
        *rows: str,
        rolls: Iterable[Roll] = (),
        tallies: Iterable[Tally] = (),
        to: Iterable[str] | None = None,
        masked: str | None = None,
        **data: Any,
    ) -> None:
        """Put an event into the log. `to` names the seats that see it; the others read `masked`, or nothing.

        What every player sees, who only looks on sees too.
        """
        cite(*rows)
        if not self.is_read:
            return
        told = tuple(tally.told() for tally in tallies)
        seen = SeenEvent(kind, text, msgspec.to_builtins(data) if data else data, tuple(rolls), told, rows)
        seen_by = None if to is None else tuple(to)
        if seen_by and all(seat in seen_by or seat in self.all_seeing for seat in self.seats):
            seen_by = None
        self.events.append(Event(seen, seen_by, masked, self.unnamed(seen.data, seen_by)))

    def unnamed(self, data: Any, seen_by: tuple[str, ...] | None) -> dict[str, tuple[str, ...]]:
        """The ids in an event's data that each of those who see it does not know now; nothing if all know all."""
        state = self.state
        pieces = [getattr(state, name) for name in PIECES[type(state)]]
        if not data or not pieces:
            return {}
        named = {word: held[word] for word in words_in(data) for held in pieces if word in held}
        if not named:
            return {}
        found = {
            seat: tuple(word for word, one in named.items() if not one.known_to(state, seat))
            for seat in (self.seats if seen_by is None else seen_by)
            if seat not in self.all_seeing
        }
        return found if any(found.values()) else {}

    @property
    def options(self) -> Mapping[str, str]:
        """Every named option, for queries that take them; reading one here cites nothing."""
        return self._options

    def option(self, name: str) -> str:
        """The value of a named option. Reading it cites the ruling it belongs to."""
        cite(self._rulings[name])
        return self._options[name]

    def unfinished(self, kind: type[P]) -> Iterator[P]:
        """Procedures of a kind that are in progress, the innermost first."""
        return (running for running in reversed(self._agenda) if isinstance(running, kind))

    def finish(self, winners: Iterable[str], reason: str, *rows: str, unplayed: str = "") -> None:
        """End the game. The step that says so still ends normally; nothing runs after it."""
        cite(*rows)
        self.outcome = Outcome(tuple(winners), reason, rows, unplayed)
