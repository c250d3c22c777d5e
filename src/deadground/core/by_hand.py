"""What is done at the table beside answering: overrules, plans that run, seats that are lent.

`advance` comes here for the acts that are no choices. They change a position as every act does, so that a game with
them is saved, gone back over and audited like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from deadground.core.aside import Laid, Standing, replaced_by, with_laid, with_lent, with_standing
from deadground.core.faults import Fault, Refused
from deadground.core.game import ROLL_SET, Game
from deadground.core.journal import OVERRULED, Chose, Lent, PutRight, RanPlan, TookHome, told, who
from deadground.core.overrule import END_PHASE, SET_ROLL, Overrule, laid_by
from deadground.core.position import Position, Watch, correct, look, run, taken, veils_after
from deadground.core.records import StateT
from deadground.core.view import View

if TYPE_CHECKING:
    from deadground.core.system import Setup, System

MOST_QUESTIONS = 1_000
"""A phase in which more is asked than this does not end by what is proposed."""

ByHand = PutRight | RanPlan | Lent | TookHome


class Hand(msgspec.Struct):
    """What is needed to do something by hand: the game in progress, and where the rules run on from it."""

    system: System[Any]
    setup: Setup
    game: Game[Any]
    position: Position[Any]
    entry: int
    watch: Watch | None = None


def carry_out(hand: Hand, act: ByHand) -> None:
    """Do what an act says; `Refused` if it cannot be."""
    position = hand.position
    if isinstance(act, PutRight):
        if act.overrule is None:
            correct(hand.system, position, act)
        else:
            overrule(hand, act, act.overrule)
    elif isinstance(act, RanPlan):
        view = look(hand.system, hand.setup, position, act.seat)
        view.requests = ()  # what is asked just now was not answered yet, so it may be news
        now = Standing(known(hand.system, view)) if act.on else None
        position.aside = with_standing(position.aside, act.seat, now)
        says = "runs" if act.on else "no longer runs: everything is asked"
        hand.game.tell("plan", f"The plan of {act.seat} {says}.", to=(act.seat,))
    else:
        lend(hand, act)


def overrule(hand: Hand, act: PutRight, ruling: Overrule) -> None:
    """Do what an umpire says, tell those concerned with his reason, and see that nothing is broken by it."""
    game, position = hand.game, hand.position
    if ruling.what == END_PHASE.what:
        game.tell(OVERRULED, f"{who(act)} ends the phase: {act.reason}", what=ruling.what, by=act.by)
        finish_phase(hand)
    elif ruling.what == SET_ROLL:
        lay(hand, act, laid_by(ruling, act.by, who(act), act.reason))
    else:
        ruled = hand.system.overrule(game, ruling)
        text = f"{who(act)}: {ruled.says} {act.reason}"
        game.tell(OVERRULED, text, to=ruled.to, what=ruling.what, by=act.by)
        withdraw_misfits(hand)
    broken = list(hand.system.invariants(position.state))
    if broken:
        raise Refused(*(Fault("fields", sentence) for sentence in broken))


def lay(hand: Hand, act: PutRight, laid: Laid) -> None:
    """Set a roll. The players read that one is set, or set anew, and not which: what it is for may be a secret."""
    game, position = hand.game, hand.position
    faces = ", ".join(map(str, laid.faces))
    replaced = replaced_by(position.aside, laid)
    for old in replaced:
        game.give_back(old, old.faces, "another was set in its place")
    text = f"{who(act)} sets the next roll for {laid.purpose} to {faces}: {act.reason}"
    game.tell(OVERRULED, text, to=(act.by,), what=SET_ROLL, by=act.by)
    what = "has changed the roll that was set and" if replaced else "has set a roll that"
    game.tell(ROLL_SET, f"{who(act)} {what} is still to come.", by=act.by)
    position.aside = with_laid(position.aside, laid)


def finish_phase(hand: Hand) -> None:
    """Answer everything that is still asked with what is proposed, until the next phase or the end of the game."""
    game, position = hand.game, hand.position
    phase = hand.system.phase(position.state)
    for _ in range(MOST_QUESTIONS):
        asked = position.pending
        if asked is None or hand.system.phase(position.state) != phase:
            return
        for seat in asked.seats:
            if position.waits_for(seat) and taken(position, seat, proposed(hand, seat)):
                game.looked.clear()
                veils = veils_after(asked, position.state, hand.setup.seats, hand.entry)
                run(game, position, hand.watch, veils)
    raise Refused(Fault("what", f"the phase does not end, though {MOST_QUESTIONS} questions were answered"))


def proposed(hand: Hand, seat: str) -> Any:
    """What is proposed to a seat; a question without a proposal must be answered by the seat itself."""
    view = look(hand.system, hand.setup, hand.position, seat)
    (request,) = view.requests
    if request.proposal is None or request.check(view, request.proposal):
        raise Refused(Fault("what", f"{seat} must answer itself: {request.prompt}", request.rows))
    return request.proposal


def withdraw_misfits(hand: Hand) -> None:
    """Sealed answers that no longer fit what their seats see are given back, and those seats are asked again."""
    position = hand.position
    sealed = position.sealed.copy()
    for seat, value in sealed.items():
        del position.sealed[seat]
        if fits(hand, seat, value):
            position.sealed[seat] = value


def fits(hand: Hand, seat: str, value: Any) -> bool:
    view = look(hand.system, hand.setup, hand.position, seat)
    try:
        return not view.requests[0].check(view, value)
    except Exception:  # a law that fails on what is gone: the answer does not fit
        return False


def lend(hand: Hand, act: Lent | TookHome) -> None:
    """A whole seat changes hands at once; commands change hands when the system says."""
    position = hand.position
    to = act.to if isinstance(act, Lent) else None
    if act.commands:
        hand.system.lend(hand.game, act.seat, act.commands, to)
    else:
        position.aside = with_lent(position.aside, act.seat, to)
    hand.game.tell("lent", told(act), by=act.by)


def note_own_answer(
    system: System[StateT], setup: Setup, position: Position[StateT], game: Game[StateT], act: Chose
) -> None:
    """An answer of a seat that runs its plan: by the plan, or its own, after which what it knows is no news."""
    seat = act.choice.seat
    if act.by_plan:
        game.tell("by_plan", f"{seat} goes by the plan.", to=(seat,))
    elif seat in position.aside.standing:
        knows = Standing(known(system, look(system, setup, position, seat)))
        position.aside = with_standing(position.aside, seat, knows)


def known(system: System[Any], view: View[Any]) -> tuple[str, ...]:
    return tuple(sorted(system.tidings(view)))
