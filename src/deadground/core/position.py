"""A position: the state, the agenda and what is being asked. Plain data that can be copied, saved and digested.

`advance` is the only place where rules run. It knows nothing of journal, undo or seats at a server: it takes an
act and a dice source, changes the position, and returns what came of it.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from deadground.core import records
from deadground.core.agenda import PROCEDURES, AgendaError, Ask, Call, Done, Go, Procedure
from deadground.core.aside import NOTHING, Aside
from deadground.core.citing import way_in
from deadground.core.dice import DiceSource, Ids, Preset
from deadground.core.faults import Fault, Refused
from deadground.core.game import ROLL_SET, Game
from deadground.core.journal import (
    AnyAct,
    Chose,
    Correction,
    Lent,
    PutRight,
    RanPlan,
    TookHome,
    Withdrew,
)
from deadground.core.overrule import largest_die
from deadground.core.own_book import in_force
from deadground.core.records import StateT
from deadground.core.requests import AnyRequest
from deadground.core.view import Outcome, View

if TYPE_CHECKING:
    from deadground.core.system import Setup, System

STEP_LIMIT = 100_000
"""More steps than this between two decisions is a rule that never ends."""


Watch = Callable[[Game[Any], "Position[Any]"], None]
"""Called before every step with the game and the position: how tests look at what lies between decisions."""


class Veil(msgspec.Struct, frozen=True, gc=False):
    """What a seat goes on seeing while others are asked veiled questions: its view, and the log so far.

    `state` is the redacted state, `since` the first entry whose events it has not read yet.
    """

    state: Any
    since: int


class Pending(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the top procedure asks: the name of its question, the seats, and what the other seats may read."""

    question: str
    seats: tuple[str, ...]
    several: bool
    quiet: str | None
    veiled: bool = False
    veils: dict[str, Veil] = {}


Veils = Callable[[], Mapping[str, Veil]]
"""What each seat goes on seeing, worked out when a veiled question does follow."""


def no_veils() -> Mapping[str, Veil]:
    """Nothing that happens now is kept from anybody."""
    return {}


class Position(Generic[StateT]):
    """Where a game stands."""

    __slots__ = ("agenda", "aside", "dice", "outcome", "pending", "sealed", "state")

    def __init__(self, state: StateT, agenda: list[Procedure]) -> None:
        self.state = state
        self.agenda = agenda
        self.pending: Pending | None = None
        self.sealed: dict[str, Any] = {}
        self.outcome: Outcome | None = None
        self.dice: tuple[int, ...] = ()
        self.aside = NOTHING

    def copy(self) -> Position[StateT]:
        new = Position(records.copy_state(self.state), [copy(running) for running in self.agenda])
        new.pending, new.sealed = self.pending, self.sealed.copy()
        new.outcome, new.dice, new.aside = self.outcome, self.dice, self.aside
        return new

    def encoded(self) -> bytes:
        """Everything above as bytes: what is digested, and what a position is brought back from."""
        keys = [running.key for running in self.agenda]
        whole: tuple[Any, ...] = (
            *(self.state, keys, self.agenda, self.pending, self.sealed, self.outcome, self.dice),
            *(() if self.aside == NOTHING else (self.aside,)),
        )
        page = _pages.page
        _encode_into(whole, page)
        return bytes(page)

    def digest(self) -> str:
        """A fingerprint of everything above. Field and dict order count."""
        return digest_of(self.encoded())

    def waits_for(self, seat: str) -> bool:
        return self.pending is not None and seat in self.pending.seats and seat not in self.sealed


_encode = msgspec.json.Encoder().encode
_encode_into = msgspec.json.Encoder().encode_into


class _Pages(threading.local):
    """Written over by every encoding of a thread, so that a position's bytes are allocated once and not grown."""

    def __init__(self) -> None:
        self.page = bytearray(1 << 16)


_pages = _Pages()

_decode = msgspec.json.Decoder().decode


def plain(value: Any) -> Any:
    """A value as a save would give it back, so that rules see the same in a game that was loaded."""
    return value if value is None or type(value) in (bool, int, str) else _decode(_encode(value))


