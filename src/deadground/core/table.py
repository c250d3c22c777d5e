"""A table: a match and the seats that follow it, each with the last view it was sent.

The table turns calls into messages. It keeps no sockets and no files: a server puts those round it, and a test
can hold a table in its hand.
"""

from __future__ import annotations

import hashlib
from typing import Any, Generic

import msgspec
from msgspec import UNSET

from deadground.core import lending, overrule, saves, standing
from deadground.core.faults import Fault, Refused, RuleCrash
from deadground.core.journal import Entry, line_to, open_take_back
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
    LendCall,
    LookCall,
    OverruleCall,
    PatchMessage,
    Question,
    RefusalMessage,
    RunPlanCall,
    SeenTakeBack,
    SeenView,
    TakeHomeCall,
    UndoCall,
    ViewMessage,
)
from deadground.core.patch import diff, in_old_order
from deadground.core.questions import Reply, reply_to
from deadground.core.records import StateT
from deadground.core.requests import AnyRequest
from deadground.core.scene import Scene
from deadground.core.view import View

LOG_SENT = 200
"""How many of the latest events a whole view brings along."""

UNORDERED = ("tokens", "traces", "shapes")
"""The maps of a scene: what is in them is known by its key, and their order means nothing."""

FAILED = "A rule failed here. Your choice was not taken and the game is as it was."


class Followed:
    """What a seat was last sent."""

    __slots__ = ("entries", "moment", "plain", "version")

    def __init__(self, plain: dict[str, Any], entries: int, moment: tuple[object, int]) -> None:
        self.plain = plain
        self.entries = entries
        self.moment = moment
        """The match as it was then: see `Table.moment`."""
        self.version = 1


def settled(before: dict[str, Any], plain: dict[str, Any]) -> dict[str, Any]:
    """A view whose scene keeps the order it was sent in, or one new piece would be a reason to send all again."""
    old, new = before["scene"], plain["scene"]
    if old and new:
        plain["scene"] = new | {name: in_old_order(old[name], new[name]) for name in UNORDERED}
    return plain


def acknowledged(version: int, call: AnyCall, reply: Reply) -> AckMessage:
    return AckMessage(
        version=version,
        call=call.call,
        faults=reply.faults,
        suggestions=reply.suggestions,
        look=reply.look,
        shown=reply.shown,
        left_out=reply.left_out,
    )


