"""A match: one game in play. It checks every choice, keeps the journal, and hands out views and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Generic

import msgspec

from deadground.core.citing import cite, way_in
from deadground.core.dice import DiceSource, Ids, Live, Recorded, commitment, new_seed
from deadground.core.events import Event, SeenEvent
from deadground.core.faults import Fault, Refused, RuleCrash
from deadground.core.former import former_answer
from deadground.core.game import Game
from deadground.core.journal import (
    BOT,
    AnsweredBack,
    AnyAct,
    AskedBack,
    Began,
    Chose,
    Correction,
    Entry,
    PutRight,
    Rewound,
    Said,
    Seated,
    TookBack,
    Undid,
    Withdrew,
    before_choice,
    doer,
    free_choice,
    line_to,
    marks,
    open_take_back,
    told,
)
from deadground.core.looks import checked, request_for, suggested
from deadground.core.onlooking import Shown, is_veiled, shown_again
from deadground.core.overrule import Overrule
from deadground.core.own_book import in_force
from deadground.core.position import (
    Pending,
    Position,
    Watch,
    advance,
    decoded,
    digest_of,
    look,
    start,
    veil_over,
)
from deadground.core.records import StateT, copy_state, has_secrets, redact
from deadground.core.requests import AnyRequest, Choice, Suggestion
from deadground.core.requests.base import GUIDES
from deadground.core.system import Setup, System
from deadground.core.undoing import KEPT, is_free
from deadground.core.view import Outcome, View

DiceMaker = Callable[[int], DiceSource]
"""The dice of an entry, by its number."""

Spelling = tuple[tuple[int, int], ...]
"""From which entry on a journal is written in which schema of its system."""


class Match(Generic[StateT]):
    """One game in play.

    `submit` is atomic: a refused choice, or a rule that raises, leaves match and journal as they were. With
    `crashes` set, a rule that raises leaves a loadable file there.
    """

    def __init__(
        self, system: System[StateT], setup: Setup, seed: bytes, dice: DiceMaker | None = None
    ) -> None:
        self.system = system
        self.setup = setup
        self.seed = seed
        self.dice: DiceMaker = dice or (lambda entry: Live(seed, entry))
        self.version = system.version
        """The version of the rules that the game began with: by another its journal cannot be judged."""
        self.journal: list[Entry] = []
        self.spelt: Spelling = ((0, system.schema),)
        """How a store that keeps entries one by one has them; here all are as today's schema writes them."""
        self.serials: dict[str, int] = dict.fromkeys(setup.seats, 0)
        self.position = Position(system.new_state(setup), [start(system.opening(setup))])
        self.crashes: Path | None = None
        self.watch: Watch | None = None
        self.watchers: frozenset[str] = frozenset()
        """Seats of people who only look on and see everything: at a game that bots play among themselves."""
        self.onlookers: frozenset[str] = frozenset()
        """Seats of people who only look on and see what everybody may know: see core/onlooking.py."""
        self.names: dict[str, str] = {}
        """What the people in the seats are called, as far as they have said; the log names them so."""
        self._shown: Shown | None = None
        self._snapshots: dict[int, bytes] = {}
        self._encoded: bytes | None = None
        self._views: dict[str, View[StateT]] = {}

    @classmethod
    @way_in
    def begin(
        cls,
        system: System[StateT],
        setup: Setup,
        seed: bytes | None = None,
        dice: DiceMaker | None = None,
    ) -> Match[StateT]:
        """A new match, run to its first decision."""
        system.check_setup(setup)
        match = cls(system, setup, new_seed() if seed is None else seed, dice)
        match.enact(Began())
        return match

    @property
    def commitment(self) -> str:
        """The hash of the seed, published from the start."""
        return commitment(self.seed)

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    @property
    def is_read(self) -> bool:
        """Whether anybody reads what is told and asked: see core/headless.py."""
        return True

    @property
    def current(self) -> int:
        """The number of the entry whose position is in force."""
        return len(self.journal) - 1

    @property
    def marks(self) -> list[str]:
        """Why the game is marked, as far as everybody may know; all of it once the game is over."""
        return self.marks_for("")

    def marks_for(self, seat: str) -> list[str]:
        """Why the game is marked, as far as a seat may know."""
        everything = self.outcome is not None or self.sees_all(seat)
        return marks(self.journal[: self.told(seat)], None if everything else seat)

    def view(self, seat: str) -> View[StateT]:
        """What a seat may know now. It goes stale with the next act."""
        if seat not in self._views:
            self.check_seat(seat)
            everything = seat in self.watchers
            self._keep(look(self.system, self.setup, self._seen_from(seat), seat, all_seeing=everything))
        return self._views[seat]

    def _seen_from(self, seat: str) -> Position[StateT]:
        """The position a seat looks at: for an onlooker an earlier one, while a veil lies over this."""
        return self._unveiled() if seat in self.onlookers else self.position

    def _unveiled(self) -> Position[StateT]:
        """The latest position over which no veil lay."""
        if not is_veiled(self.position):
            return self.position
        return decoded(self._shown_to_all().encoded, self.system.state_type)

    def known_to_all(self) -> StateT:
        """What everybody at the table may know, as one who looks on sees it, whether there is one or not."""
        return redact(self._unveiled().state, "")

    def _shown_to_all(self) -> Shown:
        if self._shown is None:
            self._shown = shown_again(self)
        return self._shown

    def _keep(self, view: View[StateT]) -> None:
        """Number a view's requests and keep it until the next act."""
        seat = view.seat
        view.can_undo = self.can_undo(seat)
        view.requests = tuple(
            [
                msgspec.structs.replace(
                    request, seat=seat, serial=self.serials[seat], manner=GUIDES[request.guide].manner
                )
                for request in view.requests
            ]
        )
        self._views[seat] = view

    def revealed(self) -> View[StateT]:
        """Everything, once the game is over."""
        if self.outcome is None:
            raise Refused(Fault("", "the game is not over: secrets stay secret"))
        return look(self.system, self.setup, self.position, "", all_seeing=True)

    def requests(self, seat: str) -> tuple[AnyRequest, ...]:
        return self.view(seat).requests

    def to_act(self) -> tuple[str, ...]:
        """The seats that are being waited for. For the table's own use: it is not redacted."""
        pending, sealed = self.position.pending, self.position.sealed
        if pending is None:
            return ()
        return tuple([seat for seat in pending.seats if seat not in sealed]) if sealed else pending.seats

    def sees_all(self, seat: str) -> bool:
        return seat in self.watchers or self.system.sees_all(seat)

    def told(self, seat: str) -> int:
        """How many entries a seat may read the events of: all, or those from before a veil came down."""
        if seat in self.onlookers:
            return self._shown_to_all().told if is_veiled(self.position) else len(self.journal)
        veil = None if self.sees_all(seat) else veil_over(self.position, seat)
        return len(self.journal) if veil is None else veil.since

    def log(self, seat: str, since: int = 0) -> list[SeenEvent]:
        """The events of entries from number `since` on, as a seat sees them."""
        return self.read_in(seat, self.journal[since : self.told(seat)])

    def read_in(self, seat: str, entries: Iterable[Entry]) -> list[SeenEvent]:
        """The events of some entries that a seat has been told of, as it sees them."""
        everything = self.sees_all(seat)
        seen = (event.for_seat(seat, all_seeing=everything) for entry in entries for event in entry.events)
        return [event for event in seen if event is not None]

    @way_in
    def submit(self, choice: Choice, note: str = "", *, by_plan: bool = False) -> Entry:
        """Take a choice and run the rules to the next decision, or refuse it with every reason.

        A bot's note is kept beside its choice, for its diary: see core/diary.py. `by_plan` says that nobody was
        asked: see core/standing.py.
        """
        request = request_for(self.view(choice.seat), choice)
        faults = self._faults(request, choice)
        if faults:
            raise Refused(*faults)
        value = msgspec.to_builtins(msgspec.convert(choice.value, request.value_type))
        cite(*request.rows)
        answer = Choice(choice.serial, choice.seat, choice.kind, value)
        return self.enact(Chose(answer, note, by_plan))

    def suggest(self, seat: str, serial: int, most: int) -> list[Suggestion]:
        """Some labelled legal choices for an open request."""
        return suggested(self, seat, serial, most)

    def check(self, choice: Choice) -> list[Fault]:
        """All faults of a choice or draft, without taking it."""
        try:
            return checked(self, choice)
        except RuleCrash as crash:
            cause = crash.__cause__
            raise self._crashed(Chose(choice), cause if isinstance(cause, Exception) else crash) from cause

    def _faults(self, request: AnyRequest, choice: Choice) -> list[Fault]:
        """What is wrong with a choice; a system's own law that fails is a rule that fails."""
        try:
            with in_force(self.setup.own_book):
                return self.view(choice.seat).faults(request, choice.value)
        except Exception as error:
            raise self._crashed(Chose(choice), error) from error

    def can_undo(self, seat: str) -> bool:
        return self.can_withdraw(seat) or self.undoable(seat) is not None

    def can_withdraw(self, seat: str) -> bool:
        """Whether a sealed answer may be taken back; one to a veiled question is final, see `Ask`."""
        pending = self.position.pending
        return seat in self.position.sealed and pending is not None and not pending.veiled

    def undoable(self, seat: str) -> Entry | None:
        """The latest choice, if it was this seat's and is free to undo."""
        entry = free_choice(self.journal)
        return entry if entry and isinstance(entry.act, Chose) and entry.act.choice.seat == seat else None

    def called(self, seat: str) -> str:
        """A seat as the log names it: by whoever sits there, and by its place."""
        if seat == BOT:
            return "the bot"
        place, name = seat.replace("_", " ").capitalize(), self.names.get(seat, "")
        return f"{name} ({place})" if name and name != place else place

    def former(self, seat: str) -> Choice | None:
        """What a seat answered to what it is asked now, if that was taken back or gone back over since."""
        found = former_answer(self.journal, seat, self.position.sealed)
        request = next(iter(self.requests(seat)), None)
        if found is None or request is None or request.kind != found.kind:
            return None
        return request.choice(found.value)

    def undo(self, seat: str) -> Entry:
        """Take back a seat's latest choice while that is free."""
        self.check_seat(seat)
        if self.can_withdraw(seat):
            return self.enact(Withdrew(seat))
        entry = self.undoable(seat)
        if entry is None:
            raise Refused(
                Fault("", "nothing to undo: a die fell, something was revealed, or another seat chose")
            )
        return self.go_back(Undid(seat, entry.after, self.called(seat)))

    def rewind(self, by: str, to: int, reason: str) -> Entry:
        """Go back to the position entry `to` left. The table decides who may; the game is marked."""
        if not 0 <= to <= self.current:
            raise Refused(Fault("to", f"there is no entry {to}; the last is {self.current}"))
        return self.go_back(Rewound(by, to, reason, self.called(by)))

    def ask_back(self, seat: str) -> Entry:
        """Ask the table to let a seat take back its latest choice and all that followed."""
        self.check_seat(seat)
        if open_take_back(self.journal) is not None:
            raise Refused(Fault("", "a take-back is already being asked for"))
        to = before_choice(self.journal, seat)
        if to is None:
            raise Refused(Fault("", f"{self.called(seat)} has chosen nothing yet"))
        entry = self.note(self._asked_back(seat, to))
        return self.took_back(seat, to) if len(self.setup.seats) == 1 else entry

    def _asked_back(self, seat: str, to: int) -> AskedBack:
        """The wish to go back, with when it was and what was asked; the position is kept for the answer."""
        position = self._position_to(to)
        self._snapshots[to] = position.encoded()
        clock = self.system.clock(position.state)
        phase = clock.phases[clock.phase] if 0 <= clock.phase < len(clock.phases) else ""
        when = ", ".join(filter(None, (clock.title, phase)))
        (request,) = look(self.system, self.setup, position, seat).requests
        return AskedBack(seat, to, self.called(seat), when, request.prompt)

    def answer_back(self, seat: str, agrees: bool) -> Entry:
        """Agree, or not, to a take-back. When every other seat has agreed the table goes back.

        Whoever asked for it withdraws it by not agreeing.
        """
        self.check_seat(seat)
        open_one = open_take_back(self.journal)
        looks_on = seat not in self.setup.seats
        own = open_one is not None and seat == open_one.asked.seat
        if open_one is None or looks_on or (own and agrees) or seat in open_one.agreed:
            raise Refused(Fault("", f"no take-back waits for the answer of {self.called(seat)}"))
        entry = self.note(AnsweredBack(seat, agrees, self.called(seat), own))
        agreed = {open_one.asked.seat, *open_one.agreed, seat}
        if agrees and agreed.issuperset(self.setup.seats):
            return self.took_back(open_one.asked.seat, open_one.asked.to)
        return entry

    def took_back(self, seat: str, to: int) -> Entry:
        return self.go_back(TookBack(seat, to, self.called(seat)))

    def note(self, act: Said) -> Entry:
        """Write an act that leaves the position as it is."""
        n = len(self.journal)
        kind = "seated" if isinstance(act, Seated) else "table"
        events = (Event(SeenEvent(kind, told(act), {"by": doer(act)})),)
        return self.write(Entry(n, n - 1, act, (), events, self.position.digest()), ())

    def put_right(
        self,
        by: str,
        reason: str,
        corrections: tuple[Correction, ...] = (),
        dice: tuple[int, ...] = (),
        overrule: Overrule | None = None,
    ) -> Entry:
        """Correct the state, set the next dice or overrule, with a reason. The game is marked."""
        if not reason.strip():
            raise Refused(Fault("reason", "putting right needs a reason"))
        return self.enact(PutRight(by, reason, corrections, dice, overrule, self.called(by)))

    @way_in
    def enact(self, act: AnyAct) -> Entry:
        """Carry out an act that continues the present position, and write it into the journal.

        The questions it leads to are asked at once, so that one that fails counts as the act's failure.
        """
        before, asked = self._encoded or self.position.encoded(), self.position.pending
        if self._shown is None and self.journal and not is_veiled(self.position):
            self._shown = Shown(len(self.journal), before)
        n = len(self.journal)
        was = copy_state(self.position.state) if has_secrets(self.system.state_type) else None
        try:
            game = advance(
                self.system, self.setup, self.position, act, self.dice(n), Ids(self.seed, n), self.watch
            )
            waited_for = self.to_act()
            sealed = isinstance(act, Chose) and self.position.pending is asked
            views = [game.looked.get(seat) or self._look_again(seat, sealed) for seat in waited_for]
            entry = self._entry(act, game, asked, before, was, views)
        except Refused:
            self._restore(before)
            raise
        except Exception as error:
            self._restore(before)
            raise self._crashed(act, error) from error
        asked_anew = waited_for
        if self.position.pending is asked:
            asked_anew = (act.seat,) if isinstance(act, Withdrew) else ()
            if isinstance(act, PutRight):
                asked_anew = self._seeing_otherwise(before, views)
        self.write(entry, asked_anew)
        for view in views:
            self._keep(view)
        return entry

    def _look_again(self, seat: str, sealed: bool) -> View[StateT]:
        """A seat's view after an act. If another seat only sealed its answer, this one is asked what it was."""
        kept = self._views.get(seat) if sealed else None
        asked = kept.requests if kept else ()
        view = look(self.system, self.setup, self.position, seat, requests=asked, is_read=self.is_read)
        if kept is not None:
            view.carry_over(kept)
        return view

    def _seeing_otherwise(self, before: bytes, views: list[View[StateT]]) -> tuple[str, ...]:
        """The seats for which something was put right: a new number would tell the others of it."""
        past = decoded(before, self.system.state_type)
        was = {view.seat: look(self.system, self.setup, past, view.seat) for view in views}
        return tuple(
            view.seat
            for view in views
            if view.requests != was[view.seat].requests or view.state != was[view.seat].state
        )

    def _entry(
        self,
        act: AnyAct,
        game: Game[StateT],
        asked: Pending | None,
        before: bytes,
        was: StateT | None,
        views: list[View[StateT]],
    ) -> Entry:
        """What the journal keeps of an act, and a snapshot where it can be undone."""
        n = len(self.journal)
        self._encoded = self.position.encoded()
        free = False
        if isinstance(act, Chose):
            seat = act.choice.seat
            own = next((view for view in views if view.seat == seat and not view.sees_all), None)
            earlier = self._views.get(seat)
            if earlier is not None and (earlier.sees_all or not earlier.was_looked_at):
                earlier = None
            free = is_free(game, asked, was, self.position, seat, earlier, own)
        if free:
            self._snapshots[n - 1] = before
            self._snapshots.pop(n - 1 - KEPT, None)
        else:
            self._snapshots.clear()
        digest = digest_of(self._encoded)
        return Entry(n, n - 1, act, tuple(game.rolls), tuple(game.events), digest, free)

    def go_back(self, act: Undid | TookBack | Rewound) -> Entry:
        """Return to an earlier position as a new entry."""
        self.position = self._position_to(act.to)
        self._encoded = self.position.encoded()
        events = (Event(SeenEvent("took_back", told(act), {"by": doer(act)})),)
        entry = Entry(len(self.journal), self.current, act, (), events, digest_of(self._encoded))
        return self.write(entry, self.to_act())

    def write(self, entry: Entry, asked_anew: tuple[str, ...]) -> Entry:
        """Append an entry, and number the requests it opened: an answer to an older number is stale."""
        self.journal.append(entry)
        if not is_veiled(self.position):
            self._shown = Shown(len(self.journal), self._encoded) if self._encoded else None
        self._forget_views()
        for seat in asked_anew:
            self.serials[seat] += 1
        return entry

    def _forget_views(self) -> None:
        if self._views:
            for view in self._views.values():
                view.expire()
            self._views.clear()

    def _restore(self, before: bytes) -> None:
        self.position = decoded(before, self.system.state_type)
        self._encoded = before
        self._forget_views()

    def _position_to(self, n: int) -> Position[StateT]:
        """The position entry `n` left, as it was kept or built again."""
        kept = self._snapshots.get(n)
        return decoded(kept, self.system.state_type) if kept else self.position_at(n)

    def position_at(self, n: int) -> Position[StateT]:
        """The position entry `n` left, built again from the journal with its recorded dice."""
        position = Position(self.system.new_state(self.setup), [start(self.system.opening(self.setup))])
        for entry in line_to(self.journal, n):
            advance(
                self.system, self.setup, position, entry.act, Recorded(entry.rolls), Ids(self.seed, entry.n)
            )
        return position

    def clone(self, seed: bytes) -> Match[StateT]:
        """A copy that plays on with other dice: what search may use without foreseeing the real ones."""
        return self.copy(seed, None)

    def copy(self, seed: bytes, dice: DiceMaker | None) -> Match[StateT]:
        new = Match.__new__(type(self))
        new.system, new.setup, new.seed, new.version = self.system, self.setup, seed, self.version
        new.dice = dice or (lambda entry: Live(seed, entry))
        new.journal, new.serials = self.journal.copy(), self.serials.copy()
        new.position, new.crashes, new.watch = self.position.copy(), None, None
        new.watchers = new.onlookers = frozenset()
        new.names = self.names
        new._shown = None
        new._snapshots, new._encoded, new._views = self._snapshots.copy(), self._encoded, {}
        return new

    def check_seat(self, seat: str) -> None:
        known = seat in self.setup.seats or seat in self.watchers or seat in self.onlookers
        if not known and not self.system.sees_all(seat):
            raise Refused(Fault("seat", f"there is no seat '{seat}' at this table"))

    def _crashed(self, act: AnyAct, error: Exception) -> RuleCrash:
        """What the caller is told when a rule raised, with the file that was left behind."""
        file = None
        if self.crashes is not None:
            from deadground.core.saves import write_crash

            file = str(write_crash(self, act, error, self.crashes))
        return RuleCrash(f"a rule failed: {type(error).__name__}: {error}", file)