def digest_of(encoded: bytes) -> str:
    return hashlib.sha256(encoded).hexdigest()[:32]


@cache
def _decoder(state_type: type[Any]) -> msgspec.json.Decoder[Any]:
    parts: list[tuple[str, Any] | tuple[str, Any, Any]] = [
        ("state", state_type),
        ("keys", list[str]),
        ("frames", list[msgspec.Raw]),
        ("pending", Pending | None),
        ("sealed", dict[str, Any]),
        ("outcome", Outcome | None),
        ("dice", tuple[int, ...]),
        ("aside", Aside, NOTHING),
    ]
    return msgspec.json.Decoder(msgspec.defstruct("Whole", parts, array_like=True))


def decoded(encoded: bytes, state_type: type[StateT]) -> Position[StateT]:
    """The position that was encoded."""
    whole = _decoder(state_type).decode(encoded)
    agenda = [
        msgspec.json.decode(frame, type=PROCEDURES[key])
        for key, frame in zip(whole.keys, whole.frames, strict=True)
    ]
    position: Position[StateT] = Position(whole.state, agenda)
    position.pending, position.sealed = whole.pending, whole.sealed
    position.outcome, position.dice, position.aside = whole.outcome, whole.dice, whole.aside
    return position


@way_in
def look(
    system: System[StateT],
    setup: Setup,
    position: Position[StateT],
    seat: str,
    *,
    all_seeing: bool = False,
    requests: tuple[AnyRequest, ...] = (),
    is_read: bool = True,
) -> View[StateT]:
    """A seat's view, with what it is asked and whom the table waits for. `requests`: if that is known already."""
    everything = all_seeing or system.sees_all(seat)
    with in_force(setup.own_book):
        return seen_from(position, seat, setup.seats, setup.options, everything, requests, is_read)


def seen_from(
    position: Position[StateT],
    seat: str,
    seats: tuple[str, ...],
    options: Mapping[str, str],
    everything: bool = False,
    requests: tuple[AnyRequest, ...] = (),
    is_read: bool = True,
) -> View[StateT]:
    """The view from a seat; from one that sees everything nothing is kept."""

    def make() -> StateT:
        full = position.state
        if everything:
            return records.copy_state(full)
        veil = veil_over(position, seat)
        return msgspec.convert(veil.state, type(full)) if veil else records.redact(full, seat)

    view = View(seat, seats, options, make)
    view.sees_all, view.is_read = everything, is_read
    view.outcome = position.outcome
    pending = position.pending
    if pending is not None:
        view.waiting = waiting(position, pending, seat, everything)
        if position.waits_for(seat):
            view.requests = requests or (asked(position, pending, view),)
    return view


def veil_over(position: Position[Any], seat: str) -> Veil | None:
    """The veil that lies over what has happened, for a seat that is not asked."""
    return position.pending.veils.get(seat) if position.pending else None


def waiting(position: Position[Any], pending: Pending, seat: str, everything: bool) -> tuple[str, ...]:
    """The seats the table waits for, or what is said in their place to those who may not know."""
    if pending.quiet is not None and not everything:
        return (seat,) if position.waits_for(seat) else (pending.quiet,)
    return tuple(other for other in pending.seats if other not in position.sealed)


def asked(position: Position[Any], pending: Pending, view: View[Any]) -> AnyRequest:
    """Run the question of the top procedure on a seat's view.

    Where nothing is secret the question reads the state itself, which it must not change; a copy is made for
    whoever looks at the view afterwards.
    """
    question = getattr(position.agenda[-1], pending.question)
    request: AnyRequest
    if records.has_secrets(type(position.state)):
        request = question(view)
    else:
        view.lend(position.state)
        request = question(view)
        view.lend(None)
    return request


def advance(
    system: System[StateT],
    setup: Setup,
    position: Position[StateT],
    act: AnyAct,
    dice: DiceSource,
    ids: Ids,
    watch: Watch | None = None,
    *,
    is_read: bool = True,
) -> Game[StateT]:
    """Carry out an act and run the rules to the next decision. The game returned holds its rolls and events.

    `is_read`: whether anybody will read the events; without it there are none.
    """
    with in_force(setup.own_book):
        return _advance(system, setup, position, act, dice, ids, watch, is_read)