class Table(Generic[StateT]):
    """A match with its seats."""

    def __init__(self, match: Match[StateT], game: str = "") -> None:
        self.match = match
        self.game = game
        self._followed: dict[str, Followed] = {}
        self._scenes: dict[str, tuple[View[StateT], Scene | None]] = {}

    def seen(self, seat: str, *, whole: bool = False) -> SeenView:
        """A seat's view as it travels, with a digest of that view alone.

        Where there is a scene to be drawn the state stays here, unless it is wanted `whole`.
        """
        match, view = self.match, self.match.view(seat)
        plain, scene = msgspec.to_builtins(view.state), self.scene(view)
        requests = self.requests(seat)
        body = (plain, requests, view.waiting, view.can_undo, view.outcome)
        return SeenView(
            game=self.game,
            system=match.setup.system,
            scenario=match.setup.scenario,
            seat=seat,
            seats=match.setup.seats,
            options=match.setup.options,
            state=plain if whole or scene is None else {},
            requests=requests,
            former=tuple(filter(None, (match.former(one.seat) for one in requests))),
            waiting=view.waiting,
            can_undo=view.can_undo,
            take_back=self.take_back(seat),
            outcome=view.outcome,
            marks=tuple(match.marks_for(seat)),
            lent=match.position.aside.lent,
            loanable=lending.loanable_by(match, seat),
            runs_plan=standing.runs_plan(match, seat),
            news=standing.news(match, view),
            overrules=overrule.with_offers(overrule.kinds_for(match, seat), view.state),
            commitment=match.commitment,
            scene=scene,
            digest=hashlib.blake2b(msgspec.json.encode(body), digest_size=8).hexdigest(),
        )

    def take_back(self, seat: str) -> SeenTakeBack | None:
        """The take-back that is being asked for. It is talked of openly: every seat sees who has agreed.

        Which choice it is a seat reads from its own log; the question itself may be a secret.
        """
        match = self.match
        wish = open_take_back(match.journal)
        if wish is None:
            return None
        asked = wish.asked
        answered = (asked.seat, *wish.agreed)
        waits_for = tuple(one for one in match.setup.seats if one not in answered)
        struck = [entry for entry in line_to(match.journal, wish.n) if asked.to < entry.n < match.told(seat)]
        lines = match.read_in(seat, struck)
        return SeenTakeBack(
            asked.seat,
            wish.agreed[::-1],
            waits_for,
            asked.when,
            asked.question if seat == asked.seat or match.sees_all(seat) else "",
            len(lines),
            lines[0].text if lines else "",
        )

    def requests(self, seat: str) -> tuple[AnyRequest, ...]:
        """What a seat is asked, and what is asked of seats that were lent to it."""
        played = lending.plays_for(self.match, seat)
        return tuple(request for other in played for request in self.match.requests(other))

    def scene(self, view: View[StateT]) -> Scene | None:
        """The table to be drawn for a view, built once for each."""
        kept, scene = self._scenes.get(view.seat, (None, None))
        if kept is not view:
            scene = self.match.system.drawn(view)
            self._scenes[view.seat] = view, scene
        return scene

    def join(self, seat: str) -> ViewMessage:
        """The whole view, for a seat that comes or comes back."""
        view = self.seen(seat)
        log = self.match.log(seat)
        followed = Followed(msgspec.to_builtins(view), self.match.told(seat), self.moment)
        before = self._followed.get(seat)
        if before is not None:
            followed.version = before.version + (before.plain != followed.plain)
        self._followed[seat] = followed
        start = max(0, len(log) - LOG_SENT)
        return ViewMessage(version=followed.version, view=view, log=tuple(log[start:]), log_start=start)

    @property
    def moment(self) -> tuple[object, int]:
        """Nobody's view changes while this is the same: whatever happens is written down."""
        return self.match, len(self.match.journal)

    def news(self, seat: str) -> PatchMessage | None:
        """What changed for a seat that has joined, or None: silence tells nothing."""
        followed = self._followed[seat]
        if followed.moment == self.moment:
            return None
        followed.moment = self.moment
        plain = settled(followed.plain, msgspec.to_builtins(self.seen(seat)))
        changes = diff(followed.plain, plain)
        events = self.match.log(seat, followed.entries)
        followed.entries = max(followed.entries, self.match.told(seat))
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

    def call(self, seat: str, call: AnyCall, note: str = "") -> tuple[AnyMessage, list[Entry]]:
        """Carry out a seat's call: the answer, and the journal entries it added, to be stored before answering.

        A bot's note goes into the journal with its choice, and nowhere else.
        """
        written = len(self.match.journal)
        try:
            answer = self._act_on(seat, call, note)
            if len(self.match.journal) > written:
                standing.run_plans(self.match)
        except Refused as refused:
            answer = RefusalMessage(version=self.version(seat), call=call.call, faults=refused.faults)
        except RuleCrash as crash:
            reason = FAILED + " A report was kept." if crash.file else FAILED
            answer = ErrorMessage(version=self.version(seat), call=call.call, reason=reason)
        return answer, self.match.journal[written:]

    def played(self, sender: str, call: AnyCall) -> str:
        """The seat a call is for: the sender's own, or one that was lent to him."""
        seat = sender if call.as_seat is UNSET else call.as_seat
        if isinstance(call, ChooseCall | CheckCall):
            seat = call.choice.seat
        own_look = isinstance(call, LookCall) and seat == sender
        player = lending.played_by(self.match, seat)
        if player == sender or own_look:
            return seat
        if seat == sender:
            raise Refused(Fault("seat", f"{seat} is lent to {player}: take it home first"))
        raise Refused(Fault("seat", f"this is the seat of {sender}, not of {seat}"))

    def _act_on(self, seat: str, call: AnyCall, note: str) -> AnyMessage:
        reply = Reply()
        version = self.version(seat)
        if not isinstance(call, OverruleCall | LendCall | TakeHomeCall):
            seat = self.played(seat, call)
        if isinstance(call, ChooseCall):
            self.match.submit(call.choice, note)
        elif isinstance(call, CheckCall):
            reply = Reply(tuple(self.match.check(call.choice)))
        elif isinstance(call, Question):
            reply = reply_to(self.match, seat, call)
        elif isinstance(call, UndoCall):
            self.match.undo(seat)
        elif isinstance(call, OverruleCall):
            overrule.overrule(self.match, seat, overrule.Overrule(call.what, call.fields), call.reason)
        elif isinstance(call, LendCall):
            lending.lend(self.match, seat, call.seat, call.to, call.commands)
        elif isinstance(call, TakeHomeCall):
            lending.take_home(self.match, seat, call.seat, call.commands)
        elif isinstance(call, RunPlanCall):
            standing.run_plan(self.match, seat, call.on)
        elif isinstance(call, AskBackCall):
            self.match.ask_back(seat)
        elif isinstance(call, AnswerBackCall):
            self.match.answer_back(seat, call.agrees)
        return acknowledged(version, call, reply)
