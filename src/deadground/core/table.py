"""A table: a match and the seats that follow it, each with the last view it was sent.

The table turns calls into messages. It keeps no sockets and no files: a server puts those round it, and a test
can hold a table in its hand.
"""

from __future__ import annotations

import hashlib
from typing import Any, Generic

import msgspec

from deadground.core import saves
from deadground.core.faults import Fault, Refused, RuleCrash
from deadground.core.journal import Entry, open_take_back
from deadground.core.match import Match
from deadground.core.messages import (
    AckMessage,
    AnswerBackCall,
    AnyCall,
    AnyMessage,
    AskBackCall,
    CheckCall,
    ChooseCall,
    ErrorMessage,
    PatchMessage,
    RefusalMessage,
    SeenView,
    SuggestCall,
    UndoCall,
    ViewMessage,
)
from deadground.core.patch import diff
from deadground.core.records import StateT

LOG_SENT = 200
"""How many of the latest events a whole view brings along."""

FAILED = "A rule failed here. Your choice was not taken and the game is as it was."


class Followed:
    """What a seat was last sent."""

    __slots__ = ("entries", "events", "plain", "version")

    def __init__(self, plain: dict[str, Any], events: int, entries: int) -> None:
        self.plain = plain
        self.events = events
        self.entries = entries
        self.version = 1


class Table(Generic[StateT]):
    """A match with its seats."""

    def __init__(self, match: Match[StateT], game: str = "") -> None:
        self.match = match
        self.game = game
        self._followed: dict[str, Followed] = {}

    def seen(self, seat: str) -> SeenView:
        """A seat's view as it travels, with a digest of that view alone."""
        match, view = self.match, self.match.view(seat)
        plain = msgspec.to_builtins(view.state)
        body = (plain, view.requests, view.waiting, view.can_undo, view.outcome)
        take_back = open_take_back(match.journal)
        wanted = take_back and seat not in (take_back.asked.seat, *take_back.agreed)
        return SeenView(
            game=self.game,
            system=match.setup.system,
            scenario=match.setup.scenario,
            seat=seat,
            seats=match.setup.seats,
            options=match.setup.options,
            state=plain,
            requests=view.requests,
            waiting=view.waiting,
            can_undo=view.can_undo,
            take_back=take_back.asked.seat if take_back and wanted else "",
            outcome=view.outcome,
            marks=tuple(match.marks),
            commitment=match.commitment,
            digest=hashlib.blake2b(msgspec.json.encode(body), digest_size=8).hexdigest(),
        )

    def join(self, seat: str) -> ViewMessage:
        """The whole view, for a seat that comes or comes back."""
        view = self.seen(seat)
        log = self.match.log(seat)
        followed = Followed(msgspec.to_builtins(view), len(log), len(self.match.journal))
        before = self._followed.get(seat)
        if before is not None:
            followed.version = before.version + (before.plain != followed.plain)
        self._followed[seat] = followed
        start = max(0, len(log) - LOG_SENT)
        return ViewMessage(version=followed.version, view=view, log=tuple(log[start:]), log_start=start)

    def news(self, seat: str) -> PatchMessage | None:
        """What changed for a seat that has joined, or None: silence tells nothing."""
        followed = self._followed[seat]
        plain = msgspec.to_builtins(self.seen(seat))
        changes = diff(followed.plain, plain)
        events = self.match.log(seat, followed.entries)
        followed.entries = len(self.match.journal)
        if not changes and not events:
            return None
        followed.plain = plain
        followed.version += 1
        return PatchMessage(
            version=followed.version,
            since=followed.version - 1,
            changes=tuple(changes),
            events=tuple(events),
        )

    def export(self, seat: str) -> bytes:
        """What a seat may take away: its view and log during play, the whole game once it is over."""
        if self.match.outcome is not None:
            return saves.save(self.match)
        log = tuple(self.match.log(seat))
        return msgspec.json.encode(saves.SeatExport(format=saves.FORMAT, view=self.seen(seat), log=log))

    def version(self, seat: str) -> int:
        followed = self._followed.get(seat)
        return followed.version if followed else 0

    def call(self, seat: str, call: AnyCall) -> tuple[AnyMessage, list[Entry]]:
        """Carry out a seat's call: the answer, and the journal entries it added, to be stored before answering."""
        written = len(self.match.journal)
        try:
            answer = self._carry_out(seat, call)
        except Refused as refused:
            answer = RefusalMessage(version=self.version(seat), call=call.call, faults=refused.faults)
        except RuleCrash as crash:
            reason = FAILED + " A report was kept." if crash.file else FAILED
            answer = ErrorMessage(version=self.version(seat), call=call.call, reason=reason)
        return answer, self.match.journal[written:]

    def _carry_out(self, seat: str, call: AnyCall) -> AnyMessage:
        faults: tuple[Fault, ...] = ()
        suggestions: tuple[Any, ...] = ()
        if isinstance(call, ChooseCall | CheckCall) and call.choice.seat != seat:
            raise Refused(Fault("seat", f"this is the seat of {seat}, not of {call.choice.seat}"))
        if isinstance(call, ChooseCall):
            self.match.submit(call.choice)
        elif isinstance(call, CheckCall):
            faults = tuple(self.match.check(call.choice))
        elif isinstance(call, SuggestCall):
            suggestions = tuple(self.match.suggest(seat, call.serial, max(0, min(call.most, 20))))
        elif isinstance(call, UndoCall):
            self.match.undo(seat)
        elif isinstance(call, AskBackCall):
            self.match.ask_back(seat)
        elif isinstance(call, AnswerBackCall):
            self.match.answer_back(seat, call.agrees)
        return AckMessage(version=self.version(seat), call=call.call, faults=faults, suggestions=suggestions)