def _advance(
    system: System[StateT],
    setup: Setup,
    position: Position[StateT],
    act: AnyAct,
    dice: DiceSource,
    ids: Ids,
    watch: Watch | None,
    is_read: bool,
) -> Game[StateT]:
    preset = Preset(position.dice, dice) if position.dice else None
    asked = position.pending
    game = system.game_type(
        position.state, position.agenda, setup.seats, setup.options, system.rulings, preset or dice, ids
    )
    game.laid, game.is_read = list(position.aside.laid), is_read
    game.all_seeing = tuple(seat for seat in setup.seats if system.sees_all(seat))
    if isinstance(act, Withdrew):
        del position.sealed[act.seat]
    elif isinstance(act, PutRight | RanPlan | Lent | TookHome):
        from deadground.core.by_hand import Hand, carry_out

        carry_out(Hand(system, setup, game, position, ids.entry, watch), act)
    elif not isinstance(act, Chose) or answered(system, setup, position, game, act):
        run(game, position, watch, veils_after(asked, position.state, setup.seats, ids.entry))
    if preset and preset.unfit:
        game.tell(ROLL_SET, f"What was set for the next dice is {preset.unfit}, as the dice fell.")
    if game.rolls:
        position.dice = preset.left if preset else ()
        position.aside = msgspec.structs.replace(position.aside, laid=tuple(game.laid))
    if position.outcome is not None and position.aside.laid:
        for laid in position.aside.laid:
            game.give_back(laid, laid.faces, "the game ended before it was thrown")
        position.aside = msgspec.structs.replace(position.aside, laid=())
    return game


def answered(
    system: System[StateT], setup: Setup, position: Position[StateT], game: Game[StateT], act: Chose
) -> bool:
    """Note a choice, and for a seat that runs its plan whether it was its own. True when the rules may go on."""
    if act.by_plan or act.choice.seat in position.aside.standing:
        from deadground.core.by_hand import note_own_answer

        note_own_answer(system, setup, position, game, act)
    return taken(position, act.choice.seat, act.choice.value)


def veils_after(asked: Pending | None, state: Any, seats: tuple[str, ...], entry: int) -> Veils:
    """What each seat saw when a veiled question was answered, in case that another follows it."""
    if asked is None or not asked.veiled:
        return no_veils
    kept, as_it_was = asked.veils, records.copy_state(state)
    return lambda: {seat: kept.get(seat) or Veil(records.redact(as_it_was, seat), entry) for seat in seats}


def taken(position: Position[Any], seat: str, value: Any) -> bool:
    """Note an answer. True when it was the last one awaited, and the rules may go on."""
    pending = position.pending
    if pending is None or not position.waits_for(seat):
        raise AgendaError(f"nothing is asked of {seat}")
    value = plain(value)  # the rules may use it up; the journal keeps its own
    if pending.several:
        position.sealed[seat] = value
        if len(position.sealed) < len(pending.seats):
            return False
        value = {seat: position.sealed[seat] for seat in pending.seats}
    position.agenda[-1].reply = value
    position.pending, position.sealed = None, {}
    return True


def run(
    game: Game[Any],
    position: Position[Any],
    watch: Watch | None = None,
    veils: Veils = no_veils,
) -> None:
    """Run steps until a seat is asked or the game is over."""
    agenda = position.agenda
    for _ in range(STEP_LIMIT):
        if not agenda:
            raise AgendaError("the rules came to an end without an outcome")
        if watch is not None:
            watch(game, position)
        top = agenda[-1]
        then = getattr(top, top.at or top.steps[0])(game)
        if game.outcome is not None:
            position.outcome, position.pending = game.outcome, None
            agenda.clear()
            return
        if type(then) is Go:
            top.at = known_step(top, then.step)
        elif type(then) is Call:
            top.at = known_step(top, then.then)
            start(then.procedure)
            agenda.append(then.procedure)
        elif type(then) is Done:
            agenda.pop()
            if agenda:
                agenda[-1].reply = plain(then.result)
        elif type(then) is Ask:
            top.at = known_step(top, then.then)
            position.pending = pending_of(game, top, then, veils)
            if not answered_alone(game, position, then):
                return
        else:
            raise AgendaError(f"'{top.key}.{top.at}' must end in Go, Call, Ask or Done, not {then!r}")
    raise AgendaError(
        f"{STEP_LIMIT} steps without a decision; the last was '{agenda[-1].key}.{agenda[-1].at}'"
    )


def start(running: Procedure) -> Procedure:
    """Set a procedure to its first step."""
    if PROCEDURES.get(running.key) is not type(running):
        raise AgendaError(f"{type(running).__name__} lacks its @procedure, so no save could hold it")
    running.at = running.steps[0]
    return running


def known_step(top: Procedure, name: str) -> str:
    if name not in top.steps:
        raise AgendaError(f"'{top.key}' has no step '{name}'; is the method marked @step?")
    return name


def answered_alone(game: Game[Any], position: Position[Any], ask: Ask) -> bool:
    """Take the answers of a question that can be answered in one way only, and log them.

    The view of a seat that is asked after all is kept with the game, so that nobody has to make it again.
    """
    pending = position.pending
    if pending is None or not ask.known:
        return False
    answers: dict[str, Any] = {}
    for seat in ask.seats:
        everything = seat in game.all_seeing
        view = seen_from(position, seat, game.seats, game.options, everything, is_read=game.is_read)
        game.looked[seat] = view
        value = view.requests[0].only(view)
        if value is None:
            return False
        answers[seat] = value
    for seat, value in answers.items():
        request = game.looked[seat].requests[0]
        to = (seat,) if records.has_secrets(type(position.state)) else None
        game.tell("only_choice", request.told_alone(value), *request.rows, to=to, seat=seat)
    position.agenda[-1].reply = plain(answers if ask.several else answers[ask.seats[0]])
    position.pending = None
    game.looked.clear()
    return True


def pending_of(game: Game[Any], top: Procedure, ask: Ask, veils: Veils) -> Pending:
    if ask.question not in top.questions:
        raise AgendaError(f"'{top.key}' has no question '{ask.question}'; is the method marked @question?")
    strangers = [seat for seat in ask.seats if seat not in game.seats]
    if strangers or not ask.seats:
        raise AgendaError(f"'{top.key}' asks {strangers or 'nobody'}; the seats are {', '.join(game.seats)}")
    if len(set(ask.seats)) < len(ask.seats):
        raise AgendaError(f"'{top.key}' asks one seat twice: {', '.join(ask.seats)}")
    over = veils() if ask.veiled else {}
    kept = {seat: Veil(plain(veil.state), veil.since) for seat, veil in over.items() if seat not in ask.seats}
    return Pending(ask.question, ask.seats, ask.several, ask.quiet, ask.veiled, kept)


def correct(system: System[StateT], position: Position[StateT], act: PutRight) -> None:
    """Put values right in the state and set the next dice, if the result keeps to the invariants."""
    plain = msgspec.json.decode(_encode(position.state))
    for correction in act.corrections:
        plain = corrected(plain, correction)
    try:
        state = msgspec.json.decode(_encode(plain), type=system.state_type)
    except msgspec.ValidationError as error:
        raise Refused(Fault("corrections", f"that does not fit the state: {error}")) from None
    most = largest_die(system.overrules)
    impossible = [face for face in act.dice if not 1 <= face <= most]
    if impossible:
        raise Refused(Fault("dice", f"no die here shows {impossible[0]}: faces are from 1 to {most}"))
    broken = list(system.invariants(state))
    if broken:
        raise Refused(*(Fault("corrections", sentence) for sentence in broken))
    position.state, position.dice = state, act.dice


def corrected(plain: Any, correction: Correction) -> Any:
    target = plain
    *way, last = correction.at or ("",)
    try:
        for part in way:
            target = target[part]
        target[last]
        target[last] = correction.value
    except (KeyError, IndexError, TypeError):
        path = ".".join(map(str, correction.at))
        raise Refused(Fault("corrections", f"there is nothing at '{path}' to put right")) from None
    return plain
